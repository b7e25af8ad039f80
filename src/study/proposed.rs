//! A first recipe for a file, from what its columns look like.

use super::recipe::Recipe;
use crate::data::{Dialect, LinkSuggestion, MissingCodes, Profile, Reading, Role, suggest_links};
use crate::error::Result;
use crate::hierarchy::{ColumnValues, Proposal, suggest};
use indexmap::IndexMap;
use serde_json::json;

/// What is proposed for a file. A person must check it: it only follows from what names and values look like.
#[derive(Debug, Clone)]
pub struct Proposed {
    /// The columns, in the order of the file.
    pub columns: Vec<ProposedColumn>,
    /// Columns of which one tells another.
    pub links: Vec<LinkSuggestion>,
    dialect: Dialect,
}

/// What is proposed for a column.
#[derive(Debug, Clone)]
pub struct ProposedColumn {
    /// The name.
    pub name: String,
    /// The role; `None` if a person has to decide.
    pub role: Option<Role>,
    /// Why, with the column's own numbers.
    pub reason: String,
    /// A quasi-identifier's hierarchy.
    pub hierarchy: Option<Proposal>,
    /// The readings of its values, if there are several and a person has to decide.
    pub readings: Vec<Reading>,
}

impl Proposed {
    /// The proposals for a file of this profile, read in this dialect.
    pub fn of(profile: &Profile, dialect: &Dialect) -> Self {
        let missing = MissingCodes::everywhere(&dialect.missing);
        let columns = profile.columns.iter().map(|column| {
            let name = &column.name;
            let role = column.suggestion.role;
            let is_one = role == Some(Role::QuasiIdentifier);
            let hierarchy = profile
                .dictionary(name)
                .filter(|_| is_one)
                .map(|dictionary| suggest(name, &ColumnValues::new(dictionary, missing.of(name))));
            ProposedColumn {
                name: name.clone(),
                role,
                reason: column.suggestion.reason.clone(),
                hierarchy,
                readings: if column.is_doubtful { column.readings.clone() } else { Vec::new() },
            }
        });
        Self { columns: columns.collect(), links: suggest_links(profile), dialect: dialect.clone() }
    }

    /// The recipe. A column that a person has to decide on is not in it, so that nothing is released before.
    ///
    /// # Errors
    /// None in practice: the proposals are settings that a recipe allows.
    pub fn recipe(&self) -> Result<Recipe> {
        let columns = self.columns.iter().filter_map(|column| {
            let mut settings = json!({"role": column.role?});
            if let Some(spec) = column.hierarchy.as_ref().and_then(|proposal| proposal.spec.as_ref()) {
                settings["hierarchy"] = json!(spec);
            }
            Some((&column.name, settings))
        });
        let columns: IndexMap<&String, serde_json::Value> = columns.collect();
        let text = json!({"kanon": Recipe::FORMAT, "dialect": self.dialect, "columns": columns}).to_string();
        Recipe::parse(&text)
    }
}
