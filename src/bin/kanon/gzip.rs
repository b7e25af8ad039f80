//! Reads files that may be compressed with gzip.

use crate::failure::Failure;
use crate::pipe::open_table;
use flate2::bufread::GzDecoder;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Result};
use std::path::Path;
use std::rc::Rc;

/// The first bytes of every gzip file.
const SIGNATURE: [u8; 2] = [0x1f, 0x8b];

/// The place of the flags in the header, which say what else is in it (RFC 1952).
const FLAGS: usize = 3;

/// Whether a file is zipped, and holds nothing beside its text: no name, comment or field in its header, and nothing
/// after its first part. All else would be shared with the text, and nothing checks it.
pub(crate) fn expect_plain(path: &Path) -> std::result::Result<bool, Failure> {
    let in_file = |error: io::Error| Failure::file(path, error);
    let mut file = BufReader::new(open_table(path)?);
    let start = file.fill_buf().map_err(in_file)?;
    if !start.starts_with(&SIGNATURE) {
        return Ok(false);
    }
    let refused = |what: &str| {
        let advice = "Zip the release without it (gzip -n), or name the release unzipped.";
        Err(Failure::file(path, format!("{what}. {advice}")))
    };
    if start.get(FLAGS) != Some(&0) {
        return refused(
            "the header of this gzip file has a name, a comment or other fields, which go to the recipients unchecked",
        );
    }
    let mut member = GzDecoder::new(file);
    if let Err(error) = io::copy(&mut member, &mut io::sink()) {
        return Err(Failure::file(path, not_unzipped(&error)));
    }
    match member.into_inner().fill_buf().map_err(in_file)?.is_empty() {
        true => Ok(true),
        false => refused("this gzip file has more after its first part"),
    }
}

/// The content of a file: its bytes, decompressed if necessary.
pub(crate) struct Unzipped {
    content: Box<dyn Read>,
    read: Rc<Cell<u64>>,
    is_zipped: bool,
}

impl Unzipped {
    /// The content of a file from its beginning.
    pub(crate) fn new(mut file: File) -> Result<Self> {
        let mut start = Vec::new();
        (&mut file).take(SIGNATURE.len() as u64).read_to_end(&mut start)?;
        let is_zipped = start == SIGNATURE;
        let read = Rc::new(Cell::new(0));
        let own = Counted { inner: Cursor::new(start).chain(file), read: Rc::clone(&read) };
        let content: Box<dyn Read> = match is_zipped {
            true => Box::new(Members { member: Some(GzDecoder::new(BufReader::new(own))) }),
            false => Box::new(own),
        };
        Ok(Self { content, read, is_zipped })
    }

    /// Bytes of the file itself that were read so far.
    pub(crate) fn position(&self) -> u64 {
        self.read.get()
    }
}

impl Read for Unzipped {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let read = self.content.read(buffer);
        match self.is_zipped {
            true => read.map_err(|error| io::Error::new(error.kind(), not_unzipped(&error))),
            false => read,
        }
    }
}

/// The parts of a gzip file, one after the other.
struct Members<R> {
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        while let Some(mut member) = self.member.take() {
            let length = member.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                self.member = Some(member);
                return Ok(length);
            }
            let mut rest = member.into_inner();
            match rest.fill_buf()?.first() {
                None => {}
                Some(first) if *first == SIGNATURE[0] => self.member = Some(GzDecoder::new(rest)),
                Some(_) => return Err(io::Error::other(BEHIND)),
            }
        }
        Ok(0)
    }
}

/// What is wrong with a file that goes on after its end.
const BEHIND: &str = "something stands behind its end";

/// Why a file cannot be unzipped, and what to do.
fn not_unzipped(error: &io::Error) -> String {
    let problem = error.to_string();
    let is_cut = error.kind() == io::ErrorKind::UnexpectedEof || problem.contains("incomplete");
    if problem == BEHIND {
        return "after its end this gzip file has something that is not zipped. Unzip it, and name the unzipped file."
            .to_owned();
    }
    match is_cut {
        true => "this gzip file is cut off: it has no end. Copy or download it again.".to_owned(),
        false => format!("this gzip file is damaged ({problem}). Copy or download it again."),
    }
}

/// Counts the bytes that are read.
struct Counted<R> {
    inner: R,
    read: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let length = self.inner.read(buffer)?;
        self.read.set(self.read.get() + length as u64);
        Ok(length)
    }
}
