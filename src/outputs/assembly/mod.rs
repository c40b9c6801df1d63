//! Assembly: the files of a site in each of its forms, and their contents.

mod book;
mod check_links;
mod collisions;
mod downloads;
mod files;
mod inputs;
mod opening;
mod pictures;
mod previews;
#[cfg(feature = "serve")]
mod reloading;
mod site_files;
mod sites;
mod website;

pub use book::BookFiles;
pub use inputs::inputs;
#[cfg(feature = "serve")]
pub use reloading::ReloadingSite;
pub use site_files::{PICTURE_WIDTH, PictureFormat, SiteFiles};
pub use sites::{Sites, locales};
pub use website::WebsiteFiles;
