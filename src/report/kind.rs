//! The kinds of reports, and what each report of a kind must say.

use crate::error::{ReportError, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The kind of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ReportKind {
    /// A policy's release.
    Release,
    /// Unsafe combinations, and cells suppressed for them.
    Uniques,
    /// The best policies of several settings.
    Sweep,
    /// Policies that no other beats in both risk and loss.
    Frontier,
    /// The effect of a policy on a table.
    Compare,
    /// A study of the papers, which nothing verifies.
    Study,
}

impl ReportKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Release, Self::Uniques, Self::Sweep, Self::Frontier, Self::Compare, Self::Study];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Uniques => "uniques",
            Self::Sweep => "sweep",
            Self::Frontier => "frontier",
            Self::Compare => "compare",
            Self::Study => "study",
        }
    }

    /// The number of the format in which reports of this kind are written and read. It changes with their keys.
    pub fn format(self) -> u32 {
        1
    }

    /// The kind of a report with these fields.
    ///
    /// # Errors
    /// [`ReportError::NoKind`] and [`ReportError::OtherFormat`].
    pub(super) fn stated(fields: &Map<String, Value>) -> Result<Self> {
        let said = fields.get("kind").cloned();
        let kind: Self = (said.and_then(|kind| serde_json::from_value(kind).ok())).ok_or(ReportError::NoKind)?;
        let expected = kind.format();
        match fields.get("format") {
            Some(format) if format.as_u64() == Some(expected.into()) => Ok(kind),
            format => {
                let given = format.map(Value::to_string);
                Err(ReportError::OtherFormat { kind: kind.name(), given, expected }.into())
            }
        }
    }

    /// The keys that a report with these fields has as well.
    fn keys_of(self, fields: &Map<String, Value>) -> &'static [&'static str] {
        let has = |key: &&str| fields.contains_key(*key);
        match self {
            // Without a table only the impact is said.
            Self::Uniques if OF_TABLE.iter().any(|key| *key != "impact" && has(key)) => &OF_TABLE,
            Self::Uniques if fields.get("suppress").is_some_and(|suppress| suppress != "none") => &["impact"],
            _ => &[],
        }
    }

    /// The keys that a report of this kind with these fields has.
    pub(super) fn keys_for(self, fields: &Map<String, Value>) -> impl Iterator<Item = &'static str> {
        self.keys().iter().chain(self.keys_of(fields)).copied()
    }

    /// The keys that every report of this kind has. Other keys depend on the recipe or on what was found.
    pub(crate) fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Release => &[
                "version",
                "policy",
                "policy_in_words",
                "k",
                "suppression_limit",
                "measure",
                "aggregate",
                "loss",
                "loss_by_quasi_identifier",
                "optimal",
                "bound",
                "suppressed_records",
                "suppression_limit_records",
                "records",
                "ragged_records",
                "read",
                "classes",
                "lattice_size",
                "algorithm",
                "seed",
                "seconds",
                "risk",
                "attackers",
                "disclosure",
                "input_sha256",
                "recipe_sha256",
                "output_sha256",
            ],
            Self::Uniques => &[
                "version",
                "k",
                "max_size",
                "missing",
                "read",
                "method",
                "complete",
                "policy",
                "policy_in_words",
                "records",
                "unsafe_records",
                "combinations",
                "combinations_by_size",
                "combinations_by_qi",
                "records_by_smallest_size",
                "records_resolved_without",
                "scores",
                "suppress",
                "suppressed_cells",
                "suppressed_cells_by_qi",
                "suppression_cost",
                "lower_bound_cells",
                "lower_bound_cost",
                "proven_minimal",
                "unsafe_after",
                "seconds",
                "input_sha256",
                "recipe_sha256",
            ],
            Self::Sweep => &[
                "version",
                "read",
                "swept",
                "conditions",
                "measure",
                "aggregate",
                "lattice_size",
                "seconds",
                "complete",
                "points",
                "input_sha256",
                "recipe_sha256",
            ],
            Self::Frontier => &[
                "version",
                "read",
                "space",
                "method",
                "bits",
                "policies_evaluated",
                "boxes_looked_at",
                "area",
                "exact",
                "policies_on_frontier",
                "complete",
                "frontier",
                "bottom",
                "top",
                "bottom_expected",
                "reference",
                "area_by_policies",
                "people",
                "unknown_records",
                "seed",
                "seconds",
                "input_sha256",
                "recipe_sha256",
            ],
            Self::Compare => &["read", "policy", "records", "columns"],
            Self::Study => &["version", "read", "results"],
        }
    }
}

/// The keys of a report of `uniques` for which a table was written.
const OF_TABLE: [&str; 4] = ["classes_after", "impact", "disclosure", "output_sha256"];
