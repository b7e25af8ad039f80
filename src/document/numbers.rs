//! Numbers as an edition may show them.

use super::Edition;
use crate::exhibit::figure::{grouped, percent};

/// The numbers that may be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Numbers of records from 1 up to this are not shown.
    below: u64,
}

impl Numbers {
    pub(super) fn new(edition: Edition, k: u64) -> Self {
        Self {
            below: match edition {
                Edition::Internal => 0,
                Edition::External => k,
            },
        }
    }

    /// Whether a number of records may be shown.
    pub(super) fn may_show(self, number: u64) -> bool {
        number == 0 || number >= self.below
    }

    /// A number of records, or of something that represents single records.
    pub(super) fn count(self, number: u64) -> String {
        match self.may_show(number) {
            true => grouped(number),
            false => format!("fewer than {}", grouped(self.below)),
        }
    }

    /// The number with its noun.
    pub(super) fn counted(self, number: u64, one: &str, many: &str) -> String {
        let noun = if number == 1 && self.may_show(1) { one } else { many };
        format!("{} {noun}", self.count(number))
    }

    /// A share of records, if the number of these records may be shown.
    pub(super) fn share(self, number: u64, of: u64) -> String {
        match self.may_show(number) {
            true => percent(number as f64 / of.max(1) as f64),
            false => format!("below {}", percent(self.below as f64 / of.max(1) as f64)),
        }
    }

    /// A risk of a record.
    pub(super) fn risk(self, risk: f64) -> String {
        let most = 1.0 / self.below.max(1) as f64;
        match risk > most {
            true => format!("above {}", percent(most)),
            false => percent(risk),
        }
    }

    /// A risk of one in `records`.
    pub(super) fn one_in(self, records: u64) -> String {
        match (records, self.may_show(records)) {
            (0, _) => percent(0.0),
            (_, true) => percent(1.0 / records as f64),
            (_, false) => format!("above {}", percent(1.0 / self.below as f64)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_external_edition_shows_no_number_below_k() {
        let external = Numbers::new(Edition::External, 5);
        for number in 1..5 {
            assert_eq!(external.count(number), "fewer than 5");
            assert_eq!(external.share(number, 100), "below 5.0 %");
            assert_eq!(external.one_in(number), "above 20.0 %");
        }
        assert_eq!(external.counted(1, "record", "records"), "fewer than 5 records");
        assert_eq!(external.count(0), "0");
        assert_eq!((external.count(5), external.one_in(5)), ("5".into(), "20.0 %".into()));
        let internal = Numbers::new(Edition::Internal, 5);
        assert_eq!(internal.counted(1, "record", "records"), "1 record");
        assert_eq!((internal.one_in(1), internal.one_in(0)), ("100.0 %".into(), "0.0 %".into()));
    }
}
