//! The four stores of a predictive property, on the inserts and queries of a Flash run (Prasser et al. 2016, table 1).

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod studies;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use kanon::lattice::antichain::{Recording, StoreKind};
use kanon::loss::Aggregate;
use kanon::monitor::Unlimited;
use kanon::search::flash::EarlyBounds;
use kanon::search::{Flash, Search};

/// The operations of a Flash run on its two stores.
fn record(study: &studies::Study, early_bounds: EarlyBounds) -> Recording {
    let recording = Recording::new();
    let store = |direction| recording.store(direction);
    Flash::with_stores(study.problem(), early_bounds, &store).advance(&mut Unlimited);
    recording
}

fn stores(criterion: &mut Criterion) {
    let mut study = studies::adult();
    study.recipe.loss.aggregate = Aggregate::GeometricMean;
    for (name, early_bounds) in [("antichain", EarlyBounds::Off), ("antichain, early bounds", EarlyBounds::On)] {
        let recording = record(&study, early_bounds);
        let mut group = criterion.benchmark_group(name);
        group.sample_size(20);
        for kind in StoreKind::ALL {
            let id = BenchmarkId::new(format!("{kind:?}"), study.name);
            group.bench_function(id, |bencher| bencher.iter(|| recording.replay(kind)));
        }
        group.finish();
    }
}

criterion_group!(antichain, stores);
criterion_main!(antichain);
