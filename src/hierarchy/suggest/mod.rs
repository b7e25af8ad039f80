//! Suggests an initial hierarchy.

use super::bands::Bands;
use super::build::{
    Codes, ColumnValues, Cut, DateUnit, Dates, Frequent, Intervals, Mask, Prefixes, Side, Span, Times, is_icd9,
    is_icd10, is_zip,
};
use super::spec::HierarchySpec;
use crate::data::{DateFormat, Guess, Number, NumberFormat, Postcode, Reading, TimeOfDay, Words, is_currency};
use crate::sorting::sort;

/// Up to this number of distinct numbers, a list is as good as any grouping.
const FEW_NUMBERS: usize = 12;

/// Up to this number of distinct texts, a list is as good.
const FEW_TEXTS: usize = 20;

/// Values shorter than this may be quantities (years) rather than codes.
const SHORTEST_CODE: usize = 5;

/// Spans of years that become levels. Each needs dates spread over more than twice as many years.
const SPANS: [u16; 3] = [10, 20, 40];

/// The hours of spans of times of day.
const HOURS: [u8; 4] = [1, 3, 6, 12];

/// People of this age or older are one group: few are older, and Safe Harbor joins them too.
const OLDEST: f64 = 90.0;

/// Names of columns of ZIP codes: five digits alone are postal codes of many countries.
const ZIP: &[&str] = &["zip", "zips", "zipcode", "zipcodes", "zcta"];

/// Names of columns of diagnoses: a letter and two digits alone are codes of many kinds.
const DIAGNOSIS: &[&str] = &["icd", "dx", "diagnosis", "diagnoses", "diagnostic", "disease", "cause"];

/// Separators inside codes.
const SEPARATORS: [char; 3] = ['.', '-', '/'];

/// The numbers of values that are kept on levels 1, 2, … for texts without an order.
const KEPT: [usize; 3] = [20, 10, 5];

/// A suggested hierarchy, with the reason. A user must check it: it only follows from what the values look like.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The hierarchy; without one, each value is generalized to `*` at once.
    pub spec: Option<HierarchySpec>,
    /// A sentence with the column's own numbers.
    pub reason: String,
}

/// An initial hierarchy, by the column's name and by what its values look like.
///
/// - dates: day, month, quarter, year, and spans of years if there are many
/// - times of day: hours, and spans of 3, 6 and 12
/// - bands of numbers: neighbours joined
/// - numbers: intervals of about a twenty-fifth of the range, and wider ones; ages with one group from 90 on
/// - codes of ICD-10 and ICD-9, and ZIP codes: their published groups
/// - postcodes with a space: their prefixes
/// - other codes of one length with digits: masked from the right
/// - codes with a separator, such as `250.01`: the part before it
/// - few values, free text, and values whose kind is ambiguous or has a few exceptions: none
/// - other texts: the most frequent ones are kept, the others are one group; their alphabetical order has no meaning
pub fn suggest(name: &str, column: &ColumnValues<'_>) -> Proposal {
    let present = column.dictionary.present(column.missing);
    let present: Vec<&str> = present.map(|(value, _)| value).collect();
    let Ok(reading) = Reading::of_values(column.reading, present.iter().copied()) else {
        return Proposal::none(
            "The values can be read in more than one way. Say which is meant, and groups can be proposed.",
        );
    };
    if let Some(proposal) = known_codes(name, &present, reading.as_ref()) {
        return proposal;
    }
    match reading.as_ref() {
        Some(Reading::Date(format)) => dates(format, &present),
        Some(Reading::Time) => times(&present),
        Some(Reading::WholeNumber(format)) => numbers(name, format, &present, true),
        Some(Reading::Decimal(format)) => numbers(name, format, &present, false),
        Some(Reading::Text) => Proposal::none("Free text has no groups: each value is itself or suppressed."),
        None => match but_for_open_ends(&present) {
            Some(is_whole) => numbers(name, &NumberFormat::PLAIN, &present, is_whole),
            None => bands(&present).unwrap_or_else(|| but_for_exceptions(&present, column)),
        },
        Some(Reading::Category | Reading::Place) => texts(&present),
    }
}

impl Proposal {
    fn none(reason: impl Into<String>) -> Self {
        Self { spec: None, reason: reason.into() }
    }

    fn of(spec: HierarchySpec, reason: impl Into<String>) -> Self {
        Self { spec: Some(spec), reason: reason.into() }
    }
}

/// Codes with published groups.
fn known_codes(name: &str, present: &[&str], reading: Option<&Reading>) -> Option<Proposal> {
    if present.len() <= FEW_NUMBERS {
        return None;
    }
    let of = |is: &dyn Fn(&str) -> bool| present.iter().filter(|value| is(value)).count();
    let nearly_all = |is: &dyn Fn(&str) -> bool| of(is) * 20 >= present.len() * 19;
    let has_more = |value: &str| value.contains('-');
    if nearly_all(&is_zip) && (Words::of(name).have(ZIP) || nearly_all(&has_more)) {
        let codes = if of(&has_more) > 0 { Codes::ZipPlus4 } else { Codes::Zip };
        return Some(Proposal::of(
            HierarchySpec::Codes(codes),
            "The values look like ZIP codes: areas of their first three digits where at most 20,000 people live become 000.",
        ));
    }
    let are_diagnoses = Words::of(name).have(DIAGNOSIS);
    let diagnoses = |codes: Codes, system: &str, found: usize| {
        let reason = format!(
            "{found} of {} values look like diagnoses by {system}, whose categories, blocks and chapters are published.",
            present.len()
        );
        Some(Proposal::of(HierarchySpec::Codes(codes), reason))
    };
    let has_point = |value: &str| is_icd10(value) && value.contains('.');
    if nearly_all(&is_icd10) && (of(&has_point) > 0 || are_diagnoses) {
        return diagnoses(Codes::Icd10, "ICD-10", of(&is_icd10));
    }
    // Without any of these, they may be numbers.
    let is_no_number = |value: &str| is_icd9(value) && value.starts_with(['0', 'E', 'e', 'V', 'v']);
    if are_diagnoses && nearly_all(&is_icd9) && of(&is_no_number) > 0 {
        return diagnoses(Codes::Icd9, "ICD-9", of(&is_icd9));
    }
    // All with the same letters, they are numbers with a unit: `1097 KG`.
    if reading.is_some_and(Reading::is_numeric) {
        return None;
    }
    let has_form = |form: &Postcode| nearly_all(&|value| Postcode::of(value) == Some(*form));
    let mut forms = [Postcode::TwoParts, Postcode::DigitsAndLetters].into_iter();
    forms.find(has_form).map(postcodes)
}

/// The prefixes of postal codes.
#[inline(never)]
fn postcodes(form: Postcode) -> Proposal {
    let (cut, parts) = match form {
        Postcode::TwoParts => (Cut::Letters, "in two parts: the first is the district, and its letters the area"),
        Postcode::DigitsAndLetters => (
            Cut::Length(2),
            "of four digits and two letters: the digits are the district, and the first two the region",
        ),
    };
    Proposal::of(
        HierarchySpec::Prefixes(Prefixes { cuts: vec![Cut::Before(" ".into()), cut] }),
        format!("The values look like postcodes {parts}."),
    )
}

/// Day if there are times, month, quarter, year, and spans of years if there are many.
fn dates(format: &DateFormat, present: &[&str]) -> Proposal {
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
fn times(present: &[&str]) -> Proposal {
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

/// Intervals, except for few numbers and for codes; with one group for values with an open end.
fn numbers(name: &str, format: &NumberFormat, present: &[&str], is_whole: bool) -> Proposal {
    if present.len() <= FEW_NUMBERS {
        return few(present.len());
    }
    if is_whole && format.unit.is_empty() && has_codes(present, SHORTEST_CODE) {
        return masked(present[0].len());
    }
    let numbers = || present.iter().filter_map(|value| format.read(value));
    let (Some(least), Some(most)) = (numbers().min(), numbers().max()) else {
        return Proposal::none("There is no number.");
    };
    let ends = spans_of(format, present, is_whole);
    let (mut bottom, mut first) = (None, None);
    for end in &ends {
        match *end {
            Span::From(number) => first = first.into_iter().chain([number]).min(),
            Span::Below(border) => bottom = bottom.into_iter().chain([border]).max(),
            Span::Between(..) => return texts(present),
        }
    }
    let oldest = (Words::of(name).have_age() && most.to_f64() >= OLDEST).then_some(OLDEST);
    let top = (first.map(Number::to_f64).into_iter().chain(oldest)).reduce(f64::min);
    let bottom = bottom.map(Number::to_f64);
    let n_numbers = present.len() - ends.len();
    let and_open =
        format!("The values are {n_numbers} numbers from {least} to {most}, and {} with an open end", ends.len());
    let reason = match (bottom, top) {
        (None, None) => format!("The values are {n_numbers} numbers from {least} to {most}."),
        (None, Some(oldest)) if ends.is_empty() => format!(
            "The values are {n_numbers} ages from {least} to {most}: those from {oldest} on are few, and one group."
        ),
        (None, Some(top)) => format!("{and_open}: those from {top} on are one group."),
        (Some(bottom), None) => format!("{and_open}: those below {bottom} are one group."),
        (Some(bottom), Some(top)) if bottom < top => {
            format!("{and_open}: those below {bottom} are one group, and those from {top} on.")
        }
        (Some(_), Some(_)) => return texts(present),
    };
    Proposal::of(
        HierarchySpec::Intervals(Intervals {
            widths: widths(most.to_f64() - least.to_f64(), is_whole),
            origin: 0.0,
            bottom,
            top,
        }),
        reason,
    )
}

/// The values that are spans of numbers.
fn spans_of(format: &NumberFormat, present: &[&str], is_whole: bool) -> Vec<Span> {
    let others = present.iter().filter(|value| format.read(value).is_none());
    let spans = others.filter_map(|value| Span::read(value, format, is_whole));
    spans.collect()
}

/// Joined neighbours, for values that are bands of numbers.
fn bands(present: &[&str]) -> Option<Proposal> {
    // Such values are rare. Other columns do not need the code below, which is not in the module's first part.
    let may_be_one = |value: &&str| {
        value.starts_with(|sign: char| sign.is_ascii_digit() || is_currency(sign))
            && value.bytes().any(|byte| matches!(byte, b'-' | b't' | 0x80..))
    };
    present.iter().any(may_be_one).then(|| of_bands(present))?
}

#[inline(never)]
fn of_bands(present: &[&str]) -> Option<Proposal> {
    let bands = Bands::of(present)?;
    let intervals = bands.intervals()?;
    Some(Proposal::of(HierarchySpec::Intervals(intervals), bands.reason()))
}

/// Whether the numbers are integers, if all values are numbers or have an open end; `None` for other values.
fn but_for_open_ends(present: &[&str]) -> Option<bool> {
    let format = &NumberFormat::PLAIN;
    let numbers = || present.iter().filter_map(|value| format.read(value));
    let is_whole = numbers().all(|number| number.is_whole());
    let spans = spans_of(format, present, is_whole);
    let is_open = |span: &&Span| !matches!(span, Span::Between(..));
    let n_ends = spans.iter().filter(is_open).count();
    let n_numbers = numbers().count();
    (n_ends > 0 && n_numbers > FEW_NUMBERS && n_ends + n_numbers == present.len()).then_some(is_whole)
}

/// A suggestion for texts, unless most values are numbers, dates or times: their groups would be known if the user
/// specified what the others are.
fn but_for_exceptions(present: &[&str], column: &ColumnValues<'_>) -> Proposal {
    let proposal = texts(present);
    let has_digit = |value: &&&str| value.bytes().any(|byte| byte.is_ascii_digit());
    let is_open = matches!(proposal.spec, Some(HierarchySpec::Frequent(_)))
        && present.iter().filter(has_digit).count() * 2 > present.len();
    match is_open {
        true => exceptions(present, column).unwrap_or(proposal),
        false => proposal,
    }
}

/// The message that most values are numbers, dates or times, with those that are not.
#[inline(never)]
fn exceptions(present: &[&str], column: &ColumnValues<'_>) -> Option<Proposal> {
    let readings = Guess::of_most(present).readings;
    let odd = Reading::odd_values(&readings, column.dictionary.present(column.missing))?;
    Some(Proposal::none(format!(
        "{odd}. Name these as missing, correct them, or say what the column holds, and groups can be proposed."
    )))
}

fn texts(present: &[&str]) -> Proposal {
    let n_values = present.len();
    if n_values <= FEW_TEXTS {
        return few(n_values);
    }
    if has_codes(present, 3) {
        return masked(present[0].len());
    }
    if let Some(proposal) = parted_codes(present) {
        return proposal;
    }
    Proposal::of(
        HierarchySpec::Frequent(Frequent { keep: KEPT.to_vec(), rest: "other".into() }),
        format!(
            "The {n_values} values have no order that is known: the most frequent stay, and the others are one group."
        ),
    )
}

fn few(n_values: usize) -> Proposal {
    Proposal::none(format!("There are {n_values} values only: each is itself or suppressed."))
}

fn masked(length: usize) -> Proposal {
    Proposal::of(
        HierarchySpec::Mask(Mask { from: Side::Right, character: "*".to_owned(), steps: None }),
        format!("The values are codes of {length} characters: their ends are masked, one after the other."),
    )
}

/// Whether the values are codes of one length: with digits, and not quantities.
fn has_codes(present: &[&str], shortest: usize) -> bool {
    let Some(first) = present.first() else {
        return false;
    };
    let is_code = |value: &&str| {
        value.len() == first.len()
            && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && value.bytes().any(|byte| byte.is_ascii_digit())
    };
    first.len() >= shortest && present.iter().all(is_code)
}

/// The prefixes of codes with one separator, such as `250.01`: most values have it, and on average at least two share
/// a prefix.
#[inline(never)]
fn parted_codes(present: &[&str]) -> Option<Proposal> {
    let is_separator = |byte: u8| SEPARATORS.contains(&char::from(byte));
    let is_code = |value: &&str| {
        let is_of_code = |byte: u8| byte.is_ascii_alphanumeric() || is_separator(byte);
        // Days have two.
        let separators = value.bytes().filter(|byte| is_separator(*byte)).count();
        value.bytes().all(is_of_code) && value.bytes().any(|byte| byte.is_ascii_digit()) && separators < 2
    };
    if !present.iter().all(is_code) {
        return None;
    }
    SEPARATORS.into_iter().find_map(|sign| {
        let parted = present.iter().filter(|value| value.contains(sign));
        let beginnings = present.iter().map(|value| value.split(sign).next());
        let mut beginnings: Vec<&str> = beginnings.flatten().collect();
        sort(&mut beginnings);
        beginnings.dedup();
        let n = beginnings.len();
        if parted.count() * 2 < present.len() || n * 2 > present.len() || n < 2 {
            return None;
        }
        let is_long = beginnings.iter().all(|beginning| beginning.len() > 2);
        let wider = (is_long && n > FEW_TEXTS).then_some(Cut::Length(2));
        let before = Cut::Before(sign.to_string());
        Some(Proposal::of(
            HierarchySpec::Prefixes(Prefixes { cuts: [before].into_iter().chain(wider).collect() }),
            format!(
                "Most of the values are codes with “{sign}”: there are {n} beginnings before it, which are groups."
            ),
        ))
    })
}

/// A width of 1, 2 or 5 · 10ⁿ that is at least a twenty-fifth of the range, and wider ones up to half of it.
fn widths(range: f64, is_whole: bool) -> Vec<f64> {
    const ROUND: [[u32; 4]; 3] = [[1, 5, 10, 20], [2, 10, 20, 40], [5, 10, 20, 40]];
    let up_to_half = |width: &f64| width * 2.0 <= range;
    if is_whole && range < 25.0 {
        let wider = [4.0, 8.0].into_iter().take_while(up_to_half);
        return [2.0].into_iter().chain(wider).collect();
    }
    let finest = range / 25.0;
    // Parsed from text, which rounds once; products of 0.1 would accumulate rounding errors.
    let width = |digits: u32, exponent: i32| format!("{digits}e{exponent}").parse().unwrap_or(1.0);
    let mut series = (-6..15).flat_map(|exponent| ROUND.map(|digits| digits.map(|digits| width(digits, exponent))));
    let [first, wider @ ..] = series.find(|widths: &[f64; 4]| widths[0] >= finest).unwrap_or([1.0, 5.0, 10.0, 20.0]);
    let wider = wider.into_iter().take_while(up_to_half);
    [first].into_iter().chain(wider).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Dictionary;
    use crate::error::Result;

    fn suggested<S: Into<String>>(values: impl IntoIterator<Item = S>) -> Result<Option<HierarchySpec>> {
        named("x", values, None)
    }

    fn named<S: Into<String>>(
        name: &str,
        values: impl IntoIterator<Item = S>,
        reading: Option<&Reading>,
    ) -> Result<Option<HierarchySpec>> {
        let mut dictionary = Dictionary::new();
        for value in values {
            dictionary.intern(&value.into(), 1);
        }
        let missing = [String::new()];
        let column = ColumnValues { reading, ..ColumnValues::new(&dictionary, &missing) };
        let proposal = suggest(name, &column);
        assert!(proposal.reason.ends_with('.'), "{}", proposal.reason);
        if let Some(spec) = &proposal.spec {
            let hierarchy = spec.build(&column)?;
            hierarchy.encode(&dictionary)?;
            assert_eq!(hierarchy.n_groups(hierarchy.height() - 1), 1);
        }
        Ok(proposal.spec)
    }

    fn interval_widths(spec: Option<&HierarchySpec>) -> &[f64] {
        match spec {
            Some(HierarchySpec::Intervals(intervals)) => &intervals.widths,
            _ => &[],
        }
    }

    #[test]
    fn values_with_an_open_end_are_numbers_that_end_there() -> Result<()> {
        let ages = || (18..90).map(|age| age.to_string());
        let outer = |spec: Option<HierarchySpec>| match spec {
            Some(HierarchySpec::Intervals(intervals)) => Some((intervals.bottom, intervals.top)),
            _ => None,
        };
        let of = |more: &[&str]| {
            let more = more.iter().map(|&value| value.to_owned());
            suggested(ages().chain(more)).map(outer)
        };
        assert_eq!(of(&["90+"])?, Some((None, Some(90.0))));
        assert_eq!(of(&[">89", "<18", "85 and over"])?, Some((Some(18.0), Some(85.0))));
        // Ages from 90 on are few anyway.
        let older = (18..97).map(|age| age.to_string()).chain(["95+".to_owned()]);
        assert_eq!(outer(named("age", older, None)?), Some((None, Some(90.0))));
        // The same if the user specified integers.
        let whole = Reading::WholeNumber(NumberFormat::PLAIN);
        let said = ages().chain(["90+".to_owned()]);
        assert_eq!(outer(named("x", said, Some(&whole))?), Some((None, Some(90.0))));
        // A value without a number is a text, and so is a contradictory one.
        assert_eq!(of(&["90+", "old"])?, None);
        assert_eq!(of(&["50+", "under 60"])?, None);
        Ok(())
    }

    #[test]
    fn numbers_get_round_intervals() -> Result<()> {
        let ages = suggested((17..=90).map(|age| age.to_string()))?;
        assert_eq!(interval_widths(ages.as_ref()), [5.0, 10.0, 20.0]);
        let incomes = suggested((0..100).map(|income| (income * 997).to_string()))?;
        assert_eq!(interval_widths(incomes.as_ref()), [5_000.0, 10_000.0, 20_000.0, 40_000.0]);
        let shares = suggested((0..100).map(|share| format!("0.{share:02}")))?;
        assert_eq!(interval_widths(shares.as_ref()), [0.05, 0.1, 0.2, 0.4]);
        let commas = suggested((0..100).map(|share| format!("0,{share:02}")))?;
        assert_eq!(commas, shares);
        let hours = suggested((0..24).map(|hour| hour.to_string()))?;
        assert_eq!(interval_widths(hours.as_ref()), [2.0, 4.0, 8.0]);
        let all_ages = named("patientAge", (0..=120).map(|age| age.to_string()), None)?;
        assert_eq!(interval_widths(all_ages.as_ref()), [5.0, 10.0, 20.0, 40.0]);
        let Some(HierarchySpec::Intervals(ages)) = all_ages else {
            return Ok(());
        };
        assert_eq!(ages.top, Some(90.0));
        let pages = named("pages", (0..=120).map(|page| page.to_string()), None)?;
        assert!(matches!(pages, Some(HierarchySpec::Intervals(pages)) if pages.top.is_none()));
        Ok(())
    }

    #[test]
    fn numbers_with_a_unit_are_numbers_and_bands_are_put_together() -> Result<()> {
        let weights = suggested((50..120).map(|weight| format!("{weight} kg")))?;
        assert_eq!(interval_widths(weights.as_ref()), [5.0, 10.0, 20.0]);
        // Of one length, but not codes.
        let doses = suggested((100..200).map(|dose| format!("{dose}mg")))?;
        assert_eq!(interval_widths(doses.as_ref()), [5.0, 10.0, 20.0, 40.0]);
        let costs = suggested((10..90).map(|cost| format!("${cost},000")))?;
        // It is unknown whether they have thousands separators.
        assert_eq!(costs, None);
        let costs = suggested((10..90).map(|cost| format!("${cost},000.50")))?;
        assert_eq!(interval_widths(costs.as_ref()), [5_000.0, 10_000.0, 20_000.0]);
        let bands = ["0-9", "10-19", "20-29", "30-39", "40-49", "50-59", "60+"];
        let joined = suggested(bands)?;
        assert_eq!(interval_widths(joined.as_ref()), [20.0, 40.0]);
        // No hierarchy is suggested for a column that the user declared a category.
        assert_eq!(named("x", bands, Some(&Reading::Category))?, None);
        Ok(())
    }

    #[test]
    fn any_range_gives_widths_that_fit() -> Result<()> {
        for exponent in -4..14 {
            for factor in [1, 2, 3, 7] {
                let range = format!("{factor}e{exponent:+}").parse::<f64>().unwrap_or(1.0);
                suggested((0..40).map(|step| format!("{}", range * f64::from(step) / 40.0)))?;
            }
        }
        Ok(())
    }

    #[test]
    fn what_a_few_values_spoil_has_no_groups_until_somebody_says_what_they_are() -> Result<()> {
        let ages = || (18..90).map(|age| age.to_string());
        let days = || (1..29).map(|day| format!("{day}/12/2019"));
        let prices = || (0..60).map(|price| format!("{price},{:02} €", price % 7));
        for (values, odd, spoilt) in [
            (ages().collect::<Vec<_>>(), "unknown", true),
            (days().collect(), "2019", true),
            (prices().collect(), "free", true),
            (ages().map(|age| format!("p{age}x")).collect(), "unknown", false),
        ] {
            let spec = suggested(values.into_iter().chain([odd.to_owned()]))?;
            assert_eq!(spec.is_none(), spoilt, "{odd}: {spec:?}");
        }
        Ok(())
    }

    #[test]
    fn codes_are_masked_or_cut() -> Result<()> {
        let mask = Some(HierarchySpec::Mask(Mask { from: Side::Right, character: "*".into(), steps: None }));
        assert_eq!(suggested((0..50).map(|zip| format!("0{}", 2100 + zip)))?, mask);
        assert_eq!(suggested((0..50).map(|zip| (37_011 + zip).to_string()))?, mask);
        let cuts = |spec| match spec {
            Some(HierarchySpec::Prefixes(prefixes)) => prefixes.cuts,
            _ => Vec::new(),
        };
        let postcodes = suggested((0..50).map(|code| format!("BR{code} {}AB", code % 10)))?;
        assert_eq!(cuts(postcodes), [Cut::Before(" ".into()), Cut::Letters]);
        let canadian = suggested((0..50).map(|code| format!("K{}A {}B1", code / 10, code % 10)))?;
        assert_eq!(cuts(canadian), [Cut::Before(" ".into()), Cut::Letters]);
        let four_digits = |letters: [&'static str; 2]| {
            let code = move |code: usize| format!("{} {}", 1000 + code, letters[code % 2]);
            suggested((0..50).map(code))
        };
        let dutch = four_digits(["AB", "CD"])?;
        assert_eq!(cuts(dutch), [Cut::Before(" ".into()), Cut::Length(2)]);
        for unit in ["kg", "KG"] {
            let weights = four_digits([unit; 2])?;
            assert!(matches!(weights, Some(HierarchySpec::Intervals(_))), "{unit}");
        }
        Ok(())
    }

    #[test]
    fn codes_of_published_systems_get_their_groups() -> Result<()> {
        let codes = |spec| match spec {
            Some(HierarchySpec::Codes(codes)) => Some(codes),
            _ => None,
        };
        let points = (0..50).map(|code| format!("E{}.{}", 10 + code, code % 10));
        assert_eq!(codes(suggested(points)?), Some(Codes::Icd10));
        // With a point, they may not be such codes.
        let unknown = (0..50).map(|code| format!("X{}", 1000 + code)).chain([".".to_owned()]);
        assert_eq!(codes(suggested(unknown)?), None);
        let bare = || (10..60).map(|code| format!("E{code}"));
        assert_eq!(codes(named("ICD10", bare(), None)?), Some(Codes::Icd10));
        assert_eq!(codes(named("ward", bare(), None)?), None);
        let old = || (0..50).map(|code| format!("{}.{}", 230 + code, code % 10));
        let with_causes = || old().chain(["E849.0".to_owned()]);
        assert_eq!(codes(named("icd9", with_causes(), None)?), Some(Codes::Icd9));
        assert_eq!(codes(named("dx", with_causes(), None)?), Some(Codes::Icd9));
        assert_eq!(codes(named("room", with_causes(), None)?), None);
        assert_eq!(codes(named("dx", old(), None)?), None);
        let zips = || (0..50).map(|zip| format!("0{}", 2100 + zip));
        assert_eq!(codes(named("homeZip", zips(), None)?), Some(Codes::Zip));
        assert_eq!(codes(named("plz", zips(), None)?), None);
        let long = zips().map(|zip| format!("{zip}-4307"));
        assert_eq!(codes(suggested(long)?), Some(Codes::ZipPlus4));
        Ok(())
    }

    #[test]
    fn few_values_stay_and_texts_are_never_put_in_alphabetical_groups() -> Result<()> {
        assert_eq!(suggested(["Male", "", "Female"])?, None);
        let countries = suggested((0..41).map(|country| format!("land {}", "x".repeat(country))))?;
        assert_eq!(countries, Some(HierarchySpec::Frequent(Frequent { keep: vec![20, 10, 5], rest: "other".into() })));
        let notes = (0..41).map(|note| format!("note {note}"));
        assert_eq!(named("notes", notes, Some(&Reading::Text))?, None);
        Ok(())
    }

    #[test]
    fn codes_that_a_sign_parts_are_cut_before_it() -> Result<()> {
        let cuts = |spec: Option<HierarchySpec>| match spec {
            Some(HierarchySpec::Prefixes(prefixes)) => prefixes.cuts,
            _ => Vec::new(),
        };
        let before = |sign: &str| Cut::Before(sign.to_owned());
        // Diagnoses by ICD-9, some of them without a fraction.
        let diagnoses = (1..200).map(|code| match code % 4 {
            0 => format!("{:03}", code / 4),
            rest => format!("{:03}.{}", code / 4, rest * 7),
        });
        assert_eq!(cuts(suggested(diagnoses)?), [before("."), Cut::Length(2)]);
        let pressures = (0..100).map(|row| format!("{}/{}", 95 + row % 30, 60 + row));
        assert_eq!(cuts(suggested(pressures)?), [before("/")]);
        let none = |value: fn(usize) -> String, more: &str| {
            let values = (0..60).map(value).chain([more.to_owned()]);
            suggested(values).map(|spec| cuts(spec).is_empty())
        };
        // Texts: each with a prefix of its own, and few with a separator.
        assert!(none(|code| format!("{}.{code}", code % 9), "not known")?);
        assert!(none(|code| format!("{code}a.1"), "7a.11")?);
        assert!(none(|code| format!("A{code}"), "A7.1")?);
        // Days, one of which is written differently.
        assert!(none(|code| format!("{}/2/20{:02}", code % 9 + 1, code), "2019-02-03")?);
        Ok(())
    }

    #[test]
    fn times_of_day_become_hours_and_spans_of_them() -> Result<()> {
        let hours = |spec: Option<HierarchySpec>| match spec {
            Some(HierarchySpec::Times(times)) => times.hours,
            _ => Vec::new(),
        };
        let admitted = (0..90).map(|number| format!("{}:{:02}", number % 24, number * 7 % 60));
        assert_eq!(hours(suggested(admitted)?), [1, 3, 6, 12]);
        let whole = (0..24).map(|hour| format!("{hour:02}:00"));
        assert_eq!(hours(suggested(whole)?), [3, 6, 12]);
        Ok(())
    }

    #[test]
    fn quarters_become_years() -> Result<()> {
        let quarters = (0..24).map(|number| format!("Q{} {}", 1 + number % 4, 1990 + number));
        assert_eq!(
            suggested(quarters)?,
            Some(HierarchySpec::Dates(Dates { units: vec![DateUnit::Year, DateUnit::Years(10)] }))
        );
        let mut dictionary = Dictionary::new();
        for value in ["Q1 2005", "Q3 2006"] {
            dictionary.intern(value, 1);
        }
        let column = ColumnValues::new(&dictionary, &[]);
        let built = |units: Vec<DateUnit>| Dates { units }.build(&column).map_err(|error| error.to_string());
        assert!(built(vec![DateUnit::Quarter, DateUnit::Year]).is_ok());
        let refused = built(vec![DateUnit::Month]);
        assert!(refused.is_err_and(|error| error.contains("no months")));
        Ok(())
    }

    #[test]
    fn dates_become_months_quarters_and_years() -> Result<()> {
        use DateUnit::{Day, Month, Quarter, Year, Years};
        let units = |spec| match spec {
            Some(HierarchySpec::Dates(dates)) => dates.units,
            _ => Vec::new(),
        };
        let births = suggested(["2019-03-31", "", "1987-11-02"])?;
        assert_eq!(units(births), [Month, Quarter, Year, Years(10)]);
        let all_ages = suggested(["1931-03-31", "2019-11-02"])?;
        let spans = [Month, Quarter, Year, Years(10), Years(20), Years(40)];
        assert_eq!(units(all_ages), spans);
        let times = suggested(["31/03/2019 10:00", "01/04/2019 11:30"])?;
        assert_eq!(units(times), [Day, Month, Quarter, Year]);
        let open = ["01/04/2019", "02/03/2019"];
        assert_eq!(suggested(open)?, None);
        let format = DateFormat::new("dd/MM/yyyy").map(Reading::Date);
        assert_eq!(units(named("dob", open, format.as_ref().ok())?), [Month, Quarter, Year]);
        Ok(())
    }
}
