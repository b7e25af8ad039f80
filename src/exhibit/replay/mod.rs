//! A published search at work: every step of a real run, and its decision.

mod boxes;
mod step_words;

use super::figure::{grouped, loss, plural};
use super::lattice::{Axes, expect_shown, policies};
use super::markup::{Table, chosen, escaped};
use super::ranks::{Ranks, Shade};
use super::{Exhibit, Head, Kind};
use crate::error::{ExhibitError, Result};
use crate::lattice::{Lattice, Level, Policy};
use crate::monitor::Unlimited;
use crate::recipe::Recipe;
use crate::report::WorkReport;
use crate::report::edition::Edition;
use crate::search::{Algorithm, Evaluation, Evaluator, Event, Finding, Progress, Step, Work};
use crate::table::EncodedStudy;
use boxes::Levels;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::sync::Arc;
use step_words::StepWords;

/// The most policies of the lattice.
const MOST: usize = 500;
/// The most steps. A search may examine a policy for every subset of the columns.
const MOST_STEPS: usize = 5000;
/// The most rows of the table that is read without a script.
const ROWS: usize = 12;

/// The JSON that the element reads.
#[derive(Serialize)]
struct Recorded<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(flatten)]
    axes: &'a Axes,
    algorithm: Algorithm,
    limit: u64,
    policies: Vec<&'a [Level]>,
    steps: Vec<RecordedStep>,
    #[serde(flatten)]
    work: WorkReport,
    optimal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<usize>,
}

#[derive(Serialize)]
struct RecordedStep {
    policy: usize,
    state: State,
    /// For a step about a box, the levels that its policies may take on each axis.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    boxed: Option<Vec<Vec<Level>>>,
    /// The policies of the box that it closes, by their places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    closed: Vec<usize>,
    said: String,
}

/// The state of a policy after a step.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum State {
    Valid,
    NotValid,
    Excluded,
    InPart,
    Best,
    /// Unchanged: the step is about its box.
    Same,
}

/// The exhibit of a complete run of an algorithm.
///
/// # Errors
/// Whatever [`EncodedStudy::problem`] and [`Algorithm::search`] refuse, a lattice or a run that is too large to follow,
/// and [`ExhibitError::GivesBack`].
pub(super) fn exhibit(
    prepared: &EncodedStudy,
    recipe: &Recipe,
    algorithm: Algorithm,
    edition: Edition,
) -> Result<Exhibit> {
    let problem = Arc::new(prepared.problem(recipe)?);
    let policies = policies(problem.lattice(), MOST)?;
    if edition == Edition::External {
        // Its steps show some of them.
        let mut evaluator = Evaluator::new(Arc::clone(&problem));
        let found: Vec<Evaluation> = policies.iter().map(|one| evaluator.check(one)).collect();
        expect_shown(&problem, recipe, &found, edition)?;
    }
    let mut search = algorithm.search(Arc::clone(&problem), recipe.search.seed())?;
    search.ledger_mut().record();
    search.advance(&mut Unlimited);
    let progress = search.progress();
    let events = search.ledger().events();
    if events.len() > MOST_STEPS {
        return Err(ExhibitError::TooLarge { what: "steps", given: events.len().to_string(), limit: MOST_STEPS }.into());
    }
    let axes = Axes::of(prepared, problem.lattice());
    let places: FxHashMap<&Policy, usize> = policies.iter().zip(0..).collect();
    let words = StepWords { algorithm, problem: &problem, axes: &axes, names: prepared.names() };
    let steps: Vec<RecordedStep> = (events.iter())
        .filter_map(|event| {
            Some(RecordedStep {
                policy: *places.get(&event.policy)?,
                state: state_of(event),
                boxed: boxed(problem.lattice(), event),
                closed: closed(problem.lattice(), &policies, event),
                said: words.say(event),
            })
        })
        .collect();
    let best = progress.best.as_ref();
    let best = best.and_then(|best| places.get(&best.policy).copied());
    let caption = caption(algorithm, &progress, policies.len());
    let drawing = {
        let label = format!(
            "{caption} Squares with an outline were found valid; the fullest were checked. The table has some of the steps."
        );
        let shades = shades(policies.len(), &steps, best);
        Ranks::new(problem.lattice(), &policies).drawing(label, &shades)
    };
    let fallback = format!("<p>{}</p>\n{drawing}\n{}", escaped(&caption), table(&steps));
    let recorded = Recorded {
        head: Head::of(Kind::Replay, &caption),
        axes: &axes,
        algorithm,
        limit: problem.limit(),
        policies: policies.iter().map(Policy::levels).collect(),
        steps,
        work: progress.counters.work.into(),
        optimal: is_optimal(&progress),
        best,
    };
    Ok(Exhibit {
        kind: Kind::Replay,
        // Keys are strings and numbers finite, so this cannot fail.
        json: serde_json::to_string(&recorded).unwrap_or_default(),
        fallback,
        contents:
            "It holds the names of the columns and of their levels, numbers of records, and no value of the data."
                .to_owned(),
    })
}

fn is_optimal(progress: &Progress) -> bool {
    (progress.best.as_ref()).is_some_and(|best| progress.bound >= best.loss)
}

fn state_of(event: &Event) -> State {
    match &event.step {
        Step::Checked(evaluation) if evaluation.valid => State::Valid,
        Step::Checked(_) => State::NotValid,
        Step::CheckedInPart { .. } => State::InPart,
        Step::Excluded(_) if event.columns.is_some() => State::InPart,
        Step::Excluded(_) => State::Excluded,
        Step::Best { .. } => State::Best,
        Step::Boxed(_, Finding::Valid { .. } | Finding::Walked { valid: true }) => State::Valid,
        Step::Boxed(_, Finding::NotValid | Finding::Walked { valid: false }) => State::NotValid,
        Step::Boxed(..) => State::Same,
    }
}

/// The box that a step is about. A walk examines policies, not boxes.
fn boxed(lattice: &Lattice, event: &Event) -> Option<Vec<Vec<Level>>> {
    match &event.step {
        Step::Boxed(_, Finding::Walked { .. }) => None,
        Step::Boxed(open, _) => Some(Levels::of(lattice, open).of_axes().to_vec()),
        _ => None,
    }
}

/// The policies that a step closes with its box, except those of inner boxes that stay open.
fn closed(lattice: &Lattice, policies: &[Policy], event: &Event) -> Vec<usize> {
    let Step::Boxed(of, finding) = &event.step else {
        return Vec::new();
    };
    let inside = match finding {
        Finding::Walked { .. } | Finding::Valid { .. } | Finding::Probed { .. } => {
            return Vec::new();
        }
        Finding::Bounded(inside) | Finding::Sifted(inside) => inside.as_slice(),
        Finding::NotValid | Finding::Beaten => &[],
    };
    let of = Levels::of(lattice, of);
    let inside: Vec<Levels> = (inside.iter()).map(|open| Levels::of(lattice, open)).collect();
    let is_open = |policy: &Policy| inside.iter().any(|open| open.contains(lattice, policy));
    let places = policies.iter().zip(0..);
    places.filter(|(policy, _)| of.contains(lattice, policy) && !is_open(policy)).map(|(_, place)| place).collect()
}

fn caption(algorithm: Algorithm, progress: &Progress, policies: usize) -> String {
    let counters = &progress.counters;
    let found = match &progress.best {
        None => "no policy is valid".to_owned(),
        Some(best) if is_optimal(progress) => {
            format!("its policy loses {}, and none loses less", loss(best.loss))
        }
        Some(best) => {
            format!("its policy loses {}, which is not proven to be the least", loss(best.loss))
        }
    };
    let work = match counters.work {
        Work::Policies { checked, pruned } => format!(
            "{} and {} without a check",
            plural(checked, "check", "checks"),
            plural(pruned, "policy excluded", "policies excluded")
        ),
        Work::Boxes { looked_at, evaluated } => format!(
            "{} looked at and {} evaluated",
            plural(looked_at, "box", "boxes"),
            plural(evaluated, "policy", "policies")
        ),
    };
    format!("{} on a lattice of {}: {work}; {found}.", title(algorithm), plural(policies as u64, "policy", "policies"),)
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

/// The policies at the end: full squares were checked, half full ones excluded.
fn shades(policies: usize, steps: &[RecordedStep], best: Option<usize>) -> Vec<Shade> {
    let blank = Shade { fill: 0.0, is_outlined: false, is_best: false };
    let mut shades = vec![blank; policies];
    for step in steps {
        let shade = &mut shades[step.policy];
        let (fill, is_outlined): (f64, bool) = match step.state {
            State::Valid => (1.0, true),
            State::NotValid => (1.0, false),
            State::Excluded => (0.4, false),
            State::Best => (1.0, true),
            State::InPart | State::Same => (0.0, false),
        };
        shade.fill = fill.max(shade.fill);
        shade.is_outlined |= is_outlined;
        for &place in &step.closed {
            shades[place].fill = shades[place].fill.max(0.4);
        }
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
        false => format!("{} of the {} steps", places.len(), grouped(steps.len() as u64)),
    };
    let mut table = Table::new(caption, &["Step", "What it decides"]);
    for place in places {
        table.push(vec![(place + 1).to_string(), steps[place].said.clone()]);
    }
    table.html_for_any_style()
}
