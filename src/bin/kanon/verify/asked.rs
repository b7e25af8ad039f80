//! The basis of a review: what report, recipe and reviewer say of a release.

use super::Verify;
use indexmap::IndexMap;
use kanon::audit::AskedOfFinished;
use kanon::data::{Dialect, Role};
use kanon::privacy::Condition;
use kanon::recipe::Recipe;
use kanon::release::review::{Blank, BlankCells};
use kanon::review_files::{DeclaredRelease, StatementSource};
use serde_json::{Map, Value, json};

/// The declared use of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// It has a role.
    Role(Role),
    /// It holds the number of records of a row.
    Count,
}

/// The basis of a review.
pub(super) struct Asked {
    pub(super) columns: IndexMap<String, (Known, StatementSource)>,
    pub(super) k: u64,
    pub(super) k_by: StatementSource,
    pub(super) blank: Blank,
    /// The values that are blank.
    pub(super) blank_values: Vec<String>,
    /// Whether these but `*` are missing values that are ignored, as report or recipe declares.
    pub(super) ignores_missing: bool,
    /// The conditions beside k.
    pub(super) protect: Vec<Condition>,
    pub(super) weight_column: Option<String>,
}

impl Asked {
    /// The basis for a release with these columns. Report and recipe take precedence; beside a report the reviewer only
    /// adds the count column.
    pub(super) fn of(verify: &Verify, declared: Option<&DeclaredRelease>, names: &[String], dialect: &Dialect) -> Self {
        let mut columns: IndexMap<String, (Known, StatementSource)> = IndexMap::new();
        if let Some(declared) = declared {
            for column in &declared.columns {
                if let Some(role) = column.role.filter(|_| names.contains(&column.name)) {
                    let told = (Known::Role(role), column.by.into());
                    columns.insert(column.name.clone(), told);
                }
            }
            if let Some(count) = (declared.count_column.as_ref()).filter(|it| names.contains(it)) {
                columns.insert(count.clone(), (Known::Count, StatementSource::Recipe));
            }
        }
        let own = |name: &String, known, columns: &mut IndexMap<_, _>| {
            if columns.get(name).is_none_or(|&(told, _)| told != known) {
                columns.insert(name.clone(), (known, StatementSource::Reviewer));
            }
        };
        let has_count = columns.values().any(|&(known, _)| known == Known::Count);
        if let Some(count) = verify.count_column.as_ref().filter(|_| !has_count) {
            own(count, Known::Count, &mut columns);
        }
        if verify.report.is_none() {
            let is_own = |known, name: &String| {
                known != Known::Role(Role::QuasiIdentifier) || verify.qi.is_empty() || verify.qi.concat().contains(name)
            };
            columns.retain(|name, (known, _)| is_own(*known, name));
            let said = [
                (&verify.qi, Role::QuasiIdentifier),
                (&verify.sensitive, Role::Sensitive),
                (&verify.identifier, Role::Identifier),
                (&verify.insensitive, Role::Insensitive),
            ];
            for (named, role) in said {
                for name in &named.concat() {
                    own(name, Known::Role(role), &mut columns);
                }
            }
        }
        let own_k = verify.own_k().filter(|_| verify.report.is_none());
        let (k, k_by) = match (declared, own_k) {
            (Some(declared), k) if k.is_none_or(|k| k == declared.k) => (declared.k, declared.k_by.into()),
            (_, k) => (k.unwrap_or(1), StatementSource::Reviewer),
        };
        let is_blank = match (declared, verify.blank) {
            (Some(declared), None) => declared.ignores_missing,
            (None, None) => true,
            (_, Some(_)) => false,
        };
        let blank = verify.blank.map(Blank::from);
        let declared_blank = declared.and_then(|declared| declared.cells);
        let mut blank_values = match is_blank {
            true => dialect.missing.clone(),
            false => verify.missing.concat(),
        };
        blank_values.push("*".to_owned());
        let (protect, weight_column, protect_by) = match (&verify.protect, declared) {
            (Some(own), _) => {
                let weights = verify.weight_column.clone();
                (own.0.clone(), weights, StatementSource::Reviewer)
            }
            (None, Some(declared)) => {
                let weights = declared.weight_column.clone();
                (declared.protect.clone(), weights, declared.protect_by.into())
            }
            (None, None) => (Vec::new(), None, StatementSource::Reviewer),
        };
        for name in protect.iter().filter_map(Condition::column) {
            let told = (Known::Role(Role::Sensitive), protect_by);
            if names.iter().any(|own| own == name) {
                columns.entry(name.to_owned()).or_insert(told);
            }
        }
        Self {
            columns,
            k,
            k_by,
            blank: blank.or(declared_blank).unwrap_or_default(),
            blank_values,
            ignores_missing: declared.is_some() && is_blank,
            protect,
            weight_column,
        }
    }

    /// The conditions beside k, and how to check them.
    pub(super) fn beside_k(&self, declared: Option<&DeclaredRelease>, has_none: bool) -> AskedOfFinished {
        let are_removed = declared.is_some_and(|declared| declared.are_removed);
        let is_of_cells = declared.is_some_and(|declared| declared.cells.is_some());
        AskedOfFinished {
            protect: self.protect.clone(),
            quasi_identifiers: self.qis(),
            count_column: self.count_column(),
            weight_column: self.weight_column.clone(),
            population: None,
            blank: self.blank,
            blank_values: self.blank_values.clone(),
            are_blanks_kept: are_removed || is_of_cells || has_none,
            are_removed,
        }
    }

    /// The cells that hold no value.
    pub(super) fn blank_cells(&self) -> BlankCells {
        BlankCells::of_words(&self.blank_values, self.ignores_missing)
    }

    /// The columns that others may know.
    pub(super) fn qis(&self) -> Vec<String> {
        self.with(Known::Role(Role::QuasiIdentifier)).collect()
    }

    /// The column with the number of records that a row represents.
    pub(super) fn count_column(&self) -> Option<String> {
        self.with(Known::Count).next()
    }

    fn with(&self, wanted: Known) -> impl Iterator<Item = String> {
        let columns = self.columns.iter();
        columns.filter(move |(_, (known, _))| *known == wanted).map(|(name, _)| name.clone())
    }

    /// A recipe that says the same of the release.
    pub(super) fn recipe(&self, dialect: &Dialect) -> kanon::Result<Recipe> {
        let roles = self.columns.iter().filter_map(|(name, (known, _))| {
            let Known::Role(role) = known else {
                return None;
            };
            Some((name.clone(), json!({ "role": role })))
        });
        let recipe = json!({
            "kanon": Recipe::FORMAT,
            "dialect": Dialect { missing: self.blank_values.clone(), ..dialect.clone() },
            "columns": roles.collect::<Map<String, Value>>(),
            "count_column": self.count_column(),
        });
        Recipe::parse(&recipe.to_string())
    }
}
