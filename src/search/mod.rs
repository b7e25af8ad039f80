//! The search for the best policy.
//!
//! A [`Problem`] is a lattice, a grouped table, k, a suppression limit and a measure. A [`Search`] is a resumable
//! machine over it: [`advance`](Search::advance) works until the search is done or the monitor interrupts it. Between
//! two steps, [`progress`](Search::progress) gives the best policy so far and the proven bound for all others.
//!
//! Among policies of equal loss the one of smaller rank wins, then the lexicographically smaller one; every optimal
//! algorithm returns that policy. The other algorithms are heuristics. Their bound is proven too, so a result is
//! never called optimal without a proof.
//!
//! **Invariant:** an algorithm sees data only through its [`Evaluator`].

mod best_first;
mod brute_force;
mod datafly;
mod evaluator;
pub mod exact;
pub mod flash;
mod igreedy;
mod incognito;
mod ledger;
mod ola;
mod problem;
mod progress;
mod recording;
mod samarati;
mod trail;

pub use best_first::BestFirst;
pub use brute_force::BruteForce;
pub use datafly::Datafly;
pub use evaluator::{Evaluation, Evaluator};
pub use exact::Exact;
pub use flash::Flash;
pub use igreedy::Igreedy;
pub use incognito::Incognito;
pub use ledger::Ledger;
pub use ola::Ola;
pub use problem::Problem;
pub use progress::{Boxes, Candidate, Counters, Progress, PropertyCounters, Status, Work};
pub use recording::{Event, Exclusion, Finding, Step};
pub use samarati::Samarati;
pub use trail::Trail;

use crate::error::{Result, SearchError};
use crate::monitor::Monitor;
use exact::{Dive, DiveResult, Diver};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A search for the policy of least loss, which can be interrupted and continued.
pub trait Search {
    /// Continues until the search is done or the monitor interrupts it. The monitor is asked before every check of a
    /// policy.
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status;

    /// The evaluator, the checks and the best policy of the search.
    fn ledger(&self) -> &Ledger;

    /// The ledger for changes.
    fn ledger_mut(&mut self) -> &mut Ledger;

    /// The best policy so far, the proven bound and the counters.
    fn progress(&self) -> Progress {
        self.ledger().progress()
    }

    /// The evaluator, to examine single policies.
    fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.ledger_mut().evaluator
    }

    /// The policies checked so far.
    fn trail(&self) -> &Trail {
        &self.ledger().trail
    }

    /// The progress in boxes of the lattice, for an algorithm that searches boxes. `None` for `exact` means that the
    /// problem is too large for it, and that best-first runs instead.
    fn boxes(&self) -> Option<Boxes> {
        None
    }

    /// A diver for the lent boxes, which shares the table with this search; `None` if the search lends none.
    fn diver(&self) -> Option<Diver> {
        None
    }

    /// Lends a box to a diver: the dive and its number; `None` if no box can be lent now.
    fn lend(&mut self) -> Option<(u64, Dive)> {
        None
    }

    /// Takes back the result of a lent dive.
    fn absorb(&mut self, _number: u64, _result: DiveResult) {}
}

/// The algorithms by the names that a recipe uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// [`Exact`].
    #[default]
    Exact,
    /// [`BestFirst`].
    BestFirst,
    /// [`BruteForce`].
    BruteForce,
    /// [`Flash`].
    Flash,
    /// [`Ola`].
    Ola,
    /// [`Incognito`].
    Incognito,
    /// [`Samarati`].
    Samarati,
    /// [`Datafly`].
    Datafly,
    /// [`Igreedy`].
    Igreedy,
}

impl Algorithm {
    /// All algorithms.
    pub const ALL: [Self; 9] = [
        Self::Exact,
        Self::BestFirst,
        Self::BruteForce,
        Self::Flash,
        Self::Ola,
        Self::Incognito,
        Self::Samarati,
        Self::Datafly,
        Self::Igreedy,
    ];

    /// The name that a recipe uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::BestFirst => "best-first",
            Self::BruteForce => "brute-force",
            Self::Flash => "flash",
            Self::Ola => "ola",
            Self::Incognito => "incognito",
            Self::Samarati => "samarati",
            Self::Datafly => "datafly",
            Self::Igreedy => "igreedy",
        }
    }

    /// Whether the algorithm, once done, has the best policy: for every measure, or only for measures whose loss
    /// never falls when a policy is generalized.
    pub fn is_optimal_for(self, measure_is_monotone: bool) -> bool {
        match self {
            Self::Exact | Self::BestFirst | Self::BruteForce | Self::Flash => true,
            Self::Ola | Self::Incognito => measure_is_monotone,
            Self::Samarati | Self::Datafly | Self::Igreedy => false,
        }
    }

    /// Whether the algorithm accepts the measure. A heuristic accepts every measure.
    pub fn accepts(self, measure_is_monotone: bool) -> bool {
        measure_is_monotone || !matches!(self, Self::Ola | Self::Incognito)
    }

    /// Whether the algorithm is correct for the conditions on classes. Algorithms that predict by validity need
    /// generalization to preserve it. Incognito also needs validity to be decidable on a subset of the
    /// quasi-identifiers.
    fn accepts_protection(self, problem: &Problem) -> bool {
        match self {
            Self::Incognito => problem.protection.is_none(),
            Self::Flash | Self::Ola | Self::Samarati => problem.validity_is_monotone(),
            Self::Exact | Self::BestFirst | Self::BruteForce | Self::Datafly | Self::Igreedy => true,
        }
    }

    /// Whether the algorithm can be run on a problem.
    pub fn serves(self, problem: &Problem) -> bool {
        self.accepts(problem.is_monotone()) && self.accepts_protection(problem)
    }

    /// When to use it.
    pub fn advice(self) -> &'static str {
        match self {
            Self::Exact => {
                "The one to use unless you have a reason: it proves the best policy under every measure, also among many millions, and can be stopped early with what it has."
            }
            Self::BestFirst => {
                "It finds the best policy under every measure, one check after the other; use it to repeat studies made with it, and to check the exact search."
            }
            Self::BruteForce => {
                "It looks at every policy and finds the best one under every measure; use it to check other searches on small tables."
            }
            Self::Flash => {
                "It finds the best policy under every measure; use it on small lattices, or to repeat studies made with it."
            }
            Self::Ola => {
                "It finds the best policy under measures that ignore suppression, such as precision, DM* and entropy; use it to repeat studies of health data made with it."
            }
            Self::Incognito => {
                "It finds the same best policy as OLA by way of ever more columns; use it to compare with studies made with it, and with few columns only."
            }
            Self::Samarati => {
                "It finds the lowest height that is safe and the least loss at that height, which need not be the best policy; use it to repeat studies made with it."
            }
            Self::Datafly => {
                "It generalizes the column with most distinct values until the table is safe; it is the fastest and as a rule loses most, and equal columns are drawn from the seed."
            }
            Self::Igreedy => {
                "It takes the step that saves most records for what it loses until the table is safe; use it for a quick first look at tables with very many columns."
            }
        }
    }

    /// A new search of this algorithm. Its random choices follow from the seed.
    ///
    /// # Errors
    /// If the algorithm cannot handle the measure or the conditions on the classes.
    pub fn search(self, problem: Arc<Problem>, seed: u64) -> Result<Box<dyn Search + Send>> {
        if !self.accepts_protection(&problem) {
            let right = Self::ALL.into_iter();
            let right = right.filter(|algorithm| algorithm.accepts_protection(&problem));
            return Err(SearchError::NotForConditions {
                algorithm: self.name(),
                right: right.map(Self::name).collect(),
            }
            .into());
        }
        Ok(match self {
            Self::Exact => match Exact::new(Arc::clone(&problem), exact::Start::default()) {
                Some(search) => Box::new(search),
                None => Box::new(BestFirst::new(problem)),
            },
            Self::BestFirst => Box::new(BestFirst::new(problem)),
            Self::BruteForce => Box::new(BruteForce::new(problem)),
            Self::Flash => Box::new(Flash::new(problem)),
            Self::Ola => Box::new(Ola::new(problem)?),
            Self::Incognito => Box::new(Incognito::new(problem)?),
            Self::Samarati => Box::new(Samarati::new(problem)),
            Self::Datafly => Box::new(Datafly::new(problem, seed)),
            Self::Igreedy => Box::new(Igreedy::new(problem)),
        })
    }

    /// Rejects a measure whose loss may fall when a policy is generalized.
    fn demand_monotone(self, problem: &Problem) -> Result<()> {
        if problem.is_monotone() {
            return Ok(());
        }
        let right =
            (Self::ALL.into_iter()).filter(|algorithm| algorithm.is_optimal_for(false)).map(Self::name).collect();
        Err(SearchError::NotMonotone { algorithm: self.name(), measure: problem.measure_name.name(), right }.into())
    }
}
