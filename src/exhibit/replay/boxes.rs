//! Boxes of policies in a replay: the levels that they allow, and the policies that they contain.

use crate::lattice::{Lattice, Level, Policy};
use crate::search::exact::OpenBox;

/// For each axis of a lattice, the levels that the policies of a box may take, in order.
pub(super) struct Levels(Vec<Vec<Level>>);

impl Levels {
    /// The levels of a box.
    pub(super) fn of(lattice: &Lattice, open: &OpenBox) -> Self {
        let axes = lattice.axes().iter().zip(&open.steps);
        let levels = |min: Level, steps: u32| {
            let taken = (0..u32::BITS as Level).filter(move |step| steps >> step & 1 == 1);
            taken.map(|step| min + step).collect()
        };
        Self(axes.map(|(axis, &steps)| levels(axis.range().min, steps)).collect())
    }

    pub(super) fn of_axes(&self) -> &[Vec<Level>] {
        &self.0
    }

    /// Number of policies.
    pub(super) fn size(&self) -> u64 {
        self.0.iter().map(|levels| levels.len() as u64).product()
    }

    pub(super) fn contains(&self, lattice: &Lattice, policy: &Policy) -> bool {
        let mut axes = lattice.axes().iter().zip(&self.0);
        axes.all(|(axis, levels)| levels.contains(&axis.level(policy)))
    }

    /// The policy of the lowest level of each axis.
    pub(super) fn low_corner(&self, lattice: &Lattice) -> Policy {
        let mut lowest = vec![0; lattice.n_qis()];
        for (axis, levels) in lattice.axes().iter().zip(&self.0) {
            axis.set(&mut lowest, levels.first().copied().unwrap_or_default());
        }
        Policy::new(lowest)
    }
}
