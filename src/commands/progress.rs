//! The progress bar: on a terminal only, and gone when the work is done.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::terminal::{Loudness, is_capable_terminal};
use crate::output::Observer;

/// A bar that shows how far a build is.
pub(super) struct Progress(ProgressBar);

impl Progress {
    pub(super) fn new(loudness: Loudness) -> Self {
        let target = match loudness {
            Loudness::Quiet => ProgressDrawTarget::hidden(),
            _ if !is_capable_terminal() => ProgressDrawTarget::hidden(),
            _ => ProgressDrawTarget::stderr(),
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let style = ProgressStyle::with_template("{msg:>10} {wide_bar} {pos}/{len}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
        Self(bar)
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Observer for Progress {
    fn begin(&self, step: &'static str, files: usize) {
        self.0.set_message(step);
        self.0.set_length(files as u64);
        self.0.set_position(0);
    }

    fn advance(&self, files: usize) {
        self.0.inc(files as u64);
    }
}
