//! What a table and hierarchies are, whatever their files look like: a proof says so, that others are told from them.

use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// A line with each value behind its length and a colon.
pub(super) fn line<'a>(values: impl Iterator<Item = &'a str>, end: &str) -> String {
    values.map(|value| format!("{}:{value}", value.len())).collect::<String>() + end + "\n"
}

/// A line for each value of a hierarchy, with the least value of its group on every level.
pub(super) fn lines(rows: &[Vec<String>]) -> Vec<String> {
    let mut least: Vec<HashMap<&str, &str>> = vec![HashMap::new(); rows.first().map_or(0, Vec::len)];
    for row in rows {
        for (own, label) in least.iter_mut().zip(row) {
            let own = own.entry(label).or_insert(&row[0]);
            *own = (*own).min(&row[0]);
        }
    }
    rows.iter().map(|row| line(least.iter().zip(row).map(|(own, label)| own[label.as_str()]), "")).collect()
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
