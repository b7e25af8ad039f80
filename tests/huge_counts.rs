//! Counts of records that add up to as much as 2⁶³ − 1.
//!
//! The best policy is that of whole-number arithmetic, also where losses differ by less than a float can show. What is
//! refused is refused by its name. `wasm.rs` repeats this at the boundary to the browser, and `page/database.spec.ts`
//! on the page.

use crate::support::program::Folder;
use crate::support::random::{cases, measures, study};
use crate::support::small_study::{Question, SmallColumn, SmallStudy, run};
use crate::support::tuples::{View, policies};
use kanon::loss::{Aggregate, MeasureName};
use kanon::search::Algorithm;
use proptest::prelude::*;
use std::sync::Arc;

const MOST: u64 = i64::MAX as u64;

/// Shares as they are written, as fractions of whole numbers.
const LIMITS: [(f64, u128, u128); 7] = [
    (0.0, 0, 1),
    (1e-18, 1, 1_000_000_000_000_000_000),
    (1e-17, 1, 100_000_000_000_000_000),
    (0.1, 1, 10),
    (0.25, 1, 4),
    (0.5, 1, 2),
    (1.0, 1, 1),
];

/// Rows of a column's hierarchy that are in the same group as a label, and the column's rows.
fn leaves(column: &SmallColumn, label: &str, level: u8) -> (u128, u128) {
    let of_group = (column.rows.iter()).filter(|row| row[usize::from(level)] == label);
    (of_group.count() as u128, column.rows.len() as u128)
}

/// A whole number that is in the order of the losses, where they are fractions.
fn loss(study: &SmallStudy, view: &View<'_>, question: &Question) -> Option<u128> {
    let Question { k, measure, .. } = *question;
    let n = u128::from(study.n());
    let small: u128 = (view.classes.values()).filter(|&&size| size < k).map(|&size| u128::from(size)).sum();
    let kept = view.classes.values().filter(|&&size| size >= k);
    match measure {
        MeasureName::Entropy => return None,
        MeasureName::Height => return Some(view.rank().into()),
        MeasureName::Aecs => {
            let classes = kept.count() + usize::from(small > 0);
            return Some(u128::MAX - classes.max(1) as u128);
        }
        MeasureName::Discernibility => {
            let squares = kept.map(|&size| u128::from(size).pow(2));
            return Some(squares.sum::<u128>() + n * small);
        }
        MeasureName::DmStar => {
            let sizes = view.classes.values();
            return Some(sizes.map(|&size| u128::from(size).pow(2)).sum());
        }
        _ => {}
    }
    // Each column's loss as a fraction of n · divisor; 60 is a multiple of every divisor here.
    let by_column = study.columns.iter().enumerate().map(|(qi, column)| {
        let level = view.levels[qi];
        let steps = (u128::from(column.height()) - 1).max(1);
        let cost = |label: &str| {
            let (of_group, of_column) = leaves(column, label, level);
            match measure {
                MeasureName::Iyengar => (of_group - 1, (of_column - 1).max(1)),
                MeasureName::Distortion => (u128::from(of_group > 1), 1),
                _ => (level.into(), steps),
            }
        };
        (view.classes.iter())
            .map(|(labels, &size)| {
                let (cost, most) = cost(labels[qi]);
                let is_lost = size < k && measure != MeasureName::Precision;
                u128::from(size) * if is_lost { most } else { cost } * (60 / most)
            })
            .sum::<u128>()
    });
    match question.aggregate {
        Aggregate::ArithmeticMean => Some(by_column.sum()),
        Aggregate::Maximum => by_column.max(),
        Aggregate::GeometricMean => None,
    }
}

fn found(study: &SmallStudy, question: Question, algorithm: Algorithm) -> Option<Vec<u8>> {
    let problem = study.problem(&study.prepared(), question).unwrap();
    let mut search = algorithm.search(Arc::clone(&problem), 0).unwrap();
    run(search.as_mut());
    let best = search.progress().best;
    best.map(|best| best.policy.levels().to_vec())
}

/// The best policy by whole numbers, and whether a float would have told so.
fn expected(study: &SmallStudy, question: &Question, limit: (u128, u128)) -> Option<Vec<u8>> {
    let most = u128::from(study.n()) * limit.0 / limit.1;
    let valid = policies(study).into_iter().filter_map(|levels| {
        let view = View::new(study, &levels);
        let suppressed = u128::from(view.suppressed(question.k).0);
        (suppressed <= most).then(|| (loss(study, &view, question), view.rank(), levels))
    });
    valid.min().map(|(_, _, levels)| levels)
}

/// Counts that add up to what is left at most: a few tiny ones beside huge ones.
fn fitted(counts: &[u64]) -> Vec<u64> {
    let mut left = MOST - counts.len() as u64;
    let fitted = counts.iter().map(|&count| {
        let more = (count - 1).min(left);
        left -= more;
        1 + more
    });
    fitted.collect()
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn the_best_policy_is_that_of_whole_numbers(
        study in study(4, 24),
        (measure, aggregate) in prop::sample::select(measures()),
        counts in prop::collection::vec(
            prop::sample::select(vec![1, 1, 2, 3, 5, 1 << 53, (1 << 53) + 1, 1 << 60, (1 << 62) - 1, MOST]), 24),
        k in prop::sample::select(vec![2, 3, 4, 6, (1 << 53) + 2, 1 << 61]),
        limit in prop::sample::select(LIMITS.to_vec()),
    ) {
        let mut study = study;
        study.counts = Some(fitted(&counts[..study.records.len()]));
        study.columns.iter_mut().for_each(|column| column.weight = 1.0);
        let question = Question { k, suppression_limit: limit.0, measure, aggregate };
        let prepared = study.prepared();
        // Links may leave no policy, and k be more than all records.
        let Ok(problem) = study.problem(&prepared, question) else { return Ok(()) };
        prop_assert_eq!(u128::from(problem.limit()), u128::from(study.n()) * limit.1 / limit.2);
        let by_every_policy = found(&study, question, Algorithm::BruteForce);
        if measure != MeasureName::Entropy && aggregate != Aggregate::GeometricMean {
            prop_assert_eq!(&by_every_policy, &expected(&study, &question, (limit.1, limit.2)));
        }
        for algorithm in [Algorithm::Exact, Algorithm::BestFirst, Algorithm::Flash, Algorithm::Ola, Algorithm::Incognito] {
            if algorithm.is_optimal_for(problem.is_monotone()) {
                prop_assert_eq!(&found(&study, question, algorithm), &by_every_policy, "{:?}", algorithm);
            }
        }
    }
}

fn groups_of_two() -> SmallColumn {
    SmallColumn::new(&[&["a", "x", "*"], &["b", "x", "*"], &["c", "y", "*"], &["d", "y", "*"]])
}

#[test]
fn losses_of_one_float_are_told_apart() {
    // Two huge rows stand alike in both columns. The small ones let either column be generalized, and then one record
    // more is suppressed one way than the other, whose policy comes later in the order of ties.
    let study = SmallStudy {
        counts: Some(vec![1 << 61, 1 << 61, 2, 2, 2, 1, 1]),
        ..SmallStudy::new(
            vec![groups_of_two(), groups_of_two()],
            &[&["a", "a"], &["c", "c"], &["a", "c"], &["b", "c"], &["c", "a"], &["d", "a"], &["d", "b"]],
        )
    };
    let asked = |measure, aggregate| Question { k: 3, suppression_limit: 1e-17, measure, aggregate };
    let mut n_apart = 0;
    for (measure, aggregate) in measures() {
        let question = asked(measure, aggregate);
        let problem = study.problem(&study.prepared(), question).unwrap();
        let mut evaluator = kanon::search::Evaluator::new(problem);
        let rounded = policies(&study).into_iter().filter_map(|levels| {
            let policy = kanon::lattice::Policy::new(levels.as_slice());
            let evaluation = evaluator.check(&policy);
            evaluation.valid.then(|| (evaluation.loss.to_bits(), policy.rank(), levels))
        });
        let by_floats = rounded.min().map(|(_, _, levels)| levels);
        if measure == MeasureName::Entropy || aggregate == Aggregate::GeometricMean {
            continue;
        }
        let best = expected(&study, &question, (1, 100_000_000_000_000_000));
        assert_eq!(found(&study, question, Algorithm::Exact), best, "{question:?}");
        n_apart += usize::from(by_floats != best);
    }
    assert!(n_apart > 0, "a float tells all of these losses apart");
}

/// A table of 2⁶³ − 1 records. Column `a` generalized suppresses one record less than column `b`, whose policy comes
/// before it in the order of ties, and the losses are one float.
fn folder() -> Folder {
    let folder = Folder::empty();
    folder.write("table.csv", include_str!("data/huge-counts/table.csv"));
    folder.write("recipe.json", include_str!("data/huge-counts/recipe.json"));
    folder
}

fn json(folder: &Folder, name: &str) -> serde_json::Value {
    serde_json::from_str(&folder.read(name)).unwrap()
}

const ANONYMIZE: &str = "anonymize table.csv --recipe recipe.json --out out.csv --report report.json";

#[test]
fn the_most_records_go_from_counts_to_verified_reports() {
    let folder = folder();
    folder.kanon(ANONYMIZE).exits(0);
    let report = json(&folder, "report.json");
    assert_eq!(report["records"], MOST);
    assert_eq!(report["policy"], serde_json::json!({"a": 1, "b": 0}));
    assert_eq!(report["suppressed_records"], 3);
    assert_eq!(report["suppression_limit_records"], 4);
    assert_eq!(report["optimal"], true);
    folder.kanon("verify out.csv --report report.json --recipe recipe.json --data table.csv --optimality").exits(0);
    let told = folder.kanon("verify out.csv --qi a,b --k 3 --count-column n");
    told.exits(0).prints(&["9223372036854775807 records, 3 of them suppressed"]);
    // A record less in the release is found.
    let changed = folder.read("out.csv").replace("2305843009213693952", "2305843009213693951");
    folder.write("out.csv", changed);
    folder.kanon("verify out.csv --report report.json --recipe recipe.json --data table.csv").exits(1);

    folder.kanon("sweep table.csv --recipe recipe.json --report sweep.json --k-from 2 --k-to 5").exits(0);
    let sweep = json(&folder, "sweep.json");
    let suppressed: Vec<_> =
        (sweep["points"].as_array().unwrap().iter()).map(|point| point["suppressed_records"].as_u64()).collect();
    assert_eq!(suppressed, [Some(1), Some(3), Some(3), Some(0)]);
    folder.kanon("verify --report sweep.json --recipe recipe.json --data table.csv --optimality").exits(0);
    folder
        .kanon("compare table.csv --recipe recipe.json --policy a=1")
        .exits(0)
        .prints(&["\"records\": 9223372036854775807"]);
    folder.kanon("study pruning table.csv --recipe recipe.json --report study.json").exits(0);
}

#[test]
fn unsafe_combinations_are_counted_and_cells_are_not_suppressed() {
    let folder = folder();
    folder.kanon("uniques table.csv --recipe recipe.json --report uniques.json").exits(0);
    let found = json(&folder, "uniques.json");
    assert_eq!(found["records"], MOST);
    folder.kanon("verify --report uniques.json --recipe recipe.json --data table.csv").exits(0);
    let whole = folder.read("recipe.json");
    let with = |more: &str| whole.trim_end().strip_suffix('}').unwrap().to_owned() + more + "}";
    for suppress in ["per-record", "wildcard", "strict"] {
        let more = format!(", \"uniques\": {{\"suppress\": \"{suppress}\"}}");
        folder.write("cells.json", with(&more));
        folder
            .kanon("uniques table.csv --recipe cells.json --report uniques.json --out cells.csv")
            .exits(2)
            .complains(&["9223372036854775807 records", "cells are suppressed for at most 9007199254740992"]);
    }
    folder.write("k.json", with(", \"uniques\": {\"k\": 9000000000000000000}"));
    folder
        .kanon("uniques table.csv --recipe k.json --report uniques.json")
        .exits(2)
        .complains(&["9223372036854775807 records have fewer than k of their kind"]);
}

#[test]
fn what_multiplies_records_is_refused_by_its_name() {
    let folder = folder();
    let whole = folder.read("recipe.json");
    folder
        .kanon(&format!("{ANONYMIZE} --proof proof.bin"))
        .exits(2)
        .complains(&["9223372036854775807 records, and a proof counts at most"]);
    let close = "{\"protect\": [{\"t-closeness\": {\"column\": \"s\", \"t\": 0.5}}],";
    let sensitive = "\"columns\": {\"s\": {\"role\": \"sensitive\"},";
    let recipe = whole.replacen('{', close, 1).replace("\"columns\": {", sensitive);
    folder.write("recipe.json", recipe);
    let table = folder.read("table.csv").replace('\n', ",s\n");
    folder.write("table.csv", table);
    folder.kanon(ANONYMIZE).exits(2).complains(&[
        "9223372036854775807 records",
        "distances of t-closeness are reckoned for at most 9007199254740992",
    ]);
}
