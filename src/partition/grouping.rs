//! Values put together that need not be neighbours.

use super::policy::PartitionPolicy;
use super::space::Space;
use rustc_hash::FxHashMap;

/// For each quasi-identifier, which values of its domain share a group, and the label of each value. A
/// [`PartitionPolicy`] is the case in which the values of each group are neighbours.
#[derive(Debug, Clone, PartialEq)]
pub struct Grouping {
    classes: Vec<Vec<u32>>,
    labels: Vec<Vec<String>>,
}

impl Grouping {
    /// The groups of these labels: for each quasi-identifier, the label of each value of its domain. A missing value
    /// never shares a group with others.
    pub fn new(space: &Space, labels: Vec<Vec<String>>) -> Self {
        let classes = (space.domains().iter().zip(&labels))
            .map(|(domain, labels)| {
                let mut first: FxHashMap<(bool, &str), u32> = FxHashMap::default();
                (labels.iter().zip(0_u32..))
                    .map(|(label, place)| {
                        let is_missing = place as usize >= domain.n_present();
                        *first.entry((is_missing, label.as_str())).or_insert(place)
                    })
                    .collect()
            })
            .collect();
        Self { classes, labels }
    }

    /// The groups of equal labels, missing values among them: for each quasi-identifier, the label of each value of its
    /// domain.
    pub fn of_labels(labels: Vec<Vec<String>>) -> Self {
        let classes = (labels.iter())
            .map(|labels| {
                let mut first: FxHashMap<&str, u32> = FxHashMap::default();
                labels.iter().zip(0_u32..).map(|(label, place)| *first.entry(label).or_insert(place)).collect()
            })
            .collect();
        Self { classes, labels }
    }

    /// The groups of a policy's intervals, with their names in a release.
    pub fn of_policy(space: &Space, policy: &PartitionPolicy) -> Self {
        let qis = 0..space.domains().len();
        Self {
            classes: qis.clone().map(|qi| space.starts(policy, qi)).collect(),
            labels: qis.map(|qi| space.labels(policy, qi)).collect(),
        }
    }

    /// For each quasi-identifier and each value of its domain, the first value of its group.
    pub fn classes(&self) -> &[Vec<u32>] {
        &self.classes
    }

    /// For each quasi-identifier and each value of its domain, the label of its group.
    pub fn labels(&self) -> &[Vec<String>] {
        &self.labels
    }

    /// The most specific policy that puts together whatever this does, and more only where values between them
    /// require it.
    pub fn finest_policy(&self, space: &Space) -> PartitionPolicy {
        let mut policy = space.bottom();
        for (qi, classes) in self.classes.iter().enumerate() {
            let mut last = vec![0; classes.len()];
            (classes.iter().zip(0_u32..)).for_each(|(&class, place)| last[class as usize] = place);
            let mut reach = 0;
            for place in 0..classes.len().saturating_sub(1) {
                reach = reach.max(last[classes[place] as usize]);
                if reach as usize > place {
                    policy.set(space.first_bit(qi) + place, false);
                }
            }
        }
        policy
    }

    /// The quasi-identifiers in which a policy tells apart values that this puts together.
    pub fn told_apart_by(&self, space: &Space, policy: &PartitionPolicy) -> Vec<usize> {
        let tells = |qi: &usize| {
            let starts = space.starts(policy, *qi);
            let classes = &self.classes[*qi];
            classes.iter().enumerate().any(|(place, &class)| starts[place] != starts[class as usize])
        };
        (0..self.classes.len()).filter(tells).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Dictionary;
    use crate::error::Result;
    use crate::partition::{Domain, DomainSpec};

    #[test]
    fn values_apart_from_each_other_are_joined_with_those_between() -> Result<()> {
        let column = Dictionary::new();
        let space = Space::new(vec![Domain::new("a", Some(&DomainSpec::Range(1, 6)), &[&column], &[], None)?]);
        let labels = ["x", "s", "y", "s", "z", "z"].map(str::to_owned).to_vec();
        let grouping = Grouping::new(&space, vec![labels]);
        assert_eq!(grouping.classes(), [[0, 1, 2, 1, 4, 4]]);
        let finest = grouping.finest_policy(&space);
        assert_eq!(space.intervals(&finest, 0), [(0, 0), (1, 3), (4, 5)]);
        assert!(grouping.told_apart_by(&space, &finest).is_empty());
        // Of all 32 policies, those that generalize the finest one and no others tell nothing apart.
        for bits in 0..32_u32 {
            let mut policy = space.top();
            (0..5).filter(|bit| bits >> bit & 1 == 1).for_each(|bit| policy.flip(bit));
            assert_eq!(grouping.told_apart_by(&space, &policy).is_empty(), policy.generalizes(&finest), "{policy:?}");
        }
        Ok(())
    }
}
