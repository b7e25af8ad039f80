//! Floor 4: the search for the best policy.
//!
//! A [`Problem`] is a lattice, a grouped table, k, a suppression limit and a measure. A [`Search`] is a resumable machine
//! over it: [`advance`](Search::advance) works until the search is done or the monitor interrupts, and
//! [`progress`](Search::progress) tells between two steps the best policy so far and what is proven of all others.
//!
//! Among policies of equal loss the one of smaller rank wins, then the lexicographically smaller one; every optimal
//! algorithm returns that one policy.
//!
//! **Invariant:** an algorithm sees data only through its [`Evaluator`].

mod best_first;
mod brute_force;
mod evaluator;
pub mod flash;
mod ledger;
mod problem;
mod progress;
mod trail;

pub use best_first::BestFirst;
pub use brute_force::BruteForce;
pub use evaluator::{Evaluation, Evaluator};
pub use flash::Flash;
pub use problem::Problem;
pub use progress::{Candidate, Counters, Progress, PropertyCounters, Status};
pub use trail::Trail;

use crate::error::Result;
use crate::monitor::Monitor;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A search for the policy of least loss, which can be interrupted and continued.
pub trait Search {
    /// Goes on until the search is done or the monitor, asked before every check of a policy, interrupts it.
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status;

    /// The best policy so far, the proven bound and the counters.
    fn progress(&self) -> Progress;

    /// The evaluator, for questions about single policies.
    fn evaluator(&mut self) -> &mut Evaluator;

    /// The policies checked so far.
    fn trail(&self) -> &Trail;
}

/// The algorithms by the names that a recipe uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// [`BestFirst`].
    #[default]
    BestFirst,
    /// [`BruteForce`].
    BruteForce,
    /// [`Flash`].
    Flash,
}

impl Algorithm {
    /// All algorithms.
    pub const ALL: [Self; 3] = [Self::BestFirst, Self::BruteForce, Self::Flash];

    /// The name that a recipe uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::BestFirst => "best-first",
            Self::BruteForce => "brute-force",
            Self::Flash => "flash",
        }
    }

    /// The search of this algorithm, at its start. What it draws at random comes from the seed.
    ///
    /// # Errors
    /// A measure that the algorithm is not right for.
    pub fn search(self, problem: Arc<Problem>, _seed: u64) -> Result<Box<dyn Search + Send>> {
        Ok(match self {
            Self::BestFirst => Box::new(BestFirst::new(problem)),
            Self::BruteForce => Box::new(BruteForce::new(problem)),
            Self::Flash => Box::new(Flash::new(problem)),
        })
    }
}
