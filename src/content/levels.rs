//! Files of levels, in the usual formats of puzzles. A warehouse with boxes consists of lines in the characters of
//! `.xsb`. A car park is a string of 36 characters. Each level becomes an edition.

use std::iter;
use std::ops::Range;
use std::path::Path;

use toml::Value;

use super::editions::EditionKeys;
use super::files::{no_file, read_source};
use super::located::Located;
use super::{FOLDER, links};
use crate::engine::game::{Parameter, Values};
use crate::ground::diagnostic::Diagnostic;

/// The extensions of files that contain only levels.
pub(super) const ENDINGS: [&str; 2] = ["xsb", "sok"];

#[derive(Default)]
struct Level {
    title: Option<String>,
    rows: Vec<String>,
    place: Range<usize>,
}

/// Returns one edition per level of the file that a table names; without a file, the table itself.
pub(super) fn editions(
    edition: &EditionKeys,
    (root, page): (&Path, &str),
    parameters: &[Parameter],
) -> Result<Vec<EditionKeys>, Diagnostic> {
    let Some(file) = &edition.levels else { return Ok(vec![edition.clone()]) };
    let path = links::path_of(page, &file.value);
    let origin = root.join(FOLDER).join(&path);
    if path.starts_with("..") || !origin.is_file() {
        return Err(no_file(file, &path, iter::empty()));
    }
    let source = read_source(root, &origin)?;
    let takes_rows = |parameter: &&Parameter| matches!(parameter.values, Values::Texts(_));
    let Some(Parameter { name, .. }) = parameters.iter().find(takes_rows) else {
        let message = "a level is a list of strings, but no option of this game accepts such a list";
        return Err(file.diagnostic(message).hint("set a list as the default of an option: `default = { \"#@$.#\" }`"));
    };
    if let Some((own, _)) = edition.parameters.iter().find(|(key, _)| *key.value == **name) {
        let finding = own.diagnostic(format!("`{name}` is set here and also by each level in {}", source.name()));
        return Err(finding.hint("remove this key, or remove `levels`"));
    }
    let levels = read(source.text()).map_err(|(sign, place)| {
        let finding = Diagnostic::new(format!("levels cannot contain the character `{sign}`")).at(&source, place);
        finding.hint("use only `#@+$*.-_` and spaces, and begin comments with `;`")
    })?;
    if levels.is_empty() {
        let hint = "draw a level with `#`, `@`, `$` and `.`, or write a car park as a string of 36 letters";
        return Err(file.diagnostic(format!("{} contains no levels", source.name())).hint(hint));
    }
    let digits = levels.len().to_string().len();
    let each = levels.into_iter().zip(1..).map(|(Level { title, rows, place }, number)| {
        let rows = Value::Array(rows.into_iter().map(Value::String).collect());
        let option = Located { value: name.to_string(), source: source.clone(), range: place };
        EditionKeys {
            name: edition.name.with(format!("{}-{number:0digits$}", edition.name.value)),
            title: title.unwrap_or_else(|| format!("{} {number}", edition.title)),
            parameters: edition.parameters.iter().cloned().chain([(option, rows)]).collect(),
            levels: None,
            ..edition.clone()
        }
    });
    Ok(each.collect())
}

/// Reads levels. If the file begins with a comment, each comment is the title of the next level. Otherwise, each
/// comment is the title of the previous level. `Title: …` always belongs to the previous level.
///
/// # Errors
///
/// Returns the first character that no level can contain, and the range of its row.
fn read(text: &str) -> Result<Vec<Level>, (char, Range<usize>)> {
    let (mut levels, mut before, mut is_in_board, mut start) = (Vec::<Level>::new(), None, false, 0);
    let is_before = text.lines().map(str::trim).find(|line| !line.is_empty()).is_some_and(|line| line.starts_with(';'));
    for line in text.split_inclusive('\n') {
        let (text, place) = (line.trim_end(), start..start + line.trim_end().len());
        start += line.len();
        let cars = text.split_whitespace().find(|word| is_yard(word));
        if is_row(text) || cars.is_some() {
            if !is_in_board || cars.is_some() {
                levels.push(Level { title: before.take(), place: place.clone(), ..Level::default() });
            }
            if let Some(level) = levels.last_mut() {
                level.rows.push(cars.unwrap_or(text).to_owned());
                level.place.end = place.end;
            }
        } else if let Some(title) = title(text) {
            if is_before && text.starts_with(';') {
                before = Some(title);
            } else if let Some(level) = levels.last_mut() {
                level.title.get_or_insert(title);
            }
        } else if let Some(sign) = odd_sign(text) {
            return Err((sign, place));
        }
        is_in_board = is_row(text);
    }
    Ok(levels)
}

const SIGNS: &str = "#@+$*.-_ ";

fn is_row(line: &str) -> bool {
    line.contains('#') && line.chars().all(|sign| SIGNS.contains(sign))
}

/// Returns the first character of a row that no level can contain. A line with a word is not a row.
fn odd_sign(line: &str) -> Option<char> {
    let has_word = line.split(|sign: char| !sign.is_alphabetic()).any(|word| word.len() > 2);
    line.chars().find(|sign| line.contains('#') && !has_word && !SIGNS.contains(*sign))
}

fn is_yard(word: &str) -> bool {
    word.len() == 36 && word.chars().all(|sign| sign.is_ascii_alphabetic() || sign == '.')
}

/// Returns the title in a line between levels.
fn title(line: &str) -> Option<String> {
    let text = line.strip_prefix(';').or_else(|| line.strip_prefix("Title:"))?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(text: &str) -> Vec<(Option<String>, Vec<String>)> {
        read(text).expect("levels").into_iter().map(|level| (level.title, level.rows)).collect()
    }

    #[test]
    fn levels_are_read_as_they_are_published() {
        let some = |title: &str| Some(title.to_owned());
        let rows = |rows: &[&str]| rows.iter().map(|row| (*row).to_owned()).collect::<Vec<_>>();
        let (one, two) = (rows(&["  ###", "###@$.#", "  ###"]), rows(&["#####", "#@$.#", "#####"]));
        let drawn = "  ###\n###@$.#\n  ###\n";
        let other = "#####\n#@$.#\n#####\n";
        assert_eq!(
            levels(&format!("; First\n\n{drawn}\n; Second\n\n{other}")),
            [(some("First"), one.clone()), (some("Second"), two.clone())]
        );
        assert_eq!(
            levels(&format!("A set by a friend\n\n{drawn}Title: First\nAuthor: A\n\n{other}; Second\n")),
            [(some("First"), one), (some("Second"), two.clone())]
        );
        assert_eq!(levels(&format!("{other}\n\n{other}")), [(None, two.clone()), (None, two)]);
        let yard = "..A...XXA...B.....B.................";
        assert_eq!(levels(&format!("9 {yard} 120\n{yard}\n")).len(), 2);
        assert_eq!(levels(&format!("9 {yard} 120\n"))[0].1, [yard]);
        assert!(levels("nothing here\nLevel #1\n").is_empty());
    }
}
