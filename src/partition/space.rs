//! The domains of a table, and the position of each boundary among the bits.

use super::domain::Domain;
use super::names::released_names;
use super::policy::PartitionPolicy;

/// The boundary before a value of a quasi-identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Boundary {
    /// The quasi-identifier.
    pub qi: usize,
    /// The place of the value in the order of its domain, at least 1.
    pub value: u32,
}

/// The domains of all quasi-identifiers. The bits of a policy are their boundaries, quasi-identifier by
/// quasi-identifier, each in the order of its values.
#[derive(Debug, Clone)]
pub struct Space {
    domains: Vec<Domain>,
    first_bits: Vec<usize>,
    n_bits: usize,
}

impl Space {
    /// The space of these domains.
    pub fn new(domains: Vec<Domain>) -> Self {
        let mut n_bits = 0;
        let first_bits = (domains.iter())
            .map(|domain| {
                let first = n_bits;
                n_bits += domain.len().saturating_sub(1);
                first
            })
            .collect();
        Self { domains, first_bits, n_bits }
    }

    /// The domains, in the order of the quasi-identifiers.
    pub fn domains(&self) -> &[Domain] {
        &self.domains
    }

    /// Number of bits of a policy: Σ (dᵢ − 1).
    pub fn n_bits(&self) -> usize {
        self.n_bits
    }

    /// The first bit of a quasi-identifier: the boundary before its second value.
    pub fn first_bit(&self, qi: usize) -> usize {
        self.first_bits[qi]
    }

    /// The bit of a boundary.
    pub fn bit(&self, boundary: Boundary) -> usize {
        self.first_bits[boundary.qi] + boundary.value as usize - 1
    }

    /// The boundary of a bit. Time: linear in the quasi-identifiers.
    pub fn boundary(&self, bit: usize) -> Boundary {
        // Domains of one value have no bit. Of domains that begin at the same bit, the last one owns it.
        let qi = self.first_bits.partition_point(|&first| first <= bit) - 1;
        Boundary { qi, value: (bit - self.first_bits[qi] + 1) as u32 }
    }

    /// The most specific policy, the original.
    pub fn bottom(&self) -> PartitionPolicy {
        PartitionPolicy::bottom(self.n_bits)
    }

    /// The most general policy, one interval for each quasi-identifier.
    pub fn top(&self) -> PartitionPolicy {
        PartitionPolicy::top(self.n_bits)
    }

    /// The intervals of a quasi-identifier: first and last place, in order.
    pub fn intervals(&self, policy: &PartitionPolicy, qi: usize) -> Vec<(u32, u32)> {
        let last = self.domains[qi].len() as u32 - 1;
        let mut first = 0;
        let mut intervals = Vec::new();
        for value in 1..=last {
            if policy.keeps(self.bit(Boundary { qi, value })) {
                intervals.push((first, value - 1));
                first = value;
            }
        }
        intervals.push((first, last));
        intervals
    }

    /// For each place of a quasi-identifier's domain, the first place of its interval.
    pub fn starts(&self, policy: &PartitionPolicy, qi: usize) -> Vec<u32> {
        let mut start = 0;
        (0..self.domains[qi].len() as u32)
            .map(|value| {
                if value > 0 && policy.keeps(self.bit(Boundary { qi, value })) {
                    start = value;
                }
                start
            })
            .collect()
    }

    /// For each place of a quasi-identifier's domain, the name of its interval in a release.
    pub fn labels(&self, policy: &PartitionPolicy, qi: usize) -> Vec<String> {
        let mut labels = Vec::with_capacity(self.domains[qi].len());
        let intervals = self.intervals(policy, qi);
        let names = released_names(&self.domains[qi], &intervals);
        for ((first, last), name) in intervals.into_iter().zip(names) {
            labels.extend((first..=last).map(|_| name.clone()));
        }
        labels
    }

    /// The policy whose intervals are the longest runs of values with the same result of `group`. `group` takes a
    /// quasi-identifier and the place of a value.
    pub fn policy_of<G: PartialEq>(&self, mut group: impl FnMut(usize, u32) -> G) -> PartitionPolicy {
        let mut policy = self.top();
        for (qi, domain) in self.domains.iter().enumerate() {
            let mut before = None;
            for value in 0..domain.len() as u32 {
                let own = group(qi, value);
                if before.is_some_and(|before| before != own) {
                    policy.flip(self.bit(Boundary { qi, value }));
                }
                before = Some(own);
            }
        }
        policy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Dictionary;
    use crate::error::Result;
    use crate::partition::DomainSpec;

    fn space(sizes: &[i64]) -> Result<Space> {
        let domain = |&size| {
            let column = Dictionary::new();
            Domain::new("a", Some(&DomainSpec::Range(1, size)), &[&column], &[], None)
        };
        Ok(Space::new(sizes.iter().map(domain).collect::<Result<_>>()?))
    }

    #[test]
    fn each_bit_is_one_boundary() -> Result<()> {
        let space = space(&[3, 1, 4, 1])?;
        assert_eq!(space.n_bits(), 5);
        let places: Vec<_> = (0..5).map(|bit| space.boundary(bit)).collect();
        let expected = [(0, 1), (0, 2), (2, 1), (2, 2), (2, 3)];
        assert_eq!(places, expected.map(|(qi, value)| Boundary { qi, value }));
        assert!((0..5).all(|bit| space.bit(space.boundary(bit)) == bit));
        Ok(())
    }

    #[test]
    fn intervals_are_runs_between_boundaries() -> Result<()> {
        let space = space(&[5, 2])?;
        let policy = space.policy_of(|qi, value| if qi == 0 { value / 2 } else { 0 });
        assert_eq!(space.intervals(&policy, 0), [(0, 1), (2, 3), (4, 4)]);
        assert_eq!(space.intervals(&policy, 1), [(0, 1)]);
        assert_eq!(space.starts(&policy, 0), [0, 0, 2, 2, 4]);
        assert_eq!(space.labels(&policy, 0), ["1–2", "1–2", "3–4", "3–4", "5"]);
        assert_eq!(format!("{policy:?}"), "01010");
        Ok(())
    }
}
