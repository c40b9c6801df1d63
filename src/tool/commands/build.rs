//! `build` writes the website, and `clean` deletes what the last build wrote.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use toml::value::{Date, Datetime};

use super::session::{Jobs, Session, SiteArguments};
use super::terminal::{MOST_NAMED, Progress, count, print, print_to_stderr, some, time_since};
use crate::ground::diagnostic::{Diagnostics, visible};
use crate::ground::files::{OF_HOSTS, WELL_KNOWN};
use crate::outputs::assembly::{Sites, inputs};
use crate::outputs::website::{Changes, Report, UpdateOptions, Website};
use crate::outputs::{Files, Summary, size};
use crate::pages::site::{Options, SOURCES};

#[derive(Args, Debug)]
pub(super) struct Build {
    /// The folder for the website, relative to the site's folder
    #[arg(short, long, value_name = "DIR", default_value = "public")]
    output_dir: PathBuf,
    /// The address where the site will be published; needed only for absolute URLs, such as those in a feed
    #[arg(short = 'u', long, value_name = "URL")]
    base_url: Option<String>,
    /// If the site contains a calendar, show the puzzle of this day on the front page and in the feed
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = parse_date)]
    date: Option<Date>,
    #[command(flatten)]
    site: SiteArguments,
    #[command(flatten)]
    jobs: Jobs,
    /// Write into a folder even if it contains your own files, and overwrite those that have the same path as a file of
    /// the site
    #[arg(long)]
    force: bool,
    /// Print what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// With --only, also delete the files of all other parts of the site
    #[arg(long)]
    prune: bool,
}

impl Build {
    pub(super) fn run(&self, session: &Session<'_>) -> Result<(), Diagnostics> {
        let begin = Instant::now();
        let options = Options { date: self.date, ..self.site.options(session, self.base_url.as_ref()) };
        let is_part = !(self.site.only.is_empty() || self.prune);
        let update_options = UpdateOptions { force: self.force, dry_run: self.dry_run, is_part };
        let folder = session.root.join(&self.output_dir);
        let (report, sites) =
            self.jobs.with(session, |progress| update(&folder, &options, update_options, progress))?;
        if let Some(sites) = &sites {
            note_left_out(sites, session);
        }
        note_kept(&report.changes, "it is no longer part of the site, but ", session);
        if session.verbose || self.dry_run {
            let files = sites.as_ref().map(Sites::files);
            let path = |&file| files.as_ref().map(|files| files.path(file)).unwrap_or_default();
            let writes = report.changes.writes.iter().map(|file| format!("write {}\n", visible(&path(file))));
            print(&(writes.collect::<String>() + &deletions(&report.changes)))?;
        }
        session.print(&(summary(&report, self.dry_run) + &time_since(begin)))?;
        let of_the_rest = report.changes.of_the_rest;
        if of_the_rest > 0 {
            session.note(&format!("note: kept {of_the_rest} files that --only leaves out; --prune deletes them\n"));
        } else if !self.site.only.is_empty() {
            session.note(ONLY_A_PART);
        }
        if sites.as_ref().is_some_and(|sites| sites.first().base_url().is_none()) {
            session.note(LACKS_BASE_URL);
        }
        Ok(())
    }
}

const ONLY_A_PART: &str = "\
note: this folder contains only a part of the site, and links to the rest are not checked; to publish this part alone,
      write `draft = true` for the rest
";

const LACKS_BASE_URL: &str = "\
note: without a base URL, the site contains no error page, sitemap, feed or preview pictures, and no code to embed a
      game; build with --base-url https://example.org/games/, or set base_url in content/site.toml
";

/// Updates a folder. Returns the site, or `None` if the folder is up to date already.
fn update(
    folder: &Path,
    options: &Options,
    update_options: UpdateOptions,
    progress: &Progress,
) -> Result<(Report, Option<Sites>), Diagnostics> {
    let website = Website::open(folder, &options.root, &SOURCES)?;
    let inputs = inputs(options);
    if let Some(summary) = website.current(inputs, update_options) {
        let folder = website.folder.clone();
        return Ok((Report { folder, summary, changes: Changes::default() }, None));
    }
    let sites = Sites::load(options)?;
    let report = website.update(&sites.files(), inputs, update_options, progress)?;
    Ok((report, Some(sites)))
}

fn parse_date(text: &str) -> Result<Date, String> {
    match text.parse() {
        Ok(Datetime { date: Some(date), time: None, .. }) => Ok(date),
        _ => Err("write an existing day as year, month and day, such as 2026-11-24".to_owned()),
    }
}

/// Prints which parts of the content are not on the website, in case the author expects them there.
fn note_left_out(sites: &Sites, session: &Session<'_>) {
    let site = sites.first();
    sites.all().for_each(|site| session.note_missing_messages(&site.catalogue, MOST_NAMED));
    session.note_stories(site);
    let hidden = site.hidden_files();
    if !hidden.is_empty() {
        let exceptions = format!("hidden files are not published, except {}, and {WELL_KNOWN}/", OF_HOSTS.join(", "));
        session.note(&format!("left {} out of the site: {exceptions}\n", some(hidden, MOST_NAMED)));
    }
}

/// Prints which files of an earlier build stay, and why. `but` says why this is a problem.
fn note_kept(changes: &Changes, but: &str, session: &Session<'_>) {
    for path in &changes.kept {
        session.note(&format!("left {} alone: {but}it was changed\n", visible(path)));
    }
    for (path, error) in &changes.unreadable {
        print_to_stderr(&format!("left {} alone: {but}it cannot be read: {error}\n", visible(path)));
    }
}

fn deletions(changes: &Changes) -> String {
    changes.deletions.iter().map(|path| format!("delete {}\n", visible(path))).collect::<Vec<_>>().concat()
}

fn summary(report: &Report, dry_run: bool) -> String {
    let (writes, deletions) = (report.changes.writes.len(), report.changes.deletions.len());
    let folder = report.folder.display().to_string();
    let Summary { files, pages, bytes } = report.summary;
    let (pages, files) = (count(pages, "page"), count(files, "file"));
    let whole = format!("{pages}, {files}, {} in {}", size(bytes), visible(&folder));
    match (writes, deletions, dry_run) {
        (0, 0, false) => format!("{whole}: up to date, nothing written"),
        (0, 0, true) => format!("{whole}: up to date, nothing to write"),
        (_, 0, false) => format!("{whole}: {writes} written"),
        (_, _, false) => format!("{whole}: {writes} written, {deletions} deleted"),
        (_, _, true) => format!("{whole}: {writes} to write, {deletions} to delete"),
    }
}

#[derive(Args, Debug)]
pub(super) struct Clean {
    /// The folder of the website, relative to the site's folder
    #[arg(short, long, value_name = "DIR", default_value = "public")]
    output_dir: PathBuf,
    /// Print what would be deleted, and delete nothing
    #[arg(long)]
    dry_run: bool,
}

impl Clean {
    pub(super) fn run(&self, session: &Session<'_>) -> Result<(), Diagnostics> {
        let website = Website::open(&session.root.join(&self.output_dir), &session.root, &SOURCES)?;
        let folder = visible(&website.folder.display().to_string()).into_owned();
        let Some(changes) = website.clean(self.dry_run)? else {
            return Ok(session.print(&format!("{folder} contains no files of a build: nothing deleted\n"))?);
        };
        note_kept(&changes, "", session);
        if session.verbose || self.dry_run {
            print(&deletions(&changes))?;
        }
        let what = if self.dry_run { "to delete" } else { "deleted" };
        Ok(session.print(&format!("{} files {what} in {folder}\n", changes.deletions.len()))?)
    }
}
