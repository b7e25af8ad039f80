//! Joins neighbouring bands of numbers: `25-34` and `35-44`.

use super::build::{ColumnValues, Groups, Intervals, Order, Span, Spans, bounds, with_unit};
use super::spec::HierarchySpec;
use super::tree::Tree;
use crate::data::{Dictionary, Number};
use crate::sorting::{sort, sort_by};

/// Fewer bands are as good one by one.
const LEAST: usize = 4;

/// More values are not listed in a recipe.
const MOST: usize = 100;

/// At most one of so many values is something else.
const OTHERS: usize = 5;

/// A hierarchy that joins neighbouring bands, the reason, and the values that are no bands. Each of these stays by
/// itself below the top. `None` if the values are none.
///
/// The levels are intervals, if the bands have a usual width. Else they are the numbers that two, four, eight … bands
/// have together, if each begins where the one before ends. Else no interval would be true of them, and the levels are
/// groups in the bands' order.
///
/// Time: O(values · log values).
pub(super) fn joined<'a>(values: &[&'a str]) -> Option<(HierarchySpec, String, Vec<&'a str>)> {
    match in_intervals(values) {
        Some((spec, reason)) => Some((spec, reason, Vec::new())),
        None => with_others(values),
    }
}

fn in_intervals(values: &[&str]) -> Option<(HierarchySpec, String)> {
    let bands = Bands::of(values)?;
    Some((HierarchySpec::Intervals(bands.intervals()?), bands.reason()))
}

/// As [`joined`], for values that get no intervals all together. Not in the module's first part.
#[inline(never)]
fn with_others<'a>(values: &[&'a str]) -> Option<(HierarchySpec, String, Vec<&'a str>)> {
    let written = Spans::of(values);
    let (bands, others): (Vec<&str>, Vec<&str>) = values.iter().partition(|value| written.ends(value).is_some());
    if others.is_empty() {
        return in_order(&written, bands).map(|(spec, reason)| (spec, reason, others));
    }
    if others.len() * OTHERS > values.len() {
        return None;
    }
    let (spec, reason) = in_intervals(&bands).or_else(|| in_order(&written, bands.clone()))?;
    let mut own = Dictionary::new();
    bands.iter().for_each(|band| {
        own.intern(band, 1);
    });
    let mut tree = Tree::of(Some(&spec), &ColumnValues::new(&own, &[])).ok()?;
    let below_top = tree.rows.first()?.len() - 1;
    let of_itself =
        |value: &&str| std::iter::repeat_n((*value).to_owned(), below_top).chain(["*".to_owned()]).collect();
    tree.rows.extend(others.iter().map(of_itself));
    Some((HierarchySpec::Tree(tree), reason, others))
}

/// Two, four, eight … neighbours in the order of their numbers, with the reason.
fn in_order(written: &Spans, mut bands: Vec<&str>) -> Option<(HierarchySpec, String)> {
    let n_wide = bands.iter().filter(|band| written.ends(band).is_some_and(|ends| ends.0 < ends.1)).count();
    if n_wide < LEAST - 1 || !(LEAST..=MOST).contains(&bands.len()) {
        return None;
    }
    sort(&mut bands);
    sort_by(&mut bands, |one, other| {
        let [one, other] = [one, other].map(|band| written.ends(band).unwrap_or_default());
        one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1))
    });
    let sizes: Vec<usize> =
        std::iter::successors(Some(2), |size| Some(size * 2)).take_while(|&size| size < bands.len()).collect();
    let n = bands.len();
    if let Some(rows) = adjoining(written, &bands, &sizes) {
        let levels = sizes.iter().map(|size| format!("bands joined by {size}")).collect();
        let reason = format!(
            "The values are {n} bands of numbers, and each begins where the one before ends: neighbours are put together."
        );
        return Some((HierarchySpec::Tree(Tree { levels, rows }), reason));
    }
    // Codes such as `12-34` and `12-56` overlap nearly all.
    let ends: Vec<(f64, f64)> = bands.iter().filter_map(|band| written.ends(band)).collect();
    let n_apart = ends.windows(2).filter(|pair| pair[0].1 <= pair[1].0).count();
    let is_open = ends.iter().any(|(first, last)| first.is_infinite() || last.is_infinite());
    if !is_open && n_apart * 2 < n {
        return None;
    }
    let order = Order::Values(bands.into_iter().map(str::to_owned).collect());
    let spec = HierarchySpec::Groups(Groups { order, fan_out: vec![2; sizes.len()] });
    let reason = format!(
        "The values are {n} bands of numbers that overlap or leave gaps, so that an interval would not be true of them: neighbours in their order are put together."
    );
    Some((spec, reason))
}

/// The rows of bands in order, if each begins where the one before ends: a group is named by all numbers of its bands.
fn adjoining(written: &Spans, bands: &[&str], sizes: &[usize]) -> Option<Vec<Vec<String>>> {
    let whole: Option<Vec<Span>> = bands.iter().map(|band| of_whole(written, band)).collect();
    let is_whole = whole.is_some();
    let spans = whole.or_else(|| bands.iter().map(|band| written.half_open(band)).collect())?;
    let borders: Vec<(f64, f64)> = spans.into_iter().map(Span::borders).collect();
    if borders.windows(2).any(|pair| pair[0].1 != pair[1].0) {
        return None;
    }
    let label = |group: usize, size: usize| {
        let end = (group * size + size).min(bands.len()) - 1;
        match group * size {
            // It is a band of the table.
            start if start == end => bands[start].to_owned(),
            start => {
                let ends = [borders[start].0, borders[end].1].map(Number::from_f64);
                with_unit(bounds(ends[0], ends[1], is_whole), written.unit())
            }
        }
    };
    let rows = bands.iter().enumerate().map(|(place, band)| {
        let joined = sizes.iter().map(|size| label(place / size, *size));
        [(*band).to_owned()].into_iter().chain(joined).chain(["*".to_owned()]).collect()
    });
    Some(rows.collect())
}

/// The span of a band of integers, or of one integer. `None` for other values.
fn of_whole(written: &Spans, value: &str) -> Option<Span> {
    let number = written.number(value).filter(|number| number.is_whole());
    let span = || written.span(value, true);
    number.map(|number| Span::Between(number, number.plus(1, Number::ONE))).or_else(span)
}

/// The first number of a band of integers and its border. `None` for other values.
fn borders(written: &Spans, value: &str) -> Option<(i64, i64)> {
    let (first, border) = of_whole(written, value)?.borders();
    // Infinite ones are the first and the last of all.
    Some((first as i64, border as i64))
}

/// The values of a column that are bands of integers, or numbers, and do not overlap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bands {
    /// First numbers and borders, in order.
    closed: Vec<(i64, i64)>,
    /// The border of the band that is open below.
    below: Option<i64>,
    /// The first number of the band that is open above.
    from: Option<i64>,
}

impl Bands {
    /// The bands of the values. At least three of them must have more than one number. `None` for other values, and
    /// for bands that overlap.
    ///
    /// Time: O(values · log values).
    pub(super) fn of(values: &[&str]) -> Option<Self> {
        let written = Spans::of(values);
        let mut closed: Vec<(i64, i64)> = values.iter().map(|value| borders(&written, value)).collect::<Option<_>>()?;
        sort(&mut closed);
        // One band may be written in several ways.
        closed.dedup();
        let are_apart = closed.windows(2).all(|pair| pair[0].1 <= pair[1].0);
        let below = closed.first().filter(|band| band.0 == i64::MIN);
        let below = below.map(|&(_, border)| border);
        let from = closed.last().filter(|band| band.1 == i64::MAX);
        let from = from.map(|&(first, _)| first);
        closed.retain(|&(first, border)| first > i64::MIN && border < i64::MAX);
        let n_wide = closed.iter().filter(|band| width(band) > 1).count();
        (are_apart && n_wide >= 3).then_some(Self { closed, below, from })
    }

    /// The number of bands.
    fn len(&self) -> usize {
        self.closed.len() + usize::from(self.below.is_some()) + usize::from(self.from.is_some())
    }

    /// Intervals of the usual width if that joins narrower bands, and of two, four and eight times that width, as
    /// long as each band is inside one of them. The lowest bands form one group if they are not. `None` if that would
    /// be more than half of the bands, or if there are too few for pairs.
    pub(super) fn intervals(&self) -> Option<Intervals> {
        let width = self.usual_width()?;
        let scale = self.pairs(width)?;
        let n_below = self.n_below(&scale);
        let (&(first, _), &(_, last)) = (self.closed.get(n_below)?, self.closed.last()?);
        let range = last - first;
        if 2 * n_below > self.len() || range < 2 * scale.width {
            return None;
        }
        let bottom = self.bottom(&scale, n_below, first);
        let once = Scale { width, ..scale };
        let rest: Vec<&(i64, i64)> = (self.closed[n_below..].iter()).filter(|band| Some(band.0) >= bottom).collect();
        let joins = |pair: &[&(i64, i64)]| once.start(pair[0].0) == once.start(pair[1].0);
        let fits_once = rest.iter().all(|band| once.holds(band)) && rest.windows(2).any(joins);
        let wider = [4, 8].map(|times| times * width);
        let wider = wider.into_iter().take_while(|&wider| wider < range);
        Some(Intervals {
            widths: (fits_once.then_some(width).into_iter().chain([2 * width]).chain(wider))
                .map(|width| width as f64)
                .collect(),
            origin: scale.origin as f64,
            bottom: bottom.map(|bottom| bottom as f64),
            top: self.from.map(|from| from as f64),
        })
    }

    /// Intervals of two usual bands each: of the two ways to pair them, the one that fits more bands, and else the one
    /// that begins with the first band: `1-50` and `51-100`.
    fn pairs(&self, width: i64) -> Option<Scale> {
        let mut usual = self.closed.iter().rev();
        let &(begin, _) = usual.find(|band| self::width(band) == width)?;
        let scale = |begin: i64| Scale { origin: begin.rem_euclid(2 * width), width: 2 * width };
        let ways = [begin, begin + width].map(scale);
        let first = self.closed.first()?.0;
        ways.into_iter().min_by_key(|scale| (self.n_below(scale), scale.start(first) != first))
    }

    /// The border below which all bands are one group, if there is one: `n_below` bands fit no interval, and the next
    /// one begins at `first`.
    fn bottom(&self, scale: &Scale, n_below: usize, first: i64) -> Option<i64> {
        let start = scale.start(first);
        let own = match n_below.checked_sub(1) {
            Some(last) => self.closed.get(last).map(|&(_, border)| border),
            // Nobody has a negative age, and the name of the group reflects this.
            None => (first >= 0 && start < 0).then_some(start + scale.width),
        };
        own.max(self.below)
    }

    /// A sentence with the bands' own numbers.
    pub(super) fn reason(&self) -> String {
        let (first, last) = (self.closed.first(), self.closed.last());
        let (first, last) = (first.map_or(0, |band| band.0), last.map_or(0, |band| band.1 - 1));
        format!("The values are {} bands of numbers from {first} to {last}: neighbours are put together.", self.len())
    }

    /// The width of most bands; of two, the larger one.
    fn usual_width(&self) -> Option<i64> {
        let mut widths: Vec<i64> = self.closed.iter().map(width).collect();
        sort(&mut widths);
        let runs = widths.chunk_by(|one, other| one == other);
        runs.max_by_key(|run| run.len())?.first().copied()
    }

    /// The number of closed bands from the first one to the last one that is not inside one interval.
    fn n_below(&self, scale: &Scale) -> usize {
        let last = self.closed.iter().rposition(|band| !scale.holds(band));
        last.map_or(0, |last| last + 1)
    }
}

fn width(&(first, border): &(i64, i64)) -> i64 {
    border - first
}

/// Intervals of one width.
#[derive(Clone, Copy)]
struct Scale {
    origin: i64,
    width: i64,
}

impl Scale {
    /// The start of a number's interval.
    fn start(&self, number: i64) -> i64 {
        self.origin + (number - self.origin).div_euclid(self.width) * self.width
    }

    /// Whether a band is inside one interval.
    fn holds(&self, &(first, border): &(i64, i64)) -> bool {
        self.start(first) == self.start(border - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Dictionary, NumberFormat};
    use crate::hierarchy::ColumnValues;
    use proptest::prelude::*;

    fn intervals(values: &[&str]) -> Option<Intervals> {
        Bands::of(values)?.intervals()
    }

    fn rows(values: &[&str]) -> crate::Result<Vec<String>> {
        let mut dictionary = Dictionary::new();
        for value in values {
            dictionary.intern(value, 1);
        }
        let spec = intervals(values).unwrap_or_else(|| panic!("no bands: {values:?}"));
        let hierarchy = spec.build(&ColumnValues::new(&dictionary, &[]))?;
        let rows = hierarchy.rows().map(|row| row.join(";"));
        Ok(rows.collect())
    }

    #[test]
    fn bands_of_ages_are_put_together_two_by_two() -> crate::Result<()> {
        let survey = ["18-24", "25-34", "35-44", "45-54", "55-64", "65+"];
        assert_eq!(
            rows(&survey)?,
            [
                "18-24;15-34;15-54;*",
                "25-34;15-34;15-54;*",
                "35-44;35-54;15-54;*",
                "45-54;35-54;15-54;*",
                "55-64;55-64;55-64;*",
                "65+;≥65;≥65;*",
            ]
        );
        let health = [
            "0",
            "1-4",
            "5-9",
            "10-14",
            "15-19",
            "20-24",
            "25-29",
            "30-34",
            "35-39",
            "40-44",
            "45-49",
            "50-54",
            "55-59",
            "60-64",
            "65-69",
            "70-74",
            "75-79",
            "80-84",
            "85 and over",
        ];
        assert_eq!(
            intervals(&health),
            Some(Intervals { widths: vec![5.0, 10.0, 20.0, 40.0], origin: 0.0, bottom: None, top: Some(85.0) })
        );
        assert_eq!(rows(&health)?[1], "1-4;0-4;0-9;0-19;0-39;*");
        Ok(())
    }

    fn shown(values: &[&str]) -> String {
        let Some((spec, reason, others)) = joined(values) else {
            return "none".to_owned();
        };
        let shown = match spec {
            HierarchySpec::Tree(tree) => tree.rows.iter().map(|row| row.join(";")).collect::<Vec<String>>().join(" | "),
            other => serde_json::to_string(&other).unwrap_or_default(),
        };
        format!("{shown} {} {others:?}", if reason.contains("overlap") { "overlap" } else { "" })
    }

    #[test]
    fn bands_of_several_widths_are_joined_by_their_own_borders() {
        assert_eq!(
            shown(&["75+", "0-17", "18-44", "65-74", "45-64"]),
            "0-17;0-44;0-74;* | 18-44;0-44;0-74;* | 45-64;45-74;0-74;* | 65-74;45-74;0-74;* | 75+;75+;75+;*  []"
        );
        assert_eq!(
            shown(&["<1", "1-4", "05-14", "15-44", "45-84", ">84"]),
            "<1;<5;<45;* | 1-4;<5;<45;* | 05-14;5-44;<45;* | 15-44;5-44;<45;* | 45-84;≥45;≥45;* | >84;≥45;≥45;*  []"
        );
        assert_eq!(
            shown(&["< 10.000 €", "10.000 - 14.999 €", "15.000 - 29.999 €", "30.000 - 99.999 €"]),
            "< 10.000 €;<15000 €;* | 10.000 - 14.999 €;<15000 €;* | 15.000 - 29.999 €;15000-99999 €;* | \
             30.000 - 99.999 €;15000-99999 €;*  []"
        );
    }

    #[test]
    fn borders_may_have_fractions() {
        assert_eq!(
            shown(&["<18.5", "18.5-<25", "25-<30", ">=30"]),
            "<18.5;<25;* | 18.5-<25;<25;* | 25-<30;≥25;* | >=30;≥25;*  []"
        );
        assert!(shown(&["[0, 2.5)", "[2.5, 5)", "[5, 10)", "[10, 20)"]).starts_with("[0, 2.5);[0, 5);* |"));
    }

    #[test]
    fn bands_that_overlap_or_leave_gaps_are_joined_in_their_order() {
        for (values, order) in [
            (&["10-20", "0-10", "20-30", "30-40"][..], r#"["0-10","10-20","20-30","30-40"]"#),
            (&["65+", "0-17", "18-64", "18-25"], r#"["0-17","18-25","18-64","65+"]"#),
            (&["100-199", "0-9", "20-29", "<0"], r#"["<0","0-9","20-29","100-199"]"#),
            (&["18.5-24.9", "<18.5", "25.0-29.9", "30.0+"], r#"["<18.5","18.5-24.9","25.0-29.9","30.0+"]"#),
        ] {
            let expected = format!(r#"{{"groups":{{"order":{order},"fan_out":[2]}}}} overlap []"#);
            assert_eq!(shown(values), expected);
        }
        // They are no bands, or too few.
        for values in [
            &["A-1", "B-2", "C-3", "D-4"][..],
            &["12-34", "12-56", "13-40", "13-77", "14-90"],
            &["0-10", "10-20"],
            &["2-1", "3-2", "4-3", "5-4"],
            &[],
        ] {
            assert_eq!(shown(values), "none", "{values:?}");
        }
    }

    #[test]
    fn what_is_no_band_stays_by_itself() {
        let values = ["refused", "0-17", "18-44", "65-74", "45-64"];
        assert!(shown(&values).ends_with(r#"65-74;45-74;* | refused;refused;*  ["refused"]"#), "{}", shown(&values));
        let decades = ["0-9", "10-19", "20-29", "30-39", "40-49", "50+", "?"];
        assert!(shown(&decades).starts_with("0-9;0-19;0-39;* | 10-19;0-19;0-39;* |"), "{}", shown(&decades));
        assert_eq!(shown(&["refused", "unknown", "18-44", "65-74", "45-64"]), "none");
    }

    #[test]
    fn pairs_begin_with_the_first_band() -> crate::Result<()> {
        let shares = ["1-25%", "26-50%", "51-75%", "76-100%"];
        let expected = ["1-25%;1-50%;*", "26-50%;1-50%;*", "51-75%;51-100%;*", "76-100%;51-100%;*"];
        assert_eq!(rows(&shares)?, expected);
        let staff = ["1-10", "11-20", "21-30", "31-40", "41-50", "51-60"];
        assert_eq!(intervals(&staff).map(|own| own.origin), Some(1.0));
        let years = ["20-24", "25-29", "30-34", "35-39", "40+"];
        assert_eq!(intervals(&years).map(|own| own.origin), Some(0.0));
        Ok(())
    }

    #[test]
    fn bands_may_have_a_unit_and_thousands() -> crate::Result<()> {
        let incomes = [
            "Less than $10,000",
            "$10,000-$24,999",
            "$25,000-$49,999",
            "$50,000-$74,999",
            "$75,000-$99,999",
            "$100,000-$124,999",
            "$125,000+",
        ];
        assert_eq!(
            rows(&incomes)?,
            [
                "Less than $10,000;<$10000;<$10000;*",
                "$10,000-$24,999;$10000-49999;$10000-99999;*",
                "$25,000-$49,999;$10000-49999;$10000-99999;*",
                "$50,000-$74,999;$50000-99999;$10000-99999;*",
                "$75,000-$99,999;$50000-99999;$10000-99999;*",
                "$100,000-$124,999;$100000-124999;$100000-124999;*",
                "$125,000+;≥$125000;≥$125000;*",
            ]
        );
        let stays = ["1 day", "2-3 days", "4-5 days", "6-7 days", "8-9 days", "10+ days"];
        assert_eq!(rows(&stays)?[1..3], ["2-3 days;0-3 days;0-7 days;*", "4-5 days;4-7 days;0-7 days;*"]);
        Ok(())
    }

    #[test]
    fn bands_that_fit_no_intervals_are_left() {
        for values in [
            // Too few for pairs.
            &["0-9", "10-19", "20-29"] as &[&str],
            // They overlap.
            &["0-9", "5-14", "10-19", "15-24", "20-29", "25-34"],
            &["0-9", "10-19", "20-29", "30-39", "40-49", "45+"],
            &["<10", "0-9", "10-19", "20-29", "30-39", "40-49"],
            &["50+", "60+", "0-9", "10-19", "20-29", "30-39", "40-49"],
            // Single numbers, and other values.
            &["1", "2", "3", "4", "5", "6", "7", "8"],
            &["0-9", "10-19", "20-29", "30-39", "40-49", "old"],
            &["0-9", "10-19", "20-29", "30-39", "40-49", "2.5"],
            // There is no usual width.
            &["0-1", "2-6", "7-19", "20-58", "59-140"],
        ] {
            assert_eq!(intervals(values), None, "{values:?}");
        }
    }

    proptest! {
        /// Checked by the numbers in the names of the groups.
        #[test]
        fn every_group_holds_the_whole_of_its_bands(
            first in -20..30_i64,
            lowest in prop::collection::vec(1..13_i64, 0..3),
            (usual, n) in (2..11_i64, 4..18_usize),
            odd in prop::option::weighted(0.2, (any::<prop::sample::Index>(), 1..25_i64)),
            gap in prop::option::weighted(0.2, (any::<prop::sample::Index>(), 1..25_i64)),
            is_open in any::<(bool, bool)>(),
            (before, behind) in prop::sample::select(vec![("", ""), ("$", ""), ("", " days")]),
        ) {
            let mut widths = [lowest, vec![usual; n]].concat();
            let mut gaps = vec![0; widths.len()];
            for (chosen, of) in [(odd, &mut widths), (gap, &mut gaps)] {
                if let Some((place, width)) = chosen {
                    let place = place.index(of.len());
                    of[place] = width;
                }
            }
            let mut first = first;
            let mut values = Vec::new();
            if is_open.0 {
                values.push(format!("<{before}{first}{behind}"));
            }
            for (width, gap) in widths.iter().zip(gaps) {
                let last = first + width - 1;
                values.push(match *width {
                    1 => format!("{before}{first}{behind}"),
                    _ => format!("{before}{first} to {before}{last}{behind}"),
                });
                first += width + gap;
            }
            if is_open.1 {
                values.push(format!("{before}{first}+{behind}"));
            }
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            prop_assume!(intervals(&values).is_some());
            for row in rows(&values)? {
                let labels: Vec<&str> = row.split(';').collect();
                let borders = |label: &str| -> (i64, i64) {
                    let label = &label.replace(before, "").replace(behind, "");
                    let one = NumberFormat::PLAIN.read(label).map(|number| (number, number.plus(1, Number::ONE)));
                    let whole = |number: Number| number.to_f64() as i64;
                    match (one, Span::read(label, &NumberFormat::PLAIN, true)) {
                        (Some((first, border)), _) | (_, Some(Span::Between(first, border))) => (whole(first), whole(border)),
                        (_, Some(Span::Below(border))) => (i64::MIN, whole(border)),
                        (_, Some(Span::From(first))) => (whole(first), i64::MAX),
                        _ => (i64::MIN, i64::MAX),
                    }
                };
                let inner = borders(labels[0]);
                for label in &labels[1..] {
                    let outer = borders(label);
                    prop_assert!(outer.0 <= inner.0 && inner.1 <= outer.1, "{}", row);
                }
            }
        }
    }
}
