//! The handle class that examines whether a policy's intervals of single columns are optimal.

use super::clock::clock;
use super::error::{Result, misuse};
use super::frontier::PartitionFrontier;
use super::json;
use super::messages::{ColumnVerdict, ColumnVerdicts};
use crate::frontier::{ColumnOptimality, Verdict};
use crate::partition::PartitionPolicy;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Examines a partition policy, one column after another.
#[wasm_bindgen]
pub struct ColumnCheck {
    optimality: ColumnOptimality,
    policy: PartitionPolicy,
    n_columns: usize,
    verdicts: Vec<Verdict>,
}

#[wasm_bindgen]
impl PartitionFrontier {
    /// Starts to examine the policy that keeps these boundaries: for each column in order, 1 for each value after the
    /// first that begins an interval.
    #[wasm_bindgen(js_name = columnCheck)]
    pub fn column_check(&self, kept: &[u8]) -> Result<ColumnCheck> {
        let space = self.tradeoffs.space();
        if kept.len() != space.n_bits() {
            return Err(misuse("a policy is of other columns"));
        }
        let mut policy = space.top();
        for (bit, &kept) in kept.iter().enumerate() {
            policy.set(bit, kept != 0);
        }
        let top_loss = self.run.explorer().staircase().top_loss();
        let mut optimality = ColumnOptimality::new(space, self.tradeoffs.frequencies(), top_loss);
        optimality.begin(0, &policy);
        Ok(ColumnCheck { optimality, policy, n_columns: space.domains().len(), verdicts: Vec::new() })
    }

    /// The verdicts so far.
    #[wasm_bindgen(js_name = columnVerdicts)]
    pub fn column_verdicts(&self, check: &ColumnCheck) -> Result<Ts<ColumnVerdicts>> {
        let domains = self.tradeoffs.space().domains();
        let verdicts = (domains.iter().zip(&check.verdicts)).map(|(domain, verdict)| {
            let better = match verdict {
                Verdict::Better(policy) => Some(self.seen(policy)?),
                _ => None,
            };
            Ok(ColumnVerdict {
                column: domain.name().to_owned(),
                is_best: matches!(verdict, Verdict::Best { .. }),
                better,
            })
        });
        json::message(&ColumnVerdicts(verdicts.collect::<Result<_>>()?))
    }
}

#[wasm_bindgen]
impl ColumnCheck {
    /// Continues for about `milliseconds`. Returns the share of the columns that are decided.
    pub fn advance(&mut self, milliseconds: f64) -> Result<f64> {
        let clock = clock()?;
        let start = clock.now();
        while self.verdicts.len() < self.n_columns && clock.now() - start < milliseconds {
            if let Some(verdict) = self.optimality.step() {
                self.verdicts.push(verdict);
                self.optimality.begin(self.verdicts.len(), &self.policy);
            }
        }
        Ok(self.verdicts.len() as f64 / self.n_columns as f64)
    }
}
