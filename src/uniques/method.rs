//! Chooses the fastest method to find the combinations of a table.

use super::bitmap;
use super::partition::choices;
use super::tuples::Tuples;
use crate::error::{Result, UniquesError};
use serde::{Deserialize, Serialize};

/// How combinations are found. All methods give the same result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "UniquesMethod"))]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// All column sets of one tuple at once: up to 24 columns, quadratic in the tuples.
    Bitmap,
    /// All tuples for one column set after the other: for a size limit or many tuples.
    Partition,
    /// Minimal hitting sets of one tuple's disagreements: for many columns without a limit.
    HittingSet,
}

/// The memory that the partition method may use for its results of all column sets, in bytes.
const PARTITION_MEMORY: f64 = 64e6;

/// A method and its expected cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The method.
    pub method: Method,
    /// Seconds on one core of a machine of 2024; about twice as many as WebAssembly. For hitting sets it is a guess,
    /// as it depends on the number of combinations.
    pub seconds: f64,
    /// Memory in addition to the table, in bytes.
    pub bytes: f64,
}

impl Method {
    /// The name that a recipe uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bitmap => "bitmap",
            Self::Partition => "partition",
            Self::HittingSet => "hitting-set",
        }
    }

    /// The expected cost of the method; `None` if it cannot handle the table.
    pub fn estimate(self, tuples: &Tuples, k: u64, max_size: usize) -> Option<Estimate> {
        let (n, m) = (tuples.len() as f64, tuples.n_columns());
        let targets = targets(tuples, k) as f64;
        let sets = libm::exp2(m as f64);
        let planes = f64::from(64 - (k - 1).leading_zeros());
        let pairs = targets * n * (0.5 + 0.05 * m as f64);
        let (nanoseconds, bytes) = match self {
            Self::Bitmap if m > bitmap::MAX_COLUMNS => return None,
            Self::Bitmap => (pairs * planes + targets * sets * (0.03 + 0.12 * planes), planes * sets / 8.0),
            Self::Partition => (5.0 * n * choices(m, max_size), n / 8.0 * choices(m, max_size.saturating_sub(1))),
            // The combinations double with each further column, up to the size limit.
            Self::HittingSet => {
                (pairs * 8.0 + targets * 700.0 * libm::exp2(0.45 * m as f64).min(choices(m, max_size)), 1e6)
            }
        };
        Some(Estimate { method: self, seconds: nanoseconds / 1e9, bytes })
    }

    /// The method with the shortest expected time.
    ///
    /// With a size limit, it is the fastest method without a limit, unless another one takes less than half as long: no
    /// method takes longer with a limit than without, and estimates are rough.
    pub fn choose(tuples: &Tuples, k: u64, max_size: usize) -> Estimate {
        let best = Self::cheapest(tuples, k, max_size);
        let whole = Self::cheapest(tuples, k, tuples.n_columns());
        if best.seconds * 2.0 > whole.seconds
            && let Some(estimate) = whole.method.estimate(tuples, k, max_size)
        {
            return estimate;
        }
        best
    }

    fn cheapest(tuples: &Tuples, k: u64, max_size: usize) -> Estimate {
        let candidates = [Self::Bitmap, Self::Partition, Self::HittingSet];
        let mut best: Option<Estimate> = None;
        for estimate in candidates.iter().filter_map(|method| method.estimate(tuples, k, max_size)) {
            let fits = estimate.method != Self::Partition || estimate.bytes <= PARTITION_MEMORY;
            if fits && best.is_none_or(|best| estimate.seconds < best.seconds) {
                best = Some(estimate);
            }
        }
        best.unwrap_or(Estimate { method: Self::HittingSet, seconds: f64::INFINITY, bytes: 0.0 })
    }

    /// Rejects tables that the method cannot handle.
    pub(super) fn check(self, tuples: &Tuples) -> Result<()> {
        let given = tuples.n_columns();
        if self == Self::Bitmap && given > bitmap::MAX_COLUMNS {
            return Err(UniquesError::TooManyColumns { method: self.name(), given, limit: bitmap::MAX_COLUMNS }.into());
        }
        Ok(())
    }
}

/// The number of tuples with fewer than k records: the others are safe.
pub(super) fn targets(tuples: &Tuples, k: u64) -> usize {
    (0..tuples.len()).filter(|&tuple| tuples.is_rare(tuple, k)).count()
}
