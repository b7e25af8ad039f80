//! Incognito with super-roots (LeFevre, DeWitt and Ramakrishnan 2005, as described by El Emam et al. 2009).
//!
//! **Precondition:** the loss never falls when a policy is generalized. Then the best policy is one of the minimal
//! valid ones, and the search keeps only these.

use super::evaluator::Projection;
use super::ledger::Ledger;
use super::problem::Problem;
use super::progress::{Counters, Progress, Status};
use super::recording::Exclusion;
use super::{Algorithm, Search};
use crate::error::Result;
use crate::lattice::antichain::{Antichain, RankedTrie};
use crate::lattice::{Level, Policy};
use crate::monitor::Monitor;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A breadth-first search from the bottom through the lattice of every subset of the axes, small subsets first.
///
/// A class of fewer columns is a union of classes of more columns. So a policy that is not valid on a subset is not
/// valid on a larger one (*a-priori*), and is excluded there without a check. The generalizations of a valid policy
/// are not checked either. The classes of a subset are those of its columns alone, whatever the values of the others.
///
/// The *super-root* of a subset is one policy below all that the a-priori rule leaves: on each axis, the highest of
/// the least levels that were valid on the smaller subsets. The table is grouped by it once, and every check in the
/// subset starts from there.
///
/// Our reading: a subset is one of the lattice's axes, so linked quasi-identifiers enter together. A row is walked in
/// lexicographic order. Only the minimal valid policies are compared on loss; the paper compares all valid ones, but
/// the others cannot win when the loss is monotone. The policies checked include those on subsets; the
/// [`Trail`](super::Trail) holds only those on all axes.
///
/// Checks: at most the policies of all subsets, Π (1 + levels of the axis) − 1.
///
/// # Example
/// ```
/// use kanon::loss::MeasureName;
/// use kanon::monitor::Unlimited;
/// use kanon::search::{Incognito, Search};
/// use kanon::people::FivePeople;
///
/// let problem = FivePeople::problem(MeasureName::Precision)?;
/// let mut search = Incognito::new(problem)?;
/// search.advance(&mut Unlimited);
/// let progress = search.progress();
/// let best = progress.best.unwrap();
/// assert_eq!(best.policy.levels(), [3, 0]);
/// assert_eq!(best.loss, progress.bound);
/// # Ok::<(), kanon::Error>(())
/// ```
pub struct Incognito {
    ledger: Ledger,
    /// The axes of the subset, ascending.
    subset: Vec<usize>,
    /// The columns of the subset; `None` for all columns, which the ledger checks.
    projection: Option<Projection>,
    /// The valid policies on this subset.
    valid: Survivors,
    /// The valid policies on the subset without one axis, with that axis.
    smaller: Vec<(usize, Arc<Survivors>)>,
    /// The valid policies on the subsets with one axis less.
    of_size_before: FxHashMap<Vec<usize>, Arc<Survivors>>,
    /// The valid policies on the finished subsets of this size.
    of_size: FxHashMap<Vec<usize>, Arc<Survivors>>,
    row: BTreeSet<Policy>,
    next_row: BTreeSet<Policy>,
    /// The next policy to check: looked at and not excluded.
    due: Option<Policy>,
    n_pruned: u64,
    done: bool,
}

/// The valid policies of a subset. Its other axes are at the bottom.
struct Survivors {
    minimal: RankedTrie,
    /// The least valid level of each axis.
    least: Vec<Level>,
}

impl Survivors {
    fn none(n_axes: usize) -> Self {
        Self { minimal: RankedTrie::new(), least: vec![Level::MAX; n_axes] }
    }
}

impl Incognito {
    /// A new search.
    ///
    /// # Errors
    /// If the measure is not monotone.
    pub fn new(problem: Arc<Problem>) -> Result<Self> {
        Algorithm::Incognito.demand_monotone(&problem)?;
        let n_axes = problem.lattice.axes().len();
        let mut search = Self {
            ledger: Ledger::new(problem),
            subset: (0..n_axes.min(1)).collect(),
            projection: None,
            valid: Survivors::none(n_axes),
            smaller: Vec::new(),
            of_size_before: FxHashMap::default(),
            of_size: FxHashMap::default(),
            row: BTreeSet::new(),
            next_row: BTreeSet::new(),
            due: None,
            n_pruned: 0,
            done: false,
        };
        search.start_subset();
        Ok(search)
    }

    fn n_axes(&self) -> usize {
        self.ledger.problem().lattice.axes().len()
    }

    fn start_subset(&mut self) {
        self.smaller = (self.subset.iter())
            .filter_map(|&left_out| {
                let others = self.subset.iter().copied();
                let others: Vec<usize> = others.filter(|&axis| axis != left_out).collect();
                let survivors = self.of_size_before.get(&others)?;
                Some((left_out, Arc::clone(survivors)))
            })
            .collect();
        let problem = Arc::clone(self.ledger.problem());
        let axes = problem.lattice.axes();
        let mut root = problem.lattice.bottom().levels().to_vec();
        for &axis in &self.subset {
            let others = (self.smaller.iter()).filter(|(left_out, _)| *left_out != axis);
            let least = others.map(|(_, survivors)| survivors.least[axis]).max();
            let level = least.unwrap_or(axes[axis].range().min);
            axes[axis].set(&mut root, level);
        }
        let root = Policy::new(root);
        self.projection = (self.subset.len() < axes.len()).then(|| {
            let mut kept = vec![false; problem.qis.len()];
            for qi in self.subset.iter().flat_map(|&axis| axes[axis].members()) {
                kept[*qi] = true;
            }
            self.ledger.projection(&kept, &root)
        });
        self.row.insert(root);
    }

    /// Continues with the next subset, if a larger one can still have valid policies.
    fn end_subset(&mut self) {
        let n_axes = self.n_axes();
        let valid = std::mem::replace(&mut self.valid, Survivors::none(n_axes));
        // A policy that is not valid on a subset is not valid on all axes.
        if valid.minimal.is_empty() || self.subset.len() == n_axes {
            self.done = true;
            self.ledger.settle();
            return;
        }
        self.of_size.insert(self.subset.clone(), Arc::new(valid));
        if !next_subset(&mut self.subset, n_axes) {
            self.of_size_before = std::mem::take(&mut self.of_size);
            self.subset = (0..=self.subset.len()).collect();
        }
        self.start_subset();
    }

    /// Whether the policy is valid on every subset with one axis less.
    fn is_left_by_smaller_subsets(&self, policy: &Policy) -> bool {
        let lattice = &self.ledger.problem().lattice;
        let mut levels = policy.levels().to_vec();
        self.smaller.iter().all(|(left_out, survivors)| {
            let axis = &lattice.axes()[*left_out];
            axis.set(&mut levels, axis.range().min);
            let valid = survivors.minimal.covers(&levels);
            axis.set(&mut levels, axis.level(policy));
            valid
        })
    }

    fn check(&mut self, policy: &Policy) {
        let valid = match &mut self.projection {
            Some(projection) => self.ledger.check_projection(projection, policy),
            None => {
                let evaluation = self.ledger.check(policy);
                if evaluation.valid {
                    self.ledger.offer(policy, evaluation);
                }
                evaluation.valid
            }
        };
        if valid {
            let problem = self.ledger.problem();
            for &axis in &self.subset {
                let level = problem.lattice.axes()[axis].level(policy);
                self.valid.least[axis] = self.valid.least[axis].min(level);
            }
            self.valid.minimal.insert(policy.levels());
        } else {
            self.generalize(policy);
        }
    }

    fn prune(&mut self, policy: &Policy, why: Exclusion) {
        self.n_pruned += 1;
        match self.projection {
            Some(_) => self.ledger.exclude_in_part(policy, why),
            None => self.ledger.exclude(policy, why),
        }
    }

    /// Puts the direct generalizations on the subset into the next row.
    fn generalize(&mut self, policy: &Policy) {
        let axes = self.ledger.problem().lattice.axes();
        for axis in self.subset.iter().map(|&axis| &axes[axis]) {
            let level = axis.level(policy);
            if level < axis.range().max {
                let mut levels = policy.levels().to_vec();
                axis.set(&mut levels, level + 1);
                self.next_row.insert(Policy::new(levels));
            }
        }
    }
}

/// Replaces the subset by the next one of the same size in lexicographic order. Returns whether there is one.
fn next_subset(subset: &mut [usize], n_axes: usize) -> bool {
    let size = subset.len();
    let Some(place) = (0..size).rfind(|&place| subset[place] < n_axes - size + place) else {
        return false;
    };
    let first = subset[place] + 1;
    for (axis, next) in subset[place..].iter_mut().zip(first..) {
        *axis = next;
    }
    true
}

impl Search for Incognito {
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        while !self.done {
            if let Some(policy) = self.due.take() {
                if monitor.interrupted() {
                    self.due = Some(policy);
                    return Status::Running;
                }
                self.check(&policy);
            }
            match self.row.pop_first() {
                Some(policy) if self.valid.minimal.covers(policy.levels()) => {
                    self.prune(&policy, Exclusion::Valid);
                }
                Some(policy) if !self.is_left_by_smaller_subsets(&policy) => {
                    self.prune(&policy, Exclusion::NotValidInPart);
                    self.generalize(&policy);
                }
                Some(policy) => self.due = Some(policy),
                None if self.next_row.is_empty() => self.end_subset(),
                None => std::mem::swap(&mut self.row, &mut self.next_row),
            }
        }
        Status::Done
    }

    fn progress(&self) -> Progress {
        Progress {
            counters: Counters { work: self.ledger.work(self.n_pruned), ..self.ledger.counters() },
            ..self.ledger.progress()
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn ledger_mut(&mut self) -> &mut Ledger {
        &mut self.ledger
    }
}
