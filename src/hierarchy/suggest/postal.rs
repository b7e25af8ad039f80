//! Suggestions for postal codes.

use super::seen::records;
use super::{FEW_NUMBERS, Proposal, Seen};
use crate::data::{Postcode, Reading, thousands};
use crate::hierarchy::build::{Codes, Cut, Postal, Prefixes, is_zip, with_zeros};
use crate::hierarchy::spec::HierarchySpec;

/// Names of columns of ZIP codes: five digits alone are postal codes of many countries.
const ZIP: &[&str] = &["zip", "zips", "zipcode", "zipcodes", "zcta"];

/// Names of columns of postal codes in German, where codes of four digits are Swiss or Austrian.
const GERMAN: &[&str] = &["plz", "postleitzahl", "postleitzahlen"];

/// The same in French, Spanish and Italian, without the blanks of the name.
const ROMANCE: &[&str] = &["cp", "codpos", "codepostal", "codigopostal", "códigopostal", "codpostal", "cap"];

/// The same in other languages.
const OTHER: &[&str] = &["postcode", "postcodes", "postal", "postalcode", "postnummer", "postnr", "postnum"];

/// The groups of postal codes, by the name of the column and the form of the values.
pub(super) fn known(seen: &Seen<'_>, reading: Option<&Reading>) -> Option<Proposal> {
    if seen.values.len() <= FEW_NUMBERS {
        return None;
    }
    zip(seen).or_else(|| {
        // All with the same letters, they are numbers with a unit: `1097 KG`.
        let is_amount = reading.is_some_and(Reading::is_numeric);
        (if is_amount { None } else { with_letters(seen) }).or_else(|| of_digits(seen))
    })
}

fn nearly_all(seen: &Seen<'_>, is: impl Fn(&str) -> bool) -> bool {
    seen.values.iter().filter(|value| is(value)).count() * 20 >= seen.values.len() * 19
}

/// ZIP codes, also those that a spreadsheet took zeros from.
fn zip(seen: &Seen<'_>) -> Option<Proposal> {
    let is_short = |value: &str| with_zeros(value).is_some();
    let is_named = seen.words.have(ZIP);
    let has_more = |value: &str| value.contains('-');
    let are_zip = match is_named {
        true => nearly_all(seen, |value| is_zip(value) || is_short(value)),
        false => nearly_all(seen, is_zip) && nearly_all(seen, has_more),
    };
    if !are_zip {
        return None;
    }
    let codes = if seen.values.iter().any(|value| has_more(value)) { Codes::ZipPlus4 } else { Codes::Zip };
    let areas = "areas of their first three digits where at most 20,000 people live become 000";
    let mut reason = format!("The values look like ZIP codes: {areas}.");
    if let Some(lost) = lost(seen, is_short, |value| with_zeros(value).unwrap_or_default()) {
        reason += &lost;
        if nearly_all(seen, |value| value.len() == 4) {
            reason += " If these are codes of a country where they have four digits, take their beginnings instead.";
        }
    }
    Some(Proposal::of(HierarchySpec::Codes(codes), reason))
}

/// The values that lack zeros, with an example.
fn lost(seen: &Seen<'_>, is_short: impl Fn(&str) -> bool, full: impl Fn(&str) -> String) -> Option<String> {
    let short = || seen.counted().filter(|(value, _)| is_short(value));
    let (example, _) = short().next()?;
    let own = records(short().map(|(_, count)| count).sum());
    Some(format!(
        " In {own} a zero at the beginning is missing, as after a spreadsheet: “{example}” is read as {}.",
        full(example)
    ))
}

/// Postcodes of a country where they have letters.
fn with_letters(seen: &Seen<'_>) -> Option<Proposal> {
    let is_named = seen.words.have(OTHER) || seen.words.have(ZIP);
    let countries = [
        (
            Postal::British,
            Codes::PostcodeGb,
            Postcode::TwoParts,
            "of the United Kingdom",
            "the first part is the district, and its letters the area",
        ),
        (
            Postal::Canadian,
            Codes::PostcodeCa,
            Postcode::TwoParts,
            "of Canada",
            "the first part is the sortation area, and its letter the province or a part of it",
        ),
        (
            Postal::Dutch,
            Codes::PostcodeNl,
            Postcode::DigitsAndLetters,
            "of the Netherlands",
            "the digits are the district, and the first two the region",
        ),
    ];
    let is_form = |form: Postcode| move |value: &str| Postcode::of(value) == Some(form);
    // In small letters, four digits and two letters are numbers with a unit, unless the name says what they are.
    let found = countries.into_iter().find(|(postal, _, form, ..)| {
        nearly_all(seen, |value| postal.has(value))
            && (is_named || seen.values.iter().any(|value| is_form(*form)(value)))
    });
    let Some((postal, codes, form, country, parts)) = found else {
        return nearly_all(seen, is_form(Postcode::TwoParts)).then(|| {
            let parts = "in two parts: the first is the district, and its letters the area";
            cut(vec![Cut::Before(" ".into()), Cut::Letters], format!("The values look like postcodes {parts}."))
        });
    };
    let reason = format!("The values look like postcodes {country}: {parts}.");
    let is_odd = |value: &str| postal.written(value).is_some_and(|written| written != value);
    let odd = || seen.counted().filter(|(value, _)| is_odd(value));
    let Some((example, _)) = odd().next() else {
        let second = if form == Postcode::TwoParts { Cut::Letters } else { Cut::Length(2) };
        return Some(cut(vec![Cut::Before(" ".into()), second], reason));
    };
    let written = postal.written(example).unwrap_or_default();
    let own = format!("{} of {}", thousands(odd().map(|(_, count)| count).sum()), records(seen.records()));
    Some(Proposal::of(
        HierarchySpec::Codes(codes),
        format!("{reason} In {own} they are written in another way, as “{example}” for {written}: level 1 joins them."),
    ))
}

/// Postal codes of digits, by the name of the column.
fn of_digits(seen: &Seen<'_>) -> Option<Proposal> {
    let whole: String = seen.words.iter().collect();
    let is_german = seen.words.have(GERMAN);
    let is_romance = ROMANCE.contains(&whole.as_str()) || seen.words.have(&["cp", "codpos"]);
    if !(is_german || is_romance || seen.words.have(OTHER)) || !nearly_all(seen, |value| Postal::FiveDigits.has(value))
    {
        return None;
    }
    let lengths = |length: usize| nearly_all(seen, |value| value.len() == length);
    if !is_romance && lengths(4) {
        return Some(cut(
            vec![Cut::Length(2), Cut::Length(1)],
            "The values look like postal codes of four digits, as in Switzerland, Austria, Belgium and Denmark: the first digit is the zone, and the first two its part.",
        ));
    }
    let parts = match (is_german, is_romance) {
        (true, _) => "the first digit is the zone (Leitzone), and the first two the region",
        (_, true) => "the first two digits are the département in France, and the province in Spain",
        _ => "the first digits are the region",
    };
    let reason = format!("The values look like postal codes of five digits: {parts}.");
    let is_short = |value: &str| value.len() == 4 && Postal::FiveDigits.has(value);
    Some(match lost(seen, is_short, |value| Postal::FiveDigits.written(value).unwrap_or_default()) {
        Some(lost) => Proposal::of(HierarchySpec::Codes(Codes::FiveDigits), reason + &lost),
        None if is_romance => cut(vec![Cut::Length(3), Cut::Length(2)], reason),
        None => cut(vec![Cut::Length(3), Cut::Length(2), Cut::Length(1)], reason),
    })
}

fn cut(cuts: Vec<Cut>, reason: impl Into<String>) -> Proposal {
    Proposal::of(HierarchySpec::Prefixes(Prefixes { cuts }), reason)
}
