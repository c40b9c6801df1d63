//! Suggestions: the known name that a misspelt one most probably means.

/// How long names may be, in bytes, to be compared with others.
const LONGEST: usize = 256;

/// How often each letter occurs in a name. Letters share counters, which only makes names look more alike.
#[derive(Clone)]
struct Letters([i16; 64]);

impl Letters {
    fn of(name: &str) -> Self {
        let mut counts = [0; 64];
        for letter in name.chars() {
            counts[letter as usize % 64] += 1;
        }
        Self(counts)
    }

    /// Returns how many edits a name needs at least to become another one.
    fn least_distance(&self, other: &str) -> usize {
        let mut differences = self.0;
        for letter in other.chars() {
            differences[letter as usize % 64] -= 1;
        }
        let missing: i16 = differences.iter().filter(|difference| **difference > 0).sum();
        let added: i16 = differences.iter().filter(|difference| **difference < 0).sum();
        missing.max(-added).unsigned_abs().into()
    }
}

/// Returns the candidate that a misspelt name most probably means, if one is near enough.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    let letters = Letters::of(name);
    let mut near: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().filter(|candidate| candidate.len() <= LONGEST) {
        let enough = candidate.len().div_ceil(3);
        let is_nearer = |distance: usize| distance <= enough && near.is_none_or(|(known, _)| distance < known);
        // Comparing counts of letters takes a fraction of the time, and is mostly enough.
        if !is_nearer(letters.least_distance(candidate)) {
            continue;
        }
        let distance = strsim::damerau_levenshtein(name, candidate);
        if is_nearer(distance) {
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

    #[test]
    fn counting_letters_never_says_more_than_the_distance() {
        let names =
            ["", "a", "ab", "ba", "abc", "acb", "move", "mvoe", "nim/two-player", "nim/tow-plaayer", "Ünder", "€"];
        for one in names {
            for other in names {
                let least = Letters::of(one).least_distance(other);
                assert!(least <= strsim::damerau_levenshtein(one, other), "{one} {other}: {least}");
            }
        }
    }
}
