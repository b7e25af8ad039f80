//! The limits of a release's promises.

use super::Content;
use super::numbers::Numbers;
use super::text::{heading, list, names, paragraph};
use crate::data::Role;
use crate::exhibit::markup::Table;
use crate::release::Treatment;
use crate::release::disclosure::Warning;
use crate::study::Recipe;

/// The disclosure warnings, and the limits of k-anonymity.
pub(super) fn limits(content: &Content<'_>) -> String {
    let Content { report, recipe, numbers, .. } = *content;
    let found = (report.disclosure.iter()).map(|warning| sentence(warning, numbers));
    let of_every_release = [
        "All records of a class may share a value of another column: then it is known of everyone in the class, however \
         large k is.",
        "Another release of the same persons, with other groups or other columns, may tell more together with this one \
         than each does alone.",
        "k counts records. Where a person has several, a class of k records may be of fewer persons.",
    ];
    [
        found_in_release(found),
        uncovered_columns(recipe),
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
pub(super) fn uncovered_columns(recipe: &Recipe) -> String {
    let untouched: Vec<&str> = (recipe.columns.keys())
        .map(String::as_str)
        .filter(|name| recipe.role(name) != Role::QuasiIdentifier)
        .filter(|name| recipe.treatment(name) == Treatment::Keep)
        .collect();
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
    let Content { report, numbers, .. } = *content;
    let premise = "A release that is as fine as its hierarchies and k allow tells by each coarse cell that its class had no \
                   room for a finer one. Whoever knows the rules and how values are distributed may exclude values by \
                   that (downcoding); records that stand out by columns that nobody took for quasi-identifiers are in \
                   danger first.";
    let Some(slack) = &report.slack else {
        let unsaid = match report.conditions.is_empty() {
            true => "How far this release is from that, the report of an earlier version does not say.",
            false => {
                "How far this release is from that is not counted, as its classes are asked for more than their size."
            }
        };
        return paragraph(&format!("{premise} {unsaid}"));
    };
    if slack.values().all(|&cells| cells == 0) {
        let minimal = "This release is such a one: not one cell could be finer.";
        return paragraph(&format!("{premise} {minimal}"));
    }
    let mut table = Table::new(
        "Cells that could be finer, with those of the other columns as they are",
        &["Quasi-identifier", "Cells"],
    );
    for (name, &cells) in slack {
        table.push(vec![name.clone(), numbers.count(cells)]);
    }
    paragraph(&format!(
        "{premise} This release is coarser than that: so many cells of a column could be finer while every record still \
         shares its quasi-identifiers with at least k − 1 others."
    )) + &table.html()
        + "\n"
}

/// The sentence of a warning, without its numbers if one of them may not be shown.
pub(super) fn sentence(warning: &Warning, numbers: Numbers) -> String {
    let shown = counts(warning).into_iter().all(|count| numbers.may_show(count));
    if shown {
        return warning.to_string();
    }
    match warning {
        Warning::SuppressedClass { k, .. } => format!(
            "The suppressed records are a class smaller than k = {k}: whoever knows a person that fits no other class \
             finds the person among them."
        ),
        Warning::SuppressedAlike { column, .. } => {
            format!("All suppressed records have one value of the sensitive column `{column}`.")
        }
        Warning::ClassesAlike { column, .. } => {
            format!("There are classes in which all records have one value of the sensitive column `{column}`.")
        }
        Warning::FewPersons { column, k, .. } => format!(
            "There are classes in which the identifier `{column}` has fewer than {k} different values: if it tells \
             persons apart, they are of fewer than {k} persons."
        ),
        Warning::SinglingOut { column, k, .. } => format!(
            "`{column}` is no quasi-identifier, and there are records with a value of it that fewer than {k} records have: \
             whoever knows it of a person finds the record."
        ),
        Warning::RareLabels { column, k, .. } => {
            format!("There are labels of `{column}` with a value that fewer than {k} records have.")
        }
        Warning::Formulas { .. } => "Some cells begin like a formula of a spreadsheet program.".to_owned(),
        Warning::AllSuppressed { .. } | Warning::AllRemoved { .. } => "All records are suppressed.".to_owned(),
        Warning::Sorted { .. } | Warning::UnnamedIdentifier { .. } | Warning::Unnamed { .. } => warning.to_string(),
    }
}

/// The numbers of a warning that count records, persons or cells.
fn counts(warning: &Warning) -> Vec<u64> {
    match *warning {
        Warning::AllSuppressed { records }
        | Warning::AllRemoved { records }
        | Warning::SuppressedClass { records, .. }
        | Warning::SuppressedAlike { records, .. } => vec![records],
        Warning::ClassesAlike { classes, records, .. } => vec![classes, records],
        Warning::FewPersons { classes, records, persons, .. } => vec![classes, records, persons],
        Warning::SinglingOut { records, alone, .. } => vec![records, alone],
        Warning::RareLabels { labels, records, .. } => vec![labels, records],
        Warning::Formulas { cells } => vec![cells],
        Warning::Sorted { .. } | Warning::UnnamedIdentifier { .. } | Warning::Unnamed { .. } => Vec::new(),
    }
}
