//! The handle class: the frontier of risk and loss.

use super::error::{Result, misuse};
use super::json;
use super::messages::{
    Checklist, FrontierStart, FrontierStep, IntervalColumn, PartitionView, PopulationSummary,
};
use super::search::clock;
use super::session::{Pass, Session};
use crate::data::{Dialect, RecordReader, Table, TableReader};
use crate::frontier::{Point, Run, safe_harbor_checklist};
use crate::monitor::When;
use crate::partition::PartitionPolicy;
use crate::search::Status;
use crate::study::{FrontierSettings, FullDomainRun, Outcome, Recipe, RunStatus, Tradeoffs};
use js_sys::{Float64Array, Uint8Array};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// A frontier that was begun.
pub(super) enum Begun {
    Partition(Box<Partition>),
    FullDomain(Box<FullDomainRun>),
}

/// A frontier of partition policies.
pub(super) struct Partition {
    tradeoffs: Tradeoffs,
    run: Run,
    safe_harbor: Option<(PartitionPolicy, Point)>,
    milliseconds: f64,
}

/// Points of a frontier in order of risk, and points that were visited.
#[wasm_bindgen(getter_with_clone)]
pub struct FrontierPoints {
    /// The risks.
    pub risk: Float64Array,
    /// The losses.
    pub loss: Float64Array,
    /// Of full-domain policies, the levels, policy by policy.
    pub levels: Uint8Array,
    /// Risks of visited policies.
    #[wasm_bindgen(js_name = visitedRisk)]
    pub visited_risk: Float64Array,
    /// Losses of visited policies.
    #[wasm_bindgen(js_name = visitedLoss)]
    pub visited_loss: Float64Array,
}

#[wasm_bindgen]
impl Session {
    /// Begins to read a population table, whose first bytes are `head`. Where it has no column of the recipe's name for counts,
    /// each row is one person.
    #[wasm_bindgen(js_name = populationBegin)]
    pub fn population_begin(
        &mut self,
        recipe: &str,
        dialect: Ts<super::messages::Dialect>,
        head: &[u8],
    ) -> Result<()> {
        let recipe = Recipe::parse(recipe)?;
        let dialect: Dialect = json::said(&dialect)?;
        let mut header = RecordReader::new(&dialect);
        header.push(head, &mut |_| Ok(()))?;
        let FrontierSettings {
            population_count: count,
            ..
        } = recipe.frontier.clone().unwrap_or_default();
        let count =
            Some(count).filter(|count| header.header().is_some_and(|names| names.contains(count)));
        let reader = TableReader::new(&dialect, &Tradeoffs::population_columns(&recipe)?);
        self.population = None;
        self.begin(Pass::Population(Box::new(reader.with_count_column(count))));
        Ok(())
    }

    /// Ends the reading of the population, which is kept for the frontiers from now on.
    #[wasm_bindgen(js_name = populationEnd)]
    pub fn population_end(&mut self) -> Result<Ts<PopulationSummary>> {
        let Some(Pass::Population(reader)) = self.pass.take() else {
            return Err(misuse("`populationEnd` before `populationBegin`"));
        };
        let population: Table = reader.finish()?;
        let summary = PopulationSummary {
            rows: population.n_records,
            people: population.records(),
        };
        self.population = Some(population);
        json::message(&summary)
    }

    /// Forgets the population.
    #[wasm_bindgen(js_name = populationForget)]
    pub fn population_forget(&mut self) {
        self.population = None;
    }

    /// Begins the recipe's search for a frontier of partition policies.
    #[wasm_bindgen(js_name = frontierBegin)]
    pub fn frontier_begin(&mut self, recipe: &str) -> Result<Ts<FrontierStart>> {
        let recipe = Recipe::parse(recipe)?;
        self.frontier = None;
        let encoded =
            (self.encoded.as_ref()).ok_or_else(|| misuse("a frontier before `encodeEnd`"))?;
        let table = encoded.prepared.table();
        let tradeoffs = Tradeoffs::new(&recipe, &encoded.dialect, table, self.population.as_ref())?;
        let safe_harbor = match tradeoffs.safe_harbor() {
            Ok((policy, _)) => {
                let point = tradeoffs.figures(&policy)?.point;
                Some((policy, point))
            }
            Err(_) => None,
        };
        let run = tradeoffs.run(&recipe, safe_harbor.as_ref().map(|(policy, _)| policy))?;
        let start = FrontierStart {
            bits: tradeoffs.space().n_bits(),
            top_loss: run.explorer().staircase().top_loss(),
            people: tradeoffs.tuples().n_people(),
            unknown_records: tradeoffs.tuples().n_unknown(),
            has_population: tradeoffs.tuples().has_population(),
        };
        self.frontier = Some(Begun::Partition(Box::new(Partition {
            tradeoffs,
            run,
            safe_harbor,
            milliseconds: 0.0,
        })));
        json::message(&start)
    }

    /// Begins the recipe's search for a frontier of full-domain policies.
    #[wasm_bindgen(js_name = fullDomainBegin)]
    pub fn full_domain_begin(&mut self, recipe: &str) -> Result<()> {
        let run = FullDomainRun::new(self.prepared()?.clone(), &Recipe::parse(recipe)?)?;
        self.frontier = Some(Begun::FullDomain(Box::new(run)));
        Ok(())
    }

    /// Goes on with the frontier for about `milliseconds`.
    #[wasm_bindgen(js_name = frontierAdvance)]
    pub fn frontier_advance(&mut self, milliseconds: f64) -> Result<Ts<FrontierStep>> {
        let clock = clock()?;
        let start = clock.now();
        let step = match &mut self.frontier {
            None => return Err(misuse("`frontierAdvance` before a frontier was begun")),
            Some(Begun::Partition(partition)) => {
                let run = &mut partition.run;
                let now = || clock.now();
                let status = run.advance(&mut When(|| now() - start >= milliseconds));
                partition.milliseconds += now() - start;
                let explorer = run.explorer();
                let staircase = explorer.staircase();
                let better =
                    (partition.safe_harbor.as_ref()).map(|(_, point)| staircase.dominators(*point));
                FrontierStep {
                    done: status == Status::Done,
                    exact: run.is_exact(),
                    evaluated: explorer.evaluated(),
                    accepted: staircase.n_accepted(),
                    size: staircase.len(),
                    area: Some(staircase.area()),
                    better_than_safe_harbor: better.map(|range| range.len()),
                    milliseconds: partition.milliseconds,
                }
            }
            Some(Begun::FullDomain(run)) => {
                let status = run.advance(milliseconds, &mut || clock.now())?;
                FrontierStep {
                    done: status != RunStatus::Running,
                    exact: run.is_exact(),
                    evaluated: run.looked_at().steps,
                    accepted: run.points().len() as u64,
                    size: run.points().len(),
                    area: None,
                    better_than_safe_harbor: None,
                    milliseconds: run.milliseconds(),
                }
            }
        };
        json::message(&step)
    }

    /// The points of the frontier, `most` of them at most, and some of those that were visited.
    #[wasm_bindgen(js_name = frontierPoints)]
    pub fn frontier_points(&self, most: usize) -> Result<FrontierPoints> {
        let (shown, visited, levels): (Vec<Point>, &[Point], Vec<u8>) = match &self.frontier {
            None => return Err(misuse("`frontierPoints` before a frontier was begun")),
            Some(Begun::Partition(partition)) => {
                let explorer = partition.run.explorer();
                (
                    explorer.staircase().some(most),
                    explorer.visited(),
                    Vec::new(),
                )
            }
            Some(Begun::FullDomain(run)) => (
                run.points().iter().map(|(point, _)| *point).collect(),
                &[],
                run.points()
                    .iter()
                    .flat_map(|(_, policy)| policy.levels())
                    .copied()
                    .collect(),
            ),
        };
        let risks = |points: &[Point]| points.iter().map(|point| point.risk).collect::<Vec<_>>();
        let losses = |points: &[Point]| points.iter().map(|point| point.loss).collect::<Vec<_>>();
        Ok(FrontierPoints {
            risk: risks(&shown).as_slice().into(),
            loss: losses(&shown).as_slice().into(),
            levels: levels.as_slice().into(),
            visited_risk: risks(visited).as_slice().into(),
            visited_loss: losses(visited).as_slice().into(),
        })
    }

    /// The best partition policy of at most this risk.
    #[wasm_bindgen(js_name = frontierPolicy)]
    pub fn frontier_policy(&self, risk: f64) -> Result<Ts<PartitionView>> {
        let partition = self.partition()?;
        let staircase = partition.run.explorer().staircase();
        partition.view(&staircase.policy(staircase.at_risk(risk)))
    }

    /// Safe Harbor's policy; none where no column is one that the rule speaks of.
    #[wasm_bindgen(js_name = frontierSafeHarbor)]
    pub fn frontier_safe_harbor(&self) -> Result<Option<Ts<PartitionView>>> {
        let partition = self.partition()?;
        let policy = partition.safe_harbor.as_ref();
        policy.map(|(policy, _)| partition.view(policy)).transpose()
    }

    /// The partition policy that comes closest to the policy of the last search.
    #[wasm_bindgen(js_name = frontierOutcome)]
    pub fn frontier_outcome(&mut self) -> Result<Ts<PartitionView>> {
        let (prepared, run, _) = self.running()?;
        let outcome = Outcome::of(run)?.policy;
        let prepared = prepared.clone();
        let partition = self.partition()?;
        partition.view(&partition.tradeoffs.of_levels(&prepared, &outcome))
    }

    /// Safe Harbor's identifiers, each with the columns that may be one by their names.
    #[wasm_bindgen(js_name = safeHarborChecklist)]
    pub fn safe_harbor_checklist(&self) -> Result<Ts<Checklist>> {
        let (header, _) = self.head()?;
        let names: Vec<&str> = header.iter().map(String::as_str).collect();
        let identifiers = (safe_harbor_checklist(&names).into_iter())
            .map(|(identifier, columns)| {
                let columns = columns.into_iter().map(str::to_owned).collect();
                (identifier.to_owned(), columns)
            })
            .collect();
        json::message(&Checklist(identifiers))
    }

    /// Forgets the frontier and what it holds in memory.
    #[wasm_bindgen(js_name = frontierEnd)]
    pub fn frontier_end(&mut self) {
        self.frontier = None;
    }
}

impl Session {
    fn partition(&self) -> Result<&Partition> {
        match &self.frontier {
            Some(Begun::Partition(partition)) => Ok(partition),
            _ => Err(misuse("no frontier of partition policies was begun")),
        }
    }
}

impl Partition {
    fn view(&self, policy: &PartitionPolicy) -> Result<Ts<PartitionView>> {
        let figures = self.tradeoffs.figures(policy)?;
        let rows = self.tradeoffs.hierarchy_rows(policy);
        let columns = (rows.into_iter().zip(figures.intervals))
            .map(|((column, rows), intervals)| IntervalColumn {
                column,
                rows,
                intervals: intervals
                    .into_iter()
                    .map(|interval| interval.label)
                    .collect(),
            })
            .collect();
        json::message(&PartitionView {
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
