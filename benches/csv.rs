//! Reading a file: its profile, and the table of its quasi-identifiers, in bytes per second.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use kanon::data::{Profiler, TableReader};
use kanon::recipe::Recipe;
use kanon::table::EncodedStudy;
use std::hint::black_box;

/// The chunk size for reading a file from disk.
const CHUNK: usize = 1 << 20;

fn read(criterion: &mut Criterion) {
    let samples =
        [("sample", kanon::sample::default_hospital()), ("100,000 rows", kanon::sample::hospital(100_000, 7))];
    let mut group = criterion.benchmark_group("csv");
    group.sample_size(10);
    for (name, sample) in samples {
        let recipe = Recipe::parse(&sample.recipe).unwrap();
        let dialect = recipe.dialect.clone().unwrap_or_default();
        let columns = EncodedStudy::columns(&recipe).unwrap();
        group.throughput(Throughput::Bytes(sample.csv.len() as u64));
        group.bench_function(BenchmarkId::new("profile", name), |bencher| {
            bencher.iter(|| {
                let mut profiler = Profiler::new(&dialect);
                for chunk in sample.csv.chunks(CHUNK) {
                    profiler.push(black_box(chunk)).unwrap();
                }
                profiler.finish().unwrap()
            });
        });
        group.bench_function(BenchmarkId::new("table", name), |bencher| {
            bencher.iter(|| {
                let mut reader = TableReader::new(&dialect, &columns);
                for chunk in sample.csv.chunks(CHUNK) {
                    reader.push(black_box(chunk)).unwrap();
                }
                reader.finish().unwrap()
            });
        });
    }
    group.finish();
}

criterion_group!(csv, read);
criterion_main!(csv);
