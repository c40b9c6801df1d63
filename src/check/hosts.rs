//! The limits of hosts for sites of files, each as it was known at a time: hosts change them.

use super::finding::{Finding, Kind};
use crate::output;

/// A host for sites of files, and what it takes.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// What it is called on the command line.
    pub name: &'static str,
    title: &'static str,
    limit: Limit,
    /// What to do about more.
    hint: &'static str,
}

#[derive(Clone, Copy, Debug)]
enum Limit {
    Bytes(u64),
    Files(usize),
    FilesInFolder(usize),
}

/// When the limits were known.
const KNOWN: &str = "late 2026";

const FEWER: &str = "publish fewer games or editions (`--only`), or choose a host that takes more";

const PAID: &str = "paid plans take 100,000 files since January 2026; or publish fewer games or editions (`--only`)";

/// The host that most sites of this kind are published by.
pub(super) const GITHUB: Host =
    Host { name: "github", title: "GitHub Pages", limit: Limit::Bytes(1_000_000_000), hint: FEWER };

/// The hosts whose limits are known.
pub const HOSTS: [Host; 5] = [
    GITHUB,
    Host { name: "cloudflare", title: "Cloudflare Pages", limit: Limit::Files(20_000), hint: PAID },
    Host { name: "netlify", title: "Netlify", limit: Limit::FilesInFolder(54_000), hint: FEWER },
    Host { name: "neocities", title: "Neocities (free)", limit: Limit::Files(15_000), hint: FEWER },
    Host { name: "itch", title: "itch.io", limit: Limit::Files(1_000), hint: FEWER },
];

/// Returns in what a site of so many files and bytes is more than a host takes. `fullest` is the folder with the most
/// files, and how many these are.
pub(super) fn check(host: &Host, files: usize, bytes: u64, fullest: (&str, usize)) -> Option<Finding> {
    let Host { title, limit, hint, .. } = *host;
    let (folder, count) = fullest;
    let message = match limit {
        Limit::Bytes(limit) if bytes > limit => {
            let (bytes, limit) = (output::size(bytes), output::size(limit));
            format!("the site has {bytes}, and {title} takes at most {limit}")
        }
        Limit::Files(limit) if files > limit => {
            format!("the site has {files} files, and {title} takes at most {limit}")
        }
        Limit::FilesInFolder(limit) if count > limit => {
            format!("the folder `{folder}` has {count} files, and {title} takes at most {limit} in one")
        }
        _ => return None,
    };
    Some(Finding::new(Kind::Host, format!("{message} (as known in {KNOWN})"), hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_with_their_time() {
        for host in &HOSTS {
            let fault = check(host, 60_001, 1_000_000_001, ("nim", 54_001)).expect("more than it takes");
            assert!(fault.diagnostic.to_string().contains("(as known in late 2026)"), "{}", host.name);
            assert!(check(host, 1_000, 1_000, ("", 1_000)).is_none(), "{}", host.name);
        }
    }
}
