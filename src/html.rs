//! What HTML may be on a page: which elements, which addresses and which characters. Content and themes are held to
//! the same rules.

pub mod address;
pub mod characters;
pub mod drawing;
pub mod elements;
pub mod tokens;
pub mod walk;
