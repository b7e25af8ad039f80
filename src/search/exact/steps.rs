//! Sets of steps, which make up boxes.

use super::axis::Step;

/// The steps that a policy of a box may take on each axis: bit s for step s. A box is the product of these sets.
pub(super) type Steps = u32;

/// The highest step of a set.
#[inline(always)]
pub(super) fn highest(steps: Steps) -> Step {
    (Steps::BITS - 1 - steps.leading_zeros()) as Step
}

/// The lowest step of a set.
#[inline(always)]
pub(super) fn lowest(steps: Steps) -> Step {
    steps.trailing_zeros() as Step
}

/// The steps of a set, in order.
#[inline(always)]
pub(super) fn each(steps: Steps) -> impl Iterator<Item = Step> + Clone {
    let mut left = steps;
    std::iter::from_fn(move || {
        let step = (left != 0).then(|| lowest(left))?;
        left &= left - 1;
        Some(step)
    })
}

/// The number of policies of a box.
pub(super) fn volume(steps: &[Steps]) -> f64 {
    (steps.iter().map(|steps| f64::from(steps.count_ones()))).product()
}

/// An axis on which a box has more than one step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Free {
    pub(super) axis: usize,
    pub(super) steps: Steps,
    /// The index of its lowest step among the steps of all free axes, not counting the highest step of each.
    pub(super) level: usize,
}

impl Free {
    /// The free axes of a box.
    pub(super) fn of(steps: &[Steps]) -> Vec<Self> {
        let mut level = 0;
        let free = steps.iter().enumerate().filter_map(|(axis, &steps)| {
            let free = Self { axis, steps, level };
            level += steps.count_ones() as usize - 1;
            (steps.count_ones() > 1).then_some(free)
        });
        free.collect()
    }
}
