//! One check of a policy: its classes, suppression, loss and bound.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod studies;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use kanon::classes::{Classes, Kept, RollupMemory, rollup};
use kanon::lattice::Policy;
use kanon::search::Evaluator;
use std::hint::black_box;
use std::sync::Arc;

/// The policy with every quasi-identifier at this share of the way to its top level.
fn policy(heights: &[usize], numerator: usize) -> Policy {
    let levels = heights.iter().map(|height| ((height - 1) * numerator / 4) as u8);
    Policy::new(levels.collect::<Vec<_>>())
}

fn check(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("check");
    for study in [studies::sample(), studies::adult()] {
        let problem = study.problem();
        let qis = study.prepared.qis();
        let heights: Vec<usize> = qis.iter().map(|qi| qi.height()).collect();
        let (low, high) = (policy(&heights, 2), policy(&heights, 3));

        // A fresh evaluator only has the classes of the bottom.
        group.bench_function(BenchmarkId::new("from the base", study.name), |bencher| {
            bencher.iter_batched_ref(
                || Evaluator::new(Arc::clone(&problem)),
                |evaluator| evaluator.check(black_box(&high)),
                BatchSize::LargeInput,
            );
        });
        let mut scratch = RollupMemory::default();
        let mut from = Classes::like(study.prepared.tuples());
        rollup(study.prepared.tuples(), &low, qis, &mut scratch, &mut from);
        let measure = study.prepared.loss(&study.recipe).measure(qis);
        let mut into = Classes::like(&from);
        let mut kept = Kept::default();
        group.bench_function(BenchmarkId::new("by roll-up", study.name), |bencher| {
            bencher.iter(|| {
                rollup(&from, black_box(&high), qis, &mut scratch, &mut into);
                kept.decide(&into, problem.k());
                measure.loss(&into, &kept)
            });
        });
    }
    group.finish();
}

criterion_group!(checks, check);
criterion_main!(checks);
