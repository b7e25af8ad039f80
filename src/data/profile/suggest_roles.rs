//! What the columns of a table say together of their roles.

use super::ColumnProfile;
use super::known_column::DIFFERENT;
use super::suggest_links::tell_dates;
use super::suggest_role::Rank;
use crate::data::lexicon::{Concept, Lexicon, NameMeaning};
use crate::data::missing::MissingCodes;
use crate::data::role::Role;
use crate::sorting::sort_by;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most quasi-identifiers that are suggested: with more, hardly two records are alike, and a release keeps little.
const MOST: usize = 12;

/// Traits that stay the same in all records of a person.
const STAY: [Concept; 4] = [Concept::Age, Concept::Birth, Concept::Sex, Concept::Demography];

/// Corrects the suggestions for single columns by what the columns say together.
pub(super) fn suggest_roles(
    columns: &mut [ColumnProfile],
    head: &[Vec<String>],
    missing: &MissingCodes,
    lexicon: &Lexicon,
) {
    let meanings: Vec<NameMeaning> = columns.iter().map(|column| lexicon.read(&column.name)).collect();
    number_persons(columns, head, missing, &meanings);
    tell_dates(columns, head);
    leave_out(columns, &meanings);
}

/// Finds columns that number persons with several records each: those whose values determine a person's traits.
fn number_persons(
    columns: &mut [ColumnProfile],
    head: &[Vec<String>],
    missing: &MissingCodes,
    meanings: &[NameMeaning],
) {
    let traits: Vec<usize> = (0..columns.len())
        .filter(|&at| STAY.iter().any(|&concept| meanings[at].has(concept)) && columns[at].distinct > 1)
        .collect();
    let cell = |row: &Vec<String>, at: usize| row.get(at).map_or("", String::as_str).to_owned();
    for at in 0..columns.len() {
        let is_open = matches!(columns[at].suggestion.role, None | Some(Role::Insensitive | Role::Sensitive));
        let is_named = meanings[at].found.iter().any(|found| found.concepts != [Concept::Flag]);
        if !(is_open || (columns[at].suggestion.role == Some(Role::QuasiIdentifier) && !is_named))
            || columns[at].distinct < DIFFERENT
        {
            continue;
        }
        let codes = missing.of(&columns[at].name);
        let mut rows: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (number, row) in head.iter().enumerate() {
            if let Some(value) = row.get(at).filter(|value| !codes.contains(value)) {
                rows.entry(value).or_default().push(number);
            }
        }
        let several = rows.values().filter(|rows| rows.len() > 1).count();
        if (rows.len() as u64) < DIFFERENT || several * 2 <= rows.len() {
            continue;
        }
        let stays = |&other: &usize| {
            other != at
                && rows.values().all(|rows| {
                    let first = rows.first().map(|&first| cell(&head[first], other));
                    rows.iter().all(|&row| Some(cell(&head[row], other)) == first)
                })
        };
        let same: Vec<usize> = traits.iter().copied().filter(|at| stays(at)).collect();
        // Another coding of a trait has no more values than the trait.
        let values = |other: usize| {
            rows.values().filter_map(|rows| rows.first()).map(|&row| cell(&head[row], other)).collect::<FxHashSet<_>>()
        };
        if !same.iter().any(|&at| values(at).len() < rows.len()) {
            continue;
        }
        let is_exact = same.iter().any(|&at| meanings[at].has(Concept::Age) || meanings[at].has(Concept::Birth));
        if same.len() >= 2 || is_exact {
            let names: Vec<String> = same.iter().take(3).map(|&at| format!("`{}`", columns[at].name)).collect();
            let verb = if names.len() == 1 { "is" } else { "are" };
            columns[at].suggestion.role = Some(Role::Identifier);
            columns[at].suggestion.reason = format!(
                "It numbers persons: {} {verb} the same in all records of one value, and most values have several.",
                names.join(", ")
            );
        }
    }
}

/// Leaves all but the surest quasi-identifiers to the user.
fn leave_out(columns: &mut [ColumnProfile], meanings: &[NameMeaning]) {
    let mut found: Vec<(Rank, usize)> = (0..columns.len())
        .filter(|&at| columns[at].suggestion.role == Some(Role::QuasiIdentifier))
        .map(|at| (Rank::of(&meanings[at]), at))
        .collect();
    sort_by(&mut found, |one, other| one.cmp(other));
    for &(_, at) in found.iter().skip(MOST) {
        let suggestion = &mut columns[at].suggestion;
        suggestion.role = None;
        suggestion.reason = format!(
            "{} {MOST} other columns are surer to be known, and with more a release keeps little.",
            suggestion.reason
        );
    }
}
