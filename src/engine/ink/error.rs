//! What is wrong with a story.

/// Why a story cannot be read, or cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", in_part(.path))]
pub struct StoryError {
    /// What is wrong.
    pub message: String,
    /// The path of the part of the story where it is, such as `knot.stitch.0`.
    pub path: String,
}

fn in_part(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!(" (in `{path}`)") }
}
