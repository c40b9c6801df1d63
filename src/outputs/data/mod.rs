//! Data: files for other programs, such as search engines, feed readers and blogs.

pub mod embed;
pub mod feed;
pub mod graph;
pub mod lines;
pub mod sitemap;
