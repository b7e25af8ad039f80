//! The handle class for the search for the best policy.

use super::clock::take_turn;
use super::encoding::{Encoded, EncodedTable};
use super::error::{Result, misuse};
use super::json;
use super::messages::{self, Best, Example, PolicyLevel, RiskBeforeAfter};
use super::recipe::RecipeHandle;
use crate::data::Table;
use crate::lattice::{Policy, size_in_words};
use crate::people::People;
use crate::recipe::Recipe;
use crate::report::{ConditionReport, Detail};
use crate::run::{Outcome, Run, Suitable};
use crate::search::Work;
use crate::table::EncodedStudy;
use js_sys::Reflect;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// A search for a recipe's best policy.
#[wasm_bindgen]
pub struct PolicySearch {
    pub(super) table: Arc<EncodedTable>,
    pub(super) run: Run,
    pub(super) recipe: Arc<Recipe>,
    /// The population of the risk, once it is set.
    pub(super) population: Option<Arc<Table>>,
    /// The people, once they are counted.
    pub(super) people: Option<People>,
}

#[wasm_bindgen]
impl Encoded {
    /// Starts the recipe's search.
    pub fn search(&self, recipe: &RecipeHandle) -> Result<PolicySearch> {
        let recipe = Arc::clone(&recipe.recipe);
        let problem = Arc::new(self.table.prepared.problem(&recipe)?);
        Ok(PolicySearch {
            run: Run::new(problem, &recipe.search)?,
            table: Arc::clone(&self.table),
            recipe,
            population: None,
            people: None,
        })
    }

    /// The algorithms with their suitability for the recipe's problem.
    pub fn algorithms(&self, recipe: &RecipeHandle) -> Result<Ts<messages::Algorithms>> {
        let problem = Arc::new(self.table.prepared.problem(&recipe.recipe)?);
        let algorithms: Vec<messages::AlgorithmView> = (Suitable::all(&problem).into_iter())
            .map(|suitable| messages::AlgorithmView {
                name: suitable.algorithm.name().to_owned(),
                advice: suitable.algorithm.advice().to_owned(),
                optimal: suitable.optimal,
                refusal: suitable.refusal.map(|refusal| refusal.to_string()),
            })
            .collect();
        json::message(&messages::Algorithms(algorithms))
    }
}

#[wasm_bindgen]
impl PolicySearch {
    /// Continues for about `milliseconds`.
    pub fn advance(&mut self, milliseconds: f64) -> Result<Ts<messages::Progress>> {
        advance(&self.table.prepared, &mut self.run, milliseconds)
    }

    /// The best policy so far.
    pub fn outcome(&mut self) -> Result<Ts<messages::Outcome>> {
        let (prepared, run, recipe) = self.running();
        let outcome = Outcome::of(run)?;
        let before = run.evaluator().worst_before();
        let levels = policy(prepared, recipe, &outcome.policy);
        let gone = Detail::share_gone(recipe.loss.measure, recipe.loss.aggregate, outcome.loss);
        let words = (levels.iter().zip(&outcome.groups_by_qi))
            .map(|(own, &groups)| (own.column.as_str(), own.level, own.name.as_str(), Some(groups)));
        let detail = Detail::of_policy(words, gone);
        let message = messages::Outcome {
            policy: levels,
            left: detail.sentence(),
            says_nothing: detail.nothing,
            chosen: outcome.chosen,
            best_loss: outcome.best_loss,
            loss: outcome.loss,
            loss_by_qi: outcome.loss_by_qi,
            groups_by_qi: outcome.groups_by_qi,
            bound: outcome.bound,
            optimal: outcome.optimal,
            suppressed_records: outcome.suppressed_records,
            suppression_limit_records: outcome.suppression_limit_records,
            records: outcome.records,
            classes: outcome.classes,
            conditions: ConditionReport::all(&recipe.protect, &outcome.conditions)
                .iter()
                .zip(before)
                .map(|(condition, before)| messages::ConditionTold {
                    sentence: condition.sentence(),
                    found: condition.found,
                    before,
                })
                .collect(),
            lattice_size: size_in_words(outcome.lattice_size),
            seconds: outcome.seconds,
            algorithm: recipe.search.algorithm.name().to_owned(),
            risk: RiskBeforeAfter { before: outcome.risk_before.into(), after: outcome.risk_after.into() },
        };
        json::message(&message)
    }

    /// The policies one level finer or coarser than the best one.
    pub fn neighbours(&mut self) -> Result<Ts<messages::Neighbours>> {
        let (prepared, run, _) = self.running();
        let names = prepared.names();
        let outcome = Outcome::of(run)?;
        let mut neighbours = Vec::new();
        for neighbour in outcome.neighbours(run) {
            let levels = neighbour.policy.levels();
            let words = prepared.words(levels);
            let differ: Vec<usize> = (0..names.len()).filter(|&qi| levels[qi] != outcome.policy.levels()[qi]).collect();
            neighbours.push(messages::Neighbour {
                columns: differ.iter().map(|&qi| names[qi].clone()).collect(),
                level: differ.first().map_or(0, |&qi| levels[qi]),
                words: differ.iter().map(|&qi| words[qi].clone()).collect(),
                step: if neighbour.coarser { 1 } else { -1 },
                loss: neighbour.loss,
                suppressed_records: neighbour.suppressed_records,
                valid: neighbour.valid,
                classes: neighbour.classes,
            });
        }
        json::message(&messages::Neighbours(neighbours))
    }
}

impl PolicySearch {
    pub(super) fn running(&mut self) -> (&EncodedStudy, &mut Run, &Recipe) {
        (&self.table.prepared, &mut self.run, &self.recipe)
    }
}

fn advance(prepared: &EncodedStudy, run: &mut Run, milliseconds: f64) -> Result<Ts<messages::Progress>> {
    take_turn(run, milliseconds)?;
    let progress = run.progress();
    let best = (progress.best.zip(progress.evaluation)).map(|(best, evaluation)| Best {
        levels: best.policy.levels().to_vec(),
        words: in_words(prepared, best.policy.levels()),
        loss: best.loss,
        suppressed_records: evaluation.suppressed,
    });
    let (policies_checked, policies_pruned) = match progress.counters.work {
        Work::Policies { checked, pruned } => (checked, pruned),
        Work::Boxes { .. } => (0, 0),
    };
    let message = messages::Progress {
        status: run.status().into(),
        policies_checked,
        policies_pruned,
        open: progress.counters.open,
        lattice_size: size_in_words(run.problem().lattice().size()),
        bound: progress.bound,
        best,
        milliseconds: run.milliseconds(),
        counters: progress.counters.into(),
        boxes: run.boxes().map(|boxes| messages::Boxes {
            looked_at: boxes.looked_at,
            evaluated: boxes.evaluated,
            open: boxes.open,
            closed: boxes.closed,
        }),
    };
    let message = json::message(&message)?;
    if progress.bound.is_infinite() {
        Reflect::set(&message.js_value(), &"bound".into(), &progress.bound.into())
            .map_err(|_| misuse("an object cannot be changed"))?;
    }
    Ok(message)
}

/// Each quasi-identifier with its level in words.
pub(super) fn in_words(prepared: &EncodedStudy, levels: &[u8]) -> Vec<(String, String)> {
    prepared.in_words(levels).into_iter().collect()
}

pub(super) fn policy(prepared: &EncodedStudy, recipe: &Recipe, policy: &Policy) -> Vec<PolicyLevel> {
    let words = prepared.words(policy.levels());
    (prepared.names().into_iter().zip(policy.levels()).zip(words).enumerate())
        .map(|(qi, ((column, &level), name))| {
            let settings = recipe.column(&column);
            let height = prepared.qis()[qi].height();
            let (from, to) = prepared.example(qi, level);
            PolicyLevel {
                level,
                name,
                height,
                min_level: settings.map_or(0, |settings| settings.min_level),
                max_level: settings.and_then(|settings| settings.max_level).unwrap_or(height as u8 - 1),
                groups: prepared.qis()[qi].n_groups(level),
                example: Example { from, to },
                column,
            }
        })
        .collect()
}
