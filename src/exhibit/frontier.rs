//! A frontier: risk against loss.

use super::figure::{Figure, loss, percent, plural};
use super::markup::{Table, chosen, escaped};
use super::svg::{Anchor, Drawing, Scale, Tone, WIDTH};
use super::{Exhibit, Head, Kind, Values};
use crate::error::{ExhibitError, ReportError, Result};
use crate::lattice::Level;
use crate::partition::Interval;
use crate::recipe::{FrontierSpace, FullDomainRisk};
use indexmap::{IndexMap, IndexSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The most rows of the table that is read without a script.
const ROWS: usize = 12;

/// The parts of a report that are used.
#[derive(Deserialize)]
struct Report {
    space: FrontierSpace,
    method: Value,
    exact: bool,
    complete: bool,
    policies_evaluated: u64,
    area: Option<Figure>,
    frontier: Vec<Policy>,
    reference: Option<Reference>,
}

#[derive(Deserialize)]
struct Policy {
    risk: Figure,
    loss: Figure,
    intervals: Option<IndexMap<String, Vec<Interval>>>,
    levels: Option<IndexMap<String, Level>>,
}

#[derive(Deserialize)]
struct Reference {
    name: String,
    risk: Figure,
    loss: Figure,
    dominated_by: Vec<usize>,
}

/// The JSON that the element reads.
#[derive(Serialize)]
struct Recorded<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    risk: &'static str,
    loss: &'static str,
    policies_evaluated: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<&'a Figure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<Named<'a>>,
    columns: Vec<&'a str>,
    /// For each column, the labels of all intervals, to which points refer.
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<Vec<IndexSet<&'a str>>>,
    points: Vec<Point<'a>>,
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    risk: &'a Figure,
    loss: &'a Figure,
    better: usize,
}

#[derive(Serialize)]
struct Point<'a> {
    risk: &'a Figure,
    loss: &'a Figure,
    /// For a full-domain policy, the level of each column.
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<Vec<Level>>,
    /// For a partition policy, the number of intervals of each column.
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<Vec<usize>>,
    /// The intervals as places in `labels`.
    #[serde(skip_serializing_if = "Option::is_none")]
    intervals: Option<Vec<Vec<usize>>>,
}

/// The exhibit of a report.
///
/// # Errors
/// A report that cannot be read, or one without a policy.
pub(super) fn exhibit(report: &str, values: Values) -> Result<Exhibit> {
    let report: Report = serde_json::from_str(report)
        .map_err(|error| ReportError::Syntax { line: error.line(), problem: error.to_string() })?;
    let Some(first) = report.frontier.first() else {
        return Err(ExhibitError::Empty { what: "policy" }.into());
    };
    let columns = columns(first);
    let is_partition = report.space == FrontierSpace::Partition;
    let labels = (is_partition && values == Values::Included).then(|| labels(&report, &columns));
    let (risk, loss) = axes(&report);
    let caption = caption(&report);
    let recorded = Recorded {
        head: Head::of(Kind::Frontier, &caption),
        risk,
        loss,
        policies_evaluated: report.policies_evaluated,
        area: report.area.as_ref(),
        reference: report.reference.as_ref().map(|reference| Named {
            name: &reference.name,
            risk: &reference.risk,
            loss: &reference.loss,
            better: reference.dominated_by.len(),
        }),
        points: (report.frontier.iter()).map(|policy| point(policy, &columns, labels.as_deref())).collect(),
        columns,
        labels,
    };
    let contents = contents(is_partition, recorded.labels.as_deref());
    // Keys are strings and numbers finite, so this cannot fail.
    let json = serde_json::to_string(&recorded).unwrap_or_default();
    let fallback = format!("<p>{}</p>\n{}\n{}", escaped(&caption), drawing(&report, &caption), table(&report));
    Ok(Exhibit { kind: Kind::Frontier, json, fallback, contents })
}

fn columns(policy: &Policy) -> Vec<&str> {
    let intervals = policy.intervals.iter().flat_map(IndexMap::keys);
    let levels = policy.levels.iter().flat_map(IndexMap::keys);
    intervals.chain(levels).map(String::as_str).collect()
}

/// The labels of each column's intervals, in order of first appearance.
fn labels<'a>(report: &'a Report, columns: &[&str]) -> Vec<IndexSet<&'a str>> {
    (columns.iter())
        .map(|column| {
            (report.frontier.iter())
                .filter_map(|policy| policy.intervals.as_ref()?.get(*column))
                .flatten()
                .map(|interval| interval.label.as_str())
                .collect()
        })
        .collect()
}

fn point<'a>(policy: &'a Policy, columns: &[&str], labels: Option<&[IndexSet<&str>]>) -> Point<'a> {
    let of = |column: &str| -> &[Interval] {
        let intervals = policy.intervals.as_ref();
        intervals.and_then(|intervals| intervals.get(column)).map_or(&[], Vec::as_slice)
    };
    let groups = || columns.iter().map(|column| of(column).len()).collect();
    let intervals = |labels: &[IndexSet<&str>]| {
        (columns.iter().zip(labels))
            .map(|(column, labels)| {
                (of(column).iter()).filter_map(|interval| labels.get_index_of(interval.label.as_str())).collect()
            })
            .collect()
    };
    let level = |levels: &IndexMap<String, Level>| -> Vec<Level> {
        (columns.iter()).map(|&column| levels.get(column).copied().unwrap_or_default()).collect()
    };
    let is_partition = policy.intervals.is_some();
    Point {
        risk: &policy.risk,
        loss: &policy.loss,
        levels: policy.levels.as_ref().map(level),
        groups: (is_partition && labels.is_none()).then(groups),
        intervals: labels.filter(|_| is_partition).map(intervals),
    }
}

/// The axes, in words.
fn axes(report: &Report) -> (&'static str, &'static str) {
    // Full-domain policies are searched by a risk. The report has its name where others name the search.
    let risk = match report.space {
        FrontierSpace::Partition => "Risk, as a share of the original's",
        FrontierSpace::FullDomain if is_average(report) => "Average risk of a record",
        FrontierSpace::FullDomain if report.method.is_object() => "Risk by a condition",
        FrontierSpace::FullDomain => "Highest risk of a record",
    };
    let loss = match report.space {
        FrontierSpace::Partition => "Loss: divergence from the original, nats",
        FrontierSpace::FullDomain => "Information loss",
    };
    (risk, loss)
}

fn is_average(report: &Report) -> bool {
    serde_json::to_value(FullDomainRisk::Average).is_ok_and(|name| name == report.method)
}

fn caption(report: &Report) -> String {
    let found = match (report.exact, report.complete) {
        (true, _) => "no other policy beats one of them",
        (false, true) => "the best found; there may be better ones",
        (false, false) => "the best found so far; there may be better ones",
    };
    format!(
        "Frontier of {}: {found}. {} evaluated.",
        plural(report.frontier.len() as u64, "policy", "policies"),
        plural(report.policies_evaluated, "policy", "policies"),
    )
}

fn contents(is_partition: bool, labels: Option<&[IndexSet<&str>]>) -> String {
    match labels {
        Some(labels) => {
            let count: usize = labels.iter().map(IndexSet::len).sum();
            format!(
                "It holds the names of the columns and {}, whose bounds are values of the data or of the recipe's domains.",
                plural(count as u64, "label of an interval", "labels of intervals")
            )
        }
        None if is_partition => "It holds the names of the columns and how many intervals each has, and no value of the data: the intervals are left out.".to_owned(),
        None => "It holds the names of the columns and their levels, and no value of the data.".to_owned(),
    }
}

fn drawing(report: &Report, caption: &str) -> String {
    const HEIGHT: f64 = 320.0;
    let (left, right, top, floor) = (56.0, WIDTH - 24.0, 24.0, HEIGHT - 40.0);
    let points = report.frontier.iter();
    let named = report.reference.iter();
    let most = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
    let risks = points.clone().map(|point| point.risk.value());
    let losses = points.clone().map(|point| point.loss.value());
    let named_risks = named.clone().map(|named| named.risk.value());
    let named_losses = named.clone().map(|named| named.loss.value());
    let across = Scale::from_zero(most(&mut risks.chain(named_risks)), (left, right));
    let up = Scale::from_zero(most(&mut losses.chain(named_losses)), (floor, top));
    let mut drawing = Drawing::new(HEIGHT, format!("{caption} The table has the same."));
    let (risk, loss_name) = axes(report);
    drawing.text((4.0, 12.0), Anchor::Start, loss_name);
    drawing.text((right, HEIGHT - 6.0), Anchor::End, risk);
    for value in up.ticks(5.0) {
        let y = up.at(value);
        drawing.line(&format!("M{left:.1} {y:.1}H{right:.1}"), Tone::Faint);
        drawing.text((left - 8.0, y + 4.0), Anchor::End, &short(value));
    }
    for value in across.ticks(5.0) {
        let place = (across.at(value), floor + 16.0);
        drawing.text(place, Anchor::Middle, &percent(value));
    }
    let mut stairs = String::new();
    for (place, point) in points.enumerate() {
        let (x, y) = (across.at(point.risk.value()), up.at(point.loss.value()));
        stairs += &match place {
            0 => format!("M{x:.1} {y:.1}"),
            _ => format!("H{x:.1}V{y:.1}"),
        };
    }
    drawing.line(&format!("{stairs}H{right:.1}"), Tone::Full);
    for place in chosen(report.frontier.len(), 40) {
        let point = &report.frontier[place];
        drawing.dot((across.at(point.risk.value()), up.at(point.loss.value())), 2.5);
    }
    if let Some(named) = &report.reference {
        let (x, y) = (across.at(named.risk.value()), up.at(named.loss.value()));
        drawing.line(&format!("M{x:.1} {:.1}l6 6l-6 6l-6 -6z", y - 6.0), Tone::Full);
        let (anchor, away) = match x > WIDTH * 0.7 {
            true => (Anchor::End, -10.0),
            false => (Anchor::Start, 10.0),
        };
        drawing.text((x + away, y - 8.0), anchor, &named.name);
    }
    drawing.html()
}

/// A tick label without trailing zeros.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "" => "0".to_owned(),
        text => text.to_owned(),
    }
}

fn table(report: &Report) -> String {
    let count = report.frontier.len();
    let places = chosen(count, ROWS);
    let caption = match places.len() == count {
        true => "Every policy of the frontier".to_owned(),
        false => format!("{} of the {count} policies of the frontier", places.len()),
    };
    let (risk, loss_name) = axes(report);
    let mut table = Table::new(caption, &["Policy", risk, loss_name]);
    for place in places {
        let point = &report.frontier[place];
        table.push(vec![(place + 1).to_string(), percent(point.risk.value()), loss(point.loss.value())]);
    }
    if let Some(named) = &report.reference {
        table.push(vec![named.name.clone(), percent(named.risk.value()), loss(named.loss.value())]);
    }
    table.html_for_any_style()
}
