//! A released policy: its effect on each column, its cost and its risk.

use super::figure::{Figure, NOT_SHOWN, grouped, loss, percent, plural};
use super::markup::{Table, escaped};
use super::svg::{Anchor, Drawing, Scale, Tone, WIDTH};
use super::{Exhibit, Head, Kind, Values, words};
use crate::error::{ReportError, Result};
use crate::lattice::Level;
use crate::loss::MeasureName;
use crate::report::edition::{Edition, Shown};
use indexmap::IndexMap;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

/// The parts of a report that are used.
#[derive(Deserialize)]
struct Report {
    policy: IndexMap<String, Level>,
    policy_in_words: IndexMap<String, String>,
    k: u64,
    suppression_limit: Option<Figure>,
    measure: MeasureName,
    loss: Option<Figure>,
    loss_by_quasi_identifier: Option<IndexMap<String, Figure>>,
    optimal: bool,
    bound: Option<Figure>,
    suppressed_records: Option<u64>,
    records: Option<u64>,
    #[serde(default)]
    removed_records: Option<u64>,
    classes: Option<u64>,
    below: u64,
    #[serde(default)]
    chosen: Option<IgnoredAny>,
    #[serde(default)]
    risk: Risk,
}

#[derive(Deserialize, Default)]
struct Risk {
    #[serde(default)]
    before: Prosecutor,
    #[serde(default)]
    after: Prosecutor,
}

/// The figures of classes that are shown.
#[derive(Deserialize, Serialize, Default)]
struct Prosecutor {
    #[serde(skip_serializing_if = "Option::is_none")]
    smallest_class: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unique_records: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    highest: Option<Figure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    average: Option<Figure>,
}

/// The JSON that the element reads.
#[derive(Serialize)]
struct Recorded<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    k: u64,
    measure: MeasureName,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<&'a Figure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'a Figure>,
    optimal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressed_records: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<u64>,
    columns: Vec<Column<'a>>,
    before: &'a Prosecutor,
    after: &'a Prosecutor,
}

#[derive(Serialize)]
struct Column<'a> {
    name: &'a str,
    level: Level,
    words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<&'a Figure>,
}

/// The exhibit of a report.
///
/// # Errors
/// A report that cannot be read.
pub(super) fn exhibit(report: &str, values: Values) -> Result<Exhibit> {
    // An exhibit stands on public pages.
    let shown = Shown::of(report, Edition::External)?;
    let report: Report = serde_json::from_str(&shown.to_json())
        .map_err(|error| ReportError::Syntax { line: error.line(), problem: error.to_string() })?;
    let columns = columns(&report, values);
    let caption = caption(&report);
    let fallback = format!(
        "<p>{}</p>\n{}\n{}\n{}",
        escaped(&caption),
        drawing(&columns, &caption),
        table(&columns).html_for_any_style(),
        risks(&report).html_for_any_style()
    );
    let recorded = Recorded {
        head: Head::of(Kind::Policy, &caption),
        k: report.k,
        measure: report.measure,
        loss: report.loss.as_ref(),
        bound: report.bound.as_ref(),
        optimal: report.optimal,
        records: report.records,
        suppressed_records: report.suppressed_records,
        classes: report.classes,
        columns,
        before: &report.risk.before,
        after: &report.risk.after,
    };
    // Keys are strings and numbers finite, so this cannot fail.
    let json = serde_json::to_string(&recorded).unwrap_or_default();
    let contents = match values {
        Values::LeftOut => "It holds the names of the columns and of their levels, and no value of the data.",
        Values::Included => {
            "It holds the names of the columns and of their levels, with the label of a hierarchy's top where it is one group."
        }
    };
    Ok(Exhibit { kind: Kind::Policy, json, fallback, contents: contents.to_owned() })
}

fn columns(report: &Report, values: Values) -> Vec<Column<'_>> {
    let losses = report.loss_by_quasi_identifier.as_ref();
    (report.policy.iter())
        .map(|(name, &level)| Column {
            name,
            level,
            words: match report.policy_in_words.get(name) {
                None => format!("level {level}"),
                Some(said) if values == Values::Included => said.clone(),
                Some(said) => words::without_label(said),
            },
            loss: losses.and_then(|losses| losses.get(name)),
        })
        .collect()
}

fn caption(report: &Report) -> String {
    let limit = report.suppression_limit.as_ref().map(|limit| format!(", of at most {}", percent(limit.value())));
    let limit = limit.unwrap_or_default();
    let suppressed = match (report.suppressed_records, report.records) {
        (Some(0), _) => "no record is suppressed".to_owned(),
        (Some(suppressed), Some(records)) => format!(
            "{} ({}) {} suppressed{limit}",
            plural(suppressed, "record", "records"),
            percent(suppressed as f64 / (records + report.removed_records.unwrap_or_default()).max(1) as f64),
            if suppressed == 1 { "is" } else { "are" },
        ),
        _ => format!("fewer than {} records are suppressed{limit}", grouped(report.below)),
    };
    let bound = report.bound.as_ref().map(Figure::value);
    let proven = match (report.optimal, &report.chosen, bound) {
        (true, ..) => "no other policy of its hierarchies loses less".to_owned(),
        (false, Some(_), _) | (false, _, Some(0.0)) => "it was chosen, and nothing is proven of others".to_owned(),
        (false, None, Some(bound)) => format!("none loses less than {}", loss(bound)),
        (false, None, None) => "that no other loses less is not proven".to_owned(),
    };
    let lost = match &report.loss {
        Some(lost) => format!("loss {} ({})", loss(lost.value()), report.measure.name()),
        None => format!("its loss ({}) is not shown", report.measure.name()),
    };
    format!("Policy for k = {}: {lost}, and {proven}; {suppressed}.", grouped(report.k))
}

fn drawing(columns: &[Column<'_>], caption: &str) -> String {
    const ROW: f64 = 36.0;
    let (left, right) = (4.0, WIDTH - 64.0);
    let losses = columns.iter().filter_map(|column| column.loss);
    let most = losses.map(Figure::value).fold(0.0, f64::max);
    let scale = Scale::from_zero(most.max(1.0), (0.0, right - left));
    let height = ROW * columns.len() as f64 + 8.0;
    let mut drawing = Drawing::new(height, format!("{caption} The table has the same."));
    for (column, row) in columns.iter().zip(0_u32..) {
        let top = ROW * f64::from(row);
        let text = format!("{}: {}", column.name, column.words);
        drawing.text((left, top + 14.0), Anchor::Start, &words::cut(&text, 64));
        let Some(lost) = column.loss else { continue };
        drawing.line(&format!("M{left:.1} {0:.1}H{right:.1}", top + 26.0), Tone::Faint);
        let bar = (scale.at(lost.value()), 8.0);
        drawing.rect((left, top + 20.0), bar, 0.7, false);
        let place = (WIDTH - 8.0, top + 28.0);
        drawing.text(place, Anchor::End, &loss(lost.value()));
    }
    drawing.html()
}

fn table(columns: &[Column<'_>]) -> Table {
    let has_losses = columns.iter().any(|column| column.loss.is_some());
    let head = ["Column", "Level", "In words", "Loss"];
    let head = if has_losses { &head[..] } else { &head[..3] };
    let mut table = Table::new("What the policy does to each column", head);
    for column in columns {
        let mut cells = vec![column.name.to_owned(), column.level.to_string(), column.words.clone()];
        if has_losses {
            let lost = column.loss.map(|lost| loss(lost.value()));
            cells.push(lost.unwrap_or_default());
        }
        table.push(cells);
    }
    table
}

/// The release beside the original.
fn risks(report: &Report) -> Table {
    let mut table = Table::new("The original and the release", &["Of the records", "Before", "After"]);
    let Risk { before, after } = &report.risk;
    let mut row = |name: &str, of: &dyn Fn(&Prosecutor) -> String| {
        table.push(vec![name.to_owned(), of(before), of(after)]);
    };
    let count = |number: Option<u64>| number.map_or_else(|| NOT_SHOWN.to_owned(), grouped);
    let share = |share: &Option<Figure>| match share {
        Some(share) => percent(share.value()),
        None => NOT_SHOWN.to_owned(),
    };
    row("Smallest class, records", &|risk| count(risk.smallest_class));
    row("Records alone in their class", &|risk| count(risk.unique_records));
    row("Highest risk of a record", &|risk| share(&risk.highest));
    row("Average risk of a record", &|risk| share(&risk.average));
    table
}
