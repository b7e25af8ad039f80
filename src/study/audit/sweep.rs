//! The report of a sweep, against the data and the recipe.

use super::frontier::OWN_AFFAIR;
use super::optimum::{Audited, Optimum};
use super::policies::Policies;
use super::{Audit, plausible, read, words};
use crate::classes::K;
use crate::error::Result;
use crate::lattice::{Level, size_in_words};
use crate::release::verify::Claim;
use crate::study::{PointReport, Prepared, Recipe, ReportKind, Swept};
use indexmap::IndexMap;
use serde::Deserialize;

/// What is taken from a report before it is checked.
#[derive(Deserialize)]
struct Claimed {
    swept: Swept,
    points: Vec<ClaimedPoint>,
}

#[derive(Deserialize)]
struct ClaimedPoint {
    policy: Option<IndexMap<String, Level>>,
    policies_checked: Option<u64>,
    boxes_looked_at: Option<u64>,
}

/// The best policy of one point, as far as it was found to be one.
struct Best {
    levels: Vec<Level>,
    loss: f64,
}

/// Settles every field of a sweep's report.
///
/// # Errors
/// A report that cannot be read, and what [`Prepared::problem`] refuses.
pub fn audit_sweep(
    json: &str,
    recipe: &Recipe,
    prepared: &Prepared,
    input_sha256: &str,
) -> Result<Audited> {
    let mut audit = Audit::new(json)?;
    let claimed: Claimed = read(json)?;
    let mut policies = Policies::new(prepared, recipe)?;
    let settings = settings(&claimed, recipe);
    audit.judge(
        "swept",
        format!("{} points", claimed.points.len()),
        settings.len() == claimed.points.len() && !settings.is_empty(),
    );
    let mut points: Vec<PointReport> = Vec::new();
    let mut optima = Vec::new();
    let mut before: Option<Option<Best>> = None;
    for ((point, &(k, suppression_limit)), number) in claimed.points.iter().zip(&settings).zip(1..)
    {
        let place = format!("point {number}");
        let limit = limit_in_records(recipe, suppression_limit, policies.records());
        let levels = match &point.policy {
            Some(policy) => policies.levels(&place, policy),
            None => {
                policies.none_is_valid(&place, K::new(k), limit);
                None
            }
        };
        let evaluated = levels
            .as_deref()
            .map(|levels| policies.evaluate(&place, levels, K::new(k), limit).0);
        let follows = follows(&policies, before.as_ref(), K::new(k), limit);
        points.push(PointReport {
            k,
            suppression_limit,
            policy: levels.as_ref().and(point.policy.clone()),
            loss: evaluated.map(|evaluation| evaluation.loss),
            suppressed_records: evaluated.map(|evaluation| evaluation.suppressed),
            classes: evaluated.map(|evaluation| evaluation.classes_kept),
            policies_checked: point.policies_checked,
            boxes_looked_at: point.boxes_looked_at,
            followed: follows.is_some(),
        });
        let best = levels.zip(evaluated).map(|(levels, evaluation)| Best {
            levels,
            loss: evaluation.loss,
        });
        if point.policies_checked.is_some() == point.boxes_looked_at.is_some() {
            let shown = |count: Option<u64>| count.map_or("none".to_owned(), |n| n.to_string());
            policies.fail(
                format!("{place}: what was gone through"),
                format!(
                    "policies checked: {}; boxes looked at: {}",
                    shown(point.policies_checked),
                    shown(point.boxes_looked_at)
                ),
                "a search goes through policies or through boxes".to_owned(),
            );
        }
        if let Some((policy, checked)) = follows {
            let same = policy.as_deref() == best.as_ref().map(|best| best.levels.as_slice());
            if !same || point.policies_checked != Some(checked) {
                policies.fail(
                    format!("{place}: what follows from the point before"),
                    format!(
                        "{}; {} policies checked",
                        point.policy.as_ref().map_or_else(no_policy, words::levels),
                        point.policies_checked.unwrap_or_default()
                    ),
                    format!(
                        "{}; {checked} policies checked",
                        policy.map_or_else(no_policy, |levels| policies.in_words(&levels))
                    ),
                );
            }
        }
        if let Some(best) = &best {
            let claim = format!(
                "no policy loses less than {:.6} with k {k} and limit {} %",
                best.loss,
                100.0 * suppression_limit
            );
            policies.compare_with_neighbours(&place, &best.levels, K::new(k), limit);
            let levels = Some(best.levels.clone());
            let problem = policies.problem(K::new(k), limit);
            optima.push(Optimum::new(claim, problem, levels, best.loss));
            // What is valid here was so before: it cannot have lost less there.
            beaten_before(
                &mut policies,
                recipe,
                &place,
                best,
                before.as_ref(),
                &settings,
                number,
            );
        }
        before = Some(best);
    }
    audit.expect_but(
        "points",
        &points,
        &["policies_checked", "boxes_looked_at"],
        OWN_AFFAIR,
    );
    audit.is_partial();
    plausible::settle_origin(&mut audit, ReportKind::Sweep);
    audit.expect("measure", &recipe.loss.measure);
    audit.expect("aggregate", &recipe.loss.aggregate);
    audit.expect(
        "lattice_size",
        &size_in_words(prepared.lattice(recipe)?.size()),
    );
    audit.expect("input_sha256", &input_sha256);
    audit.expect("recipe_sha256", &recipe.sha256());
    audit.not_checked("seconds", plausible::seconds, "time leaves no trace");
    policies.conclude(&mut audit);
    audit.add(best_of_all(optima.len()));
    Ok(Audited {
        claims: audit.finish(),
        optima,
    })
}

fn no_policy() -> String {
    "no policy is valid".to_owned()
}

/// The claim that takes another search.
fn best_of_all(n_policies: usize) -> Claim {
    Claim {
        field: None,
        claim: "that no other policy loses less".to_owned(),
        claimed: format!("{n_policies} policies"),
        found: "none that is one step away does; of the others only another search can tell (on the command line: --optimality)"
            .to_owned(),
        holds: None,
    }
}

/// The settings that the report says it is of; none where they are not as many as its points.
fn settings(claimed: &Claimed, recipe: &Recipe) -> Vec<(u64, f64)> {
    let n_points = claimed.points.len() as u64;
    match &claimed.swept {
        // Not written out before it is known to be of some length.
        Swept::K(from, to) if *from == 0 || to.checked_sub(*from) != n_points.checked_sub(1) => {
            Vec::new()
        }
        Swept::SuppressionLimits(limits)
            if limits.iter().any(|limit| !(0.0..=1.0).contains(limit))
                || limits.windows(2).any(|pair| pair[0] <= pair[1]) =>
        {
            Vec::new()
        }
        swept => swept.settings(recipe),
    }
}

fn limit_in_records(recipe: &Recipe, suppression_limit: f64, records: u64) -> u64 {
    let mut recipe = recipe.clone();
    recipe.privacy.suppression_limit = suppression_limit;
    recipe.suppression_limit(records)
}

/// The policy that needs no search at a point, and the policies that are checked to see that: the best one of the point
/// before, where it loses no more than it did there, or none where none was valid there.
fn follows(
    policies: &Policies<'_>,
    before: Option<&Option<Best>>,
    k: K,
    limit: u64,
) -> Option<(Option<Vec<Level>>, u64)> {
    let Some(best) = before? else {
        return Some((None, 0));
    };
    let here = policies.check(&best.levels, k, limit);
    (here.valid && here.loss <= best.loss).then(|| (Some(best.levels.clone()), 1))
}

/// A failing claim where a point's policy would have been better than the one of the more lenient point before.
fn beaten_before(
    policies: &mut Policies<'_>,
    recipe: &Recipe,
    place: &str,
    own: &Best,
    before: Option<&Option<Best>>,
    settings: &[(u64, f64)],
    number: usize,
) {
    let Some(before) = before else { return };
    let (k, suppression_limit) = settings[number - 2];
    let limit = limit_in_records(recipe, suppression_limit, policies.records());
    let there = policies.check(&own.levels, K::new(k), limit);
    let is_better = match before {
        None => there.valid,
        Some(best) => there.valid && there.loss < best.loss,
    };
    if is_better {
        policies.fail(
            format!("point {}: the best policy", number - 1),
            before
                .as_ref()
                .map_or_else(no_policy, |best| format!("loss {}", best.loss)),
            format!("the policy of {place} loses {} there", there.loss),
        );
    }
}
