//! Writing the manifest of a site, a part at a time: a large one never is in memory as a whole.

use std::io::{self, Write};

use crate::output::layout::Layout;
use crate::output::manifest::{Digest, Hasher, Lines, Manifest, Witness, packed};
use crate::output::order::in_order;
use crate::output::{FileId, Files};
use crate::plan::split;

/// How many files are written as one part.
const PART: usize = 1024;

/// The files that a manifest lists.
pub(super) struct Record<'a, F> {
    pub(super) files: &'a F,
    pub(super) layout: &'a Layout,
    /// The digest of each file.
    pub(super) digests: &'a [Digest],
    /// A manifest whose contents the files may still have.
    pub(super) old_contents: Option<&'a Manifest>,
    /// A manifest with files that the folder may still hold: those that are not marked.
    pub(super) stale: Option<(&'a Manifest, &'a [bool])>,
}

impl<F: Files> Record<'_, F> {
    /// Writes the manifest, sealed for its folder, and returns its digest.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub(super) fn write(&self, out: &mut (impl Write + Send), witness: Option<&Witness>) -> io::Result<Digest> {
        let (mut of_text, mut of_file) = (Hasher::default(), Hasher::default());
        let mut put = |(text, packed): (String, Vec<u8>)| {
            of_text.update(text.as_bytes());
            of_file.update(&packed);
            out.write_all(&packed)
        };
        let pack = |text: String| {
            let packed = packed::pack(&text);
            (text, packed)
        };
        put((Lines::begin(), Lines::begin().into_bytes()))?;
        in_order(self.digests.len().div_ceil(PART), |part| Ok(pack(self.part(part))), &mut put)?;
        if let Some((old, is_forgotten)) = self.stale {
            in_order(old.len().div_ceil(PART), |part| Ok(pack(stale(old, is_forgotten, part))), &mut put)?;
        }
        let end = packed::end(of_text.seal(witness));
        of_file.update(&end);
        out.write_all(&end)?;
        Ok(of_file.digest())
    }

    fn part(&self, part: usize) -> String {
        let mut text = String::new();
        let mut path = String::new();
        let mut last = None;
        for (folder, numbers) in self.layout.runs(self.layout.chunk(part, PART)) {
            Lines::folder(&mut text, &self.layout.folders()[folder]);
            for file in numbers.map(FileId) {
                path.clear();
                self.files.write_path(file, &mut path);
                let (_, name) = split(&path);
                let digest = self.digests[file.index()];
                Lines::file(&mut text, digest, name);
                let Some(old) = self.old_contents else { continue };
                let Some(known) = old.find(&path, &mut last) else { continue };
                for before in old.digests(known).filter(|&before| before != digest) {
                    Lines::file(&mut text, before, name);
                }
            }
        }
        text
    }
}

/// Returns the lines of those files of an old manifest that are not marked.
fn stale(old: &Manifest, is_forgotten: &[bool], part: usize) -> String {
    let mut text = String::new();
    let mut last_folder = None;
    let numbers = part * PART..old.len().min((part + 1) * PART);
    for file in numbers.filter(|&file| !is_forgotten[file]) {
        let path = old.path(file);
        let (folder, name) = split(&path);
        if last_folder.as_deref() != Some(folder) {
            Lines::folder(&mut text, folder);
            last_folder = Some(folder.to_owned());
        }
        for digest in old.digests(file) {
            Lines::file(&mut text, digest, name);
        }
    }
    text
}
