//! The report of a release.

use super::file::read_report;
use super::kind::ReportKind;
use crate::data::RaggedCounts;
use crate::error::ReportError;
use crate::lattice::{Level, TOO_MANY_POLICIES, size_in_words};
use crate::loss::{Aggregate, MeasureName};
use crate::people::AttackersBeforeAfter;
use crate::privacy::Condition;
use crate::recipe::{Chosen, Recipe};
use crate::release::Treatment;
use crate::release::disclosure::{Warning, without_suppressed};
use crate::report::edition::{Edition, Shown};
use crate::risk::Prosecutor;
use crate::run::Outcome;
use crate::search::{Algorithm, Work};
use crate::table::{EncodedStudy, ReadReport};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize, Serializer};

/// What a release is, and what is proven about it. As JSON it is the file that belongs to the release.
/// [`for_recipients`](Self::for_recipients) gives the part that may be published with the release.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The kind of the report.
    pub kind: ReportKind,
    /// The number of its format.
    pub format: u32,
    /// The program's version.
    pub version: String,
    /// The level of each quasi-identifier.
    pub policy: IndexMap<String, Level>,
    /// The treatments of the columns that the policy does not generalize.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub treatments: IndexMap<String, Treatment>,
    /// Each of these levels, in words.
    pub policy_in_words: IndexMap<String, String>,
    /// The description of the policy, if a person chose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Chosen>,
    /// The k asked for.
    pub k: u64,
    /// The conditions other than class sizes, with the worst figure of each in the release.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<ConditionReport>,
    /// The suppression limit asked for, as a share of the records.
    pub suppression_limit: f64,
    /// The measure of information loss.
    pub measure: MeasureName,
    /// How the losses of the quasi-identifiers are combined.
    pub aggregate: Aggregate,
    /// The information loss.
    pub loss: f64,
    /// The loss of each quasi-identifier, if the measure has one.
    pub loss_by_quasi_identifier: Option<IndexMap<String, f64>>,
    /// The different values that the records of each quasi-identifier have, without those that are suppressed.
    pub groups_by_quasi_identifier: IndexMap<String, u64>,
    /// Whether it is proven, among at least two policies, that no valid one has a smaller loss.
    pub optimal: bool,
    /// No valid policy has a loss below this; 0 where nothing is proven.
    pub bound: f64,
    /// Records in classes smaller than k. Their quasi-identifiers are `*`, or they are not in the release.
    pub suppressed_records: u64,
    /// Suppressed records that are not in the release: all of them if the recipe removes them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed_records: Option<u64>,
    /// The number of records that may be suppressed.
    pub suppression_limit_records: u64,
    /// Records of the release.
    pub records: u64,
    /// Ragged records of the original that were left out or padded.
    pub ragged_records: RaggedCounts,
    /// How the original was read. Not in a report for recipients.
    #[serde(default)]
    pub read: ReadReport,
    /// Equivalence classes of the records that are not suppressed.
    pub classes: u64,
    /// Policies of the lattice; a string if there are more than 2⁵³.
    #[serde(serialize_with = "lattice_size", deserialize_with = "any_size")]
    pub lattice_size: u128,
    /// The work of the search. With several threads, or a budget of seconds, it differs from run to run. Nothing else
    /// does, except the time.
    #[serde(flatten)]
    pub work: WorkReport,
    /// The search.
    pub algorithm: Algorithm,
    /// The seed of everything drawn at random.
    pub seed: u64,
    /// The seed of the order of the rows, if it was drawn for this run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_seed: Option<u64>,
    /// The time of the search, in seconds.
    pub seconds: f64,
    /// Prosecutor risk before and after.
    pub risk: RiskBeforeAfter,
    /// What attackers find before and after; `None` until it is known, and in no report that is read.
    pub attackers: Option<AttackersBeforeAfter>,
    /// Disclosure warnings for the release.
    pub disclosure: Vec<Warning>,
    /// The most cells of each quasi-identifier that could be finer, as defined by [`slack`](crate::risk::slack). `None`
    /// if more than the size of classes is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slack: Option<IndexMap<String, u64>>,
    /// SHA-256 of the original file's bytes. Not in a report for recipients, who could use it to guess a small file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_sha256: Option<String>,
    /// SHA-256 of the recipe, as [`Recipe::sha256`] gives it. Not in a report for recipients, because a recipe may list
    /// values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe_sha256: Option<String>,
    /// SHA-256 of the released file's bytes.
    pub output_sha256: String,
}

/// A condition of a release, and the figure that the release reaches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConditionReport {
    /// The condition.
    pub asked: Condition,
    /// The condition in words, to follow "in every class".
    pub in_words: String,
    /// The worst figure of a kept class, or the average or the marketer's risk; `None` if no class is kept.
    pub found: Option<f64>,
}

impl ConditionReport {
    /// The condition and the figure found, in one sentence.
    pub fn sentence(&self) -> String {
        match self.found {
            None => format!("{}: {}", self.scope(), self.found_in_words()),
            Some(_) => format!("{} ({})", self.scope(), self.found_in_words()),
        }
    }

    /// The figure found, in words.
    pub fn found_in_words(&self) -> String {
        match self.found {
            None => "no class is kept".to_owned(),
            Some(figure) => self.asked.found(figure),
        }
    }

    /// The condition and its scope, in words.
    pub fn scope(&self) -> String {
        match self.asked.is_of_release() {
            true => self.in_words.clone(),
            false => format!("in every class: {}", self.in_words),
        }
    }

    /// The entries for the conditions of a recipe. `found` are their figures.
    pub fn all(conditions: &[Condition], found: &[Option<f64>]) -> Vec<Self> {
        (conditions.iter().zip(found))
            .map(|(asked, &found)| Self { in_words: asked.words(), asked: asked.clone(), found })
            .collect()
    }
}

/// The work of a search, under the names used in reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WorkReport {
    /// Of a search that checks one policy after the other.
    Policies {
        /// Policies checked. A policy checked twice counts twice.
        policies_checked: u64,
        /// Policies met and excluded without a check.
        policies_pruned: u64,
    },
    /// Of a search of boxes of policies.
    Boxes {
        /// Boxes examined.
        boxes_looked_at: u64,
        /// Policies evaluated individually, several for each box.
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

/// The part of a report that a check reads before it checks the fields.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ClaimedReport {
    /// The level of each quasi-identifier.
    pub policy: IndexMap<String, Level>,
    /// The k asked for.
    pub k: u64,
    /// The information loss.
    pub loss: f64,
    /// Whether the policy is claimed to be the best one.
    pub optimal: bool,
    /// The claimed lower bound for the loss of every valid policy.
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
    /// Of the original table.
    pub before: Prosecutor,
    /// Of the records that are not suppressed.
    pub after: Prosecutor,
    /// Of the records that are suppressed and still in the release.
    pub suppressed: SuppressedRisk,
}

/// The risk of the suppressed records, which form a class of their own: an attacker who knows that a person is in the
/// table, and finds no class that fits, looks among them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SuppressedRisk {
    /// Suppressed records that are in the release.
    pub records: u64,
    /// 1 / `records`; 0 when there is none.
    pub highest: f64,
}

impl SuppressedRisk {
    /// The risk if `records` records are suppressed.
    pub fn of(records: u64) -> Self {
        Self { records, highest: if records == 0 { 0.0 } else { 1.0 / records as f64 } }
    }
}

impl ClaimedReport {
    /// Reads the report of a release.
    ///
    /// # Errors
    /// Those of [`kind_of_report`](super::kind_of_report), and a report of another kind or form.
    pub fn parse(json: &str) -> crate::Result<Self> {
        read_report(ReportKind::Release, json)
    }
}

impl Report {
    /// Reads the report of a release. What an external one leaves out is 0.
    ///
    /// # Errors
    /// Those of [`kind_of_report`](super::kind_of_report), and a report of another kind or form.
    pub fn parse(json: &str) -> crate::Result<Self> {
        read_report(ReportKind::Release, json)
    }

    /// Whether a quasi-identifier at this level is released unchanged: it is at the lowest level, and none of its cells
    /// is suppressed.
    pub fn keeps_untouched(&self, level: Level) -> bool {
        level == 0 && (self.suppressed_records == 0 || self.removed_records.is_some())
    }

    /// Checks that the report says of its settings what the recipe says, and has the sections that these settings ask
    /// for.
    ///
    /// # Errors
    /// [`ReportError::Contradicts`], with the first key that differs.
    pub fn expect_settings(&self, recipe: &Recipe) -> crate::Result<()> {
        let are_of_the_recipe = [
            ("k", self.k == recipe.privacy.k),
            ("treatments", self.treatments == recipe.treatments()),
            ("chosen", self.chosen == recipe.chosen),
            ("conditions", self.conditions.iter().map(|condition| &condition.asked).eq(&recipe.protect)),
            ("removed_records", self.removed_records.is_some() == recipe.release.suppressed.are_removed()),
            ("attackers", self.attackers.is_some()),
            ("slack", self.slack.is_some() != recipe.is_protected()),
        ];
        expect_all(&are_of_the_recipe)
    }

    /// The report of an outcome over the quasi-identifiers `names`. Both digests are hexadecimal.
    pub fn new(
        recipe: &Recipe,
        names: &[String],
        outcome: &Outcome,
        input_sha256: String,
        output_sha256: String,
    ) -> Self {
        let is_chosen = matches!(recipe.chosen, Some(Chosen::Policy(_)));
        let suppressed = outcome.suppressed_records;
        let removed = (recipe.release.suppressed.are_removed()).then_some(suppressed);
        let by_name = |losses: &Vec<f64>| names.iter().cloned().zip(losses.iter().copied()).collect();
        Self {
            kind: ReportKind::Release,
            format: ReportKind::Release.format(),
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
            groups_by_quasi_identifier: names.iter().cloned().zip(outcome.groups_by_qi.iter().copied()).collect(),
            // Of a chosen policy a report claims no more than what was chosen, whatever was searched before.
            optimal: outcome.optimal && !is_chosen,
            bound: if is_chosen { 0.0 } else { outcome.bound },
            suppressed_records: suppressed,
            removed_records: removed,
            suppression_limit_records: outcome.suppression_limit_records,
            records: outcome.records - removed.unwrap_or_default(),
            ragged_records: RaggedCounts::default(),
            read: ReadReport::default(),
            classes: outcome.classes as u64,
            lattice_size: outcome.lattice_size,
            work: outcome.counters.work.into(),
            algorithm: recipe.search.algorithm,
            seed: recipe.search.seed(),
            order_seed: recipe.drawn_order_seed(),
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

    /// The report as it goes out with the release: what [`Shown`] keeps of it.
    ///
    /// # Errors
    /// None for a report that was made here.
    pub fn for_recipients(&self) -> crate::Result<Shown> {
        Shown::of(&self.to_json(), Edition::External)
    }

    /// The file of the population of the risk.
    pub fn population(&self) -> Option<&str> {
        let of_attackers = self.attackers.as_ref().and_then(|found| found.population.as_ref());
        let of_point = self.chosen.as_ref().and_then(Chosen::population);
        let of_point = of_point.map(|population| &population.file);
        (of_attackers.map(|population| &population.file).or(of_point)).map(String::as_str)
    }

    /// Adds the levels in words, as [`EncodedStudy::in_words`](crate::table::EncodedStudy::in_words) gives them.
    #[must_use]
    pub fn with_words(self, policy_in_words: IndexMap<String, String>) -> Self {
        Self { policy_in_words, ..self }
    }

    /// Adds what attackers find.
    #[must_use]
    pub fn with_attackers(self, attackers: AttackersBeforeAfter) -> Self {
        Self { attackers: Some(attackers), ..self }
    }

    /// Adds how much finer each column could be, as
    /// [`EncodedStudy::slack`](crate::table::EncodedStudy::slack) gives it.
    #[must_use]
    pub fn with_slack(self, slack: Option<IndexMap<String, u64>>) -> Self {
        Self { slack, ..self }
    }

    /// Adds the disclosure warnings.
    #[must_use]
    pub fn with_disclosure(self, disclosure: Vec<Warning>) -> Self {
        let disclosure = match self.risk.suppressed.records {
            0 => without_suppressed(disclosure),
            _ => disclosure,
        };
        Self { disclosure, ..self }
    }

    /// Adds how the original was read by this recipe, and the treatment of its ragged records.
    #[must_use]
    pub fn with_reading(self, recipe: &Recipe, prepared: &EncodedStudy) -> Self {
        let ragged_records = prepared.table().ragged.counts();
        Self { ragged_records, read: ReadReport::of(recipe, prepared), ..self }
    }

    /// The report as JSON, indented.
    pub fn to_json(&self) -> String {
        // A report has string keys and finite numbers only, so this cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// Refuses a report for the first of these keys that does not hold.
pub(super) fn expect_all(keys: &[(&'static str, bool)]) -> crate::Result<()> {
    match keys.iter().find(|(_, holds)| !holds) {
        Some(&(key, _)) => Err(ReportError::Contradicts { key }.into()),
        None => Ok(()),
    }
}

const MOST_EXACT: u128 = 1 << 53;

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes by reference")]
pub(crate) fn lattice_size<S: Serializer>(size: &u128, serializer: S) -> Result<S::Ok, S::Error> {
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
