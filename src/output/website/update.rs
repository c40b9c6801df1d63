//! The last part of an update: what is staged is put in place, and recorded.

use std::io::Write;

use super::folders::Folders;
use super::place::Placing;
use super::record::Record;
use super::staging::Staging;
use super::stale::Stale;
use super::stamp::{self, Stamp};
use super::survey::Survey;
use super::{Changes, InputDigest, MANIFEST, Website};
use crate::diagnostic::Diagnostic;
use crate::output::layout::Layout;
use crate::output::manifest::{Digest, Witness};
use crate::output::{Files, Observer};

/// An update whose files are all staged.
pub(super) struct Update<'a, F> {
    pub(super) website: &'a Website,
    pub(super) files: &'a F,
    pub(super) layout: &'a Layout,
    pub(super) folders: &'a Folders,
    pub(super) survey: &'a Survey,
    pub(super) stale: &'a Stale,
    /// Whether what others put in the way may go.
    pub(super) force: bool,
}

impl<F: Files> Update<'_, F> {
    /// Makes the changes and records them.
    pub(super) fn apply(
        &self,
        staging: &mut Staging<'_>,
        changes: &Changes,
        inputs: InputDigest,
        observer: &dyn Observer,
    ) -> Result<(), Diagnostic> {
        let Self { website, survey, .. } = self;
        staging.keep_folders();
        let mut digest = website.manifest_digest.filter(|_| survey.is_same);
        if digest.is_none() || !changes.writes.is_empty() {
            if !changes.writes.is_empty() {
                // A page must not lead to one that a power failure takes away.
                staging.sync()?;
            }
            staging.remove_own(stamp::NAME)?;
            let is_more = survey.has_other_contents || survey.is_planned.contains(&false);
            if is_more || digest.is_none() {
                let claimed = self.record(staging, is_more.then_some(&survey.is_planned), is_more)?;
                digest = (!is_more).then_some(claimed);
            }
            observer.begin("Writing", changes.writes.len());
            Placing::put(self, staging, observer)?;
            self.stale.delete(website)?;
        }
        let digest = match digest {
            Some(digest) => digest,
            None => self.record(staging, Some(&self.stale.forgotten(website)), false)?,
        };
        if changes.unreadable.is_empty() {
            staging.put_own(stamp::NAME, |file| file.write_all(Stamp::text(inputs, digest).as_bytes()))?;
        }
        Ok(())
    }

    /// Writes the manifest, and returns its digest. Of the old one it keeps the files that are not `forgotten`, and the
    /// old contents of those that stay, if they may still be there.
    fn record(
        &self,
        staging: &Staging<'_>,
        forgotten: Option<&[bool]>,
        with_old_contents: bool,
    ) -> Result<Digest, Diagnostic> {
        let old = &self.website.manifest;
        let record = Record {
            files: self.files,
            layout: self.layout,
            digests: &self.survey.digests,
            old_contents: with_old_contents.then_some(old),
            stale: forgotten.filter(|forgotten| forgotten.contains(&false)).map(|forgotten| (old, forgotten)),
        };
        let witness = Witness::of(staging.lock());
        let mut digest = Digest::default();
        staging.put_own(MANIFEST, |file| {
            digest = record.write(file, witness.as_ref())?;
            // The next build trusts the manifest, so it has to be on the disk before it takes the old one's place.
            file.sync_all()
        })?;
        Ok(digest)
    }

    /// Returns how many files lie in folders that are put in place as a whole.
    pub(super) fn files_in_new_folders(&self) -> usize {
        let runs = self.layout.runs(0..self.survey.digests.len() as u32);
        runs.filter(|(folder, _)| self.folders.is_missing(*folder)).map(|(_, numbers)| numbers.len()).sum()
    }
}
