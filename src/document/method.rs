//! How the policy was found, and what is proven about it.

use super::Content;
use super::text::paragraph;
use crate::exhibit::figure::grouped;
use crate::exhibit::markup::Table;
use crate::lattice::size_in_words;
use crate::loss::Aggregate;
use crate::report::WorkReport;

/// The method: hierarchies, suppression, measure, search.
pub(super) fn method(content: &Content<'_>) -> String {
    let Content { report, recipe, figures, .. } = *content;
    let mut table = Table::new("Settings", &["Setting", "Value"]);
    let mut row = |name: &str, value: String| table.push(vec![name.to_owned(), value]);
    row("Program", format!("Kanon {}", report.version));
    // No search is run for a chosen policy.
    let is_searched = report.chosen.is_none() && report.lattice_size > 1;
    row(
        "Search",
        match is_searched {
            true => report.algorithm.name(),
            false => "none: the policy was chosen",
        }
        .to_owned(),
    );
    row("Measure of information loss", report.measure.name().to_owned());
    if report.measure.is_aggregated() {
        row("Losses of columns become one by", aggregate_words(report.aggregate).to_owned());
    }
    row("k", grouped(report.k));
    for (place, condition) in report.conditions.iter().enumerate() {
        row("Condition", content.condition(place, condition));
    }
    row("Suppression limit", figures.percent(&["suppression_limit"]));
    row("Policies that the recipe allows", size_in_words(report.lattice_size));
    match report.work {
        _ if !is_searched => {}
        WorkReport::Policies { policies_checked, policies_pruned } => {
            row("Policies checked", grouped(policies_checked));
            row("Policies excluded without a check", grouped(policies_pruned));
        }
        WorkReport::Boxes { boxes_looked_at, policies_evaluated } => {
            row("Boxes of policies looked at", grouped(boxes_looked_at));
            row("Policies evaluated", grouped(policies_evaluated));
        }
    }
    row("Seed", report.seed.to_string());
    if !recipe.linked.is_empty() {
        let groups: Vec<String> = recipe.linked.iter().map(|group| group.join(" + ")).collect();
        row("Columns that share one level", groups.join("; "));
    }
    if recipe.release.shuffle.is_some() {
        row("Order of the rows", "drawn at random from a seed that the recipe states".to_owned());
    }
    let or_fail = match report.conditions.iter().any(|condition| !condition.asked.is_of_release()) {
        true => ", or that do not keep a condition,",
        false => "",
    };
    paragraph(&format!(
        "Each quasi-identifier is generalized to one level of its hierarchy, the same for all records (section 4); records \
         in classes smaller than k{or_fail} are suppressed. A class is all records with the same generalized values."
    )) + &(report.chosen.as_ref()).map_or(String::new(), |chosen| super::chosen::method(content, chosen))
        + &table.html()
        + "\n"
}

fn aggregate_words(aggregate: Aggregate) -> &'static str {
    match aggregate {
        Aggregate::ArithmeticMean => "arithmetic mean",
        Aggregate::GeometricMean => "geometric mean",
        Aggregate::Maximum => "maximum",
    }
}

/// What is proven, and how it can be checked.
pub(super) fn optimality(content: &Content<'_>) -> String {
    let Content { report, figures, .. } = *content;
    let (lost, bound) = (figures.loss(&["loss"]), figures.loss(&["bound"]));
    let policies = size_in_words(report.lattice_size);
    let claim = match (report.lattice_size, report.optimal) {
        _ if report.chosen.is_some() => {
            return paragraph(
                "Not shown: the policy was chosen, and nothing is proven of others. Section 7 says what was chosen and why.",
            );
        }
        (1, _) => {
            return paragraph(
                "Not shown: the recipe allows this policy alone, which was chosen before. How it was chosen stands under \
                 the alternatives that were considered (section 11).",
            );
        }
        (_, true) if !figures.has(&["loss"]) => format!(
            "Of the {policies} policies that the recipe allows, each suppresses more than the limit or loses at least as \
             much as this one."
        ),
        (_, true) => format!(
            "Of the {policies} policies that the recipe allows, each suppresses more than the limit or loses at least \
             {lost}, which this one loses."
        ),
        (_, false) => format!(
            "{} This policy loses: {lost}. It is proven that none of the {policies} \
             that suppress no more than the limit loses less than this bound: {bound}.",
            match (report.algorithm.is_optimal_for(false), report.algorithm.is_optimal_for(true)) {
                (true, _) => "The search was ended before its proof.",
                (false, true) => "The search was ended before its proof, or proves no policy best under this measure.",
                (false, false) => "The search is a heuristic, which proves no policy best.",
            }
        ),
    };
    paragraph(&claim)
        + &paragraph(
            "The claim is about this measure, these hierarchies and these limits: whether they fit the use is for persons to \
             say. It is checked by the second command of section 14, which searches once more by another method.",
        )
}
