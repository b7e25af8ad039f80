//! The conditions beside k on a finished table.

use super::Verify;
use crate::console::{plural, say};
use crate::failure::Failure;
use crate::input::stream_for;
use crate::population::read_population;
use crate::recipe_file::beside;
use kanon::audit::{AskedOfFinished, CheckedCondition, FinishedConditions};
use kanon::data::Dialect;
use kanon::privacy::Condition;
use kanon::recipe::{Digest, Recipe};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Conditions given as an argument.
#[derive(Debug, Clone)]
pub(super) struct Conditions(pub(super) Vec<Condition>);

impl Conditions {
    /// Reads one condition, or a list of them.
    pub(super) fn parse(json: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let list = match value {
            Value::Array(conditions) => conditions,
            condition => vec![condition],
        };
        let read = |condition| serde_json::from_value(condition).map_err(|error| error.to_string());
        Ok(Self(list.into_iter().map(read).collect::<Result<_, _>>()?))
    }

    /// The greatest k of its k-anonymities.
    fn k(&self) -> Option<u64> {
        let k = self.0.iter().filter_map(|condition| match condition {
            Condition::KAnonymity(least) => Some(least.k()),
            _ => None,
        });
        k.max()
    }
}

impl Verify {
    /// The k that the command names. If it names conditions, they are the only source.
    pub(super) fn own_k(&self) -> Option<u64> {
        let of_conditions = |conditions: &Conditions| conditions.k().unwrap_or(1);
        self.k.or_else(|| self.protect.as_ref().map(of_conditions))
    }

    /// Checks that k is named once, and that a condition that counts people says how.
    pub(super) fn check_conditions(&self) -> Result<(), Failure> {
        let Some(conditions) = &self.protect else {
            return Ok(());
        };
        if self.k.is_some() && conditions.k().is_some() {
            return Err(Failure::input(
                "--protect has a k-anonymity condition, and --k gives a k as well. Leave one of them out.",
            ));
        }
        let is_told = self.weight_column.is_some() || self.population.is_some();
        let counting = conditions.0.iter().find(|own| own.counts_people());
        if let Some(condition) = counting.filter(|_| !is_told) {
            return Err(Failure::input(format!(
                "--protect has a {}, which counts people. Name the column with the people of a row with --weight-column, or the table of the population with --population.",
                condition.name()
            )));
        }
        match &self.weight_column {
            Some(name) if self.qi.concat().contains(name) => Err(Failure::input(format!(
                "--weight-column: `{name}` is a quasi-identifier as well. Name the column with the people of a row."
            ))),
            _ => Ok(()),
        }
    }

    /// The population table whose people are counted: the command's, or else the recipe's if that file exists.
    pub(super) fn people_file(&self, recipe: Option<&Recipe>) -> Option<PathBuf> {
        let beside_recipe = || {
            let path = beside(self.recipe.as_deref()?, recipe?.risk.population.as_ref()?);
            path.is_file().then_some(path)
        };
        self.population.clone().or_else(beside_recipe)
    }
}

/// Reads a file with the digest `sha256` and checks its conditions beside k, with a recipe and a population if they are
/// at hand.
pub(super) fn check(
    path: &Path,
    dialect: &Dialect,
    asked: AskedOfFinished,
    (recipe, people): (Option<&Recipe>, Option<PathBuf>),
    sha256: &str,
) -> Result<Vec<CheckedCondition>, Failure> {
    let is_beside_k = |condition: &Condition| !matches!(condition, Condition::KAnonymity(_));
    if !asked.protect.iter().any(is_beside_k) {
        return Ok(Vec::new());
    }
    let in_release = |error| Failure::in_file(path, error);
    let counts_people = asked.counts_people();
    let people = people.filter(|_| counts_people);
    let population = people.as_ref().map(|path| path.display().to_string());
    let asked = AskedOfFinished { population, ..asked };
    let mut check = FinishedConditions::new(asked, recipe, dialect)?;
    if let Some(path) = people {
        check.set_population(Arc::new(read_population(&path, check.recipe())?));
    }
    let mut digest = Digest::new();
    let mut wrong = Ok(());
    stream_for("checking conditions", path, &dialect.encoding, &mut |raw, text| {
        digest.push(raw);
        if wrong.is_ok() {
            wrong = check.push(text);
        }
        Ok(())
    })?;
    if digest.finish() != sha256 {
        return Err(Failure::changed(path));
    }
    wrong.and_then(|()| check.finish()).map_err(in_release)
}

/// Prints whether each condition holds. Fails if one does not, and otherwise if one could not be checked: nobody may
/// take that for a condition that holds.
pub(super) fn conclude(conditions: &[CheckedCondition]) -> Result<(), Failure> {
    for condition in conditions {
        let CheckedCondition { asked, holds, found, classes, failing: (failing, records), worst, .. } = condition;
        let verdict = match holds {
            Some(true) => "holds",
            Some(false) => "FAILS",
            None => "not checked",
        };
        say!("{verdict}: {asked}: {found}");
        if *failing > 0 {
            say!(
                "  in {failing} of {} with {}, for example:",
                plural(*classes, "class", "classes"),
                plural(*records, "record", "records")
            );
        }
        for (cells, records, figure) in worst {
            say!("  {records} × {}: {figure}", cells.join(" · "));
        }
    }
    let open = conditions.iter().filter(|condition| condition.holds.is_none()).count() as u64;
    match conditions.iter().any(|condition| condition.holds == Some(false)) {
        true => Err(Failure::no("verification failed")),
        false if open > 0 => Err(Failure::not_checked(format!(
            "{} could not be checked, so this is no pass. Give what its line asks for, or leave it out.",
            plural(open, "condition", "conditions")
        ))),
        false => Ok(()),
    }
}
