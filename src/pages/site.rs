//! The site: everything from a content folder to the contents of each page.

mod builder;
mod cards;
mod edition_pages;
mod neighbours;
mod opening;
mod options;
mod pages;
mod planning;
mod script_pages;
mod selection;
#[allow(clippy::module_inception, reason = "it is what the others make and use")]
mod site;
mod stories;
mod text_pages;

pub(crate) use builder::board_page;
pub(crate) use neighbours::neighbours;
pub use options::{CONTENT, Options, SOURCES, has_content};
pub(crate) use pages::Pages;
pub use site::Site;
pub(crate) use site::View;
pub(crate) use stories::picture as picture_of_story;
