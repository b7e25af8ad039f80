//! The number of occurrences of each tuple in a table and in the population.

use super::space::Space;
use crate::data::Table;
use crate::error::{Error, FrontierError, Result};

/// The distinct tuples of quasi-identifiers in the table or the population, in lexicographic order, each with its
/// number of records and of people.
///
/// The person of a record is part of the population. So if the population table has nobody with a tuple of the table,
/// the people are the records. Without a population table, this applies to all tuples.
#[derive(Debug, Clone)]
pub struct Frequencies {
    n_qis: usize,
    /// Places in the domains, tuple by tuple.
    values: Vec<u32>,
    records: Vec<u32>,
    people: Vec<u32>,
    n_records: u64,
    n_people: u64,
    n_unknown: u64,
    has_population: bool,
}

impl Frequencies {
    /// The tuples of a table, whose columns are those of the space in the same order, and of a population with
    /// columns of the same names. Both contain only values of the domains.
    ///
    /// Time: n log n in the rows.
    ///
    /// # Errors
    /// If a value is not in its domain, the population lacks a column, there are more than 2³² − 1 records or people,
    /// or the product of the domains exceeds 2¹²⁸.
    pub fn new(space: &Space, table: &Table, population: Option<&Table>) -> Result<Self> {
        let sizes: Vec<u128> = (space.domains().iter()).map(|domain| domain.len() as u128).collect();
        if sizes.iter().try_fold(1_u128, |product, &size| product.checked_mul(size)).is_none() {
            return Err(FrontierError::TooManyTuples.into());
        }
        let mut rows = Vec::new();
        read(space, &sizes, table, false, &mut rows)?;
        if let Some(population) = population {
            read(space, &sizes, population, true, &mut rows)?;
        }
        rows.sort_unstable();
        let mut frequencies = Self {
            n_qis: sizes.len(),
            values: Vec::new(),
            records: Vec::new(),
            people: Vec::new(),
            n_records: 0,
            n_people: 0,
            n_unknown: 0,
            has_population: population.is_some(),
        };
        for tuple in rows.chunk_by(|one, other| one.0 == other.0) {
            let sum = |wanted: bool| -> u64 { (tuple.iter()).filter(|row| row.1 == wanted).map(|row| row.2).sum() };
            let (records, known) = (sum(false), sum(true));
            let people = if known == 0 { records } else { known };
            frequencies.push(tuple[0].0, &sizes);
            frequencies.n_records += records;
            frequencies.n_people += people;
            if known == 0 && population.is_some() {
                frequencies.n_unknown += records;
            }
            if frequencies.n_people > u64::from(u32::MAX) {
                return Err(FrontierError::TooManyPeople.into());
            }
            // At most the number of all people, which is below 2³².
            frequencies.records.push(records as u32);
            frequencies.people.push(people as u32);
        }
        Ok(frequencies)
    }

    fn push(&mut self, mut key: u128, sizes: &[u128]) {
        let start = self.values.len();
        self.values.resize(start + sizes.len(), 0);
        for (value, &size) in self.values[start..].iter_mut().zip(sizes).rev() {
            // Division of 128-bit numbers is slow, and most keys fit in 64 bits.
            (key, *value) = match u64::try_from(key) {
                Ok(narrow) => ((narrow / size as u64).into(), (narrow % size as u64) as u32),
                Err(_) => (key / size, (key % size) as u32),
            };
        }
    }

    /// The number of distinct tuples, including those of the population alone.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there are no tuples.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Number of quasi-identifiers.
    pub fn n_qis(&self) -> usize {
        self.n_qis
    }

    /// The tuples: places in the domains, records, people.
    pub fn iter(&self) -> impl Iterator<Item = (&[u32], u32, u32)> {
        (self.values.chunks_exact(self.n_qis).zip(&self.records).zip(&self.people))
            .map(|((values, &records), &people)| (values, records, people))
    }

    /// Records of the table.
    pub fn n_records(&self) -> u64 {
        self.n_records
    }

    /// The number of people of the population, plus the records of tuples that it lacks.
    pub fn n_people(&self) -> u64 {
        self.n_people
    }

    /// The number of records whose tuple the population table lacks.
    pub fn n_unknown(&self) -> u64 {
        self.n_unknown
    }

    /// Whether the people come from a population table.
    pub fn has_population(&self) -> bool {
        self.has_population
    }
}

/// Appends the rows of a table: the tuple as one number, its source, and its count.
fn read(
    space: &Space,
    sizes: &[u128],
    table: &Table,
    is_population: bool,
    rows: &mut Vec<(u128, bool, u64)>,
) -> Result<()> {
    let first = rows.len();
    rows.extend((0..table.n_rows).map(|row| (0, is_population, table.weight(row))));
    for (domain, &size) in space.domains().iter().zip(sizes) {
        let column = &table.columns[table.place(domain.name())?];
        let places = (column.dictionary.iter())
            .map(|(value, _)| {
                domain
                    .place(value)
                    .ok_or_else(|| Error::new(FrontierError::NotInDomain).in_column(domain.name()).with_value(value))
            })
            .collect::<Result<Vec<u32>>>()?;
        for (row, key) in rows[first..].iter_mut().enumerate() {
            key.0 = key.0 * size + u128::from(places[column.codes.get(row) as usize]);
        }
    }
    Ok(())
}
