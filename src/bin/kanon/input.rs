//! Files that stream in, decoded to UTF-8.

use crate::failure::Failure;
use encoding_rs::{DecoderResult, Encoding, UTF_8};
use kanon::data::{Dialect, RecordReader, Sniffed, sniff};
use kanon::error::DataError;
use std::fs::File;
use std::io::Read;
use std::path::Path;

const CHUNK: usize = 1 << 20;
const HEAD: usize = 1 << 18;

/// Takes a chunk as it is on disk, and the same as UTF-8.
pub(crate) type Sink<'a> = dyn FnMut(&[u8], &[u8]) -> kanon::Result<()> + 'a;

/// Sniffs how a file is written.
pub(crate) fn sniff_file(path: &Path) -> Result<Sniffed, Failure> {
    let mut head = Vec::new();
    let file = File::open(path).map_err(|error| Failure::file(path, error))?;
    file.take(HEAD as u64)
        .read_to_end(&mut head)
        .map_err(|error| Failure::file(path, error))?;
    Ok(sniff(&head, head.len() < HEAD))
}

/// Reads the names of a file's columns.
pub(crate) fn header(path: &Path, dialect: &Dialect) -> Result<Vec<String>, Failure> {
    let mut reader = RecordReader::new(dialect);
    let mut names = None;
    stream(path, &dialect.encoding, &mut |_, text| {
        if names.is_none() {
            reader.push(text, &mut |_| Ok(()))?;
            names = reader.header().map(<[String]>::to_vec);
        }
        Ok(())
    })?;
    if names.is_none() {
        reader
            .finish(&mut |_| Ok(()))
            .map_err(|error| Failure::in_file(path, error))?;
        names = reader.header().map(<[String]>::to_vec);
    }
    names.ok_or_else(|| Failure::in_file(path, DataError::Empty.into()))
}

/// Hands every chunk of a file to the sink, as it is on disk and as UTF-8.
pub(crate) fn stream(path: &Path, encoding: &str, sink: &mut Sink<'_>) -> Result<(), Failure> {
    let Some(encoding) = Encoding::for_label(encoding.as_bytes()) else {
        return Err(Failure::input(format!(
            "`{encoding}` is not an encoding. Use a label of the WHATWG Encoding Standard, for example utf-8, utf-16le or windows-1252."
        )));
    };
    let mut file = File::open(path).map_err(|error| Failure::file(path, error))?;
    let mut decoder = (encoding != UTF_8).then(|| encoding.new_decoder());
    let mut chunk = vec![0; CHUNK];
    let mut text = String::new();
    let mut position = 0;
    loop {
        let length = file
            .read(&mut chunk)
            .map_err(|error| Failure::file(path, error))?;
        let raw = &chunk[..length];
        let decoded = match &mut decoder {
            None => raw,
            Some(decoder) => {
                text.clear();
                text.reserve(
                    decoder
                        .max_utf8_buffer_length_without_replacement(length)
                        .unwrap_or(4 * length + 16),
                );
                let (result, read) =
                    decoder.decode_to_string_without_replacement(raw, &mut text, length == 0);
                if let DecoderResult::Malformed(..) = result {
                    let kind = DataError::Encoding {
                        position: position + read as u64,
                        encoding: encoding.name().to_lowercase(),
                    };
                    return Err(Failure::in_file(path, kind.into()));
                }
                text.as_bytes()
            }
        };
        sink(raw, decoded).map_err(|error| Failure::in_file(path, error))?;
        position += length as u64;
        if length == 0 {
            return Ok(());
        }
    }
}
