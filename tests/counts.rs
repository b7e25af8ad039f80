//! Tables whose rows each stand for many records, by a column of counts.
//!
//! - The exact search equals brute force for sums beyond 2³². Where its boxes cannot hold a sum, it goes policy by
//!   policy.
//! - Every command refuses a value that is no count, and names its row.
//! - Thirty billion records go from counts to a verified release.
//!
//! Counts of up to 2⁶³ − 1 are in `huge_counts.rs`.

use crate::support::program::Folder;
use crate::support::random::{cases, question, study};
use crate::support::small_study::{Question, SmallColumn, SmallStudy, run};
use crate::support::tuples::{View, close};
use kanon::loss::{Aggregate, MeasureName};
use kanon::search::{Algorithm, Problem, Search};
use proptest::prelude::*;
use std::sync::Arc;

/// Counts on both sides of every k that is asked for, and of what 32 bits hold.
const COUNTS: [u64; 12] = [1, 2, 3, 5, 9, 999, 1_000, 1_001, 1 << 20, (1 << 31) + 7, 1 << 33, 1 << 40];

fn squares_sizes(measure: MeasureName) -> bool {
    matches!(measure, MeasureName::Discernibility | MeasureName::DmStar)
}

fn searched(problem: &Arc<Problem>, algorithm: Algorithm) -> Box<dyn Search + Send> {
    let mut search = algorithm.search(Arc::clone(problem), 0).unwrap();
    run(search.as_mut());
    search
}

/// Holds the exact search against a look at every policy. Returns whether it was one of boxes.
fn is_of_boxes(problem: &Arc<Problem>) -> bool {
    let exact = searched(problem, Algorithm::Exact);
    let every = searched(problem, Algorithm::BruteForce);
    let [exact_best, best] = [&exact, &every].map(|search| search.progress().best);
    assert_eq!(exact_best, best);
    let [found, expected] = [&exact, &every].map(|search| {
        let evaluation = search.progress().evaluation;
        evaluation.map(|own| (own.suppressed, own.classes_kept, own.loss.to_bits()))
    });
    assert_eq!(found, expected);
    exact.boxes().is_some()
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn the_exact_search_is_exact_for_any_number_of_records(
        study in study(4, 60),
        question in question(),
        counts in prop::collection::vec(prop::sample::select(COUNTS.to_vec()), 60),
        k in prop::sample::select(vec![2, 3, 8, 1_000, 1_001, 5_000, 1 << 21, (1 << 31) + 8, 1 << 33]),
    ) {
        let counts = counts[..study.records.len()].to_vec();
        let study = SmallStudy { counts: Some(counts), ..study };
        let question = Question { k, ..question };
        let prepared = study.prepared();
        // Links may leave no policy, and k be more than all records.
        let Ok(problem) = study.problem(&prepared, question) else { return Ok(()) };
        let told = prepared.tuples().counts().iter().map(|&count| count.min(k));
        let fits = match squares_sizes(question.measure) {
            true => study.n() <= 1 << 30,
            false => told.sum::<u64>() <= u32::MAX.into() && k <= u32::MAX.into(),
        };
        prop_assert_eq!(is_of_boxes(&problem), fits);
        if !squares_sizes(question.measure) && let Some(best) = searched(&problem, Algorithm::Exact).progress().best {
            let view = View::new(&study, best.policy.levels());
            let (loss, expected) = (best.loss, view.loss(&question));
            // Logarithms round, and so much the more of more records.
            let rounded = if question.measure == MeasureName::Entropy { study.n() as f64 * 1e-13 } else { 0.0 };
            prop_assert!(close(loss, expected) || (loss - expected).abs() < rounded, "{} {}", loss, expected);
        }
    }
}

/// Two columns of four values with a group of two and one of all.
fn two_columns(records: &[&[&str]], counts: &[u64]) -> SmallStudy {
    let rows: [&[&str]; 4] = [&["a", "x", "*"], &["b", "x", "*"], &["c", "y", "*"], &["d", "y", "*"]];
    let columns = vec![SmallColumn::new(&rows), SmallColumn::new(&rows)];
    SmallStudy { counts: Some(counts.to_vec()), ..SmallStudy::new(columns, records) }
}

#[test]
fn records_beyond_32_bits_are_searched_by_boxes() {
    let study = two_columns(
        &[&["a", "a"], &["b", "a"], &["c", "d"], &["d", "d"], &["a", "d"]],
        &[1 << 52, 1, 4_294_967_299, 4_294_967_296, 2],
    );
    for measure in MeasureName::ALL {
        let question = Question { k: 3, suppression_limit: 1e-15, measure, aggregate: Aggregate::ArithmeticMean };
        let problem = study.problem(&study.prepared(), question).unwrap();
        assert_eq!(is_of_boxes(&problem), !squares_sizes(measure), "{measure:?}");
    }
}

#[test]
fn what_the_boxes_cannot_sum_is_searched_policy_by_policy() {
    let rows: Vec<Vec<String>> = (0..513).map(|leaf| vec![leaf.to_string(), "*".to_owned()]).collect();
    let column = SmallColumn { rows, ..SmallColumn::new(&[&["0"]]) };
    let of_boxes = |records: u64, aggregate| {
        let study = SmallStudy {
            counts: Some(vec![records, 1]),
            ..SmallStudy::new(vec![column.clone(), column.clone()], &[&["7", "8"], &["9", "8"]])
        };
        let question = Question { k: 2, suppression_limit: 0.0, measure: MeasureName::Iyengar, aggregate };
        is_of_boxes(&study.problem(&study.prepared(), question).unwrap())
    };
    for aggregate in [Aggregate::ArithmeticMean, Aggregate::GeometricMean, Aggregate::Maximum] {
        assert!(of_boxes((1 << 53) - 1, aggregate), "{aggregate:?}");
        assert!(!of_boxes(1 << 53, aggregate), "{aggregate:?}");
        assert!(!of_boxes(1 << 62, aggregate), "{aggregate:?}");
    }
}

const COUNTED: &str = r#"{"kanon": 1, "count_column": "n", "columns": {
    "age": {"role": "quasi-identifier", 
        "hierarchy": {"intervals": {"widths": [2]}}},
    "sex": {"role": "quasi-identifier"}}, "privacy": {"k": 2}, "frontier": {"space": "full-domain"}, "uniques": {"suppress": "strict"}}"#;
const OF_INTERVALS: &str = r#"{"kanon": 1, "count_column": "n", "columns": {
    "age": {"role": "quasi-identifier", "kind": {"whole-number": {}}}, "sex": {"role": "quasi-identifier"}}, "frontier": {}}"#;

const COMMANDS: [&str; 6] = [
    "anonymize data.csv --recipe recipe.json --out out.csv --report report.json",
    "sweep data.csv --recipe recipe.json --report sweep.json --k-from 2 --k-to 3",
    "frontier data.csv --recipe recipe.json --report frontier.json",
    "uniques data.csv --recipe recipe.json --report uniques.json --out cells.csv",
    "compare data.csv --recipe recipe.json --policy age=1",
    "verify data.csv --qi age,sex --k 2 --count-column n",
];

#[test]
fn what_is_no_count_is_refused_with_its_row() {
    let folder = Folder::empty();
    folder.write("recipe.json", COUNTED);
    for wrong in ["0", "-1", "1.5", "", "many", "18446744073709551616", "1e3"] {
        folder.write("data.csv", format!("age,sex,n\n20,f,2\n21,f,{wrong}\n22,m,3\n"));
        for command in COMMANDS {
            let value = format!("`{wrong}`");
            let parts = ["row 2", "column `n`", if wrong.is_empty() { "count" } else { &value }];
            folder.kanon(command).exits(2).complains(&parts);
        }
    }
}

#[test]
fn counts_that_only_add_up_to_too_many_are_refused_where_they_do() {
    let folder = Folder::empty();
    folder.write("recipe.json", COUNTED);
    folder.write("data.csv", "age,sex,n\n20,f,9223372036854775805\n21,f,2\n22,m,1\n");
    for command in COMMANDS {
        folder.kanon(command).exits(2).complains(&["row 3", "column `n`", "more than 9223372036854775807 records"]);
    }
}

#[test]
fn thirty_billion_records_go_from_counts_to_a_verified_release() {
    let folder = Folder::empty();
    folder.write("recipe.json", COUNTED);
    folder
        .write("data.csv", "age,sex,n\n20,f,10000000000\n20,m,1\n21,f,9999999999\n22,m,10000000001\n23,f,1\n23,m,1\n");
    let [anonymize, sweep, frontier, uniques, compare, verify] = COMMANDS;
    for command in [anonymize, sweep, frontier, uniques, compare] {
        folder.kanon(command).exits(0);
    }
    folder.kanon(verify).exits(1);
    folder.kanon("verify out.csv --report report.json --recipe recipe.json --data data.csv --optimality").exits(0);
    folder.kanon("verify cells.csv --report uniques.json --recipe recipe.json --data data.csv").exits(0);
    let report: serde_json::Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    assert_eq!(report["records"], 30_000_000_003_u64);
    assert!(report["boxes_looked_at"].is_number(), "{report}");
    // A frontier of intervals and a proof count people in 32 bits, and say so.
    folder.write("intervals.json", OF_INTERVALS);
    folder
        .kanon("frontier data.csv --recipe intervals.json --report frontier.json")
        .exits(2)
        .complains(&["4,294,967,295"]);
    folder
        .kanon(&format!("{anonymize} --proof proof.bin"))
        .exits(2)
        .complains(&["the table has 30000000003 records, and a proof counts at most"]);
}
