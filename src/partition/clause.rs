//! Sublattices, and the clauses that exclude them (Xia et al. 2013, definition 3.6 and appendix).

use super::policy::PartitionPolicy;

/// All policies between two policies: those that keep every boundary of `upper` and no boundary that `lower` drops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sublattice {
    /// The most general policy.
    pub upper: PartitionPolicy,
    /// The most specific policy.
    pub lower: PartitionPolicy,
}

/// One bit, and whether it is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Literal {
    /// The bit.
    pub bit: usize,
    /// Whether the boundary is kept.
    pub kept: bool,
}

/// A disjunction of literals. A policy that fulfils it is outside of a sublattice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    sublattice: Sublattice,
    n_literals: usize,
}

impl Sublattice {
    /// Whether a policy is in the sublattice.
    pub fn contains(&self, policy: &PartitionPolicy) -> bool {
        self.upper.generalizes(policy) && policy.generalizes(&self.lower)
    }

    /// The bits in which its policies differ, in order.
    pub fn free_bits(&self) -> impl Iterator<Item = usize> + '_ {
        self.upper.differences(&self.lower)
    }
}

impl Clause {
    /// The clause of a sublattice: its negation.
    pub fn outside(sublattice: Sublattice) -> Self {
        let n_bits = sublattice.lower.len();
        let n_literals = sublattice.upper.n_kept() + n_bits - sublattice.lower.n_kept();
        Self { sublattice, n_literals }
    }

    /// Number of literals.
    pub fn len(&self) -> usize {
        self.n_literals
    }

    /// Whether there is no literal, so that no policy fulfils the clause.
    pub fn is_empty(&self) -> bool {
        self.n_literals == 0
    }

    /// Whether this literal alone fulfils the clause.
    pub fn holds(&self, literal: Literal) -> bool {
        if literal.kept { !self.sublattice.lower.keeps(literal.bit) } else { self.sublattice.upper.keeps(literal.bit) }
    }

    /// The literals, in the order of their bits.
    pub fn literals(&self) -> impl Iterator<Item = Literal> + '_ {
        (0..self.sublattice.lower.len())
            .flat_map(|bit| [false, true].map(|kept| Literal { bit, kept }))
            .filter(|&literal| self.holds(literal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(bits: &str) -> PartitionPolicy {
        let mut policy = PartitionPolicy::top(bits.len());
        for (place, bit) in bits.chars().enumerate() {
            policy.set(place, bit == '1');
        }
        policy
    }

    #[test]
    fn a_clause_holds_exactly_outside_of_its_sublattice() {
        let sublattice = Sublattice { upper: policy("00001"), lower: policy("10101") };
        let clause = Clause::outside(sublattice.clone());
        // The paper's example: B[4] = 0, B[1] = 1 or B[3] = 1.
        let literals: Vec<_> = clause.literals().map(|literal| (literal.bit, literal.kept)).collect();
        assert_eq!(literals, [(1, true), (3, true), (4, false)]);
        assert_eq!(clause.len(), 3);
        assert_eq!(sublattice.free_bits().collect::<Vec<_>>(), [0, 2]);
        for number in 0..32 {
            let bits: String = (0..5).map(|bit| if number >> bit & 1 == 1 { '1' } else { '0' }).collect();
            let policy = policy(&bits);
            let holds = clause.literals().any(|literal| policy.keeps(literal.bit) == literal.kept);
            assert_eq!(holds, !sublattice.contains(&policy), "{bits}");
        }
    }
}
