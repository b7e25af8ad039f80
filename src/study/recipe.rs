//! The recipe: all settings of a study, and no data.

use super::digest::Digest;
use super::frontier::FrontierSettings;
use super::strict::Shape;
use crate::data::{Dialect, Reading, Role};
use crate::error::{RecipeError, Result};
use crate::hierarchy::{HierarchySpec, parse_rows};
use crate::lattice::Level;
use crate::loss::{Aggregate, MeasureName};
use crate::partition::DomainSpec;
use crate::release::SuppressedRecords;
use crate::search::Algorithm;
use crate::study::uniques::UniquesSettings;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The most that a cell may weigh.
const MOST_CELL_WEIGHT: f64 = 1e9;

/// All settings of a study, and no data. As JSON it is the file `*.kanon.json` that the page saves and the command line
/// runs; everything but `kanon` and `columns` has a default.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The version of the format: [`Recipe::FORMAT`].
    pub kanon: u64,
    /// How the file is written; sniffed from the file where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// The columns by name. Those that are not named are insensitive.
    pub columns: IndexMap<String, ColumnSettings>,
    /// Groups of quasi-identifiers that share one level.
    #[serde(default)]
    pub linked: Vec<Vec<String>>,
    /// The column that says how many records a row stands for, in a table that comes already grouped.
    #[serde(default)]
    pub count_column: Option<String>,
    /// How safe the release must be.
    #[serde(default)]
    pub privacy: Privacy,
    /// What makes one safe release better than another.
    #[serde(default)]
    pub loss: Loss,
    /// How the best one is found.
    #[serde(default)]
    pub search: SearchSettings,
    /// Which combinations are unsafe, and which cells are suppressed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub uniques: UniquesSettings,
    /// How the frontier of risk and loss is searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frontier: Option<FrontierSettings>,
    /// How the release is written.
    #[serde(default, skip_serializing_if = "is_default")]
    pub release: ReleaseSettings,
}

/// How the release is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ReleaseSettings {
    /// The seed of the order in which the rows are written; without one they keep the order of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shuffle: Option<u64>,
    /// What becomes of the suppressed records.
    #[serde(skip_serializing_if = "is_default")]
    pub suppressed: SuppressedRecords,
}

/// One column's settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColumnSettings {
    /// What the column is to an attacker.
    pub role: Role,
    /// What its values are, and how they are written; without it they are read as all of them allow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Reading>,
    /// A quasi-identifier's hierarchy; without one, each value is itself or `*`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hierarchy: Option<HierarchySpec>,
    /// A quasi-identifier's ordered domain for the frontier; without one, the values in their natural order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<DomainSpec>,
    /// A quasi-identifier's weight in the loss: 0, or from [`Recipe::LEAST_WEIGHT`] to [`Recipe::MOST_WEIGHT`].
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub weight: f64,
    /// The lowest level that the policy may take.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub min_level: Level,
    /// The highest level that the policy may take; the hierarchy's highest where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_level: Option<Level>,
}

/// How safe the release must be.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Privacy {
    /// Every record that is kept shares its quasi-identifiers with at least `k` − 1 others.
    pub k: u64,
    /// The share of the records that may be suppressed, 0 to 1.
    pub suppression_limit: f64,
}

/// What makes one safe release better than another.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Loss {
    /// The measure of information loss.
    pub measure: MeasureName,
    /// How the losses of the quasi-identifiers become one.
    pub aggregate: Aggregate,
}

/// How the best policy is found.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SearchSettings {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The seed of everything drawn at random; [`USUAL_SEED`](Self::USUAL_SEED) where it is not given.
    pub seed: Option<u64>,
    /// When to stop with the best policy so far.
    pub budget: Budget,
}

/// When a search stops with the best policy so far.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Budget {
    /// After this many seconds.
    pub seconds: Option<f64>,
    /// After this many policies checked.
    pub checks: Option<u64>,
}

impl SearchSettings {
    /// The seed where none is given, so that the same recipe always gives the same report.
    pub const USUAL_SEED: u64 = 0;

    /// The seed that counts.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(Self::USUAL_SEED)
    }
}

impl Default for Privacy {
    fn default() -> Self {
        Self {
            k: 5,
            suppression_limit: 0.05,
        }
    }
}

impl Recipe {
    /// The version of the format that this program reads and writes.
    pub const FORMAT: u64 = 1;

    /// The least weight of a quasi-identifier above 0. Between this and [`MOST_WEIGHT`](Self::MOST_WEIGHT) no loss
    /// overflows, and beside the greatest weight the least keeps four digits of a double.
    pub const LEAST_WEIGHT: f64 = 1e-6;

    /// The greatest weight of a quasi-identifier.
    pub const MOST_WEIGHT: f64 = 1e6;

    /// Reads a recipe.
    ///
    /// # Errors
    /// Text that is not JSON, unknown keys and values (named together with the allowed ones and the line), a key that is
    /// there twice, a list of values where settings have names, and settings outside of their range.
    pub fn parse(json: &str) -> Result<Self> {
        let json = json.strip_prefix('\u{feff}').unwrap_or(json);
        let shape: Shape = serde_json::from_str(json).map_err(|error| syntax(&error))?;
        let recipe: Self = serde_json::from_str(json).map_err(|error| syntax(&error))?;
        let written = serde_json::from_str(&recipe.to_json()).map_err(|error| syntax(&error))?;
        if let Some(path) = shape.unnamed(&written) {
            let key = if path.is_empty() {
                "the recipe".to_owned()
            } else {
                path
            };
            let problem = "a list of values does not say which setting is which";
            return setting(key, problem, "Write an object: {\"name\": value, …}.")
                .map(|()| recipe);
        }
        recipe.check()?;
        Ok(recipe)
    }

    /// Replaces the hierarchy files that the recipe names by their rows, so that it stands for itself. `read` gives a file's
    /// text, or says why it cannot.
    ///
    /// # Errors
    /// A file that cannot be read, and whatever is wrong with its rows.
    pub fn resolve_files(
        &mut self,
        read: &mut dyn FnMut(&str) -> std::result::Result<String, String>,
    ) -> Result<()> {
        for (name, column) in &mut self.columns {
            if let Some(HierarchySpec::File(file)) = &column.hierarchy {
                let text = read(file).map_err(|problem| {
                    let kind = RecipeError::HierarchyFile {
                        file: file.clone(),
                        problem,
                    };
                    crate::Error::new(kind).in_column(name)
                })?;
                column.hierarchy = Some(HierarchySpec::Rows(parse_rows(&text, file)?));
            }
        }
        Ok(())
    }

    /// The recipe as JSON, indented, with every default written out.
    pub fn to_json(&self) -> String {
        // A recipe has string keys and finite numbers only, so that this cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// SHA-256 of all settings but the seed, with every default written out, so that the form of the file does not matter.
    pub fn sha256(&self) -> String {
        let mut recipe = self.clone();
        recipe.search.seed = None;
        let mut digest = Digest::new();
        digest.push(recipe.to_json().as_bytes());
        digest.finish()
    }

    /// The settings of a column.
    pub fn column(&self, name: &str) -> Option<&ColumnSettings> {
        self.columns.get(name)
    }

    /// The role of a column.
    pub fn role(&self, name: &str) -> Role {
        self.column(name)
            .map_or(Role::Insensitive, |column| column.role)
    }

    /// The names of the columns with a role, in the order of the recipe.
    pub fn with_role(&self, role: Role) -> impl Iterator<Item = &str> {
        self.columns
            .iter()
            .filter(move |(_, column)| column.role == role)
            .map(|(name, _)| name.as_str())
    }

    /// Records that may be suppressed of `records`: ⌊limit · n⌋, where the limit is taken as the decimal fraction that it
    /// was written as (0.29 of 100 records are 29, although 0.29 × 100 is a hair less in binary).
    pub fn suppression_limit(&self, records: u64) -> u64 {
        let exact = self.privacy.suppression_limit * records as f64;
        let nearest = exact.round();
        let limit = if (exact - nearest).abs() <= nearest * 1e-12 {
            nearest
        } else {
            exact.floor()
        };
        limit as u64
    }

    /// Checks settings that were changed after the recipe was read.
    ///
    /// # Errors
    /// The first setting that is not allowed.
    pub fn check(&self) -> Result<()> {
        if self.kanon != Self::FORMAT {
            return Err(RecipeError::Version {
                given: self.kanon,
                expected: Self::FORMAT,
            }
            .into());
        }
        if let Some(dialect) = &self.dialect
            && dialect.quote == Some(dialect.delimiter)
        {
            let problem = "delimiter and quote are the same character";
            return setting(
                "dialect",
                problem,
                "Choose another quote, or null for none.",
            );
        }
        self.check_columns()?;
        self.check_linked()?;
        self.check_uniques()?;
        let Privacy {
            k,
            suppression_limit,
        } = self.privacy;
        if k == 0 {
            return setting(
                "privacy.k",
                "0 is not allowed",
                "Choose 2 or more; 1 asks for nothing.",
            );
        }
        if !(0.0..=1.0).contains(&suppression_limit) {
            let problem = format!("{suppression_limit} is not between 0 and 1");
            return setting(
                "privacy.suppression_limit",
                problem,
                "Give the share as a fraction: 0.05 is 5 %.",
            );
        }
        if self.loss.aggregate != Aggregate::default() && !self.loss.measure.is_aggregated() {
            let problem = "this measure is not one loss for each quasi-identifier";
            let advice = "Leave the aggregate out, or choose iyengar, precision, precision-cells or distortion.";
            return setting("loss.aggregate", problem, advice);
        }
        if let Some(frontier) = &self.frontier {
            if frontier.policies == 0 {
                return setting(
                    "frontier.policies",
                    "0 leaves nothing to look at",
                    "Give more than 0.",
                );
            }
            if !(0.0..=1.0).contains(&frontier.threshold) {
                let problem = format!("{} is not between 0 and 1", frontier.threshold);
                return setting(
                    "frontier.threshold",
                    problem,
                    "Give a share, for example 0.3.",
                );
            }
        }
        self.check_budget()
    }

    fn check_budget(&self) -> Result<()> {
        let Budget { seconds, checks } = self.search.budget;
        let advice = "Give more than 0, or null for no budget.";
        if let Some(seconds) = seconds.filter(|seconds| seconds.is_nan() || *seconds <= 0.0) {
            let problem = format!("{seconds} s leave no time to search");
            return setting("search.budget.seconds", problem, advice);
        }
        if checks == Some(0) {
            let problem = "0 leaves no policy to look at";
            return setting("search.budget.checks", problem, advice);
        }
        Ok(())
    }

    fn check_columns(&self) -> Result<()> {
        let mut heaviest = 0.0;
        for (name, column) in &self.columns {
            let key = |key: &str| format!("columns.{name}.{key}");
            let (least, most) = (Self::LEAST_WEIGHT, Self::MOST_WEIGHT);
            if column.weight != 0.0 && !(least..=most).contains(&column.weight) {
                let problem = format!("{:?} is not a weight", column.weight);
                let advice = format!("Choose 0, or a number from {least} to {most}.");
                return setting(key("weight"), problem, advice);
            }
            if !Reading::number_format(column.kind.as_ref()).is_clear() {
                let problem = "one sign stands before the fraction and between thousands";
                return setting(key("kind"), problem, "Choose two signs.");
            }
            if column.role == Role::QuasiIdentifier {
                heaviest = f64::max(heaviest, column.weight);
            }
            if let Some(max) = column.max_level.filter(|max| *max < column.min_level) {
                let problem = format!("{max} is below the minimum level {}", column.min_level);
                return setting(
                    key("max_level"),
                    problem,
                    "Raise it, or lower the minimum level.",
                );
            }
        }
        if heaviest == 0.0 && self.with_role(Role::QuasiIdentifier).next().is_some() {
            return setting(
                "columns",
                "all quasi-identifiers have weight 0",
                "Give one of them a weight above 0.",
            );
        }
        if let Some(name) = &self.count_column
            && self.role(name) == Role::QuasiIdentifier
        {
            let problem = format!("`{name}` is a quasi-identifier as well");
            return setting("count_column", problem, "Give the column another role.");
        }
        if let Some(name) = &self.count_column
            && self.role(name) == Role::Identifier
        {
            let problem = format!(
                "`{name}` is an identifier as well: the release would leave it out, and not show how many records a row stands for"
            );
            return setting(
                "count_column",
                problem,
                "Give the column the role `insensitive`.",
            );
        }
        Ok(())
    }

    fn check_uniques(&self) -> Result<()> {
        let UniquesSettings {
            k,
            max_size,
            weights,
            ..
        } = &self.uniques;
        if *k < 2 {
            let problem = format!("{k} makes nothing unsafe");
            return setting("uniques.k", problem, "Choose 2 or more.");
        }
        if *max_size == Some(0) {
            let advice = "Choose 1 or more, or null for all sizes.";
            return setting("uniques.max_size", "0 leaves no combination", advice);
        }
        match weights
            .iter()
            .find(|(_, weight)| !(**weight > 0.0 && **weight <= MOST_CELL_WEIGHT))
        {
            Some((name, weight)) => {
                let problem = if *weight > MOST_CELL_WEIGHT {
                    format!("{weight:e} is above {MOST_CELL_WEIGHT}")
                } else {
                    format!("{weight:?} is not above 0")
                };
                setting(
                    format!("uniques.weights.{name}"),
                    problem,
                    format!("Choose a weight above 0, up to {MOST_CELL_WEIGHT}."),
                )
            }
            None => Ok(()),
        }
    }

    fn check_linked(&self) -> Result<()> {
        for name in self.linked.iter().flatten() {
            if self.role(name) != Role::QuasiIdentifier {
                let problem = format!("`{name}` is not a quasi-identifier");
                return setting("linked", problem, "Link quasi-identifiers only.");
            }
        }
        if self.linked.iter().any(|group| group.len() < 2) {
            return setting(
                "linked",
                "a group has fewer than two members",
                "Name two or more columns, or leave it out.",
            );
        }
        Ok(())
    }
}

fn syntax(error: &serde_json::Error) -> RecipeError {
    let problem = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    RecipeError::Syntax {
        line: error.line(),
        problem: problem.strip_suffix(&place).unwrap_or(&problem).to_owned(),
    }
}

fn setting(
    key: impl Into<String>,
    problem: impl Into<String>,
    advice: impl Into<String>,
) -> Result<()> {
    Err(RecipeError::Setting {
        key: key.into(),
        problem: problem.into(),
        advice: advice.into(),
    }
    .into())
}

fn is_default<T: Default + PartialEq>(settings: &T) -> bool {
    *settings == T::default()
}

fn one() -> f64 {
    1.0
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes by reference"
)]
fn is_one(weight: &f64) -> bool {
    *weight == 1.0
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes by reference"
)]
fn is_zero(level: &Level) -> bool {
    *level == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    fn parse(json: &str) -> Result<Recipe> {
        Recipe::parse(json)
    }

    #[test]
    fn everything_but_the_version_and_the_columns_has_a_default() {
        let recipe =
            parse(r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier"}}}"#).unwrap();
        assert_eq!(
            recipe.privacy,
            Privacy {
                k: 5,
                suppression_limit: 0.05
            }
        );
        assert_eq!(
            recipe.loss,
            Loss {
                measure: MeasureName::Iyengar,
                aggregate: Aggregate::ArithmeticMean
            }
        );
        assert_eq!(recipe.role("sex"), Role::Insensitive);
        assert_eq!(parse(&recipe.to_json()).unwrap(), recipe);
    }

    #[test]
    fn unknown_keys_and_values_are_named_with_the_allowed_ones() {
        let message = |json| parse(json).unwrap_err().to_string();
        let key = message("{\"kanon\": 1, \"columns\": {},\n \"privcy\": {}}");
        assert!(
            key.contains("line 2") && key.contains("`privcy`") && key.contains("`privacy`"),
            "{key}"
        );
        let value = message(r#"{"kanon": 1, "columns": {}, "loss": {"measure": "dm"}}"#);
        assert!(
            value.contains("`dm`") && value.contains("`dm-star`") && value.contains("`aecs`"),
            "{value}"
        );
        let method = message(r#"{"kanon": 1, "columns": {}, "frontier": {"method": "greedy"}}"#);
        assert!(
            method.contains("`greedy`")
                && method.contains("`best`")
                && method.contains("`sublattice`"),
            "{method}"
        );
        let section = message(r#"{"kanon": 1, "columns": {}, "frontier": {"budget": 5}}"#);
        assert!(
            section.contains("`budget`") && section.contains("`policies`"),
            "{section}"
        );
        let domain = message(
            r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier", "domain": {"list": []}}}}"#,
        );
        assert!(
            domain.contains("`list`") && domain.contains("`range`"),
            "{domain}"
        );
        let role = message(r#"{"kanon": 1, "columns": {"age": {"role": "quasi"}}}"#);
        assert!(
            role.contains("`quasi`") && role.contains("`quasi-identifier`"),
            "{role}"
        );
    }

    #[test]
    fn settings_outside_of_their_range_are_refused_by_key() {
        for (settings, key) in [
            (r#""privacy": {"k": 0}"#, "privacy.k"),
            (r#""dialect": {"delimiter": ";", "quote": ";"}"#, "dialect"),
            (
                r#""privacy": {"suppression_limit": 5}"#,
                "privacy.suppression_limit",
            ),
            (r#""linked": [["a", "b"]]"#, "linked"),
            (r#""linked": [["a"]]"#, "linked"),
            (r#""count_column": "a""#, "count_column"),
            (
                r#""loss": {"measure": "entropy", "aggregate": "maximum"}"#,
                "loss.aggregate",
            ),
            (
                r#""search": {"budget": {"checks": 0}}"#,
                "search.budget.checks",
            ),
            (
                r#""search": {"budget": {"seconds": -1}}"#,
                "search.budget.seconds",
            ),
            (r#""frontier": {"policies": 0}"#, "frontier.policies"),
            (r#""frontier": {"threshold": 1.5}"#, "frontier.threshold"),
        ] {
            let json = format!(
                r#"{{"kanon": 1, "columns": {{"a": {{"role": "quasi-identifier"}}}}, {settings}}}"#
            );
            let error = parse(&json).unwrap_err();
            assert!(
                matches!(error.kind(), ErrorKind::Recipe(RecipeError::Setting { key: found, .. }) if found == key),
                "{json}: {error}"
            );
        }
        assert_eq!(
            parse(r#"{"kanon": 2, "columns": {}}"#).unwrap_err().code(),
            "recipe-version"
        );
    }

    #[test]
    fn the_limit_is_the_decimal_fraction_that_was_written() {
        let limit = |share: f64, records| {
            let mut recipe = parse(r#"{"kanon": 1, "columns": {}}"#).unwrap();
            recipe.privacy.suppression_limit = share;
            recipe.suppression_limit(records)
        };
        assert_eq!(limit(0.29, 100), 29);
        assert_eq!(limit(0.05, 30_162), 1_508);
        assert_eq!(limit(0.07, 100), 7);
        assert_eq!(limit(1.0, u64::from(u32::MAX)), u64::from(u32::MAX));
        assert_eq!(limit(0.0, 100), 0);
        assert_eq!(limit(0.999, 10), 9);
    }
}
