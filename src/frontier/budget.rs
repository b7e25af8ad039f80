//! The budget of a search.

use super::engine::Engine;
use super::exhaustive::MOST_EXHAUSTIVE_BITS;
use super::method::Method;

/// The number of policies that the published study evaluates. It is the default for its searches.
pub const PUBLISHED_POLICIES: u64 = 14_780;

/// Work for each distinct tuple of a wide table. Twice this work lowers the area only by some thousandths more.
const WORK_OF_TUPLE: u64 = 1 << 13;
/// The least and the most work for a wide table: a seventh of a second, and some twenty seconds.
const WORK: (u64, u64) = (1 << 24, 1 << 31);

/// What a search may spend. The search ends when either limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The maximum number of policies to evaluate.
    pub policies: u64,
    /// The maximum work, as counted by [`Explorer::work`](super::Explorer::work).
    pub work: u64,
}

impl Budget {
    /// The budget of `policies`, or the default for the table: work by the number of tuples for the best-found search
    /// if the engine holds its tuples, all policies for an exhaustive search, and otherwise the number of policies
    /// that the published study evaluates.
    pub fn of(policies: Option<u64>, method: Method, engine: &Engine) -> Self {
        let all = Self { policies: u64::MAX, work: u64::MAX };
        let n_bits = engine.policy().len();
        match (policies, method) {
            (Some(policies), _) => Self { policies, ..all },
            (None, Method::Best) if engine.holds_tuples() => {
                Self { work: (engine.n_tuples() as u64 * WORK_OF_TUPLE).clamp(WORK.0, WORK.1), ..all }
            }
            (None, Method::Exhaustive) if n_bits <= MOST_EXHAUSTIVE_BITS => Self { policies: 1 << n_bits, ..all },
            _ => Self { policies: PUBLISHED_POLICIES, ..all },
        }
    }
}
