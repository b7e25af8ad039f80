//! Boxes that are closed by their small classes, before anything else is asked of them.

use super::axis::Step;
use super::incumbent::Incumbent;
use super::node::Node;
use super::objective::Terms;
use super::sets::{Free, Price, Store};
use super::steps::{each, highest, lowest};
use super::subject::Subject;

/// Goes through the policies of a box, axis after axis, and counts what they suppress of the small classes of the box's highest
/// policy.
///
/// A *choice* of steps for some axes stands for all policies that have them. They are generalized by the one that has the other
/// axes at their highest steps, so they suppress at least what that one does, and at least what it does of a few classes. Where
/// this exceeds the limit, or costs too much together with what the axes cost that are still free, the choice is closed and
/// nothing below it is looked at. No rows move: classes are sets of bits, and lowering an axis cuts them (`sets`).
///
/// One policy for which the small classes are not enough keeps the box open, and ends the matter.
#[derive(Debug, Default)]
pub(super) struct Sift {
    small: Store<4>,
    large: Store<16>,
    /// The axes in the order in which they get their steps.
    free: Vec<Free>,
    /// For each step of each axis: what it costs to keep all records that the box's highest policy keeps.
    kept: Vec<u64>,
    /// After so many axes have got their steps: the least that the others cost.
    others: Vec<u64>,
    /// The part of the box's policies that is closed.
    closed: f64,
    /// Words gone through.
    work: u64,
}

/// Whether a policy of this node's box can win against this one.
#[derive(Clone, Copy)]
struct Question<'a> {
    subject: &'a Subject,
    node: &'a Node,
    incumbent: &'a Incumbent,
}

/// Steps for the first of the free axes.
#[derive(Debug, Clone, Copy)]
struct Choice {
    /// How many axes have got their steps, and how many of them are not at their highest.
    chosen: usize,
    lowered: usize,
    /// What is suppressed for certain.
    suppressed: Price,
    /// What the axes that are not free any more cost.
    cost: u64,
    /// No policy has a smaller rank.
    rank: u32,
    /// The part of the box's policies that it stands for.
    part: f64,
}

impl Sift {
    /// Boxes of no more policies are closed faster by a probe.
    const FEW: f64 = 32.0;
    /// A sift goes on while its work is less than the first number, and the whole would, at its pace, be less than the second:
    /// some 50 ms.
    const FIRST: f64 = 5e5;
    const MOST: f64 = 1e7;

    /// Whether no policy of a node's box can win, so far as that is soon seen; and how many words were gone through.
    pub(super) fn closes(
        &mut self,
        subject: &Subject,
        node: &Node,
        incumbent: &Incumbent,
    ) -> (bool, u64) {
        let volume: f64 = (node.steps.iter().map(|steps| f64::from(steps.count_ones()))).product();
        if volume <= Self::FEW {
            return (false, 0);
        }
        self.keep(subject, node);
        self.order(subject, node);
        self.small.fill(subject, node, &self.free, 0);
        (self.large).fill(subject, node, &self.free, Store::<4>::MOST);
        (self.closed, self.work) = (0.0, 0);
        let objective = &subject.objective;
        let common = match &objective.terms {
            Terms::Sizes(sizes) => node.cost_of_sizes(subject, *sizes),
            _ => 0,
        };
        let axes = subject.encoded.axes.iter().zip(&node.steps);
        let fixed = axes.filter(|(_, steps)| steps.count_ones() == 1);
        let choice = Choice {
            chosen: 0,
            lowered: 0,
            suppressed: Price {
                records: node.dead,
                price: 0,
            },
            cost: fixed.fold(common, |cost, (axis, &steps)| {
                objective.joined(cost, self.kept[axis.slot + highest(steps)])
            }),
            rank: subject.policy(|axis| lowest(node.steps[axis])).rank(),
            part: 1.0,
        };
        let question = Question {
            subject,
            node,
            incumbent,
        };
        (self.is_closed(question, choice), self.work)
    }

    /// Fills the table of what steps cost where nothing more is suppressed.
    fn keep(&mut self, subject: &Subject, node: &Node) {
        let objective = &subject.objective;
        self.kept.clear();
        self.kept.resize(subject.encoded.n_slots, 0);
        for component in &objective.components {
            let slot = subject.encoded.axes[component.axis].slot;
            for step in each(node.steps[component.axis]) {
                let total = node.totals[component.slot + step] + node.dead * component.suppressed;
                let cost = objective.separate(component, total);
                let kept = &mut self.kept[slot + step];
                *kept = objective.joined(*kept, cost);
            }
        }
    }

    /// Puts those axes first whose highest step costs most over their lowest: they are soon too dear at the one, and suppress
    /// too much at the other.
    fn order(&mut self, subject: &Subject, node: &Node) {
        let kept = self.kept.as_slice();
        let slot = |free: &Free| subject.encoded.axes[free.axis].slot;
        let span = |free: &Free| {
            let [low, high] = [lowest, highest].map(|end| kept[slot(free) + end(free.steps)]);
            high.abs_diff(low)
        };
        self.free = Free::of(&node.steps);
        self.free
            .sort_by_cached_key(|free| std::cmp::Reverse(span(free)));
        let mut others = 0;
        self.others.clear();
        self.others.push(others);
        for free in self.free.iter().rev() {
            let costs = each(free.steps).map(|step| kept[slot(free) + step]);
            others = (subject.objective).joined(others, costs.min().unwrap_or(0));
            self.others.push(others);
        }
        self.others.reverse();
    }

    /// Whether no policy of a choice can win.
    fn is_closed(&mut self, question: Question, choice: Choice) -> bool {
        let (subject, incumbent) = (question.subject, question.incumbent);
        let Some(&free) = self.free.get(choice.chosen) else {
            return false;
        };
        let axis = &subject.encoded.axes[free.axis];
        let others = self.others[choice.chosen + 1];
        let part = choice.part / f64::from(free.steps.count_ones());
        let mut steps = free.steps;
        while steps != 0 {
            let step = highest(steps);
            steps ^= 1 << step;
            let cost = (subject.objective).joined(choice.cost, self.kept[axis.slot + step]);
            let rank = choice.rank + ((step - lowest(free.steps)) * axis.members.len()) as u32;
            let mut next = Choice {
                chosen: choice.chosen + 1,
                cost,
                rank,
                part,
                ..choice
            };
            let least = subject.objective.joined(cost, others) + choice.suppressed.price;
            if incumbent.beats(least, rank) {
                self.closed += part;
                continue;
            }
            if step < highest(free.steps) {
                let below = steps.count_ones();
                // More is not needed to close it.
                let enough = Price {
                    records: subject.limit + 1 - choice.suppressed.records,
                    price: incumbent.loses_from().saturating_sub(least),
                };
                let died = self.lower(question, (free, step), choice.lowered, enough);
                next.lowered += 1;
                next.suppressed.records += died.records;
                next.suppressed.price += died.price;
                if next.suppressed.records > subject.limit {
                    // At lower steps no less is suppressed.
                    self.closed += part * f64::from(below + 1);
                    return true;
                }
                if incumbent.beats(least + died.price, rank) {
                    self.closed += part;
                    continue;
                }
                if self.work as f64 > Self::FIRST + self.closed * Self::MOST {
                    return false;
                }
            }
            if !self.is_closed(question, next) {
                return false;
            }
        }
        true
    }

    /// Lowers one axis more, to a step. Returns what that suppresses of the small classes, or a part of it that is enough.
    fn lower(
        &mut self,
        question: Question,
        to: (Free, Step),
        lowered: usize,
        enough: Price,
    ) -> Price {
        let (subject, node) = (question.subject, question.node);
        let (mut died, work) = self.small.lower(subject, node, to, lowered, enough);
        self.work += work;
        if !died.reaches(enough) {
            let missing = Price {
                records: enough.records - died.records,
                price: enough.price - died.price,
            };
            let (more, work) = self.large.lower(subject, node, to, lowered, missing);
            self.work += work;
            died.records += more.records;
            died.price += more.price;
        }
        died
    }
}
