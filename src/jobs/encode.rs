//! Reads the quasi-identifiers of a table into memory.

use crate::classes::{Classes, Kept};
use crate::data::{Dialect, Dictionary, Table, TableReader};
use crate::error::{DataError, Result};
use crate::recipe::{Digest, Recipe};
use crate::release::Transformation;
use crate::table::{EncodedStudy, StudyBuilder};
use std::sync::Arc;

/// Reads the columns that a recipe uses.
pub struct EncodeJob {
    reader: TableReader,
    digest: Digest,
    dialect: Dialect,
    header: Vec<String>,
}

/// A table in memory, with nothing built yet.
pub struct ReadTable {
    /// How the file is written.
    pub dialect: Dialect,
    /// The names of the file's columns.
    pub header: Vec<String>,
    /// The columns in use.
    pub table: Table,
    /// SHA-256 of the file's bytes.
    pub sha256: String,
}

/// A table in memory whose hierarchies are built one by one.
pub struct Preparation {
    builder: StudyBuilder,
    header: Vec<String>,
    sha256: String,
}

/// An original, encoded: the start of all further work.
#[derive(Clone)]
pub struct Original {
    /// The names of the file's columns.
    pub header: Vec<String>,
    /// The quasi-identifiers, with their hierarchies.
    pub prepared: EncodedStudy,
    /// SHA-256 of the file's bytes.
    pub sha256: String,
}

/// How a file is written, and the names of its columns: as the recipe says, or else as `guessed`. `names` reads them in
/// a dialect.
///
/// # Errors
/// As `names`.
pub fn dialect_and_names<E>(
    recipe: &Recipe,
    guessed: Option<Dialect>,
    names: impl Fn(&Dialect) -> std::result::Result<Vec<String>, E>,
) -> std::result::Result<(Dialect, Vec<String>), E> {
    let mut dialect = recipe.dialect.clone().or(guessed).unwrap_or_default();
    let mut found = names(&dialect)?;
    // A recipe that names columns is better evidence of a header than the look of the first line.
    if recipe.dialect.is_none() && !dialect.header && EncodedStudy::check_columns(recipe, &found).is_err() {
        dialect.header = true;
        found = names(&dialect)?;
    }
    Ok((dialect, found))
}

impl EncodeJob {
    /// A job at the beginning of a file with this header, written in this dialect. `known` has the values of columns of
    /// which the file has only groups.
    ///
    /// # Errors
    /// A recipe that names a column which the file has not.
    pub fn new(
        recipe: &Recipe,
        dialect: Dialect,
        header: Vec<String>,
        known: Vec<(String, Dictionary)>,
    ) -> Result<Self> {
        EncodedStudy::check_columns(recipe, &header)?;
        let reader = TableReader::new(&dialect, &EncodedStudy::columns(recipe)?)
            .with_count_column(recipe.count_column.clone())
            .with_weight_column(recipe.risk.weight_column.clone())
            .with_weights_read(recipe.weight_reading())
            .with_known(known);
        Ok(Self { reader, digest: Digest::new(), dialect, header })
    }

    /// The encoding of the file.
    pub fn encoding(&self) -> &str {
        &self.dialect.encoding
    }

    /// Takes a chunk: `raw` as on disk, `text` as UTF-8.
    ///
    /// # Errors
    /// As [`TableReader::push`].
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<()> {
        self.digest.push(raw);
        self.reader.push(text)
    }

    /// The table that was read.
    ///
    /// # Errors
    /// As [`TableReader::finish`].
    pub fn finish(self) -> Result<ReadTable> {
        let table = self.reader.finish()?;
        Ok(ReadTable { dialect: self.dialect, header: self.header, table, sha256: self.digest.finish() })
    }
}

impl ReadTable {
    /// Starts to build the hierarchies of a recipe.
    pub fn prepare(self, recipe: &Recipe) -> Preparation {
        let Self { dialect, header, table, sha256 } = self;
        Preparation { builder: StudyBuilder::new(recipe, &dialect, table), header, sha256 }
    }
}

impl Preparation {
    /// The name of the column whose hierarchy is built next, and the number of its values; none if all are built.
    pub fn next(&self) -> Option<(&str, usize)> {
        self.builder.next().map(|column| (column.name.as_str(), column.dictionary.len()))
    }

    /// The share of the work that is done.
    pub fn share(&self) -> f64 {
        self.builder.share()
    }

    /// Builds the next hierarchy.
    ///
    /// # Errors
    /// As [`StudyBuilder::step`].
    pub fn step(&mut self) -> Result<()> {
        self.builder.step()
    }

    /// Builds what is left, groups the records, and counts people in the population if the recipe asks for it.
    ///
    /// # Errors
    /// As [`StudyBuilder::finish`] and [`EncodedStudy::with_population`].
    pub fn finish(self, recipe: &Recipe, population: Option<Arc<Table>>) -> Result<Original> {
        let Self { mut builder, header, sha256 } = self;
        while builder.next().is_some() {
            builder.step()?;
        }
        let mut prepared = builder.finish()?;
        if let Some(population) = population.filter(|_| recipe.asks_for_people()) {
            prepared = prepared.with_population(recipe, population)?;
        }
        Ok(Original { header, prepared, sha256 })
    }
}

impl Original {
    /// How the file is written.
    pub fn dialect(&self) -> &Dialect {
        self.prepared.dialect()
    }

    /// The transformation of the table by a policy with these classes, of which these are kept.
    pub fn transformation(&self, classes: (&Classes, &Kept)) -> Transformation {
        Transformation::new(self.prepared.table(), self.prepared.hierarchies(), self.prepared.qis(), classes)
    }

    /// Checks that the file, read again, is the same.
    ///
    /// # Errors
    /// [`DataError::Changed`].
    pub fn expect_same(&self, read: Digest) -> Result<()> {
        if read.finish() == self.sha256 { Ok(()) } else { Err(DataError::Changed.into()) }
    }
}
