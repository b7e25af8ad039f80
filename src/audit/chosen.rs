//! Checks what a release says of a policy that a person chose.

use super::fields::Audit;
use super::plain_rule::PlainRule;
use super::policies::TOLERANCE;
use super::words::{self, field_in_words};
use crate::data::Table;
use crate::error::Result;
use crate::lattice::{Level, Policy};
use crate::recipe::{Chosen, ChosenPoint, ChosenPopulation, ChosenReference, FrontierSettings, FrontierSpace, Recipe};
use crate::release::verify::{Claim, Verification};
use crate::run::Tradeoffs;
use crate::table::EncodedStudy;

/// The name of the section in recipe and report.
const CHOSEN: &str = "chosen";
/// The reason given if the risk requires a population.
pub(super) const NEEDS_POPULATION: &str = "cannot be known without the population (on the command line: --population)";

/// The inputs from which the figures of a chosen policy are recomputed.
pub(super) struct ChosenEvidence<'a> {
    pub(super) prepared: &'a EncodedStudy,
    /// The population, if it is at hand.
    pub(super) population: Option<&'a Table>,
    pub(super) levels: &'a [Level],
    /// The loss of the policy by the recipe's measure.
    pub(super) loss: f64,
    /// The worst figure of each condition.
    pub(super) worst: &'a [Option<f64>],
    /// What the release shows.
    pub(super) found: &'a Verification,
}

/// The section must equal the recipe's.
pub(super) fn check(audit: &mut Audit, recipe: &Recipe) {
    match &recipe.chosen {
        Some(chosen) => audit.near(CHOSEN, chosen, TOLERANCE),
        None => audit.expect_none(CHOSEN, "the recipe has no such section"),
    }
}

/// The claims of the section must be true of the table.
///
/// # Errors
/// A population that does not fit the table.
pub(super) fn recompute(audit: &mut Audit, recipe: &Recipe, evidence: &ChosenEvidence<'_>) -> Result<()> {
    match &recipe.chosen {
        // This is the release of a policy, not of suppressed cells: either it has the policy's levels or it has not.
        None | Some(Chosen::Cells(_)) => {}
        Some(Chosen::Policy(policy)) => {
            let names = evidence.prepared.names();
            let levels = policy.levels(&names);
            let in_words = |levels: &[Level]| words::levels(names.iter().zip(levels));
            audit.add(Claim {
                field: None,
                claim: "the chosen levels are the policy's".to_owned(),
                claimed: in_words(&levels),
                found: in_words(evidence.levels),
                holds: Some(levels == evidence.levels),
            });
            if let Some(best) = policy.best {
                // No chosen policy can be better than the best one.
                let cannot_be = policy.is_better_than_best(evidence.loss);
                let field = "chosen.policy.best.loss";
                audit.add(Claim {
                    field: Some(field.to_owned()),
                    claim: field_in_words(field),
                    claimed: best.loss.to_string(),
                    found: match cannot_be {
                        true => format!("the chosen policy loses {}", evidence.loss),
                        false => "only another search can show it".to_owned(),
                    },
                    holds: cannot_be.then_some(false),
                });
            }
        }
        Some(Chosen::Frontier(point)) => {
            if point.exact {
                let reason = "the report of the frontier shows it, and not that of one policy";
                audit.add(open("chosen.frontier.exact", "it is so".to_owned(), reason));
            }
            match point.space {
                FrontierSpace::FullDomain => of_levels(audit, recipe, point, evidence),
                FrontierSpace::Partition => of_intervals(audit, recipe, point, evidence)?,
            }
        }
    }
    Ok(())
}

/// For a policy of levels, the release shows the risk, and the measure gives the loss.
fn of_levels(audit: &mut Audit, recipe: &Recipe, point: &ChosenPoint, evidence: &ChosenEvidence<'_>) {
    let risk = &evidence.found.risk;
    let settings = recipe.frontier.clone().unwrap_or_default();
    let found = (settings.risk).of(&recipe.protect, risk.smallest_class, risk.average, evidence.worst);
    audit.add(same("chosen.frontier.risk", point.risk, found));
    audit.add(same("chosen.frontier.loss", point.loss, evidence.loss));
}

/// For a policy of intervals, risk and loss are counted from the records and the people.
fn of_intervals(audit: &mut Audit, recipe: &Recipe, point: &ChosenPoint, evidence: &ChosenEvidence<'_>) -> Result<()> {
    let prepared = evidence.prepared;
    if point.population.is_some() && evidence.population.is_none() {
        let claims = [("chosen.frontier.risk", point.risk), ("chosen.frontier.loss", point.loss)];
        for (claim, claimed) in claims {
            audit.add(open(claim, claimed.to_string(), NEEDS_POPULATION));
        }
        return Ok(());
    }
    let population = point.population.as_ref().and(evidence.population);
    let tradeoffs = Tradeoffs::with_missing(recipe, prepared.missing(), prepared.table(), population)?;
    let levels = Policy::new(evidence.levels);
    // By its labels: a policy that was taken need not be one of intervals.
    let figures = tradeoffs.figures_of(&tradeoffs.grouping_of_levels(prepared, &levels));
    audit.add(same("chosen.frontier.risk", point.risk, figures.point.risk));
    audit.add(same("chosen.frontier.loss", point.loss, figures.point.loss));
    if let Some(expected) = point.expected {
        audit.add(same("chosen.frontier.expected", expected, figures.risk.expected));
    }
    if let Some(ChosenPopulation { people, journalist, .. }) = &point.population {
        let found = tradeoffs.frequencies().n_people();
        let field = "chosen.frontier.population.people";
        audit.add(Claim {
            field: Some(field.to_owned()),
            claim: field_in_words(field),
            claimed: people.to_string(),
            found: found.to_string(),
            holds: Some(*people == found),
        });
        audit.add(same("chosen.frontier.population.journalist", *journalist, figures.risk.journalist));
    }
    match &point.reference {
        None => {}
        Some(reference) if reference.name == FrontierSettings::SAFE_HARBOR => {
            let rule = PlainRule::new(&tradeoffs, &tradeoffs.safe_harbor(recipe)?);
            let found = rule.point(&tradeoffs);
            let ChosenReference { risk, loss, against_rule, .. } = reference;
            audit.add(same("chosen.frontier.reference.risk", *risk, found.risk));
            audit.add(same("chosen.frontier.reference.loss", *loss, found.loss));
            let grouping = tradeoffs.grouping_of_levels(prepared, &levels);
            let against = rule.told_apart(&tradeoffs, |qi, place| grouping.labels()[qi][place].as_str());
            let field = "chosen.frontier.reference.against_rule";
            audit.add(Claim {
                field: Some(field.to_owned()),
                claim: format!("{}, recomputed", field_in_words(field)),
                claimed: in_list(against_rule.iter().map(String::as_str)),
                found: in_list(against.iter().copied()),
                holds: Some(against_rule.iter().map(String::as_str).eq(against.iter().copied())),
            });
        }
        Some(reference) => audit.add(open(
            "chosen.frontier.reference",
            format!("risk {}, loss {}", reference.risk, reference.loss),
            "the recipe that it was compared with is not at hand",
        )),
    }
    Ok(())
}

fn in_list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    match names.collect::<Vec<_>>().as_slice() {
        [] => "none".to_owned(),
        names => names.join(", "),
    }
}

fn same(field: &str, claimed: f64, found: f64) -> Claim {
    let scale = claimed.abs().max(found.abs()).max(1.0);
    Claim {
        field: Some(field.to_owned()),
        claim: format!("{}, recomputed", field_in_words(field)),
        claimed: claimed.to_string(),
        found: found.to_string(),
        holds: Some((claimed - found).abs() <= TOLERANCE * scale),
    }
}

fn open(field: &str, claimed: String, reason: &str) -> Claim {
    Claim {
        field: Some(field.to_owned()),
        claim: field_in_words(field),
        claimed,
        found: reason.to_owned(),
        holds: None,
    }
}
