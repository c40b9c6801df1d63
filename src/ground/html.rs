//! HTML: a reader, the characters and addresses that HTML may contain, and a guard over the program's output.

pub mod address;
pub mod characters;
pub mod elements;
pub mod guard;
pub mod style;
pub mod walk;
