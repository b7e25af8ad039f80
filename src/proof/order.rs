//! The order of policies that a proof is about, and what of it is known of a whole box.

use super::price::Price;
use super::sizes::ClassSizes;
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
    /// The sizes of classes.
    Sizes(ClassSizes),
}

/// What is known of the losses in a box.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    /// The lowest levels.
    pub(super) lo: &'a [Level],
    /// What is added up over all records at the lowest levels.
    pub(super) totals: &'a [u64],
    /// What the highest policy suppresses.
    pub(super) highest: &'a Price,
    /// Whether it is the lowest one, too.
    pub(super) is_single: bool,
}

/// The order of loss, rank and levels, against one claimed policy.
pub(super) struct Order {
    problem: Arc<Problem>,
    loss: Loss,
    claim: Policy,
    claimed: f64,
    pub(super) suppressed: u64,
    /// By how much a loss may be below the claimed one: 0, but for measures that round by no rule.
    pub(super) slack: f64,
    /// How many integers are added up of cells.
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
    /// Conditions on sensitive columns, and a policy that is not in the lattice or not valid.
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

    /// Whether what is counted of a box's lowest policy are the sizes of its classes.
    pub(super) fn counts_sizes(&self) -> bool {
        matches!(self.loss, Loss::Sizes(_))
    }

    /// What closes boxes from these levels on, where all records have these totals there.
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

    /// The one sum from which on no policy from these levels on comes before the claim.
    fn needed(&self, lo: &[Level]) -> u64 {
        match self.loss {
            Loss::Sum { from, .. } if self.is_after_claim(lo) => from,
            Loss::Sum { above, .. } => above,
            _ => u64::MAX,
        }
    }

    /// Whether a total and a price are enough on all levels, or on none; `None` where the levels decide.
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

    /// What an axis costs by itself at a level, for the choice of cuts: no proof depends on it. Its classes there have
    /// sizes of this sum of squares.
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
    /// Whether so many suppressed records are enough, whatever they cost.
    #[inline(always)]
    pub(super) fn is_over_limit(&self, suppressed: u64) -> bool {
        suppressed > self.limit
    }

    /// Whether that is enough.
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

/// Refuses a problem that asks more of classes than their size.
///
/// # Errors
/// [`ProofError::Conditions`].
pub fn demand_sizes_alone(problem: &Problem) -> Result<()> {
    if problem.protection().is_some() {
        return Err(ProofError::Conditions.into());
    }
    Ok(())
}

/// Whether what closes a box under a k closes it under every greater one that has the same best policy, too.
pub fn holds_for_greater_k(measure: MeasureName) -> bool {
    measure != MeasureName::Discernibility
}

/// A loss may be so far below the claimed one, in parts of 1 + that, where powers or logarithms are rounded.
const SLACK: f64 = 1e-9;

/// Whether the losses of a problem are rounded by no rule.
fn rounds(problem: &Problem) -> bool {
    let aggregate = match problem.form() {
        Form::Cells { aggregator, .. } => aggregator.aggregate(),
        Form::Levels { join, .. } => join,
        Form::Sizes(_) => Aggregate::Maximum,
    };
    aggregate == Aggregate::GeometricMean || problem.measure_name() == MeasureName::Entropy
}

/// The least integer of which this holds, up to a most; it holds of all above one of which it does.
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
