//! The report of `uniques`, against the data, the recipe, and the release where there is one.

use super::{Audit, Audited, plausible, syntax};
use crate::data::{Dialect, Table};
use crate::error::Result;
use crate::monitor::Unlimited;
use crate::release::cells::{CellClaims, verify_cells};
use crate::release::verify::Claim;
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
    /// The quasi-identifiers of the release, and its SHA-256.
    pub release: Option<(&'a Table, &'a str)>,
}

/// What is taken from a report before it is checked.
#[derive(Deserialize)]
struct Claimed {
    method: Method,
    #[serde(default)]
    output_sha256: Option<Value>,
}

/// Settles every field of a report of `uniques`. The combinations are counted by another method than the report's, the
/// suppressed cells and what is still unsafe from the texts of release and original.
///
/// Takes about as long as the report took.
///
/// # Errors
/// A report that cannot be read, settings that do not fit the table, and a release without a quasi-identifier.
pub fn audit_uniques(json: &str, evidence: UniquesEvidence<'_>) -> Result<Audited> {
    let UniquesEvidence {
        recipe,
        dialect,
        prepared,
        input_sha256,
        release,
        ..
    } = evidence;
    let mut audit = Audit::new(json)?;
    let claimed: Claimed = serde_json::from_str(json).map_err(|error| syntax(&error))?;
    let questions = UniqueQuestions::new(prepared, dialect, &recipe.uniques)?;
    let tuples = Arc::clone(questions.tuples());
    let own = questions.search()?.method();
    let mut search = UniquesSearch::new(
        Arc::clone(&tuples),
        questions.question(),
        Some(another(claimed.method, &tuples, &questions)),
    )?;
    search.advance(&mut Unlimited);
    let suppressed = match questions.suppressing(prepared)? {
        Some(mut suppressing) => suppressing.advance(&mut Unlimited)?,
        None => None,
    };
    let names = prepared.names();
    let findings = search.findings();
    let mut found = UniquesReport::new(&names, &questions, own, findings, suppressed.as_ref());
    if let Some(suppressed) = &suppressed {
        let numbers = ImpactColumns::new(evidence.numbers, dialect, &questions)?;
        found.impact = Some(impact(prepared, &questions, suppressed, &numbers)?);
    }
    input_sha256.clone_into(&mut found.input_sha256);
    found.output_sha256 = release.map(|(_, sha256)| sha256.to_owned());
    for (key, value) in fields(&found) {
        match key.as_str() {
            "seconds" => audit.not_checked(&key, plausible::seconds, "time leaves no trace"),
            _ => audit.expect(&key, &value),
        }
    }
    if release.is_none() && claimed.output_sha256.is_some() {
        let reason = "the release was not given";
        audit.not_checked("output_sha256", plausible::sha256, reason);
    }
    if let Some((table, _)) = release {
        for claim in of_release(&found, table, evidence, &questions)? {
            audit.add(claim);
        }
    }
    Ok(audit.finish().into())
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

/// What the release shows of the cells, by its text and the original's.
fn of_release(
    found: &UniquesReport,
    release: &Table,
    evidence: UniquesEvidence<'_>,
    questions: &UniqueQuestions,
) -> Result<Vec<Claim>> {
    let prepared = evidence.prepared;
    let settings = &questions.settings;
    let kept_as = |qi: usize, value: u32| {
        let level = questions.levels()[qi];
        prepared
            .label(qi, level, prepared.qis()[qi].group(level, value))
            .to_owned()
    };
    let missing: &[String] = match settings.missing {
        Missing::Ignore => &evidence.dialect.missing,
        Missing::Value => &[],
    };
    let after = found.unsafe_after;
    let cells = found.suppressed_cells_by_qi.clone();
    let claims = CellClaims {
        k: settings.k,
        records: found.records,
        cells: cells.into_iter().collect(),
        unsafe_after: [
            after.wildcard,
            after.matches_nothing,
            after.category,
            after.attacker,
        ],
    };
    verify_cells(release, prepared.table(), &claims, missing, &kept_as)
}
