//! Random small studies: 1 to 5 quasi-identifiers and 1 to 120 records, with nested hierarchies, some without a top,
//! level caps, links, weights and counts.
//!
//! The cases are the same every time. `PROPTEST_RNG_SEED` draws others, and `KANON_CASES` says which part of them is
//! tried.

use super::small_study::{Question, SmallColumn, SmallStudy};
use kanon::loss::{Aggregate, MeasureName};
use kanon::search::exact::Pace;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Every measure with every aggregate that means something to it.
pub fn measures() -> Vec<(MeasureName, Aggregate)> {
    let aggregates = [Aggregate::ArithmeticMean, Aggregate::GeometricMean, Aggregate::Maximum];
    MeasureName::ALL
        .into_iter()
        .flat_map(|measure| {
            let used = if measure.is_aggregated() { 3 } else { 1 };
            aggregates[..used].iter().map(move |&a| (measure, a))
        })
        .collect()
}

/// The variable that says of which part of their cases properties are tried: `all` in the long sweeps, `few` in
/// `cargo xtask test`, and otherwise some.
const CASES: &str = "KANON_CASES";

/// That many cases from the same seed every time, unless `PROPTEST_RNG_SEED` gives a different one, or a part of them.
pub fn cases(cases: u32) -> ProptestConfig {
    let config = ProptestConfig::default();
    let rng_seed = match config.rng_seed {
        RngSeed::Random => RngSeed::Fixed(20_260_801),
        given @ RngSeed::Fixed(_) => given,
    };
    let part = match std::env::var(CASES).as_deref() {
        Ok("all") => 1,
        Ok("few") => 10,
        _ => 3,
    };
    let cases = cases.div_ceil(part);
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..config }
}

#[derive(Debug, Clone)]
struct Entropy {
    leaves: usize,
    /// For each level above 0, where each group of the level below goes.
    merges: Vec<Vec<usize>>,
    /// How many groups each level has at most, from the share of those below.
    shrink: Vec<usize>,
    ends_in_one_group: bool,
    weight: usize,
    caps: Option<(u8, u8)>,
}

fn entropy() -> impl Strategy<Value = Entropy> {
    (
        1usize..=7,
        0usize..=3,
        prop::collection::vec(prop::collection::vec(0usize..7, 7), 3),
        prop::collection::vec(1usize..=4, 3),
        prop::bool::weighted(0.8),
        0usize..8,
        prop::option::weighted(0.2, (0u8..4, 0u8..4)),
    )
        .prop_map(|(leaves, levels, merges, shrink, ends_in_one_group, weight, caps)| Entropy {
            leaves,
            merges: merges[..levels].to_vec(),
            shrink,
            ends_in_one_group,
            weight,
            caps,
        })
}

/// A column of nested groups, each named by its first value, so that labels repeat across levels.
fn column(entropy: &Entropy) -> SmallColumn {
    const WEIGHTS: [f64; 8] = [1.0, 1.0, 1.0, 1.0, 2.0, 0.5, 0.1, 0.0];
    let mut rows: Vec<Vec<String>> = (0..entropy.leaves).map(|leaf| vec![leaf.to_string()]).collect();
    let mut groups: Vec<usize> = (0..entropy.leaves).collect();
    for (level, merge) in entropy.merges.iter().enumerate() {
        let is_top = level + 1 == entropy.merges.len();
        let most = entropy.leaves.div_ceil(entropy.shrink[level]);
        for group in &mut groups {
            *group = if is_top && entropy.ends_in_one_group { 0 } else { merge[*group] % most };
        }
        for (row, group) in rows.iter_mut().zip(&groups) {
            let first = groups.iter().position(|other| other == group);
            let label = if is_top && entropy.ends_in_one_group { "*".to_owned() } else { first.unwrap().to_string() };
            row.push(label);
        }
    }
    let highest = entropy.merges.len() as u8;
    let (min_level, max_level) = match entropy.caps {
        Some((a, b)) => (a.min(b).min(highest), Some(a.max(b).min(highest))),
        None => (0, None),
    };
    SmallColumn { rows, weight: WEIGHTS[entropy.weight], min_level, max_level }
}

/// Caps linked columns at the lowest of their hierarchies, as a recipe must.
fn meet(columns: &mut [SmallColumn], linked: &[usize]) {
    let highest = |column: &SmallColumn| column.height() - 1;
    let lowest = linked.iter().map(|&qi| highest(&columns[qi])).min();
    for &qi in linked {
        let column = &mut columns[qi];
        let max = column.max_level.unwrap_or(highest(column)).min(lowest.unwrap());
        column.max_level = Some(max);
        column.min_level = column.min_level.min(max);
    }
}

/// A random study. Half of them have equal weights; some links leave no policy.
pub fn study(most_qis: usize, most_records: usize) -> impl Strategy<Value = SmallStudy> {
    (
        prop::collection::vec(entropy(), 1..=most_qis),
        prop::collection::vec(prop::array::uniform5(0usize..7), 1..=most_records),
        prop::option::weighted(0.3, prop::collection::vec(1u64..6, most_records)),
        prop::option::weighted(0.3, prop::collection::vec((0usize..5, 0usize..5), 1..=2)),
        any::<bool>(),
    )
        .prop_map(|(entropies, values, counts, links, equal_weights)| {
            let mut columns: Vec<SmallColumn> = entropies.iter().map(column).collect();
            if equal_weights || columns.iter().all(|column| column.weight == 0.0) {
                for column in &mut columns {
                    column.weight = 1.0;
                }
            }
            let n_qis = columns.len();
            let records: Vec<Vec<String>> = (values.iter())
                .map(|values| {
                    (columns.iter().zip(values))
                        .map(|(column, value)| column.rows[value % column.rows.len()][0].clone())
                        .collect()
                })
                .collect();
            let linked: Vec<Vec<usize>> = (links.unwrap_or_default().into_iter())
                .map(|(a, b)| vec![a % n_qis, b % n_qis])
                .filter(|group| group[0] != group[1])
                .collect();
            for group in &linked {
                meet(&mut columns, group);
            }
            SmallStudy { counts: counts.map(|counts| counts[..records.len()].to_vec()), columns, records, linked }
        })
}

/// Random k, suppression limit, measure and aggregate.
pub fn question() -> impl Strategy<Value = Question> {
    let limits = prop::sample::select(vec![0.0, 0.05, 0.2, 1.0]);
    (1u64..=8, limits, prop::sample::select(measures()))
        .prop_map(|(k, suppression_limit, (measure, aggregate))| Question { k, suppression_limit, measure, aggregate })
}

/// Rounds that begin soon, go ahead of the rest of the search by few boxes or by as many as they like, are given up at
/// once or late, and end with the rest of the search or before.
pub fn pace() -> impl Strategy<Value = Pace> {
    let ahead = prop::sample::select(vec![0, 5, u64::MAX]);
    let short = prop::sample::select(vec![0, 100]);
    let left = prop::sample::select(vec![0.0, 0.9]);
    (0u64..3, ahead, short, left).prop_map(|(after, ahead, short, left)| Pace { after, ahead, short, left })
}
