//! Frontiers of risk and loss, and their partition policies.

use serde::Serialize;
use tsify::Tsify;

message! {
    /// The start of a frontier of partition policies.
    pub struct FrontierStart {
        /// Bits of a policy.
        bits: usize,
        /// The loss of one group for all.
        top_loss: f64,
        /// People of the population, or the records if none is given.
        people: u64,
        /// Records whose combination of values no person of the population has.
        unknown_records: u64,
        /// Whether a population is given.
        has_population: bool,
    }

    /// A frontier between two steps.
    pub struct FrontierStep {
        /// Whether the search is done.
        done: bool,
        /// Whether no policy can lie below the frontier.
        exact: bool,
        /// Policies evaluated, and boxes examined.
        evaluated: u64,
        /// The share of the budget that is used, 0 to 1.
        share: f64,
        /// Policies accepted so far. It changes whenever the frontier does.
        accepted: u64,
        /// Policies on the frontier.
        size: usize,
        /// The area under it. Partition policies only.
        area: Option<f64>,
        /// Policies on it that obey Safe Harbor's rule and are better.
        better_than_safe_harbor: Option<usize>,
        /// The time so far.
        milliseconds: f64,
    }

    /// A quasi-identifier under a partition policy.
    pub struct IntervalColumn {
        /// The name of the column.
        column: String,
        /// Each value of its domain with the name of its interval: the rows of a hierarchy.
        rows: Vec<[String; 2]>,
        /// The names of the intervals.
        intervals: Vec<String>,
    }

    /// A partition policy.
    pub struct PartitionView {
        /// The risk of the policy, as a share of the original's.
        risk: f64,
        /// The loss of the policy.
        loss: f64,
        /// Records that are expected to be re-identified by a random match.
        expected: f64,
        /// That number as a share of the records.
        average: f64,
        /// 1 / people of the smallest group.
        journalist: f64,
        /// 1 / records of the smallest group.
        prosecutor: f64,
        /// Groups that have a record.
        groups: usize,
        /// Records of the smallest one.
        smallest_group: u64,
        /// The columns in which it tells apart what Safe Harbor's rule puts together.
        against_rule: Vec<String>,
        /// The quasi-identifiers.
        columns: Vec<IntervalColumn>,
    }
}
