//! The scripts that do not require a policy.

use super::source::{Script, Source, numbered};
use crate::hierarchy::HierarchySpec;
use crate::recipe::Recipe;
use std::fmt::Write as _;

/// The note in every file that contains data about people.
const SENSITIVE: &str =
    "The extract has a row for every combination that a person has, alone or not: keep it as the table itself.";

impl Source<'_> {
    /// The check, the extract, and the recipe for the extract. If a column may not stay at level 0, also the values of
    /// the columns, for [an extract at the lowest levels](Self::scripts_at_min_levels).
    pub fn scripts(&self) -> Vec<Script> {
        let mut scripts = vec![Script { name: "0-check.sql", text: self.check() }];
        if self.has_min_level() {
            scripts.push(self.values());
        }
        scripts.push(self.extract_from(
            "\n",
            "keyed",
            "kanon anonymize extract.csv --recipe extract.kanon.json --report extract.report.json --out unused.csv",
        ));
        scripts.push(Script { name: "extract.kanon.json", text: self.recipe_of_extract().to_json() });
        scripts
    }

    /// The recipe for the extract: the quasi-identifiers, and the number of records of a row.
    pub fn recipe_of_extract(&self) -> Recipe {
        let mut recipe = self.recipe.clone();
        recipe.columns.retain(|name, _| self.recipe.is_quasi_identifier(name));
        recipe.count_column = Some(self.count_of_extract());
        recipe.dialect = Some(self.dialect());
        recipe
    }

    /// A name that no quasi-identifier has.
    fn count_of_extract(&self) -> String {
        let mut name = "records".to_owned();
        while self.names().contains(&name.as_str()) {
            name.push('_');
        }
        name
    }

    /// The rows of the table with their keys and their records, as a common table expression named `keyed`.
    pub(super) fn keyed(&self) -> String {
        format!(
            "WITH keyed AS (\n  SELECT {},\n    {} AS n\n  FROM {} AS t\n)",
            self.keys().join(",\n    "),
            self.records_of_row(),
            self.table.quoted(self.engine)
        )
    }

    fn check(&self) -> String {
        let keys = numbered("v", self.names().len()).join(", ");
        let mut text = self.head(&[
            "Counts what there is. `unknown` are cells without a value; `not covered` are values that the recipe's rows do not have.",
        ]);
        let count = self.engine.count_type();
        let _ = write!(
            text,
            "{}\nSELECT 'records' AS what, '' AS column_name, '' AS value, {} AS records FROM keyed\nUNION ALL SELECT 'distinct tuples', '', '', CAST(COUNT(*) AS {count}) FROM (SELECT {keys} FROM keyed GROUP BY {keys}) AS d",
            self.keyed(),
            self.sum("n"),
        );
        for (name, number) in self.names().into_iter().zip(1..) {
            let name = (self.engine).literal(name);
            let _ = write!(
                text,
                "\nUNION ALL SELECT 'unknown', {name}, '', COALESCE({}, 0) FROM keyed WHERE v{number} = ''",
                self.sum("n")
            );
        }
        let missing = self.recipe.missing(&self.dialect());
        for (name, number) in self.names().into_iter().zip(1..) {
            let mut leaves = self.leaves(name);
            if leaves.is_empty() {
                continue;
            }
            // A missing value needs no row.
            let codes = missing.of(name).iter().map(String::as_str).filter(|code| !leaves.contains(code));
            leaves.extend(codes.collect::<Vec<_>>());
            let name = (self.engine).literal(name);
            let _ = write!(
                text,
                "\nUNION ALL SELECT 'not covered', {name}, k.v{number}, {} FROM keyed AS k LEFT JOIN {} ON h.value = k.v{number} WHERE h.value IS NULL GROUP BY k.v{number}",
                self.sum("k.n"),
                self.engine.values(&leaves, "h"),
            );
        }
        text + ";\n"
    }

    /// The values in the recipe's rows for a column; empty if the hierarchy is made from the column's values.
    fn leaves(&self, name: &str) -> Vec<&str> {
        match (self.recipe.column(name)).and_then(|column| column.hierarchy.as_ref()) {
            Some(HierarchySpec::Rows(rows)) => rows.iter().filter_map(|row| row.first()).map(String::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// How to save the result of a query as this file.
    pub(super) fn export_as(&self, file: &str) -> String {
        let export = self.engine.export().replace("extract.csv", file);
        format!("Write the result as {file}: {}.", export.trim_end_matches([';', '.']))
    }

    /// The distinct tuples of the rows named `from`, which follow `keyed` as a common table expression; `then` comes
    /// after it.
    pub(super) fn extract_from(&self, expression: &str, from: &str, then: &str) -> Script {
        let keys = numbered("v", self.names().len());
        let named: Vec<_> = (keys.iter().zip(self.names()))
            .map(|(key, name)| format!("{key} AS {}", self.engine.identifier(name)))
            .collect();
        let keys = keys.join(", ");
        let text = format!(
            "{}{}{expression}SELECT {},\n  {} AS {}\nFROM {from}\nGROUP BY {keys}\nORDER BY {keys};\n",
            self.head(&[
                "The distinct tuples of quasi-identifiers, with their records.",
                SENSITIVE,
                &self.export_as("extract.csv"),
                &format!("Then: {then}"),
            ]),
            self.keyed(),
            named.join(",\n  "),
            self.sum("n"),
            self.engine.identifier(&self.count_of_extract()),
        );
        Script { name: "1-extract.sql", text }
    }
}
