//! Infers the reading of a column from all of its values.

use super::unit::{is_one_of, unit_of, without_unit};
use super::{AgeUnits, DecimalPoint, MixedDates, NumberFormat, NumberSigns, Reading, Thousands};
use crate::data::date::{DateFormat, TimeOfDay, UsualFormats};
use crate::data::kind::Kind;
use crate::data::number::Number;

/// The number of values that determine the formats of a column with exceptions.
const SAMPLE: usize = 200;

/// From this number of distinct values on, numbers of eight digits that are all days are read as days, and numbers of
/// six digits that are all months as months.
const ENOUGH_DAYS: u64 = 5;
const ENOUGH_MONTHS: u64 = 12;

/// The possible readings of a column's values.
///
/// If two readings fit, or the century of two-digit years is ambiguous, there is no single reading: the user must
/// choose, because a wrong order of day and month would put values into wrong groups.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Guess {
    /// The possible readings as numbers, dates and times, the more likely ones first. Empty for texts.
    pub readings: Vec<Reading>,
    /// Whether some values, at most a fifth of them, do not match the readings. The column is read as texts until the
    /// user decides otherwise.
    pub has_exceptions: bool,
    /// Whether there are no values.
    pub is_empty: bool,
}

impl Guess {
    /// The readings that fit all values.
    pub fn of<'a>(values: impl IntoIterator<Item = &'a str>) -> Self {
        Self::of_each(&mut values.into_iter())
    }

    /// As [`of`](Self::of), compiled once for all of its callers.
    pub(super) fn of_each(values: &mut dyn Iterator<Item = &str>) -> Self {
        let values: Vec<&str> = values.collect();
        let mut tally = GuessTally::default();
        for value in &values {
            tally.observe(value);
            if tally.is_text() {
                break;
            }
        }
        let mut guess = tally.guess();
        if guess.readings.is_empty() && !guess.is_empty {
            let ages = || AgeUnits::of(&values).map(|units| Reading::Decimal(NumberFormat::of_ages(units)));
            let dates = MixedDates::of(&values).and_then(|mixed| mixed.iso());
            guess.readings.extend(dates.or_else(ages));
        }
        guess
    }

    /// The readings that fit all values, or, if there are none, those that fit most values.
    ///
    /// Time: O(values).
    pub fn of_most(values: &[&str]) -> Self {
        let guess = Self::of(values.iter().copied());
        if guess.is_empty || !guess.readings.is_empty() {
            return guess;
        }
        let mixed = MixedDates::of(values).filter(MixedDates::is_even);
        let candidates = mixed.map_or_else(|| candidates(values, MOST), |mixed| vec![mixed.reading()]);
        Self { has_exceptions: !candidates.is_empty(), readings: candidates, is_empty: false }
    }

    /// The readings of a kind that match the most values; several, if they match equally many. Empty if no reading
    /// matches at least a tenth of the values.
    ///
    /// Time: O(values).
    pub fn best(values: &[&str], is_wanted: fn(&Reading) -> bool) -> Vec<Reading> {
        let all = Self::of(values.iter().copied()).readings;
        if all.iter().any(is_wanted) {
            return all.into_iter().filter(is_wanted).collect();
        }
        let mut counted: Vec<(usize, Reading)> = (candidates(values, SOME).into_iter().filter(is_wanted))
            .map(|reading| (values.iter().filter(|value| reading.conforms(value)).count(), reading))
            .collect();
        let most = counted.iter().map(|(count, _)| *count).max();
        counted.retain(|(count, _)| Some(*count) == most);
        counted.into_iter().map(|(_, reading)| reading).collect()
    }

    /// The unambiguous reading of the values, if they have an order.
    pub fn reading(&self) -> Option<&Reading> {
        match self.readings.as_slice() {
            [reading] if !self.has_exceptions && !has_short_years(reading) => Some(reading),
            _ => None,
        }
    }

    /// Whether the user must specify the reading: the values are numbers or dates, and the format is ambiguous.
    pub fn is_doubtful(&self) -> bool {
        !self.readings.is_empty() && !self.has_exceptions && self.reading().is_none()
    }

    /// The kind of the values.
    pub fn kind(&self) -> Kind {
        if self.is_empty {
            return Kind::Empty;
        }
        match self.readings.first() {
            Some(reading) if !self.has_exceptions => Kind::of_reading(reading),
            _ => Kind::Text,
        }
    }
}

fn add_to<T: PartialEq>(list: &mut Vec<T>, more: T) {
    if !list.contains(&more) {
        list.push(more);
    }
}

/// How many values a reading must match.
#[derive(Clone, Copy)]
struct Share {
    least: usize,
    tenths: usize,
}

/// The reading of a column with exceptions.
const MOST: Share = Share { least: 3, tenths: 8 };

/// A reading that is only told.
const SOME: Share = Share { least: 1, tenths: 1 };

impl Share {
    /// Whether enough of the values fit.
    fn fit(self, values: &[&str], fits: &mut dyn FnMut(&str) -> bool) -> bool {
        let n_fitting = values.iter().filter(|value| fits(value)).count();
        n_fitting >= self.least && n_fitting * 10 >= values.len() * self.tenths
    }
}

/// The readings that match this share of the values.
fn candidates(values: &[&str], share: Share) -> Vec<Reading> {
    let usual = UsualFormats::default();
    let some = &values[..values.len().min(SAMPLE)];
    let (mut units, mut candidates) = (vec![""], Vec::new());
    for value in some {
        add_to(&mut units, unit_of(value));
        for format in usual.of(value) {
            add_to(&mut candidates, Reading::Date(format));
        }
        if TimeOfDay::read(value).is_some() {
            add_to(&mut candidates, Reading::Time);
        }
    }
    // The formats of times differ from value to value. A format of few values is not the column's.
    for values in [some, values] {
        candidates.retain(|reading| share.fit(values, &mut |value| reading.conforms(value)));
        units.retain(|unit| share.fit(values, &mut |value| without_unit(unit, value).is_some()));
    }
    let numbers = units.iter().flat_map(|unit| {
        let tallies = NumberTally::of_most([some, values], unit, share);
        tallies.into_iter().map(|tally| tally.reading(unit))
    });
    candidates.splice(0..0, numbers);
    candidates
}

fn has_short_years(reading: &Reading) -> bool {
    matches!(reading, Reading::Date(format) if format.has_short_years())
}

/// The possible readings of the values so far. It takes one value after the other, without storing them.
#[derive(Debug, Clone, Default)]
pub struct GuessTally {
    seen: u64,
    /// The unit of all numbers.
    unit: String,
    numbers: Vec<NumberTally>,
    dates: Vec<DateFormat>,
    are_times: bool,
}

/// The signs that fit all numbers so far.
#[derive(Debug, Clone, Copy)]
struct NumberTally {
    signs: NumberSigns,
    has_point: bool,
    has_thousands: bool,
    is_whole: bool,
}

impl GuessTally {
    /// Adds one value that is not missing.
    pub fn observe(&mut self, value: &str) {
        if self.seen == 0 {
            self.numbers = NumberSigns::ALL.map(NumberTally::of).to_vec();
            self.dates = UsualFormats::default().of(value);
            self.are_times = true;
            self.unit = unit_of(value).to_owned();
        }
        self.seen += 1;
        if self.unit.is_empty() {
            self.observe_number(value);
        } else {
            self.observe_with_unit(value);
        }
        self.dates.retain(|format| format.fits(value));
        self.are_times = self.are_times && TimeOfDay::read(value).is_some();
    }

    #[inline(never)]
    fn observe_with_unit(&mut self, value: &str) {
        let unit = unit_of(value);
        if is_one_of(&self.unit, unit) {
            self.unit = unit.to_owned();
        }
        match without_unit(&self.unit, value) {
            Some(number) => self.observe_number(&number),
            None => self.numbers.clear(),
        }
    }

    /// Adds a value without its unit.
    fn observe_number(&mut self, value: &str) {
        let plain = plain_number(value);
        self.numbers.retain_mut(|tally| match plain {
            // Read once for all formats whose signs it does not contain, which is fast in a column of plain numbers.
            Some(number) if tally.signs.point == DecimalPoint::Point => {
                tally.has_point |= value.contains('.');
                tally.is_whole &= number.is_whole();
                true
            }
            _ => tally.observe(value),
        });
    }

    /// Whether the values can only be text.
    pub fn is_text(&self) -> bool {
        self.seen > 0 && self.numbers.is_empty() && self.dates.is_empty() && !self.are_times
    }

    /// The possible readings of the values.
    pub fn guess(&self) -> Guess {
        let numbers = || {
            let numbers = self.numbers.iter().filter(|tally| tally.is_needed());
            numbers.map(|tally| tally.reading(&self.unit))
        };
        let mut readings: Vec<Reading> = self.dates.iter().cloned().map(Reading::Date).collect();
        // Numbers of eight or six digits: if there are many, they are not all days or months by chance.
        let enough = match self.dates.iter().any(DateFormat::has_day) {
            true => ENOUGH_DAYS,
            false => ENOUGH_MONTHS,
        };
        if readings.is_empty() || self.seen < enough && numbers().next().is_some() {
            readings = numbers().collect();
        }
        readings.extend(self.are_times.then_some(Reading::Time));
        Guess { readings, has_exceptions: false, is_empty: self.seen == 0 }
    }
}

impl NumberTally {
    fn of(signs: NumberSigns) -> Self {
        Self { signs, has_point: false, has_thousands: false, is_whole: true }
    }

    /// The number formats that this share of the values needs, with this unit: first for some of them, then for all.
    fn of_most(some_and_all: [&[&str]; 2], unit: &str, share: Share) -> Vec<Self> {
        let mut tallies = NumberSigns::ALL.map(Self::of).to_vec();
        for values in some_and_all {
            tallies.retain_mut(|tally| {
                share.fit(values, &mut |value| without_unit(unit, value).is_some_and(|number| tally.observe(&number)))
            });
        }
        tallies.retain(Self::is_needed);
        tallies
    }

    /// Whether the value fits the signs.
    fn observe(&mut self, value: &str) -> bool {
        let Some(number) = self.signs.read(value) else {
            return false;
        };
        let marks = self.signs.marks(value);
        self.has_point |= marks.point;
        self.has_thousands |= marks.thousands;
        self.is_whole &= number.is_whole();
        true
    }

    /// Whether simpler signs would read the values differently.
    fn is_needed(&self) -> bool {
        let has_thousands = self.signs.thousands.is_none() || self.has_thousands;
        let is_usual = self.signs.point == DecimalPoint::Point;
        // If points separate thousands, no other sign is left for the fraction.
        let is_only = self.signs.thousands == Some(Thousands::Point);
        has_thousands && (is_usual || self.has_point || is_only)
    }

    fn reading(&self, unit: &str) -> Reading {
        // Without a fraction no sign is needed, and the usual one is used if it is free.
        let mut signs = self.signs;
        if !self.has_point && signs.thousands != Some(Thousands::Point) {
            signs.point = DecimalPoint::Point;
        }
        let format = NumberFormat::new(signs, unit);
        if self.is_whole { Reading::WholeNumber(format) } else { Reading::Decimal(format) }
    }
}

/// The number in a value of digits, with at most one point and one minus sign, which every format with a point reads
/// in the same way.
fn plain_number(value: &str) -> Option<Number> {
    let is_plain = |byte: u8| byte.is_ascii_digit() || byte == b'.' || byte == b'-';
    value.bytes().all(is_plain).then(|| Number::parse(value)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(guess: &Guess) -> String {
        serde_json::to_string(&guess.readings).unwrap_or_default()
    }

    #[test]
    fn all_values_together_say_how_they_are_read() {
        let cases: [(&[&str], &str, bool); 40] = [
            (&["1", "-20"], r#"[{"whole-number":{}}]"#, true),
            (&["39.0", "40"], r#"[{"whole-number":{}}]"#, true),
            (&["1", "2.5"], r#"[{"decimal":{}}]"#, true),
            (&["1,5", "12"], r#"[{"decimal":{"point":","}}]"#, true),
            (&["1.234,5", "12,5"], r#"[{"decimal":{"point":",","thousands":"."}}]"#, true),
            (&["1,234.50", "12.5"], r#"[{"decimal":{"thousands":","}}]"#, true),
            (&["1,234,567", "12"], r#"[{"whole-number":{"thousands":","}}]"#, true),
            (&["1 234", "12"], r#"[{"whole-number":{"thousands":" "}}]"#, true),
            (&["1.234", "0.5"], r#"[{"decimal":{}}]"#, true),
            (&["1.234", "12"], r#"[{"decimal":{}},{"whole-number":{"point":",","thousands":"."}}]"#, false),
            (&["1,234", "12"], r#"[{"decimal":{"point":","}},{"whole-number":{"thousands":","}}]"#, false),
            (&["01/12/2022", "31/01/2022"], r#"[{"date":{"format":"dd/MM/yyyy"}}]"#, true),
            (&["01/12/2022", "01/31/2022"], r#"[{"date":{"format":"MM/dd/yyyy"}}]"#, true),
            (
                &["01/12/2022", "02/11/2022"],
                r#"[{"date":{"format":"dd/MM/yyyy"}},{"date":{"format":"MM/dd/yyyy"}}]"#,
                false,
            ),
            (&["15/10/34", "31/01/22"], r#"[{"date":{"format":"dd/MM/yy"}}]"#, false),
            (&["20190331", "20190401"], r#"[{"whole-number":{}}]"#, true),
            (
                &["20190331", "20190401", "20200101", "20201231", "19991231"],
                r#"[{"date":{"format":"yyyyMMdd"}}]"#,
                true,
            ),
            (
                &["31032019", "01042019", "13012020", "31122020", "05051999"],
                r#"[{"date":{"format":"ddMMyyyy"}}]"#,
                true,
            ),
            (&["20100018", "20100055", "20100092", "20100129", "20100166"], r#"[{"whole-number":{}}]"#, true),
            (&["201903", "201904"], r#"[{"whole-number":{}}]"#, true),
            (
                &[
                    "201901", "201902", "201903", "201904", "201905", "201906", "201907", "201908", "201909", "201910",
                    "201911", "202012",
                ],
                r#"[{"date":{"format":"yyyyMM"}}]"#,
                true,
            ),
            (
                &[
                    "1.0001", "2.1234", "3.1415", "4.1000", "5.0250", "6.3333", "7.7500", "8.9999", "9.1002",
                    "10.4142", "11.7320", "12.2360",
                ],
                r#"[{"decimal":{}}]"#,
                true,
            ),
            (&["03.2005", "12.2019"], r#"[{"date":{"format":"MM.yyyy"}}]"#, true),
            (&["Jan-05", "Feb-12"], r#"[{"date":{"format":"MMM-yy"}}]"#, false),
            (&["Q1 2005", "Q4 2019"], r#"[{"date":{"format":"QQQ yyyy"}}]"#, true),
            (&["8:05", "12:54", "23:59:30"], r#"["time"]"#, true),
            (&["12:02 AM", "6:49 PM"], r#"["time"]"#, true),
            (&["12:54", "24:10"], "[]", true),
            (&["101A", "102A"], "[]", true),
            (&["45 V", "46 V"], r#"[{"whole-number":{"unit":"V"}}]"#, true),
            (&["02139", "10001"], "[]", true),
            (&["72 kg", "68.5kg"], r#"[{"decimal":{"unit":"kg"}}]"#, true),
            (&["$1,234,567", "-$12"], r#"[{"whole-number":{"thousands":",","unit":"$"}}]"#, true),
            (&["1 year", "2 years", "1 year"], r#"[{"whole-number":{"unit":"years"}}]"#, true),
            (&["1.250,00 €", "80,50 €"], r#"[{"decimal":{"point":",","thousands":".","unit":"€"}}]"#, true),
            (
                &["$1,234", "$12"],
                r#"[{"decimal":{"point":",","unit":"$"}},{"whole-number":{"thousands":",","unit":"$"}}]"#,
                false,
            ),
            (&["72 kg", "68"], "[]", true),
            (&["72 kg", "150 lb"], "[]", true),
            (&["Ward 12", "Ward 13"], "[]", true),
            (&["D-04105", "D-04109"], "[]", true),
        ];
        for (values, readings, is_certain) in cases {
            let guess = Guess::of(values.iter().copied());
            assert_eq!(shown(&guess), readings, "{values:?}");
            assert_eq!(guess.is_doubtful(), !is_certain, "{values:?}");
            assert_eq!(guess.reading().is_some(), is_certain && readings != "[]", "{values:?}");
        }
        assert!(Guess::of([]).is_empty);
    }

    #[test]
    fn exceptions_are_told_and_leave_the_column_text() {
        let ages: Vec<String> = (18..90).map(|age| age.to_string()).chain(["90+".to_owned()]).collect();
        let guess = Guess::of_most(&ages.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(shown(&guess), r#"[{"whole-number":{}}]"#);
        assert!(guess.has_exceptions && !guess.is_doubtful() && guess.reading().is_none());
        assert_eq!(guess.kind(), Kind::Text);
        let dates = ["31/12/2019", "13/01/2020", "14/01/2020", "15/01/2020", "not known"];
        let guess = Guess::of_most(&dates);
        assert_eq!(shown(&guess), r#"[{"date":{"format":"dd/MM/yyyy"}}]"#);
        for (values, readings) in [
            (["1,5", "12,25", "0", "7,5", "k. A."], r#"[{"decimal":{"point":","}}]"#),
            (["1'200", "950", "12'000", "1'300", "?"], r#"[{"whole-number":{"thousands":"'"}}]"#),
            (["$5.50", "-$12", "$7", "$1", "free"], r#"[{"decimal":{"unit":"$"}}]"#),
            (["1 year", "2 years", "7 years", "9 years", "?"], r#"[{"whole-number":{"unit":"years"}}]"#),
            (["1,234", "12", "5", "7", "none"], r#"[{"decimal":{"point":","}},{"whole-number":{"thousands":","}}]"#),
        ] {
            let guess = Guess::of_most(&values);
            assert_eq!(shown(&guess), readings, "{values:?}");
            assert!(guess.has_exceptions && guess.reading().is_none());
        }
        let codes = Guess::of_most(&["A1", "B2", "C3", "12"]);
        assert!(codes.readings.is_empty() && !codes.has_exceptions);
    }

    proptest::proptest! {
        #[test]
        fn numbers_are_what_every_format_reads(
            values in proptest::collection::vec("-?[0-9]{1,4}([.,' ][0-9]{1,3}){0,2}|[0-9]{1,3}e-2|-", 1..6),
        ) {
            let guess = Guess::of(values.iter().map(String::as_str));
            let reads = |signs: NumberSigns| values.iter().all(|value| signs.read(value).is_some());
            for reading in &guess.readings {
                proptest::prop_assert!(values.iter().all(|value| reading.conforms(value)), "{:?}", reading);
            }
            let is_number = NumberSigns::ALL.into_iter().any(reads);
            let has_dates = guess.readings.iter().any(|reading| !reading.is_numeric());
            proptest::prop_assert_eq!(guess.readings.is_empty(), !is_number && !has_dates);
            if reads(NumberSigns::ALL[0]) && !has_dates {
                let plain = guess.readings.iter().any(|reading| {
                    *Reading::number_format(Some(reading)) == NumberFormat::PLAIN
                });
                proptest::prop_assert!(plain);
            }
        }
    }
}
