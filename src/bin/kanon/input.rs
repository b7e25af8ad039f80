//! Files that stream in, decoded to UTF-8.

use crate::console::complain;
use crate::decoder::Decoder;
use crate::failure::Failure;
use crate::gzip::Unzipped;
use crate::pipe::{open_file, open_table, waiting};
use crate::progress::Progress;
use kanon::data::{Dialect, MissingCodes, Profile, Profiler, RecordReader, Sniffed, Table, TableReader, sniff};
use kanon::error::DataError;
use kanon::jobs::{OpenJob, OpenedTable};
use kanon::recipe::Digest;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::ops::ControlFlow;
use std::path::Path;

/// The number of bytes read at once.
pub(crate) const CHUNK: usize = 1 << 20;
const HEAD: usize = 1 << 18;

/// Takes a chunk as it is on disk (unzipped if it is zipped), and the same chunk as UTF-8.
pub(crate) type Sink<'a> = dyn FnMut(&[u8], &[u8]) -> kanon::Result<()> + 'a;

/// The largest recipe, hierarchy or report, in bytes.
const TEXT: u64 = 1 << 30;

/// Opens a table, unzipped if it is zipped. It is read several times, so it must be a file.
pub(crate) fn open(path: &Path) -> Result<Unzipped, Failure> {
    let file = open_table(path)?;
    Unzipped::new(file).map_err(|error| Failure::file(path, error))
}

/// Reads a recipe or a report, which may also come through a pipe.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let read = || File::open(path).map_err(|error| error.to_string()).and_then(read_all);
    waiting(path, "write to", read).map_err(|problem| Failure::file(path, problem))
}

/// Reads a hierarchy, or returns why it cannot be read. The recipe names it, so the path may be unexpected.
pub(crate) fn read_hierarchy(path: &Path) -> Result<String, String> {
    read_all(open_file(path, "which a recipe may not name")?)
}

fn read_all(file: File) -> Result<String, String> {
    let mut text = String::new();
    let read = file.take(TEXT + 1).read_to_string(&mut text);
    read.map_err(|error| match error.kind() {
        ErrorKind::InvalidData => "it is not UTF-8. Save it as UTF-8".to_owned(),
        _ => error.to_string(),
    })?;
    if text.len() as u64 > TEXT {
        return Err(format!("it has more than {} MiB", TEXT >> 20));
    }
    Ok(text)
}

/// Detects how a file is written.
pub(crate) fn sniff_file(path: &Path) -> Result<Sniffed, Failure> {
    let mut head = Vec::new();
    let file = open(path)?;
    file.take(HEAD as u64).read_to_end(&mut head).map_err(|error| Failure::file(path, error))?;
    let sniffed = sniff(&head, head.len() < HEAD);
    if let Some(told) = sniffed.encoding_told() {
        complain(&format!(
            "{}: this is {told}. If letters with accents look wrong, name the encoding: `\"dialect\": {{\"encoding\": …}}` in the recipe.",
            path.display()
        ));
    }
    Ok(sniffed)
}

/// Opens a table that no recipe describes, and names the usual signs for a missing value.
pub(crate) fn open_unknown(path: &Path) -> Result<(Sniffed, OpenedTable), Failure> {
    let sniffed = sniff_file(path)?;
    let mut job = OpenJob::proposing(&sniffed);
    loop {
        stream(path, &sniffed.dialect.encoding, &mut |_, text| job.push(text))?;
        if let Some(opened) = job.finish().map_err(|error| Failure::in_file(path, error))? {
            return Ok((sniffed, opened));
        }
    }
}

/// Reports how a file was taken to be written, if it is not what a CSV file usually is.
pub(crate) fn tell_guess(path: &Path, dialect: &Dialect) {
    if *dialect != Dialect::default() {
        complain(&format!("{}: guessed from its beginning: {dialect}", path.display()));
    }
}

/// How a file is written that no recipe describes.
pub(crate) fn guess(path: &Path) -> Result<Dialect, Failure> {
    let dialect = sniff_file(path)?.dialect;
    tell_guess(path, &dialect);
    Ok(dialect)
}

/// Reads the names of a file's columns, and no more of the file than needed.
pub(crate) fn header(path: &Path, dialect: &Dialect) -> Result<Vec<String>, Failure> {
    let mut reader = RecordReader::new(dialect);
    let mut names = None;
    stream_while("reading", path, &dialect.encoding, |_, text| {
        reader.push(text, &mut |_| Ok(()))?;
        names = reader.header().map(<[String]>::to_vec);
        Ok(match names {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        })
    })?;
    if names.is_none() {
        let in_file = |error| Failure::in_file(path, error);
        reader.finish(&mut |_| Ok(())).map_err(in_file)?;
        names = reader.header().map(<[String]>::to_vec);
        if names.is_none() {
            reader.expect_records().map_err(in_file)?;
        }
    }
    Ok(names.unwrap_or_default())
}

/// Passes every chunk of a file to the sink, as it is on disk and as UTF-8.
pub(crate) fn stream(path: &Path, encoding: &str, sink: &mut Sink<'_>) -> Result<(), Failure> {
    stream_for("reading", path, encoding, sink)
}

/// Passes every chunk of a file to the sink, as it is on disk and as UTF-8, and shows on a terminal why the file is
/// read.
pub(crate) fn stream_for(what: &str, path: &Path, encoding: &str, sink: &mut Sink<'_>) -> Result<(), Failure> {
    stream_while(what, path, encoding, |raw, text| sink(raw, text).map(ControlFlow::Continue))
}

/// As [`stream_for`], until the sink has what it needs.
fn stream_while(
    what: &str,
    path: &Path,
    encoding: &str,
    mut sink: impl FnMut(&[u8], &[u8]) -> kanon::Result<ControlFlow<()>>,
) -> Result<(), Failure> {
    let mut decoder = Decoder::named(encoding)?;
    let name_of_encoding = decoder.name.clone();
    let mut file = open(path)?;
    let bytes = fs::metadata(path).map_or(0, |metadata| metadata.len());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut progress = Progress::new(format!("{what} {name}"));
    let mut chunk = vec![0; CHUNK];
    let mut position = 0;
    loop {
        let length = file.read(&mut chunk).map_err(|error| Failure::file(path, error))?;
        let raw = &chunk[..length];
        let decoded = decoder.decode(raw, length == 0).map_err(|read| {
            let kind = DataError::Encoding { position: position + read, encoding: name_of_encoding.clone(), others: 0 };
            Failure::in_file(path, kind.into())
        })?;
        let flow = sink(raw, decoded).map_err(|error| Failure::in_file(path, error))?;
        position += length as u64;
        progress.tell(file.position() as f64 / bytes.max(1) as f64);
        if length == 0 || flow.is_break() {
            return Ok(());
        }
    }
}

/// The contents of a file, column by column.
pub(crate) fn profile(path: &Path, dialect: &Dialect, missing: MissingCodes) -> Result<Profile, Failure> {
    let mut profiler = Profiler::new(dialect).with_missing(missing);
    stream(path, &dialect.encoding, &mut |_, text| profiler.push(text))?;
    profiler.finish().map_err(|error| Failure::in_file(path, error))
}

/// Reads columns of a table into memory, and returns the file's SHA-256.
pub(crate) fn read_columns(path: &Path, encoding: &str, mut reader: TableReader) -> Result<(Table, String), Failure> {
    let mut digest = Digest::new();
    stream(path, encoding, &mut |raw, text| {
        digest.push(raw);
        reader.push(text)
    })?;
    let table = reader.finish().map_err(|error| Failure::in_file(path, error))?;
    Ok((table, digest.finish()))
}
