//! Every algorithm on every case of `tests/suite/`.
//!
//! A case is data alone: the text of a table, and the policy, its loss, the suppressed records and the classes that are
//! kept. `tests/README.md` says how to write one.

use crate::support::tuples::close;
use kanon::data::{Dialect, Role, TableReader};
use kanon::hierarchy::parse_hierarchy;
use kanon::loss::{Aggregate, MeasureName};
use kanon::recipe::{Budget, ColumnSettings, Loss, Privacy, Recipe, SearchSettings};
use kanon::run::{Outcome, Run};
use kanon::search::Algorithm;
use kanon::table::EncodedStudy;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// A table with its hierarchies, and questions to it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What the case is about.
    about: String,
    /// The table, as delimited text with a header.
    table: String,
    #[serde(default = "comma")]
    delimiter: char,
    /// Column → its hierarchy file's text. These columns are the quasi-identifiers.
    hierarchies: BTreeMap<String, String>,
    /// Column → its hierarchy file's text, or nothing. These columns are sensitive.
    #[serde(default)]
    sensitive: BTreeMap<String, String>,
    count_column: Option<String>,
    weight_column: Option<String>,
    /// Algorithm → why it does not claim to solve the case.
    #[serde(default)]
    excluded: BTreeMap<String, String>,
    question: Vec<Question>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    #[serde(default = "one")]
    k: u64,
    limit: f64,
    /// As in a recipe.
    #[serde(default)]
    protect: Vec<serde_json::Value>,
    #[serde(default)]
    measure: MeasureName,
    #[serde(default)]
    aggregate: Aggregate,
    #[serde(default)]
    weights: BTreeMap<String, f64>,
    /// Column → lowest and highest level.
    #[serde(default)]
    levels: BTreeMap<String, (u8, u8)>,
    #[serde(default)]
    linked: Vec<Vec<String>>,
    answer: Answer,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, untagged)]
enum Answer {
    Policy {
        /// Column → level.
        policy: BTreeMap<String, u8>,
        loss: f64,
        suppressed: u64,
        classes: usize,
    },
    Error {
        /// The error's code.
        error: String,
    },
}

fn one() -> u64 {
    1
}

fn comma() -> char {
    ','
}

impl Case {
    fn recipe(&self, question: &Question, algorithm: Algorithm) -> Recipe {
        let column = |role: Role, name: &String, text: &String| {
            let caps = question.levels.get(name);
            let hierarchy = (!text.is_empty()).then(|| parse_hierarchy(text, name).unwrap());
            let settings = ColumnSettings {
                domain: None,
                kind: None,
                role,
                release: None,
                hierarchy,
                weight: question.weights.get(name).copied().unwrap_or(1.0),
                min_level: caps.map_or(0, |caps| caps.0),
                max_level: caps.map(|caps| caps.1),
                missing: Vec::new(),
            };
            (name.clone(), settings)
        };
        let quasi_identifiers = self.hierarchies.iter();
        let sensitive = self.sensitive.iter();
        let recipe = Recipe {
            kanon: Recipe::FORMAT,
            dialect: None,
            columns: quasi_identifiers
                .map(|(name, text)| column(Role::QuasiIdentifier, name, text))
                .chain(sensitive.map(|(name, text)| column(Role::Sensitive, name, text)))
                .collect(),
            linked: question.linked.clone(),
            count_column: self.count_column.clone(),
            privacy: Privacy { k: question.k, suppression_limit: question.limit },
            loss: Loss { measure: question.measure, aggregate: question.aggregate },
            protect: (question.protect.iter())
                .map(|condition| serde_json::from_value(condition.clone()).unwrap())
                .collect(),
            frontier: None,
            chosen: None,
            release: kanon::recipe::ReleaseSettings::default(),
            risk: kanon::recipe::RiskSettings {
                weight_column: self.weight_column.clone(),
                ..kanon::recipe::RiskSettings::default()
            },
            uniques: kanon::recipe::UniquesSettings::default(),
            search: SearchSettings { algorithm, seed: Some(7), budget: Budget::default() },
        };
        // By way of its text, so that every setting is checked as a user's is. Conditions have the k of their own.
        let mut text: serde_json::Value = serde_json::from_str(&recipe.to_json()).unwrap();
        if !recipe.protect.is_empty() {
            text["privacy"].as_object_mut().unwrap().remove("k");
        }
        Recipe::parse(&text.to_string()).unwrap()
    }

    /// `None` where the algorithm does not search under the conditions of the recipe.
    fn run(&self, recipe: &Recipe) -> kanon::Result<Option<(BTreeMap<String, u8>, Outcome)>> {
        let dialect = Dialect { delimiter: self.delimiter as u8, ..Dialect::default() };
        let mut reader = TableReader::new(&dialect, &EncodedStudy::columns(recipe)?)
            .with_count_column(recipe.count_column.clone())
            .with_weight_column(self.weight_column.clone());
        reader.push(self.table.as_bytes())?;
        let prepared = EncodedStudy::new(recipe, &dialect, reader.finish()?)?;
        let problem = Arc::new(prepared.problem(recipe)?);
        if !recipe.search.algorithm.serves(&problem) {
            return Ok(None);
        }
        let mut run = Run::new(problem, &recipe.search)?;
        run.advance(f64::INFINITY, &mut || 0.0);
        let outcome = Outcome::of(&mut run)?;
        let levels = outcome.policy.levels().iter().copied();
        let policy = prepared.names().into_iter().zip(levels).collect();
        Ok(Some((policy, outcome)))
    }

    /// What is wrong with the answer of an algorithm, if anything is.
    fn breach(&self, question: &Question, algorithm: Algorithm) -> Option<String> {
        let recipe = self.recipe(question, algorithm);
        let found = self.run(&recipe).transpose()?;
        let holds = match (&question.answer, &found) {
            (Answer::Policy { policy, loss, suppressed, classes }, Ok((levels, outcome))) => {
                levels == policy
                    && close(outcome.loss, *loss)
                    && (outcome.suppressed_records, outcome.classes) == (*suppressed, *classes)
                    // A single policy is found without a search, and nothing is proven of it.
                    && outcome.optimal == (outcome.lattice_size > 1)
            }
            (Answer::Error { error }, Err(found)) => error == found.code(),
            _ => false,
        };
        (!holds).then(|| {
            let found = found.map(|(levels, outcome)| {
                let Outcome { loss, suppressed_records, classes, .. } = outcome;
                format!("policy {levels:?}, loss {loss}, suppressed {suppressed_records}, classes {classes}")
            });
            format!("{}: {question:?}\n  found {found:?}", algorithm.name())
        })
    }
}

/// Whether the loss never falls when a policy is generalized.
fn is_monotone(measure: MeasureName) -> bool {
    use MeasureName::{DmStar, Entropy, Height, Precision};
    matches!(measure, Precision | DmStar | Entropy | Height)
}

#[test]
fn every_algorithm_solves_every_case() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    let mut breaches = Vec::new();
    let (mut cases, mut questions) = (0, 0);
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let case: Case =
            toml::from_str(&fs::read_to_string(&path).unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!case.about.is_empty(), "{name} does not say what it is about");
        cases += 1;
        for (algorithm, reason) in &case.excluded {
            assert!(Algorithm::ALL.iter().any(|known| known.name() == algorithm), "{name}: {algorithm}");
            assert!(!reason.is_empty(), "{name}: {algorithm} is excluded without a reason");
        }
        for question in &case.question {
            // An algorithm answers for the cases that it claims to solve.
            let monotone = is_monotone(question.measure);
            let claims = |algorithm: &Algorithm| algorithm.is_optimal_for(monotone);
            for algorithm in Algorithm::ALL.into_iter().filter(claims) {
                if !case.excluded.contains_key(algorithm.name()) {
                    questions += 1;
                    breaches.extend(case.breach(question, algorithm).map(|breach| format!("{name}: {breach}")));
                }
            }
        }
    }
    assert!(breaches.is_empty(), "{} breaches:\n{}", breaches.len(), breaches.join("\n"));
    assert!(cases >= 10 && questions >= 40, "the cases were not found");
}
