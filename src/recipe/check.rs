//! Checks the settings of a recipe.

use super::uniques::{Suppress, UniquesSettings};
use super::{Budget, Chosen, ColumnSettings, Privacy, Recipe, RiskSettings};
use crate::data::{Dialect, Reading, Role};
use crate::error::{RecipeError, Result};
use crate::loss::Aggregate;
use crate::partition::DomainSpec;
use crate::release::Treatment;

/// The greatest weight of a cell.
const MOST_CELL_WEIGHT: f64 = 1e9;

impl Recipe {
    /// Checks settings that were changed after the recipe was read.
    ///
    /// # Errors
    /// The first setting that is not allowed.
    pub fn check(&self) -> Result<()> {
        if self.kanon != Self::FORMAT {
            return Err(RecipeError::Version { given: self.kanon, expected: Self::FORMAT }.into());
        }
        if let Some((problem, advice)) = self.dialect.as_ref().and_then(Dialect::problem) {
            return setting("dialect", problem, advice);
        }
        self.check_columns()?;
        self.check_linked()?;
        self.check_uniques()?;
        self.check_conditions()?;
        let Privacy { k, suppression_limit } = self.privacy;
        if k == 0 {
            return setting("privacy.k", "0 is not allowed", "Choose 2 or more; 1 asks for nothing.");
        }
        if !(0.0..=1.0).contains(&suppression_limit) {
            let problem = format!("{suppression_limit} is not between 0 and 1");
            return setting("privacy.suppression_limit", problem, "Give the share as a fraction: 0.05 is 5 %.");
        }
        self.check_risk()?;
        if self.loss.aggregate != Aggregate::default() && !self.loss.measure.is_aggregated() {
            let problem = "this measure has no separate loss for each quasi-identifier";
            let advice = "Leave the aggregate out, or choose iyengar, precision, precision-cells or distortion.";
            return setting("loss.aggregate", problem, advice);
        }
        if let Some(frontier) = &self.frontier {
            if frontier.policies == Some(0) {
                return setting("frontier.policies", "0 leaves nothing to search", "Give more than 0.");
            }
            if frontier.least_group == 0 {
                return setting("frontier.least_group", "0 is not allowed", "Choose 2 or more; 1 asks for nothing.");
            }
            if !(0.0..=1.0).contains(&frontier.threshold) {
                let problem = format!("{} is not between 0 and 1", frontier.threshold);
                return setting("frontier.threshold", problem, "Give a share, for example 0.3.");
            }
        }
        self.check_chosen()?;
        self.check_budget()
    }

    fn check_risk(&self) -> Result<()> {
        let RiskSettings { threshold, weight_column, population, sampling_fraction } = &self.risk;
        if let Some(threshold) = threshold.filter(|risk| !(*risk > 0.0 && *risk <= 1.0)) {
            let problem = format!("{threshold} is no risk above 0 and up to 1");
            let advice = "Give a chance as a fraction: 0.09 is 9 %.";
            return setting("risk.threshold", problem, advice);
        }
        if let Some(fraction) = sampling_fraction {
            if !(*fraction > 0.0 && *fraction < 1.0) {
                let problem = format!("{fraction} is not a share above 0 and below 1");
                let advice = "Give the share of the population that is in the table: 0.05 is 5 %. Leave it out if the table has everybody.";
                return setting("risk.sampling_fraction", problem, advice);
            }
            if weight_column.is_some() || population.is_some() {
                let problem = "the people of the population are counted as well".to_owned();
                let advice =
                    "A counted population needs no estimate. Leave out either this, or the population and the weights.";
                return setting("risk.sampling_fraction", problem, advice);
            }
        }
        if let Some(name) = weight_column
            && self.is_quasi_identifier(name)
        {
            let problem = format!("`{name}` is a quasi-identifier as well");
            return setting("risk.weight_column", problem, "Give the column another role.");
        }
        if let (Some(weights), Some(file)) = (weight_column, population) {
            let problem = format!("the weights of `{weights}` count people as well");
            let advice = "People are counted in a table of the population or by weights. Leave one of the two out.";
            return setting("risk.population", format!("{file}: {problem}"), advice);
        }
        let of_point = self.chosen.as_ref().and_then(Chosen::population);
        let of_point = of_point.map(|population| &population.file);
        if let (Some(own), Some(other)) = (population, of_point)
            && own != other
        {
            let problem = format!("{own}: that of the chosen point is {other}");
            let advice = "Risk is against one population. Name the same file, or leave one of the two out.";
            return setting("risk.population", problem, advice);
        }
        Ok(())
    }

    /// A chosen policy must be one policy of these quasi-identifiers.
    fn check_chosen(&self) -> Result<()> {
        let is_number = |number: f64| number.is_finite() && number >= 0.0;
        match &self.chosen {
            None => {}
            Some(Chosen::Cells(_)) if self.uniques.suppress == Suppress::None => {
                let problem = "the recipe suppresses no cell";
                let advice = "Choose which cells are suppressed (`uniques.suppress` in a recipe), or leave the choice out (`chosen` in a recipe), so that the best policy is searched.";
                return setting("chosen.cells", problem, advice);
            }
            Some(Chosen::Cells(_)) => {}
            Some(Chosen::Policy(policy)) => {
                let given = |name: &str| policy.levels.contains_key(name);
                let names: Vec<&str> = self.quasi_identifiers().collect();
                if policy.levels.len() != names.len() || !names.iter().all(|name| given(name)) {
                    let problem = format!("the quasi-identifiers are {}", names.join(", "));
                    let advice = "Give each of them one level, and no other column.";
                    return setting("chosen.policy.levels", problem, advice);
                }
                if policy.best.is_some_and(|best| !is_number(best.loss)) {
                    return setting("chosen.policy.best.loss", "this is no loss", "Give 0 or more.");
                }
            }
            Some(Chosen::Frontier(point)) => {
                let open = self.quasi_identifiers().find(|name| {
                    let column = self.column(name);
                    column.is_none_or(|column| column.max_level != Some(column.min_level))
                });
                if let Some(open) = open {
                    let problem = format!("the level of `{open}` is not fixed");
                    let advice = "Give it one level as its lowest and highest (`min_level` and `max_level` in a recipe), or leave the choice out (`chosen` in a recipe), so that the policy is searched.";
                    return setting("chosen.frontier", problem, advice);
                }
                if !is_number(point.risk) || !is_number(point.loss) {
                    let problem = "risk or loss is no number of 0 or more";
                    return setting("chosen.frontier", problem, "Copy both from the frontier.");
                }
            }
        }
        Ok(())
    }

    fn check_budget(&self) -> Result<()> {
        let Budget { seconds, checks } = self.search.budget;
        let advice = "Give more than 0, or null for no budget.";
        if let Some(seconds) = seconds.filter(|seconds| seconds.is_nan() || *seconds <= 0.0) {
            let problem = format!("{seconds} s leave no time to search");
            return setting("search.budget.seconds", problem, advice);
        }
        if checks == Some(0) {
            let problem = "0 leaves no policy to check";
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
            let format = Reading::number_format(column.kind.as_ref());
            if !format.unit.is_empty() && !is_unit(&format.unit) {
                let problem = "a unit has a digit, a minus sign or a space around it";
                return setting(key("kind"), problem, "Give it alone: `kg`, `$`.");
            }
            if !format.is_clear() {
                let problem = "the decimal sign and the thousands sign are the same";
                return setting(key("kind"), problem, "Choose two signs.");
            }
            if let Some(DomainSpec::Range(first, last)) = column.domain
                && last < first
            {
                let problem = format!("the range from {first} to {last} holds no number");
                return setting(key("domain.range"), problem, "Give the smaller number first.");
            }
            check_treatment(&key("release"), column)?;
            if self.is_quasi_identifier(name) {
                heaviest = f64::max(heaviest, column.weight);
            }
            if let Some(max) = column.max_level.filter(|max| *max < column.min_level) {
                let problem = format!("{max} is below the minimum level {}", column.min_level);
                return setting(key("max_level"), problem, "Raise it, or lower the minimum level.");
            }
        }
        if heaviest == 0.0 && self.quasi_identifiers().next().is_some() {
            return setting("columns", "all quasi-identifiers have weight 0", "Give one of them a weight above 0.");
        }
        if let Some(name) = &self.count_column
            && self.role(name) == Role::QuasiIdentifier
        {
            let problem = format!("`{name}` is a quasi-identifier as well");
            return setting("count_column", problem, "Give the column another role.");
        }
        if let Some(name) = &self.count_column
            && self.treatment(name) != Treatment::Keep
        {
            let problem = match (self.role(name), self.treatment(name)) {
                (Role::Identifier, Treatment::Drop) => format!(
                    "`{name}` is an identifier as well: the release would leave it out, and not show how many records a row represents"
                ),
                _ => format!(
                    "`{name}` is not released unchanged: the release would not show how many records a row represents"
                ),
            };
            return setting("count_column", problem, "Give the column the role insensitive, and release it as it is.");
        }
        Ok(())
    }

    fn check_uniques(&self) -> Result<()> {
        let UniquesSettings { k, max_size, weights, policy, impact, .. } = &self.uniques;
        if let Some(k) = k.filter(|k| *k < UniquesSettings::LEAST_K) {
            let problem = format!("{k} makes nothing unsafe");
            return setting("uniques.k", problem, "Choose 2 or more.");
        }
        if *max_size == Some(0) {
            let advice = "Choose 1 or more, or all sizes (`null` in a recipe).";
            return setting("uniques.max_size", "0 leaves no combination", advice);
        }
        let named = (weights.keys().map(|name| ("weights", name)))
            .chain(policy.keys().map(|name| ("policy", name)))
            .chain(impact.covariates.iter().map(|name| ("impact.covariates", name)));
        for (key, name) in named {
            if !self.is_quasi_identifier(name) {
                let problem = format!("`{name}` is not a quasi-identifier");
                return setting(format!("uniques.{key}"), problem, "Name quasi-identifiers only.");
            }
        }
        match weights.iter().find(|(_, weight)| !(**weight > 0.0 && **weight <= MOST_CELL_WEIGHT)) {
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
        let mut members = self.linked.iter().flat_map(|group| group.iter().enumerate().map(move |own| (group, own)));
        if let Some((_, (_, name))) = members.find(|(group, (place, name))| group[..*place].contains(*name)) {
            let problem = format!("`{name}` is named twice");
            return setting("linked", problem, "Name each column of a group once.");
        }
        for name in self.linked.iter().flatten() {
            if self.role(name) == Role::QuasiIdentifier && !self.is_quasi_identifier(name) {
                let problem = format!("`{name}` is left out of the release, and has no level");
                return setting("linked", problem, "Take it out of the group.");
            }
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

/// Whether a unit can be distinguished from a number.
#[inline(never)]
fn is_unit(unit: &str) -> bool {
    let is_of_number = |byte: u8| byte.is_ascii_digit() || byte == b'-';
    !unit.bytes().any(is_of_number) && unit.trim() == unit
}

/// Checks the treatment of a column.
fn check_treatment(key: &str, column: &ColumnSettings) -> Result<()> {
    let Some(treatment) = &column.release else {
        return Ok(());
    };
    match (column.role, treatment) {
        (Role::QuasiIdentifier, treatment) if *treatment != Treatment::Drop => {
            let problem = "a quasi-identifier is generalized by its hierarchy, or left out";
            let advice = "Leave it out, leave the column out of the release (`drop` in a recipe), or give it the role identifier.";
            return setting(key, problem, advice);
        }
        (Role::Identifier, Treatment::Keep) => {
            let problem = "an identifier cannot be released unchanged";
            let advice = "Choose another treatment, or give the column another role.";
            return setting(key, problem, advice);
        }
        _ => {}
    }
    let most = Treatment::MOST_CHARACTERS;
    let is_long = |text: &str| text.chars().count() > most;
    let begins_formula = |text: &str| text.trim_start().starts_with(['=', '+', '-', '@']);
    let is_control = |text: &str| text.chars().any(char::is_control);
    let control = "it contains a control character";
    let formula = "a spreadsheet program may take it for a formula";
    let too_long = |length: usize| format!("{length} is more than {most}");
    match treatment {
        Treatment::Constant(text) if is_long(text) => {
            let problem = format!("more than {most} characters");
            setting(key, problem, "Choose a shorter constant.")
        }
        Treatment::Constant(text) if is_control(text) => setting(key, control, "Leave it out."),
        Treatment::Constant(text) if begins_formula(text) => setting(key, formula, "Begin it with another character."),
        Treatment::Pseudonym(form) if is_long(&form.prefix) => {
            let problem = format!("more than {most} characters");
            setting(format!("{key}.prefix"), problem, "Choose a shorter prefix.")
        }
        Treatment::Pseudonym(form) if is_control(&form.prefix) => {
            setting(format!("{key}.prefix"), control, "Leave it out.")
        }
        Treatment::Pseudonym(form) if begins_formula(&form.prefix) => {
            setting(format!("{key}.prefix"), formula, "Begin it with another character.")
        }
        Treatment::Pseudonym(form) if form.width > most => {
            setting(format!("{key}.width"), too_long(form.width), "Choose fewer digits.")
        }
        Treatment::KeyedHash(hash) if !(Treatment::LEAST_DIGITS..=Treatment::MOST_DIGITS).contains(&hash.digits) => {
            let (least, most) = (Treatment::LEAST_DIGITS, Treatment::MOST_DIGITS);
            let problem = format!("{} is not between {least} and {most}", hash.digits);
            let advice = "32 digits are enough for any file.";
            setting(format!("{key}.digits"), problem, advice)
        }
        Treatment::Mask(mask) if mask.first == 0 && mask.last == 0 => {
            setting(key, "no character would be shown", "Choose a constant, or show some characters.")
        }
        Treatment::Mask(mask) if mask.first > most || mask.last > most => {
            let problem = too_long(mask.first.max(mask.last));
            setting(key, problem, "Show fewer characters.")
        }
        _ => Ok(()),
    }
}

pub(super) fn setting(key: impl Into<String>, problem: impl Into<String>, advice: impl Into<String>) -> Result<()> {
    Err(RecipeError::setting(key, problem, advice).into())
}
