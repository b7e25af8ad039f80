//! Minimum unsafe combinations (the minimal sample uniques of SUDA).
//!
//! Every method is held against a look at all column sets. The ten records of the SUDA literature have their scores,
//! and a survey in the shape of the published one has its known figures.

use crate::support::combinations::{MISSING, SmallTable, table};
use crate::support::random::cases;
use crate::support::survey::{N_COLUMNS, survey};
use kanon::data::{Dialect, MissingCodes, TableReader};
use kanon::local::{CellWeights, PerRecord, Readings, Strict, Suppression, UnsafeAfter};
use kanon::monitor::{Checks, Unlimited};
use kanon::uniques::{Findings, Method, Missing, Question, Tuples, UniquesSearch, combinations_of, dis};
use proptest::prelude::*;
use std::sync::Arc;

const METHODS: [Method; 3] = [Method::Bitmap, Method::Partition, Method::HittingSet];

fn tuples(table: &SmallTable, missing: Missing, k: u64) -> Arc<Tuples> {
    Arc::new(Tuples::new(&table.encoded(), missing, &MissingCodes::everywhere(&[MISSING.to_owned()]), k).unwrap())
}

fn search(tuples: &Arc<Tuples>, question: Question, method: Method) -> Findings {
    let mut search = UniquesSearch::new(Arc::clone(tuples), question, Some(method)).unwrap();
    assert!(search.advance(&mut Unlimited));
    search.into_findings()
}

/// Holds everything that the findings say against the rows' combinations.
fn compare(table: &SmallTable, tuples: &Tuples, findings: &Findings, expected: &[Vec<u64>]) {
    let m = table.n_columns();
    let count = |which: &dyn Fn(usize, u64) -> bool| -> u64 {
        (expected.iter().enumerate())
            .map(|(row, sets)| sets.iter().filter(|&&set| which(row, set)).count() as u64 * table.count(row))
            .sum()
    };
    let records = |which: &dyn Fn(&[u64]) -> bool| -> u64 {
        (expected.iter().enumerate()).filter(|(_, sets)| which(sets)).map(|(row, _)| table.count(row)).sum()
    };
    assert_eq!(findings.combinations(), count(&|_, _| true));
    assert_eq!(findings.unsafe_records(tuples), records(&|sets| !sets.is_empty()));
    let smallest = |sets: &[u64]| sets.iter().map(|set| set.count_ones()).min().unwrap_or(0);
    for size in 1..=m {
        let of_size = |set: u64| set.count_ones() as usize == size;
        assert_eq!(findings.by_size(size), count(&|_, set| of_size(set)));
        assert_eq!(findings.records_by_smallest(tuples, size), records(&|sets| smallest(sets) as usize == size));
        for column in 0..m {
            let expected = count(&|_, set| of_size(set) && set >> column & 1 == 1);
            assert_eq!(findings.by_column_and_size(column, size), expected);
        }
    }
    let encoded = table.encoded();
    for column in 0..m {
        let common = |sets: &[u64]| !sets.is_empty() && sets.iter().all(|set| set >> column & 1 == 1);
        assert_eq!(findings.resolved_without(tuples, column), records(&common));
        for (code, &found) in (0..).zip(findings.by_value(column)) {
            let has = |row: usize| encoded.columns[column].codes.get(row) == code;
            assert_eq!(found, count(&|row, set| has(row) && set >> column & 1 == 1));
        }
    }
    for (row, sets) in expected.iter().enumerate() {
        let finding = findings.tuple(tuples.of_rows()[row] as usize);
        assert_eq!(finding.combinations as usize, sets.len());
        assert_eq!(u32::from(finding.smallest), smallest(sets));
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn every_method_finds_what_all_column_sets_show(
        table in table(8, 24),
        k in prop::sample::select(vec![2_u64, 3, 5, 4, 9]),
        ignore in any::<bool>(),
        limit in prop::option::weighted(0.5, 1_usize..5),
    ) {
        prop_assume!(k <= table.n());
        let missing = if ignore { Missing::Ignore } else { Missing::Value };
        let tuples = tuples(&table, missing, k);
        let question = Question { k, max_size: limit };
        let max_size = limit.unwrap_or(8);
        let expected: Vec<Vec<u64>> = (0..table.records.len())
            .map(|row| table.minimum_unsafe(row, k, ignore, max_size))
            .collect();
        for method in METHODS {
            compare(&table, &tuples, &search(&tuples, question, method), &expected);
        }
        for (row, expected) in expected.iter().enumerate() {
            let mut sets = combinations_of(&tuples, &question, tuples.of_rows()[row] as usize, usize::MAX).unwrap();
            prop_assert!(sets.is_sorted_by_key(|set| (set.count_ones(), *set)));
            sets.sort_unstable();
            prop_assert_eq!(&sets, expected);
        }
    }

    #[test]
    fn neither_interruptions_nor_splits_change_the_findings(
        table in table(7, 30),
        k in 2_u64..4,
        steps in prop::collection::vec(0_u64..4, 1..20),
        split in 1_usize..6,
    ) {
        prop_assume!(k <= table.n());
        let tuples = tuples(&table, Missing::Ignore, k);
        let question = Question { k, max_size: None };
        for method in METHODS {
            let whole = search(&tuples, question, method);
            let mut interrupted = UniquesSearch::new(Arc::clone(&tuples), question, Some(method)).unwrap();
            let mut turns = 0;
            let mut share = 0.0;
            while !interrupted.advance(&mut Checks(steps[turns % steps.len()] + u64::from(turns > 50))) {
                turns += 1;
                prop_assert!(interrupted.share() >= share && interrupted.share() <= 1.0);
                share = interrupted.share();
            }
            prop_assert_eq!(interrupted.share(), 1.0);
            prop_assert_eq!(interrupted.findings(), &whole);
            if method != Method::Partition {
                let handed = Arc::new(Tuples::from_bytes(&tuples.to_bytes()).unwrap());
                let part = |range| {
                    let mut search = UniquesSearch::in_range(Arc::clone(&handed), question, Some(method), range).unwrap();
                    search.advance(&mut Unlimited);
                    search.into_findings()
                };
                let mut sum = UniquesSearch::new(Arc::clone(&tuples), question, Some(method)).unwrap().into_findings();
                let mut sent = sum.clone();
                let starts: Vec<usize> = (0..tuples.len()).step_by(tuples.len().div_ceil(split)).collect();
                for &start in starts.iter().rev() {
                    let part = part(start..tuples.len().min(start + tuples.len().div_ceil(split)));
                    sum.absorb(&part);
                    prop_assert!(sent.absorb_words(&part.to_words()));
                }
                prop_assert_eq!(&sum, &whole);
                prop_assert_eq!(&sent, &whole);
            }
        }
    }
}

/// Rows of numbers without a missing value.
fn plain(rows: &[&[u8]]) -> SmallTable {
    SmallTable {
        records: (rows.iter()).map(|row| row.iter().map(|&cell| Some(cell)).collect()).collect(),
        counts: None,
    }
}

/// The example by which guides to SUDA explain its score: residence (urban, rural), gender (female, male), education
/// (secondary incomplete, primary incomplete, secondary complete, primary complete, post-secondary), labour status
/// (employed, not in the labour force, unemployed).
fn ten_records() -> SmallTable {
    plain(&[
        &[0, 0, 0, 0],
        &[0, 0, 0, 0],
        &[0, 0, 1, 1],
        &[0, 1, 2, 0],
        &[1, 0, 2, 2],
        &[0, 1, 2, 0],
        &[0, 0, 3, 1],
        &[0, 1, 4, 2],
        &[0, 0, 0, 1],
        &[0, 0, 0, 1],
    ])
}

#[test]
fn the_ten_records_of_the_suda_literature_have_their_scores() {
    let table = ten_records();
    let tuples = tuples(&table, Missing::Ignore, 2);
    for (method, max_size) in METHODS.into_iter().zip([None, Some(3), None]) {
        let question = Question { k: 2, max_size };
        let findings = search(&tuples, question, method);
        let scores: Vec<f64> = (tuples.of_rows().iter()).map(|&tuple| findings.tuple(tuple as usize).score).collect();
        assert_eq!(scores, [0.0, 0.0, 6.0, 0.0, 12.0, 0.0, 6.0, 10.0, 0.0, 0.0]);

        // DIS by hand: four records alone, six in pairs, f = 0.01 and q = 1.2.
        let dis = dis(&tuples, &findings, 0.01);
        let (six, ten, twelve) = (6_f64.powf(1.2), 10_f64.powf(1.2), 12_f64.powf(1.2));
        let spread = 2.0 / six + 1.0 / ten + 1.0 / twelve;
        for (row, power) in [(2, six), (4, twelve), (6, six), (7, ten)] {
            let expected = 1.0 / (1.0 + 6.0 * 99.0 / (power * spread));
            let found = dis[tuples.of_rows()[row] as usize];
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
        assert_eq!(dis[0], 0.0);
    }
    let question = Question { k: 2, max_size: None };
    // {rural}, {female, secondary complete}, {female, unemployed}, {secondary complete, unemployed}.
    assert_eq!(
        combinations_of(&tuples, &question, tuples.of_rows()[4] as usize, 10).unwrap(),
        [0b0001, 0b0110, 0b1010, 0b1100]
    );
}

#[test]
fn tuples_are_handed_on_as_bytes_with_any_number_of_values_and_records() {
    // 70,000 values take three bytes each, 300 take two; the records of the last tuple take three.
    let mut text = "wide;middle;narrow;records\n".to_owned();
    for row in 0..70_000 {
        let records = if row == 69_999 { 40_000 } else { 1 + row % 2 };
        text += &format!("{row};{};{};{records}\n", row % 300, row % 7);
    }
    let dialect = Dialect { delimiter: b';', ..Dialect::default() };
    let names = ["wide", "middle", "narrow"].map(str::to_owned);
    let mut reader = TableReader::new(&dialect, &names).with_count_column(Some("records".to_owned()));
    reader.push(text.as_bytes()).unwrap();
    let table = reader.finish().unwrap();
    let missing = MissingCodes::everywhere(&["3".to_owned()]);
    let tuples = Tuples::new(&table, Missing::Ignore, &missing, 2).unwrap();
    let bytes = tuples.to_bytes();
    // Six planes, a byte for the records of all tuples but one, and a head of a few bytes.
    assert!(bytes.len() < 7 * tuples.len() + 30);
    let handed = Tuples::from_bytes(&bytes).unwrap();
    assert_eq!(handed.len(), tuples.len());
    for tuple in (0..tuples.len()).step_by(997).chain([69_999]) {
        assert_eq!(handed.count(tuple), tuples.count(tuple));
        assert_eq!(handed.missing(tuple), tuples.missing(tuple));
        for column in 0..3 {
            assert_eq!(handed.value(column, tuple), tuples.value(column, tuple));
            assert_eq!(handed.n_values(column), tuples.n_values(column));
        }
    }
    for end in [0, 1, 2, 9, 1000, bytes.len() - 1] {
        assert!(Tuples::from_bytes(&bytes[..end]).is_none());
    }
    assert!(Tuples::from_bytes(&[&bytes[..], &[0]].concat()).is_none());
    assert!(Tuples::from_bytes(&[0xff; 40]).is_none());
}

#[test]
fn questions_that_have_no_answer_are_refused() {
    let table = ten_records();
    let fits = tuples(&table, Missing::Ignore, 2);
    let error = UniquesSearch::new(fits, Question { k: 1, max_size: None }, None).unwrap_err();
    assert_eq!(error.code(), "uniques-k-too-small");
    let error = Tuples::new(&table.encoded(), Missing::Ignore, &MissingCodes::default(), 11).unwrap_err();
    assert_eq!(error.code(), "search-k-too-large");
    let wide = plain(&[&[0; 25], &[1; 25]]);
    let wide = tuples(&wide, Missing::Ignore, 2);
    let question = Question { k: 2, max_size: None };
    let error = UniquesSearch::new(Arc::clone(&wide), question, Some(Method::Bitmap)).unwrap_err();
    assert_eq!(error.code(), "uniques-too-many-columns");
    assert_eq!(search(&wide, question, Method::HittingSet).combinations(), 50);
}

#[test]
#[ignore = "long: eight seconds of one core"]
fn the_survey_has_its_known_combinations_cells_and_bound() {
    let table = survey();
    let tuples =
        Arc::new(Tuples::new(&table, Missing::Ignore, &MissingCodes::everywhere(&[String::new()]), 2).unwrap());
    let limited = Question { k: 2, max_size: Some(4) };
    let by_size: Vec<u64> = (2..=4).map(|size| search(&tuples, limited, Method::Partition).by_size(size)).collect();
    assert_eq!(by_size, [3, 8_529, 391_846]);
    let findings = search(&tuples, Question { k: 2, max_size: None }, Method::Bitmap);
    assert_eq!(by_size, [2, 3, 4].map(|size| findings.by_size(size)));
    assert_eq!(findings.combinations(), 1_902_478);
    assert_eq!(findings.unsafe_records(&tuples), 5_996);
    assert_eq!(findings.by_size(10), 50);

    let weights = CellWeights::equal(N_COLUMNS);
    let mut least = PerRecord::new(Arc::clone(&tuples), weights.clone(), 2).unwrap();
    least.advance(&mut Unlimited);
    let cells = Suppression::of_tuples(&tuples, least.kept()).cost(&tuples, &weights, &|_| 1);
    assert_eq!(cells, 22_955);
    let mut strict = Strict::new(Arc::clone(&tuples), weights, 2, least.kept(), true);
    strict.advance(&mut Unlimited);
    assert!(strict.cost() <= 25_466 && strict.bound() >= 25_305, "{} {}", strict.cost(), strict.bound());
    let mut readings = Readings::new(&tuples, &strict.suppression(), 2, &|_| 1).unwrap();
    readings.advance(&mut Unlimited);
    assert_eq!(readings.found(), UnsafeAfter::default());

    // What tools commonly do: the cell that is in most combinations, until none is left.
    let mut greedy = 0;
    for tuple in (0..tuples.len()).step_by(20) {
        let question = Question { k: 2, max_size: None };
        let mut sets = combinations_of(&tuples, &question, tuple, usize::MAX).unwrap();
        let fewest = N_COLUMNS as u32 - least.kept()[tuple].count_ones();
        let mut taken = 0;
        while !sets.is_empty() {
            let most = (0..N_COLUMNS).max_by_key(|column| sets.iter().filter(|&set| set >> column & 1 == 1).count());
            sets.retain(|set| most.is_none_or(|column| set >> column & 1 == 0));
            taken += 1;
        }
        assert!(fewest <= taken);
        greedy += taken - fewest;
    }
    assert!(greedy > 0, "the greedy heuristic is never better, and sometimes worse");
}
