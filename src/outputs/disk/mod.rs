//! The disk: writes files to their places, whole or not at all, and keeps the files of others. If a user interrupts
//! the program, an output that changes a folder ends as if it had failed.

pub mod guard;
pub mod new_files;
pub mod open_folder;

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;

use crate::ground::diagnostic::Diagnostic;

pub use self::new_files::{NewFile, remove_unfinished};

/// Whether an output is at work that has to tidy up before the program ends.
static AT_WORK: AtomicBool = AtomicBool::new(false);
static ASKED: AtomicBool = AtomicBool::new(false);

/// Asks the output that is at work to end. Returns whether one is; it then does so soon, with an error.
pub fn interrupt() -> bool {
    ASKED.store(true, SeqCst);
    AT_WORK.load(SeqCst)
}

pub fn is_interrupted() -> bool {
    ASKED.load(SeqCst)
}

pub(crate) fn set_at_work(is_at_work: bool) {
    AT_WORK.store(is_at_work, SeqCst);
}

/// Fails after an interrupt. `hint` describes the state of the folder then.
pub(crate) fn check_interrupted(hint: &str) -> Result<(), Diagnostic> {
    if is_interrupted() { Err(Diagnostic::new("interrupted").hint(hint)) } else { Ok(()) }
}
