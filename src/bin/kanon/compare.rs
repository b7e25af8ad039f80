//! Reads a release and its original side by side.

use crate::failure::Failure;
use crate::input::{CHUNK, open, stream_for};
use kanon::jobs::SideBySide;
use std::io::Read;
use std::path::Path;

/// Reads both files through a pass.
pub(crate) fn compare(pass: &mut impl SideBySide, data: &Path, encoding: &str, release: &Path) -> Result<(), Failure> {
    let mut file = open(release)?;
    let mut chunk = vec![0; CHUNK];
    let mut failure = None;
    let mut next = |failure: &mut Option<Failure>| match file.read(&mut chunk) {
        Ok(0) => None,
        Ok(length) => Some(chunk[..length].to_vec()),
        Err(error) => {
            *failure = failure.take().or(Some(Failure::file(release, error)));
            None
        }
    };
    stream_for("comparing with", data, encoding, &mut |raw, text| {
        let mut wanted = pass.push_original(raw, text)?;
        while wanted > 0 {
            match next(&mut failure) {
                Some(chunk) => wanted = pass.push_release(&chunk),
                None => break,
            }
        }
        Ok(())
    })?;
    pass.end_original().map_err(|error| Failure::in_file(data, error))?;
    while let Some(chunk) = next(&mut failure) {
        pass.push_release(&chunk);
    }
    failure.map_or(Ok(()), Err)
}
