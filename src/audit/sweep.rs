//! Checks the report of a sweep against data and recipe.

use super::optimum::{Audited, Optimum};
use super::policies::{Policies, Posed};
use super::read::check_read;
use super::{Audit, words};
use crate::error::Result;
use crate::lattice::{Level, size_in_words};
use crate::recipe::{Recipe, Swept, SweptSetting};
use crate::release::verify::Claim;
use crate::report::{Need, PointReport, ReportKind, read_report};
use crate::table::EncodedStudy;
use indexmap::IndexMap;
use serde::Deserialize;

/// The parts of a report that are read before it is checked.
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

/// The best policy of one point, as far as it is confirmed.
struct Best {
    levels: Vec<Level>,
    loss: f64,
    suppressed: u64,
}

/// The points of a sweep, while they are checked.
struct Sweep<'a> {
    policies: Policies<'a>,
    /// The expected report of these points.
    points: Vec<PointReport>,
    /// The claims that only another search can check.
    optima: Vec<Optimum>,
    /// The previous point's best policy, if there was one, and the problem that it solves.
    before: Option<(Option<Best>, Posed)>,
}

/// Checks every field of a sweep's report.
///
/// # Errors
/// A report that cannot be read, and whatever [`EncodedStudy::problem`] refuses.
pub fn audit_sweep(json: &str, recipe: &Recipe, prepared: &EncodedStudy, input_sha256: &str) -> Result<Audited> {
    let mut audit = Audit::new(ReportKind::Sweep, json)?;
    let claimed: Claimed = read_report(ReportKind::Sweep, json)?;
    let settings = settings(&claimed, recipe, prepared.table().records());
    let could_be = settings.is_some();
    let settings = settings.unwrap_or_default();
    let recipes: Vec<Recipe> = settings.iter().map(|setting| setting.recipe(recipe)).collect();
    audit.judge("swept", format!("{} points", claimed.points.len()), could_be);
    let mut sweep =
        Sweep { policies: Policies::new(prepared, recipe)?, points: Vec::new(), optima: Vec::new(), before: None };
    for ((point, setting), recipe) in claimed.points.iter().zip(&settings).zip(&recipes) {
        sweep.check_point(point, setting, recipe)?;
    }
    let Sweep { policies, points, optima, .. } = sweep;
    audit.expect_but("points", &points, &["policies_checked", "boxes_looked_at"], Need::Search.reason());
    audit.check_complete(Some(claimed.swept.len() == claimed.points.len() as u64));
    check_read(&mut audit, recipe, prepared);
    audit.expect("conditions", &recipe.protect);
    audit.expect("measure", &recipe.loss.measure);
    audit.expect("aggregate", &recipe.loss.aggregate);
    audit.expect("lattice_size", &size_in_words(prepared.lattice(recipe)?.size()));
    audit.expect("input_sha256", &input_sha256);
    audit.expect("recipe_sha256", &recipe.sha256());
    policies.conclude(&mut audit);
    audit.add(best_of_all(optima.len()));
    Ok(Audited { claims: audit.finish(), optima })
}

impl Sweep<'_> {
    /// Checks the next point.
    fn check_point(&mut self, point: &ClaimedPoint, setting: &SweptSetting, recipe: &Recipe) -> Result<()> {
        let number = self.points.len() + 1;
        let place = format!("point {number}");
        let posed = self.policies.posed(recipe)?;
        let levels = match &point.policy {
            Some(policy) => self.policies.levels(&place, policy),
            None => {
                self.none(&place, setting, &posed)?;
                None
            }
        };
        let evaluated = match levels.as_deref() {
            Some(levels) => Some(self.policies.evaluate(&place, levels, &posed)?.0),
            None => None,
        };
        let before = self.before.as_ref().filter(|_| setting.is_stricter);
        let follows = follows(before.map(|(best, _)| best), &posed);
        self.points.push(PointReport {
            k: setting.k,
            suppression_limit: setting.suppression_limit,
            threshold: setting.threshold(),
            without: setting.without.clone(),
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
            suppressed: evaluation.suppressed,
        });
        self.went_through(&place, point);
        if let Some(follows) = follows {
            self.followed(&place, point, best.as_ref(), follows);
        }
        if let Some(best) = &best {
            self.best(number, setting, best, &posed);
        }
        self.before = Some((best, posed));
        Ok(())
    }

    /// Checks that no policy is valid at a point.
    fn none(&mut self, place: &str, setting: &SweptSetting, posed: &Posed) -> Result<()> {
        if self.policies.none_is_valid(place, posed)?.is_none() {
            let claim = format!("no policy is valid with {}", in_words(setting));
            self.optima.push(Optimum::none(claim, posed.problem()));
        }
        Ok(())
    }

    /// Checks that a search counts either policies or boxes.
    fn went_through(&mut self, place: &str, point: &ClaimedPoint) {
        if point.policies_checked.is_some() != point.boxes_looked_at.is_some() {
            return;
        }
        let shown = |count: Option<u64>| count.map_or("none".to_owned(), |n| n.to_string());
        self.policies.fail(
            format!("{place}: what was gone through"),
            format!(
                "policies checked: {}; boxes looked at: {}",
                shown(point.policies_checked),
                shown(point.boxes_looked_at)
            ),
            "a search goes through policies or through boxes".to_owned(),
        );
    }

    /// Checks that a point's policy follows from the previous point, and how many policies were evaluated to see that.
    fn followed(
        &mut self,
        place: &str,
        point: &ClaimedPoint,
        best: Option<&Best>,
        (policy, checked): (Option<Vec<Level>>, u64),
    ) {
        let same = policy.as_deref() == best.map(|best| best.levels.as_slice());
        if same && point.policies_checked == Some(checked) {
            return;
        }
        let found = policy.map_or_else(no_policy, |levels| self.policies.in_words(&levels));
        self.policies.fail(
            format!("{place}: what follows from the point before"),
            format!(
                "{}; {} policies checked",
                point.policy.as_ref().map_or_else(no_policy, words::levels),
                point.policies_checked.unwrap_or_default()
            ),
            format!("{found}; {checked} policies checked"),
        );
    }

    /// Checks what is known of a best policy without a search.
    fn best(&mut self, number: usize, setting: &SweptSetting, best: &Best, posed: &Posed) {
        let claim = format!("no policy loses less than {:.6} with {}", best.loss, in_words(setting));
        let place = format!("point {number}");
        (self.policies).compare_with_neighbours(&place, &best.levels, posed);
        let levels = Some(best.levels.clone());
        (self.optima).push(Optimum::new(claim, posed.problem(), levels, best.loss));
        // A policy that was valid at the previous point as well cannot have lost less there.
        let there = self.before.as_ref().map(|(before, posed)| (posed, before));
        beaten_before(&mut self.policies, best, there, number);
    }
}

/// A setting in words.
fn in_words(setting: &SweptSetting) -> String {
    let limit = 100.0 * setting.suppression_limit;
    format!("k {} and limit {limit} %{}", setting.k, setting.words())
}

fn no_policy() -> String {
    "no policy is valid".to_owned()
}

/// The claim that requires another search.
fn best_of_all(n_policies: usize) -> Claim {
    Claim {
        field: None,
        claim: "that no other policy loses less".to_owned(),
        claimed: format!("{n_policies} policies"),
        found: "none that is one step away does; for the others, only another search can show it (on the command line: --optimality)"
            .to_owned(),
        holds: None,
    }
}

/// The settings of the points, the first ones that the report names. `None` if no sweep of `records` records has these
/// settings, or so many points.
fn settings(claimed: &Claimed, recipe: &Recipe, records: u64) -> Option<Vec<SweptSetting>> {
    let Claimed { swept, points } = claimed;
    let could_be = match swept {
        // A range may be too long to be written out.
        Swept::K(from, to) => 0 < *from && from <= to && *to <= records,
        others => others.settings(recipe).is_ok(),
    };
    match points.len() {
        n if !could_be || n as u64 > swept.len() => None,
        0 => Some(Vec::new()),
        n => swept.clone().first(n).settings(recipe).ok(),
    }
}

/// The policy that needs no search at a point, and the policies evaluated to see that. It is the best policy of the
/// previous, more lenient point if that still loses no more; it is none if none was valid there.
fn follows(before: Option<&Option<Best>>, posed: &Posed) -> Option<(Option<Vec<Level>>, u64)> {
    let Some(best) = before? else {
        return Some((None, 0));
    };
    let here = posed.check(&best.levels);
    let loses_no_more = here.loses_no_more(posed.problem(), best.loss, best.suppressed);
    (here.valid && loses_no_more).then(|| (Some(best.levels.clone()), 1))
}

/// A failing claim if a point's policy would have beaten the policy of the previous point.
fn beaten_before(policies: &mut Policies<'_>, own: &Best, before: Option<(&Posed, &Option<Best>)>, number: usize) {
    let Some((posed, before)) = before else {
        return;
    };
    let there = posed.check(&own.levels);
    let is_better = match before {
        None => there.valid,
        Some(best) => there.valid && there.loss < best.loss,
    };
    if is_better {
        policies.fail(
            format!("point {}: the best policy", number - 1),
            before.as_ref().map_or_else(no_policy, |best| format!("loss {}", best.loss)),
            format!("the policy of point {number} loses {} there", there.loss),
        );
    }
}
