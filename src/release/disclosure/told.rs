//! The sentences of all warnings of a release: one for each kind, with a list where several columns have it.

use super::Warning;
use super::words::counted;
use crate::sorting::sort_by;
use std::cmp::Reverse;

/// A sentence about a release, of one warning or of several of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The code of the warnings.
    pub code: &'static str,
    /// The sentence.
    pub words: String,
    /// The recipe setting that does what the sentence advises, if a single setting does.
    pub setting: Option<&'static str>,
}

/// For whom sentences are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Release,
    /// A finished table whose making is unknown.
    Finished,
    /// Everybody: without numbers.
    Everybody,
}

/// The sentences of a release's warnings. What names a person comes first, and in a list the columns with most records
/// that are alone.
pub fn told(warnings: &[Warning]) -> Vec<Told> {
    sentences(warnings, Of::Release)
}

/// The same for a finished table, as [`Warning::of_finished`] says it.
pub fn told_of_finished(warnings: &[Warning]) -> Vec<Told> {
    sentences(warnings, Of::Finished)
}

/// The same without numbers, as [`Warning::without_numbers`] says it.
pub fn told_without_numbers(warnings: &[Warning]) -> Vec<Told> {
    sentences(warnings, Of::Everybody)
}

/// That columns of a finished table look like identifiers, which nobody named; `None` if none does.
pub fn looks_like_identifiers(warnings: &[Warning]) -> Option<String> {
    let named: Vec<Warning> =
        (warnings.iter()).filter(|warning| matches!(warning, Warning::UnnamedIdentifier { .. })).cloned().collect();
    told_of_finished(&named).pop().map(|told| told.words)
}

fn sentences(warnings: &[Warning], of: Of) -> Vec<Told> {
    let mut kinds: Vec<Vec<&Warning>> = Vec::new();
    for warning in warnings {
        match kinds.iter_mut().find(|kind| kind[0].code() == warning.code()) {
            Some(kind) => kind.push(warning),
            None => kinds.push(vec![warning]),
        }
    }
    // Stable: what does not name a person stays in its order.
    sort_by(&mut kinds, |one, other| rank(one[0]).cmp(&rank(other[0])));
    let mut all = Vec::new();
    for kind in &mut kinds {
        let several = if kind.len() > 1 { listed(kind, of) } else { None };
        let told = |warning: &Warning, words| Told { code: warning.code(), words, setting: warning.setting() };
        match several {
            Some(words) => all.push(told(kind[0], words)),
            None => all.extend(kind.iter().map(|warning| told(warning, single(warning, of)))),
        }
    }
    all
}

/// The place of a kind: first what names a person.
fn rank(warning: &Warning) -> u8 {
    match warning {
        Warning::UnnamedIdentifier { .. } => 0,
        Warning::NamingLabels { .. } | Warning::MaskShows { .. } => 1,
        _ => 2,
    }
}

fn single(warning: &Warning, of: Of) -> String {
    match of {
        Of::Release => warning.to_string(),
        Of::Finished => warning.of_finished(),
        Of::Everybody => warning.without_numbers(),
    }
}

/// One sentence for several warnings of one kind; `None` for kinds that occur once.
fn listed(warnings: &mut [&Warning], of: Of) -> Option<String> {
    // Stable: in the order of the file where they are alike.
    sort_by(warnings, |one, other| weight(one).cmp(&weight(other)));
    let columns = warnings.len();
    let list: Vec<String> = warnings.iter().map(|warning| item(warning, of)).collect();
    let list = list.join(", ");
    let with = |fact: String, advice: &str| match of {
        Of::Everybody => format!("{fact}."),
        Of::Release | Of::Finished => format!("{fact}. {advice}"),
    };
    Some(match warnings[0] {
        Warning::SuppressedAlike { .. } => {
            let whose = match of {
                Of::Finished => "The records of which every quasi-identifier is blank",
                _ => "The suppressed records",
            };
            format!(
                "{whose} have one value each of {columns} sensitive columns: {list}. It is known of whoever fits no \
                 other class."
            )
        }
        Warning::ClassesAlike { .. } => with(
            format!(
                "There are classes in which all records have one value of a sensitive column: {list}. It is known of \
                 everyone who is in such a class"
            ),
            "Generalize more, or a larger k makes it rarer.",
        ),
        Warning::FewPersons { k, .. } => with(
            format!(
                "There are classes in which an identifier has fewer than {k} different values: {list}. If each person \
                 has a value of its own, such a class is of fewer than {k} persons"
            ),
            "Raise k, or keep one record of each person.",
        ),
        Warning::SinglingOut { k, .. } => with(
            format!(
                "{columns} columns are no quasi-identifiers, and have values that fewer than {k} records have: {list}. \
                 Whoever knows such a value of a person finds the record, and k promises nothing against that"
            ),
            "Make a column a quasi-identifier, leave it out, or say why nobody can know it.",
        ),
        Warning::MaskShows { .. } => with(
            format!(
                "The masks of {columns} identifiers show more characters than they hide: {list}. What is hidden may be \
                 guessed"
            ),
            "Show fewer characters, or leave the columns out.",
        ),
        Warning::RareFrequencies { k, .. } => with(
            format!(
                "In place of {columns} identifiers there are values in as many records as fewer than {k} of them: \
                 {list}. Whoever knows how many records a person has may find the person's"
            ),
            "Keep as many records of each person, or leave the columns out.",
        ),
        Warning::GivenBack { .. } => with(
            format!(
                "Columns that are released as they are give back what quasi-identifiers do not show: {list}. Whoever \
                 knows how they belong together reads it"
            ),
            "Make such a column a quasi-identifier, make it coarser, or leave it out.",
        ),
        Warning::NamingLabels { .. } => with(
            format!("Labels hold values of identifiers: {list}. A reader learns who is in the table"),
            "Name these groups by something else.",
        ),
        Warning::RareLabels { k, .. } => with(
            format!(
                "Labels hold values that fewer than {k} records have: {list}. A reader learns that they \
                 occur"
            ),
            "Name these groups by something else; a bound that was set without looking at the data tells nothing.",
        ),
        Warning::Sorted { .. } => match of {
            Of::Finished => format!(
                "The rows are sorted by each of {columns} columns: {list}. If the original was, the place of a row \
                 tells more than its cell. Write the rows in a drawn order."
            ),
            _ => format!(
                "The file is sorted by each of {columns} columns: {list}. The place of a row gives back what the \
                 release hides. Write the rows in a drawn order."
            ),
        },
        Warning::UnnamedIdentifier { .. } => match of {
            Of::Finished => format!(
                "{columns} columns look like identifiers, and are not named as anything: {list}. Their cells are in \
                 the file. Take them out, or say what they are."
            ),
            _ => format!(
                "{columns} columns look like identifiers; the recipe does not name them, and they are released as they \
                 are: {list}. Give them a role."
            ),
        },
        Warning::AllSuppressed { .. }
        | Warning::AllRemoved { .. }
        | Warning::SuppressedClass { .. }
        | Warning::SinglingOutTogether { .. }
        | Warning::GuessableOrder {}
        | Warning::Unnamed { .. }
        | Warning::Formulas { .. } => return None,
    })
}

/// The order in a list: more records that are alone, then more rare ones, first.
fn weight(warning: &Warning) -> (Reverse<u64>, Reverse<u64>) {
    match warning {
        Warning::SinglingOut { records, alone, .. } => (Reverse(*alone), Reverse(*records)),
        _ => (Reverse(0), Reverse(0)),
    }
}

/// A column in a list, with its numbers unless they are for nobody.
fn item(warning: &Warning, of: Of) -> String {
    let (name, numbers) = match warning {
        Warning::SuppressedAlike { column, .. } => (format!("`{column}`"), String::new()),
        Warning::ClassesAlike { column, classes, records } => {
            (format!("`{column}`"), format!("{} with {}", counted(*classes, "class"), counted(*records, "record")))
        }
        Warning::FewPersons { column, classes, persons, .. } => (
            format!("`{column}`"),
            match classes {
                1 => format!("1 class, with {persons}"),
                _ => format!("{classes} classes, the least with {persons}"),
            },
        ),
        Warning::SinglingOut { column, records, alone, .. } => {
            let alone = if alone == records && *records > 1 { "all".to_owned() } else { alone.to_string() };
            (format!("`{column}`"), format!("{}, {alone} alone", counted(*records, "record")))
        }
        Warning::MaskShows { column, shown, characters } => {
            (format!("`{column}`"), format!("{shown} of {characters} are shown"))
        }
        Warning::RareFrequencies { column, values, .. } => (format!("`{column}`"), counted(*values, "value")),
        Warning::GivenBack { column, by, level, records } => (
            format!("`{column}` by `{by}`"),
            match level {
                0 => counted(*records, "record"),
                _ => format!("{}, on level {level}", counted(*records, "record")),
            },
        ),
        Warning::NamingLabels { column, identifier, labels } => {
            (format!("`{column}` of `{identifier}`"), counted(*labels, "label"))
        }
        Warning::RareLabels { column, labels, .. } => (format!("`{column}`"), counted(*labels, "label")),
        Warning::Sorted { column } | Warning::UnnamedIdentifier { column } => (format!("`{column}`"), String::new()),
        Warning::AllSuppressed { .. }
        | Warning::AllRemoved { .. }
        | Warning::SuppressedClass { .. }
        | Warning::SinglingOutTogether { .. }
        | Warning::GuessableOrder {}
        | Warning::Unnamed { .. }
        | Warning::Formulas { .. } => (String::new(), String::new()),
    };
    match of == Of::Everybody || numbers.is_empty() {
        true => name,
        false => format!("{name} ({numbers})"),
    }
}
