//! `kanon anonymize --passport`: the files of a passport in one archive.

use crate::failure::Failure;
use kanon::study::Passport;
use std::io::{Cursor, Write};
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The archive of a passport. Its bytes depend on nothing but the files: they are all of the first day that an archive
/// can name.
pub(crate) fn packed(passport: &Passport) -> Result<Vec<u8>, Failure> {
    archive(passport).map_err(|error| Failure::input(format!("the passport: {error}")))
}

fn archive(passport: &Passport) -> ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in &passport.files {
        zip.start_file(*name, options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}
