//! What a report of suppressed cells says, read for those who tell or check it.

use super::classes::ClassesAfter;
use super::settings::Suppress;
use crate::error::{ReportError, Result};
use crate::lattice::Level;
use crate::local::UnsafeAfter;
use crate::release::Treatment;
use crate::release::disclosure::Warning;
use crate::study::Chosen;
use crate::uniques::{Method, Missing};
use indexmap::IndexMap;
use serde::Deserialize;

/// The fields of a [`UniquesReport`](super::UniquesReport) that speak of a release.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ClaimedCells {
    /// The program's version.
    pub version: String,
    /// A combination is unsafe when fewer than k records have it.
    pub k: u64,
    /// What a missing value was taken for.
    pub missing: Missing,
    /// How the combinations were found.
    pub method: Method,
    /// The level of each quasi-identifier that was generalized before, above 0; empty in reports of earlier versions.
    #[serde(default)]
    pub policy: IndexMap<String, Level>,
    /// What these levels make of values, in words.
    #[serde(default)]
    pub policy_in_words: IndexMap<String, String>,
    /// Records of the table.
    pub records: u64,
    /// Records with an unsafe combination.
    pub unsafe_records: u64,
    /// Minimum unsafe combinations.
    pub combinations: u64,
    /// Which cells were suppressed.
    pub suppress: Suppress,
    /// Suppressed cells.
    pub suppressed_cells: u64,
    /// Suppressed cells of each quasi-identifier.
    pub suppressed_cells_by_qi: IndexMap<String, u64>,
    /// What they cost by the weights.
    pub suppression_cost: f64,
    /// A suppression of this kind has no fewer cells.
    pub lower_bound_cells: u64,
    /// A suppression of this kind costs no less.
    pub lower_bound_cost: f64,
    /// Whether it is proven that none costs less.
    pub proven_minimal: bool,
    /// After how many steps the search for cells was ended; `None` where it came to its own end.
    #[serde(default)]
    pub ended_after_steps: Option<u64>,
    /// Records that are still unsafe, by what a suppressed cell is taken for.
    pub unsafe_after: UnsafeAfter,
    /// Its classes, and for how many the records may be taken; `None` in reports of earlier versions.
    #[serde(default)]
    pub classes_after: Option<ClassesAfter>,
    /// What the suppression does to analyses.
    #[serde(default)]
    pub impact: Option<ClaimedImpact>,
    /// What became of the columns that are no quasi-identifiers.
    #[serde(default)]
    pub treatments: IndexMap<String, Treatment>,
    /// That a person chose it for the release.
    #[serde(default)]
    pub chosen: Option<Chosen>,
    /// What the release may disclose; `None` in reports of earlier versions.
    #[serde(default)]
    pub disclosure: Option<Vec<Warning>>,
    /// SHA-256 of the original.
    #[serde(default)]
    pub input_sha256: Option<String>,
    /// SHA-256 of the recipe.
    #[serde(default)]
    pub recipe_sha256: Option<String>,
    /// SHA-256 of the release; `None` where none was written.
    #[serde(default)]
    pub output_sha256: Option<String>,
}

/// What is told of the impact.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ClaimedImpact {
    /// Values whose intervals before and after overlap.
    pub overlapping: u64,
    /// Values that the release still has.
    pub compared: u64,
}

impl ClaimedCells {
    /// Reads a report.
    ///
    /// # Errors
    /// [`ReportError::Syntax`].
    pub fn parse(json: &str) -> Result<Self> {
        serde_json::from_str(json).map_err(|error| {
            let problem = error.to_string();
            ReportError::Syntax { line: error.line(), problem }.into()
        })
    }

    /// The quasi-identifiers.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.suppressed_cells_by_qi.keys()
    }

    /// Whether it speaks of a release.
    pub fn is_of_release(&self) -> bool {
        self.suppress != Suppress::None && self.output_sha256.is_some()
    }
}
