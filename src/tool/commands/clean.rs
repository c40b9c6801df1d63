//! `clean`: deletes what the last build wrote.

use std::path::{Path, PathBuf};

use clap::Args;

use super::terminal::{Verbosity, print, tell_of_kept};
use crate::ground::diagnostic::{Diagnostics, visible};
use crate::outputs::website::Website;
use crate::pages::site::SOURCES;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The folder of the website, from the site's folder
    #[arg(short, long, value_name = "DIR", default_value = "public")]
    output_dir: PathBuf,
    /// Say what would be deleted, and delete nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(root: &Path, arguments: &Arguments, verbosity: Verbosity) -> Result<(), Diagnostics> {
    let website = Website::open(&root.join(&arguments.output_dir), root, &SOURCES)?;
    let folder = visible(&website.folder.display().to_string()).into_owned();
    let Some(changes) = website.clean(arguments.dry_run)? else {
        return Ok(verbosity.print(&format!("{folder} holds nothing that a build wrote: nothing deleted\n"))?);
    };
    tell_of_kept(&changes, "", verbosity);
    if verbosity == Verbosity::Verbose || arguments.dry_run {
        let deletions = changes.deletions.iter().map(|path| format!("delete {}\n", visible(path)));
        print(&deletions.collect::<Vec<_>>().concat())?;
    }
    let what = if arguments.dry_run { "to delete" } else { "deleted" };
    Ok(verbosity.print(&format!("{} files {what} in {folder}\n", changes.deletions.len()))?)
}
