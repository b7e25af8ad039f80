//! Evaluates the policies of a report twice: with the evaluator, to the last digit, and by the definitions.

use super::{Audit, failing, words};
use crate::classes::K;
use crate::error::Result;
use crate::lattice::{Level, Policy};
use crate::loss::LossSettings;
use crate::recipe::Recipe;
use crate::release::plain::{PlainFigures, PlainTable};
use crate::release::verify::Claim;
use crate::search::{Candidate, Evaluation, Evaluator, Problem};
use crate::table::EncodedStudy;
use indexmap::IndexMap;
use std::sync::Arc;

/// Two losses agree if they differ by a smaller share: they are summed in different orders.
pub(super) const TOLERANCE: f64 = 1e-9;

/// The policies of a table, and the findings about those that a report names.
pub(super) struct Policies<'a> {
    prepared: &'a EncodedStudy,
    names: Vec<String>,
    /// The problem for k = 1, by class sizes alone.
    base: Problem,
    settings: LossSettings,
    plain: PlainTable<'a>,
    agreed: usize,
    failing: Vec<Claim>,
}

/// The problem and conditions for the policies at one place of a report.
#[derive(Clone)]
pub(super) struct Posed {
    recipe: Recipe,
    problem: Arc<Problem>,
}

impl Posed {
    /// The problem to search.
    pub(super) fn problem(&self) -> &Arc<Problem> {
        &self.problem
    }

    /// Evaluates a policy with the evaluator alone.
    pub(super) fn check(&self, levels: &[Level]) -> Evaluation {
        Evaluator::new(Arc::clone(&self.problem)).check(&Policy::new(levels))
    }
}

impl<'a> Policies<'a> {
    /// The policies that a recipe allows.
    pub(super) fn new(prepared: &'a EncodedStudy, recipe: &Recipe) -> Result<Self> {
        // Each policy brings its own k.
        let mut recipe = recipe.by_sizes_alone();
        recipe.privacy.k = 1;
        Ok(Self {
            prepared,
            names: prepared.names(),
            base: prepared.problem(&recipe)?,
            settings: prepared.loss(&recipe),
            plain: PlainTable::new(prepared.table(), prepared.hierarchies())?,
            agreed: 0,
            failing: Vec::new(),
        })
    }

    /// The problem of a recipe with its k and its suppression limit.
    ///
    /// # Errors
    /// Conditions on columns that were not read.
    pub(super) fn posed(&self, recipe: &Recipe) -> Result<Posed> {
        let limit = recipe.suppression_limit(self.records());
        let sizes = self.base.at(K::new(recipe.privacy.k), limit);
        let problem = match self.prepared.protection(recipe)? {
            Some(protection) => sizes.protected(Arc::new(protection)),
            None => sizes,
        };
        Ok(Posed { recipe: recipe.clone(), problem: Arc::new(problem) })
    }

    /// Records of the table.
    pub(super) fn records(&self) -> u64 {
        self.base.records()
    }

    /// The levels of a policy given by names. `None`, with a failing claim, if the recipe does not allow it.
    pub(super) fn levels(&mut self, place: &str, policy: &IndexMap<String, Level>) -> Option<Vec<Level>> {
        let is_named = policy.len() == self.names.len();
        let levels: Vec<Level> = (self.names.iter()).filter_map(|name| policy.get(name).copied()).collect();
        let is_allowed =
            is_named && levels.len() == self.names.len() && self.base.lattice().contains(&Policy::new(&*levels));
        if !is_allowed {
            self.fail(format!("{place}: its levels"), words::levels(policy), "no policy of the recipe".to_owned());
        }
        is_allowed.then_some(levels)
    }

    /// Levels by the names of their columns.
    pub(super) fn in_words(&self, levels: &[Level]) -> String {
        words::levels(self.names.iter().zip(levels))
    }

    /// Evaluates a policy. There is a failing claim if the definitions disagree, and one if the policy is not valid.
    ///
    /// # Errors
    /// See [`posed`](Self::posed).
    pub(super) fn evaluate(
        &mut self,
        place: &str,
        levels: &[Level],
        posed: &Posed,
    ) -> Result<(Evaluation, PlainFigures)> {
        let evaluation = posed.check(levels);
        let plain = self.figures(levels, posed)?;
        let difference = (plain.loss - evaluation.loss).abs();
        let same = plain.suppressed_records == evaluation.suppressed
            && plain.classes == evaluation.classes_kept
            && (plain.loss == evaluation.loss || difference <= TOLERANCE * plain.loss.abs().max(1.0));
        if same {
            self.agreed += 1;
        } else {
            self.fail(
                format!("{place}: by the definitions"),
                format!(
                    "{} suppressed, {} classes, loss {}",
                    evaluation.suppressed, evaluation.classes_kept, evaluation.loss
                ),
                format!("{} suppressed, {} classes, loss {}", plain.suppressed_records, plain.classes, plain.loss),
            );
        }
        let limit = posed.problem.limit();
        if plain.suppressed_records > limit {
            self.fail(
                format!("{place}: suppressed records"),
                format!("at most {limit}"),
                plain.suppressed_records.to_string(),
            );
        }
        if !plain.average_is_kept {
            self.fail(
                format!("{place}: average risk"),
                "no more than asked for".to_owned(),
                format!("{} classes of {} records", plain.classes, self.records() - plain.suppressed_records),
            );
        }
        Ok((evaluation, plain))
    }

    /// Evaluates a policy by the definitions.
    fn figures(&self, levels: &[Level], posed: &Posed) -> Result<PlainFigures> {
        let conditions = self.prepared.plain_conditions(&posed.recipe, levels)?;
        let k = posed.recipe.privacy.k;
        let figures = self.plain.figures(levels, k, conditions.as_ref(), &self.settings);
        Ok(figures)
    }

    /// The worst figure of each condition among the classes that a policy keeps, by the definitions. Empty if only
    /// class sizes are asked for.
    ///
    /// # Errors
    /// See [`posed`](Self::posed).
    pub(super) fn worst(&self, levels: &[Level], posed: &Posed) -> Result<Vec<Option<f64>>> {
        let conditions = self.prepared.plain_conditions(&posed.recipe, levels)?;
        let k = posed.recipe.privacy.k;
        Ok(conditions.map_or_else(Vec::new, |conditions| self.plain.worst(levels, k, &conditions)))
    }

    /// A failing claim if a policy one step away precedes this one: it loses less, or it loses the same and is more
    /// special.
    pub(super) fn compare_with_neighbours(&mut self, place: &str, levels: &[Level], posed: &Posed) {
        let mut evaluator = Evaluator::new(Arc::clone(&posed.problem));
        let policy = Policy::new(levels);
        let own = Candidate::checked(&evaluator.check(&policy), policy.clone());
        let lattice = self.base.lattice();
        let neighbours = lattice.predecessors(&policy).chain(lattice.successors(&policy));
        let better = neighbours.into_iter().find_map(|policy| {
            let found = evaluator.check(&policy);
            let candidate = Candidate::checked(&found, policy);
            (found.valid && candidate < own).then_some((candidate.policy, found.loss))
        });
        if let Some((policy, loss)) = better {
            let levels = self.in_words(policy.levels());
            let found = format!("{levels}: they come first with loss {loss}");
            self.fail(format!("{place}: the best policy"), format!("loss {}", own.loss), found);
        }
    }

    /// Whether no policy is valid, as far as the most general one shows, which suppresses least. No answer if
    /// conditions may make it suppress more than other policies. A valid policy gives a failing claim.
    pub(super) fn none_is_valid(&mut self, place: &str, posed: &Posed) -> Result<Option<bool>> {
        let top = self.base.lattice().top();
        let figures = self.figures(top.levels(), posed)?;
        let limit = posed.problem.limit();
        if figures.suppressed_records <= limit && figures.average_is_kept {
            self.fail(
                format!("{place}: no policy is valid"),
                format!("more than {limit} records suppressed by each"),
                format!("{} by the most general one", figures.suppressed_records),
            );
            return Ok(Some(false));
        }
        let sizes = self.plain.figures(top.levels(), posed.problem.k().get(), None, &self.settings);
        let is_told = posed.problem.validity_is_monotone() || sizes.suppressed_records > limit;
        Ok(is_told.then_some(true))
    }

    /// A claim that does not hold.
    pub(super) fn fail(&mut self, claim: String, claimed: String, found: String) {
        self.failing.push(failing(&claim, claimed, found));
    }

    /// Adds the findings to the audit.
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
