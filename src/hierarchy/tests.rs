//! What `Hierarchy::from_rows` refuses, and where it says the fault is.

use super::Hierarchy;
use crate::error::Error;
use proptest::prelude::*;

/// A sound hierarchy of `groups` groups with `size` values each.
fn sound(groups: usize, size: usize) -> Vec<Vec<String>> {
    (0..groups * size)
        .map(|value| {
            vec![
                format!("v{value}"),
                format!("g{}", value / size),
                "*".to_owned(),
            ]
        })
        .collect()
}

fn place(rows: &[Vec<String>]) -> (Option<&'static str>, Option<u64>, Option<String>) {
    let error = Hierarchy::from_rows(rows).err();
    let place = error
        .as_ref()
        .map(|error| error.place().clone())
        .unwrap_or_default();
    (error.as_ref().map(Error::code), place.row, place.value)
}

proptest! {
    #[test]
    fn a_planted_fault_is_found_where_it_is(groups in 2..6_usize, size in 2..6_usize, seed in any::<prop::sample::Index>()) {
        let rows = sound(groups, size);
        prop_assert!(Hierarchy::from_rows(&rows).is_ok());
        // Not a group's first row: the fault of a split shows at its second.
        let fault = seed.index(groups) * size + 1 + seed.index(size - 1);
        let number = fault as u64 + 1;

        let mut split = rows.clone();
        for row in &mut split[fault..] {
            row[2] = "other".to_owned();
        }
        prop_assert_eq!(place(&split), (Some("hierarchy-split"), Some(number), Some(rows[fault][0].clone())));

        let mut repeated = rows.clone();
        repeated[fault][0] = rows[0][0].clone();
        prop_assert_eq!(place(&repeated), (Some("hierarchy-repeated"), Some(number), Some(rows[0][0].clone())));

        let mut ragged = rows.clone();
        ragged[fault].pop();
        prop_assert_eq!(place(&ragged), (Some("hierarchy-ragged"), Some(number), Some(rows[fault][0].clone())));
        ragged[fault] = Vec::new();
        prop_assert_eq!(place(&ragged), (Some("hierarchy-ragged"), Some(number), Some(String::new())));
    }
}

#[test]
fn a_hierarchy_needs_rows_and_not_too_many_levels() {
    assert_eq!(place(&[]).0, Some("hierarchy-empty"));
    assert_eq!(place(&[Vec::new()]).0, Some("hierarchy-ragged"));
    let tall = vec![vec!["*".to_owned(); super::MAX_LEVELS + 1]];
    assert_eq!(place(&tall).0, Some("hierarchy-too-many-levels"));
}
