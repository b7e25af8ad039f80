//! A chosen policy, in words.

use super::text::paragraph;
use super::{Content, Edition};
use crate::exhibit::figure::{NOT_SHOWN, grouped, loss, percent};
use crate::recipe::{Chosen, ChosenPoint, ChosenPolicy, ChosenReference, FrontierSettings, FrontierSpace};

/// How the policy was selected for the release, in one sentence.
pub(super) fn verdict(content: &Content<'_>, chosen: &Chosen) -> String {
    match chosen {
        Chosen::Policy(_) => "This policy was chosen by a person; it is not said to be the best.".to_owned(),
        Chosen::Frontier(point) => format!(
            "This policy is a point of a frontier of risk and loss, chosen by a person: {}.",
            figures(content, point)
        ),
        Chosen::Cells(_) => String::new(),
    }
}

/// The choice, the comparison and the reason.
pub(super) fn method(content: &Content<'_>, chosen: &Chosen) -> String {
    let told = match chosen {
        Chosen::Policy(ChosenPolicy { best, .. }) => format!(
            "The levels were chosen by a person in place of the best policy{}.",
            best.filter(|_| content.figures.has(&["loss"])).map_or(String::new(), |best| format!(
                "; the {} loses {}, and this one {}",
                if best.proven { "proven best one" } else { "best one that was found" },
                loss(best.loss),
                loss(content.report.loss)
            ))
        ),
        Chosen::Frontier(point) => {
            let mut told = format!(
                "The policy was chosen by a person from a frontier of risk and loss: {}.",
                figures(content, point)
            );
            let is_shown = content.figures.has(&["chosen", "frontier", "risk"]);
            if let Some(reference) = point.reference.as_ref().filter(|_| is_shown) {
                let settings = content.recipe.frontier.clone().unwrap_or_default();
                let name = match reference.name.as_str() {
                    FrontierSettings::SAFE_HARBOR => format!("Safe Harbor (census of {})", settings.census.year()),
                    other => other.to_owned(),
                };
                told += &format!(
                    " {name} has risk {} and loss {}{}.",
                    percent(reference.risk),
                    loss(reference.loss),
                    compared(point, reference)
                );
            }
            told + exactness(point)
        }
        Chosen::Cells(_) => String::new(),
    };
    let why = match chosen.why() {
        "" => String::new(),
        why => paragraph(&format!("Why it was chosen: {why}")),
    };
    paragraph(&told) + &why
}

/// What a comparison with these figures shows. A policy that does not obey the rule is not called better.
fn compared(point: &ChosenPoint, reference: &ChosenReference) -> String {
    let against = &reference.against_rule;
    match (against.as_slice(), point.has_less(reference)) {
        ([], true) => ": the chosen one is no worse in both, and better in one".to_owned(),
        ([], false) => String::new(),
        ([column], _) => format!("; the chosen one does not keep its rule in the column {column}"),
        (columns, _) => format!("; the chosen one does not keep its rule in the columns {}", columns.join(", ")),
    }
}

/// What the search of a frontier shows about its policies.
fn exactness(point: &ChosenPoint) -> &'static str {
    match point.exact {
        true => {
            " The frontier was searched to its end: no policy of its kind has less risk and loses no more, or has no more \
             risk and loses less. The report of the frontier shows it, and this one does not."
        }
        false => " The frontier was not searched to its end, so that there may be better policies.",
    }
}

/// Risk and loss of a point, with the population of the risk.
fn figures(content: &Content<'_>, point: &ChosenPoint) -> String {
    let path = |key| ["chosen", "frontier", key];
    let (risk, lost) = (content.figures.percent(&path("risk")), content.figures.loss(&path("loss")));
    match point.space {
        FrontierSpace::FullDomain => format!(
            "k {}, {} {risk}, loss {lost}",
            grouped(content.report.k),
            content.recipe.full_domain_risk().words(&content.recipe.protect)
        ),
        FrontierSpace::Partition => {
            format!("risk {risk} of what the original gives away {}, loss {lost} nats", against(content, point))
        }
    }
}

/// The population of the risk.
fn against(content: &Content<'_>, point: &ChosenPoint) -> String {
    match (&point.population, content.edition) {
        (None, _) => "among the records of the table".to_owned(),
        (Some(population), Edition::Internal) => {
            format!("against a population of {} people ({})", grouped(population.people), population.file)
        }
        (Some(population), Edition::External) => {
            format!("against a population of {} people", grouped(population.people))
        }
    }
}

/// The risk against a population, highest and average, if the chosen policy has one.
pub(super) fn journalist(content: &Content<'_>) -> Option<(String, String, String)> {
    let Some(Chosen::Frontier(point)) = &content.report.chosen else {
        return None;
    };
    let population = point.population.as_ref()?;
    if !content.figures.has(&["chosen", "frontier", "expected"]) {
        let told = format!("The journalist's numbers, counted {}, are not shown.", against(content, point));
        return Some((NOT_SHOWN.to_owned(), NOT_SHOWN.to_owned(), told));
    }
    let records = content.report.risk.before.records.max(1) as f64;
    let average = point.expected.unwrap_or_default() / records;
    let told = format!("The journalist's numbers are counted {}.", against(content, point));
    Some((percent(population.journalist), percent(average), told))
}
