//! Policies of a frontier, bettered one quasi-identifier at a time until each one's own intervals are proven best.

use super::Tradeoffs;
use crate::frontier::{OwnIntervals, Run, Verdict};
use crate::monitor::Monitor;
use crate::partition::PartitionPolicy;

/// How often a policy is bettered at most; what is left then is not proven.
const MOST_BETTER: usize = 200;

/// What is proven of a policy: for each quasi-identifier, whether its own intervals are the best ones.
type Proven = (PartitionPolicy, Vec<bool>);

/// Goes through some policies of a frontier. Wherever other intervals of one quasi-identifier have no more risk and no
/// more loss, and less of one, the policy that has them takes its place, and is looked at in its turn.
///
/// It ends, because each policy has less of risk or loss than the one before. Time in [`OwnIntervals`] for each policy
/// and quasi-identifier, some times over.
#[derive(Debug)]
pub struct OwnProofs {
    own: OwnIntervals,
    n_qis: usize,
    /// Policies that are left, the last one first.
    left: Vec<PartitionPolicy>,
    n_all: usize,
    current: Option<Current>,
    proven: Vec<Proven>,
    counts: OwnCounts,
}

/// How many policies were looked at, and how their quasi-identifiers were decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OwnCounts {
    /// Policies.
    pub policies: usize,
    /// Quasi-identifiers of them that are proven, by a weighted sum.
    pub by_weight: usize,
    /// Those that are proven by labels.
    pub by_labels: usize,
    /// Those that are not decided.
    pub open: usize,
    /// How often a policy gave way to a better one.
    pub bettered: usize,
}

/// The policy that is looked at.
#[derive(Debug)]
struct Current {
    policy: PartitionPolicy,
    qi: usize,
    /// Of each quasi-identifier, what is known while the others stay as they are.
    verdicts: Vec<Option<Verdict>>,
    bettered: usize,
}

impl OwnProofs {
    /// For so many policies, spread evenly along the frontier of a search that has ended.
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
            own: OwnIntervals::new(space, tuples, staircase.top_loss()),
            n_qis: space.domains().len(),
            n_all: left.len(),
            left,
            current: None,
            proven: Vec::new(),
            counts: OwnCounts::default(),
        }
    }

    /// Goes on until all is decided, or the monitor, asked about every millisecond of work, interrupts it. Better
    /// policies are offered to the frontier. Returns whether it is at its end.
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

    /// How much is done, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.counts.policies as f64 / self.n_all.max(1) as f64
    }

    /// What was found so far.
    pub fn counts(&self) -> OwnCounts {
        self.counts
    }

    /// The places of the quasi-identifiers whose own intervals are proven best in a policy, where it was looked at.
    pub fn of(&self, policy: &PartitionPolicy) -> Option<Vec<usize>> {
        let (_, proven) = self.proven.iter().find(|(other, _)| other == policy)?;
        let places = proven.iter().enumerate().filter(|(_, is_proven)| **is_proven);
        Some(places.map(|(qi, _)| qi).collect())
    }

    fn look_at(&mut self, policy: PartitionPolicy) {
        let verdicts = vec![None; self.n_qis];
        let current = Current { policy, qi: 0, verdicts, bettered: 0 };
        self.own.begin(0, &current.policy);
        self.current = Some(current);
    }

    fn step(&mut self, run: &mut Run) {
        let (own, Some(current)) = (&mut self.own, &mut self.current) else {
            return;
        };
        let Some(verdict) = own.step() else {
            return;
        };
        match verdict {
            Verdict::Better(policy) if current.bettered < MOST_BETTER => {
                current.policy = policy;
                current.bettered += 1;
                // Every other one was looked at beside other intervals of this one.
                current.verdicts.fill(None);
                own.begin(current.qi, &current.policy);
                return;
            }
            verdict => current.verdicts[current.qi] = Some(verdict),
        }
        let next = (1..=self.n_qis).map(|step| (current.qi + step) % self.n_qis);
        if let Some(qi) = { next }.find(|&qi| current.verdicts[qi].is_none()) {
            current.qi = qi;
            own.begin(qi, &current.policy);
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
