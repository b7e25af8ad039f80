//! Depth-first search in one box.

use super::axis::Step;
use super::node::Node;
use super::objective::Terms;
use super::open_box::{Dive, DiveResult, FoundPolicy, OpenBox};
use super::rows::NodeMemory;
use super::steps::{Steps, lowest, volume};
use super::subject::Subject;
use super::survey::{Child, Survey};
use super::walk::Walk;
use super::wander::Wander;
use crate::lattice::Policy;
use crate::monitor::Monitor;
use crate::search::ledger::Ledger;
use crate::search::problem::Problem;
use crate::search::progress::{Candidate, Status};
use crate::search::recording::Finding;
use std::sync::Arc;

/// Searches boxes depth-first, each from its high corner down, in memory of its own: the part of the search that each
/// worker or thread does.
pub struct Diver {
    survey: Survey,
    /// Every row of the table, in one class.
    base: Arc<Node>,
    /// The nodes from the dive's box down to the parent of the next box, each with the open boxes inside it.
    path: Vec<OpenNode>,
    /// Nodes kept for reuse of their memory.
    pool: Vec<Node>,
    scratch: NodeMemory,
    /// The local search before the dive, until it is done.
    walk: Option<Walk>,
    wander: Option<Wander>,
    /// The box of the dive, until it is looked at.
    begin: Option<Child>,
    /// The rows that the dive may process, and the rows processed before it began.
    rows: u64,
    rows_before: u64,
    floor: Option<f64>,
}

/// A node, and the open part of its box.
struct OpenNode {
    node: Node,
    /// The open boxes inside the node's box. The one with the least bound is last.
    children: Vec<Child>,
}

impl Diver {
    /// A diver for this problem; `None` if the problem is too large: see [`Exact::new`](super::Exact::new).
    pub fn new(problem: Arc<Problem>) -> Option<Self> {
        let (subject, rows) = Subject::new(&problem)?;
        let base = Arc::new(Node::base(&subject, &problem, rows));
        Some(Self::of(problem, Arc::new(subject), base))
    }

    /// A second diver for the same problem. The two share the table and the costs, which no dive changes.
    #[must_use]
    pub fn another(&self) -> Self {
        let problem = Arc::clone(self.survey.ledger.problem());
        let subject = Arc::clone(&self.survey.subject);
        Self::of(problem, subject, Arc::clone(&self.base))
    }

    fn of(problem: Arc<Problem>, subject: Arc<Subject>, base: Arc<Node>) -> Self {
        Self {
            survey: Survey::new(problem, subject),
            base,
            path: Vec::new(),
            pool: Vec::new(),
            scratch: NodeMemory::default(),
            walk: None,
            wander: None,
            begin: None,
            rows: 0,
            rows_before: 0,
            floor: None,
        }
    }

    pub(super) fn best(&self) -> Option<&Candidate> {
        self.survey.incumbent.best()
    }

    /// Boxes looked at, and policies evaluated, since the dive began.
    pub(super) fn counts(&self) -> (u64, u64) {
        (self.survey.boxes, self.survey.evaluated)
    }

    pub(super) fn ledger(&self) -> &Ledger {
        &self.survey.ledger
    }

    pub(super) fn ledger_mut(&mut self) -> &mut Ledger {
        &mut self.survey.ledger
    }

    /// Takes a valid policy found by another diver as the incumbent, if it is better.
    pub(super) fn hear(&mut self, found: &Candidate) {
        let objective = &self.survey.subject.objective;
        self.survey.incumbent.offer(found.clone(), objective);
    }

    /// Begins a dive. Open boxes of the previous dive are forgotten.
    pub fn begin(&mut self, dive: Dive) {
        self.abandon();
        let subject = &self.survey.subject;
        if let Some(found) = dive.best {
            let candidate = Candidate::new(found.loss, Policy::new(found.levels));
            self.survey.incumbent.offer(candidate, &subject.objective);
        }
        let target = match dive.target.is_finite() {
            true => subject.objective.cost_from(dive.target, false),
            false => u64::MAX,
        };
        self.survey.incumbent.set_target(target);
        let best = (self.survey.incumbent.best()).map(|best| {
            let levels = best.policy.levels();
            let axes = subject.encoded.axes.iter();
            axes.map(|axis| usize::from(levels[axis.members[0]] - axis.min)).collect::<Vec<Step>>()
        });
        self.wander = (dive.wander.zip(best.clone())).map(|(number, best)| Wander::new(&subject.all(), best, number));
        self.walk = dive.walk.then(|| Walk::new(&subject.all(), best));
        self.begin = Some(Child { bound: subject.objective.cost_from(dive.open.bound, false), steps: dive.open.steps });
        (self.rows, self.floor) = (dive.rows, dive.floor);
        (self.survey.boxes, self.survey.evaluated) = (0, 0);
    }

    /// Continues until the box is closed, the rows of the dive are used up, or the monitor interrupts. The monitor is
    /// asked before every box.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        while self.has_more() {
            if monitor.interrupted() {
                return Status::Running;
            }
            self.step();
        }
        Status::Done
    }

    /// Ends the dive, and returns its result.
    pub fn finish(&mut self) -> DiveResult {
        let result = DiveResult {
            best: self.best().map(|best| FoundPolicy { levels: best.policy.levels().to_vec(), loss: best.loss }),
            open: self.open(),
            boxes: self.survey.boxes,
            evaluated: self.survey.evaluated,
        };
        self.abandon();
        result
    }

    /// The boxes inside the dive's box that are still open.
    pub(super) fn open(&self) -> Vec<OpenBox> {
        let inside = self.path.iter().flat_map(|open| &open.children);
        (self.begin.iter().chain(inside)).map(|child| self.survey.subject.open_box(&child.steps, child.bound)).collect()
    }

    fn abandon(&mut self) {
        let nodes = self.path.drain(..).map(|open| open.node.emptied());
        self.pool.extend(nodes);
        (self.begin, self.walk, self.wander) = (None, None, None);
    }

    /// Drops closed boxes from the front. Returns whether there is a box to look at and rows of the dive are left.
    fn has_more(&mut self) -> bool {
        let best = self.best().map(|best| best.loss);
        if best.zip(self.floor).is_some_and(|(best, floor)| best <= floor) {
            self.abandon();
        }
        if self.walk.is_some() || self.wander.is_some() {
            return true;
        }
        if self.begin.as_ref().is_some_and(|child| self.is_closed(child)) {
            let child = self.begin.take();
            self.note_beaten(child);
        }
        if self.begin.is_some() {
            return true;
        }
        while let Some(open) = self.path.last() {
            match open.children.last() {
                Some(child) if self.is_closed(child) => {
                    let child = self.path.last_mut().and_then(|open| open.children.pop());
                    self.note_beaten(child);
                }
                Some(_) => return self.survey.rows - self.rows_before < self.rows,
                None => {
                    let node = self.path.pop().map(|open| open.node.emptied());
                    self.pool.extend(node);
                }
            }
        }
        false
    }

    /// Records, if steps are recorded, that a box was closed without a look.
    fn note_beaten(&mut self, child: Option<Child>) {
        if let Some(Child { steps, bound }) = child {
            self.survey.note(&steps, bound, |_| Finding::Beaten);
        }
    }

    /// As [`note_beaten`](Self::note_beaten), for a box outside this dive.
    pub(super) fn note_closed(&mut self, open: &OpenBox) {
        let bound = self.survey.subject.objective.cost_from(open.bound, false);
        (self.survey).note(&open.steps, bound, |_| Finding::Beaten);
    }

    fn is_closed(&self, child: &Child) -> bool {
        let subject = &self.survey.subject;
        let low_corner = subject.policy(|axis| lowest(child.steps[axis]));
        let incumbent = &self.survey.incumbent;
        incumbent.beats_all_above(child.bound, &low_corner, &subject.objective)
    }

    fn step(&mut self) {
        if let Some(mut walk) = self.walk.take() {
            let more = walk.step(&mut self.survey, &self.base, &mut self.pool, &mut self.scratch);
            self.walk = more.then_some(walk);
            return;
        }
        if let Some(mut wander) = self.wander.take() {
            let more = wander.step(&mut self.survey, &self.base, &mut self.pool, &mut self.scratch);
            self.wander = more.then_some(wander);
            return;
        }
        let mut node = self.pool.pop().unwrap_or_default();
        let subject = Arc::clone(&self.survey.subject);
        let (child, parent) = match self.begin.take() {
            Some(child) => {
                self.rows_before = self.survey.rows;
                (child, self.base.as_ref())
            }
            None => {
                let Some(open) = self.path.last_mut() else {
                    return;
                };
                let Some(child) = open.children.pop() else {
                    return;
                };
                (child, &open.node)
            }
        };
        let valid = node.build(&subject, parent, &child.steps, &mut self.scratch);
        let survey = &mut self.survey;
        survey.note(&child.steps, child.bound, |_| match valid {
            true => Finding::Valid { suppressed: node.forced },
            false => Finding::NotValid,
        });
        let cost = survey.begin(&node, valid);
        let is_alone = volume(&child.steps) <= 1.0;
        if cost.is_some() && matches!(subject.objective.terms, Terms::Sizes(_)) && !is_alone {
            // These are bounded by the rows of the low corner.
            node.merge(&subject, &child.steps, &mut self.scratch);
        }
        let children = match cost {
            Some(cost) => self.look_inside(&mut node, &child, cost),
            None => Vec::new(),
        };
        if children.is_empty() {
            self.pool.push(node.emptied());
            return;
        }
        let union = |axis: usize| children.iter().fold(0, |all, child| all | child.steps[axis]);
        let steps: Vec<Steps> = (0..node.steps.len()).map(union).collect();
        node.merge(&subject, &steps, &mut self.scratch);
        self.path.push(OpenNode { node, children });
    }

    /// Looks at a box whose high corner is valid and has this cost. Returns the boxes inside that stay open.
    fn look_inside(&mut self, node: &mut Node, child: &Child, cost: u64) -> Vec<Child> {
        let survey = &mut self.survey;
        // In a box of one policy, the high corner has been evaluated.
        let is_alone = volume(&child.steps) <= 1.0;
        let (mut is_sifted, mut children) = (false, Vec::new());
        if !is_alone && !survey.low_corner_closes(node) {
            if let Some(left) = survey.sift(node, child.bound) {
                (is_sifted, children) = (true, left);
            } else {
                survey.probe(node, cost);
                children = survey.expand(node, child.bound, &mut self.scratch);
            }
        }
        survey.note(&child.steps, child.bound, |subject| {
            let open = (children.iter().rev()).map(|child| subject.open_box(&child.steps, child.bound));
            match is_sifted {
                true => Finding::Sifted(open.collect()),
                false => Finding::Bounded(open.collect()),
            }
        });
        children
    }
}
