//! Proves again that a policy is optimal, by a different search or by a proof of boxes.

use crate::error::Result;
use crate::lattice::{Level, Policy};
use crate::monitor::When;
use crate::proof::Certify;
use crate::report::ClaimedReport;
use crate::run::{Run, RunStatus};
use crate::search::{Algorithm, Candidate, Evaluator, Problem, Progress, Status};
use std::sync::Arc;

/// Up to this number every policy is evaluated; beyond it, a search with bounds is used.
const EVERY_POLICY: u128 = 20_000;

/// Losses that differ by a smaller share are equal: a report holds them as decimal digits.
const TOLERANCE: f64 = 1e-12;

/// A second search for the best policy, with a different algorithm from the report's. If the lattice is large and the
/// measure has a [rule](crate::proof), a proof of the claimed policy instead.
pub struct Reproof {
    means: Means,
    claim: OptimumClaim,
}

/// How a claim is proven again.
enum Means {
    Search(Run, Algorithm),
    Proof(Box<Certify>, Arc<Problem>),
}

/// The progress of a second proof.
pub enum Reproving {
    /// The progress of a search by this algorithm.
    Search(Box<Progress>, Algorithm),
    /// The nodes of a proof, and the share of the lattice that it has closed.
    Proof {
        /// Nodes of the tree so far.
        nodes: u64,
        /// The share of the policies.
        share: f64,
    },
}

/// A report's claim about all valid policies.
struct OptimumClaim {
    policy: Policy,
    loss: f64,
    /// `None` if the policy is claimed to be the best one.
    bound: Option<f64>,
}

/// The verdict of the second search.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The claim holds. The policy is the best one (of equal losses, the one of the smallest rank, then the
    /// lexicographically smallest), or, if the report claims a bound only, no valid policy is below it.
    Proven,
    /// This policy is better.
    Refuted {
        /// The levels of the better policy.
        levels: Vec<Level>,
        /// The loss of the better policy.
        loss: f64,
    },
    /// The second search has not ended.
    Open {
        /// No valid policy loses less than this, as far as it is proven.
        bound: f64,
    },
}

impl Reproof {
    /// The second search for a report's claim, over the problem of the report. `levels` are those of the claimed
    /// policy, in the order of the quasi-identifiers.
    ///
    /// # Errors
    /// A problem that the second search does not take.
    pub fn new(problem: Arc<Problem>, report: &ClaimedReport, levels: &[Level]) -> Result<Self> {
        let claim = OptimumClaim {
            policy: Policy::new(levels),
            loss: report.loss,
            bound: (!report.optimal).then_some(report.bound),
        };
        Self::of(problem, report.algorithm, report.seed, claim)
    }

    /// The second search for a claim of the exact search: the policy of these levels is the best one. Without levels,
    /// the claim is that no valid policy loses less than `loss`; an infinite loss means that no policy is valid.
    ///
    /// # Errors
    /// A problem that the second search does not take.
    pub fn of_best(problem: Arc<Problem>, levels: Option<&[Level]>, loss: f64) -> Result<Self> {
        let top = problem.lattice().top();
        let claim =
            OptimumClaim { policy: levels.map_or(top, Policy::new), loss, bound: levels.is_none().then_some(loss) };
        Self::of(problem, Algorithm::Exact, 0, claim)
    }

    fn of(problem: Arc<Problem>, claimant: Algorithm, seed: u64, claim: OptimumClaim) -> Result<Self> {
        let algorithm = another(claimant, problem.lattice().size());
        if problem.lattice().size() > EVERY_POLICY
            && claim.bound.is_none()
            && let Ok(certify) = Certify::new(Arc::clone(&problem), &claim.policy)
            && certify.slack() == 0.0
        {
            let means = Means::Proof(Box::new(certify), problem);
            return Ok(Self { means, claim });
        }
        let means = Means::Search(Run::of(algorithm.search(problem, seed)?), algorithm);
        Ok(Self { means, claim })
    }

    /// Continues for about `milliseconds` of the caller's clock.
    pub fn advance(&mut self, milliseconds: f64, now: &mut dyn FnMut() -> f64) -> RunStatus {
        match &mut self.means {
            Means::Search(run, _) => run.advance(milliseconds, now),
            Means::Proof(certify, _) => {
                let start = now();
                match certify.advance(&mut When(|| now() - start >= milliseconds)) {
                    Status::Running => RunStatus::Running,
                    Status::Done => RunStatus::Done,
                }
            }
        }
    }

    /// The proof, if it is one. Other workers may make parts of it.
    pub fn certify(&mut self) -> Option<&mut Certify> {
        match &mut self.means {
            Means::Search(..) => None,
            Means::Proof(certify, _) => Some(certify),
        }
    }

    /// The progress so far.
    pub fn progress(&self) -> Reproving {
        match &self.means {
            Means::Search(run, algorithm) => Reproving::Search(Box::new(run.progress()), *algorithm),
            Means::Proof(certify, _) => Reproving::Proof { nodes: certify.nodes(), share: certify.share() },
        }
    }

    /// The verdict so far.
    pub fn verdict(&self) -> Verdict {
        let run = match &self.means {
            Means::Search(run, _) => run,
            Means::Proof(certify, problem) => return proven(certify, problem),
        };
        let progress = run.progress();
        let bound = progress.bound;
        let claimed = self.claim.bound.unwrap_or(self.claim.loss);
        match progress.best {
            Some(best) if claimed.is_infinite() => refuted(&best),
            None if claimed.is_infinite() && run.status() == RunStatus::Done => Verdict::Proven,
            Some(best) if best.loss < claimed - TOLERANCE * claimed.abs() => refuted(&best),
            Some(best) if run.status() == RunStatus::Done => {
                let is_best = best.policy == self.claim.policy;
                if is_best || self.claim.bound.is_some() { Verdict::Proven } else { refuted(&best) }
            }
            _ => Verdict::Open { bound },
        }
    }
}

fn proven(certify: &Certify, problem: &Arc<Problem>) -> Verdict {
    match (certify.is_done(), certify.better()) {
        (_, Some(better)) => Verdict::Refuted {
            levels: better.levels().to_vec(),
            loss: Evaluator::new(Arc::clone(problem)).check(better).loss,
        },
        (true, None) => Verdict::Proven,
        // Nothing is known about the rest.
        (false, None) => Verdict::Open { bound: 0.0 },
    }
}

fn refuted(better: &Candidate) -> Verdict {
    Verdict::Refuted { levels: better.policy.levels().to_vec(), loss: better.loss }
}

/// An algorithm that finds the best policy under every measure and did not make the claim.
fn another(claimant: Algorithm, lattice_size: u128) -> Algorithm {
    match claimant {
        Algorithm::BruteForce => Algorithm::BestFirst,
        _ if lattice_size <= EVERY_POLICY => Algorithm::BruteForce,
        Algorithm::BestFirst => Algorithm::Flash,
        _ => Algorithm::BestFirst,
    }
}
