//! The limits of hosts for sites of files, each as it was known at a time: hosts change them.

use super::finding::{Finding, Kind};
use crate::output;

/// A host for sites of files, and what it takes; nothing where no limit is known.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// What it is called on the command line.
    pub name: &'static str,
    title: &'static str,
    bytes: Option<u64>,
    files: Option<usize>,
    files_in_folder: Option<usize>,
    /// What to do about more.
    hint: &'static str,
}

/// When the limits were known.
const KNOWN: &str = "late 2026";

const NONE: Host = Host {
    name: "",
    title: "",
    bytes: None,
    files: None,
    files_in_folder: None,
    hint: "publish fewer games or editions (`--only`), or choose a host that takes more",
};

/// The host that most sites of this kind are published by.
pub(super) const GITHUB: Host = Host { name: "github", title: "GitHub Pages", bytes: Some(1_000_000_000), ..NONE };

/// The hosts whose limits are known.
pub const HOSTS: [Host; 5] = [
    GITHUB,
    Host {
        name: "cloudflare",
        title: "Cloudflare Pages",
        files: Some(20_000),
        hint: "paid plans take 100,000 files since January 2026; or publish fewer games or editions (`--only`)",
        ..NONE
    },
    Host { name: "netlify", title: "Netlify", files_in_folder: Some(54_000), ..NONE },
    Host { name: "neocities", title: "Neocities (free)", files: Some(15_000), ..NONE },
    Host { name: "itch", title: "itch.io", files: Some(1_000), ..NONE },
];

/// Returns in what a site of so many files and bytes is more than a host takes. `fullest` is the folder with the most
/// files, and how many these are.
pub(super) fn check(host: &Host, files: usize, bytes: u64, fullest: (&str, usize)) -> Vec<Finding> {
    let Host { title, files_in_folder, hint, .. } = *host;
    let mut faults = Vec::new();
    let mut tell = |message: String| {
        faults.push(Finding::new(Kind::Host, format!("{message} (as known in {KNOWN})"), hint));
    };
    if let Some(limit) = host.bytes.filter(|&limit| bytes > limit) {
        let (bytes, limit) = (output::size(bytes), output::size(limit));
        tell(format!("the site has {bytes}, and {title} takes at most {limit}"));
    }
    if let Some(limit) = host.files.filter(|&limit| files > limit) {
        tell(format!("the site has {files} files, and {title} takes at most {limit}"));
    }
    let (folder, count) = fullest;
    if let Some(limit) = files_in_folder.filter(|&limit| count > limit) {
        tell(format!("the folder `{folder}` has {count} files, and {title} takes at most {limit} in one"));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_with_their_time() {
        for host in &HOSTS {
            let faults = check(host, 60_001, 1_000_000_001, ("nim", 54_001));
            assert_eq!(faults.len(), 1, "{}", host.name);
            assert!(faults[0].message.contains("(as known in late 2026)"), "{}", host.name);
            assert!(check(host, 1_000, 1_000, ("", 1_000)).is_empty(), "{}", host.name);
        }
    }
}
