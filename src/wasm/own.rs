//! The handle class that examines whether a policy's intervals of single columns are optimal.

use super::clock::clock;
use super::error::{Result, misuse};
use super::frontier::PartitionFrontier;
use super::json;
use super::messages::{OwnVerdict, OwnVerdicts};
use crate::frontier::{OwnIntervals, Verdict};
use crate::partition::PartitionPolicy;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Examines a partition policy, one column after another.
#[wasm_bindgen]
pub struct OwnLook {
    own: OwnIntervals,
    policy: PartitionPolicy,
    n_columns: usize,
    verdicts: Vec<Verdict>,
}

#[wasm_bindgen]
impl PartitionFrontier {
    /// Starts to examine the policy that keeps these boundaries: for each column in order, 1 for each value after the
    /// first that begins an interval.
    #[wasm_bindgen(js_name = ownLook)]
    pub fn own_look(&self, kept: &[u8]) -> Result<OwnLook> {
        let space = self.tradeoffs.space();
        if kept.len() != space.n_bits() {
            return Err(misuse("a policy is of other columns"));
        }
        let mut policy = space.top();
        for (bit, &kept) in kept.iter().enumerate() {
            policy.set(bit, kept != 0);
        }
        let top_loss = self.run.explorer().staircase().top_loss();
        let mut own = OwnIntervals::new(space, self.tradeoffs.frequencies(), top_loss);
        own.begin(0, &policy);
        Ok(OwnLook { own, policy, n_columns: space.domains().len(), verdicts: Vec::new() })
    }

    /// The verdicts so far.
    #[wasm_bindgen(js_name = ownVerdicts)]
    pub fn own_verdicts(&self, look: &OwnLook) -> Result<Ts<OwnVerdicts>> {
        let domains = self.tradeoffs.space().domains();
        let verdicts = (domains.iter().zip(&look.verdicts)).map(|(domain, verdict)| {
            let better = match verdict {
                Verdict::Better(policy) => Some(self.seen(policy)?),
                _ => None,
            };
            Ok(OwnVerdict {
                column: domain.name().to_owned(),
                is_best: matches!(verdict, Verdict::Best { .. }),
                better,
            })
        });
        json::message(&OwnVerdicts(verdicts.collect::<Result<_>>()?))
    }
}

#[wasm_bindgen]
impl OwnLook {
    /// Continues for about `milliseconds`. Returns the share of the columns that are decided.
    pub fn advance(&mut self, milliseconds: f64) -> Result<f64> {
        let clock = clock()?;
        let start = clock.now();
        while self.verdicts.len() < self.n_columns && clock.now() - start < milliseconds {
            if let Some(verdict) = self.own.step() {
                self.verdicts.push(verdict);
                self.own.begin(self.verdicts.len(), &self.policy);
            }
        }
        Ok(self.verdicts.len() as f64 / self.n_columns as f64)
    }
}
