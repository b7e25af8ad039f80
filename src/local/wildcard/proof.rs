//! A lower bound for the cost of every suppression, component by component. Small ones are searched completely.

use super::components::{Component, Division};
use super::cover::Coverage;
use super::exact::{End, Exact};
use super::problem::{Blanks, Problem};
use crate::sorting::sort_by;
use std::collections::BTreeMap;

/// With more pairs of tuples, rows are not compared for a bound.
const MOST_PAIRS: u64 = 20_000_000_000;
/// With more lacking tuples, the nearest others of each are not searched.
const MOST_NEAREST: usize = 4_000;

/// The proof. It runs in small steps.
#[derive(Debug)]
pub(super) struct Proof {
    phase: Phase,
    components: Vec<Component>,
    /// Finished components, and their number of tuples.
    done: usize,
    tuples_done: usize,
    blanks: Blanks,
    cost: u64,
    bound: u64,
}

#[derive(Debug)]
enum Phase {
    Divide(Division),
    /// Covers these of the component's lacking tuples.
    Cover {
        lacking: Vec<u32>,
        coverage: Coverage,
        next: usize,
        bound: u64,
    },
    Nearest {
        bound: u64,
        next: usize,
    },
    Search {
        bound: u64,
        search: Box<Exact>,
    },
    Done,
}

impl Proof {
    /// A new proof. `blanks` makes the table safe.
    pub(super) fn new(problem: &Problem, blanks: &Blanks) -> Self {
        Self {
            phase: Phase::Divide(Division::new(problem, blanks)),
            components: Vec::new(),
            done: 0,
            tuples_done: 0,
            blanks: Blanks::new(),
            cost: 0,
            bound: 0,
        }
    }

    /// The cheapest known suppression, once everything is done.
    pub(super) fn blanks(&self) -> &Blanks {
        &self.blanks
    }

    /// The cost of the cheapest known suppression.
    pub(super) fn cost(&self) -> u64 {
        self.cost
    }

    /// A lower bound for the cost of every suppression.
    pub(super) fn bound(&self) -> u64 {
        self.bound
    }

    /// The share that is done, 0 to 1.
    pub(super) fn share(&self) -> f64 {
        let tuples: usize = (self.components.iter()).map(|component| component.tuples.len()).sum();
        let of_component = (self.components.get(self.done)).map_or(0, |own| own.tuples.len());
        let part = match &self.phase {
            Phase::Divide(division) => return 0.2 * division.share(),
            Phase::Cover { lacking, next, .. } => {
                // A tuple counts as done once the covering leaves it out.
                let own = self.components[self.done].lacking.len().max(1) as f64;
                let left = lacking.len() as f64 / own;
                of_component as f64 * (0.4 * (1.0 - left)) + 0.4 * left * *next as f64
            }
            Phase::Nearest { .. } => 0.5 * of_component as f64,
            Phase::Search { search, .. } => of_component as f64 * (0.5 + 0.5 * search.share()).min(1.0),
            Phase::Done => return 1.0,
        };
        0.2 + 0.8 * (self.tuples_done as f64 + part) / tuples.max(1) as f64
    }

    /// Does a little work, and returns whether everything is done.
    pub(super) fn step(&mut self, problem: &Problem) -> bool {
        let phase = std::mem::replace(&mut self.phase, Phase::Done);
        self.phase = match phase {
            Phase::Divide(mut division) => {
                if division.step(problem) {
                    self.components = std::mem::take(&mut division.done);
                    // Among equal ones, the one with the first tuple comes first.
                    sort_by(&mut self.components, |one, other| one.lacking.cmp(&other.lacking));
                    self.next(problem)
                } else {
                    Phase::Divide(division)
                }
            }
            Phase::Cover { lacking, mut coverage, next, bound } => {
                let component = &self.components[self.done];
                if let Some(&tuple) = component.tuples.get(next) {
                    coverage.add(problem, &lacking, tuple);
                    let next = next + 1;
                    Phase::Cover { lacking, coverage, next, bound }
                } else {
                    let found = coverage.bound(problem, component.cost);
                    self.covered(problem, lacking, bound.max(found))
                }
            }
            Phase::Nearest { bound, next } => self.nearest(problem, bound, next),
            Phase::Search { bound, mut search } => match search.step(problem) {
                End::Open => Phase::Search { bound, search },
                end => {
                    let found = search.found();
                    let cost = self.components[self.done].cost;
                    let bound = match (end, &found) {
                        (End::Proven, Some((found, _))) => *found,
                        (End::Proven, None) => cost,
                        _ => bound,
                    };
                    self.close(problem, bound, found)
                }
            },
            Phase::Done => Phase::Done,
        };
        matches!(self.phase, Phase::Done)
    }

    /// Begins with the next component.
    fn next(&self, problem: &Problem) -> Phase {
        let Some(component) = self.components.get(self.done) else {
            return Phase::Done;
        };
        let pairs = component.lacking.len() as u64 * component.tuples.len() as u64;
        if pairs > MOST_PAIRS {
            return Phase::Nearest { bound: 0, next: 0 };
        }
        covering(problem, component.lacking.clone(), 0)
    }

    /// Continues after the bound for covering these tuples. A cover of all tuples also covers each part of them, and
    /// the bound for a part may be higher: a value that most of the tuples share lets rows that keep it gain much,
    /// but does not help the others. So the tuples are thinned out repeatedly.
    fn covered(&mut self, problem: &Problem, lacking: Vec<u32>, bound: u64) -> Phase {
        if bound >= self.components[self.done].cost {
            return self.close(problem, bound, None);
        }
        let others = thinned(problem, &lacking);
        if others.is_empty() {
            return Phase::Nearest { bound, next: 0 };
        }
        covering(problem, others, bound)
    }

    /// The least cost at which a tuple's records match as many as they lack.
    fn nearest(&mut self, problem: &Problem, bound: u64, next: usize) -> Phase {
        let component = &self.components[self.done];
        if let Some(&tuple) = component.lacking.get(next)
            && component.lacking.len() <= MOST_NEAREST
        {
            let mut ways: Vec<(u64, u64)> = (component.tuples.iter())
                .map(|&other| {
                    let records = problem.tuples.count(other as usize);
                    (problem.distance(tuple, other), records)
                })
                .filter(|way| way.0 > 0)
                .collect();
            sort_by(&mut ways, Ord::cmp);
            let mut gained = 0;
            let least = ways.iter().find(|(_, records)| {
                gained += records;
                gained >= problem.need(tuple)
            });
            return Phase::Nearest { bound: bound.max(least.map_or(0, |way| way.0)), next: next + 1 };
        }
        let limit = component.cost;
        if bound < limit
            && let Some(search) = Exact::new(problem, &component.lacking, &component.tuples, limit)
        {
            let search = Box::new(search);
            return Phase::Search { bound, search };
        }
        self.close(problem, bound, None)
    }

    /// Finishes a component.
    fn close(&mut self, problem: &Problem, bound: u64, found: Option<(u64, Blanks)>) -> Phase {
        let component = &self.components[self.done];
        let (cost, blanks) = found.unwrap_or_else(|| (component.cost, component.blanks.clone()));
        self.cost += cost;
        self.bound += bound.min(cost);
        self.blanks.extend(blanks);
        self.tuples_done += component.tuples.len();
        self.done += 1;
        self.next(problem)
    }
}

fn covering(problem: &Problem, lacking: Vec<u32>, bound: u64) -> Phase {
    Phase::Cover { coverage: Coverage::new(problem, &lacking), lacking, next: 0, bound }
}

/// The tuples, thinned until the most common value is no more frequent than all others of its column together; empty
/// if no value is that common.
fn thinned(problem: &Problem, lacking: &[u32]) -> Vec<u32> {
    let all = lacking.len() as u64;
    let mut most = (0, 0, 0);
    for column in 0..problem.tuples.n_columns() {
        let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
        for &tuple in lacking {
            if let Some(value) = problem.tuples.value(column, tuple as usize) {
                *counts.entry(value).or_default() += 1;
            }
        }
        for (value, count) in counts {
            if count > most.0 && count < all {
                most = (count, column, value);
            }
        }
    }
    let (count, column, value) = most;
    let others = all - count;
    if count <= others {
        return Vec::new();
    }
    let mut seen = 0;
    (lacking.iter().copied())
        .filter(|&tuple| {
            if problem.tuples.value(column, tuple as usize) != Some(value) {
                return true;
            }
            // Evenly spread.
            seen += 1;
            seen * others / count > (seen - 1) * others / count
        })
        .collect()
}
