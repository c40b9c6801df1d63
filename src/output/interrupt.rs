//! Interruption: somebody wants the program to end, and an output that changes a folder ends as if it had failed.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use crate::diagnostic::Diagnostic;

/// Whether an output is at work that has to tidy up before the program ends.
static AT_WORK: AtomicBool = AtomicBool::new(false);
/// Whether it was asked to end.
static ASKED: AtomicBool = AtomicBool::new(false);

/// Asks the output that is at work to end. Returns whether one is; it then does so soon, with an error.
pub fn interrupt() -> bool {
    ASKED.store(true, SeqCst);
    AT_WORK.load(SeqCst)
}

/// Whether somebody asked the program to end.
pub fn is_interrupted() -> bool {
    ASKED.load(SeqCst)
}

/// Says for as long as it lives that an output is at work.
#[derive(Debug)]
pub(super) struct AtWork(());

impl AtWork {
    pub(super) fn begin() -> Self {
        AT_WORK.store(true, SeqCst);
        Self(())
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        AT_WORK.store(false, SeqCst);
    }
}

/// Returns whether work is to go on.
///
/// # Errors
///
/// When somebody asked the program to end.
pub(super) fn check() -> Result<(), Diagnostic> {
    if is_interrupted() { Err(Diagnostic::new("interrupted")) } else { Ok(()) }
}
