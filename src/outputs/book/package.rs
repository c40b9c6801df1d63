//! The package document and the table of contents of a book (EPUB 3.3, <https://www.w3.org/TR/epub-33/>).

use quick_xml::escape::escape;
use xxhash_rust::xxh3::xxh3_128;

use crate::outputs::{FileId, Files, push_element};

/// The file that identifies an EPUB. It must be the first file of the book.
pub(super) const TYPE: &str = "mimetype";

const PACKAGE: &str = "book.opf";
const CONTAINER: &str = "META-INF/container.xml";
const WHERE_THE_PACKAGE_IS: &str = "<?xml version=\"1.0\"?>\n\
    <container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\
    <rootfiles><rootfile full-path=\"book.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles>\
    </container>\n";

const COVER: &str = "cover.xhtml";

const TITLE: &str = "title.xhtml";

/// The table of contents: a page for EPUB 3, and another file for EPUB 2.
pub(super) const CONTENTS: &str = "contents.xhtml";
const OLD_CONTENTS: &str = "contents.ncx";

const STYLESHEET: &str = "style.css";

/// The metadata and the table of contents of a book.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    pub title: String,
    pub author: Option<String>,
    pub description: String,
    pub subject: String,
    /// The title of the page with the cover.
    pub cover_page: String,
    /// The alternative text of the cover.
    pub cover_text: String,
    /// The word for the table of contents.
    pub contents: String,
    /// A summary of the book's accessibility.
    pub accessibility: String,
    /// The language of the texts, as a BCP 47 tag.
    pub language: String,
    /// True if text and pages go from right to left.
    pub is_right_to_left: bool,
    /// The identity of the book: hidden from readers, and the same in every build.
    pub identity: String,
    pub chapters: Vec<Chapter>,
    /// The picture of the cover: its path in the book, and its bytes.
    pub cover: (String, Vec<u8>),
    /// The stylesheets and the pictures on its pages: their paths in the book, and their bytes.
    pub files: Vec<(String, Vec<u8>)>,
}

#[derive(Clone, Debug)]
pub struct Chapter {
    pub title: String,
    pub path: String,
    pub parts: Vec<Chapter>,
}

const COVER_ID: &str = "cover";

/// The time of the last change, which EPUB requires. This time is constant, so that the bytes of the book are constant.
const MODIFIED: &str = "2000-01-01T00:00:00Z";

/// Accessibility metadata, in the terms of schema.org that EPUB Accessibility 1.1 requires.
const ACCESSIBILITY: [(&str, &str); 9] = [
    ("schema:accessMode", "textual"),
    ("schema:accessMode", "visual"),
    ("schema:accessModeSufficient", "textual"),
    ("schema:accessibilityFeature", "alternativeText"),
    ("schema:accessibilityFeature", "ARIA"),
    ("schema:accessibilityFeature", "readingOrder"),
    ("schema:accessibilityFeature", "structuralNavigation"),
    ("schema:accessibilityFeature", "tableOfContents"),
    ("schema:accessibilityHazard", "none"),
];

const XHTML: &str = "application/xhtml+xml";

/// Returns the media type of a stylesheet, or of a picture that every reading system shows.
pub fn media_type(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
        "css" => "text/css",
        "gif" => "image/gif",
        "jpeg" | "jpg" => "image/jpeg",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}

impl Outline {
    /// Returns the files that are not pages, in their order at the beginning of the book.
    pub(super) fn files(&self, pages: &impl Files) -> impl Iterator<Item = (String, Vec<u8>)> {
        let words = [
            (COVER, self.cover_page()),
            (TITLE, self.title_page()),
            (CONTENTS, self.contents()),
            (OLD_CONTENTS, self.old_contents()),
        ];
        let own = |(path, text): (&str, String)| (path.to_owned(), text.into_bytes());
        let mut listed = vec![self.cover.clone()];
        listed.extend(words.map(own));
        listed.extend(self.files.iter().cloned());
        let mut paths: Vec<_> = listed.iter().map(|(path, _)| path.clone()).collect();
        paths.extend((0..pages.count()).map(|page| pages.path(FileId(page as u32))));
        let first = [
            (TYPE, "application/epub+zip".to_owned()),
            (CONTAINER, WHERE_THE_PACKAGE_IS.to_owned()),
            (PACKAGE, self.package(&paths)),
        ];
        first.map(own).into_iter().chain(listed)
    }

    /// Returns the package document. `paths` lists all files; pages are in reading order.
    fn package(&self, paths: &[String]) -> String {
        let mut manifest = String::new();
        let mut spine = String::new();
        for (number, path) in paths.iter().enumerate() {
            let id = format!("f{number}");
            let (id, media_type, properties) = match path.as_str() {
                OLD_CONTENTS => ("ncx", "application/x-dtbncx+xml", ""),
                CONTENTS => (&*id, XHTML, " properties=\"nav\""),
                path if *path == self.cover.0 => {
                    (COVER_ID, media_type(path).unwrap_or_default(), " properties=\"cover-image\"")
                }
                path => (&*id, media_type(path).unwrap_or(XHTML), ""),
            };
            manifest.extend(["<item id=\"", id, "\" href=\"", &escape(path), "\" media-type=\"", media_type, "\""]);
            manifest.extend([properties, "/>\n"]);
            if media_type == XHTML {
                spine.extend(["<itemref idref=\"", id, "\"/>\n"]);
            }
        }
        format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
             <package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\" \
             xml:lang=\"{language}\">\n{metadata}<manifest>\n{manifest}</manifest>\n\
             <spine toc=\"ncx\"{direction}>\n{spine}</spine>\n\
             <guide><reference type=\"cover\" title=\"{cover}\" href=\"{COVER}\"/></guide>\n</package>\n",
            language = escape(&*self.language),
            direction = if self.is_right_to_left { " page-progression-direction=\"rtl\"" } else { "" },
            metadata = self.metadata(),
            cover = escape(&*self.cover_page),
        )
    }

    fn metadata(&self) -> String {
        let mut metadata = format!(
            "<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n<dc:identifier id=\"id\">{}</dc:identifier>\n",
            self.identifier()
        );
        push_element("dc:title", &self.title, &mut metadata);
        push_element("dc:creator", self.author.as_deref().unwrap_or_default(), &mut metadata);
        push_element("dc:language", &self.language, &mut metadata);
        push_element("dc:description", &self.description, &mut metadata);
        push_element("dc:subject", &self.subject, &mut metadata);
        let summary = ("schema:accessibilitySummary", &*escape(&self.accessibility).into_owned());
        for (property, value) in [("dcterms:modified", MODIFIED)].into_iter().chain(ACCESSIBILITY).chain([summary]) {
            metadata.extend(["<meta property=\"", property, "\">", value, "</meta>\n"]);
        }
        // EPUB 2 reading systems find the cover by this.
        metadata.extend(["<meta name=\"cover\" content=\"", COVER_ID, "\"/>\n</metadata>\n"]);
        metadata
    }

    /// Returns the unique identifier of the book: a UUID of version 8, for custom formats, made from the identity of
    /// the book.
    fn identifier(&self) -> String {
        const VERSION: u128 = 0xf << 76;
        const VARIANT: u128 = 0x3 << 62;
        let id = xxh3_128(self.identity.as_bytes()) & !VERSION & !VARIANT | 0x8 << 76 | 0x2 << 62;
        let hex = format!("{id:032x}");
        format!("urn:uuid:{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
    }

    fn cover_page(&self) -> String {
        let words = escape(&*self.cover_text);
        let path = escape(&*self.cover.0);
        self.page(&format!("<p class=\"cover\"><img src=\"{path}\" alt=\"{words}\"/></p>"))
    }

    fn title_page(&self) -> String {
        let mut about = String::new();
        push_element("h1", &self.title, &mut about);
        push_element("p", self.author.as_deref().unwrap_or_default(), &mut about);
        push_element("p", &self.description, &mut about);
        let link = format!("<p><a href=\"{CONTENTS}\">{}</a></p>", escape(&self.contents));
        self.page(&format!("<main class=\"title\">\n{about}{link}\n</main>"))
    }

    fn contents(&self) -> String {
        let mut list = String::new();
        push_list(&self.chapters, &mut list);
        let title = escape(&*self.title);
        let body =
            format!("<h1>{title}</h1>\n<nav epub:type=\"toc\" role=\"doc-toc\" aria-label=\"{title}\">\n{list}</nav>");
        self.page(&body)
    }

    fn page(&self, body: &str) -> String {
        let (title, language) = (escape(&*self.title), escape(&*self.language));
        let direction = if self.is_right_to_left { " dir=\"rtl\"" } else { "" };
        format!(
            "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" \
             xmlns:epub=\"http://www.idpf.org/2007/ops\" lang=\"{language}\" xml:lang=\"{language}\"{direction}>\n\
             <head><title>{title}</title>\
             <link rel=\"stylesheet\" type=\"text/css\" href=\"{STYLESHEET}\"/></head>\n\
             <body>{body}</body>\n</html>\n",
        )
    }

    /// Returns the table of contents for EPUB 2: `toc.ncx`.
    fn old_contents(&self) -> String {
        let mut points = String::new();
        push_points(&self.chapters, &mut 0, &mut points);
        let depth = depth(&self.chapters);
        format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
             <ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\" version=\"2005-1\" xml:lang=\"{language}\">\n\
             <head><meta name=\"dtb:uid\" content=\"{id}\"/><meta name=\"dtb:depth\" content=\"{depth}\"/>\
             <meta name=\"dtb:totalPageCount\" content=\"0\"/><meta name=\"dtb:maxPageNumber\" content=\"0\"/></head>\n\
             <docTitle><text>{title}</text></docTitle>\n<navMap>\n{points}</navMap>\n</ncx>\n",
            language = escape(&*self.language),
            id = self.identifier(),
            title = escape(&*self.title),
        )
    }
}

fn depth(chapters: &[Chapter]) -> usize {
    chapters.iter().map(|chapter| 1 + depth(&chapter.parts)).max().unwrap_or(0)
}

fn push_list(chapters: &[Chapter], out: &mut String) {
    out.push_str("<ol>\n");
    for Chapter { title, path, parts } in chapters {
        out.extend(["<li><a href=\"", &escape(path), "\">", &escape(title), "</a>"]);
        if !parts.is_empty() {
            out.push('\n');
            push_list(parts, out);
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ol>\n");
}

fn push_points(chapters: &[Chapter], number: &mut usize, out: &mut String) {
    for Chapter { title, path, parts, .. } in chapters {
        *number += 1;
        out.extend(["<navPoint id=\"n", &number.to_string(), "\"><navLabel><text>", &escape(title)]);
        out.extend(["</text></navLabel><content src=\"", &escape(path), "\"/>\n"]);
        push_points(parts, number, out);
        out.push_str("</navPoint>\n");
    }
}
