//! Packs files into one ZIP archive whose bytes depend on the files alone.
//!
//! The page and the program pack with this code only: two libraries would write different fields and different streams
//! for the same files. It writes the minimal form of APPNOTE.TXT 6.3.3: local headers, the central directory and its
//! end record.

use crate::error::{ProofError, Result};

/// The first day that an archive can name, 1 January 1980. The time of packing is not recorded.
const DAY: u16 = 0x21;
/// The version of the format that deflated files require, 2.0.
const VERSION: u16 = 20;
/// The number of the compression method "deflated".
const DEFLATED: u16 = 8;
/// The compression level, from 0 to 10.
const EFFORT: u8 = 6;

/// An archive of the named files, in this order. The names are ASCII. Time and memory are linear in the bytes.
///
/// # Errors
/// 4 GiB or more, which the format has no room for.
pub(super) fn archive(files: &[(&str, Vec<u8>)]) -> Result<Vec<u8>> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let packed = miniz_oxide::deflate::compress_to_vec(bytes, EFFORT);
        let mut entry = Vec::new();
        put(&mut entry, &[VERSION, 0, DEFLATED, 0, DAY]);
        entry.extend(crc_32(bytes).to_le_bytes());
        entry.extend(length(packed.len())?);
        entry.extend(length(bytes.len())?);
        put(&mut entry, &[name.len() as u16, 0]);
        directory.extend(b"PK\x01\x02");
        put(&mut directory, &[VERSION]);
        directory.extend(&entry);
        put(&mut directory, &[0; 5]);
        directory.extend(length(archive.len())?);
        directory.extend(name.as_bytes());
        archive.extend(b"PK\x03\x04");
        archive.extend(entry);
        archive.extend(name.as_bytes());
        archive.extend(packed);
    }
    let begins = length(archive.len())?;
    let files = files.len() as u16;
    let long = length(directory.len())?;
    archive.extend(directory);
    archive.extend(b"PK\x05\x06");
    put(&mut archive, &[0, 0, files, files]);
    archive.extend(long);
    archive.extend(begins);
    put(&mut archive, &[0]);
    Ok(archive)
}

fn put(bytes: &mut Vec<u8>, numbers: &[u16]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn length(bytes: usize) -> Result<[u8; 4]> {
    let length = u32::try_from(bytes).map_err(|_| ProofError::TooLarge)?;
    Ok(length.to_le_bytes())
}

/// The checksum of a file, bit by bit. For a few files of some kilobytes, a table would be larger than the code.
fn crc_32(bytes: &[u8]) -> u32 {
    let shifted = |sum: u32| match sum & 1 {
        1 => sum >> 1 ^ 0xEDB8_8320,
        _ => sum >> 1,
    };
    !(bytes.iter()).fold(u32::MAX, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), |sum, _| shifted(sum)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_sum_has_its_known_value() {
        assert_eq!(crc_32(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn an_archive_has_these_bytes() -> Result<()> {
        let bytes = archive(&[("a", b"x".to_vec())])?;
        let (header, directory) = (31, 47 + 22);
        let packed = &bytes[header..bytes.len() - directory];
        let unpacked = miniz_oxide::inflate::decompress_to_vec(packed).ok();
        assert_eq!(unpacked, Some(b"x".to_vec()));
        assert_eq!(bytes[10..14], [0, 0, 0x21, 0], "no time, and the first day");
        Ok(())
    }
}
