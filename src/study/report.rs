//! The report of a release.

use super::attackers::AttackersBeforeAfter;
use super::outcome::Outcome;
use super::recipe::{Chosen, Recipe};
use super::report_kind::ReportKind;
use crate::data::RaggedCounts;
use crate::lattice::{Level, TOO_MANY_POLICIES, size_in_words};
use crate::loss::{Aggregate, MeasureName};
use crate::privacy::Condition;
use crate::release::Treatment;
use crate::release::disclosure::Warning;
use crate::risk::Prosecutor;
use crate::search::{Algorithm, Work};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize, Serializer};

/// What a release is, and what is proven of it. As JSON it is the file that belongs to the release; what of it may go
/// out with the release, [`for_recipients`](Self::for_recipients) says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// What the report is about.
    #[serde(default = "ReportKind::of_release")]
    pub kind: ReportKind,
    /// The program's version.
    pub version: String,
    /// The level of each quasi-identifier.
    pub policy: IndexMap<String, Level>,
    /// What became of the columns that the policy does not generalize.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub treatments: IndexMap<String, Treatment>,
    /// What each of these levels is, in words.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub policy_in_words: IndexMap<String, String>,
    /// What the policy is, where a person chose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Chosen>,
    /// The k asked for.
    pub k: u64,
    /// What was asked for beside sizes of classes, all of it, and the worst that was found in the release.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<ConditionReport>,
    /// The suppression limit asked for, as a share of the records.
    pub suppression_limit: f64,
    /// The measure of information loss.
    pub measure: MeasureName,
    /// How the losses of the quasi-identifiers become one.
    pub aggregate: Aggregate,
    /// The information loss.
    pub loss: f64,
    /// The loss of each quasi-identifier, where the measure has them.
    pub loss_by_quasi_identifier: Option<IndexMap<String, f64>>,
    /// Whether it is proven, of more policies than one, that no valid one has a smaller loss.
    pub optimal: bool,
    /// No valid policy has a loss below this; 0 where nothing is proven.
    pub bound: f64,
    /// Records in classes smaller than k: their quasi-identifiers are `*`, or the release is without them.
    pub suppressed_records: u64,
    /// Of these, the records that the release is without: all of them, where the recipe has them removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed_records: Option<u64>,
    /// Records that might have been suppressed.
    pub suppression_limit_records: u64,
    /// Records of the release.
    pub records: u64,
    /// Ragged records of the original that the release is without or has filled up, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ragged_records: Option<RaggedCounts>,
    /// Equivalence classes of the records that are not suppressed.
    pub classes: u64,
    /// Policies of the lattice; a string if there are more than 2⁵³.
    #[serde(serialize_with = "lattice_size", deserialize_with = "any_size")]
    pub lattice_size: u128,
    /// What the search went through. With several threads, or a budget of seconds, it differs from run to run; nothing
    /// else but the time does.
    #[serde(flatten)]
    pub work: WorkReport,
    /// The search.
    pub algorithm: Algorithm,
    /// The seed of everything drawn at random.
    pub seed: u64,
    /// The time of the search, in seconds.
    pub seconds: f64,
    /// Prosecutor risk before and after.
    pub risk: RiskBeforeAfter,
    /// What attackers find before and after; reports of earlier versions do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attackers: Option<AttackersBeforeAfter>,
    /// What the release may disclose all the same.
    pub disclosure: Vec<Warning>,
    /// The most cells of each quasi-identifier that could be finer, by the definition of
    /// [`slack`](crate::risk::slack); reports of earlier versions do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slack: Option<IndexMap<String, u64>>,
    /// SHA-256 of the original file's bytes; not in a report for recipients, who could guess a small file by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_sha256: Option<String>,
    /// SHA-256 of the recipe, as [`Recipe::sha256`] gives it; not in a report for recipients either, as a recipe may
    /// list values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe_sha256: Option<String>,
    /// SHA-256 of the released file's bytes.
    pub output_sha256: String,
}

/// A condition of a release, and how far the release holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConditionReport {
    /// What was asked for.
    pub asked: Condition,
    /// The same in words, to go on with after "in every class".
    pub in_words: String,
    /// The worst figure of a class that is kept, or the average or the marketer's risk; `None` where no class is kept.
    pub found: Option<f64>,
}

impl ConditionReport {
    /// What was asked for and what was found, in one sentence.
    pub fn sentence(&self) -> String {
        match self.found {
            None => format!("{}: {}", self.scope(), self.found_in_words()),
            Some(_) => format!("{} ({})", self.scope(), self.found_in_words()),
        }
    }

    /// What was found.
    pub fn found_in_words(&self) -> String {
        match self.found {
            None => "no class is kept".to_owned(),
            Some(figure) => self.asked.found(figure),
        }
    }

    /// What it asks for, and of what.
    pub fn scope(&self) -> String {
        match self.asked.is_of_release() {
            true => self.in_words.clone(),
            false => format!("in every class: {}", self.in_words),
        }
    }

    /// What is said of the conditions of a recipe, whose figures were `found`.
    pub fn all(conditions: &[Condition], found: &[Option<f64>]) -> Vec<Self> {
        (conditions.iter().zip(found))
            .map(|(asked, &found)| Self { in_words: asked.words(), asked: asked.clone(), found })
            .collect()
    }
}

/// What a search went through, by the names that reports have for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WorkReport {
    /// Of a search of one policy after the other.
    Policies {
        /// Policies that it checked, one that it checked twice counted twice.
        policies_checked: u64,
        /// Policies that it met and excluded without a check.
        policies_pruned: u64,
    },
    /// Of a search of boxes of policies.
    Boxes {
        /// Boxes that it looked at.
        boxes_looked_at: u64,
        /// Policies that it evaluated by themselves, several for each box.
        policies_evaluated: u64,
    },
}

impl From<Work> for WorkReport {
    fn from(work: Work) -> Self {
        match work {
            Work::Policies { checked, pruned } => Self::Policies { policies_checked: checked, policies_pruned: pruned },
            Work::Boxes { looked_at, evaluated } => {
                Self::Boxes { boxes_looked_at: looked_at, policies_evaluated: evaluated }
            }
        }
    }
}

/// What a check takes from a report before it settles the report's fields: what it needs to begin.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ClaimedReport {
    /// The level of each quasi-identifier.
    pub policy: IndexMap<String, Level>,
    /// The k asked for.
    pub k: u64,
    /// The information loss.
    pub loss: f64,
    /// Whether the policy is said to be the best one.
    pub optimal: bool,
    /// No valid policy is said to have a loss below this.
    pub bound: f64,
    /// Suppressed records.
    pub suppressed_records: u64,
    /// Records of the release.
    pub records: u64,
    /// Equivalence classes.
    pub classes: u64,
    /// The search.
    pub algorithm: Algorithm,
    /// The seed of the search.
    pub seed: u64,
}

/// Prosecutor risk before and after.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RiskBeforeAfter {
    /// Of the table as it stood.
    pub before: Prosecutor,
    /// Of the records that are not suppressed.
    pub after: Prosecutor,
    /// Of the records that are, and are in the release all the same.
    pub suppressed: SuppressedRisk,
}

/// The risk of the suppressed records, which are a class of their own: whoever knows that a person is in the table, and
/// fits no class, looks for the person among them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SuppressedRisk {
    /// Suppressed records that are in the release.
    pub records: u64,
    /// 1 / `records`; 0 when there is none.
    pub highest: f64,
}

impl SuppressedRisk {
    /// The risk when `records` records are suppressed.
    pub fn of(records: u64) -> Self {
        Self { records, highest: if records == 0 { 0.0 } else { 1.0 / records as f64 } }
    }
}

impl Report {
    /// Whether a quasi-identifier at this level is in the release as it was: at the lowest one, and no cell of it is
    /// suppressed.
    pub fn keeps_untouched(&self, level: Level) -> bool {
        level == 0 && (self.suppressed_records == 0 || self.removed_records.is_some())
    }

    /// The report of an outcome over the quasi-identifiers `names`; both digests are in hexadecimal digits.
    pub fn new(
        recipe: &Recipe,
        names: &[String],
        outcome: &Outcome,
        input_sha256: String,
        output_sha256: String,
    ) -> Self {
        let suppressed = outcome.suppressed_records;
        let removed = (recipe.release.suppressed.are_removed()).then_some(suppressed);
        let by_name = |losses: &Vec<f64>| names.iter().cloned().zip(losses.iter().copied()).collect();
        Self {
            kind: ReportKind::Release,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            policy: names.iter().cloned().zip(outcome.policy.levels().iter().copied()).collect(),
            treatments: recipe.treatments(),
            policy_in_words: IndexMap::new(),
            chosen: recipe.chosen.clone(),
            k: recipe.privacy.k,
            conditions: ConditionReport::all(&recipe.protect, &outcome.conditions),
            suppression_limit: recipe.privacy.suppression_limit,
            measure: recipe.loss.measure,
            aggregate: recipe.loss.aggregate,
            loss: outcome.loss,
            loss_by_quasi_identifier: outcome.loss_by_qi.as_ref().map(by_name),
            optimal: outcome.optimal,
            bound: outcome.bound,
            suppressed_records: suppressed,
            removed_records: removed,
            suppression_limit_records: outcome.suppression_limit_records,
            records: outcome.records - removed.unwrap_or_default(),
            ragged_records: None,
            classes: outcome.classes as u64,
            lattice_size: outcome.lattice_size,
            work: outcome.counters.work.into(),
            algorithm: recipe.search.algorithm,
            seed: recipe.search.seed(),
            seconds: outcome.seconds,
            risk: RiskBeforeAfter {
                before: outcome.risk_before,
                after: outcome.risk_after,
                suppressed: SuppressedRisk::of(suppressed - removed.unwrap_or_default()),
            },
            attackers: None,
            disclosure: Vec::new(),
            slack: None,
            input_sha256: Some(input_sha256),
            recipe_sha256: Some(recipe.sha256()),
            output_sha256,
        }
    }

    /// The report as it goes with the release: without the digests of the original and of the recipe, by which whoever
    /// has them could try guesses of what they hold.
    #[must_use]
    pub fn for_recipients(&self) -> Self {
        Self { input_sha256: None, recipe_sha256: None, ..self.clone() }
    }

    /// The file of the population that risk is against.
    pub fn population(&self) -> Option<&str> {
        let of_attackers = self.attackers.as_ref().and_then(|found| found.population.as_ref());
        let of_point = self.chosen.as_ref().and_then(Chosen::population);
        let of_point = of_point.map(|population| &population.file);
        (of_attackers.map(|population| &population.file).or(of_point)).map(String::as_str)
    }

    /// The report with what its levels are, as [`Prepared::in_words`](super::Prepared::in_words) says it.
    #[must_use]
    pub fn with_words(self, policy_in_words: IndexMap<String, String>) -> Self {
        Self { policy_in_words, ..self }
    }

    /// The report with what attackers find.
    #[must_use]
    pub fn with_attackers(self, attackers: AttackersBeforeAfter) -> Self {
        Self { attackers: Some(attackers), ..self }
    }

    /// The report with how much finer each column could be, as [`Prepared::slack`](super::Prepared::slack) gives it.
    #[must_use]
    pub fn with_slack(self, slack: Option<IndexMap<String, u64>>) -> Self {
        Self { slack, ..self }
    }

    /// The report with what the release may disclose.
    #[must_use]
    pub fn with_disclosure(self, disclosure: Vec<Warning>) -> Self {
        Self { disclosure, ..self }
    }

    /// The report with what has become of the original's ragged records.
    #[must_use]
    pub fn with_ragged(self, ragged: RaggedCounts) -> Self {
        let ragged_records = (ragged != RaggedCounts::default()).then_some(ragged);
        Self { ragged_records, ..self }
    }

    /// The report as JSON, indented.
    pub fn to_json(&self) -> String {
        // A report has string keys and finite numbers only, so that this cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

const MOST_EXACT: u128 = 1 << 53;

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes by reference")]
pub(super) fn lattice_size<S: Serializer>(size: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    match u64::try_from(*size) {
        Ok(size) if u128::from(size) <= MOST_EXACT => serializer.serialize_u64(size),
        _ => serializer.serialize_str(&size_in_words(*size)),
    }
}

fn any_size<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Size {
        Number(u64),
        Text(String),
    }
    match Size::deserialize(deserializer)? {
        Size::Number(size) => Ok(size.into()),
        Size::Text(size) if size == TOO_MANY_POLICIES => Ok(u128::MAX),
        Size::Text(size) => size.parse().map_err(serde::de::Error::custom),
    }
}
