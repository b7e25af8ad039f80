//! The policies of a lattice as indices of an array.

use super::policy::Policy;
use super::property::Direction;
use super::shape::Lattice;

/// The array indices of a lattice's policies: a mixed-radix number with a digit for each axis, so that indices are in
/// the lexicographic order of the policies.
#[derive(Debug, Clone)]
pub struct Places {
    lattice: Lattice,
    len: usize,
    /// Per axis: its number of levels, and the index difference between two levels.
    digits: Vec<(usize, usize)>,
}

impl Places {
    /// The indices of a lattice of at most `most` policies; `None` if it has more.
    pub fn new(lattice: &Lattice, most: usize) -> Option<Self> {
        let len = usize::try_from(lattice.size()).ok().filter(|&len| len <= most)?;
        let mut stride = len;
        let digits = (lattice.axes().iter())
            .map(|axis| {
                let radix = axis.steps() as usize + 1;
                stride /= radix;
                (radix, stride)
            })
            .collect();
        Some(Self { lattice: lattice.clone(), len, digits })
    }

    /// The number of indices.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no indices: never, as a lattice has a policy.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The index of a policy of the lattice.
    pub fn of(&self, policy: &Policy) -> usize {
        (self.lattice.axes().iter().zip(&self.digits))
            .map(|(axis, (_, stride))| usize::from(axis.level(policy) - axis.range().min) * stride)
            .sum()
    }

    /// The indices of the direct generalizations or specializations, axis by axis: the first to inherit a property.
    pub fn heirs(&self, place: usize, direction: Direction) -> impl Iterator<Item = usize> {
        self.digits.iter().filter_map(move |(radix, stride)| {
            let level = place / stride % radix;
            match direction {
                Direction::Generalizations => (level + 1 < *radix).then(|| place + stride),
                Direction::Specializations => (level > 0).then(|| place - stride),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::shape::LevelRange;
    use super::*;

    #[test]
    fn places_count_the_policies_in_order_and_know_their_neighbours() {
        let ranges = [(0, 3), (1, 2), (0, 2), (1, 1)].map(|(min, max)| LevelRange { min, max });
        for linked in [vec![], vec![vec![0, 2]]] {
            let lattice = Lattice::new(&ranges, &linked).unwrap();
            let size = lattice.size() as usize;
            assert!(Places::new(&lattice, size - 1).is_none());
            let places = Places::new(&lattice, size).unwrap();
            assert_eq!(places.len(), size);
            let all = std::iter::successors(Some(lattice.bottom()), |policy| lattice.next(policy));
            for (place, policy) in all.enumerate() {
                assert_eq!(places.of(&policy), place);
                for (direction, neighbours) in [
                    (Direction::Generalizations, lattice.successors(&policy).collect::<Vec<_>>()),
                    (Direction::Specializations, lattice.predecessors(&policy).collect()),
                ] {
                    let expected: Vec<usize> = neighbours.iter().map(|p| places.of(p)).collect();
                    assert_eq!(places.heirs(place, direction).collect::<Vec<_>>(), expected);
                }
            }
        }
    }
}
