//! `build`: writes the website.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::progress::Progress;
use super::{Loudness, SiteArguments, print};
use crate::diagnostic::Diagnostics;
use crate::output::website::{Changes, How, Report};
use crate::site::{Site, inputs};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Where to write the website, from the site's folder
    #[arg(short, long, value_name = "DIR", default_value = "public")]
    output_dir: PathBuf,
    /// Where the site will be published; needed only for what has to name absolute addresses
    #[arg(short = 'u', long, value_name = "URL")]
    base_url: Option<String>,
    #[command(flatten)]
    site: SiteArguments,
    /// Replace files in the output folder that this program did not write
    #[arg(long)]
    force: bool,
    /// Say what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(root: PathBuf, arguments: &Arguments, loudness: Loudness) -> Result<(), Diagnostics> {
    let begin = Instant::now();
    let folder = root.join(&arguments.output_dir);
    let options = arguments.site.options(root, arguments.base_url.clone());
    let progress = Progress::new(loudness);
    let built = arguments.site.with_jobs(|| {
        let website = Site::website(&folder, &options.root)?;
        let inputs = inputs(&options);
        if let Some(summary) = website.current(inputs) {
            let folder = website.folder().to_owned();
            let report = Report { folder, files: summary.files, bytes: summary.bytes, changes: Changes::default() };
            return Ok((report, Vec::new()));
        }
        let site = Site::load(&options)?;
        let how = How { force: arguments.force, dry_run: arguments.dry_run };
        let report = site.build(website, inputs, how, &progress)?;
        let files = site.files();
        let written = report.changes.writes.iter().map(|&file| files.path(file)).collect();
        Ok((report, written))
    });
    progress.finish();
    let (report, written): (Report, Vec<String>) = built?;
    for path in &report.changes.kept {
        if loudness != Loudness::Quiet {
            eprintln!("left {path} alone: it is no longer part of the site, but somebody changed it");
        }
    }
    let mut text = String::new();
    if loudness == Loudness::Verbose || arguments.dry_run {
        text.extend(written.iter().map(|path| format!("write {path}\n")));
        text.extend(report.changes.deletions.iter().map(|path| format!("delete {path}\n")));
    }
    if loudness != Loudness::Quiet {
        text += &summary(&report, arguments.dry_run);
        let time = format!(" in {:.1} s\n", begin.elapsed().as_secs_f64());
        text += &time;
    }
    Ok(print(&text)?)
}

/// The closing line, but for the time.
fn summary(report: &Report, dry_run: bool) -> String {
    let (writes, deletions) = (report.changes.writes.len(), report.changes.deletions.len());
    let whole = format!("{} files, {} MB in {}", report.files, megabytes(report.bytes), report.folder.display());
    match (writes, deletions, dry_run) {
        (0, 0, false) => format!("{whole}: up to date, nothing written"),
        (0, 0, true) => format!("{whole}: up to date, nothing to write"),
        (_, 0, false) => format!("{whole}: {writes} written"),
        (_, _, false) => format!("{whole}: {writes} written, {deletions} deleted"),
        (_, _, true) => format!("{whole}: {writes} to write, {deletions} to delete"),
    }
}

/// A size in megabytes with one decimal.
fn megabytes(bytes: u64) -> String {
    let tenths = bytes.div_ceil(100_000);
    format!("{}.{}", tenths / 10, tenths % 10)
}
