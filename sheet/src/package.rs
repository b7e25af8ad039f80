//! The package of a workbook: its kind by its first bytes, and whether its size is within the limits.
//!
//! A package is unpacked once without storing anything, before the reader sees it: the sizes stated in an archive may
//! be false, and a few kilobytes may unpack to gigabytes.

use crate::error::{OtherForm, Result, SheetError};
use crate::tags::Tags;
use std::io::{self, Cursor, Read, Write};
use zip::ZipArchive;
use zip::result::ZipError;

const ZIP: &[u8] = b"PK\x03\x04";
/// The container of Office formats before 2007, and of workbooks with a password.
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// The stream with the contents of a workbook with a password. Names there are UTF-16.
const ENCRYPTED: &str = "EncryptedPackage";
/// The number of shared texts is searched in this many bytes.
const HEAD: usize = 64 << 10;
/// The minimum number of bytes of a part for each shared text that it claims to have: fewer is false, as
/// `<si><t>a</t></si>` takes 17.
const BYTES_OF_A_TEXT: u64 = 8;

/// The limits for reading and writing. The defaults are those of the page and the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of all parts with texts and cells, unpacked.
    pub unpacked: u64,
    /// Cells of a table, including empty ones.
    pub cells: u64,
    /// Bytes of a table's text.
    pub text: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { unpacked: 1 << 30, cells: 200_000_000, text: 1 << 30 }
    }
}

/// Checks whether the bytes are a workbook that can be read.
///
/// # Errors
/// If it is a different kind of file, damaged, or unpacks to more than the limit.
///
/// # Complexity
/// Time: linear in the unpacked parts, up to the limit. Memory: constant.
pub(crate) fn check(bytes: &[u8], limits: &Limits) -> Result<Contents> {
    if bytes.starts_with(COMPOUND) {
        let name: Vec<u8> = ENCRYPTED.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let is_encrypted = bytes.windows(name.len()).any(|window| window == name);
        return Err(match is_encrypted {
            true => SheetError::Password,
            false => SheetError::OtherForm(OtherForm::Old),
        });
    }
    if bytes.is_empty() {
        return Err(SheetError::NoWorkbook("it is empty"));
    }
    if !bytes.starts_with(ZIP) {
        return Err(SheetError::NoWorkbook("it does not begin as one"));
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
    let mut contents = Contents::default();
    let mut is_package = false;
    let mut left = limits.unpacked;
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).map_err(damaged)?;
        let name = part.name().map_err(damaged)?.replace('\\', "/").to_ascii_lowercase();
        match name.as_str() {
            "[content_types].xml" => is_package = true,
            "mimetype" => return Err(open_document(&mut part)),
            _ if name.ends_with("workbook.bin") => {
                return Err(SheetError::OtherForm(OtherForm::Binary));
            }
            _ if name.ends_with("vbaproject.bin") => contents.has_macros = true,
            _ => {}
        }
        if !name.ends_with(".xml") && !name.ends_with(".rels") {
            continue;
        }
        let tags = name.contains("worksheets/").then(Tags::default);
        let mut weighed = Weighed { head: Vec::new(), tags };
        let unpacked = io::copy(&mut part.take(left + 1), &mut weighed)
            .map_err(|error| SheetError::Damaged(format!("{name}: {error}")))?;
        left = left.checked_sub(unpacked).ok_or(SheetError::TooLarge { mebibytes: limits.unpacked >> 20 })?;
        if let Some(Tags { has_hidden_rows, has_hidden_columns, outside, .. }) = weighed.tags {
            contents.has_hidden_rows |= has_hidden_rows;
            contents.has_hidden_columns |= has_hidden_columns;
            if let Some(place) = outside {
                return Err(SheetError::NoSuchPlace { place });
            }
        }
        if name.ends_with("sharedstrings.xml") {
            believable(&weighed.head, unpacked)?;
        }
    }
    match is_package {
        true => Ok(contents),
        false => Err(SheetError::NoWorkbook("it is a zip archive of other files")),
    }
}

/// What a package contains besides its sheets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Contents {
    /// Macros, which are never run.
    pub(crate) has_macros: bool,
    /// Rows that the workbook does not show.
    pub(crate) has_hidden_rows: bool,
    /// Columns that the workbook does not show.
    pub(crate) has_hidden_columns: bool,
}

fn damaged(error: ZipError) -> SheetError {
    SheetError::Damaged(error.to_string())
}

fn open_document(part: &mut impl Read) -> SheetError {
    let mut text = String::new();
    let read = part.take(HEAD as u64).read_to_string(&mut text);
    match read.is_ok() && text.contains("opendocument") {
        true => SheetError::OtherForm(OtherForm::OpenDocument),
        false => SheetError::NoWorkbook("it is a zip archive of other files"),
    }
}

/// Counts what is unpacked, keeps the beginning, and looks at the tags of a sheet.
struct Weighed {
    head: Vec<u8>,
    tags: Option<Tags>,
}

impl Write for Weighed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = HEAD.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..room]);
        if let Some(tags) = &mut self.tags {
            tags.see(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The reader allocates as many texts as the part claims to have, so that number must be possible.
fn believable(head: &[u8], unpacked: u64) -> Result<()> {
    const NAME: &[u8] = b"uniqueCount";
    let most = head
        .windows(NAME.len())
        .enumerate()
        .filter(|(_, window)| *window == NAME)
        .map(|(start, _)| number_behind(&head[start + NAME.len()..]))
        .max()
        .unwrap_or(0);
    let begins = head.windows(3).any(|window| window == b"sst");
    if most > unpacked / BYTES_OF_A_TEXT + 1 || (!begins && unpacked > 0) {
        let problem = "the list of its texts is not as long as it says".to_owned();
        return Err(SheetError::Damaged(problem));
    }
    Ok(())
}

/// The next number, saturated if it is too large.
fn number_behind(text: &[u8]) -> u64 {
    let digits = (text.iter()).skip_while(|byte| !byte.is_ascii_digit()).take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |number: u64, digit| number.saturating_mul(10).saturating_add(u64::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_texts_that_cannot_be_is_refused() {
        let head = |count: &str| format!("<?xml?><sst count=\"3\" uniqueCount=\"{count}\"><si/>");
        let check = |count: &str| believable(head(count).as_bytes(), 1000);
        assert_eq!(check("100"), Ok(()));
        assert!(check("100000").is_err());
        assert!(check("99999999999999999999999999").is_err());
        assert!(believable(b"<!-- nothing -->", 1000).is_err());
    }
}
