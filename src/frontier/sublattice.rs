//! Sublattice heuristic search, SHS (Xia et al. 2013, algorithm 2 and appendix).

use super::explorer::Explorer;
use super::point::Point;
use super::snl::outside_of_all;
use super::strategy::{Chain, Strategy};
use crate::draw::Draw;
use crate::partition::{Clause, PartitionPolicy, Sublattice};

/// Draws sublattices outside of the pruned ones. One whose share below the frontier, H, is above the threshold is
/// searched along a random chain. One with H = 0 is pruned.
///
/// Our reading, where the paper leaves a choice: the first frontier is top and bottom. A sublattice is drawn as the
/// literals of SNL, then a random chain through all policies that have them, then two levels of that chain. The two
/// ends of a sublattice that is not searched count as evaluated.
pub(super) struct SublatticeSearch {
    draw: Draw,
    n_bits: usize,
    threshold: f64,
    /// The clauses of the pruned sublattices, shortest first.
    pruned: Vec<Clause>,
    chain: Option<Chain>,
}

impl SublatticeSearch {
    pub(super) fn new(n_bits: usize, threshold: f64, seed: u64) -> Self {
        Self { draw: Draw::new(seed), n_bits, threshold, pruned: Vec::new(), chain: None }
    }

    fn prune(&mut self, sublattice: Sublattice) {
        let clause = Clause::outside(sublattice);
        let place = self.pruned.partition_point(|other| other.len() <= clause.len());
        self.pruned.insert(place, clause);
    }
}

impl Strategy for SublatticeSearch {
    fn step(&mut self, explorer: &mut Explorer) -> bool {
        if let Some(chain) = &mut self.chain {
            if chain.step(&mut self.draw, explorer) {
                self.chain = None;
            }
            return false;
        }
        let Some(sublattice) = random_sublattice(self.n_bits, &self.pruned, &mut self.draw) else {
            return true;
        };
        let (upper, lower) = ends(&sublattice, explorer);
        let share = explorer.staircase().share_below(upper, lower);
        if share > self.threshold {
            self.chain = Some(Chain::new(None, sublattice.free_bits().collect()));
        } else if share == 0.0 {
            self.prune(sublattice);
        }
        false
    }
}

/// The points of the most general and the most specific policy of a sublattice. The engine ends at the latter.
fn ends(sublattice: &Sublattice, explorer: &mut Explorer) -> (Point, Point) {
    explorer.go_to(&sublattice.upper);
    let upper = explorer.visit();
    explorer.go_to(&sublattice.lower);
    (upper, explorer.visit())
}

/// A random sublattice that is disjoint from those excluded by the clauses; `None` if no policy is left.
pub(super) fn random_sublattice(n_bits: usize, pruned: &[Clause], draw: &mut Draw) -> Option<Sublattice> {
    let literals = outside_of_all(pruned, draw)?;
    let mut upper = PartitionPolicy::top(n_bits);
    let mut is_free = vec![true; n_bits];
    for literal in literals {
        upper.set(literal.bit, literal.kept);
        is_free[literal.bit] = false;
    }
    let mut free: Vec<usize> = (0..n_bits).filter(|&bit| is_free[bit]).collect();
    let mut level = || draw.below(free.len() as u64 + 1) as usize;
    let (one, other) = (level(), level());
    let (few, many) = (one.min(other), one.max(other));
    for place in 0..many {
        let other = place + draw.below((free.len() - place) as u64) as usize;
        free.swap(place, other);
    }
    free[..few].iter().for_each(|&bit| upper.set(bit, true));
    let mut lower = upper.clone();
    free[few..many].iter().for_each(|&bit| lower.set(bit, true));
    Some(Sublattice { upper, lower })
}

/// For a frontier that is one random maximal chain and for random sublattices: H, and the share of policies on a
/// random chain through each that the frontier would take (Xia et al. 2013, §4.2.1 and figure 6). The frontier does
/// not change.
pub fn predicted_and_found(explorer: &mut Explorer, n_sublattices: usize, seed: u64) -> Vec<(f64, f64)> {
    let mut draw = Draw::new(seed);
    let n_bits = explorer.policy().len();
    let mut chain = Chain::new(Some(PartitionPolicy::bottom(n_bits)), (0..n_bits).collect());
    chain.step(&mut draw, explorer);
    (0..n_sublattices)
        .filter_map(|_| {
            let sublattice = random_sublattice(n_bits, &[], &mut draw)?;
            let upper = explorer.point_of(&sublattice.upper);
            let lower = explorer.point_of(&sublattice.lower);
            let share = explorer.staircase().share_below(upper, lower);
            let mut left: Vec<usize> = sublattice.free_bits().collect();
            let n_policies = left.len() + 1;
            let mut n_taken = usize::from(explorer.staircase().admits(lower));
            while !left.is_empty() {
                let next = draw.below(left.len() as u64) as usize;
                explorer.flip(left.swap_remove(next));
                n_taken += usize::from(explorer.staircase().admits(explorer.point()));
            }
            Some((share, n_taken as f64 / n_policies as f64))
        })
        .collect()
}
