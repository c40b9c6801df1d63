//! What a book says of itself: the package, and the contents, after EPUB 3.3, <https://www.w3.org/TR/epub-33/>.

use std::fmt::Write;

use quick_xml::escape::escape;
use xxhash_rust::xxh3::xxh3_128;

use crate::output::{FileId, Files};

/// The file that tells that this is a book. It comes first.
pub(super) const TYPE: &str = "mimetype";

/// Where the package is.
const CONTAINER: &str = "META-INF/container.xml";

/// The package.
const PACKAGE: &str = "book.opf";

/// The picture of the cover, and the page with it.
const COVER_PICTURE: &str = "cover.png";
const COVER: &str = "cover.xhtml";

/// The page with the title.
const TITLE: &str = "title.xhtml";

/// The contents, as a page and for old readers.
pub(super) const CONTENTS: &str = "contents.xhtml";
const OLD_CONTENTS: &str = "contents.ncx";

/// The stylesheet of the pages that say what the book is.
const STYLESHEET: &str = "style.css";

/// What a book says of itself, and what is in it.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The title.
    pub title: String,
    /// Who made it, if that is known.
    pub author: Option<String>,
    /// One sentence about it; may be empty.
    pub description: String,
    /// What it is about.
    pub subjects: Vec<&'static str>,
    /// The language of the texts, as a BCP 47 tag.
    pub language: String,
    /// What tells the book from all others, the same each time it is made. It is not shown.
    pub identity: String,
    /// The entries of the contents.
    pub chapters: Vec<Chapter>,
    /// The picture of the cover, a PNG.
    pub cover: Vec<u8>,
    /// The stylesheets with their paths in the book.
    pub stylesheets: Vec<(String, Vec<u8>)>,
}

/// An entry of the contents.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its title.
    pub title: String,
    /// The path of its first page in the book.
    pub path: String,
    /// The entries below it.
    pub parts: Vec<Chapter>,
}

/// The name of the picture of the cover in the package.
const COVER_ID: &str = "cover";

/// When the book was changed, since it has to say so: always the same, so that its bytes are.
const MODIFIED: &str = "2000-01-01T00:00:00Z";

/// What a book says of how it can be read, in the terms of schema.org that EPUB Accessibility 1.1 asks for.
const ACCESSIBILITY: [(&str, &str); 10] = [
    ("accessMode", "textual"),
    ("accessMode", "visual"),
    ("accessModeSufficient", "textual"),
    ("accessibilityFeature", "alternativeText"),
    ("accessibilityFeature", "ARIA"),
    ("accessibilityFeature", "readingOrder"),
    ("accessibilityFeature", "structuralNavigation"),
    ("accessibilityFeature", "tableOfContents"),
    ("accessibilityHazard", "none"),
    (
        "accessibilitySummary",
        "Each board is a table whose cells hold text. Each move is a link that says where it leads.",
    ),
];

/// Returns the media type of a file by its name, if books may have such files.
fn media_type(path: &str) -> Option<&'static str> {
    let (_, ending) = path.rsplit_once('.')?;
    Some(match ending {
        "xhtml" => "application/xhtml+xml",
        "ncx" => "application/x-dtbncx+xml",
        "css" => "text/css",
        "png" => "image/png",
        _ => return None,
    })
}

impl Outline {
    /// Returns the files of the book with these pages that are no pages, in the order in which they come first.
    pub(super) fn files(&self, pages: &impl Files) -> impl Iterator<Item = (String, Vec<u8>)> {
        let listed = [
            (COVER_PICTURE, self.cover.clone()),
            (COVER, self.cover_page().into_bytes()),
            (TITLE, self.title_page().into_bytes()),
            (CONTENTS, self.contents().into_bytes()),
            (OLD_CONTENTS, self.old_contents().into_bytes()),
        ];
        let mut paths: Vec<_> = listed.iter().map(|(path, _)| (*path).to_owned()).collect();
        paths.extend(self.stylesheets.iter().map(|(path, _)| path.clone()));
        paths.extend((0..pages.count()).map(|page| {
            let mut path = String::new();
            pages.write_path(FileId(page as u32), &mut path);
            path
        }));
        let first = [
            (TYPE, b"application/epub+zip".to_vec()),
            (CONTAINER, container().into_bytes()),
            (PACKAGE, self.package(paths.into_iter()).into_bytes()),
        ];
        let own = first.into_iter().chain(listed).map(|(path, bytes)| (path.to_owned(), bytes));
        own.chain(self.stylesheets.iter().cloned())
    }

    /// Returns the package. `paths` are those of all files that it lists, pages in the order in which they are read.
    fn package(&self, paths: impl Iterator<Item = String>) -> String {
        let mut manifest = String::new();
        let mut spine = String::new();
        for (number, path) in paths.enumerate() {
            let Some(media_type) = media_type(&path) else { continue };
            let id = match &*path {
                OLD_CONTENTS => "ncx".to_owned(),
                COVER_PICTURE => COVER_ID.to_owned(),
                _ => format!("f{number}"),
            };
            let properties = match &*path {
                CONTENTS => " properties=\"nav\"",
                COVER_PICTURE => " properties=\"cover-image\"",
                _ => "",
            };
            let path = escape(&*path);
            push(
                &mut manifest,
                format_args!("<item id=\"{id}\" href=\"{path}\" media-type=\"{media_type}\"{properties}/>\n"),
            );
            if media_type == "application/xhtml+xml" {
                push(&mut spine, format_args!("<itemref idref=\"{id}\"/>\n"));
            }
        }
        format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
             <package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\" \
             xml:lang=\"{language}\">\n{metadata}<manifest>\n{manifest}</manifest>\n\
             <spine toc=\"ncx\">\n{spine}</spine>\n\
             <guide><reference type=\"cover\" title=\"Cover\" href=\"{COVER}\"/></guide>\n</package>\n",
            language = escape(&*self.language),
            metadata = self.metadata(),
        )
    }

    fn metadata(&self) -> String {
        let mut metadata = String::from("<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n");
        push(&mut metadata, format_args!("<dc:identifier id=\"id\">{}</dc:identifier>\n", self.identifier()));
        let mut element = |name: &str, text: &str| {
            if !text.is_empty() {
                push(&mut metadata, format_args!("<dc:{name}>{}</dc:{name}>\n", escape(text)));
            }
        };
        element("title", &self.title);
        element("creator", self.author.as_deref().unwrap_or_default());
        element("language", &self.language);
        element("description", &self.description);
        for subject in &self.subjects {
            element("subject", subject);
        }
        push(&mut metadata, format_args!("<meta property=\"dcterms:modified\">{MODIFIED}</meta>\n"));
        for (property, value) in ACCESSIBILITY {
            push(&mut metadata, format_args!("<meta property=\"schema:{property}\">{value}</meta>\n"));
        }
        // Readers of EPUB 2 find the picture by this.
        push(&mut metadata, format_args!("<meta name=\"cover\" content=\"{COVER_ID}\"/>\n"));
        metadata + "</metadata>\n"
    }

    /// Returns the book's name among all books: a UUID of its identity, of the version that is left to programs.
    fn identifier(&self) -> String {
        const VERSION: u128 = 0xf << 76;
        const VARIANT: u128 = 0x3 << 62;
        let id = xxh3_128(self.identity.as_bytes()) & !VERSION & !VARIANT | 0x8 << 76 | 0x2 << 62;
        let hex = format!("{id:032x}");
        format!("urn:uuid:{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
    }

    /// Returns the page with the picture of the cover.
    fn cover_page(&self) -> String {
        let title = escape(&*self.title);
        self.page(&format!("<p class=\"cover\"><img src=\"{COVER_PICTURE}\" alt=\"The cover: {title}\"/></p>"))
    }

    /// Returns the page with the title.
    fn title_page(&self) -> String {
        let paragraph = |text: &str| if text.is_empty() { String::new() } else { format!("<p>{}</p>\n", escape(text)) };
        let author = paragraph(self.author.as_deref().unwrap_or_default());
        let description = paragraph(&self.description);
        let title = escape(&*self.title);
        let body = format!(
            "<main class=\"title\">\n<h1>{title}</h1>\n{author}{description}\
             <p><a href=\"{CONTENTS}\">Contents</a></p>\n</main>",
        );
        self.page(&body)
    }

    /// Returns the contents as a page.
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
        format!(
            "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" \
             xmlns:epub=\"http://www.idpf.org/2007/ops\" lang=\"{language}\" xml:lang=\"{language}\">\n\
             <head><title>{title}</title>\
             <link rel=\"stylesheet\" type=\"text/css\" href=\"{STYLESHEET}\"/></head>\n\
             <body>{body}</body>\n</html>\n",
        )
    }

    /// Returns the contents for readers that know no other: the `toc.ncx` of EPUB 2.
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

/// Returns the file that says where the package is.
fn container() -> String {
    format!(
        "<?xml version=\"1.0\"?>\n\
         <container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\
         <rootfiles><rootfile full-path=\"{PACKAGE}\" media-type=\"application/oebps-package+xml\"/></rootfiles>\
         </container>\n"
    )
}

/// Returns how many levels of entries there are.
fn depth(chapters: &[Chapter]) -> usize {
    chapters.iter().map(|chapter| 1 + depth(&chapter.parts)).max().unwrap_or(0)
}

fn push_list(chapters: &[Chapter], out: &mut String) {
    out.push_str("<ol>\n");
    for Chapter { title, path, parts } in chapters {
        push(out, format_args!("<li><a href=\"{}\">{}</a>", escape(&**path), escape(&**title)));
        if !parts.is_empty() {
            out.push('\n');
            push_list(parts, out);
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ol>\n");
}

fn push_points(chapters: &[Chapter], number: &mut usize, out: &mut String) {
    for Chapter { title, path, parts } in chapters {
        *number += 1;
        let (title, path) = (escape(&**title), escape(&**path));
        push(
            out,
            format_args!(
                "<navPoint id=\"n{number}\"><navLabel><text>{title}</text></navLabel>\
                 <content src=\"{path}\"/>\n"
            ),
        );
        push_points(parts, number, out);
        out.push_str("</navPoint>\n");
    }
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("writing to a string succeeds");
}
