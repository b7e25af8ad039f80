//! The conditions of a finished table, from its text alone, by the code that checks releases.

use super::recipe::Recipe;
use super::report::ConditionReport;
use super::sensitive::Sensitive;
use crate::data::{Dialect, MissingCodes, Table, TableReader};
use crate::error::Result;
use crate::privacy::Condition;
use crate::release::review::{Blank, classes_of_finished};
use crate::release::{PlainConditions, PlainPeople, SUPPRESSED};
use crate::sorting::sort_by;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::slice;

/// The worst classes that are listed of each condition.
const WORST: usize = 10;

/// What is asked of a finished table beside k.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AskedOfFinished {
    /// The conditions, as a recipe has them. A k-anonymity among them is left to the review of the classes' sizes.
    pub protect: Vec<Condition>,
    /// The columns whose values make the classes.
    pub quasi_identifiers: Vec<String>,
    /// The column that says how many records a row stands for.
    pub count_column: Option<String>,
    /// The column that says how many people a row stands for.
    pub weight_column: Option<String>,
    /// What a blank cell is taken for.
    pub blank: Blank,
    /// The values that are blank as `*` is.
    pub blank_values: Vec<String>,
    /// Whether records whose quasi-identifiers are all blank are a class as any other: they are no suppressed ones.
    pub are_blanks_kept: bool,
    /// Whether somebody says that suppressed records are removed.
    pub are_removed: bool,
}

/// What a finished table has of a condition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckedCondition {
    /// What was asked, in words.
    pub asked: String,
    /// Whether it holds; `None` where it could not be checked.
    pub holds: Option<bool>,
    /// What the table has, in words, or why it could not be checked.
    pub found: String,
    /// Classes that were looked at.
    pub classes: u64,
    /// Those of them that may not be released, and their records; of a condition on the whole release, 0.
    pub failing: (u64, u64),
    /// The quasi-identifiers, as the cells of `worst` are.
    pub columns: Vec<String>,
    /// The worst of the failing classes: their cells, their records, and the figure by which they are judged.
    pub worst: Vec<(Vec<String>, u64, String)>,
}

/// Reads a finished table for its conditions.
#[derive(Debug)]
pub struct FinishedConditions {
    asked: AskedOfFinished,
    recipe: Recipe,
    missing: MissingCodes,
    reader: TableReader,
}

impl FinishedConditions {
    /// A check at the beginning of the file. Of the recipe, where there is one, it takes how the values of sensitive
    /// columns are read, ordered and grouped, which of them are missing, and that people are counted in a population.
    ///
    /// # Errors
    /// A condition that cannot be meant, or is on a column that is a quasi-identifier or counts records.
    pub fn new(asked: AskedOfFinished, recipe: Option<&Recipe>, dialect: &Dialect) -> Result<Self> {
        let recipe = recipe_of(&asked, recipe)?;
        let mut missing = recipe.missing(dialect);
        missing.add(SUPPRESSED);
        asked.blank_values.iter().for_each(|code| missing.add(code));
        let mut columns = asked.quasi_identifiers.clone();
        columns.extend(recipe.conditioned().map(str::to_owned));
        let weights = recipe.risk.weight_column.clone();
        let reader = TableReader::new(dialect, &columns)
            .with_count_column(asked.count_column.clone())
            .with_weight_column(weights.filter(|_| recipe.asks_for_people()));
        Ok(Self {
            asked,
            recipe,
            missing,
            reader,
        })
    }

    /// Reads a chunk of the file as UTF-8.
    ///
    /// # Errors
    /// A column that the file does not have, and whatever reading can fail with.
    pub fn push(&mut self, text: &[u8]) -> Result<()> {
        self.reader.push(text)
    }

    /// What the table has of each condition but k-anonymity. One that cannot be checked says why, and the others are.
    ///
    /// Time in rows × conditions × quasi-identifiers, but for t-closeness.
    ///
    /// # Errors
    /// As for [`push`](Self::push).
    pub fn finish(self) -> Result<Vec<CheckedCondition>> {
        let Self {
            asked,
            recipe,
            missing,
            reader,
        } = self;
        let table = reader.finish()?;
        let blanks = MissingCodes::everywhere(&asked.blank_values);
        let qis = &asked.quasi_identifiers;
        let kept = asked.are_blanks_kept;
        let classes = classes_of_finished(&table, qis, asked.blank, &blanks, kept)?;
        let conditions = recipe.protect.iter();
        let beside_k =
            conditions.filter(|condition| !matches!(condition, Condition::KAnonymity(_)));
        let check = |condition: &Condition| {
            let own = Recipe {
                protect: vec![condition.clone()],
                ..recipe.clone()
            };
            let told = match (&classes, &recipe.risk.population) {
                (None, _) => Err(
                    "rows have blanks in different columns, so that records are in no classes"
                        .to_owned(),
                ),
                (Some(_), Some(_)) if own.asks_for_people() => Err(
                    "who of the population shares the values of a class cannot be known without the original and the recipe"
                        .to_owned(),
                ),
                (Some(classes), _) => {
                    let judged = judge(&own, &missing, &table, qis, classes);
                    judged.map_err(|error| format!("{error}. {}", error.advice()))
                }
            };
            told.map_or_else(
                |reason| not_checked(condition, reason),
                |checked| with_note(condition, asked.are_removed, checked),
            )
        };
        Ok(beside_k.map(check).collect())
    }
}

/// The recipe that says the same of a table.
fn recipe_of(asked: &AskedOfFinished, given: Option<&Recipe>) -> Result<Recipe> {
    let mut columns = Map::new();
    for name in &asked.quasi_identifiers {
        columns.insert(name.clone(), json!({ "role": "quasi-identifier" }));
    }
    for name in asked.protect.iter().filter_map(Condition::column) {
        if columns.contains_key(name) {
            continue;
        }
        let mut column = Map::from_iter([("role".to_owned(), json!("sensitive"))]);
        if let Some(own) = given.and_then(|recipe| recipe.column(name)) {
            let read = serde_json::to_value(own).unwrap_or_default();
            for key in ["kind", "domain", "hierarchy", "missing"] {
                column.extend(
                    read.get(key)
                        .map(|setting| (key.to_owned(), setting.clone())),
                );
            }
        }
        columns.insert(name.to_owned(), Value::Object(column));
    }
    let population = given.and_then(|recipe| recipe.risk.population.clone());
    let risk = match (&asked.weight_column, population) {
        (Some(weights), _) => json!({ "weight_column": weights }),
        (None, Some(population)) => json!({ "population": population }),
        (None, None) => json!({}),
    };
    let recipe = json!({
        "kanon": Recipe::FORMAT,
        "columns": columns,
        "count_column": asked.count_column,
        "protect": asked.protect,
        "risk": risk,
    });
    Recipe::parse(&recipe.to_string())
}

/// Holds the one condition of a recipe against the classes of a table.
fn judge(
    recipe: &Recipe,
    missing: &MissingCodes,
    table: &Table,
    qis: &[String],
    classes: &[Vec<usize>],
) -> Result<CheckedCondition> {
    let columns = (recipe.conditioned())
        .map(|name| Sensitive::plain(recipe, missing, &table.columns[table.place(name)?]))
        .collect::<Result<_>>()?;
    let mut conditions = PlainConditions::new(&recipe.protect, columns, table);
    if let Some(weights) = &table.people {
        conditions = conditions.among(PlainPeople::weighed(weights));
    }
    let records = |rows: &[usize]| rows.iter().map(|&row| table.weight(row)).sum::<u64>();
    let worst = conditions.worst(classes);
    let all: u64 = classes.iter().map(|rows| records(rows)).sum();
    let mut failing: Vec<(f64, u64, usize)> = (classes.iter())
        .filter(|rows| !conditions.hold(rows))
        .map(|rows| {
            let figure = conditions.worst(slice::from_ref(rows));
            (figure[0].unwrap_or_default(), records(rows), rows[0])
        })
        .collect();
    // The worst figure is one of the two ends.
    let smallest = failing
        .iter()
        .map(|(figure, ..)| *figure)
        .min_by(f64::total_cmp);
    let smaller_is_worse = smallest.is_some() && worst[0] == smallest;
    sort_by(&mut failing, |one, other| {
        let order = one.0.total_cmp(&other.0);
        let order = if smaller_is_worse {
            order
        } else {
            order.reverse()
        };
        order.then(one.2.cmp(&other.2))
    });
    let places = (qis.iter())
        .map(|name| table.place(name))
        .collect::<Result<Vec<usize>>>()?;
    let cells = |row: usize| {
        let cells = places
            .iter()
            .map(|&place| table.columns[place].value(row).to_owned());
        cells.collect()
    };
    let report = &ConditionReport::all(&recipe.protect, &worst)[0];
    Ok(CheckedCondition {
        asked: report.scope(),
        holds: Some(failing.is_empty() && conditions.admit(classes.len() as u64, all)),
        found: report.found_in_words(),
        classes: classes.len() as u64,
        failing: (
            failing.len() as u64,
            failing.iter().map(|(_, records, _)| records).sum(),
        ),
        columns: qis.to_vec(),
        worst: (failing.iter().take(WORST))
            .map(|&(figure, records, row)| (cells(row), records, in_digits(figure)))
            .collect(),
    })
}

/// Of what the distribution of the whole table is, where records were removed.
fn with_note(
    condition: &Condition,
    are_removed: bool,
    checked: CheckedCondition,
) -> CheckedCondition {
    if !are_removed || !condition.knows_the_table() {
        return checked;
    }
    CheckedCondition {
        found: format!(
            "{}; the whole table is this file, without the records that were removed",
            checked.found
        ),
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

/// A figure as it is read: a whole number, or four digits behind the point.
fn in_digits(figure: f64) -> String {
    if figure.is_infinite() {
        "∞".to_owned()
    } else if figure.fract() == 0.0 {
        format!("{figure}")
    } else {
        format!("{figure:.4}")
    }
}
