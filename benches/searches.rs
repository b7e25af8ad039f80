//! Every algorithm on one problem with a monotone measure, which all of them take.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod studies;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use kanon::loss::MeasureName;
use kanon::monitor::Unlimited;
use kanon::search::Algorithm;
use std::sync::Arc;

fn search(criterion: &mut Criterion) {
    let mut study = studies::adult().unwrap_or_else(studies::sample);
    study.recipe.loss.measure = MeasureName::Entropy;
    let problem = study.problem();
    let mut group = criterion.benchmark_group("entropy");
    group.sample_size(10);
    for algorithm in Algorithm::ALL {
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

criterion_group!(searches, search);
criterion_main!(searches);
