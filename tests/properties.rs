//! Laws that hold for every table, on thousands of random small ones.
//!
//! They are held against an oracle that knows only the definitions (`support/tuples.rs`).

use crate::support::random::{cases, measures, question, study};
use crate::support::small_study::{Question, SmallStudy, run};
use crate::support::tuples::{View, close, generalizes, optima, policies};
use kanon::classes::{Classes, RollupMemory, project, rollup};
use kanon::error::{ErrorKind, RecipeError, SearchError};
use kanon::lattice::Policy;
use kanon::loss::{Aggregate, MeasureName};
use kanon::monitor::{Checks, When};
use kanon::run::{Outcome, Run, RunStatus};
use kanon::search::{Algorithm, Evaluator, Problem, Status};
use kanon::table::EncodedStudy;
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// Every allowed policy as the oracle sees it; nothing for links that leave none.
fn views(study: &SmallStudy) -> Vec<View<'_>> {
    (policies(study).iter()).map(|levels| View::new(study, levels)).collect()
}

/// The labels and sizes of classes, as the oracle gives them.
fn labelled<'a>(prepared: &'a EncodedStudy, classes: &Classes) -> HashMap<Vec<&'a str>, u64> {
    let levels = classes.policy().levels();
    let tuples = classes.iter().map(|class| {
        let labels = (0..levels.len()).map(|qi| {
            let group = prepared.qis()[qi].hierarchy_group(levels[qi], class.group(qi));
            prepared.hierarchies()[qi].label(usize::from(levels[qi]), group)
        });
        (labels.collect(), class.count)
    });
    let all: Vec<(Vec<&str>, u64)> = tuples.collect();
    let n_classes = all.len();
    let map: HashMap<_, _> = all.into_iter().collect();
    assert_eq!(map.len(), n_classes, "a class appears once");
    map
}

fn rolled_up(prepared: &EncodedStudy, from: &Classes, to: &[u8]) -> Classes {
    let mut classes = Classes::like(from);
    let policy = Policy::new(to);
    rollup(from, &policy, prepared.qis(), &mut RollupMemory::default(), &mut classes);
    classes
}

/// Whether equal losses are equal numbers: sums of whole numbers, divided once.
fn is_exact(study: &SmallStudy, measure: MeasureName, aggregate: Aggregate) -> bool {
    let first = study.columns[0].weight;
    let equal_weights = study.columns.iter().all(|column| column.weight == first);
    match measure {
        MeasureName::Entropy => false,
        _ if measure.is_aggregated() => equal_weights && aggregate != Aggregate::GeometricMean,
        _ => true,
    }
}

fn any_k(question: Question, study: &SmallStudy) -> Question {
    Question { k: question.k.min(study.n()), ..question }
}

/// The algorithms that take the measure of a problem.
fn accepting(problem: &Problem) -> impl Iterator<Item = Algorithm> {
    let is_monotone = problem.is_monotone();
    (Algorithm::ALL.into_iter()).filter(move |algorithm| algorithm.accepts(is_monotone))
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn classes_rolled_up_from_any_specialization_are_those_of_the_records(
        study in study(5, 120),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 16),
    ) {
        let prepared = study.prepared();
        let policies = policies(&study);
        prop_assume!(!policies.is_empty());
        for pick in picks {
            let levels = pick.get(&policies);
            let above: Vec<&Vec<u8>> = (policies.iter()).filter(|y| generalizes(y, levels)).collect();
            let higher = pick.get(&above);
            let classes = rolled_up(&prepared, prepared.tuples(), levels);
            prop_assert_eq!(labelled(&prepared, &classes), View::new(&study, levels).classes);
            let generalized = rolled_up(&prepared, &classes, higher);
            prop_assert_eq!(labelled(&prepared, &generalized), View::new(&study, higher).classes);
        }
    }

    #[test]
    fn classes_of_some_columns_are_those_of_the_records_without_the_others(
        study in study(5, 120),
        kept in prop::collection::vec(any::<bool>(), 5),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 8),
    ) {
        let prepared = study.prepared();
        let policies = policies(&study);
        prop_assume!(!policies.is_empty());
        let n_qis = prepared.qis().len();
        let kept = &kept[..n_qis];
        // The kept columns' labels or nothing.
        let without_others = |classes: HashMap<Vec<&str>, u64>| {
            let mut merged: HashMap<Vec<String>, u64> = HashMap::new();
            for (labels, count) in classes {
                let labels = labels.into_iter().zip(kept);
                let labels = labels.map(|(label, &kept)| if kept { label.to_owned() } else { String::new() });
                *merged.entry(labels.collect()).or_default() += count;
            }
            merged
        };
        for pick in picks {
            let levels = pick.get(&policies);
            let mut projected = Classes::like(prepared.tuples());
            project(prepared.tuples(), &Policy::new(levels.as_slice()), kept, prepared.qis(), &mut RollupMemory::default(), &mut projected);
            let expected = without_others(View::new(&study, levels).classes);
            prop_assert_eq!(projected.len(), expected.len(), "no two classes differ in the other columns");
            prop_assert_eq!(without_others(labelled(&prepared, &projected)), expected);
            // A generalization that leaves the others where they are.
            let above: Vec<Vec<u8>> = (policies.iter()).filter(|y| generalizes(y, levels))
                .map(|y| (0..n_qis).map(|qi| if kept[qi] { y[qi] } else { levels[qi] }).collect())
                .collect();
            let higher = pick.get(&above);
            let generalized = rolled_up(&prepared, &projected, higher);
            let expected = without_others(View::new(&study, higher).classes);
            prop_assert_eq!(generalized.len(), expected.len());
            prop_assert_eq!(without_others(labelled(&prepared, &generalized)), expected);
        }
    }

    #[test]
    fn the_lattice_holds_every_allowed_policy_once(study in study(5, 3), question in question()) {
        let policies = policies(&study);
        let problem = study.problem(&study.prepared(), any_k(question, &study));
        if policies.is_empty() {
            let error = problem.err().unwrap();
            let names_links = matches!(error.kind(), ErrorKind::Recipe(RecipeError::Setting { key, .. }) if key == "linked");
            prop_assert!(names_links, "{}", error);
            return Ok(());
        }
        let problem = problem.unwrap();
        let lattice = problem.lattice();
        prop_assert_eq!(lattice.size(), policies.len() as u128);
        let visited: Vec<Vec<u8>> = std::iter::successors(Some(lattice.bottom()), |policy| lattice.next(policy))
            .map(|policy| policy.levels().to_vec())
            .collect();
        let mut sorted = visited.clone();
        sorted.sort();
        prop_assert_eq!(&sorted, &policies);
        for policy in &policies {
            let policy = Policy::new(policy.as_slice());
            for (own, other) in lattice.successors(&policy).map(|next| (policy.clone(), next))
                .chain(lattice.predecessors(&policy).map(|before| (before, policy.clone())))
            {
                prop_assert!(other.generalizes(&own) && other != own);
                prop_assert!(policies.contains(&own.levels().to_vec()) && policies.contains(&other.levels().to_vec()));
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn a_check_gives_the_oracles_suppression_and_loss(study in study(5, 120), k in 1u64..=8) {
        let prepared = study.prepared();
        let k = k.min(study.n());
        for (measure, aggregate) in measures() {
            let question = Question { k, suppression_limit: 0.05, measure, aggregate };
            let Ok(problem) = study.problem(&prepared, question) else { break };
            let mut evaluator = Evaluator::new(problem);
            for view in views(&study) {
                let evaluation = evaluator.check(&Policy::new(view.levels.as_slice()));
                prop_assert_eq!((evaluation.suppressed, evaluation.classes_kept), view.suppressed(k));
                prop_assert_eq!(evaluation.valid, view.is_valid(k, 0.05));
                let loss = view.loss(&question);
                prop_assert!(close(evaluation.loss, loss), "{:?} {:?} {:?}: {} {}", measure, aggregate, view.levels, evaluation.loss, loss);
            }
        }
    }

    #[test]
    fn no_generalization_loses_less_than_a_bound_or_suppresses_more(study in study(5, 120), k in 1u64..=8) {
        let prepared = study.prepared();
        let k = k.min(study.n());
        for (measure, aggregate) in measures() {
            let question = Question { k, suppression_limit: 0.05, measure, aggregate };
            let Ok(problem) = study.problem(&prepared, question) else { break };
            let mut evaluator = Evaluator::new(Arc::clone(&problem));
            let is_monotone = prepared.loss(&study.recipe(question)).measure(prepared.qis()).is_monotone();
            // For each policy: the highest bound, the highest loss and the least suppression of all its
            // specializations.
            let mut below: HashMap<Policy, (f64, f64, u64)> = HashMap::new();
            for levels in policies(&study) {
                let policy = Policy::new(levels);
                let evaluation = evaluator.check(&policy);
                let bound = evaluation.bound.max(evaluator.bound_of_levels(&policy));
                let mut own = (bound, evaluation.loss, evaluation.suppressed);
                for predecessor in problem.lattice().predecessors(&policy) {
                    let (bound, loss, suppressed) = below[&predecessor];
                    own = (own.0.max(bound), own.1.max(loss), own.2.min(suppressed));
                }
                prop_assert!(own.0 <= evaluation.loss, "{:?} {:?} {:?}: bound {} loss {}", measure, aggregate, policy, own.0, evaluation.loss);
                prop_assert_eq!(own.2, evaluation.suppressed);
                if is_monotone {
                    prop_assert_eq!(own.1, evaluation.loss, "{:?} {:?} {:?}", measure, aggregate, policy);
                }
                below.insert(policy, own);
            }
        }
    }

    #[test]
    fn every_algorithm_finds_the_oracles_optimum(study in study(5, 120), k in 1u64..=8) {
        let prepared = study.prepared();
        let views = views(&study);
        prop_assume!(!views.is_empty());
        let k = k.min(study.n());
        for (measure, aggregate) in measures() {
            let ask = |suppression_limit| Question { k, suppression_limit, measure, aggregate };
            let losses: Vec<f64> = views.iter().map(|view| view.loss(&ask(0.0))).collect();
            for limit in [0.0, 0.05, 0.2, 1.0] {
                let optima = optima(&views, &losses, k, limit);
                let problem = study.problem(&prepared, ask(limit)).unwrap();
                let found = [Algorithm::Exact, Algorithm::BestFirst, Algorithm::BruteForce].map(|algorithm| {
                    let mut search = algorithm.search(Arc::clone(&problem), 0).unwrap();
                    run(search.as_mut());
                    search.progress()
                });
                for (algorithm, other) in Algorithm::ALL.iter().zip(&found) {
                    prop_assert_eq!(&found[0].best, &other.best, "{}", algorithm.name());
                    prop_assert_eq!(found[0].bound, other.bound, "{}", algorithm.name());
                }
                let Some(best) = &found[0].best else {
                    prop_assert!(optima.is_empty());
                    continue;
                };
                prop_assert_eq!(best.loss, found[0].bound);
                let place = optima.iter().position(|(_, view)| view.levels == best.policy.levels());
                prop_assert!(place.is_some(), "{:?} {:?} {}: {:?} of {}, {:?}", measure, aggregate, limit, best.policy, best.loss, optima.first());
                prop_assert!(close(best.loss, optima[place.unwrap()].0));
                if is_exact(&study, measure, aggregate) {
                    prop_assert_eq!(best.policy.levels(), optima[0].1.levels.as_slice(), "{:?} {:?} {}", measure, aggregate, limit);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(6000))]

    #[test]
    fn a_search_that_was_interrupted_goes_on_as_if_it_had_not_been(
        study in study(5, 60),
        question in question(),
        steps in prop::collection::vec(0u64..12, 1..40),
    ) {
        let Ok(problem) = study.problem(&study.prepared(), any_k(question, &study)) else { return Ok(()) };
        for algorithm in accepting(&problem) {
            let mut straight = algorithm.search(Arc::clone(&problem), 0).unwrap();
            run(straight.as_mut());
            let mut interrupted = algorithm.search(Arc::clone(&problem), 0).unwrap();
            let mut bound = f64::NEG_INFINITY;
            let mut best = f64::INFINITY;
            for &step in steps.iter().cycle() {
                // A step of 0 is one that makes no progress, which must not harm either.
                let status = interrupted.advance(&mut Checks(step));
                let progress = interrupted.progress();
                prop_assert!(progress.bound >= bound, "the proven bound never falls");
                bound = progress.bound;
                if let Some(candidate) = &progress.best {
                    prop_assert!(candidate.loss <= best, "the best loss never rises");
                    best = candidate.loss;
                }
                if status == Status::Done {
                    break;
                }
                if steps.iter().all(|&step| step == 0) {
                    interrupted.advance(&mut Checks(1));
                }
            }
            prop_assert_eq!(straight.progress(), interrupted.progress());
        }
    }

    #[test]
    fn what_a_search_on_a_budget_has_found_lies_between_the_optimum_and_the_bound(
        study in study(5, 60),
        question in question(),
        budget in 0u64..40,
    ) {
        let question = any_k(question, &study);
        let Ok(problem) = study.problem(&study.prepared(), question) else { return Ok(()) };
        let views = views(&study);
        let losses: Vec<f64> = views.iter().map(|view| view.loss(&question)).collect();
        let optimum = optima(&views, &losses, question.k, question.suppression_limit)
            .first()
            .map_or(f64::INFINITY, |(loss, _)| *loss);
        for algorithm in accepting(&problem) {
            let mut search = algorithm.search(Arc::clone(&problem), 0).unwrap();
            let status = search.advance(&mut Checks(budget));
            let progress = search.progress();
            prop_assert!(progress.counters.work.steps() <= budget);
            prop_assert!(progress.bound <= optimum * (1.0 + 1e-12) + 1e-12, "{} > {}", progress.bound, optimum);
            if let Some(best) = &progress.best {
                prop_assert!(best.loss >= optimum * (1.0 - 1e-12) - 1e-12);
                prop_assert!(progress.bound <= best.loss);
                let gap = progress.gap().unwrap();
                prop_assert!((0.0..=1.0).contains(&gap));
            }
            if status == Status::Done && algorithm.is_optimal_for(problem.is_monotone()) {
                let found = progress.best.map_or(f64::INFINITY, |best| best.loss);
                prop_assert!(found == optimum || close(found, optimum));
            }
        }
    }

    #[test]
    fn a_study_says_why_it_has_no_policy(study in study(4, 40), question in question(), checks in 1u64..6) {
        let question = any_k(question, &study);
        let mut recipe = study.recipe(question);
        recipe.search.budget.checks = Some(checks);
        let prepared = study.prepared();
        let Ok(problem) = prepared.problem(&recipe) else { return Ok(()) };
        let views = views(&study);
        let top = views.iter().max_by_key(|view| view.rank()).unwrap();
        let (suppressed, _) = top.suppressed(question.k);
        let mut run = Run::new(Arc::new(problem), &recipe.search).unwrap();
        let status = run.advance(f64::INFINITY, &mut || 0.0);
        prop_assert!(status != RunStatus::Running);
        match Outcome::of(&mut run) {
            Ok(outcome) => {
                prop_assert!(top.is_valid(question.k, question.suppression_limit));
                let view = views.iter().find(|view| view.levels == outcome.policy.levels()).unwrap();
                prop_assert_eq!((outcome.suppressed_records, outcome.classes), view.suppressed(question.k));
                prop_assert_eq!(outcome.lattice_size, views.len() as u128);
                prop_assert!(outcome.counters.work.steps() <= checks);
                // Where there is one policy alone, nothing was searched, and nothing is proven.
                prop_assert!(status == RunStatus::Stopped || outcome.optimal == (views.len() > 1));
            }
            Err(error) => {
                prop_assert!(!top.is_valid(question.k, question.suppression_limit));
                let limit = recipe.suppression_limit(study.n());
                let ErrorKind::Search(SearchError::NoValidPolicy { suppressed: told, records, limit: may, remedies }) = error.kind() else {
                    return Err(TestCaseError::fail(error.to_string()));
                };
                prop_assert_eq!((*told, *records, *may), (suppressed, study.n(), limit));
                // The k that is told suppresses little enough, and no greater one does.
                let fits = |k: u64| top.is_valid(k, question.suppression_limit);
                let greatest = (2..question.k).rev().find(|&k| fits(k));
                prop_assert_eq!(remedies.k, greatest);
            }
        }
    }

    #[test]
    fn a_monitor_is_asked_before_every_check(study in study(4, 20), question in question()) {
        let Ok(problem) = study.problem(&study.prepared(), any_k(question, &study)) else { return Ok(()) };
        for algorithm in accepting(&problem) {
            let mut asked = 0;
            let mut search = algorithm.search(Arc::clone(&problem), 0).unwrap();
            search.advance(&mut When(|| {
                asked += 1;
                false
            }));
            prop_assert_eq!(asked, search.progress().counters.work.steps());
        }
    }
}
