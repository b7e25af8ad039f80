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
    // Hands over a chunk of the release. Returns how many more bytes are wanted; none where there are no more.
    let mut give = |pass: &mut _| match file.read(&mut chunk) {
        Ok(0) => None,
        Ok(length) => Some(SideBySide::push_release(pass, &chunk[..length])),
        Err(error) => {
            failure = failure.take().or(Some(Failure::file(release, error)));
            None
        }
    };
    stream_for("comparing with", data, encoding, &mut |raw, text| {
        let mut wanted = pass.push_original(raw, text)?;
        while wanted > 0 {
            wanted = give(pass).unwrap_or_default();
        }
        Ok(())
    })?;
    pass.end_original().map_err(|error| Failure::in_file(data, error))?;
    while give(pass).is_some() {}
    failure.map_or(Ok(()), Err)
}
