//! The average risk of the whole release: the classes that are kept, divided by their records.

/// Whether the kept classes of a release are at most this share of their records. A release without a record has no
/// risk.
///
/// The average over all kept records of 1 ÷ (records of the class) is classes ÷ records: as many records as a marketer
/// who matches every one of them is right about.
pub(super) fn admits(share: f64, classes: u64, records: u64) -> bool {
    records == 0 || classes as f64 / records as f64 <= share
}
