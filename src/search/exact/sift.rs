//! Closes boxes by their small classes, before they are probed.

use super::axis::{PackedAxis, Step};
use super::incumbent::Incumbent;
use super::low_corner_squares::LowCornerSquares;
use super::node::Node;
use super::objective::{Objective, Terms};
use super::open_parts::{OpenPart, StoppedAt};
use super::savings::Savings;
use super::sets::{Lowered, Next, Price, Store};
use super::steps::{Free, each, highest, lowest, volume};
use super::subject::Subject;
use crate::loss::Sizes;

/// Goes through the policies of a box, axis after axis, and counts the records that they suppress in the small
/// classes of the box's high corner.
///
/// A *choice* of steps for some axes represents all policies of the box with these steps. The policy with the other
/// axes at their highest steps generalizes all of them. So each of them suppresses at least the records that this
/// policy suppresses in a few classes. The choice is closed if these records exceed the limit, or if they cost too
/// much together with the least costs of the other axes, where they save nothing (`savings`). No choice below a
/// closed one is looked at. No rows move: classes are bit sets, and lowering an axis splits them (`sets`).
///
/// If the number of classes is the measure, classes are counted in the same sets, as soon as all axes have their
/// steps. Classes too large for sets have at most as many parts as the rows of the low corner allow.
///
/// If squares of sizes are the measure, a policy that cannot be closed in this way is examined from the low corner up
/// (`low_corner_squares`): every generalization of a policy that costs too much costs too much as well.
///
/// A policy that cannot be closed at all is left. If bounds are weak, the few policies left of a small box are
/// evaluated one by one, which saves the probes and cuts of the box and of the boxes inside. The sift gives up as
/// soon as more are left, or too many words were read. The steps of the first two axes that it has closed by then
/// stay closed, unless it has left a policy.
#[derive(Debug, Default)]
pub(super) struct Sift {
    small: Store<1>,
    middle: Store<4>,
    large: Store<16>,
    /// The axes in the order in which they get their steps.
    free: Vec<Free>,
    /// For each step of each axis: its cost if all records that the high corner keeps are kept.
    cost_if_kept: Vec<u64>,
    /// Per number of axes that have their steps: the least cost of the others.
    others: Vec<u64>,
    /// For each step of each axis: the most records that a winning policy with the axis at this step may suppress.
    most: Vec<u64>,
    /// What a record saves at the steps of the axes, unless it is suppressed.
    savings: Savings,
    /// The step of each axis in the choice, or its highest step if it has none yet.
    at: Vec<Step>,
    /// Per number of axes that have their steps: the current choice.
    choices: Vec<Choice>,
    /// If squares of sizes are the measure: the sums of squares by the rows of the low corner.
    low_corner: LowCornerSquares,
    /// If a choice was closed as a whole by the squares of its least policy: the number of its axes that have their
    /// steps.
    too_dear: usize,
    /// The policies that are left open, each as its own part, and how many may be.
    open: Vec<OpenPart>,
    most_open: usize,
    /// The steps at which the sift stopped, if it did.
    stopped_at: StoppedAt,
    /// The share of the box's policies that is closed.
    closed: f64,
    /// Words read, and the most words that may be read.
    work: u64,
    words: [f64; 2],
}

/// Whether a policy in the box of this node can win against this incumbent.
#[derive(Clone, Copy)]
struct Question<'a> {
    subject: &'a Subject,
    node: &'a Node,
    incumbent: &'a Incumbent,
}

/// Steps for the first of the free axes.
#[derive(Debug, Clone, Copy)]
struct Choice {
    /// The number of axes that have their steps, and how many of them are not at their highest.
    chosen: usize,
    lowered: usize,
    /// The records that the choice is known to force, with their price if the axes without steps are at their
    /// highest.
    suppressed: Price,
    /// The part of it that these records do not save at the lowest steps of the axes without steps.
    unsaved: u64,
    /// If classes are counted: the classes that every policy of the choice has, and the most classes outside the
    /// stores.
    settled: u64,
    /// The most records that a winning policy of the choice may suppress.
    most: u64,
    /// The cost of the axes that have their steps.
    cost: u64,
    /// No policy of the choice has a smaller rank.
    rank: u32,
    /// The share of the box's policies that it represents.
    part: f64,
}

impl Sift {
    /// A probe closes boxes of up to this number of policies faster, unless the measure is by class sizes.
    const FEW: f64 = 32.0;
    /// Up to `MOST_OPEN` policies may be left, of a box of up to `MOST_LISTED` policies; for measures of class sizes,
    /// of up to `MOST_LISTED_BY_SIZES`.
    const MOST_OPEN: usize = 32;
    const MOST_LISTED: f64 = 2048.0;
    const MOST_LISTED_BY_SIZES: f64 = 16384.0;
    /// A sift continues while it has read no more words than the first number plus the second × the closed share: at
    /// most some 50 ms. With a target, boxes have more axes and most sifts do not close theirs, so the limit is about
    /// a tenth.
    const WORDS: [f64; 2] = [5e5, 1e7];
    const WORDS_BY_TARGET: [f64; 2] = [1e5, 1e6];
    /// Reading this many words takes about as long as merging a row, or as a choice for which no words are read.
    const WORDS_OF_A_ROW: u64 = 4;
    const WORDS_OF_A_CHOICE: u64 = 8;

    /// The parts of a node's box whose policies can win, as far as that is quickly found: `None` if that may be the
    /// whole box. Also returns the number of words read.
    pub(super) fn open_parts(
        &mut self,
        subject: &Subject,
        node: &Node,
        incumbent: &Incumbent,
    ) -> (Option<Vec<OpenPart>>, u64) {
        let volume = volume(&node.steps);
        let (few, most_listed) = match subject.objective.terms {
            Terms::Sizes(_) => (1.0, Self::MOST_LISTED_BY_SIZES),
            _ => (Self::FEW, Self::MOST_LISTED),
        };
        if volume <= few {
            return (None, 0);
        }
        // Bounds on sums of cell costs are tight, so boxes are cheaper than single policies.
        let is_listed = volume <= most_listed && !matches!(subject.objective.terms, Terms::Cells);
        self.most_open = if is_listed { Self::MOST_OPEN } else { 0 };
        self.open.clear();
        self.stopped_at.clear();
        self.at.clear();
        (self.at).extend(node.steps.iter().map(|&steps| highest(steps)));
        self.low_corner.clear();
        self.fill_costs(subject, node);
        self.fill_most(subject, node, incumbent);
        self.order(subject, node, incumbent);
        (self.closed, self.work) = (0.0, 0);
        self.words = match incumbent.has_target() {
            true => Self::WORDS_BY_TARGET,
            false => Self::WORDS,
        };
        let objective = &subject.objective;
        let common = match &objective.terms {
            Terms::Sizes(_) => node.raised.common(subject, node.forced),
            _ => 0,
        };
        let axes = subject.encoded.axes.iter().zip(&node.steps);
        let fixed = axes.filter(|(_, steps)| steps.count_ones() == 1);
        let choice = Choice {
            chosen: 0,
            lowered: 0,
            suppressed: Price { records: node.forced, price: 0 },
            unsaved: 0,
            settled: match subject.objective.counts_classes() {
                true => Self::most_classes_of_others(subject, node),
                false => 0,
            },
            most: self.most_of_all(subject, node),
            cost: fixed.fold(common, |cost, (axis, &steps)| {
                objective.joined(cost, self.cost_if_kept[axis.slot + highest(steps)])
            }),
            rank: subject.policy(|axis| lowest(node.steps[axis])).rank(),
            part: 1.0,
        };
        let records = choice.most.saturating_sub(node.forced);
        let least = objective.joined(choice.cost, self.others[0]);
        let missing = incumbent.loses_from().saturating_sub(least);
        (self.savings).fill(subject, node, &self.free, (records, missing));
        let (free, savings) = (&self.free, &self.savings);
        self.small.fill(subject, node, free, savings, 0);
        (self.middle).fill(subject, node, free, savings, Store::<1>::MOST);
        (self.large).fill(subject, node, free, savings, Store::<4>::MOST);
        let question = Question { subject, node, incumbent };
        let open = match self.is_closed(question, choice) {
            true => Some(std::mem::take(&mut self.open)),
            false if self.open.is_empty() => self.stopped_at.open_parts(&node.steps),
            false => None,
        };
        (open, self.work)
    }

    /// Fills the table of the costs of steps if no further records are suppressed.
    fn fill_costs(&mut self, subject: &Subject, node: &Node) {
        let objective = &subject.objective;
        self.cost_if_kept.clear();
        self.cost_if_kept.resize(subject.encoded.n_slots, 0);
        for component in &objective.components {
            let slot = subject.encoded.axes[component.axis].slot;
            for step in each(node.steps[component.axis]) {
                let cost = match objective.terms {
                    Terms::Sizes(_) => node.raised.charge(slot + step),
                    _ => {
                        let forced = node.forced * component.suppressed;
                        objective.separate(component, node.totals[component.slot + step] + forced)
                    }
                };
                let cost_if_kept = &mut self.cost_if_kept[slot + step];
                *cost_if_kept = objective.joined(*cost_if_kept, cost);
            }
        }
    }

    /// Fills the table of how many records may be suppressed. Under a maximum, a suppressed record costs each
    /// quasi-identifier at least the difference to the most expensive cell of its level. So a few suppressed records
    /// push a level over the limit if its cost is close to it.
    fn fill_most(&mut self, subject: &Subject, node: &Node, incumbent: &Incumbent) {
        let objective = &subject.objective;
        self.most.clear();
        self.most.resize(subject.encoded.n_slots, subject.limit);
        if !objective.is_maximum || !matches!(objective.terms, Terms::Separate(_)) {
            return;
        }
        for component in &objective.components {
            let slot = subject.encoded.axes[component.axis].slot;
            for step in each(node.steps[component.axis]) {
                let total = node.totals[component.slot + step];
                let dearest = component.costs[step].iter().max().copied().unwrap_or(0);
                let wins = |suppressed: u64| {
                    let more = (suppressed - node.forced) * (component.suppressed - dearest);
                    let numerator = total + node.forced * component.suppressed + more;
                    objective.separate(component, numerator) < incumbent.loses_from()
                };
                let most = &mut self.most[slot + step];
                if *most <= node.forced || wins(*most) {
                    continue;
                }
                let (mut low, mut high) = (node.forced, *most);
                while high - low > 1 {
                    let middle = low + (high - low) / 2;
                    if wins(middle) {
                        low = middle;
                    } else {
                        high = middle;
                    }
                }
                *most = low;
            }
        }
    }

    /// The largest number of classes that a policy has in the classes of a node that are in no store.
    fn most_classes_of_others(subject: &Subject, node: &Node) -> u64 {
        let most = |class| {
            let weights = &node.rows.weights[node.rows.class(class)];
            let is_other = weights.len() < 2 || Store::<16>::is_too_large(subject, node, class);
            if is_other { node.most_classes(subject, class) } else { 0 }
        };
        (0..node.rows.n_classes()).map(most).sum()
    }

    /// The most records that a winning policy of the box may suppress.
    fn most_of_all(&self, subject: &Subject, node: &Node) -> u64 {
        let axes = subject.encoded.axes.iter().zip(&node.steps);
        let of_axis = axes.map(|(axis, &steps)| {
            let most = each(steps).map(|step| self.most[axis.slot + step]);
            most.max().unwrap_or(subject.limit)
        });
        of_axis.min().unwrap_or(subject.limit)
    }

    /// Puts those axes first whose costs at the highest and lowest step differ most: they soon cost too much at the
    /// highest step, and suppress too much at the lowest. With a target, axes of few steps come earlier. If classes
    /// are counted, the axes whose numbers of values differ most come first.
    fn order(&mut self, subject: &Subject, node: &Node, incumbent: &Incumbent) {
        let cost_if_kept = self.cost_if_kept.as_slice();
        let slot = |free: &Free| subject.encoded.axes[free.axis].slot;
        let span = |free: &Free| {
            let [low, high] = [lowest, highest].map(|end| match subject.objective.counts_classes() {
                true => subject.encoded.axes[free.axis].n_codes(end(free.steps)) as u64,
                false => cost_if_kept[slot(free) + end(free.steps)],
            });
            let branches = match incumbent.has_target() {
                true => u64::from(free.steps.count_ones()),
                false => 1,
            };
            high.abs_diff(low) / branches
        };
        self.free = Free::of(&node.steps);
        self.free.sort_by_cached_key(|free| std::cmp::Reverse(span(free)));
        let mut others = 0;
        self.others.clear();
        self.others.push(others);
        for free in self.free.iter().rev() {
            let costs = each(free.steps).map(|step| cost_if_kept[slot(free) + step]);
            others = (subject.objective).joined(others, costs.min().unwrap_or(0));
            self.others.push(others);
        }
        self.others.reverse();
    }

    /// Whether no policy of a choice can win except those that are left.
    fn is_closed(&mut self, question: Question, choice: Choice) -> bool {
        let (subject, incumbent) = (question.subject, question.incumbent);
        self.choices.truncate(choice.chosen);
        self.choices.push(choice);
        self.too_dear = usize::MAX;
        let Some(&free) = self.free.get(choice.chosen) else {
            let mut bound = choice.cost + choice.suppressed.price;
            if let Some(sizes) = subject.objective.squares() {
                match self.bound_of_squares(question, choice, sizes) {
                    Some(least) => bound = bound.max(least),
                    None => {
                        self.closed += choice.part;
                        return true;
                    }
                }
            }
            if subject.objective.counts_classes() {
                let most = choice.settled
                    + self.small.n_open(choice.lowered)
                    + self.middle.n_open(choice.lowered)
                    + self.large.n_open(choice.lowered);
                bound = bound.max(Objective::cost_of_classes(most, true));
                if incumbent.beats(bound, choice.rank) {
                    self.closed += choice.part;
                    return true;
                }
            }
            let is_listed = self.open.len() < self.most_open;
            if is_listed {
                let steps = self.at.iter().map(|&step| 1 << step).collect();
                self.open.push(OpenPart { steps, bound });
            }
            return is_listed;
        };
        let axis = &subject.encoded.axes[free.axis];
        let others = self.others[choice.chosen + 1];
        let part = choice.part / f64::from(free.steps.count_ones());
        let unsaved = self.unsaved(subject, choice, free);
        let unsaved_of_others = choice.unsaved - unsaved[lowest(free.steps)];
        let mut steps = free.steps;
        while steps != 0 {
            let step = highest(steps);
            steps ^= 1 << step;
            self.at[free.axis] = step;
            self.low_corner.keep(choice.chosen);
            self.work += Self::WORDS_OF_A_CHOICE;
            let cost = (subject.objective).joined(choice.cost, self.cost_if_kept[axis.slot + step]);
            let rank = choice.rank + ((step - lowest(free.steps)) * axis.members.len()) as u32;
            let mut next = Choice {
                chosen: choice.chosen + 1,
                cost,
                rank,
                part,
                most: choice.most.min(self.most[axis.slot + step]),
                ..choice
            };
            if choice.suppressed.records > next.most {
                self.closed += part;
                continue;
            }
            let price = choice.suppressed.price + unsaved[step];
            next.suppressed.price = price;
            next.unsaved = unsaved_of_others;
            let least = subject.objective.joined(cost, others) + price + unsaved_of_others;
            if incumbent.beats(least, rank) {
                self.closed += part;
                continue;
            }
            if step < highest(free.steps) {
                let below = steps.count_ones();
                // A price that closes it.
                let enough = Price {
                    records: next.most + 1 - choice.suppressed.records,
                    price: incumbent.loses_from().saturating_sub(least),
                };
                let to = Next { free, step, chosen: next.chosen, lowered: choice.lowered };
                let lowered = self.lower(question, to, enough);
                let suppressed = lowered.suppressed;
                next.lowered += 1;
                next.settled += lowered.settled;
                next.suppressed.records += suppressed.records;
                next.suppressed.price += suppressed.price - lowered.unsaved;
                next.unsaved += lowered.unsaved;
                if next.suppressed.records > subject.limit {
                    // At lower steps, suppression is never less.
                    self.closed += part * f64::from(below + 1);
                    return true;
                }
                if next.suppressed.records > next.most || incumbent.beats(least + suppressed.price, rank) {
                    self.closed += part;
                    continue;
                }
            }
            if self.work as f64 > self.words[0] + self.closed * self.words[1] || !self.is_closed(question, next) {
                self.stopped_at.push(free, step);
                return false;
            }
            if self.too_dear <= choice.chosen {
                return true;
            }
        }
        true
    }

    /// A bound for the only policy of a choice by the squares of the policies below it: the low corner with one axis
    /// after the other at its step. `None` if one of them closes it. If this one closes the whole choice above,
    /// `too_dear` is set to that.
    fn bound_of_squares(&mut self, question: Question, choice: Choice, sizes: Sizes) -> Option<u64> {
        let Question { subject, node, incumbent } = question;
        let forced = node.forced_cost(sizes, subject);
        let mut bound = 0;
        for (chosen, above) in self.choices.iter().enumerate() {
            let (squares, rows) = (self.low_corner).squares(subject, node, &self.free, &self.at, chosen);
            self.work += rows * Self::WORDS_OF_A_ROW;
            let least = forced + squares;
            if incumbent.beats(least + self.others[chosen] + above.suppressed.price, above.rank) {
                self.too_dear = chosen;
                return None;
            }
            // The raisings of the other axes are charged.
            bound = bound.max(least + (choice.cost - above.cost) + choice.suppressed.price);
            if incumbent.beats(bound, choice.rank) {
                return None;
            }
        }
        Some(bound)
    }

    /// Lowers one more axis to a step. Returns the effect on the small classes, or a part of it whose price reaches
    /// `enough`.
    fn lower(&mut self, question: Question, to: Next, enough: Price) -> Lowered {
        let (subject, node) = (question.subject, question.node);
        let mut all = Lowered::default();
        self.work += (self.small).lower(subject, node, to, enough, &mut all);
        self.work += (self.middle).lower(subject, node, to, enough, &mut all);
        self.work += (self.large).lower(subject, node, to, enough, &mut all);
        all
    }

    /// The savings that the suppressed records of a choice do not make at each step of the next axis.
    fn unsaved(&mut self, subject: &Subject, choice: Choice, next: Free) -> [u64; PackedAxis::MOST_STEPS] {
        if choice.unsaved == 0 {
            return [0; PackedAxis::MOST_STEPS];
        }
        let savings = &mut self.savings;
        (self.small).count_suppressed(savings, choice.chosen, choice.lowered);
        (self.middle).count_suppressed(savings, choice.chosen, choice.lowered);
        (self.large).count_suppressed(savings, choice.chosen, choice.lowered);
        savings.of_counted(subject, next)
    }
}
