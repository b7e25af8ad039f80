//! What the fuzz targets assert, tested on every machine without a fuzzer.
//!
//! The inputs are the seeds in `fuzz/seeds`, every beginning of a seed, and every seed with one byte changed.

#[path = "fuzz/properties/csv.rs"]
mod csv;
#[path = "fuzz/properties/hierarchy.rs"]
mod hierarchy;
#[path = "fuzz/properties/proof.rs"]
mod proof;
#[path = "fuzz/properties/recipe.rs"]
mod recipe;
#[path = "fuzz/properties/release.rs"]
mod release;
#[path = "fuzz/properties/report.rs"]
mod report;

use std::path::Path;
use std::{fs, io};

/// Bytes that mean something to a reader, or end a character too early.
const TELLING: [u8; 8] = *b"\0\r\n\",;\xff\xc3";

fn try_seeds(target: &str, holds: fn(&[u8]) -> bool) -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/seeds").join(target);
    let mut read = 0;
    for entry in fs::read_dir(&folder)? {
        let seed = fs::read(entry?.path())?;
        read += usize::from(holds(&seed));
        for end in 0..seed.len() {
            holds(&seed[..end]);
            let mut changed = seed.clone();
            for byte in TELLING {
                changed[end] = byte;
                holds(&changed);
            }
        }
    }
    assert!(read > 1, "{} of the seeds of {target} were read", read);
    Ok(())
}

#[test]
fn hierarchy_files() -> io::Result<()> {
    try_seeds("hierarchy", hierarchy::holds)
}

#[test]
fn proofs() -> io::Result<()> {
    try_seeds("proof", proof::holds)
}

#[test]
fn recipes() -> io::Result<()> {
    try_seeds("recipe", recipe::holds)
}

#[test]
fn released_files() -> io::Result<()> {
    try_seeds("release", release::holds)
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn delimited_files() -> io::Result<()> {
        try_seeds("csv", csv::holds)
    }

    #[test]
    fn reports() -> io::Result<()> {
        try_seeds("report", report::holds)
    }
}
