//! Checks the report of a frontier of partition policies against data, population and recipe.

use super::every_policy::{EXACT, every_partition, is_little, judge_exact};
use super::frontier::check_search;
use super::plain_rule::PlainRule;
use super::policies::TOLERANCE;
use super::{Audit, Audited, failing, in_order};
use crate::error::Result;
use crate::frontier::{Budget, Point};
use crate::monitor::Unlimited;
use crate::partition::{Domain, Interval, PartitionPolicy, groups};
use crate::recipe::Recipe;
use crate::release::verify::Claim;
use crate::report::{FrontierPolicy, ReferenceReport, ReportKind, read_report};
use crate::risk::PopulationRisk;
use crate::run::{Reference, Tradeoffs};
use crate::table::EncodedStudy;
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;

/// Points closer than this are equal: two ways to the same policy round differently.
const SAME: f64 = 1e-11;

/// Each quasi-identifier's name with its intervals.
type Intervals = IndexMap<String, Vec<Interval>>;

/// The parts of a report that are read before it is checked.
#[derive(Deserialize)]
struct Claimed {
    policies_evaluated: u64,
    exact: bool,
    area: f64,
    frontier: Vec<ClaimedPolicy>,
    reference: Option<ClaimedReference>,
    area_by_policies: Vec<(u64, f64)>,
}

#[derive(Deserialize)]
struct ClaimedPolicy {
    risk: f64,
    loss: f64,
    intervals: Intervals,
}

#[derive(Deserialize)]
struct ClaimedReference {
    risk: f64,
    loss: f64,
}

/// Checks every field of the report of a frontier of partition policies. Each policy is evaluated from the tuples, not
/// by the steps of the search. `reference` is the policy that the recipe compares with. If the recipe names one that is
/// not given, the claims about it are not checked.
///
/// # Errors
/// A report that cannot be read.
pub fn audit_partition(
    json: &str,
    recipe: &Recipe,
    prepared: &EncodedStudy,
    tradeoffs: &Tradeoffs,
    reference: Option<&Reference>,
    input_sha256: &str,
) -> Result<Audited> {
    let mut audit = Audit::new(ReportKind::Frontier, json)?;
    let claimed: Claimed = read_report(ReportKind::Frontier, json)?;
    let settings = recipe.frontier.clone().unwrap_or_default();
    let space = tradeoffs.space();
    let bottom = tradeoffs.figures(&space.bottom())?.point;
    let top = tradeoffs.figures(&space.top())?.point;
    let (mut frontier, mut policies) = (Vec::new(), Vec::new());
    for (policy, number) in claimed.frontier.iter().zip(1..) {
        let place = format!("frontier policy {number}");
        match policy_of(tradeoffs, &policy.intervals) {
            Ok(own) => {
                let figures = tradeoffs.figures(&own)?;
                let Point { risk, loss } = figures.point;
                if figures.risk.smallest_group < settings.least_group {
                    let claimed = format!("at least {} records in each group", settings.least_group);
                    audit.add(failing(&place, claimed, format!("a group of {}", figures.risk.smallest_group)));
                }
                frontier.push(FrontierPolicy {
                    risk,
                    loss,
                    intervals: Some(policy.intervals.clone()),
                    levels: None,
                    made_at: None,
                });
                policies.push(Some(own));
            }
            Err((claimed, found)) => {
                audit.add(failing(&place, claimed, found));
                policies.push(None);
            }
        }
    }
    let points: Vec<Point> =
        (claimed.frontier.iter()).map(|&ClaimedPolicy { risk, loss, .. }| Point { risk, loss }).collect();
    in_order(&mut audit, &points);
    audit.near("frontier", &frontier, TOLERANCE);
    audit.expect("policies_on_frontier", &claimed.frontier.len());
    let original_is_one = tradeoffs.figures(&space.bottom())?.risk.smallest_group >= settings.least_group;
    audit.add(ends(&points, original_is_one.then_some(bottom), top));
    audit.near("area", &area(&points, top.loss), TOLERANCE);
    audit.near("bottom", &bottom, TOLERANCE);
    audit.near("top", &top, TOLERANCE);
    let original = groups(space, tradeoffs.frequencies(), &space.bottom());
    let expected = PopulationRisk::of(&original).expected;
    audit.near("bottom_expected", &expected, TOLERANCE);
    let boundaries: usize = (space.domains().iter()).map(|domain| domain.len().saturating_sub(1)).sum();
    audit.expect("bits", &boundaries);
    audit.expect("people", &tradeoffs.frequencies().n_people());
    audit.expect("unknown_records", &tradeoffs.frequencies().n_unknown());
    audit.expect("space", &settings.space);
    audit.expect("method", &settings.method);
    check_reference(&mut audit, &claimed, tradeoffs, recipe, reference, &policies)?;
    // A search through all policies is exact once it has evaluated them, and no other search is.
    let n_policies = u32::try_from(boundaries).ok().and_then(|bits| 1_u64.checked_shl(bits)).unwrap_or(u64::MAX);
    let is_exact = settings.method.is_exhaustive(boundaries) && claimed.policies_evaluated >= n_policies;
    match claimed.exact && is_exact {
        true if is_little(n_policies.into(), tradeoffs.frequencies().len()) => {
            judge_exact(&mut audit, &every_partition(json, recipe, tradeoffs, &mut Unlimited)?);
        }
        true => {
            let reason =
                "only an evaluation of all policies can show that none lies below (on the command line: --optimality)";
            audit.not_checked(EXACT, reason);
        }
        false => audit.expect(EXACT, &is_exact),
    }
    let falls =
        claimed.area_by_policies.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 >= pair[1].1 - TOLERANCE);
    let is_below = claimed
        .area_by_policies
        .last()
        .is_none_or(|last| last.0 <= claimed.policies_evaluated && last.1 >= claimed.area - TOLERANCE);
    let reason = "the progress of a search leaves no trace";
    audit.not_refuted("area_by_policies", falls && is_below, reason);
    let most = Budget::of(settings.policies, settings.method, tradeoffs.engine()).policies;
    if claimed.policies_evaluated > most {
        let found = format!("the recipe allows {most}");
        let claimed = claimed.policies_evaluated.to_string();
        audit.add(failing("policies evaluated", claimed, found));
    }
    let is_over = is_exact || claimed.policies_evaluated >= most;
    audit.check_complete(is_over.then_some(true));
    audit.expect("boxes_looked_at", &Value::Null);
    check_search(&mut audit, recipe, prepared, input_sha256);
    Ok(audit.finish().into())
}

/// The reference policy, its point, and the policies of the frontier that are better. `policies` are those of the
/// frontier, `None` for one that cannot be read.
fn check_reference(
    audit: &mut Audit,
    claimed: &Claimed,
    tradeoffs: &Tradeoffs,
    recipe: &Recipe,
    reference: Option<&Reference>,
    policies: &[Option<PartitionPolicy>],
) -> Result<()> {
    let named = recipe.frontier.as_ref().and_then(|settings| settings.reference.as_ref());
    let Some(Reference { name, policy, census, safe_harbor, .. }) = reference else {
        match named {
            Some(name) => {
                let reason = format!("it takes {name}, the recipe to compare with, which was not given");
                let is_named = audit.field("reference").is_some_and(|value| value["name"] == *name);
                audit.not_refuted("reference", is_named, &reason);
            }
            None => audit.expect("reference", &Value::Null),
        }
        return Ok(());
    };
    let space = tradeoffs.space();
    let rule = match census {
        Some(_) => Some(PlainRule::new(tradeoffs, &tradeoffs.safe_harbor(recipe)?)),
        None => None,
    };
    let (point, intervals) = match &rule {
        Some(rule) => (rule.point(tradeoffs), rule.intervals(tradeoffs)),
        None => {
            let figures = tradeoffs.figures(policy)?;
            (figures.point, figures.intervals)
        }
    };
    let names = space.domains().iter().map(|domain| domain.name().to_owned());
    // Compared in the digits of the report, so that the last digit of a sum decides nothing.
    let place = (claimed.reference.as_ref()).map_or(point, |claimed| Point { risk: claimed.risk, loss: claimed.loss });
    let is_same = |point: &Point| (point.risk - place.risk).abs() <= SAME && (point.loss - place.loss).abs() <= SAME;
    let (mut dominated_by, mut against_rule) = (Vec::new(), IndexMap::new());
    for (index, (own, policy)) in claimed.frontier.iter().zip(policies).enumerate() {
        let point = Point { risk: own.risk, loss: own.loss };
        if point.risk > place.risk + SAME || point.loss > place.loss + SAME || is_same(&point) {
            continue;
        }
        let columns = (rule.as_ref().zip(policy.as_ref())).map_or_else(Vec::new, |(rule, policy)| {
            let starts: Vec<Vec<u32>> = (0..space.domains().len()).map(|qi| space.starts(policy, qi)).collect();
            rule.told_apart(tradeoffs, |qi, place| starts[qi][place])
        });
        if columns.is_empty() {
            dominated_by.push(index);
        }
        columns.into_iter().for_each(|name| *against_rule.entry(name.to_owned()).or_default() += 1);
    }
    let found = ReferenceReport {
        name: name.clone(),
        census: *census,
        risk: point.risk,
        loss: point.loss,
        intervals: names.zip(intervals).collect(),
        dominated_by,
        against_rule,
        safe_harbor: safe_harbor.clone(),
    };
    audit.near("reference", &found, TOLERANCE);
    Ok(())
}

/// The policy with these intervals, or what is wrong with them.
fn policy_of(tradeoffs: &Tradeoffs, intervals: &Intervals) -> std::result::Result<PartitionPolicy, (String, String)> {
    let domains = tradeoffs.space().domains();
    if !intervals.keys().map(String::as_str).eq(domains.iter().map(Domain::name)) {
        let names: Vec<&str> = domains.iter().map(Domain::name).collect();
        let claimed: Vec<&str> = intervals.keys().map(String::as_str).collect();
        return Err((claimed.join(", "), names.join(", ")));
    }
    let mut starts: Vec<Vec<u32>> = Vec::with_capacity(domains.len());
    for (domain, claimed) in domains.iter().zip(intervals.values()) {
        let (mut own, mut next) = (Vec::with_capacity(domain.len()), 0);
        let end = domain.len() as u32;
        for interval in claimed {
            let ends_at = |last: &u32| (next..end).contains(last);
            let last =
                (domain.place(&interval.last).filter(ends_at)).filter(|&last| domain.interval(next, last) == *interval);
            let Some(last) = last else {
                let found = format!("no interval of {} that begins there", domain.name());
                let Interval { label, first, last } = interval;
                return Err((format!("{label}, from {first} to {last}"), found));
            };
            own.extend((next..=last).map(|_| next));
            next = last + 1;
        }
        if next < end {
            let found = format!("{} without {}", domain.name(), domain.value(next));
            let labels: Vec<&str> = (claimed.iter()).map(|interval| interval.label.as_str()).collect();
            return Err((labels.join(", "), found));
        }
        starts.push(own);
    }
    let space = tradeoffs.space();
    Ok(space.policy_of(|qi, value| starts[qi][value as usize]))
}

/// No policy has less risk than the top or less loss than the bottom, and both were evaluated. The bottom is `None` if
/// its groups are too small.
fn ends(points: &[Point], bottom: Option<Point>, top: Point) -> Claim {
    let (first, last) = (points.first(), points.last());
    let least_risk = first.is_some_and(|first| (first.risk - top.risk).abs() <= TOLERANCE);
    let least_loss = bottom.is_none_or(|bottom| last.is_some_and(|last| (last.loss - bottom.loss).abs() <= TOLERANCE));
    let shown = |point: Option<&Point>| {
        point.map_or_else(|| "nothing".to_owned(), |point| format!("risk {}, loss {}", point.risk, point.loss))
    };
    let (claim, found) = match bottom {
        Some(bottom) => (
            "the frontier begins with the least risk and ends with the least loss",
            format!("risk {}; loss {}", top.risk, bottom.loss),
        ),
        None => ("the frontier begins with the least risk", format!("risk {}", top.risk)),
    };
    Claim {
        field: None,
        claim: claim.to_owned(),
        claimed: format!("{}; {}", shown(first), shown(last)),
        found,
        holds: Some(least_risk && least_loss),
    }
}

/// ∫₀¹ u(r) dr / loss of the top. u(r) is the least loss among the points of risk ≤ r; before the first point it is the
/// loss of the top.
fn area(points: &[Point], top_loss: f64) -> f64 {
    if top_loss <= 0.0 {
        return 0.0;
    }
    let until = (points.iter().skip(1)).map(|point| point.risk.min(1.0)).chain([1.0]);
    let steps = (points.iter().zip(until)).map(|(point, until)| point.loss * (until - point.risk.min(1.0)));
    let before = points.first().map_or(1.0, |first| first.risk.min(1.0));
    (top_loss * before + steps.sum::<f64>()) / top_loss
}
