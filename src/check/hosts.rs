//! The limits of hosts for sites of files, each as it was known at a time: hosts change them.

use super::fault::{Fault, Kind};
use crate::output::megabytes;

/// A host for sites of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// GitHub Pages.
    GitHub,
    /// Cloudflare Pages.
    Cloudflare,
    /// Netlify.
    Netlify,
    /// Neocities.
    Neocities,
    /// itch.io, for games that are played in the browser.
    Itch,
}

/// How large a site is.
#[derive(Clone, Debug, Default)]
pub(super) struct Size {
    pub(super) files: usize,
    pub(super) bytes: u64,
    /// The folder with the most files, and how many these are.
    pub(super) fullest: (String, usize),
}

/// What a host takes; nothing where no limit is known.
struct Limits {
    name: &'static str,
    bytes: Option<u64>,
    files: Option<usize>,
    files_in_folder: Option<usize>,
    /// When this was known.
    known: &'static str,
    /// What to do about more.
    hint: &'static str,
}

impl Host {
    fn limits(self) -> Limits {
        let fewer = "publish fewer games or editions (`--only`), or choose a host that takes more";
        let none =
            Limits { name: "", bytes: None, files: None, files_in_folder: None, known: "late 2026", hint: fewer };
        match self {
            Self::GitHub => Limits { name: "GitHub Pages", bytes: Some(1_000_000_000), ..none },
            Self::Cloudflare => Limits {
                name: "Cloudflare Pages",
                files: Some(20_000),
                hint: "paid plans take 100,000 files since January 2026; or publish fewer games or editions (`--only`)",
                ..none
            },
            Self::Netlify => Limits { name: "Netlify", files_in_folder: Some(54_000), ..none },
            Self::Neocities => Limits { name: "Neocities (free)", files: Some(15_000), ..none },
            Self::Itch => Limits { name: "itch.io", files: Some(1_000), ..none },
        }
    }
}

/// Returns in what a site is more than a host takes.
pub(super) fn check(host: Host, size: &Size) -> Vec<Fault> {
    let Limits { name, bytes, files, files_in_folder, known, hint } = host.limits();
    let mut faults = Vec::new();
    let mut tell = |message: String| {
        faults.push(Fault::new(Kind::Host, format!("{message} (as known in {known})"), hint));
    };
    if let Some(limit) = bytes.filter(|&limit| size.bytes > limit) {
        let (bytes, limit) = (megabytes(size.bytes), megabytes(limit));
        tell(format!("the site has {bytes} MB, and {name} takes at most {limit} MB"));
    }
    if let Some(limit) = files.filter(|&limit| size.files > limit) {
        tell(format!("the site has {} files, and {name} takes at most {limit}", size.files));
    }
    let (folder, count) = &size.fullest;
    if let Some(limit) = files_in_folder.filter(|limit| count > limit) {
        tell(format!("the folder `{folder}` has {count} files, and {name} takes at most {limit} in one"));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_with_their_time() {
        let size = Size { files: 60_001, bytes: 1_000_000_001, fullest: ("nim".to_owned(), 54_001) };
        for host in [Host::GitHub, Host::Cloudflare, Host::Netlify, Host::Neocities, Host::Itch] {
            let faults = check(host, &size);
            assert_eq!(faults.len(), 1, "{host:?}");
            assert!(faults[0].message.contains("(as known in late 2026)"), "{host:?}");
            assert!(check(host, &Size { files: 1_000, bytes: 1_000, ..Size::default() }).is_empty(), "{host:?}");
        }
    }
}
