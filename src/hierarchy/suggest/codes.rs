//! Suggestions for codes, whose order and distances say nothing.

use super::frequent::frequent;
use super::{FEW_NUMBERS, Proposal, Seen};
use crate::data::{Concept, Lexicon, NameMeaning};
use crate::hierarchy::build::{Codes, Cut, Mask, Prefixes, Side, is_icd9, is_icd10};
use crate::hierarchy::spec::HierarchySpec;
use crate::sorting::sort;

/// Names of columns of diagnoses: a letter and two digits alone are codes of many kinds.
const DIAGNOSIS: &[&str] = &["icd", "dx", "diagnosis", "diagnoses", "diagnostic", "disease", "cause"];

/// Words for codes that are numbers.
const CODE: &[&str] = &[
    "code",
    "codes",
    "cd",
    "kode",
    "codigo",
    "fp",
    "fips",
    "geoid",
    "key",
    "keys",
    "type",
    "typ",
    "types",
    "kind",
    "status",
    "category",
    "isco",
    "nace",
    "sic",
    "naics",
    "isic",
    "anzsco",
    "kldb",
    "soc",
    "occ",
    "occupation",
    "profession",
    "industry",
    "race",
    "nationality",
    "birthplace",
    "bpl",
];

/// Meanings of words that stand beside quantities, and never beside codes.
const QUANTITY: [Concept; 8] = [
    Concept::Age,
    Concept::Count,
    Concept::Time,
    Concept::Money,
    Concept::Mark,
    Concept::Body,
    Concept::Coordinate,
    Concept::Weight,
];

/// Beginnings of names of coded answers in surveys of labour forces: `PEMARITL`.
const ANSWERS: [&str; 2] = ["PE", "PL"];

/// Separators inside codes.
const SEPARATORS: [char; 3] = ['.', '-', '/'];

/// More prefixes than this get wider ones.
const MANY_PREFIXES: usize = 20;

/// Codes with published groups.
pub(super) fn known(seen: &Seen<'_>) -> Option<Proposal> {
    let present = &seen.values;
    if present.len() <= FEW_NUMBERS {
        return None;
    }
    let of = |is: &dyn Fn(&str) -> bool| present.iter().filter(|value| is(value)).count();
    let nearly_all = |is: &dyn Fn(&str) -> bool| of(is) * 20 >= present.len() * 19;
    let are_diagnoses = seen.words.have(DIAGNOSIS);
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
    None
}

pub(super) fn masked(length: usize) -> Proposal {
    Proposal::of(
        HierarchySpec::Mask(Mask { from: Side::Right, character: "*".to_owned(), steps: None }),
        format!("The values are codes of {length} characters: their ends are masked, one after the other."),
    )
}

/// Whether the values are codes of one length: with digits, and not quantities.
pub(super) fn has_codes(present: &[&str], shortest: usize) -> bool {
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
pub(super) fn parted(present: &[&str]) -> Option<Proposal> {
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
        let wider = (is_long && n > MANY_PREFIXES).then_some(Cut::Length(2));
        let before = Cut::Before(sign.to_string());
        Some(Proposal::of(
            HierarchySpec::Prefixes(Prefixes { cuts: [before].into_iter().chain(wider).collect() }),
            format!(
                "Most of the values are codes with “{sign}”: there are {n} beginnings before it, which are groups."
            ),
        ))
    })
}

/// Numbers of one length, some of which begin with 0, as `01` to `99`: nobody writes quantities so.
pub(super) fn numbered(seen: &Seen<'_>) -> Option<Proposal> {
    let length = one_length(&seen.values)?;
    let begins_with_zero = seen.values.iter().any(|value| value.starts_with('0'));
    // Longer ones are masked.
    (length == 2 && begins_with_zero && seen.values.len() > FEW_NUMBERS).then(|| {
        let Proposal { spec, reason } = nominal(seen);
        Proposal { spec, reason: format!("The zeros before the values show that they are codes. {reason}") }
    })
}

/// The word or the form of a name by which its numbers are codes.
pub(super) fn is_code_by_name(seen: &Seen<'_>) -> bool {
    let meaning = Lexicon::new().read(seen.name);
    if meaning.is_question || QUANTITY.iter().any(|&quantity| has_surely(&meaning, quantity)) {
        return false;
    }
    seen.words.have(CODE) || numbers_things(seen, &meaning) || is_answer(seen, &meaning)
}

/// Whether a word can mean this and no number: `nr` is a number and a count.
fn has_surely(meaning: &NameMeaning, concept: Concept) -> bool {
    let is_it = |concepts: &[Concept]| concepts.contains(&concept) && !concepts.contains(&Concept::Number);
    meaning.found.iter().any(|found| is_it(&found.concepts))
}

/// Whether the name ends with a word for a number, as `site_id`, or has no other words than those of places and
/// facilities: `ward`.
fn numbers_things(seen: &Seen<'_>, meaning: &NameMeaning) -> bool {
    let is_thing = |concept: &Concept| matches!(concept, Concept::Place | Concept::Facility);
    let is_form = |concept: &Concept| matches!(concept, Concept::Flag | Concept::Number);
    let are_things = !meaning.has_unknown
        && meaning.found.iter().any(|found| found.concepts.iter().any(is_thing))
        && meaning.found.iter().all(|found| found.concepts.iter().any(|concept| is_thing(concept) || is_form(concept)));
    // `no_of_beds` counts.
    let begins = meaning.begins_with(Concept::Number) && seen.words.iter().count() > 1;
    (meaning.ends_with(Concept::Number) && !begins) || (are_things && !seen.words.have(&["area", "unit", "units"]))
}

/// Whether the name is one of a survey that numbers its answers.
fn is_answer(seen: &Seen<'_>, meaning: &NameMeaning) -> bool {
    let is_sign = |sign: u8| sign.is_ascii_uppercase() || sign.is_ascii_digit() || sign == b'_';
    ANSWERS.iter().any(|begin| seen.name.starts_with(begin))
        && seen.name.bytes().all(is_sign)
        && (meaning.has_unknown || meaning.found.is_empty())
        && seen.values.iter().all(|value| value.len() <= 3)
}

/// The number of digits, if all values have as many, and nothing else.
fn one_length(present: &[&str]) -> Option<usize> {
    let length = present.first()?.len();
    let is_code = |value: &&str| value.len() == length && value.bytes().all(|byte| byte.is_ascii_digit());
    present.iter().all(is_code).then_some(length)
}

/// Codes that are numbers: the digits at their beginning if they have one length, or the most frequent ones.
pub(super) fn nominal(seen: &Seen<'_>) -> Proposal {
    let present = &seen.values;
    if present.len() <= FEW_NUMBERS {
        return Proposal::few(present.len());
    }
    let why = "They are codes: an interval of codes means nothing";
    if let Some(length) = one_length(present) {
        let groups = |digits: usize| {
            let mut beginnings: Vec<&str> = present.iter().map(|value| &value[..digits]).collect();
            sort(&mut beginnings);
            beginnings.dedup();
            beginnings.len()
        };
        let useful = |&digits: &usize| groups(digits) > 1 && groups(digits) < groups(digits + 1);
        let lengths: Vec<usize> = (1..length).rev().filter(useful).collect();
        if !lengths.is_empty() {
            return Proposal::of(
                HierarchySpec::Prefixes(Prefixes { cuts: lengths.into_iter().map(Cut::Length).collect() }),
                format!(
                    "{why}. The {} codes have {length} digits each: those with the same beginning are groups.",
                    present.len()
                ),
            );
        }
    }
    frequent(seen, why)
}
