//! Forms: catalogues to be filled in, which have the English beside each message.

use std::fmt::Write;
use std::mem::take;

/// A message of a catalogue with its name and the empty lines at its end, or a comment or an empty line.
type Entry<'a> = (Option<&'a str>, String);

/// Returns a catalogue in the order of the English one with its comments and what is filled in already, the later
/// files before the earlier ones. A short one has only what is not, and is `None` if that is nothing.
pub(super) fn form(english: &str, own: &[&str], is_short: bool) -> Option<String> {
    let (mut form, mut heading, mut comment) = (String::new(), String::new(), String::new());
    for (name, text) in entries(english) {
        let Some(name) = name else {
            // What says something of all that follows waits for a message that does follow.
            if !text.starts_with("# ") {
                heading += &take(&mut comment);
            }
            if text.starts_with("# ") { &mut comment } else { &mut heading }.extend([&text, "\n"]);
            continue;
        };
        let (comment, text, blank) = (take(&mut comment), text.trim_end(), &text[text.trim_end().len()..]);
        let filled = own.iter().rev().find_map(|own| message(own, name));
        if filled.is_none() || !is_short {
            form.extend([take(&mut heading), comment]);
            let (_, original) = text.split_once('=').unwrap_or_default();
            for line in original.trim().lines() {
                let _ = writeln!(form, "# en: {line}");
            }
            form += &filled.map_or_else(|| format!("# {name} =\n"), |filled| filled + "\n");
        }
        heading += blank;
    }
    (!form.is_empty()).then_some(form)
}

fn message(catalogue: &str, name: &str) -> Option<String> {
    let found = entries(catalogue).into_iter().find(|(found, _)| *found == Some(name));
    found.map(|(_, text)| text.trim_end().to_owned())
}

/// Returns the parts of a catalogue. A message goes on for as long as no other one begins.
fn entries(catalogue: &str) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for line in catalogue.lines() {
        let goes_on = line.is_empty() || line.starts_with([' ', '}', '[', '*', '{']);
        if let Some((Some(_), text)) = entries.last_mut().filter(|_| goes_on) {
            text.extend(["\n", line]);
            continue;
        }
        let is_message = line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-');
        let name = line.split('=').next().filter(|_| is_message).map(str::trim);
        entries.push((name, line.to_owned()));
    }
    entries
}
