//! Cells that are lists, such as several codes in one cell.

use super::dictionary::Dictionary;
use rustc_hash::FxHashMap;

/// What may stand between the parts of a list.
const SEPARATORS: [char; 4] = [';', '|', ',', '/'];

/// A column of lists, in which each text is one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListCells {
    /// What stands between the parts.
    pub separator: char,
    /// Two texts of the same parts in another order.
    pub alike: [String; 2],
}

impl ListCells {
    /// Finds a column in which most records have the same separator, and the same parts stand in several orders. Parts
    /// that are all digits are dates or numbers. `missing` has the values that mean a missing one.
    ///
    /// Time: O(values · length of a value).
    pub fn of(values: &Dictionary, missing: &[String]) -> Option<Self> {
        SEPARATORS.into_iter().find_map(|separator| {
            let (mut all, mut lists) = (0_u64, 0_u64);
            let mut seen: FxHashMap<Vec<&str>, &str> = FxHashMap::default();
            let mut alike = None;
            for (value, records) in values.present(missing) {
                all += records;
                if !value.contains(separator) {
                    continue;
                }
                let mut parts: Vec<&str> = value.split(separator).map(str::trim).collect();
                if parts.iter().any(|part| part.is_empty()) || parts.iter().all(|part| is_digits(part)) {
                    continue;
                }
                lists += records;
                parts.sort_unstable();
                let first = seen.entry(parts).or_insert(value);
                if *first != value && alike.is_none() {
                    alike = Some([(*first).to_owned(), value.to_owned()]);
                }
            }
            let alike = alike.filter(|_| lists * 2 >= all)?;
            Some(Self { separator, alike })
        })
    }

    /// The sentence that tells of it.
    pub fn told(&self, column: &str) -> String {
        let Self { separator, alike: [one, other] } = self;
        format!(
            "the cells of `{column}` are lists with `{separator}`; each text is one value here: `{one}` and `{other}` are two"
        )
    }
}

fn is_digits(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(values: &[(&str, u64)]) -> Option<char> {
        let mut dictionary = Dictionary::new();
        for &(value, records) in values {
            dictionary.intern(value, records);
        }
        ListCells::of(&dictionary, &[String::new()]).map(|lists| lists.separator)
    }

    #[test]
    fn lists_are_cells_with_the_same_parts_in_another_order() {
        assert_eq!(found(&[("I10;E11.9", 1), ("E11.9;I10", 1), ("I10", 2)]), Some(';'));
        assert_eq!(found(&[("asthma, flu", 3), ("flu,asthma", 1)]), Some(','));
        assert_eq!(found(&[("a|b|c", 1), ("c|a|b", 1), ("", 9)]), Some('|'));
        // One order, few lists, dates, and sentences.
        assert_eq!(found(&[("I10;E11.9", 5), ("I10;J45", 5)]), None);
        assert_eq!(found(&[("I10;E11.9", 1), ("E11.9;I10", 1), ("I10", 3)]), None);
        assert_eq!(found(&[("01/02/2020", 1), ("02/01/2020", 1)]), None);
        assert_eq!(found(&[("Smith, John", 1), ("Doe, Jane", 1)]), None);
        assert_eq!(found(&[("a;", 1), (";a", 1)]), None);
    }
}
