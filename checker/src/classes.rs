//! Tuples in the classes of a policy.

use super::study::{Column, Study};

/// Tuples that are equal under all policies in question: one of them, and the number of records of all.
#[derive(Clone, Copy, Default)]
pub(super) struct Row {
    pub(super) tuple: u32,
    pub(super) records: u32,
}

/// The number of records of rows.
pub(super) fn records(rows: &[Row]) -> u64 {
    rows.iter().map(|row| u64::from(row.records)).sum()
}

/// Rows, part after part, and the end of each part.
pub(super) struct Parts {
    rows: Vec<Row>,
    ends: Vec<usize>,
}

impl Parts {
    pub(super) fn one(rows: Vec<Row>) -> Self {
        Self { ends: vec![rows.len()], rows }
    }

    /// The parts, those with the fewest rows first.
    fn by_size(mut parts: Vec<&[Row]>) -> Self {
        parts.sort_by_key(|part| part.len());
        let mut end = 0;
        let ends = parts.iter().map(|part| {
            end += part.len();
            end
        });
        Self { ends: ends.collect(), rows: parts.concat() }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[Row]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.rows[start..end])
    }

    /// One row for each part.
    pub(super) fn merged(&self) -> Vec<Row> {
        self.iter().map(|part| Row { records: records(part) as u32, ..part[0] }).collect()
    }

    /// Splits parts of rows that are equal on some levels into parts that are equal on lower levels, too.
    pub(super) fn split(&self, study: &Study, from: &[usize], to: &[usize]) -> Self {
        let (mut reached, mut all) = (from.to_vec(), Self { rows: self.rows.clone(), ends: self.ends.clone() });
        while reached != to {
            let mut lowering = Lowering::new(study, &mut reached, to);
            let (mut places, mut found) = (vec![0; lowering.cells.len()], Vec::new());
            let (mut rows, mut ends, mut end) = (all.rows.clone(), Vec::with_capacity(all.ends.len()), 0);
            for part in all.iter() {
                lowering.find_keys(part);
                // First the number of rows of each key, and then the position of the next one.
                for &key in &lowering.keys {
                    if places[key as usize] == 0 {
                        found.push(key as usize);
                    }
                    places[key as usize] += 1;
                }
                for &key in &found {
                    end += std::mem::replace(&mut places[key], end);
                    ends.push(end);
                }
                for (row, &key) in part.iter().zip(&lowering.keys) {
                    rows[places[key as usize]] = *row;
                    places[key as usize] += 1;
                }
                found.drain(..).for_each(|key| places[key] = 0);
            }
            all = Self { rows, ends };
        }
        all
    }
}

/// Distinguishes rows by columns that now have a lower level, all together.
struct Lowering<'a> {
    /// For each column, the value of each tuple, and what each value adds to a row's key.
    columns: Vec<(&'a [u32], Vec<u32>)>,
    /// The keys of the rows that were looked at last, and the distinct keys among them.
    keys: Vec<u32>,
    found: Vec<u32>,
    /// For each key the rows that have it.
    cells: Vec<Row>,
}

impl<'a> Lowering<'a> {
    /// There are at most this many keys, unless a single column has more.
    const ROOM: usize = 1 << 12;

    /// Lowers as many columns as fit.
    fn new(study: &'a Study, reached: &mut [usize], to: &[usize]) -> Self {
        let (mut columns, mut room) = (Vec::new(), 1);
        for ((column, reached), &to) in study.columns.iter().zip(reached).zip(to) {
            let level = &column.levels[to];
            if *reached != to && (columns.is_empty() || room * level.size <= Self::ROOM) {
                let adds = level.groups.iter().map(|&group| group * room as u32).collect();
                columns.push((&column.values[..], adds));
                (room, *reached) = (room * level.size, to);
            }
        }
        Self { columns, keys: Vec::new(), found: vec![0; room + 1], cells: vec![Row::default(); room] }
    }

    /// Finds the key of each row. Rows that no lowered column distinguishes have equal keys.
    fn find_keys(&mut self, rows: &[Row]) {
        self.keys.clear();
        self.keys.resize(rows.len(), 0);
        for (values, adds) in &self.columns {
            let (values, adds) = (&values[..], &adds[..]);
            let all = self.keys.iter_mut().zip(rows);
            all.for_each(|(key, row)| *key += adds[values[row.tuple as usize] as usize]);
        }
    }

    /// Merges rows that have the same key.
    fn cells(&mut self, rows: &[Row]) -> impl Iterator<Item = Row> {
        self.find_keys(rows);
        let mut n_found = 0;
        for (row, &key) in rows.iter().zip(&self.keys) {
            // Branch-free, because it is hard to predict whether a key is new. There is room for this after the last
            // one.
            let cell = &mut self.cells[key as usize];
            self.found[n_found] = key;
            n_found += usize::from(cell.records == 0);
            *cell = Row { tuple: row.tuple, records: cell.records + row.records };
        }
        self.found[..n_found].iter().map(|&key| std::mem::take(&mut self.cells[key as usize]))
    }
}

/// The records that a policy keeps and suppresses.
pub(super) struct Classes {
    pub(super) levels: Vec<usize>,
    kept: Parts,
    /// The number of suppressed records of each value, column by column.
    fallen: Vec<Vec<u64>>,
    /// S.
    pub(super) suppressed: u64,
}

impl Column {
    /// How much more rows cost when suppressed than on a level.
    fn price(&self, level: usize, rows: &[Row]) -> u64 {
        let prices = &self.levels[level].prices;
        let more = |row: &Row| u64::from(row.records) * prices[self.value(row)];
        if prices.is_empty() { 0 } else { rows.iter().map(more).sum() }
    }
}

impl Classes {
    /// This many suppressed cells are priced together.
    const MANY: usize = 256;

    /// All tuples in one class.
    pub(super) fn all(study: &Study) -> Self {
        let fallen = study.columns.iter().map(|column| vec![0; column.rows.len()]).collect();
        Self { levels: study.above(), kept: Parts::one(study.rows.clone()), fallen, suppressed: 0 }
    }

    /// Every lower policy also suppresses what is suppressed here. This is its price there, a part of that policy's
    /// P.
    pub(super) fn price(&self, study: &Study, levels: &[usize]) -> Vec<u64> {
        let columns = self.fallen.iter().zip(&study.columns).zip(levels);
        let prices = columns.map(|((fallen, column), &level)| fallen.iter().zip(&column.levels[level].prices));
        prices.map(|column| column.map(|(records, price)| records * price).sum()).collect()
    }

    /// The classes of a lower policy. Those with the fewest rows come first, as they are split soonest.
    pub(super) fn lower(&self, study: &Study, levels: &[usize]) -> Self {
        let (mut fallen, mut suppressed) = (self.fallen.clone(), self.suppressed);
        let parts = self.kept.split(study, &self.levels, levels);
        let (kept, fell) = parts.iter().partition::<Vec<_>, _>(|class| records(class) >= study.k);
        for class in fell {
            suppressed += records(class);
            for (fallen, column) in fallen.iter_mut().zip(&study.columns) {
                class.iter().for_each(|row| fallen[column.value(row)] += u64::from(row.records));
            }
        }
        Self { levels: levels.to_vec(), kept: Parts::by_size(kept), fallen, suppressed }
    }

    /// Restricts these classes to policies from some levels on: rows that are equal there are merged, and classes
    /// that none of these policies splits are left out.
    pub(super) fn merge(mut self, study: &Study, levels: &[usize]) -> Self {
        let fine = self.kept.split(study, &self.levels, levels);
        let ends = self.kept.ends.iter().map(|end| fine.ends.partition_point(|own| own <= end)).collect();
        let merged = Parts { rows: fine.merged(), ends };
        let is_small = |row: &Row| u64::from(row.records) < study.k;
        let is_breakable = |class: &&[Row]| class.len() > 1 && class.iter().any(is_small);
        self.kept = Parts::by_size(merged.iter().filter(is_breakable).collect());
        self
    }

    /// Whether `enough` holds for the number of records and the price that a policy not above suppresses. It is
    /// called for more and more of the classes.
    pub(super) fn is_enough(&self, study: &Study, levels: &[usize], enough: &dyn Fn(u64, &[u64]) -> bool) -> bool {
        let (mut suppressed, mut price) = (self.suppressed, self.price(study, levels));
        if enough(suppressed, &price) {
            return true;
        }
        let mut reached = self.levels.clone();
        let mut lowering = Lowering::new(study, &mut reached, levels);
        if reached != levels {
            return self.lower(study, &reached).is_enough(study, levels, enough);
        }
        let (mut fell, mut broken) = (Vec::new(), Vec::new());
        let mut classes = self.kept.iter().peekable();
        while let Some(class) = classes.next() {
            let before = fell.len();
            fell.extend(lowering.cells(class).filter(|cell| u64::from(cell.records) < study.k));
            if fell.len() > before {
                broken.push(Row { records: records(&fell[before..]) as u32, ..class[0] });
            }
            if fell.len() >= Self::MANY || classes.peek().is_none() {
                // Rows of a class are equal in the columns that are not lowered, and those of a cell in all.
                for (qi, column) in study.columns.iter().enumerate() {
                    let rows = if levels[qi] < self.levels[qi] { &fell } else { &broken };
                    price[qi] += column.price(levels[qi], rows);
                }
                suppressed += records(&fell);
                fell.clear();
                broken.clear();
                if enough(suppressed, &price) {
                    return true;
                }
            }
        }
        false
    }
}
