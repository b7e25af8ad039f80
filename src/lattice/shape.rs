//! The lattice of all policies that a recipe allows.

use super::policy::{Level, Policy};

/// The lowest and the highest level of a quasi-identifier, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LevelRange {
    /// Lowest level.
    pub min: Level,
    /// Highest level.
    pub max: Level,
}

/// A lattice: a product of axes.
///
/// An axis is one quasi-identifier, or several linked ones that always have the same level. So level limits and links
/// only shrink the lattice; no algorithm needs to handle them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lattice {
    axes: Vec<Axis>,
    n_qis: usize,
}

/// One quasi-identifier, or several linked ones that always have the same level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    members: Vec<usize>,
    range: LevelRange,
}

impl Axis {
    /// The quasi-identifiers, at least one.
    pub fn members(&self) -> &[usize] {
        &self.members
    }

    /// The levels that they may take.
    pub fn range(&self) -> LevelRange {
        self.range
    }

    /// Steps from the lowest to the highest level.
    pub fn steps(&self) -> u32 {
        u32::from(self.range.max - self.range.min)
    }

    /// The level of the axis in a policy.
    pub fn level(&self, policy: &Policy) -> Level {
        policy.levels()[self.members[0]]
    }

    /// Sets the level of the axis in the levels of a policy.
    pub fn set(&self, levels: &mut [Level], level: Level) {
        for &qi in &self.members {
            levels[qi] = level;
        }
    }
}

/// Linked quasi-identifiers whose level ranges have no level in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoCommonLevel {
    /// A quasi-identifier of the group.
    pub qi: usize,
}

impl Lattice {
    /// The lattice of quasi-identifiers with these level ranges. The members of each group in `linked` have the same
    /// level. Groups with a common member are one group.
    ///
    /// # Errors
    /// [`NoCommonLevel`] if a range, or the intersection of a linked group's ranges, is empty.
    pub fn new(ranges: &[LevelRange], linked: &[Vec<usize>]) -> Result<Self, NoCommonLevel> {
        let mut axis_of: Vec<usize> = (0..ranges.len()).collect();
        for group in linked {
            if let Some(target) = group.iter().map(|&qi| axis_of[qi]).min() {
                let merged: Vec<usize> = group.iter().map(|&qi| axis_of[qi]).collect();
                for axis in axis_of.iter_mut().filter(|axis| merged.contains(axis)) {
                    *axis = target;
                }
            }
        }
        let mut axes = Vec::new();
        for first in 0..ranges.len() {
            if axis_of[first] != first {
                continue;
            }
            let members: Vec<usize> = (first..ranges.len()).filter(|&qi| axis_of[qi] == first).collect();
            let range = members.iter().fold(ranges[first], |range, &qi| LevelRange {
                min: range.min.max(ranges[qi].min),
                max: range.max.min(ranges[qi].max),
            });
            if range.min > range.max {
                return Err(NoCommonLevel { qi: first });
            }
            axes.push(Axis { members, range });
        }
        Ok(Self { axes, n_qis: ranges.len() })
    }

    /// Number of quasi-identifiers.
    pub fn n_qis(&self) -> usize {
        self.n_qis
    }

    /// The axes, in the order of their first quasi-identifiers.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The most specific policy.
    pub fn bottom(&self) -> Policy {
        self.policy(|axis| axis.range.min)
    }

    /// The most general policy.
    pub fn top(&self) -> Policy {
        self.policy(|axis| axis.range.max)
    }

    /// Whether a policy is in the lattice: every axis has a single level within its range.
    pub fn contains(&self, policy: &Policy) -> bool {
        let levels = policy.levels();
        levels.len() == self.n_qis
            && self.axes.iter().all(|axis| {
                let level = axis.level(policy);
                (axis.range.min..=axis.range.max).contains(&level) && axis.members.iter().all(|&qi| levels[qi] == level)
            })
    }

    /// The number of policies; `u128::MAX` if there are more, which [`size_in_words`] takes into account.
    pub fn size(&self) -> u128 {
        self.axes
            .iter()
            .fold(1, |size: u128, axis| size.saturating_mul(u128::from(axis.range.max - axis.range.min) + 1))
    }

    /// The direct generalizations of a policy, axis by axis.
    pub fn successors<'a>(&'a self, policy: &'a Policy) -> impl Iterator<Item = Policy> + 'a {
        self.neighbours(policy, |level, range| (level < range.max).then(|| level + 1))
    }

    /// The direct specializations of a policy, axis by axis.
    pub fn predecessors<'a>(&'a self, policy: &'a Policy) -> impl Iterator<Item = Policy> + 'a {
        self.neighbours(policy, |level, range| (level > range.min).then(|| level - 1))
    }

    /// The next policy in lexicographic order of the axes. It visits every policy once from [`bottom`](Self::bottom)
    /// to [`top`](Self::top).
    pub fn next(&self, policy: &Policy) -> Option<Policy> {
        let mut levels: Box<[Level]> = policy.levels().into();
        for axis in self.axes.iter().rev() {
            let level = levels[axis.members[0]];
            let raised = if level < axis.range.max { level + 1 } else { axis.range.min };
            for &qi in &axis.members {
                levels[qi] = raised;
            }
            if raised > level {
                return Some(Policy::new(levels));
            }
        }
        None
    }

    /// The number of steps from [`bottom`](Self::bottom) to [`top`](Self::top), each to a direct generalization.
    /// Without links it is the difference of their ranks.
    pub fn height(&self) -> u32 {
        self.axes.iter().map(Axis::steps).sum()
    }

    /// The lexicographically first policy `steps` steps above [`bottom`](Self::bottom); `None` above
    /// [`top`](Self::top).
    pub fn first_at(&self, steps: u32) -> Option<Policy> {
        (steps <= self.height()).then(|| {
            let mut levels = vec![0; self.n_qis];
            Self::fill(&self.axes, steps, &mut levels);
            Policy::new(levels)
        })
    }

    /// The next policy in lexicographic order with the same number of steps above [`bottom`](Self::bottom). From
    /// [`first_at`](Self::first_at) it visits all of them once. Time: linear in the quasi-identifiers.
    pub fn next_at_same_height(&self, policy: &Policy) -> Option<Policy> {
        let mut levels: Box<[Level]> = policy.levels().into();
        let mut steps_after = 0;
        for (position, axis) in self.axes.iter().enumerate().rev() {
            let level = axis.level(policy);
            if steps_after > 0 && level < axis.range.max {
                axis.set(&mut levels, level + 1);
                Self::fill(&self.axes[position + 1..], steps_after - 1, &mut levels);
                return Some(Policy::new(levels));
            }
            steps_after += u32::from(level - axis.range.min);
        }
        None
    }

    /// Distributes `steps` among the axes, the last ones first.
    fn fill(axes: &[Axis], mut steps: u32, levels: &mut [Level]) {
        for axis in axes.iter().rev() {
            let taken = steps.min(axis.steps());
            steps -= taken;
            // At most the range of the axis, which is a range of levels.
            axis.set(levels, axis.range.min + taken as Level);
        }
    }

    fn policy(&self, level: impl Fn(&Axis) -> Level) -> Policy {
        let mut levels = vec![0; self.n_qis];
        for axis in &self.axes {
            for &qi in &axis.members {
                levels[qi] = level(axis);
            }
        }
        Policy::new(levels)
    }

    fn neighbours<'a>(
        &'a self,
        policy: &'a Policy,
        step: impl Fn(Level, LevelRange) -> Option<Level> + 'a,
    ) -> impl Iterator<Item = Policy> + 'a {
        self.axes.iter().filter_map(move |axis| {
            let level = step(policy.levels()[axis.members[0]], axis.range)?;
            let mut levels: Box<[Level]> = policy.levels().into();
            for &qi in &axis.members {
                levels[qi] = level;
            }
            Some(Policy::new(levels))
        })
    }
}

/// The text for a number of policies that does not fit in 128 bits.
pub const TOO_MANY_POLICIES: &str = "more than 10^38";

/// A number of policies in digits, as returned by [`Lattice::size`].
pub fn size_in_words(size: u128) -> String {
    match size {
        u128::MAX => TOO_MANY_POLICIES.to_owned(),
        _ => size.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(min: Level, max: Level) -> LevelRange {
        LevelRange { min, max }
    }

    fn all(lattice: &Lattice) -> Vec<Policy> {
        std::iter::successors(Some(lattice.bottom()), |policy| lattice.next(policy)).collect()
    }

    #[test]
    fn every_policy_is_visited_once_in_lexicographic_order() {
        let lattice = Lattice::new(&[range(0, 2), range(1, 2), range(0, 1)], &[]).unwrap();
        let policies = all(&lattice);
        assert_eq!(policies.len() as u128, lattice.size());
        assert!(policies.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(policies.first(), Some(&lattice.bottom()));
        assert_eq!(policies.last(), Some(&lattice.top()));
    }

    #[test]
    fn linked_quasi_identifiers_move_together_within_the_range_they_share() {
        let lattice = Lattice::new(&[range(0, 3), range(0, 1), range(1, 4)], &[vec![0, 2]]).unwrap();
        assert_eq!(lattice.size(), 3 * 2);
        assert!(all(&lattice).iter().all(|policy| policy.levels()[0] == policy.levels()[2]));
        assert_eq!(
            lattice.successors(&lattice.bottom()).collect::<Vec<_>>(),
            [Policy::new([2, 0, 2]), Policy::new([1, 1, 1])]
        );
        assert_eq!(Lattice::new(&[range(0, 1), range(2, 3)], &[vec![0, 1]]), Err(NoCommonLevel { qi: 0 }));
    }

    #[test]
    fn every_policy_is_visited_once_height_by_height() {
        for linked in [vec![], vec![vec![0, 2]]] {
            let ranges = [range(0, 3), range(1, 2), range(0, 2), range(1, 4)];
            let lattice = Lattice::new(&ranges, &linked).unwrap();
            let mut visited = Vec::new();
            for height in 0..=lattice.height() {
                let first = lattice.first_at(height);
                let layer: Vec<Policy> =
                    std::iter::successors(first, |policy| lattice.next_at_same_height(policy)).collect();
                assert!(layer.windows(2).all(|pair| pair[0] < pair[1]));
                for policy in &layer {
                    let above: Vec<Policy> = lattice.successors(policy).collect();
                    assert!(above.iter().all(|policy| !layer.contains(policy)));
                    assert!(above.iter().all(|policy| !visited.contains(policy)));
                }
                visited.extend(layer);
            }
            assert_eq!(lattice.first_at(lattice.height() + 1), None);
            visited.sort();
            assert_eq!(visited, all(&lattice));
        }
    }

    #[test]
    fn a_policy_lies_in_the_lattice_when_the_walk_comes_by_it() {
        let lattice = Lattice::new(&[range(0, 2), range(1, 2), range(0, 3)], &[vec![0, 2]]).unwrap();
        let visited = all(&lattice);
        let everything = Lattice::new(&[range(0, 4), range(0, 4), range(0, 4)], &[]).unwrap();
        for policy in all(&everything) {
            assert_eq!(lattice.contains(&policy), visited.contains(&policy), "{policy:?}");
        }
        assert!(!lattice.contains(&Policy::new([0, 1])));
        assert!(!lattice.contains(&Policy::new([0, 1, 0, 0])));
    }

    #[test]
    fn links_that_overlap_are_one_link() {
        let lattice = Lattice::new(&[range(0, 2); 4], &[vec![0, 1], vec![2, 3], vec![1, 2]]).unwrap();
        assert_eq!(lattice.size(), 3);
    }

    #[test]
    fn predecessors_undo_successors() {
        let lattice = Lattice::new(&[range(0, 2), range(0, 1), range(0, 3)], &[]).unwrap();
        for policy in all(&lattice) {
            for successor in lattice.successors(&policy) {
                assert!(successor.generalizes(&policy) && successor.rank() == policy.rank() + 1);
                assert!(lattice.predecessors(&successor).any(|predecessor| predecessor == policy));
            }
        }
    }
}
