//! The groups of one policy, or of other classes of values, from the tuples.

use super::frequencies::Frequencies;
use super::policy::PartitionPolicy;
use super::space::Space;
use rustc_hash::FxHashMap;

/// The records and people that agree on all intervals. At least one of the two numbers is above 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// Records of the table.
    pub records: u64,
    /// People of the population.
    pub people: u64,
}

/// The groups of a policy, in the order of their first tuples. Time: linear in the tuples.
pub fn groups(space: &Space, frequencies: &Frequencies, policy: &PartitionPolicy) -> Vec<Group> {
    let starts: Vec<Vec<u32>> = (0..frequencies.n_qis()).map(|qi| space.starts(policy, qi)).collect();
    groups_by(frequencies, &starts)
}

/// The groups of the tuples whose values have equal classes, in the order of their first tuples. `classes` has, for
/// each quasi-identifier, a class below its number of values for each of these.
pub fn groups_by(frequencies: &Frequencies, classes: &[Vec<u32>]) -> Vec<Group> {
    let mut places: FxHashMap<u128, usize> = FxHashMap::default();
    let mut groups: Vec<Group> = Vec::new();
    for (values, records, people) in frequencies.iter() {
        let key = (values.iter().zip(classes))
            .fold(0, |key, (&value, classes)| key * classes.len() as u128 + u128::from(classes[value as usize]));
        let place = *places.entry(key).or_insert_with(|| {
            groups.push(Group { records: 0, people: 0 });
            groups.len() - 1
        });
        groups[place].records += u64::from(records);
        groups[place].people += u64::from(people);
    }
    groups
}
