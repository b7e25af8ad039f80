//! One search split between several workers, and many searches in one sweep: the answers are those of single searches.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use crate::support::random::{cases, pace, question, study};
use crate::support::small_study::run;
use kanon::monitor::Checks;
use kanon::people::Grouped;
use kanon::recipe::{Swept, SweptSetting};
use kanon::run::{RunStatus, Sweep};
use kanon::search::exact::{Diver, Exact, Pace, Start};
use kanon::search::{Problem, Progress, Search, Status};
use proptest::prelude::*;
use std::sync::Arc;

/// What a search over boxes ends with when nobody helps.
fn alone(problem: &Arc<Problem>) -> Progress {
    let mut search = Exact::new(Arc::clone(problem), Start::default()).unwrap();
    run(&mut search);
    search.progress()
}

/// The same search, with rounds or without, with divers over a copy of the problem, which come and go in the order of
/// `turns`: each turn is whose it is, after how many questions it is interrupted, and whether it then gives its box
/// back.
fn together(
    problem: &Arc<Problem>,
    copy: &Arc<Problem>,
    rounds: Option<Pace>,
    divers: usize,
    turns: &[(usize, u64, bool)],
) -> Progress {
    let start = Start { rounds, ..Start::default() };
    let mut lead = Exact::new(Arc::clone(problem), start).unwrap();
    let mut divers: Vec<(Diver, Option<u64>)> =
        (0..divers).map(|_| (Diver::new(Arc::clone(copy)).unwrap(), None)).collect();
    let mut last = lead.progress();
    for &(turn, questions, gives_up) in turns.iter().cycle().take(100_000) {
        let turn = turn % (divers.len() + 1);
        match divers.get_mut(turn) {
            None => {
                if lead.advance(&mut Checks(questions)) == Status::Done {
                    return lead.progress();
                }
            }
            Some((diver, lent @ None)) => {
                if let Some((number, dive)) = lead.lend() {
                    diver.begin(dive);
                    *lent = Some(number);
                }
            }
            Some((diver, lent)) => {
                let status = diver.advance(&mut Checks(questions));
                if status == Status::Done || gives_up {
                    lead.absorb(lent.take().unwrap(), diver.finish());
                }
            }
        }
        let now = lead.progress();
        assert!(now.bound >= last.bound, "the bound never falls");
        last = now;
    }
    panic!("the search does not end");
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn a_search_ends_with_the_same_policy_however_it_is_split(
        study in study(5, 120),
        question in question(),
        rounds in prop::option::of(pace()),
        divers in prop::sample::select(vec![1_usize, 2, 8]),
        turns in prop::collection::vec((0_usize..16, 0_u64..4, prop::bool::weighted(0.2)), 1..40),
    ) {
        let question = crate::support::small_study::Question { k: question.k.min(study.n()), ..question };
        let prepared = study.prepared();
        let Ok(problem) = study.problem(&prepared, question) else { return Ok(()) };
        let recipe = study.recipe(question);
        let grouped = Grouped::of(&prepared, &recipe).unwrap();
        let copy = Arc::new(grouped.prepare().unwrap().problem(&grouped.recipe).unwrap());
        let one = alone(&problem);
        // Each has two turns at last, to take a box and to look at it, so that the search goes on whatever was drawn.
        let everyone = (0..=divers).chain(0..=divers).map(|turn| (turn, 3, false));
        let turns: Vec<_> = turns.into_iter().chain(everyone).collect();
        let many = together(&problem, &copy, rounds, divers, &turns);
        prop_assert_eq!(one.best, many.best);
        prop_assert_eq!(one.bound.to_bits(), many.bound.to_bits());
    }

    #[test]
    fn a_sweep_finds_what_searches_one_by_one_find(
        study in study(4, 80),
        question in question(),
        over_k in any::<bool>(),
        pause in 1_u64..6,
    ) {
        let question = crate::support::small_study::Question { k: question.k.min(study.n()), ..question };
        let prepared = study.prepared();
        let recipe = study.recipe(question);
        let limits = [0.5, 0.0, 0.1, 1.0, 0.02];
        let swept = if over_k { Swept::K(1, study.n().min(12)) } else { Swept::limits(limits.to_vec()) };
        let Ok(mut sweep) = Sweep::new(&prepared, &recipe, &swept) else { return Ok(()) };
        // A clock that ticks at every look, so that the sweep is interrupted again and again.
        let mut time = 0.0;
        let mut now = || { time += 1.0; time };
        while sweep.advance(pause as f64, &mut now) == RunStatus::Running {}
        prop_assert_eq!(sweep.points().len(), sweep.n_points());
        for point in sweep.points() {
            let SweptSetting { k, suppression_limit, .. } = point.setting;
            let problem = study.problem(&prepared, crate::support::small_study::Question { k, suppression_limit, ..question });
            let single = alone(&problem.unwrap());
            let levels = point.best.as_ref().map(|best| best.levels.clone());
            prop_assert_eq!(levels, single.best.as_ref().map(|best| best.policy.levels().to_vec()));
            prop_assert_eq!(point.best.as_ref().map(|best| best.loss), single.best.map(|best| best.loss));
        }
    }
}
