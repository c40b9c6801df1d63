//! Maps as SVG: a dot for each position, which leads to its page.

use std::fmt::Write;

/// Appends a dot: its name, its address, and where it is. Readers touch it; nobody comes to thousands of dots by the
/// tab key, and browsers that know no drawings find no links there.
pub fn write_dot(name: impl Iterator<Item = char>, href: &str, (x, y): (u32, u32), out: &mut String) {
    out.push_str("<a id=");
    out.extend(name);
    write!(out, " tabindex=-1 xlink:href={href}><path d=\"M{x} {y}h0\"/></a>").expect("writing to a string succeeds");
}
