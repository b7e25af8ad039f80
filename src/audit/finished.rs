//! Checks the conditions of a finished table from its text alone, with the code that checks releases.

use super::finished_people::people_of_rows;
use crate::data::{Dialect, MissingCodes, Table, TableReader};
use crate::error::{Error, Result};
use crate::privacy::Condition;
use crate::recipe::Recipe;
use crate::release::review::{Blank, classes_of_finished};
use crate::release::{PlainConditions, PlainPeople, SUPPRESSED};
use crate::report::ConditionReport;
use crate::sorting::sort_by;
use crate::table::Sensitive;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::slice;
use std::sync::Arc;

/// The most failing classes that are listed for each condition.
const WORST: usize = 10;

/// The conditions to check in a finished table beside k, and how to read the table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AskedOfFinished {
    /// The conditions, as in a recipe. The review of class sizes checks k-anonymity.
    pub protect: Vec<Condition>,
    /// The columns whose values form the classes.
    pub quasi_identifiers: Vec<String>,
    /// The column with the number of records that a row represents.
    pub count_column: Option<String>,
    /// The column with the number of people that a row represents.
    pub weight_column: Option<String>,
    /// The file of the population whose people are counted, if one is at hand.
    #[serde(default)]
    pub population: Option<String>,
    /// The values that a blank cell may stand for.
    pub blank: Blank,
    /// The values that count as blank beside `*`.
    pub blank_values: Vec<String>,
    /// Whether records that are blank in all quasi-identifiers form an ordinary class rather than being suppressed
    /// records.
    pub are_blanks_kept: bool,
    /// Whether suppressed records are declared removed.
    pub are_removed: bool,
}

impl AskedOfFinished {
    /// Whether a condition counts people of a population table.
    pub fn counts_people(&self) -> bool {
        self.weight_column.is_none() && self.protect.iter().any(Condition::counts_people)
    }
}

/// The result for one condition of a finished table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckedCondition {
    /// The condition in words.
    pub asked: String,
    /// Whether it holds; `None` if it could not be checked.
    pub holds: Option<bool>,
    /// The figure found, in words, or why it could not be checked.
    pub found: String,
    /// Classes that were checked.
    pub classes: u64,
    /// Failing classes, and their records; 0 for a condition on the whole release.
    pub failing: (u64, u64),
    /// The quasi-identifiers, in the order of the cells in `worst`.
    pub columns: Vec<String>,
    /// The worst failing classes: their cells, their records, and their figure.
    pub worst: Vec<(Vec<String>, u64, String)>,
}

/// Reads a finished table and checks its conditions.
#[derive(Debug)]
pub struct FinishedConditions {
    asked: AskedOfFinished,
    recipe: Recipe,
    missing: MissingCodes,
    /// The missing values of the population.
    missing_people: MissingCodes,
    reader: TableReader,
    population: Option<Arc<Table>>,
}

impl FinishedConditions {
    /// Starts a check at the beginning of the file. A recipe, if there is one, defines how values of sensitive columns
    /// are read, ordered and grouped, which of them are missing, and by which columns people are counted in a
    /// population.
    ///
    /// # Errors
    /// A condition that makes no sense, or on a column that is a quasi-identifier or counts records.
    pub fn new(asked: AskedOfFinished, recipe: Option<&Recipe>, dialect: &Dialect) -> Result<Self> {
        let weights_read = recipe.and_then(Recipe::weight_reading);
        let recipe = recipe_of(&asked, recipe)?;
        let mut missing = recipe.missing(dialect);
        let missing_people = missing.clone();
        missing.add(SUPPRESSED);
        asked.blank_values.iter().for_each(|code| missing.add(code));
        let mut columns = asked.quasi_identifiers.clone();
        columns.extend(recipe.conditioned().map(str::to_owned));
        let weights = recipe.risk.weight_column.clone();
        let reader = TableReader::new(dialect, &columns)
            .with_count_column(asked.count_column.clone())
            .with_weight_column(weights.filter(|_| recipe.asks_for_people()))
            .with_weights_read(weights_read);
        Ok(Self { asked, recipe, missing, missing_people, reader, population: None })
    }

    /// The recipe for reading the population whose people are counted.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Counts people in this population, whose quasi-identifiers have the original's values.
    pub fn set_population(&mut self, population: Arc<Table>) {
        self.population = Some(population);
    }

    /// Reads a chunk of the file as UTF-8.
    ///
    /// # Errors
    /// A column that the file does not have, and any error of reading.
    pub fn push(&mut self, text: &[u8]) -> Result<()> {
        self.reader.push(text)
    }

    /// The result for each condition other than k-anonymity. A condition that cannot be checked says why, and the
    /// others are still checked.
    ///
    /// Time in rows × conditions × quasi-identifiers, except for t-closeness.
    ///
    /// # Errors
    /// See [`push`](Self::push).
    pub fn finish(self) -> Result<Vec<CheckedCondition>> {
        let Self { asked, recipe, missing, missing_people, reader, population } = self;
        let table = reader.finish()?;
        let blanks = MissingCodes::everywhere(&asked.blank_values);
        let qis = &asked.quasi_identifiers;
        let kept = asked.are_blanks_kept;
        let classes = classes_of_finished(&table, qis, asked.blank, &blanks, kept)?;
        let conditions = recipe.protect.iter();
        let beside_k = conditions.filter(|condition| !matches!(condition, Condition::KAnonymity(_)));
        let check = |condition: &Condition| {
            let own = Recipe { protect: vec![condition.clone()], ..recipe.clone() };
            let finished = |people| {
                let classes = classes.as_deref().unwrap_or_default();
                judge(&own, &missing, &table, qis, classes, people).map_err(in_words)
            };
            let counts_people = own.asks_for_people();
            let told = match (&classes, &table.people, &population) {
                (None, ..) => Err(
                    "rows have blanks in different columns, so that records are in no classes"
                        .to_owned(),
                ),
                (Some(_), Some(weights), _) if counts_people => {
                    finished(Some(PlainPeople::weighed(weights)))
                }
                (Some(_), None, None) if counts_people => Err(
                    "this file does not show which people share the values of a class. Give the table of the population as well"
                        .to_owned(),
                ),
                (Some(classes), None, Some(population)) if counts_people => {
                    let people = people_of_rows(&recipe, &missing_people, (&table, classes), qis, population);
                    (people.map_err(in_words).and_then(|told| told))
                        .and_then(|shared| judge_by_people(condition, shared, &table, finished))
                }
                (Some(_), ..) => finished(None),
            };
            told.map_or_else(
                |reason| not_checked(condition, reason),
                |checked| with_note(condition, asked.are_removed, checked),
            )
        };
        Ok(beside_k.map(check).collect())
    }
}

/// The recipe that states the same conditions.
fn recipe_of(asked: &AskedOfFinished, given: Option<&Recipe>) -> Result<Recipe> {
    let mut columns = Map::new();
    let with_settings = |name: &str, role: &str, keys: &[&str]| {
        let mut column = Map::from_iter([("role".to_owned(), json!(role))]);
        let own = given.and_then(|recipe| recipe.column(name));
        let read = own.map(|own| serde_json::to_value(own).unwrap_or_default());
        for key in keys {
            let setting = read.as_ref().and_then(|read| read.get(key));
            column.extend(setting.map(|setting| ((*key).to_owned(), setting.clone())));
        }
        Value::Object(column)
    };
    for name in &asked.quasi_identifiers {
        // Hierarchies are only needed to place people; the rows are generalized already.
        let keys: &[&str] = match asked.counts_people() {
            true => &["kind", "hierarchy", "missing"],
            false => &[],
        };
        columns.insert(name.clone(), with_settings(name, "quasi-identifier", keys));
    }
    for name in asked.protect.iter().filter_map(Condition::column) {
        if columns.contains_key(name) {
            continue;
        }
        let keys = ["kind", "domain", "hierarchy", "missing"];
        columns.insert(name.to_owned(), with_settings(name, "sensitive", &keys));
    }
    let of_recipe = || given.and_then(|recipe| recipe.risk.population.clone());
    let population = asked.population.clone().or_else(of_recipe);
    let risk = match (&asked.weight_column, population) {
        (Some(weights), _) => json!({ "weight_column": weights }),
        (None, Some(population)) => json!({ "population": population }),
        (None, None) => json!({}),
    };
    let counts = given.and_then(|recipe| recipe.frontier.as_ref());
    let frontier = counts.map(|settings| json!({"population_count": settings.population_count}));
    let recipe = json!({
        "kanon": Recipe::FORMAT,
        "columns": columns,
        "count_column": asked.count_column,
        "protect": asked.protect,
        "risk": risk,
        "frontier": frontier,
    });
    Recipe::parse(&recipe.to_string())
}

/// Checks the single condition of a recipe against the classes of a table.
fn judge(
    recipe: &Recipe,
    missing: &MissingCodes,
    table: &Table,
    qis: &[String],
    classes: &[Vec<usize>],
    people: Option<PlainPeople>,
) -> Result<CheckedCondition> {
    let columns = (recipe.conditioned())
        .map(|name| Sensitive::plain(recipe, missing, &table.columns[table.place(name)?]))
        .collect::<Result<_>>()?;
    let mut conditions = PlainConditions::new(&recipe.protect, columns, table);
    if let Some(people) = people {
        conditions = conditions.with_people(people);
    }
    let records = |rows: &[usize]| rows.iter().map(|&row| table.weight(row)).sum::<u64>();
    let worst = conditions.worst(classes);
    let all: Vec<&[usize]> = classes.iter().map(Vec::as_slice).collect();
    let mut failing: Vec<(f64, u64, usize)> = (classes.iter())
        .filter(|rows| !conditions.hold(rows))
        .map(|rows| {
            let figure = conditions.worst(slice::from_ref(rows));
            (figure[0].unwrap_or_default(), records(rows), rows[0])
        })
        .collect();
    // The worst figure is one of the two ends.
    let smallest = failing.iter().map(|(figure, ..)| *figure).min_by(f64::total_cmp);
    let smaller_is_worse = smallest.is_some() && worst[0] == smallest;
    sort_by(&mut failing, |one, other| {
        let order = one.0.total_cmp(&other.0);
        let order = if smaller_is_worse { order } else { order.reverse() };
        order.then(one.2.cmp(&other.2))
    });
    let places = (qis.iter()).map(|name| table.place(name)).collect::<Result<Vec<usize>>>()?;
    let cells = |row: usize| {
        let cells = places.iter().map(|&place| table.columns[place].value(row).to_owned());
        cells.collect()
    };
    let report = &ConditionReport::all(&recipe.protect, &worst)[0];
    Ok(CheckedCondition {
        asked: report.scope(),
        holds: Some(failing.is_empty() && conditions.admit(&all)),
        found: report.found_in_words(),
        classes: classes.len() as u64,
        failing: (failing.len() as u64, failing.iter().map(|(_, records, _)| records).sum()),
        columns: qis.to_vec(),
        worst: (failing.iter().take(WORST))
            .map(|&(figure, records, row)| (cells(row), records, in_digits(figure)))
            .collect(),
    })
}

/// Judges by the people who share the values of each row. A record whose values no person of the population has counts
/// as one person of its own, but the file does not show which records these are. So a condition holds if it holds
/// without any of them, and fails if it fails with all of them.
fn judge_by_people(
    condition: &Condition,
    shared: Vec<u64>,
    table: &Table,
    judge: impl Fn(Option<PlainPeople>) -> std::result::Result<CheckedCondition, String>,
) -> std::result::Result<CheckedCondition, String> {
    let nobody = vec![0; table.n_rows];
    let least = judge(Some(PlainPeople::counted(shared.clone(), nobody)))?;
    if least.holds == Some(true) {
        return Ok(least);
    }
    let all = (0..table.n_rows).map(|row| table.weight(row)).collect();
    let most = judge(Some(PlainPeople::counted(shared, all)))?;
    if most.holds == Some(false) {
        let found = format!("{}, if every record is a person outside the population", most.found);
        return Ok(CheckedCondition { found, ..most });
    }
    let too_few = match condition.is_of_release() {
        true => String::new(),
        false => format!(", in {} of {} classes too few", least.failing.0, least.classes),
    };
    Err(format!(
        "{} by the population alone{too_few}; only the original shows which records are people outside the population. Give report, recipe, original and population together",
        least.found
    ))
}

fn in_words(error: Error) -> String {
    format!("{error}. {}", error.advice())
}

/// Adds a note on the distribution of the whole table if records were removed.
fn with_note(condition: &Condition, are_removed: bool, checked: CheckedCondition) -> CheckedCondition {
    if !are_removed || !condition.knows_the_table() {
        return checked;
    }
    CheckedCondition {
        found: format!("{}; the whole table is this file, without the records that were removed", checked.found),
        ..checked
    }
}

fn not_checked(condition: &Condition, reason: String) -> CheckedCondition {
    let report = &ConditionReport::all(slice::from_ref(condition), &[None])[0];
    CheckedCondition {
        asked: report.scope(),
        holds: None,
        found: reason,
        classes: 0,
        failing: (0, 0),
        columns: Vec::new(),
        worst: Vec::new(),
    }
}

/// A figure for reading: a whole number, or four decimals.
fn in_digits(figure: f64) -> String {
    if figure.is_infinite() {
        "∞".to_owned()
    } else if figure.fract() == 0.0 {
        format!("{figure}")
    } else {
        format!("{figure:.4}")
    }
}
