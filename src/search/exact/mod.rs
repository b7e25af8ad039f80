//! The exact search: branch and bound over boxes of the lattice.

mod axis;
mod bound;
mod coordinator;
mod diver;
mod incumbent;
mod node;
mod objective;
mod open_box;
mod probe;
mod rows;
mod steps;
mod subject;
mod survey;
mod walk;

pub use coordinator::{Coordinator, Start};
pub use diver::Diver;
pub use open_box::{Dive, Findings, Found, OpenBox};

use super::Search;
use super::evaluator::Evaluator;
use super::problem::Problem;
use super::progress::{Boxes, Candidate, Counters, Progress, Status};
use super::trail::Trail;
use crate::monitor::Monitor;
use std::sync::Arc;

/// The exact search; see the [module](self).
pub struct Exact {
    coordinator: Coordinator,
    diver: Diver,
    /// The number of the dive that is under way.
    dive: Option<u64>,
}

impl Exact {
    /// The search at its start; `None` where the problem is too large for it: more than 32 levels on an axis, or more than
    /// 2³⁰ records.
    pub fn new(problem: Arc<Problem>, start: Start) -> Option<Self> {
        Some(Self {
            coordinator: Coordinator::new(problem.lattice(), start),
            diver: Diver::new(problem)?,
            dive: None,
        })
    }

    /// The boxes that are still open: where another search may go on.
    pub fn open(&self) -> Vec<OpenBox> {
        let mut open = self.left();
        open.extend(self.coordinator.waiting());
        open
    }

    /// What is open of the dive that is under way.
    fn left(&self) -> Vec<OpenBox> {
        match self.dive {
            Some(_) => self.diver.open(),
            None => Vec::new(),
        }
    }

    fn best(&self) -> Option<&Candidate> {
        self.diver
            .best()
            .into_iter()
            .chain(self.coordinator.best())
            .min()
    }
}

impl Search for Exact {
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        loop {
            if self.dive.is_none() {
                let Some((number, dive)) = self.coordinator.next() else {
                    return Status::Done;
                };
                self.diver.begin(dive);
                self.dive = Some(number);
            }
            if self.diver.advance(monitor) == Status::Running {
                return Status::Running;
            }
            if let Some(number) = self.dive.take() {
                self.coordinator.absorb(number, self.diver.findings());
            }
        }
    }

    fn progress(&self) -> Progress {
        let boxes = self.boxes().unwrap_or_default();
        let best = self.best().cloned();
        let waiting = self.coordinator.bound_of_waiting();
        let left = self.left().into_iter().map(|open| open.bound);
        let least = best.as_ref().map_or(f64::INFINITY, |best| best.loss);
        Progress {
            bound: left.chain(waiting).fold(least, f64::min),
            best,
            counters: Counters {
                checked: boxes.looked_at,
                open: boxes.open,
                ..Counters::default()
            },
        }
    }

    fn boxes(&self) -> Option<Boxes> {
        let (looked_at, evaluated) = self.coordinator.counts();
        let under_way = match self.dive {
            Some(_) => self.diver.counts(),
            None => (0, 0),
        };
        let left = self.left();
        Some(Boxes {
            looked_at: looked_at + under_way.0,
            evaluated: evaluated + under_way.1,
            open: self.coordinator.n_waiting() + left.len() as u64,
            closed: self.coordinator.closed_with(&left),
        })
    }

    fn evaluator(&mut self) -> &mut Evaluator {
        self.diver.evaluator()
    }

    fn trail(&self) -> &Trail {
        self.diver.trail()
    }
}
