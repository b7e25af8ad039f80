//! The exact search: beside best-first, against the number of quasi-identifiers, and against the number of records.
//!
//! For each case the boxes and the policies evaluated are printed once; they are the same on every machine.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod studies;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use kanon::monitor::Unlimited;
use kanon::search::{Algorithm, Problem, Search};
use std::sync::Arc;
use std::time::Duration;

fn solved(algorithm: Algorithm, problem: &Arc<Problem>) -> Box<dyn Search + Send> {
    let mut search = algorithm.search(Arc::clone(problem), 0).unwrap();
    search.advance(&mut Unlimited);
    search
}

fn measure(criterion: &mut Criterion, group: &str, id: &str, algorithm: Algorithm, problem: &Arc<Problem>) {
    let search = solved(algorithm, problem);
    let loss = search.progress().best.map(|best| best.loss);
    println!("{group} {id} {}: loss {loss:?}, {:?}", algorithm.name(), search.boxes());
    let mut group = criterion.benchmark_group(group);
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    group.bench_function(BenchmarkId::new(algorithm.name(), id), |bencher| {
        bencher.iter(|| solved(algorithm, problem).progress());
    });
    group.finish();
}

fn beside_best_first(criterion: &mut Criterion) {
    for study in [studies::adult(), studies::sample()] {
        for algorithm in [Algorithm::Exact, Algorithm::BestFirst] {
            measure(criterion, "beside", study.name, algorithm, &study.problem());
        }
    }
}

fn against_quasi_identifiers(criterion: &mut Criterion) {
    for n_qis in [6, 8, 10, 12, 14, 16] {
        let Some(study) = studies::survey(n_qis) else {
            return;
        };
        let id = n_qis.to_string();
        measure(criterion, "quasi-identifiers", &id, Algorithm::Exact, &study.problem());
    }
}

fn against_records(criterion: &mut Criterion) {
    for n_records in [10_000, 100_000, 1_000_000] {
        let study = studies::hospital(n_records);
        measure(criterion, "records", &n_records.to_string(), Algorithm::Exact, &study.problem());
    }
}

/// One column in which every record has a value of its own: time in the values, not in their square.
fn against_distinct_values(criterion: &mut Criterion) {
    for n_values in [125_000, 250_000, 500_000, 1_000_000] {
        let problem = studies::codes(n_values).problem();
        for algorithm in [Algorithm::Exact, Algorithm::BestFirst] {
            measure(criterion, "distinct values", &n_values.to_string(), algorithm, &problem);
        }
    }
}

criterion_group!(exact, against_distinct_values, beside_best_first, against_quasi_identifiers, against_records);
criterion_main!(exact);
