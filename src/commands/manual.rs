//! `completions` and `man`: what shells and `man` know of the program, from the declarations of its arguments.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::terminal::{Loudness, print};
use crate::diagnostic::{Diagnostic, Diagnostics, visible};

#[derive(Args, Debug)]
pub(super) struct CompletionArguments {
    /// The shell that reads them
    shell: Shell,
}

#[derive(Args, Debug)]
pub(super) struct ManArguments {
    /// Write a page for the program and one for each verb into this folder, instead of printing the first
    #[arg(short, long, value_name = "DIR")]
    output_dir: Option<PathBuf>,
}

/// Prints the completions for a shell.
pub(super) fn completions(mut program: Command, arguments: &CompletionArguments) -> Result<(), Diagnostics> {
    let mut text = Vec::new();
    let name = program.get_name().to_owned();
    clap_complete::generate(arguments.shell, &mut program, name, &mut text);
    Ok(print(&String::from_utf8_lossy(&text))?)
}

/// Prints the manual, or writes all of its pages.
pub(super) fn man(
    program: Command,
    root: &Path,
    arguments: &ManArguments,
    loudness: Loudness,
) -> Result<(), Diagnostics> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let Some(folder) = &arguments.output_dir else {
        return Ok(print(&String::from_utf8_lossy(&page(&Man::new(program))))?);
    };
    let folder = root.join(folder);
    fs::create_dir_all(&folder).map_err(|error| Diagnostic::io("create", &folder, &error))?;
    let verbs: Vec<_> = program.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned().collect();
    for command in verbs.into_iter().chain([program]) {
        let man = Man::new(command);
        let path = folder.join(man.get_filename());
        fs::write(&path, page(&man)).map_err(|error| Diagnostic::io("write", &path, &error))?;
        loudness.print(&format!("wrote {}\n", visible(&path.display().to_string())))?;
    }
    Ok(())
}

fn page(man: &Man) -> Vec<u8> {
    let mut text = Vec::new();
    man.render(&mut text).expect("writing to memory succeeds");
    text
}
