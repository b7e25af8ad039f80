//! The report of `uniques`, against the data, the recipe, and the release where there is one.

use super::release::bytes;
use super::{Audit, Audited, plausible, read};
use crate::data::{Dialect, Role, Table};
use crate::error::Result;
use crate::local::Suppression;
use crate::monitor::Unlimited;
use crate::release::cells::{CellClaims, verify_cells};
use crate::release::verify::Claim;
use crate::release::{Comparison, Difference};
use crate::study::uniques::{ImpactColumns, UniqueQuestions, UniquesReport, impact};
use crate::study::{Prepared, Recipe};
use crate::uniques::{Method, Missing, Tuples, UniquesSearch};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Memory that a second search may take, in bytes; where both others take more, the report's own method is run again.
const MOST_MEMORY: f64 = 256e6;

/// What the report is checked against.
#[derive(Clone, Copy)]
pub struct UniquesEvidence<'a> {
    /// The recipe.
    pub recipe: &'a Recipe,
    /// How the original is written.
    pub dialect: &'a Dialect,
    /// The original.
    pub prepared: &'a Prepared,
    /// The original's columns of numbers.
    pub numbers: &'a Table,
    /// The original's SHA-256.
    pub input_sha256: &'a str,
}

/// A release with suppressed cells.
#[derive(Clone, Copy)]
pub struct CellRelease<'a> {
    /// Its quasi-identifiers.
    pub table: &'a Table,
    /// Its SHA-256.
    pub sha256: &'a str,
    /// What a [`Comparison`] of it with the original found.
    pub difference: Option<&'a Difference>,
}

/// A report of `uniques`, with what was found in its place.
pub struct UniquesAudit<'a> {
    audit: Audit,
    evidence: UniquesEvidence<'a>,
    questions: UniqueQuestions,
    found: UniquesReport,
    /// The report says that it is not complete.
    is_partial: bool,
    suppression: Option<Suppression>,
}

/// What is taken from a report before it is checked.
#[derive(Deserialize)]
struct Claimed {
    method: Method,
}

impl<'a> UniquesAudit<'a> {
    /// Finds everything that the report should say. The combinations are counted by another method than the report's.
    ///
    /// Takes about as long as the report took.
    ///
    /// # Errors
    /// A report that cannot be read, and settings that do not fit the table.
    pub fn new(json: &str, evidence: UniquesEvidence<'a>) -> Result<Self> {
        let UniquesEvidence {
            recipe,
            dialect,
            prepared,
            ..
        } = evidence;
        let mut audit = Audit::new(json)?;
        let is_partial = audit.is_partial();
        let claimed: Claimed = read(json)?;
        let questions = UniqueQuestions::new(prepared, dialect, &recipe.uniques)?;
        let tuples = Arc::clone(questions.tuples());
        let own = questions.search()?.method();
        let other = another(claimed.method, &tuples, &questions);
        let mut search = UniquesSearch::new(tuples, questions.question(), Some(other))?;
        search.advance(&mut Unlimited);
        let suppressed = match questions.suppressing(prepared)? {
            // A report that is not complete has no cells.
            _ if is_partial => None,
            Some(mut suppressing) => suppressing.advance(&mut Unlimited)?,
            None => None,
        };
        let (names, findings) = (prepared.names(), search.findings());
        let mut found = UniquesReport::new(&names, &questions, own, findings, suppressed.as_ref());
        if let Some(suppressed) = &suppressed {
            let numbers = ImpactColumns::new(evidence.numbers, dialect, &questions)?;
            found.impact = Some(impact(prepared, &questions, suppressed, &numbers)?);
        }
        evidence.input_sha256.clone_into(&mut found.input_sha256);
        found.recipe_sha256 = recipe.sha256();
        Ok(Self {
            audit,
            evidence,
            questions,
            found,
            is_partial,
            suppression: suppressed.map(|suppressed| suppressed.suppression),
        })
    }

    /// A comparison of the release with the original, at the beginning of both files; `None` where nothing is suppressed,
    /// so that there is no release.
    pub fn comparison(&self) -> Option<Comparison> {
        let UniquesEvidence {
            recipe,
            dialect,
            prepared,
            ..
        } = self.evidence;
        let suppression = self.suppression.clone()?;
        let labels: Vec<Vec<String>> = (prepared.table().columns.iter().enumerate())
            .map(|(qi, column)| {
                let values = 0..column.dictionary.len() as u32;
                values.map(|value| self.label(qi, value)).collect()
            })
            .collect();
        let left_out = recipe.with_role(Role::Identifier).map(str::to_owned);
        Some(Comparison::new(
            dialect,
            Arc::clone(prepared.table()),
            Box::new(move |_, row, qi, value| {
                // Rows beyond the original's differ in any case.
                let is_kept = row >= suppression.n_rows() || !suppression.is_suppressed(row, qi);
                is_kept.then(|| labels[qi][value as usize].clone())
            }),
            left_out.collect(),
        ))
    }

    /// What a value is released as where it is not suppressed.
    fn label(&self, qi: usize, value: u32) -> String {
        let (prepared, level) = (self.evidence.prepared, self.questions.levels()[qi]);
        let group = prepared.qis()[qi].group(level, value);
        prepared.label(qi, level, group).to_owned()
    }

    /// Settles every field of the report. Of a release, suppressed cells and records that are still unsafe are also
    /// counted from its text and the original's.
    ///
    /// # Errors
    /// A release without one of the quasi-identifiers.
    pub fn finish(mut self, release: Option<CellRelease<'_>>) -> Result<Audited> {
        self.found.output_sha256 = release.map(|release| release.sha256.to_owned());
        for (key, value) in fields(&self.found) {
            match key.as_str() {
                "seconds" => {
                    let reason = "time leaves no trace";
                    self.audit.not_checked(&key, plausible::seconds, reason);
                }
                "version" => plausible::settle_version(&mut self.audit),
                "unsafe_records"
                | "combinations"
                | "combinations_by_size"
                | "combinations_by_qi"
                | "unsafe_after"
                    if self.is_partial =>
                {
                    self.audit.at_most(&key, &value);
                }
                "records_by_smallest_size" | "records_resolved_without" | "scores"
                    if self.is_partial =>
                {
                    let is_counts = |value: &Value| value.is_array() || value.is_object();
                    let reason = "it is of the combinations that were found in time";
                    self.audit.not_checked(&key, is_counts, reason);
                }
                _ => self.audit.expect(&key, &value),
            }
        }
        match release {
            Some(release) => {
                self.audit.add(bytes(release.difference));
                for claim in self.of_release(release.table)? {
                    self.audit.add(claim);
                }
            }
            None if self.suppression.is_some() && self.audit.has("output_sha256") => {
                let reason = "the release was not given";
                self.audit
                    .not_checked("output_sha256", plausible::sha256, reason);
            }
            None => {}
        }
        Ok(self.audit.finish().into())
    }

    /// What the release shows of the cells, by its text and the original's.
    fn of_release(&self, release: &Table) -> Result<Vec<Claim>> {
        let UniquesEvidence {
            dialect, prepared, ..
        } = self.evidence;
        let missing: &[String] = match self.questions.settings.missing {
            Missing::Ignore => &dialect.missing,
            Missing::Value => &[],
        };
        let after = self.found.unsafe_after;
        let cells = self.found.suppressed_cells_by_qi.clone();
        let claims = CellClaims {
            k: self.questions.settings.k,
            records: self.found.records,
            cells: cells.into_iter().collect(),
            unsafe_after: [
                after.wildcard,
                after.matches_nothing,
                after.category,
                after.attacker,
            ],
        };
        let kept_as = |qi: usize, value: u32| self.label(qi, value);
        verify_cells(release, prepared.table(), &claims, missing, &kept_as)
    }
}

/// The fields of a report, as it is written.
fn fields(report: &UniquesReport) -> Map<String, Value> {
    match serde_json::to_value(report) {
        Ok(Value::Object(fields)) => fields,
        // A report has string keys and finite numbers only, so that this is never met.
        _ => Map::new(),
    }
}

/// The method that is expected to be done first of those that the report does not name.
fn another(claimed: Method, tuples: &Tuples, questions: &UniqueQuestions) -> Method {
    let question = questions.question();
    let max_size = question.max_size(tuples);
    let others = [Method::Bitmap, Method::Partition, Method::HittingSet];
    let mut best: Option<(f64, Method)> = None;
    for method in others.into_iter().filter(|&method| method != claimed) {
        if let Some(estimate) = method.estimate(tuples, question.k, max_size)
            && estimate.bytes <= MOST_MEMORY
            && best.is_none_or(|(seconds, _)| estimate.seconds < seconds)
        {
            best = Some((estimate.seconds, method));
        }
    }
    best.map_or(claimed, |(_, method)| method)
}
