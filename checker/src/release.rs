//! Whether a release is the table under a policy.

use super::study::{Dialect, Study};
use super::{Failure, wrong};
use std::collections::HashMap;

/// Compares the quasi-identifiers of a release, in any order, with what a policy makes of the table. Suppressed records
/// are all `*`, or not there.
pub(super) fn compare(study: &Study, dialect: &Dialect, levels: &[usize], release: &[u8]) -> Result<(), Failure> {
    let mut classes: HashMap<Vec<String>, u64> = HashMap::new();
    for (rows, records) in study.tuples() {
        let labels = levels.iter().enumerate().map(|(qi, &level)| study.label(rows, qi, level).to_owned());
        *classes.entry(labels.collect()).or_default() += records;
    }
    let mut suppressed = 0;
    let mut left: HashMap<Vec<String>, i128> = HashMap::new();
    for (labels, records) in classes {
        match records < study.k {
            true => suppressed += i128::from(records),
            false => drop(left.insert(labels, records.into())),
        }
    }
    let stars = vec!["*".to_owned(); levels.len()];
    let kept = left.get(&stars).copied().unwrap_or_default();
    let mut released = 0;
    dialect.each(release, &study.names, &mut |cells, records| {
        let cells: Vec<String> = cells.into_iter().map(str::to_owned).collect();
        if cells == stars {
            released += i128::from(records);
            return Ok(());
        }
        match left.get_mut(&cells) {
            Some(own) if *own >= records.into() => *own -= i128::from(records),
            _ => {
                return wrong(format!("the release has more of {cells:?} than the policy makes"));
            }
        }
        Ok(())
    })?;
    left.remove(&stars);
    let is_whole = released == kept + suppressed || released == kept;
    match left.values().all(|&left| left == 0) && is_whole {
        true => Ok(()),
        false => wrong("the release lacks records that the policy keeps"),
    }
}
