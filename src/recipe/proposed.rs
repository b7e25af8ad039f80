//! A first recipe for a file, from what its columns look like.

use super::sections::Privacy;
use crate::data::{
    Dialect, LinkSuggestion, MissingCodes, MissingProposal, MixedDates, Profile, Reading, Role,
    may_be_named_with_others, suggest_links,
};
use crate::error::Result;
use crate::hierarchy::{ColumnValues, Proposal, suggest};
use crate::recipe::Recipe;
use crate::sorting::sort_by;
use indexmap::IndexMap;
use serde_json::json;
use std::collections::BTreeMap;

/// What is proposed for a file. A person must check it: it only follows from what names and values look like.
#[derive(Debug, Clone)]
pub struct Proposed {
    /// The columns, in the order of the file.
    pub columns: Vec<ProposedColumn>,
    /// Columns of which one tells another.
    pub links: Vec<LinkSuggestion>,
    /// Quasi-identifiers that are one thing in several codings, and whether their hierarchies have as many levels.
    one_thing: Vec<(Vec<String>, bool)>,
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
    /// The values that the recipe names as missing: usual signs, where the role lets them be named unasked.
    pub missing: Vec<MissingProposal>,
    /// A quasi-identifier's hierarchy.
    pub hierarchy: Option<Proposal>,
    /// What its values are, if the recipe must say so: dates in several forms.
    pub kind: Option<Reading>,
    /// The readings of its values, if there are several and a person has to decide.
    pub readings: Vec<Reading>,
    /// Records whose value fewer than five records have.
    rare: u64,
}

/// The missing values that the recipe names, by column.
pub type NamedMissing = BTreeMap<String, Vec<MissingProposal>>;

/// All missing values of a file: those of its dialect, and those of single columns.
pub fn with_named(dialect: &Dialect, named: &NamedMissing) -> MissingCodes {
    let codes: BTreeMap<String, Vec<String>> =
        named.iter().map(|(name, signs)| (name.clone(), codes(signs).collect())).collect();
    MissingCodes::everywhere(&dialect.missing).with_columns(&codes)
}

fn codes(signs: &[MissingProposal]) -> impl Iterator<Item = String> {
    signs.iter().map(|sign| sign.code.clone())
}

impl Proposed {
    /// The missing values that a first recipe names: the usual signs of columns that are neither sensitive nor to be
    /// decided on. The others are for a person to name. The file is then profiled again, with these.
    pub fn missing(profile: &Profile) -> NamedMissing {
        let columns = profile.columns.iter().filter(|column| may_be_named_with_others(column.suggestion.role));
        let named = columns.map(|column| {
            let signs = column.missing_proposals.iter().filter(|proposal| proposal.is_sign).cloned().collect();
            (column.name.clone(), signs)
        });
        named.filter(|(_, signs): &(_, Vec<_>)| !signs.is_empty()).collect()
    }

    /// Leaves the columns alone whose role is another one once their missing values are named.
    pub fn keep(named: &mut NamedMissing, profile: &Profile) {
        let role = |name: &String| profile.column(name).and_then(|column| column.suggestion.role);
        named.retain(|name, _| may_be_named_with_others(role(name)));
    }

    /// The proposals for a file of this profile, read in this dialect with these [missing](Self::missing) values.
    pub fn of(profile: &Profile, dialect: &Dialect, named: &NamedMissing) -> Self {
        let missing = with_named(dialect, named);
        let columns = profile.columns.iter().map(|column| {
            let name = &column.name;
            let role = column.suggestion.role;
            let is_one = role == Some(Role::QuasiIdentifier);
            let values = profile.dictionary(name).map(|own| ColumnValues::new(own, missing.of(name)));
            let kind = values.as_ref().and_then(|values| MixedDates::to_say(&values.present()));
            let reading = kind.as_ref();
            let hierarchy = values
                .filter(|_| is_one)
                .map(|values| suggest(name, &ColumnValues { reading, ..values }, Privacy::default().k));
            ProposedColumn {
                name: name.clone(),
                role,
                reason: column.suggestion.reason.clone(),
                missing: named.get(name).cloned().unwrap_or_default(),
                hierarchy,
                kind,
                rare: column.rare.unwrap_or(profile.records),
                readings: if column.is_doubtful { column.readings.clone() } else { Vec::new() },
            }
        });
        let columns: Vec<ProposedColumn> = columns.collect();
        let links = suggest_links(profile);
        let one_thing = links.iter().filter(|link| link.is_one_thing).map(|link| {
            let known = columns.iter().filter(|column| column.role == Some(Role::QuasiIdentifier));
            let own: Vec<&ProposedColumn> = known.filter(|column| link.columns.contains(&column.name)).collect();
            let mut heights = own.iter().map(|column| column.height(profile, &missing));
            let first = heights.next().flatten();
            let can_share = first.is_some() && heights.all(|height| height == first);
            (own.iter().map(|column| column.name.clone()).collect(), can_share)
        });
        let one_thing = one_thing.filter(|(columns, _): &(Vec<String>, bool)| columns.len() > 1).collect();
        Self { columns, links, one_thing, dialect: dialect.clone() }
    }

    /// The columns that a person has to decide on, those first whose values single out most records.
    pub fn to_decide(&self) -> Vec<&str> {
        let mut open: Vec<&ProposedColumn> = self.columns.iter().filter(|column| column.role.is_none()).collect();
        sort_by(&mut open, |one, other| other.rare.cmp(&one.rare));
        open.iter().map(|column| column.name.as_str()).collect()
    }

    /// The recipe. A column that a person has to decide on is not in it, so that nothing is released before.
    ///
    /// # Errors
    /// None in practice: the proposals are settings that a recipe allows.
    pub fn recipe(&self) -> Result<Recipe> {
        let columns = self.columns.iter().filter_map(|column| {
            let mut settings = json!({"role": column.role?});
            if !column.missing.is_empty() {
                settings["missing"] = codes(&column.missing).collect();
            }
            let group = self.one_thing.iter().find(|(columns, _)| columns.contains(&column.name));
            if let Some((columns, _)) = group {
                settings["weight"] = json!(share(columns.len()));
            }
            if let Some(kind) = &column.kind {
                settings["kind"] = json!(kind);
            }
            if let Some(spec) = column.hierarchy.as_ref().and_then(|proposal| proposal.spec.as_ref()) {
                settings["hierarchy"] = json!(spec);
            }
            Some((&column.name, settings))
        });
        let columns: IndexMap<&String, serde_json::Value> = columns.collect();
        let shared = self.one_thing.iter().filter(|(_, can_share)| *can_share);
        let linked: Vec<&Vec<String>> = shared.map(|(columns, _)| columns).collect();
        let text = json!({"kanon": Recipe::FORMAT, "dialect": self.dialect, "columns": columns, "linked": linked});
        Recipe::parse(&text.to_string())
    }
}

impl ProposedColumn {
    /// The number of levels of its hierarchy, if it can be built.
    fn height(&self, profile: &Profile, missing: &MissingCodes) -> Option<usize> {
        // Each value, or `*`.
        const NONE: usize = 2;
        let Some(spec) = self.hierarchy.as_ref()?.spec.as_ref() else {
            return Some(NONE);
        };
        let column = ColumnValues::new(profile.dictionary(&self.name)?, missing.of(&self.name));
        spec.build(&column).ok().map(|hierarchy| hierarchy.height())
    }
}

/// The weight of one of so many columns that count as one.
fn share(columns: usize) -> f64 {
    const PLACES: f64 = 1e6;
    (PLACES / columns as f64).round() / PLACES
}
