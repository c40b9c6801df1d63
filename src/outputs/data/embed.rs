//! Embedding: the code that shows a page in a frame on another website, and its oEmbed data (<https://oembed.com>).

use quick_xml::escape::escape;
use serde_json::json;

/// The name of the oEmbed file in the folder of an edition.
pub const FILE: &str = "oembed.json";

/// The size of a frame, in CSS pixels. Boards and the controls next to them fit into the frame.
pub const WIDTH: u32 = 320;
pub const HEIGHT: u32 = 480;

#[derive(Clone, Debug)]
pub struct Framed<'a> {
    pub address: String,
    /// The title, for screen readers.
    pub title: String,
    pub site_title: &'a str,
    /// The URL of the site; ends with `/`.
    pub base_url: &'a str,
    /// The absolute URL of a picture of the page, and its width and height in pixels.
    pub picture: Option<(String, (usize, usize))>,
}

impl Framed<'_> {
    /// Returns the line of HTML that embeds the frame. An empty `sandbox` forbids scripts, forms, pop-ups and leaving
    /// the frame. The page in the frame needs none of these, because it uses only links.
    pub fn line(&self) -> String {
        let (address, title) = (escape(&self.address), escape(&self.title));
        format!(
            "<iframe src=\"{address}\" title=\"{title}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" loading=\"lazy\" \
             sandbox style=\"border:0\"></iframe>"
        )
    }

    pub fn oembed(&self) -> String {
        let mut answer = json!({
            "version": "1.0",
            "type": "rich",
            "title": self.title,
            "provider_name": self.site_title,
            "provider_url": self.base_url,
            "html": self.line(),
            "width": WIDTH,
            "height": HEIGHT,
        });
        if let Some((picture, (width, height))) = &self.picture {
            answer["thumbnail_url"] = json!(picture);
            answer["thumbnail_width"] = json!(width);
            answer["thumbnail_height"] = json!(height);
        }
        format!("{answer}\n")
    }
}
