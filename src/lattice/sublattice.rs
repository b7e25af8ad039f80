//! The part of a lattice between two policies, row by row.

use super::policy::{Level, Policy};
use super::shape::{Axis, Lattice};

/// All policies between two policies of a lattice, both included.
///
/// The *height* of a policy counts steps of axes, as in the figures of El Emam et al. 2009: linked quasi-identifiers
/// make one step together. So every step from a policy to a direct generalization is one row up, and no row between
/// the bottom and the top is empty. With links, the rank of a policy has neither property.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sublattice {
    bottom: Policy,
    top: Policy,
}

impl Sublattice {
    /// The policies of `lattice` from `bottom` to `top`. `top` must generalize `bottom`.
    pub fn new(bottom: Policy, top: Policy) -> Self {
        Self { bottom, top }
    }

    /// All policies of a lattice.
    pub fn whole(lattice: &Lattice) -> Self {
        Self::new(lattice.bottom(), lattice.top())
    }

    /// The most specific policy.
    pub fn bottom(&self) -> &Policy {
        &self.bottom
    }

    /// The most general policy.
    pub fn top(&self) -> &Policy {
        &self.top
    }

    /// The number of rows above the bottom: the steps from it to the top.
    pub fn height(&self, lattice: &Lattice) -> u32 {
        self.room(lattice.axes(), &self.bottom)
    }

    /// The leftmost policy of a row, that is, the first in lexicographic order; the top for a row above it.
    pub fn first_of_row(&self, lattice: &Lattice, row: u32) -> Policy {
        let mut levels = self.bottom.levels().to_vec();
        self.raise_from_the_right(lattice.axes(), &mut levels, row);
        Policy::new(levels)
    }

    /// The policy to the right of this one in its row, that is, the next in lexicographic order.
    pub fn next_of_row(&self, lattice: &Lattice, policy: &Policy) -> Option<Policy> {
        let axes = lattice.axes();
        // One step moves onto an axis from the axes to its right. The last possible axis is taken, and the remaining
        // steps to its right are moved to the far end.
        let mut steps = 0;
        for (place, axis) in axes.iter().enumerate().rev() {
            let level = axis.level(policy);
            if steps > 0 && level < axis.level(&self.top) {
                let mut levels = policy.levels().to_vec();
                axis.set(&mut levels, level + 1);
                for axis in &axes[place + 1..] {
                    axis.set(&mut levels, axis.level(&self.bottom));
                }
                self.raise_from_the_right(&axes[place + 1..], &mut levels, steps - 1);
                return Some(Policy::new(levels));
            }
            steps += u32::from(level - axis.level(&self.bottom));
        }
        None
    }

    /// Distributes `steps` among axes that are at the bottom, the last one first.
    fn raise_from_the_right(&self, axes: &[Axis], levels: &mut [Level], mut steps: u32) {
        for axis in axes.iter().rev() {
            let bottom = axis.level(&self.bottom);
            let room = axis.level(&self.top) - bottom;
            let taken = Level::try_from(steps).map_or(room, |steps| steps.min(room));
            axis.set(levels, bottom + taken);
            steps -= u32::from(taken);
        }
    }

    /// The number of steps from a policy to the top.
    fn room(&self, axes: &[Axis], policy: &Policy) -> u32 {
        axes.iter().map(|axis| u32::from(axis.level(&self.top) - axis.level(policy))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::shape::LevelRange;
    use super::*;

    fn range(min: Level, max: Level) -> LevelRange {
        LevelRange { min, max }
    }

    fn row(lattice: &Lattice, part: &Sublattice, row: u32) -> Vec<Policy> {
        let first = part.first_of_row(lattice, row);
        std::iter::successors(Some(first), |policy| part.next_of_row(lattice, policy)).collect()
    }

    #[test]
    fn the_rows_hold_every_policy_once_from_left_to_right() {
        let ranges = [range(0, 2), range(1, 2), range(0, 3), range(0, 2)];
        for linked in [vec![], vec![vec![0, 3]]] {
            let lattice = Lattice::new(&ranges, &linked).unwrap();
            let whole = Sublattice::whole(&lattice);
            let mut visited = Vec::new();
            for height in 0..=whole.height(&lattice) {
                let row = row(&lattice, &whole, height);
                assert!(row.windows(2).all(|pair| pair[0] < pair[1]));
                for policy in &row {
                    let below = Sublattice::new(lattice.bottom(), policy.clone());
                    assert_eq!(below.height(&lattice), height);
                }
                visited.extend(row);
            }
            let mut all: Vec<Policy> = std::iter::successors(Some(lattice.bottom()), |p| lattice.next(p)).collect();
            visited.sort();
            all.sort();
            assert_eq!(visited, all);
        }
    }

    #[test]
    fn the_middle_row_of_paper_004_figure_4() {
        let lattice = Lattice::new(&[range(0, 2), range(0, 1), range(0, 4)], &[]).unwrap();
        let whole = Sublattice::whole(&lattice);
        assert_eq!(whole.height(&lattice), 7);
        assert_eq!(whole.first_of_row(&lattice, 3), Policy::new([0, 0, 3]));
        let panel_a = Sublattice::new(Policy::new([0, 0, 3]), Policy::new([2, 1, 4]));
        assert_eq!(row(&lattice, &panel_a, 2), [[0, 1, 4], [1, 0, 4], [1, 1, 3], [2, 0, 3]].map(Policy::new));
    }
}
