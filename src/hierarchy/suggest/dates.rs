//! Suggestions for dates and times of day.

use super::Proposal;
use crate::data::{DateFormat, TimeOfDay};
use crate::hierarchy::build::{DateUnit, Dates, Times};
use crate::hierarchy::spec::HierarchySpec;

/// Spans of years that become levels. Each needs dates spread over more than twice as many years.
const SPANS: [u16; 3] = [10, 20, 40];

/// The hours of spans of times of day.
const HOURS: [u8; 4] = [1, 3, 6, 12];

/// Day if there are times, month, quarter, year, and spans of years if there are many.
pub(super) fn dates(format: &DateFormat, present: &[&str]) -> Proposal {
    let years = || {
        let moments = present.iter().filter_map(|value| format.read(value));
        moments.map(|moment| moment.date.year())
    };
    let (first, last) = (years().min().unwrap_or(0), years().max().unwrap_or(0));
    let mut units = Vec::new();
    units.extend(format.has_time().then_some(DateUnit::Day));
    units.extend(format.has_day().then_some(DateUnit::Month));
    units.extend(format.has_month().then_some(DateUnit::Quarter));
    units.push(DateUnit::Year);
    let of = match first == last {
        true => format!("year {first:04}"),
        false => format!("years {first:04} to {last:04}"),
    };
    let wide = SPANS.into_iter().filter(|span| last - first > 2 * span);
    units.extend(wide.map(DateUnit::Years));
    Proposal::of(
        HierarchySpec::Dates(Dates { units }),
        format!("The values are dates in the form {} of the {of}.", format.pattern()),
    )
}

/// Hours, unless the times are full hours, and spans of hours.
#[inline(never)]
pub(super) fn times(present: &[&str]) -> Proposal {
    let times = || present.iter().filter_map(|value| TimeOfDay::read(value));
    let (Some(first), Some(last)) = (times().min(), times().max()) else {
        return Proposal::none("There is no time of day.");
    };
    let has_minutes = times().any(|time| time.second % 3600 > 0);
    let hours = HOURS.into_iter().filter(|&hours| hours > 1 || has_minutes);
    Proposal::of(
        HierarchySpec::Times(Times { hours: hours.collect() }),
        format!("The values are times of day from {first} to {last}."),
    )
}
