//! Distributions by column, from the comparison that is given beside the report.

use super::text::{heading, paragraph};
use super::{Content, Edition};
use crate::compare::{ColumnReport, FiguresReport, Measured};
use crate::exhibit::figure::{grouped, percent, plural};
use crate::exhibit::markup::Table;
use crate::exhibit::svg::{Anchor, Drawing, Scale, Tone, WIDTH};
use crate::exhibit::words;

/// Each column before and after. The public edition only has what the release shows, without labels.
pub(super) fn distributions(content: &Content<'_>) -> String {
    let Some(compared) = content.compared else {
        return heading("Distributions")
            + &paragraph("They were not made beside this report: `kanon compare` makes them of the original.");
    };
    let kept = compared.records - compared.suppressed_records;
    let mut html = heading("Distributions");
    html += &paragraph(match content.edition {
        Edition::Internal => {
            "Before are the original values, counted in the groups of the release; after are the records that are kept. \
             Of numbers, dates and times, a record that is kept stands for the middle between the least and the greatest value \
             that the original has in its group."
        }
        Edition::External => {
            "The records that are kept, in the groups of the release, without their labels. What the original has is not \
             shown, and nothing of a column with a group of too few records."
        }
    });
    for column in &compared.columns {
        html += &match content.edition {
            Edition::Internal => both(column, compared.records, kept),
            Edition::External => released(column, kept, content.figures.below()),
        };
    }
    html
}

const ROW: f64 = 18.0;
const LABEL: f64 = 150.0;
const LETTERS: usize = 22;

/// The bars of the groups, before on the left and after on the right, and the figures.
fn both(column: &ColumnReport, records: u64, kept: u64) -> String {
    let share = |count: u64, of: u64| count as f64 / of.max(1) as f64;
    let groups = told(column);
    let shares: Vec<(f64, f64)> =
        (groups.iter()).map(|group| (share(group.before, records), share(group.after, kept))).collect();
    let most = (shares.iter()).fold(0.0_f64, |most, &(before, after)| most.max(before).max(after));
    let half = (WIDTH - LABEL) / 2.0;
    let middle = LABEL + half;
    let scale = Scale::from_zero(most, (0.0, half - 6.0));
    let label = format!("Shares of the groups of {} before and after; the table below has the records.", column.column);
    let mut drawing = Drawing::new(ROW * shares.len() as f64 + 24.0, label);
    drawing.text((middle - 6.0, 12.0), Anchor::End, &format!("before, to {}", percent(most)));
    drawing.text((middle + 6.0, 12.0), Anchor::Start, "after");
    for ((group, &(before, after)), row) in groups.iter().zip(&shares).zip(0_u32..) {
        let top = 18.0 + ROW * f64::from(row);
        drawing.text((0.0, top + 12.0), Anchor::Start, &words::cut(&group.name, LETTERS));
        let (left, right) = (scale.at(before), scale.at(after));
        drawing.rect((middle - 1.0 - left, top + 2.0), (left, 12.0), 0.35, false);
        drawing.rect((middle + 1.0, top + 2.0), (right, 12.0), 0.8, false);
    }
    let bottom = 18.0 + ROW * shares.len() as f64;
    drawing.line(&format!("M{middle:.1} 16V{bottom:.1}"), Tone::Faint);
    let mut table = Table::new(format!("Records of {} by group", column.column), &["Group", "Before", "After"]);
    for group in &groups {
        let (before, after) = (grouped(group.before), grouped(group.after));
        table.push(vec![group.name.clone(), before, after]);
    }
    let missing = format!(
        "{}: {} missing before, {} after; {} suppressed.",
        column.column,
        grouped(column.missing_before),
        grouped(column.missing_after),
        grouped(column.suppressed),
    );
    drawing.html() + "\n" + &table.html() + "\n" + &figures(column) + &paragraph(&missing)
}

/// A group, or several, as displayed.
struct Told {
    name: String,
    before: u64,
    after: u64,
}

/// The groups of the release, by label. The others are combined: their labels may be values that no one else has.
fn told(column: &ColumnReport) -> Vec<Told> {
    let (kept, suppressed): (Vec<_>, Vec<_>) = (column.distribution.iter()).partition(|group| group.after > 0);
    let mut told: Vec<Told> = (kept.into_iter())
        .map(|group| Told {
            name: match group.groups {
                1 => group.label.clone(),
                several => plural(several as u64, "group", "groups"),
            },
            before: group.before,
            after: group.after,
        })
        .collect();
    if !suppressed.is_empty() {
        let groups = suppressed.iter().map(|group| group.groups as u64).sum();
        told.push(Told {
            name: plural(groups, "group not released", "groups not released"),
            before: suppressed.iter().map(|group| group.before).sum(),
            after: 0,
        });
    }
    told
}

/// Mean, spread and quartiles of numbers, dates and times.
fn figures(column: &ColumnReport) -> String {
    let Some(before) = &column.before else {
        return String::new();
    };
    let after = column.after.as_ref();
    let mut table =
        Table::new(format!("Figures of {}", column.column), &["Of the records with a value", "Before", "After"]);
    let mut row = |what: &str, of: &dyn Fn(&FiguresReport) -> String| {
        let after = after.map_or("–".to_owned(), of);
        table.push(vec![what.to_owned(), of(before), after]);
    };
    row("mean", &|figures| written(&figures.mean));
    row("standard deviation (of dates in days, of times in hours)", &|figures| {
        (figures.standard_deviation).map_or("–".to_owned(), short)
    });
    row("lower quartile", &|figures| written(&figures.lower_quartile));
    row("median", &|figures| written(&figures.median));
    row("upper quartile", &|figures| written(&figures.upper_quartile));
    table.html() + "\n"
}

fn written(value: &Measured) -> String {
    match value {
        Measured::Number(number) => short(*number),
        Measured::Date(date) => date.clone(),
    }
}

/// A number with at most three decimals.
fn short(number: f64) -> String {
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The bars of the kept groups, without labels. One group that is left out would follow from the others.
fn released(column: &ColumnReport, kept: u64, below: u64) -> String {
    let groups = || column.distribution.iter().map(|group| group.after).filter(|&after| after > 0);
    if groups().chain([column.missing_after]).any(|records| (1..below).contains(&records)) {
        return paragraph(&format!("{}: not shown.", column.column));
    }
    let shown: Vec<f64> = groups().map(|after| after as f64 / kept.max(1) as f64).collect();
    let most = shown.iter().copied().fold(0.0, f64::max);
    let scale = Scale::from_zero(most, (0.0, WIDTH - LABEL));
    let label = format!("Shares of the groups of {} in the release.", column.column);
    let mut drawing = Drawing::new(ROW * shown.len() as f64 + 24.0, label);
    drawing.text((0.0, 12.0), Anchor::Start, &words::cut(&column.column, 40));
    drawing.text((WIDTH, 12.0), Anchor::End, &percent(most));
    for (share, row) in shown.iter().zip(0_u32..) {
        let top = 18.0 + ROW * f64::from(row);
        drawing.text((0.0, top + 12.0), Anchor::Start, &format!("group {}", row + 1));
        drawing.rect((LABEL, top + 2.0), (scale.at(*share), 12.0), 0.8, false);
    }
    drawing.html() + "\n"
}
