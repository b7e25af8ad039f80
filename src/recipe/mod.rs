//! The recipe: all settings of a study, and no data.

mod best_known;
mod check;
mod chosen;
mod conditions;
mod defaults;
mod digest;
mod frontier;
mod frontier_axis;
mod meanings;
mod other;
mod proposed;
mod sections;
mod shuffle;
pub(crate) mod strict;
mod swept;
mod uniques;
mod without_effect;

pub use chosen::{BestKnown, Chosen, ChosenCells, ChosenPoint, ChosenPolicy, ChosenPopulation, ChosenReference};
pub use defaults::{Defaults, defaults};
pub use digest::Digest;
pub use frontier::{FrontierSettings, FrontierSpace, FullDomainRisk};
pub use proposed::{NamedMissing, Proposed, ProposedColumn, with_named};
pub use sections::{Budget, ColumnSettings, Loss, Privacy, ReleaseSettings, RiskSettings, SearchSettings};
pub use shuffle::Shuffle;
pub use swept::{Swept, SweptSetting, SweptThresholds};
pub use uniques::{ImpactSettings, Suppress, UniquesSettings};

pub(crate) use meanings::Meanings;
pub(crate) use swept::with_k;

use self::other::other_than_a_recipe;
use self::strict::Shape;
use crate::data::{Dialect, MissingCodes, Role};
use crate::error::{RecipeError, Result, shown};
use crate::hierarchy::{HierarchySpec, parse_hierarchy};
use crate::local::decimal;
use crate::privacy::Condition;
use crate::release::{Key, Treatment, Treatments};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The most characters of what is wrong with a recipe: an unknown key may be of any length.
const MOST_OF_MESSAGE: usize = 1_000;

/// Settings that are lists and that are omitted when they are empty.
const LISTS: [&str; 3] = ["missing", "not_identifying", "protect"];

/// All settings of a study, and no data. As JSON it is the file `*.kanon.json` that the page saves and the command line
/// runs. Everything except `kanon` and `columns` has a default.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The version of the format: [`Recipe::FORMAT`].
    pub kanon: u64,
    /// How the file is written; detected from the file if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// The columns by name. Columns that are not named are insensitive.
    pub columns: IndexMap<String, ColumnSettings>,
    /// Groups of quasi-identifiers that share one level.
    #[serde(default)]
    pub linked: Vec<Vec<String>>,
    /// The column with the number of records that a row represents, in a pre-aggregated table.
    #[serde(default)]
    pub count_column: Option<String>,
    /// How safe the release must be.
    #[serde(default)]
    pub privacy: Privacy,
    /// The conditions that the release must meet, all of them, together with the k of `privacy`. A list without
    /// k-anonymity, in a recipe that does not give that k, asks for none: it is then 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub protect: Vec<Condition>,
    /// How the risk of the release is reported.
    #[serde(default, skip_serializing_if = "is_default")]
    pub risk: RiskSettings,
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
    /// The policy of the release, if a person chose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Chosen>,
    /// How the release is written.
    #[serde(default, skip_serializing_if = "is_default")]
    pub release: ReleaseSettings,
}

impl Recipe {
    /// The version of the format that this program reads and writes.
    pub const FORMAT: u64 = 1;

    /// The least weight of a quasi-identifier above 0. Between this and [`MOST_WEIGHT`](Self::MOST_WEIGHT) no loss
    /// overflows, and beside the greatest weight the least one keeps four digits of a double.
    pub const LEAST_WEIGHT: f64 = 1e-6;

    /// The greatest weight of a quasi-identifier.
    pub const MOST_WEIGHT: f64 = 1e6;

    /// Reads a recipe.
    ///
    /// # Errors
    /// Text that is not JSON, unknown keys and values (the message names the allowed ones and the line), a duplicate
    /// key, a list where settings need names, and settings out of range.
    pub fn parse(json: &str) -> Result<Self> {
        let json = json.strip_prefix('\u{feff}').unwrap_or(json);
        if let Some(line) = line_with_nul(json) {
            let problem = "a text has the character U+0000 (\\u0000), which no table can hold".to_owned();
            return Err(RecipeError::Syntax { line, problem }.into());
        }
        if json.trim().is_empty() {
            let problem = "the file is empty".to_owned();
            return Err(RecipeError::Syntax { line: 1, problem }.into());
        }
        if let Some(other) = other_than_a_recipe(json) {
            return Err(other.into());
        }
        let shape: Shape = serde_json::from_str(json).map_err(|error| syntax(&error))?;
        let mut recipe: Self = serde_json::from_str(json).map_err(|error| not_a_setting(json, &error))?;
        recipe.settle_k(shape.has(&["privacy", "k"]))?;
        let written = serde_json::from_str(&recipe.to_json()).map_err(|error| syntax(&error))?;
        if let Some(path) = shape.unnamed(&written, &LISTS) {
            let key = if path.is_empty() { "the recipe".to_owned() } else { path };
            let problem = "a list of values does not name its settings";
            let advice = "Write an object: {\"name\": value, …}.";
            return Err(RecipeError::setting(key, problem, advice).into());
        }
        recipe.check()?;
        Ok(recipe)
    }

    /// Replaces the hierarchy files that the recipe names by their rows, so that it is self-contained. `read` returns a
    /// file's text, or says why it cannot.
    ///
    /// # Errors
    /// A file that cannot be read, and any fault in its rows.
    pub fn resolve_files(&mut self, read: &mut dyn FnMut(&str) -> std::result::Result<String, String>) -> Result<()> {
        for (name, column) in &mut self.columns {
            if let Some(HierarchySpec::File(file)) = &column.hierarchy {
                let text = read(file).map_err(|problem| {
                    let kind = RecipeError::HierarchyFile { file: file.clone(), problem };
                    crate::Error::new(kind).in_column(name)
                })?;
                column.hierarchy = Some(parse_hierarchy(&text, file)?);
            }
        }
        Ok(())
    }

    /// The recipe as JSON, indented, with every default written out.
    pub fn to_json(&self) -> String {
        // A recipe has string keys and finite numbers only, so this cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// SHA-256 of all settings except the seed, with every default written out, so that the layout of the file does not
    /// matter.
    pub fn sha256(&self) -> String {
        let mut recipe = self.clone();
        recipe.search.seed = None;
        let mut digest = Digest::new();
        digest.push(recipe.to_json().as_bytes());
        digest.finish()
    }

    /// A record is over the threshold if its risk exceeds this. By default it is 1 by the strictest number of records
    /// or people that the release must have.
    pub fn risk_threshold(&self) -> f64 {
        let people = self.protect.iter().filter_map(|condition| match condition {
            Condition::KMap(least) => Some(least.k()),
            _ => None,
        });
        let strictest = people.fold(self.privacy.k, u64::max).max(1);
        self.risk.threshold.unwrap_or(1.0 / strictest as f64)
    }

    /// The number of records below which a combination is unsafe: that of `uniques`, or else the k of the release.
    pub fn uniques_k(&self) -> u64 {
        self.uniques.k.unwrap_or_else(|| self.privacy.k.max(UniquesSettings::LEAST_K))
    }

    /// The risk of policies of levels on a frontier.
    pub fn full_domain_risk(&self) -> FullDomainRisk {
        self.frontier.as_ref().map(|settings| settings.risk).unwrap_or_default()
    }

    /// The file of the population of the risk, from whichever section names it.
    pub fn population(&self) -> Option<&str> {
        let of_point = self.chosen.as_ref().and_then(Chosen::population);
        let of_point = of_point.map(|population| &population.file);
        self.risk.population.as_ref().or(of_point).map(String::as_str)
    }

    /// The column of a population table with these columns that has the number of people of a row; `None` if a row is
    /// one person. The default name may be missing; a name that the recipe gives must exist.
    pub fn population_count(&self, names: &[String]) -> Option<String> {
        let usual = FrontierSettings::default().population_count;
        let settings = self.frontier.as_ref();
        let name = settings.map_or(&usual, |settings| &settings.population_count);
        (names.contains(name) || *name != usual).then(|| name.clone())
    }

    /// The problem of this recipe, combined with the settings of another one that do not change the problem: which
    /// policy was chosen, how the release is written (row order, suppressed records, columns that are not
    /// quasi-identifiers), the population of the risk, and the other conditions.
    ///
    /// # Errors
    /// See [`check`](Self::check).
    pub fn written_as(&self, other: &Self) -> Result<Self> {
        let mut recipe = self.clone();
        recipe.release = other.release;
        recipe.risk.threshold = other.risk.threshold;
        recipe.risk.population.clone_from(&other.risk.population);
        recipe.risk.sampling_fraction = other.risk.sampling_fraction;
        recipe.uniques = other.uniques.clone();
        recipe.frontier.clone_from(&other.frontier);
        recipe.chosen.clone_from(&other.chosen);
        for (name, column) in &mut recipe.columns {
            if column.role != Role::QuasiIdentifier {
                column.release = other.column(name).and_then(|given| given.release.clone());
            }
        }
        recipe.check()?;
        Ok(recipe)
    }

    /// The recipe by which a table with suppressed cells is written: its k is that of the combinations, and whole
    /// records are not suppressed.
    #[must_use]
    pub fn for_cells(&self) -> Self {
        let release = ReleaseSettings { shuffle: self.release.shuffle, ..ReleaseSettings::default() };
        Self { privacy: Privacy { k: self.uniques_k(), ..self.privacy }, release, ..self.clone() }
    }

    /// The section `chosen` if it chose suppressed cells.
    pub fn chosen_cells(&self) -> Option<&Chosen> {
        let chosen = self.chosen.as_ref();
        chosen.filter(|chosen| matches!(chosen, Chosen::Cells(_)))
    }

    /// Checks that people can be counted if the recipe asks for it.
    ///
    /// # Errors
    /// The recipe names a population that is missing.
    pub fn expect_population(&self, is_there: bool) -> Result<()> {
        match &self.risk.population {
            Some(file) if !is_there => {
                let problem = format!("the population {file} was not given");
                let advice =
                    "Give it with the table, or leave the setting out: risk is then reported without a population.";
                Err(RecipeError::setting("risk.population", problem, advice).into())
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Checks that this recipe releases a policy.
    ///
    /// # Errors
    /// The recipe chose suppressed cells.
    pub fn expect_policy(&self) -> Result<()> {
        match self.chosen_cells() {
            None => Ok(()),
            Some(_) => {
                let problem = "the recipe chose suppressed cells, but this writes the release of a policy";
                let advice = "Write the suppressed cells, or leave the choice out (`chosen` in a recipe).";
                Err(RecipeError::setting("chosen.cells", problem, advice).into())
            }
        }
    }

    /// The settings of a column.
    pub fn column(&self, name: &str) -> Option<&ColumnSettings> {
        self.columns.get(name)
    }

    /// The role of a column.
    pub fn role(&self, name: &str) -> Role {
        self.column(name).map_or(Role::Insensitive, |column| column.role)
    }

    /// The treatment of a column. `Keep` on a quasi-identifier means that the policy decides.
    pub fn treatment(&self, name: &str) -> Treatment {
        let settings = self.column(name);
        let given = settings.and_then(|column| column.release.clone());
        given.unwrap_or_else(|| match self.role(name) {
            Role::Identifier => Treatment::Drop,
            Role::QuasiIdentifier | Role::Sensitive | Role::Insensitive => Treatment::Keep,
        })
    }

    /// Whether a column is a quasi-identifier of the release. One that is left out does not count.
    pub fn is_quasi_identifier(&self, name: &str) -> bool {
        self.role(name) == Role::QuasiIdentifier && self.treatment(name) != Treatment::Drop
    }

    /// The quasi-identifiers of the release, in the order of the recipe.
    pub fn quasi_identifiers(&self) -> impl Iterator<Item = &str> {
        self.with_role(Role::QuasiIdentifier).filter(|name| self.is_quasi_identifier(name))
    }

    /// The treatments of the columns that the policy does not generalize, in the order of the recipe.
    pub fn treatments(&self) -> IndexMap<String, Treatment> {
        let names = self.columns.keys();
        let treated = names.filter(|name| !self.is_quasi_identifier(name));
        treated.map(|name| (name.clone(), self.treatment(name))).collect()
    }

    /// As [`treatments`](Self::treatments), for a file in this dialect, with the key of keyed hashes if it is at hand.
    pub fn treatments_with(&self, dialect: &Dialect, key: Option<Key>) -> Treatments {
        Treatments::new(self.treatments(), key, self.missing(dialect))
    }

    /// The columns whose values become keyed hashes, in the order of the recipe.
    pub fn hashed(&self) -> impl Iterator<Item = &str> {
        let is_hashed = |column: &ColumnSettings| matches!(column.release, Some(Treatment::KeyedHash(_)));
        (self.columns.iter()).filter(move |(_, column)| is_hashed(column)).map(|(name, _)| name.as_str())
    }

    /// The values that mean a missing one: those of the file's dialect, and those of single columns.
    pub fn missing(&self, dialect: &Dialect) -> MissingCodes {
        let columns = self.columns.iter();
        MissingCodes::everywhere(&dialect.missing).with_columns(columns.map(|(name, column)| (name, &column.missing)))
    }

    /// The names of the columns with a role, in the order of the recipe.
    pub fn with_role(&self, role: Role) -> impl Iterator<Item = &str> {
        self.columns.iter().filter(move |(_, column)| column.role == role).map(|(name, _)| name.as_str())
    }

    /// The number of `records` that may be suppressed: ⌊limit · n⌋. The limit is the decimal fraction that was written:
    /// 0.29 of 100 records are 29, although 0.29 × 100 is slightly less in binary. No digit of it is rounded.
    pub fn suppression_limit(&self, records: u64) -> u64 {
        share_of(self.privacy.suppression_limit, records)
    }
}

/// ⌊share · records⌋, taking the share as the shortest decimal fraction that represents it.
fn share_of(share: f64, records: u64) -> u64 {
    let share_in_digits = decimal(share).and_then(|(digits, exponent)| {
        let divisor = 10_u128.checked_pow(exponent.checked_neg()?.try_into().ok()?)?;
        // At most 17 digits, so less than 2¹²¹.
        u64::try_from(u128::from(digits) * u128::from(records) / divisor).ok()
    });
    // If the divisor overflows, the share is too small for a single record.
    share_in_digits.unwrap_or(0)
}

/// The number of characters before an error that are shown.
const N_BEFORE: usize = 60;

fn syntax(error: &serde_json::Error) -> RecipeError {
    let problem = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let problem = problem.strip_suffix(&place).unwrap_or(&problem);
    RecipeError::Syntax { line: error.line(), problem: shown(problem, MOST_OF_MESSAGE).into_owned() }
}

/// Why valid JSON is not a recipe, in the terms of who wrote it.
fn not_a_setting(json: &str, error: &serde_json::Error) -> RecipeError {
    match syntax(error) {
        // The JSON was read before: what is wrong is an object with other than one key where the key is the kind.
        RecipeError::Syntax { line, .. } if error.is_syntax() => {
            let before = before(json, error);
            let problem = format!("an object needs exactly one key here, which names its kind: {before}");
            RecipeError::Syntax { line, problem }
        }
        RecipeError::Syntax { line, problem } => {
            let problem = without_types(&problem);
            // In a long line the number of the line says little.
            let is_long = json.lines().nth(line.saturating_sub(1)).is_some_and(|line| line.chars().count() > N_BEFORE);
            let place = if is_long { format!("; it ends here: {}", before(json, error)) } else { String::new() };
            RecipeError::Syntax { line, problem: problem + &place }
        }
        other => other,
    }
}

/// The end of what stands in the line before an error.
fn before(json: &str, error: &serde_json::Error) -> String {
    let line = json.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let before: Vec<char> = line.chars().take(error.column()).collect();
    before[before.len().saturating_sub(N_BEFORE)..].iter().collect()
}

/// A message without the names of the program's types.
fn without_types(problem: &str) -> String {
    let mut words = problem.split(' ').peekable();
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        let is_type = |name: &&str| name.starts_with(|first: char| first.is_ascii_uppercase());
        match (word, words.peek().filter(|name| is_type(name))) {
            ("struct" | "enum", Some(_)) => {
                words.next();
                kept.push("an object of settings");
            }
            _ => kept.push(word),
        }
    }
    kept.join(" ")
}

/// The line of the first text with the character U+0000. In JSON it can only be escaped.
fn line_with_nul(json: &str) -> Option<usize> {
    let is_escape = |&(place, _): &(usize, &str)| {
        let before = json[..place].bytes().rev().take_while(|&byte| byte == b'\\').count();
        before.is_multiple_of(2)
    };
    let (place, _) = json.match_indices("\\u0000").find(is_escape)?;
    Some(1 + json[..place].matches('\n').count())
}

fn is_default<T: Default + PartialEq>(settings: &T) -> bool {
    *settings == T::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::loss::{Aggregate, MeasureName};

    fn parse(json: &str) -> Result<Recipe> {
        Recipe::parse(json)
    }

    #[test]
    fn everything_but_the_version_and_the_columns_has_a_default() {
        let recipe = parse(r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier"}}}"#).unwrap();
        assert_eq!(recipe.privacy, Privacy { k: 5, suppression_limit: 0.05 });
        assert_eq!(recipe.loss, Loss { measure: MeasureName::Iyengar, aggregate: Aggregate::ArithmeticMean });
        assert_eq!(recipe.role("sex"), Role::Insensitive);
        assert_eq!(parse(&recipe.to_json()).unwrap(), recipe);
    }

    proptest::proptest! {
        /// The digest of a recipe binds a release and its report to it.
        #[test]
        fn numbers_are_read_as_they_are_written(
            weight in Recipe::LEAST_WEIGHT..Recipe::MOST_WEIGHT,
            [limit, risk, loss] in proptest::array::uniform3(0.0..=1.0),
        ) {
            let recipe = parse(&format!(
                r#"{{"kanon": 1, "columns": {{"age": {{"role": "quasi-identifier", "weight": {weight:?}, "min_level": 1, "max_level": 1}}}},
                  "privacy": {{"suppression_limit": {limit:?}}},
                  "chosen": {{"frontier": {{"space": "full-domain", "risk": {risk:?}, "loss": {loss:?}}}}}}}"#
            ));
            proptest::prop_assert!(recipe.is_ok(), "{:?}", recipe);
            let Ok(recipe) = recipe else { return Ok(()) };
            proptest::prop_assert_eq!(recipe.privacy.suppression_limit, limit);
            proptest::prop_assert_eq!(recipe.columns["age"].weight, weight);
            let again = parse(&recipe.to_json()).map(|again| again.sha256());
            proptest::prop_assert_eq!(again, Ok(recipe.sha256()));
        }
    }

    #[test]
    fn unknown_keys_and_values_are_named_with_the_allowed_ones() {
        let message = |json| parse(json).unwrap_err().to_string();
        let key = message("{\"kanon\": 1, \"columns\": {},\n \"privcy\": {}}");
        assert!(key.contains("line 2") && key.contains("`privcy`") && key.contains("`privacy`"), "{key}");
        let value = message(r#"{"kanon": 1, "columns": {}, "loss": {"measure": "dm"}}"#);
        assert!(value.contains("`dm`") && value.contains("`dm-star`") && value.contains("`aecs`"), "{value}");
        let method = message(r#"{"kanon": 1, "columns": {}, "frontier": {"method": "greedy"}}"#);
        assert!(
            method.contains("`greedy`") && method.contains("`best`") && method.contains("`sublattice`"),
            "{method}"
        );
        let section = message(r#"{"kanon": 1, "columns": {}, "frontier": {"budget": 5}}"#);
        assert!(section.contains("`budget`") && section.contains("`policies`"), "{section}");
        let domain =
            message(r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier", "domain": {"list": []}}}}"#);
        assert!(domain.contains("`list`") && domain.contains("`range`"), "{domain}");
        let role = message(r#"{"kanon": 1, "columns": {"age": {"role": "quasi"}}}"#);
        assert!(role.contains("`quasi`") && role.contains("`quasi-identifier`"), "{role}");
    }

    #[test]
    fn lists_may_be_written_empty() {
        for json in [
            r#"{"kanon": 1, "columns": {"age": {"role": "insensitive", "missing": []}}}"#,
            r#"{"kanon": 1, "columns": {}, "frontier": {"not_identifying": []}}"#,
        ] {
            assert!(Recipe::parse(json).is_ok(), "{json}");
        }
        assert!(Recipe::parse(r#"{"kanon": 1, "columns": {}, "uniques": []}"#).is_err());
    }

    #[test]
    fn settings_outside_of_their_range_are_refused_by_key() {
        for (settings, key) in [
            (r#""privacy": {"k": 0}"#, "privacy.k"),
            (r#""dialect": {"delimiter": ";", "quote": ";"}"#, "dialect"),
            (r#""privacy": {"suppression_limit": 5}"#, "privacy.suppression_limit"),
            (r#""linked": [["a", "b"]]"#, "linked"),
            (r#""linked": [["a"]]"#, "linked"),
            (r#""count_column": "a""#, "count_column"),
            (r#""loss": {"measure": "entropy", "aggregate": "maximum"}"#, "loss.aggregate"),
            (r#""search": {"budget": {"checks": 0}}"#, "search.budget.checks"),
            (r#""search": {"budget": {"seconds": -1}}"#, "search.budget.seconds"),
            (r#""frontier": {"policies": 0}"#, "frontier.policies"),
            (r#""frontier": {"threshold": 1.5}"#, "frontier.threshold"),
        ] {
            let json = format!(r#"{{"kanon": 1, "columns": {{"a": {{"role": "quasi-identifier"}}}}, {settings}}}"#);
            let error = parse(&json).unwrap_err();
            assert!(
                matches!(error.kind(), ErrorKind::Recipe(RecipeError::Setting { key: found, .. }) if found == key),
                "{json}: {error}"
            );
        }
        assert_eq!(parse(r#"{"kanon": 2, "columns": {}}"#).unwrap_err().code(), "recipe-version");
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
        let most = i64::MAX as u64;
        assert_eq!(limit(1.0, most), most);
        assert_eq!(limit(0.1, most), 922_337_203_685_477_580);
        assert_eq!(limit(0.000_000_1, most - 7), 922_337_203_685);
        assert_eq!(limit(1e-18, most), 9);
        assert_eq!(limit(1e-19, most), 0);
        assert_eq!(limit(5e-324, most), 0);
        assert_eq!(limit(0.0, most), 0);
        // However little is missing for one more record.
        assert_eq!(limit(0.999_999_999_999_9, 10), 9);
        assert_eq!(limit(0.333_333_333_333_333_3, 3), 0);
        assert_eq!(limit(0.499_999_999_999_999_94, 2), 0);
        assert_eq!(limit(0.009_999_999_999_999, 30_000), 299);
        assert_eq!(limit(0.05, 10_u64.pow(14) + 19), 5 * 10_u64.pow(12));
        assert_eq!(limit(0.05, 10_u64.pow(14) + 20), 5 * 10_u64.pow(12) + 1);
        // Rounded in binary, 0.07 of these would be one more.
        assert_eq!(limit(0.07, 100 * ((1 << 53) + 1)), 7 * ((1 << 53) + 1));
    }
}
