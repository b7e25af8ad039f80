//! The order of policies in which a proof is made, and its bounds for whole boxes.

use super::price::Price;
use super::sizes::ClassSizes;
use crate::error::{ProofError, Result, SearchError};
use crate::lattice::{Level, Policy};
use crate::loss::{Aggregate, Aggregator, Form, MeasureName};
use crate::search::{Evaluator, Problem};
use std::sync::Arc;

/// Losses as the measure computes them, from the integers that the leaf rule adds up.
enum Loss {
    /// One integer; the loss is its quotient. `from` and `above` are the least integers whose loss is not below the
    /// claim's, and above it.
    Sum { from: u64, above: u64 },
    /// An integer for each column.
    Columns(Aggregator),
    /// The levels alone.
    Levels,
    /// The sizes of classes.
    Sizes(ClassSizes),
}

/// What is known about the losses in a box.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    /// The lowest levels.
    pub(super) lo: &'a [Level],
    /// The sums over all records at the lowest levels.
    pub(super) totals: &'a [u64],
    /// The price of what the highest policy suppresses.
    pub(super) highest: &'a Price,
    /// Whether the highest policy is also the lowest.
    pub(super) is_single: bool,
}

/// The order of loss, rank and levels, relative to one claimed policy.
pub(super) struct Order {
    problem: Arc<Problem>,
    loss: Loss,
    claim: Policy,
    claimed: f64,
    pub(super) suppressed: u64,
    /// How far a loss may be below the claimed one: 0, except for measures without exact rounding.
    pub(super) slack: f64,
    /// The number of sums over cells.
    pub(super) n_sums: usize,
    /// The factor of a column's costs.
    pub(super) factors: Vec<u64>,
    /// `costs[qi][level][group]`; empty if records cost nothing.
    pub(super) costs: Vec<Vec<Vec<u64>>>,
    /// The cost of a suppressed record, for each column.
    pub(super) most: Vec<u64>,
    /// `terms[qi][level]`, if only the levels count: used to choose cuts.
    pub(super) terms: Vec<Vec<f64>>,
}

impl Order {
    /// The order in which `claim` is claimed to be the first valid policy.
    ///
    /// # Errors
    /// If there are conditions on sensitive columns, or the policy is not in the lattice or not valid.
    pub(super) fn new(problem: Arc<Problem>, claim: &Policy) -> Result<Self> {
        if !problem.lattice().contains(claim) {
            let levels = claim.levels().to_vec();
            return Err(SearchError::NotInLattice { levels }.into());
        }
        let evaluation = Evaluator::new(Arc::clone(&problem)).check(claim);
        if !evaluation.valid {
            return Err(SearchError::NotValid { suppressed: evaluation.suppressed, limit: problem.limit() }.into());
        }
        demand_sizes_alone(&problem)?;
        let n_qis = problem.qis().len();
        let mut order = Self {
            loss: Loss::Levels,
            claim: claim.clone(),
            claimed: evaluation.loss,
            slack: if rounds(&problem) { SLACK * (1.0 + evaluation.loss) } else { 0.0 },
            suppressed: evaluation.suppressed,
            n_sums: 0,
            factors: Vec::new(),
            costs: Vec::new(),
            most: Vec::new(),
            terms: Vec::new(),
            problem: Arc::clone(&problem),
        };
        match problem.form() {
            Form::Cells { costs, suppressed, aggregator } => {
                order.costs = costs;
                order.most = suppressed;
                match aggregator.integers() {
                    Some((factors, divisor)) => {
                        order.n_sums = 1;
                        order.factors = factors;
                        order.loss = Loss::Sum {
                            from: least(|sum| sum as f64 / divisor >= evaluation.loss, 1 << 62),
                            above: least(|sum| sum as f64 / divisor > evaluation.loss, 1 << 62),
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
            Form::Sizes(sizes) => {
                order.loss =
                    Loss::Sizes(ClassSizes { measure: sizes, records: problem.records(), k: problem.k().get() });
            }
        }
        Ok(order)
    }

    /// The loss of the claimed policy.
    pub(super) fn claimed(&self) -> f64 {
        self.claimed
    }

    /// Whether the totals of a box's lowest policy are its class sizes.
    pub(super) fn counts_sizes(&self) -> bool {
        matches!(self.loss, Loss::Sizes(_))
    }

    /// The goal that closes boxes from these levels on, if all records have these totals there.
    pub(super) fn goal(&self, lo: Vec<Level>, totals: Vec<u64>, is_single: bool) -> Goal<'_> {
        let closes = |suppressed| {
            let highest = &Price { suppressed, price: Vec::new() };
            self.closes(Known { lo: &lo, totals: &totals, highest, is_single })
        };
        let (mut limit, mut price) = (self.problem.limit(), u64::MAX);
        match &self.loss {
            Loss::Sum { .. } => price = self.needed(&lo).saturating_sub(totals[0]),
            Loss::Columns(_) => {}
            Loss::Levels if closes(0) => price = 0,
            Loss::Levels => {}
            Loss::Sizes(_) => match least(closes, limit + 1) {
                0 => price = 0,
                enough => limit = enough - 1,
            },
        }
        Goal { order: self, limit, price, sums: totals.clone(), lo, totals }
    }

    /// Whether no policy of a box comes before the claim.
    pub(super) fn closes(&self, known: Known) -> bool {
        let Known { lo, totals, highest, is_single } = known;
        match &self.loss {
            Loss::Sum { from, above } => {
                let sum = totals[0] + highest.price[0];
                sum >= *above || (sum >= *from && self.is_after_claim(lo))
            }
            Loss::Columns(_) => {
                let sums: Vec<u64> = totals.iter().zip(&highest.price).map(|(total, price)| total + price).collect();
                self.closes_by_sums(lo, &sums)
            }
            Loss::Levels => self.is_after(self.problem.bound_of_levels(&Policy::new(lo)), lo),
            Loss::Sizes(sizes) => self.is_after(sizes.bound(totals, highest.suppressed, is_single), lo),
        }
    }

    fn closes_by_sums(&self, lo: &[Level], sums: &[u64]) -> bool {
        match &self.loss {
            Loss::Columns(aggregator) => self.is_after(aggregator.of(sums), lo),
            _ => false,
        }
    }

    /// The sum from which on no policy from these levels on comes before the claim.
    fn needed(&self, lo: &[Level]) -> u64 {
        match self.loss {
            Loss::Sum { from, .. } if self.is_after_claim(lo) => from,
            Loss::Sum { above, .. } => above,
            _ => u64::MAX,
        }
    }

    /// Whether a total and a price suffice at all levels, or at none; `None` if it depends on the levels.
    pub(super) fn decides(&self, totals: &[u64], highest: &Price) -> Option<bool> {
        let Loss::Sum { from, above } = self.loss else {
            return None;
        };
        match totals[0] + highest.price[0] {
            sum if sum >= above => Some(true),
            sum if sum < from => Some(false),
            _ => None,
        }
    }

    /// The cost of an axis by itself at a level, for the choice of cuts; no proof depends on it. `squares` is the sum
    /// of the squared sizes of its classes there.
    pub(super) fn span(&self, members: &[usize], level: Level, sums: &[usize], totals: &[u64], squares: f64) -> f64 {
        match &self.loss {
            Loss::Sum { .. } => totals.iter().map(|&total| total as f64).sum(),
            Loss::Columns(aggregator) => {
                (sums.iter().zip(totals)).map(|(&qi, &total)| aggregator.term(qi, total)).sum()
            }
            Loss::Levels => (members.iter()).map(|&qi| self.terms[qi][usize::from(level)]).sum(),
            Loss::Sizes(_) => libm::log2(squares),
        }
    }

    fn is_after(&self, loss: f64, lo: &[Level]) -> bool {
        if self.slack > 0.0 {
            return loss + self.slack >= self.claimed;
        }
        loss > self.claimed || (loss == self.claimed && self.is_after_claim(lo))
    }

    fn is_after_claim(&self, lo: &[Level]) -> bool {
        let rank = lo.iter().map(|&level| u32::from(level)).sum::<u32>();
        (rank, lo) >= (self.claim.rank(), self.claim.levels())
    }
}

/// The goal that closes the boxes from some levels on, by what their highest policy suppresses.
pub(super) struct Goal<'a> {
    order: &'a Order,
    limit: u64,
    /// The price that suffices, if there is one sum or none.
    price: u64,
    lo: Vec<Level>,
    totals: Vec<u64>,
    sums: Vec<u64>,
}

impl Goal<'_> {
    /// Whether this many suppressed records suffice, whatever they cost.
    #[inline(always)]
    pub(super) fn is_over_limit(&self, suppressed: u64) -> bool {
        suppressed > self.limit
    }

    /// Whether this price suffices.
    #[inline(always)]
    pub(super) fn is_reached(&mut self, of: &Price) -> bool {
        if self.is_over_limit(of.suppressed) {
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
        self.order.closes_by_sums(&self.lo, &self.sums)
    }
}

/// Rejects a problem with conditions on classes beyond their size.
///
/// # Errors
/// [`ProofError::Conditions`].
pub fn demand_sizes_alone(problem: &Problem) -> Result<()> {
    if problem.protection().is_some() {
        return Err(ProofError::Conditions.into());
    }
    Ok(())
}

/// Whether a box closed under a k is also closed under every greater k with the same best policy.
pub fn holds_for_greater_k(measure: MeasureName) -> bool {
    measure != MeasureName::Discernibility
}

/// How far a loss may be below the claimed one, relative to 1 + the claimed loss, if powers or logarithms are
/// rounded.
const SLACK: f64 = 1e-9;

/// Whether the losses of a problem have no exact rounding.
fn rounds(problem: &Problem) -> bool {
    let aggregate = match problem.form() {
        Form::Cells { aggregator, .. } => aggregator.aggregate(),
        Form::Levels { join, .. } => join,
        Form::Sizes(_) => Aggregate::Maximum,
    };
    aggregate == Aggregate::GeometricMean || problem.measure_name() == MeasureName::Entropy
}

/// The least integer, up to `most`, for which `holds` is true. It must be monotone.
fn least(holds: impl Fn(u64) -> bool, most: u64) -> u64 {
    let (mut low, mut high) = (0, most);
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
