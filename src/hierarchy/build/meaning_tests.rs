//! Checks that every label means something, and contains each of its values. The labels are parsed here, without the
//! code that made them.

use super::{Ages, ColumnValues, Cut, DateUnit, Dates, Frequent, Intervals, Prefixes};
use crate::data::{Date, DateFormat, DecimalPoint, Dictionary, NumberFormat, NumberSigns, Reading, Thousands};
use crate::error::Result;
use crate::hierarchy::Hierarchy;
use proptest::prelude::*;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const FORMATS: [&str; 16] = [
    "yyyy-MM-dd",
    "dd/MM/yyyy",
    "MM/dd/yyyy",
    "dd.MM.yyyy",
    "yyyyMMdd",
    "dd/MM/yy",
    "MM-dd-yy",
    "dd-MMM-yyyy",
    "ddMMMyyyy",
    "MMMM dd, yyyy",
    "dd/MM/yyyy HH:mm",
    "yyyy-MM-dd'T'HH:mm:ssXXX",
    "MM/dd/yyyy hh:mm a",
    "yyyy/MM/dd HH:mm:ss",
    "yyyy-MM-dd HH:mm:ss.SSS",
    "dd MMMM yyyy",
];

fn dictionary<S: AsRef<str>>(values: &[S]) -> Dictionary {
    let mut dictionary = Dictionary::new();
    for value in values {
        dictionary.intern(value.as_ref(), 1);
    }
    dictionary
}

fn with_reading<'a>(dictionary: &'a Dictionary, reading: &'a Reading) -> ColumnValues<'a> {
    ColumnValues { reading: Some(reading), ..ColumnValues::new(dictionary, &[]) }
}

/// The rows by value.
fn rows(built: Result<Hierarchy>) -> std::result::Result<Vec<Vec<String>>, TestCaseError> {
    let hierarchy = built.map_err(|error| TestCaseError::fail(error.to_string()))?;
    let rows = hierarchy.rows();
    Ok(rows.map(|row| row.iter().map(|&label| label.to_owned()).collect()).collect())
}

/// A day of the years 1930 to 2029, so that two digits determine the year, and a minute of it.
fn moments() -> impl Strategy<Value = Vec<(i32, u8, u8, u16)>> {
    let days = (1930..2030_i32, 1..=12_u8, 1..=31_u8, 0..1440_u16)
        .prop_filter("in the calendar", |&(year, month, day, _)| day <= length(year, month));
    proptest::collection::vec(days, 1..25)
}

fn length(year: i32, month: u8) -> u8 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since the beginning of 1900, counted year by year and month by month.
fn days_since(year: i32, month: u8, day: u8) -> i64 {
    let years = (1900..year).map(|year| if length(year, 2) == 29 { 366 } else { 365 });
    let months = (1..month).map(|month| i64::from(length(year, month)));
    years.sum::<i64>() + months.sum::<i64>() + i64::from(day) - 1
}

fn written(pattern: &str, (year, month, day, minute): (i32, u8, u8, u16)) -> String {
    let name = MONTHS[usize::from(month) - 1];
    let (hour, minute) = (minute / 60, minute % 60);
    let half = if hour < 12 { "AM" } else { "PM" };
    pattern
        .replace("'T'", "\u{1}")
        .replace("MMMM", "\u{2}")
        .replace("MMM", "\u{3}")
        .replace("MM", &format!("{month:02}"))
        .replace("dd", &format!("{day:02}"))
        .replace("yyyy", &year.to_string())
        .replace("yy", &format!("{:02}", year % 100))
        .replace("HH", &format!("{hour:02}"))
        .replace("hh", &format!("{:02}", (hour + 11) % 12 + 1))
        .replace("mm", &format!("{minute:02}"))
        .replace("SSS", "250")
        .replace("ss", "59")
        .replace("XXX", "+05:30")
        .replace(" a", &format!(" {half}"))
        .replace('\u{1}', "T")
        .replace('\u{2}', name)
        .replace('\u{3}', &name[..3])
}

/// The first and the last day of a label.
fn span(label: &str) -> Option<(i64, i64)> {
    let number = |text: &str| text.parse::<i32>().ok();
    let months =
        |year: i32, first: u8, last: u8| (days_since(year, first, 1), days_since(year, last, length(year, last)));
    let parts: Vec<&str> = label.split('-').collect();
    match parts.as_slice() {
        [year] => Some(months(number(year)?, 1, 12)),
        [year, week] if week.starts_with('W') => {
            // 4 January is in week 1, which begins on a Monday, like 1 January 1900.
            let fourth = days_since(number(year)?, 1, 4);
            let first = fourth - fourth % 7 + 7 * i64::from(number(&week[1..])? - 1);
            Some((first, first + 6))
        }
        [year, quarter] if quarter.starts_with('Q') => {
            let quarter = number(&quarter[1..])? as u8;
            Some(months(number(year)?, quarter * 3 - 2, quarter * 3))
        }
        [year, half] if half.starts_with('H') => {
            let half = number(&half[1..])? as u8;
            Some(months(number(year)?, half * 6 - 5, half * 6))
        }
        [year, month] if month.len() == 2 => {
            let month = number(month)? as u8;
            Some(months(number(year)?, month, month))
        }
        [first, last] => Some((days_since(number(first)?, 1, 1), days_since(number(last)?, 12, 31))),
        [year, month, day] => {
            let day = days_since(number(year)?, number(month)? as u8, number(day)? as u8);
            Some((day, day))
        }
        _ => None,
    }
}

/// A decimal fraction in thousandths.
fn thousandths(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{}{fraction:0<3}", whole.trim_start_matches('-'));
    let size: i64 = digits.parse().ok()?;
    Some(if whole.starts_with('-') { -size } else { size })
}

/// Whether a label of an interval contains a number, in thousandths.
fn holds(label: &str, number: i64, is_whole: bool) -> Option<bool> {
    if let Some(upper) = label.strip_prefix('<') {
        return Some(number < thousandths(upper)?);
    }
    if let Some(lower) = label.strip_prefix('≥') {
        return Some(number >= thousandths(lower)?);
    }
    if let Some(bounds) = label.strip_prefix('[') {
        let (lower, upper) = bounds.strip_suffix(')')?.split_once(", ")?;
        return Some((thousandths(lower)?..thousandths(upper)?).contains(&number));
    }
    let is_between =
        |first: &str, last: &str| Some(is_whole && (thousandths(first)?..=thousandths(last)?).contains(&number));
    if let Some((first, last)) = label.split_once(" to ") {
        return is_between(first, last);
    }
    match label.split_once('-') {
        Some((first, last)) if !first.is_empty() => is_between(first, last),
        _ => is_between(label, label),
    }
}

proptest! {
    #[test]
    fn every_span_of_the_calendar_holds_its_dates(
        moments in moments(),
        pattern in proptest::sample::select(FORMATS.to_vec()),
        units in proptest::sample::select(vec![
            vec![DateUnit::Day, DateUnit::Week],
            vec![DateUnit::Day, DateUnit::Month, DateUnit::HalfYear, DateUnit::Years(5), DateUnit::Years(20)],
            vec![DateUnit::Month, DateUnit::Quarter, DateUnit::Year, DateUnit::Years(10)],
            vec![DateUnit::Week],
            vec![DateUnit::Years(7)],
        ]),
    ) {
        let values: Vec<String> = moments.iter().map(|&moment| written(pattern, moment)).collect();
        let reading = Reading::Date(DateFormat::new(pattern).map_err(TestCaseError::fail)?);
        let dictionary = dictionary(&values);
        let built = rows(Dates { units: units.clone() }.build(&with_reading(&dictionary, &reading)))?;
        prop_assert_eq!(built.len(), dictionary.len());
        for row in built {
            let place = values.iter().position(|value| *value == row[0]);
            let (year, month, day, _) = moments[place.ok_or_else(|| TestCaseError::fail("a value of its own"))?];
            let own = days_since(year, month, day);
            for label in &row[1..=units.len()] {
                let (first, last) = span(label).ok_or_else(|| TestCaseError::fail(label.clone()))?;
                prop_assert!((first..=last).contains(&own), "{} in {}", row[0], label);
            }
        }
    }

    #[test]
    fn every_age_is_the_number_of_birthdays(
        moments in moments(),
        pattern in proptest::sample::select(FORMATS.to_vec()),
    ) {
        let values: Vec<String> = moments.iter().map(|&moment| written(pattern, moment)).collect();
        let reading = Reading::Date(DateFormat::new(pattern).map_err(TestCaseError::fail)?);
        let dictionary = dictionary(&values);
        let ages = Ages {
            on: Date::parse_iso("2030-07-01").ok_or_else(|| TestCaseError::fail("a day"))?,
            widths: vec![1, 5], top: Some(90),
        };
        for row in rows(ages.build(&with_reading(&dictionary, &reading)))? {
            let place = values.iter().position(|value| *value == row[0]).unwrap_or_default();
            let (year, month, day, _) = moments[place];
            let birthdays = (year + 1..=2030).filter(|&birthday| (birthday, month, day) <= (2030, 7, 1)).count() as i64;
            for label in &row[1..=2] {
                prop_assert_eq!(holds(label, birthdays * 1000, true), Some(true), "{} in {}", row[0], label);
            }
        }
    }

    #[test]
    fn every_interval_holds_its_numbers_however_they_are_written(
        numbers in proptest::collection::vec(-2_000_000..2_000_000_i64, 1..25),
        signs in proptest::sample::select(NumberSigns::ALL.to_vec()),
        is_whole in any::<bool>(),
        top in proptest::option::of(1..1000_i32),
        (before, behind) in proptest::sample::select(vec![("", ""), ("$", ""), ("", " kg"), ("", "%")]),
    ) {
        let numbers: Vec<i64> = numbers.iter().map(|&number| if is_whole { number / 1000 * 1000 } else { number }).collect();
        let written = |number: i64| {
            let (whole, fraction) = ((number.abs() / 1000).to_string(), number.abs() % 1000);
            let separator = match signs.thousands {
                None => "",
                Some(Thousands::Comma) => ",",
                Some(Thousands::Point) => ".",
                Some(Thousands::Space) => " ",
                Some(Thousands::Apostrophe) => "'",
            };
            let grouped = match whole.len() {
                4.. => format!("{}{separator}{}", &whole[..whole.len() - 3], &whole[whole.len() - 3..]),
                _ => whole,
            };
            let point = if signs.point == DecimalPoint::Comma { "," } else { "." };
            let fraction = if is_whole { String::new() } else { format!("{point}{fraction:03}") };
            format!("{}{before}{grouped}{fraction}{behind}", if number < 0 { "-" } else { "" })
        };
        let unit = format!("{before}{}", behind.trim());
        let format = NumberFormat::new(signs, &unit);
        let values: Vec<String> = numbers.iter().map(|&number| written(number)).collect();
        let reading = if is_whole { Reading::WholeNumber(format) } else { Reading::Decimal(format) };
        // Numbers with decimal places may all be integers by chance.
        let are_whole = numbers.iter().all(|number| number % 1000 == 0);
        let dictionary = dictionary(&values);
        let spec = Intervals { widths: vec![2.0, 10.0, 500.0], origin: 0.0, bottom: None, top: top.map(f64::from) };
        for row in rows(spec.build(&with_reading(&dictionary, &reading)))? {
            let place = values.iter().position(|value| *value == row[0]).unwrap_or_default();
            for label in &row[1..=3] {
                prop_assert_eq!(label.contains(before), label.ends_with(behind));
                let label = label.replace(before, "").replace(behind, "");
                prop_assert_eq!(holds(&label, numbers[place], are_whole), Some(true), "{} in {}", row[0], label);
            }
        }
    }

    #[test]
    fn every_beginning_is_one_and_every_frequent_value_itself(
        values in proptest::collection::vec("[A-C]{1,2}[0-9]{1,2}[ .]?[0-9a]{0,3}|é", 1..30),
        lengths in proptest::collection::vec(1..5_usize, 1..3),
        keep in proptest::collection::btree_set(1..12_usize, 1..4),
    ) {
        let dictionary = dictionary(&values);
        let column = ColumnValues::new(&dictionary, &[]);
        let cuts = [Cut::Before(".".into()), Cut::Before(" ".into()), Cut::Letters].into_iter()
            .chain(lengths.into_iter().map(Cut::Length));
        for row in rows(Prefixes { cuts: cuts.collect() }.build(&column))? {
            for label in row[1..row.len() - 1].iter().filter(|label| *label != "*") {
                prop_assert!(row[0].starts_with(label.as_str()), "{} in {}", row[0], label);
            }
        }
        let keep: Vec<usize> = keep.into_iter().rev().collect();
        let built = rows(Frequent { keep: keep.clone(), rest: "other".into() }.build(&column))?;
        for (level, keep) in keep.into_iter().enumerate() {
            for (place, row) in built.iter().enumerate() {
                let label = if place < keep { row[0].as_str() } else { "other" };
                prop_assert_eq!(row[level + 1].as_str(), label);
            }
            let records = |row: &Vec<String>| dictionary.code(&row[0]).map(|code| dictionary.count(code));
            prop_assert!(built.is_sorted_by(|one, next| records(one) >= records(next)));
        }
    }
}

#[test]
fn what_makes_no_sense_is_refused() -> std::result::Result<(), String> {
    let dates = dictionary(&["01/12/2022", "31/12/2022"]);
    let open = dictionary(&["01/12/2022", "02/12/2022"]);
    let month_first = Reading::Date(DateFormat::new("MM/dd/yyyy")?);
    let months = Reading::Date(DateFormat::new("MM/yyyy")?);
    let problem = |column: &ColumnValues<'_>, units: &[DateUnit]| {
        let built = Dates { units: units.to_vec() }.build(column);
        built.err().map(|error| error.to_string()).unwrap_or_default()
    };
    let plain = ColumnValues::new(&dates, &[]);
    let month = [DateUnit::Month];
    assert_eq!(problem(&plain, &month), "");
    assert!(problem(&ColumnValues::new(&open, &[]), &month).contains("can be read in 2 ways"));
    assert_eq!(
        problem(&with_reading(&dates, &month_first), &month),
        "1 of 2 values are dates in the form MM/dd/yyyy; this one is not: `31/12/2022` (1 record)"
    );
    assert!(problem(&with_reading(&dates, &Reading::Category), &month).contains("no dates in one form"));
    let cases: [(&[DateUnit], &str); 5] = [
        (&[], "no unit"),
        (&[DateUnit::Week, DateUnit::Month], "unit month is not made of whole ones of the unit before it, week"),
        (&[DateUnit::Year, DateUnit::Quarter], "quarter is not made"),
        (&[DateUnit::Years(4), DateUnit::Years(10)], "10 years is not made"),
        (&[DateUnit::Years(0)], "0 years"),
    ];
    for (units, part) in cases {
        assert!(problem(&plain, units).contains(part), "{units:?}");
    }
    let coarse = dictionary(&["12/2022"]);
    assert!(problem(&with_reading(&coarse, &months), &[DateUnit::Day]).contains("no days"));
    let ages = Ages { on: Date::parse_iso("2022-12-30").ok_or("a day")?, widths: vec![5], top: None };
    let later = ages.build(&plain).err().map(|error| error.to_string());
    assert!(later.is_some_and(|later| later.contains("`31/12/2022`") && later.contains("up to the day of the ages")));
    for keep in [&[] as &[usize], &[0], &[5, 5], &[5, 10]] {
        let frequent = Frequent { keep: keep.to_vec(), rest: "other".into() };
        assert!(frequent.build(&plain).is_err(), "{keep:?}");
    }
    for cut in [Cut::Length(0), Cut::Before(String::new())] {
        assert!(Prefixes { cuts: vec![cut] }.build(&plain).is_err());
    }
    Ok(())
}
