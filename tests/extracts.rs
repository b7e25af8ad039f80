//! A search over an extract finds what a search over its table finds: policy, loss, suppressed records and classes.
//!
//! An extract has one row for each combination of values, with its count. Every measure is tried on 200 random tables
//! and on the census extract, from all values and at the lowest levels that a recipe allows. Here the tests group the
//! rows; databases group them in `databases/`.

use crate::support::adult::adult;
use crate::support::random::{cases, measures, study};
use crate::support::small_study::{Question, SmallStudy};
use kanon::data::{Dialect, Table, TableReader};
use kanon::recipe::Recipe;
use kanon::run::{Outcome, Run, RunStatus};
use kanon::sql::{Engine, Source, TableName, Values};
use kanon::table::EncodedStudy;
use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Policy, loss to the last bit, suppressed records, kept classes; or the code of a refusal.
type Found = Result<(Vec<u8>, u64, u64, usize), &'static str>;

fn found(recipe: &Recipe, prepared: &EncodedStudy) -> Found {
    let outcome = || {
        let problem = Arc::new(prepared.problem(recipe)?);
        let mut run = Run::new(problem, &recipe.search)?;
        while run.advance(f64::INFINITY, &mut || 0.0) == RunStatus::Running {}
        Outcome::of(&mut run)
    };
    outcome()
        .map(|own| {
            let levels = own.policy.levels().to_vec();
            (levels, own.loss.to_bits(), own.suppressed_records, own.classes)
        })
        .map_err(|error| error.code())
}

/// The rows of a table, each with its records.
fn rows(table: &Table) -> impl Iterator<Item = (Vec<&str>, u64)> {
    (0..table.n_rows).map(|row| {
        let values = table.columns.iter().map(|column| column.value(row));
        (values.collect(), table.weight(row))
    })
}

/// The distinct tuples in a text, where values may stand for others.
fn extracted(table: &Table, stands: &[HashMap<String, String>]) -> String {
    let mut tuples: BTreeMap<Vec<String>, u64> = BTreeMap::new();
    for (values, records) in rows(table) {
        let stand_in = |(value, stands): (&str, &HashMap<String, String>)| {
            stands.get(value).map_or(value, String::as_str).to_owned()
        };
        let tuple = values.into_iter().zip(stands).map(stand_in).collect();
        *tuples.entry(tuple).or_default() += records;
    }
    let names = table.columns.iter().map(|column| column.name.as_str());
    let mut csv = names.chain(["records"]).collect::<Vec<_>>().join(",");
    for (tuple, records) in tuples {
        csv += &format!("\n{},{records}", tuple.join(","));
    }
    csv + "\n"
}

fn read(csv: &str, reader: TableReader) -> Table {
    let mut reader = reader;
    reader.push(csv.as_bytes()).unwrap();
    reader.finish().unwrap()
}

/// What is found of the extract at level 0.
fn found_of_extract(source: &Source<'_>, table: &Table) -> (usize, Found) {
    let recipe = source.recipe_of_extract();
    let csv = extracted(table, &vec![HashMap::new(); table.columns.len()]);
    let reader = TableReader::new(&Dialect::default(), &EncodedStudy::columns(&recipe).unwrap())
        .with_count_column(recipe.count_column.clone());
    let extract = read(&csv, reader);
    let prepared = EncodedStudy::new(&recipe, &source_dialect(&recipe), extract).unwrap();
    (prepared.table().n_rows, found(&recipe, &prepared))
}

fn source_dialect(recipe: &Recipe) -> Dialect {
    recipe.dialect.clone().unwrap()
}

/// The file that `0-values.sql` gives.
fn values_of(table: &Table) -> String {
    let mut csv = "column_name,value,records\n".to_owned();
    for column in &table.columns {
        for (value, records) in column.dictionary.iter() {
            csv += &format!("{},{value},{records}\n", column.name);
        }
    }
    csv
}

/// Which value stands for each, by column, as `1-groups.sql` says it.
fn stand_ins(script: &str, table: &Table) -> Vec<HashMap<String, String>> {
    let mut stands = vec![HashMap::new(); table.columns.len()];
    let mut column = 0;
    for line in script.lines() {
        if let Some(rest) = line.strip_prefix("INSERT INTO \"kanon_group_") {
            column = rest.split('"').next().unwrap().parse::<usize>().unwrap() - 1;
        }
        if let Some(pair) = line.trim().strip_prefix("('") {
            let pair = pair.trim_end_matches([';', ',']).strip_suffix("')").unwrap();
            let (value, stand_in) = pair.split_once("', '").unwrap();
            stands[column].insert(value.to_owned(), stand_in.to_owned());
        }
    }
    stands
}

/// What is found of the extract at the lowest levels, with the values; `None` where no column has such a level.
fn found_at_min_levels(source: &Source<'_>, table: &Table) -> Option<(usize, Found)> {
    let recipe = source.recipe_of_extract();
    let values = Values::new(&read(&values_of(table), Values::reader()), &recipe).unwrap();
    let scripts = match source.scripts_at_min_levels(&values) {
        Err(error) if error.code() == "sql-no-min-level" => return None,
        scripts => scripts.unwrap(),
    };
    let csv = extracted(table, &stand_ins(&scripts[0].text, table));
    let reader = TableReader::new(&Dialect::default(), &EncodedStudy::columns(&recipe).unwrap())
        .with_count_column(recipe.count_column.clone())
        .with_known(values.columns());
    let extract = read(&csv, reader);
    let prepared = EncodedStudy::new(&recipe, &source_dialect(&recipe), extract).unwrap();
    values.check(&prepared, &recipe).unwrap();
    Some((prepared.table().n_rows, found(&recipe, &prepared)))
}

fn source(recipe: &Recipe) -> Source<'_> {
    Source::new(Engine::DuckDb, recipe, TableName::parse("t").unwrap(), None).unwrap()
}

fn recipe_of(study: &SmallStudy, question: Question) -> Recipe {
    Recipe { count_column: study.counts.as_ref().map(|_| "n".to_owned()), ..study.recipe(question) }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn every_measure_finds_the_same_of_extract_and_table(
        study in study(5, 120),
        k in 1_u64..=8,
        suppression_limit in prop::sample::select(vec![0.0, 0.05, 0.2, 1.0]),
        min_levels in prop::collection::vec(0_u8..4, 5),
    ) {
        let mut study = study;
        for (column, min) in study.columns.iter_mut().zip(min_levels) {
            let most = column.max_level.unwrap_or(column.height() - 1);
            column.min_level = min.min(most);
        }
        for (measure, aggregate) in measures() {
            let question = Question { k, suppression_limit, measure, aggregate };
            let recipe = recipe_of(&study, question);
            let (table, prepared) = (study.table(), study.prepared());
            let expected = found(&recipe, &prepared);
            let source = source(&recipe);
            prop_assert_eq!(&found_of_extract(&source, &table).1, &expected, "{:?}", measure);
            if let Some((_, of_few)) = found_at_min_levels(&source, &table) {
                prop_assert_eq!(&of_few, &expected, "{:?} at the lowest levels", measure);
            }
        }
    }
}

#[test]
fn values_of_another_table_are_refused() {
    let json = r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier", "min_level": 1, "hierarchy": {"rows": [["1", "a"], ["2", "a"], ["3", "b"]]}}}}"#;
    let recipe = Recipe::parse(json).unwrap();
    let recipe = source(&recipe).recipe_of_extract();
    let prepared = |values: &str, extract: &str| {
        let values = Values::new(&read(values, Values::reader()), &recipe)?;
        let mut reader = TableReader::new(&Dialect::default(), &["age".to_owned()])
            .with_count_column(recipe.count_column.clone())
            .with_known(values.columns());
        reader.push(extract.as_bytes())?;
        let prepared = EncodedStudy::new(&recipe, &source_dialect(&recipe), reader.finish()?)?;
        values.check(&prepared, &recipe)
    };
    let values = "column_name,value,records\nage,1,2\nage,2,3\nage,3,4\n";
    assert!(prepared(values, "age,records\n1,5\n3,4\n").is_ok());
    let code = |values: &str, extract: &str| prepared(values, extract).unwrap_err().code();
    assert_eq!(code(values, "age,records\n1,5\n3,5\n"), "sql-other-values");
    assert_eq!(code(values, "age,records\n1,5\n9,4\n"), "data-unknown-value");
    let other = "column_name,value,records\nsex,1,2\n";
    assert_eq!(code(other, "age,records\n1,5\n"), "data-no-such-column");
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn the_census_extract_has_the_same_optima() {
        let (recipe, prepared) = adult();
        // Of equally good policies the first in the order of columns wins; an extract has the columns in the recipe's.
        let names = prepared.names();
        let mut recipe = recipe;
        recipe.columns = names.iter().map(|name| (name.clone(), recipe.columns[name].clone())).collect();
        recipe.privacy.k = 5;
        recipe.privacy.suppression_limit = 0.04;
        for (measure, aggregate) in measures() {
            (recipe.loss.measure, recipe.loss.aggregate) = (measure, aggregate);
            for min in [0, 1] {
                for name in ["age", "education", "native-country"] {
                    recipe.columns[name].min_level = min;
                }
                let expected = found(&recipe, &prepared);
                assert!(expected.is_ok());
                let source = source(&recipe);
                let (all, of_extract) = found_of_extract(&source, prepared.table());
                assert_eq!(of_extract, expected, "{measure:?}");
                let of_few = found_at_min_levels(&source, prepared.table());
                assert_eq!(of_few.is_some(), min > 0);
                if let Some((few, of_few)) = of_few {
                    assert_eq!(of_few, expected, "{measure:?}, from level {min}");
                    assert!(few < all * 2 / 3, "{few} rows of {all}");
                }
            }
        }
    }
}
