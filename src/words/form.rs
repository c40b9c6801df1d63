//! Forms: catalogues to be filled in, which have the English beside each message.

use std::fmt::Write;

/// A part of a catalogue.
enum Entry<'a> {
    /// A message, by its name, with its text.
    Message(&'a str, &'a str),
    /// A comment or an empty line.
    Line(&'a str),
}

/// Returns a catalogue in the order of the English one with its comments and what is filled in already, the later
/// files before the earlier ones. A short one has only what is not, and is `None` if that is nothing.
pub(super) fn form(english: &str, own: &[&str], is_short: bool) -> Option<String> {
    let (mut form, mut heading, mut comment) = (String::new(), String::new(), String::new());
    let mut count = 0;
    for entry in entries(english) {
        match entry {
            Entry::Line(line) if line.starts_with("# ") => comment.extend([line, "\n"]),
            // What says something of all that follows waits for a message that does follow.
            Entry::Line(line) => heading.extend([&*std::mem::take(&mut comment), line, "\n"]),
            Entry::Message(name, text) => {
                let comment = std::mem::take(&mut comment);
                let filled = own.iter().rev().find_map(|own| message(own, name));
                if filled.is_some() && is_short {
                    continue;
                }
                count += 1;
                form += &std::mem::take(&mut heading);
                form += &comment;
                let (_, original) = text.split_once('=').unwrap_or_default();
                for line in original.trim().lines() {
                    let _ = writeln!(form, "# en: {line}");
                }
                match filled {
                    Some(filled) => form.extend([filled, "\n"]),
                    None => form.extend(["# ", name, " =\n"]),
                }
            }
        }
    }
    (count > 0).then_some(form)
}

/// Returns what a catalogue has for a message, whole.
fn message<'a>(catalogue: &'a str, name: &str) -> Option<&'a str> {
    entries(catalogue).into_iter().find_map(|entry| match entry {
        Entry::Message(found, text) if found == name => Some(text),
        _ => None,
    })
}

/// Returns the parts of a catalogue. A message goes on for as long as no other one begins.
fn entries(catalogue: &str) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    let mut at = 0;
    let lines: Vec<&str> = catalogue.lines().collect();
    let goes_on = |line: &&str| line.is_empty() || line.starts_with([' ', '}', '[', '*', '{']);
    let mut start = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        let begin = start;
        start += line.len() + 1;
        if !line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-') {
            entries.push(Entry::Line(line));
            continue;
        }
        let more = lines[at..].iter().take_while(|line| goes_on(line)).count();
        // Empty lines at its end are none of it.
        let more = lines[at..at + more].iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        start += lines[at..at + more].iter().map(|line| line.len() + 1).sum::<usize>();
        at += more;
        let name = line.split('=').next().unwrap_or_default().trim();
        entries.push(Entry::Message(name, catalogue[begin..(start - 1).min(catalogue.len())].trim_end()));
    }
    entries
}
