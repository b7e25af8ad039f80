//! The report of a frontier.

use super::kind::ReportKind;
use crate::error::Result;
use crate::frontier::{Method, Point, Run, SafeHarborTable};
use crate::hierarchy::Census;
use crate::lattice::Level;
use crate::partition::{Interval, PartitionPolicy};
use crate::recipe::{FrontierSpace, FullDomainRisk, Recipe};
use crate::run::{FullDomainRun, PartitionFigures, Reference, Tradeoffs};
use crate::table::{EncodedStudy, ReadReport};
use indexmap::IndexMap;
use serde::Serialize;

/// The result of a frontier search. As JSON it is the file that `kanon frontier` writes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FrontierReport {
    /// The kind of the report.
    pub kind: ReportKind,
    /// The number of its format.
    pub format: u32,
    /// The program's version.
    pub version: String,
    /// How the original was read.
    pub read: ReadReport,
    /// Which policies.
    pub space: FrontierSpace,
    /// How they were searched; for full-domain policies, by which risk.
    pub method: SearchedBy,
    /// Bits of a partition policy.
    pub bits: Option<usize>,
    /// Policies whose risk and loss were computed.
    pub policies_evaluated: u64,
    /// Boxes of policies examined, if the search used boxes.
    pub boxes_looked_at: Option<u64>,
    /// The area under the frontier, both axes scaled to 0 to 1. Partition policies only.
    pub area: Option<f64>,
    /// Whether no policy can lie below the frontier.
    pub exact: bool,
    /// The number of policies on the frontier.
    pub policies_on_frontier: usize,
    /// Whether the search came to its end: of all its policies, or of its policy budget.
    pub complete: bool,
    /// The frontier, by rising risk.
    pub frontier: Vec<FrontierPolicy>,
    /// The original table. Partition policies only.
    pub bottom: Option<Point>,
    /// One group for all records. Partition policies only.
    pub top: Option<Point>,
    /// The unit of risk: the sum of 1 / people over the original records.
    pub bottom_expected: Option<f64>,
    /// The policy to compare with.
    pub reference: Option<ReferenceReport>,
    /// Numbers of policies evaluated, with the area under the frontier after them.
    pub area_by_policies: Vec<(u64, f64)>,
    /// People of the population; the table's records where no population is given.
    pub people: Option<u64>,
    /// Records whose combination of values no person of the population has. Each counts as one person.
    pub unknown_records: Option<u64>,
    /// The seed of everything drawn at random.
    pub seed: u64,
    /// The time of the search, in seconds.
    pub seconds: f64,
    /// SHA-256 of the original file's bytes.
    pub input_sha256: String,
    /// SHA-256 of the recipe, as [`Recipe::sha256`] gives it.
    pub recipe_sha256: String,
}

/// How a frontier was searched.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub enum SearchedBy {
    /// Partition policies.
    Method(Method),
    /// Full-domain policies.
    Risk(FullDomainRisk),
}

/// A policy of the frontier.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FrontierPolicy {
    /// The risk of the policy.
    pub risk: f64,
    /// The loss of the policy.
    pub loss: f64,
    /// The intervals of each quasi-identifier, of a partition policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervals: Option<IndexMap<String, Vec<Interval>>>,
    /// The level of each quasi-identifier, of a full-domain policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<IndexMap<String, Level>>,
    /// Of a frontier by the risk of a condition, the condition's number that made the policy, if its risk does not tell
    /// it: no record is kept. It is c for recursive diversity, otherwise the threshold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_at: Option<f64>,
}

/// The policy to compare with.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReferenceReport {
    /// The name of the policy in the recipe.
    pub name: String,
    /// For Safe Harbor, the census that says which ZIP areas are small.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub census: Option<Census>,
    /// The risk of the policy.
    pub risk: f64,
    /// The loss of the policy.
    pub loss: f64,
    /// The intervals of each quasi-identifier. Those of one label are one group.
    pub intervals: IndexMap<String, Vec<Interval>>,
    /// Places in the frontier of the policies that are better on one axis and no worse on the other. For Safe Harbor,
    /// of those that obey its rule.
    pub dominated_by: Vec<usize>,
    /// For Safe Harbor, for each column, the number of such policies that tell apart what the rule puts together
    /// there.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub against_rule: IndexMap<String, usize>,
    /// For Safe Harbor, the treatment of each of its identifiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub safe_harbor: Option<SafeHarborTable>,
}

impl FrontierReport {
    /// The report of a search of partition policies, with the policy to compare with.
    ///
    /// # Errors
    /// A reference policy of a different space.
    pub fn partition(
        recipe: &Recipe,
        prepared: &EncodedStudy,
        tradeoffs: &Tradeoffs,
        run: &Run,
        reference: Option<&Reference>,
        seconds: f64,
        input_sha256: String,
    ) -> Result<Self> {
        let (space, explorer) = (tradeoffs.space(), run.explorer());
        let staircase = explorer.staircase();
        let intervals = |policy: &PartitionPolicy| -> IndexMap<String, Vec<Interval>> {
            (space.domains().iter().enumerate())
                .map(|(qi, domain)| {
                    let intervals = space.intervals(policy, qi).into_iter();
                    let intervals = intervals.map(|(first, last)| domain.interval(first, last)).collect();
                    (domain.name().to_owned(), intervals)
                })
                .collect()
        };
        let frontier = (staircase.points().enumerate())
            .map(|(index, point)| FrontierPolicy {
                risk: point.risk,
                loss: point.loss,
                intervals: Some(intervals(&staircase.policy(index))),
                levels: None,
                made_at: None,
            })
            .collect();
        let reported = |reference: &Reference| {
            let PartitionFigures { point, intervals, .. } = match reference.census {
                Some(_) => tradeoffs.figures_of(&reference.grouping),
                None => tradeoffs.figures(&reference.policy)?,
            };
            let (mut dominated_by, mut against_rule) = (Vec::new(), IndexMap::new());
            for index in staircase.dominators(point) {
                let columns = reference.against_rule(space, &staircase.policy(index));
                if columns.is_empty() {
                    dominated_by.push(index);
                }
                columns.into_iter().for_each(|name| *against_rule.entry(name.to_owned()).or_default() += 1);
            }
            let names = space.domains().iter().map(|domain| domain.name().to_owned());
            Ok::<_, crate::Error>(ReferenceReport {
                name: reference.name.clone(),
                census: reference.census,
                risk: point.risk,
                loss: point.loss,
                intervals: names.zip(intervals).collect(),
                dominated_by,
                against_rule,
                safe_harbor: reference.safe_harbor.clone(),
            })
        };
        let reference = reference.map(reported).transpose()?;
        let point_of = |policy: &PartitionPolicy| Ok::<_, crate::Error>(tradeoffs.figures(policy)?.point);
        Ok(Self {
            bits: Some(space.n_bits()),
            policies_evaluated: explorer.evaluated(),
            area: Some(staircase.area()),
            exact: run.is_exact(),
            policies_on_frontier: staircase.len(),
            frontier,
            bottom: Some(tradeoffs.engine().point()),
            top: Some(point_of(&space.top())?),
            bottom_expected: Some(explorer.most_risk()),
            reference,
            area_by_policies: explorer.areas().to_vec(),
            people: Some(tradeoffs.frequencies().n_people()),
            unknown_records: Some(tradeoffs.frequencies().n_unknown()),
            ..Self::empty(recipe, prepared, seconds, input_sha256)
        })
    }

    /// The report of a search of full-domain policies.
    pub fn full_domain(recipe: &Recipe, prepared: &EncodedStudy, run: &FullDomainRun, input_sha256: String) -> Self {
        let names = prepared.names();
        let frontier = (run.points().iter())
            .map(|(point, policy)| FrontierPolicy {
                risk: point.risk,
                loss: point.loss,
                intervals: None,
                levels: Some(names.iter().cloned().zip(policy.levels().iter().copied()).collect()),
                made_at: run.made_at(*point),
            })
            .collect();
        let crate::run::LookedAt { policies, boxes, .. } = run.looked_at();
        Self {
            policies_evaluated: policies,
            boxes_looked_at: (boxes > 0).then_some(boxes),
            exact: run.is_exact(),
            policies_on_frontier: run.points().len(),
            frontier,
            ..Self::empty(recipe, prepared, run.milliseconds() / 1e3, input_sha256)
        }
    }

    fn empty(recipe: &Recipe, prepared: &EncodedStudy, seconds: f64, input_sha256: String) -> Self {
        let settings = recipe.frontier.clone().unwrap_or_default();
        Self {
            kind: ReportKind::Frontier,
            format: ReportKind::Frontier.format(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            read: ReadReport::of(recipe, prepared),
            space: settings.space,
            method: match settings.space {
                FrontierSpace::Partition => SearchedBy::Method(settings.method),
                FrontierSpace::FullDomain => SearchedBy::Risk(settings.risk),
            },
            bits: None,
            policies_evaluated: 0,
            boxes_looked_at: None,
            area: None,
            exact: false,
            policies_on_frontier: 0,
            complete: true,
            frontier: Vec::new(),
            bottom: None,
            top: None,
            bottom_expected: None,
            reference: None,
            area_by_policies: Vec::new(),
            people: None,
            unknown_records: None,
            seed: recipe.search.seed(),
            seconds,
            input_sha256,
            recipe_sha256: recipe.sha256(),
        }
    }

    /// The report as JSON, on one line because the intervals of a frontier are many.
    pub fn to_json(&self) -> String {
        // A report has string keys and finite numbers only, so that this cannot fail.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}
