//! `games new`: writes a game in Lua to begin with, and its page.

use std::path::Path;

use clap::{Args, ValueEnum};

use crate::engine::game::is_slug;
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::outputs::disk::new_files::NewFiles;
use crate::tool::commands::init::told;
use crate::tool::commands::terminal::Verbosity;
use crate::tool::starter::{CONTENT, game_code, game_page};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The name of the game in addresses, such as `dodgem`
    name: String,
    /// What it is played on
    #[arg(short, long, value_enum, default_value = "squares")]
    kind: Kind,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// A board of squares, for two
    Squares,
    /// Rows of pieces, for two
    Heaps,
    /// A board of squares, for one
    Puzzle,
    /// A text with words to choose, for one
    Text,
}

impl Kind {
    fn is_for_two(self) -> bool {
        matches!(self, Self::Squares | Self::Heaps)
    }
}

pub(super) fn run(root: &Path, arguments: &Arguments, verbosity: Verbosity) -> Result<(), Diagnostics> {
    let Arguments { name, kind } = arguments;
    if !is_slug(name) {
        let finding = Diagnostic::new(format!("`{name}` cannot name a game"));
        return Err(finding.hint("name it with small letters, digits and hyphens, such as `dodgem`").into());
    }
    let folder = root.join(CONTENT);
    let place = NewFiles::open(&folder)?;
    let files = [
        (format!("{name}.lua"), game_code(kind.to_possible_value().expect("no kind is hidden").get_name()).to_owned()),
        (format!("{name}.md"), game_page(name, kind.is_for_two())),
    ];
    place.check_free(&folder, &[&files[0].0, &files[1].0], "choose another name")?;
    let files: Vec<_> = files.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
    Ok(verbosity.print(&told(&folder, &place.write(&files)?))?)
}
