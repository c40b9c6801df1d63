//! The pages of a site and their contents. Pages refer to other pages, not to addresses.

pub mod chapter;
pub mod edition;
pub mod page;
pub(crate) mod picture;
pub mod plan;
pub(crate) mod prose;
pub mod script;
pub mod site;
pub mod story;
pub mod theme;
