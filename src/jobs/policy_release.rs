//! Writes the release of a policy, with its report.

use super::encode::Original;
use super::rewriting::{Rewrite, Rewriting, Rewritten};
use crate::error::Result;
use crate::people::{AttackersBeforeAfter, People, attackers};
use crate::recipe::Recipe;
use crate::release::disclosure::Warning;
use crate::release::{Key, Transformation};
use crate::report::Report;
use crate::run::Outcome;
use crate::table::policy_warnings;
use std::sync::Arc;

/// The pass over an original that writes the release of a policy.
pub struct PolicyReleaseJob {
    rewriting: Rewriting,
    original: Arc<Original>,
    recipe: Recipe,
    outcome: Outcome,
    attackers: AttackersBeforeAfter,
    /// The disclosure warnings that are known before the release is written.
    disclosure: Vec<Warning>,
}

impl PolicyReleaseJob {
    /// The release of the outcome's policy; `transformation` is the one of its levels. `people` are those of the
    /// population, and `key` is the key of keyed hashes, if the recipe asks for them.
    ///
    /// # Errors
    /// A recipe that chose suppressed cells or another point of a frontier, and one without a seed for the order of the
    /// rows.
    pub fn new(
        original: &Arc<Original>,
        recipe: Recipe,
        outcome: Outcome,
        transformation: Arc<Transformation>,
        people: Option<&People>,
        key: Option<Key>,
    ) -> Result<Self> {
        recipe.expect_policy()?;
        outcome.expect_point(&recipe)?;
        let prepared = &original.prepared;
        let levels = outcome.policy.levels();
        Ok(Self {
            disclosure: policy_warnings(&recipe, prepared, levels, &|row| transformation.is_suppressed(row))?,
            attackers: attackers(&recipe, prepared, levels, people)?,
            rewriting: Rewriting::new(original, &recipe, transformation, levels, key)?,
            original: Arc::clone(original),
            recipe,
            outcome,
        })
    }
}

impl Rewrite<Report> for PolicyReleaseJob {
    fn push(&mut self, raw: &[u8], text: &[u8]) -> Vec<u8> {
        self.rewriting.push(raw, text)
    }

    fn rest(&mut self) -> Vec<u8> {
        self.rewriting.rest()
    }

    fn finish(self) -> Result<Rewritten<Report>> {
        let Self { rewriting, original, recipe, outcome, attackers, mut disclosure } = self;
        let (last, seen, output_sha256) = rewriting.finish()?;
        disclosure.extend(seen);
        let (prepared, levels) = (&original.prepared, outcome.policy.levels());
        let report = Report::new(&recipe, &prepared.names(), &outcome, original.sha256.clone(), output_sha256)
            .with_reading(&recipe, prepared)
            .with_words(prepared.in_words(levels))
            .with_attackers(attackers)
            .with_slack(prepared.slack(&recipe, levels))
            .with_disclosure(disclosure);
        Ok(Rewritten { last, report })
    }
}
