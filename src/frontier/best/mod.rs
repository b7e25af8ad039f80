//! Our own search: it finds a good frontier at once, and improves it the longer it runs.
//!
//! It starts with one chain in the order of the boundaries' scores at the bottom. Greedy chains up and down follow;
//! then descents on weighted sums of risk and loss in ever finer steps, and short greedy chains from points along the
//! frontier. After that it runs descents and chains from random points of the frontier until it is stopped.

mod descent;
mod greedy;
mod passes;

use super::explorer::Explorer;
use super::strategy::Strategy;
use crate::draw::Draw;
use crate::partition::{PartitionPolicy, Space};
use crate::sorting::sort;
use descent::{Descent, weights};
use greedy::{Greedy, Scored, Way};
pub(super) use passes::Passes;
use std::collections::VecDeque;

/// Log-odds of the weights at the two ends of a continuation.
const ODDS: (f64, f64) = (-6.0, 8.0);
/// One in this many policies of the first chain is evaluated.
const OFFERED: usize = 3;
/// A quasi-identifier with at most this many boundaries is small: its part of a policy is taken over from the
/// frontier as a whole.
const SMALL: usize = 16;
/// The number of boundaries that a short chain crosses.
const SHORT: usize = 40;

/// The search with its plan.
pub(super) struct Best {
    draw: Draw,
    bottom: PartitionPolicy,
    /// Bits of the small quasi-identifiers.
    small_bits: Vec<usize>,
    patterns: Vec<PartitionPolicy>,
    round: usize,
    tasks: VecDeque<Task>,
}

enum Task {
    /// Look at every boundary of the bottom.
    Look(Vec<Scored>),
    /// Drop the boundaries in the order of these scores, the last one first.
    Drop(Vec<Scored>),
    Greedy(Greedy),
    Descent(Descent),
}

impl Best {
    pub(super) fn new(space: &Space, seed: u64) -> Self {
        let small_bits = (space.domains().iter().enumerate())
            .filter(|(_, domain)| domain.len() <= SMALL + 1)
            .flat_map(|(qi, domain)| (0..domain.len().saturating_sub(1)).map(move |bit| (qi, bit)))
            .map(|(qi, bit)| space.first_bit(qi) + bit)
            .collect();
        Self {
            draw: Draw::new(seed),
            bottom: space.bottom(),
            small_bits,
            patterns: Vec::new(),
            round: 0,
            tasks: VecDeque::from([Task::Look(Vec::new())]),
        }
    }

    /// Plans the next tasks once all planned ones are done.
    fn plan(&mut self, explorer: &Explorer) {
        self.round += 1;
        match self.round {
            1 | 3 => self.start_from_pattern(explorer),
            2 => self.greedy(Way::Down, PartitionPolicy::top(self.bottom.len()), usize::MAX, 0),
            4 => self.continuation(15),
            5 => self.fill(explorer, 20),
            6 => self.continuation(40),
            7 => self.fill(explorer, 40),
            8 => self.continuation(100),
            9 => self.fill(explorer, 80),
            10 => self.continuation(250),
            _ => self.wander(explorer),
        }
    }

    fn greedy(&mut self, way: Way, start: PartitionPolicy, most: usize, noise: u64) {
        self.tasks.push_back(Task::Greedy(Greedy::new(way, start, most, noise)));
    }

    /// A greedy chain up from the bottom. Only the small quasi-identifiers start as in the middle of the frontier.
    fn start_from_pattern(&mut self, explorer: &Explorer) {
        let arcs = explorer.staircase().arcs();
        let length = arcs.last().copied().unwrap_or_default();
        for share in [0.5, 0.25, 0.75] {
            let index = arcs.partition_point(|&arc| arc < share * length).min(arcs.len() - 1);
            let policy = explorer.staircase().policy(index);
            let mut pattern = self.bottom.clone();
            for &bit in &self.small_bits {
                pattern.set(bit, policy.keeps(bit));
            }
            if pattern != self.bottom && !self.patterns.contains(&pattern) {
                self.patterns.push(pattern.clone());
                return self.greedy(Way::Up, pattern, usize::MAX, 0);
            }
        }
    }

    /// Descents along the whole frontier, from both ends.
    fn continuation(&mut self, steps: usize) {
        let top = PartitionPolicy::top(self.bottom.len());
        let ups = weights(ODDS.0, ODDS.1, steps);
        let downs = ups.iter().rev().copied().collect();
        self.tasks.push_back(Task::Descent(Descent::new(self.bottom.clone(), ups)));
        self.tasks.push_back(Task::Descent(Descent::new(top, downs)));
    }

    /// Short chains in both directions, from points equally spaced along the frontier.
    fn fill(&mut self, explorer: &Explorer, n_points: usize) {
        let arcs = explorer.staircase().arcs();
        let length = arcs.last().copied().unwrap_or_default();
        for point in 0..n_points {
            let arc = length * (point as f64 + 0.5) / n_points as f64;
            let index = arcs.partition_point(|&other| other < arc).min(arcs.len() - 1);
            let policy = explorer.staircase().policy(index);
            self.greedy(Way::Up, policy.clone(), SHORT, 0);
            self.greedy(Way::Down, policy, SHORT, 0);
        }
    }

    /// From a random point of the frontier, either a descent with the weight that is best for its neighbourhood, or a
    /// noisy chain.
    fn wander(&mut self, explorer: &Explorer) {
        let staircase = explorer.staircase();
        let arcs = staircase.arcs();
        let length = arcs.last().copied().unwrap_or_default();
        let arc = length * self.draw.below(1 << 20) as f64 / f64::from(1 << 20);
        let index = arcs.partition_point(|&other| other < arc).min(arcs.len() - 1);
        let reach = arcs.len() / 40 + 1;
        let (before, after) = (index.saturating_sub(reach), (index + reach).min(arcs.len() - 1));
        let (left, right) = (staircase.point(before), staircase.point(after));
        let rise = (right.risk - left.risk).max(1e-12);
        let fall = ((left.loss - right.loss) / staircase.top_loss().max(1e-12)).max(1e-12);
        let policy = staircase.policy(index);
        if self.draw.per_mille(500) {
            let weight = fall / (rise + fall);
            self.tasks.push_back(Task::Descent(Descent::new(policy, vec![weight])));
        } else {
            let way = if self.draw.per_mille(500) { Way::Up } else { Way::Down };
            self.greedy(way, policy, SHORT, 300);
        }
    }
}

impl Strategy for Best {
    fn step(&mut self, explorer: &mut Explorer) -> bool {
        let n_bits = self.bottom.len();
        let done = match self.tasks.front_mut() {
            None => {
                self.plan(explorer);
                false
            }
            Some(Task::Look(scores)) => {
                explorer.go_to(&self.bottom);
                let from = explorer.point();
                while scores.len() < n_bits && !explorer.is_tired() {
                    let bit = scores.len();
                    scores.push(Scored { score: Way::Up.score(from, explorer.peek(bit)), bit, crossed: 0 });
                }
                scores.len() == n_bits
            }
            Some(Task::Drop(scores)) => {
                while !explorer.is_tired() {
                    let Some(scored) = scores.pop() else {
                        break;
                    };
                    explorer.flip(scored.bit);
                    if scores.len().is_multiple_of(OFFERED) {
                        explorer.visit();
                    }
                }
                scores.is_empty()
            }
            Some(Task::Greedy(greedy)) => greedy.step(&mut self.draw, explorer),
            Some(Task::Descent(descent)) => descent.step(explorer),
        };
        if done && let Some(Task::Look(mut scores)) = self.tasks.pop_front() {
            self.tasks.push_back(Task::Greedy(Greedy::scored(Way::Up, self.bottom.clone(), scores.clone())));
            sort(&mut scores);
            self.tasks.push_front(Task::Drop(scores));
        }
        n_bits == 0
    }
}
