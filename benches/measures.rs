//! The exact search under each measure and other settings, beside Iyengar's loss in the same run.
//!
//! The cases take turns, so that whatever else the machine does meets all of them, and the least seconds of the
//! processor that each took are printed. The first number among the arguments says how often each is searched (5), the
//! second how many columns of the survey (10); words choose cases by their names.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod studies;

use kanon::loss::{Aggregate, MeasureName};
use kanon::monitor::Unlimited;
use kanon::search::{Algorithm, Problem};
use std::fs;
use std::sync::Arc;
use std::time::Instant;
use studies::Study;

struct Case {
    name: String,
    problem: Arc<Problem>,
    /// The least seconds so far.
    least: f64,
}

/// The seconds that this thread was on a processor, where the system says them.
fn on_processor() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

fn case(n_qis: usize, name: &str, change: impl FnOnce(&mut Study)) -> Option<Case> {
    let mut study = studies::survey(n_qis)?;
    change(&mut study);
    Some(Case {
        name: format!("{}, {name}", study.name),
        problem: study.problem(),
        least: f64::INFINITY,
    })
}

/// Iyengar's loss at k = 5 and 5 %, then each of the others.
fn cases(n_qis: usize) -> Option<Vec<Case>> {
    let mut cases = Vec::new();
    for measure in MeasureName::ALL {
        cases.push(case(n_qis, &format!("{measure:?}"), |study| {
            study.recipe.loss.measure = measure;
        })?);
    }
    cases.push(case(n_qis, "the maximum", |study| {
        study.recipe.loss.aggregate = Aggregate::Maximum;
    })?);
    cases.push(case(n_qis, "limit 100 %", |study| {
        study.recipe.privacy.suppression_limit = 1.0;
    })?);
    cases.push(case(n_qis, "k = 2", |study| {
        study.recipe.privacy.k = 2;
    })?);
    Some(cases)
}

fn main() {
    let mut numbers = std::env::args().filter_map(|arg| arg.parse::<usize>().ok());
    let (rounds, n_qis) = (numbers.next().unwrap_or(5), numbers.next().unwrap_or(10));
    let Some(mut cases) = cases(n_qis) else {
        return;
    };
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_word = |word: &&String| !word.starts_with('-') && word.parse::<usize>().is_err();
    let words: Vec<&String> = words.iter().filter(is_word).collect();
    cases.retain(|case| words.is_empty() || words.iter().any(|word| case.name.contains(*word)));
    for _ in 0..rounds {
        for case in &mut cases {
            let (before, clock) = (on_processor(), Instant::now());
            let mut search = Algorithm::Exact
                .search(Arc::clone(&case.problem), 0)
                .unwrap();
            search.advance(&mut Unlimited);
            let taken = on_processor()
                .zip(before)
                .map(|(after, before)| after - before);
            case.least = case
                .least
                .min(taken.unwrap_or_else(|| clock.elapsed().as_secs_f64()));
        }
    }
    let of_first = cases[0].least;
    for Case { name, least, .. } in &cases {
        println!("{name}: {least:.2} s, {:.2} times", least / of_first);
    }
}
