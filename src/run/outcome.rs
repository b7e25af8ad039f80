//! The result of a run.

use super::search::Run;
use crate::classes::{Classes, Kept, QuasiIdentifier};
use crate::error::{RecipeError, Result};
use crate::lattice::{Level, Policy};
use crate::recipe::{Chosen, FrontierSpace, Recipe};
use crate::risk::Prosecutor;
use crate::search::Counters;
use rustc_hash::FxHashSet;

/// Two figures of a point agree if their relative difference is below this.
const ROUNDING: f64 = 1e-9;

/// The policy of a run, its best or a chosen one, with everything that a report says of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The policy.
    pub policy: Policy,
    /// Whether it was chosen instead of the best one.
    pub chosen: bool,
    /// The loss of the policy.
    pub loss: f64,
    /// The loss of the best policy of the search so far, if there is one.
    pub best_loss: Option<f64>,
    /// The loss of each quasi-identifier, if the measure has one.
    pub loss_by_qi: Option<Vec<f64>>,
    /// The groups that the kept records of each quasi-identifier are in.
    pub groups_by_qi: Vec<u64>,
    /// No valid policy has a loss below this. It is 0 if the settings leave a single policy, of which nothing is
    /// proven.
    pub bound: f64,
    /// Whether it is proven, among at least two policies, that no valid one has a smaller loss.
    pub optimal: bool,
    /// Records in classes smaller than k.
    pub suppressed_records: u64,
    /// Records that may be suppressed.
    pub suppression_limit_records: u64,
    /// Records of the table.
    pub records: u64,
    /// Classes that are kept.
    pub classes: usize,
    /// The worst figure of a kept class for each condition of a recipe that asks for more than sizes, or the average
    /// risk; `None` if no class is kept.
    pub conditions: Vec<Option<f64>>,
    /// Policies of the lattice; `u128::MAX` if there are more.
    pub lattice_size: u128,
    /// The work of the search.
    pub counters: Counters,
    /// The time it took, in seconds.
    pub seconds: f64,
    /// The risk of the original table.
    pub risk_before: Prosecutor,
    /// The risk of the release.
    pub risk_after: Prosecutor,
}

/// The number of groups of each quasi-identifier that occur in the kept classes. Linear in the classes.
fn groups(qis: &[QuasiIdentifier], classes: &Classes, kept: &Kept) -> Vec<u64> {
    let of_column = |((place, qi), &level): ((usize, &QuasiIdentifier), &Level)| {
        let found: FxHashSet<_> =
            kept.places().map(|class| qi.hierarchy_group(level, classes.class(class).group(place))).collect();
        found.len() as u64
    };
    qis.iter().enumerate().zip(classes.policy().levels()).map(of_column).collect()
}

/// A policy one level away from the best one.
#[derive(Debug, Clone, PartialEq)]
pub struct Neighbour {
    /// The policy.
    pub policy: Policy,
    /// Whether it is more general than the best one.
    pub coarser: bool,
    /// The loss of the policy.
    pub loss: f64,
    /// Records that it suppresses.
    pub suppressed_records: u64,
    /// Whether that number is within the limit.
    pub valid: bool,
    /// Classes that it keeps.
    pub classes: usize,
}

impl Outcome {
    /// The outcome of a run so far, for the chosen policy or the best one.
    ///
    /// # Errors
    /// No valid policy was found: there is none, or the run has not found one yet.
    pub fn of(run: &mut Run) -> Result<Self> {
        let progress = run.progress();
        let best_loss = progress.best.as_ref().map(|best| best.loss);
        let chosen = run.chosen().cloned();
        let is_chosen = chosen.is_some();
        let Some(policy) = chosen.or(progress.best.map(|best| best.policy)) else {
            return run.explain_no_policy();
        };
        let problem = run.problem();
        let evaluation = run.evaluator().check(&policy);
        let loss_by_qi = run.evaluator().loss_by_qi(&policy);
        let conditions = run.evaluator().worst(&policy);
        let (classes, kept) = run.evaluator().classes(&policy);
        let groups_by_qi = groups(problem.qis(), classes, kept);
        let lattice_size = problem.lattice().size();
        // Finding the only policy that the settings leave proves nothing.
        let bound = if lattice_size == 1 { 0.0 } else { progress.bound };
        let risk_after = Prosecutor::of_release(classes, kept);
        Ok(Self {
            chosen: is_chosen,
            loss: evaluation.loss,
            best_loss,
            loss_by_qi,
            groups_by_qi,
            bound,
            optimal: lattice_size > 1 && bound >= evaluation.loss,
            suppressed_records: evaluation.suppressed,
            suppression_limit_records: problem.limit(),
            records: problem.records(),
            classes: evaluation.classes_kept,
            conditions,
            lattice_size,
            counters: progress.counters,
            seconds: run.milliseconds() / 1e3,
            risk_before: Prosecutor::of_table(problem.tuples(), &Kept::of(problem.tuples(), problem.asked_k())),
            risk_after,
            policy,
        })
    }

    /// Refuses a policy of a frontier of levels whose release is not the point that the recipe describes.
    ///
    /// # Errors
    /// [`RecipeError::OtherPoint`](crate::error::RecipeError::OtherPoint).
    pub fn expect_point(&self, recipe: &Recipe) -> Result<()> {
        let Some(Chosen::Frontier(point)) = &recipe.chosen else { return Ok(()) };
        if point.space != FrontierSpace::FullDomain {
            return Ok(());
        }
        let settings = recipe.frontier.clone().unwrap_or_default();
        let Prosecutor { smallest_class, average, .. } = self.risk_after;
        let risk = settings.risk.of(&recipe.protect, smallest_class, average, &self.conditions);
        let is_same = |one: f64, other: f64| (one - other).abs() <= ROUNDING * one.abs().max(other.abs()).max(1.0);
        match is_same(risk, point.risk) && is_same(self.loss, point.loss) {
            true => Ok(()),
            false => {
                let (said, found) = ((point.risk, point.loss), (risk, self.loss));
                Err(RecipeError::OtherPoint { said, found }.into())
            }
        }
    }

    /// The policies one level finer or coarser than the best one, axis by axis.
    pub fn neighbours(&self, run: &mut Run) -> Vec<Neighbour> {
        let problem = run.problem();
        let lattice = problem.lattice();
        let finer = lattice.predecessors(&self.policy).map(|policy| (policy, false));
        let coarser = lattice.successors(&self.policy).map(|policy| (policy, true));
        finer
            .chain(coarser)
            .map(|(policy, coarser)| {
                let evaluation = run.evaluator().check(&policy);
                Neighbour {
                    policy,
                    coarser,
                    loss: evaluation.loss,
                    suppressed_records: evaluation.suppressed,
                    valid: evaluation.valid,
                    classes: evaluation.classes_kept,
                }
            })
            .collect()
    }
}
