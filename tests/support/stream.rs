//! Random numbers that are the same on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The stream of a seed.
pub struct Stream(ChaCha8Rng);

impl Stream {
    pub fn new(seed: u8) -> Self {
        Self(ChaCha8Rng::from_seed([seed; 32]))
    }

    /// A number below a limit, all as likely but for less than 2⁻⁴⁰ of it.
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(limit)) >> 64) as u64
    }
}
