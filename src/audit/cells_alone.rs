//! Compares a report of suppressed cells with the release alone, without the original.

use super::Audit;
use super::compared::refuse_order;
use super::read::read_alone;
use crate::data::{Dialect, MissingCodes, Table};
use crate::error::Result;
use crate::hierarchy::{Hierarchy, HierarchySpec};
use crate::lattice::Level;
use crate::local::UnsafeAfter;
use crate::monitor::{Monitor, Unlimited};
use crate::recipe::Recipe;
use crate::release::cells::BlankReadings;
use crate::release::verify::{Claim, SUPPRESSED};
use crate::report::{ClaimedCells, Need, ReportKind};
use crate::run::ClassesAfter;
use crate::uniques::Missing;
use indexmap::IndexMap;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// What is released, in words.
pub(super) const RELEASE: &str = "a table with suppressed cells";

/// The section of classes.
const CLASSES: &str = "classes_after";

/// A report of suppressed cells and its release; resumable.
#[derive(Debug)]
pub struct CellsAlone {
    audit: Audit,
    claimed: ClaimedCells,
    recipe: Option<Recipe>,
    release: Table,
    output_sha256: String,
    /// `None` if the missing values are unknown because there is no recipe.
    readings: Option<BlankReadings>,
}

impl CellsAlone {
    /// A report and the quasi-identifiers of its release, which is written in this dialect.
    ///
    /// # Errors
    /// A text that is no such report, a release that lacks one of its quasi-identifiers, and a recipe that asks for
    /// more than k.
    pub fn new(
        json: &str,
        recipe: Option<&Recipe>,
        dialect: &Dialect,
        release: Table,
        output_sha256: String,
    ) -> Result<Self> {
        let claimed = ClaimedCells::parse(json)?;
        recipe.map_or(Ok(()), |recipe| recipe.expect_sizes_alone(RELEASE))?;
        let missing = match (claimed.missing, recipe) {
            (Missing::Value, _) => Some(MissingCodes::default()),
            (Missing::Ignore, Some(recipe)) => Some(missing_in_release(recipe, &recipe.missing(dialect))),
            (Missing::Ignore, None) => None,
        };
        let names: Vec<String> = claimed.names().cloned().collect();
        let readings = missing.map(|missing| BlankReadings::new(&release, &names, claimed.k, &missing)).transpose()?;
        Ok(Self {
            audit: Audit::new(ReportKind::Uniques, json)?,
            claimed,
            recipe: recipe.cloned(),
            release,
            output_sha256,
            readings,
        })
    }

    /// Compares the rows of the release until the monitor interrupts. Returns whether all are compared.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> bool {
        let readings = self.readings.as_mut();
        readings.is_none_or(|readings| readings.advance(monitor))
    }

    /// The share of the rows that is compared, 0 to 1.
    pub fn share(&self) -> f64 {
        self.readings.as_ref().map_or(1.0, BlankReadings::share)
    }

    /// Checks every field of the report.
    ///
    /// # Errors
    /// A release that lacks one of the quasi-identifiers.
    pub fn finish(mut self) -> Result<Vec<Claim>> {
        self.advance(&mut Unlimited);
        let after = (self.readings.as_ref()).map(|readings| readings.unsafe_records(&self.release));
        let stars = self.stars()?;
        let (audit, claimed) = (&mut self.audit, &self.claimed);
        // A table is written only once everything is done.
        audit.check_complete(Some(true));
        audit.add(Claim {
            field: None,
            claim: "every cell is the original's, or suppressed".to_owned(),
            claimed: String::new(),
            found: Need::Original.reason().to_owned(),
            holds: None,
        });
        audit.expect("records", &self.release.records());
        audit.expect("output_sha256", &self.output_sha256);
        if let Some(recipe) = &self.recipe {
            settings(audit, recipe);
        }
        cells(audit, claimed, &stars);
        let needs_data = Need::Original.reason();
        if let Some([wildcard, matches_nothing, category]) = after {
            let attacker = claimed.unsafe_after.attacker;
            let found = UnsafeAfter { wildcard, matches_nothing, category, attacker };
            audit.expect_but("unsafe_after", &found, &["attacker"], needs_data);
        }
        match (&self.readings, &claimed.classes_after) {
            (Some(readings), Some(own)) => {
                let threshold = match &self.recipe {
                    Some(recipe) => recipe.risk.threshold.unwrap_or(1.0 / claimed.k.max(1) as f64),
                    None => own.threshold,
                };
                let found = ClassesAfter::over(threshold, claimed.k, &readings.taken_for());
                audit.expect_but(CLASSES, &found, &["attacker"], needs_data);
            }
            _ => audit.not_checked(CLASSES, Need::Recipe.reason()),
        }
        read_alone(audit);
        if self.recipe.is_none() {
            audit.without(Need::Recipe);
        }
        audit.without(Need::Original);
        Ok(self.audit.finish())
    }

    /// The cells of each quasi-identifier that are `*`.
    fn stars(&self) -> Result<Vec<u64>> {
        let release = &self.release;
        let of_column = |name: &String| {
            let column = &release.columns[release.place(name)?];
            let is_star = |row: &usize| column.value(*row) == SUPPRESSED;
            let rows = (0..release.n_rows).filter(is_star);
            Ok(rows.map(|row| release.weight(row)).sum())
        };
        self.claimed.names().map(of_column).collect()
    }
}

/// The settings, as the recipe states them.
fn settings(audit: &mut Audit, recipe: &Recipe) {
    let uniques = &recipe.uniques;
    audit.expect("k", &recipe.uniques_k());
    audit.expect("max_size", &uniques.max_size);
    audit.expect("missing", &uniques.missing);
    audit.expect("suppress", &uniques.suppress);
    let policy: IndexMap<&String, &Level> = (uniques.policy.iter()).filter(|(_, level)| **level > 0).collect();
    audit.expect("policy", &policy);
    let treatments = recipe.treatments();
    if !treatments.is_empty() {
        audit.expect("treatments", &treatments);
    }
    if let Some(chosen) = recipe.chosen_cells() {
        audit.expect("chosen", chosen);
    }
    audit.expect("recipe_sha256", &recipe.sha256());
    refuse_order(audit, recipe);
}

/// The cells of a release that mean a missing value: on a level above 0, the labels that the rows of the recipe give to
/// missing values alone. A rule leaves missing values as they are, and so do rows that do not have them.
pub(super) fn missing_in_release(recipe: &Recipe, missing: &MissingCodes) -> MissingCodes {
    let labels = |name: &String| -> Vec<String> {
        let words = missing.of(name).to_vec();
        let level = recipe.uniques.policy.get(name).copied().unwrap_or(0);
        let spec = recipe.column(name).and_then(|column| column.hierarchy.as_ref());
        let hierarchy = match spec {
            Some(HierarchySpec::Rows(rows)) if level > 0 => Hierarchy::from_rows(rows).ok(),
            Some(HierarchySpec::Tree(tree)) if level > 0 => tree.build().ok(),
            _ => None,
        };
        let Some(hierarchy) = hierarchy else {
            return words;
        };
        let rows = || hierarchy.rows().filter_map(|row| Some((row[0], *row.get(usize::from(level))?)));
        let of_values: BTreeSet<&str> =
            rows().filter(|(value, _)| !missing.is_missing(name, value)).map(|(_, label)| label).collect();
        let of_missing = rows().map(|(_, label)| label).filter(|label| !of_values.contains(label));
        let without_row = words.iter().map(String::as_str).filter(|word| rows().all(|(value, _)| value != *word));
        of_missing.chain(without_row).map(str::to_owned).collect()
    };
    let own: Vec<(&String, Vec<String>)> = recipe.columns.keys().map(|name| (name, labels(name))).collect();
    MissingCodes::default().with_columns(own.iter().map(|(name, labels)| (*name, labels)))
}

/// Every suppressed cell is `*`. A cell that was `*` in the original is `*` as well.
fn cells(audit: &mut Audit, claimed: &ClaimedCells, stars: &[u64]) {
    let by_qi = &claimed.suppressed_cells_by_qi;
    let is_shown = by_qi.values().zip(stars).all(|(cells, stars)| cells <= stars);
    let is_all = by_qi.values().zip(stars).all(|(cells, stars)| cells == stars);
    let found: Map<String, Value> = (by_qi.keys().cloned()).zip(stars.iter().copied().map(Value::from)).collect();
    let key = "suppressed_cells_by_qi";
    if is_all || !is_shown {
        audit.expect(key, &found);
    } else {
        let reason = "more cells are *; whether these were missing or so before cannot be known without the original";
        audit.not_checked(key, reason);
    }
    let sum: u64 = by_qi.values().sum();
    audit.judge("suppressed_cells", format!("{sum} by column"), sum == claimed.suppressed_cells);
}
