//! The default search compared with brute force, and every algorithm on a problem with a monotone measure, which all of
//! them support. Each group uses one problem in one run.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod studies;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use kanon::loss::MeasureName;
use kanon::monitor::Unlimited;
use kanon::search::Algorithm;
use std::sync::Arc;

fn optimum(criterion: &mut Criterion) {
    let study = studies::adult();
    let algorithms = [Algorithm::BestFirst, Algorithm::BruteForce];
    run(criterion, "search", &study, &algorithms);
}

fn monotone(criterion: &mut Criterion) {
    let mut study = studies::adult();
    study.recipe.loss.measure = MeasureName::Entropy;
    run(criterion, "entropy", &study, &Algorithm::ALL);
}

fn run(criterion: &mut Criterion, name: &str, study: &studies::Study, algorithms: &[Algorithm]) {
    let problem = study.problem();
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10);
    for algorithm in algorithms {
        let id = BenchmarkId::new(algorithm.name(), study.name);
        group.bench_function(id, |bencher| {
            bencher.iter(|| {
                let mut search = algorithm.search(Arc::clone(&problem), 0).unwrap();
                search.advance(&mut Unlimited);
                search.progress()
            });
        });
    }
    group.finish();
}

criterion_group!(searches, optimum, monotone);
criterion_main!(searches);
