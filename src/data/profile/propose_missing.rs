//! Suggests values that probably denote a missing one.

use crate::data::dictionary::Dictionary;
use crate::data::reading::NumberFormat;
use crate::sorting::sort_by;
use serde::Serialize;

/// A value that probably denotes a missing one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissingProposal {
    /// The value, as in the file.
    pub code: String,
    /// The number of records with this value.
    pub records: u64,
    /// The reason, with the column's own numbers.
    pub reason: String,
}

/// Words for a missing value, in lower case.
const WORDS: [&str; 40] = [
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
    "0000-00-00",
    "9999-12-31",
    "#n/a",
    "#div/0!",
    "#name?",
    "#null!",
    "#num!",
    "#ref!",
    "#value!",
];

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

/// Values of a column that probably denote a missing one, the most frequent first; equally frequent ones are ordered
/// by value. `missing` has the known ones, and `format` is the number format of the column.
///
/// Time: O(values · log values).
pub(super) fn propose_missing(values: &Dictionary, missing: &[String], format: &NumberFormat) -> Vec<MissingProposal> {
    let mut found: Vec<MissingProposal> = Vec::new();
    let mut numbers: Vec<(f64, &str, u64)> = Vec::new();
    let mut others = 0_usize;
    for (value, records) in values.present(missing) {
        let word = value.trim().to_lowercase();
        if WORDS.contains(&word.as_str()) {
            found.push(MissingProposal {
                code: value.to_owned(),
                records,
                reason: format!("{} and is a usual sign for a missing value", occurs(value, records)),
            });
        } else if let Some(number) = format.read(value) {
            numbers.push((number.to_f64(), value, records));
        } else {
            others += 1;
        }
    }
    let (codes, rest): (Vec<_>, Vec<_>) = (numbers.into_iter()).partition(|&(number, value, _)| is_code(number, value));
    if rest.is_empty() && others >= 2 {
        found.extend(codes.iter().map(|&(_, value, records)| MissingProposal {
            code: value.to_owned(),
            records,
            reason: format!("{}, a number among values that are none", occurs(value, records)),
        }));
    } else if others <= rest.len() / 4 {
        found.extend(apart(&codes, rest));
    }
    sort_by(&mut found, |one, other| (other.records.cmp(&one.records)).then_with(|| one.code.cmp(&other.code)));
    found.truncate(MOST);
    found
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
    MissingProposal {
        code: value.to_owned(),
        records,
        reason: format!("{}, outside {least} to {greatest}", occurs(value, records)),
    }
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
        (propose_missing(&dictionary, &[String::new()], format).into_iter())
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
}
