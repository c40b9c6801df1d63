//! Diagnostics: everything that a user is told is wrong, with the place and a way out.

mod finding;
mod findings;
mod source;
mod toml;
mod visible;

pub(crate) use crate::ground::suggestion::{MOST, did_you_mean, first_of, nearest};
pub use finding::Diagnostic;
pub use findings::{Diagnostics, MOST_TOLD};
pub use source::Source;
pub use toml::{read_toml, refusal, toml_keys};
pub use visible::{is_misleading, visible};
