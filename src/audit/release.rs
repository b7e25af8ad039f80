//! Checks the report of a release.

use super::chosen::{self, ChosenEvidence};
use super::compared::{ORDER_SEED, add_compared, put_back, refuse_order};
use super::evidence::Evidence;
use super::fields::Audit;
use super::read::{check_read, read_alone};
use super::{attackers, conditions};
use crate::data::{Dialect, Table};
use crate::error::{Error, ReportError, Result};
use crate::lattice::{Level, Policy};
use crate::recipe::{Chosen, Recipe, Shuffle};
use crate::release::disclosure::{ScanSettings, without_suppressed};
use crate::release::plain::PlainTable;
use crate::release::verify::{Claim, Claims, Verification, prosecutor, risk_of, verify, verify_alone};
use crate::release::{Comparison, Expected, Key, LeftOut};
use crate::report::{ClaimedReport, Need, Report, ReportKind, RiskBeforeAfter, SuppressedRisk};
use crate::search::{Algorithm, Evaluator, Problem};
use crate::table::{EncodedStudy, policy_warnings};
use indexmap::IndexMap;
use std::sync::Arc;

/// Losses summed in different orders agree if they differ by a smaller share.
const TOLERANCE: f64 = 1e-9;

/// The policy in words.
const IN_WORDS: &str = "policy_in_words";
/// The groups that are left of each column.
const GROUPS: &str = "groups_by_quasi_identifier";
/// How much finer each column could be.
const SLACK: &str = "slack";

/// The report of a release, with the effect of its policy on the original.
#[derive(Debug, Clone)]
pub struct ReleaseAudit {
    json: String,
    report: ClaimedReport,
    levels: Vec<Level>,
    expected: Arc<Expected>,
}

impl ReleaseAudit {
    /// Reads a report on a release of the original in `prepared`.
    ///
    /// # Errors
    /// A text that is not a report, and a policy that does not fit the recipe's quasi-identifiers and their levels.
    pub fn new(json: &str, recipe: &Recipe, prepared: &EncodedStudy) -> Result<Self> {
        let mut report = ClaimedReport::parse(json)?;
        let names = prepared.names();
        let levels: Vec<Level> = (names.iter()).filter_map(|name| report.policy.get(name).copied()).collect();
        if levels.len() != report.policy.len() || levels.len() != names.len() {
            let given: Vec<&str> = report.policy.keys().map(String::as_str).collect();
            let (given, expected) = (given.join(", "), names.join(", "));
            return Err(ReportError::OtherColumns { given, expected }.into());
        }
        for ((&level, hierarchy), name) in levels.iter().zip(prepared.hierarchies()).zip(&names) {
            if usize::from(level) >= hierarchy.height() {
                let kind = ReportError::NoSuchLevel { given: level.into(), highest: hierarchy.height() as u64 - 1 };
                return Err(Error::new(kind).in_column(name));
            }
        }
        let expected = Expected::new(
            prepared.table(),
            prepared.hierarchies(),
            &levels,
            report.k,
            prepared.plain_conditions(recipe, &levels)?.as_ref(),
        )?;
        let suppressed = expected.suppressed_records(prepared.table());
        fill(&mut report, &Audit::new(ReportKind::Release, json)?, suppressed, || {
            let problem = Arc::new(prepared.problem(recipe)?);
            Ok(Evaluator::new(problem).check(&Policy::new(levels.as_slice())).loss)
        })?;
        Ok(Self { json: json.to_owned(), report, levels, expected: Arc::new(expected) })
    }

    /// The claims of the report about the policy.
    pub fn report(&self) -> &ClaimedReport {
        &self.report
    }

    /// The levels of the policy, in the order of the quasi-identifiers.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// A comparison of the release with the original, at the start of both files. Keyed hashes are recomputed if their
    /// key is at hand.
    pub fn comparison(
        &self,
        recipe: &Recipe,
        prepared: &EncodedStudy,
        dialect: &Dialect,
        key: Option<Key>,
    ) -> Comparison {
        let expected = Arc::clone(&self.expected);
        let groups = Arc::clone(&self.expected);
        let removed = Arc::clone(&self.expected);
        let is_removed = || -> LeftOut { Box::new(move |row| removed.is_suppressed(row)) };
        Comparison::new(
            dialect,
            Arc::clone(prepared.table()),
            Box::new(move |_, row, qi, value| {
                let is_kept = !expected.is_suppressed(row);
                is_kept.then(|| expected.label(qi, value).to_owned())
            }),
            recipe.treatments_with(dialect, key),
        )
        .with_scan(
            ScanSettings::of(recipe, dialect).with_levels(recipe, prepared, &self.levels),
            Box::new(move |row, qi, value| groups.group(row, qi, value)),
        )
        .without((recipe.release.suppressed.are_removed()).then(is_removed))
        .shuffled(recipe.release.shuffle.and_then(Shuffle::seed))
    }

    /// Checks every field of the report.
    ///
    /// # Errors
    /// A recipe without a valid problem, and a release with a value that is not a group of the policy.
    pub fn finish(&self, evidence: &Evidence<'_>) -> Result<Verification> {
        let (recipe, prepared) = (evidence.recipe, evidence.prepared);
        let problem = Arc::new(prepared.problem(recipe)?);
        let policy = Policy::new(self.levels.as_slice());
        let report = &self.report;
        let claims = Claims {
            records: report.records,
            suppressed_records: report.suppressed_records,
            suppressed: recipe.release.suppressed,
            classes: report.classes,
            loss: report.loss,
            settings: &prepared.loss(recipe),
            levels: &self.levels,
            hierarchies: prepared.hierarchies(),
            original: Some((prepared.table(), &self.expected)),
        };
        let names = prepared.names();
        let plain = PlainTable::new(prepared.table(), prepared.hierarchies())?;
        let put_back = put_back(evidence.release, recipe.release.shuffle.and_then(Shuffle::seed));
        let release = put_back.as_ref().unwrap_or(evidence.release);
        let mut found = verify(release, &names, recipe.privacy.k, Some(&claims))?;
        let mut audit = Audit::new(ReportKind::Release, &self.json)?;
        if audit.is_external() {
            // It claims less than was compared.
            found.holds = found.violating_records == 0;
        }
        add_compared(&mut audit, recipe, evidence.difference, evidence.has_key);
        for claim in found.claims.drain(..) {
            // The others are fields of the report and are checked as such.
            let is_claimed = claim.claim == "information loss" && !audit.leaves_out("loss");
            if is_claimed || claim.claim == "k" {
                audit.add(Claim { claim: format!("{}, from the released text alone", claim.claim), ..claim });
            }
        }
        let is_whole = evidence.difference.is_none();
        let in_lattice = problem.lattice().contains(&policy);
        let found_policy = match (is_whole, in_lattice) {
            (true, true) => "what the release shows",
            (false, _) => "the release shows something else",
            (true, false) => "outside of the recipe's levels and links",
        };
        audit.judge("policy", found_policy, is_whole && in_lattice);
        audit.expect(IN_WORDS, &prepared.in_words(&self.levels));
        // Taken from the report; the bytes show whether the order is drawn from it.
        if let Some(seed) = recipe.drawn_order_seed() {
            audit.expect(ORDER_SEED, &seed);
        }
        shown(&mut audit, Some(recipe), &found, evidence.output_sha256);
        let k = recipe.privacy.k;
        let (levels, expected) = (&self.levels, &self.expected);
        let worst = conditions::check(&mut audit, evidence, levels, expected, TOLERANCE)?;
        // Only class sizes determine how much finer columns could be.
        if !recipe.is_protected() {
            let are_removed = recipe.release.suppressed.are_removed();
            audit.expect(SLACK, &by_name(&names, plain.slack(&self.levels, k, are_removed)));
        }
        self.counts(&mut audit, evidence, &found, problem.limit());
        audit.expect(
            "risk",
            &RiskBeforeAfter {
                before: risk_of(prepared.table(), k),
                after: found.risk,
                suppressed: SuppressedRisk::of(found.suppressed_records),
            },
        );
        attackers::check(&mut audit, evidence, levels, expected, TOLERANCE)?;
        let is_suppressed = |row| self.expected.is_suppressed(row);
        let mut disclosure = policy_warnings(recipe, prepared, &self.levels, &is_suppressed)?;
        disclosure.extend_from_slice(evidence.seen);
        if found.suppressed_records == 0 {
            disclosure = without_suppressed(disclosure);
        }
        audit.expect("disclosure", &disclosure);
        let loss = self.losses(&mut audit, &problem, &policy, &names);
        let figures = ChosenEvidence {
            prepared,
            population: evidence.population,
            levels: &self.levels,
            loss,
            worst: &worst,
            found: &found,
        };
        chosen::recompute(&mut audit, recipe, &figures)?;
        audit.expect("lattice_size", &LatticeSize(problem.lattice().size()));
        self.proof(&mut audit, recipe, &problem);
        check_work(&mut audit);
        audit.expect("input_sha256", &evidence.input_sha256);
        found.claims = audit.finish();
        found.holds &= found.claims.iter().all(|claim| claim.holds != Some(false));
        Ok(found)
    }

    fn counts(&self, audit: &mut Audit, evidence: &Evidence<'_>, found: &Verification, limit: u64) {
        audit.expect("classes", &found.classes);
        audit.expect(GROUPS, &by_name(&evidence.prepared.names(), found.groups_by_qi.iter().copied()));
        let removed = found.removed_records;
        let suppressed = found.suppressed_records + removed.unwrap_or_default();
        audit.expect("suppressed_records", &suppressed);
        if let Some(removed) = removed {
            audit.expect("removed_records", &removed);
        }
        audit.expect("ragged_records", &evidence.prepared.table().ragged.counts());
        check_read(audit, evidence.recipe, evidence.prepared);
        audit.expect("suppression_limit_records", &limit);
        audit.add(Claim {
            field: None,
            claim: "no more records are suppressed than may be".to_owned(),
            claimed: format!("at most {limit}"),
            found: suppressed.to_string(),
            holds: Some(suppressed <= limit),
        });
    }

    fn losses(&self, audit: &mut Audit, problem: &Arc<Problem>, policy: &Policy, names: &[String]) -> f64 {
        let mut evaluator = Evaluator::new(Arc::clone(problem));
        let loss = evaluator.check(policy).loss;
        audit.expect("loss", &loss);
        let by_column = evaluator.loss_by_qi(policy).map(|losses| by_name(names, losses));
        audit.expect("loss_by_quasi_identifier", &by_column);
        loss
    }

    /// The fields that only a search could recompute. They must at least not contradict each other. If the recipe
    /// leaves a single policy or has a person choose it, nothing is proven; a heuristic proves no more than what the
    /// most specific policy loses.
    fn proof(&self, audit: &mut Audit, recipe: &Recipe, problem: &Arc<Problem>) {
        if problem.lattice().size() == 1 || matches!(recipe.chosen, Some(Chosen::Policy(_))) {
            audit.expect("optimal", &false);
            audit.expect("bound", &0.0);
            return;
        }
        let ClaimedReport { optimal, bound, loss, .. } = self.report;
        let reaches = bound >= loss - TOLERANCE * loss.abs();
        let exceeds = bound > loss + TOLERANCE * loss.abs();
        let provable = match recipe.search.algorithm {
            Algorithm::Datafly | Algorithm::Igreedy => {
                Evaluator::new(Arc::clone(problem)).check(&problem.lattice().bottom()).bound
            }
            _ => f64::INFINITY,
        };
        let is_provable = bound <= provable + TOLERANCE * provable.abs();
        let agrees = optimal == reaches && !exceeds && bound >= 0.0 && is_provable;
        let reason = "only another search can show it (on the command line: --optimality)";
        audit.not_refuted("optimal", agrees, reason);
        audit.not_refuted("bound", agrees, reason);
    }
}

/// Puts what is so in the place of what an external report leaves out.
///
/// # Errors
/// Those of `loss`.
fn fill(report: &mut ClaimedReport, audit: &Audit, suppressed: u64, loss: impl FnOnce() -> Result<f64>) -> Result<()> {
    if audit.leaves_out("suppressed_records") {
        report.suppressed_records = suppressed;
    }
    if audit.leaves_out("loss") {
        report.loss = loss()?;
        report.bound = if report.optimal { report.loss } else { 0.0 };
    }
    Ok(())
}

/// Why it is open whether records of `*` only are suppressed.
const STARS: &str =
    "records of * only are suppressed, or a class whose values all became *: only the original shows which";

/// Checks what report and release show if the original is not at hand. With a recipe, the settings are compared as
/// well.
///
/// # Errors
/// A text that is not a report, and a release that lacks one of its quasi-identifiers.
pub fn audit_alone(json: &str, recipe: Option<&Recipe>, release: &Table, output_sha256: &str) -> Result<Verification> {
    let report = Report::parse(json)?;
    let names: Vec<String> = report.policy.keys().cloned().collect();
    let are_removed = match recipe {
        Some(recipe) => recipe.release.suppressed.are_removed(),
        None => report.removed_records.is_some(),
    };
    let suppressed = (!are_removed).then_some(report.suppressed_records);
    let alone = verify_alone(release, &names, report.k, suppressed)?;
    let (mut found, sizes) = (alone.found, alone.sizes);
    let mut audit = Audit::new(ReportKind::Release, json)?;
    audit.add(Claim {
        field: None,
        claim: "every cell is the original's, or what the policy makes of it".to_owned(),
        claimed: String::new(),
        found: Need::Original.reason().to_owned(),
        holds: None,
    });
    // The recipe limits the policy; the search chose it.
    audit.not_checked("policy", Need::Original.reason());
    match report.conditions.is_empty() {
        true => audit.not_checked(SLACK, Need::Original.reason()),
        false => audit.expect_none(SLACK, "more than the size of classes is asked for"),
    }
    let why_open = alone.has_class_of_stars.then_some(STARS);
    conditions::alone(&mut audit, &report, recipe, (release, why_open), TOLERANCE)?;
    shown(&mut audit, recipe, &found, output_sha256);
    if recipe.is_none() {
        audit.judge("k", format!("classes of at least {}", found.smallest_class), found.violating_records == 0);
    }
    // Without the number of suppressed records, it is open which records of `*` only are a class.
    let is_open = alone.has_class_of_stars && audit.leaves_out("suppressed_records");
    match is_open {
        true => ["classes", GROUPS].into_iter().for_each(|key| audit.not_checked(key, STARS)),
        false => {
            audit.expect("classes", &found.classes);
            audit.expect(GROUPS, &by_name(&names, found.groups_by_qi.iter().copied()));
        }
    }
    if are_removed {
        // What is not in the release can only agree with itself.
        let agrees = report.removed_records == Some(report.suppressed_records);
        for key in ["suppressed_records", "removed_records"] {
            audit.not_refuted(key, agrees, Need::Original.reason());
        }
    } else {
        audit.expect_none("removed_records", "no record is removed");
        match alone.has_class_of_stars {
            true => audit.not_checked("suppressed_records", STARS),
            false => audit.expect("suppressed_records", &found.suppressed_records),
        }
    }
    read_alone(&mut audit);
    let risk = RiskBeforeAfter {
        before: prosecutor(std::iter::empty(), report.k),
        after: found.risk,
        suppressed: SuppressedRisk::of(found.suppressed_records),
    };
    match is_open {
        true => audit.not_checked(attackers::KEY, STARS),
        false => attackers::alone(&mut audit, &report, recipe, &sizes, TOLERANCE),
    }
    let open = if is_open { &["before", "after", "suppressed"][..] } else { &["before"] };
    audit.expect_but("risk", &risk, open, Need::Original.reason());
    check_work(&mut audit);
    if recipe.is_none() {
        audit.without(Need::Recipe);
    }
    audit.without(Need::Original);
    found.claims = audit.finish();
    found.holds &= found.claims.iter().all(|claim| claim.holds != Some(false));
    Ok(found)
}

/// The numbers of the quasi-identifiers by their names.
fn by_name<Number>(names: &[String], numbers: impl IntoIterator<Item = Number>) -> IndexMap<&String, Number> {
    names.iter().zip(numbers).collect()
}

/// Checks what release and recipe show, with or without the original.
fn shown(audit: &mut Audit, recipe: Option<&Recipe>, found: &Verification, output_sha256: &str) {
    audit.expect("records", &found.records);
    audit.expect("output_sha256", &output_sha256);
    let Some(recipe) = recipe else { return };
    let treatments = recipe.treatments();
    if !treatments.is_empty() {
        audit.expect("treatments", &treatments);
    }
    audit.expect("k", &recipe.privacy.k);
    audit.expect("suppression_limit", &recipe.privacy.suppression_limit);
    audit.expect("measure", &recipe.loss.measure);
    audit.expect("aggregate", &recipe.loss.aggregate);
    audit.expect("algorithm", &recipe.search.algorithm);
    audit.expect("seed", &recipe.search.seed());
    audit.expect("recipe_sha256", &recipe.sha256());
    chosen::check(audit, recipe);
    refuse_order(audit, recipe);
}

/// A report counts either the policies or the boxes that its search went through.
fn check_work(audit: &mut Audit) {
    let (boxes, policies) = (["boxes_looked_at", "policies_evaluated"], ["policies_checked", "policies_pruned"]);
    let (counted, others) = if audit.has(boxes[0]) { (boxes, policies) } else { (policies, boxes) };
    counted.iter().for_each(|key| audit.not_checked(key, Need::Search.reason()));
    others.iter().for_each(|key| audit.expect_none(key, "a search goes through policies or through boxes"));
}

/// The number of policies, as reports write it.
#[derive(serde::Serialize)]
struct LatticeSize(#[serde(serialize_with = "crate::report::lattice_size")] u128);
