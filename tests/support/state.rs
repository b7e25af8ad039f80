//! A made-up state of some five million people, in which the persons of the census extract live.
//!
//! It has the shape of what the published study of the frontier takes from the United States.

use super::stream::Stream;
use kanon::data::{Column, Dialect, Dictionary, Table, TableReader};
use kanon::partition::{Domain, DomainSpec, Frequencies, Space};
use std::collections::HashMap;
use std::fmt::Write;

const COLUMNS: [&str; 4] = ["zip", "age", "sex", "race"];
const RACES: [&str; 7] = ["White", "Black", "Asian", "Native", "Other", "Islander", "Several"];

/// The table, the population and the space of 738 bits.
pub struct State {
    pub table: Table,
    pub population: Table,
    pub space: Space,
    pub tuples: Frequencies,
}

impl State {
    /// Sex, race and ages in decades: 2¹⁹ policies.
    pub fn decades(&self) -> (Space, Frequencies) {
        let domain = |name: &str, columns: &[&Dictionary]| match name {
            "age" => domain(name, Some(DomainSpec::Range(0, 12)), columns),
            _ => self.domain(name),
        };
        let age = |value: &str| (value.parse::<u32>().unwrap() / 10).to_string();
        self.coarsened(&["sex", "race", "age"], age, domain)
    }

    /// Sex, race and ZIP codes to three digits: 2²² policies.
    pub fn three_digits(&self) -> (Space, Frequencies) {
        let own_domain = |name: &str, columns: &[&Dictionary]| match name {
            "zip" => domain(name, None, columns),
            _ => self.domain(name),
        };
        self.coarsened(&["sex", "race", "zip"], |value| value[..3].to_owned(), own_domain)
    }

    /// Three columns, the values of the last one made coarser.
    fn coarsened(
        &self,
        names: &[&str; 3],
        coarser: impl Fn(&str) -> String,
        domain: impl Fn(&str, &[&Dictionary]) -> Domain,
    ) -> (Space, Frequencies) {
        let coarsened = |table: &Table| {
            let columns = names.map(|name| {
                let column = table.column(name).unwrap();
                if name != names[2] {
                    return column.clone();
                }
                let mut made = Column::new(name);
                for row in 0..table.n_rows {
                    made.push_weighted(&coarser(column.value(row)), table.weight(row));
                }
                made
            });
            Table { columns: columns.to_vec(), ..table.clone() }
        };
        let (table, population) = (coarsened(&self.table), coarsened(&self.population));
        let domains = names.map(|name| {
            let column = |table: &'_ Table| table.column(name).unwrap().dictionary.clone();
            domain(name, &[&column(&table), &column(&population)])
        });
        let space = Space::new(domains.to_vec());
        let tuples = Frequencies::new(&space, &table, Some(&population)).unwrap();
        (space, tuples)
    }

    fn domain(&self, name: &str) -> Domain {
        let domains = self.space.domains().iter();
        domains.clone().find(|domain| domain.name() == name).unwrap().clone()
    }
}

fn domain(name: &str, spec: Option<DomainSpec>, columns: &[&Dictionary]) -> Domain {
    Domain::new(name, spec.as_ref(), columns, &[], None).unwrap()
}

/// Draws the population and the people.
pub fn state() -> State {
    let mut stream = Stream::new(1);
    let places = places(&mut stream);
    let mut population = Drawn::default();
    for place in &places {
        for age in 0..=100 {
            for (race, share) in place.races.iter().enumerate() {
                let share = place.people * of_age(age) * share / (WHOLE * WHOLE);
                for sex in 0..2 {
                    // A thousandth of a person is a person once in a thousand times.
                    let people = (share / 2 + stream.below(1_000)) / 1_000;
                    if people > 0 {
                        population.push([place.zip, age, sex, race as u64], people);
                    }
                }
            }
        }
    }
    let mut at: HashMap<[u64; 3], Vec<(u64, u64)>> = HashMap::new();
    for &([zip, rest @ ..], people) in &population.cells {
        at.entry(rest).or_default().push((zip, people));
    }
    let mut people = Drawn::default();
    for rest in census() {
        let cells = at.entry(rest).or_insert_with(|| {
            // Nobody of the kind was drawn: one lives somewhere.
            let zip = places[stream.below(places.len() as u64) as usize].zip;
            population.push([zip, rest[0], rest[1], rest[2]], 1);
            vec![(zip, 1)]
        });
        let mut left = stream.below(cells.iter().map(|(_, people)| people).sum());
        let cell = cells.iter().find(|(_, people)| {
            let is_there = left < *people;
            left = left.saturating_sub(*people);
            is_there
        });
        let [age, sex, race] = rest;
        people.push([cell.unwrap().0, age, sex, race], 1);
    }
    let (table, population) = (people.table(false), population.table(true));
    let space = space(&table, &population);
    let tuples = Frequencies::new(&space, &table, Some(&population)).unwrap();
    State { table, population, space, tuples }
}

/// Shares are in thousandths.
const WHOLE: u64 = 1_000;

/// A ZIP code, a thousand times its people, and the share of each race.
struct Place {
    zip: u64,
    people: u64,
    races: [u64; 7],
}

/// 612 codes with 16 beginnings; the sizes are products, so that few are large.
fn places(stream: &mut Stream) -> Vec<Place> {
    let place = |number: u64| {
        let black = stream.below(20) * stream.below(20);
        let others = [10, 4, 12, 1, 15].map(|most| stream.below(most) + 1);
        let [asian, native, other, islander, several] = others;
        let white = WHOLE - black - others.iter().sum::<u64>();
        Place {
            zip: 10_000 + number % 16 * 100 + number / 16,
            people: (1 + stream.below(60)) * (1 + stream.below(60)) * 10 * WHOLE,
            races: [white, black, asian, native, other, islander, several],
        }
    };
    (0..612).map(place).collect()
}

/// The share of an age in thousandths: even up to 60, then ever fewer.
fn of_age(age: u64) -> u64 {
    match age {
        0..60 => 13,
        _ => 13 * (101 - age) / 41 + u64::from(age < 90),
    }
}

/// The age, sex and race of each person of the census extract.
fn census() -> Vec<[u64; 3]> {
    let csv = String::from_utf8(super::adult::csv()).unwrap();
    let person = |line: &str| {
        let cells: Vec<&str> = line.split(';').collect();
        let race = match cells[2] {
            "White" => 0,
            "Black" => 1,
            "Asian-Pac-Islander" => 2,
            "Amer-Indian-Eskimo" => 3,
            _ => 4,
        };
        let sex = u64::from(cells[0] == "Male");
        [cells[1].parse().unwrap(), sex, race]
    };
    csv.lines().skip(1).map(person).collect()
}

/// Cells in the order in which they were drawn, each with its people.
#[derive(Default)]
struct Drawn {
    cells: Vec<([u64; 4], u64)>,
}

impl Drawn {
    fn push(&mut self, cell: [u64; 4], people: u64) {
        self.cells.push((cell, people));
    }

    /// The cells as a table, by way of the library's reader.
    fn table(&self, is_counted: bool) -> Table {
        let mut csv = String::from("zip,age,sex,race,count\n");
        for &([zip, age, sex, race], people) in &self.cells {
            let (sex, race) = (["Female", "Male"][sex as usize], RACES[race as usize]);
            writeln!(csv, "{zip},{age},{sex},{race},{people}").unwrap();
        }
        let mut reader = TableReader::new(&Dialect::default(), &COLUMNS.map(str::to_owned))
            .with_count_column(is_counted.then(|| "count".to_owned()));
        reader.push(csv.as_bytes()).unwrap();
        reader.finish().unwrap()
    }
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
        domain(name, spec, &[&table.column(name).unwrap().dictionary, people])
    });
    Space::new(domains.to_vec())
}
