//! Outputs: the forms in which a site is published.

pub mod graph;
mod manifest;
pub mod website;
