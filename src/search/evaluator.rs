//! Policy → suppressed records, loss, bound.

use super::problem::Problem;
use crate::classes::{Classes, K, Kept, RollupMemory, Snapshots, project, rollup};
use crate::lattice::Policy;
use crate::privacy::Judge;
use std::sync::Arc;

/// The result of checking one policy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evaluation {
    /// Records in classes smaller than k.
    pub suppressed: u64,
    /// Classes of at least k records.
    pub classes_kept: usize,
    /// Whether the suppression limit holds.
    pub valid: bool,
    /// The loss of the release.
    pub loss: f64,
    /// Breaks ties between different losses that round to the same float, which can happen with very many records.
    pub exact: u128,
    /// A lower bound for the loss of this policy and of all its generalizations.
    pub bound: f64,
    /// The node score of this check (El Emam et al. 2009): quasi-identifiers generalized × classes generalized from,
    /// plus the classes of the result.
    pub node_score: u64,
}

impl Evaluation {
    /// Whether this policy loses no more than under weaker requirements, where it had this loss and this number of
    /// suppressed records.
    pub fn loses_no_more(&self, problem: &Problem, loss: f64, suppressed: u64) -> bool {
        // If equal floats may hide different losses, the suppressed records must be equal too. Here there are no
        // fewer than there.
        self.loss <= loss && (!problem.floats_hide_losses() || self.suppressed == suppressed)
    }
}

/// Checks policies of one problem, each from the nearest classes that it has cached.
pub struct Evaluator {
    problem: Arc<Problem>,
    snapshots: Snapshots,
    scratch: RollupMemory,
    classes: Classes,
    kept: Kept,
    /// Set if classes must meet conditions beyond their size.
    judge: Option<Judge>,
}

/// The projection of the table on some quasi-identifiers: the classes of one policy and of its generalizations.
pub(super) struct Projection {
    snapshots: Snapshots,
}

impl Evaluator {
    /// An evaluator with an empty cache.
    pub fn new(problem: Arc<Problem>) -> Self {
        let bottom = problem.lattice.bottom();
        let mut scratch = RollupMemory::default();
        let mut classes = Classes::like(&problem.tuples);
        let base = if bottom == *problem.tuples.policy() {
            Arc::clone(&problem.tuples)
        } else {
            rollup(&problem.tuples, &bottom, &problem.qis, &mut scratch, &mut classes);
            let base = Classes::like(&classes);
            Arc::new(std::mem::replace(&mut classes, base))
        };
        Self {
            judge: problem.protection.clone().map(Judge::new),
            problem,
            snapshots: Snapshots::new(base),
            scratch,
            classes,
            kept: Kept::default(),
        }
    }

    /// The problem.
    pub fn problem(&self) -> &Arc<Problem> {
        &self.problem
    }

    /// Checks a policy of the lattice.
    ///
    /// Time: classes of the nearest cached specialization × quasi-identifiers whose level differs.
    pub fn check(&mut self, policy: &Policy) -> Evaluation {
        let node_score = self.group(policy);
        self.decide();
        let measure = &self.problem.measure;
        Evaluation {
            suppressed: self.kept.suppressed(),
            classes_kept: self.kept.n_classes(),
            valid: self.is_valid(),
            loss: measure.loss(&self.classes, &self.kept),
            exact: match self.problem.floats_hide_losses() {
                true => measure.exact(&self.classes, &self.kept),
                false => 0,
            },
            bound: measure.bound(&self.classes),
            node_score,
        }
    }

    /// The classes of a policy of the lattice, and which of them are kept.
    pub fn classes(&mut self, policy: &Policy) -> (&Classes, &Kept) {
        self.group(policy);
        self.decide();
        (&self.classes, &self.kept)
    }

    /// The worst figure of each condition among the classes that a policy keeps, as [`Judge::worst`] gives it.
    pub fn worst(&mut self, policy: &Policy) -> Vec<Option<f64>> {
        self.classes(policy);
        (self.judge.as_mut()).map_or_else(Vec::new, |judge| judge.worst(&self.classes, &self.kept))
    }

    /// The worst figure of each condition among the classes of the unchanged table, none of them suppressed.
    ///
    /// Time as for a check of the most specific policy.
    pub fn worst_before(&mut self) -> Vec<Option<f64>> {
        let tuples = Arc::clone(&self.problem.tuples);
        let all = Kept::of(&tuples, K::new(0));
        (self.judge.as_mut()).map_or_else(Vec::new, |judge| judge.worst(&tuples, &all))
    }

    /// Decides which of the classes are kept.
    fn decide(&mut self) {
        match &mut self.judge {
            Some(judge) => judge.decide(&self.classes, self.problem.k, &mut self.kept),
            None => self.kept.decide(&self.classes, self.problem.k),
        }
    }

    fn is_valid(&self) -> bool {
        let judge = self.judge.as_ref();
        self.kept.suppressed() <= self.problem.limit
            && judge.is_none_or(|judge| judge.admits(&self.classes, &self.kept))
    }

    /// A lower bound for the loss of a policy and of all its generalizations, without a check.
    pub fn bound_of_levels(&self, policy: &Policy) -> f64 {
        self.problem.measure.bound_of_levels(policy)
    }

    /// The loss of each quasi-identifier under a policy, if the measure is defined by quasi-identifier.
    pub fn loss_by_qi(&mut self, policy: &Policy) -> Option<Vec<f64>> {
        let problem = Arc::clone(&self.problem);
        let (classes, kept) = self.classes(policy);
        problem.measure.by_qi(classes, kept)
    }

    /// The `kept` quasi-identifiers alone, for a policy and its generalizations, and the node score of grouping the
    /// table by them.
    pub(super) fn projection(&mut self, kept: &[bool], policy: &Policy) -> (Projection, u64) {
        let base = self.snapshots.base();
        let (qis, mut classes) = (&self.problem.qis, Classes::like(base));
        project(base, policy, kept, qis, &mut self.scratch, &mut classes);
        let n_generalized = n_different(base.policy(), policy);
        let node_score = (n_generalized * base.len() + classes.len()) as u64;
        let snapshots = Snapshots::new(Arc::new(classes));
        (Projection { snapshots }, node_score)
    }

    /// Whether the suppression limit holds for a policy when only the quasi-identifiers of the projection count, and
    /// the node score of this check. On the other quasi-identifiers, the policy's levels are those of the projection.
    pub(super) fn check_projection(&mut self, projection: &mut Projection, policy: &Policy) -> (bool, u64) {
        std::mem::swap(&mut self.snapshots, &mut projection.snapshots);
        let node_score = self.group(policy);
        std::mem::swap(&mut self.snapshots, &mut projection.snapshots);
        self.kept.decide(&self.classes, self.problem.k);
        (self.kept.suppressed() <= self.problem.limit, node_score)
    }

    /// Returns the node score of the roll-up.
    fn group(&mut self, policy: &Policy) -> u64 {
        let source = self.snapshots.nearest(policy);
        let source_len = source.len();
        let n_generalized = n_different(source.policy(), policy);
        rollup(source, policy, &self.problem.qis, &mut self.scratch, &mut self.classes);
        self.snapshots.offer(&self.classes, source_len);
        (n_generalized * source_len + self.classes.len()) as u64
    }
}

/// The number of quasi-identifiers on which two policies differ.
fn n_different(one: &Policy, other: &Policy) -> usize {
    let pairs = one.levels().iter().zip(other.levels());
    pairs.filter(|(one, other)| one != other).count()
}
