//! Improves policies of a frontier one quasi-identifier at a time until each one's intervals are proven optimal.

use super::tradeoffs::Tradeoffs;
use crate::frontier::{ColumnOptimality, Run, Verdict};
use crate::monitor::Monitor;
use crate::partition::PartitionPolicy;

/// How often a policy is improved at most. What is left then is not proven.
const MOST_BETTER: usize = 200;

/// A policy and, for each quasi-identifier, whether its own intervals are proven optimal.
type Proven = (PartitionPolicy, Vec<bool>);

/// Goes through some policies of a frontier. If other intervals of one quasi-identifier have no more risk, no more
/// loss, and less of one, the policy with them replaces it and is examined in turn.
///
/// It terminates because each policy has less risk or less loss than the one before. Time in [`ColumnOptimality`] for
/// each policy and quasi-identifier, several times over.
#[derive(Debug)]
pub struct ColumnProofs {
    optimality: ColumnOptimality,
    n_qis: usize,
    /// Policies that are left, the next one last.
    left: Vec<PartitionPolicy>,
    n_all: usize,
    current: Option<Current>,
    proven: Vec<Proven>,
    counts: ColumnProofCounts,
}

/// The number of policies examined, and how their quasi-identifiers were decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ColumnProofCounts {
    /// Policies.
    pub policies: usize,
    /// Quasi-identifiers proven by a weighted sum.
    pub by_weight: usize,
    /// Quasi-identifiers proven by labels.
    pub by_labels: usize,
    /// Quasi-identifiers left undecided.
    pub open: usize,
    /// How often a better policy replaced one.
    pub bettered: usize,
}

/// The policy under examination.
#[derive(Debug)]
struct Current {
    policy: PartitionPolicy,
    qi: usize,
    /// The verdict on each quasi-identifier while the others stay as they are.
    verdicts: Vec<Option<Verdict>>,
    bettered: usize,
}

impl ColumnProofs {
    /// Examines `n_policies` policies, spread evenly along the frontier of a finished search.
    pub fn new(tradeoffs: &Tradeoffs, run: &Run, n_policies: usize) -> Self {
        let staircase = run.explorer().staircase();
        let (space, tuples) = (tradeoffs.space(), tradeoffs.frequencies());
        let arcs = staircase.arcs();
        let (n, length) = (staircase.len(), arcs.last().copied().unwrap_or_default());
        let mut places: Vec<usize> = if n_policies >= n {
            (0..n).collect()
        } else {
            (0..n_policies)
                .map(|place| length * (place as f64 + 0.5) / n_policies as f64)
                .map(|arc| arcs.partition_point(|&other| other < arc).min(n - 1))
                .collect()
        };
        places.dedup();
        let left = places.iter().rev();
        let left: Vec<PartitionPolicy> = left.map(|&place| staircase.policy(place)).collect();
        Self {
            optimality: ColumnOptimality::new(space, tuples, staircase.top_loss()),
            n_qis: space.domains().len(),
            n_all: left.len(),
            left,
            current: None,
            proven: Vec::new(),
            counts: ColumnProofCounts::default(),
        }
    }

    /// Continues until all is decided, or until the monitor, asked about every millisecond of work, interrupts. Better
    /// policies are offered to the frontier. Returns whether it is done.
    pub fn advance(&mut self, run: &mut Run, monitor: &mut dyn Monitor) -> bool {
        loop {
            if self.current.is_none() {
                let Some(policy) = self.left.pop() else {
                    return true;
                };
                self.look_at(policy);
            }
            if monitor.interrupted() {
                return false;
            }
            self.step(run);
        }
    }

    /// The share that is done, 0 to 1.
    pub fn share(&self) -> f64 {
        self.counts.policies as f64 / self.n_all.max(1) as f64
    }

    /// The counts so far.
    pub fn counts(&self) -> ColumnProofCounts {
        self.counts
    }

    /// The places of the quasi-identifiers whose own intervals are proven optimal in a policy, if it was examined.
    pub fn of(&self, policy: &PartitionPolicy) -> Option<Vec<usize>> {
        let (_, proven) = self.proven.iter().find(|(other, _)| other == policy)?;
        let places = proven.iter().enumerate().filter(|(_, is_proven)| **is_proven);
        Some(places.map(|(qi, _)| qi).collect())
    }

    fn look_at(&mut self, policy: PartitionPolicy) {
        let verdicts = vec![None; self.n_qis];
        let current = Current { policy, qi: 0, verdicts, bettered: 0 };
        self.optimality.begin(0, &current.policy);
        self.current = Some(current);
    }

    fn step(&mut self, run: &mut Run) {
        let (optimality, Some(current)) = (&mut self.optimality, &mut self.current) else {
            return;
        };
        let Some(verdict) = optimality.step() else {
            return;
        };
        match verdict {
            Verdict::Better(policy) if current.bettered < MOST_BETTER => {
                current.policy = policy;
                current.bettered += 1;
                // All other verdicts assumed the old intervals of this one.
                current.verdicts.fill(None);
                optimality.begin(current.qi, &current.policy);
                return;
            }
            verdict => current.verdicts[current.qi] = Some(verdict),
        }
        let next = (1..=self.n_qis).map(|step| (current.qi + step) % self.n_qis);
        if let Some(qi) = { next }.find(|&qi| current.verdicts[qi].is_none()) {
            current.qi = qi;
            optimality.begin(qi, &current.policy);
            return;
        }
        let Some(current) = self.current.take() else {
            return;
        };
        self.conclude(current, run);
    }

    fn conclude(&mut self, current: Current, run: &mut Run) {
        if current.bettered > 0 {
            run.offer(&current.policy);
        }
        self.counts.policies += 1;
        self.counts.bettered += current.bettered;
        let proven = (current.verdicts.iter()).map(|verdict| match verdict {
            Some(Verdict::Best { by_weight: true }) => {
                self.counts.by_weight += 1;
                true
            }
            Some(Verdict::Best { by_weight: false }) => {
                self.counts.by_labels += 1;
                true
            }
            _ => {
                self.counts.open += 1;
                false
            }
        });
        let proven = proven.collect();
        self.proven.push((current.policy, proven));
    }
}
