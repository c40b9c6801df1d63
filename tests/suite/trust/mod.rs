//! What kills, failing system calls, full disks, meddlers and hostile manifests leave in a folder: complete pages, all
//! foreign files, and a site that the next build completes without help.
//!
//! A normal run tries a few of each; `make trust` tries many, and prints how many there were.

mod failures;
mod kills;
mod manifests;
mod races;
mod site;

/// Returns how many cases a run tries: few, or with `TRUST=1` many.
pub(crate) fn how_many(few: usize, many: usize) -> usize {
    if std::env::var_os("TRUST").is_some() { many } else { few }
}

/// Prints what a test did, in the form that `make trust` shows.
#[expect(clippy::print_stdout, reason = "that is what the long tests are run for")]
pub(crate) fn told(what: &str) {
    println!("trust: {what}");
}
