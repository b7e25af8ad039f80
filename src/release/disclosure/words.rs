//! The sentences of a [`Warning`].

use super::Warning;
use std::fmt;

/// A number with its noun: `1 record`, `2 records`, `3 classes`.
pub(super) fn counted(number: u64, noun: &str) -> String {
    match (number, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "class") => format!("{number} classes"),
        _ => format!("{number} {noun}s"),
    }
}

/// How many of `records` with rare values are `alone` with them.
fn among(records: u64, alone: u64, with: &str) -> String {
    match alone {
        0 => String::new(),
        _ if alone == records && records == 1 => format!(": it is alone with {with}"),
        _ if alone == records => format!(": each of them is alone with {with}"),
        1 => format!(", and 1 of them is alone with {with}"),
        _ => format!(", and {alone} of them are alone with {with}"),
    }
}

/// The sentence of a warning: what it is, what follows, and what to do.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AllSuppressed { records } => write!(
                f,
                "All {records} records are suppressed: no quasi-identifier is left. A measure that does not count \
                 suppression takes that for little loss, or none. Lower the suppression limit, or choose a measure that \
                 counts suppressed records, such as iyengar."
            ),
            Self::AllRemoved { records } => write!(
                f,
                "All {records} records are suppressed and removed: the release has no record. A measure that does not \
                 count suppression takes that for little loss, or none. Lower the suppression limit, or choose a measure \
                 that counts suppressed records, such as iyengar."
            ),
            Self::SuppressedClass { records, k } => write!(
                f,
                "The {} a class of {records}, smaller than k = {k}: whoever knows a person that fits no other class finds \
                 the person there, with all cells that are released as they are. Lower the suppression limit to 0 so that \
                 none is suppressed, try another limit, or have suppressed records removed.",
                if *records == 1 { "one suppressed record is" } else { "suppressed records are" }
            ),
            Self::SuppressedAlike { column, records } => write!(
                f,
                "The {} one value of the sensitive column `{column}`: it is known of whoever fits no other class.",
                if *records == 1 {
                    "only suppressed record keeps its".to_owned()
                } else {
                    format!("{records} suppressed records all have")
                }
            ),
            Self::ClassesAlike { column, classes, records } => write!(
                f,
                "In {} with {} all records have one value of the sensitive column `{column}`: it is known of everyone \
                 who is in such a class. Generalize more, or a larger k makes it rarer.",
                counted(*classes, "class"),
                counted(*records, "record"),
            ),
            Self::FewPersons { column, classes, records, persons, k } => write!(
                f,
                "The identifier `{column}` has fewer than {k} different values in {} with {}: {persons}{}. If each person has a \
                 value of its own, such a class is of fewer than {k} persons. Raise k, or keep one record of each person.",
                counted(*classes, "class"),
                counted(*records, "record"),
                if *classes == 1 { "" } else { " in the class with the fewest" },
            ),
            Self::SinglingOut { column, records, alone, k } => write!(
                f,
                "`{column}` is no quasi-identifier, and {} a value of it that fewer than {k} records have{}. Whoever knows \
                 it of a person finds the record, and k promises nothing against that. Make the column a \
                 quasi-identifier, leave it out, or say why nobody can know it.",
                if *records == 1 { "1 record has".to_owned() } else { format!("{records} records have") },
                among(*records, *alone, "it"),
            ),
            Self::SinglingOutTogether { columns, records, alone, k } => write!(
                f,
                "By the {columns} columns that k does not cover, taken together, {} values that fewer than {k} records \
                 have{}. Whoever knows them of a person finds the record. Make some of these columns \
                 quasi-identifiers, leave them out, or say why nobody can know them together.",
                if *records == 1 { "1 record has".to_owned() } else { format!("{records} records have") },
                among(*records, *alone, "them"),
            ),
            Self::MaskShows { column, shown, characters } => write!(
                f,
                "The mask of the identifier `{column}` shows {shown} of {characters} characters, more than it hides: \
                 what is hidden may be guessed. Show fewer characters, or leave the column out."
            ),
            Self::RareFrequencies { column, values, k } => write!(
                f,
                "{} in place of the identifier `{column}` in as many records as fewer than {k} of them do: whoever knows \
                 how many records a person has may find the person's. Keep as many records of each person, or leave \
                 the column out.",
                if *values == 1 { "1 value stands".to_owned() } else { format!("{values} values stand") },
            ),
            Self::GivenBack { column, by, level, records } => write!(
                f,
                "`{by}` gives back what `{column}` does not show: in {} the two together leave one {}. Whoever knows how \
                 they belong together reads it. Make `{by}` a quasi-identifier, make it coarser, or leave it out.",
                counted(*records, "record"),
                match level {
                    0 => "value of it".to_owned(),
                    _ => format!("group of its level {level}"),
                },
            ),
            Self::NamingLabels { column, identifier, labels } => write!(
                f,
                "{} of `{column}` in the release with a value of the identifier `{identifier}`: a reader learns who is in \
                 the table. Name these groups by something else.",
                counted(*labels, "label"),
            ),
            Self::RareLabels { column, labels, records, k } => write!(
                f,
                "{} of `{column}` in the release with a value that fewer than {k} records have, one of them {}: a \
                 reader learns that it occurs. Name these groups by something else; a bound that was set without looking \
                 at the data tells nothing.",
                counted(*labels, "label"),
                counted(*records, "record"),
            ),
            Self::Sorted { column } => write!(
                f,
                "The file is sorted by `{column}`: the place of a row gives back what the release hides. Write the rows \
                 in a drawn order."
            ),
            Self::GuessableOrder {} => f.write_str(
                "The order of the rows was drawn from a number that is found by trying all: whoever does that knows the \
                 order of the original. Have a number of 16 digits drawn at random.",
            ),
            Self::UnnamedIdentifier { column } => write!(
                f,
                "`{column}` looks like an identifier; the recipe does not name it, and it is released as it is. Give it \
                 a role."
            ),
            Self::Unnamed { columns } => write!(
                f,
                "The recipe does not name {}, released as {}: {}.",
                counted(columns.len() as u64, "column"),
                if columns.len() == 1 { "it is" } else { "they are" },
                columns.join(", ")
            ),
            Self::Formulas { cells } => write!(
                f,
                "{} like a formula in the release: a spreadsheet program may run what is in {}.",
                if *cells == 1 { "1 cell begins".to_owned() } else { format!("{cells} cells begin") },
                if *cells == 1 { "it" } else { "them" },
            ),
        }
    }
}

impl Warning {
    /// The sentence without its numbers.
    pub fn without_numbers(&self) -> String {
        match self {
            Self::SuppressedClass { .. } => {
                "The suppressed records are a class smaller than k: whoever knows a person \
                                             that fits no other class finds the person among them."
                    .to_owned()
            }
            Self::SuppressedAlike { column, .. } => {
                format!("All suppressed records have one value of the sensitive column `{column}`.")
            }
            Self::ClassesAlike { column, .. } => {
                format!("There are classes in which all records have one value of the sensitive column `{column}`.")
            }
            Self::FewPersons { column, .. } => format!(
                "There are classes in which the identifier `{column}` has fewer than k different values: if each person \
                 has a value of its own, they are of fewer than k persons."
            ),
            Self::SinglingOut { column, .. } => format!(
                "`{column}` is no quasi-identifier, and there are records with a value of it that few records have: \
                 whoever knows it of a person finds the record."
            ),
            Self::SinglingOutTogether { .. } => {
                "By the columns that k does not cover, taken together, there are records with values that few records \
                 have: whoever knows them of a person finds the record."
                    .to_owned()
            }
            Self::MaskShows { column, .. } => {
                format!("The mask of the identifier `{column}` shows more characters than it hides.")
            }
            Self::RareFrequencies { column, .. } => format!(
                "There are values in place of the identifier `{column}` in as many records as few of them: whoever knows \
                 how many records a person has may find the person's."
            ),
            Self::GivenBack { column, by, .. } => {
                format!("There are records in which `{by}` gives back what `{column}` does not show.")
            }
            Self::NamingLabels { column, identifier, .. } => {
                format!("There are labels of `{column}` with a value of the identifier `{identifier}`.")
            }
            Self::RareLabels { column, .. } => {
                format!("There are labels of `{column}` with a value that fewer than k records have.")
            }
            Self::Formulas { .. } => "Some cells begin like a formula of a spreadsheet program.".to_owned(),
            Self::AllSuppressed { .. } | Self::AllRemoved { .. } => "All records are suppressed.".to_owned(),
            Self::Sorted { .. } | Self::GuessableOrder {} | Self::UnnamedIdentifier { .. } | Self::Unnamed { .. } => {
                self.to_string()
            }
        }
    }

    /// The recipe setting that does what the sentence advises, if a single setting does.
    pub fn setting(&self) -> Option<&'static str> {
        match self {
            Self::SuppressedClass { .. } => Some("\"release\": {\"suppressed\": \"remove\"}"),
            Self::Sorted { .. } | Self::GuessableOrder {} => Some("\"release\": {\"shuffle\": true}"),
            _ => None,
        }
    }

    /// The sentence for a finished table whose making is unknown. It is the same sentence if that holds there as well.
    pub fn of_finished(&self) -> String {
        match self {
            Self::AllSuppressed { records } => format!(
                "Every quasi-identifier is blank in all rows, of {}: nothing is left of what these columns told.",
                counted(*records, "record")
            ),
            Self::SuppressedClass { records, k } => format!(
                "The {} a class of {records}, smaller than k = {k}: whoever knows a person that fits no other class finds \
                 the person there, with all other cells. Take {} out before you share the file.",
                if *records == 1 {
                    "one record of which every quasi-identifier is blank is"
                } else {
                    "records of which every quasi-identifier is blank are"
                },
                if *records == 1 { "this row" } else { "these rows" }
            ),
            Self::SuppressedAlike { column, records } => format!(
                "{} one value of the sensitive column `{column}`: it is known of whoever fits no other class.",
                if *records == 1 {
                    "The one record of which every quasi-identifier is blank has".to_owned()
                } else {
                    format!("All records of which every quasi-identifier is blank ({records}) have")
                }
            ),
            Self::Sorted { column } => format!(
                "The rows are sorted by `{column}`. If the original was, the place of a row tells more than its cell: what \
                 is blank lies between its neighbours, and what is generalized may be in order within its group. Write the rows in a drawn order."
            ),
            Self::UnnamedIdentifier { column } => format!(
                "`{column}` looks like an identifier, and is not named as anything: its cells are in the file. Take it out, \
                 or say what it is."
            ),
            Self::Unnamed { columns } => format!(
                "{} not named as anything: {}. A column that others may know is a quasi-identifier.",
                if columns.len() == 1 { "1 column is".to_owned() } else { format!("{} columns are", columns.len()) },
                columns.join(", ")
            ),
            Self::Formulas { cells } => format!(
                "{} like a formula: a spreadsheet program may run what is in {}.",
                if *cells == 1 { "1 cell begins".to_owned() } else { format!("{cells} cells begin") },
                if *cells == 1 { "it" } else { "them" },
            ),
            Self::AllRemoved { .. }
            | Self::ClassesAlike { .. }
            | Self::FewPersons { .. }
            | Self::SinglingOut { .. }
            | Self::SinglingOutTogether { .. }
            | Self::MaskShows { .. }
            | Self::RareFrequencies { .. }
            | Self::GivenBack { .. }
            | Self::NamingLabels { .. }
            | Self::GuessableOrder {}
            | Self::RareLabels { .. } => self.to_string(),
        }
    }
}
