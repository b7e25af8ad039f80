//! The table of a recipe in its database.

use super::engine::Engine;
use super::table_name::TableName;
use crate::data::Dialect;
use crate::error::{Error, Result, SqlError};
use crate::recipe::Recipe;
use crate::release::{HIDDEN, PartialMask, Treatment};
use crate::table::EncodedStudy;

/// A script file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The name, without a folder.
    pub name: &'static str,
    /// The text.
    pub text: String,
}

/// A table in a database, and the recipe for its columns.
#[derive(Debug, Clone)]
pub struct Source<'a> {
    pub(super) engine: Engine,
    pub(super) recipe: &'a Recipe,
    pub(super) table: TableName,
    into: Option<TableName>,
}

impl<'a> Source<'a> {
    /// The table `table`, whose scripts create their tables and views in the schema `into`, or in the session's current
    /// schema.
    ///
    /// # Errors
    /// A recipe without a quasi-identifier; a release that SQL cannot write: suppressed cells, numbers and keyed hashes
    /// for values; weights of a sample; a name or a text with a U+0000.
    pub fn new(engine: Engine, recipe: &'a Recipe, table: TableName, into: Option<TableName>) -> Result<Self> {
        if recipe.chosen_cells().is_some() {
            return Err(SqlError::Cells.into());
        }
        recipe.expect_sizes_alone("a release in a database")?;
        EncodedStudy::columns(recipe)?;
        for (name, treatment) in recipe.treatments() {
            let treatment = match treatment {
                Treatment::Keep | Treatment::Drop | Treatment::Constant(_) | Treatment::Mask(_) => {
                    continue;
                }
                Treatment::Pseudonym(_) => "numbers in the order of the rows, and a table in a database has none",
                Treatment::KeyedHash(_) => "keyed hashes, and no script may hold the key",
            };
            return Err(Error::new(SqlError::Treatment { treatment }).in_column(name));
        }
        if let Some(name) = &recipe.risk.weight_column {
            return Err(Error::new(SqlError::Weights).in_column(name));
        }
        Ok(Self { engine, recipe, table, into })
    }

    /// The names of the quasi-identifiers.
    pub(super) fn names(&self) -> Vec<&'a str> {
        self.recipe.quasi_identifiers().collect()
    }

    /// The released columns beside the quasi-identifiers, in the order of the recipe, each with the expression for its
    /// cells. A column that the recipe does not name is not released, because its role is unknown.
    pub(super) fn others(&self) -> Vec<(String, String)> {
        let missing = self.recipe.missing(&self.dialect());
        let mut others = Vec::new();
        for (name, treatment) in self.recipe.treatments() {
            let column = format!("t.{}", self.engine.identifier(&name));
            // As everywhere, missing values stay as they are.
            let unless_unknown = |otherwise: &str| {
                let own = self.engine.as_text(&column);
                let unknown = ["".to_owned()];
                let codes = missing.of(&name).iter().chain(&unknown);
                let codes: Vec<_> = codes.map(|code| self.engine.literal(code)).collect();
                let codes = codes.join(", ");
                format!("CASE WHEN {own} IN ({codes}) THEN {own} {otherwise} END")
            };
            let cell = match treatment {
                Treatment::Constant(text) => unless_unknown(&format!("ELSE {}", self.engine.literal(&text))),
                Treatment::Mask(mask) => unless_unknown(&self.masked(&column, &mask)),
                Treatment::Keep => column,
                Treatment::Drop | Treatment::Pseudonym(_) | Treatment::KeyedHash(_) => continue,
            };
            if self.recipe.count_column.as_ref() != Some(&name) {
                others.push((name, cell));
            }
        }
        others
    }

    /// The branches of a `CASE` that show the first and the last characters of a column's texts, as [`PartialMask`]
    /// defines. Every database counts characters as Unicode code points.
    fn masked(&self, column: &str, &PartialMask { first, last }: &PartialMask) -> String {
        let own = self.engine.as_text(column);
        let length = self.engine.length(&own);
        let star = self.engine.literal(&HIDDEN.to_string());
        let shown = first + last;
        format!(
            "WHEN {length} > {shown} THEN LEFT({own}, {first}) || REPEAT({star}, {length} - {shown}) || RIGHT({own}, {last}) ELSE REPEAT({star}, {length})"
        )
    }

    /// How an extract is written.
    pub(super) fn dialect(&self) -> Dialect {
        Dialect { missing: self.recipe.dialect.clone().unwrap_or_default().missing, ..Dialect::default() }
    }

    /// The qualified name of a table or view that the scripts create.
    pub(super) fn made(&self, name: &str) -> String {
        let name = self.engine.identifier(&format!("kanon_{name}"));
        match &self.into {
            Some(schema) => format!("{}.{name}", schema.quoted(self.engine)),
            None => name,
        }
    }

    /// The value of each quasi-identifier as text, named `v1`, `v2`, …. All scripts compare by this expression.
    pub(super) fn keys(&self) -> Vec<String> {
        (self.names().iter().zip(1..))
            .map(|(name, number)| {
                let column = format!("t.{}", self.engine.identifier(name));
                format!("{} AS v{number}", self.engine.as_text(&column))
            })
            .collect()
    }

    /// The number of records that a row of the table represents.
    pub(super) fn records_of_row(&self) -> String {
        match &self.recipe.count_column {
            Some(column) => format!("CAST(t.{} AS {})", self.engine.identifier(column), self.engine.count_type()),
            None => format!("CAST(1 AS {})", self.engine.count_type()),
        }
    }

    /// The records of all combined rows.
    pub(super) fn sum(&self, records: &str) -> String {
        format!("CAST(SUM({records}) AS {})", self.engine.count_type())
    }

    /// The first lines of a script: a description, and settings.
    pub(super) fn head(&self, lines: &[&str]) -> String {
        let version = env!("CARGO_PKG_VERSION");
        let mut head = format!("-- Kanon {version}, for {}.\n", self.engine.name());
        for line in lines {
            head.push_str("-- ");
            head.push_str(line);
            head.push('\n');
        }
        head + self.engine.settings()
    }
}

/// The recipe for a table whose extract was searched. The quasi-identifiers and the settings of the search come from
/// the extract's recipe, which may have been changed since it was written. The other columns come from the table's
/// recipe.
///
/// # Errors
/// [`SqlError::OtherColumns`]: the quasi-identifiers differ.
pub fn recipe_of_table(of_table: &Recipe, of_extract: &Recipe) -> Result<Recipe> {
    let names = |recipe: &Recipe| -> Vec<String> {
        let mut names: Vec<_> = recipe.quasi_identifiers().map(str::to_owned).collect();
        names.sort();
        names
    };
    let (table, extract) = (names(of_table), names(of_extract));
    if table != extract {
        return Err(SqlError::OtherColumns { table, extract }.into());
    }
    let mut whole = Recipe {
        columns: of_table.columns.clone(),
        count_column: of_table.count_column.clone(),
        dialect: of_table.dialect.clone(),
        ..of_extract.clone()
    };
    for (name, settings) in &mut whole.columns {
        if let Some(own) = of_extract.column(name).filter(|_| of_extract.is_quasi_identifier(name)) {
            *settings = own.clone();
        }
    }
    Ok(whole)
}

/// `v1, v2, …`, or with a different letter.
pub(super) fn numbered(letter: &str, n: usize) -> Vec<String> {
    (1..=n).map(|number| format!("{letter}{number}")).collect()
}
