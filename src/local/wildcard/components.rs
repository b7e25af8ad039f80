//! Components: parts of a table that can be made safe independently.
//!
//! Let a suppression cost no more than U. If it makes a record of the lacking tuple t match one of s, each column in
//! which the two differ is suppressed in one of them, so their [distance](Problem::distance) is at most U. Join all
//! such pairs. A cell then helps only lacking records of its own component, and a component's cells alone make it
//! safe: unsuppressed records count wherever they are, and more suppressed cells never do harm. So the least cost is
//! the sum of the components' least costs. None of them exceeds what the current suppression spends there, so each
//! component may be divided again by that cost.

use super::problem::{Blanks, Problem};

/// A component with more pairs of tuples is not divided.
const MOST_PAIRS: u64 = 4_000_000_000;

/// A part of the table.
#[derive(Debug, Clone)]
pub(super) struct Component {
    /// The tuples that lack records.
    pub(super) lacking: Vec<u32>,
    /// All tuples, including the lacking ones.
    pub(super) tuples: Vec<u32>,
    /// A suppression that makes them safe.
    pub(super) blanks: Blanks,
    /// The cost of that suppression.
    pub(super) cost: u64,
}

/// The division into components. It runs in small steps.
#[derive(Debug)]
pub(super) struct Division {
    open: Vec<(Component, Union)>,
    pub(super) done: Vec<Component>,
    /// The number of lacking tuples whose joins are known, and of all lacking tuples.
    share: (usize, usize),
}

impl Division {
    /// The whole table, which `blanks` makes safe.
    pub(super) fn new(problem: &Problem, blanks: &Blanks) -> Self {
        let mut division = Self { open: Vec::new(), done: Vec::new(), share: (0, problem.lacking.len().max(1)) };
        division.push(
            problem,
            Component {
                lacking: problem.lacking.clone(),
                tuples: (0..problem.tuples.len() as u32).collect(),
                blanks: blanks.clone(),
                cost: problem.cost_of(blanks),
            },
        );
        division
    }

    pub(super) fn share(&self) -> f64 {
        (self.share.0 as f64 / self.share.1 as f64).min(1.0)
    }

    fn push(&mut self, problem: &Problem, component: Component) {
        let furthest = problem.cost(problem.tuples.all())
            * (component.lacking.iter()).map(|&tuple| problem.lightest(tuple)).max().unwrap_or(0);
        let pairs = component.lacking.len() as u64 * component.tuples.len() as u64;
        if component.cost >= furthest || pairs > MOST_PAIRS {
            self.done.push(component);
        } else {
            let union = Union::new(component.tuples.len());
            self.open.push((component, union));
        }
    }

    /// Joins the next tuple. Returns whether everything is divided.
    pub(super) fn step(&mut self, problem: &Problem) -> bool {
        let Some((component, union)) = self.open.last_mut() else {
            return true;
        };
        if let Some(&tuple) = component.lacking.get(union.next) {
            union.next += 1;
            self.share.0 += 1;
            let own = component.tuples.partition_point(|&other| other < tuple);
            for (place, &other) in component.tuples.iter().enumerate() {
                let distance = problem.distance(tuple, other);
                if distance > 0 && distance <= component.cost {
                    union.join(own, place);
                }
            }
        } else if let Some((component, union)) = self.open.pop() {
            let parts = parts(problem, &component, union);
            if let [part] = &parts[..]
                && part.cost == component.cost
                && part.tuples.len() == component.tuples.len()
            {
                self.done.extend(parts);
            } else {
                parts.into_iter().for_each(|part| self.push(problem, part));
            }
        }
        self.open.is_empty()
    }
}

/// The joined tuples, by their first one, with their own cells. Parts without lacking tuples are left out.
fn parts(problem: &Problem, component: &Component, mut union: Union) -> Vec<Component> {
    let place = |tuple: u32| component.tuples.partition_point(|&other| other < tuple);
    let mut number = vec![usize::MAX; component.tuples.len()];
    let mut parts: Vec<Component> = Vec::new();
    for &tuple in &component.lacking {
        let root = union.root(place(tuple));
        if number[root] == usize::MAX {
            number[root] = parts.len();
            parts.push(Component { lacking: Vec::new(), tuples: Vec::new(), blanks: Blanks::new(), cost: 0 });
        }
        parts[number[root]].lacking.push(tuple);
    }
    for (own, &tuple) in component.tuples.iter().enumerate() {
        if let Some(part) = parts.get_mut(number[union.root(own)]) {
            part.tuples.push(tuple);
        }
    }
    for (&row, &set) in &component.blanks {
        let root = union.root(place(problem.tuple_of(row)));
        if let Some(part) = parts.get_mut(number[root]) {
            part.blanks.insert(row, set);
        }
    }
    for part in &mut parts {
        part.cost = problem.cost_of(&part.blanks);
    }
    parts
}

/// A union-find structure over places.
#[derive(Debug)]
struct Union {
    parent: Vec<usize>,
    /// The lacking tuple to join next.
    next: usize,
}

impl Union {
    fn new(n: usize) -> Self {
        Self { parent: (0..n).collect(), next: 0 }
    }

    fn root(&mut self, place: usize) -> usize {
        let mut own = place;
        while self.parent[own] != own {
            self.parent[own] = self.parent[self.parent[own]];
            own = self.parent[own];
        }
        own
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.parent[one.max(other)] = one.min(other);
    }
}
