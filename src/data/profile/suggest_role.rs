//! Suggests a role for a column, by its name and its numbers.

use super::column_names::{
    COORDINATE, FREE_TEXT, IDENTIFIER, IDENTIFIER_IF_DISTINCT, NUMBER_OF_PERSON, PERSON, QUASI_IDENTIFIER, SENSITIVE,
    WEIGHT, WHEN,
};
use super::patterns::Pattern;
use super::{ColumnProfile, Suggestion};
use crate::data::kind::Kind;
use crate::data::reading::Reading;
use crate::data::role::Role;
use crate::data::words::Words;

/// A keyword of at least this many letters is also found within words: `birth` in `birthdate`.
const WITHIN_WORDS: usize = 5;

/// A column with up to this number of distinct values is a category, whatever the number of records.
const CATEGORIES: u64 = 100;

/// Fewer values than this cannot distinguish persons, whatever the name suggests (`email_allowed`).
const DIFFERENT: u64 = 10;

/// The minimum length of a number that identifies persons or cases, rather than a measurement.
const LONG_NUMBER: usize = 5;

/// The suggested role of a column, with the reason. `records` is the number of the file's records.
pub(super) fn suggest_role(column: &ColumnProfile, records: u64) -> Suggestion {
    let mut suggestion = by_name_and_numbers(column, records);
    let is_number = matches!(column.kind, Kind::Integer | Kind::Decimal);
    if is_number && keyword(&Words::of(&column.name), WEIGHT).is_some() {
        suggestion.reason +=
            " If it says how many people a record stands for, name it under Release: risk is then told among them.";
    }
    suggestion
}

fn by_name_and_numbers(column: &ColumnProfile, records: u64) -> Suggestion {
    let words = Words::of(&column.name);
    let known = records.saturating_sub(column.missing);
    let mostly_distinct = !column.distinct_is_exact || column.distinct.saturating_mul(2) > known;
    let all_distinct = column.distinct_is_exact && column.distinct == known;
    let numbers = numbers(column, known);
    let is_free_text =
        column.kind == Kind::Text && column.distinct >= DIFFERENT && (mostly_distinct || column.distinct > CATEGORIES);
    // Even if a few cells are not dates.
    let has_dates =
        column.kind == Kind::Date || (column.readings.iter()).any(|reading| matches!(reading, Reading::Date(_)));
    let has_times = column.kind == Kind::Time || column.readings.contains(&Reading::Time);
    let suggest = |role, reason: String| Suggestion { role, reason };
    let named = |keywords: &[&'static str]| keyword(&words, keywords);

    if known == 0 {
        return suggest(Role::Insensitive, format!("All {} cells are missing.", thousands(records)));
    }
    // With blank cells, a single value is a flag that some records have and others do not.
    if column.distinct <= 1 && column.distinct_is_exact && column.missing == 0 {
        return suggest(Role::Insensitive, format!("All {} values are the same.", thousands(known)));
    }
    match column.pattern {
        Some(Pattern::Sentences) => {
            return suggest(
                Role::Identifier,
                format!("The values are sentences, which may name persons and days; {numbers}."),
            );
        }
        Some(Pattern::Postcode) | None => {}
        Some(pattern) => {
            let name = pattern.name();
            return suggest(
                Role::Identifier,
                format!("The values look like {name}, which point at one person; {numbers}."),
            );
        }
    }
    if let Some(word) = named(COORDINATE).filter(|_| column.distinct >= DIFFERENT) {
        return suggest(Role::Identifier, format!("The name has “{word}”, which points at one place; {numbers}."));
    }
    if let Some(word) = named(FREE_TEXT).filter(|_| is_free_text) {
        return suggest(
            Role::Identifier,
            format!("The name has “{word}”, as of free text, which may name persons and days; {numbers}."),
        );
    }
    let person = named(IDENTIFIER).filter(|_| column.distinct >= DIFFERENT || all_distinct);
    let number = (named(IDENTIFIER_IF_DISTINCT).or_else(|| person_alone(&words)))
        .filter(|_| mostly_distinct || (points_at_persons(&words) && column.distinct >= DIFFERENT));
    if let Some(word) = person.or(number) {
        return suggest(Role::Identifier, format!("The name has “{word}”, which points at one person; {numbers}."));
    }
    let quasi = named(QUASI_IDENTIFIER);
    let is_named_so = words.have_age() || words.have(WHEN);
    let says_when = has_dates || has_times || (is_named_so && column.distinct <= CATEGORIES);
    let sensitive = named(SENSITIVE).filter(|sensitive| {
        // `discharge` is not a `charge`.
        quasi.is_none_or(|quasi| !says_when && !quasi.contains(sensitive))
    });
    if let Some(word) = sensitive {
        return suggest(
            Role::Sensitive,
            format!("The name has “{word}”, which a person may want to keep private; {numbers}."),
        );
    }
    if let Some(word) = quasi {
        return suggest(
            Role::QuasiIdentifier,
            format!("The name has “{word}”, which others may know about a person; {numbers}."),
        );
    }
    if let Some(pattern) = column.pattern {
        let name = pattern.name();
        return suggest(
            Role::QuasiIdentifier,
            format!("The values look like {name}, which others may know; {numbers}."),
        );
    }
    match column.kind {
        Kind::Decimal => suggest(Role::Insensitive, format!("Decimal numbers look like measurements; {numbers}.")),
        _ if has_dates => suggest(Role::QuasiIdentifier, format!("Others may know a date; {numbers}.")),
        _ if has_times => suggest(Role::QuasiIdentifier, format!("Others may know a time of day; {numbers}.")),
        _ if all_distinct => suggest(Role::Identifier, format!("Every record has a value of its own; {numbers}.")),
        _ if !column.distinct_is_exact => {
            suggest(Role::Identifier, format!("There are too many values for a category; {numbers}."))
        }
        Kind::Text if mostly_distinct => {
            suggest(Role::Identifier, format!("Most values occur once, as in free text; {numbers}."))
        }
        _ if mostly_distinct && has_long_numbers(column) && named(WEIGHT).is_none() => {
            suggest(Role::Identifier, format!("Most values occur once, as numbers of persons do; {numbers}."))
        }
        _ if column.distinct <= CATEGORIES || column.distinct.saturating_mul(20) <= known => {
            suggest(Role::QuasiIdentifier, format!("The values form categories that others may know; {numbers}."))
        }
        Kind::Text => suggest(
            Role::QuasiIdentifier,
            format!("Many texts that others may know, as records share them; {numbers}."),
        ),
        _ => {
            suggest(Role::Insensitive, format!("Many values, and nothing in the name that others may know; {numbers}."))
        }
    }
}

fn numbers(column: &ColumnProfile, known: u64) -> String {
    let more = if column.distinct_is_exact { "" } else { "more than " };
    let plural = if known == 1 { "" } else { "s" };
    format!("{more}{} distinct values in {} record{plural}", thousands(column.distinct), thousands(known))
}

/// The first of the keywords that occurs in the name.
fn keyword(words: &Words, keywords: &[&'static str]) -> Option<&'static str> {
    keywords.iter().copied().find(|keyword| {
        words.iter().any(|word| word == *keyword || (keyword.len() >= WITHIN_WORDS && word.contains(keyword)))
    })
}

/// A word in the name that refers only to a person: `patient`.
fn person_alone(words: &Words) -> Option<&'static str> {
    keyword(words, PERSON).filter(|person| words.iter().eq([*person]))
}

/// Whether it is the name or the number of a person rather than of a thing.
fn points_at_persons(words: &Words) -> bool {
    const NAMES: [&str; 7] = ["first", "last", "given", "family", "full", "middle", "maiden"];
    let is_name = words.have(&["name"]) && (words.have(&NAMES) || words.have(PERSON));
    is_name || (words.have(NUMBER_OF_PERSON) && words.have(PERSON))
}

/// Whether the most frequent numbers have as many digits as numbers of persons or cases.
fn has_long_numbers(column: &ColumnProfile) -> bool {
    !column.top.is_empty() && (column.top.iter()).all(|top| top.value.chars().count() >= LONG_NUMBER)
}

/// `20,000`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() * 4 / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::date::DateFormat;

    fn column(name: &str, kind: Kind, distinct: u64) -> ColumnProfile {
        ColumnProfile {
            name: name.to_owned(),
            kind,
            readings: Vec::new(),
            is_doubtful: false,
            has_exceptions: false,
            pattern: None,
            distinct,
            distinct_is_exact: true,
            alone: None,
            missing: 0,
            top: Vec::new(),
            histogram: None,
            missing_proposals: Vec::new(),
            suggestion: Suggestion { role: Role::Insensitive, reason: String::new() },
        }
    }

    fn role(name: &str, kind: Kind, distinct: u64) -> Role {
        suggest_role(&column(name, kind, distinct), 20_000).role
    }

    #[test]
    fn names_decide_where_they_say_something() {
        use Role::{Identifier, QuasiIdentifier, Sensitive};
        let cases = [
            ("name", Kind::Text, 19_000, Identifier),
            ("first_name", Kind::Text, 500, Identifier),
            ("PatientID", Kind::Integer, 15_000, Identifier),
            ("SSN", Kind::Text, 20_000, Identifier),
            ("home address", Kind::Text, 9_000, Identifier),
            ("drug_name", Kind::Text, 40, Sensitive),
            ("age", Kind::Integer, 80, QuasiIdentifier),
            ("package", Kind::Text, 80, QuasiIdentifier),
            ("birthDate", Kind::Date, 20_000, QuasiIdentifier),
            ("marital-status", Kind::Text, 7, QuasiIdentifier),
            ("native-country", Kind::Text, 41, QuasiIdentifier),
            ("ZIP", Kind::Text, 600, QuasiIdentifier),
            ("diagnosis_code", Kind::Text, 900, Sensitive),
            ("diagnosis_date", Kind::Date, 900, QuasiIdentifier),
            ("salary-class", Kind::Text, 2, Sensitive),
            ("email_allowed", Kind::Text, 2, QuasiIdentifier),
            ("patient_id", Kind::Integer, 4_000, Identifier),
            ("case_no", Kind::Text, 900, Identifier),
            ("patient", Kind::Text, 15_000, Identifier),
            ("patient_age", Kind::Integer, 90, QuasiIdentifier),
            ("tel", Kind::Text, 9_000, Identifier),
            ("notes", Kind::Text, 3_000, Identifier),
            ("Note", Kind::Text, 6, QuasiIdentifier),
            ("age_at_diagnosis", Kind::Integer, 80, QuasiIdentifier),
            ("year_of_diagnosis", Kind::Integer, 12, QuasiIdentifier),
            ("discharge", Kind::Text, 5, QuasiIdentifier),
            ("discharge_diagnosis", Kind::Text, 500, Sensitive),
            ("charges", Kind::Decimal, 9_000, Sensitive),
        ];
        for (name, kind, distinct, expected) in cases {
            assert_eq!(role(name, kind, distinct), expected, "{name}");
        }
    }

    #[test]
    fn what_may_be_the_weight_of_a_survey_is_told() {
        let reason = |name, kind| suggest_role(&column(name, kind, 900), 20_000).reason;
        let hint = "how many people a record stands for";
        for name in ["weight", "fnlwgt", "PERWT", "person_weight"] {
            assert!(reason(name, Kind::Decimal).contains(hint), "{name}");
        }
        assert!(!reason("weight", Kind::Text).contains(hint));
        assert!(!reason("height", Kind::Decimal).contains(hint));
    }

    #[test]
    fn otherwise_the_numbers_decide() {
        use Role::{Identifier, Insensitive, QuasiIdentifier};
        let cases = [
            (Kind::Integer, 20_000, Identifier),
            (Kind::Text, 15_000, Identifier),
            (Kind::Decimal, 20_000, Insensitive),
            (Kind::Date, 3_000, QuasiIdentifier),
            (Kind::Time, 1_094, QuasiIdentifier),
            (Kind::Text, 12, QuasiIdentifier),
            (Kind::Integer, 900, QuasiIdentifier),
            (Kind::Integer, 5_000, Insensitive),
            (Kind::Text, 3_000, QuasiIdentifier),
            (Kind::Text, 1, Insensitive),
        ];
        for (kind, distinct, expected) in cases {
            assert_eq!(role("x7", kind, distinct), expected, "{kind:?} {distinct}");
        }
    }

    #[test]
    fn one_value_beside_blank_cells_is_a_flag() {
        let mut flag = column("has_card", Kind::Integer, 1);
        assert_eq!(suggest_role(&flag, 20_000).role, Role::Insensitive);
        flag.missing = 19_000;
        assert_eq!(suggest_role(&flag, 20_000).role, Role::QuasiIdentifier);
        flag.name = "hiv".to_owned();
        assert_eq!(suggest_role(&flag, 20_000).role, Role::Sensitive);
    }

    #[test]
    fn a_few_odd_cells_leave_a_date_a_date() -> Result<(), String> {
        let iso = DateFormat::new("yyyy-MM-dd")?;
        let mut date = column("diagnosis_date", Kind::Text, 900);
        assert_eq!(suggest_role(&date, 20_000).role, Role::Sensitive);
        date.readings = vec![Reading::Date(iso)];
        assert_eq!(suggest_role(&date, 20_000).role, Role::QuasiIdentifier);
        let mut seen = column("x7", Kind::Text, 900);
        seen.readings = vec![Reading::Time];
        let suggestion = suggest_role(&seen, 20_000);
        assert!(suggestion.reason.starts_with("Others may know a time of day"));
        Ok(())
    }

    #[test]
    fn long_numbers_that_occur_once_are_those_of_persons() {
        let role = |name: &str, values: [&str; 2]| {
            let mut column = column(name, Kind::Integer, 15_000);
            column.top = (values.iter())
                .map(|value| super::super::ValueCount { value: (*value).to_owned(), count: 2 })
                .collect();
            suggest_role(&column, 20_000).role
        };
        assert_eq!(role("x7", ["400123", "400124"]), Role::Identifier);
        assert_eq!(role("x7", ["401", "400124"]), Role::Insensitive);
        assert_eq!(role("fnlwgt", ["400123", "400124"]), Role::Insensitive);
    }

    #[test]
    fn what_values_look_like_goes_before_what_their_column_is_called() {
        use Role::{Identifier, Insensitive, QuasiIdentifier, Sensitive};
        let suggested = |name: &str, kind, values: [&str; 3]| {
            let mut column = column(name, kind, 2_000);
            column.top = (values.iter())
                .map(|value| super::super::ValueCount { value: (*value).to_owned(), count: 1 })
                .collect();
            column.pattern = Pattern::of(&values, kind == Kind::Text);
            let suggestion = suggest_role(&column, 5_000);
            (suggestion.role, suggestion.reason)
        };
        let (role, reason) = suggested("age", Kind::Text, ["a@b.org", "c@d.org", "e@f.org"]);
        assert_eq!(role, Identifier);
        assert!(reason.starts_with("The values look like e-mail addresses"));
        let notes = ["Seen by Dr Wilson on 15/1", "To come again next week", "Left at noon, with pain"];
        assert_eq!(suggested("diagnosis", Kind::Text, notes).0, Identifier);
        let places = ["SW1A 1AA", "K1A 0B1", "1012 AB"];
        assert_eq!(suggested("x7", Kind::Text, places).0, QuasiIdentifier);
        let zips = ["00501-1234", "02139-0001", "00602-4321"];
        assert_eq!(suggested("zip9", Kind::Text, zips).0, QuasiIdentifier);
        let codes = ["E66.9", "C61", "I10"];
        assert_eq!(suggested("diagnosis", Kind::Text, codes).0, Sensitive);
        let degrees = ["51.5074", "51.4010", "-0.1278"];
        assert_eq!(suggested("longitude", Kind::Decimal, degrees).0, Identifier);
        assert_eq!(suggested("plate", Kind::Decimal, degrees).0, Insensitive);
    }

    #[test]
    fn the_reason_has_the_columns_numbers() {
        let mut age = column("age", Kind::Integer, 74);
        age.missing = 250;
        assert_eq!(
            suggest_role(&age, 20_000).reason,
            "The name has “age”, which others may know about a person; 74 distinct values in 19,750 records."
        );
        age.missing = 20_000;
        assert_eq!(suggest_role(&age, 20_000).reason, "All 20,000 cells are missing.");
        let mut note = column("x", Kind::Text, 250_000);
        note.distinct_is_exact = false;
        assert_eq!(
            suggest_role(&note, 1_000_000).reason,
            "There are too many values for a category; more than 250,000 distinct values in 1,000,000 records."
        );
    }
}
