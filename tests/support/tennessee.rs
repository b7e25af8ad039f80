//! The synthetic population of Tennessee's shape and the census extract's people in it, from beside the repository.

use kanon::data::{Dialect, Dictionary, Table, TableReader};
use kanon::partition::{Domain, DomainSpec, Space, Tuples};
use std::fs;
use std::path::PathBuf;

const COLUMNS: [&str; 4] = ["zip", "age", "sex", "race"];

/// The table, the population and the space of 738 bits, or `None` where the data are absent.
pub struct Tennessee {
    pub table: Table,
    pub population: Table,
    pub space: Space,
    pub tuples: Tuples,
}

/// Reads both files by way of the library.
pub fn tennessee() -> Option<Tennessee> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "shared", "data", "tennessee_like"]
        .iter()
        .collect();
    if !folder.is_dir() {
        println!("absent: ../shared/data/tennessee_like");
        return None;
    }
    let read = |file: &str, count: Option<&str>| {
        let columns = COLUMNS.map(str::to_owned);
        let mut reader = TableReader::new(&Dialect::default(), &columns)
            .with_count_column(count.map(str::to_owned));
        reader.push(&fs::read(folder.join(file)).unwrap()).unwrap();
        reader.finish().unwrap()
    };
    let table = read("adult_zip.csv", None);
    let population = read("population.csv", Some("count"));
    let space = space(&table, &population);
    let tuples = Tuples::new(&space, &table, Some(&population)).unwrap();
    Some(Tennessee {
        table,
        population,
        space,
        tuples,
    })
}

/// Ages from 0 to 120, races in the order of the population file, the others as they occur.
fn space(table: &Table, population: &Table) -> Space {
    let domain = |name: &&str| {
        let people: &Dictionary = &population.column(name).unwrap().dictionary;
        let columns = [&table.column(name).unwrap().dictionary, people];
        let spec = match *name {
            "age" => Some(DomainSpec::Range(0, 120)),
            "race" => Some(DomainSpec::Values(
                people.iter().map(|(value, _)| value.to_owned()).collect(),
            )),
            _ => None,
        };
        Domain::new(name, spec.as_ref(), &columns, &[]).unwrap()
    };
    Space::new(COLUMNS.iter().map(domain).collect())
}
