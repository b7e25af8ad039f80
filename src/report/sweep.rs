//! The report of a sweep.

use super::kind::ReportKind;
use crate::error::Result;
use crate::lattice::{Level, size_in_words};
use crate::loss::{Aggregate, MeasureName};
use crate::privacy::Condition;
use crate::recipe::{Recipe, Swept};
use crate::run::SweepPoint;
use crate::search::Work;
use crate::table::{EncodedStudy, ReadReport};
use indexmap::IndexMap;
use serde::Serialize;

/// The best policy of every requested setting. As JSON it is the file that `kanon sweep` writes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SweepReport {
    /// The kind of the report.
    pub kind: ReportKind,
    /// The number of its format.
    pub format: u32,
    /// The program's version.
    pub version: String,
    /// How the original was read.
    pub read: ReadReport,
    /// The settings, all that were requested.
    pub swept: Swept,
    /// The conditions of the recipe, which `condition` and `without` number from 1.
    pub conditions: Vec<Condition>,
    /// The measure of information loss.
    pub measure: MeasureName,
    /// How the losses of the quasi-identifiers are combined.
    pub aggregate: Aggregate,
    /// Policies of the lattice.
    pub lattice_size: String,
    /// The time of the searches, in seconds.
    pub seconds: f64,
    /// Whether there is a point for every requested setting. If not, the strictest are missing.
    pub complete: bool,
    /// The best policies, from the most lenient setting to the strictest.
    pub points: Vec<PointReport>,
    /// SHA-256 of the original file's bytes.
    pub input_sha256: String,
    /// SHA-256 of the recipe, as [`Recipe::sha256`] gives it.
    pub recipe_sha256: String,
}

/// The best policy of one setting; nulls if no policy is valid.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PointReport {
    /// The least size of a class.
    pub k: u64,
    /// The share of the records that may be suppressed.
    pub suppression_limit: f64,
    /// The threshold of the swept condition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<f64>,
    /// The numbers of the conditions that are left out, in a sweep over conditions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<Vec<usize>>,
    /// The level of each quasi-identifier.
    pub policy: Option<IndexMap<String, Level>>,
    /// The loss of the policy.
    pub loss: Option<f64>,
    /// Records that it suppresses.
    pub suppressed_records: Option<u64>,
    /// Classes that it keeps.
    pub classes: Option<usize>,
    /// Policies checked one by one for this point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policies_checked: Option<u64>,
    /// Boxes of policies examined for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boxes_looked_at: Option<u64>,
    /// Whether the previous point made a search unnecessary.
    pub followed: bool,
}

impl PointReport {
    /// A point over the quasi-identifiers `names`.
    pub fn new(point: &SweepPoint, names: &[String]) -> Self {
        let best = point.best.as_ref();
        let (policies_checked, boxes_looked_at) = match point.work {
            Work::Policies { checked, .. } => (Some(checked), None),
            Work::Boxes { looked_at, .. } => (None, Some(looked_at)),
        };
        Self {
            k: point.setting.k,
            suppression_limit: point.setting.suppression_limit,
            threshold: point.setting.threshold(),
            without: point.setting.without.clone(),
            policy: best.map(|best| {
                let levels = best.levels.iter().copied();
                names.iter().cloned().zip(levels).collect()
            }),
            loss: best.map(|best| best.loss),
            suppressed_records: best.map(|best| best.suppressed_records),
            classes: best.map(|best| best.classes),
            policies_checked,
            boxes_looked_at,
            followed: point.followed,
        }
    }
}

impl SweepReport {
    /// The report of a sweep over a table.
    ///
    /// # Errors
    /// Level caps or links that leave no level.
    pub fn new(
        prepared: &EncodedStudy,
        recipe: &Recipe,
        swept: Swept,
        points: Vec<PointReport>,
        seconds: f64,
        input_sha256: String,
    ) -> Result<Self> {
        Ok(Self {
            kind: ReportKind::Sweep,
            format: ReportKind::Sweep.format(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            read: ReadReport::of(recipe, prepared),
            conditions: recipe.protect.clone(),
            measure: recipe.loss.measure,
            aggregate: recipe.loss.aggregate,
            lattice_size: size_in_words(prepared.lattice(recipe)?.size()),
            seconds,
            complete: points.len() as u64 == swept.len(),
            swept,
            points,
            input_sha256,
            recipe_sha256: recipe.sha256(),
        })
    }

    /// The report as JSON, indented.
    pub fn to_json(&self) -> String {
        // A report has string keys and finite numbers only, so this cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
