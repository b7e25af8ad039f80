//! Checks the report of a frontier of full-domain policies against data and recipe.

use super::every_policy::{EXACT, every_level, is_little, judge_exact};
use super::optimum::{Audited, Optimum};
use super::policies::{Policies, TOLERANCE};
use super::read::check_read;
use super::reproof::Verdict;
use super::{Audit, in_order};
use crate::error::Result;
use crate::frontier::Point;
use crate::lattice::Level;
use crate::monitor::Unlimited;
use crate::recipe::{FullDomainRisk, Recipe};
use crate::report::{FrontierPolicy, ReportKind, read_report};
use crate::table::EncodedStudy;
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;

/// The parts of a report that are read before it is checked.
#[derive(Deserialize)]
struct Claimed {
    exact: bool,
    frontier: Vec<ClaimedPolicy>,
}

#[derive(Deserialize)]
struct ClaimedPolicy {
    risk: f64,
    levels: IndexMap<String, Level>,
    #[serde(default)]
    made_at: Option<f64>,
}

/// Checks every field of the report of a frontier of full-domain policies.
///
/// # Errors
/// A report that cannot be read, and whatever [`EncodedStudy::problem`] refuses.
pub fn audit_full_domain(json: &str, recipe: &Recipe, prepared: &EncodedStudy, input_sha256: &str) -> Result<Audited> {
    let mut audit = Audit::new(ReportKind::Frontier, json)?;
    let claimed: Claimed = read_report(ReportKind::Frontier, json)?;
    let mut policies = Policies::new(prepared, recipe)?;
    let settings = recipe.frontier.clone().unwrap_or_default();
    let swept = settings.risk;
    swept.check(recipe)?;
    let is_sweep = swept != FullDomainRisk::Average;
    let mut frontier = Vec::new();
    let mut points = Vec::new();
    let mut optima = Vec::new();
    for (policy, number) in claimed.frontier.iter().zip(1..) {
        let place = format!("frontier policy {number}");
        let Some(levels) = policies.levels(&place, &policy.levels) else {
            continue;
        };
        let made_it = policy.made_at.filter(|_| policy.risk == 0.0);
        let made_it = made_it.and_then(|number| Some((number, swept.made_at(recipe, number)?)));
        let (made_at, own) = made_it.unzip();
        let own = own.unwrap_or_else(|| swept.holding(recipe, policy.risk, policies.records()));
        let posed = policies.posed(&own)?;
        let (evaluation, plain) = policies.evaluate(&place, &levels, &posed)?;
        let kept = policies.records() - plain.suppressed_records;
        let average = plain.classes as f64 / kept.max(1) as f64;
        let worst = match swept {
            FullDomainRisk::Condition(_) => policies.worst(&levels, &posed)?,
            FullDomainRisk::Highest | FullDomainRisk::Average => Vec::new(),
        };
        let risk = swept.of(&own.protect, plain.smallest_class, average, &worst);
        if is_sweep && claimed.exact {
            policies.compare_with_neighbours(&place, &levels, &posed);
        }
        let loss = evaluation.loss;
        points.push(Point { risk, loss });
        frontier.push(FrontierPolicy { risk, loss, intervals: None, levels: Some(policy.levels.clone()), made_at });
    }
    in_order(&mut audit, &points);
    if is_sweep && claimed.exact {
        // From the greatest risk down: no policy with less risk than one point loses less than the next point.
        let mut next = Some(swept.first(recipe));
        for point in points.iter().rev() {
            let Some(step) = next else { break };
            let loss = point.loss;
            let claim = format!("no policy loses less than {loss:.6} {}", in_words(swept, &step));
            let posed = policies.posed(&step)?;
            optima.push(Optimum::new(claim, posed.problem(), None, loss));
            next = swept.beyond(recipe, point.risk, policies.records());
        }
        if let Some(step) = next.filter(|step| step.privacy.k <= policies.records()) {
            let posed = policies.posed(&step)?;
            if policies.none_is_valid("frontier policy 1", &posed)?.is_none() {
                let claim = format!("no policy is valid {}", in_words(swept, &step));
                optima.push(Optimum::none(claim, posed.problem()));
            }
        }
    }
    match swept {
        FullDomainRisk::Condition(_) => audit.near("frontier", &frontier, TOLERANCE),
        FullDomainRisk::Highest | FullDomainRisk::Average => audit.expect("frontier", &frontier),
    }
    audit.expect("policies_on_frontier", &claimed.frontier.len());
    audit.expect("space", &settings.space);
    audit.expect("method", &settings.risk);
    for key in ["bits", "area", "bottom", "top", "bottom_expected"] {
        audit.expect(key, &Value::Null);
    }
    for key in ["reference", "people", "unknown_records"] {
        audit.expect(key, &Value::Null);
    }
    audit.expect("area_by_policies", &Value::Array(Vec::new()));
    let searches = optima.len().max(1) as u128;
    let is_little = is_little(prepared.lattice(recipe)?.size().saturating_mul(searches), prepared.table().n_rows);
    match (claimed.exact, is_little) {
        (true, true) if is_sweep => judge_sweep(&mut audit, &optima, &policies)?,
        (true, true) => judge_exact(&mut audit, &every_level(json, recipe, prepared, &mut Unlimited)?),
        _ => {
            let reason = "only another search can show that no policy is missing (on the command line: --optimality)";
            audit.not_checked(EXACT, reason);
        }
    }
    // Only a search that came to its end is exact.
    audit.check_complete(claimed.exact.then_some(true));
    check_search(&mut audit, recipe, prepared, input_sha256);
    policies.conclude(&mut audit);
    Ok(Audited { claims: audit.finish(), optima })
}

/// Checks that a frontier is exact by another search for each of its steps.
///
/// # Errors
/// A problem that the other search does not take.
fn judge_sweep(audit: &mut Audit, optima: &[Optimum], policies: &Policies<'_>) -> Result<()> {
    for optimum in optima {
        let mut reproof = optimum.reproof()?;
        reproof.advance(f64::INFINITY, &mut || 0.0);
        if let Verdict::Refuted { levels, loss } = reproof.verdict() {
            let found = format!("{}: but {} loses {loss:.6}", optimum.claim, policies.in_words(&levels));
            audit.judge(EXACT, found, false);
            return Ok(());
        }
    }
    audit.judge(EXACT, "another search finds none", true);
    Ok(())
}

/// The settings of one step of a sweep, worded to follow a claim.
fn in_words(swept: FullDomainRisk, step: &Recipe) -> String {
    match swept {
        FullDomainRisk::Condition(number) => {
            let condition = number.checked_sub(1).and_then(|place| step.protect.get(place));
            condition.map_or_else(String::new, |condition| format!("with {}", condition.words()))
        }
        FullDomainRisk::Highest | FullDomainRisk::Average => format!("with k {}", step.privacy.k),
    }
}

/// Checks what every frontier says of its search and of its data.
pub(super) fn check_search(audit: &mut Audit, recipe: &Recipe, prepared: &EncodedStudy, input_sha256: &str) {
    check_read(audit, recipe, prepared);
    audit.expect("seed", &recipe.search.seed());
    audit.expect("input_sha256", &input_sha256);
    audit.expect("recipe_sha256", &recipe.sha256());
}
