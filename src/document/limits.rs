//! The limits of a release's promises.

use super::text::{heading, list, names, paragraph};
use super::{Content, Edition};
use crate::data::Role;
use crate::exhibit::markup::Table;
use crate::recipe::Recipe;
use crate::release::Treatment;
use crate::release::disclosure::{Warning, told, told_without_numbers};

/// The disclosure warnings, and the limits of k-anonymity.
pub(super) fn limits(content: &Content<'_>) -> String {
    let Content { report, recipe, edition, .. } = *content;
    let found = sentences(&report.disclosure, edition).into_iter();
    let of_every_release = [
        "All records of a class may share a value of another column: then it is known of everyone in the class, however \
         large k is.",
        "Another release of the same persons, with other groups or other columns, may tell more together with this one \
         than each does alone.",
        "k counts records. Where a person has several, a class of k records may be of fewer persons.",
    ];
    [
        found_in_release(found),
        uncovered_columns(recipe, &report.disclosure),
        heading("Downcoding"),
        downcoding(content),
        heading("True of every release of this kind"),
        list(of_every_release),
    ]
    .concat()
}

/// The findings in a release, one sentence each.
pub(super) fn found_in_release(sentences: impl Iterator<Item = String>) -> String {
    let found = match list(sentences) {
        none if none.is_empty() => paragraph("Of what Kanon looks for, nothing was found."),
        found => found,
    };
    heading("Found in this release") + &found
}

/// The columns beside the quasi-identifiers that are released unchanged.
pub(super) fn uncovered_columns(recipe: &Recipe, disclosure: &[Warning]) -> String {
    let of_recipe = (recipe.columns.keys().chain(&recipe.count_column))
        .filter(|name| recipe.role(name) != Role::QuasiIdentifier)
        .filter(|name| recipe.treatment(name) == Treatment::Keep);
    let unnamed = disclosure.iter().flat_map(|warning| match warning {
        Warning::UnnamedIdentifier { column } => std::slice::from_ref(column),
        Warning::Unnamed { columns } => columns,
        _ => &[],
    });
    let mut untouched: Vec<&str> = Vec::new();
    for name in of_recipe.chain(unnamed) {
        if !untouched.contains(&name.as_str()) {
            untouched.push(name);
        }
    }
    let untouched = match untouched.is_empty() {
        true => "No column beside the quasi-identifiers is released as it is.".to_owned(),
        false => format!(
            "Whoever knows {} of a person as well may find the person's record by it: k does not cover columns that are \
             no quasi-identifiers.",
            names(untouched)
        ),
    };
    heading("Columns that k does not cover") + &paragraph(&untouched)
}

/// How much finer the release could be.
fn downcoding(content: &Content<'_>) -> String {
    let Content { report, figures, .. } = *content;
    let premise = "A release that is as fine as its hierarchies and k allow tells by each coarse cell that its class had no \
                   room for a finer one. Whoever knows the rules and how values are distributed may exclude values by \
                   that (downcoding); records that stand out by columns that nobody took for quasi-identifiers are in \
                   danger first.";
    let Some(slack) = &report.slack else {
        let unsaid =
            "How far this release is from that is not counted, as its classes are asked for more than their size.";
        return paragraph(&format!("{premise} {unsaid}"));
    };
    if slack.values().all(|&cells| cells == 0) {
        let minimal = "This release is such a one: not one cell could be finer.";
        return paragraph(&format!("{premise} {minimal}"));
    }
    if !figures.has(&["slack"]) {
        return paragraph(&format!("{premise} This release is coarser than that; how much is not shown."));
    }
    let mut table = Table::new(
        "Cells that could be finer, with those of the other columns as they are",
        &["Quasi-identifier", "Cells"],
    );
    for name in slack.keys() {
        table.push(vec![name.clone(), figures.count(&["slack", name])]);
    }
    paragraph(&format!(
        "{premise} This release is coarser than that: so many cells of a column could be finer while every record that is \
         not suppressed still shares its quasi-identifiers with at least k − 1 others."
    )) + &table.html()
        + "\n"
}

/// The sentences of warnings. The external edition has none of their numbers.
pub(super) fn sentences(warnings: &[Warning], edition: Edition) -> Vec<String> {
    let told = match edition {
        Edition::Internal => told(warnings),
        Edition::External => told_without_numbers(warnings),
    };
    told.into_iter().map(|told| told.words).collect()
}
