//! `check`: proves a site before it is written, a folder with a website, or an e-book.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};

use super::build::time_since;
use super::progress::Progress;
use super::{Jobs, Loudness, SiteArguments, print, tell};
use crate::check::{Book, Folder, Proof, Subject, prove};
use crate::diagnostic::{Diagnostics, MOST_TOLD, visible};
use crate::games::Games;
use crate::output::is_interrupted;
use crate::output::website::Remembered;
use crate::site::{Options, Site, has_content};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Check a folder with a website instead, whoever made it, from the site's folder
    #[arg(long, value_name = "DIR", conflicts_with = "epub")]
    dir: Option<PathBuf>,
    /// Check an e-book instead, whoever made it, from the site's folder
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["theme", "only", "drafts", "base_url", "host"]
    )]
    epub: Option<PathBuf>,
    /// Hold the site to the limits of a host, too
    #[arg(long, value_name = "NAME")]
    host: Option<Host>,
    /// Where the site is published; addresses below it are those of its files
    #[arg(short = 'u', long, value_name = "URL")]
    base_url: Option<String>,
    #[command(flatten)]
    site: SiteArguments,
    #[command(flatten)]
    jobs: Jobs,
    /// Print a report for other programs
    #[arg(long)]
    json: bool,
}

/// A host for sites of files.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Host {
    Github,
    Cloudflare,
    Netlify,
    Neocities,
    Itch,
}

impl From<Host> for crate::check::Host {
    fn from(host: Host) -> Self {
        match host {
            Host::Github => Self::GitHub,
            Host::Cloudflare => Self::Cloudflare,
            Host::Netlify => Self::Netlify,
            Host::Neocities => Self::Neocities,
            Host::Itch => Self::Itch,
        }
    }
}

pub(super) fn run(games: &Games, root: PathBuf, arguments: &Arguments, loudness: Loudness) -> Result<(), Diagnostics> {
    let begin = Instant::now();
    let progress = Progress::new(loudness);
    let options = arguments.site.options(games, root, arguments.base_url.clone());
    let proof = arguments.jobs.with(|| match (&arguments.dir, &arguments.epub) {
        (Some(dir), _) => check_folder(&options.root.join(dir), &options, arguments, &progress),
        (_, Some(file)) => check_book(&options.root.join(file), &progress),
        _ => check_plan(&options, arguments, &progress),
    });
    progress.finish();
    let proof = match proof {
        Err(findings) if arguments.json && !is_interrupted() => Proof::of_content(&findings),
        proof => proof?,
    };
    if loudness != Loudness::Quiet {
        warn(&proof.warnings());
    }
    if arguments.json {
        print(&(serde_json::to_string_pretty(&proof).expect("a proof is plain data") + "\n"))?;
    } else if loudness != Loudness::Quiet {
        print(&(summary(&proof) + &time_since(begin)))?;
    }
    proof.diagnostics().into_result(())
}

/// Checks the files of a site as they would be written.
fn check_plan(options: &Options, arguments: &Arguments, progress: &Progress) -> Result<Proof, Diagnostics> {
    let site = Site::load(options)?;
    let host = arguments.host.map(Into::into);
    let subject = Subject { site: Some(&site), base_url: site.base_url(), host, ..Subject::default() };
    Ok(prove(&site.files(), &subject, progress))
}

/// Checks a folder. One that was built from the site in the folder of the options is held to what the site says.
fn check_folder(
    folder: &Path,
    options: &Options,
    arguments: &Arguments,
    progress: &Progress,
) -> Result<Proof, Diagnostics> {
    let (files, before) = Folder::open(folder)?;
    let remembered = Remembered::open(folder)?;
    let site = match &remembered {
        Some(_) if has_content(&options.root) => Some(Site::load(options)?),
        _ => None,
    };
    let base_url = site.as_ref().map_or(arguments.base_url.as_deref(), Site::base_url);
    let subject = Subject {
        site: site.as_ref().map(|site| site as _),
        base_url,
        host: arguments.host.map(Into::into),
        remembered: remembered.as_ref(),
        package: None,
        before,
    };
    Ok(prove(&files, &subject, progress))
}

fn check_book(file: &Path, progress: &Progress) -> Result<Proof, Diagnostics> {
    let (book, before) = Book::open(file)?;
    Ok(prove(&book, &Subject { package: Some(book.package()), before, ..Subject::default() }, progress))
}

/// Prints what could be better, a line for each.
fn warn(warnings: &Diagnostics) {
    for warning in warnings.iter().take(MOST_TOLD) {
        let hint = warning.advice().unwrap_or_default();
        tell(&format!("warning: {warning} ({})\n", visible(hint)));
    }
    let more = warnings.count().saturating_sub(MOST_TOLD);
    if more > 0 {
        tell(&format!("warning: ... and {more} more\n"));
    }
}

/// Returns the closing line, but for the time.
fn summary(proof: &Proof) -> String {
    let totals = &proof.totals;
    let mut parts = vec![count(totals.pages, "page"), count(totals.links, "link")];
    if totals.positions > 0 {
        let (moves, positions) = (count(totals.moves, "legal move"), count(totals.positions, "position"));
        parts.push(format!("{moves} on {positions}"));
    }
    if totals.external_links > 0 {
        parts.push(format!("{} elsewhere, not asked", count(totals.external_links, "link")));
    }
    if totals.unused_files > 0 {
        parts.push(format!("{} that nothing refers to", count(totals.unused_files, "file")));
    }
    let what = parts.join(", ");
    match totals.faults {
        0 => format!("{what}: all as it should be"),
        faults => format!("{what}: {}", count(faults, "fault")),
    }
}

fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
