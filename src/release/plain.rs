//! The effect of a policy on a table, by the definitions alone: records are grouped by the text of the hierarchies'
//! rows.
//!
//! Nothing is shared with the searches and the measures whose results are checked here.

use super::plain_conditions::PlainConditions;
use super::verify::aggregate;
use crate::data::{Dictionary, Table};
use crate::error::{DataError, Error, Result};
use crate::hierarchy::Hierarchy;
use crate::lattice::Level;
use crate::loss::{LossSettings, MeasureName};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The figures of a policy under a k.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlainFigures {
    /// Records in classes of fewer than k.
    pub suppressed_records: u64,
    /// The other classes.
    pub classes: usize,
    /// Records of the smallest of them; 0 when there is none.
    pub smallest_class: u64,
    /// Information loss.
    pub loss: f64,
    /// Whether the average risk of the kept records is within the condition.
    pub average_is_kept: bool,
}

/// A table and its hierarchies, ready for any policy.
#[derive(Debug)]
pub struct PlainTable<'a> {
    hierarchies: &'a [Hierarchy],
    columns: Vec<PlainColumn>,
    /// The distinct rows as value codes, with their records.
    rows: Vec<(Vec<u32>, u64)>,
    /// The distinct row of each row of the table.
    of_table: Vec<u32>,
    records: u64,
}

#[derive(Debug)]
struct PlainColumn {
    /// For each level, the group of each value of the table.
    groups: Vec<Vec<u32>>,
    /// For each level, the leaves of each group.
    leaves: Vec<Vec<u64>>,
    /// The records of each value.
    records: Vec<u64>,
}

impl PlainColumn {
    fn new(values: &Dictionary, hierarchy: &Hierarchy, name: &str) -> Result<Self> {
        let mut own = Dictionary::new();
        for row in hierarchy.rows() {
            own.intern(row[0], 1);
        }
        let places = (values.iter())
            .map(|(value, _)| {
                own.code(value).ok_or_else(|| {
                    let kind = DataError::NoSuchGroup { level: 0 };
                    Error::new(kind).in_column(name).with_value(value)
                })
            })
            .collect::<Result<Vec<u32>>>()?;
        let (mut groups, mut leaves) = (Vec::new(), Vec::new());
        for level in 0..hierarchy.height() {
            let mut labels = Dictionary::new();
            let of_leaf: Vec<u32> = (hierarchy.rows()).map(|row| labels.intern(row[level], 1)).collect();
            groups.push(places.iter().map(|&leaf| of_leaf[leaf as usize]).collect());
            leaves.push(labels.iter().map(|(_, leaves)| leaves).collect());
        }
        Ok(Self { groups, leaves, records: values.iter().map(|(_, records)| records).collect() })
    }
}

impl<'a> PlainTable<'a> {
    /// A table with a hierarchy for each of its columns. Time linear in its cells.
    ///
    /// # Errors
    /// A value that is in no row of its hierarchy.
    pub fn new(table: &Table, hierarchies: &'a [Hierarchy]) -> Result<Self> {
        let columns = (table.columns.iter().zip(hierarchies))
            .map(|(column, hierarchy)| PlainColumn::new(&column.dictionary, hierarchy, &column.name))
            .collect::<Result<_>>()?;
        let mut places: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut rows: Vec<(Vec<u32>, u64)> = Vec::new();
        let mut of_table = Vec::with_capacity(table.n_rows);
        for row in 0..table.n_rows {
            let codes = table.columns.iter().map(|column| column.codes.get(row));
            let codes: Vec<u32> = codes.collect();
            let place = *places.entry(codes).or_insert_with_key(|codes| {
                rows.push((codes.clone(), 0));
                rows.len() as u32 - 1
            });
            rows[place as usize].1 += table.weight(row);
            of_table.push(place);
        }
        Ok(Self { hierarchies, columns, records: rows.iter().map(|(_, records)| records).sum(), rows, of_table })
    }

    /// The figures of the policy with these levels, one for each column, under a k and under conditions over the same
    /// table. Time in the rows × conditions.
    pub fn figures(
        &self,
        levels: &[Level],
        k: u64,
        conditions: Option<&PlainConditions<'_>>,
        settings: &LossSettings,
    ) -> PlainFigures {
        let class = |codes: &[u32]| self.class(codes, levels);
        let mut classes: FxHashMap<Vec<u32>, u64> = FxHashMap::default();
        for (codes, count) in &self.rows {
            *classes.entry(class(codes)).or_default() += count;
        }
        let mut kept: Vec<(&Vec<u32>, u64)> =
            (classes.iter()).filter(|(_, count)| **count >= k).map(|(class, &count)| (class, count)).collect();
        let mut average_is_kept = true;
        if let Some(conditions) = conditions {
            let rows = self.rows_of_classes(levels);
            kept.retain(|(class, _)| rows.get(*class).is_some_and(|rows| conditions.hold(rows)));
            let all = kept.iter().filter_map(|(class, _)| rows.get(*class));
            average_is_kept = conditions.admit(&all.map(Vec::as_slice).collect::<Vec<_>>());
        }
        let released: u64 = kept.iter().map(|(_, count)| count).sum();
        PlainFigures {
            suppressed_records: self.records - released,
            classes: kept.len(),
            smallest_class: kept.iter().map(|(_, count)| *count).min().unwrap_or(0),
            loss: self.loss(levels, &kept, &classes, self.records - released, settings),
            average_is_kept,
        }
    }

    /// The worst figure of each condition among the classes that the policy with these levels keeps, as
    /// [`PlainConditions::worst`] gives it. Time in the rows × conditions.
    pub fn worst(&self, levels: &[Level], k: u64, conditions: &PlainConditions<'_>) -> Vec<Option<f64>> {
        let is_kept = |rows: &Vec<usize>| conditions.records(rows) >= k && conditions.hold(rows);
        let classes = self.rows_of_classes(levels).into_values();
        conditions.worst(&classes.filter(is_kept).collect::<Vec<_>>())
    }

    /// The groups of a row's values.
    fn class(&self, codes: &[u32], levels: &[Level]) -> Vec<u32> {
        (codes.iter().zip(&self.columns).zip(levels))
            .map(|((&code, column), &level)| column.groups[usize::from(level)][code as usize])
            .collect()
    }

    /// The rows of the table in each class.
    fn rows_of_classes(&self, levels: &[Level]) -> FxHashMap<Vec<u32>, Vec<usize>> {
        let mut rows: FxHashMap<Vec<u32>, Vec<usize>> = FxHashMap::default();
        for (row, &place) in self.of_table.iter().enumerate() {
            let class = self.class(&self.rows[place as usize].0, levels);
            rows.entry(class).or_default().push(row);
        }
        rows
    }

    /// The most cells of each column that could be finer, with all other columns as they are and every record still
    /// among k: the definition of [`slack`](crate::risk::slack), by enumerating what can stay as it is.
    pub fn slack(&self, levels: &[Level], k: u64, are_removed: bool) -> Vec<u64> {
        let mut classes: FxHashMap<Vec<u32>, Vec<usize>> = FxHashMap::default();
        for (row, (codes, _)) in self.rows.iter().enumerate() {
            let class = (codes.iter().zip(&self.columns).zip(levels))
                .map(|((&code, column), &level)| column.groups[usize::from(level)][code as usize]);
            classes.entry(class.collect()).or_default().push(row);
        }
        let records = |rows: &[usize]| -> u64 { rows.iter().map(|&row| self.rows[row].1).sum() };
        let (kept, small): (Vec<_>, Vec<_>) = (classes.into_values()).partition(|rows| records(rows) >= k);
        let suppressed = if are_removed { Vec::new() } else { small.concat() };
        (levels.iter().enumerate())
            .map(|(column, &level)| {
                let of_kept: u64 =
                    (kept.iter()).map(|rows| most_finer(&self.parts(rows, column, level.into()), k)).sum();
                let top = self.columns[column].leaves.len();
                of_kept + most_finer(&self.parts(&suppressed, column, top), k)
            })
            .collect()
    }

    /// The records of each part into which one column's group of these rows splits, on the first level below `top`
    /// where it does. Above all levels is `*`.
    fn parts(&self, rows: &[usize], column: usize, top: usize) -> Vec<u64> {
        let PlainColumn { groups, leaves, .. } = &self.columns[column];
        let group = |row: usize, level: usize| groups[level][self.rows[row].0[column] as usize];
        let Some(&first) = rows.first() else {
            return Vec::new();
        };
        let of = |level: usize| match leaves.get(level) {
            Some(leaves) => leaves[group(first, level) as usize],
            None => leaves[0].len() as u64,
        };
        let Some(below) = (0..top).rev().find(|&below| of(below) < of(top)) else {
            return Vec::new();
        };
        let mut parts: FxHashMap<u32, u64> = FxHashMap::default();
        for &row in rows {
            *parts.entry(group(row, below)).or_default() += self.rows[row].1;
        }
        parts.into_values().collect()
    }

    fn loss(
        &self,
        levels: &[Level],
        kept: &[(&Vec<u32>, u64)],
        classes: &FxHashMap<Vec<u32>, u64>,
        suppressed: u64,
        settings: &LossSettings,
    ) -> f64 {
        let (n, suppressed) = (self.records as f64, suppressed as f64);
        let squares =
            |sizes: &mut dyn Iterator<Item = u64>| -> f64 { sizes.map(|size| size as f64 * size as f64).sum() };
        let steps = || {
            (self.hierarchies.iter().zip(levels))
                .map(|(hierarchy, &level)| f64::from(level) / hierarchy.height().saturating_sub(1).max(1) as f64)
        };
        match settings.measure {
            MeasureName::Iyengar => {
                let losses: Vec<f64> =
                    (0..self.columns.len()).map(|qi| (self.cells(qi, levels, kept) + suppressed) / n).collect();
                aggregate(&losses, settings)
            }
            MeasureName::Distortion => {
                let losses: Vec<f64> = (0..self.columns.len())
                    .map(|qi| (self.changed(qi, levels, kept) as f64 + suppressed) / n)
                    .collect();
                aggregate(&losses, settings)
            }
            MeasureName::Precision => aggregate(&steps().collect::<Vec<_>>(), settings),
            MeasureName::PrecisionCells => {
                let losses: Vec<f64> = steps().map(|step| (step * (n - suppressed) + suppressed) / n).collect();
                aggregate(&losses, settings)
            }
            MeasureName::Discernibility => squares(&mut kept.iter().map(|(_, count)| *count)) + n * suppressed,
            MeasureName::DmStar => squares(&mut classes.values().copied()),
            MeasureName::Aecs => n / (kept.len() + usize::from(suppressed > 0.0)).max(1) as f64,
            MeasureName::Height => levels.iter().map(|&level| f64::from(level)).sum(),
            MeasureName::Entropy => {
                let columns = self.columns.iter().zip(levels).zip(&settings.weights);
                columns.map(|((column, &level), weight)| weight * bits(column, level)).sum()
            }
        }
    }

    /// Σ over the kept records of (leaves − 1) / (|D| − 1) of one column's cells.
    fn cells(&self, qi: usize, levels: &[Level], kept: &[(&Vec<u32>, u64)]) -> f64 {
        let domain = self.hierarchies[qi].n_leaves();
        if domain < 2 {
            return 0.0;
        }
        let leaves = &self.columns[qi].leaves[usize::from(levels[qi])];
        (kept.iter())
            .map(|(class, count)| *count as f64 * (leaves[class[qi] as usize] - 1) as f64 / (domain - 1) as f64)
            .sum()
    }

    /// The kept records whose cell of one column covers more than one leaf.
    fn changed(&self, qi: usize, levels: &[Level], kept: &[(&Vec<u32>, u64)]) -> u64 {
        let leaves = &self.columns[qi].leaves[usize::from(levels[qi])];
        (kept.iter()).filter(|(class, _)| leaves[class[qi] as usize] > 1).map(|(_, count)| count).sum()
    }
}

/// The most records of a class with these parts that can leave its group. Of each part, either none or at least k
/// leave, and either none or at least k stay: all but the fewest that can stay, found by enumeration.
fn most_finer(parts: &[u64], k: u64) -> u64 {
    let all: u64 = parts.iter().sum();
    let (large, small): (Vec<u64>, Vec<u64>) = parts.iter().partition(|&&part| part >= k);
    let must_stay: u64 = small.iter().sum();
    if must_stay == 0 || must_stay >= k {
        return all - must_stay;
    }
    let mut too_few = BTreeSet::from([must_stay]);
    let mut enough = None;
    for part in large {
        for stay in too_few.clone() {
            for more in (0..=part - k).chain([part]) {
                let stay = stay + more;
                if stay >= k {
                    enough = Some(enough.map_or(stay, |enough: u64| enough.min(stay)));
                    break;
                }
                too_few.insert(stay);
            }
        }
        if enough == Some(k) {
            break;
        }
    }
    enough.map_or(0, |stay| all - stay)
}

/// Σ over the records of log₂( records of its group / records of its value ).
fn bits(column: &PlainColumn, level: Level) -> f64 {
    let groups = &column.groups[usize::from(level)];
    let mut of_group = vec![0; column.leaves[usize::from(level)].len()];
    for (&group, records) in groups.iter().zip(&column.records) {
        of_group[group as usize] += records;
    }
    (groups.iter().zip(&column.records))
        .filter(|(_, records)| **records > 0)
        .map(|(&group, &records)| records as f64 * libm::log2(of_group[group as usize] as f64 / records as f64))
        .sum()
}
