//! Outputs: the forms in which a site is published.

mod manifest;
pub mod website;
