//! What report and recipe say of a release, and the source of each statement.

use super::reports::GivenReport;
use super::{ClaimedCells, Suppress};
use crate::data::Role;
use crate::privacy::Condition;
use crate::recipe::Recipe;
use crate::release::Treatment;
use crate::release::review::Blank;
use crate::report::Report;
use crate::uniques::Missing;
use serde::Serialize;

/// The source of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SaidBy {
    /// The report.
    Report,
    /// The recipe.
    Recipe,
    /// Both agree.
    Both,
}

/// What report and recipe say of a release.
#[derive(Debug, Clone, PartialEq)]
pub struct DeclaredRelease {
    /// The declared k.
    pub k: u64,
    /// The source of k.
    pub k_by: SaidBy,
    /// Whether suppressed records are removed. Otherwise they are in the release, with `*` in all quasi-identifiers.
    pub are_removed: bool,
    /// The values that a suppressed cell may stand for while k still holds, if single cells are suppressed; `None` if
    /// whole records are.
    pub cells: Option<Blank>,
    /// Whether missing values are ignored: they match nothing. Only if single cells are suppressed.
    pub ignores_missing: bool,
    /// The columns of the release that report or recipe name.
    pub columns: Vec<DeclaredColumn>,
    /// The columns that are not in the release.
    pub left_out: Vec<String>,
    /// The column with the number of records that a row represents. Only a recipe names it.
    pub count_column: Option<String>,
    /// The conditions beside k.
    pub protect: Vec<Condition>,
    /// The source of these conditions.
    pub protect_by: SaidBy,
    /// The column with the number of people that a row represents, if a condition counts people. Only a recipe names
    /// it.
    pub weight_column: Option<String>,
    /// Contradictions between the two, one sentence each. The report takes precedence.
    pub contradictions: Vec<String>,
}

/// What report and recipe say of a column of the release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DeclaredColumn {
    /// The column.
    pub name: String,
    /// The role. A report names quasi-identifiers only.
    pub role: Option<Role>,
    /// The source of the role.
    pub by: SaidBy,
    /// Whether it is published unchanged.
    pub is_untouched: bool,
}

impl DeclaredRelease {
    pub(super) fn of(report: Option<&GivenReport>, recipe: Option<&Recipe>) -> Option<Self> {
        let is_of_cells = match (report, recipe) {
            (Some(report), _) => matches!(report, GivenReport::Cells(_)),
            (None, Some(recipe)) => recipe.chosen_cells().is_some(),
            (None, None) => return None,
        };
        let said = recipe.map(|recipe| match is_of_cells {
            true => Self::of_recipe_for_cells(recipe),
            false => Self::of_recipe(recipe),
        });
        let told = report.and_then(|report| match report {
            GivenReport::Policy(report) => Some(Self::of_report(report)),
            GivenReport::Cells(report) => Some(Self::of_cells(report)),
            GivenReport::Studied(..) => None,
        });
        let mut declared = match (told, said) {
            (Some(told), Some(said)) => Self::of_both(told, said),
            (told, said) => told.or(said)?,
        };
        if !is_of_cells && recipe.is_some_and(|recipe| recipe.chosen_cells().is_some()) {
            declared
                .contradictions
                .push("The recipe chose suppressed cells, and the report is of a policy.".to_owned());
        }
        Some(declared)
    }

    /// What a report of suppressed cells says. It does not give the levels of the other columns; the recipe does.
    fn of_cells(report: &ClaimedCells) -> Self {
        let qis = report.names().map(|name| DeclaredColumn {
            name: name.clone(),
            role: Some(Role::QuasiIdentifier),
            by: SaidBy::Report,
            is_untouched: false,
        });
        let others = report.treatments.iter();
        let kept = others.filter(|(_, treatment)| **treatment != Treatment::Drop);
        let left_out = report.treatments.iter();
        Self {
            k: report.k,
            k_by: SaidBy::Report,
            are_removed: false,
            cells: reading(report.suppress),
            ignores_missing: report.missing == Missing::Ignore,
            columns: qis
                .chain(kept.map(|(name, treatment)| DeclaredColumn {
                    name: name.clone(),
                    role: None,
                    by: SaidBy::Report,
                    is_untouched: *treatment == Treatment::Keep,
                }))
                .collect(),
            left_out: (left_out.filter(|(_, treatment)| **treatment == Treatment::Drop))
                .map(|(name, _)| name.clone())
                .collect(),
            count_column: None,
            protect: Vec::new(),
            protect_by: SaidBy::Report,
            weight_column: None,
            contradictions: Vec::new(),
        }
    }

    /// What a recipe says of a release with suppressed cells.
    fn of_recipe_for_cells(recipe: &Recipe) -> Self {
        Self {
            k: recipe.uniques_k(),
            are_removed: false,
            cells: reading(recipe.uniques.suppress),
            ignores_missing: recipe.uniques.missing == Missing::Ignore,
            ..Self::of_recipe(recipe)
        }
    }

    fn of_report(report: &Report) -> Self {
        let qis = report.policy.iter().map(|(name, &level)| DeclaredColumn {
            name: name.clone(),
            role: Some(Role::QuasiIdentifier),
            by: SaidBy::Report,
            is_untouched: report.keeps_untouched(level),
        });
        let is_left_out = |name: &&String| report.treatments[*name] == Treatment::Drop;
        let others = report.treatments.iter();
        Self {
            k: report.k,
            k_by: SaidBy::Report,
            are_removed: report.removed_records.is_some(),
            cells: None,
            ignores_missing: false,
            columns: qis
                .chain((others.filter(|(name, _)| !is_left_out(name))).map(|(name, treatment)| DeclaredColumn {
                    name: name.clone(),
                    role: None,
                    by: SaidBy::Report,
                    is_untouched: *treatment == Treatment::Keep,
                }))
                .collect(),
            left_out: report.treatments.keys().filter(is_left_out).cloned().collect(),
            count_column: None,
            protect: beside_k(report.conditions.iter().map(|condition| &condition.asked)),
            protect_by: SaidBy::Report,
            weight_column: None,
            contradictions: Vec::new(),
        }
    }

    fn of_recipe(recipe: &Recipe) -> Self {
        let is_left_out = |name: &&String| recipe.treatment(name) == Treatment::Drop;
        Self {
            k: recipe.privacy.k,
            k_by: SaidBy::Recipe,
            are_removed: recipe.release.suppressed.are_removed(),
            cells: None,
            ignores_missing: false,
            columns: (recipe.columns.iter())
                .filter(|(name, _)| !is_left_out(name))
                .map(|(name, settings)| DeclaredColumn {
                    name: name.clone(),
                    role: Some(settings.role),
                    by: SaidBy::Recipe,
                    is_untouched: settings.role != Role::QuasiIdentifier && recipe.treatment(name) == Treatment::Keep,
                })
                .collect(),
            left_out: recipe.columns.keys().filter(is_left_out).cloned().collect(),
            count_column: recipe.count_column.clone(),
            protect: beside_k(&recipe.protect),
            protect_by: SaidBy::Recipe,
            weight_column: (recipe.risk.weight_column.clone()).filter(|_| recipe.asks_for_people()),
            contradictions: Vec::new(),
        }
    }

    /// The report says what was done. The recipe also says what the columns are that no policy changes.
    fn of_both(report: Self, recipe: Self) -> Self {
        let mut both =
            Self { count_column: recipe.count_column.clone(), weight_column: recipe.weight_column.clone(), ..report };
        if both.k == recipe.k {
            both.k_by = SaidBy::Both;
        } else {
            both.contradictions.push(format!("k is {} in the report and {} in the recipe.", both.k, recipe.k));
        }
        if both.protect == recipe.protect {
            both.protect_by = SaidBy::Both;
        } else {
            let words = |declared: &Self| match &declared.protect[..] {
                [] => "nothing".to_owned(),
                protect => (protect.iter().map(Condition::words)).collect::<Vec<_>>().join("; "),
            };
            both.contradictions.push(format!(
                "The conditions beside k are {} in the report and {} in the recipe.",
                words(&both),
                words(&recipe)
            ));
        }
        if both.are_removed != recipe.are_removed {
            both.contradictions
                .push("Suppressed records are removed according to one of report and recipe, and stay according to the other.".to_owned());
        }
        if both.cells != recipe.cells {
            both.contradictions.push("Report and recipe suppress different kinds of cells.".to_owned());
        }
        let qis = |of: &Self| -> Vec<String> {
            let columns = of.columns.iter();
            let mut names: Vec<String> = columns
                .filter(|column| column.role == Some(Role::QuasiIdentifier))
                .map(|column| column.name.clone())
                .collect();
            names.sort_unstable();
            names
        };
        let (own, other) = (qis(&both), qis(&recipe));
        if own != other {
            both.contradictions.push(format!(
                "The quasi-identifiers are {} in the report and {} in the recipe.",
                own.join(", "),
                other.join(", ")
            ));
        }
        for column in recipe.columns {
            let found = both.columns.iter_mut().find(|own| own.name == column.name);
            match found {
                None => both.columns.push(column),
                Some(own) if own.role == column.role => own.by = SaidBy::Both,
                Some(own) if own.role.is_none() && column.role != Some(Role::QuasiIdentifier) => {
                    own.role = column.role;
                    own.by = SaidBy::Recipe;
                }
                Some(_) => {}
            }
        }
        both
    }
}

/// The conditions other than k-anonymity.
fn beside_k<'a>(conditions: impl IntoIterator<Item = &'a Condition>) -> Vec<Condition> {
    let conditions = conditions.into_iter();
    conditions.filter(|condition| !matches!(condition, Condition::KAnonymity(_))).cloned().collect()
}

/// The reading of a suppressed cell under which this kind of suppression is k-anonymous.
fn reading(suppress: Suppress) -> Option<Blank> {
    match suppress {
        Suppress::None => None,
        Suppress::PerRecord | Suppress::Wildcard => Some(Blank::Wildcard),
        Suppress::Strict => Some(Blank::Category),
    }
}
