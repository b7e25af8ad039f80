//! Bisecting search for policies that are as safe as a given one (Benitez, Loukides and Malin, Beyond Safe Harbor,
//! 2010; reference 6 of Xia et al. 2013).

use super::explorer::Explorer;
use super::strategy::Strategy;
use crate::draw::Draw;
use crate::partition::PartitionPolicy;

/// Takes one random maximal chain after the other, and bisects it to find the most specific policy whose risk is at
/// most that of the reference. Risk never falls along a chain, so one comparison decides the half.
pub(super) struct Bisecting {
    draw: Draw,
    most_risk: f64,
    order: Vec<usize>,
}

impl Bisecting {
    /// The search for policies of at most this risk.
    pub(super) fn new(n_bits: usize, most_risk: f64, seed: u64) -> Self {
        Self { draw: Draw::new(seed), most_risk, order: (0..n_bits).collect() }
    }
}

impl Strategy for Bisecting {
    fn step(&mut self, explorer: &mut Explorer) -> bool {
        let n_bits = self.order.len();
        for place in 0..n_bits {
            let other = place + self.draw.below((n_bits - place) as u64) as usize;
            self.order.swap(place, other);
        }
        // The policy that keeps the first `safe` boundaries is safe enough; the one with the first `not_safe` is not.
        let (mut safe, mut not_safe) = (0, n_bits + 1);
        while not_safe - safe > 1 && !explorer.is_spent() {
            let middle = (safe + not_safe) / 2;
            let mut policy = PartitionPolicy::top(n_bits);
            self.order[..middle].iter().for_each(|&bit| policy.flip(bit));
            explorer.go_to(&policy);
            if explorer.visit().risk <= self.most_risk {
                safe = middle;
            } else {
                not_safe = middle;
            }
        }
        n_bits == 0
    }
}
