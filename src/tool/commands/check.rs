//! `check`: checks a site before it is written, or a folder with a website.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::session::{Jobs, Session, SiteArguments};
use super::terminal::{Progress, count, print, time_since};
use crate::ground::diagnostic::Diagnostics;
use crate::outputs::assembly::Sites;
use crate::pages::site::has_content;
use crate::tool::check::{Folder, Proof, Subject, prove};

#[derive(Args, Debug)]
pub(super) struct Check {
    /// Also check that DIR contains exactly the files of the site. If there is no site, check only the links and
    /// scripts in DIR. DIR is relative to the site's folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// The address of the published site. Absolute links that begin with this address count as links within the site
    #[arg(short = 'u', long, value_name = "URL")]
    base_url: Option<String>,
    #[command(flatten)]
    site: SiteArguments,
    #[command(flatten)]
    jobs: Jobs,
    /// Print a JSON report for other programs
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) fn run(&self, session: &Session<'_>) -> Result<(), Diagnostics> {
        let begin = Instant::now();
        let proof = match self.jobs.with(session, |progress| self.prove(session, progress)) {
            Err(findings) if self.json => Proof::of_content(&findings),
            proof => proof?,
        };
        if !proof.warnings.is_empty() {
            session.note(&format!("warnings:\n{}", proof.warnings().plain()));
        }
        if self.json {
            print(&(serde_json::to_string_pretty(&proof).expect("a proof is plain data") + "\n"))?;
        } else {
            session.print(&(summary(&proof) + &time_since(begin)))?;
        }
        proof.diagnostics().into_result(())
    }

    /// Checks a site before it is written, and compares a folder with the site. If there is no site, checks only the
    /// folder.
    fn prove(&self, session: &Session<'_>, progress: &Progress) -> Result<Proof, Diagnostics> {
        let options = self.site.options(session, self.base_url.as_ref());
        let folder = self.dir.as_ref().map(|dir| Folder::open(&session.root.join(dir))).transpose()?;
        if let Some(folder) = folder.as_ref().filter(|_| !has_content(&session.root)) {
            let subject = Subject { site: None, base_url: self.base_url.as_deref(), folder: Some(folder) };
            return Ok(prove(folder, &subject, progress));
        }
        let sites = Sites::load(&options)?;
        for site in sites.all() {
            session.note_missing_messages(&site.catalogue, usize::MAX);
        }
        session.note_stories(sites.first());
        let subject = Subject { site: Some(&sites), base_url: sites.first().base_url(), folder: folder.as_ref() };
        Ok(prove(&sites.files(), &subject, progress))
    }
}

fn summary(proof: &Proof) -> String {
    let totals = &proof.totals;
    let mut parts = vec![count(totals.pages, "page"), count(totals.links, "link")];
    if totals.positions > 0 {
        let (moves, positions) = (count(totals.moves, "move"), count(totals.positions, "page"));
        parts.push(format!("{moves} on {positions} of play"));
    }
    if totals.external_links > 0 {
        parts.push(format!("{} to other sites, not checked", count(totals.external_links, "link")));
    }
    let what = parts.join(", ");
    match totals.faults {
        0 => format!("{what}: no problems found"),
        faults => format!("{what}: {}", count(faults, "fault")),
    }
}
