//! Partition policies: one flip and one peek, and a run of each search, on the generated state of the tests. The time
//! of a result is that of a run that ends there.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

#[path = "../tests/support/adult.rs"]
#[allow(dead_code, unreachable_pub, reason = "the tests have it as well")]
mod adult;
#[path = "../tests/support/state.rs"]
#[allow(dead_code, unreachable_pub, reason = "the tests have it as well")]
mod state;
#[path = "../tests/support/stream.rs"]
#[allow(unreachable_pub, reason = "the tests have it as well")]
mod stream;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use kanon::frontier::{Engine, Method, Run, Settings};
use kanon::monitor::Unlimited;

fn frontier(criterion: &mut Criterion) {
    let data = state::state();
    let bits = data.space.n_bits();
    let engine = Engine::new(&data.space, &data.tuples);
    let mut group = criterion.benchmark_group("frontier");
    group.sample_size(10);
    group.bench_function("engine", |bencher| {
        bencher.iter(|| Engine::new(&data.space, &data.tuples));
    });

    // Drops all boundaries in a scattered order, and keeps them again in the same order.
    let order: Vec<usize> = (0..bits).map(|place| place * 305 % bits).collect();
    group.throughput(Throughput::Elements(2 * bits as u64));
    group.bench_function("flips along a chain, up and down", |bencher| {
        let mut engine = engine.clone();
        bencher.iter(|| {
            order.iter().for_each(|&bit| engine.flip(bit));
            order.iter().for_each(|&bit| engine.flip(bit));
        });
    });

    for (name, method, threshold, policies) in [
        ("best, first result", Method::Best, 0.0, 1_000),
        ("best", Method::Best, 0.0, 14_780),
        ("random-chain", Method::RandomChain, 0.0, 14_780),
        ("sublattice", Method::Sublattice, 0.3, 14_780),
    ] {
        let settings = Settings {
            method,
            policies: Some(policies),
            threshold,
            seed: 1,
            reference: None,
            most_risk: None,
            least_group: 1,
        };
        group.throughput(Throughput::Elements(policies));
        group.bench_function(BenchmarkId::new(name, policies), |bencher| {
            bencher.iter(|| {
                let mut run = Run::new(&data.space, &engine, &settings).unwrap();
                run.advance(&mut Unlimited);
                run.explorer().staircase().area()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, frontier);
criterion_main!(benches);
