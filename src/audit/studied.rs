//! Checks reports about policies that are not released, with all inputs at hand.

use super::{Audited, audit_full_domain, audit_partition, audit_sweep};
use crate::data::{Dialect, Profile, Table};
use crate::error::{ReportError, Result};
use crate::recipe::{FrontierSettings, FrontierSpace, Recipe};
use crate::report::{ReportKind, kind_of_report};
use crate::run::{Reference, Tradeoffs};
use crate::table::EncodedStudy;

/// The evidence against which the report of a sweep or of a frontier is checked.
#[derive(Debug, Clone, Copy)]
pub struct StudiedEvidence<'a> {
    /// The recipe.
    pub recipe: &'a Recipe,
    /// The data.
    pub prepared: &'a EncodedStudy,
    /// How the data are written.
    pub dialect: &'a Dialect,
    /// SHA-256 of the data's file.
    pub input_sha256: &'a str,
    /// The profile of the data, column by column.
    pub profile: &'a Profile,
    /// The population of the frontier's risk, if the recipe names one.
    pub population: Option<&'a Table>,
    /// The recipe that the frontier is compared with, if the recipe names one.
    pub reference: Option<&'a Recipe>,
}

/// Checks every field of the report of a sweep or of a frontier. The policy of each point is evaluated anew. The policy
/// of a reference recipe is searched anew as well; `now` reads the caller's clock in milliseconds.
///
/// # Errors
/// A report that cannot be read or is of a different kind, a missing population, a reference recipe for different
/// columns, and whatever [`EncodedStudy::problem`] refuses.
pub fn audit_studied(json: &str, evidence: &StudiedEvidence<'_>, now: &mut dyn FnMut() -> f64) -> Result<Audited> {
    let StudiedEvidence { recipe, prepared, input_sha256, .. } = *evidence;
    if kind_of_report(json)? == ReportKind::Sweep {
        return audit_sweep(json, recipe, prepared, input_sha256);
    }
    let settings = recipe.frontier.clone().unwrap_or_default();
    if settings.space == FrontierSpace::FullDomain {
        return audit_full_domain(json, recipe, prepared, input_sha256);
    }
    let tradeoffs = match (&settings.population, evidence.population) {
        (Some(name), None) => return Err(not_given(name, "the population")),
        (_, population) => Tradeoffs::new(recipe, evidence.dialect, prepared.table(), population)?,
    };
    let reference = match settings.reference.as_deref() {
        None => None,
        Some(FrontierSettings::SAFE_HARBOR) => Some(Reference::of_rule(&tradeoffs, recipe, evidence.profile)?),
        Some(name) => (evidence.reference).map(|other| of_other(name, other, &tradeoffs, evidence, now)).transpose()?,
    };
    audit_partition(json, recipe, prepared, &tradeoffs, reference.as_ref(), input_sha256)
}

/// The policy of a reference recipe, whose columns are those in memory.
fn of_other(
    name: &str,
    other: &Recipe,
    tradeoffs: &Tradeoffs,
    evidence: &StudiedEvidence<'_>,
    now: &mut dyn FnMut() -> f64,
) -> Result<Reference> {
    let columns = |recipe: &Recipe| -> Result<Vec<String>> {
        let mut columns = EncodedStudy::columns(recipe)?;
        columns.sort_unstable();
        Ok(columns)
    };
    let recipe = evidence.recipe;
    if columns(other)? != columns(recipe)? || other.count_column != recipe.count_column {
        let name = name.to_owned();
        return Err(ReportError::OtherReference { name }.into());
    }
    let table = Table::clone(evidence.prepared.table());
    let prepared = EncodedStudy::new(other, evidence.dialect, table)?;
    Reference::of_recipe(name, other, tradeoffs, &prepared, now)
}

fn not_given(name: &str, what: &'static str) -> crate::Error {
    let name = name.to_owned();
    ReportError::NotGiven { name, what }.into()
}
