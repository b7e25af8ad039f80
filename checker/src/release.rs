//! Whether a release is the table under a policy.

use super::study::{Study, each_row};
use super::{Failure, need, wrong};
use std::collections::BTreeMap;

/// Compares the quasi-identifiers of a release, in any order, with the table under a policy. Suppressed records are
/// all `*`, or missing.
pub(super) fn compare(study: &Study, levels: &[usize], release: &[u8]) -> Result<(), Failure> {
    let mut left: BTreeMap<Vec<String>, i128> = BTreeMap::new();
    for row in &study.rows {
        let columns = study.columns.iter().zip(levels);
        let labels = columns.map(|(column, &level)| column.rows[column.value(row)][level].clone());
        *left.entry(labels.collect()).or_default() += i128::from(row.records);
    }
    let is_kept = |records: i128| records >= study.k.into();
    let suppressed: i128 = left.values().filter(|&&records| !is_kept(records)).sum();
    left.retain(|_, records| is_kept(*records));
    each_row((release, &study.dialect, study.count.as_ref()), &study.names, &mut |cells, records| {
        *left.entry(cells.into_iter().map(str::to_owned).collect()).or_default() -= i128::from(records);
        Ok(())
    })?;
    let stars = left.remove(&vec!["*".to_owned(); levels.len()]).unwrap_or_default();
    if let Some((cells, more)) = left.iter().find(|left| *left.1 != 0) {
        return Err(wrong(format!("the release and the policy differ by {} records of {cells:?}", more.abs())));
    }
    let found = format!("the release has {} records of * more than are kept, and {suppressed} are suppressed", -stars);
    need(stars == 0 || stars == -suppressed, || wrong(found))
}
