//! What was released, of what, and how that is checked.

use super::text::{heading, names, paragraph};
use super::{Content, Edition};
use crate::exhibit::figure::{grouped, loss, percent, plural};
use crate::exhibit::markup::{Table, escaped};
use crate::release::SuppressedRecords;
use crate::study::Chosen;

/// The verdict in one paragraph, with the reading of k and of `*`.
pub(super) fn verdict(content: &Content<'_>) -> String {
    let Content {
        report, numbers, ..
    } = *content;
    let columns = names(report.policy.keys().map(String::as_str));
    let promise = match report.k {
        0 | 1 => format!(
            "This release promises no k-anonymity: k is {}, and a record may be the only one with its values of {columns}.",
            report.k
        ),
        k => format!(
            "In this release every record that is not suppressed has the same values of {columns} as at least {} others: \
             whoever knows these columns of a person finds at least {k} records that may be that person's.",
            k - 1
        ),
    };
    format!(
        "<p class=\"verdict\">{} {} {}</p>\n",
        escaped(&promise),
        escaped(&suppressed(content)),
        escaped(
            &match (&report.chosen, report.lattice_size, report.optimal) {
                (Some(chosen), _, _) => super::chosen::verdict(content, chosen),
                (None, 1, _) =>
                    "The levels were set before the search: nothing is said of other policies."
                        .to_owned(),
                (None, _, true) => format!(
                    "No other policy of these hierarchies and limits loses less ({}, loss {}).",
                    report.measure.name(),
                    loss(report.loss)
                ),
                (None, _, false) => format!(
                    "It loses {} ({}); that no policy loses less than {} is proven.",
                    loss(report.loss),
                    report.measure.name(),
                    loss(report.bound)
                ),
            }
        ),
    ) + &match report.disclosure.len() as u64 {
        0 => String::new(),
        found => paragraph(&format!(
            "{} may be disclosed although this holds: see section 12.",
            if found == 1 {
                "One thing".to_owned()
            } else {
                grouped(found) + " things"
            }
        )),
    } + &match numbers.may_show(1) {
        true => String::new(),
        false => paragraph("Numbers of records below k are not shown in this edition."),
    }
}

/// What became of the records that share their values with too few others.
fn suppressed(content: &Content<'_>) -> String {
    let Content {
        report,
        recipe,
        numbers,
        ..
    } = *content;
    let all = report.records + report.removed_records.unwrap_or_default();
    if report.suppressed_records == 0 {
        return "No record is suppressed.".to_owned();
    }
    let share = numbers.share(report.suppressed_records, all);
    let records = numbers.counted(report.suppressed_records, "record", "records");
    match recipe.release.suppressed {
        SuppressedRecords::Remove => {
            format!("{records} ({share}) fit no such group and were removed.")
        }
        SuppressedRecords::Star => format!(
            "{records} ({share}) fit no such group: all these columns are * there, and these records form a group of their own."
        ),
    }
}

/// The data, as far as the report knows them.
pub(super) fn data(content: &Content<'_>) -> String {
    let Content {
        report,
        recipe,
        edition,
        numbers,
        ..
    } = *content;
    let removed = report.removed_records.unwrap_or_default();
    let mut table = Table::new("The table", &["Of the table", "Number"]);
    let mut row = |name: &str, value: String| table.push(vec![name.to_owned(), value]);
    row(
        "Records of the original that were read",
        grouped(report.records + removed),
    );
    row("Records of the release", grouped(report.records));
    row(
        "Columns that the recipe names",
        grouped(recipe.columns.len() as u64),
    );
    row("Quasi-identifiers", grouped(report.policy.len() as u64));
    if let Some(ragged) = report.ragged_records {
        row("Ragged records left out", numbers.count(ragged.left_out));
        row("Ragged records filled up", numbers.count(ragged.padded));
    }
    let mut html = table.html() + "\n";
    if let Some(column) = &recipe.count_column {
        html += &paragraph(&format!(
            "A row stands for as many records as its column {column} says; all numbers here are of records."
        ));
    }
    if let (Edition::Internal, Some(digest)) = (edition, &report.input_sha256) {
        html += &format!(
            "<p>SHA-256 of the original: <code>{}</code></p>\n",
            escaped(digest)
        );
    }
    html
}

/// Digests, the command that repeats it, and the formulas.
pub(super) fn closing(content: &Content<'_>) -> String {
    let Content {
        report, edition, ..
    } = *content;
    let mut digests = Table::new("SHA-256", &["Of", "Digest"]);
    digests.push(vec!["the release".to_owned(), report.output_sha256.clone()]);
    if edition == Edition::Internal {
        let of = [
            ("the original", &report.input_sha256),
            ("the recipe's settings", &report.recipe_sha256),
        ];
        for (name, digest) in of {
            digests.push(vec![name.to_owned(), digest.clone().unwrap_or_default()]);
        }
    }
    let population = match &report.chosen {
        Some(Chosen::Frontier(point)) if point.population.is_some() => " --population POPULATION",
        _ => "",
    };
    // Of a single policy, there is nothing to search again.
    let optimality = match report.lattice_size {
        1 => "",
        _ => " --optimality",
    };
    let commands = format!(
        "kanon anonymize ORIGINAL --recipe RECIPE --out RELEASE --report REPORT\n\
         kanon verify RELEASE --report REPORT --recipe RECIPE --data ORIGINAL{population}{optimality}"
    );
    [
        heading("Digests"),
        digests.html() + "\n",
        heading("To repeat and to check it"),
        paragraph(&format!(
            "With the original and the recipe, version {} of Kanon writes the same bytes again and recomputes every figure of the report:",
            report.version
        )),
        format!("<pre>{commands}</pre>\n"),
        heading("Formulas"),
        paragraph(&format!(
            "Risk of a record: 1 ÷ records of its class; average: classes ÷ records, here {} ÷ {}. Threshold: 1 ÷ k = {}. \
             Suppression limit: {} of the records, at most {}.",
            grouped(report.risk.after.classes as u64),
            plural(report.risk.after.records, "record", "records"),
            percent(1.0 / report.k.max(1) as f64),
            percent(report.suppression_limit),
            grouped(report.suppression_limit_records),
        )),
    ]
    .concat()
}
