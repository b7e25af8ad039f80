//! The exact search of a table too wide for it: the gap between the best loss and the proven bound after given numbers
//! of questions to the monitor, one before each box or each policy of a walk. Losses and bounds are the same on every
//! machine.
//!
//! One run, one thread, some minutes. `rounds` or `without` among the arguments measures only one of the two; `amounts`
//! uses hierarchies with many levels for amounts.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

#[path = "studies/cards.rs"]
mod cards;

use kanon::data::{Dialect, TableReader};
use kanon::monitor::Checks;
use kanon::recipe::Recipe;
use kanon::search::exact::{Pace, Start};
use kanon::search::{Exact, Problem, Search};
use kanon::table::EncodedStudy;
use std::sync::Arc;
use std::time::Instant;

/// Questions before each line.
const QUESTIONS: [u64; 5] = [2000, 2000, 4000, 8000, 16_000];

/// At k = 5 and 5 %, under the loss of Iyengar.
fn problem(many_for_amounts: bool) -> Arc<Problem> {
    let columns = cards::columns(many_for_amounts);
    let of_column = |(name, ..): &(String, u32, &[u32])| {
        format!(r#""{name}": {{"role": "quasi-identifier", "hierarchy": {{"file": "{name}"}}}}"#)
    };
    let texts: Vec<String> = columns.iter().map(of_column).collect();
    let json = format!(r#"{{"kanon": 1, "dialect": {{"delimiter": ";"}}, "columns": {{{}}}}}"#, texts.join(", "));
    let mut recipe = Recipe::parse(&json).unwrap();
    let mut read = |file: &str| {
        let column = columns.iter().find(|(name, ..)| name == file).unwrap();
        Ok(cards::hierarchy(column))
    };
    recipe.resolve_files(&mut read).unwrap();
    (recipe.privacy.k, recipe.privacy.suppression_limit) = (5, 0.05);
    let dialect = Dialect { delimiter: b';', ..Dialect::default() };
    let mut reader = TableReader::new(&dialect, &EncodedStudy::columns(&recipe).unwrap());
    reader.push(cards::csv().as_bytes()).unwrap();
    let prepared = EncodedStudy::new(&recipe, &dialect, reader.finish().unwrap()).unwrap();
    Arc::new(prepared.problem(&recipe).unwrap())
}

fn measure(name: &str, problem: &Arc<Problem>, rounds: Option<Pace>) {
    let start = Start { rounds, ..Start::default() };
    let mut search = Exact::new(Arc::clone(problem), start).unwrap();
    let clock = Instant::now();
    for questions in QUESTIONS {
        search.advance(&mut Checks(questions));
        let progress = search.progress();
        println!(
            "{name}: best {:.4}, bound {:.4}, {} boxes, {:.1} s",
            progress.best.map_or(f64::NAN, |best| best.loss),
            progress.bound,
            search.boxes().unwrap().looked_at,
            clock.elapsed().as_secs_f64()
        );
    }
}

fn main() {
    let asked =
        |name: &str, other: &str| std::env::args().any(|arg| arg == name) || std::env::args().all(|arg| arg != other);
    let problem = problem(std::env::args().any(|arg| arg == "amounts"));
    println!("{} policies", problem.lattice().size());
    if asked("without", "rounds") {
        let never = Pace { after: u64::MAX, ..Pace::default() };
        measure("without rounds", &problem, Some(never));
    }
    if asked("rounds", "without") {
        measure("rounds", &problem, None);
    }
}
