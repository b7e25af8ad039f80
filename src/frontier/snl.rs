//! Search for non-overlapping lattices, SNL (Xia et al. 2013, appendix, algorithm 3).

use crate::draw::Draw;
use crate::partition::{Clause, Literal};

/// The maximum number of literals to try.
const MOST_TRIES: usize = 1 << 11;

/// Literals that together fulfil every clause: a policy with these bits is in none of the clauses' sublattices.
/// `None` if there are none.
///
/// Depth first: a random literal of the shortest unfulfilled clause is taken; its other literals are tried if this
/// one fails. `clauses` are given shortest first. Time: clauses × literals tried. If the pruned sublattices cover
/// nearly everything, the paper's search would not end in reasonable time. Then the result is the literals so far,
/// which avoid the sublattices of the clauses that they fulfil.
pub(super) fn outside_of_all(clauses: &[Clause], draw: &mut Draw) -> Option<Vec<Literal>> {
    let mut path: Vec<Literal> = Vec::new();
    let Some(shortest) = clauses.first() else {
        return Some(path);
    };
    let mut unfulfilled: Vec<&Clause> = clauses.iter().collect();
    let mut stack: Vec<Vec<Literal>> = vec![shortest.literals().collect()];
    let mut tries = 0;
    while let Some(literals) = stack.last_mut() {
        if literals.is_empty() {
            stack.pop();
            path.pop();
            unfulfilled =
                (clauses.iter()).filter(|clause| !path.iter().any(|&literal| clause.holds(literal))).collect();
            continue;
        }
        tries += 1;
        if tries > MOST_TRIES {
            return Some(path);
        }
        let literal = literals.swap_remove(draw.below(literals.len() as u64) as usize);
        let conflicts = |own: &Literal| own.bit == literal.bit && own.kept != literal.kept;
        if path.iter().any(conflicts) {
            continue;
        }
        path.push(literal);
        unfulfilled.retain(|clause| !clause.holds(literal));
        match unfulfilled.first() {
            None => return Some(path),
            Some(shortest) => stack.push(shortest.literals().collect()),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partition::{PartitionPolicy, Sublattice};

    const BITS: usize = 6;

    fn policy(number: u64) -> PartitionPolicy {
        PartitionPolicy::from_words(&[number], BITS)
    }

    #[test]
    fn the_literals_keep_out_of_every_sublattice_and_are_found_if_there_are_any() {
        let mut draw = Draw::new(11);
        let (mut found, mut none) = (0, 0);
        for _ in 0..500 {
            let mut clauses: Vec<Clause> = (0..1 + draw.below(20))
                .map(|_| {
                    let upper = draw.below(64) & draw.below(64);
                    let lower = upper | draw.below(64) | draw.below(64);
                    Clause::outside(Sublattice { upper: policy(upper), lower: policy(lower) })
                })
                .collect();
            clauses.sort_by_key(Clause::len);
            let holds = |number: u64, clause: &Clause| {
                clause.literals().any(|literal| (number >> literal.bit & 1 == 1) == literal.kept)
            };
            let outside = |number: u64| clauses.iter().all(|clause| holds(number, clause));
            match outside_of_all(&clauses, &mut draw) {
                Some(path) => {
                    found += 1;
                    let fits =
                        |number: &u64| path.iter().all(|literal| (number >> literal.bit & 1 == 1) == literal.kept);
                    let fitting: Vec<u64> = (0..64).filter(fits).collect();
                    assert!(!fitting.is_empty() && fitting.into_iter().all(outside));
                }
                None => {
                    none += 1;
                    assert!(!(0..64).any(outside));
                }
            }
        }
        assert!(found > 50 && none > 50, "{found} {none}");
    }
}
