//! Joins neighbouring bands of numbers: `25-34` and `35-44`.

use super::build::{Intervals, Span, Spans};
use crate::data::Number;
use crate::sorting::sort;

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
        let whole = |number: Number| number.to_f64() as i64;
        let written = Spans::of(values);
        let borders = |value: &&str| {
            let number = written.number(value);
            if let Some(number) = number.filter(|number| number.is_whole()) {
                return Some((whole(number), whole(number) + 1));
            }
            Some(match written.span(value, true)? {
                Span::Between(first, border) => (whole(first), whole(border)),
                Span::Below(border) => (i64::MIN, whole(border)),
                Span::From(first) => (whole(first), i64::MAX),
            })
        };
        let mut closed: Vec<(i64, i64)> = values.iter().map(borders).collect::<Option<_>>()?;
        sort(&mut closed);
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
