//! Depth-first search in one box.

use super::bound::Bounds;
use super::incumbent::Incumbent;
use super::node::Node;
use super::objective::Terms;
use super::open_box::{Dive, Findings, Found, OpenBox};
use super::probe::Probe;
use super::rows::Scratch;
use super::steps::{Steps, each, highest, lowest};
use super::subject::Subject;
use crate::lattice::Policy;
use crate::monitor::Monitor;
use crate::search::evaluator::Evaluation;
use crate::search::ledger::Ledger;
use crate::search::problem::Problem;
use crate::search::progress::{Candidate, Status};
use std::sync::Arc;

/// Searches boxes one after the other, each from the highest policy down, with memory of its own for the data: what a
/// worker or thread does.
pub struct Diver {
    subject: Arc<Subject>,
    pub(super) ledger: Ledger,
    incumbent: Incumbent,
    /// The node above the next boxes, and those boxes; the innermost is the last.
    frames: Vec<Frame>,
    /// Nodes whose memory is used again.
    pool: Vec<Node>,
    /// Where the descent has come to.
    descent: Option<Descent>,
    /// The box of the dive, until it is looked at.
    begin: Option<Child>,
    rows_left: u64,
    floor: Option<f64>,
    boxes: u64,
    evaluated: u64,
    scratch: Scratch,
    probe: Probe,
    bounds: Bounds,
}

struct Frame {
    node: Node,
    /// The boxes inside, the one of least bound last.
    children: Vec<Child>,
}

#[derive(Clone)]
struct Child {
    steps: Vec<Steps>,
    /// None of its policies costs less.
    bound: u64,
}

/// A descent from a box's highest policy to ever better ones.
struct Descent {
    /// The box from the lowest policy to the one reached; `None` before the first step.
    node: Option<Node>,
    steps: Vec<Steps>,
}

impl Diver {
    /// A diver for this problem; `None` where the problem is too large for it: see [`Exact::new`](super::Exact::new).
    pub fn new(problem: Arc<Problem>) -> Option<Self> {
        let subject = Arc::new(Subject::new(&problem)?);
        Some(Self::of(problem, subject))
    }

    /// Another diver for the same problem, which shares with this one what no dive changes.
    #[must_use]
    pub fn another(&self) -> Self {
        Self::of(
            Arc::clone(self.ledger.evaluator.problem()),
            Arc::clone(&self.subject),
        )
    }

    fn of(problem: Arc<Problem>, subject: Arc<Subject>) -> Self {
        Self {
            subject,
            ledger: Ledger::new(problem),
            incumbent: Incumbent::NONE,
            frames: Vec::new(),
            pool: Vec::new(),
            descent: None,
            begin: None,
            rows_left: 0,
            floor: None,
            boxes: 0,
            evaluated: 0,
            scratch: Scratch::default(),
            probe: Probe::default(),
            bounds: Bounds::default(),
        }
    }

    pub(super) fn best(&self) -> Option<&Candidate> {
        self.incumbent.best()
    }

    /// Boxes looked at, and policies evaluated, since the dive began.
    pub(super) fn counts(&self) -> (u64, u64) {
        (self.boxes, self.evaluated)
    }

    /// Hears of a valid policy that someone else has found.
    pub(super) fn hear(&mut self, found: &Candidate) {
        let objective = &self.subject.objective;
        self.incumbent.offer(found.clone(), objective);
    }

    /// Begins a dive. What was left of the one before is forgotten.
    pub fn begin(&mut self, dive: Dive) {
        self.abandon();
        let objective = &self.subject.objective;
        if let Some(found) = dive.best {
            let candidate = Candidate::new(found.loss, Policy::new(found.levels));
            self.incumbent.offer(candidate, objective);
        }
        let child = Child {
            bound: objective.cost_from(dive.open.bound, false),
            steps: dive.open.steps,
        };
        self.descent = dive.descend.then(|| Descent {
            node: None,
            steps: child.steps.clone(),
        });
        self.begin = Some(child);
        self.rows_left = dive.rows;
        self.floor = dive.floor;
        (self.boxes, self.evaluated) = (0, 0);
    }

    /// Goes on until the box is closed, or as many rows were gone through as the dive may; or until the monitor, asked
    /// before every box, interrupts.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        while self.has_more() {
            if monitor.interrupted() {
                return Status::Running;
            }
            self.step();
        }
        Status::Done
    }

    /// What has come of the dive, which ends with it.
    pub fn findings(&mut self) -> Findings {
        let open = self.open();
        let findings = Findings {
            best: self.best().map(|best| Found {
                levels: best.policy.levels().to_vec(),
                loss: best.loss,
            }),
            open,
            boxes: self.boxes,
            evaluated: self.evaluated,
        };
        self.abandon();
        findings
    }

    /// What is open of the box.
    pub(super) fn open(&self) -> Vec<OpenBox> {
        let frames = self.frames.iter().flat_map(|frame| &frame.children);
        (self.begin.iter().chain(frames))
            .map(|child| OpenBox {
                steps: child.steps.clone(),
                bound: self.subject.objective.loss(child.bound),
            })
            .collect()
    }

    fn abandon(&mut self) {
        let nodes = self.frames.drain(..).map(|frame| frame.node);
        self.pool.extend(nodes);
        (self.begin, self.descent) = (None, None);
    }

    /// Closes what cannot win any more. Returns whether there is a box to look at, and the dive may.
    fn has_more(&mut self) -> bool {
        let best = self.best().map(|best| best.loss);
        if best
            .zip(self.floor)
            .is_some_and(|(best, floor)| best <= floor)
        {
            self.abandon();
        }
        if self.descent.is_some() {
            return true;
        }
        if let Some(child) = &self.begin {
            if self.is_closed(child) {
                self.begin = None;
            } else {
                return true;
            }
        }
        while let Some(frame) = self.frames.last() {
            match frame.children.last() {
                Some(child) if self.is_closed(child) => {
                    if let Some(frame) = self.frames.last_mut() {
                        frame.children.pop();
                    }
                }
                Some(_) => return self.rows_left > 0,
                None => {
                    let node = self.frames.pop().map(|frame| frame.node);
                    self.pool.extend(node);
                }
            }
        }
        false
    }

    fn is_closed(&self, child: &Child) -> bool {
        let bottom = self.subject.policy(|axis| lowest(child.steps[axis]));
        (self.incumbent).beats_all_above(child.bound, &bottom, &self.subject.objective)
    }

    fn step(&mut self) {
        if let Some(descent) = self.descent.take() {
            self.descend(descent);
            return;
        }
        let mut node = self.pool.pop().unwrap_or_default();
        let subject = Arc::clone(&self.subject);
        let (child, parent) = match self.begin.take() {
            Some(child) => (child, &subject.base),
            None => {
                let Some(frame) = self.frames.last_mut() else {
                    return;
                };
                let Some(child) = frame.children.pop() else {
                    return;
                };
                (child, &frame.node)
            }
        };
        let valid = node.build(&subject, parent, &child.steps, &mut self.scratch);
        self.look(&node, valid);
        let children = if valid {
            self.expand(&node, child.bound)
        } else {
            Vec::new()
        };
        if children.is_empty() {
            self.pool.push(node);
            return;
        }
        let union = |axis: usize| {
            children
                .iter()
                .fold(0, |all, child| all | child.steps[axis])
        };
        let steps: Vec<Steps> = (0..node.steps.len()).map(union).collect();
        node.merge(&subject, &steps, &mut self.scratch);
        self.frames.push(Frame { node, children });
    }

    /// Counts a box, and evaluates its highest policy and the lowerings of one axis from there. Returns the best of these.
    fn look(&mut self, node: &Node, valid: bool) -> Option<(u64, usize, usize)> {
        self.boxes += 1;
        self.evaluated += 1;
        self.rows_left = self
            .rows_left
            .saturating_sub(node.rows.weights.len() as u64 + 1);
        if !valid {
            return None;
        }
        let subject = Arc::clone(&self.subject);
        let policy = subject.policy(|axis| highest(node.steps[axis]));
        let cost = node.cost_of_highest(&subject);
        let loss = self.offer(&policy, cost);
        if let Some(loss) = loss {
            let suppressed = node.dead;
            self.ledger.trail.note(
                &policy,
                Evaluation {
                    suppressed,
                    classes_kept: node.rows.n_classes(),
                    valid: true,
                    loss,
                    bound: self.ledger.evaluator.bound_of_levels(&policy),
                    node_score: node.rows.weights.len() as u64,
                },
            );
        }
        self.probe.run(&subject, node);
        let best = self.best_lowering(&subject, node, cost);
        if let Some((cost, axis, step)) = best {
            let lowered = subject.policy(|number| {
                if number == axis {
                    step
                } else {
                    highest(node.steps[number])
                }
            });
            self.offer(&lowered, cost);
        }
        best
    }

    /// The valid lowering of least cost, then of least step, then on the first axis, where lowerings have costs.
    fn best_lowering(
        &mut self,
        subject: &Subject,
        node: &Node,
        highest_cost: u64,
    ) -> Option<(u64, usize, usize)> {
        let mut best = None;
        for (number, axis) in subject.encoded.axes.iter().enumerate() {
            let high = highest(node.steps[number]);
            for step in each(node.steps[number]).take_while(|&step| step < high) {
                let slot = axis.slot + step;
                let dead = self.probe.dead[slot];
                if node.dead + dead > subject.limit {
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
                    Terms::Sizes(_) => continue,
                    _ => {
                        let dead = if matches!(subject.objective.terms, Terms::Levels) {
                            0
                        } else {
                            dead
                        };
                        node.joined_costs(&subject.objective, node.dead + dead, |axis| {
                            if axis == number {
                                step
                            } else {
                                highest(node.steps[axis])
                            }
                        })
                    }
                };
                let found = (cost, number, step);
                if best.is_none_or(|best| found < best) {
                    best = Some(found);
                }
            }
        }
        best
    }

    /// Offers a valid policy of this cost. Returns its loss, where that was found out.
    fn offer(&mut self, policy: &Policy, cost: u64) -> Option<f64> {
        let objective = &self.subject.objective;
        let loses = self.incumbent.beats(cost, policy.rank());
        let loss = match &objective.terms {
            _ if objective.is_exact => objective.loss(cost),
            Terms::Levels => self.ledger.evaluator.bound_of_levels(policy),
            _ if loses => return None,
            _ => self.ledger.evaluator.check(policy).loss,
        };
        if !loses {
            self.incumbent
                .offer(Candidate::new(loss, policy.clone()), objective);
        }
        Some(loss)
    }

    /// Cuts the node's box into boxes with lower highest policies, until the rest is closed.
    ///
    /// The rest keeps its highest policy, so what the probe says holds for it as well, and it needs no data of its own.
    fn expand(&mut self, node: &Node, bound: u64) -> Vec<Child> {
        let subject = Arc::clone(&self.subject);
        let mut children = Vec::new();
        let mut rest = node.steps.clone();
        let tops: Vec<usize> = rest.iter().map(|&steps| highest(steps)).collect();
        while let Some(found) = self.bound(node, &mut rest) {
            let found = found.max(bound);
            let fell = rest
                .iter()
                .zip(&tops)
                .any(|(&steps, &top)| highest(steps) < top);
            if fell {
                children.push(Child {
                    steps: rest,
                    bound: found,
                });
                break;
            }
            let Some(cut) = self
                .bounds
                .cut(&subject, &self.incumbent, &self.probe, found, &rest)
            else {
                break;
            };
            let mut lower = rest.clone();
            lower[cut.axis] = cut.lower;
            rest[cut.axis] &= !cut.lower;
            // What the tables say of the whole box, then what new ones say of this part of it.
            if self
                .bounds
                .filter(&subject, &self.incumbent, &mut lower)
                .is_some()
                && let Some(found) = self.bound(node, &mut lower)
            {
                let bound = found.max(bound);
                children.push(Child {
                    steps: lower,
                    bound,
                });
            }
        }
        children.reverse();
        children.sort_by_key(|child| std::cmp::Reverse(child.bound));
        children
    }

    /// Takes out of a box inside the node's what cannot win, until nothing changes. Returns the bound of what is left.
    fn bound(&mut self, node: &Node, steps: &mut [Steps]) -> Option<u64> {
        loop {
            let before = steps.to_vec();
            if !self.bounds.fill(&self.subject, node, &self.probe, steps) {
                return None;
            }
            let bound = self.bounds.filter(&self.subject, &self.incumbent, steps)?;
            // Only where a highest step fell is there much more to be known.
            let fell = |(before, after): (&Steps, &Steps)| highest(*before) != highest(*after);
            if !before.iter().zip(steps.iter()).any(fell) {
                return Some(bound);
            }
        }
    }

    /// One step of the descent.
    fn descend(&mut self, descent: Descent) {
        let subject = Arc::clone(&self.subject);
        let mut node = self.pool.pop().unwrap_or_default();
        let parent = descent.node.as_ref().unwrap_or(&subject.base);
        let valid = node.build(&subject, parent, &descent.steps, &mut self.scratch);
        let cost = if valid {
            node.cost_of_highest(&subject)
        } else {
            0
        };
        let best = self.look(&node, valid);
        self.pool.extend(descent.node);
        match best {
            Some((lower, axis, step)) if lower < cost => {
                let mut steps = descent.steps;
                steps[axis] &= Steps::MAX >> (Steps::BITS as usize - 1 - step);
                self.descent = Some(Descent {
                    node: Some(node),
                    steps,
                });
            }
            _ => self.pool.push(node),
        }
    }
}
