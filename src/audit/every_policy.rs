//! Checks the claim that a frontier is exact by evaluating every policy.

use super::fields::Audit;
use super::policies::TOLERANCE;
use super::words;
use crate::error::{FrontierError, Result};
use crate::frontier::{MOST_EXHAUSTIVE_BITS, Point};
use crate::lattice::Policy;
use crate::monitor::Monitor;
use crate::partition::PartitionPolicy;
use crate::recipe::Recipe;
use crate::release::plain::PlainTable;
use crate::report::{ReportKind, read_report};
use crate::run::Tradeoffs;
use crate::table::EncodedStudy;
use serde::Deserialize;

/// Whether a frontier is exact.
pub(super) const EXACT: &str = "exact";

/// The result of evaluating every policy.
#[derive(Debug, Clone, PartialEq)]
pub struct Looked {
    /// Policies evaluated.
    pub policies: u64,
    /// Whether these are all.
    pub all: bool,
    /// The first policy that no point of the frontier matches or beats: its levels, or its intervals.
    pub below: Option<(String, Point)>,
}

/// What is taken from the report.
#[derive(Deserialize)]
struct Claimed {
    frontier: Vec<ClaimedPoint>,
}

#[derive(Deserialize)]
struct ClaimedPoint {
    risk: f64,
    loss: f64,
}

/// Evaluates every policy that a recipe allows, under all its conditions, for the frontier of the average risk. Asks
/// the monitor before each policy and ends early if it interrupts.
///
/// # Errors
/// A report that cannot be read, and whatever [`EncodedStudy::problem`] refuses.
pub fn every_level(json: &str, recipe: &Recipe, prepared: &EncodedStudy, monitor: &mut dyn Monitor) -> Result<Looked> {
    let points = points(json)?;
    // With the least class that the frontier may have.
    let recipe = &recipe.frontier.clone().unwrap_or_default().risk.first(recipe);
    let problem = prepared.problem(recipe)?;
    let k = recipe.privacy.k;
    let plain = PlainTable::new(prepared.table(), prepared.hierarchies())?;
    let settings = prepared.loss(recipe);
    let (names, lattice) = (prepared.names(), problem.lattice());
    let mut next = Some(lattice.bottom());
    look(&points, monitor, &mut || {
        let policy: Policy = next.take()?;
        next = lattice.next(&policy);
        let conditions = match prepared.plain_conditions(recipe, policy.levels()) {
            Ok(conditions) => conditions,
            Err(error) => return Some(Err(error)),
        };
        let figures = plain.figures(policy.levels(), k, conditions.as_ref(), &settings);
        let kept = problem.records() - figures.suppressed_records;
        let point = Point { risk: figures.classes as f64 / kept.max(1) as f64, loss: figures.loss };
        let is_valid = figures.suppressed_records <= problem.limit() && figures.average_is_kept;
        Some(Ok((words::levels(names.iter().zip(policy.levels())), is_valid.then_some(point))))
    })
}

/// Evaluates every partition policy whose groups are as large as the recipe asks for.
///
/// # Errors
/// A report that cannot be read, and a space of too many policies.
pub fn every_partition(
    json: &str,
    recipe: &Recipe,
    tradeoffs: &Tradeoffs,
    monitor: &mut dyn Monitor,
) -> Result<Looked> {
    let points = points(json)?;
    let least = recipe.frontier.clone().unwrap_or_default().least_group;
    let bits = tradeoffs.space().n_bits();
    if bits > MOST_EXHAUSTIVE_BITS {
        let limit = MOST_EXHAUSTIVE_BITS;
        return Err(FrontierError::NotExhaustible { bits, limit }.into());
    }
    let mut numbers = 0..1_u64 << bits;
    look(&points, monitor, &mut || {
        let number = numbers.next()?;
        let mut policy = PartitionPolicy::top(bits);
        for bit in (0..bits).filter(|bit| number >> bit & 1 == 1) {
            policy.flip(bit);
        }
        let figures = tradeoffs.figures(&policy);
        Some(figures.map(|figures| {
            let is_valid = figures.risk.smallest_group >= least;
            (intervals(tradeoffs, &policy), is_valid.then_some(figures.point))
        }))
    })
}

/// The most evaluations of a row that a check makes by itself, about a second of work.
const MOST_BY_ITSELF: u128 = 1 << 25;

/// Whether a check evaluates so many policies of a table of so many rows without being asked to.
pub(super) fn is_little(policies: u128, rows: usize) -> bool {
    policies.saturating_mul(rows.max(1) as u128) <= MOST_BY_ITSELF
}

/// Checks the field that claims an exact frontier by what a look at every policy has found.
pub(super) fn judge_exact(audit: &mut Audit, looked: &Looked) {
    let found = match &looked.below {
        None => format!("none of {} policies does", looked.policies),
        Some((policy, point)) => format!("one does at risk {} and loss {}: {policy}", point.risk, point.loss),
    };
    audit.judge(EXACT, found, looked.below.is_none());
}

/// The number of intervals of each column under a policy.
fn intervals(tradeoffs: &Tradeoffs, policy: &PartitionPolicy) -> String {
    let space = tradeoffs.space();
    let told: Vec<String> = (space.domains().iter().enumerate())
        .map(|(qi, domain)| format!("{} in {} intervals", domain.name(), space.intervals(policy, qi).len()))
        .collect();
    told.join(", ")
}

fn points(json: &str) -> Result<Vec<Point>> {
    let claimed: Claimed = read_report(ReportKind::Frontier, json)?;
    let points = claimed.frontier.into_iter();
    Ok(points.map(|ClaimedPoint { risk, loss }| Point { risk, loss }).collect())
}

/// A policy in words, and its point if it is valid.
type Place = Result<(String, Option<Point>)>;

fn look(points: &[Point], monitor: &mut dyn Monitor, next: &mut dyn FnMut() -> Option<Place>) -> Result<Looked> {
    let mut looked = Looked { policies: 0, all: false, below: None };
    loop {
        if monitor.interrupted() {
            return Ok(looked);
        }
        let Some(place) = next() else {
            looked.all = true;
            return Ok(looked);
        };
        let (policy, point) = place?;
        looked.policies += 1;
        if let Some(point) = point.filter(|point| !is_covered(points, *point)) {
            looked.below = Some((policy, point));
            return Ok(looked);
        }
    }
}

/// Whether a point of the frontier is at least as good, up to rounding.
fn is_covered(points: &[Point], point: Point) -> bool {
    points
        .iter()
        .any(|own| own.risk <= point.risk + TOLERANCE && own.loss <= point.loss + TOLERANCE * point.loss.abs().max(1.0))
}
