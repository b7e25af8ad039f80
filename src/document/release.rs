//! What was released, from which data, and how that is checked.

use super::text::{heading, names, paragraph};
use super::{Content, Edition};
use crate::data::RaggedCounts;
use crate::exhibit::figure::{grouped, percent, plural};
use crate::exhibit::markup::{Table, escaped};
use crate::privacy::Condition;
use crate::recipe::Recipe;
use crate::release::SuppressedRecords;
use crate::release::disclosure::told;
use crate::report::Detail;

/// The verdict in one paragraph, with the meaning of k and of `*`.
pub(super) fn verdict(content: &Content<'_>) -> String {
    let Content { report, figures, .. } = *content;
    let columns = names(report.policy.keys().map(String::as_str));
    let promise = match content.promised() {
        0 | 1 => format!(
            "This release promises no k-anonymity: k is {}, and a record may be the only one with its values of {columns}.",
            report.k
        ),
        k => format!(
            "In this release every record that is not suppressed has the same values of {columns} as at least {}: \
             whoever knows these columns of a person behind such a record finds at least {k} records that may be that \
             person's.",
            plural(k - 1, "other", "others")
        ),
    };
    let asked: Vec<String> = (report.conditions.iter().enumerate())
        .filter(|(_, condition)| !matches!(condition.asked, Condition::KAnonymity(_)))
        .map(|(place, condition)| content.condition(place, condition))
        .collect();
    let promise = match asked.as_slice() {
        [] => promise,
        some => format!("{promise} It holds, moreover, {}.", some.join("; ")),
    };
    format!(
        "<p class=\"verdict\">{} {} {}</p>\n",
        escaped(&promise),
        escaped(&suppressed(content)),
        escaped(&match (&report.chosen, report.lattice_size, report.optimal) {
            (Some(chosen), _, _) => super::chosen::verdict(content, chosen),
            (None, 1, _) => "The levels were set before the search: nothing is said of other policies.".to_owned(),
            (None, _, true) => format!(
                "No other policy of these hierarchies and limits loses less ({}, loss {}).",
                report.measure.name(),
                figures.loss(&["loss"])
            ),
            (None, _, false) if !figures.has(&["loss"]) => "That no other policy loses less is not proven.".to_owned(),
            (None, _, false) => format!(
                "It loses {} ({}); that no policy within these limits loses less than {} is proven.",
                figures.loss(&["loss"]),
                report.measure.name(),
                figures.loss(&["bound"])
            ),
        }),
    ) + &paragraph(&detail(content).sentence())
        + &match told(&report.disclosure).len() as u64 {
            0 => String::new(),
            found => paragraph(&format!(
                "{} may be disclosed although this holds: see section 12.",
                if found == 1 { "One thing".to_owned() } else { grouped(found) + " things" }
            )),
        }
        + &figures.left_out().map_or_else(String::new, |words| paragraph(&words))
}

/// What the policy leaves, with the share that is gone where the loss is shown.
fn detail(content: &Content<'_>) -> Detail {
    let detail = Detail::of(content.report);
    Detail { gone: detail.gone.filter(|_| content.figures.has(&["loss"])), ..detail }
}

/// The treatment of records that share their values with too few others.
fn suppressed(content: &Content<'_>) -> String {
    let Content { report, recipe, figures, .. } = *content;
    let all = report.records + report.removed_records.unwrap_or_default();
    if report.suppressed_records == 0 {
        return "No record is suppressed.".to_owned();
    }
    let records = match figures.whole(&["suppressed_records"]) {
        Some(records) => {
            let share = percent(records as f64 / all.max(1) as f64);
            let does = if records == 1 { "fits" } else { "fit" };
            format!("{} ({share}) {does} no such group", plural(records, "record", "records"))
        }
        None => format!("Fewer than {} records fit no such group", grouped(figures.below())),
    };
    match recipe.release.suppressed {
        SuppressedRecords::Remove => format!("{records}: they are not in the release."),
        SuppressedRecords::Star => {
            format!("{records}: all these columns are * there, and these records form a group of their own.")
        }
    }
}

/// The data, as far as the report knows them.
pub(super) fn data(content: &Content<'_>) -> String {
    let Content { report, recipe, edition, figures, .. } = *content;
    let mut table = Table::new("The table", &["Of the table", "Number"]);
    let mut row = |name: &str, value: String| table.push(vec![name.to_owned(), value]);
    row("Records of the original that were read", figures.count(&["risk", "before", "records"]));
    row("Records of the release", figures.count(&["records"]));
    row("Columns that the recipe names", grouped(recipe.columns.len() as u64));
    row("Quasi-identifiers", grouped(report.policy.len() as u64));
    if report.ragged_records != RaggedCounts::default() {
        row("Ragged records left out", figures.count(&["ragged_records", "left_out"]));
        row("Ragged records filled up", figures.count(&["ragged_records", "padded"]));
    }
    if edition == Edition::Internal {
        report.read.told().into_iter().for_each(|(name, value)| row(&name, value));
    }
    table.html() + "\n" + &of_original(recipe, edition, report.input_sha256.as_deref())
}

/// What a row of the original represents, and the original's digest for those who may know it.
pub(super) fn of_original(recipe: &Recipe, edition: Edition, digest: Option<&str>) -> String {
    let mut html = String::new();
    if let Some(column) = &recipe.count_column {
        html += &paragraph(&format!(
            "A row stands for as many records as its column {column} says; all numbers here are of records."
        ));
    }
    if let (Edition::Internal, Some(digest)) = (edition, digest) {
        html += &format!("<p>SHA-256 of the original: <code>{}</code></p>\n", escaped(digest));
    }
    html
}

/// The digests that a report refers to.
pub(super) struct Digests<'a> {
    pub(super) release: &'a str,
    pub(super) original: Option<&'a str>,
    pub(super) recipe: Option<&'a str>,
}

impl Digests<'_> {
    /// Their table. Digests against which a guess of a small original could be tested are only for those who have it.
    pub(super) fn html(&self, edition: Edition) -> String {
        let mut table = Table::new("SHA-256", &["Of", "Digest"]);
        let mut row = |of: &str, digest: &str| table.push(vec![of.to_owned(), digest.to_owned()]);
        row("the release", self.release);
        if edition == Edition::Internal {
            row("the original", self.original.unwrap_or_default());
            row("the recipe's settings", self.recipe.unwrap_or_default());
        }
        heading("Digests") + &table.html() + "\n"
    }
}

/// How to write the release again and check it, with these commands.
pub(super) fn repeated(version: &str, is_repeatable: bool, commands: &str) -> String {
    let told = match is_repeatable {
        true => format!(
            "With the original and the recipe, version {version} of Kanon writes the same bytes again and recomputes every figure of the report:"
        ),
        false => format!(
            "The search had a limit of time, so that it may find another policy when it is run again. With the original and the recipe, version {version} of Kanon recomputes every figure of this report from the release by the second command:"
        ),
    };
    [heading("To repeat and to check it"), paragraph(&told), format!("<pre>{commands}</pre>\n")].concat()
}

/// Digests, the command that repeats the release, and the formulas.
pub(super) fn closing(content: &Content<'_>) -> String {
    let Content { report, edition, figures, .. } = *content;
    let digests = Digests {
        release: &report.output_sha256,
        original: report.input_sha256.as_deref(),
        recipe: report.recipe_sha256.as_deref(),
    };
    let population = match report.population() {
        Some(_) => " --population POPULATION",
        None => "",
    };
    // A single policy leaves nothing to search again.
    let optimality = match report.lattice_size {
        1 => "",
        _ => " --optimality",
    };
    // Where it was ended depends on the machine; what is chosen or proven does not.
    let is_repeatable = report.optimal
        || report.chosen.is_some()
        || report.lattice_size == 1
        || content.recipe.search.budget.seconds.is_none();
    let (threshold, own) = content.threshold();
    let commands = format!(
        "kanon anonymize ORIGINAL --recipe RECIPE --out RELEASE --report REPORT\n\
         kanon verify RELEASE --report REPORT --recipe RECIPE --data ORIGINAL{population}{optimality}"
    );
    [
        digests.html(edition),
        repeated(&report.version, is_repeatable, &commands),
        heading("Formulas"),
        paragraph(&format!(
            "Risk of a record: 1 ÷ records of its class; average: classes ÷ records, here {} ÷ {}. Threshold: {} ({own}). \
             Suppression limit: {} of the records, at most {}.",
            figures.count(&["risk", "after", "classes"]),
            figures.count(&["risk", "after", "records"]),
            percent(threshold),
            figures.percent(&["suppression_limit"]),
            figures.count(&["suppression_limit_records"]),
        )),
    ]
    .concat()
}
