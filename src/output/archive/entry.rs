//! The entries of a tar: a header of 512 bytes for each folder and file, and the bytes of the files in blocks as long.

use tar::{EntryType, Header};

/// What ends an archive.
pub(super) const END: [u8; 2 * BLOCK] = [0; 2 * BLOCK];

const BLOCK: usize = 512;

/// The time of everything in an archive, in seconds from 1970: the beginning of 1980, before which ZIP has no times. Of
/// earlier ones tar warns that they are implausible.
const TIME: u64 = 315_532_800;

/// Appends the entry of a folder.
pub(super) fn append_folder(path: &str, out: &mut Vec<u8>) {
    append(&format!("{path}/"), EntryType::Directory, 0o755, &[], out);
}

/// Appends the entry of a file.
pub(super) fn append_file(path: &str, bytes: &[u8], out: &mut Vec<u8>) {
    append(path, EntryType::Regular, 0o644, bytes, out);
}

/// Appends the beginning of the entry of a file, which its bytes and a [padding] have to follow.
///
/// [padding]: append_padding
pub(super) fn begin_file(path: &str, length: u64, out: &mut Vec<u8>) {
    append_header(path, EntryType::Regular, 0o644, length, out);
}

/// Appends what fills the last block of a file with so many bytes.
pub(super) fn append_padding(length: u64, out: &mut Vec<u8>) {
    out.resize(out.len() + (length.next_multiple_of(BLOCK as u64) - length) as usize, 0);
}

fn append(path: &str, kind: EntryType, mode: u32, bytes: &[u8], out: &mut Vec<u8>) {
    append_header(path, kind, mode, bytes.len() as u64, out);
    out.extend_from_slice(bytes);
    append_padding(bytes.len() as u64, out);
}

fn append_header(path: &str, kind: EntryType, mode: u32, length: u64, out: &mut Vec<u8>) {
    let mut header = Header::new_ustar();
    if !path.is_ascii() || header.set_path(path).is_err() {
        // The header has no room for this path, or no encoding. An entry of attributes before it has.
        let attribute = path_attribute(path);
        append_plainly(&mut attributes_header(), EntryType::XHeader, 0o644, attribute.len() as u64, out);
        out.extend_from_slice(&attribute);
        append_padding(attribute.len() as u64, out);
        header = attributes_header();
    }
    append_plainly(&mut header, kind, mode, length, out);
}

/// Appends a header that has a path.
fn append_plainly(header: &mut Header, kind: EntryType, mode: u32, length: u64, out: &mut Vec<u8>) {
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(TIME);
    header.set_size(length);
    header.set_cksum();
    out.extend_from_slice(header.as_bytes());
}

/// Returns a header whose path stands in an entry of attributes.
fn attributes_header() -> Header {
    let mut header = Header::new_ustar();
    header.set_path("PaxHeaders/path").expect("a short path");
    header
}

/// Returns the attribute of a path as POSIX writes it: its own length in bytes, a blank, the name, `=`, the value and
/// the end of the line.
fn path_attribute(path: &str) -> Vec<u8> {
    let rest = format!(" path={path}\n");
    let mut length = rest.len();
    // The digits of the length count, too.
    while length != rest.len() + length.to_string().len() {
        length = rest.len() + length.to_string().len();
    }
    format!("{length}{rest}").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_counts_its_own_digits() {
        assert_eq!(path_attribute("a"), b"9 path=a\n");
        for length in 1..2000 {
            let attribute = path_attribute(&"x".repeat(length));
            let text = String::from_utf8(attribute).expect("text");
            let (count, _) = text.split_once(' ').expect("a length");
            assert_eq!(count.parse(), Ok(text.len()));
        }
    }

    #[test]
    fn entries_fill_blocks() {
        let mut out = Vec::new();
        for length in [0, 1, 511, 512, 513] {
            append_file("a", &vec![7; length], &mut out);
            assert_eq!(out.len() % BLOCK, 0, "{length}");
        }
        assert_eq!(out.len(), BLOCK * (5 + 1 + 1 + 1 + 2));
    }
}
