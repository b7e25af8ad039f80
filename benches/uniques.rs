//! Minimum unsafe combinations: each method against the records and against the quasi-identifiers, on generated tables,
//! and local suppression. The tables of the literature are measured if they are present beside the repository.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use kanon::data::{Column, Dialect, MissingCodes, Table, TableReader};
use kanon::local::{CellWeights, PerRecord, Strict};
use kanon::monitor::Unlimited;
use kanon::recipe::Recipe;
use kanon::report::UniquesReport;
use kanon::run::UniqueQuestions;
use kanon::table::EncodedStudy;
use kanon::uniques::{Method, Missing, Question, Tuples, UniquesSearch};
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;

/// A table of columns with 2 to 9 values; the first values are frequent.
fn generated(n_records: usize, n_columns: usize) -> Table {
    let mut state = 12_345_u64;
    let mut draw = move |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let mut columns: Vec<Column> = (0..n_columns).map(|column| Column::new(format!("c{column}"))).collect();
    for _ in 0..n_records {
        for (place, column) in columns.iter_mut().enumerate() {
            let values = 2 + place as u64 % 8;
            let value = draw(values).min(draw(values));
            column.push(&value.to_string());
        }
    }
    Table { columns, n_rows: n_records, weights: None, ..Table::default() }
}

/// The first columns of a file beside the repository.
fn beside(folder: &str, delimiter: u8, n_columns: usize) -> Option<Table> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "shared", "data", folder].iter().collect();
    let Ok(csv) = std::fs::read(path.join(format!("{folder}.csv"))) else {
        println!("absent: ../shared/data/{folder}");
        return None;
    };
    let header = csv.split(|&byte| byte == b'\n').next()?;
    let names: Vec<String> = String::from_utf8_lossy(header)
        .trim()
        .split(char::from(delimiter))
        .take(n_columns)
        .map(str::to_owned)
        .collect();
    let dialect = Dialect { delimiter, ..Dialect::default() };
    let mut reader = TableReader::new(&dialect, &names);
    reader.push(&csv).unwrap();
    Some(reader.finish().unwrap())
}

fn grouped(table: &Table, k: u64) -> Arc<Tuples> {
    Arc::new(Tuples::new(table, Missing::Value, &MissingCodes::default(), k).unwrap())
}

fn find(tuples: &Arc<Tuples>, k: u64, max_size: Option<usize>, method: Method) -> u64 {
    let question = Question { k, max_size };
    let mut search = UniquesSearch::new(Arc::clone(tuples), question, Some(method)).unwrap();
    search.advance(&mut Unlimited);
    search.findings().combinations()
}

fn against_records(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("uniques by records, 12 quasi-identifiers");
    group.sample_size(10);
    for n_records in [1_000, 4_000, 16_000] {
        let tuples = grouped(&generated(n_records, 12), 2);
        for (method, max_size) in [
            (Method::Bitmap, None),
            (Method::Partition, None),
            (Method::Partition, Some(4)),
            (Method::HittingSet, None),
        ] {
            if method == Method::HittingSet && n_records > 4_000 {
                continue;
            }
            let name = match max_size {
                Some(size) => format!("{}, up to {size}", method.name()),
                None => method.name().to_owned(),
            };
            group.bench_function(BenchmarkId::new(name, n_records), |bencher| {
                bencher.iter(|| find(black_box(&tuples), 2, max_size, method));
            });
        }
    }
    group.finish();
}

fn against_columns(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("uniques by quasi-identifiers, 2,000 records");
    group.sample_size(10);
    for n_columns in [10, 13, 16, 19, 22] {
        let tuples = grouped(&generated(2_000, n_columns), 2);
        for (method, max_size) in [(Method::Bitmap, None), (Method::Partition, Some(4)), (Method::HittingSet, Some(4))]
        {
            group.bench_function(BenchmarkId::new(method.name(), n_columns), |bencher| {
                bencher.iter(|| find(black_box(&tuples), 2, max_size, method));
            });
        }
    }
    group.finish();
}

fn suppression(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("local suppression");
    group.sample_size(10);
    let tables = [("generated", Some(generated(4_000, 12))), ("els_like", beside("els_like", b',', 19))];
    for (name, table) in tables {
        let Some(table) = table else {
            continue;
        };
        let tuples = grouped(&table, 2);
        let weights = CellWeights::equal(tuples.n_columns());
        let per_record = || {
            let mut search = PerRecord::new(Arc::clone(&tuples), weights.clone(), 2).unwrap();
            search.advance(&mut Unlimited);
            search
        };
        group.bench_function(BenchmarkId::new("per record", name), |bencher| {
            bencher.iter(per_record);
        });
        let least = per_record();
        group.bench_function(BenchmarkId::new("strict", name), |bencher| {
            bencher.iter(|| {
                let kept = least.kept();
                let mut search = Strict::new(Arc::clone(&tuples), weights.clone(), 2, kept, true);
                search.advance(&mut Unlimited);
                (search.cost(), search.bound())
            });
        });
    }
    group.finish();
}

/// Search and report over columns of a hundred values each, in which nearly every record is unique.
fn many_values(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("uniques of 6 columns of 100 values, with their report");
    group.sample_size(10);
    for n_records in [20_000, 50_000, 100_000] {
        let mut csv = String::from("a,b,c,d,e,f\n");
        let mut state = 1_u64;
        for _ in 0..n_records {
            let cells: [String; 6] = std::array::from_fn(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                ((state >> 33) % 100).to_string()
            });
            csv += &(cells.join(",") + "\n");
        }
        let columns = ["a", "b", "c", "d", "e", "f"].map(|name| format!(r#""{name}": {{"role": "quasi-identifier"}}"#));
        let recipe = format!(r#"{{"kanon": 1, "columns": {{{}}}}}"#, columns.join(","));
        let recipe = Recipe::parse(&recipe).unwrap();
        let dialect = Dialect::default();
        let mut reader = TableReader::new(&dialect, &EncodedStudy::columns(&recipe).unwrap());
        reader.push(csv.as_bytes()).unwrap();
        let prepared = EncodedStudy::new(&recipe, &dialect, reader.finish().unwrap()).unwrap();
        let questions = UniqueQuestions::new(&prepared, &recipe).unwrap();
        let names = prepared.names();
        group.bench_function(BenchmarkId::from_parameter(n_records), |bencher| {
            bencher.iter(|| {
                let mut search = questions.search().unwrap();
                search.advance(&mut Unlimited);
                UniquesReport::new(&names, &questions, search.method(), search.findings(), None)
            });
        });
    }
    group.finish();
}

fn literature(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("uniques of the literature's tables");
    group.sample_size(10);
    if let Some(table) = beside("els_like", b',', 19) {
        for k in [2, 3, 5] {
            let tuples = grouped(&table, k);
            group.bench_function(BenchmarkId::new("els_like, all sizes", k), |bencher| {
                bencher.iter(|| find(black_box(&tuples), k, None, Method::Bitmap));
            });
        }
    }
    if let Some(table) = beside("mach2019", b';', 16) {
        let tuples = grouped(&table, 2);
        group.bench_function("mach2019, up to 5", |bencher| {
            bencher.iter(|| find(black_box(&tuples), 2, Some(5), Method::Partition));
        });
    }
    group.finish();
}

criterion_group!(uniques, against_records, against_columns, suppression, many_values, literature);
criterion_main!(uniques);
