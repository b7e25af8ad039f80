//! What is suggested for columns of each kind.

use super::*;
use crate::data::{DateFormat, Dictionary};
use crate::error::Result;
use crate::hierarchy::build::{Codes, Cut, DateUnit, Dates, Frequent, Mask, Side};
use crate::hierarchy::tree::Tree;

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
    let proposal = suggest(name, &column, 1);
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
    // Ages from 90 on are one group where they are few.
    let older = |times: usize| {
        (18..97).flat_map(move |age| std::iter::repeat_n(age.to_string(), if age < 90 { times } else { 1 }))
    };
    assert_eq!(outer(named("age", older(3).chain(["95+".to_owned()]), None)?), Some((None, Some(90.0))));
    assert_eq!(outer(named("age", older(1).chain(["95+".to_owned()]), None)?), Some((None, Some(95.0))));
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

/// A proposal for values with records, in the usual setting.
fn told(name: &str, values: impl IntoIterator<Item = (impl Into<String>, u64)>) -> Result<Proposal> {
    let mut dictionary = Dictionary::new();
    for (value, records) in values {
        dictionary.intern(&value.into(), records);
    }
    let column = ColumnValues::new(&dictionary, &[]);
    let proposal = suggest(name, &column, 5);
    if let Some(spec) = &proposal.spec {
        spec.build(&column)?.encode(&dictionary)?;
    }
    Ok(proposal)
}

/// Widths, origin, bottom and top.
type Scale<'a> = (&'a [f64], f64, Option<f64>, Option<f64>);

fn scale(proposal: &Proposal) -> Option<Scale<'_>> {
    match &proposal.spec {
        Some(HierarchySpec::Intervals(intervals)) => {
            Some((&intervals.widths, intervals.origin, intervals.bottom, intervals.top))
        }
        _ => None,
    }
}

fn each(numbers: impl IntoIterator<Item = i32>, records: u64) -> Vec<(String, u64)> {
    numbers.into_iter().map(|number| (number.to_string(), records)).collect()
}

#[test]
fn ages_in_years_have_the_usual_widths_whatever_their_range() -> Result<()> {
    for (first, last) in [(18, 55), (29, 77), (16, 64), (0, 89)] {
        let ages = told("age", each(first..=last, 3))?;
        let (widths, origin, bottom, top) = scale(&ages).unwrap();
        assert_eq!(widths[..3], [5.0, 10.0, 20.0], "{first} to {last}");
        assert_eq!((origin, bottom, top), (0.0, None, None));
    }
    // Two dozen ages of children are in no group of all.
    let children = told("age", each(0..=17, 3))?;
    assert_eq!(scale(&children).unwrap().0, [5.0, 10.0]);
    Ok(())
}

#[test]
fn a_typing_error_does_not_set_the_widths_and_is_told() -> Result<()> {
    let ages = (20..76).step_by(2).map(|age| (age.to_string(), 1)).chain([("323".to_owned(), 1)]);
    let ages = told("age", ages)?;
    assert_eq!(scale(&ages), Some((&[5.0, 10.0, 20.0][..], 0.0, None, Some(75.0))));
    assert_eq!(
        ages.reason,
        "The values are 29 ages from 20 to 323. Those from 75 on are one group: 1 of 29 records. Nearly all are from 20 to 74. Perhaps mistakes, or codes for missing values: 323 (1 record)."
    );
    let mut weights = each(45..120, 4);
    weights.extend([("7000".to_owned(), 1), ("1".to_owned(), 0)]);
    let weights = told("weight", weights)?;
    assert_eq!(scale(&weights), Some((&[5.0, 10.0, 20.0][..], 0.0, None, Some(120.0))));
    assert!(weights.reason.ends_with("missing values: 7000 (1 record)."), "{}", weights.reason);
    let negative = told("age", each(20..80, 10).into_iter().chain([("-30".to_owned(), 2)]))?;
    assert_eq!(scale(&negative).unwrap().2, Some(20.0));
    assert!(negative.reason.contains("Those below 20 are one group: 2 of 602 records."), "{}", negative.reason);
    Ok(())
}

#[test]
fn ages_are_years_only_if_nothing_says_otherwise() -> Result<()> {
    let days = told("age_days", each((100..=343).step_by(9), 1))?;
    assert_eq!(scale(&days), Some((&[10.0, 50.0, 100.0][..], 0.0, None, None)));
    let lived = told("age", each((8_644..35_824).step_by(20), 2))?;
    assert_eq!(scale(&lived).unwrap().3, None, "no name says that these are days");
    let months = told("ageMonths", each(2..=128, 4))?;
    assert_eq!(scale(&months), Some((&[6.0, 12.0, 24.0, 48.0][..], 0.0, None, None)));
    let weeks = told("gestational_age", each(20..=44, 4))?;
    assert_eq!(scale(&weeks).unwrap().3, None);
    let mut old = each(18..90, 100);
    old.extend(each(90..97, 2));
    let reason = told("age", old)?.reason;
    assert!(reason.ends_with("Those from 90 on are one group: 14 of 7,214 records."), "{reason}");
    let home = told("age", each(70..100, 5))?;
    assert_eq!(scale(&home).unwrap().3, None, "a third are so old");
    Ok(())
}

#[test]
fn shares_and_days_begin_with_1() -> Result<()> {
    let percents = told("pct_done", each(0..=100, 3))?;
    assert_eq!(scale(&percents), Some((&[5.0, 25.0, 50.0][..], 1.0, Some(1.0), None)));
    let with_sign = told("done", (1..=100).map(|share| (format!("{share}%"), 3)))?;
    assert_eq!(scale(&with_sign), Some((&[5.0, 25.0, 50.0][..], 1.0, None, None)));
    let days = told("birth_day", each(1..=31, 3))?;
    assert_eq!(scale(&days), Some((&[10.0][..], 1.0, None, Some(21.0))));
    let since = told("day", each(0..=90, 3))?;
    assert_eq!(scale(&since).unwrap().1, 0.0, "days of a study");
    Ok(())
}

#[test]
fn numbers_below_0_that_stand_for_missing_values_are_no_interval() -> Result<()> {
    let hours = told("hours_worked", each(-2..=80, 6))?;
    assert_eq!(scale(&hours).unwrap().2, Some(0.0));
    assert!(hours.reason.contains("codes for missing values: -2 (6 records), -1 (6 records)."), "{}", hours.reason);
    let balances = told("change", each(-40..=80, 6))?;
    assert_eq!(scale(&balances).unwrap().2, None);
    Ok(())
}

#[test]
fn codes_have_no_intervals() -> Result<()> {
    let cuts = |proposal: &Proposal| match &proposal.spec {
        Some(HierarchySpec::Prefixes(prefixes)) => prefixes.cuts.clone(),
        _ => Vec::new(),
    };
    let keep = |proposal: &Proposal| match &proposal.spec {
        Some(HierarchySpec::Frequent(frequent)) => frequent.keep.clone(),
        _ => Vec::new(),
    };
    for name in ["site_id", "SITEID", "ward", "county_fips", "occupation_code", "Gebietsnummer", "nace", "PEIO", "PL3"]
    {
        let codes = told(name, each(101..=130, 8))?;
        assert_eq!(cuts(&codes), [Cut::Length(2)], "{name}: {}", codes.reason);
    }
    let uneven = told("county_fp", each((1..=129).step_by(2), 6))?;
    assert_eq!(keep(&uneven), [20, 10, 5]);
    let rare = told("county_fp", each((1..=129).step_by(2), 4))?;
    assert_eq!(rare.spec, None);
    assert!(rare.reason.contains("no value has 5 records"), "{}", rare.reason);
    for name in ["number_of_visits", "num_children", "age_type", "income_code", "floor_area", "no_of_beds", "PERIOD"] {
        let amounts = told(name, each(101..=130, 8))?;
        assert!(scale(&amounts).is_some(), "{name}: {}", amounts.reason);
    }
    // With zeros before them, they are codes whatever their name.
    let zeros = told("x", (1..=60).map(|code| (format!("{code:02}"), 3)))?;
    assert_eq!(cuts(&zeros), [Cut::Length(1)]);
    assert!(!zeros.reason.contains("Say that these are missing"));
    Ok(())
}

#[test]
fn a_frequent_value_that_stays_has_k_records() -> Result<()> {
    let towns = |frequent: usize| {
        let name = |town: usize| format!("town {}", "x".repeat(town));
        told("town", (0..40).map(|town| (name(town), if town < frequent { 9 } else { 4 })))
    };
    let keep = |proposal: Proposal| match proposal.spec {
        Some(HierarchySpec::Frequent(frequent)) => (frequent.keep, proposal.reason),
        _ => (Vec::new(), proposal.reason),
    };
    let (kept, reason) = keep(towns(13)?);
    assert_eq!(kept, [13, 10, 5]);
    assert!(reason.contains("the 13 most frequent values stay: each has at least 9 records."), "{reason}");
    assert_eq!(keep(towns(1)?).0, [1]);
    assert_eq!(keep(towns(30)?).0, [20, 10, 5]);
    assert_eq!(keep(towns(0)?).0, [0; 0]);
    Ok(())
}

#[test]
fn postcodes_are_one_however_they_are_written() -> Result<()> {
    let codes = |proposal: &Proposal| match proposal.spec {
        Some(HierarchySpec::Codes(codes)) => Some(codes),
        _ => None,
    };
    let ways = |code: String, at: usize| match at % 4 {
        0 => code,
        1 => code.to_lowercase(),
        2 => code.replace(' ', ""),
        _ => code.to_lowercase().replace(' ', ""),
    };
    let canadian = told("postal_code", (0..60).map(|at| (ways(format!("K{}A {}B1", at / 20, at % 10), at), 5)))?;
    assert_eq!(codes(&canadian), Some(Codes::PostcodeCa), "{}", canadian.reason);
    assert!(canadian.reason.contains("“k0a 1b1” for K0A 1B1: level 1 joins them"), "{}", canadian.reason);
    assert!(canadian.reason.contains("In 225 of 300 records"), "{}", canadian.reason);
    let british = told("x", (0..60).map(|at| (ways(format!("BR{} {}AB", at / 4, at % 10), at), 5)))?;
    assert_eq!(codes(&british), Some(Codes::PostcodeGb));
    let dutch = told("postcode", (0..60).map(|at| (ways(format!("{} {}B", 1000 + at, ["A", "C"][at % 2]), at), 5)))?;
    assert_eq!(codes(&dutch), Some(Codes::PostcodeNl), "{}", dutch.reason);
    // In small letters, and without a name that says so, these have units.
    let sizes = told("size", (0..60).map(|at| (format!("{}{}", 1000 + at, ["kg", "lb"][at % 2]), 5)))?;
    assert_eq!(codes(&sizes), None);
    Ok(())
}

#[test]
fn postal_codes_of_digits_get_their_lost_zeros() -> Result<()> {
    let numbers = |numbers: Vec<u32>| numbers.into_iter().map(|number| (number.to_string(), 4));
    let zip = told("Zip", numbers((0..30).map(|at| 1_810 + 31 * at).chain([501, 98_052]).collect()))?;
    assert_eq!(zip.spec, Some(HierarchySpec::Codes(Codes::Zip)));
    assert!(zip.reason.contains("In 124 records a zero at the beginning is missing"), "{}", zip.reason);
    assert!(zip.reason.contains("“1810” is read as 01810"), "{}", zip.reason);
    let german = told("plz", numbers((0..30).map(|at| 10_115 + 700 * at).chain([1_067, 4_109]).collect()))?;
    assert_eq!(german.spec, Some(HierarchySpec::Codes(Codes::FiveDigits)));
    assert!(german.reason.contains("Leitzone") && german.reason.contains("read as 01067"), "{}", german.reason);
    let cuts = |proposal: Proposal| match proposal.spec {
        Some(HierarchySpec::Prefixes(prefixes)) => (prefixes.cuts, proposal.reason),
        _ => (Vec::new(), proposal.reason),
    };
    let of = |lengths: &[usize]| lengths.iter().map(|&length| Cut::Length(length)).collect::<Vec<_>>();
    let whole = cuts(told("PLZ", numbers((0..30).map(|at| 10_115 + 700 * at).collect()))?);
    assert_eq!(whole.0, of(&[3, 2, 1]), "{}", whole.1);
    let swiss = cuts(told("plz", numbers((0..30).map(|at| 1_000 + 250 * at).collect()))?);
    assert_eq!(swiss.0, of(&[2, 1]));
    assert!(swiss.1.contains("Switzerland"), "{}", swiss.1);
    let french = cuts(told("code_postal", (10..40).map(|at| (format!("{at}000"), 4)))?);
    assert_eq!(french.0, of(&[3, 2]), "{}", french.1);
    assert!(french.1.contains("département"), "{}", french.1);
    let ain = told("cp", numbers((0..30).map(|at| 1_000 + 10 * at).collect()))?;
    assert_eq!(ain.spec, Some(HierarchySpec::Codes(Codes::FiveDigits)));
    Ok(())
}

#[test]
fn spellings_are_one_group_on_level_1() -> Result<()> {
    let tree = |proposal: Proposal| match proposal.spec {
        Some(HierarchySpec::Tree(tree)) => (tree, proposal.reason),
        _ => (Tree { levels: Vec::new(), rows: Vec::new() }, proposal.reason),
    };
    let row = |tree: &Tree, value: &str| tree.rows.iter().find(|row| row[0] == value).cloned().unwrap_or_default();
    let (answers, reason) = tree(told("hispanic", [("Yes", 7), ("No", 48), ("no", 1), (" No", 2), ("yes", 1)])?);
    assert_eq!(answers.levels, ["one spelling"]);
    assert_eq!(row(&answers, "no"), ["no", "No", "*"]);
    assert_eq!(row(&answers, " No"), [" No", "No", "*"]);
    assert_eq!(row(&answers, "yes"), ["yes", "Yes", "*"]);
    assert!(reason.contains("“No” (48 records), “no” (1 record), “ No” (2 records)"), "{reason}");
    // What stays by its frequency is counted over all spellings.
    let town = |at: usize| format!("Town of {}", "x".repeat(at));
    let towns = (0..30).map(|at| (town(at), 3)).chain((0..4).map(|at| (town(at + 1).to_uppercase(), 2)));
    let (towns, reason) = tree(told("town", towns)?);
    assert_eq!(row(&towns, "TOWN OF X"), ["TOWN OF X", "Town of x", "Town of x", "*"], "{reason}");
    assert_eq!(row(&towns, &town(20))[2], "other");
    // `M` and `F` differ in more.
    assert_eq!(told("sex", [("M", 9), ("F", 9)])?.spec, None);
    let (sexes, _) = tree(told("sex", [("M", 9), ("M ", 2), ("F", 9), ("f", 1), ("Straße", 1)])?);
    assert_eq!(row(&sexes, "M "), ["M ", "M", "*"]);
    Ok(())
}

#[test]
fn a_missing_value_stays_itself_beside_spellings() -> Result<()> {
    let mut dictionary = Dictionary::new();
    for (value, records) in [("Yes", 5), ("yes", 5), ("", 3), ("NA", 2), ("No", 9)] {
        dictionary.intern(value, records);
    }
    let missing = [String::new(), "NA".to_owned()];
    let column = ColumnValues::new(&dictionary, &missing);
    let spec = suggest("answer", &column, 5).spec.expect("there are spellings");
    let hierarchy = spec.build(&column)?;
    hierarchy.encode(&dictionary)?;
    assert!(hierarchy.rows().any(|row| row == ["", "", "*"]) && hierarchy.rows().any(|row| row == ["NA", "NA", "*"]));
    Ok(())
}
