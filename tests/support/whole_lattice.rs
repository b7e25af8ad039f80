//! The second oracle, for tables of thousands of records.
//!
//! It walks the whole lattice once and evaluates Iyengar's loss for every k and every suppression limit at each policy,
//! from sums over the classes of each size.

use kanon::data::Table;
use kanon::hierarchy::Hierarchy;
use std::collections::HashMap;

/// A quasi-identifier: a byte for each value, and what the byte becomes on each level.
struct PlainColumn {
    /// `groups[level][value]`.
    groups: Vec<[u8; 256]>,
    /// `costs[level][group]`: leaves − 1.
    costs: Vec<[u64; 256]>,
    /// |D| − 1.
    suppressed: u64,
}

/// The optimum of one k and one suppression limit.
#[derive(Debug, Clone, PartialEq)]
pub struct Optimum {
    pub loss: f64,
    pub levels: Vec<u8>,
    pub suppressed: u64,
    pub classes: usize,
}

/// For each k, for each limit: the optimum with the arithmetic mean and with the geometric mean.
pub type Optima = Vec<Vec<[Option<Optimum>; 2]>>;

/// Classes as sorted tuples, a byte for each quasi-identifier, with their sizes.
type Tuples = Vec<(u128, u64)>;

impl PlainColumn {
    fn new(values: &[String], hierarchy: &Hierarchy) -> Self {
        assert!(values.len() <= 256, "a value is a byte");
        let rows: Vec<Vec<&str>> = hierarchy.rows().collect();
        let mut column = Self { groups: Vec::new(), costs: Vec::new(), suppressed: rows.len() as u64 - 1 };
        for level in 0..hierarchy.height() {
            let mut ids: HashMap<&str, u8> = HashMap::new();
            let mut groups = [0; 256];
            let mut costs = [0; 256];
            for (code, value) in values.iter().enumerate() {
                let row = rows.iter().find(|row| row[0] == value).unwrap();
                let next = ids.len() as u8;
                let id = *ids.entry(row[level]).or_insert(next);
                let leaves = rows.iter().filter(|other| other[level] == row[level]);
                groups[code] = id;
                costs[usize::from(id)] = leaves.count() as u64 - 1;
            }
            column.groups.push(groups);
            column.costs.push(costs);
        }
        column
    }
}

/// The optima of a table for each k from 1 to `most_k` and each limit, given in records.
pub fn optima(table: &Table, hierarchies: &[Hierarchy], most_k: usize, limits: &[u64]) -> Optima {
    let columns: Vec<PlainColumn> = (table.columns.iter().zip(hierarchies))
        .map(|(column, hierarchy)| {
            let values: Vec<String> = (column.dictionary.iter()).map(|(value, _)| value.to_owned()).collect();
            PlainColumn::new(&values, hierarchy)
        })
        .collect();
    let records: Tuples = (0..table.n_rows)
        .map(|row| {
            let bytes =
                (table.columns.iter().zip(0..)).map(|(column, qi)| u128::from(column.codes.get(row)) << (8 * qi));
            (bytes.sum(), table.weight(row))
        })
        .collect();
    let mut optima = vec![vec![[None, None]; limits.len()]; most_k + 1];
    let mut levels = vec![0; columns.len()];
    walk(&columns, &merge(records), 0, &mut levels, &mut |levels, classes| {
        visit(&columns, levels, classes, limits, &mut optima);
    });
    optima
}

fn merge(mut tuples: Tuples) -> Tuples {
    tuples.sort_unstable();
    tuples.dedup_by(|next, first| {
        let same = next.0 == first.0;
        first.1 += if same { next.1 } else { 0 };
        same
    });
    tuples
}

/// Generalizes the quasi-identifiers from `qi` on to all their levels, one after the other.
fn walk(
    columns: &[PlainColumn],
    tuples: &Tuples,
    qi: usize,
    levels: &mut Vec<u8>,
    visit: &mut impl FnMut(&[u8], &Tuples),
) {
    let Some(column) = columns.get(qi) else {
        visit(levels, tuples);
        return;
    };
    for (groups, level) in column.groups.iter().zip(0..) {
        let generalized = (tuples.iter())
            .map(|&(tuple, count)| {
                let mut bytes = tuple.to_le_bytes();
                bytes[qi] = groups[usize::from(bytes[qi])];
                (u128::from_le_bytes(bytes), count)
            })
            .collect();
        levels[qi] = level;
        walk(columns, &merge(generalized), qi + 1, levels, visit);
    }
}

fn visit(columns: &[PlainColumn], levels: &[u8], classes: &Tuples, limits: &[u64], optima: &mut Optima) {
    // By class size, the largest ones together: classes, records, and the cost of each quasi-identifier when kept.
    let most_k = optima.len() - 1;
    let mut sizes = vec![(0, 0u64, vec![0u64; columns.len()]); most_k + 1];
    for &(tuple, count) in classes {
        let (n_classes, records, costs) = &mut sizes[most_k.min(count as usize)];
        *n_classes += 1;
        *records += count;
        let bytes = tuple.to_le_bytes();
        for (qi, cost) in costs.iter_mut().enumerate() {
            let column = &columns[qi];
            *cost += count * column.costs[usize::from(levels[qi])][usize::from(bytes[qi])];
        }
    }
    let n: u64 = sizes.iter().map(|(_, records, _)| records).sum();
    let mut kept: Vec<u64> = (0..columns.len()).map(|qi| sizes.iter().map(|(_, _, costs)| costs[qi]).sum()).collect();
    let (mut n_classes, mut suppressed) = (classes.len(), 0);
    for k in 1..=most_k {
        // What is smaller than k and was not smaller than k − 1.
        let (lost_classes, lost_records, lost_costs) = &sizes[k - 1];
        n_classes -= lost_classes;
        suppressed += lost_records;
        kept.iter_mut().zip(lost_costs).for_each(|(kept, lost)| *kept -= lost);
        if limits.iter().all(|&limit| suppressed > limit) {
            break;
        }
        let by_qi = (kept.iter().zip(columns))
            .map(|(&kept, column)| (kept + suppressed * column.suppressed) as f64 / (n * column.suppressed) as f64);
        let m = columns.len() as f64;
        let losses =
            [by_qi.clone().sum::<f64>() / m, by_qi.map(|loss| 1.0 + loss).product::<f64>().powf(1.0 / m) - 1.0];
        for (place, &limit) in optima[k].iter_mut().zip(limits) {
            for (place, loss) in place.iter_mut().zip(losses) {
                let wins = suppressed <= limit && place.as_ref().is_none_or(|best| comes_before(loss, levels, best));
                if wins {
                    *place = Some(Optimum { loss, levels: levels.to_vec(), suppressed, classes: n_classes });
                }
            }
        }
    }
}

/// Smaller loss, then smaller rank, then lexicographic order; losses that differ by rounding are equal.
fn comes_before(loss: f64, levels: &[u8], best: &Optimum) -> bool {
    let rank = |levels: &[u8]| levels.iter().map(|&level| u32::from(level)).sum::<u32>();
    if (loss - best.loss).abs() > 1e-13 {
        return loss < best.loss;
    }
    (rank(levels), levels) < (rank(&best.levels), &best.levels)
}
