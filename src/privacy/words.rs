//! Conditions in words.

use super::{Closeness, Condition, Distance, Diversity, DiversityKind};

impl Condition {
    /// What it asks for, in words, to go on with after "in every class".
    pub fn words(&self) -> String {
        match self {
            Self::KAnonymity(least) => format!("at least {} records{}", least.k(), least.given()),
            Self::KMap(least) => {
                let (k, given) = (least.k(), least.given());
                format!("at least {k} people of the population{given}")
            }
            Self::LDiversity(Diversity {
                column, kind, l, c, ..
            }) => match kind {
                DiversityKind::Distinct => format!("at least {l} different values of `{column}`"),
                DiversityKind::Entropy => {
                    format!("values of `{column}` as mixed as {l} equally frequent ones")
                }
                DiversityKind::Recursive => {
                    let c = c.unwrap_or(1.0);
                    format!(
                        "the most frequent value of `{column}` has fewer records than {c} times the {l}{} and all rarer ones together",
                        ending(*l as u64)
                    )
                }
            },
            Self::TCloseness(Closeness {
                column,
                distance,
                t,
            }) => {
                let distance = match distance {
                    Distance::Equal => "all values equally far apart",
                    Distance::Ordered => "values as far apart as in their order",
                    Distance::Hierarchical => "values as far apart as in their hierarchy",
                };
                format!(
                    "values of `{column}` within {t} of the whole table's distribution, {distance}"
                )
            }
            Self::AverageRisk(risk) => {
                format!("an average risk of at most {risk} over all records that are kept")
            }
        }
    }
}

/// What makes a number an ordinal one.
fn ending(number: u64) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

#[cfg(test)]
mod tests {
    use super::ending;

    #[test]
    fn ordinal_numbers_end_as_they_are_said() {
        let ends = [1, 2, 3, 4, 11, 12, 13, 21, 112, 122].map(ending);
        assert_eq!(
            ends,
            ["st", "nd", "rd", "th", "th", "th", "th", "st", "th", "nd"]
        );
    }
}
