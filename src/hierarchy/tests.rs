//! What `Hierarchy::from_rows` rejects, and where it locates the fault.

use super::Hierarchy;
use crate::error::Error;
use proptest::prelude::*;

/// A sound hierarchy of `groups` groups with `size` values each.
fn sound(groups: usize, size: usize) -> Vec<Vec<String>> {
    (0..groups * size).map(|value| vec![format!("v{value}"), format!("g{}", value / size), "*".to_owned()]).collect()
}

fn place(rows: &[Vec<String>]) -> (Option<&'static str>, Option<u64>, Option<String>) {
    let error = Hierarchy::from_rows(rows).err();
    let place = error.as_ref().map(|error| error.place().clone()).unwrap_or_default();
    (error.as_ref().map(Error::code), place.row, place.value)
}

proptest! {
    #[test]
    fn a_planted_fault_is_found_where_it_is(groups in 2..6_usize, size in 2..6_usize, seed in any::<prop::sample::Index>()) {
        let rows = sound(groups, size);
        prop_assert!(Hierarchy::from_rows(&rows).is_ok());
        // Not the first row of a group: the fault of a split appears at its second row.
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

/// By the definition: whether names of groups that are values lead from one of the values back to it, where all of
/// these groups have one value, or one of the names is not a number.
fn has_circle(rows: &[[String; 2]]) -> bool {
    let next = |value: &String| {
        let row = rows.iter().find(|row| row[0] == *value);
        row.map(|row| &row[1])
    };
    let is_alone = |value: &String| rows.iter().filter(|row| Some(&row[1]) == next(value)).count() == 1;
    rows.iter().any(|[start, _]| {
        let mut way = vec![start];
        let mut place = next(start);
        while let Some(value) = place.filter(|value| !way.contains(value)) {
            way.push(value);
            place = next(value);
        }
        let is_back = place == Some(start) && way.len() > 1;
        let are_names = way.iter().any(|value| value.parse::<f64>().is_err());
        is_back && (are_names || way.iter().all(|value| is_alone(value)))
    })
}

proptest! {
    #[test]
    fn a_circle_is_one_by_the_definition(labels in prop::collection::vec(0..9_usize, 2..7), names in 0..7_usize) {
        // The first values have names, the others numbers; some labels are not values.
        let name = |value: usize| if value < names { format!("v{value}") } else { value.to_string() };
        let rows: Vec<[String; 2]> = (labels.iter().enumerate())
            .map(|(value, &label)| [name(value), name(label)])
            .collect();
        let given: Vec<Vec<String>> = rows.iter().map(|row| row.to_vec()).collect();
        let expected = has_circle(&rows).then_some("hierarchy-circle");
        prop_assert_eq!(place(&given).0, expected);
    }
}

#[test]
fn a_hierarchy_needs_rows_and_not_too_many_levels() {
    assert_eq!(place(&[]).0, Some("hierarchy-empty"));
    assert_eq!(place(&[Vec::new()]).0, Some("hierarchy-ragged"));
    let tall = vec![vec!["*".to_owned(); super::MAX_LEVELS + 1]];
    assert_eq!(place(&tall).0, Some("hierarchy-too-many-levels"));
}
