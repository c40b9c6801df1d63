//! What is proven, and what is known of it beside its files.

use super::folder::Folder;

/// What is known of a site beside its files.
pub trait Knowledge: Sync {
    /// Returns where the links in the main part of a page are to lead, if it is the page of a position.
    fn moves(&self, path: &str) -> Option<Vec<Lead>>;

    /// Whether a path is that of something which the site has, but not this part of it.
    fn is_left_out(&self, path: &str) -> bool;

    /// Whether pages may have scripts, frames and forms.
    fn may_have_scripts(&self) -> bool;
}

/// Where a link in the main part of a page is to lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    pub path: String,
    /// Whether it is the way back from a piece that was chosen.
    pub is_back: bool,
}

/// What is proven, beside the files themselves.
#[derive(Clone, Copy, Default)]
pub struct Subject<'a> {
    /// The site whose files they are; without it they are somebody's.
    pub site: Option<&'a dyn Knowledge>,
    pub base_url: Option<&'a str>,
    /// The folder that is to hold the files of the site and no others, or that is proven itself.
    pub folder: Option<&'a Folder>,
}
