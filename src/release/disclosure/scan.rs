//! Disclosure risks that show only while the rows of a release go by.

use super::{Warning, is_formula};
use crate::data::{ColumnTally, Dialect, MissingCodes, Record, Role};
use rustc_hash::FxHashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What a [`DisclosureScan`] looks for: k, the columns by name, and how to read cells.
#[derive(Debug, Clone, Default)]
pub struct ScanSettings {
    /// The required k.
    pub k: u64,
    /// Sensitive columns.
    pub sensitive: Vec<String>,
    /// Columns that distinguish persons.
    pub identifiers: Vec<String>,
    /// Columns that are not quasi-identifiers and whose cells are released unchanged or in part.
    pub uncovered: Vec<String>,
    /// All columns that have a role or count records.
    pub named: Vec<String>,
    /// How the file is written.
    pub dialect: Dialect,
    /// The codes for missing values.
    pub missing: MissingCodes,
}

/// Sees every row of a release once.
///
/// Values are distinguished by 64-bit hashes: two values of a class collide with a probability of about 10⁻¹⁹. Memory
/// of 16 bytes for each class and sensitive column, of at most 8 for each record and identifier, of 16 for each
/// distinct value of a column that k does not cover, and of the distinct values of the columns without a role, as for a
/// profile.
#[derive(Debug)]
pub struct DisclosureScan {
    settings: ScanSettings,
    sensitive: Vec<usize>,
    identifiers: Vec<usize>,
    /// Columns whose cells are released unchanged or in part.
    kept: Vec<usize>,
    unnamed: Vec<(usize, ColumnTally, Vec<String>)>,
    uncovered: Vec<Uncovered>,
    places: FxHashMap<Box<[u32]>, usize>,
    classes: Vec<Class>,
    rows: u64,
    formulas: u64,
}

/// How many records have each value of a column that k does not cover.
#[derive(Debug)]
struct Uncovered {
    place: usize,
    missing: Vec<String>,
    records: FxHashMap<u64, u64>,
}

impl Uncovered {
    /// The records whose value fewer than `k` records have, and those among them whose value is unique.
    fn rare(&self, k: u64) -> (u64, u64) {
        let rare = self.records.values().filter(|&&records| records < k);
        rare.fold((0, 0), |(rare, alone), &records| (rare + records, alone + u64::from(records == 1)))
    }
}

#[derive(Debug)]
struct Class {
    is_suppressed: bool,
    records: u64,
    /// The only value of each sensitive column, as long as there is only one.
    only: Vec<Option<u64>>,
    /// The persons of each identifier, until there are k.
    persons: Vec<Option<Vec<u64>>>,
}

impl DisclosureScan {
    /// A scan before the first row.
    pub fn new(settings: ScanSettings) -> Self {
        Self {
            settings,
            sensitive: Vec::new(),
            identifiers: Vec::new(),
            kept: Vec::new(),
            unnamed: Vec::new(),
            uncovered: Vec::new(),
            places: FxHashMap::default(),
            classes: Vec::new(),
            rows: 0,
            formulas: 0,
        }
    }

    /// The names in the header. `is_kept` says whether a column's cells are released unchanged or in part.
    pub fn start(&mut self, header: &[String], is_kept: &dyn Fn(&str) -> bool) {
        let ScanSettings { sensitive, identifiers, uncovered, named, missing, .. } = &self.settings;
        let places = |wanted: &[String]| -> Vec<usize> {
            (0..header.len()).filter(|&place| wanted.contains(&header[place])).collect()
        };
        (self.sensitive, self.identifiers) = (places(sensitive), places(identifiers));
        self.kept = (0..header.len()).filter(|&place| is_kept(&header[place])).collect();
        let missing = |place: usize| missing.of(&header[place]).to_vec();
        let is_unnamed = |place: &usize| !named.contains(&header[*place]);
        self.unnamed = (self.kept.iter().copied())
            .filter(is_unnamed)
            .map(|place| (place, ColumnTally::default(), missing(place)))
            .collect();
        self.uncovered = (self.kept.iter().copied())
            .filter(|place| is_unnamed(place) || uncovered.contains(&header[*place]))
            .map(|place| Uncovered { place, missing: missing(place), records: FxHashMap::default() })
            .collect();
    }

    /// Sees a row that represents `records` records and is released with these groups of quasi-identifiers, 0 for `*`.
    /// `shown` returns the released cell for a column that is kept or partly kept, and the original's cell for any
    /// other.
    pub fn see<'a>(&mut self, record: &Record<'a>, shown: &dyn Fn(usize) -> &'a str, groups: &[u32], records: u64) {
        self.rows += 1;
        for &place in &self.kept {
            self.formulas += u64::from(is_formula(shown(place)));
        }
        let limit = ColumnTally::limit(record.len());
        for (place, tally, missing) in &mut self.unnamed {
            tally.push(record.get(*place), limit, missing);
        }
        for uncovered in &mut self.uncovered {
            let cell = shown(uncovered.place);
            if !uncovered.missing.iter().any(|code| code == cell) {
                *uncovered.records.entry(hash(cell)).or_default() += records;
            }
        }
        let place = match self.places.get(groups) {
            Some(&place) => place,
            None => {
                self.classes.push(Class {
                    is_suppressed: groups.iter().all(|&group| group == 0),
                    records: 0,
                    only: (self.sensitive.iter()).map(|&column| Some(hash(shown(column)))).collect(),
                    persons: vec![Some(Vec::new()); self.identifiers.len()],
                });
                self.places.insert(groups.into(), self.classes.len() - 1);
                self.classes.len() - 1
            }
        };
        let class = &mut self.classes[place];
        class.records += records;
        for (only, &column) in class.only.iter_mut().zip(&self.sensitive) {
            if only.is_some() && *only != Some(hash(shown(column))) {
                *only = None;
            }
        }
        for (persons, &column) in class.persons.iter_mut().zip(&self.identifiers) {
            let Some(few) = persons else { continue };
            let cell = record.get(column);
            // A missing identifier counts as another person.
            let person = match self.settings.missing.is_missing(&record.header()[column], cell) {
                true => hash(&self.rows),
                false => hash(cell),
            };
            if !few.contains(&person) {
                few.push(person);
            }
            if few.len() as u64 >= self.settings.k {
                *persons = None;
            }
        }
    }

    /// Sees a name of the header, or a cell of a quasi-identifier, as it is released.
    pub fn see_cell(&mut self, cell: &str) {
        self.formulas += u64::from(is_formula(cell));
    }

    /// The warnings, in a fixed order. `header` are the names of the columns.
    pub fn warnings(self, header: &[String]) -> Vec<Warning> {
        let k = self.settings.k;
        let mut warnings = Vec::new();
        let suppressed = self.classes.iter().find(|class| class.is_suppressed);
        for (index, &place) in self.sensitive.iter().enumerate() {
            let missing = self.settings.missing.of(&header[place]).iter();
            let missing: Vec<u64> = missing.map(|code| hash(code.as_str())).collect();
            let is_known = |value: &Option<u64>| value.is_some_and(|value| !missing.contains(&value));
            let column = || header[place].clone();
            let alike = |class: &&Class| is_known(&class.only[index]);
            if let Some(class) = suppressed.filter(alike) {
                warnings.push(Warning::SuppressedAlike { column: column(), records: class.records });
            }
            let (mut classes, mut records) = (0, 0);
            let kept = self.classes.iter().filter(|class| !class.is_suppressed);
            for class in kept.filter(alike) {
                classes += 1;
                records += class.records;
            }
            if classes > 0 {
                warnings.push(Warning::ClassesAlike { column: column(), classes, records });
            }
        }
        for (index, &place) in self.identifiers.iter().enumerate() {
            let (mut classes, mut records, mut persons) = (0, 0, u64::MAX);
            for class in self.classes.iter().filter(|class| class.records >= k) {
                if let Some(few) = &class.persons[index] {
                    classes += 1;
                    records += class.records;
                    persons = persons.min(few.len() as u64);
                }
            }
            if classes > 0 {
                warnings.push(Warning::FewPersons { column: header[place].clone(), classes, records, persons, k });
            }
        }
        for uncovered in &self.uncovered {
            let k = k.max(2);
            let (records, alone) = uncovered.rare(k);
            if records > 0 {
                warnings.push(Warning::SinglingOut { column: header[uncovered.place].clone(), records, alone, k });
            }
        }
        let mut columns = Vec::new();
        for (place, tally, missing) in self.unnamed {
            let column = header[place].clone();
            let (profile, _) = tally.finish(&column, self.rows, &missing);
            match profile.suggestion.role {
                Role::Identifier => warnings.push(Warning::UnnamedIdentifier { column }),
                _ => columns.push(column),
            }
        }
        if !columns.is_empty() {
            warnings.push(Warning::Unnamed { columns });
        }
        if self.formulas > 0 {
            let cells = self.formulas;
            warnings.push(Warning::Formulas { cells });
        }
        warnings
    }
}

/// A hash that is the same on every platform and in every run.
fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
