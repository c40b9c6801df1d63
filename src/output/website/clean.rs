//! Cleaning: what the last build wrote is deleted, and nothing else. The manifest goes last, so that a cleaning which
//! is stopped at any moment is finished by the next one.

use super::stale::Stale;
use super::{Changes, MANIFEST, Website, stamp};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::output::manifest::STATE_FOLDER;

impl Website {
    /// Returns whether the folder holds anything that the writer keeps there for itself: without it nothing is known to
    /// be its work.
    fn has_state(&self) -> bool {
        self.root.as_ref().is_some_and(|root| root.entry(STATE_FOLDER).is_ok_and(|entry| entry.is_some()))
    }

    /// Deletes all files that are as the last build left them, the folders that this leaves empty, and what the writer
    /// remembers of them. Returns nothing if no build wrote into the folder. With `dry_run` it only finds out what
    /// would go.
    ///
    /// # Errors
    ///
    /// When it is not known what the last build wrote here, when another build is at work in the folder, or when a file
    /// cannot be deleted; the next cleaning tries again.
    pub fn clean(mut self, dry_run: bool) -> Result<Option<Changes>, Diagnostics> {
        if !self.has_state() {
            return Ok(None);
        }
        if let Some(flaw) = self.flaw.take() {
            return Err(flaw.into());
        }
        if !self.is_own {
            return Err(self.is_not_known().into());
        }
        let mut changes = Changes::default();
        if dry_run {
            Stale::everything(&self, &mut changes);
            return Ok(Some(changes));
        }
        let staging = self.begin(Vec::new())?;
        // Times are compared with the stamp, so it is asked before it goes.
        let stale = Stale::everything(&self, &mut changes);
        stale.delete(&self)?;
        staging.remove_own(stamp::NAME)?;
        if changes.unreadable.is_empty() {
            staging.remove_own(MANIFEST)?;
            staging.leave();
        }
        Ok(Some(changes))
    }

    /// Returns what is to be told of a folder whose manifest was not written in it.
    fn is_not_known(&self) -> Diagnostic {
        let message = format!(
            "what {} holds was built elsewhere, on another machine or before it was copied, so it may be anybody's",
            self.folder.display()
        );
        Diagnostic::new(message).hint("delete it yourself, or build into it with --force once, and clean it then")
    }
}
