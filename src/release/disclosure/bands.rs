//! Labels whose bounds come from no value: a regular grid of bands, and prefixes.

/// Whether these labels are bands of one width that begin at its multiples, like `20-29` and `30-39`; beyond them may
/// be open ones, like `90+`. Such bounds are set without looking at the data.
pub(super) fn are_a_grid<'a>(labels: impl Iterator<Item = &'a str>) -> bool {
    let mut width = None;
    let mut starts = Vec::new();
    for label in labels.filter(|label| *label != "*") {
        match numbers(label)[..] {
            [first, last] if first < last => {
                // `[20, 30)` ends before its second number.
                let own = last - first + u64::from(!label.trim_end().ends_with(')'));
                if *width.get_or_insert(own) != own {
                    return false;
                }
                starts.push(first);
            }
            [bound] if label.contains(['+', '≥', '<', '>']) => starts.push(bound),
            _ => return false,
        }
    }
    width.is_some_and(|width| starts.iter().all(|start| start % width == 0))
}

/// The whole numbers of a label; none of a label with other words.
fn numbers(label: &str) -> Vec<u64> {
    let is_between = |one: char| one.is_whitespace() || "-–—[](),+≥<>=".contains(one);
    let parts = label.split(is_between).filter(|part| !part.is_empty());
    parts.map(str::parse).collect::<Result<_, _>>().unwrap_or_default()
}

/// Whether a label is what all values of its group begin with, and some go on: it tells of none of them.
pub(super) fn is_prefix<'a>(label: &str, mut values: impl Iterator<Item = &'a str> + Clone) -> bool {
    let label = label.trim_end_matches('*');
    values.clone().all(|value| value.starts_with(label)) && values.any(|value| value.len() > label.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_one_width_and_begins_at_its_multiples() {
        for grid in [&["20-29", "30-39"][..], &["[0, 5)", "[5, 10)"], &["80–89", "90+", "*"], &["0-4"]] {
            assert!(are_a_grid(grid.iter().copied()), "{grid:?}");
        }
        for other in
            [&["20-29", "30-34"][..], &["21-30"], &["35-37", "38-40"], &["twenty-29"], &["90+"], &["20", "30"], &[]]
        {
            assert!(!are_a_grid(other.iter().copied()), "{other:?}");
        }
    }

    #[test]
    fn a_prefix_holds_every_value_of_its_group() {
        assert!(is_prefix("1972", ["1972", "1972-05", "1972-05-01"].into_iter()));
        assert!(is_prefix("191**", ["191", "19102"].into_iter()));
        assert!(!is_prefix("1972", ["1972"].into_iter()), "it is the value");
        assert!(!is_prefix("Htown", ["Htown", "Pilot of Htown"].into_iter()));
    }
}
