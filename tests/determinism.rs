//! Determinism: the same input gives the same bytes.
//!
//! The bytes do not depend on where the chunks of a file end. The order of the records changes their order in the
//! release and nothing else, so the answer of a search stays the same.

use crate::support::random::{cases, question, study};
use crate::support::released::{Released, sha256};
use crate::support::small_study::run;
use kanon::data::{Dialect, TableReader};
use kanon::recipe::{Digest, Recipe, ReleaseSettings, Shuffle};
use kanon::release::{ReleaseWriter, SuppressedRecords, Transformation};
use kanon::report::Report;
use kanon::run::{Outcome, Run, RunStatus};
use kanon::sample::{Sample, default_hospital, hospital};
use kanon::search::Algorithm;
use kanon::table::EncodedStudy;
use proptest::prelude::*;
use std::sync::Arc;

/// What a study gives: the release and the report.
#[derive(Debug, PartialEq)]
struct Results {
    release: Vec<u8>,
    report: String,
}

/// The pieces of a file between borders that fall anywhere, also within a character or a line end.
fn pieces<'a>(bytes: &'a [u8], lengths: &'a [usize]) -> impl Iterator<Item = &'a [u8]> {
    let mut rest = bytes;
    lengths.iter().cycle().map_while(move |&length| {
        let (piece, after) = rest.split_at(length.min(rest.len()));
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// The whole pipeline, read and released in pieces of these lengths; a step of the search ends after so many looks at
/// the clock.
fn results(sample: &Sample, recipe: &Recipe, lengths: &[usize], looks: u64) -> Results {
    let dialect = recipe.dialect.clone().unwrap_or_default();
    let columns = EncodedStudy::columns(recipe).unwrap();
    let mut reader = TableReader::new(&dialect, &columns);
    let mut input = Digest::new();
    for piece in pieces(&sample.csv, lengths) {
        reader.push(piece).unwrap();
        input.push(piece);
    }
    let prepared = EncodedStudy::new(recipe, &dialect, reader.finish().unwrap()).unwrap();
    let mut run = Run::new(Arc::new(prepared.problem(recipe).unwrap()), &recipe.search).unwrap();
    let mut now = 0.0;
    while run.advance(looks as f64, &mut || {
        now += 1.0;
        now
    }) == RunStatus::Running
    {}
    let outcome = Outcome::of(&mut run).unwrap();
    let transformation = Transformation::new(
        prepared.table(),
        prepared.hierarchies(),
        prepared.qis(),
        run.evaluator().classes(&outcome.policy),
    );
    let treatments = recipe.treatments_with(&dialect, None);
    let table = Arc::clone(prepared.table());
    let mut writer = ReleaseWriter::new(&dialect, table, Arc::new(transformation), treatments);
    let mut release = Vec::new();
    for piece in pieces(&sample.csv, lengths) {
        writer.push(piece, &mut release).unwrap();
    }
    writer.finish(&mut release).unwrap();
    let mut output = Digest::new();
    output.push(&release);
    let mut report = Report::new(recipe, &prepared.names(), &outcome, input.finish(), output.finish());
    report.seconds = 0.0;
    Results { release, report: report.to_json() }
}

#[test]
fn the_same_study_gives_the_same_bytes_twice() {
    let sample = hospital(3000, 7);
    let recipe = Recipe::parse(&sample.recipe).unwrap();
    let whole = [sample.csv.len()];
    let first = results(&sample, &recipe, &whole, u64::MAX);
    assert!(first.report.contains("\"optimal\": true"), "{}", first.report);
    assert_eq!(first, results(&sample, &recipe, &whole, u64::MAX));
    // A search in small steps is the same search.
    assert_eq!(first, results(&sample, &recipe, &whole, 3));
}

#[test]
fn the_same_study_gives_the_same_bytes_for_any_borders_of_chunks() {
    let sample = hospital(400, 11);
    let recipe = Recipe::parse(&sample.recipe).unwrap();
    let whole = results(&sample, &recipe, &[sample.csv.len()], u64::MAX);
    for lengths in [&[1][..], &[2], &[1, 5, 1000], &[63], &[64], &[4096, 1]] {
        assert_eq!(whole, results(&sample, &recipe, lengths, u64::MAX), "{lengths:?}");
    }
}

#[test]
fn a_saved_recipe_is_the_same_recipe() {
    let sample = hospital(400, 7);
    let recipe = Recipe::parse(&sample.recipe).unwrap();
    let saved = Recipe::parse(&recipe.to_json()).unwrap();
    assert_eq!(recipe, saved);
    assert_eq!(recipe.to_json(), saved.to_json());
}

/// The sample with its records in another order: every `stride`-th, then those after them.
fn permuted(sample: &Sample, stride: usize) -> Sample {
    let text = String::from_utf8(sample.csv.clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut csv = format!("{}\n", lines[0]);
    for start in 1..=stride {
        for line in lines[start..].iter().step_by(stride) {
            csv += line;
            csv.push('\n');
        }
    }
    assert_eq!(csv.len(), text.len());
    Sample { csv: csv.into_bytes(), ..sample.clone() }
}

#[test]
fn the_order_of_the_records_changes_their_order_and_nothing_else() {
    let sample = hospital(1000, 7);
    let recipe = Recipe::parse(&sample.recipe).unwrap();
    let original = results(&sample, &recipe, &[1 << 16], u64::MAX);
    // The digests of the files differ, and nothing else.
    let claims = |results: &Results| -> Vec<String> {
        (results.report.lines().filter(|line| !line.contains("sha256"))).map(str::to_owned).collect()
    };
    let sorted = |results: &Results| -> Vec<Vec<u8>> {
        let mut lines: Vec<_> = results.release.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        lines.sort();
        lines
    };
    for stride in [2, 7, 999] {
        let permuted = results(&permuted(&sample, stride), &recipe, &[1 << 16], u64::MAX);
        assert_eq!(claims(&original), claims(&permuted));
        assert_eq!(sorted(&original), sorted(&permuted));
        assert_ne!(original.release, permuted.release);
    }
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn the_order_of_the_records_does_not_change_the_search(
        (study, shuffled) in study(5, 60).prop_flat_map(|study| {
            let rows: Vec<usize> = (0..study.records.len()).collect();
            (Just(study), Just(rows).prop_shuffle())
        }),
        question in question(),
    ) {
        let mut other = study.clone();
        other.records = shuffled.iter().map(|&row| study.records[row].clone()).collect();
        other.counts = study.counts.as_ref().map(|counts| shuffled.iter().map(|&row| counts[row]).collect());
        let problems = [&study, &other].map(|study| study.problem(&study.prepared(), question));
        let [Ok(first), Ok(second)] = problems else { return Ok(()) };
        for algorithm in Algorithm::ALL {
            if !algorithm.accepts(first.is_monotone()) {
                continue;
            }
            let mut searches = [algorithm.search(Arc::clone(&first), 0).unwrap(), algorithm.search(Arc::clone(&second), 0).unwrap()];
            for search in &mut searches {
                run(search.as_mut());
            }
            // The policy, its loss to the last bit, the bound, and every counter.
            prop_assert_eq!(searches[0].progress(), searches[1].progress());
        }
    }

    #[test]
    fn a_dialect_read_in_pieces_is_read_as_a_whole(
        cells in prop::collection::vec(prop::collection::vec("[a-zä;\"\r\n ]{0,6}", 3), 1..20),
        lengths in prop::collection::vec(1usize..9, 1..6),
    ) {
        let mut csv = b"a;b;c\n".to_vec();
        for record in &cells {
            let quoted: Vec<String> = record.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
            csv.extend_from_slice(quoted.join(";").as_bytes());
            csv.push(b'\n');
        }
        let dialect = Dialect { delimiter: b';', ..Dialect::default() };
        let columns = ["a", "b", "c"].map(str::to_owned);
        let mut reader = TableReader::new(&dialect, &columns);
        for piece in pieces(&csv, &lengths) {
            reader.push(piece).unwrap();
        }
        let table = reader.finish().unwrap();
        prop_assert_eq!(table.n_rows, cells.len());
        for (row, record) in cells.iter().enumerate() {
            for (column, cell) in table.columns.iter().zip(record) {
                prop_assert_eq!(column.value(row), cell);
            }
        }
    }
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    /// The digests that the tests of the module for the page hold, too.
    #[test]
    fn the_sample_is_released_in_the_same_bytes_everywhere() {
        let sample = default_hospital();
        for (shuffle, suppressed, digest) in [
            (None, SuppressedRecords::Star, "573a19a1dd998131fad63d3af553fe5c9bc61f82a29d698ec95623f5e3d16695"),
            (Some(7), SuppressedRecords::Star, "fb6427c992f49c90f94c764ad32dd93321f18e47c2dd5aa65c53cda4d0269f73"),
            (None, SuppressedRecords::Remove, "722b035ad36d2ac3e5dbbdfdfe3d636c716ad73157e85f3523e012efd0ef7c47"),
            (Some(7), SuppressedRecords::Remove, "b16661bf161947d0aba50585e6e2858b830f90f6af5f7c71c6320f512f2257d4"),
        ] {
            let mut recipe = Recipe::parse(&sample.recipe).unwrap();
            recipe.release = ReleaseSettings { shuffle: shuffle.map(Shuffle::Seed), suppressed };
            let released = Released::new(&sample.csv, recipe);
            assert_eq!(sha256(&released.release), digest);
            assert!(released.verify().unwrap().holds);
        }
    }
}
