//! Aliases: small pages at earlier addresses of a page that redirect to it. A static host cannot redirect, so the page
//! makes the browser redirect. Browsers that ignore the `refresh` show a link.

use quick_xml::escape::escape;

/// Returns an HTML page that redirects to `address`. `canonical` is the absolute URL, if the site has a base URL.
pub fn page(language: &str, title: &str, address: &str, canonical: Option<&str>) -> String {
    let (title, address) = (escape(title), escape(address));
    let canonical = canonical.map(|address| format!("<link rel=\"canonical\" href=\"{}\">\n", escape(address)));
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"robots\" content=\"noindex\">\n{}\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n<p><a href=\"{address}\">{title}</a></p>\n",
        canonical.unwrap_or_default()
    )
}
