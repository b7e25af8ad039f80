//! The first oracle: every definition written out over plain tuples of labels, slowly.
//!
//! It shares nothing with the library but the names of the measures.

use super::small_study::{Question, SmallColumn, SmallStudy};
use kanon::loss::{Aggregate, MeasureName};
use std::collections::HashMap;

/// A policy that the oracle has looked at.
#[derive(Debug, Clone)]
pub struct View<'a> {
    study: &'a SmallStudy,
    pub levels: Vec<u8>,
    /// Labels and number of records of each equivalence class.
    pub classes: HashMap<Vec<&'a str>, u64>,
}

/// Every policy that the caps and links allow, in lexicographic order.
pub fn policies(study: &SmallStudy) -> Vec<Vec<u8>> {
    let mut policies: Vec<Vec<u8>> = vec![Vec::new()];
    for column in &study.columns {
        let highest = column.max_level.unwrap_or(column.height() - 1);
        policies = (policies.iter())
            .flat_map(|levels| {
                (column.min_level..=highest).map(|level| {
                    let mut levels = levels.clone();
                    levels.push(level);
                    levels
                })
            })
            .collect();
    }
    policies.retain(|levels| {
        (study.linked.iter()).all(|group| group.iter().all(|&member| levels[member] == levels[group[0]]))
    });
    policies
}

/// Whether every level of `y` is at least that of `x`.
pub fn generalizes(y: &[u8], x: &[u8]) -> bool {
    y.iter().zip(x).all(|(y, x)| y >= x)
}

/// The label of a value on a level.
fn label<'a>(column: &'a SmallColumn, value: &str, level: u8) -> &'a str {
    let row = column.rows.iter().find(|row| row[0] == value).unwrap();
    &row[usize::from(level)]
}

/// Rows of the hierarchy that have this label on this level.
fn leaves(column: &SmallColumn, label: &str, level: u8) -> f64 {
    (column.rows.iter()).filter(|row| row[usize::from(level)] == label).count() as f64
}

impl<'a> View<'a> {
    pub fn new(study: &'a SmallStudy, levels: &[u8]) -> Self {
        let mut classes = HashMap::new();
        for (row, record) in study.records.iter().enumerate() {
            let tuple = (study.columns.iter().zip(record).zip(levels))
                .map(|((column, value), &level)| label(column, value, level))
                .collect();
            *classes.entry(tuple).or_default() += study.count(row);
        }
        Self { study, levels: levels.to_vec(), classes }
    }

    /// Records in classes smaller than k, and the classes that are left.
    pub fn suppressed(&self, k: u64) -> (u64, usize) {
        let small = self.classes.values().filter(|&&size| size < k);
        let kept = self.classes.values().filter(|&&size| size >= k);
        (small.sum(), kept.count())
    }

    pub fn rank(&self) -> u32 {
        self.levels.iter().map(|&level| u32::from(level)).sum()
    }

    pub fn is_valid(&self, k: u64, limit: f64) -> bool {
        self.suppressed(k).0 as f64 <= limit * self.study.n() as f64 + 1e-9
    }

    pub fn loss(&self, question: &Question) -> f64 {
        let n = self.study.n() as f64;
        let k = question.k;
        let sizes = || self.classes.values();
        let weights: Vec<f64> = self.study.columns.iter().map(|c| c.weight).collect();
        let by_qi = |loss: &dyn Fn(usize) -> f64| -> f64 {
            let losses: Vec<f64> = (0..weights.len()).map(loss).collect();
            aggregate(question.aggregate, &losses, &weights)
        };
        match question.measure {
            MeasureName::Iyengar => by_qi(&|qi| self.iyengar(qi, k)),
            MeasureName::Precision => by_qi(&|qi| self.step(qi)),
            MeasureName::PrecisionCells => by_qi(&|qi| {
                let suppressed = self.suppressed(k).0 as f64;
                (self.step(qi) * (n - suppressed) + suppressed) / n
            }),
            MeasureName::Discernibility => {
                sizes().map(|&size| size as f64 * if size >= k { size as f64 } else { n }).sum()
            }
            MeasureName::DmStar => sizes().map(|&size| (size * size) as f64).sum(),
            MeasureName::Entropy => (0..weights.len()).map(|qi| weights[qi] * self.entropy(qi)).sum(),
            MeasureName::Aecs => {
                let (suppressed, kept) = self.suppressed(k);
                let classes = if suppressed > 0 { kept + 1 } else { kept };
                n / classes as f64
            }
            MeasureName::Height => f64::from(self.rank()),
            MeasureName::Distortion => by_qi(&|qi| {
                let column = &self.study.columns[qi];
                let changed = (self.classes.iter())
                    .filter(|(tuple, size)| **size < k || leaves(column, tuple[qi], self.levels[qi]) > 1.0)
                    .map(|(_, size)| size)
                    .sum::<u64>();
                changed as f64 / n
            }),
        }
    }

    fn iyengar(&self, qi: usize, k: u64) -> f64 {
        let column = &self.study.columns[qi];
        let domain = column.rows.len() as f64;
        let cell = |label: &str| {
            if domain == 1.0 { 0.0 } else { (leaves(column, label, self.levels[qi]) - 1.0) / (domain - 1.0) }
        };
        let total: f64 = (self.classes.iter())
            .map(|(tuple, &size)| size as f64 * if size < k { 1.0 } else { cell(tuple[qi]) })
            .sum();
        total / self.study.n() as f64
    }

    fn step(&self, qi: usize) -> f64 {
        match self.study.columns[qi].height() {
            1 => 0.0,
            height => f64::from(self.levels[qi]) / f64::from(height - 1),
        }
    }

    fn entropy(&self, qi: usize) -> f64 {
        let column = &self.study.columns[qi];
        let mut values: HashMap<&str, f64> = HashMap::new();
        let mut groups: HashMap<&str, f64> = HashMap::new();
        for (row, record) in self.study.records.iter().enumerate() {
            let records = self.study.count(row) as f64;
            *values.entry(&record[qi]).or_default() += records;
            *groups.entry(label(column, &record[qi], self.levels[qi])).or_default() += records;
        }
        (values.iter())
            .map(|(value, &count)| -count * (count / groups[label(column, value, self.levels[qi])]).log2())
            .sum()
    }
}

fn aggregate(aggregate: Aggregate, losses: &[f64], weights: &[f64]) -> f64 {
    let total: f64 = weights.iter().sum();
    let weighted = losses.iter().zip(weights);
    match aggregate {
        Aggregate::ArithmeticMean => weighted.map(|(loss, weight)| loss * weight).sum::<f64>() / total,
        Aggregate::GeometricMean => {
            weighted.map(|(loss, weight)| (1.0 + loss).powf(weight / total)).product::<f64>() - 1.0
        }
        Aggregate::Maximum => {
            let heaviest = weights.iter().copied().fold(0.0, f64::max);
            weighted.map(|(loss, weight)| loss * weight / heaviest).fold(0.0, f64::max)
        }
    }
}

/// Of the valid policies, given with the loss of each, those whose loss is the least one to within rounding: the first
/// of them is the smallest in rank, then in lexicographic order.
pub fn optima<'v, 'a>(views: &'v [View<'a>], losses: &[f64], k: u64, limit: f64) -> Vec<(f64, &'v View<'a>)> {
    let valid: Vec<(f64, &View<'_>)> =
        (losses.iter().copied().zip(views)).filter(|(_, view)| view.is_valid(k, limit)).collect();
    let least = (valid.iter().map(|(loss, _)| *loss)).fold(f64::INFINITY, f64::min);
    let mut optima: Vec<_> = (valid.into_iter()).filter(|(loss, _)| *loss <= least + 1e-11 * least.max(1e-3)).collect();
    optima.sort_by_key(|(_, view)| (view.rank(), view.levels.clone()));
    optima
}

/// Whether two losses are the same number to within rounding.
pub fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs()).max(1.0)
}
