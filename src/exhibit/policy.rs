//! A released policy: its effect on each column, its cost and its risk.

use super::figure::{Figure, grouped, loss, percent, plural};
use super::markup::{Table, escaped};
use super::svg::{Anchor, Drawing, Scale, Tone, WIDTH};
use super::{Exhibit, Head, Kind, Values, words};
use crate::error::{ReportError, Result};
use crate::lattice::Level;
use crate::loss::MeasureName;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The parts of a report that are used.
#[derive(Deserialize)]
struct Report {
    policy: IndexMap<String, Level>,
    #[serde(default)]
    policy_in_words: IndexMap<String, String>,
    k: u64,
    suppression_limit: Figure,
    measure: MeasureName,
    loss: Figure,
    loss_by_quasi_identifier: Option<IndexMap<String, Figure>>,
    optimal: bool,
    bound: Figure,
    suppressed_records: u64,
    records: u64,
    #[serde(default)]
    removed_records: Option<u64>,
    classes: u64,
    risk: Risk,
}

#[derive(Deserialize)]
struct Risk {
    before: Prosecutor,
    after: Prosecutor,
}

#[derive(Deserialize, Serialize)]
struct Prosecutor {
    smallest_class: u64,
    unique_records: u64,
    highest: Figure,
    average: Figure,
}

/// The JSON that the element reads.
#[derive(Serialize)]
struct Recorded<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    k: u64,
    measure: MeasureName,
    loss: &'a Figure,
    bound: &'a Figure,
    optimal: bool,
    records: u64,
    suppressed_records: u64,
    classes: u64,
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
    let report: Report = serde_json::from_str(report)
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
        loss: &report.loss,
        bound: &report.bound,
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
    let all = report.records + report.removed_records.unwrap_or_default();
    let suppressed = match report.suppressed_records {
        0 => "no record is suppressed".to_owned(),
        records => format!(
            "{} ({}) {} suppressed, of at most {}",
            plural(records, "record", "records"),
            percent(records as f64 / all.max(1) as f64),
            if records == 1 { "is" } else { "are" },
            percent(report.suppression_limit.value()),
        ),
    };
    let proven = match report.optimal {
        true => "no other policy of its hierarchies loses less".to_owned(),
        false if report.bound.value() == 0.0 => "it was chosen, and nothing is proven of others".to_owned(),
        false => format!("none loses less than {}", loss(report.bound.value())),
    };
    format!(
        "Policy for k = {}: loss {} ({}), and {proven}; {suppressed}.",
        grouped(report.k),
        loss(report.loss.value()),
        report.measure.name(),
    )
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
    let mut row = |name: &str, of: fn(&Prosecutor) -> String| {
        table.push(vec![name.to_owned(), of(before), of(after)]);
    };
    row("Smallest class, records", |risk| grouped(risk.smallest_class));
    row("Records alone in their class", |risk| grouped(risk.unique_records));
    row("Highest risk of a record", |risk| percent(risk.highest.value()));
    row("Average risk of a record", |risk| percent(risk.average.value()));
    table
}
