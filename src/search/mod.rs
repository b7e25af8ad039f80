//! The search for the best policy.
//!
//! A [`Problem`] is a lattice, a grouped table, k, a suppression limit and a measure. A [`Search`] is a resumable
//! machine over it: [`advance`](Search::advance) works until the search is done or the monitor interrupts, and
//! [`progress`](Search::progress) tells between two steps the best policy so far and what is proven of all others.
//!
//! Among policies of equal loss the one of smaller rank wins, then the lexicographically smaller one; every optimal
//! algorithm returns that one policy. The others are heuristics; their bound stays honest, so that a result is never
//! called optimal where that is not proven.
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
    /// Goes on until the search is done or the monitor, asked before every check of a policy, interrupts it.
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status;

    /// The evaluator, the checks and the best policy of the search.
    fn ledger(&self) -> &Ledger;

    /// The evaluator, the checks and the best policy of the search, to be changed.
    fn ledger_mut(&mut self) -> &mut Ledger;

    /// The best policy so far, the proven bound and the counters.
    fn progress(&self) -> Progress {
        self.ledger().progress()
    }

    /// The evaluator, for questions about single policies.
    fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.ledger_mut().evaluator
    }

    /// The policies checked so far.
    fn trail(&self) -> &Trail {
        &self.ledger().trail
    }

    /// How far the search is in boxes of the lattice, where it searches them. `None` for the algorithm `exact` says
    /// that the problem is too large for it, and that best-first serves in its place.
    fn boxes(&self) -> Option<Boxes> {
        None
    }

    /// A diver for the boxes that are lent, which shares the table with this search; `None` where it lends none.
    fn diver(&self) -> Option<Diver> {
        None
    }

    /// Lends a box to a diver: the dive, with its number; `None` while there is no box to spare.
    fn lend(&mut self) -> Option<(u64, Dive)> {
        None
    }

    /// Takes back the result of a dive that was lent.
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

    /// Whether the algorithm, once it is done, has the best policy for every measure, or for every measure that never
    /// falls when a policy is generalized.
    pub fn is_optimal_for(self, measure_is_monotone: bool) -> bool {
        match self {
            Self::Exact | Self::BestFirst | Self::BruteForce | Self::Flash => true,
            Self::Ola | Self::Incognito => measure_is_monotone,
            Self::Samarati | Self::Datafly | Self::Igreedy => false,
        }
    }

    /// Whether the algorithm takes the measure at all: a heuristic takes every one.
    pub fn accepts(self, measure_is_monotone: bool) -> bool {
        measure_is_monotone || !matches!(self, Self::Ola | Self::Incognito)
    }

    /// Whether the algorithm is right for what is asked of classes. What predicts by validity needs that it is kept
    /// when a policy is generalized; Incognito, moreover, that it is told by some of the quasi-identifiers.
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

    /// The search of this algorithm, at its start. What it draws at random comes from the seed.
    ///
    /// # Errors
    /// A measure, or conditions on the classes, that the algorithm is not right for.
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

    /// Refuses a measure whose loss may fall when a policy is generalized.
    fn demand_monotone(self, problem: &Problem) -> Result<()> {
        if problem.is_monotone() {
            return Ok(());
        }
        let right =
            (Self::ALL.into_iter()).filter(|algorithm| algorithm.is_optimal_for(false)).map(Self::name).collect();
        Err(SearchError::NotMonotone { algorithm: self.name(), measure: problem.measure_name.name(), right }.into())
    }
}
