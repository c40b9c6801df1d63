//! Reading a manifest, and refusing what this program did not write.

use super::{FORM, LAST_LINE, Line, Lines, Manifest, NAME, PLAIN_FORM, may_be_folder, may_lie_in, packed};

/// Why a manifest cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::output) enum Flaw {
    /// The number of the first line that this program did not write.
    Line(usize),
    /// It names a file twice.
    Twice,
    /// Its end is missing.
    CutOff,
    /// A newer version of this program wrote it.
    Newer,
    /// An older version of this program wrote it.
    Older,
}

impl Manifest {
    /// Reads what was written.
    ///
    /// # Errors
    ///
    /// When it is not what this version of the program wrote.
    pub(crate) fn parse(bytes: Vec<u8>) -> Result<Self, Flaw> {
        match form_of(&bytes) {
            Some(form) if form > FORM => return Err(Flaw::Newer),
            Some(form) if form < PLAIN_FORM => return Err(Flaw::Older),
            _ => {}
        }
        if let Some(records) = bytes.strip_prefix(Lines::begin().as_bytes()) {
            return Self::parse_text(packed::unpack(records)?);
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            Flaw::Line(valid.split(|&byte| byte == b'\n').count())
        })?;
        Self::parse_text(text)
    }

    /// Reads the text of a manifest, which is what the form before this one was on the disk, too.
    fn parse_text(text: String) -> Result<Self, Flaw> {
        // Places in the text are kept as 32 bits.
        if u32::try_from(text.len()).is_err() {
            return Err(Flaw::Line(1));
        }
        let mut manifest = Self::default();
        let mut last_name = None;
        let mut begin = 0;
        for number in 1_usize.. {
            let length = text[begin..].find('\n').ok_or(Flaw::CutOff)?;
            let line = &text[begin..begin + length];
            let end = begin + length + 1;
            if number == 1 {
                let form = line.strip_prefix(NAME);
                if ![PLAIN_FORM, FORM].iter().any(|known| form == Some(&known.to_string())) {
                    return Err(Flaw::Line(1));
                }
            } else if let Some(path) = line.strip_prefix('/') {
                if !may_be_folder(path) {
                    return Err(Flaw::Line(number));
                }
                manifest.runs.push((manifest.files.len() as u32, begin as u32 + 1..(begin + length) as u32));
                last_name = None;
            } else if let Some(seal) = line.strip_prefix(LAST_LINE) {
                let seal = Some(seal).filter(|seal| seal.len() == 32 && !seal.starts_with('+'));
                let seal = seal.and_then(|seal| u128::from_str_radix(seal, 16).ok()).ok_or(Flaw::Line(number))?;
                if end != text.len() {
                    return Err(Flaw::Line(number + 1));
                }
                (manifest.end, manifest.seal) = (begin, seal);
                break;
            } else {
                let name = Line::read(&text, begin).map(|line| line.name).filter(|_| !manifest.runs.is_empty());
                let folder =
                    manifest.runs.last().map_or("", |(_, folder)| &text[folder.start as usize..folder.end as usize]);
                let name = name.filter(|name| may_lie_in(folder, name)).ok_or(Flaw::Line(number))?;
                if last_name != Some(name) {
                    manifest.files.push(begin as u32);
                }
                last_name = Some(name);
            }
            begin = end;
        }
        manifest.files.shrink_to_fit();
        Ok(Self { text, ..manifest })
    }
}

/// Returns the number of the form that the first line names.
fn form_of(bytes: &[u8]) -> Option<u32> {
    let rest = bytes.strip_prefix(NAME.as_bytes())?;
    std::str::from_utf8(rest.split(|&byte| byte == b'\n').next()?).ok()?.parse().ok()
}
