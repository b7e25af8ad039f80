//! Reads a release and its original side by side.

use crate::failure::Failure;
use crate::input::{CHUNK, open, stream_for};
use kanon::error::DataError;
use kanon::release::disclosure::Warning;
use kanon::release::{Comparison, Difference};
use kanon::study::Digest;
use std::io::Read;
use std::path::Path;

/// Compares a release with its original byte by byte. Returns their first difference and the disclosure warnings.
/// `sha256` is the digest of the original when it was first read.
pub(crate) fn compare(
    mut comparison: Comparison,
    data: &Path,
    encoding: &str,
    sha256: &str,
    release: &Path,
) -> Result<(Option<Difference>, Vec<Warning>), Failure> {
    let mut file = open(release)?;
    let mut chunk = vec![0; CHUNK];
    let mut failure = None;
    let mut give = |comparison: &mut Comparison, all: bool| {
        while all || comparison.wanted() > 0 {
            match file.read(&mut chunk) {
                Ok(0) => return,
                Ok(length) => comparison.push_release(&chunk[..length]),
                Err(error) => {
                    failure = failure.take().or(Some(Failure::file(release, error)));
                    return;
                }
            }
        }
    };
    let mut digest = Digest::new();
    stream_for("comparing with", data, encoding, &mut |raw, text| {
        digest.push(raw);
        comparison.push_original(text)?;
        give(&mut comparison, false);
        Ok(())
    })?;
    let changed = |error| Failure::in_file(data, error);
    comparison.end_original().map_err(changed)?;
    if digest.finish() != sha256 {
        return Err(changed(DataError::Changed.into()));
    }
    give(&mut comparison, true);
    match failure {
        Some(failure) => Err(failure),
        None => {
            let seen = comparison.seen();
            Ok((comparison.finish(), seen))
        }
    }
}
