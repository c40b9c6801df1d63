//! What kills, failing system calls, full disks, meddlers and hostile manifests leave of a folder: whole pages, all
//! that belongs to others, and a site that the next build finishes without help.
//!
//! A usual run tries a few of each, `make trust` many, and says how many there were.

mod failures;
mod kills;
mod manifests;
mod races;
mod site;

/// How many of something a run tries: few, or with `TRUST=1` many.
pub(crate) fn how_many(few: usize, many: usize) -> usize {
    if std::env::var_os("TRUST").is_some() { many } else { few }
}

/// Says what a test did, in the form that `make trust` shows.
#[expect(clippy::print_stdout, reason = "that is what the long tests are run for")]
pub(crate) fn told(what: &str) {
    println!("trust: {what}");
}
