//! The disk: writes files to their places, whole or not at all, and keeps the files of others. You can kill the program
//! at any time, so it handles no interrupts.

pub mod guard;
pub mod new_files;
pub mod open_folder;

pub use self::new_files::NewFile;
