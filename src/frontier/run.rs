//! A search in progress.

use super::best::{Best, Passes};
use super::bisecting::Bisecting;
use super::budget::Budget;
use super::engine::Engine;
use super::exhaustive::{Exhaustive, MOST_EXHAUSTIVE_BITS};
use super::explorer::Explorer;
use super::method::Method;
use super::random_chain::RandomChain;
use super::strategy::Strategy;
use super::sublattice::SublatticeSearch;
use crate::error::{FrontierError, Result};
use crate::monitor::Monitor;
use crate::partition::{PartitionPolicy, Space};
use crate::search::Status;

/// The settings of a frontier search.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The search.
    pub method: Method,
    /// The maximum number of policies to evaluate; by default [a budget by the table](Budget::of).
    pub policies: Option<u64>,
    /// The sublattice search follows a chain if the share H is above this threshold.
    pub threshold: f64,
    /// The seed of all random choices.
    pub seed: u64,
    /// The reference policy. The bisecting search requires one; the best-found search starts with it.
    pub reference: Option<PartitionPolicy>,
    /// The risk that the bisecting search keeps to; without it, that of the reference policy.
    pub most_risk: Option<f64>,
    /// Policies with a group of fewer records are not taken.
    pub least_group: u64,
}

/// A search for a frontier, which can be interrupted and continued.
pub struct Run {
    explorer: Explorer,
    strategy: Box<dyn Strategy>,
    is_exhaustive: bool,
    is_complete: bool,
    status: Status,
}

impl Run {
    /// A new search, with top and bottom on the frontier. The engine must be at the bottom; it is copied.
    ///
    /// # Errors
    /// If there are too many bits for an exhaustive search, if a bisecting search has no reference, and if all records
    /// together are fewer than a group must have.
    pub fn new(space: &Space, engine: &Engine, settings: &Settings) -> Result<Self> {
        let n_bits = space.n_bits();
        let is_exhaustive = settings.method.is_exhaustive(n_bits);
        let budget = Budget::of(settings.policies, settings.method, engine);
        let bounded = engine.clone().with_least_group(settings.least_group)?;
        let engine = &bounded;
        let mut explorer = Explorer::new(engine, budget.policies).with_work(budget.work);
        let seed = settings.seed;
        let strategy: Box<dyn Strategy> = match settings.method {
            _ if is_exhaustive => {
                if n_bits > MOST_EXHAUSTIVE_BITS {
                    return Err(FrontierError::NotExhaustible { bits: n_bits, limit: MOST_EXHAUSTIVE_BITS }.into());
                }
                Box::new(Exhaustive::new(n_bits))
            }
            Method::Sublattice => Box::new(SublatticeSearch::new(n_bits, settings.threshold, seed)),
            Method::RandomChain => Box::new(RandomChain::new(space.bottom(), seed)),
            Method::Bisecting => {
                let reference = settings.reference.as_ref().ok_or(FrontierError::NoReference)?;
                let most_risk = settings.most_risk.unwrap_or_else(|| explorer.point_of(reference).risk);
                Box::new(Bisecting::new(n_bits, most_risk, seed))
            }
            Method::Best | Method::Exhaustive => {
                if let Some(reference) = &settings.reference {
                    explorer.point_of(reference);
                    explorer.visit();
                }
                match engine.columns() {
                    Some(columns) => Box::new(Passes::new(space, columns, seed)),
                    None => Box::new(Best::new(space, seed)),
                }
            }
        };
        Ok(Self { explorer, strategy, is_exhaustive, is_complete: false, status: Status::Running })
    }

    /// Continues until the search is done, its policies are spent, or the monitor interrupts it. The monitor is asked
    /// about every millisecond of work.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        while self.status == Status::Running {
            if self.explorer.is_spent() {
                self.status = Status::Done;
            } else if monitor.interrupted() {
                break;
            } else {
                self.explorer.begin_step();
                if self.strategy.step(&mut self.explorer) {
                    self.is_complete = true;
                    self.status = Status::Done;
                }
            }
        }
        self.status
    }

    /// The used share of the budget, from 0 to 1.
    pub fn share(&self) -> f64 {
        match self.status {
            Status::Done => 1.0,
            _ => self.explorer.share(),
        }
    }

    /// Whether it is done.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Whether every policy was looked at, so that the frontier is exact.
    pub fn is_exact(&self) -> bool {
        self.is_exhaustive && self.is_complete
    }

    /// The frontier so far and the counts.
    pub fn explorer(&self) -> &Explorer {
        &self.explorer
    }
}
