//! Tuples in the classes of a policy.

use super::study::{Column, Study};

/// Tuples that no policy in question tells apart: one of them, and the records of all.
#[derive(Clone, Copy, Default)]
pub(super) struct Row {
    pub(super) tuple: u32,
    pub(super) records: u32,
}

/// What a policy keeps and what it suppresses.
#[derive(Clone)]
pub(super) struct Classes {
    pub(super) levels: Vec<usize>,
    /// The rows of each class, class after class, and where each of them ends.
    kept: Vec<Row>,
    ends: Vec<usize>,
    fallen: Vec<Row>,
    /// S and P.
    pub(super) suppressed: u64,
    pub(super) price: Vec<u64>,
}

/// The rows of a class that have the same group on a level: their first tuple, their number and that of their records,
/// and where the next of them is put.
#[derive(Clone, Copy, Default)]
struct Cell {
    first: u32,
    rows: u32,
    records: u32,
    place: u32,
}

/// Whether it is enough that so many records are suppressed, at this price.
pub(super) type Enough<'a> = &'a dyn Fn(u64, &[u64]) -> bool;

impl Column {
    /// What rows cost more where they are suppressed than on a level.
    fn price(&self, level: usize, rows: &[Row]) -> u64 {
        let (groups, costs) = (&self.groups[level][..], &self.costs[level][..]);
        if costs.is_empty() {
            return 0;
        }
        let more = |row: &Row| u64::from(row.records) * (self.most - costs[groups[row.tuple as usize] as usize]);
        rows.iter().map(more).sum()
    }
}

impl Classes {
    /// So many suppressed cells are priced together.
    const MANY: usize = 256;

    /// All tuples in one class.
    pub(super) fn all(study: &Study) -> Self {
        let levels: Vec<usize> = study.columns.iter().map(|column| column.groups.len() - 1).collect();
        let (kept, price) = (study.rows.clone(), vec![0; levels.len()]);
        Self { levels, ends: vec![kept.len()], kept, fallen: Vec::new(), suppressed: 0, price }
    }

    /// A lower policy. Where it is asked whether what it suppresses is enough, there is none if it is, and otherwise it
    /// is not told what it keeps.
    pub(super) fn lower(&self, study: &Study, levels: &[usize], enough: Option<Enough>) -> Option<Self> {
        let mut cuts = (0..levels.len()).filter(|&qi| levels[qi] < self.levels[qi]);
        match (cuts.next(), cuts.next()) {
            (None, _) => Some(self.clone()),
            (Some(qi), None) => self.cut(study, (qi, levels[qi]), enough),
            (Some(qi), _) => self.cut(study, (qi, levels[qi]), None)?.lower(study, levels, enough),
        }
    }

    /// The same with one column on a lower level: each class falls apart into those of equal group.
    fn cut(&self, study: &Study, (qi, level): (usize, usize), enough: Option<Enough>) -> Option<Self> {
        let (column, k) = (&study.columns[qi], study.k as u32);
        let (groups, mut cells) = (&column.groups[level][..], vec![Cell::default(); column.rows.len()]);
        let group = |row: &Row| groups[row.tuple as usize] as usize;
        let (mut levels, mut fallen, mut price) = (self.levels.clone(), self.fallen.clone(), self.price.clone());
        levels[qi] = level;
        price[qi] = column.price(level, &fallen);
        let is_enough = |suppressed, price: &[u64]| enough.is_some_and(|enough| enough(suppressed, price));
        if is_enough(self.suppressed, &price) {
            return None;
        }
        let (mut kept, mut ends, mut suppressed) = (Vec::with_capacity(self.kept.len()), Vec::new(), self.suppressed);
        let (mut start, mut found, mut fell) = (0, Vec::new(), Vec::new());
        for &end in &self.ends {
            let class = &self.kept[start..end];
            start = end;
            for row in class {
                let cell = &mut cells[group(row)];
                if cell.rows == 0 {
                    found.push(group(row));
                    cell.first = row.tuple;
                }
                cell.rows += 1;
                cell.records += row.records;
            }
            let mut place = kept.len() as u32;
            for &group in &found {
                let cell = &mut cells[group];
                if cell.records < k {
                    fell.push(Row { tuple: cell.first, records: cell.records });
                    suppressed += u64::from(cell.records);
                } else {
                    cell.place = place;
                    place += cell.rows;
                    ends.push(place as usize);
                }
            }
            if enough.is_none() {
                kept.resize(place as usize, Row::default());
                for row in class {
                    let cell = &mut cells[group(row)];
                    if cell.records < k {
                        fallen.push(*row);
                    } else {
                        kept[cell.place as usize] = *row;
                        cell.place += 1;
                    }
                }
            }
            found.drain(..).for_each(|group| cells[group] = Cell::default());
            if fell.len() >= Self::MANY || end == self.kept.len() {
                // Rows of a cell are equal under the lower policy, and cost the same.
                for (price, (column, &level)) in price.iter_mut().zip(study.columns.iter().zip(&levels)) {
                    *price += column.price(level, &fell);
                }
                fell.clear();
                if is_enough(suppressed, &price) {
                    return None;
                }
            }
        }
        Some(Self { levels, kept, ends, fallen, suppressed, price })
    }

    /// The same for policies from some levels on alone: rows that are equal there are one, and classes that none of
    /// these policies breaks are left out. Classes of fewest rows come first, as they are broken soonest.
    pub(super) fn merge(&self, study: &Study, levels: &[usize]) -> Self {
        let keys = study.keys(&self.kept, levels, &self.levels);
        let mut keyed: Vec<(u64, Row)> = keys.into_iter().zip(self.kept.iter().copied()).collect();
        let (mut classes, mut start) = (Vec::new(), 0);
        for &end in &self.ends {
            let class = &mut keyed[start..end];
            start = end;
            class.sort_unstable_by_key(|row| row.0);
            let equal = class.chunk_by(|one, other| one.0 == other.0);
            let records = |rows: &[(u64, Row)]| rows.iter().map(|row| row.1.records).sum();
            let rows: Vec<Row> = equal.map(|rows| Row { records: records(rows), ..rows[0].1 }).collect();
            if rows.len() > 1 && rows.iter().any(|row| u64::from(row.records) < study.k) {
                classes.push(rows);
            }
        }
        classes.sort_by_key(Vec::len);
        let mut one = Self { kept: Vec::new(), ends: Vec::new(), ..self.clone() };
        for rows in classes {
            one.kept.extend(rows);
            one.ends.push(one.kept.len());
        }
        one
    }
}
