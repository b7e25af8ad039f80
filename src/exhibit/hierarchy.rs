//! A hierarchy: its values and groups, level by level.

use super::figure::{grouped, plural};
use super::markup::{Table, chosen, escaped};
use super::svg::{Anchor, Drawing, WIDTH};
use super::{Exhibit, Head, Kind, Values, words};
use crate::data::{Dictionary, shown};
use crate::error::{Error, ExhibitError, Result};
use crate::hierarchy::{Blocks, Hierarchy, LevelBlocks};
use crate::report::edition::Hiding;
use serde::Serialize;

/// The most values that are drawn.
const MOST: usize = 2000;
/// The most rows of the table that is read without a script.
const ROWS: usize = 12;

/// The JSON that the element reads.
#[derive(Serialize)]
struct Recorded<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    column: &'a str,
    levels: Vec<Level<'a>>,
}

#[derive(Serialize)]
struct Level<'a> {
    name: &'a str,
    labels: &'a [String],
    leaves: &'a [u32],
    /// Records in each group, if the table is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<&'a [u64]>,
}

/// The records of a hierarchy's groups, by the values of its column.
#[derive(Debug, Clone, Copy)]
pub struct GroupRecords<'a> {
    /// The values of the column, with their records.
    pub dictionary: &'a Dictionary,
    /// The k below which no number is shown to everybody. `None` for those who have the original.
    pub external_k: Option<u64>,
}

/// The exhibit of a column's hierarchy. With the column's values, it includes the records in each group, as far as
/// these may be shown.
///
/// # Errors
/// Values that were not asked for although the hierarchy is made from them, and too many values to draw.
pub(super) fn exhibit(
    column: &str,
    hierarchy: &Hierarchy,
    records: Option<GroupRecords<'_>>,
    values: Values,
) -> Result<Exhibit> {
    let given = hierarchy.n_leaves();
    let refused = |kind: ExhibitError| Err(Error::new(kind).in_column(column));
    if values == Values::LeftOut {
        return refused(ExhibitError::HoldsValues { values: given });
    }
    if given > MOST {
        return refused(ExhibitError::TooLarge { what: "values", given: given.to_string(), limit: MOST });
    }
    let nobody = Dictionary::new();
    let blocks = Blocks::of(hierarchy, records.map_or(&nobody, |records| records.dictionary));
    let of_groups = blocks.levels.iter().map(|level| level.records.as_slice());
    let n_shown = match records {
        None => 0,
        Some(GroupRecords { external_k: None, .. }) => blocks.levels.len(),
        Some(GroupRecords { external_k: Some(k), .. }) => Hiding::of(k).levels_shown(of_groups),
    };
    let first_shown = blocks.levels.len() - n_shown;
    let caption = format!(
        "Hierarchy of {column}: {} on {}.",
        plural(given as u64, "value", "values"),
        plural(blocks.levels.len() as u64, "level", "levels")
    );
    let recorded = Recorded {
        head: Head::of(Kind::Hierarchy, &caption),
        column,
        levels: (blocks.levels.iter().enumerate())
            .map(|(number, level)| Level {
                name: &level.name,
                labels: &level.labels,
                leaves: &level.leaves,
                records: (number >= first_shown).then_some(level.records.as_slice()),
            })
            .collect(),
    };
    // Keys are strings and numbers finite, so this cannot fail.
    let json = serde_json::to_string(&recorded).unwrap_or_default();
    let counts = match n_shown {
        0 => "",
        _ if first_shown == 0 => ", with the number of records of each",
        _ => ", with the number of records of each group on the higher levels",
    };
    let contents = format!(
        "It holds the name of the column, its {} and all labels of its groups{counts}.",
        plural(given as u64, "value", "values")
    );
    let fallback = format!(
        "<p>{}</p>\n{}\n{}",
        escaped(&caption),
        drawing(&blocks.levels, &caption),
        table(&blocks.levels, n_shown > 0 && first_shown == 0)
    );
    Ok(Exhibit { kind: Kind::Hierarchy, json, fallback, contents })
}

/// One column for each level. The height of a group is its number of values.
fn drawing(levels: &[LevelBlocks], caption: &str) -> String {
    const HEIGHT: f64 = 320.0;
    const TOP: f64 = 20.0;
    let wide = WIDTH / levels.len() as f64;
    let all: u32 = levels[0].leaves.iter().sum();
    let unit = (HEIGHT - TOP) / f64::from(all.max(1));
    let mut drawing = Drawing::new(HEIGHT, format!("{caption} The table has a part of it."));
    // The number of letters that fit into a column.
    let room = (wide / 7.0) as usize;
    for (level, place) in levels.iter().zip(0_u32..) {
        let left = wide * f64::from(place);
        drawing.text((left + 2.0, 13.0), Anchor::Start, &words::cut(&level.name, room));
        let mut top = TOP;
        for (index, (label, &leaves)) in level.labels.iter().zip(&level.leaves).enumerate() {
            let high = unit * f64::from(leaves);
            let fill = if index % 2 == 0 { 0.16 } else { 0.06 };
            drawing.rect((left, top), (wide - 2.0, high), fill, high >= 6.0);
            if high >= 13.0 {
                let middle = (left + 4.0, top + high / 2.0 + 4.0);
                drawing.text(middle, Anchor::Start, &words::cut(shown(label), room));
            }
            top += high;
        }
    }
    drawing.html()
}

/// Some of the values, each with its group on every level.
fn table(levels: &[LevelBlocks], with_records: bool) -> String {
    let values = levels[0].labels.len();
    let places = chosen(values, ROWS);
    let caption = match places.len() == values {
        true => "Every value and its groups".to_owned(),
        false => {
            format!("{} of the {} values and their groups", places.len(), grouped(values as u64))
        }
    };
    // A single cell for all groups wraps if a column for each level would be too wide.
    let head = ["Value", "Records", "Groups, level by level"];
    let head = if with_records { &head[..] } else { &[head[0], head[2]][..] };
    let mut table = Table::new(caption, head);
    for place in places {
        let groups: Vec<&str> =
            (levels[1..].iter()).map(|level| shown(&level.labels[group_of(level, place)])).collect();
        let mut cells = vec![shown(&levels[0].labels[place]).to_owned()];
        if with_records {
            cells.push(grouped(levels[0].records[place]));
        }
        cells.push(groups.join(" → "));
        table.push(cells);
    }
    table.html_for_any_style()
}

/// The group of a level that contains the value at a place. Groups follow each other without a gap.
fn group_of(level: &LevelBlocks, place: usize) -> usize {
    let mut before = 0;
    let holds = |&leaves: &u32| {
        before += leaves as usize;
        place < before
    };
    level.leaves.iter().position(holds).unwrap_or_default()
}
