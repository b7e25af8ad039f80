//! The report of `uniques`.

use super::kind::ReportKind;
use crate::error::Result;
use crate::lattice::Level;
use crate::local::UnsafeAfter;
use crate::recipe::{Chosen, Recipe, Suppress};
use crate::release::Treatment;
use crate::release::disclosure::Warning;
use crate::report::edition::{Edition, Shown};
use crate::run::{ClassesAfter, ImpactReport, Suppressed, UniqueQuestions};
use crate::sorting::sort_by;
use crate::table::ReadReport;
use crate::uniques::{DIS_FRACTION, FORMULA, Findings, Method, Missing, dis};
use indexmap::IndexMap;
use serde::Serialize;

/// The result of a search for unsafe combinations, and of a suppression. The names of counts say whether they count
/// records, combinations or cells. A combination that several records share counts once for each of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UniquesReport {
    /// The kind of the report.
    pub kind: ReportKind,
    /// The number of its format.
    pub format: u32,
    /// The version of the program.
    pub version: String,
    /// A combination is unsafe when fewer than k records have it.
    pub k: u64,
    /// Larger combinations were not looked for.
    pub max_size: Option<usize>,
    /// How a missing value was treated.
    pub missing: Missing,
    /// How the table was read; not in a report for recipients.
    pub read: ReadReport,
    /// How the combinations were found.
    pub method: Method,
    /// Whether everything that the recipe asks for was done. If not, numbers of combinations and of unsafe records are
    /// lower bounds, all other figures about combinations cover those found, and no cells are suppressed.
    pub complete: bool,
    /// The level of each quasi-identifier that was generalized first, if above 0.
    pub policy: IndexMap<String, Level>,
    /// These levels in words.
    pub policy_in_words: IndexMap<String, String>,
    /// Records of the table.
    pub records: u64,
    /// Records with an unsafe combination.
    pub unsafe_records: u64,
    /// Minimum unsafe combinations (minimal sample uniques, MSUs, in SUDA), each counted once for every record that has
    /// it.
    pub combinations: u64,
    /// Combinations of 1, 2, … quasi-identifiers.
    pub combinations_by_size: Vec<u64>,
    /// Combinations that contain a quasi-identifier.
    pub combinations_by_qi: IndexMap<String, u64>,
    /// Records whose smallest combination has 1, 2, … quasi-identifiers.
    pub records_by_smallest_size: Vec<u64>,
    /// Unsafe records that are safe without a quasi-identifier.
    pub records_resolved_without: IndexMap<String, u64>,
    /// The scores of the unsafe records.
    pub scores: ScoreSummary,
    /// Which cells were suppressed; none if the requested suppression did not finish in time.
    pub suppress: Suppress,
    /// Suppressed cells.
    pub suppressed_cells: u64,
    /// Suppressed cells of each quasi-identifier.
    pub suppressed_cells_by_qi: IndexMap<String, u64>,
    /// Their cost by the weights.
    pub suppression_cost: f64,
    /// No suppression of this kind has fewer cells.
    pub lower_bound_cells: u64,
    /// No suppression of this kind costs less.
    pub lower_bound_cost: f64,
    /// Whether it is proven that none costs less.
    pub proven_minimal: bool,
    /// The number of steps after which the search for cells was ended with its best so far; absent if it came to its
    /// own end. The same number of steps finds the same cells again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_after_steps: Option<u64>,
    /// Records that are still unsafe, by the reading of suppressed cells. Without a suppression, all unsafe records.
    pub unsafe_after: UnsafeAfter,
    /// For a release: its classes, and how many records each record may match, by the reading of suppressed cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes_after: Option<ClassesAfter>,
    /// The effect of the suppression on analyses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impact: Option<ImpactReport>,
    /// The treatments of the columns that are not quasi-identifiers, in the released file if there is one.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub treatments: IndexMap<String, Treatment>,
    /// The seed of the order of the rows, if it was drawn for this run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_seed: Option<u64>,
    /// The statement that a person chose the suppression of cells for the release, if the recipe says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Chosen>,
    /// Disclosure warnings for the released file, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disclosure: Option<Vec<Warning>>,
    /// The total time, in seconds.
    pub seconds: f64,
    /// SHA-256 of the original file's bytes; `None` in a report for recipients.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_sha256: Option<String>,
    /// SHA-256 of the recipe, as [`Recipe::sha256`] gives it; `None` in a report for recipients.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe_sha256: Option<String>,
    /// SHA-256 of the released file's bytes, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_sha256: Option<String>,
}

/// SUDA and DIS scores of the unsafe records.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScoreSummary {
    /// The formula of the SUDA score: ∏ (m − i) over i from a combination's size to the largest.
    pub formula: &'static str,
    /// The least SUDA score of an unsafe record.
    pub least: f64,
    /// The mean SUDA score of the unsafe records.
    pub mean: f64,
    /// The median SUDA score.
    pub median: f64,
    /// The ninth decile of the SUDA scores.
    pub ninth_decile: f64,
    /// The greatest SUDA score.
    pub greatest: f64,
    /// The sampling fraction that DIS assumes.
    pub dis_fraction: f64,
    /// The greatest DIS score.
    pub greatest_dis: f64,
    /// The sum of the DIS scores.
    pub sum_of_dis: f64,
}

impl UniquesReport {
    /// The report of findings over the quasi-identifiers `names`.
    pub fn new(
        names: &[String],
        questions: &UniqueQuestions,
        method: Method,
        findings: &Findings,
        suppressed: Option<&Suppressed>,
    ) -> Self {
        let (settings, tuples) = (&questions.settings, questions.tuples());
        let max_size = questions.question().max_size(tuples);
        let by_name = |count: &dyn Fn(usize) -> u64| -> IndexMap<String, u64> {
            names.iter().enumerate().map(|(column, name)| (name.clone(), count(column))).collect()
        };
        let unsafe_records = findings.unsafe_records(tuples);
        Self {
            kind: ReportKind::Uniques,
            format: ReportKind::Uniques.format(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            k: settings.k(),
            max_size: settings.max_size,
            missing: settings.missing,
            read: questions.read().clone(),
            method,
            complete: true,
            policy: questions.generalized().policy.clone(),
            policy_in_words: questions.generalized().in_words.clone(),
            records: tuples.records(),
            unsafe_records,
            combinations: findings.combinations(),
            combinations_by_size: (1..=max_size).map(|size| findings.by_size(size)).collect(),
            combinations_by_qi: by_name(&|column| findings.by_column(column)),
            records_by_smallest_size: (1..=max_size).map(|size| findings.records_by_smallest(tuples, size)).collect(),
            records_resolved_without: by_name(&|column| findings.resolved_without(tuples, column)),
            scores: ScoreSummary::new(questions, findings),
            suppress: suppressed.map_or(Suppress::None, |_| settings.suppress),
            suppressed_cells: suppressed.map_or(0, |suppressed| suppressed.cells.iter().sum()),
            suppressed_cells_by_qi: by_name(&|column| suppressed.map_or(0, |suppressed| suppressed.cells[column])),
            suppression_cost: suppressed.map_or(0.0, |suppressed| suppressed.cost),
            lower_bound_cells: suppressed.map_or(0, |suppressed| suppressed.bound_cells),
            lower_bound_cost: suppressed.map_or(0.0, |suppressed| suppressed.bound),
            proven_minimal: suppressed.is_none_or(|suppressed| suppressed.proven),
            ended_after_steps: suppressed.and_then(|suppressed| suppressed.ended_after),
            unsafe_after: suppressed.map_or(
                UnsafeAfter {
                    wildcard: unsafe_records,
                    matches_nothing: unsafe_records,
                    category: unsafe_records,
                    attacker: unsafe_records,
                },
                |suppressed| suppressed.unsafe_after,
            ),
            classes_after: None,
            impact: None,
            treatments: IndexMap::new(),
            order_seed: None,
            chosen: None,
            disclosure: None,
            seconds: 0.0,
            input_sha256: None,
            recipe_sha256: None,
            output_sha256: None,
        }
    }

    /// The report of a table that was written by a recipe.
    #[must_use]
    pub fn of_release(
        self,
        recipe: &Recipe,
        suppressed: &Suppressed,
        disclosure: Vec<Warning>,
        output_sha256: String,
    ) -> Self {
        Self {
            classes_after: Some(ClassesAfter::of(recipe, &suppressed.taken_for)),
            treatments: recipe.treatments(),
            order_seed: recipe.drawn_order_seed(),
            chosen: recipe.chosen_cells().cloned(),
            disclosure: Some(disclosure),
            recipe_sha256: Some(recipe.sha256()),
            output_sha256: Some(output_sha256),
            ..self
        }
    }

    /// The report as it goes out with the release: what [`Shown`] keeps of it.
    ///
    /// # Errors
    /// None for a report that was made here.
    pub fn for_recipients(&self) -> Result<Shown> {
        Shown::of(&self.to_json(), Edition::External)
    }

    /// The report as JSON, indented.
    pub fn to_json(&self) -> String {
        // A report has string keys and finite numbers only, so this cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

impl ScoreSummary {
    fn new(questions: &UniqueQuestions, findings: &Findings) -> Self {
        let tuples = questions.tuples();
        let mut scores: Vec<(f64, u64)> = (0..tuples.len())
            .map(|tuple| (findings.tuple(tuple).score, tuples.count(tuple)))
            .filter(|(score, _)| *score > 0.0)
            .collect();
        sort_by(&mut scores, |one, other| one.0.total_cmp(&other.0));
        let records: u64 = scores.iter().map(|(_, records)| records).sum();
        let quantile = |share: f64| {
            let mut below = 0;
            (scores.iter())
                .find(|(_, own)| {
                    below += own;
                    below as f64 >= share * records as f64
                })
                .map_or(0.0, |(score, _)| *score)
        };
        let sum: f64 = scores.iter().map(|&(score, records)| score * records as f64).sum();
        let dis = dis(tuples, findings, DIS_FRACTION);
        Self {
            formula: FORMULA,
            least: scores.first().map_or(0.0, |first| first.0),
            mean: if records > 0 { sum / records as f64 } else { 0.0 },
            median: quantile(0.5),
            ninth_decile: quantile(0.9),
            greatest: scores.last().map_or(0.0, |last| last.0),
            dis_fraction: DIS_FRACTION,
            greatest_dis: dis.iter().copied().fold(0.0, f64::max),
            sum_of_dis: (dis.iter().enumerate()).map(|(tuple, score)| score * tuples.count(tuple) as f64).sum(),
        }
    }
}
