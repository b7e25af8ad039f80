//! The order of policies that a proof is about, and what of it is known of a whole box.

use super::price::Price;
use crate::error::{ProofError, Result, SearchError};
use crate::lattice::{Level, Policy};
use crate::loss::{Aggregate, Aggregator, Form, MeasureName};
use crate::search::{Evaluator, Problem};
use std::sync::Arc;

/// Losses as the measure itself computes them, from the integers that the leaf rule adds up.
enum Loss {
    /// One integer, of which the loss is a quotient: the least integers whose loss is not below the claim's, and above.
    Sum { from: u64, above: u64 },
    /// An integer for each column.
    Columns(Aggregator),
    /// The levels alone.
    Levels,
}

/// The order of loss, rank and levels, against one claimed policy.
pub(super) struct Order {
    problem: Arc<Problem>,
    loss: Loss,
    claim: Policy,
    claimed: f64,
    pub(super) suppressed: u64,
    /// How many integers are added up.
    pub(super) n_sums: usize,
    /// What a column's costs are multiplied by.
    pub(super) factors: Vec<u64>,
    /// `costs[qi][level][group]`; empty where records cost nothing.
    pub(super) costs: Vec<Vec<Vec<u64>>>,
    /// What a suppressed record costs, for each column.
    pub(super) most: Vec<u64>,
    /// `terms[qi][level]`, where the levels alone count: what the choice of cuts goes by.
    pub(super) terms: Vec<Vec<f64>>,
}

impl Order {
    /// The order in which `claim` is said to be the first valid policy.
    ///
    /// # Errors
    /// A measure whose leaf rule is not proven, and a policy that is not in the lattice or not valid.
    pub(super) fn new(problem: Arc<Problem>, claim: &Policy) -> Result<Self> {
        if !problem.lattice().contains(claim) {
            let levels = claim.levels().to_vec();
            return Err(SearchError::NotInLattice { levels }.into());
        }
        let evaluation = Evaluator::new(Arc::clone(&problem)).check(claim);
        if !evaluation.valid {
            return Err(SearchError::NotValid {
                suppressed: evaluation.suppressed,
                limit: problem.limit(),
            }
            .into());
        }
        demand_rule(&problem)?;
        let n_qis = problem.qis().len();
        let mut order = Self {
            loss: Loss::Levels,
            claim: claim.clone(),
            claimed: evaluation.loss,
            suppressed: evaluation.suppressed,
            n_sums: 0,
            factors: Vec::new(),
            costs: Vec::new(),
            most: Vec::new(),
            terms: Vec::new(),
            problem: Arc::clone(&problem),
        };
        match problem.form() {
            Form::Cells {
                costs,
                suppressed,
                aggregator,
            } => {
                order.costs = costs;
                order.most = suppressed;
                match aggregator.integers() {
                    Some((factors, divisor)) => {
                        order.n_sums = 1;
                        order.factors = factors;
                        order.loss = Loss::Sum {
                            from: least(|sum| sum as f64 / divisor >= evaluation.loss),
                            above: least(|sum| sum as f64 / divisor > evaluation.loss),
                        };
                    }
                    None => {
                        order.n_sums = n_qis;
                        order.factors = vec![1; n_qis];
                        order.loss = Loss::Columns(aggregator);
                    }
                }
            }
            Form::Levels { terms, .. } => order.terms = terms,
            Form::Sizes(_) => {}
        }
        Ok(order)
    }

    /// The loss of the claimed policy.
    pub(super) fn claimed(&self) -> f64 {
        self.claimed
    }

    /// What closes boxes from these levels on, where T has these sums.
    pub(super) fn goal(&self, lo: Vec<Level>, totals: Vec<u64>) -> Goal<'_> {
        let price = match &self.loss {
            Loss::Sum { .. } => self.needed(&lo).saturating_sub(totals[0]),
            Loss::Columns(_) => u64::MAX,
            Loss::Levels if self.closes(&lo, &totals) => 0,
            Loss::Levels => u64::MAX,
        };
        Goal {
            order: self,
            limit: self.problem.limit(),
            price,
            sums: totals.clone(),
            lo,
            totals,
        }
    }

    /// Whether no policy whose levels are not below `lo`, and whose sums are not below these, comes before the claim.
    pub(super) fn closes(&self, lo: &[Level], sums: &[u64]) -> bool {
        match &self.loss {
            Loss::Sum { from, above } => {
                sums[0] >= *above || (sums[0] >= *from && self.is_after_claim(lo))
            }
            Loss::Columns(aggregator) => self.is_after(aggregator.of(sums), lo),
            Loss::Levels => self.is_after(self.problem.bound_of_levels(&Policy::new(lo)), lo),
        }
    }

    /// The one sum from which on no policy from these levels on comes before the claim.
    fn needed(&self, lo: &[Level]) -> u64 {
        match self.loss {
            Loss::Sum { from, .. } if self.is_after_claim(lo) => from,
            Loss::Sum { above, .. } => above,
            _ => u64::MAX,
        }
    }

    /// Whether sums are enough on all levels, or on none; `None` where the levels decide.
    pub(super) fn decides(&self, sums: &[u64]) -> Option<bool> {
        match self.loss {
            Loss::Sum { above, .. } if sums[0] >= above => Some(true),
            Loss::Sum { from, .. } if sums[0] < from => Some(false),
            _ => None,
        }
    }

    /// What an axis costs by itself at a level, for the choice of cuts: no proof depends on it.
    pub(super) fn span(
        &self,
        members: &[usize],
        level: Level,
        sums: &[usize],
        totals: &[u64],
    ) -> f64 {
        match &self.loss {
            Loss::Sum { .. } => totals.iter().map(|&total| total as f64).sum(),
            Loss::Columns(aggregator) => (sums.iter().zip(totals))
                .map(|(&qi, &total)| aggregator.term(qi, total))
                .sum(),
            Loss::Levels => (members.iter())
                .map(|&qi| self.terms[qi][usize::from(level)])
                .sum(),
        }
    }

    fn is_after(&self, loss: f64, lo: &[Level]) -> bool {
        loss > self.claimed || (loss == self.claimed && self.is_after_claim(lo))
    }

    fn is_after_claim(&self, lo: &[Level]) -> bool {
        let rank = lo.iter().map(|&level| u32::from(level)).sum::<u32>();
        (rank, lo) >= (self.claim.rank(), self.claim.levels())
    }
}

/// What closes the boxes from some levels on, by what their highest policy suppresses.
pub(super) struct Goal<'a> {
    order: &'a Order,
    limit: u64,
    /// The price that is enough, where there is one sum or none.
    price: u64,
    lo: Vec<Level>,
    totals: Vec<u64>,
    sums: Vec<u64>,
}

impl Goal<'_> {
    /// Whether that is enough.
    #[inline(always)]
    pub(super) fn is_reached(&mut self, of: &Price) -> bool {
        if of.suppressed > self.limit {
            return true;
        }
        match *of.price.as_slice() {
            [] => self.price == 0,
            [price] if self.price < u64::MAX => price >= self.price,
            _ => self.is_reached_by_sums(&of.price),
        }
    }

    fn is_reached_by_sums(&mut self, price: &[u64]) -> bool {
        for ((sum, total), price) in self.sums.iter_mut().zip(&self.totals).zip(price) {
            *sum = total + price;
        }
        self.order.closes(&self.lo, &self.sums)
    }
}

/// Refuses a problem whose measure has no proven rule.
///
/// # Errors
/// [`ProofError::NoRule`], with the reason.
pub fn demand_rule(problem: &Problem) -> Result<()> {
    if problem.protection().is_some() {
        return Err(ProofError::Conditions.into());
    }
    let is_entropy = problem.measure_name() == MeasureName::Entropy;
    let aggregate = match problem.form() {
        Form::Cells { aggregator, .. } => Some(aggregator.aggregate()),
        Form::Levels { join, .. } => Some(join),
        Form::Sizes(_) => None,
    };
    let reason = match aggregate {
        None => {
            "its bounds need the classes of two policies, and checkers count those of one at a time"
        }
        Some(Aggregate::GeometricMean) => "the geometric mean has powers, which are rounded",
        Some(_) if is_entropy => "its logarithms are rounded",
        Some(_) => return Ok(()),
    };
    let measure = problem.measure_name().name();
    Err(ProofError::NoRule { measure, reason }.into())
}

/// The least integer of which this holds; it holds of all above one of which it does.
fn least(holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, 1 << 62);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}
