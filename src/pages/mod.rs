//! What there is to see: which pages a site has, and what is on each. A page names others; no address is known here.

pub mod chapter;
pub mod edition;
pub mod page;
pub(crate) mod picture;
pub mod plan;
pub mod script;
pub mod site;
pub mod story;
pub mod theme;
