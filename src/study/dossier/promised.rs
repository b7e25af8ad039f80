//! What report and recipe say of a release, and which of them says it.

use crate::data::Role;
use crate::release::Treatment;
use crate::study::{Recipe, Report};
use serde::Serialize;

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SaidBy {
    /// The report.
    Report,
    /// The recipe.
    Recipe,
    /// Both say the same.
    Both,
}

/// What report and recipe say of a release.
#[derive(Debug, Clone, PartialEq)]
pub struct Promised {
    /// The k that is to hold.
    pub k: u64,
    /// Who says it.
    pub k_by: SaidBy,
    /// Whether suppressed records are removed; else they are in the release, and all their quasi-identifiers are `*`.
    pub are_removed: bool,
    /// The columns of the release that they name.
    pub columns: Vec<PromisedColumn>,
    /// The columns that are not in the release.
    pub left_out: Vec<String>,
    /// The column that says how many records a row stands for; only a recipe does.
    pub count_column: Option<String>,
    /// In what they contradict each other, a sentence each. The report is followed.
    pub contradictions: Vec<String>,
}

/// What they say of a column of the release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromisedColumn {
    /// The column.
    pub name: String,
    /// What it is. A report tells quasi-identifiers only.
    pub role: Option<Role>,
    /// Who says that.
    pub by: SaidBy,
    /// Whether it is published as it was.
    pub is_untouched: bool,
}

impl Promised {
    pub(super) fn of(report: Option<&Report>, recipe: Option<&Recipe>) -> Option<Self> {
        match (report, recipe) {
            (None, None) => None,
            (Some(report), None) => Some(Self::of_report(report)),
            (None, Some(recipe)) => Some(Self::of_recipe(recipe)),
            (Some(report), Some(recipe)) => Some(Self::of_both(
                Self::of_report(report),
                Self::of_recipe(recipe),
            )),
        }
    }

    fn of_report(report: &Report) -> Self {
        let qis = report.policy.iter().map(|(name, &level)| PromisedColumn {
            name: name.clone(),
            role: Some(Role::QuasiIdentifier),
            by: SaidBy::Report,
            is_untouched: level == 0,
        });
        let is_left_out = |name: &&String| report.treatments[*name] == Treatment::Drop;
        let others = report.treatments.iter();
        Self {
            k: report.k,
            k_by: SaidBy::Report,
            are_removed: report.removed_records.is_some(),
            columns: qis
                .chain(
                    (others.filter(|(name, _)| !is_left_out(name))).map(|(name, treatment)| {
                        PromisedColumn {
                            name: name.clone(),
                            role: None,
                            by: SaidBy::Report,
                            is_untouched: *treatment == Treatment::Keep,
                        }
                    }),
                )
                .collect(),
            left_out: report
                .treatments
                .keys()
                .filter(is_left_out)
                .cloned()
                .collect(),
            count_column: None,
            contradictions: Vec::new(),
        }
    }

    fn of_recipe(recipe: &Recipe) -> Self {
        let is_left_out = |name: &&String| recipe.treatment(name) == Treatment::Drop;
        Self {
            k: recipe.privacy.k,
            k_by: SaidBy::Recipe,
            are_removed: recipe.release.suppressed.are_removed(),
            columns: (recipe.columns.iter())
                .filter(|(name, _)| !is_left_out(name))
                .map(|(name, settings)| PromisedColumn {
                    name: name.clone(),
                    role: Some(settings.role),
                    by: SaidBy::Recipe,
                    is_untouched: settings.role != Role::QuasiIdentifier
                        && recipe.treatment(name) == Treatment::Keep,
                })
                .collect(),
            left_out: recipe.columns.keys().filter(is_left_out).cloned().collect(),
            count_column: recipe.count_column.clone(),
            contradictions: Vec::new(),
        }
    }

    /// The report says what was done, the recipe also what columns are that no policy touches.
    fn of_both(report: Self, recipe: Self) -> Self {
        let mut both = Self {
            count_column: recipe.count_column.clone(),
            ..report
        };
        if both.k == recipe.k {
            both.k_by = SaidBy::Both;
        } else {
            both.contradictions.push(format!(
                "k is {} in the report and {} in the recipe.",
                both.k, recipe.k
            ));
        }
        if both.are_removed != recipe.are_removed {
            both.contradictions.push(
                "Suppressed records are removed by one of report and recipe, and stay by the other."
                    .to_owned(),
            );
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
