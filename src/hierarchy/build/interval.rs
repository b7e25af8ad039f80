//! Numbers in intervals.

use super::span::Span;
use super::stack::{ColumnValues, Level, TOP, Values, expect_few_levels, parameter};
use crate::data::{Number, is_currency};
use crate::error::Result;
use crate::hierarchy::Hierarchy;
use serde::{Deserialize, Serialize, Serializer};

/// Intervals of equal width on each level; each width is a multiple of those below.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Intervals {
    /// The widths on levels 1, 2, …; rising, each a multiple of the previous one.
    #[serde(serialize_with = "plain_list")]
    pub widths: Vec<f64>,
    /// The start of an interval.
    #[serde(default, serialize_with = "plain")]
    pub origin: f64,
    /// Numbers below this form one group.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "plain_option")]
    pub bottom: Option<f64>,
    /// Numbers from here on form one group.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "plain_option")]
    pub top: Option<f64>,
}

/// The position of a number on one level.
#[derive(PartialEq)]
enum Cell {
    BelowBottom,
    Interval(i128),
    FromTop,
}

/// The parameters, exact.
struct Scale {
    widths: Vec<Number>,
    origin: Number,
    bottom: Option<Number>,
    top: Option<Number>,
    /// Whether all numbers are integers, so that an interval can be named by its first and last number.
    is_whole: bool,
}

impl Intervals {
    /// The hierarchy. Its rows are in numeric order.
    ///
    /// Intervals include their lower bound but not their upper one: `20-24` if all numbers are integers, otherwise
    /// `[20, 22.5)`. The outer groups are `<18` and `≥90`, and the intervals next to them end there. A value that is
    /// itself a span of numbers, such as `90+` or `25-34`, is in the group that contains all its numbers.
    ///
    /// # Errors
    /// If the widths are not above 0, rising and each a multiple of the previous one; if the bottom is not below the
    /// top; if a value is not a number (with its records); if a span is not inside one group; if there are no values.
    pub fn build(&self, column: &ColumnValues<'_>) -> Result<Hierarchy> {
        expect_few_levels(self.widths.len())?;
        let mut values = Values::of(column);
        let scale = self.scale()?;
        let (numbers, unit) = values.sort_with_spans(|span, value| scale.expect_inside(span, value))?;
        let name = |width| format!("intervals of {width}");
        values.stack(&self.levels(&numbers, &unit, name)?)
    }

    /// The levels of numbers in order, ascending or descending. Each is named by its width and its outer groups, and
    /// its intervals with the unit.
    ///
    /// # Errors
    /// If the parameters are invalid.
    pub(super) fn levels(&self, numbers: &[Number], unit: &str, name: impl Fn(Number) -> String) -> Result<Vec<Level>> {
        let mut scale = self.scale()?;
        scale.is_whole &= numbers.iter().all(|number| number.is_whole());
        let level = |&width: &Number| {
            let cells = numbers.iter().map(|&number| scale.cell(number, width));
            let name = name(width) + &scale.outer_groups();
            Level::of_runs(name, cells, |_, cell| with_unit(scale.label(cell, width), unit))
        };
        Ok(scale.widths.iter().map(level).collect())
    }

    fn scale(&self) -> Result<Scale> {
        let widths: Vec<Number> = self.widths.iter().map(|&width| positive(width)).collect::<Result<_>>()?;
        if widths.is_empty() {
            return Err(parameter("there is no width", "Give at least one width, for example 5."));
        }
        for pair in widths.windows(2) {
            let &[before, width] = pair else { continue };
            if width <= before || !width.is_multiple_of(before) {
                return Err(parameter(
                    format!("the width {width} is not a multiple of the width before it, {before}"),
                    format!(
                        "Choose larger and larger widths, each a multiple of the one before: {before}, {}, …",
                        before.plus(1, before)
                    ),
                ));
            }
        }
        let origin = number(self.origin, "origin")?;
        let bottom = self.bottom.map(|bottom| number(bottom, "bottom")).transpose()?;
        let top = self.top.map(|top| number(top, "top")).transpose()?;
        if let (Some(bottom), Some(top)) = (bottom, top)
            && bottom >= top
        {
            return Err(parameter(
                format!("the bottom, {bottom}, is not below the top, {top}"),
                "Choose a bottom below the top.",
            ));
        }
        let is_whole = widths.iter().chain([&origin]).chain(&bottom).chain(&top).all(|number| number.is_whole());
        Ok(Scale { widths, origin, bottom, top, is_whole })
    }
}

impl Scale {
    /// # Errors
    /// If a value may represent numbers of several intervals, so that its interval is unknown.
    #[inline(never)]
    fn expect_inside(&self, span: Span, value: &str) -> Result<()> {
        let (is_inside, advice) = match span {
            Span::From(first) => (
                self.top.is_some_and(|top| top <= first),
                format!("Make the numbers from {first} on, or from a lower one, one group."),
            ),
            Span::Below(border) => (
                self.bottom.is_some_and(|bottom| border <= bottom),
                format!("Make the numbers below {border}, or below a higher one, one group."),
            ),
            Span::Between(first, border) => (
                // A span inside one interval of the first level is inside one of each level.
                self.widths.iter().take(1).all(|&width| {
                    let last = border.plus(-1, Number::ONE);
                    self.cell(first, width) == self.cell(last, width)
                }),
                format!(
                    "Choose a first width, and a beginning, that leave {first} and what is below {border} in one interval."
                ),
            ),
        };
        if is_inside {
            return Ok(());
        }
        let problem = format!("`{value}` may stand for numbers of several intervals");
        Err(parameter(problem, advice).with_value(value))
    }

    fn cell(&self, number: Number, width: Number) -> Cell {
        if self.bottom.is_some_and(|bottom| number < bottom) {
            Cell::BelowBottom
        } else if self.top.is_some_and(|top| number >= top) {
            Cell::FromTop
        } else {
            Cell::Interval(number.steps(self.origin, width))
        }
    }

    /// The outer groups in words, for use after the name of a level: `, below 18 as one, from 90 on as one`.
    fn outer_groups(&self) -> String {
        match (self.bottom, self.top) {
            (None, None) => String::new(),
            (Some(bottom), None) => format!(", below {bottom} as one"),
            (None, Some(top)) => format!(", from {top} on as one"),
            (Some(bottom), Some(top)) => {
                format!(", below {bottom} as one, from {top} on as one")
            }
        }
    }

    fn label(&self, cell: &Cell, width: Number) -> String {
        let steps = match cell {
            Cell::BelowBottom => return bounds(None, self.bottom, self.is_whole),
            Cell::FromTop => return bounds(self.top, None, self.is_whole),
            Cell::Interval(steps) => *steps,
        };
        let lower = self.origin.plus(steps, width);
        let upper = self.origin.plus(steps + 1, width);
        let lower = self.bottom.map_or(lower, |bottom| lower.max(bottom));
        let upper = self.top.map_or(upper, |top| upper.min(top));
        bounds(Some(lower), Some(upper), self.is_whole)
    }
}

/// The name of the numbers from `lower` on and below `upper`: `20-24` if all numbers are integers, otherwise `[20,
/// 25)`; `<25` without a lower bound, `≥20` without an upper one.
pub fn bounds(lower: Option<Number>, upper: Option<Number>, is_whole: bool) -> String {
    let (lower, upper) = match (lower, upper) {
        (None, None) => return TOP.to_owned(),
        (None, Some(upper)) => return format!("<{upper}"),
        (Some(lower), None) => return format!("≥{lower}"),
        (Some(lower), Some(upper)) => (lower, upper),
    };
    if !is_whole {
        return format!("[{lower}, {upper})");
    }
    let last = upper.plus(-1, Number::ONE);
    if lower == last {
        lower.to_string()
    } else if lower.is_negative() {
        format!("{lower} to {last}")
    } else {
        format!("{lower}-{last}")
    }
}

/// A name of numbers, such as `20-24` or `≥20`, with their unit: a currency sign before the first of them, any other
/// unit after the last.
pub fn with_unit(name: String, unit: &str) -> String {
    if unit.is_empty() {
        return name;
    }
    beside(&name, unit)
}

#[inline(never)]
fn beside(name: &str, unit: &str) -> String {
    if unit.contains(is_currency) && unit != "€" {
        let number = name.trim_start_matches(['<', '≥', '[']);
        let before = &name[..name.len() - number.len()];
        return format!("{before}{unit}{number}");
    }
    let space = if unit.starts_with(['%', '‰', '°']) { "" } else { " " };
    format!("{name}{space}{unit}")
}

fn positive(width: f64) -> Result<Number> {
    let width = number(width, "width")?;
    if width.is_negative() || width == Number::ZERO {
        return Err(parameter(format!("the width {width} is not above 0"), "Choose widths above 0."));
    }
    Ok(width)
}

fn number(number: f64, name: &str) -> Result<Number> {
    let exact = Number::from_f64(number).filter(|exact| *exact != Number::ZERO || number == 0.0);
    exact.ok_or_else(|| {
        parameter(
            format!("the {name}, {number}, is not a number of at most 15 digits before the point and 20 behind it"),
            format!("Choose another {name}."),
        )
    })
}

/// JSON has one kind of number, and 5 should not come back as 5.0.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes by reference")]
fn plain<S: Serializer>(number: &f64, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    Plain(*number).serialize(serializer)
}

fn plain_list<S: Serializer>(numbers: &[f64], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(numbers.iter().copied().map(Plain))
}

#[allow(clippy::ref_option, reason = "serde passes by reference")]
fn plain_option<S: Serializer>(number: &Option<f64>, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    number.map(Plain).serialize(serializer)
}

struct Plain(f64);

impl Serialize for Plain {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if self.0.fract() == 0.0 && self.0.abs() < EXACT {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}
