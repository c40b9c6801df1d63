//! HTML: a parser, the characters and addresses that HTML may contain, and a guard that checks the program's output.

pub mod address;
pub mod characters;
pub mod elements;
pub mod guard;
pub mod style;
pub mod walk;
