//! Suggests values that probably denote a missing one. None of them counts as missing until somebody names it.

use crate::data::dictionary::Dictionary;
use crate::data::reading::NumberFormat;
use crate::data::role::Role;
use crate::sorting::sort_by;
use serde::Serialize;

/// A value that probably denotes a missing one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MissingProposal {
    /// The value, as in the file.
    pub code: String,
    /// The number of records with this value.
    pub records: u64,
    /// The reason, with the column's own numbers.
    pub reason: String,
    /// Whether it is a usual sign for a missing value. The others are numbers that stand apart.
    pub is_sign: bool,
}

/// The roles whose columns' usual signs may be named all at once. Under a condition, which of the values are missing
/// decides what is released: it is asked for each such column by itself.
pub fn may_be_named_with_others(role: Option<Role>) -> bool {
    !matches!(role, None | Some(Role::Sensitive))
}

/// Words for a missing value, in lower case.
const WORDS: [&str; 38] = [
    "unknown",
    "unk",
    "not known",
    "n/a",
    "na",
    "n.a.",
    "nk",
    "missing",
    "not stated",
    "not available",
    "not applicable",
    "not reported",
    "no answer",
    "refused",
    "don't know",
    "null",
    "nan",
    "nil",
    "unbekannt",
    "keine angabe",
    "k. a.",
    "k.a.",
    "fehlt",
    "inconnu",
    "desconocido",
    "sconosciuto",
    "onbekend",
    ".",
    "-",
    "--",
    "?",
    "#n/a",
    "#div/0!",
    "#name?",
    "#null!",
    "#num!",
    "#ref!",
    "#value!",
];

/// Days that are none.
const DAYS: [&str; 2] = ["0000-00-00", "9999-12-31"];

/// Numbers for a missing value: those below 0 if all others are not, those above 0 if they are far from the others.
const BELOW: [&str; 16] =
    ["-1", "-2", "-3", "-4", "-5", "-6", "-7", "-8", "-9", "-77", "-88", "-99", "-777", "-888", "-999", "-9999"];
const ABOVE: [&str; 18] = [
    "7", "8", "9", "77", "88", "97", "98", "99", "777", "888", "998", "999", "7777", "8888", "9998", "9999", "99999",
    "999999",
];

/// The maximum number of proposals for one column.
const MOST: usize = 8;

/// The minimum distance of a code above all other numbers.
const APART: f64 = 3.0;

/// Words that are a code or a name too, such as Namibia and Nil.
const CODES_TOO: [&str; 4] = ["na", "nil", "nan", "null"];

/// Whether a value is a usual sign for a missing one, whatever else is in its column.
pub(super) fn is_sign(value: &str) -> bool {
    let value = value.trim();
    // Most values of a long column end in a digit, and are not held against each word.
    match value.as_bytes().last() {
        Some(last) if last.is_ascii_digit() => DAYS.contains(&value),
        _ => WORDS.iter().any(|word| word.eq_ignore_ascii_case(value)),
    }
}

/// Values of a column that are usual signs for a missing one and are not among the known ones, `missing`: the most
/// frequent first; equally frequent ones are ordered by value. Among values of its own form, a sign is none: `NA`
/// among codes of two letters, `Nil` among names, `-` beside `+`.
///
/// Time: O(values · log values).
pub fn usual_signs(values: &Dictionary, missing: &[String]) -> Vec<MissingProposal> {
    let signs: Vec<(&str, u64)> = values.present(missing).filter(|&(value, _)| is_sign(value)).collect();
    // Most columns have none, and some have a value for each record.
    if signs.is_empty() {
        return Vec::new();
    }
    let others = values.present(missing).map(|(value, _)| value).filter(|value| !is_sign(value));
    let others: Vec<&str> = others.map(str::trim).collect();
    let mut found: Vec<MissingProposal> = (signs.into_iter())
        .filter(|(sign, _)| !is_one_of_the_others(sign.trim(), &others))
        .map(|(sign, records)| MissingProposal {
            code: sign.to_owned(),
            records,
            reason: format!("{} and is a usual sign for a missing value", occurs(sign, records)),
            is_sign: true,
        })
        .collect();
    most_frequent_first(&mut found);
    found
}

/// Whether a sign has the form of its column's other values.
fn is_one_of_the_others(sign: &str, others: &[&str]) -> bool {
    match sign {
        // A finding is `+` or `-`, and where there is one other value, `-` may say that it is not so.
        "-" | "--" => {
            let is_finding = |value: &&str| {
                value.contains('+') && value.chars().all(|sign| "+-±/".contains(sign) || sign.is_ascii_digit())
            };
            others.len() == 1 || others.iter().any(is_finding)
        }
        _ if CODES_TOO.contains(&sign.to_lowercase().as_str()) => {
            let alike = others.iter().filter(|other| is_alike(sign, other)).count();
            alike >= 2 && alike * 2 >= others.len()
        }
        _ => false,
    }
}

/// Whether two words are codes of one length, or names, or grades in small letters.
fn is_alike(word: &str, other: &str) -> bool {
    let are_all = |is: fn(&char) -> bool| [word, other].iter().all(|text| text.chars().all(|letter| is(&letter)));
    let is_name = |text: &str| {
        let mut letters = text.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase)
    };
    let is_code = are_all(|letter| letter.is_uppercase()) || are_all(|letter| letter.is_lowercase());
    is_code && word.chars().count() == other.chars().count()
        || is_name(word) && is_name(other)
        || word == "nil" && are_all(|letter| letter.is_lowercase())
}

/// Values of a column that probably denote a missing one: its [usual signs](usual_signs), `signs`, and numbers that
/// stand apart. `missing` has the known ones, and `format` is the number format of the column.
///
/// Time: O(values · log values).
pub(super) fn propose_missing(
    signs: Vec<MissingProposal>,
    values: &Dictionary,
    missing: &[String],
    format: &NumberFormat,
) -> Vec<MissingProposal> {
    let mut found = signs;
    let mut numbers: Vec<(f64, &str, u64)> = Vec::new();
    let mut others = 0_usize;
    for (value, records) in values.present(missing) {
        if found.iter().any(|sign| sign.code == value) {
            continue;
        }
        match format.read(value) {
            Some(number) => numbers.push((number.to_f64(), value, records)),
            None => others += 1,
        }
    }
    let (codes, rest): (Vec<_>, Vec<_>) = (numbers.into_iter()).partition(|&(number, value, _)| is_code(number, value));
    if rest.is_empty() && others >= 2 {
        found.extend(codes.iter().map(|&(_, value, records)| {
            number(value, records, format!("{}, a number among values that are none", occurs(value, records)))
        }));
    } else if others <= rest.len() / 4 {
        found.extend(apart(&codes, rest));
    }
    most_frequent_first(&mut found);
    found.truncate(MOST);
    found
}

fn most_frequent_first(found: &mut [MissingProposal]) {
    sort_by(found, |one, other| (other.records.cmp(&one.records)).then_with(|| one.code.cmp(&other.code)));
}

fn number(value: &str, records: u64, reason: String) -> MissingProposal {
    MissingProposal { code: value.to_owned(), records, reason, is_sign: false }
}

/// Whether a number is one of the codes, exactly or with zeros after the decimal point.
fn is_code(number: f64, value: &str) -> bool {
    let value = value.trim();
    let whole = match value.split_once(['.', ',']) {
        Some((whole, fraction)) if fraction.bytes().all(|digit| digit == b'0') => whole,
        _ => value,
    };
    // Zeros after a thousands separator are not a fraction.
    let is_whole = whole.parse::<f64>().is_ok_and(|whole| whole == number);
    is_whole && (BELOW.contains(&whole) || ABOVE.contains(&whole))
}

/// The codes that are far from all other numbers.
fn apart<'a>(codes: &[(f64, &'a str, u64)], mut rest: Vec<(f64, &'a str, u64)>) -> Vec<MissingProposal> {
    let mut found = Vec::new();
    // A code that is not far from the others is an ordinary value, and the next code may be far from it.
    let mut from_least: Vec<_> = codes.to_vec();
    sort_by(&mut from_least, |one, other| one.0.total_cmp(&other.0));
    let (below, above): (Vec<_>, Vec<_>) = from_least.into_iter().partition(|code| code.0 < 0.0);
    let bounds = |rest: &[(f64, &str, u64)]| {
        let least = rest.iter().map(|value| value.0).fold(f64::INFINITY, f64::min);
        let greatest = rest.iter().map(|value| value.0).fold(f64::NEG_INFINITY, f64::max);
        (least, greatest)
    };
    for code in above {
        let (least, greatest) = bounds(&rest);
        let gap = code.0 - greatest;
        if rest.len() >= 2 && gap >= APART && gap >= greatest - least.max(0.0) {
            found.push(outside(code, least, greatest));
        } else {
            rest.push(code);
        }
    }
    let (least, greatest) = bounds(&rest);
    if rest.len() >= 2 && least >= 0.0 {
        found.extend(below.into_iter().map(|code| outside(code, least, greatest)));
    }
    found
}

fn outside((_, value, records): (f64, &str, u64), least: f64, greatest: f64) -> MissingProposal {
    number(value, records, format!("{}, outside {least} to {greatest}", occurs(value, records)))
}

fn occurs(value: &str, records: u64) -> String {
    match records {
        1 => format!("{value} occurs once"),
        2 => format!("{value} occurs twice"),
        _ => format!("{value} occurs {records} times"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::reading::DecimalPoint;

    fn proposed(values: &[(&str, u64)]) -> Vec<(String, String)> {
        proposed_in(values, &NumberFormat::PLAIN)
    }

    fn proposed_in(values: &[(&str, u64)], format: &NumberFormat) -> Vec<(String, String)> {
        let mut dictionary = Dictionary::new();
        for &(value, records) in values {
            dictionary.intern(value, records);
        }
        let missing = [String::new()];
        let signs = usual_signs(&dictionary, &missing);
        (propose_missing(signs, &dictionary, &missing, format).into_iter())
            .map(|proposal| (proposal.code, proposal.reason))
            .collect()
    }

    fn codes(values: &[&str]) -> Vec<String> {
        let counted: Vec<(&str, u64)> = values.iter().map(|&value| (value, 1)).collect();
        proposed(&counted).into_iter().map(|(code, _)| code).collect()
    }

    #[test]
    fn codes_outside_of_the_numbers_are_proposed_with_the_reason() {
        let ages = [("0", 3), ("102", 1), ("40", 9), ("-9", 33), ("999", 2), ("", 5)];
        let reason = |code: &str, words: &str| (code.to_owned(), words.to_owned());
        assert_eq!(
            proposed(&ages),
            [reason("-9", "-9 occurs 33 times, outside 0 to 102"), reason("999", "999 occurs twice, outside 0 to 102"),]
        );
        assert_eq!(proposed(&[("1", 5), ("2", 6), ("9", 1)]), [reason("9", "9 occurs once, outside 1 to 2")]);
    }

    #[test]
    fn codes_are_found_in_decimal_numbers_however_they_are_written() {
        let comma = NumberFormat { point: DecimalPoint::Comma, ..NumberFormat::PLAIN };
        let values = [("3,5", 4), ("12,25", 3), ("-9", 5), ("999,0", 2)];
        let found = proposed_in(&values, &comma);
        let codes: Vec<&str> = found.iter().map(|(code, _)| code.as_str()).collect();
        assert_eq!(codes, ["-9", "999,0"]);
        let points = [("3.5", 4), ("12.25", 3), ("-9.0", 5), ("99.00", 2)];
        assert_eq!(proposed(&points).len(), 2);
        assert!(proposed(&[("3.5", 4), ("12.25", 3), ("99.50", 2)]).is_empty());
    }

    #[test]
    fn values_among_others_are_not_proposed() {
        assert!(codes(&["1", "2", "7", "8", "9", "10"]).is_empty());
        assert!(codes(&["97", "98", "99", "100", "104"]).is_empty());
        assert!(codes(&["-1", "-2", "-3", "-2.5", "0", "4"]).is_empty());
        assert!(codes(&["20", "50", "90", "99"]).is_empty(), "an age may be 99");
        assert!(codes(&["9"]).is_empty());
        assert!(codes(&["1", "9"]).is_empty(), "two values may be all there are");
    }

    #[test]
    fn words_and_lone_numbers_are_proposed() {
        assert_eq!(codes(&["f", "m", "Unknown", "N/A"]), ["N/A", "Unknown"]);
        assert_eq!(codes(&["ja", "nein", "Unbekannt"]), ["Unbekannt"]);
        assert_eq!(codes(&["f", "m", "9"]), ["9"]);
        assert!(codes(&["a", "b", "1", "2", "9"]).len() <= 1);
        assert!(codes(&["none", "some"]).is_empty());
    }

    #[test]
    fn a_sign_among_values_of_its_own_form_is_a_value() {
        for values in [
            &["NA", "DE", "FR", "US"][..],
            &["NA", "EU", "AS", "North America"],
            &["na", "de", "fr"],
            &["Nil", "Anna", "Pere", "Joan"],
            &["nil", "trace", "small"],
            &["-", "+"],
            &["-", "0", "+", "++"],
            &["-", "1+", "2+", "+/-"],
            &["--", "-", "+-", "+"],
            &["-", "x"],
        ] {
            assert!(codes(values).is_empty(), "{values:?}: {:?}", codes(values));
        }
        for (values, found) in [
            (&["NA", "YES", "NO"][..], "NA"),
            (&["NA", "Namibia", "Spain", "Chad"], "NA"),
            (&["NA", "1", "2", "30"], "NA"),
            (&["NA", "F", "M"], "NA"),
            (&["NULL", "red", "green"], "NULL"),
            (&["Unknown", "Male", "Female"], "Unknown"),
            (&["-", "I10", "E11"], "-"),
            (&["-", "1.5", "2.5"], "-"),
            (&[".", "1.5", ".5"], "."),
            (&["?", "+", "-"], "?"),
        ] {
            assert_eq!(codes(values), [found], "{values:?}");
        }
    }
}
