//! The report of a frontier of full-domain policies, against the data and the recipe.

use super::optimum::{Audited, Optimum};
use super::policies::Policies;
use super::{Audit, in_order, plausible, read};
use crate::error::Result;
use crate::frontier::Point;
use crate::lattice::Level;
use crate::study::frontier::k_of;
use crate::study::{FrontierPolicy, FullDomainRisk, Prepared, Recipe, ReportKind};
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;

/// Why nobody recomputes what a search went through.
pub(super) const OWN_AFFAIR: &str = "how much a search checks is its own affair";

/// What is taken from a report before it is checked.
#[derive(Deserialize)]
struct Claimed {
    exact: bool,
    frontier: Vec<ClaimedPolicy>,
}

#[derive(Deserialize)]
struct ClaimedPolicy {
    risk: f64,
    levels: IndexMap<String, Level>,
}

/// Settles every field of the report of a frontier of full-domain policies.
///
/// # Errors
/// A report that cannot be read, and what [`Prepared::problem`] refuses.
pub fn audit_full_domain(
    json: &str,
    recipe: &Recipe,
    prepared: &Prepared,
    input_sha256: &str,
) -> Result<Audited> {
    let mut audit = Audit::new(json)?;
    let claimed: Claimed = read(json)?;
    recipe.expect_sizes_alone("a frontier")?;
    let mut policies = Policies::new(prepared, recipe)?;
    let settings = recipe.frontier.clone().unwrap_or_default();
    let mut frontier = Vec::new();
    let mut points = Vec::new();
    let mut optima = Vec::new();
    // The k of the next point: one more than the smallest class of the one before.
    let mut next_k = 1;
    let highest = settings.risk == FullDomainRisk::Highest;
    let mut ends = Vec::new();
    for (policy, number) in claimed.frontier.iter().zip(1..) {
        let place = format!("frontier policy {number}");
        let Some(levels) = policies.levels(&place, &policy.levels) else {
            continue;
        };
        let k = match settings.risk {
            FullDomainRisk::Average => recipe.privacy.k,
            FullDomainRisk::Highest => k_of(policy.risk, policies.records()),
        };
        let posed = policies.posed(&at_k(recipe, k))?;
        let (evaluation, plain) = policies.evaluate(&place, &levels, &posed)?;
        let risk = match settings.risk {
            _ if plain.classes == 0 => 0.0,
            FullDomainRisk::Highest => 1.0 / plain.smallest_class as f64,
            FullDomainRisk::Average => {
                let kept = policies.records() - plain.suppressed_records;
                plain.classes as f64 / kept as f64
            }
        };
        if highest && claimed.exact {
            policies.compare_with_neighbours(&place, &levels, &posed);
        }
        let loss = evaluation.loss;
        ends.push((plain.smallest_class, loss));
        points.push(Point { risk, loss });
        frontier.push(FrontierPolicy {
            risk,
            loss,
            intervals: None,
            levels: Some(policy.levels.clone()),
        });
    }
    in_order(&mut audit, &points);
    if highest && claimed.exact {
        // From the greatest risk down: with a k above what one point shows, none loses less than the next one.
        for &(smallest, loss) in ends.iter().rev() {
            let claim = format!("no policy loses less than {loss:.6} with k {next_k}");
            let posed = policies.posed(&at_k(recipe, next_k))?;
            optima.push(Optimum::new(claim, posed.problem(), None, loss));
            next_k = smallest + 1;
        }
        if ends.first().is_some_and(|(smallest, _)| *smallest > 0) && next_k <= policies.records() {
            let posed = policies.posed(&at_k(recipe, next_k))?;
            policies.none_is_valid("frontier policy 1", &posed)?;
        }
    }
    audit.expect("frontier", &frontier);
    audit.expect("policies_on_frontier", &claimed.frontier.len());
    plausible::settle_origin(&mut audit, ReportKind::Frontier);
    audit.expect("space", &settings.space);
    audit.expect("method", &settings.risk);
    for key in ["bits", "area", "bottom", "top", "bottom_expected"] {
        audit.expect(key, &Value::Null);
    }
    for key in ["reference", "people", "unknown_records"] {
        audit.expect(key, &Value::Null);
    }
    audit.expect("area_by_policies", &Value::Array(Vec::new()));
    let reason = "that no policy is missing, only another search can tell (on the command line: --optimality)";
    audit.not_checked("exact", Value::is_boolean, reason);
    settle_search(&mut audit, recipe, input_sha256);
    if audit.has("boxes_looked_at") {
        audit.not_checked("boxes_looked_at", plausible::count, OWN_AFFAIR);
    } else {
        audit.add_absent("boxes_looked_at", "the report says nothing of boxes");
    }
    policies.conclude(&mut audit);
    Ok(Audited {
        claims: audit.finish(),
        optima,
    })
}

/// The recipe with another k.
fn at_k(recipe: &Recipe, k: u64) -> Recipe {
    let mut recipe = recipe.clone();
    recipe.privacy.k = k;
    recipe
}

/// What every frontier says of its search.
pub(super) fn settle_search(audit: &mut Audit, recipe: &Recipe, input_sha256: &str) {
    audit.is_partial();
    audit.not_checked("policies_evaluated", plausible::count, OWN_AFFAIR);
    audit.not_checked("seconds", plausible::seconds, "time leaves no trace");
    audit.expect("seed", &recipe.search.seed());
    audit.expect("input_sha256", &input_sha256);
    audit.expect("recipe_sha256", &recipe.sha256());
}
