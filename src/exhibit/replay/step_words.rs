//! The decision of each step of a search, in a sentence.

use super::boxes::Levels;
use crate::exhibit::figure::{grouped, loss, plural};
use crate::exhibit::lattice::Axes;
use crate::search::exact::OpenBox;
use crate::search::{Algorithm, Event, Exclusion, Finding, Problem, Step};

/// Describes the decision of a step of an algorithm.
pub(super) struct StepWords<'a> {
    pub(super) algorithm: Algorithm,
    pub(super) problem: &'a Problem,
    pub(super) axes: &'a Axes,
    pub(super) names: Vec<String>,
}

impl StepWords<'_> {
    pub(super) fn say(&self, event: &Event) -> String {
        let policy = self.axes.said(&event.policy);
        let alone = event.columns.as_ref().map(|columns| {
            let names = self.names.iter().zip(columns);
            let names: Vec<&str> = names.filter(|(_, counts)| **counts).map(|(name, _)| name.as_str()).collect();
            format!(" with {} alone", names.join(" and "))
        });
        let alone = alone.unwrap_or_default();
        match &event.step {
            Step::Checked(evaluation) => {
                let records = plural(evaluation.suppressed, "record", "records");
                let limit = grouped(self.problem.limit());
                let verdict = match evaluation.valid {
                    true => format!("valid, with a loss of {}", loss(evaluation.loss)),
                    false => "not valid".to_owned(),
                };
                let next = self.next(evaluation.valid);
                format!("{policy} is checked: {records} suppressed, of at most {limit}: {verdict}. {next}")
            }
            Step::CheckedInPart { valid } => match valid {
                true => format!("{policy} is checked{alone}: valid, and so is every coarser policy of these columns."),
                false => format!(
                    "{policy} is checked{alone}: not valid, so neither is it with more columns. The coarser policies of these columns are looked at."
                ),
            },
            Step::Excluded(why) => {
                let why = match why {
                    Exclusion::Valid => "a finer policy is valid, so that it is too",
                    Exclusion::NotValid => "a coarser policy is not valid, so that neither is it",
                    Exclusion::NotValidInPart => {
                        "it is not valid with one column less, so that neither is it with this one"
                    }
                    Exclusion::CannotWin => "it cannot lose less than the best policy so far",
                };
                format!("{policy}{alone} needs no check: {why}.")
            }
            Step::Best { loss: lost } if self.algorithm == Algorithm::Exact => {
                format!("{policy} loses {}: the best valid policy so far.", loss(*lost))
            }
            Step::Best { .. } => format!("{policy} is the best valid policy so far."),
            Step::Boxed(open, finding) => self.found(&policy, open, finding),
        }
    }

    /// The finding about a box whose high corner is `policy`.
    fn found(&self, policy: &str, open: &OpenBox, finding: &Finding) -> String {
        let limit = plural(self.problem.limit(), "record", "records");
        let of = |open: &OpenBox| Levels::of(self.problem.lattice(), open);
        let sizes_of = |inside: &[OpenBox]| -> Vec<u64> { inside.iter().map(|open| of(open).size()).collect() };
        let levels = of(open);
        let least = format!("loses less than {}", loss(open.bound));
        match finding {
            Finding::Walked { valid: true } => {
                format!("A walk for a good policy to begin with looks at {policy}: valid.")
            }
            Finding::Walked { valid: false } => {
                format!("A walk for a good policy to begin with looks at {policy}: not valid.")
            }
            Finding::NotValid => format!(
                "{} is looked at: {policy} suppresses more than {limit}, and no finer policy suppresses fewer. The box is closed.",
                self.boxed(policy, &levels)
            ),
            Finding::Valid { suppressed } => format!(
                "{} is looked at; none of it {least}. {policy} suppresses {}, of at most {}: valid.",
                self.boxed(policy, &levels),
                plural(*suppressed, "record", "records"),
                grouped(self.problem.limit()),
            ),
            Finding::Sifted(inside) => {
                let sizes = sizes_of(inside);
                let (others, open) = match sizes.iter().sum() {
                    0 => ("other policy of it".to_owned(), "The box is closed.".to_owned()),
                    1 => ("policy of it but one".to_owned(), "That one stays open.".to_owned()),
                    left => {
                        let open = match sizes.as_slice() {
                            [_] => "These stay open, as a smaller box.".to_owned(),
                            [one, other] if left > 2 => {
                                format!("These stay open, as boxes of {} and {}.", grouped(*one), grouped(*other))
                            }
                            _ => "These stay open.".to_owned(),
                        };
                        (format!("policy of it but {}", grouped(left)), open)
                    }
                };
                format!(
                    "The small classes of the box are sifted: no {others} both suppresses at most {limit} and comes before the best one. {open}"
                )
            }
            Finding::Probed { valid } => format!(
                "The box is probed: of its policies that are lower than {policy} in one column, {} valid.",
                match valid {
                    0 => "none is".to_owned(),
                    1 => "1 is".to_owned(),
                    valid => format!("{} are", grouped(*valid)),
                }
            ),
            Finding::Bounded(inside) if inside.is_empty() => {
                "The bounds of the box show that no other policy of it comes before the best one. The box is closed."
                    .to_owned()
            }
            Finding::Bounded(inside) => {
                let sizes = sizes_of(inside);
                let left = sizes.iter().sum();
                let closed = plural(levels.size() - left, "policy", "policies");
                let left = plural(left, "policy", "policies");
                let sizes: Vec<String> = sizes.into_iter().map(grouped).collect();
                match sizes.split_last() {
                    Some((last, others)) if !others.is_empty() => format!(
                        "The bounds of the box close {closed}. The rest is cut into {} smaller boxes, of {} and {last}, which stay open.",
                        sizes.len(),
                        others.join(", "),
                    ),
                    _ => format!("The bounds of the box close {closed}. The rest stays open, as a box of {left}."),
                }
            }
            Finding::Beaten => format!(
                "{} needs no look: none of it {least}, so that none comes before the best one. The box is closed.",
                self.boxed(policy, &levels)
            ),
        }
    }

    /// A box by its corners.
    fn boxed(&self, high: &str, levels: &Levels) -> String {
        let low = self.axes.said(&levels.low_corner(self.problem.lattice()));
        match levels.size() {
            1 => format!("The box of {high} alone"),
            size => {
                format!("The box of {} from {low} to {high}", plural(size, "policy", "policies"))
            }
        }
    }

    /// What a check means for what comes next.
    fn next(&self, valid: bool) -> &'static str {
        match (self.algorithm, valid) {
            (Algorithm::Ola, true) => "So are all coarser ones; the search goes on below it.",
            (Algorithm::Ola, false) => "Nor is any finer one; the search goes on above it.",
            (Algorithm::Incognito, true) => "So are all coarser ones.",
            (Algorithm::Incognito, false) => "The coarser ones next to it are looked at.",
            (Algorithm::Samarati, true) => "This row has a valid policy: no higher one is needed.",
            (Algorithm::Samarati, false) => "The next policy of the row is looked at; if none is valid, a higher row.",
            (Algorithm::Datafly, true) => "The search ends with it.",
            (Algorithm::Datafly, false) => "The column with most distinct values goes one level up.",
            (Algorithm::Igreedy, true) => "No further step is taken after those of this round.",
            (Algorithm::Igreedy, false) => {
                "Of the steps of this round, the one that frees most records for what it loses is taken."
            }
            (Algorithm::Flash, true) => "The search goes on in the lower half of its path.",
            (Algorithm::Flash, false) => "Nor is any finer one; the search goes on in the upper half of its path.",
            (Algorithm::BruteForce, _) => "The next policy is looked at.",
            // With too many levels for boxes, the exact search goes best-first.
            (Algorithm::BestFirst | Algorithm::Exact, _) => {
                "Its coarser neighbours wait, unless none of them can lose less than the best one."
            }
        }
    }
}
