//! Risk in a population: the attacker knows people, but not which of them are in the table (Xia et al. 2013, §4.1.3).

use crate::partition::Group;
use serde::{Deserialize, Serialize};

/// The expected matches of the records of a group with `people` people: records / people. 0 for a group without
/// records.
pub fn expected_matches(records: u32, people: u32) -> f64 {
    if records == 0 { 0.0 } else { f64::from(records) / f64::from(people) }
}

/// Re-identification risk of a table's records in a population. If the population is not known, the people are the
/// records, and journalist and prosecutor coincide.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PopulationRisk {
    /// Equation 2 before it is divided by equation 3: the sum of 1 / people over the records. This is the expected
    /// number of re-identified records if each is matched with one person of its group at random.
    pub expected: f64,
    /// `expected` / records.
    pub average: f64,
    /// The journalist's risk: 1 / people of the smallest group that has a record.
    pub journalist: f64,
    /// The prosecutor's highest risk: 1 / records of the smallest group that has a record.
    pub prosecutor: f64,
    /// The number of groups with a record.
    pub groups: usize,
    /// The number of records of the smallest of them.
    pub smallest_group: u64,
}

impl PopulationRisk {
    /// The risk of these groups.
    pub fn of(groups: &[Group]) -> Self {
        let mut risk =
            Self { expected: 0.0, average: 0.0, journalist: 0.0, prosecutor: 0.0, groups: 0, smallest_group: 0 };
        let mut records = 0;
        for group in groups.iter().filter(|group| group.records > 0) {
            let smallest = if risk.groups == 0 { u64::MAX } else { risk.smallest_group };
            risk.smallest_group = smallest.min(group.records);
            risk.expected += group.records as f64 / group.people as f64;
            risk.journalist = risk.journalist.max(1.0 / group.people as f64);
            risk.groups += 1;
            records += group.records;
        }
        if records > 0 {
            risk.average = risk.expected / records as f64;
            risk.prosecutor = 1.0 / risk.smallest_group as f64;
        }
        risk
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_example_and_its_sums() {
        // A record that five people share contributes 0.2.
        let group = |records, people| Group { records, people };
        let risk = PopulationRisk::of(&[group(1, 5), group(0, 1), group(3, 4)]);
        assert!((risk.expected - 0.95).abs() < 1e-12);
        assert!((risk.average - 0.2375).abs() < 1e-12);
        assert_eq!((risk.journalist, risk.prosecutor), (0.25, 1.0));
        assert_eq!((risk.groups, risk.smallest_group), (2, 1));
        assert_eq!((expected_matches(1, 5), expected_matches(0, 0)), (0.2, 0.0));
        assert_eq!(PopulationRisk::of(&[]).average, 0.0);
    }
}
