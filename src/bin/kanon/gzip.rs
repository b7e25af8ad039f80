//! Reads files that may be compressed with gzip.

use crate::failure::Failure;
use flate2::bufread::GzDecoder;
use flate2::read::MultiGzDecoder;
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
    let mut file = BufReader::new(File::open(path).map_err(in_file)?);
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
        return Err(Failure::file(path, format!("this gzip file cannot be unzipped: {error}")));
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
            true => Box::new(MultiGzDecoder::new(own)),
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
            true => read.map_err(|error| {
                let problem = format!("this gzip file cannot be unzipped: {error}");
                std::io::Error::new(error.kind(), problem)
            }),
            false => read,
        }
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
