//! A published search at work: every step of a real run, and what it decides.

use super::figure::{grouped, loss, plural};
use super::lattice::{Axes, policies};
use super::markup::{Table, chosen, escaped};
use super::ranks::{Ranks, Shade};
use super::{Exhibit, FORMAT, Kind};
use crate::error::{ExhibitError, Result};
use crate::lattice::{Level, Policy};
use crate::monitor::Unlimited;
use crate::search::{Algorithm, Event, Exclusion, Problem, Progress, Step, Work};
use crate::study::{Prepared, Recipe};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::sync::Arc;

/// The most policies of the lattice.
const MOST: usize = 500;
/// The most steps: a search may look at a policy for every subset of the columns.
const MOST_STEPS: usize = 5000;
/// The most rows of the table that is read without a script.
const ROWS: usize = 12;

/// What the element reads.
#[derive(Serialize)]
struct Recorded<'a> {
    exhibit: &'static str,
    format: u32,
    caption: &'a str,
    #[serde(flatten)]
    axes: &'a Axes,
    algorithm: Algorithm,
    limit: u64,
    policies: Vec<&'a [Level]>,
    steps: Vec<RecordedStep>,
    /// Policies checked, one that was checked twice counted twice.
    checked: u64,
    /// Policies excluded without a check.
    pruned: u64,
    optimal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<usize>,
}

#[derive(Serialize)]
struct RecordedStep {
    policy: usize,
    state: State,
    said: String,
}

/// What a policy is from a step on.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum State {
    Valid,
    NotValid,
    Excluded,
    InPart,
    Best,
}

/// The exhibit of a run of an algorithm, from its start to its end.
///
/// # Errors
/// What [`Prepared::problem`] and [`Algorithm::search`] refuse, the exact search, and a lattice or a run that is too
/// large to be followed.
pub(super) fn exhibit(
    prepared: &Prepared,
    recipe: &Recipe,
    algorithm: Algorithm,
) -> Result<Exhibit> {
    if algorithm == Algorithm::Exact {
        return Err(ExhibitError::NoSteps.into());
    }
    let problem = Arc::new(prepared.problem(recipe)?);
    let policies = policies(problem.lattice(), MOST)?;
    let mut search = algorithm.search(Arc::clone(&problem), recipe.search.seed())?;
    search.ledger_mut().record();
    search.advance(&mut Unlimited);
    let progress = search.progress();
    let events = search.ledger().events();
    if events.len() > MOST_STEPS {
        return Err(ExhibitError::TooLarge {
            what: "steps",
            given: events.len().to_string(),
            limit: MOST_STEPS,
        }
        .into());
    }
    let axes = Axes::of(prepared, problem.lattice());
    let places: FxHashMap<&Policy, usize> = policies.iter().zip(0..).collect();
    let teller = Teller {
        algorithm,
        problem: &problem,
        names: prepared.names(),
    };
    let steps: Vec<RecordedStep> = (events.iter())
        .filter_map(|event| {
            Some(RecordedStep {
                policy: *places.get(&event.policy)?,
                state: state_of(event),
                said: teller.say(event, &axes),
            })
        })
        .collect();
    let best = progress.best.as_ref();
    let best = best.and_then(|best| places.get(&best.policy).copied());
    let caption = caption(algorithm, &progress, policies.len());
    let Work::Policies { checked, pruned } = progress.counters.work else {
        return Err(ExhibitError::NoSteps.into());
    };
    let drawing = {
        let label = format!(
            "{caption} Squares with an outline were found valid; the fullest were checked. The table has some of the steps."
        );
        let shades = shades(policies.len(), &steps, best);
        Ranks::new(problem.lattice(), &policies).drawing(label, &shades)
    };
    let fallback = format!("<p>{}</p>\n{drawing}\n{}", escaped(&caption), table(&steps));
    let recorded = Recorded {
        exhibit: Kind::Replay.name(),
        format: FORMAT,
        caption: &caption,
        axes: &axes,
        algorithm,
        limit: problem.limit(),
        policies: policies.iter().map(Policy::levels).collect(),
        steps,
        checked,
        pruned,
        optimal: is_optimal(&progress),
        best,
    };
    Ok(Exhibit {
        kind: Kind::Replay,
        // Keys are strings and numbers finite, so that this cannot fail.
        json: serde_json::to_string(&recorded).unwrap_or_default(),
        fallback,
        contents: "It holds the names of the columns and of their levels, numbers of records, and no value of the data.".to_owned(),
    })
}

fn is_optimal(progress: &Progress) -> bool {
    (progress.best.as_ref()).is_some_and(|best| progress.bound >= best.loss)
}

fn state_of(event: &Event) -> State {
    match event.step {
        Step::Checked(evaluation) if evaluation.valid => State::Valid,
        Step::Checked(_) => State::NotValid,
        Step::CheckedInPart { .. } => State::InPart,
        Step::Excluded(_) if event.columns.is_some() => State::InPart,
        Step::Excluded(_) => State::Excluded,
        Step::Best => State::Best,
    }
}

fn caption(algorithm: Algorithm, progress: &Progress, policies: usize) -> String {
    let counters = &progress.counters;
    let found = match &progress.best {
        None => "no policy is valid".to_owned(),
        Some(best) if is_optimal(progress) => {
            format!("its policy loses {}, and none loses less", loss(best.loss))
        }
        Some(best) => format!(
            "its policy loses {}, which is not proven to be the least",
            loss(best.loss)
        ),
    };
    format!(
        "{} on a lattice of {}: {} and {} without a check; {found}.",
        title(algorithm),
        plural(policies as u64, "policy", "policies"),
        plural(counters.work.steps(), "check", "checks"),
        plural(
            counters.work.pruned(),
            "policy excluded",
            "policies excluded"
        ),
    )
}

/// The name of an algorithm as its authors write it.
fn title(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Exact => "The exact search",
        Algorithm::BestFirst => "Best-first",
        Algorithm::BruteForce => "Brute force",
        Algorithm::Flash => "Flash",
        Algorithm::Ola => "OLA",
        Algorithm::Incognito => "Incognito",
        Algorithm::Samarati => "Samarati's search",
        Algorithm::Datafly => "Datafly",
        Algorithm::Igreedy => "The improved greedy search",
    }
}

/// Says what a step of an algorithm decides.
struct Teller<'a> {
    algorithm: Algorithm,
    problem: &'a Problem,
    names: Vec<String>,
}

impl Teller<'_> {
    fn say(&self, event: &Event, axes: &Axes) -> String {
        let policy = axes.said(&event.policy);
        let alone = event.columns.as_ref().map(|columns| {
            let names = self.names.iter().zip(columns);
            let names: Vec<&str> = names
                .filter(|(_, counts)| **counts)
                .map(|(name, _)| name.as_str())
                .collect();
            format!(" with {} alone", names.join(" and "))
        });
        let alone = alone.unwrap_or_default();
        match event.step {
            Step::Checked(evaluation) => {
                let records = plural(evaluation.suppressed, "record", "records");
                let limit = grouped(self.problem.limit());
                let verdict = match evaluation.valid {
                    true => format!("valid, with a loss of {}", loss(evaluation.loss)),
                    false => "not valid".to_owned(),
                };
                let next = self.next(evaluation.valid);
                format!(
                    "{policy} is checked: {records} suppressed, of at most {limit}: {verdict}. {next}"
                )
            }
            Step::CheckedInPart { valid } => match valid {
                true => format!(
                    "{policy} is checked{alone}: valid, and so is every coarser policy of these columns."
                ),
                false => format!(
                    "{policy} is checked{alone}: not valid, so neither is it with more columns. The coarser policies of these columns are looked at."
                ),
            },
            Step::Excluded(why) => {
                let why = match why {
                    Exclusion::Valid => "a finer policy is valid, so that it is too",
                    Exclusion::NotValid => "a coarser policy is not valid, so that neither is it",
                    Exclusion::NotValidInPart => {
                        "it is not valid with one column less, so that neither is it with this one"
                    }
                    Exclusion::CannotWin => "it cannot lose less than the best policy so far",
                };
                format!("{policy}{alone} needs no check: {why}.")
            }
            Step::Best => format!("{policy} is the best valid policy so far."),
        }
    }

    /// What a check means for what comes next.
    fn next(&self, valid: bool) -> &'static str {
        match (self.algorithm, valid) {
            (Algorithm::Ola, true) => "So are all coarser ones; the search goes on below it.",
            (Algorithm::Ola, false) => "Nor is any finer one; the search goes on above it.",
            (Algorithm::Incognito, true) => "So are all coarser ones.",
            (Algorithm::Incognito, false) => "The coarser ones next to it are looked at.",
            (Algorithm::Samarati, true) => "This row has a valid policy: no higher one is needed.",
            (Algorithm::Samarati, false) => {
                "The next policy of the row is looked at; if none is valid, a higher row."
            }
            (Algorithm::Datafly, true) => "The search ends with it.",
            (Algorithm::Datafly, false) => {
                "The column with most distinct values goes one level up."
            }
            (Algorithm::Igreedy, true) => "No further step is taken after those of this round.",
            (Algorithm::Igreedy, false) => {
                "Of the steps of this round, the one that frees most records for what it loses is taken."
            }
            (Algorithm::Flash, true) => "The search goes on in the lower half of its path.",
            (Algorithm::Flash, false) => {
                "Nor is any finer one; the search goes on in the upper half of its path."
            }
            (Algorithm::BruteForce | Algorithm::Exact, _) => "The next policy is looked at.",
            (Algorithm::BestFirst, _) => {
                "Its coarser neighbours wait, unless none of them can lose less than the best one."
            }
        }
    }
}

/// How the policies look at the end: full ones were checked, half full ones excluded.
fn shades(policies: usize, steps: &[RecordedStep], best: Option<usize>) -> Vec<Shade> {
    let blank = Shade {
        fill: 0.0,
        is_outlined: false,
        is_best: false,
    };
    let mut shades = vec![blank; policies];
    for step in steps {
        let shade = &mut shades[step.policy];
        let (fill, is_outlined): (f64, bool) = match step.state {
            State::Valid => (1.0, true),
            State::NotValid => (1.0, false),
            State::Excluded => (0.4, false),
            State::InPart | State::Best => (0.0, false),
        };
        shade.fill = fill.max(shade.fill);
        shade.is_outlined |= is_outlined;
    }
    if let Some(best) = best {
        shades[best].is_best = true;
    }
    shades
}

fn table(steps: &[RecordedStep]) -> String {
    let places = chosen(steps.len(), ROWS);
    let caption = match places.len() == steps.len() {
        true => "Every step".to_owned(),
        false => format!(
            "{} of the {} steps",
            places.len(),
            grouped(steps.len() as u64)
        ),
    };
    let mut table = Table::new(caption, &["Step", "What it decides"]);
    for place in places {
        table.push(vec![(place + 1).to_string(), steps[place].said.clone()]);
    }
    table.html()
}
