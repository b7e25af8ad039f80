//! Checks reports that are not about one policy's release: of `uniques`, `sweep`, `frontier`, and of studies.

use super::{Verify, dialect_of, read_released, released, too_short_for_seconds};
use crate::compare::compare;
use crate::console::{plural, say};
use crate::crew::{Alone, drive};
use crate::failure::Failure;
use crate::frontier::{read_tradeoffs, reference};
use crate::input::{open, stream};
use crate::original::read_table;
use crate::progress::{Budget, Progress};
use crate::recipe_file::read_recipe;
use crate::reproof::{not_proven_again, prove_all};
use crate::verdict::conclude_claims;
use kanon::audit::{
    Audited, CellsAlone, Looked, ReleasedTable, audit_full_domain, audit_partition, audit_sweep, every_level,
    every_partition,
};
use kanon::document::AuditedReport;
use kanon::jobs::{Claimed, Original, SideBySide, VerifyCellsJob};
use kanon::monitor::{Checks, When};
use kanon::recipe::{FrontierSpace, Recipe, Suppress};
use kanon::release::verify::Claim;
use kanon::report::ReportKind;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// The results for a report's claims.
fn settled_by(claims: &[Claim]) -> AuditedReport {
    AuditedReport { claims: claims.to_vec(), ..AuditedReport::default() }
}

/// The kind of a report, in words.
fn name_of(kind: ReportKind) -> &'static str {
    match kind {
        ReportKind::Release => "a release",
        ReportKind::Uniques => "`uniques`",
        ReportKind::Sweep => "`sweep`",
        ReportKind::Frontier => "`frontier`",
        ReportKind::Compare => "`compare`",
        ReportKind::Study => "a study",
    }
}

impl Verify {
    /// Checks a report that is not about one policy's release.
    pub(super) fn check_studied(
        &self,
        kind: ReportKind,
        report: &Path,
        json: &str,
        found: &mut Option<AuditedReport>,
    ) -> Result<(), Failure> {
        let place = report.display();
        if kind == ReportKind::Study {
            return Err(Failure::input(format!(
                "{place}: this is the report of a study, which cannot be verified. Run the study again."
            )));
        }
        if kind == ReportKind::Compare {
            return Err(Failure::input(format!(
                "{place}: this is what `kanon compare` prints of a policy, which cannot be verified. Run it again."
            )));
        }
        if let (ReportKind::Uniques, Some(release), None) = (kind, &self.release, &self.data) {
            return self.cells_alone(release, report, json, found);
        }
        let (Some(recipe_path), Some(data)) = (&self.recipe, &self.data) else {
            return Err(Failure::input(format!(
                "{place}: a report of {} is checked against its recipe and data. Name them with --recipe and --data.",
                name_of(kind)
            )));
        };
        if let (ReportKind::Sweep | ReportKind::Frontier, Some(release)) = (kind, &self.release) {
            return Err(Failure::input(format!(
                "{place}: a report of {} is not about a release. Leave {} out.",
                name_of(kind),
                release.display()
            )));
        }
        if self.seconds.is_some() && kind != ReportKind::Uniques && !self.optimality {
            return Err(too_short_for_seconds());
        }
        if let Some(release) = &self.release {
            // Opens the release early: it is read after the search for combinations, which may take minutes.
            open(release)?;
        }
        let recipe = read_recipe(recipe_path)?;
        if self.population.is_some() && (kind == ReportKind::Uniques || !recipe.asks_for_people()) {
            return Err(Failure::input(format!("{place}: the report counts no people. Leave --population out.")));
        }
        let mut input = read_table(data, &recipe)?;
        if matches!(kind, ReportKind::Sweep | ReportKind::Frontier)
            && recipe.asks_for_people()
            && let Some(people) = self.read_population(&recipe)?
        {
            let counted = input.prepared.with_population(&recipe, Arc::new(people));
            input.prepared = counted.map_err(|error| Failure::in_file(data, error))?;
        }
        let input = Arc::new(input);
        let in_report = |error| Failure::in_file(report, error);
        let (prepared, sha256) = (&input.prepared, &input.sha256);
        let settings = recipe.frontier.clone().unwrap_or_default();
        let mut tradeoffs = None;
        let mut stopped = None;
        let audited = match kind {
            ReportKind::Sweep => audit_sweep(json, &recipe, prepared, sha256).map_err(in_report)?,
            ReportKind::Frontier if settings.space == FrontierSpace::FullDomain => {
                audit_full_domain(json, &recipe, prepared, sha256).map_err(in_report)?
            }
            ReportKind::Frontier => {
                let own = read_tradeoffs(recipe_path, &recipe, &settings, &input)?;
                let own = tradeoffs.insert(own);
                let given = match &settings.reference {
                    None => None,
                    Some(name) => Some(reference(recipe_path, &recipe, data, name, own, &input)?),
                };
                audit_partition(json, &recipe, prepared, own, given.as_ref(), sha256).map_err(in_report)?
            }
            _ => {
                let (audited, missing) = self.uniques(report, json, &recipe, data, &input)?;
                stopped = missing;
                audited
            }
        };
        *found = Some(settled_by(&audited.claims));
        let holds = conclude_claims(&audited.claims).and(stopped.map_or(Ok(()), Err));
        if !self.optimality {
            return holds;
        }
        holds?;
        if kind != ReportKind::Frontier || !audited.optima.is_empty() {
            return prove_all(&audited.optima, &prepared.names(), self.reproof_seconds());
        }
        let is_exact = serde_json::from_str::<Value>(json).is_ok_and(|report| report["exact"] == true);
        if !is_exact {
            return Err(Failure::input(format!(
                "{place}: the report does not claim that its frontier is exact. Leave --optimality out."
            )));
        }
        let clock = Instant::now();
        let seconds = self.reproof_seconds();
        let mut monitor = When(|| clock.elapsed().as_secs_f64() >= seconds);
        let looked = match &tradeoffs {
            Some(tradeoffs) => every_partition(json, &recipe, tradeoffs, &mut monitor),
            None => every_level(json, &recipe, prepared, &mut monitor),
        };
        conclude_look(&looked.map_err(in_report)?, seconds)
    }

    /// Checks a report of `uniques` against its release alone.
    fn cells_alone(
        &self,
        path: &Path,
        report: &Path,
        json: &str,
        found: &mut Option<AuditedReport>,
    ) -> Result<(), Failure> {
        let recipe = self.recipe.as_deref().map(read_recipe).transpose()?;
        let own = self.count_column.clone();
        let released =
            ReleasedTable::alone(json, recipe.as_ref(), own).map_err(|error| Failure::in_file(report, error))?;
        let dialect = recipe.as_ref().and_then(|recipe| recipe.dialect.clone());
        let dialect = dialect_of(path, dialect)?;
        let (table, sha256) = read_released(released, path, Some(dialect.clone()))?;
        let alone = CellsAlone::new(json, recipe.as_ref(), &dialect, table, sha256)
            .map_err(|error| Failure::in_file(path, error))?;
        let claims = alone.finish()?;
        *found = Some(settled_by(&claims));
        conclude_claims(&claims)
    }

    /// The result for a report of `uniques`, and what to print if `--seconds` left something open.
    fn uniques(
        &self,
        report: &Path,
        json: &str,
        recipe: &Recipe,
        data: &Path,
        input: &Arc<Original>,
    ) -> Result<(Audited, Option<Failure>), Failure> {
        let in_report = |error| Failure::in_file(report, error);
        let claimed = Claimed {
            original: Arc::clone(input),
            recipe: recipe.clone(),
            report: json.to_owned(),
            key: self.release.as_ref().map_or(Ok(None), |_| self.key(recipe))?,
            population: None,
        };
        let mut job = VerifyCellsJob::new(claimed).map_err(in_report)?;
        if let (Some(path), Suppress::None) = (&self.release, recipe.uniques.suppress) {
            return Err(Failure::input(format!(
                "{}: the recipe suppresses no cell, so there is no release. Leave {} out.",
                report.display(),
                path.display()
            )));
        }
        let what = match recipe.uniques.suppress {
            Suppress::None => "combinations again",
            _ => "combinations and cells again",
        };
        let stopped = find_again(&mut job, what, &Budget::new(self.seconds)?)?;
        let Some(path) = &self.release else {
            let mut reading = job.compare();
            if reading.reads_original() {
                stream(data, &input.dialect().encoding, &mut |raw, text| reading.push_original(raw, text).map(|_| ()))?;
                reading.end_original().map_err(|error| Failure::in_file(data, error))?;
            }
            return Ok((reading.finish().map_err(|error| Failure::in_file(data, error))?, stopped));
        };
        let mut comparison = job.with_release(released(path, recipe, input)?).compare();
        compare(&mut comparison, data, &input.dialect().encoding, path)?;
        let audited = comparison.finish().map_err(|error| Failure::in_file(path, error))?;
        Ok((audited, stopped))
    }
}

/// Finds combinations and cells within a budget, and shows progress on a terminal. Returns the failure of the command
/// if the budget is spent first.
fn find_again(job: &mut VerifyCellsJob, what: &str, budget: &Budget) -> Result<Option<Failure>, Failure> {
    if drive(job, &mut Alone, budget, Progress::new(what), |_| String::new())? {
        return Ok(None);
    }
    let open = match job.audit().find(&mut Checks(0)) {
        true => "the claims about combinations were checked, those about suppressed cells were not",
        false => "the claims about combinations and suppressed cells were not checked",
    };
    Ok(Some(budget.stopped(open)))
}

/// Prints whether any policy lies below the frontier.
fn conclude_look(looked: &Looked, seconds: f64) -> Result<(), Failure> {
    let Looked { policies, all, below } = looked;
    if let Some((policy, point)) = below {
        say!(
            "FAILS: whether no policy lies below the frontier; one does at risk {} and loss {}: {policy}",
            point.risk,
            point.loss
        );
        return Err(Failure::no("verification failed"));
    }
    let policies = plural(*policies, "policy", "policies");
    if *all {
        say!("holds: no policy lies below the frontier; {policies} looked at");
        return Ok(());
    }
    say!("open: whether no policy lies below the frontier; none of the first {policies} does");
    Err(not_proven_again(seconds))
}
