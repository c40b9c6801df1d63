//! HTML: a reader, the characters and addresses that HTML may contain, and a guard over what the program writes.

pub mod address;
pub mod characters;
pub mod elements;
pub mod guard;
pub mod style;
pub mod walk;
