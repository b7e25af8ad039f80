//! Losses as integers. Boxes are bounded in these.

use super::axis::{PackedAxes, Step};
use crate::classes::QuasiIdentifier;
use crate::loss::{Aggregate, Aggregator, Form, Sizes};
use std::ops::Range;

/// A loss as an integer, rounded down. Bounds are sums of these, so they are the same on every platform and in every
/// order.
///
/// If the measure is an exact sum of integers, costs are those integers, and equal losses are equal costs. Otherwise
/// they are rounded down, and the evaluator checks each policy whose cost could win.
pub(super) struct Objective {
    /// The kind of terms that costs consist of.
    pub(super) terms: Terms,
    /// Whether costs of axes are joined by their maximum instead of their sum.
    pub(super) is_maximum: bool,
    /// The parts of the cost, by axes; each axis has at least one.
    pub(super) components: Vec<Component>,
    /// The components of each axis, if records have costs.
    of_axes: Vec<Range<usize>>,
    /// The length of a table with an entry for each step of each component.
    pub(super) n_slots: usize,
    /// Whether the cost of a policy gives its loss to the last bit.
    pub(super) is_exact: bool,
    /// Whether the loss is the rank.
    pub(super) is_rank: bool,
    scale: Scale,
}

/// The kind of terms that costs consist of.
pub(super) enum Terms {
    /// Σ over the records of the costs of their cells.
    Cells,
    /// Σ over the records for each quasi-identifier alone, then a function of each sum, then their sum or maximum.
    Separate(Aggregator),
    /// The costs of the levels; suppression is free.
    Levels,
    /// The costs of the class sizes.
    Sizes(Sizes),
}

/// A part of the cost that depends on one axis.
pub(super) struct Component {
    pub(super) axis: usize,
    /// The quasi-identifier, for separate terms.
    qi: usize,
    /// Where this component begins in tables with an entry for each step of each component.
    pub(super) slot: usize,
    /// `costs[step][code]` of a record. Empty where records cost nothing.
    pub(super) costs: Vec<Vec<u64>>,
    /// `fixed[step]`: the part that does not depend on the records.
    pub(super) fixed: Vec<u64>,
    /// The cost of a suppressed record.
    pub(super) suppressed: u64,
}

#[derive(Clone, Copy)]
enum Scale {
    /// loss = cost / divisor, as the measure itself computes it.
    Exact(f64),
    /// loss ≥ cost / divisor.
    Sum(f64),
    /// loss ≥ e^(cost / divisor) − 1.
    Product(f64),
    /// loss ≥ n / (most classes − cost).
    Classes(f64),
    /// loss is the float with these bits: for floats that are not negative, the order of the bits is the order of the
    /// numbers.
    Bits,
}

impl Objective {
    /// Costs stay below this, so that a few of them can be added.
    const MOST: f64 = (1u64 << 59) as f64;
    /// Covers the rounding of logarithms, powers and sums; far above the largest possible error.
    const SLACK: f64 = 1.0 - 1e-12;
    /// The cost of a policy under the average class size is this minus its number of classes.
    const MOST_CLASSES: u64 = 1 << 40;

    /// The costs of a measure of this form.
    pub(super) fn new(form: Form, qis: &[QuasiIdentifier], encoded: &PackedAxes, records: u64) -> Self {
        let mut objective = Self {
            terms: Terms::Levels,
            is_maximum: false,
            components: Vec::new(),
            of_axes: Vec::new(),
            n_slots: 0,
            is_exact: false,
            is_rank: false,
            scale: Scale::Sum(1.0),
        };
        match form {
            Form::Cells { costs, suppressed, aggregator } => {
                objective.cells(&costs, &suppressed, aggregator, qis, encoded, records)
            }
            Form::Levels { terms, join, integers } => objective.levels(&terms, join, integers, encoded),
            Form::Sizes(sizes) => objective.sizes(sizes, encoded, records),
        }
        let (components, costs) = (&objective.components, |c: &Component| !c.costs.is_empty());
        objective.of_axes = (0..encoded.axes.len())
            .map(|axis| {
                let first = components.partition_point(|component| component.axis < axis);
                let own = components[first..].iter().take_while(|c| c.axis == axis && costs(c));
                first..first + own.count()
            })
            .collect();
        objective
    }

    fn push(&mut self, axis: usize, qi: usize, costs: Vec<Vec<u64>>, fixed: Vec<u64>, suppressed: u64) {
        let slot = self.n_slots;
        self.n_slots += fixed.len();
        self.components.push(Component { axis, qi, slot, costs, fixed, suppressed });
    }

    fn cells(
        &mut self,
        costs: &[Vec<Vec<u64>>],
        suppressed: &[u64],
        aggregator: Aggregator,
        qis: &[QuasiIdentifier],
        encoded: &PackedAxes,
        records: u64,
    ) {
        let is_mean = aggregator.aggregate() == Aggregate::ArithmeticMean;
        let factors: Vec<u64> = match aggregator.integers() {
            _ if !is_mean => vec![1; qis.len()],
            Some((factors, divisor)) => {
                self.is_exact = true;
                self.scale = Scale::Exact(divisor);
                factors
            }
            None => {
                self.scale = Scale::Sum(Self::MOST);
                // A column of suppressed cells determines the loss of that quasi-identifier alone.
                let each = |(qi, &cost): (usize, &u64)| {
                    let whole = cost * records.max(1);
                    (aggregator.term(qi, whole) * Self::MOST * Self::SLACK / whole as f64) as u64
                };
                suppressed.iter().enumerate().map(each).collect()
            }
        };
        for (number, axis) in encoded.axes.iter().enumerate() {
            let no_fixed = vec![0; axis.n_steps()];
            let table = |members: Range<usize>| -> Vec<Vec<u64>> {
                let cost = |step: Step, code: usize| {
                    let of_member = |member: usize| {
                        let qi = axis.members[member];
                        let group = axis.group(qis, member, step, code) as usize;
                        // In a group that only people have, records cost nothing.
                        let cost = costs[qi][usize::from(axis.level(step))].get(group);
                        factors[qi] * cost.copied().unwrap_or(0)
                    };
                    members.clone().map(of_member).sum()
                };
                (0..axis.n_steps()).map(|step| (0..axis.n_codes(step)).map(|code| cost(step, code)).collect()).collect()
            };
            if is_mean {
                let all = axis.members.iter().map(|&qi| factors[qi] * suppressed[qi]);
                self.push(number, 0, table(0..axis.members.len()), no_fixed, all.sum());
            } else {
                for (member, &qi) in axis.members.iter().enumerate() {
                    self.push(number, qi, table(member..member + 1), no_fixed.clone(), suppressed[qi]);
                }
            }
        }
        self.terms = if is_mean {
            Terms::Cells
        } else {
            self.join(aggregator.aggregate(), 1.0);
            if self.is_maximum {
                // The largest term is the loss, to the last bit.
                self.is_exact = true;
                self.scale = Scale::Bits;
            }
            Terms::Separate(aggregator)
        };
    }

    fn levels(
        &mut self,
        terms: &[Vec<f64>],
        join: Aggregate,
        integers: Option<(Vec<Vec<u64>>, f64)>,
        encoded: &PackedAxes,
    ) {
        let most: f64 = terms.iter().filter_map(|terms| terms.last()).sum();
        self.join(join, most.max(1.0));
        if let Some((_, divisor)) = integers {
            self.is_exact = true;
            self.is_rank = divisor == 1.0;
            self.scale = Scale::Exact(divisor);
        }
        for (number, axis) in encoded.axes.iter().enumerate() {
            let cost = |step: Step, qi: usize| {
                let level = usize::from(axis.level(step));
                match &integers {
                    Some((integers, _)) => integers[qi][level],
                    None => self.cost_of_term(terms[qi][level]),
                }
            };
            let at = |step: Step| {
                let costs = axis.members.iter().map(|&qi| cost(step, qi));
                if self.is_maximum { costs.max().unwrap_or_default() } else { costs.sum() }
            };
            let fixed = (0..axis.n_steps()).map(at).collect();
            self.push(number, 0, Vec::new(), fixed, 0);
        }
    }

    fn sizes(&mut self, sizes: Sizes, encoded: &PackedAxes, records: u64) {
        self.terms = Terms::Sizes(sizes);
        // Of two upper bounds for the number of classes, the smaller one holds.
        self.is_maximum = sizes == Sizes::Average;
        self.scale = match sizes {
            Sizes::Average => Scale::Classes(records as f64),
            _ => Scale::Exact(1.0),
        };
        for (number, axis) in encoded.axes.iter().enumerate() {
            self.push(number, 0, Vec::new(), vec![0; axis.n_steps()], 0);
        }
    }

    /// The cost of `kept` classes, and of one more if any record is suppressed.
    pub(super) fn cost_of_classes(kept: u64, suppresses: bool) -> u64 {
        Self::MOST_CLASSES - kept - u64::from(suppresses)
    }

    /// Sets how terms with a total of at most `most` are joined.
    fn join(&mut self, join: Aggregate, most: f64) {
        self.is_maximum = join == Aggregate::Maximum;
        self.scale = match join {
            Aggregate::GeometricMean => Scale::Product(Self::MOST / most),
            _ => Scale::Sum(Self::MOST / most),
        };
    }

    fn cost_of_term(&self, term: f64) -> u64 {
        match self.scale {
            Scale::Product(unit) => (libm::log(term) * unit) as u64,
            Scale::Sum(unit) => (term * unit) as u64,
            Scale::Bits => (term + 0.0).to_bits(),
            _ => 0,
        }
    }

    /// The cost of a component with this numerator, if terms are separate.
    pub(super) fn separate(&self, component: &Component, numerator: u64) -> u64 {
        match &self.terms {
            Terms::Separate(aggregator) => self.cost_of_term(aggregator.term(component.qi, numerator)),
            _ => numerator,
        }
    }

    /// The components of this axis that have a cost for each record.
    pub(super) fn of_axis(&self, axis: usize) -> &[Component] {
        &self.components[self.of_axes[axis].clone()]
    }

    /// Whether the measure is the number of classes.
    pub(super) fn counts_classes(&self) -> bool {
        matches!(self.terms, Terms::Sizes(Sizes::Average))
    }

    /// The measure, if it uses the squares of class sizes.
    pub(super) fn squares(&self) -> Option<Sizes> {
        match self.terms {
            Terms::Sizes(Sizes::Average) => None,
            Terms::Sizes(sizes) => Some(sizes),
            _ => None,
        }
    }

    /// Two costs of different axes as one.
    pub(super) fn joined(&self, one: u64, other: u64) -> u64 {
        if self.is_maximum { one.max(other) } else { one + other }
    }

    /// The least loss of a policy of at least this cost. It is the exact loss if costs are exact.
    pub(super) fn loss(&self, cost: u64) -> f64 {
        match self.scale {
            Scale::Exact(divisor) => cost as f64 / divisor,
            Scale::Sum(divisor) => cost as f64 / divisor * Self::SLACK,
            Scale::Product(divisor) => (libm::exp(cost as f64 / divisor) * Self::SLACK - 1.0).max(0.0),
            Scale::Bits => f64::from_bits(cost.min(f64::INFINITY.to_bits())),
            Scale::Classes(records) => records / Self::MOST_CLASSES.saturating_sub(cost).max(1) as f64 * Self::SLACK,
        }
    }

    /// The least cost whose loss is at least `loss`, or greater than it if `above`.
    pub(super) fn cost_from(&self, loss: f64, above: bool) -> u64 {
        let reaches = |cost: u64| {
            let least = self.loss(cost);
            least > loss || (!above && least == loss)
        };
        let (mut low, mut high) = (0, 1 << 63);
        while low < high {
            let middle = low + (high - low) / 2;
            if reaches(middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }
}
