//! Diagnostics: messages about mistakes, each with a place and a hint.

mod finding;
mod source;
mod toml;

pub(crate) use crate::ground::suggestion::{MOST, did_you_mean, first_of, nearest};
pub use finding::{Diagnostic, Diagnostics, MOST_PRINTED, OrCannot};
pub use source::{Source, is_misleading, visible};
pub use toml::{read_toml, refusal, toml_keys};
