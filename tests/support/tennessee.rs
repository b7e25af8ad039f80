//! The synthetic population of Tennessee's shape and the census extract's people in it, from beside the repository.

use kanon::data::{Column, Dialect, Dictionary, Table, TableReader};
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

impl Tennessee {
    /// Sex, race and ages in decades: 2¹⁹ policies.
    pub fn decades(&self) -> (Space, Tuples) {
        let domain = |name: &str, columns: &[&Dictionary]| match name {
            "age" => domain(name, Some(DomainSpec::Range(0, 12)), columns),
            _ => self.domain(name),
        };
        let age = |value: &str| (value.parse::<u32>().unwrap() / 10).to_string();
        self.coarsened(&["sex", "race", "age"], age, domain)
    }

    /// Sex, race and ZIP codes to three digits: 2²² policies.
    pub fn three_digits(&self) -> (Space, Tuples) {
        let own_domain = |name: &str, columns: &[&Dictionary]| match name {
            "zip" => domain(name, None, columns),
            _ => self.domain(name),
        };
        self.coarsened(
            &["sex", "race", "zip"],
            |value| value[..3].to_owned(),
            own_domain,
        )
    }

    /// Three columns, the values of the last one made coarser.
    fn coarsened(
        &self,
        names: &[&str; 3],
        coarser: impl Fn(&str) -> String,
        domain: impl Fn(&str, &[&Dictionary]) -> Domain,
    ) -> (Space, Tuples) {
        let coarsened = |table: &Table| {
            let columns = names.map(|name| {
                let column = table.column(name).unwrap();
                if name != names[2] {
                    return column.clone();
                }
                let mut made = Column::new(name);
                for row in 0..table.n_records {
                    made.push_weighted(&coarser(column.value(row)), table.weight(row));
                }
                made
            });
            Table {
                columns: columns.to_vec(),
                ..table.clone()
            }
        };
        let (table, population) = (coarsened(&self.table), coarsened(&self.population));
        let domains = names.map(|name| {
            let column = |table: &'_ Table| table.column(name).unwrap().dictionary.clone();
            domain(name, &[&column(&table), &column(&population)])
        });
        let space = Space::new(domains.to_vec());
        let tuples = Tuples::new(&space, &table, Some(&population)).unwrap();
        (space, tuples)
    }

    fn domain(&self, name: &str) -> Domain {
        let domains = self.space.domains().iter();
        domains
            .clone()
            .find(|domain| domain.name() == name)
            .unwrap()
            .clone()
    }
}

fn domain(name: &str, spec: Option<DomainSpec>, columns: &[&Dictionary]) -> Domain {
    Domain::new(name, spec.as_ref(), columns, &[]).unwrap()
}

/// Reads both files by way of the library.
pub fn tennessee() -> Option<Tennessee> {
    let folder: PathBuf = [
        env!("CARGO_MANIFEST_DIR"),
        "..",
        "shared",
        "data",
        "tennessee_like",
    ]
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
    let domains = COLUMNS.map(|name| {
        let people: &Dictionary = &population.column(name).unwrap().dictionary;
        let spec = match name {
            "age" => Some(DomainSpec::Range(0, 120)),
            "race" => {
                let races = people.iter().map(|(value, _)| value.to_owned());
                Some(DomainSpec::Values(races.collect()))
            }
            _ => None,
        };
        domain(
            name,
            spec,
            &[&table.column(name).unwrap().dictionary, people],
        )
    });
    Space::new(domains.to_vec())
}
