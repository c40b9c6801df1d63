//! `theme`: begins a theme of the site's own with the files of one of the program.

use std::path::Path;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use super::init::told;
use super::terminal::Verbosity;
use crate::ground::diagnostic::Diagnostics;
use crate::outputs::disk::new_files::NewFiles;
use crate::pages::theme;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// What to do
    what: What,
    /// The name of the theme: its files lie in the site's folder themes/NAME
    name: String,
    /// The theme of the program whose files it begins with
    #[arg(long, value_name = "THEME", default_value = theme::DEFAULT)]
    #[arg(value_parser = PossibleValuesParser::new(theme::built_in()))]
    from: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    /// Write all files of a theme of the program, to be changed
    New,
}

pub(super) fn run(root: &Path, arguments: &Arguments, verbosity: Verbosity) -> Result<(), Diagnostics> {
    let Arguments { what: What::New, name, from } = arguments;
    theme::check_new_name(name)?;
    let folder = root.join(theme::FOLDER).join(name);
    let place = NewFiles::open(&folder)?;
    place.check_free(&folder, &[""], "choose another name, or delete the folder first")?;
    let files: Vec<_> = theme::built_in_files(from).into_iter().map(|(path, bytes)| (path, bytes.to_vec())).collect();
    let next = format!(
        "\nThe theme is ready. To use it, write `theme = \"{name}\"` into content/site.toml; \
         --theme {name} tries it once.\n"
    );
    Ok(verbosity.print(&(told(&folder, &place.write(&files)?) + &next))?)
}
