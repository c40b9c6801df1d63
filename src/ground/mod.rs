//! The base of all other storeys: messages about mistakes, files of the user, and HTML.

#[cfg(feature = "cli")]
pub mod diagnostic;
#[cfg(feature = "cli")]
pub(crate) mod files;
#[cfg(feature = "cli")]
pub mod html;
pub(crate) mod suggestion;
