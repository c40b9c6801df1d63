//! `words`: the catalogues of a language, to be filled in.

use std::path::{Path, PathBuf};

use clap::Args;

use super::init::told;
use super::terminal::{Loudness, print};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::games::Games;
use crate::output::new_files::NewFiles;
use crate::site::locales;
use crate::words::{FOLDER, check_tag};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The language by its tag, such as `de` or `pt-BR`
    language: String,
    /// Leave out what is filled in already
    #[arg(long)]
    missing: bool,
    /// Write a file for the program and one for each game into this folder, from the site's folder, instead of printing
    /// them; a site reads those in locales/
    #[arg(short, long, value_name = "DIR")]
    output_dir: Option<PathBuf>,
}

pub(super) fn run(games: &Games, root: &Path, arguments: &Arguments, loudness: Loudness) -> Result<(), Diagnostics> {
    check_tag(&arguments.language)?;
    let forms = locales(root, games)?.forms(&arguments.language, arguments.missing);
    let Some(folder) = &arguments.output_dir else {
        let form = |(name, text): &(String, String)| format!("### {FOLDER}/{name}\n\n{text}\n");
        return Ok(print(&forms.iter().map(form).collect::<String>())?);
    };
    let folder = root.join(folder);
    let place = NewFiles::open(&folder)?;
    let there = forms.iter().filter(|(name, _)| place.has(name)).map(|(name, _)| {
        let finding = Diagnostic::new(format!("{} is there already", folder.join(name).display()));
        finding.hint("choose another folder, and take from its file what you need")
    });
    there.collect::<Diagnostics>().into_result(())?;
    let files: Vec<_> = forms.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
    Ok(loudness.print(&told(&folder, &place.write(&files)?))?)
}
