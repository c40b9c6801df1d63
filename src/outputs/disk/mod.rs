//! The disk: how files come to their places, whole or not at all, and nothing of others is lost.

pub mod file_paths;
pub mod guard;
pub mod interrupt;
mod new_file;
pub mod new_files;
pub mod open_folder;

pub use self::interrupt::{interrupt, is_interrupted};
pub use self::new_file::{NewFile, remove_unfinished};
