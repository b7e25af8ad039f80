//! The effect of a policy on a table before anything is released, so that policies can be compared.

mod columns;
mod cross;
mod report;

pub use report::{
    AtRisk, CandidateReport, ColumnReport, CrossReport, FiguresReport, GroupReport, Measured, Sensitive, SizesReport,
    Told, ValueKind,
};

use self::columns::Shown;
use crate::classes::{Classes, K};
use crate::data::{Column, Role, Table};
use crate::effect::{Alike, Applied, Seen, SizeBin, alike, class_sizes, records_over};
use crate::error::{DataError, Error, Result, SearchError};
use crate::lattice::Level;
use crate::recipe::Recipe;
use crate::release::{Treatment, preview};
use crate::report::ReportKind;
use crate::table::{EncodedStudy, ReadReport};
use rustc_hash::FxHashMap;

/// A policy to describe: the level of each quasi-identifier, and the least size of a kept class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The levels, in the order of the file.
    pub levels: Vec<Level>,
    /// The least size of a kept class.
    pub k: u64,
}

/// Optional parts of the description.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Asked {
    /// A risk threshold beside the usual ones.
    pub threshold: Option<f64>,
    /// Two columns to cross: quasi-identifiers, or others that [`Recipe::read_to_compare`] names.
    pub cross: Option<(String, String)>,
}

/// The class sizes that other tools and guidelines use. A record in a class of fewer has a risk over 1/3, 1/5, 1/11 or
/// 1/20.
const FEWER_THAN: [u64; 4] = [3, 5, 11, 20];

impl Recipe {
    /// The columns that classes may reveal: sensitive ones that the release contains. A value that all records share
    /// reveals nothing about one of them.
    pub fn told_by_classes(&self) -> Vec<String> {
        let tells = |name: &&str| !matches!(self.treatment(name), Treatment::Drop | Treatment::Constant(_));
        let names = self.with_role(Role::Sensitive).filter(tells);
        names.map(str::to_owned).collect()
    }

    /// Whether a column may be crossed: the release must contain its values.
    pub fn is_crossed(&self, name: &str) -> bool {
        let is_known = self.column(name).is_some() && self.role(name) != Role::Identifier;
        let is_kept = self.treatment(name) == Treatment::Keep && self.count_column.as_deref() != Some(name);
        self.is_quasi_identifier(name) || (is_known && is_kept)
    }

    /// The columns that are read for a comparison beside the quasi-identifiers: those that classes may reveal, and
    /// those to cross.
    pub fn read_to_compare(&self, crossed: &[String]) -> Vec<String> {
        let mut columns = self.told_by_classes();
        for name in crossed {
            let is_other = self.is_crossed(name) && !self.is_quasi_identifier(name);
            if is_other && !columns.contains(name) {
                columns.push(name.clone());
            }
        }
        columns
    }
}

impl CandidateReport {
    /// Describes a policy. `others` holds the columns of [`Recipe::read_to_compare`], read from the same file.
    ///
    /// Time in distinct tuples × quasi-identifiers, in rows × (quasi-identifiers + sensitive columns), and for each
    /// column in its values × levels × log values.
    ///
    /// # Errors
    /// Levels that the hierarchies do not have, and a table with a different number of rows.
    pub fn new(
        prepared: &EncodedStudy,
        recipe: &Recipe,
        candidate: &Candidate,
        others: &Table,
        asked: &Asked,
    ) -> Result<Self> {
        let Candidate { levels, k } = candidate;
        let qis = prepared.qis();
        let has = |(qi, &level): (usize, &Level)| (qis.get(qi)).is_some_and(|qi| usize::from(level) < qi.height());
        if levels.len() != qis.len() || !levels.iter().enumerate().all(has) {
            let levels = levels.clone();
            return Err(SearchError::NotInLattice { levels }.into());
        }
        if !others.columns.is_empty() && others.n_rows != prepared.table().n_rows {
            return Err(Error::new(DataError::Changed));
        }
        let mut asked_for = recipe.clone();
        asked_for.privacy.k = (*k).max(1);
        let k = K::new(asked_for.privacy.k);
        let tuples = prepared.tuples();
        let (classes, kept) = prepared.kept(&asked_for, levels)?;
        let applied = Applied::kept_of(tuples, qis, classes, kept, k);
        let (classes, kept) = (applied.classes(), applied.kept());
        let measure = prepared.loss(recipe).measure(qis);
        let by_qi = measure.by_qi(classes, kept);
        let thresholds =
            (FEWER_THAN.iter().map(|&size| 1.0 / size as f64)).chain(asked.threshold).map(|threshold| AtRisk {
                threshold,
                before: records_over(tuples.counts().iter().copied(), threshold),
                after: records_over(kept.counts_of(classes), threshold),
            });
        Ok(Self {
            kind: ReportKind::Compare,
            format: ReportKind::Compare.format(),
            read: ReadReport::of(recipe, prepared),
            k: k.get(),
            policy: prepared.names().into_iter().zip(levels.clone()).collect(),
            words: prepared.in_words(levels),
            measure: recipe.loss.measure,
            loss: measure.loss(classes, kept),
            records: prepared.table().records(),
            suppressed_records: kept.suppressed(),
            classes_before: tuples.len(),
            classes: kept.n_classes(),
            columns: (0..qis.len())
                .map(|qi| ColumnReport {
                    loss: by_qi.as_ref().map(|losses| losses[qi]),
                    ..Shown::new(prepared, recipe, &applied, qi).report()
                })
                .collect(),
            sizes: sizes(tuples, &applied),
            at_risk: thresholds.collect(),
            sensitive: tell_of(prepared, recipe, &applied, others),
            cross: (asked.cross.as_ref()).and_then(|columns| cross::cross(prepared, recipe, &applied, others, columns)),
        })
    }
}

/// How much the classes reveal of each sensitive column, as it is released.
fn tell_of(prepared: &EncodedStudy, recipe: &Recipe, applied: &Applied<'_>, others: &Table) -> Vec<Sensitive> {
    let told = recipe.told_by_classes();
    let sensitive = || (others.columns.iter()).filter(|column| told.contains(&column.name));
    if sensitive().next().is_none() {
        return Vec::new();
    }
    let table = prepared.table();
    let before = classes_of_rows(prepared, prepared.tuples());
    let after = classes_of_rows(prepared, applied.classes());
    let keeps = |row: usize| applied.keeps(after[row]);
    let told = sensitive().map(|column| {
        let released = released(recipe, column);
        let missing = prepared.missing();
        let tell = |n_classes: usize, class: &dyn Fn(usize) -> Option<u32>| -> Alike {
            alike(&Seen {
                n_rows: table.n_rows,
                n_classes,
                class,
                value: &|row| released[column.codes.get(row) as usize],
                is_missing: &|value| missing.is_missing(&column.name, column.dictionary.value(value)),
                weight: &|row| table.weight(row),
            })
        };
        let (n_before, n_after) = (prepared.tuples().len(), applied.classes().len());
        Sensitive {
            column: column.name.clone(),
            before: tell(n_before, &|row| Some(before[row])).into(),
            after: tell(n_after, &|row| keeps(row).then_some(after[row])).into(),
            suppressed: tell(1, &|row| (!keeps(row)).then_some(0)).into(),
        }
    });
    told.collect()
}

/// The place of each row's class.
fn classes_of_rows(prepared: &EncodedStudy, classes: &Classes) -> Vec<u32> {
    let columns = prepared.table().columns.iter();
    let codes: Vec<_> = columns.map(|column| &column.codes).collect();
    classes.places_of_rows(&codes, prepared.qis())
}

/// For each value, the first value that has the same released text.
fn released(recipe: &Recipe, column: &Column) -> Vec<u32> {
    let values = (0..).zip(column.dictionary.iter());
    match recipe.treatment(&column.name) {
        // Every other treatment gives different values different texts.
        treatment @ Treatment::Mask(_) => {
            let mut first: FxHashMap<String, u32> = FxHashMap::default();
            values.map(|(code, (value, _))| *first.entry(preview(&treatment, value)).or_insert(code)).collect()
        }
        _ => values.map(|(code, _)| code).collect(),
    }
}

fn sizes(tuples: &Classes, applied: &Applied<'_>) -> Vec<SizesReport> {
    let before = class_sizes(tuples.counts().iter().copied());
    let after = class_sizes(applied.kept().counts_of(applied.classes()));
    let longer = if before.len() > after.len() { &before } else { &after };
    let of = |bins: &[SizeBin], place: usize| bins.get(place).map_or((0, 0), |bin| (bin.classes, bin.records));
    (longer.iter().enumerate())
        .map(|(place, bin)| {
            let (classes_before, records_before) = of(&before, place);
            let (classes_after, records_after) = of(&after, place);
            SizesReport { from: bin.from, to: bin.to, classes_before, classes_after, records_before, records_after }
        })
        .collect()
}
