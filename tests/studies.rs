//! The papers' studies, made on a small sample: what their tables say must hold among themselves.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use kanon::data::{Dialect, TableReader};
use kanon::published::{Subject, anytime, ola, pruning};
use kanon::sample;
use kanon::study::{Prepared, Recipe};

/// Runs a study on a sample with its first quasi-identifiers; the clock ticks a third of a millisecond at every look.
fn with_subject<T>(n_qis: usize, study: impl FnOnce(&mut Subject<'_>) -> T) -> T {
    with_clock(n_qis, 0.3, study)
}

/// The same with a clock that ticks so many milliseconds at every look.
fn with_clock<T>(n_qis: usize, tick: f64, study: impl FnOnce(&mut Subject<'_>) -> T) -> T {
    let sample = sample::hospital(800, 3);
    let recipe = Recipe::parse(&sample.recipe).unwrap();
    let dialect = Dialect::default();
    let columns = Prepared::columns(&recipe).unwrap();
    let mut reader = TableReader::new(&dialect, &columns[..n_qis]);
    reader.push(&sample.csv).unwrap();
    let prepared = Prepared::new(&recipe, &dialect, reader.finish().unwrap()).unwrap();
    let mut milliseconds = 0.0;
    let mut now = || {
        milliseconds += tick;
        milliseconds
    };
    study(&mut Subject {
        recipe: &recipe,
        dialect: &dialect,
        prepared: &prepared,
        seconds: f64::INFINITY,
        now: &mut now,
    })
}

#[test]
fn pruning_changes_the_work_and_never_the_answer() {
    let rows = with_subject(5, |subject| pruning::study(subject, &[3, 5])).unwrap();
    assert_eq!(
        rows.iter()
            .map(|row| row.quasi_identifiers)
            .collect::<Vec<_>>(),
        [3, 5]
    );
    for row in rows {
        let explicit = row.flash_explicit.unwrap();
        let runs = [
            &row.flash,
            &row.flash_early_bounds,
            &explicit,
            &row.best_first,
            &row.best_first_without_prediction,
        ];
        for run in runs {
            assert!(run.done);
            assert_eq!(
                (run.loss, run.suppressed_records),
                (row.flash.loss, row.flash.suppressed_records)
            );
            assert!(run.checked > 0 && run.checked_share <= 1.0);
        }
        assert_eq!(
            explicit.checked, row.flash.checked,
            "only the representation differs"
        );
        assert!(row.flash_early_bounds.checked <= row.flash.checked);
        assert_eq!(
            row.best_first_without_prediction
                .insufficient_quality
                .inserts,
            0
        );
        assert_eq!(row.stores.len(), 4);
        assert!(row.stores.iter().all(|store| store.operations > 0));
    }
}

#[test]
fn the_two_heuristics_never_beat_the_two_optimal_algorithms() {
    let study = with_subject(4, |subject| ola::study(subject, [2, 5])).unwrap();
    assert_eq!((study.losses.len(), study.work.len()), (2 * 3 * 3, 2 * 3));
    for row in &study.losses {
        assert!(row.incognito_agrees, "{row:?}");
        assert!(
            row.datafly.is_none_or(|ratio| ratio >= 1.0 - 1e-12),
            "{row:?}"
        );
        assert!(
            row.samarati.is_none_or(|ratio| ratio >= 1.0 - 1e-12),
            "{row:?}"
        );
    }
    assert!(
        study
            .losses
            .iter()
            .any(|row| row.datafly.is_some_and(|ratio| ratio > 1.0))
    );
}

#[test]
fn losses_fall_over_time_to_the_optimum() {
    let rows = with_subject(5, |subject| anytime::study(subject, &[5])).unwrap();
    let pruned = with_subject(5, |subject| pruning::study(subject, &[5])).unwrap();
    let row = &rows[0];
    assert!(row.done && row.losses.len() > 1);
    assert!(
        row.losses
            .windows(2)
            .all(|pair| pair[1].loss < pair[0].loss && pair[1].seconds > pair[0].seconds)
    );
    assert_eq!(
        row.losses.last().map(|found| found.loss),
        pruned[0].flash.loss
    );
    assert_eq!(row.losses.last().map(|found| found.loss), Some(row.bound));
    assert!(row.seconds_to_best <= row.seconds);
    assert!(row.igreedy_loss.unwrap() >= row.bound);
}

#[test]
fn a_coarse_clock_does_not_keep_the_search_from_its_end() {
    let rows = with_clock(4, 20.0, |subject| anytime::study(subject, &[4])).unwrap();
    assert!(rows[0].done);
    assert_eq!(
        rows[0].losses.last().map(|found| found.loss),
        Some(rows[0].bound)
    );
}
