//! Gzip whose parts are compressed in parallel.
//!
//! Each part is compressed by itself and ends on a whole byte, so that the parts one after the other are the one stream
//! that every program reads. It costs about a hundredth in length.

use std::io::Write;

use flate2::Crc;
use flate2::write::DeflateEncoder;

/// The header: deflated, no name, no time, written by no particular system.
pub(super) const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// A last part that is empty.
const LAST: [u8; 2] = [3, 0];

/// The checksum and length of what was compressed so far.
#[derive(Debug, Default)]
pub(super) struct Gzip(Crc);

impl Gzip {
    /// Takes a part into account.
    pub(super) fn add(&mut self, part: &Crc) {
        self.0.combine(part);
    }

    /// Returns the end of the stream, with these bytes as its last.
    pub(super) fn end(mut self, bytes: &[u8]) -> Vec<u8> {
        let (mut end, checksum) = compress(bytes);
        self.add(&checksum);
        end.extend(LAST);
        end.extend(self.0.sum().to_le_bytes());
        end.extend(self.0.amount().to_le_bytes());
        end
    }
}

/// Compresses a part and returns it with its checksum.
pub(super) fn compress(bytes: &[u8]) -> (Vec<u8>, Crc) {
    let mut checksum = Crc::new();
    checksum.update(bytes);
    let mut encoder = DeflateEncoder::new(Vec::new(), flate2::Compression::default());
    // Flushing ends the part on a whole byte without ending the stream.
    encoder.write_all(bytes).and_then(|()| encoder.flush()).expect("writing to memory succeeds");
    (std::mem::take(encoder.get_mut()), checksum)
}
