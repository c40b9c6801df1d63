//! Which files are published as they are: those of kinds that readers of a site have a use for, and that run nothing.

use crate::ground::diagnostic::Diagnostic;

/// The endings of files that every site can publish: pictures, styles and fonts; texts and books; sounds and films;
/// data and archives. The guard looks into those that can run something.
const ENDINGS: [&str; 4] = [
    "apng avif bmp gif ico jpeg jpg png svg tif tiff webp css eot otf ttf woff woff2",
    "asc azw3 cbz djvu doc docx epub mobi odt pdf ps rtf sig tex txt",
    "aac flac m4a m4v mp3 mp4 oga ogg ogv opus srt vtt wav webm",
    "bz2 csv dot gz ics json jsonl kml ods pgn sgf sqlite tar toml tsv vcf webmanifest xlsx xml xz yaml yml zip",
];

/// Checks that a file may be published as it is. One without an ending may, since browsers do nothing with it.
/// `further` are the endings that the site allows beside those of all sites, `shown` is what messages call the file.
///
/// # Errors
///
/// When nobody said that files with its ending are to be published.
pub(crate) fn check_published(path: &str, shown: &str, further: &[String]) -> Result<(), Diagnostic> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let Some((_, ending)) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) else { return Ok(()) };
    let is = |known: &str| ending.eq_ignore_ascii_case(known);
    let mut known = ENDINGS.iter().flat_map(|endings| endings.split(' '));
    if known.any(is) || further.iter().any(|known| is(known)) {
        return Ok(());
    }
    let ending = ending.to_ascii_lowercase();
    Err(Diagnostic::new(format!("{shown} would be published as it is, and nothing says that `.{ending}` files may be"))
        .hint(format!("move it elsewhere, or write `publish = [\"{ending}\"]` into content/site.toml")))
}
