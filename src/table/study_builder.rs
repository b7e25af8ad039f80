//! Builds hierarchies one by one, so that progress can be shown.

use super::encoded_study::EncodedStudy;
use super::sensitive::Sensitive;
use crate::classes::{QuasiIdentifier, group};
use crate::data::{Column, Dialect, MissingCodes, Table};
use crate::error::Result;
use crate::hierarchy::{ColumnValues, Hierarchy};
use crate::recipe::Recipe;

/// A table whose hierarchies are being built. The steps are the columns one by one, then the grouping of the records.
#[derive(Debug)]
pub struct StudyBuilder {
    recipe: Recipe,
    dialect: Dialect,
    missing: MissingCodes,
    table: Table,
    hierarchies: Vec<Hierarchy>,
    qis: Vec<QuasiIdentifier>,
    /// The columns of the table that are not quasi-identifiers, as conditions name them.
    others: Vec<Column>,
}

impl StudyBuilder {
    /// A table that holds the columns of [`EncodedStudy::columns`], with nothing built yet.
    pub fn new(recipe: &Recipe, dialect: &Dialect, mut table: Table) -> Self {
        let is_own = |column: &mut Column| recipe.conditioned().any(|name| name == column.name);
        let others = table.columns.extract_if(.., is_own).collect();
        Self {
            recipe: recipe.clone(),
            dialect: dialect.clone(),
            missing: recipe.missing(dialect),
            hierarchies: Vec::with_capacity(table.columns.len()),
            qis: Vec::with_capacity(table.columns.len()),
            table,
            others,
        }
    }

    /// The column whose hierarchy is built next; `None` once only the grouping of records is left.
    pub fn next(&self) -> Option<&Column> {
        self.table.columns.get(self.hierarchies.len())
    }

    /// The number of rows that are grouped in about the time that building one value's hierarchy takes.
    const ROWS_OF_A_VALUE: usize = 16;

    /// The share of the work that is done, 0 to 1: distinct values whose hierarchy is built, out of all values and
    /// rows.
    pub fn share(&self) -> f64 {
        let values = |columns: &[Column]| -> usize {
            let columns = columns.iter();
            columns.map(|column| column.dictionary.len()).sum()
        };
        let all = values(&self.table.columns) + self.table.n_rows / Self::ROWS_OF_A_VALUE;
        values(&self.table.columns[..self.hierarchies.len()]) as f64 / all.max(1) as f64
    }

    /// Builds the hierarchy of the next column. Time and memory in its distinct values × levels.
    ///
    /// # Errors
    /// A hierarchy that cannot be built or that lacks values of the data. The error names the column.
    pub fn step(&mut self) -> Result<()> {
        let Some(column) = self.table.columns.get(self.hierarchies.len()) else {
            return Ok(());
        };
        let settings = self.recipe.column(&column.name);
        let values = ColumnValues {
            dictionary: &column.dictionary,
            missing: self.missing.of(&column.name),
            reading: settings.and_then(|settings| settings.kind.as_ref()),
        };
        let hierarchy = match settings.and_then(|settings| settings.hierarchy.as_ref()) {
            Some(spec) => spec.build(&values),
            None => Hierarchy::identity(&column.dictionary),
        }
        .map_err(|error| error.in_column(&column.name).with_first_rows(&|value| self.table.first_row(column, value)))?;
        let qi = QuasiIdentifier::new(&column.dictionary, &hierarchy).map_err(|error| error.in_column(&column.name))?;
        self.hierarchies.push(hierarchy);
        self.qis.push(qi.named(&column.name));
        Ok(())
    }

    /// Builds the rest, and groups the records.
    ///
    /// # Errors
    /// See [`step`](Self::step).
    pub fn finish(mut self) -> Result<EncodedStudy> {
        while self.next().is_some() {
            self.step()?;
        }
        let columns = self.table.columns.iter();
        let codes: Vec<_> = columns.map(|column| &column.codes).collect();
        let tuples = group(&codes, self.table.weights.as_deref(), &self.qis);
        let sensitive = (self.others.into_iter())
            .map(|column| Sensitive::new(&self.recipe, &self.missing, column))
            .collect::<Result<_>>()?;
        Ok(EncodedStudy::of(self.table, (self.dialect, self.missing), self.hierarchies, self.qis, tuples, sensitive))
    }
}

impl EncodedStudy {
    /// Builds the hierarchies of `table`, which holds the columns of [`columns`](Self::columns), and groups its
    /// records.
    ///
    /// # Errors
    /// A hierarchy that cannot be built or that lacks values of the data. The error names the column.
    pub fn new(recipe: &Recipe, dialect: &Dialect, table: Table) -> Result<Self> {
        StudyBuilder::new(recipe, dialect, table).finish()
    }
}
