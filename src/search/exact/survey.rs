//! Looks at one box: its high corner, the lowerings of that, and the open boxes inside.

use super::bound::Bounds;
use super::incumbent::Incumbent;
use super::node::Node;
use super::objective::Terms;
use super::open_parts::OpenPart;
use super::probe::Probe;
use super::raise::Raises;
use super::rows::NodeMemory;
use super::sift::Sift;
use super::steps::{Steps, each, highest, lowest};
use super::subject::Subject;
use crate::lattice::Policy;
use crate::search::evaluator::Evaluation;
use crate::search::ledger::Ledger;
use crate::search::problem::Problem;
use crate::search::progress::Candidate;
use crate::search::recording::{Finding, Step as Recorded};
use std::sync::Arc;

/// Looks at boxes, one after the other, and keeps the incumbent.
pub(super) struct Survey {
    pub(super) subject: Arc<Subject>,
    pub(super) ledger: Ledger,
    pub(super) incumbent: Incumbent,
    /// Boxes looked at, policies evaluated, and rows gone through.
    pub(super) boxes: u64,
    pub(super) evaluated: u64,
    pub(super) rows: u64,
    probe: Probe,
    sift: Sift,
    raises: Raises,
    bounds: Bounds,
    /// A node's rows, merged in the low corner of what is left of its box.
    rest: Node,
}

/// A box inside a node's box that is still to be looked at.
#[derive(Clone)]
pub(super) struct Child {
    pub(super) steps: Vec<Steps>,
    /// A lower bound for the cost of the box's policies.
    pub(super) bound: u64,
}

/// The high corner of a box with one axis at a lower step. Ordered by cost, then axis and step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lowering {
    pub(super) cost: u64,
    pub(super) axis: usize,
    pub(super) step: usize,
}

impl Survey {
    /// A sift reads about this many words in the time that a probe takes for a row.
    const WORDS_OF_A_ROW: u64 = 4;

    pub(super) fn new(problem: Arc<Problem>, subject: Arc<Subject>) -> Self {
        Self {
            subject,
            ledger: Ledger::new(problem),
            incumbent: Incumbent::NONE,
            boxes: 0,
            evaluated: 0,
            rows: 0,
            probe: Probe::default(),
            sift: Sift::default(),
            raises: Raises::default(),
            bounds: Bounds::default(),
            rest: Node::default(),
        }
    }

    /// Looks at the high corner of a box and at its lowerings. Returns the best lowering.
    pub(super) fn look(&mut self, node: &Node, valid: bool) -> Option<Lowering> {
        self.note(&node.steps, 0, |_| Finding::Walked { valid });
        let cost = self.begin(node, valid)?;
        self.probe(node, cost)
    }

    /// Records what was found about a box whose policies cost at least `bound`, if steps are recorded.
    #[inline(always)]
    pub(super) fn note(&mut self, steps: &[Steps], bound: u64, found: impl FnOnce(&Subject) -> Finding) {
        let subject = &self.subject;
        self.ledger.note_with(|| {
            let policy = subject.policy(|axis| highest(steps[axis]));
            let of = subject.open_box(steps, bound);
            (policy, Recorded::Boxed(of, found(subject)))
        });
    }

    /// Counts a box, and evaluates its high corner. Returns the cost of the high corner, if it is valid.
    pub(super) fn begin(&mut self, node: &Node, valid: bool) -> Option<u64> {
        self.boxes += 1;
        self.evaluated += 1;
        self.rows += node.rows.weights.len() as u64 + 1;
        if !valid {
            return None;
        }
        let subject = Arc::clone(&self.subject);
        let policy = subject.policy(|axis| highest(node.steps[axis]));
        let cost = node.cost_of_high_corner(&subject);
        if subject.is_judged {
            return self.judge(&policy).then_some(cost);
        }
        let loss = self.offer(&policy, cost);
        if let Some(loss) = loss {
            let suppressed = node.forced;
            self.ledger.trail.note(
                &policy,
                Evaluation {
                    suppressed,
                    classes_kept: node.rows.n_classes(),
                    valid: true,
                    loss,
                    exact: 0,
                    bound: self.ledger.evaluator.bound_of_levels(&policy),
                    node_score: node.rows.weights.len() as u64,
                },
            );
        }
        Some(cost)
    }

    /// Evaluates the high corner of a box if classes must meet conditions that its rows cannot decide. Returns
    /// whether the box may contain a valid policy.
    ///
    /// The box counts only records and people, with a k that every released class has. By this count it never
    /// suppresses more than in truth, and no record costs less when it is suppressed. So all bounds hold, and each
    /// policy is checked by itself.
    fn judge(&mut self, policy: &Policy) -> bool {
        let evaluation = self.ledger.evaluator.check(policy);
        self.ledger.trail.note(policy, evaluation);
        if evaluation.valid {
            self.take(policy, evaluation.loss);
        }
        evaluation.valid || !self.ledger.problem().validity_is_monotone()
    }

    /// Whether the classes of the low corner, in which the rows of a node are merged, suffice to close its box, for
    /// measures of class sizes.
    pub(super) fn low_corner_closes(&self, node: &Node) -> bool {
        let subject = &self.subject;
        let Terms::Sizes(sizes) = subject.objective.terms else {
            return false;
        };
        let low_corner = subject.policy(|axis| lowest(node.steps[axis]));
        let least = node.cost_of_sizes(subject, sizes);
        (self.incumbent).beats_all_above(least, &low_corner, &subject.objective)
    }

    /// The boxes inside a node's box that its small classes cannot close; `None` if that may be the whole box.
    pub(super) fn sift(&mut self, node: &mut Node, bound: u64) -> Option<Vec<Child>> {
        self.raises.fill(&self.subject, node);
        let (open, words) = self.sift.open_parts(&self.subject, node, &self.incumbent);
        self.rows += words / Self::WORDS_OF_A_ROW;
        let child = |part: OpenPart| Child { steps: part.steps, bound: part.bound.max(bound) };
        let mut children: Vec<Child> = open?.into_iter().map(child).collect();
        children.sort_by_key(|child| std::cmp::Reverse(child.bound));
        Some(children)
    }

    /// Evaluates the lowerings of a node's high corner, which costs `cost`. Returns the best of them.
    pub(super) fn probe(&mut self, node: &Node, cost: u64) -> Option<Lowering> {
        let subject = Arc::clone(&self.subject);
        self.probe.run(&subject, node);
        let evaluated = self.evaluated;
        let best = self.best_lowering(&subject, node, cost);
        let valid = self.evaluated - evaluated;
        self.note(&node.steps, 0, |_| Finding::Probed { valid });
        if let Some(Lowering { cost, axis, step }) = best {
            let lowered = subject.policy(|number| if number == axis { step } else { highest(node.steps[number]) });
            self.offer(&lowered, cost);
        }
        best
    }

    /// The valid lowering of least cost; among equal ones, on the first axis and at the lowest step.
    fn best_lowering(&mut self, subject: &Subject, node: &Node, highest_cost: u64) -> Option<Lowering> {
        let mut best = None;
        for (number, axis) in subject.encoded.axes.iter().enumerate() {
            let high = highest(node.steps[number]);
            for step in each(node.steps[number]).take_while(|&step| step < high) {
                let slot = axis.slot + step;
                let forced = self.probe.forced[slot];
                if node.forced + forced > subject.limit {
                    continue;
                }
                self.evaluated += 1;
                let cost = match &subject.objective.terms {
                    Terms::Cells => {
                        let own = subject.objective.components[number].slot;
                        highest_cost
                            + self.probe.price[slot]
                            + node.totals[own + step]
                            + self.probe.cost_highest[own + step]
                            - self.probe.cost[own + step]
                            - node.totals[own + high]
                    }
                    Terms::Sizes(sizes) => {
                        node.cost_of_sizes_lowered(subject, *sizes, highest_cost, forced, self.probe.sizes[slot])
                    }
                    _ => {
                        let forced = if matches!(subject.objective.terms, Terms::Levels) { 0 } else { forced };
                        node.joined_costs(&subject.objective, node.forced + forced, |axis| {
                            if axis == number { step } else { highest(node.steps[axis]) }
                        })
                    }
                };
                let found = Lowering { cost, axis: number, step };
                if best.is_none_or(|best| found < best) {
                    best = Some(found);
                }
            }
        }
        best
    }

    /// Offers a valid policy of this cost. Returns its loss, if that was computed.
    fn offer(&mut self, policy: &Policy, cost: u64) -> Option<f64> {
        let objective = &self.subject.objective;
        let loses = self.incumbent.loses(cost, policy.rank());
        let loss = match &objective.terms {
            _ if self.subject.is_judged && loses => return None,
            _ if self.subject.is_judged => {
                let evaluation = self.ledger.evaluator.check(policy);
                if !evaluation.valid {
                    return None;
                }
                evaluation.loss
            }
            _ if objective.is_exact => objective.loss(cost),
            Terms::Levels => self.ledger.evaluator.bound_of_levels(policy),
            _ if loses => return None,
            _ => self.ledger.evaluator.check(policy).loss,
        };
        if !loses {
            self.take(policy, loss);
        }
        Some(loss)
    }

    /// Takes a valid policy with this loss as the incumbent, if it is better.
    fn take(&mut self, policy: &Policy, loss: f64) {
        let objective = &self.subject.objective;
        if (self.incumbent).offer(Candidate::new(loss, policy.clone()), objective) {
            (self.ledger).note_with(|| (policy.clone(), Recorded::Best { loss }));
        }
    }

    /// Cuts boxes with lower high corners off the node's box, until the rest is closed.
    ///
    /// The rest keeps its high corner, so the probe of the node also holds for it, and it needs no data of its own.
    pub(super) fn expand(&mut self, node: &Node, bound: u64, scratch: &mut NodeMemory) -> Vec<Child> {
        let subject = Arc::clone(&self.subject);
        let mut children = Vec::new();
        let mut rest = node.steps.clone();
        let tops: Vec<usize> = rest.iter().map(|&steps| highest(steps)).collect();
        self.rest.steps.clear();
        while let Some(found) = self.bound(node, &mut rest) {
            if self.rest_is_closed(node, &rest, scratch) {
                break;
            }
            let found = found.max(bound);
            let mut pairs = rest.iter().zip(&tops);
            if pairs.any(|(&steps, &top)| highest(steps) < top) {
                children.push(Child { steps: rest, bound: found });
                break;
            }
            let (bounds, incumbent) = (&self.bounds, &self.incumbent);
            let Some(cut) = bounds.cut(&subject, incumbent, &self.probe, found, &rest) else {
                break;
            };
            let mut lower = rest.clone();
            lower[cut.axis] = cut.lower;
            rest[cut.axis] &= !cut.lower;
            // First by the tables of the whole box, then by new ones for each part.
            let [is_open, rest_is_open] =
                [&mut lower, &mut rest].map(|part| bounds.filter(&subject, incumbent, part).is_some());
            if is_open && let Some(found) = self.bound(node, &mut lower) {
                let bound = found.max(bound);
                children.push(Child { steps: lower, bound });
            }
            if !rest_is_open {
                break;
            }
        }
        children.reverse();
        children.sort_by_key(|child| std::cmp::Reverse(child.bound));
        children
    }

    /// Whether the classes of the low corner of what is left of a node's box suffice to close it, for measures of
    /// class sizes. One hash lookup for each row, if the low corner has risen.
    ///
    /// A single raising has little effect. All that were cut off together have much, and save the nodes of further
    /// children.
    fn rest_is_closed(&mut self, node: &Node, steps: &[Steps], scratch: &mut NodeMemory) -> bool {
        let known = match self.rest.steps.is_empty() {
            true => &node.steps,
            false => &self.rest.steps,
        };
        let is_same = |(&known, &steps): (&Steps, &Steps)| lowest(known) == lowest(steps);
        if !matches!(self.subject.objective.terms, Terms::Sizes(_)) || known.iter().zip(steps).all(is_same) {
            return false;
        }
        if self.rest.steps.is_empty() {
            self.rest.coded.clone_from(&node.coded);
            self.rest.rows.clone_from(&node.rows);
            (self.rest.forced, self.rest.forced_squares) = (node.forced, node.forced_squares);
        }
        self.rest.steps.clear();
        self.rest.steps.extend_from_slice(steps);
        self.rows += self.rest.rows.weights.len() as u64;
        self.rest.merge(&self.subject, steps, scratch);
        self.low_corner_closes(&self.rest)
    }

    /// Removes steps without a winning policy from a box inside the node's, until no highest step falls any more.
    /// Returns the bound of the rest.
    fn bound(&mut self, node: &Node, steps: &mut [Steps]) -> Option<u64> {
        loop {
            let before = steps.to_vec();
            if !(self.bounds).fill(&self.subject, node, &self.probe, steps) {
                return None;
            }
            let bound = self.bounds.filter(&self.subject, &self.incumbent, steps)?;
            // New tables are much better only if a highest step fell.
            let fell = |(before, after): (&Steps, &Steps)| highest(*before) != highest(*after);
            if !before.iter().zip(steps.iter()).any(fell) {
                return Some(bound);
            }
        }
    }
}
