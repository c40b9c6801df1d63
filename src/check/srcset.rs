//! Lists of images for screens of different kinds:
//! <https://html.spec.whatwg.org/multipage/images.html#srcset-attribute>.

/// Returns the addresses in a list of images.
pub(super) fn candidates(list: &str) -> Vec<&str> {
    let is_blank = |c: char| c.is_ascii_whitespace();
    let mut addresses = Vec::new();
    let mut rest = list.trim_start_matches(|c| is_blank(c) || c == ',');
    while !rest.is_empty() {
        let (address, more) = rest.split_at(rest.find(is_blank).unwrap_or(rest.len()));
        let bare = address.trim_end_matches(',');
        addresses.push(bare);
        // A comma at its end is none of it, and no width or density follows.
        let more = if bare == address { after_descriptors(more) } else { more };
        rest = more.trim_start_matches(|c| is_blank(c) || c == ',');
    }
    addresses
}

/// Returns what follows the widths and densities of an image.
fn after_descriptors(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => return &text[at..],
            _ => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_widths_and_commas() {
        for (list, addresses) in [
            ("a.png", "a.png"),
            ("a.png 1x, b.png 2x", "a.png b.png"),
            ("a.png, b.png", "a.png b.png"),
            ("a,b.png 100w,c.png 200w", "a,b.png c.png"),
            (" , a.png\t1x ,\n b.png ,", "a.png b.png"),
            ("a.png f(1,2), b.png", "a.png b.png"),
            ("", ""),
            (",", ""),
        ] {
            assert_eq!(candidates(list).join(" "), addresses, "{list:?}");
        }
    }
}
