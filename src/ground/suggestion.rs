//! Suggestions: the valid name that a misspelt one probably means.

pub(crate) const MOST: usize = 16;

/// Returns the candidate that a misspelt name probably means, if one is similar enough. For example, `Tic Tac Toe`
/// means `tic-tac-toe`.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lowered = name.to_lowercase().replace(' ', "-");
    let distance = |candidate: &'a str| {
        let enough = candidate.len().div_ceil(3);
        // Comparing lengths first is much faster. A letter has at most four bytes.
        let is_near = name.len().abs_diff(candidate.len()) <= 4 * enough;
        let of = |name: &str| strsim::osa_distance(name, candidate);
        let distance = is_near.then(|| of(name).min(of(&lowered)));
        distance.filter(|&distance| distance <= enough).map(|distance| (distance, candidate))
    };
    let near = candidates.into_iter().filter_map(distance).min_by_key(|&(distance, _)| distance);
    near.map(|(_, candidate)| candidate)
}

/// Returns the hint for a misspelt name: the most similar valid name or, if none is similar, the valid names.
pub(crate) fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    if let Some(near) = nearest(name, known.clone()) {
        return format!("did you mean `{near}`?");
    }
    let all: Vec<_> = known.into_iter().map(|name| format!("`{name}`")).collect();
    if all.is_empty() { "there are none yet".to_owned() } else { format!("available: {}", first_of(&all, MOST, ", ")) }
}

pub(crate) fn first_of(items: &[String], most: usize, separator: &str) -> String {
    let shown = items[..items.len().min(most)].join(separator);
    match items.len().saturating_sub(most) {
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
        assert_eq!(nearest("Tic Tac Toe", ["nim", "tic-tac-toe"]), Some("tic-tac-toe"));
    }
}
