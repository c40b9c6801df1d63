//! What the verbs have in common that write one file: into its place, or to standard output.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use super::arguments::{Jobs, STANDARD_OUTPUT};
use super::terminal::{Verbosity, tell, time_since, when_interrupted};
use crate::ground::diagnostic::{Diagnostic, Diagnostics, visible};
use crate::outputs::disk::{NewFile, remove_unfinished};
use crate::outputs::{Observer, size};
use crate::pages::site::SOURCES;

pub(super) struct OneFile<'a> {
    pub(super) root: &'a Path,
    /// Its name from there; `-` is standard output.
    pub(super) name: &'a Path,
    pub(super) kind: &'static str,
}

impl OneFile<'_> {
    /// Lets `write` write the file, and tells what was done: `write` returns what is in it, such as `12 files`. Where
    /// the file goes to standard output, that is told on standard error.
    pub(super) fn write(
        &self,
        jobs: &Jobs,
        verbosity: Verbosity,
        write: impl FnOnce(&mut (dyn Write + Send), &dyn Observer) -> Result<String, Diagnostics> + Send,
    ) -> Result<(), Diagnostics> {
        let begin = Instant::now();
        let is_stream = self.name == Path::new(STANDARD_OUTPUT);
        let place = self.root.join(self.name);
        let file = if is_stream { None } else { Some(NewFile::open(&place, self.kind, self.root, &SOURCES)?) };
        let shown = visible(&place.display().to_string()).into_owned();
        let left = if is_stream { "what was written is not whole" } else { &*format!("{shown} is as it was") };
        let interrupted = format!("interrupted: {left}\n");
        when_interrupted(move || {
            remove_unfinished();
            tell(&interrupted);
        });
        let written = jobs.with(verbosity, |progress| match &file {
            Some(file) => file.write(|mut file| {
                let what = write(&mut file, progress)?;
                let bytes = file.metadata().map_err(|error| Diagnostic::io("read", &place, &error))?.len();
                Ok(format!("{what}, {} in {shown}", size(bytes)))
            }),
            None => Ok(write(&mut io::stdout(), progress)? + " in one " + self.kind),
        });
        let done = format!("{}: written{}", written?, time_since(begin));
        if is_stream {
            verbosity.tell(&done);
            return Ok(());
        }
        Ok(verbosity.print(&done)?)
    }
}
