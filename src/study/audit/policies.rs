//! Policies of a report, each evaluated twice: by the evaluator, to the last digit, and by the definitions.

use super::{Audit, failing, words};
use crate::classes::K;
use crate::error::Result;
use crate::lattice::{Level, Policy};
use crate::loss::LossSettings;
use crate::release::plain::{PlainFigures, PlainTable};
use crate::release::verify::Claim;
use crate::search::{Evaluation, Evaluator, Problem};
use crate::study::{Prepared, Recipe};
use indexmap::IndexMap;
use std::sync::Arc;

/// Two losses agree when they differ by less than this share: they are summed in different orders.
pub(super) const TOLERANCE: f64 = 1e-9;

/// The policies of a table, and what was found of those that a report names.
pub(super) struct Policies<'a> {
    names: Vec<String>,
    base: Problem,
    settings: LossSettings,
    plain: PlainTable<'a>,
    agreed: usize,
    failing: Vec<Claim>,
}

impl<'a> Policies<'a> {
    /// The policies that a recipe allows.
    pub(super) fn new(prepared: &'a Prepared, recipe: &Recipe) -> Result<Self> {
        // Which k is asked for, each policy says by itself.
        let mut recipe = recipe.clone();
        recipe.privacy.k = 1;
        Ok(Self {
            names: prepared.names(),
            base: prepared.problem(&recipe)?,
            settings: prepared.loss(&recipe),
            plain: PlainTable::new(prepared.table(), prepared.hierarchies())?,
            agreed: 0,
            failing: Vec::new(),
        })
    }

    /// The problem of a k and a limit in records.
    pub(super) fn problem(&self, k: K, limit: u64) -> Arc<Problem> {
        Arc::new(self.base.at(k, limit))
    }

    /// Records of the table.
    pub(super) fn records(&self) -> u64 {
        self.base.records()
    }

    /// The levels of a policy by names; `None`, and a failing claim, where it is none that the recipe allows.
    pub(super) fn levels(
        &mut self,
        place: &str,
        policy: &IndexMap<String, Level>,
    ) -> Option<Vec<Level>> {
        let is_named = policy.len() == self.names.len();
        let levels: Vec<Level> = (self.names.iter())
            .filter_map(|name| policy.get(name).copied())
            .collect();
        let is_allowed = is_named
            && levels.len() == self.names.len()
            && self.base.lattice().contains(&Policy::new(&*levels));
        if !is_allowed {
            self.fail(
                format!("{place}: its levels"),
                words::levels(policy),
                "no policy of the recipe".to_owned(),
            );
        }
        is_allowed.then_some(levels)
    }

    /// Levels by the names of their columns.
    pub(super) fn in_words(&self, levels: &[Level]) -> String {
        words::levels(self.names.iter().zip(levels))
    }

    /// What a policy does under a k and a limit in records. Where the definitions say otherwise, and where it
    /// suppresses more than it may, there is a failing claim.
    pub(super) fn evaluate(
        &mut self,
        place: &str,
        levels: &[Level],
        k: K,
        limit: u64,
    ) -> (Evaluation, PlainFigures) {
        let evaluation = self.check(levels, k, limit);
        let plain = self.plain.figures(levels, k.get(), &self.settings);
        let difference = (plain.loss - evaluation.loss).abs();
        let same = plain.suppressed_records == evaluation.suppressed
            && plain.classes == evaluation.classes_kept
            && (plain.loss == evaluation.loss
                || difference <= TOLERANCE * plain.loss.abs().max(1.0));
        if same {
            self.agreed += 1;
        } else {
            self.fail(
                format!("{place}: by the definitions"),
                format!(
                    "{} suppressed, {} classes, loss {}",
                    evaluation.suppressed, evaluation.classes_kept, evaluation.loss
                ),
                format!(
                    "{} suppressed, {} classes, loss {}",
                    plain.suppressed_records, plain.classes, plain.loss
                ),
            );
        }
        if plain.suppressed_records > limit {
            self.fail(
                format!("{place}: suppressed records"),
                format!("at most {limit}"),
                plain.suppressed_records.to_string(),
            );
        }
        (evaluation, plain)
    }

    /// What a policy does by the evaluator alone.
    pub(super) fn check(&self, levels: &[Level], k: K, limit: u64) -> Evaluation {
        Evaluator::new(self.problem(k, limit)).check(&Policy::new(levels))
    }

    /// A failing claim where a policy one step away comes before this one: it loses less, or loses the same and is more
    /// special.
    pub(super) fn compare_with_neighbours(
        &mut self,
        place: &str,
        levels: &[Level],
        k: K,
        limit: u64,
    ) {
        let mut evaluator = Evaluator::new(self.problem(k, limit));
        let policy = Policy::new(levels);
        let own = evaluator.check(&policy).loss;
        let lattice = self.base.lattice();
        let before = lattice.predecessors(&policy).map(|policy| (policy, true));
        let behind = lattice.successors(&policy).map(|policy| (policy, false));
        let better = before.chain(behind).find_map(|(policy, wins_ties)| {
            let found = evaluator.check(&policy);
            let is_better = found.loss < own || wins_ties && found.loss == own;
            (found.valid && is_better).then_some((policy, found.loss))
        });
        if let Some((policy, loss)) = better {
            let levels = self.in_words(policy.levels());
            let found = format!("{levels}: they come first with loss {loss}");
            self.fail(
                format!("{place}: the best policy"),
                format!("loss {own}"),
                found,
            );
        }
    }

    /// Whether no policy at all is valid under a k and a limit: the most general one suppresses least.
    pub(super) fn none_is_valid(&mut self, place: &str, k: K, limit: u64) -> bool {
        let top = self.base.lattice().top();
        let figures = self.plain.figures(top.levels(), k.get(), &self.settings);
        let none = figures.suppressed_records > limit;
        if !none {
            self.fail(
                format!("{place}: no policy is valid"),
                format!("more than {limit} records suppressed by each"),
                format!("{} by the most general one", figures.suppressed_records),
            );
        }
        none
    }

    /// A claim that does not hold.
    pub(super) fn fail(&mut self, claim: String, claimed: String, found: String) {
        self.failing.push(failing(&claim, claimed, found));
    }

    /// Hands what was found to the audit.
    pub(super) fn conclude(self, audit: &mut Audit) {
        if self.failing.is_empty() {
            audit.add(Claim {
                field: None,
                claim: "every policy, grouped by the text of its labels".to_owned(),
                claimed: format!("{} policies", self.agreed),
                found: "the same suppressed records, classes and losses".to_owned(),
                holds: Some(true),
            });
        }
        for claim in self.failing {
            audit.add(claim);
        }
    }
}
