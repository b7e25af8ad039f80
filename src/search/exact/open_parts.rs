//! The parts of a box that a sift leaves open.

use super::axis::Step;
use super::steps::{Free, Steps};

/// A part of a box that a sift has not closed.
#[derive(Debug)]
pub(super) struct OpenPart {
    pub(super) steps: Vec<Steps>,
    /// A lower bound for the cost of its policies.
    pub(super) bound: u64,
}

/// The steps at which a sift stopped before it was done, axis by axis from the last one.
#[derive(Debug, Default)]
pub(super) struct StoppedAt(Vec<OnAxis>);

/// The step of an axis at which a sift stopped, and the steps above it, which it had closed.
#[derive(Debug, Clone, Copy)]
struct OnAxis {
    axis: usize,
    step: Step,
    closed: Steps,
}

impl StoppedAt {
    /// Forgets the last sift.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds the step of an axis, after the axes that follow it.
    pub(super) fn push(&mut self, Free { axis, steps, .. }: Free, step: Step) {
        let closed = steps & (Steps::MAX << step) & !(1 << step);
        self.0.push(OnAxis { axis, step, closed });
    }

    /// The disjoint parts of a box of these steps that are left open; `None` if that is the whole box.
    pub(super) fn open_parts(&self, steps: &[Steps]) -> Option<Vec<OpenPart>> {
        let mut axes = self.0.iter().rev();
        let first = axes.next()?;
        let second = axes.next().filter(|second| second.closed != 0);
        let mut rest = steps.to_vec();
        rest[first.axis] &= !first.closed;
        let mut parts = Vec::new();
        if let Some(second) = second {
            let mut below = rest.clone();
            below[first.axis] &= !(1 << first.step);
            rest[first.axis] = 1 << first.step;
            rest[second.axis] &= !second.closed;
            if below[first.axis] != 0 {
                parts.push(below);
            }
        } else if first.closed == 0 {
            return None;
        }
        parts.push(rest);
        let open = |steps| OpenPart { steps, bound: 0 };
        Some(parts.into_iter().map(open).collect())
    }
}
