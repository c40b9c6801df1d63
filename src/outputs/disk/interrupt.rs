//! Interruption: somebody wants the program to end, and an output that changes a folder ends as if it had failed.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use crate::ground::diagnostic::Diagnostic;

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

pub(crate) fn check() -> Result<(), Diagnostic> {
    if is_interrupted() { Err(Diagnostic::new("interrupted")) } else { Ok(()) }
}
