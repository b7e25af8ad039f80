//! The papers' studies, made on a small sample.
//!
//! Their rows must agree among themselves as the papers say. A study in small steps makes the rows that it makes in one
//! go.

use kanon::data::{Dialect, TableReader};
use kanon::published::{Row, Step, Study, Subject, anytime, ola, pruning};
use kanon::recipe::Recipe;
use kanon::sample;
use kanon::table::EncodedStudy;

/// A sample with its first quasi-identifiers.
fn subject(n_qis: usize) -> Subject {
    let sample = sample::hospital(800, 3);
    let recipe = Recipe::parse(&sample.recipe).unwrap();
    let dialect = Dialect::default();
    let columns = EncodedStudy::columns(&recipe).unwrap();
    let mut reader = TableReader::new(&dialect, &columns[..n_qis]);
    reader.push(&sample.csv).unwrap();
    let prepared = EncodedStudy::new(&recipe, &dialect, reader.finish().unwrap()).unwrap();
    Subject { recipe, dialect, prepared, seconds: f64::INFINITY }
}

/// A clock that ticks so many milliseconds at every look.
fn clock(tick: f64) -> impl FnMut() -> f64 {
    let mut milliseconds = 0.0;
    move || {
        milliseconds += tick;
        milliseconds
    }
}

fn rows<T>(study: Study, tick: f64, of: impl Fn(Row) -> Option<T>) -> Vec<T> {
    let rows = study.finish(&mut clock(tick)).unwrap();
    rows.into_iter().map(|row| of(row).unwrap()).collect()
}

fn pruning(row: Row) -> Option<pruning::PruningRow> {
    match row {
        Row::Pruning(row) => Some(row),
        _ => None,
    }
}

fn anytime(row: Row) -> Option<anytime::AnytimeRow> {
    match row {
        Row::Anytime(row) => Some(row),
        _ => None,
    }
}

fn ola(row: Row) -> Option<ola::OlaRow> {
    match row {
        Row::Ola(row) => Some(row),
        _ => None,
    }
}

#[test]
fn pruning_changes_the_work_and_never_the_answer() {
    let rows = rows(Study::pruning(subject(5), &[3, 5]), 0.3, pruning);
    assert_eq!(rows.iter().map(|row| row.quasi_identifiers).collect::<Vec<_>>(), [3, 5]);
    for row in rows {
        let explicit = row.flash_explicit.unwrap();
        let runs =
            [&row.flash, &row.flash_early_bounds, &explicit, &row.best_first, &row.best_first_without_prediction];
        for run in runs {
            assert!(run.done);
            assert_eq!((run.loss, run.suppressed_records), (row.flash.loss, row.flash.suppressed_records));
            let checked = run.counters.work.steps();
            assert!(checked > 0 && checked <= row.lattice_size.parse().unwrap());
        }
        assert_eq!(explicit.counters.work.steps(), row.flash.counters.work.steps(), "only the representation differs");
        assert!(row.flash_early_bounds.counters.work.steps() <= row.flash.counters.work.steps());
        assert_eq!(row.best_first_without_prediction.counters.insufficient_quality.inserts, 0);
        assert_eq!(row.stores.len(), 4);
        assert!((row.stores.iter()).all(|store| store.operations > 0 && store.done));
    }
}

#[test]
fn the_two_heuristics_never_beat_the_two_optimal_algorithms() {
    let rows = rows(Study::ola(subject(4), &[2, 5], &ola::LIMITS), 0.3, ola);
    assert_eq!(rows.len(), 2 * 3 * 3);
    for row in &rows {
        assert_eq!(row.incognito_agrees, Some(true), "{row:?}");
        assert_eq!(row.ola.counters.compared, row.incognito.counters.compared, "{row:?}");
        assert!(row.datafly.is_none_or(|ratio| ratio >= 1.0 - 1e-12), "{row:?}");
        assert!(row.samarati.is_none_or(|ratio| ratio >= 1.0 - 1e-12), "{row:?}");
    }
    assert!(rows.iter().any(|row| row.datafly.is_some_and(|ratio| ratio > 1.0)));
}

#[test]
fn losses_fall_over_time_to_the_optimum() {
    let row = &rows(Study::anytime(subject(5), &[5]), 0.3, anytime)[0];
    let pruned = rows(Study::pruning(subject(5), &[5]), 0.3, pruning);
    assert!(row.best_first.done && row.losses.len() > 1);
    assert!(row.losses.windows(2).all(|pair| pair[1].loss < pair[0].loss && pair[1].seconds > pair[0].seconds));
    assert_eq!(row.losses.last().map(|found| found.loss), pruned[0].flash.loss);
    assert_eq!(row.losses.last().map(|found| found.loss), Some(row.bound));
    assert!(row.seconds_to_best <= row.best_first.seconds);
    assert!(row.igreedy.loss.unwrap() >= row.bound);
}

#[test]
fn a_coarse_clock_does_not_keep_the_search_from_its_end() {
    let rows = rows(Study::anytime(subject(4), &[4]), 20.0, anytime);
    assert!(rows[0].best_first.done);
    assert_eq!(rows[0].losses.last().map(|found| found.loss), Some(rows[0].bound));
}

/// A row as JSON without what a clock says.
fn without_seconds(row: &Row) -> String {
    fn strip(value: &mut serde_json::Value) {
        match value {
            serde_json::Value::Object(fields) => {
                // When a better policy is noticed depends on how often one looks.
                fields.retain(|name, _| {
                    !name.contains("seconds")
                        && !["losses", "loss_in_igreedy_time", "improvement"].contains(&name.as_str())
                });
                fields.values_mut().for_each(strip);
            }
            serde_json::Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value = serde_json::to_value(row).unwrap();
    strip(&mut value);
    value.to_string()
}

#[test]
fn a_study_in_small_steps_makes_the_rows_that_it_makes_in_one_go() {
    let studies: [fn() -> Study; 3] = [
        || Study::pruning(subject(4), &[2, 4]),
        || Study::anytime(subject(4), &[2, 4]),
        || Study::ola(subject(4), &[3], &[0.0, 0.05]),
    ];
    for study in studies {
        let at_once = study().finish(&mut clock(0.01)).unwrap();
        let (mut stepped, mut interruptions) = (Vec::new(), 0);
        let (mut study, mut now) = (study(), clock(0.01));
        assert_eq!(study.n_left(), at_once.len());
        loop {
            match study.advance(0.5, &mut now).unwrap() {
                Step::Running => interruptions += 1,
                Step::Row(row) => {
                    stepped.push(*row);
                    assert_eq!(study.n_left(), at_once.len() - stepped.len());
                }
                Step::Done => break,
            }
        }
        assert!(interruptions > 1);
        let texts = |rows: &[Row]| rows.iter().map(without_seconds).collect::<Vec<_>>();
        assert_eq!(texts(&stepped), texts(&at_once));
    }
}

#[test]
fn a_run_whose_time_is_over_is_told_apart() {
    let cut = |study: fn(Subject) -> Study| {
        let mut subject = subject(5);
        subject.seconds = 0.002;
        study(subject)
    };
    for row in rows(cut(|subject| Study::pruning(subject, &[5])), 0.3, pruning) {
        assert!(!row.flash.done && !row.best_first.done);
        assert!(row.flash.counters.work.steps() > 0 && row.flash.seconds >= 0.002);
    }
    for row in rows(cut(|subject| Study::anytime(subject, &[5])), 0.3, anytime) {
        assert!(!row.best_first.done && row.bound < row.losses[0].loss);
    }
    for row in rows(cut(|subject| Study::ola(subject, &[3], &[0.05])), 0.3, ola) {
        assert!(!row.ola.done && !row.incognito.done);
        assert_eq!((row.optimum, row.datafly, row.incognito_agrees), (None, None, None));
    }
}

#[test]
fn settings_that_are_not_allowed_are_refused_by_name() {
    for (study, code) in [
        (Study::ola(subject(3), &[0], &[0.05]), "recipe-setting"),
        (Study::ola(subject(3), &[2], &[5.0]), "recipe-setting"),
        (Study::ola(subject(3), &[801], &[0.05]), "search-k-too-large"),
    ] {
        assert_eq!(study.finish(&mut clock(0.3)).unwrap_err().code(), code);
    }
}
