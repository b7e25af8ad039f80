//! Checks the report of `uniques` against the data, the recipe, and the release if there is one.

use super::cells_alone::{RELEASE, missing_in_release};
use super::compared::{add_compared, bytes, put_back};
use super::fields::{COMPLETE, is_at_most};
use super::read::{READ, check_read};
use super::{Audit, Audited};
use crate::data::{Dialect, MissingCodes, Table};
use crate::error::Result;
use crate::monitor::{Monitor, Unlimited};
use crate::recipe::{Recipe, Shuffle, Suppress};
use crate::release::cells::{CellCheck, CellClaims, CellPremise, ClassClaims};
use crate::release::disclosure::{ScanSettings, Warning};
use crate::release::verify::{Claim, SUPPRESSED};
use crate::release::{Comparison, Difference, Key};
use crate::report::{Need, ReportKind, UniquesReport, read_report};
use crate::run::{ClassesAfter, ImpactColumns, Suppressed, Suppressing, UniqueQuestions, impact};
use crate::table::EncodedStudy;
use crate::uniques::{Method, Missing, Tuples, UniquesSearch};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Memory that a second search may take, in bytes. If both other methods take more, the report's own method runs again.
const MOST_MEMORY: f64 = 256e6;

/// Why claims about combinations are open.
const NOT_ALL: &str = "not all combinations were found in time";
/// The field of a report that says that the search for cells was ended early.
const ENDED: &str = "ended_after_steps";
/// The expected value if the search for cells comes to its own end.
const NOT_ENDED: &str = "the search is not ended by these";
/// Why claims about suppressed cells are open.
const NO_CELLS: &str = "the suppression was not done in time";

/// The evidence against which the report is checked.
#[derive(Debug, Clone)]
pub struct UniquesEvidence {
    /// The recipe.
    pub recipe: Recipe,
    /// How the original is written.
    pub dialect: Dialect,
    /// The original.
    pub prepared: EncodedStudy,
    /// The original's SHA-256.
    pub input_sha256: String,
}

/// A release with suppressed cells.
#[derive(Clone, Copy)]
pub struct CellRelease<'a> {
    /// The quasi-identifiers of the release.
    pub table: &'a Table,
    /// The SHA-256 of the release.
    pub sha256: &'a str,
    /// The result of a [`Comparison`] of it with the original.
    pub difference: Option<&'a Difference>,
    /// The disclosure warnings of that comparison.
    pub seen: &'a [Warning],
    /// Whether the comparison had the key of keyed hashes.
    pub has_key: bool,
}

/// A report of `uniques`, and the recomputed values.
///
/// The values about combinations are known once [`find`](Self::find) has ended, those about suppressed cells once
/// [`suppress`](Self::suppress) has, and those that the text of a release shows once [`read`](Self::read) has.
#[derive(Debug)]
pub struct UniquesAudit {
    audit: Audit,
    evidence: UniquesEvidence,
    questions: UniqueQuestions,
    /// The report declares itself incomplete.
    is_partial: bool,
    /// The method that the program chooses.
    own: Method,
    /// The number of steps after which the search for cells ends: the recipe's, or else the report's.
    ended_after: Option<u64>,
    search: UniquesSearch,
    has_all: bool,
    suppressing: Option<Suppressing>,
    suppressed: Option<Suppressed>,
    check: Option<CellCheck>,
}

/// The parts of a report that are read before it is checked.
#[derive(Deserialize)]
struct Claimed {
    method: Method,
    ended_after_steps: Option<u64>,
}

impl UniquesAudit {
    /// Reads a report. The combinations will be counted with a different method than the report's.
    ///
    /// # Errors
    /// A report that cannot be read, settings that do not fit the table, and a recipe that asks for more than k
    /// although a table was written.
    pub fn new(json: &str, evidence: UniquesEvidence) -> Result<Self> {
        let UniquesEvidence { recipe, prepared, .. } = &evidence;
        let audit = Audit::new(ReportKind::Uniques, json)?;
        if audit.has("output_sha256") {
            recipe.expect_sizes_alone(RELEASE)?;
        }
        let is_partial = audit.is_partial();
        let claimed: Claimed = read_report(ReportKind::Uniques, json)?;
        // If the recipe says after how many steps its search ends, the report must say the same.
        let ended_after = (recipe.uniques.end_after_steps).or(claimed.ended_after_steps);
        let questions = UniqueQuestions::new(prepared, recipe)?;
        let tuples = Arc::clone(questions.tuples());
        let own = questions.search()?.method();
        let other = another(claimed.method, &tuples, &questions);
        let search = UniquesSearch::new(tuples, questions.question(), Some(other))?;
        Ok(Self {
            audit,
            evidence,
            questions,
            is_partial,
            own,
            ended_after,
            search,
            has_all: false,
            suppressing: None,
            suppressed: None,
            check: None,
        })
    }

    /// Finds the combinations until the monitor interrupts. Returns whether all are found.
    pub fn find(&mut self, monitor: &mut dyn Monitor) -> bool {
        self.has_all = self.has_all || self.search.advance(monitor);
        self.has_all
    }

    /// Suppresses the cells that the recipe asks for until the monitor interrupts. Returns whether that is done.
    ///
    /// # Errors
    /// Those of grouping the records, see [`Tuples::new`].
    pub fn suppress(&mut self, monitor: &mut dyn Monitor) -> Result<bool> {
        if self.has_cells() {
            return Ok(true);
        }
        if self.suppressing.is_none() {
            let suppressing = Suppressing::new(&self.evidence.prepared, &self.questions)?;
            self.suppressing = suppressing.map(|own| own.ending_after(self.ended_after));
        }
        if let Some(suppressing) = &mut self.suppressing {
            self.suppressed = suppressing.advance(monitor)?;
        }
        Ok(self.has_cells())
    }

    /// Counts what the report says of suppressed cells from the text of the release and of the original, until the
    /// monitor interrupts. Returns whether that is done.
    ///
    /// # Errors
    /// A release that lacks one of the quasi-identifiers.
    pub fn read(&mut self, release: &Table, monitor: &mut dyn Monitor) -> Result<bool> {
        if self.check.is_none() {
            let put_back = put_back(release, self.evidence.recipe.release.shuffle.and_then(Shuffle::seed));
            let prepared = &self.evidence.prepared;
            let missing = match self.questions.settings.missing {
                Missing::Ignore => missing_in_release(&self.evidence.recipe, self.questions.missing()),
                Missing::Value => MissingCodes::default(),
            };
            let premise = CellPremise {
                original: prepared.table(),
                k: self.questions.settings.k(),
                missing: &missing,
                kept_as: &|qi, value| self.questions.label(prepared, qi, value).to_owned(),
            };
            let check = CellCheck::new(put_back.as_ref().unwrap_or(release), &premise)?;
            self.check = Some(check);
        }
        Ok((self.check.as_mut()).is_none_or(|check| check.advance(monitor)))
    }

    /// The shares that are done, 0 to 1: of the combinations, of the suppression, and of reading the release.
    pub fn shares(&self) -> [f64; 3] {
        let suppressed = self.suppressing.as_ref().map_or(0.0, Suppressing::share);
        let read = self.check.as_ref().map_or(0.0, CellCheck::share);
        [self.search.share(), suppressed, read]
    }

    /// Whether it is known which cells should be suppressed. For an incomplete report, these are none.
    pub fn has_cells(&self) -> bool {
        let asked = self.evidence.recipe.uniques.suppress != Suppress::None;
        self.suppressed.is_some() || !asked || self.is_partial
    }

    /// A comparison of the release with the original, at the start of both files. `None` if nothing is suppressed, so
    /// that there is no release, or if it is unknown which cells are suppressed. Keyed hashes are recomputed if their
    /// key is at hand.
    pub fn comparison(&self, key: Option<Key>) -> Option<Comparison> {
        let UniquesEvidence { recipe, dialect, prepared, .. } = &self.evidence;
        let suppression = self.suppressed.as_ref()?.suppression.clone();
        let labels: Arc<Vec<Vec<String>>> = Arc::new(
            (prepared.table().columns.iter().enumerate())
                .map(|(qi, column)| {
                    let values = 0..column.dictionary.len() as u32;
                    values.map(|value| self.questions.label(prepared, qi, value).to_owned()).collect()
                })
                .collect(),
        );
        let shown = (Arc::clone(&labels), suppression.clone());
        let comparison = Comparison::new(
            dialect,
            Arc::clone(prepared.table()),
            Box::new(move |_, row, qi, value| {
                // Rows beyond the original's differ in any case.
                let is_kept = row >= suppression.n_rows() || !suppression.is_suppressed(row, qi);
                is_kept.then(|| labels[qi][value as usize].clone())
            }),
            recipe.treatments_with(dialect, key),
        );
        // Nothing is said of classes here, so the scan need not distinguish labels.
        let settings = ScanSettings::of(&recipe.for_cells(), dialect);
        let settings = settings.with_levels(recipe, prepared, self.questions.levels());
        let is_shown = move |row: usize, qi: usize, value: u32| {
            let (labels, suppression) = &shown;
            let is_kept = row >= suppression.n_rows() || !suppression.is_suppressed(row, qi);
            u32::from(is_kept && labels[qi][value as usize] != SUPPRESSED)
        };
        let comparison = comparison.with_scan(settings, Box::new(is_shown));
        Some(comparison.shuffled(recipe.release.shuffle.and_then(Shuffle::seed)))
    }

    /// Checks every field of the report. `numbers` are the original's columns that the impact is measured with. For a
    /// release, suppressed cells and records that are still unsafe are also counted from its text and the original's.
    /// Claims that depend on an unfinished part are listed as not checked, and counts must be at least those found.
    ///
    /// # Errors
    /// A release that lacks one of the quasi-identifiers, and cells of `numbers` that are not numbers.
    pub fn finish(mut self, numbers: &Table, release: Option<CellRelease<'_>>) -> Result<Audited> {
        // Reads what was not read before.
        if let Some(release) = release.filter(|_| self.has_cells()) {
            self.read(release.table, &mut Unlimited)?;
        }
        let mut found = self.found(numbers)?;
        found.output_sha256 = release.map(|release| release.sha256.to_owned());
        // The report is about a release that was written.
        if self.audit.has("output_sha256") {
            self.of_written(&mut found, release);
        }
        for (key, value) in fields(&found) {
            self.check_field(&key, &value);
        }
        let is_known = self.has_cells();
        let may_have_release = self.suppressed.is_some() || !is_known;
        if !is_known && self.audit.has("impact") {
            self.audit.not_checked("impact", NO_CELLS);
        }
        if !is_known && self.audit.has(ENDED) {
            self.audit.not_checked(ENDED, NO_CELLS);
        }
        if found.ended_after_steps.is_none() {
            self.audit.expect_none(ENDED, NOT_ENDED);
        }
        match release {
            Some(release) if is_known => {
                let recipe = &self.evidence.recipe;
                add_compared(&mut self.audit, recipe, release.difference, release.has_key);
                for claim in self.of_release(&found, release.table) {
                    self.audit.add(claim);
                }
            }
            Some(_) => {
                self.audit.add(Claim { claimed: String::new(), found: NO_CELLS.to_owned(), holds: None, ..bytes(None) })
            }
            None if self.audit.has("output_sha256") && may_have_release => {
                self.audit.not_checked("output_sha256", Need::Released.reason());
            }
            None => {}
        }
        Ok(self.audit.finish().into())
    }

    /// The claims that only the report of a written release makes.
    fn of_written(&mut self, found: &mut UniquesReport, release: Option<CellRelease<'_>>) {
        let UniquesEvidence { recipe, prepared, .. } = &self.evidence;
        found.treatments = recipe.treatments();
        found.order_seed = recipe.drawn_order_seed();
        found.chosen = recipe.chosen_cells().cloned();
        let suppressed = self.suppressed.as_ref();
        found.classes_after = suppressed.map(|suppressed| ClassesAfter::of(recipe, &suppressed.taken_for));
        if suppressed.is_none() && self.audit.has("classes_after") {
            self.audit.not_checked("classes_after", NO_CELLS);
        }
        let disclosure = match (&self.suppressed, release) {
            (Some(suppressed), Some(release)) => {
                let seen = release.seen.to_vec();
                Ok(suppressed.disclosure(recipe, prepared, &self.questions, seen))
            }
            (None, _) => Err(NO_CELLS),
            (Some(_), None) => Err(Need::Released.reason()),
        };
        match &disclosure {
            Ok(found) => self.audit.expect("disclosure", found),
            Err(reason) => self.audit.not_checked("disclosure", reason),
        }
    }

    /// The expected report, as far as it is known.
    fn found(&self, numbers: &Table) -> Result<UniquesReport> {
        let UniquesEvidence { recipe, prepared, .. } = &self.evidence;
        let names = prepared.names();
        let (findings, suppressed) = (self.search.findings(), self.suppressed.as_ref());
        let mut found = UniquesReport::new(&names, &self.questions, self.own, findings, suppressed);
        if let Some(suppressed) = suppressed {
            let numbers = ImpactColumns::new(numbers, &self.questions)?;
            found.impact = Some(impact(prepared, &self.questions, suppressed, &numbers)?);
        }
        if !self.has_cells() {
            found.suppress = recipe.uniques.suppress;
        }
        found.input_sha256 = Some(self.evidence.input_sha256.clone());
        found.recipe_sha256 = Some(recipe.sha256());
        Ok(found)
    }

    /// Checks one field against its recomputed value.
    fn check_field(&mut self, key: &str, value: &Value) {
        let (has_all, has_cells, is_partial) = (self.has_all, self.has_cells(), self.is_partial);
        let audit = &mut self.audit;
        match key {
            // At the start, and at the end.
            "kind" | "format" | "version" | "seconds" => {}
            READ => check_read(audit, &self.evidence.recipe, &self.evidence.prepared),
            COMPLETE => audit.check_complete((!is_partial).then_some(true)),
            "suppressed_cells"
            | "suppressed_cells_by_qi"
            | "suppression_cost"
            | "lower_bound_cells"
            | "lower_bound_cost"
            | "proven_minimal"
            | "unsafe_after"
                if !has_cells =>
            {
                audit.not_checked(key, NO_CELLS);
            }
            "unsafe_records" | "combinations" | "combinations_by_size" | "combinations_by_qi" | "unsafe_after"
                if is_partial || !has_all =>
            {
                // An incomplete report may have found fewer than were found here, and these are not all either.
                let is_refuted = audit.field(key).is_some_and(|claimed| !is_partial && !is_at_most(value, claimed));
                match has_all {
                    true => audit.at_most(key, value),
                    false if is_refuted => audit.not_refuted(key, false, NOT_ALL),
                    false => audit.not_checked(key, NOT_ALL),
                }
            }
            "records_by_smallest_size" | "records_resolved_without" | "scores" if is_partial || !has_all => {
                let reason = match has_all {
                    true => "it is of the combinations that were found in time",
                    false => NOT_ALL,
                };
                audit.not_checked(key, reason);
            }
            _ => audit.expect(key, value),
        }
    }

    /// The claims about cells that follow from the release's text and the original's.
    fn of_release(&self, found: &UniquesReport, release: &Table) -> Vec<Claim> {
        let after = found.unsafe_after;
        let claims = CellClaims {
            records: found.records,
            cells: found.suppressed_cells_by_qi.values().copied().collect(),
            unsafe_after: [after.wildcard, after.matches_nothing, after.category, after.attacker],
            classes: found.classes_after.as_ref().map(|after| ClassClaims {
                classes: after.classes,
                smallest: after.smallest_class,
                taken_for: [&after.wildcard, &after.matches_nothing, &after.category]
                    .map(|reading| reading.taken_for.clone()),
            }),
        };
        (self.check.as_ref()).map_or_else(Vec::new, |check| check.claims(release, &claims))
    }
}

/// The fields of a report, as written.
fn fields(report: &UniquesReport) -> Map<String, Value> {
    match serde_json::to_value(report) {
        Ok(Value::Object(fields)) => fields,
        // A report has string keys and finite numbers only, so this never happens.
        _ => Map::new(),
    }
}

/// The method that is expected to finish first among those that the report does not name.
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
