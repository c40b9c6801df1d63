//! What the verbs have in common that write one file: into its place, or to standard output.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::arguments::{Jobs, STANDARD_OUTPUT};
use super::progress::Progress;
use super::terminal::{INTERRUPTED, Loudness, print, tell, time_since};
use crate::diagnostic::{Diagnostics, visible};
use crate::output::{NewFile, Observer, remove_unfinished, size};
use crate::site::SOURCES;

/// A file to be written.
pub(super) struct OneFile<'a> {
    /// The folder of the site.
    pub(super) root: &'a Path,
    /// Its name from there; `-` is standard output.
    pub(super) name: &'a Path,
    /// What messages call it.
    pub(super) kind: &'static str,
}

impl OneFile<'_> {
    /// Lets `write` write the file, and tells what was done: `write` returns what is in it, such as `12 files`. Where
    /// the file goes to standard output, that is told on standard error.
    pub(super) fn write(
        &self,
        jobs: &Jobs,
        loudness: Loudness,
        write: impl FnOnce(&mut (dyn Write + Send), &dyn Observer) -> Result<String, Diagnostics> + Send,
    ) -> Result<(), Diagnostics> {
        let begin = Instant::now();
        let is_stream = self.name == Path::new(STANDARD_OUTPUT);
        let place = self.root.join(self.name);
        let file = if is_stream { None } else { Some(NewFile::open(&place, self.kind, self.root, &SOURCES)?) };
        leave_nothing_when_interrupted(&place, is_stream);
        let progress = Progress::new(loudness);
        let written = jobs.with(|| match &file {
            Some(file) => file.write(|file| Counter::new(file).count(|out| write(out, &progress))),
            None => Counter::new(io::stdout()).count(|out| write(out, &progress)),
        });
        progress.finish();
        let (what, bytes) = written?;
        let what = format!("{what}, {} in", size(bytes));
        match (loudness, is_stream) {
            (Loudness::Quiet, _) => {}
            (_, true) => tell(&format!("{what} one {}: written{}", self.kind, time_since(begin))),
            (_, false) => {
                let place = place.display().to_string();
                print(&format!("{what} {}: written{}", visible(&place), time_since(begin)))?;
            }
        }
        Ok(())
    }
}

/// Counts the bytes on their way.
struct Counter<W> {
    out: W,
    bytes: u64,
}

impl<W: Write + Send> Counter<W> {
    fn new(out: W) -> Self {
        Self { out, bytes: 0 }
    }

    /// Returns what `write` does, and how many bytes it wrote.
    fn count<T>(
        mut self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> Result<T, Diagnostics>,
    ) -> Result<(T, u64), Diagnostics> {
        let done = write(&mut self)?;
        Ok((done, self.bytes))
    }
}

impl<W: Write> Write for Counter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Ends the program cleanly when somebody interrupts it: a file that is not whole goes, and the old one stays.
fn leave_nothing_when_interrupted(place: &Path, is_stream: bool) {
    let place: PathBuf = place.to_owned();
    let listening = ctrlc::set_handler(move || {
        remove_unfinished();
        if is_stream {
            tell("interrupted: what was written is not whole\n");
        } else {
            tell(&format!("interrupted: {} is as it was\n", visible(&place.display().to_string())));
        }
        std::process::exit(INTERRUPTED.into());
    });
    // Where nobody can listen, the program ends as it would without.
    drop(listening);
}
