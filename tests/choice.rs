//! A policy other than the best one: what is reported about it, and what is refused.
//!
//! Also what a search reports about its checks: which policies it keeps when it checked too many to keep them all, and
//! why an algorithm does not take a measure. Any policy is judged as the definitions say.

use crate::support::random;
use crate::support::small_study::{Question, SmallColumn, SmallStudy};
use crate::support::tuples::{View, close, policies};
use kanon::error::{ErrorKind, SearchError};
use kanon::loss::{Aggregate, MeasureName};
use kanon::recipe::SearchSettings;
use kanon::report::Report;
use kanon::run::{Outcome, Run, RunStatus, Suitable, Visited};
use kanon::search::Algorithm;
use proptest::prelude::*;
use std::sync::Arc;

const QUESTION: Question =
    Question { k: 2, suppression_limit: 0.25, measure: MeasureName::Iyengar, aggregate: Aggregate::ArithmeticMean };

fn study() -> SmallStudy {
    let age = SmallColumn::new(&[&["20", "20s", "*"], &["25", "20s", "*"], &["30", "30s", "*"], &["35", "30s", "*"]]);
    let sex = SmallColumn::new(&[&["f", "*"], &["m", "*"]]);
    let records: [&[&str]; 8] = [
        &["20", "f"],
        &["20", "f"],
        &["25", "f"],
        &["25", "f"],
        &["30", "m"],
        &["30", "m"],
        &["35", "m"],
        &["35", "f"],
    ];
    SmallStudy::new(vec![age, sex], &records)
}

fn run(study: &SmallStudy, question: Question, algorithm: Algorithm) -> Run {
    let prepared = study.prepared();
    let problem = study.problem(&prepared, question).unwrap();
    let settings = SearchSettings { algorithm, ..SearchSettings::default() };
    let mut run = Run::new(problem, &settings).unwrap();
    while run.advance(f64::INFINITY, &mut || 0.0) == RunStatus::Running {}
    run
}

#[test]
fn the_outcome_and_the_report_speak_of_the_chosen_policy() {
    let study = study();
    let mut run = run(&study, QUESTION, Algorithm::BestFirst);
    let best = Outcome::of(&mut run).unwrap();
    assert!(best.optimal && !best.chosen);
    assert_eq!(best.best_loss, Some(best.loss));

    run.choose(Some(&[2, 1])).unwrap();
    let chosen = Outcome::of(&mut run).unwrap();
    assert!(chosen.chosen && !chosen.optimal);
    assert_eq!(chosen.policy.levels(), [2, 1]);
    assert!(chosen.loss > best.loss);
    assert_eq!((chosen.best_loss, chosen.bound), (best.best_loss, best.bound));
    assert_eq!((chosen.suppressed_records, chosen.classes), (0, 1));
    assert_eq!(chosen.risk_after.smallest_class, 8);

    let recipe = study.recipe(QUESTION);
    let names = study.prepared().names();
    let report = Report::new(&recipe, &names, &chosen, String::new(), String::new());
    assert!(!report.optimal);
    assert_eq!(report.bound, best.bound);
    assert_eq!(report.policy.values().copied().collect::<Vec<_>>(), [2, 1]);

    run.choose(None).unwrap();
    assert_eq!(Outcome::of(&mut run).unwrap().policy, best.policy);
}

#[test]
fn the_best_policy_chosen_by_hand_is_as_proven_as_before() {
    let mut run = run(&study(), QUESTION, Algorithm::BestFirst);
    let best = Outcome::of(&mut run).unwrap();
    run.choose(Some(best.policy.levels())).unwrap();
    assert!(Outcome::of(&mut run).unwrap().optimal);
}

#[test]
fn a_policy_that_may_not_be_released_is_refused_and_the_choice_before_it_stays() {
    let mut run = run(&study(), QUESTION, Algorithm::BestFirst);
    run.choose(Some(&[2, 0])).unwrap();
    let question = Question { suppression_limit: 0.0, ..QUESTION };
    let mut strict = self::run(&study(), question, Algorithm::BestFirst);
    let refused = strict.choose(Some(&[0, 0])).unwrap_err();
    assert!(matches!(refused.kind(), ErrorKind::Search(SearchError::NotValid { suppressed: 2, limit: 0 })));
    for levels in [&[3, 0][..], &[0, 2], &[0], &[0, 0, 0]] {
        let refused = run.choose(Some(levels)).unwrap_err();
        assert_eq!(refused.code(), "search-not-in-lattice");
        assert!(run.evaluate(levels).is_err());
    }
    assert_eq!(Outcome::of(&mut run).unwrap().policy.levels(), [2, 0]);
}

#[test]
fn without_a_best_policy_a_chosen_one_is_still_an_outcome() {
    let study = study();
    let prepared = study.prepared();
    let problem = study.problem(&prepared, QUESTION).unwrap();
    let mut run = Run::new(problem, &SearchSettings::default()).unwrap();
    assert!(Outcome::of(&mut run).is_err());
    run.choose(Some(&[2, 1])).unwrap();
    let outcome = Outcome::of(&mut run).unwrap();
    assert_eq!(outcome.best_loss, None);
    assert!(!outcome.optimal);
}

#[test]
fn where_too_many_were_checked_those_that_matter_most_are_kept() {
    let run = run(&study(), QUESTION, Algorithm::BruteForce);
    let all = Visited::of(&run, usize::MAX);
    assert_eq!((all.n_checked, all.losses.len(), all.levels.len()), (6, 6, 12));
    let n_valid = all.valid.iter().filter(|&&valid| valid).count();
    let few = Visited::of(&run, n_valid - 1);
    assert!(few.valid.iter().all(|&valid| valid));
    assert!(few.losses.is_sorted());
    assert_eq!(few.n_checked, 6);
}

#[test]
fn an_algorithm_that_cannot_take_a_measure_says_why() {
    let study = study();
    let prepared = study.prepared();
    let problem = study.problem(&prepared, QUESTION).unwrap();
    for suitable in Suitable::all(&problem) {
        let search = suitable.algorithm.search(Arc::clone(&problem), 0);
        assert_eq!(search.is_ok(), suitable.refusal.is_none());
        assert!(!suitable.algorithm.advice().is_empty());
    }
    let refused = Suitable::all(&problem).into_iter().filter(|suitable| suitable.refusal.is_some());
    assert!(refused.count() > 0, "Iyengar's loss may fall, which some algorithms do not take");
}

proptest! {
    #![proptest_config(random::cases(64))]

    /// What is said of any valid policy is what the definitions say.
    #[test]
    fn any_policy_is_judged_by_the_definitions(study in random::study(3, 12), question in random::question()) {
        let prepared = study.prepared();
        let Ok(problem) = study.problem(&prepared, question) else { return Ok(()) };
        let mut run = Run::new(problem, &SearchSettings::default()).unwrap();
        run.advance(f64::INFINITY, &mut || 0.0);
        for levels in policies(&study) {
            let tuples = View::new(&study, &levels);
            let evaluation = run.evaluate(&levels).unwrap();
            let valid = tuples.is_valid(question.k, question.suppression_limit);
            prop_assert_eq!(evaluation.valid, valid);
            prop_assert!(close(evaluation.loss, tuples.loss(&question)));
            prop_assert_eq!(run.choose(Some(&levels)).is_ok(), valid);
            if valid {
                let outcome = Outcome::of(&mut run).unwrap();
                prop_assert_eq!(outcome.policy.levels(), &levels[..]);
                prop_assert_eq!(outcome.suppressed_records, tuples.suppressed(question.k).0);
                prop_assert!(outcome.bound <= outcome.loss + 1e-9 * outcome.loss.abs());
            }
        }
    }
}
