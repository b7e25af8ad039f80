//! The handle classes for the frontier of risk and loss.

use super::clock::take_turn;
use super::encoding::{Encoded, EncodedTable};
use super::error::Result;
use super::json;
use super::messages::{FrontierStart, FrontierStep, IntervalColumn, PartitionView};
use super::opening::Opened;
use super::population::Population;
use super::recipe::RecipeHandle;
use super::search::PolicySearch;
use crate::data::Table;
use crate::frontier::{Point, Run, SafeHarbor, SafeHarborTable};
use crate::partition::{Grouping, Interval, PartitionPolicy};
use crate::recipe::Recipe;
use crate::run::Reference;
use crate::run::{FullDomainRun, Outcome, PartitionFigures, RunStatus, Tradeoffs};
use crate::search::Status;
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
    /// For each point, whether its policy obeys Safe Harbor's rule: 1 or 0. Empty without the rule.
    #[wasm_bindgen(js_name = keepsRule)]
    pub keeps_rule: Uint8Array,
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
        let run = &mut self.run;
        let turned = take_turn(run, milliseconds)?;
        self.status = if turned.is_over { Status::Done } else { Status::Running };
        self.milliseconds += turned.milliseconds;
        let explorer = run.explorer();
        let staircase = explorer.staircase();
        let safe_harbor = self.safe_harbor.as_ref();
        let better = safe_harbor.map(|(rule, point)| staircase.dominators_above(*point, &rule.policy).count());
        json::message(&FrontierStep {
            done: self.status == Status::Done,
            exact: run.is_exact(),
            evaluated: explorer.evaluated(),
            share: run.share(),
            accepted: staircase.n_accepted(),
            size: staircase.len(),
            area: Some(staircase.area()),
            better_than_safe_harbor: better,
            milliseconds: self.milliseconds,
        })
    }

    /// At most `most` points of the frontier, and some of those that were visited.
    pub fn points(&self, most: usize) -> FrontierPoints {
        let explorer = self.run.explorer();
        let staircase = explorer.staircase();
        let places = staircase.some(most);
        let shown: Vec<Point> = places.iter().map(|&place| staircase.point(place)).collect();
        let keeps = |rule: &SafeHarbor| {
            (places.iter()).map(|&place| u8::from(staircase.policy(place).generalizes(&rule.policy))).collect()
        };
        let keeps_rule: Vec<u8> = self.safe_harbor.as_ref().map_or_else(Vec::new, |(rule, _)| keeps(rule));
        FrontierPoints {
            keeps_rule: keeps_rule.as_slice().into(),
            ..FrontierPoints::new(&shown, explorer.visited(), &[])
        }
    }

    /// The best policy of at most this risk.
    pub fn policy(&self, risk: f64) -> Result<Ts<PartitionView>> {
        let staircase = self.run.explorer().staircase();
        self.view(&staircase.policy(staircase.at_risk(risk)))
    }

    /// Safe Harbor's rule as a policy; `None` if it covers no column.
    #[wasm_bindgen(js_name = safeHarbor)]
    pub fn safe_harbor(&self) -> Result<Option<Ts<PartitionView>>> {
        let view = |(harbor, _): &(SafeHarbor, Point)| json::message(&self.seen_grouping(&harbor.grouping));
        self.safe_harbor.as_ref().map(view).transpose()
    }

    /// The treatment of each of Safe Harbor's identifiers under that policy.
    #[wasm_bindgen(js_name = safeHarborTable)]
    pub fn safe_harbor_table(&self, opened: &Opened, recipe: &RecipeHandle) -> Result<Ts<SafeHarborTable>> {
        let harbor = self.safe_harbor.as_ref().map(|(harbor, _)| harbor);
        let profile = &opened.file.profile;
        json::message(&self.tradeoffs.safe_harbor_table(harbor, &recipe.recipe, profile))
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
        let tradeoffs = Tradeoffs::new(recipe, table.dialect(), records, population)?;
        let safe_harbor = tradeoffs.safe_harbor(recipe).ok().map(|harbor| {
            let point = tradeoffs.figures_of(&harbor.grouping).point;
            (harbor, point)
        });
        let reference = safe_harbor.as_ref().map(|(harbor, _)| Reference::of_harbor(harbor.clone(), None));
        let run = tradeoffs.run(recipe, reference.as_ref())?;
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
        let figures = self.tradeoffs.figures(policy)?;
        let against = (self.safe_harbor.iter())
            .flat_map(|(rule, _)| rule.grouping.told_apart_by(self.tradeoffs.space(), policy))
            .map(|qi| self.tradeoffs.space().domains()[qi].name().to_owned());
        Ok(PartitionView { against_rule: against.collect(), ..seen_by(figures, self.tradeoffs.hierarchy_rows(policy)) })
    }

    /// Safe Harbor's rule as a message.
    fn seen_grouping(&self, grouping: &Grouping) -> PartitionView {
        seen_by(self.tradeoffs.figures_of(grouping), self.tradeoffs.rows_of(grouping.labels().iter().cloned()))
    }
}

/// A policy with these figures, whose groups are named by these rows of hierarchies.
fn seen_by(figures: PartitionFigures, rows: Vec<(String, Vec<[String; 2]>)>) -> PartitionView {
    let labels = |intervals: Vec<Interval>| intervals.into_iter().map(|interval| interval.label).collect();
    let columns = (rows.into_iter().zip(figures.intervals))
        .map(|((column, rows), intervals)| IntervalColumn { column, rows, intervals: labels(intervals) })
        .collect();
    PartitionView {
        risk: figures.point.risk,
        loss: figures.point.loss,
        expected: figures.risk.expected,
        average: figures.risk.average,
        journalist: figures.risk.journalist,
        prosecutor: figures.risk.prosecutor,
        groups: figures.risk.groups,
        smallest_group: figures.risk.smallest_group,
        against_rule: Vec::new(),
        columns,
    }
}

#[wasm_bindgen]
impl FullDomainFrontier {
    /// Continues for about `milliseconds`.
    pub fn advance(&mut self, milliseconds: f64) -> Result<Ts<FrontierStep>> {
        let run = &mut self.run;
        let done = take_turn(run, milliseconds)?.is_over;
        self.status = run.status();
        json::message(&FrontierStep {
            done,
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
            keeps_rule: Uint8Array::new_with_length(0),
        }
    }
}
