//! Flash on an explicit and on an implicit lattice, with and without early bounds, beside the default search.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod studies;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use kanon::lattice::antichain::StoreKind;
use kanon::loss::Aggregate;
use kanon::monitor::Unlimited;
use kanon::search::flash::{EarlyBounds, Representation};
use kanon::search::{BestFirst, Flash, Progress, Search};
use std::sync::Arc;

fn finish(mut search: impl Search) -> Progress {
    search.advance(&mut Unlimited);
    search.progress()
}

fn searches(criterion: &mut Criterion) {
    let mut study = studies::adult();
    study.recipe.loss.aggregate = Aggregate::GeometricMean;
    let problem = study.problem();
    let mut group = criterion.benchmark_group("flash");
    group.sample_size(10);
    for (name, early_bounds) in [("papers' bounds", EarlyBounds::Off), ("early bounds", EarlyBounds::On)] {
        for representation in [
            Representation::Explicit,
            Representation::Implicit(StoreKind::List),
            Representation::Implicit(StoreKind::RankedTrie),
        ] {
            let id = BenchmarkId::new(format!("{representation:?}, {name}"), study.name);
            group.bench_function(id, |bencher| {
                bencher.iter(|| finish(Flash::with(Arc::clone(&problem), representation, early_bounds).unwrap()));
            });
        }
    }
    group.bench_function(BenchmarkId::new("best-first", study.name), |bencher| {
        bencher.iter(|| finish(BestFirst::new(Arc::clone(&problem))));
    });
    group.finish();
}

criterion_group!(flash, searches);
criterion_main!(flash);
