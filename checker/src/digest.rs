//! What a table and hierarchies are, whatever their files look like: a proof says so, that others are told from them.

use sha2::{Digest, Sha256};

/// A line with each value behind its length and a colon.
pub(super) fn line<'a>(values: impl Iterator<Item = &'a str>, end: &str) -> String {
    values.map(|value| format!("{}:{value}", value.len())).collect::<String>() + end + "\n"
}

/// The SHA-256 of parts, the lines of each sorted, with an end of its own.
pub(super) fn digest(parts: impl Iterator<Item = Vec<String>>, end: &str) -> String {
    let mut digest = Sha256::new();
    for mut lines in parts {
        lines.sort_unstable();
        lines.iter().for_each(|line| digest.update(line));
        digest.update(end);
    }
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
