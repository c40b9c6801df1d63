//! Arguments of the program, mutated.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use super::words::{odd, words};
use crate::chance::Xorshift;

/// Returns some arguments, unchanged or mutated. None refers to a place outside of the site's folder, which is allowed.
pub(super) fn arguments(chance: &mut Xorshift) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = chance.one_of(words("arguments")).split(' ').map(OsString::from).collect();
    // Unchanged, they test mutated files.
    if chance.once_in(2) {
        return arguments;
    }
    for _ in 0..=chance.below(2) {
        let (one, other) = (chance.index(arguments.len()), chance.index(arguments.len()));
        match chance.below(6) {
            0 if arguments.len() > 1 => drop(arguments.remove(one)),
            1 => arguments.insert(other, arguments[one].clone()),
            2 => arguments.swap(one, other),
            3 => arguments[one] = OsString::from(chance.one_of(words("argument"))),
            4 => arguments.insert(one, OsString::from(chance.one_of(words("argument")))),
            _ => arguments[one].push(odd_argument(chance)),
        }
    }
    arguments
}

/// Returns bytes that no shell would pass on, without the zero that ends an argument.
fn odd_argument(chance: &mut Xorshift) -> OsString {
    let odd = *chance.one_of(&odd());
    let times = *chance.one_of(&[1, 1, 1, 3000]);
    OsString::from_vec(odd.iter().copied().filter(|&byte| byte > 0).collect::<Vec<_>>().repeat(times))
}
