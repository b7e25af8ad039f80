//! The cost of conditions beside k: the exact search of the census extract with conditions, compared with k alone.
//!
//! These are the rows of the table of conditions in docs/MEASURED.md. One thread; 25 alternating runs of both, of which
//! the fastest counts, in seconds of wall-clock time: most of these take milliseconds. The population is the whole
//! extract, and every second person of it is a record; weights from 1 to 20 follow a fixed rule.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

use kanon::data::{Dialect, TableReader};
use kanon::monitor::Unlimited;
use kanon::recipe::Recipe;
use kanon::search::{Algorithm, Problem};
use kanon::table::EncodedStudy;
use serde_json::{Map, Value, json};
use std::fs;
use std::sync::Arc;
use std::time::Instant;

#[path = "../tests/support/adult.rs"]
#[allow(dead_code, unreachable_pub, reason = "the tests have it as well")]
mod adult;

/// The people that a condition counts.
#[derive(Clone, Copy, PartialEq)]
enum People {
    Nobody,
    Population,
    Weights,
}

fn folder() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/adult")
}

/// The census extract under these conditions, with one sensitive column or none.
fn problem(protect: &Value, limit: f64, sensitive: Option<&str>, people: People) -> Arc<Problem> {
    let csv = String::from_utf8(adult::csv()).unwrap();
    let mut lines = csv.lines();
    let header = lines.next().unwrap();
    let rows: Vec<&str> = lines.collect();
    let mut columns = Map::new();
    for name in header.split(';') {
        let column = match sensitive == Some(name) {
            true => json!({"role": "sensitive"}),
            false => {
                json!({"role": "quasi-identifier", "hierarchy": {"file": format!("hierarchy_{name}.csv")}})
            }
        };
        columns.insert(name.to_owned(), column);
    }
    let risk = match people {
        People::Nobody => json!({}),
        People::Population => json!({"population": "population.csv"}),
        People::Weights => json!({"weight_column": "weight"}),
    };
    let json = json!({"kanon": 1, "dialect": {"delimiter": ";"}, "columns": columns, "protect": protect,
        "privacy": {"suppression_limit": limit}, "risk": risk});
    let mut recipe = Recipe::parse(&json.to_string()).unwrap();
    let mut read = |file: &str| fs::read_to_string(folder().join(file)).map_err(|e| e.to_string());
    recipe.resolve_files(&mut read).unwrap();
    let mut table = format!("{header};weight\n");
    for (number, row) in rows.iter().enumerate() {
        let weight = 1 + number * 7919 % 104_729 % 20;
        if people != People::Population || number % 2 == 0 {
            table += &format!("{row};{weight}\n");
        }
    }
    let dialect = Dialect { delimiter: b';', ..Dialect::default() };
    let names = EncodedStudy::columns(&recipe).unwrap();
    let mut reader = TableReader::new(&dialect, &names).with_weight_column(recipe.risk.weight_column.clone());
    reader.push(table.as_bytes()).unwrap();
    let mut prepared = EncodedStudy::new(&recipe, &dialect, reader.finish().unwrap()).unwrap();
    if people == People::Population {
        let mut reader = TableReader::new(&dialect, &names);
        reader.push(csv.as_bytes()).unwrap();
        let population = Arc::new(reader.finish().unwrap());
        prepared = prepared.with_population(&recipe, population).unwrap();
    }
    Arc::new(prepared.problem(&recipe).unwrap())
}

/// The seconds of a search, and the boxes that it examines.
fn searched(problem: &Arc<Problem>) -> (f64, u64) {
    let clock = Instant::now();
    let mut search = Algorithm::Exact.search(Arc::clone(problem), 0).unwrap();
    search.advance(&mut Unlimited);
    let boxes = search.boxes().map_or(0, |boxes| boxes.looked_at);
    (clock.elapsed().as_secs_f64(), boxes)
}

fn main() {
    let k = |k: u64| json!({"k-anonymity": k});
    let map = json!({"k-map": 11});
    let distinct = |column: &str, l: u64| json!({"l-diversity": {"column": column, "kind": "distinct", "l": l}});
    let (salary, work) = (Some("salary-class"), Some("occupation"));
    let rows = [
        (
            "salary-class",
            salary,
            People::Nobody,
            "k = 5, distinct l = 2",
            5,
            json!([k(5), distinct("salary-class", 2)]),
        ),
        ("occupation", work, People::Nobody, "k = 5, distinct l = 2", 5, json!([k(5), distinct("occupation", 2)])),
        ("occupation", work, People::Nobody, "k = 5, distinct l = 3", 5, json!([k(5), distinct("occupation", 3)])),
        ("occupation", work, People::Nobody, "distinct l = 6 without k", 5, json!([distinct("occupation", 6)])),
        ("population", None, People::Population, "11-map", 11, json!([map])),
        ("population", None, People::Population, "11-map, k = 2", 11, json!([map, k(2)])),
        (
            "population",
            salary,
            People::Population,
            "11-map, distinct l = 2 of salary-class",
            11,
            json!([map, distinct("salary-class", 2)]),
        ),
        ("weights", None, People::Weights, "11-map", 11, json!([map])),
    ];
    println!("| | limit | condition | seconds | boxes | k | seconds | boxes | times |");
    for (name, sensitive, people, words, beside, protect) in rows {
        for limit in [0.0, 0.05] {
            let asked = problem(&protect, limit, sensitive, people);
            let alone = problem(&json!([k(beside)]), limit, sensitive, people);
            let (mut least, mut boxes) = ([f64::INFINITY; 2], [0; 2]);
            for _ in 0..25 {
                for (number, problem) in [&asked, &alone].into_iter().enumerate() {
                    let (seconds, looked_at) = searched(problem);
                    least[number] = least[number].min(seconds);
                    boxes[number] = looked_at;
                }
            }
            println!(
                "| {name} | {limit} | {words} | {:.4} | {} | {beside} | {:.4} | {} | {:.1} |",
                least[0],
                boxes[0],
                least[1],
                boxes[1],
                least[0] / least[1]
            );
        }
    }
}
