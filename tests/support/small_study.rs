//! A study that is small enough to be written down, and the same study as the library sees it.

use kanon::Result;
use kanon::data::{Column, Dialect, Role, Table};
use kanon::hierarchy::HierarchySpec;
use kanon::loss::{Aggregate, MeasureName};
use kanon::recipe::{ColumnSettings, Loss, Privacy, Recipe, SearchSettings};
use kanon::search::{Problem, Search, Status};
use kanon::table::EncodedStudy;
use std::sync::Arc;

/// A table of quasi-identifiers, as text.
#[derive(Debug, Clone)]
pub struct SmallStudy {
    pub columns: Vec<SmallColumn>,
    /// One value for each column.
    pub records: Vec<Vec<String>>,
    /// Records that each row stands for.
    pub counts: Option<Vec<u64>>,
    /// Columns that share a level.
    pub linked: Vec<Vec<usize>>,
}

/// A quasi-identifier.
#[derive(Debug, Clone)]
pub struct SmallColumn {
    /// Value, group on level 1, …, group on the top.
    pub rows: Vec<Vec<String>>,
    pub weight: f64,
    pub min_level: u8,
    pub max_level: Option<u8>,
}

/// What is asked of a study.
#[derive(Debug, Clone, Copy)]
pub struct Question {
    pub k: u64,
    pub suppression_limit: f64,
    pub measure: MeasureName,
    pub aggregate: Aggregate,
}

impl SmallColumn {
    /// A column of weight 1 without level caps.
    pub fn new(rows: &[&[&str]]) -> Self {
        Self {
            rows: (rows.iter()).map(|row| row.iter().map(|&cell| cell.to_owned()).collect()).collect(),
            weight: 1.0,
            min_level: 0,
            max_level: None,
        }
    }

    /// Levels of the hierarchy.
    pub fn height(&self) -> u8 {
        self.rows[0].len() as u8
    }
}

impl SmallStudy {
    /// A study of these columns and records, each record once.
    pub fn new(columns: Vec<SmallColumn>, records: &[&[&str]]) -> Self {
        Self {
            columns,
            records: (records.iter()).map(|record| record.iter().map(|&cell| cell.to_owned()).collect()).collect(),
            counts: None,
            linked: Vec::new(),
        }
    }

    /// Records that a row stands for.
    pub fn count(&self, row: usize) -> u64 {
        self.counts.as_ref().map_or(1, |counts| counts[row])
    }

    /// Number of records.
    pub fn n(&self) -> u64 {
        (0..self.records.len()).map(|row| self.count(row)).sum()
    }

    /// The recipe of a question to this study; its columns are named `c0`, `c1`, ….
    pub fn recipe(&self, question: Question) -> Recipe {
        let name = |qi: usize| format!("c{qi}");
        Recipe {
            kanon: Recipe::FORMAT,
            dialect: None,
            columns: (self.columns.iter().enumerate())
                .map(|(qi, column)| {
                    let settings = ColumnSettings {
                        domain: None,
                        kind: None,
                        role: Role::QuasiIdentifier,
                        release: None,
                        hierarchy: Some(HierarchySpec::Rows(column.rows.clone())),
                        weight: column.weight,
                        min_level: column.min_level,
                        max_level: column.max_level,
                        missing: Vec::new(),
                    };
                    (name(qi), settings)
                })
                .collect(),
            linked: (self.linked.iter()).map(|group| group.iter().map(|&qi| name(qi)).collect()).collect(),
            count_column: None,
            protect: Vec::new(),
            privacy: Privacy { k: question.k, suppression_limit: question.suppression_limit },
            loss: Loss { measure: question.measure, aggregate: question.aggregate },
            frontier: None,
            chosen: None,
            release: kanon::recipe::ReleaseSettings::default(),
            risk: kanon::recipe::RiskSettings::default(),
            search: SearchSettings::default(),
            uniques: kanon::recipe::UniquesSettings::default(),
        }
    }

    /// The table as the library reads it.
    pub fn table(&self) -> Table {
        let mut columns: Vec<Column> = (0..self.columns.len()).map(|qi| Column::new(format!("c{qi}"))).collect();
        for (row, record) in self.records.iter().enumerate() {
            for (column, value) in columns.iter_mut().zip(record) {
                column.push_weighted(value, self.count(row));
            }
        }
        Table { columns, n_rows: self.records.len(), weights: self.counts.clone(), ..Table::default() }
    }

    /// The study as the library sees it, without caps and links.
    pub fn prepared(&self) -> EncodedStudy {
        let any = Question {
            k: 1,
            suppression_limit: 0.0,
            measure: MeasureName::Height,
            aggregate: Aggregate::ArithmeticMean,
        };
        EncodedStudy::new(&self.recipe(any), &Dialect::default(), self.table()).unwrap()
    }

    /// The problem that a question poses.
    pub fn problem(&self, prepared: &EncodedStudy, question: Question) -> Result<Arc<Problem>> {
        prepared.problem(&self.recipe(question)).map(Arc::new)
    }
}

/// Runs a search to its end.
pub fn run(search: &mut dyn Search) {
    assert_eq!(search.advance(&mut kanon::monitor::Unlimited), Status::Done, "a search that nobody interrupts ends");
}
