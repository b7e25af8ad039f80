//! The handle class: the search.

use super::error::{Result, misuse};
use super::json;
use super::messages::{self, Best, Example, PolicyLevel, RiskBeforeAfter};
use super::session::Session;
use crate::lattice::{Policy, size_in_words};
use crate::search::Work;
use crate::study::{Outcome, Prepared, Recipe, Run, Suitable};
use js_sys::Reflect;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Session {
    /// Starts the recipe's search over the quasi-identifiers in memory.
    #[wasm_bindgen(js_name = searchBegin)]
    pub fn search_begin(&mut self, recipe: &str) -> Result<Ts<messages::Progress>> {
        self.run = Some(self.started(recipe)?);
        self.report = None;
        self.search_advance(0.0)
    }

    /// Goes on for about `milliseconds`.
    #[wasm_bindgen(js_name = searchAdvance)]
    pub fn search_advance(&mut self, milliseconds: f64) -> Result<Ts<messages::Progress>> {
        let (run, _) = self
            .run
            .as_mut()
            .ok_or_else(|| misuse("`searchAdvance` before `searchBegin`"))?;
        advance(run, milliseconds)
    }

    /// Starts another search beside the one that was started, to be compared with it.
    #[wasm_bindgen(js_name = rivalBegin)]
    pub fn rival_begin(&mut self, recipe: &str) -> Result<Ts<messages::Progress>> {
        self.rival = Some(self.started(recipe)?.0);
        self.rival_advance(0.0)
    }

    /// Goes on with that other search.
    #[wasm_bindgen(js_name = rivalAdvance)]
    pub fn rival_advance(&mut self, milliseconds: f64) -> Result<Ts<messages::Progress>> {
        let run = self
            .rival
            .as_mut()
            .ok_or_else(|| misuse("`rivalAdvance` before `rivalBegin`"))?;
        advance(run, milliseconds)
    }

    /// Forgets that other search and what it holds in memory.
    #[wasm_bindgen(js_name = rivalEnd)]
    pub fn rival_end(&mut self) {
        self.rival = None;
    }

    /// The algorithms with what they can do for the recipe's problem.
    pub fn algorithms(&self, recipe: &str) -> Result<Ts<messages::Algorithms>> {
        let problem = Arc::new(self.prepared()?.problem(&Recipe::parse(recipe)?)?);
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

    /// The best policy so far.
    pub fn outcome(&mut self) -> Result<Ts<messages::Outcome>> {
        let (prepared, run, recipe) = self.running()?;
        let outcome = Outcome::of(run)?;
        let message = messages::Outcome {
            policy: policy(prepared, recipe, &outcome.policy),
            chosen: outcome.chosen,
            best_loss: outcome.best_loss,
            loss: outcome.loss,
            loss_by_qi: outcome.loss_by_qi,
            bound: outcome.bound,
            optimal: outcome.optimal,
            suppressed_records: outcome.suppressed_records,
            suppression_limit_records: outcome.suppression_limit_records,
            records: outcome.records,
            classes: outcome.classes,
            lattice_size: size_in_words(outcome.lattice_size),
            seconds: outcome.seconds,
            algorithm: recipe.search.algorithm.name().to_owned(),
            risk: RiskBeforeAfter {
                before: outcome.risk_before.into(),
                after: outcome.risk_after.into(),
            },
        };
        json::message(&message)
    }

    /// The policies one level finer or coarser than the best one.
    pub fn neighbours(&mut self) -> Result<Ts<messages::Neighbours>> {
        let (prepared, run, _) = self.running()?;
        let names = prepared.names();
        let outcome = Outcome::of(run)?;
        let mut neighbours = Vec::new();
        for neighbour in outcome.neighbours(run) {
            let differ = (neighbour
                .policy
                .levels()
                .iter()
                .zip(outcome.policy.levels()))
            .zip(&names)
            .filter(|((other, own), _)| other != own);
            let (columns, levels): (Vec<String>, Vec<u8>) = differ
                .map(|((other, _), name)| (name.clone(), *other))
                .unzip();
            neighbours.push(messages::Neighbour {
                columns,
                level: levels.first().copied().unwrap_or_default(),
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

impl Session {
    pub(super) fn prepared(&self) -> Result<&Prepared> {
        let encoded = self.encoded.as_ref();
        Ok(&encoded
            .ok_or_else(|| misuse("a search before `encodeEnd`"))?
            .prepared)
    }

    fn started(&self, recipe: &str) -> Result<(Run, Recipe)> {
        let recipe = Recipe::parse(recipe)?;
        let problem = Arc::new(self.prepared()?.problem(&recipe)?);
        Ok((Run::new(problem, &recipe.search)?, recipe))
    }

    pub(super) fn running(&mut self) -> Result<(&Prepared, &mut Run, &Recipe)> {
        match (&self.encoded, &mut self.run) {
            (Some(encoded), Some((run, recipe))) => Ok((&encoded.prepared, run, recipe)),
            _ => Err(misuse("no search was started")),
        }
    }
}

pub(super) fn advance(run: &mut Run, milliseconds: f64) -> Result<Ts<messages::Progress>> {
    let clock = clock()?;
    run.advance(milliseconds, &mut || clock.now());
    let progress = run.progress();
    let best = (progress.best.zip(progress.evaluation)).map(|(best, evaluation)| Best {
        levels: best.policy.levels().to_vec(),
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

pub(super) fn policy(prepared: &Prepared, recipe: &Recipe, policy: &Policy) -> Vec<PolicyLevel> {
    (prepared
        .names()
        .into_iter()
        .zip(policy.levels())
        .enumerate())
    .map(|(qi, (column, &level))| {
        let settings = recipe.column(&column);
        let height = prepared.qis()[qi].height();
        let (from, to) = prepared.example(qi, level);
        PolicyLevel {
            level,
            height,
            min_level: settings.map_or(0, |settings| settings.min_level),
            max_level: settings
                .and_then(|settings| settings.max_level)
                .unwrap_or(height as u8 - 1),
            groups: prepared.qis()[qi].n_groups(level),
            example: Example { from, to },
            column,
        }
    })
    .collect()
}

/// The worker's clock; it exists in every worker, and in Node.
pub(super) fn clock() -> Result<web_sys::Performance> {
    let scope: web_sys::WorkerGlobalScope = js_sys::global().unchecked_into();
    scope
        .performance()
        .ok_or_else(|| misuse("there is no clock"))
}
