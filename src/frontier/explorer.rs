//! The common part of all searches: evaluates policies, offers each to the frontier, keeps the counts.

use super::engine::Engine;
use super::point::Point;
use super::staircase::Staircase;
use crate::partition::PartitionPolicy;

/// The number of evaluations between two notes of the area, at the beginning.
const SPACING: u64 = 100;
/// The number of cells that the engine touches in a step.
const STEP: u64 = 1 << 14;
/// The work of one cell of the engine.
const WORK_OF_CELL: u64 = 8;
/// The maximum number of notes of the area. Beyond it, every second note is dropped and the spacing doubles.
const MOST_NOTES: usize = 1_000;
/// The maximum number of visited points, thinned in the same way.
const MOST_VISITED: usize = 2_000;

/// The engine, the frontier and the count of evaluated policies.
#[derive(Debug, Clone)]
pub struct Explorer {
    engine: Engine,
    staircase: Staircase,
    limit: u64,
    evaluated: u64,
    areas: Vec<(u64, f64)>,
    area_spacing: u64,
    visited: Vec<Point>,
    visited_spacing: u64,
    /// The engine's effort at the end of the step; unreachable while no step was begun.
    step_end: u64,
    /// Work outside the engine.
    other_work: u64,
    most_work: u64,
}

impl Explorer {
    /// An explorer whose frontier holds the top and the bottom, as far as the engine admits them. They do not count as
    /// evaluations. It counts up to
    /// `limit` evaluations. The engine must be at the bottom.
    pub fn new(engine: &Engine, limit: u64) -> Self {
        let mut engine = engine.clone();
        let n_bits = engine.policy().len();
        let (top, bottom) = (PartitionPolicy::top(n_bits), engine.policy().clone());
        let lowest = engine.point();
        engine.go_to(&top);
        let highest = engine.point();
        let mut staircase = Staircase::new(n_bits, highest.loss);
        if engine.is_admissible() {
            staircase.offer(highest, &top, None);
        }
        if engine.admits(&bottom) {
            staircase.offer(lowest, &bottom, None);
        }
        Self {
            engine,
            staircase,
            limit,
            evaluated: 0,
            areas: Vec::new(),
            area_spacing: SPACING,
            visited: Vec::new(),
            visited_spacing: 1,
            step_end: u64::MAX,
            other_work: 0,
            most_work: u64::MAX,
        }
    }

    /// The frontier.
    pub fn staircase(&self) -> &Staircase {
        &self.staircase
    }

    /// The current policy of the engine.
    pub fn policy(&self) -> &PartitionPolicy {
        self.engine.policy()
    }

    /// The risk and loss of the current policy.
    pub fn point(&self) -> Point {
        self.engine.point()
    }

    /// Equation 3: the risk of the bottom policy, before normalisation.
    pub fn most_risk(&self) -> f64 {
        self.engine.most_risk()
    }

    /// The number of policies whose risk and loss were computed, including those computed only as neighbours.
    pub fn evaluated(&self) -> u64 {
        self.evaluated
    }

    /// Begins a step, after which the search can be interrupted.
    pub(super) fn begin_step(&mut self) {
        self.step_end = self.engine.effort() + STEP;
    }

    /// Whether the step has taken long enough: about a millisecond, whatever a policy costs. Never true if no step
    /// was begun.
    pub fn is_tired(&self) -> bool {
        self.engine.effort() >= self.step_end
    }

    /// Adds a limit on the work.
    pub(super) fn with_work(self, most_work: u64) -> Self {
        Self { most_work, ..self }
    }

    /// Counts work done elsewhere.
    pub(super) fn add_work(&mut self, work: u64) {
        self.other_work += work;
    }

    /// The work so far. It is counted, not timed, so that a repeated search ends at the same point. It consists of
    /// the tuples, pairs and intervals of passes, and of the cells of the engine. A cell counts eight times as much,
    /// as it takes that much longer.
    pub fn work(&self) -> u64 {
        WORK_OF_CELL * self.engine.effort() + self.other_work
    }

    /// The used share of the limits, from 0 to 1.
    pub fn share(&self) -> f64 {
        let share = |spent: u64, most: u64| spent as f64 / most.max(1) as f64;
        let spent = share(self.evaluated, self.limit).max(share(self.work(), self.most_work));
        spent.min(1.0)
    }

    /// Whether a limit is reached. Evaluations beyond it are neither counted nor offered.
    pub fn is_spent(&self) -> bool {
        self.evaluated >= self.limit || self.work() >= self.most_work
    }

    /// The numbers of evaluations at which the area was noted, with the area under the frontier: every hundred at
    /// first, later less often.
    pub fn areas(&self) -> &[(u64, f64)] {
        &self.areas
    }

    /// Some of the visited points, equally spaced in time.
    pub fn visited(&self) -> &[Point] {
        &self.visited
    }

    /// Goes to a policy. Its risk and loss do not count as an evaluation.
    pub fn point_of(&mut self, policy: &PartitionPolicy) -> Point {
        self.engine.go_to(policy);
        self.engine.point()
    }

    /// Goes to a policy without evaluating it.
    pub fn go_to(&mut self, policy: &PartitionPolicy) {
        self.engine.go_to(policy);
    }

    /// Crosses one boundary without evaluating the policy there.
    pub fn flip(&mut self, bit: usize) {
        self.engine.flip(bit);
    }

    /// Groups the tuples again, so that rounding errors do not accumulate.
    pub fn rebuild(&mut self) {
        self.engine.rebuild();
    }

    /// Evaluates the current policy.
    pub fn visit(&mut self) -> Point {
        let point = self.engine.point();
        self.note(point, None);
        point
    }

    /// Evaluates the policy across one boundary, without going there.
    pub fn peek(&mut self, bit: usize) -> Point {
        let point = self.engine.peek(bit);
        self.note(point, Some(bit));
        point
    }

    fn note(&mut self, point: Point, flipped: Option<usize>) {
        if !self.is_spent() {
            let is_admissible =
                if flipped.is_some() { self.engine.is_admissible_across() } else { self.engine.is_admissible() };
            if is_admissible {
                self.staircase.offer(point, self.engine.policy(), flipped);
            }
            self.count(point);
        }
    }

    /// Counts a policy that was evaluated elsewhere as an evaluation, and offers it with marks.
    pub(super) fn offer(&mut self, point: Point, policy: &PartitionPolicy, marks: u64) {
        if !self.is_spent() {
            if self.staircase.admits(point) && self.engine.admits(policy) {
                self.staircase.offer_marked(point, policy, marks);
            }
            self.count(point);
        }
    }

    /// The policy of the point at a place of the frontier. Adds these marks to it.
    pub(super) fn take(&mut self, index: usize, marks: u64) -> (PartitionPolicy, Point) {
        self.staircase.mark(index, marks);
        (self.staircase.policy(index), self.staircase.point(index))
    }

    fn count(&mut self, point: Point) {
        if self.evaluated.is_multiple_of(self.visited_spacing) {
            self.visited.push(point);
            if self.visited.len() > MOST_VISITED {
                keep_every_second(&mut self.visited, 0);
                self.visited_spacing *= 2;
            }
        }
        self.evaluated += 1;
        if self.evaluated.is_multiple_of(self.area_spacing) {
            self.areas.push((self.evaluated, self.staircase.area()));
            if self.areas.len() > MOST_NOTES {
                keep_every_second(&mut self.areas, 1);
                self.area_spacing *= 2;
            }
        }
    }
}

fn keep_every_second<T>(list: &mut Vec<T>, first: usize) {
    let mut index = 0;
    list.retain(|_| {
        index += 1;
        (index - 1) % 2 == first
    });
}
