//! Kept columns that give back a finer value of a quasi-identifier than the release shows.
//!
//! Within one released label, a kept value may leave a single finer value: the year of birth within an age of 20 – 29
//! leaves one age. A reader who knows how the two belong together reads that back.

use crate::data::Column;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Of the records whose kept value occurs with another finer value, one for this many that are given back is let pass.
const EXCEPTIONS: u64 = 99;

/// Agreement by chance must be less likely than e to the power of minus this, which is one in a million.
const LEAST_EVIDENCE: f64 = 13.8;

/// The most groups that are counted for all pairs of columns together, and for one pair.
const MOST_GROUPS: usize = 1_000_000;
const MOST_GROUPS_OF_PAIR: usize = 1 << 16;

/// The most pairs: a table with more has no room for groups of each.
const MOST_PAIRS: usize = 50_000;

/// The label of a cell that shows nothing, `*`.
const NOTHING: u32 = u32::MAX;

/// The levels of one quasi-identifier, by the codes of its values.
#[derive(Debug, Clone, Default)]
pub struct ReleasedLevels {
    /// The column.
    pub column: String,
    /// The level of the release.
    pub released: usize,
    /// The group of each value on each level.
    pub groups: Vec<Vec<u32>>,
    /// The released label of each value, if labels were given by a person. Labels that the program builds name no one.
    pub given_labels: Option<Vec<String>>,
}

impl ReleasedLevels {
    /// The labels of a finished file, of which nothing finer is known.
    pub(super) fn of_labels(column: &Column) -> Self {
        let values = 0..column.dictionary.len() as u32;
        Self {
            column: column.name.clone(),
            released: 0,
            groups: vec![values.collect()],
            given_labels: Some(column.dictionary.iter().map(|(label, _)| label.to_owned()).collect()),
        }
    }
}

/// A kept column that gives back a quasi-identifier.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct GivenBack {
    /// The place of the quasi-identifier.
    pub(super) qi: usize,
    /// The place among the kept columns.
    pub(super) kept: usize,
    /// The finest level that is given back; 0 are the values themselves.
    pub(super) level: usize,
    /// The records.
    pub(super) records: u64,
}

/// All pairs of a quasi-identifier and a kept column.
///
/// A pair is dropped as soon as too many records contradict it, or if it has more groups than there is room for: then
/// nearly every record has a value of its own, which singles it out in any case.
#[derive(Debug)]
pub(super) struct GivenBackPairs {
    qis: Vec<OfQi>,
    pairs: Vec<Pair>,
    /// Records that the file has at most.
    records: u64,
}

#[derive(Debug)]
struct OfQi {
    levels: ReleasedLevels,
    /// Rows of each value: shown with its label, and with `*`.
    shown: Vec<u64>,
    starred: Vec<u64>,
}

#[derive(Debug)]
struct Pair {
    qi: usize,
    kept: usize,
    groups: FxHashMap<(u32, u64), Group>,
    /// Records that contradict the coarsest level.
    open: u64,
    is_dropped: bool,
}

/// The records of one released label and one kept value.
#[derive(Debug)]
struct Group {
    /// The first value.
    first: u32,
    /// The persons of the first row, by the hash of each identifier.
    persons: Box<[u64]>,
    /// The lowest level on which all values are in one group; the number of levels if they are in none.
    agrees: usize,
    /// Rows of other persons than the first one's.
    others: u64,
    records: u64,
}

impl OfQi {
    /// The label of a value, or of `*` where it is not shown.
    fn label(&self, value: u32, is_shown: bool) -> u32 {
        match is_shown {
            true => self.levels.groups[self.levels.released][value as usize],
            false => NOTHING,
        }
    }

    /// The levels that may be given back.
    fn finer(&self) -> usize {
        match self.levels.released {
            0 => self.levels.groups.len(),
            released => released,
        }
    }

    /// The lowest level, from `from` on, on which two values are in one group.
    fn agree(&self, from: usize, one: u32, other: u32) -> usize {
        let mut levels = (self.levels.groups.iter().enumerate()).skip(from);
        let found = levels.find(|(_, groups)| groups[one as usize] == groups[other as usize]);
        found.map_or(self.levels.groups.len(), |(level, _)| level)
    }

    /// For each label that hides more than one group of a level: by chance, two of its rows are in one group as often
    /// as e to the power of minus this.
    fn hidden(&self, level: usize) -> BTreeMap<u32, f64> {
        let mut rows: BTreeMap<u32, BTreeMap<u32, u64>> = BTreeMap::new();
        for (counts, is_shown) in [(&self.shown, true), (&self.starred, false)] {
            for (&number, value) in counts.iter().zip(0..).filter(|(number, _)| **number > 0) {
                let group = self.levels.groups[level][value as usize];
                *rows.entry(self.label(value, is_shown)).or_default().entry(group).or_default() += number;
            }
        }
        let hides = rows.into_iter().filter(|(_, groups)| groups.len() > 1);
        hides
            .map(|(label, groups)| {
                let all: u64 = groups.values().sum();
                let squares: f64 =
                    groups.values().map(|&rows| rows as f64 / all as f64).map(|share| share * share).sum();
                (label, -libm::log(squares))
            })
            .collect()
    }
}

impl GivenBackPairs {
    /// These quasi-identifiers, in a file of at most `records` records.
    pub(super) fn new(qis: Vec<ReleasedLevels>, records: u64) -> Self {
        let of = |levels: ReleasedLevels| {
            let values = levels.groups.first().map_or(0, Vec::len);
            OfQi { levels, shown: vec![0; values], starred: vec![0; values] }
        };
        Self { qis: qis.into_iter().map(of).collect(), pairs: Vec::new(), records }
    }

    /// Compares each of them with so many kept columns.
    pub(super) fn start(&mut self, n_kept: usize) {
        let qis: Vec<usize> = (0..self.qis.len()).filter(|&qi| self.qis[qi].levels.groups.len() > 1).collect();
        if qis.len().saturating_mul(n_kept) > MOST_PAIRS {
            return;
        }
        self.pairs = qis
            .into_iter()
            .flat_map(|qi| (0..n_kept).map(move |kept| (qi, kept)))
            .map(|(qi, kept)| Pair { qi, kept, groups: FxHashMap::default(), open: 0, is_dropped: false })
            .collect();
    }

    /// Whether a pair is left that a row with these labels says something of.
    pub(super) fn wants(&self, groups: &[u32]) -> bool {
        let hides = |qi: usize| groups[qi] == 0 || self.qis[qi].levels.released > 0;
        self.pairs.iter().any(|pair| hides(pair.qi))
    }

    /// Counts a row: the code of each quasi-identifier's value and the number of its label, 0 for `*`.
    pub(super) fn count(&mut self, values: &[u32], groups: &[u32]) {
        for ((qi, &value), &group) in self.qis.iter_mut().zip(values).zip(groups) {
            let counts = if group > 0 { &mut qi.shown } else { &mut qi.starred };
            counts[value as usize] += 1;
        }
    }

    /// Compares the pairs in a counted row of `records` records. `kept` has the hash of each kept cell that is not
    /// missing, `persons` that of each identifier.
    pub(super) fn compare(
        &mut self,
        values: &[u32],
        groups: &[u32],
        kept: &[Option<u64>],
        persons: &[u64],
        records: u64,
    ) {
        let most = MOST_GROUPS_OF_PAIR.min(MOST_GROUPS / self.pairs.len().max(1));
        let (qis, most_open) = (&self.qis, self.records / (EXCEPTIONS + 1));
        for pair in &mut self.pairs {
            let qi = &qis[pair.qi];
            let (value, is_shown) = (values[pair.qi], groups[pair.qi] > 0);
            let Some(kept) = kept[pair.kept].filter(|_| !is_shown || qi.levels.released > 0) else {
                continue;
            };
            let key = (qi.label(value, is_shown), kept);
            let coarsest = qi.finer() - 1;
            let group = match pair.groups.get_mut(&key) {
                None => {
                    let group = Group { first: value, persons: persons.into(), agrees: 0, others: 0, records };
                    pair.groups.insert(key, group);
                    pair.is_dropped = pair.groups.len() > most;
                    continue;
                }
                Some(group) => group,
            };
            let had = if group.agrees > coarsest { group.records } else { 0 };
            group.records += records;
            group.agrees = qi.agree(group.agrees, group.first, value);
            // The rows of one person agree in everything, whatever belongs together.
            let is_other = group.persons.iter().zip(persons).all(|(one, other)| one != other);
            group.others += u64::from(is_other);
            pair.open += if group.agrees > coarsest { group.records - had } else { 0 };
            pair.is_dropped = pair.open > most_open;
        }
        self.pairs.retain(|pair| !pair.is_dropped);
    }

    /// Whether a row with this value of a quasi-identifier shows its label.
    pub(super) fn is_written(&self, qi: usize, value: u32) -> bool {
        self.qis[qi].shown[value as usize] > 0
    }

    /// The quasi-identifiers' levels.
    pub(super) fn levels(&self) -> impl Iterator<Item = &ReleasedLevels> {
        self.qis.iter().map(|qi| &qi.levels)
    }

    /// The pairs that give back a finer value, each with the finest level.
    pub(super) fn found(&self) -> Vec<GivenBack> {
        let found = self.pairs.iter().filter_map(|pair| {
            let levels = 0..self.qis[pair.qi].finer();
            levels.into_iter().find_map(|level| self.given_back(pair, level))
        });
        found.collect()
    }

    fn given_back(&self, pair: &Pair, level: usize) -> Option<GivenBack> {
        let hidden = self.qis[pair.qi].hidden(level);
        let (mut records, mut open, mut alone) = (0, 0, 0);
        let mut agreeing: BTreeMap<u32, u64> = BTreeMap::new();
        for (&(label, _), group) in &pair.groups {
            if !hidden.contains_key(&label) {
                continue;
            }
            if group.agrees > level {
                open += group.records;
            } else if group.others == 0 {
                alone += group.records;
            } else {
                records += group.records;
                *agreeing.entry(label).or_default() += group.others;
            }
        }
        let evidence: f64 = agreeing.iter().map(|(label, &rows)| rows as f64 * hidden[label]).sum();
        let is_most = open * EXCEPTIONS <= records && records >= open + alone;
        (is_most && evidence > LEAST_EVIDENCE).then_some(GivenBack { qi: pair.qi, kept: pair.kept, level, records })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ages from 20 to 39 in tens, with a kept column, and a person.
    fn found(rows: impl IntoIterator<Item = (u32, u64, u64)>) -> Vec<GivenBack> {
        let groups = vec![
            (0..20).collect(),
            (0..20).map(|value| value / 2).collect(),
            (0..20).map(|value| value / 10).collect(),
        ];
        let levels = ReleasedLevels { column: "age".to_owned(), released: 2, groups, given_labels: None };
        let rows: Vec<_> = rows.into_iter().collect();
        let mut pairs = GivenBackPairs::new(vec![levels], rows.len() as u64);
        pairs.start(1);
        for (age, kept, person) in rows {
            pairs.count(&[age], &[1]);
            pairs.compare(&[age], &[1], &[Some(kept)], &[person], 1);
        }
        pairs.found()
    }

    fn is_of(level: usize, records: u64) -> Vec<GivenBack> {
        vec![GivenBack { qi: 0, kept: 0, level, records }]
    }

    #[test]
    fn a_column_that_leaves_one_finer_value_is_found_on_its_level() {
        let ages = || (0..200_u32).map(|row| (row * 7 % 20, u64::from(row)));
        assert_eq!(found(ages().map(|(age, row)| (age, u64::from(2_000 - age), row))), is_of(0, 200));
        // The last digit with the ten is the age.
        assert_eq!(found(ages().map(|(age, row)| (age, u64::from(age % 10), row))), is_of(0, 200));
        assert_eq!(found(ages().map(|(age, row)| (age, u64::from(age / 2), row))), is_of(1, 200));
        assert_eq!(found(ages().map(|(age, row)| (age, u64::from(age / 10), row))), []);
        assert_eq!(found(ages().map(|(age, row)| (age, row / 3 % 4, row))), []);
        // A value of its own for each record leaves one value, and nobody knows which.
        assert_eq!(found(ages().map(|(age, row)| (age, row, row))), []);
        // Nor do the rows of one person say what belongs together.
        assert_eq!(found(ages().flat_map(|(age, row)| [(age, row, row), (age, row, row)])), []);
        // One record in a hundred may differ.
        let but = |every: u64| ages().map(move |(age, row)| (age, u64::from(age) + u64::from(row % every == 5), row));
        assert_eq!(found(but(20)), []);
    }
}
