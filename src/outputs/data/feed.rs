//! The feed: the site's news as an Atom feed (RFC 4287, <https://www.rfc-editor.org/rfc/rfc4287>).

use quick_xml::escape::escape;

use crate::content::Config;
use crate::outputs::push_element;

pub const PATH: &str = "feed.xml";

const MOST: usize = 50;

/// A page with a date.
#[derive(Clone, Debug)]
pub struct Entry {
    pub title: String,
    pub summary: String,
    /// The absolute URL of the page, which also identifies the entry.
    pub address: String,
    /// The date of the page, such as `2026-11-22`.
    pub date: String,
}

/// Returns the feed of a site as XML, latest entry first. The time of each entry is midnight. `base_url` is the URL of
/// the site, which ends with `/`.
pub fn feed(
    Config { title, tagline, author, language, .. }: &Config,
    base_url: &str,
    mut entries: Vec<Entry>,
) -> String {
    entries.sort_by(|a, b| (&b.date, &a.title, &a.address).cmp(&(&a.date, &b.title, &b.address)));
    entries.truncate(MOST);
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{language}\">\n"
    );
    push_element("title", title, &mut xml);
    push_element("subtitle", tagline, &mut xml);
    push_element("id", base_url, &mut xml);
    if let Some(latest) = entries.first() {
        push_element("updated", &moment(&latest.date), &mut xml);
    }
    let own = escape(base_url);
    xml.extend(["<link href=\"", &own, "\"/>\n"]);
    xml.extend(["<link rel=\"self\" type=\"application/atom+xml\" href=\"", &own, PATH, "\"/>\n"]);
    xml.extend(["<author><name>", &escape(author.as_ref().unwrap_or(title)), "</name></author>\n"]);
    for Entry { title, summary, address, date } in &entries {
        xml.push_str("<entry>\n");
        push_element("title", title, &mut xml);
        push_element("id", address, &mut xml);
        xml.extend(["<link href=\"", &escape(address), "\"/>\n"]);
        push_element("published", &moment(date), &mut xml);
        push_element("updated", &moment(date), &mut xml);
        push_element("summary", summary, &mut xml);
        xml.push_str("</entry>\n");
    }
    xml.push_str("</feed>\n");
    xml
}

/// Returns midnight of a day in the format of Atom.
fn moment(date: &str) -> String {
    format!("{date}T00:00:00Z")
}
