//! `words`: the catalogues of a language, to be filled in.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use super::init::told;
use super::terminal::{Verbosity, print};
use crate::content::words::{FOLDER, Form, check_tag};
use crate::engine::games::Games;
use crate::ground::diagnostic::Diagnostics;
use crate::outputs::assembly::locales;
use crate::outputs::disk::new_files::NewFiles;
use crate::pages::site::CONTENT;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The language by its tag, such as `de` or `pt-BR`
    language: String,
    /// Leave out what is filled in already
    #[arg(long)]
    missing: bool,
    /// Write files instead of printing them: those of games in files beside these, all others into this folder, from
    /// the site's folder; a site reads those in locales/
    #[arg(short, long, value_name = "DIR")]
    output_dir: Option<PathBuf>,
}

pub(super) fn run(games: &Games, root: &Path, arguments: &Arguments, verbosity: Verbosity) -> Result<(), Diagnostics> {
    check_tag(&arguments.language)?;
    let forms = locales(root, games)?.forms(&arguments.language, arguments.missing);
    let Some(folder) = &arguments.output_dir else {
        let form = |Form { path, is_in_content, text }: &Form| {
            let folder = if *is_in_content { CONTENT } else { FOLDER };
            format!("### {folder}/{path}\n\n{text}\n")
        };
        return Ok(print(&forms.iter().map(form).collect::<String>())?);
    };
    let mut files: BTreeMap<PathBuf, Vec<(String, Vec<u8>)>> = BTreeMap::new();
    for form in forms {
        let folder = root.join(if form.is_in_content { Path::new(CONTENT) } else { folder });
        files.entry(folder).or_default().push((form.path, form.text.into_bytes()));
    }
    let (mut places, mut there) = (Vec::new(), Diagnostics::new());
    for (folder, files) in files {
        let place = NewFiles::open(&folder)?;
        let paths: Vec<&str> = files.iter().map(|(path, _)| &**path).collect();
        there.keep(place.check_free(&folder, &paths, "move it elsewhere, and take from it what you need"));
        places.push((folder, place, files));
    }
    there.into_result(())?;
    for (folder, place, files) in places {
        verbosity.print(&told(&folder, &place.write(&files)?))?;
    }
    Ok(())
}
