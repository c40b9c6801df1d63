//! The sitemap: the first pages of chapters, for search engines (<https://www.sitemaps.org/protocol.html>).

use quick_xml::escape::escape;

pub const PATH: &str = "sitemap.xml";

/// The file in which search engines find the address of the sitemap. Search engines look for this file only at the root
/// of a host.
pub const ROBOTS_PATH: &str = "robots.txt";

/// The maximum number of pages that the standard permits in a sitemap.
const MOST: usize = 50_000;

/// Returns the sitemap of these pages, given by absolute URLs and dates such as `2026-11-22`.
pub fn sitemap(pages: impl Iterator<Item = (String, Option<String>)>) -> String {
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                   <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
        .to_owned();
    for (address, date) in pages.take(MOST) {
        xml.extend(["<url><loc>", &escape(&address), "</loc>"]);
        if let Some(date) = &date {
            xml.extend(["<lastmod>", date, "</lastmod>"]);
        }
        xml.push_str("</url>\n");
    }
    xml.push_str("</urlset>\n");
    xml
}

/// Returns the `robots.txt` of a site. The file permits programs to read everything, and lists the sitemap below each
/// of these URLs.
pub fn robots<'a>(base_urls: impl Iterator<Item = &'a str>) -> String {
    let sitemaps = base_urls.flat_map(|base_url| ["Sitemap: ", base_url, PATH, "\n"]);
    ["User-agent: *\nAllow: /\n\n"].into_iter().chain(sitemaps).collect()
}
