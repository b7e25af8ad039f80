//! How much a policy leaves of the quasi-identifiers, column by column.

use super::report::Report;
use crate::hierarchy::SAYS_NOTHING;

/// The quasi-identifiers of a release by what is left of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Detail {
    /// Those at their lowest level.
    pub full: Vec<String>,
    /// Those that are coarser.
    pub coarser: Vec<String>,
    /// Those of which one group is left for all records.
    pub nothing: Vec<String>,
}

impl Detail {
    /// What the policy of a report leaves.
    pub fn of(report: &Report) -> Self {
        let mut detail = Self::default();
        for (name, &level) in &report.policy {
            let says_nothing = report.policy_in_words.get(name).is_some_and(|words| words.ends_with(SAYS_NOTHING));
            let place = match level {
                _ if says_nothing => &mut detail.nothing,
                0 => &mut detail.full,
                _ => &mut detail.coarser,
            };
            place.push(name.clone());
        }
        detail
    }

    /// The numbers and names, in one sentence.
    pub fn sentence(&self) -> String {
        let all = self.full.len() + self.coarser.len() + self.nothing.len();
        let of = |columns: &[String], one: &str, many: &str| {
            let does = if columns.len() == 1 { one } else { many };
            match columns {
                [] => format!("none {one}"),
                _ => format!("{} {does} ({})", columns.len(), columns.join(", ")),
            }
        };
        format!(
            "Of {all} {}, {}, {}, {}.",
            if all == 1 { "quasi-identifier" } else { "quasi-identifiers" },
            of(&self.full, "keeps full detail", "keep full detail"),
            of(&self.coarser, "is coarser", "are coarser"),
            of(&self.nothing, "says nothing", "say nothing"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_counted_once_and_named() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let detail = Detail { full: names(&["sex"]), coarser: names(&[]), nothing: names(&["age", "zip"]) };
        let expected = "Of 3 quasi-identifiers, 1 keeps full detail (sex), none is coarser, 2 say nothing (age, zip).";
        assert_eq!(detail.sentence(), expected);
    }
}
