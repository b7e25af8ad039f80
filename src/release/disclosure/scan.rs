//! Disclosure risks that show only while the rows of a release go by.

use super::counts::Counts;
use super::given_back::{GivenBack, GivenBackPairs, ReleasedLevels};
use super::naming::Naming;
use super::running_order::RunningOrder;
use super::tallies::Tally;
use super::{Warning, is_formula};
use crate::data::{ColumnTally, Dialect, Lexicon, MissingCodes, Record, Role, TextTally, ValueLimits};
use rustc_hash::{FxHashMap, FxHashSet};
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
    /// Identifiers that are released as something else: in part, which `uncovered` names as well, or as pseudonyms or
    /// hashes. What is done to those that are neither is judged by their cells.
    pub replaced: Vec<String>,
    /// Columns that are not released as they are, beside the quasi-identifiers, whose order the rows may have. None if
    /// the rows are in a drawn order.
    pub hidden: Vec<String>,
    /// The quasi-identifiers on the levels of the release.
    pub levels: Vec<ReleasedLevels>,
    /// Records of the table.
    pub records: u64,
    /// All columns that have a role or count records.
    pub named: Vec<String>,
    /// How the file is written.
    pub dialect: Dialect,
    /// The codes for missing values.
    pub missing: MissingCodes,
}

/// A row of a release beside its original.
#[derive(Clone, Copy)]
pub struct ScannedRow<'a, 'text> {
    /// The original's row.
    pub record: &'a Record<'text>,
    /// The released cell of a column that is kept or partly kept, and the original's cell of any other, by its place.
    pub shown: &'a dyn Fn(usize) -> &'text str,
    /// The codes of the quasi-identifiers' values.
    pub codes: &'a [u32],
    /// The groups with which they are released, 0 for `*`.
    pub groups: &'a [u32],
    /// The records that the row represents.
    pub records: u64,
}

/// Sees every row of a release once.
///
/// Values are distinguished by 64-bit hashes: two values of a class collide with a probability of about 10⁻¹⁹. Memory
/// of 16 bytes for each class and sensitive column, of at most 8 for each record and identifier, of 16 for each
/// distinct value of a column that k does not cover and for each combination of these, of about 100 for each of at most
/// a million groups of two columns, and of the distinct values of the columns without a role, as for a profile.
#[derive(Debug)]
pub struct DisclosureScan {
    settings: ScanSettings,
    sensitive: Vec<usize>,
    identifiers: Vec<usize>,
    /// Whether each identifier is free text, which tells nobody apart.
    texts: Vec<TextTally>,
    /// Columns whose cells are released unchanged or in part.
    kept: Vec<usize>,
    unnamed: Vec<(usize, ColumnTally, Vec<String>)>,
    limits: ValueLimits,
    uncovered: Vec<Tally>,
    /// The hash of each of these cells of the last row that is not missing.
    hashes: Vec<Option<u64>>,
    /// Records of each combination of the values of all these columns.
    together: Counts,
    replaced: Vec<Tally>,
    orders: Vec<(usize, Vec<String>, RunningOrder)>,
    given_back: GivenBackPairs,
    naming: Naming,
    places: FxHashMap<Box<[u32]>, usize>,
    classes: Vec<Class>,
    rows: u64,
    formulas: u64,
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
    pub fn new(mut settings: ScanSettings) -> Self {
        let levels = std::mem::take(&mut settings.levels);
        Self {
            naming: Naming::new(levels.iter()),
            given_back: GivenBackPairs::new(levels, settings.records),
            settings,
            hashes: Vec::new(),
            together: Counts::default(),
            replaced: Vec::new(),
            orders: Vec::new(),
            sensitive: Vec::new(),
            identifiers: Vec::new(),
            texts: Vec::new(),
            kept: Vec::new(),
            unnamed: Vec::new(),
            limits: ValueLimits::default(),
            uncovered: Vec::new(),
            places: FxHashMap::default(),
            classes: Vec::new(),
            rows: 0,
            formulas: 0,
        }
    }

    /// The names in the header. `is_kept` says whether a column's cells are released unchanged or in part.
    pub fn start(&mut self, header: &[String], is_kept: &dyn Fn(&str) -> bool) {
        let ScanSettings { sensitive, identifiers, uncovered, replaced, hidden, named, missing, .. } = &self.settings;
        // A table may have a million columns, and a recipe may name all of them.
        let set = |names: &[String]| -> FxHashSet<String> { names.iter().cloned().collect() };
        let places = |wanted: &[String]| -> Vec<usize> {
            let wanted = set(wanted);
            (0..header.len()).filter(|&place| wanted.contains(&header[place])).collect()
        };
        self.sensitive = places(sensitive);
        // What numbers persons by its name does so in any role.
        let lexicon = Lexicon::new();
        let identifiers = set(identifiers);
        self.identifiers = (0..header.len())
            .filter(|&place| identifiers.contains(&header[place]) || lexicon.read(&header[place]).numbers_persons())
            .collect();
        self.texts = self.identifiers.iter().map(|&place| TextTally::new(&header[place])).collect();
        self.kept = (0..header.len()).filter(|&place| is_kept(&header[place])).collect();
        let missing = |place: usize| missing.of(&header[place]).to_vec();
        let (named, uncovered, are_replaced) = (set(named), set(uncovered), set(replaced));
        let is_unnamed = |place: &usize| !named.contains(&header[*place]);
        self.unnamed = (self.kept.iter().copied())
            .filter(is_unnamed)
            .map(|place| (place, ColumnTally::default(), missing(place)))
            .collect();
        self.limits = ValueLimits::of_columns(header.len());
        self.uncovered = (self.kept.iter().copied())
            .filter(|place| is_unnamed(place) || uncovered.contains(&header[*place]))
            .map(|place| Tally::new(place, missing(place), are_replaced.contains(&header[place])))
            .collect();
        let covered: FxHashSet<usize> = self.uncovered.iter().map(|tally| tally.place).collect();
        self.replaced = (places(replaced).into_iter())
            .filter(|place| !covered.contains(place))
            .map(|place| Tally::new(place, missing(place), true))
            .collect();
        self.orders = (places(hidden).into_iter())
            .map(|place| (place, missing(place), RunningOrder::new(self.settings.records)))
            .collect();
        self.given_back.start(self.uncovered.len());
    }

    /// Sees a row.
    pub fn see(&mut self, row: ScannedRow<'_, '_>) {
        let ScannedRow { record, shown, groups, records, .. } = row;
        self.rows += 1;
        for &place in &self.kept {
            self.formulas += u64::from(is_formula(shown(place)));
        }
        for (place, tally, missing) in &mut self.unnamed {
            tally.push(record.get(*place), &mut self.limits, missing);
        }
        self.see_kept(row);
        self.see_hidden(record, records);
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

    /// Counts the columns that k does not cover, each by itself, together, and with the quasi-identifiers.
    fn see_kept(&mut self, row: ScannedRow<'_, '_>) {
        let ScannedRow { record, shown, codes, groups, records } = row;
        self.hashes.clear();
        for tally in &mut self.uncovered {
            let cell = shown(tally.place);
            self.hashes.push((!tally.is_missing(cell)).then(|| {
                let hash = hash(cell);
                tally.count(cell, hash, records);
                hash
            }));
        }
        // Of a record without a value nothing is known.
        if self.hashes.len() > 1 && self.hashes.iter().any(Option::is_some) {
            self.together.add(combined(&self.hashes), records);
        }
        self.given_back.count(codes, groups);
        if self.given_back.wants(groups) {
            let persons: Vec<u64> = self.identifiers.iter().map(|&place| hash(record.get(place))).collect();
            self.given_back.compare(codes, groups, &self.hashes, &persons, records);
        }
    }

    /// Follows the columns that are not released as they are.
    fn see_hidden(&mut self, record: &Record<'_>, records: u64) {
        for tally in &mut self.replaced {
            let cell = record.get(tally.place);
            if !tally.is_missing(cell) {
                tally.count(cell, hash(cell), records);
            }
        }
        for (place, missing, order) in &mut self.orders {
            if order.is_given_up() {
                continue;
            }
            let cell = record.get(*place);
            if !missing.iter().any(|code| code == cell) {
                order.see(cell);
            }
        }
        for (&place, text) in self.identifiers.iter().zip(&mut self.texts) {
            let cell = record.get(place);
            self.naming.see(place, cell);
            if !self.settings.missing.is_missing(&record.header()[place], cell) {
                text.push(cell);
            }
        }
    }

    /// Sees a name of the header, or a cell of a quasi-identifier, as it is released.
    pub fn see_cell(&mut self, cell: &str) {
        self.formulas += u64::from(is_formula(cell));
    }

    /// The warnings, in a fixed order. `header` are the names of the columns.
    pub fn warnings(mut self, header: &[String]) -> Vec<Warning> {
        let tallies = self.uncovered.iter_mut().chain(&mut self.replaced);
        tallies.for_each(|tally| tally.records.settle());
        self.together.settle();
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
        for (index, &place) in self.identifiers.iter().enumerate().filter(|(_, place)| !self.is_free_text(**place)) {
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
        warnings.extend(self.of_kept(header));
        let columns: Vec<String> = self.given_back.levels().map(|levels| levels.column.clone()).collect();
        let is_written = |qi: usize, value: u32| self.given_back.is_written(qi, value);
        warnings.extend(self.naming.warnings(header, &columns, &is_written));
        for (place, _, order) in self.orders {
            if order.keeps_order() {
                warnings.push(Warning::Sorted { column: header[place].clone() });
            }
        }
        let mut columns = Vec::new();
        let lexicon = Lexicon::new();
        for (place, tally, missing) in self.unnamed {
            let column = header[place].clone();
            let (profile, _) = tally.finish(&column, self.rows, &missing, &|_| None, &lexicon);
            match profile.suggestion.role {
                Some(Role::Identifier) => warnings.push(Warning::UnnamedIdentifier { column }),
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

    /// Whether an identifier is free text, which tells nobody apart.
    fn is_free_text(&self, place: usize) -> bool {
        (self.identifiers.iter().zip(&self.texts)).any(|(&own, text)| own == place && text.is_free())
    }

    /// The warnings about columns that k does not cover, and about what stands in place of identifiers.
    fn of_kept(&self, header: &[String]) -> Vec<Warning> {
        let k = self.settings.k.max(2);
        // The cells of an identifier whose treatment is unknown show a mask.
        let (masked, replaced): (Vec<&Tally>, Vec<&Tally>) = self.replaced.iter().partition(|tally| tally.is_masked());
        let singling = |tally: &&Tally| tally.singling_out(&header[tally.place], k);
        let all = || self.uncovered.iter().chain(masked.iter().copied());
        let mut warnings: Vec<Warning> = all().filter_map(|tally| singling(&tally)).collect();
        let (records, alone) = self.together.rare(k);
        // One column that tells of most of these records says enough.
        let is_told = |tally: &Tally| 2 * tally.rare(k).0 >= records;
        if records > 0 && !self.uncovered.iter().any(is_told) {
            let columns = self.uncovered.len() as u64;
            warnings.push(Warning::SinglingOutTogether { columns, records, alone, k });
        }
        // How often a text occurs says nothing of a person.
        let numbers = replaced.iter().filter(|tally| !self.is_free_text(tally.place));
        warnings.extend(numbers.filter_map(|tally| tally.rare_frequencies(&header[tally.place], k)));
        warnings.extend(all().filter_map(|tally| tally.mask_shows(&header[tally.place])));
        let names: Vec<&String> = self.given_back.levels().map(|levels| &levels.column).collect();
        warnings.extend(self.given_back.found().into_iter().map(|GivenBack { qi, kept, level, records }| {
            let by = header[self.uncovered[kept].place].clone();
            Warning::GivenBack { column: names[qi].clone(), by, level: level as u64, records }
        }));
        warnings
    }
}

/// A hash that is the same on every platform and in every run.
fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// One hash of several, by their places. They are random already: a polynomial in an odd number keeps them so.
fn combined(hashes: &[Option<u64>]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    hashes.iter().fold(0, |all: u64, hash| all.wrapping_mul(FACTOR).wrapping_add(hash.unwrap_or(1)))
}
