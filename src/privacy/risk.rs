//! Conditions as risks: the figure of the worst class, turned so that more of it is riskier.

use super::{Closeness, Condition, Diversity, DiversityKind};

/// Two risks that are nearer than this share are one: figures are rounded, and checks take other ways to them.
const ROUNDING: f64 = 1e-12;

impl Condition {
    /// The risk of a release in which the worst class has this figure; 0 where no class is kept.
    ///
    /// Of numbers of records, people and values it is 1 by them, people counted whole; of the others the figure itself.
    pub fn risk(&self, worst: Option<f64>) -> f64 {
        let Some(figure) = worst else { return 0.0 };
        match self {
            Self::KAnonymity(_) | Self::KMap(_) => 1.0 / figure.floor().max(1.0),
            Self::LDiversity(Diversity {
                kind: DiversityKind::Distinct | DiversityKind::Entropy,
                ..
            }) => 1.0 / figure,
            Self::LDiversity(_) | Self::TCloseness(_) | Self::AverageRisk(_) => figure,
        }
    }

    /// The strictest condition of its kind that a release of this risk holds; itself where no class is kept.
    #[must_use]
    pub fn holding(&self, risk: f64) -> Self {
        if risk.is_nan() || risk <= 0.0 {
            return match self {
                // A class may be as close to the table as can be.
                Self::TCloseness(_) => self.at(0.0),
                _ => self.clone(),
            };
        }
        match self {
            Self::KAnonymity(_) | Self::KMap(_) => self.at((1.0 / risk).round()),
            Self::LDiversity(diversity) => match diversity.kind {
                DiversityKind::Distinct => self.at((1.0 / risk).round()),
                DiversityKind::Entropy => self.at((1.0 / risk).max(1.0)),
                DiversityKind::Recursive => with_c(diversity, risk * (1.0 + ROUNDING)),
            },
            Self::TCloseness(_) => self.at((risk * (1.0 + ROUNDING)).min(1.0)),
            Self::AverageRisk(_) => self.at((risk * (1.0 + ROUNDING)).min(1.0)),
        }
    }

    /// The most lenient condition of its kind that a release of this risk does not hold; `None` where none is
    /// stricter.
    #[must_use]
    pub fn beyond(&self, risk: f64) -> Option<Self> {
        if risk.is_nan() || risk <= 0.0 {
            return None;
        }
        Some(match self {
            Self::KAnonymity(_) | Self::KMap(_) => self.at((1.0 / risk).round() + 1.0),
            Self::LDiversity(diversity) => match diversity.kind {
                DiversityKind::Distinct => self.at((1.0 / risk).round() + 1.0),
                // A class that misses ℓ by less than the rounding has reached it.
                DiversityKind::Entropy => self.at(1.0 / risk * (1.0 + 3.0 * ROUNDING)),
                DiversityKind::Recursive => with_c(diversity, risk * (1.0 - ROUNDING)),
            },
            Self::TCloseness(_) | Self::AverageRisk(_) => self.at(risk * (1.0 - ROUNDING)),
        })
    }

    /// What its risk is, in words.
    pub fn risk_words(&self) -> String {
        match self {
            Self::KAnonymity(_) => "1 by the fewest records of a class".to_owned(),
            Self::KMap(_) => "1 by the fewest people of a class".to_owned(),
            Self::LDiversity(Diversity { column, kind, .. }) => match kind {
                DiversityKind::Distinct => {
                    format!("1 by the fewest different values of `{column}` in a class")
                }
                DiversityKind::Entropy => {
                    format!("1 by the least mixed values of `{column}` in a class")
                }
                DiversityKind::Recursive => {
                    format!(
                        "records of the most frequent value of `{column}` by those of the rare ones"
                    )
                }
            },
            Self::TCloseness(Closeness { column, .. }) => {
                format!("farthest distance of a class's values of `{column}`")
            }
            Self::AverageRisk(_) => "average risk of a record".to_owned(),
        }
    }
}

fn with_c(diversity: &Diversity, c: f64) -> Condition {
    Condition::LDiversity(Diversity {
        c: Some(c),
        ..diversity.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::{Distance, Threshold};

    fn diversity(kind: DiversityKind, l: f64, c: Option<f64>) -> Condition {
        let column = "value".to_owned();
        Condition::LDiversity(Diversity { column, kind, l, c })
    }

    #[test]
    fn what_holds_a_figure_is_told_from_what_does_not() {
        let close = Condition::TCloseness(Closeness {
            column: "value".to_owned(),
            distance: Distance::Equal,
            t: 1.0,
        });
        for (condition, figure) in [
            (Condition::KAnonymity(Threshold::Number(2)), 7.0),
            (Condition::KMap(Threshold::Number(2)), 11.4),
            (diversity(DiversityKind::Distinct, 1.0, None), 3.0),
            (
                diversity(DiversityKind::Entropy, 1.0, None),
                2.0_f64.powf(1.5),
            ),
            (
                diversity(DiversityKind::Recursive, 3.0, Some(9.0)),
                4.0 / 3.0,
            ),
            (close, 1.0 / 3.0),
            (Condition::AverageRisk(1.0), 3.0 / 49.0),
        ] {
            let risk = condition.risk(Some(figure));
            assert!(condition.holding(risk).admits(figure), "{condition:?}");
            assert!(
                !condition.beyond(risk).unwrap().admits(figure),
                "{condition:?}"
            );
        }
    }

    #[test]
    fn without_a_class_there_is_no_risk_and_nothing_beyond() {
        let two = Condition::KMap(Threshold::Number(2));
        assert_eq!(two.risk(None), 0.0);
        assert_eq!((two.holding(0.0), two.beyond(0.0)), (two.clone(), None));
    }
}
