//! A lattice: every policy that a recipe allows, with its loss and suppression.

use super::figure::{grouped, loss, percent, plural};
use super::markup::{Table, escaped};
use super::ranks::{Ranks, Shade};
use super::{Exhibit, Head, Kind, words};
use crate::error::{ExhibitError, Result};
use crate::lattice::{Lattice, Level, Policy, size_in_words};
use crate::loss::MeasureName;
use crate::recipe::Recipe;
use crate::report::edition::{Edition, Hiding};
use crate::search::{Candidate, Evaluation, Evaluator, Problem};
use crate::table::EncodedStudy;
use serde::Serialize;
use std::sync::Arc;

/// The most policies that are drawn.
const MOST: usize = 2000;
/// The most rows of the table that is read without a script.
const ROWS: usize = 12;

/// The axes of a lattice, as the element reads them.
#[derive(Serialize)]
pub(super) struct Axes {
    /// The names of the quasi-identifiers.
    columns: Vec<String>,
    /// The names of each one's levels.
    words: Vec<Vec<String>>,
    /// The quasi-identifiers of each axis, which share a level.
    axes: Vec<Vec<usize>>,
}

impl Axes {
    /// The axes of a table's policies.
    pub(super) fn of(prepared: &EncodedStudy, lattice: &Lattice) -> Self {
        Self {
            columns: prepared.names(),
            words: prepared.hierarchies().iter().map(words::of_levels).collect(),
            axes: (lattice.axes().iter()).map(|axis| axis.members().to_vec()).collect(),
        }
    }

    /// A policy by the levels of its columns.
    pub(super) fn said(&self, policy: &Policy) -> String {
        policy.named(&self.columns)
    }
}

/// Every policy of a lattice, from the most specific one up, in lexicographic order.
///
/// # Errors
/// More policies than `most`.
pub(super) fn policies(lattice: &Lattice, most: usize) -> Result<Vec<Policy>> {
    if lattice.size() > most as u128 {
        return Err(
            ExhibitError::TooLarge { what: "policies", given: size_in_words(lattice.size()), limit: most }.into()
        );
    }
    let all = std::iter::successors(Some(lattice.bottom()), |policy| lattice.next(policy));
    Ok(all.collect())
}

/// The JSON that the element reads.
#[derive(Serialize)]
struct Recorded<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(flatten)]
    axes: &'a Axes,
    k: u64,
    limit: u64,
    records: u64,
    policies: Vec<&'a [Level]>,
    losses: Vec<f64>,
    suppressed: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<usize>,
}

/// Refuses to show all policies of a lattice to everybody, with losses and suppressed records, if a hidden number
/// follows from them.
///
/// # Errors
/// [`ExhibitError::GivesBack`].
pub(super) fn expect_shown(problem: &Problem, recipe: &Recipe, found: &[Evaluation], edition: Edition) -> Result<()> {
    let hiding = Hiding::of(recipe.privacy.k);
    let refused = |what| Err(ExhibitError::GivesBack { what, below: hiding.below() }.into());
    match edition {
        Edition::Internal => Ok(()),
        // A sum of logarithms of how often values occur.
        Edition::External if recipe.loss.measure == MeasureName::Entropy => refused("losses by entropy"),
        Edition::External if hiding.may_show_all(problem.records(), found.iter().map(|one| one.suppressed)) => Ok(()),
        Edition::External => refused("the records that each policy suppresses"),
    }
}

/// The exhibit of a recipe's lattice over a table. Every policy is evaluated.
///
/// # Errors
/// Whatever [`EncodedStudy::problem`] refuses, too many policies to draw, and [`ExhibitError::GivesBack`].
pub(super) fn exhibit(prepared: &EncodedStudy, recipe: &Recipe, edition: Edition) -> Result<Exhibit> {
    let problem = Arc::new(prepared.problem(recipe)?);
    let policies = policies(problem.lattice(), MOST)?;
    let axes = Axes::of(prepared, problem.lattice());
    let mut evaluator = Evaluator::new(Arc::clone(&problem));
    let found: Vec<Evaluation> = policies.iter().map(|one| evaluator.check(one)).collect();
    expect_shown(&problem, recipe, &found, edition)?;
    let mut valid: Vec<usize> = (0..policies.len()).filter(|&one| found[one].valid).collect();
    valid.sort_by_cached_key(|&one| Candidate::new(found[one].loss, policies[one].clone()));
    let best = valid.first().copied();
    let caption = caption(&problem, recipe, policies.len(), valid.len());
    let recorded = Recorded {
        head: Head::of(Kind::Lattice, &caption),
        axes: &axes,
        k: recipe.privacy.k,
        limit: problem.limit(),
        records: problem.records(),
        policies: policies.iter().map(Policy::levels).collect(),
        losses: found.iter().map(|one| one.loss).collect(),
        suppressed: found.iter().map(|one| one.suppressed).collect(),
        best,
    };
    // Keys are strings and numbers finite, so this cannot fail.
    let json = serde_json::to_string(&recorded).unwrap_or_default();
    let shades: Vec<Shade> = shades(&found, best);
    let label = format!("{caption} The table has the best ones.");
    let drawing = Ranks::new(problem.lattice(), &policies).drawing(label, &shades);
    let mut table = Table::new(
        match valid.len() {
            0 => "No policy is valid".to_owned(),
            count => {
                format!("The {} that lose least", plural(count.min(ROWS) as u64, "valid policy", "valid policies"))
            }
        },
        &["Levels", "Loss", "Suppressed records"],
    );
    for &one in valid.iter().take(ROWS) {
        table.push(vec![axes.said(&policies[one]), loss(found[one].loss), grouped(found[one].suppressed)]);
    }
    Ok(Exhibit {
        kind: Kind::Lattice,
        json,
        fallback: format!("<p>{}</p>\n{drawing}\n{}", escaped(&caption), table.html_for_any_style()),
        contents:
            "It holds the names of the columns and of their levels, numbers of records, and no value of the data."
                .to_owned(),
    })
}

fn caption(problem: &Problem, recipe: &Recipe, all: usize, valid: usize) -> String {
    format!(
        "Lattice of {}, coarser ones higher; {} valid for k = {}, suppressing at most {} of {}. The fuller a square, the larger the loss ({}).",
        plural(all as u64, "policy", "policies"),
        grouped(valid as u64) + if valid == 1 { " is" } else { " are" },
        grouped(recipe.privacy.k),
        plural(problem.limit(), "record", "records"),
        percent_of(problem),
        recipe.loss.measure.name(),
    )
}

fn percent_of(problem: &Problem) -> String {
    let share = problem.limit() as f64 / problem.records().max(1) as f64;
    format!("{} ({})", grouped(problem.records()), percent(share))
}

/// The shade of each policy: by its loss, between the least and the greatest of the lattice.
fn shades(found: &[Evaluation], best: Option<usize>) -> Vec<Shade> {
    let losses = found.iter().map(|one| one.loss);
    let least = losses.clone().fold(f64::INFINITY, f64::min);
    let most = losses.fold(f64::NEG_INFINITY, f64::max);
    let span = if most > least { most - least } else { 1.0 };
    (found.iter().enumerate())
        .map(|(place, one)| Shade {
            fill: (one.loss - least) / span,
            is_outlined: one.valid,
            is_best: best == Some(place),
        })
        .collect()
}
