//! The handle classes for the frontier of risk and loss.

use super::clock::clock;
use super::encoding::{Encoded, EncodedTable};
use super::error::Result;
use super::json;
use super::messages::{FrontierStart, FrontierStep, IntervalColumn, PartitionView, SafeHarborTable};
use super::opening::Opened;
use super::population::Population;
use super::recipe::RecipeHandle;
use super::search::PolicySearch;
use crate::data::Table;
use crate::frontier::{Point, Run, SafeHarbor};
use crate::monitor::When;
use crate::partition::PartitionPolicy;
use crate::search::Status;
use crate::study::{FullDomainRun, Outcome, Recipe, RunStatus, Tradeoffs};
use js_sys::{Float64Array, Uint8Array};
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// A search for a frontier of partition policies.
#[wasm_bindgen]
pub struct PartitionFrontier {
    pub(super) table: Arc<EncodedTable>,
    pub(super) recipe: Arc<Recipe>,
    pub(super) tradeoffs: Tradeoffs,
    pub(super) run: Run,
    pub(super) safe_harbor: Option<(SafeHarbor, Point)>,
    pub(super) status: Status,
    milliseconds: f64,
}

/// A search for a frontier of full-domain policies.
#[wasm_bindgen]
pub struct FullDomainFrontier {
    pub(super) table: Arc<EncodedTable>,
    pub(super) recipe: Arc<Recipe>,
    pub(super) run: FullDomainRun,
    pub(super) status: RunStatus,
}

/// Points of a frontier by rising risk, and points that were visited.
#[wasm_bindgen(getter_with_clone)]
pub struct FrontierPoints {
    /// The risks.
    pub risk: Float64Array,
    /// The losses.
    pub loss: Float64Array,
    /// The levels of full-domain policies, policy by policy.
    pub levels: Uint8Array,
    /// Risks of visited policies.
    #[wasm_bindgen(js_name = visitedRisk)]
    pub visited_risk: Float64Array,
    /// Losses of visited policies.
    #[wasm_bindgen(js_name = visitedLoss)]
    pub visited_loss: Float64Array,
}

#[wasm_bindgen]
impl Encoded {
    /// Starts the recipe's search for a frontier of partition policies, with risk among the records of the table.
    #[wasm_bindgen(js_name = partitionFrontier)]
    pub fn partition_frontier(&self, recipe: &RecipeHandle) -> Result<PartitionFrontier> {
        PartitionFrontier::new(&self.table, &recipe.recipe, None)
    }

    /// Starts that search with risk among the people of a population.
    #[wasm_bindgen(js_name = partitionFrontierWithPopulation)]
    pub fn partition_frontier_with_population(
        &self,
        recipe: &RecipeHandle,
        population: &Population,
    ) -> Result<PartitionFrontier> {
        PartitionFrontier::new(&self.table, &recipe.recipe, Some(&population.table))
    }

    /// Starts the recipe's search for a frontier of full-domain policies.
    #[wasm_bindgen(js_name = fullDomainFrontier)]
    pub fn full_domain_frontier(&self, recipe: &RecipeHandle) -> Result<FullDomainFrontier> {
        let run = FullDomainRun::new(self.table.prepared.clone(), &recipe.recipe)?;
        Ok(FullDomainFrontier {
            table: Arc::clone(&self.table),
            recipe: Arc::clone(&recipe.recipe),
            run,
            status: RunStatus::Running,
        })
    }
}

#[wasm_bindgen]
impl PartitionFrontier {
    /// The start of the search.
    pub fn start(&self) -> Result<Ts<FrontierStart>> {
        let frequencies = self.tradeoffs.frequencies();
        json::message(&FrontierStart {
            bits: self.tradeoffs.space().n_bits(),
            top_loss: self.run.explorer().staircase().top_loss(),
            people: frequencies.n_people(),
            unknown_records: frequencies.n_unknown(),
            has_population: frequencies.has_population(),
        })
    }

    /// Continues for about `milliseconds`.
    pub fn advance(&mut self, milliseconds: f64) -> Result<Ts<FrontierStep>> {
        let clock = clock()?;
        let start = clock.now();
        let run = &mut self.run;
        self.status = run.advance(&mut When(|| clock.now() - start >= milliseconds));
        self.milliseconds += clock.now() - start;
        let explorer = run.explorer();
        let staircase = explorer.staircase();
        let safe_harbor = self.safe_harbor.as_ref();
        let better = safe_harbor.map(|(_, point)| staircase.dominators(*point));
        json::message(&FrontierStep {
            done: self.status == Status::Done,
            exact: run.is_exact(),
            evaluated: explorer.evaluated(),
            share: run.share(),
            accepted: staircase.n_accepted(),
            size: staircase.len(),
            area: Some(staircase.area()),
            better_than_safe_harbor: better.map(|range| range.len()),
            milliseconds: self.milliseconds,
        })
    }

    /// At most `most` points of the frontier, and some of those that were visited.
    pub fn points(&self, most: usize) -> FrontierPoints {
        let explorer = self.run.explorer();
        FrontierPoints::new(&explorer.staircase().some(most), explorer.visited(), &[])
    }

    /// The best policy of at most this risk.
    pub fn policy(&self, risk: f64) -> Result<Ts<PartitionView>> {
        let staircase = self.run.explorer().staircase();
        self.view(&staircase.policy(staircase.at_risk(risk)))
    }

    /// Safe Harbor's policy; `None` if the rule covers no column.
    #[wasm_bindgen(js_name = safeHarbor)]
    pub fn safe_harbor(&self) -> Result<Option<Ts<PartitionView>>> {
        let view = |(harbor, _): &(SafeHarbor, Point)| {
            let rows = self.tradeoffs.rows_of(harbor.labels.iter().cloned());
            json::message(&self.seen_named(&harbor.policy, rows)?)
        };
        self.safe_harbor.as_ref().map(view).transpose()
    }

    /// The treatment of each of Safe Harbor's identifiers under that policy.
    #[wasm_bindgen(js_name = safeHarborTable)]
    pub fn safe_harbor_table(&self, opened: &Opened, recipe: &RecipeHandle) -> Result<Ts<SafeHarborTable>> {
        let harbor = self.safe_harbor.as_ref().map(|(harbor, _)| harbor);
        let profile = &opened.file.profile;
        let table = (self.tradeoffs).safe_harbor_table(harbor, &recipe.recipe, profile);
        json::message(&SafeHarborTable::from(table))
    }

    /// The partition policy closest to a search's policy.
    #[wasm_bindgen(js_name = closestTo)]
    pub fn closest_to(&self, search: &mut PolicySearch) -> Result<Ts<PartitionView>> {
        let outcome = Outcome::of(&mut search.run)?.policy;
        self.view(&(self.tradeoffs).of_levels(&self.table.prepared, &outcome))
    }
}

impl PartitionFrontier {
    fn new(table: &Arc<EncodedTable>, recipe: &Arc<Recipe>, population: Option<&Table>) -> Result<Self> {
        let records = table.prepared.table();
        let tradeoffs = Tradeoffs::new(recipe, &table.dialect, records, population)?;
        let safe_harbor = match tradeoffs.safe_harbor() {
            Ok(harbor) => {
                let point = tradeoffs.figures(&harbor.policy)?.point;
                Some((harbor, point))
            }
            Err(_) => None,
        };
        let run = tradeoffs.run(recipe, safe_harbor.as_ref().map(|(harbor, _)| &harbor.policy))?;
        Ok(Self {
            table: Arc::clone(table),
            recipe: Arc::clone(recipe),
            tradeoffs,
            run,
            safe_harbor,
            status: Status::Running,
            milliseconds: 0.0,
        })
    }

    fn view(&self, policy: &PartitionPolicy) -> Result<Ts<PartitionView>> {
        json::message(&self.seen(policy)?)
    }

    /// A policy as a message.
    pub(super) fn seen(&self, policy: &PartitionPolicy) -> Result<PartitionView> {
        self.seen_named(policy, self.tradeoffs.hierarchy_rows(policy))
    }

    /// A policy whose intervals are named by these rows of hierarchies.
    fn seen_named(&self, policy: &PartitionPolicy, rows: Vec<(String, Vec<[String; 2]>)>) -> Result<PartitionView> {
        let figures = self.tradeoffs.figures(policy)?;
        let columns = (rows.into_iter().zip(figures.intervals))
            .map(|((column, rows), intervals)| IntervalColumn {
                column,
                rows,
                intervals: intervals.into_iter().map(|interval| interval.label).collect(),
            })
            .collect();
        Ok(PartitionView {
            risk: figures.point.risk,
            loss: figures.point.loss,
            expected: figures.risk.expected,
            average: figures.risk.average,
            journalist: figures.risk.journalist,
            prosecutor: figures.risk.prosecutor,
            groups: figures.risk.groups,
            smallest_group: figures.risk.smallest_group,
            columns,
        })
    }
}

#[wasm_bindgen]
impl FullDomainFrontier {
    /// Continues for about `milliseconds`.
    pub fn advance(&mut self, milliseconds: f64) -> Result<Ts<FrontierStep>> {
        let clock = clock()?;
        let run = &mut self.run;
        self.status = run.advance(milliseconds, &mut || clock.now())?;
        json::message(&FrontierStep {
            done: self.status != RunStatus::Running,
            exact: run.is_exact(),
            evaluated: run.looked_at().steps,
            share: run.share(),
            accepted: run.points().len() as u64,
            size: run.points().len(),
            area: None,
            better_than_safe_harbor: None,
            milliseconds: run.milliseconds(),
        })
    }

    /// The points of the frontier.
    pub fn points(&self) -> FrontierPoints {
        let points = self.run.points().iter();
        let shown: Vec<Point> = points.clone().map(|(point, _)| *point).collect();
        let levels: Vec<u8> = (points.flat_map(|(_, policy)| policy.levels())).copied().collect();
        FrontierPoints::new(&shown, &[], &levels)
    }
}

impl FrontierPoints {
    fn new(shown: &[Point], visited: &[Point], levels: &[u8]) -> Self {
        let risks = |points: &[Point]| points.iter().map(|point| point.risk).collect::<Vec<_>>();
        let losses = |points: &[Point]| points.iter().map(|point| point.loss).collect::<Vec<_>>();
        Self {
            risk: risks(shown).as_slice().into(),
            loss: losses(shown).as_slice().into(),
            levels: levels.into(),
            visited_risk: risks(visited).as_slice().into(),
            visited_loss: losses(visited).as_slice().into(),
        }
    }
}
