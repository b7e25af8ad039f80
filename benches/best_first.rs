//! The default search beside brute force, on the same problem in the same run.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod studies;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use kanon::monitor::Unlimited;
use kanon::search::Algorithm;
use std::sync::Arc;

fn searches(criterion: &mut Criterion) {
    let study = studies::adult().unwrap_or_else(studies::sample);
    let problem = study.problem();
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for algorithm in [Algorithm::BestFirst, Algorithm::BruteForce] {
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

criterion_group!(best_first, searches);
criterion_main!(best_first);
