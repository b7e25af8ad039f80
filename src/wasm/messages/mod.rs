//! The messages that cross the boundary and are no domain types: plain structs from which the page's types are
//! generated.

use crate::release::verify::{self, Claim};
use crate::risk::Prosecutor;
use crate::run::RunStatus;
use crate::sample;
use crate::search::{self, PropertyCounters};
use serde::Serialize;
use tsify::Tsify;

macro_rules! message {
    ($($(#[$doc:meta])* pub struct $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
            #[serde(rename_all = "camelCase")]
            #[tsify(missing_as_null)]
            pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }
        )*
    };
}

mod attackers;
mod cells;
mod conditions;
mod document;
mod domain;
mod exhibit;
mod frontier;
mod hierarchy;
mod profile;
mod proof;
mod review_files;
mod reviewing;
mod sql;

pub use attackers::{
    AttackedPopulation, Attackers, AttackersBeforeAfter, Estimator, Exposure, Marketer, Uniqueness,
    UniquenessBeforeAfter,
};
pub use cells::SettledClaims;
pub use conditions::ConditionTold;
pub use document::{DocumentField, DocumentFields, Glossary, GlossaryTerm};
pub use exhibit::Snippet;
pub use frontier::{FrontierStart, FrontierStep, IntervalColumn, PartitionView};
pub use hierarchy::{CoveredColumns, HierarchyView, LinkSuggestions};
pub use profile::{MissingOfColumns, OddRecord, Profile, ReadColumn, ReadValue, Sniffed};
pub use proof::{OpenColumn, ProofVerdict};
pub use review_files::{DeclaredRelease, GivenFiles, ReviewFiles, SignsOfColumns};
pub use reviewing::{KindWords, ReviewWords, SourceWords, StudiedKind, VerdictField, VerdictTold};
pub use sql::{SqlDialect, SqlScript, SqlScripts};

/// The state of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It can go on.
    Running,
    /// It has ended.
    Done,
    /// The budget is spent.
    Stopped,
}

message! {
    /// What went wrong, where, and what to do about it.
    pub struct KanonError {
        /// A stable name of the kind of error.
        code: String,
        /// What went wrong, with the place in front.
        message: String,
        /// What to do.
        advice: String,
        /// Where.
        place: Place,
    }

    /// Where in the user's input an error lies.
    #[derive(Default)]
    pub struct Place {
        /// The file.
        file: Option<String>,
        /// The record or row, from 1.
        row: Option<u64>,
        /// The column.
        column: Option<String>,
        /// The value.
        value: Option<String>,
    }

    /// Prosecutor risk.
    pub struct Risk {
        /// Records of the smallest class.
        smallest_class: u64,
        /// Classes.
        classes: usize,
        /// Records in these classes.
        records: u64,
        /// Records in classes of one.
        unique_records: u64,
        /// Records in classes smaller than k.
        records_at_risk: u64,
        /// The highest risk of a record.
        highest: f64,
        /// The mean risk of the records.
        average: f64,
    }

    /// The quasi-identifiers in memory.
    pub struct TableSummary {
        /// Records.
        records: u64,
        /// Distinct tuples of quasi-identifiers.
        tuples: usize,
        /// SHA-256 of the file.
        input_sha256: String,
        /// The risk of the original table.
        risk_before: Risk,
        /// Policies of the lattice.
        lattice_size: String,
    }

    /// The best policy so far.
    pub struct Best {
        /// The level of each quasi-identifier.
        levels: Vec<u8>,
        /// Each quasi-identifier with its level in words.
        words: Vec<(String, String)>,
        /// The loss of the policy.
        loss: f64,
        /// Records that it suppresses.
        suppressed_records: u64,
    }

    /// The work of a search.
    pub struct Counters {
        /// The node score of the checks.
        node_score: u64,
        /// Valid policies compared on their loss.
        compared: u64,
        /// The store of policies that suppress too much.
        insufficient_protection: PropertyCounters,
        /// The store of policies that cannot beat the best one.
        insufficient_quality: PropertyCounters,
    }

    /// An algorithm and its suitability for the recipe's problem.
    pub struct AlgorithmView {
        /// The name that a recipe uses.
        name: String,
        /// When to use it.
        advice: String,
        /// Whether it ends with the best policy under the measure.
        optimal: bool,
        /// Why it cannot be used with the measure; null if it can.
        refusal: Option<String>,
    }

    /// Quasi-identifiers that share one level.
    pub struct AxisView {
        /// The places of these quasi-identifiers.
        members: Vec<usize>,
        /// The lowest level.
        min: u8,
        /// The highest level.
        max: u8,
        /// The name of each level of each of these quasi-identifiers, from level 0.
        names: Vec<Vec<String>>,
    }

    /// The result of checking one policy.
    pub struct Judgement {
        /// The policy.
        policy: Vec<PolicyLevel>,
        /// The loss of the policy.
        loss: f64,
        /// A lower bound for its loss and that of every generalization.
        bound: f64,
        /// Records that it suppresses.
        suppressed_records: u64,
        /// Whether that number is within the limit.
        valid: bool,
        /// Classes that it keeps.
        classes: usize,
    }

    /// The progress of a search.
    pub struct Progress {
        /// Whether it can go on.
        status: Status,
        /// Policies checked; 0 for a search over boxes.
        policies_checked: u64,
        /// Policies excluded without a check; 0 for a search over boxes.
        policies_pruned: u64,
        /// Policies, or boxes, waiting.
        open: u64,
        /// Policies of the lattice.
        lattice_size: String,
        /// No valid policy loses less than this.
        bound: f64,
        /// The best policy so far.
        best: Option<Best>,
        /// Time spent.
        milliseconds: f64,
        /// The work of the search.
        counters: Counters,
        /// The progress in boxes of the lattice; null for a search that checks one policy after another.
        boxes: Option<Boxes>,
    }

    /// The best policy of one k and suppression limit; without levels if none is valid.
    pub struct SweepPoint {
        /// The least size of a class.
        k: u64,
        /// The share of the records that may be suppressed.
        suppression_limit: f64,
        /// The threshold of the swept condition.
        threshold: Option<f64>,
        /// The conditions left out, in words, in a sweep over conditions.
        left_out: Option<Vec<String>>,
        /// The level of each quasi-identifier.
        levels: Option<Vec<u8>>,
        /// Each quasi-identifier with its level in words.
        words: Option<Vec<(String, String)>>,
        /// The loss of the policy.
        loss: Option<f64>,
        /// Records that it suppresses.
        suppressed_records: Option<u64>,
        /// Classes that it keeps.
        classes: Option<usize>,
        /// Whether it follows from the previous point, without a search.
        followed: bool,
    }

    /// The progress of a sweep.
    pub struct SweepStep {
        /// Whether every point is proven.
        done: bool,
        /// The total number of points.
        all: usize,
        /// Time spent.
        milliseconds: f64,
        /// New points.
        points: Vec<SweepPoint>,
    }

    /// The progress of a search over boxes of the lattice.
    pub struct Boxes {
        /// Boxes examined.
        looked_at: u64,
        /// Policies evaluated individually.
        evaluated: u64,
        /// Boxes still open.
        open: u64,
        /// The share of the lattice's policies that are proven not to beat the best one.
        closed: f64,
    }

    /// An example for a quasi-identifier: a value and its group.
    pub struct Example {
        /// A frequent value.
        from: String,
        /// The group of that value.
        to: String,
    }

    /// A quasi-identifier's level under a policy.
    pub struct PolicyLevel {
        /// The column.
        column: String,
        /// The level.
        level: u8,
        /// What the level is, in words.
        name: String,
        /// Levels of the hierarchy.
        height: usize,
        /// The lowest level allowed.
        min_level: u8,
        /// The highest level allowed.
        max_level: u8,
        /// Groups on the level that occur in the data.
        groups: usize,
        /// An example.
        example: Example,
    }

    /// Risk before and after.
    pub struct RiskBeforeAfter {
        /// Of the original table.
        before: Risk,
        /// Of the records that are not suppressed.
        after: Risk,
    }

    /// The best policy, or the one chosen instead, with everything the page says of it.
    pub struct Outcome {
        /// The policy.
        policy: Vec<PolicyLevel>,
        /// How much it leaves of the columns, in one sentence.
        left: String,
        /// The columns of which one group is left for all records.
        says_nothing: Vec<String>,
        /// Whether it was chosen instead of the best one.
        chosen: bool,
        /// The loss of the best policy of the search.
        best_loss: Option<f64>,
        /// The loss of the policy.
        loss: f64,
        /// The loss of each quasi-identifier, if the measure has one.
        loss_by_qi: Option<Vec<f64>>,
        /// The groups of each quasi-identifier that the kept records are in.
        groups_by_qi: Vec<u64>,
        /// No valid policy loses less than this.
        bound: f64,
        /// Whether this policy is proven optimal.
        optimal: bool,
        /// Records suppressed.
        suppressed_records: u64,
        /// Records that may be suppressed.
        suppression_limit_records: u64,
        /// Records.
        records: u64,
        /// Classes kept.
        classes: usize,
        /// The conditions other than class sizes, each with the figure found, in words.
        conditions: Vec<ConditionTold>,
        /// Policies of the lattice.
        lattice_size: String,
        /// Time of the search.
        seconds: f64,
        /// The search.
        algorithm: String,
        /// Risk before and after.
        risk: RiskBeforeAfter,
    }

    /// A policy one level away.
    pub struct Neighbour {
        /// The columns whose level differs: one, or linked ones.
        columns: Vec<String>,
        /// The level of these columns in the neighbour.
        level: u8,
        /// That level in words, column by column.
        words: Vec<String>,
        /// −1 finer, 1 coarser.
        #[tsify(type = "-1 | 1")]
        step: i8,
        /// The loss of the policy.
        loss: f64,
        /// Records that it suppresses.
        suppressed_records: u64,
        /// Whether that number is within the limit.
        valid: bool,
        /// Classes that it keeps.
        classes: usize,
    }

    /// A class by its values.
    pub struct WorstClass {
        /// The values.
        values: Vec<String>,
        /// Records.
        records: u64,
    }

    /// What a released file shows about itself.
    pub struct Verification {
        /// Whether everything holds.
        holds: bool,
        /// Records.
        records: u64,
        /// Suppressed records that are in it.
        suppressed_records: u64,
        /// Suppressed records that were removed; null if none are.
        removed_records: Option<u64>,
        /// Classes of the other records.
        classes: usize,
        /// Records of the smallest class.
        smallest_class: u64,
        /// The required k.
        k: u64,
        /// Records in smaller classes.
        violating_records: u64,
        /// The smallest classes among those.
        worst: Vec<WorstClass>,
        /// The claims, one by one.
        claims: Vec<Claim>,
    }

    /// The generated sample.
    pub struct Sample {
        /// A file name.
        name: String,
        /// The table.
        csv: String,
        /// The recipe for it.
        recipe: String,
    }
}

/// The algorithms, each with its suitability.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct Algorithms(pub Vec<AlgorithmView>);

/// The axes of a lattice.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct Axes(pub Vec<AxisView>);

/// The policies one level away.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct Neighbours(pub Vec<Neighbour>);

/// A box of a search for a crew member: its number, and data that only the core reads.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct Lent(pub u64, pub String);

impl From<RunStatus> for Status {
    fn from(status: RunStatus) -> Self {
        match status {
            RunStatus::Running => Self::Running,
            RunStatus::Done => Self::Done,
            RunStatus::Stopped => Self::Stopped,
        }
    }
}

impl From<search::Counters> for Counters {
    fn from(counters: search::Counters) -> Self {
        Self {
            node_score: counters.node_score,
            compared: counters.compared,
            insufficient_protection: counters.insufficient_protection,
            insufficient_quality: counters.insufficient_quality,
        }
    }
}

impl From<Prosecutor> for Risk {
    fn from(risk: Prosecutor) -> Self {
        Self {
            smallest_class: risk.smallest_class,
            classes: risk.classes,
            records: risk.records,
            unique_records: risk.unique_records,
            records_at_risk: risk.records_at_risk,
            highest: risk.highest,
            average: risk.average,
        }
    }
}

impl From<verify::Verification> for Verification {
    fn from(verification: verify::Verification) -> Self {
        let worst = verification.worst.into_iter();
        Self {
            holds: verification.holds,
            records: verification.records,
            suppressed_records: verification.suppressed_records,
            removed_records: verification.removed_records,
            classes: verification.classes,
            smallest_class: verification.smallest_class,
            k: verification.k,
            violating_records: verification.violating_records,
            worst: worst.map(|(values, records)| WorstClass { values, records }).collect(),
            claims: verification.claims,
        }
    }
}

impl TryFrom<sample::Sample> for Sample {
    type Error = std::string::FromUtf8Error;

    fn try_from(sample: sample::Sample) -> Result<Self, Self::Error> {
        Ok(Self { name: sample.name, csv: String::from_utf8(sample.csv)?, recipe: sample.recipe })
    }
}
