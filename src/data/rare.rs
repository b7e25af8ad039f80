//! Records that a value singles out.

/// Of values with these numbers of records, the records whose value fewer than `k` records have, and those among them
/// whose value is unique.
pub fn rare(records: impl IntoIterator<Item = u64>, k: u64) -> (u64, u64) {
    let rare = records.into_iter().filter(|&records| records < k);
    rare.fold((0, 0), |(rare, alone), records| (rare + records, alone + u64::from(records == 1)))
}
