//! The four stores of a predictive property, on the inserts and queries of a Flash run (papers 000 and 002, table 1).

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod studies;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use kanon::lattice::antichain::{Antichain, RankedTrie, StoreKind};
use kanon::lattice::{Direction, Level};
use kanon::loss::Aggregate;
use kanon::monitor::Unlimited;
use kanon::search::flash::EarlyBounds;
use kanon::search::{Flash, Search};
use std::sync::{Arc, Mutex};

#[derive(Debug, Clone)]
enum Operation {
    Insert(Direction, Box<[Level]>),
    Query(Direction, Box<[Level]>),
}

type Record = Arc<Mutex<Vec<Operation>>>;

/// A store that notes what is asked of it.
struct Recorder {
    store: RankedTrie,
    direction: Direction,
    record: Record,
}

impl Antichain for Recorder {
    fn insert(&mut self, levels: &[Level]) {
        let operation = Operation::Insert(self.direction, levels.into());
        self.record.lock().unwrap().push(operation);
        self.store.insert(levels);
    }

    fn covers(&self, levels: &[Level]) -> bool {
        let operation = Operation::Query(self.direction, levels.into());
        self.record.lock().unwrap().push(operation);
        self.store.covers(levels)
    }

    fn contains(&self, levels: &[Level]) -> bool {
        self.store.contains(levels)
    }

    fn len(&self) -> usize {
        self.store.len()
    }
}

/// What a Flash run asks of its two stores.
fn record(study: &studies::Study, early_bounds: EarlyBounds) -> Vec<Operation> {
    let record = Record::default();
    let mut search = Flash::with_stores(study.problem(), early_bounds, |direction| {
        Box::new(Recorder {
            store: RankedTrie::new(),
            direction,
            record: Arc::clone(&record),
        })
    });
    search.advance(&mut Unlimited);
    let operations = record.lock().unwrap();
    operations.clone()
}

/// Does it again with stores of one form; returns the number of hits.
fn replay(kind: StoreKind, operations: &[Operation]) -> usize {
    let (mut up, mut down) = (kind.store(), kind.store());
    let mut hits = 0;
    for operation in operations {
        match operation {
            Operation::Insert(Direction::Generalizations, levels) => up.insert(levels),
            Operation::Insert(Direction::Specializations, levels) => down.insert(levels),
            Operation::Query(Direction::Generalizations, levels) => {
                hits += usize::from(up.covers(levels));
            }
            Operation::Query(Direction::Specializations, levels) => {
                hits += usize::from(down.covers(levels));
            }
        }
    }
    hits
}

fn stores(criterion: &mut Criterion) {
    let mut study = studies::adult().unwrap_or_else(studies::sample);
    study.recipe.loss.aggregate = Aggregate::GeometricMean;
    for (name, early_bounds) in [
        ("antichain", EarlyBounds::Off),
        ("antichain, early bounds", EarlyBounds::On),
    ] {
        let operations = record(&study, early_bounds);
        let mut group = criterion.benchmark_group(name);
        group.sample_size(20);
        for kind in StoreKind::ALL {
            let id = BenchmarkId::new(format!("{kind:?}"), study.name);
            group.bench_function(id, |bencher| bencher.iter(|| replay(kind, &operations)));
        }
        group.finish();
    }
}

criterion_group!(antichain, stores);
criterion_main!(antichain);
