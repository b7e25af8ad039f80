//! Frontiers of risk and loss, and their partition policies.

use serde::Serialize;
use tsify::Tsify;

message! {
    /// A frontier of partition policies at its start.
    pub struct FrontierStart {
        /// Bits of a policy.
        bits: usize,
        /// The loss of one group for all.
        top_loss: f64,
        /// People of the population; the records where none is given.
        people: u64,
        /// Records whose combination of values the population does not have.
        unknown_records: u64,
        /// Whether a population is given.
        has_population: bool,
    }

    /// A frontier between two steps.
    pub struct FrontierStep {
        /// Whether there is nothing left to do.
        done: bool,
        /// Whether no policy can lie below the frontier.
        exact: bool,
        /// Policies evaluated, and boxes of them looked at.
        evaluated: u64,
        /// How much of what it may spend is spent, from 0 to 1.
        share: f64,
        /// Policies taken so far; it changes whenever the frontier does.
        accepted: u64,
        /// Policies on the frontier.
        size: usize,
        /// The area under it, of partition policies.
        area: Option<f64>,
        /// Policies on it that are better than Safe Harbor's.
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
        /// The risk of the policy, as a share of that of the original.
        risk: f64,
        /// The loss of the policy.
        loss: f64,
        /// Records that are expected to be re-identified by a match at random.
        expected: f64,
        /// That, as a share of the records.
        average: f64,
        /// 1 / people of the smallest group.
        journalist: f64,
        /// 1 / records of the smallest group.
        prosecutor: f64,
        /// Groups that have a record.
        groups: usize,
        /// Records of the smallest one.
        smallest_group: u64,
        /// The quasi-identifiers.
        columns: Vec<IntervalColumn>,
    }

    /// What is known of a column's own intervals. Where they are not the best ones and there is no better policy, it
    /// was not decided.
    pub struct OwnVerdict {
        /// The name of the column.
        column: String,
        /// Whether no other intervals of it alone are better.
        is_best: bool,
        /// A policy that is better, and differs in them alone.
        better: Option<PartitionView>,
    }
}

/// That of each column, in order.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct OwnVerdicts(pub Vec<OwnVerdict>);
