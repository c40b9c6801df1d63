//! Suggestions: the known name that a misspelt one most probably means.

/// How long names may be, in bytes, to be compared with others.
const LONGEST: usize = 256;

/// Returns the candidate that a misspelt name most probably means, if one is near enough.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    let mut near: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().filter(|candidate| candidate.len() <= LONGEST) {
        let enough = candidate.len().div_ceil(3);
        // Comparing lengths takes a fraction of the time. A letter has at most four bytes.
        if name.len().abs_diff(candidate.len()) > 4 * enough {
            continue;
        }
        let distance = strsim::osa_distance(name, candidate);
        if distance <= enough && near.is_none_or(|(known, _)| distance < known) {
            near = Some((distance, candidate));
        }
    }
    near.map(|(_, candidate)| candidate)
}

/// Returns the hint for a misspelt name: the nearest known one, or all of them.
#[cfg(feature = "cli")]
pub(crate) fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    if let Some(near) = nearest(name, known.clone()) {
        return format!("did you mean `{near}`?");
    }
    let all: Vec<_> = known.into_iter().map(|name| format!("`{name}`")).collect();
    if all.is_empty() { "there are none yet".to_owned() } else { format!("known are {}", first_of(&all, ", ")) }
}

/// Returns as many items of a list as somebody will read, and how many more there are.
#[cfg(feature = "cli")]
pub(crate) fn first_of(items: &[String], separator: &str) -> String {
    const MOST: usize = 16;
    let shown = items[..items.len().min(MOST)].join(separator);
    match items.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_that_of_the_fewest_edits() {
        assert_eq!(nearest("mvoe", ["position", "move", "moved"]), Some("move"));
        assert_eq!(nearest("two-playr", ["two-player", "to-play"]), Some("two-player"));
        assert_eq!(nearest("zugzwang", ["move", "position"]), None);
        assert_eq!(nearest("Über", ["über", "aber"]), Some("über"));
    }
}
