//! The values of a table's quasi-identifiers, and an extract in which one value represents a whole group.
//!
//! If a recipe allows no level of a column below `min_level`, a search need not distinguish the values of a group on
//! that level. So in the extract one value of the group represents all of them, which makes it smaller. The values
//! themselves with their records form a second small file. Hierarchies are built from it, and the loss of a level is
//! measured with it: leaves are counted in the hierarchy, and records of a value in this file. So under every measure,
//! every policy that the recipe allows has the same loss as over the whole table.

use super::source::{Script, Source};
use crate::data::{Column, Dialect, Dictionary, Table, TableReader};
use crate::error::{DataError, Error, Result, SqlError};
use crate::lattice::Level;
use crate::recipe::Recipe;
use crate::table::EncodedStudy;
use std::fmt::Write as _;

/// The columns of the file.
const COLUMN: &str = "column_name";
const VALUE: &str = "value";
const RECORDS: &str = "records";

/// The values of quasi-identifiers with their records, as `0-values.sql` returns them.
#[derive(Debug, Clone)]
pub struct Values(Vec<(String, Dictionary)>);

impl Values {
    /// The reader for the file: columns, values and records.
    pub fn reader() -> TableReader {
        let columns = [COLUMN.to_owned(), VALUE.to_owned()];
        TableReader::new(&Dialect::default(), &columns).with_count_column(Some(RECORDS.to_owned()))
    }

    /// The values of a recipe's quasi-identifiers, from the file that was read.
    ///
    /// Time and memory in the values.
    ///
    /// # Errors
    /// A quasi-identifier without a value in the file, which then belongs to a different table.
    pub fn new(read: &Table, recipe: &Recipe) -> Result<Self> {
        let [of, values] = [read.column(COLUMN), read.column(VALUE)];
        let columns = recipe.quasi_identifiers().map(|name| {
            let mut dictionary = Dictionary::new();
            if let (Some(of), Some(values)) = (of, values) {
                for row in (0..read.n_rows).filter(|&row| of.value(row) == name) {
                    dictionary.intern(values.value(row), read.weight(row));
                }
            }
            if dictionary.is_empty() {
                let names = of.into_iter().flat_map(|of| of.dictionary.iter());
                let columns = names.map(|(name, _)| name.to_owned()).collect();
                return Err(Error::new(DataError::NoSuchColumn { columns }).in_column(name));
            }
            Ok((name.to_owned(), dictionary))
        });
        columns.collect::<Result<_>>().map(Self)
    }

    /// The columns with their values.
    pub fn columns(&self) -> Vec<(String, Dictionary)> {
        self.0.clone()
    }

    /// Checks that an extract and the values come from the same table: each group on the lowest level that its column
    /// may take has the same number of records in both.
    ///
    /// # Errors
    /// [`SqlError::OtherValues`].
    pub fn check(&self, prepared: &EncodedStudy, recipe: &Recipe) -> Result<()> {
        let names = prepared.names();
        for (place, (name, qi)) in names.iter().zip(prepared.qis()).enumerate() {
            let level = min_level(recipe, name);
            let mut counted = vec![0; qi.n_groups(level)];
            for tuple in prepared.tuples().iter() {
                counted[qi.parent(0, tuple.group(place), level) as usize] += tuple.count;
            }
            for ((said, counted), group) in qi.group_counts(level).into_iter().zip(counted).zip(0..) {
                if said != counted {
                    let label = prepared.label(place, level, group).to_owned();
                    let kind = SqlError::OtherValues { label, said, counted };
                    return Err(Error::new(kind).in_column(name));
                }
            }
        }
        Ok(())
    }

    /// The hierarchies over these values, without a row.
    fn prepared(&self, recipe: &Recipe) -> Result<EncodedStudy> {
        let columns = self.0.iter().map(|(name, dictionary)| {
            let mut column = Column::new(name);
            column.dictionary = dictionary.clone();
            column
        });
        let table = Table { columns: columns.collect(), weights: Some(Vec::new()), ..Table::default() };
        let dialect = recipe.dialect.clone().unwrap_or_default();
        EncodedStudy::new(recipe, &dialect, table)
    }
}

/// The lowest level that a column may take.
fn min_level(recipe: &Recipe, name: &str) -> Level {
    recipe.column(name).map_or(0, |column| column.min_level)
}

impl Source<'_> {
    /// Whether the lowest level that some quasi-identifier may take is above 0.
    pub(super) fn has_min_level(&self) -> bool {
        (self.names().iter()).any(|name| min_level(self.recipe, name) > 0)
    }

    /// The values of the quasi-identifiers with their records: one `GROUP BY` each.
    pub(super) fn values(&self) -> Script {
        let of_each = (self.names().into_iter().zip(1..)).map(|(name, number)| {
            format!(
                "SELECT {} AS {COLUMN}, v{number} AS {VALUE}, {} AS {RECORDS} FROM keyed GROUP BY v{number}",
                self.engine.literal(name),
                self.sum("n")
            )
        });
        let of_each: Vec<_> = of_each.collect();
        let text = format!(
            "{}{}{}\nORDER BY 1, 2;\n",
            self.head(&[
                "The values of each quasi-identifier with their records, for an extract at the recipe's lowest levels.",
                "The values are those of people: keep them as the table itself.",
                &self.export_as("values.csv"),
                "Then: kanon sql --values values.csv, with the options of before.",
            ]),
            self.keyed(),
            of_each.join("\nUNION ALL "),
        );
        Script { name: "0-values.sql", text }
    }

    /// The extract in which one value represents each group on the lowest level that its column may take, preceded by
    /// the tables that map values to it.
    ///
    /// Time in the values.
    ///
    /// # Errors
    /// A recipe without such a level, a hierarchy that cannot be built, a value with a U+0000.
    pub fn scripts_at_min_levels(&self, values: &Values) -> Result<Vec<Script>> {
        if !self.has_min_level() {
            return Err(SqlError::NoMinLevel.into());
        }
        let recipe = self.recipe_of_extract();
        let prepared = values.prepared(&recipe)?;
        let mut groups = self.head(&[
            "Which value stands for each in the extract: a table for each quasi-identifier that may not stay at level 0.",
            "The values are those of people: keep the tables as the table itself.",
        ]);
        let (mut joins, mut keys) = (String::new(), Vec::new());
        for (place, (name, number)) in self.names().into_iter().zip(1..).enumerate() {
            let level = min_level(self.recipe, name);
            if level == 0 {
                keys.push(format!("k.v{number} AS v{number}"));
                continue;
            }
            let (column, qi) = (&prepared.table().columns[place], &prepared.qis()[place]);
            // The least by its bytes, so that the order of the values does not matter.
            let mut stand_ins: Vec<Option<&str>> = vec![None; qi.n_groups(level)];
            let of = |code| qi.group(level, code) as usize;
            for ((value, _), code) in column.dictionary.iter().zip(0..) {
                let least = stand_ins[of(code)].get_or_insert(value);
                *least = value.min(least);
            }
            let rows = (column.dictionary.iter().zip(0..))
                .map(|((value, _), code)| (value, stand_ins[of(code)].unwrap_or(value)));
            let table = self.made(&format!("group_{number}"));
            groups += &self.pairs(&table, "stand_in", name, rows)?;
            let _ = write!(joins, "\nLEFT JOIN {table} AS g{number} ON g{number}.value = k.v{number}");
            // A value that was added later represents itself, and the search refuses it.
            keys.push(format!("COALESCE(g{number}.stand_in, k.v{number}) AS v{number}"));
        }
        let standing =
            format!(", standing AS (\n  SELECT {},\n    k.n AS n\n  FROM keyed AS k{joins}\n)\n", keys.join(",\n    "));
        let extract = self.extract_from(
            &standing,
            "standing",
            "kanon anonymize extract.csv --values values.csv --recipe extract.kanon.json --report extract.report.json --out unused.csv",
        );
        Ok(vec![Script { name: "1-groups.sql", text: groups }, extract])
    }
}
