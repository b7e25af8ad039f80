//! The policies that a run has checked, as flat arrays.

use super::search::Run;
use crate::lattice::{Level, Policy};
use crate::search::Evaluation;
use crate::sorting::sort_by;

/// Policies that a run has checked, as flat arrays for a drawing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Visited {
    /// The levels, policy by policy.
    pub levels: Vec<Level>,
    /// The losses.
    pub losses: Vec<f64>,
    /// Lower bounds for the losses of the policies and all their generalizations.
    pub bounds: Vec<f64>,
    /// Records that they suppress.
    pub suppressed: Vec<u64>,
    /// Whether that number is within the limit.
    pub valid: Vec<bool>,
    /// Policies checked by the run, possibly more than are listed here.
    pub n_checked: u64,
}

impl Visited {
    /// The policies that a run has checked, in the order of the checks. If there are more than `most`, valid policies
    /// are preferred, then those of the least loss.
    ///
    /// Time in n log n of the policies checked.
    pub fn of(run: &Run, most: usize) -> Self {
        let trail = run.trail();
        let mut checked: Vec<(&Policy, &Evaluation)> = trail.iter().collect();
        if checked.len() > most {
            sort_by(&mut checked, |(_, one), (_, other)| {
                (other.valid.cmp(&one.valid)).then_with(|| one.loss.total_cmp(&other.loss))
            });
            checked.truncate(most);
        }
        let mut visited = Self { n_checked: trail.n_checked(), ..Self::default() };
        for (policy, evaluation) in checked {
            visited.levels.extend_from_slice(policy.levels());
            visited.losses.push(evaluation.loss);
            visited.bounds.push(evaluation.bound);
            visited.suppressed.push(evaluation.suppressed);
            visited.valid.push(evaluation.valid);
        }
        visited
    }
}
