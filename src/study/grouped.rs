//! A problem small enough to be handed on: the distinct tuples with their counts, and the recipe for them. Where the
//! recipe asks for more than the sizes of classes, the tuples have the sensitive columns that it names, too.

use super::prepared::Prepared;
use super::recipe::Recipe;
use crate::data::{Column, Dialect, RecordWriter, Table, TableReader, Terminator};
use crate::error::Result;

/// A pre-aggregated table of the quasi-identifiers alone, with a recipe that poses the same problem over it.
///
/// It is all that another worker needs to search along, and far smaller than the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Grouped {
    /// The recipe, with a count column.
    pub recipe: Recipe,
    /// The table, as UTF-8.
    pub csv: Vec<u8>,
}

impl Grouped {
    /// The problem of a recipe over a prepared table.
    ///
    /// # Errors
    /// None that can be met: the dialect has quotes, so that every value can be written.
    pub fn of(prepared: &Prepared, given: &Recipe) -> Result<Self> {
        let protection = prepared.protection(given)?;
        let sensitive: Vec<&Column> = (given.conditioned())
            .filter_map(|name| prepared.sensitive().iter().find(|own| own.name() == name))
            .map(|own| &own.column)
            .filter(|_| protection.is_some())
            .collect();
        let tuples = match &protection {
            Some(protection) => protection.tuples(),
            None => prepared.tuples(),
        };
        let mut names = prepared.names();
        names.extend(sensitive.iter().map(|column| column.name.clone()));
        let mut count_column = "records".to_owned();
        while names.contains(&count_column) {
            count_column.push('_');
        }
        let dialect = Dialect {
            missing: prepared.missing().of_every_column().to_vec(),
            ..Dialect::default()
        };
        let writer = RecordWriter::new(&dialect, Terminator::Lf);
        let mut csv = Vec::new();
        let header = names.iter().chain([&count_column]);
        writer.write(header.map(String::as_str), &mut csv)?;
        for tuple in tuples.iter() {
            let count = tuple.count.to_string();
            let values = (prepared
                .qis()
                .iter()
                .zip(prepared.hierarchies())
                .enumerate())
            .map(|(qi, (column, hierarchy))| {
                let leaf = column.hierarchy_group(0, tuple.group(qi));
                hierarchy.label(0, leaf)
            });
            let first = prepared.qis().len();
            let others = (sensitive.iter().enumerate())
                .map(|(number, column)| column.dictionary.value(tuple.group(first + number)));
            let values = values.chain(others).chain([count.as_str()]);
            writer.write(values, &mut csv)?;
        }
        let mut recipe = given.clone();
        recipe.columns.retain(|name, _| names.contains(name));
        recipe.count_column = Some(count_column);
        recipe.dialect = Some(dialect);
        Ok(Self { recipe, csv })
    }

    /// The problem, prepared where it was handed to.
    ///
    /// # Errors
    /// A table that is not the recipe's.
    pub fn prepare(&self) -> Result<Prepared> {
        let dialect = self.recipe.dialect.clone().unwrap_or_default();
        let mut reader = TableReader::new(&dialect, &Prepared::columns(&self.recipe)?)
            .with_count_column(self.recipe.count_column.clone());
        reader.push(&self.csv)?;
        let table: Table = reader.finish()?;
        Prepared::new(&self.recipe, &dialect, table)
    }
}
