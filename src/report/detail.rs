//! How much a policy leaves of the quasi-identifiers, column by column.

use super::release::Report;
use crate::hierarchy::SAYS_NOTHING;
use crate::lattice::Level;
use crate::loss::{Aggregate, MeasureName};

/// The quasi-identifiers of a release by what is left of them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Detail {
    /// Those at their lowest level.
    pub full: Vec<String>,
    /// Those that are coarser.
    pub coarser: Vec<String>,
    /// Those of which one group is left for all records.
    pub nothing: Vec<String>,
    /// The share of the detail that is gone, if the measure of loss is one.
    pub gone: Option<f64>,
}

impl Detail {
    /// What the policy of a report leaves.
    pub fn of(report: &Report) -> Self {
        let words = |name: &String| report.policy_in_words.get(name).map_or("", String::as_str);
        let groups = |name: &String| report.groups_by_quasi_identifier.get(name).copied();
        let policy = report.policy.iter().map(|(name, &level)| (name.as_str(), level, words(name), groups(name)));
        Self::of_policy(policy, Self::share_gone(report.measure, report.aggregate, report.loss))
    }

    /// What a policy leaves: the name of each quasi-identifier, its level, that level in the words of
    /// [`EncodedStudy::words`](crate::table::EncodedStudy::words), and the groups that the kept records are in.
    pub fn of_policy<'a>(
        policy: impl Iterator<Item = (&'a str, Level, &'a str, Option<u64>)>,
        gone: Option<f64>,
    ) -> Self {
        let mut detail = Self { gone, ..Self::default() };
        for (name, level, words, groups) in policy {
            let place = match level {
                _ if words.ends_with(SAYS_NOTHING) => &mut detail.nothing,
                0 => &mut detail.full,
                // The records of all other groups may be suppressed.
                _ if groups == Some(1) => &mut detail.nothing,
                _ => &mut detail.coarser,
            };
            place.push(name.to_owned());
        }
        detail
    }

    /// The share of the detail that a loss says is gone: Iyengar's mean loss is the share of the other values of its
    /// column that a released value leaves open.
    pub fn share_gone(measure: MeasureName, aggregate: Aggregate, loss: f64) -> Option<f64> {
        (measure == MeasureName::Iyengar && aggregate == Aggregate::ArithmeticMean).then_some(loss)
    }

    /// The numbers and names, and the share that is gone.
    pub fn sentence(&self) -> String {
        let all = self.full.len() + self.coarser.len() + self.nothing.len();
        let of = |columns: &[String], one: &str, many: &str| {
            let does = if columns.len() == 1 { one } else { many };
            match columns {
                [] => format!("none {one}"),
                _ => format!("{} {does} ({})", columns.len(), columns.join(", ")),
            }
        };
        let gone = match self.gone {
            None => String::new(),
            Some(0.0) => " None of the detail is gone.".to_owned(),
            // Rounded, it would look like nothing or all.
            Some(share) if share < 0.0005 => " Less than 0.1 % of the detail is gone.".to_owned(),
            Some(share) if (0.9995..1.0).contains(&share) => " More than 99.9 % of the detail is gone.".to_owned(),
            Some(share) => format!(" {:.1} % of the detail is gone.", 100.0 * share),
        };
        format!(
            "Of {all} {}, {}, {}, {}.{gone}",
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
        let policy = [
            ("sex", 0, "as given", Some(1)),
            ("age", 2, "*: nothing said", Some(1)),
            ("zip", 1, "Person: nothing said", None),
        ];
        let detail = Detail::of_policy(policy.into_iter(), None);
        let expected = "Of 3 quasi-identifiers, 1 keeps full detail (sex), none is coarser, 2 say nothing (age, zip).";
        assert_eq!(detail.sentence(), expected);
        let policy = [("sex", 0, "as given", Some(2)), ("age", 1, "width 5", Some(7))];
        let detail = Detail::of_policy(policy.into_iter(), Some(0.713));
        let expected = "Of 2 quasi-identifiers, 1 keeps full detail (sex), 1 is coarser (age), none says nothing. \
                        71.3 % of the detail is gone.";
        assert_eq!(detail.sentence(), expected);
        let policy = [("age", 1, "width 5", Some(1)), ("zip", 1, "5 digits", Some(0))];
        let expected = "Of 2 quasi-identifiers, none keeps full detail, 1 is coarser (zip), 1 says nothing (age).";
        assert_eq!(Detail::of_policy(policy.into_iter(), None).sentence(), expected);
        let gone = |share| Detail { gone: Some(share), full: vec!["sex".to_owned()], ..Detail::default() }.sentence();
        for (share, words) in [
            (0.0, "None of the detail is gone."),
            (0.000_4, "Less than 0.1 % of the detail is gone."),
            (0.999_6, "More than 99.9 % of the detail is gone."),
            (1.0, "100.0 % of the detail is gone."),
        ] {
            assert!(gone(share).ends_with(words), "{share}");
        }
    }

    #[test]
    fn a_loss_is_a_share_of_the_detail_only_where_it_is_one() {
        let gone = |measure, aggregate| Detail::share_gone(measure, aggregate, 0.25);
        assert_eq!(gone(MeasureName::Iyengar, Aggregate::ArithmeticMean), Some(0.25));
        assert_eq!(gone(MeasureName::Iyengar, Aggregate::Maximum), None);
        assert_eq!(gone(MeasureName::Height, Aggregate::ArithmeticMean), None);
        assert_eq!(gone(MeasureName::Precision, Aggregate::ArithmeticMean), None);
    }
}
