//! The rows of the papers' studies, as the command line writes them too.

use serde::Deserialize;
use tsify::Tsify;

/// A store of policies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum StoreKind {
    /// All policies, one after the other.
    List,
    /// Only those that say something.
    PrunedList,
    /// A trie of those.
    Trie,
    /// A trie ordered by rank.
    RankedTrie,
}

/// A measure of the study of OLA.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum OlaMeasure {
    /// Precision.
    Precision,
    /// DM\*.
    DmStar,
    /// Non-uniform entropy.
    Entropy,
}

report! {
    /// What was asked of a store.
    pub struct StoreUse {
        /// Policies inserted.
        inserts: u64,
        /// Questions asked.
        queries: u64,
        /// Questions answered with yes.
        hits: u64,
        /// Policies in the store.
        antichain: u64,
    }

    /// What a search has done.
    pub struct RunCounters {
        /// Policies checked.
        checked: u64,
        /// Policies excluded without a check.
        pruned: u64,
        /// Policies waiting.
        open: u64,
        /// The node score of the checks.
        node_score: u64,
        /// Valid policies compared on their loss.
        compared: u64,
        /// The store of policies that suppress too much.
        insufficient_protection: StoreUse,
        /// The store of policies that cannot beat the best one.
        insufficient_quality: StoreUse,
    }

    /// What one search did.
    pub struct SearchRun {
        /// The loss of its best policy; null without one.
        loss: Option<f64>,
        /// Records that it suppresses.
        suppressed_records: Option<u64>,
        /// Whether it ended within its time.
        done: bool,
        /// Time spent.
        seconds: f64,
        /// What it did.
        counters: RunCounters,
    }

    /// What a store took for the operations of a search.
    pub struct StoreTime {
        /// The store.
        store: StoreKind,
        /// Operations.
        operations: usize,
        /// The time for all of them.
        seconds: f64,
        /// Whether it ended within its time.
        done: bool,
    }

    /// A row of the study of pruning.
    pub struct PruningRow {
        /// First quasi-identifiers that it is about.
        quasi_identifiers: usize,
        /// Policies of the lattice.
        lattice_size: String,
        /// Flash.
        flash: SearchRun,
        /// Flash that looks at bounds before it checks.
        flash_early_bounds: SearchRun,
        /// Flash on a lattice in memory; null where that is too large.
        flash_explicit: Option<SearchRun>,
        /// Best-first.
        best_first: SearchRun,
        /// Best-first without predictions.
        best_first_without_prediction: SearchRun,
        /// The stores.
        stores: Vec<StoreTime>,
    }

    /// A better policy than the one before.
    pub struct Improvement {
        /// When it was found.
        seconds: f64,
        /// Policies that were checked by then.
        checked: u64,
        /// The loss of the policy.
        loss: f64,
    }

    /// A row of the study of best-first over time.
    pub struct AnytimeRow {
        /// First quasi-identifiers that it is about.
        quasi_identifiers: usize,
        /// Policies of the lattice.
        lattice_size: String,
        /// How the loss fell.
        losses: Vec<Improvement>,
        /// When the best policy was found.
        seconds_to_best: f64,
        /// Best-first.
        best_first: SearchRun,
        /// No valid policy loses less; null where none is valid.
        bound: Option<f64>,
        /// The improved greedy heuristic.
        igreedy: SearchRun,
        /// The loss of best-first after the time that the heuristic took.
        loss_in_igreedy_time: Option<f64>,
        /// How much less best-first loses, as a share.
        improvement: Option<f64>,
    }

    /// A row of the study of OLA.
    pub struct OlaRow {
        /// The least size of a class.
        k: u64,
        /// The share of the records that may be suppressed.
        suppression_limit: f64,
        /// The measure.
        measure: OlaMeasure,
        /// The least loss of a valid policy.
        optimum: Option<f64>,
        /// The loss of Datafly's policy.
        datafly: Option<f64>,
        /// That of Samarati's.
        samarati: Option<f64>,
        /// Whether Incognito found what OLA did.
        incognito_agrees: Option<bool>,
        /// OLA.
        ola: SearchRun,
        /// Incognito.
        incognito: SearchRun,
        /// Samarati's time.
        samarati_seconds: f64,
        /// Datafly's time.
        datafly_seconds: f64,
    }
}
