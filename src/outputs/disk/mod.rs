//! The disk: writes each file completely or not at all, and keeps foreign files. You can kill the program at any time,
//! so it does not handle interrupts.

pub mod guard;
pub mod new_files;
pub mod open_folder;

pub use self::new_files::NewFile;
