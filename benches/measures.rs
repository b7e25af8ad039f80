//! The exact search under each measure and other settings, compared with Iyengar's loss in the same run.
//!
//! The cases take turns, so that other load on the machine affects all of them. The least processor seconds of each are
//! printed. The first number among the arguments is the number of searches for each case (5), the second the number of
//! columns of the survey (10). Words select cases by their names.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod measured;
mod studies;

use kanon::loss::{Aggregate, MeasureName};
use kanon::monitor::Unlimited;
use kanon::search::{Algorithm, Problem};
use measured::measured;
use std::sync::Arc;
use studies::Study;

/// The setting of a case that differs from Iyengar's loss, k = 5 and 5 %.
type Change = Box<dyn Fn(&mut Study)>;

struct Case {
    name: String,
    problem: Arc<Problem>,
    /// The least seconds so far.
    least: f64,
}

/// Iyengar's loss at k = 5 and 5 %, then each of the others.
fn changes() -> Vec<(String, Change)> {
    let mut changes: Vec<(String, Change)> = Vec::new();
    for measure in MeasureName::ALL {
        let change = move |study: &mut Study| study.recipe.loss.measure = measure;
        changes.push((format!("{measure:?}"), Box::new(change)));
    }
    let mut push = |name: &str, change: fn(&mut Study)| {
        changes.push((name.to_owned(), Box::new(change)));
    };
    push("the maximum", |study| {
        study.recipe.loss.aggregate = Aggregate::Maximum;
    });
    push("limit 100 %", |study| {
        study.recipe.privacy.suppression_limit = 1.0;
    });
    push("k = 2", |study| study.recipe.privacy.k = 2);
    changes
}

/// The cases whose names contain any of the words, or all without words; `None` without the survey.
fn cases(n_qis: usize, words: &[String]) -> Option<Vec<Case>> {
    let is_chosen = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word));
    let mut changes = changes();
    changes.retain(|(name, _)| is_chosen(name));
    let case = |(name, change): &(String, Change)| {
        let mut study = studies::survey(n_qis)?;
        change(&mut study);
        Some(Case { name: format!("{}, {name}", study.name), problem: study.problem(), least: f64::INFINITY })
    };
    changes.iter().map(case).collect()
}

fn main() {
    let (numbers, words): (Vec<String>, Vec<String>) =
        (std::env::args().skip(1)).filter(|arg| !arg.starts_with('-')).partition(|arg| arg.parse::<usize>().is_ok());
    let mut numbers = numbers.iter().filter_map(|number| number.parse().ok());
    let (rounds, n_qis) = (numbers.next().unwrap_or(5), numbers.next().unwrap_or(10));
    let Some(mut cases) = cases(n_qis, &words) else {
        return;
    };
    for _ in 0..rounds {
        for case in &mut cases {
            let ((), taken) = measured(|| {
                let problem = Arc::clone(&case.problem);
                let mut search = Algorithm::Exact.search(problem, 0).unwrap();
                search.advance(&mut Unlimited);
            });
            case.least = case.least.min(taken.seconds);
        }
    }
    let Some(of_first) = cases.first().map(|case| case.least) else {
        println!("no case has any of these words: {}", words.join(" "));
        return;
    };
    for Case { name, least, .. } in &cases {
        println!("{name}: {least:.2} s, {:.2} times", least / of_first);
    }
}
