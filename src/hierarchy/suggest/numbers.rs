//! Suggestions for numbers.

use super::scale::{Scale, What};
use super::seen::{list, records};
use super::{FEW_NUMBERS, Proposal, Seen, codes, texts};
use crate::data::{Number, NumberFormat, thousands};
use crate::hierarchy::bands;
use crate::hierarchy::build::{Intervals, Span};
use crate::hierarchy::spec::HierarchySpec;
use crate::sorting::sort_by;

/// Values shorter than this may be quantities (years) rather than codes.
const SHORTEST_CODE: usize = 5;

/// People of this age or older are one group: few are older, and Safe Harbor joins them too.
const OLDEST: f64 = 90.0;

/// One group from the oldest age on needs the ages there to be few: at most one of so many records.
const FEW_ARE_OLD: u64 = 20;

/// Intervals, except for few numbers and for codes; with groups of what is outside.
pub(super) fn numbers(seen: &Seen<'_>, format: &NumberFormat, is_whole: bool) -> Proposal {
    let present = &seen.values;
    if present.len() <= FEW_NUMBERS {
        return Proposal::few(present.len());
    }
    if is_whole && format.unit.is_empty() {
        if codes::is_code_by_name(seen) {
            return codes::nominal(seen);
        }
        if codes::has_codes(present, SHORTEST_CODE) {
            return codes::masked(present[0].len());
        }
    }
    let read = |value: &str| format.read(value);
    let mut numbers: Vec<(Number, &str, u64)> =
        seen.counted().filter_map(|(value, count)| Some((read(value)?, value, count))).collect();
    sort_by(&mut numbers, |one, other| one.0.cmp(&other.0).then_with(|| one.1.cmp(other.1)));
    let (Some(&(least, ..)), Some(&(most, ..))) = (numbers.first(), numbers.last()) else {
        return Proposal::none("There is no number.");
    };
    let open: Vec<(Span, u64)> = spans_of(format, seen, is_whole);
    let (mut below, mut from) = (None, None);
    for (span, _) in &open {
        match *span {
            Span::From(number) => from = from.into_iter().chain([number]).min(),
            Span::Below(border) => below = below.into_iter().chain([border]).max(),
            Span::Between(..) => return texts::texts(seen),
        }
    }
    let (below, from) = (below.map(Number::to_f64), from.map(Number::to_f64));
    if below.is_some_and(|below| from.is_some_and(|from| below >= from)) {
        return texts::texts(seen);
    }
    let (what, bulk) = What::of(seen, format, &numbers, is_whole);
    let scale = Scale::of(what, &bulk, is_whole);
    let records_from = |border: f64| -> u64 {
        let numbers = numbers.iter().filter(|number| number.0.to_f64() >= border).map(|number| number.2);
        let spans = open.iter().filter(|(span, _)| matches!(span, Span::From(first) if first.to_f64() >= border));
        numbers.chain(spans.map(|span| span.1)).sum()
    };
    let records_below = |border: f64| -> u64 {
        let numbers = numbers.iter().filter(|number| number.0.to_f64() < border).map(|number| number.2);
        let spans = open.iter().filter(|(span, _)| matches!(span, Span::Below(end) if end.to_f64() <= border));
        numbers.chain(spans.map(|span| span.1)).sum()
    };
    let are_few = |old: u64| old > 0 && old * FEW_ARE_OLD <= seen.records();
    let is_old = what == What::Years && bulk.greatest.to_f64() >= OLDEST && are_few(records_from(OLDEST));
    let (finest, origin) = (scale.widths[0], scale.origin);
    let tops = [from, is_old.then_some(OLDEST), scale.top, bulk.top(finest, origin)];
    let top = tops.into_iter().flatten().reduce(f64::min);
    let bottoms = [below, scale.bottom, bulk.bottom(finest, origin)];
    let bottom = bottoms.into_iter().flatten().reduce(f64::max);
    let ages = if matches!(what, What::Years | What::Months) { "ages" } else { "numbers" };
    let mut reason = format!("The values are {} {ages} from {least} to {most}", numbers.len());
    if !open.is_empty() {
        reason += &format!(", and {} with an open end", open.len());
    }
    reason.push('.');
    let of_all = |own: u64| format!("{} of {}", thousands(own), records(seen.records()));
    if let Some(bottom) = bottom {
        reason += &format!(" Those below {bottom} are one group: {}.", of_all(records_below(bottom)));
    }
    if let Some(top) = top {
        reason += &format!(" Those from {top} on are one group: {}.", of_all(records_from(top)));
    }
    if !bulk.is_all() {
        let odd = list(bulk.below.iter().chain(&bulk.above).copied());
        reason += &format!(
            " Nearly all are from {} to {}. Perhaps mistakes, or codes for missing values: {odd}.",
            bulk.least, bulk.greatest
        );
    }
    Proposal::of(
        HierarchySpec::Intervals(Intervals { widths: scale.widths, origin: scale.origin, bottom, top }),
        reason,
    )
}

/// The values that are spans of numbers.
fn spans_of(format: &NumberFormat, seen: &Seen<'_>, is_whole: bool) -> Vec<(Span, u64)> {
    let others = seen.counted().filter(|(value, _)| format.read(value).is_none());
    others.filter_map(|(value, count)| Some((Span::read(value, format, is_whole)?, count))).collect()
}

/// Joined neighbours, for values that are bands of numbers.
pub(super) fn bands(seen: &Seen<'_>) -> Option<Proposal> {
    // Such values are rare. Other columns do not need the code below, which is not in the module's first part.
    seen.values.iter().any(|value| Span::may_be_closed(value)).then(|| of_bands(seen))?
}

#[inline(never)]
fn of_bands(seen: &Seen<'_>) -> Option<Proposal> {
    let (spec, mut reason, others) = bands::joined(&seen.values)?;
    if !others.is_empty() {
        let others = list(seen.counted().filter(|(value, _)| others.contains(value)));
        reason += &format!(" What is no band stays by itself: {others}.");
    }
    Some(Proposal::of(spec, reason))
}

/// Whether the numbers are integers, if all values are numbers or have an open end; `None` for other values.
pub(super) fn but_for_open_ends(seen: &Seen<'_>) -> Option<bool> {
    let (format, present) = (&NumberFormat::PLAIN, &seen.values);
    let numbers = || present.iter().filter_map(|value| format.read(value));
    let is_whole = numbers().all(|number| number.is_whole());
    let spans = spans_of(format, seen, is_whole);
    let is_open = |span: &&(Span, u64)| !matches!(span.0, Span::Between(..));
    let n_ends = spans.iter().filter(is_open).count();
    let n_numbers = numbers().count();
    (n_ends > 0 && n_numbers > FEW_NUMBERS && n_ends + n_numbers == present.len()).then_some(is_whole)
}
