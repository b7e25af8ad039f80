//! How long a search may go on.

use super::engine::Engine;
use super::exhaustive::MOST_EXHAUSTIVE_BITS;
use super::method::Method;

/// Policies that the published study evaluates, and a search of them where nothing else is said.
pub const PUBLISHED_POLICIES: u64 = 14_780;

/// Work for each distinct tuple of a wide table: after that much, twice as much lowers the area by some thousandths.
const WORK_OF_TUPLE: u64 = 1 << 13;
/// The least and the most work of a wide table: a seventh of a second, and some twenty.
const WORK: (u64, u64) = (1 << 24, 1 << 31);

/// What a search may spend. It ends when either is spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Policies evaluated at most.
    pub policies: u64,
    /// Work done at most, as [`Explorer::work`](super::Explorer::work) counts it.
    pub work: u64,
}

impl Budget {
    /// What is asked for: so many policies, or what the table deserves. The best-found search of a table whose engine
    /// holds its tuples deserves work by their number; a look at every policy all of them; the others what the
    /// published study evaluates.
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
