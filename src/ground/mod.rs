//! The base of all other layers: messages about mistakes, the user's files, and HTML.

#[cfg(feature = "cli")]
pub mod diagnostic;
#[cfg(feature = "cli")]
pub(crate) mod files;
#[cfg(feature = "cli")]
pub mod html;
pub(crate) mod suggestion;
