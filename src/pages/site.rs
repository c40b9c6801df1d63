//! The site: what it is, from a folder with content to each of its pages.

mod basis;
mod cards;
mod neighbours;
mod opening;
mod options;
mod pages;
mod planning;
mod prose;
mod selection;
mod stories;
mod text_pages;
mod words;

pub use basis::Site;
pub(crate) use basis::{Group, View, group_title};
pub(crate) use opening::Opened;
pub use options::{CONTENT, Options, SOURCES, has_content};
pub(crate) use pages::Pages;
pub(crate) use planning::find_edition;
pub(crate) use stories::picture as picture_of_story;
pub(crate) use words::{board_page, start};
