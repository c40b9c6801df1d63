//! HTML: how it is read, which characters and addresses it may have, and the guard over what is written.

pub mod address;
pub mod characters;
pub mod elements;
pub mod guard;
pub mod style;
pub mod walk;
