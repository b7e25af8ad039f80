//! OLA, Incognito, Samarati, Datafly and the improved greedy heuristic, on random small studies and the census extract.
//!
//! The optimal ones are held against brute force, Datafly and the greedy heuristic against what they promise. OLA also
//! takes the walk that El Emam et al. (2009) print.

use crate::support::adult::adult;
use crate::support::random::{cases, measures, question, study};
use crate::support::small_study::{Question, SmallColumn, SmallStudy, run};
use crate::support::tuples::{View, close, generalizes, policies};
use kanon::error::{ErrorKind, SearchError};
use kanon::lattice::{Policy, Sublattice};
use kanon::loss::{Aggregate, MeasureName};
use kanon::monitor::Checks;
use kanon::recipe::Recipe;
use kanon::search::{Algorithm, Problem, Progress, Search, Status};
use kanon::table::EncodedStudy;
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

const HEURISTICS: [Algorithm; 3] = [Algorithm::Samarati, Algorithm::Datafly, Algorithm::Igreedy];

fn searched(algorithm: Algorithm, problem: &Arc<Problem>, seed: u64) -> Box<dyn Search + Send> {
    let mut search = algorithm.search(Arc::clone(problem), seed).unwrap();
    run(search.as_mut());
    search
}

fn found(algorithm: Algorithm, problem: &Arc<Problem>, seed: u64) -> Progress {
    searched(algorithm, problem, seed).progress()
}

/// The valid policies of which no specialization is valid, as the oracle sees them.
fn minimal(study: &SmallStudy, k: u64, limit: f64) -> Vec<Vec<u8>> {
    let mut valid = policies(study);
    valid.retain(|levels| View::new(study, levels).is_valid(k, limit));
    let is_minimal = |x: &&Vec<u8>| valid.iter().all(|y| y == *x || !generalizes(x, y));
    valid.iter().filter(is_minimal).cloned().collect()
}

/// The steps from the bottom, linked columns together.
fn row(problem: &Problem, policy: &Policy) -> u32 {
    let lattice = problem.lattice();
    Sublattice::new(lattice.bottom(), policy.clone()).height(lattice)
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn ola_and_incognito_find_what_brute_force_finds_or_say_why_not(study in study(5, 120), k in 1u64..=8) {
        let prepared = study.prepared();
        let k = k.min(study.n());
        for (measure, aggregate) in measures() {
            for suppression_limit in [0.0, 0.05, 0.2, 1.0] {
                let question = Question { k, suppression_limit, measure, aggregate };
                let Ok(problem) = study.problem(&prepared, question) else { return Ok(()) };
                for algorithm in [Algorithm::Ola, Algorithm::Incognito] {
                    if !problem.is_monotone() {
                        let error = algorithm.search(Arc::clone(&problem), 0).err().unwrap();
                        let expected = ErrorKind::Search(SearchError::NotMonotone {
                            algorithm: algorithm.name(),
                            measure: measure.name(),
                            right: vec!["exact", "best-first", "brute-force", "flash"],
                        });
                        prop_assert_eq!(error.kind(), &expected);
                        continue;
                    }
                    let expected = found(Algorithm::BruteForce, &problem, 0);
                    let search = searched(algorithm, &problem, 0);
                    let progress = search.progress();
                    prop_assert_eq!(&progress.best, &expected.best, "{:?}", algorithm);
                    prop_assert_eq!(progress.bound, expected.bound);
                    let policies: HashSet<&Policy> = search.trail().iter().map(|(policy, _)| policy).collect();
                    prop_assert_eq!(policies.len() as u64, search.trail().n_checked(), "none is checked twice");
                }
            }
        }
    }

    #[test]
    fn ola_and_incognito_compare_the_minimal_policies_and_no_others(study in study(4, 60), k in 1u64..=8) {
        let k = k.min(study.n());
        for suppression_limit in [0.0, 0.05, 0.2, 1.0] {
            let question = Question { k, suppression_limit, measure: MeasureName::Height, aggregate: Aggregate::ArithmeticMean };
            let Ok(problem) = study.problem(&study.prepared(), question) else { return Ok(()) };
            let minimal = minimal(&study, k, suppression_limit);
            for algorithm in [Algorithm::Ola, Algorithm::Incognito] {
                let search = searched(algorithm, &problem, 0);
                prop_assert_eq!(search.progress().counters.compared, minimal.len() as u64);
                for levels in &minimal {
                    let evaluation = search.trail().get(&Policy::new(levels.as_slice()));
                    prop_assert!(evaluation.is_some_and(|evaluation| evaluation.valid));
                }
            }
        }
    }

    #[test]
    fn a_heuristic_is_valid_and_never_better_than_the_optimum(
        study in study(5, 120),
        question in question(),
        seed in any::<u64>(),
    ) {
        let question = Question { k: question.k.min(study.n()), ..question };
        let Ok(problem) = study.problem(&study.prepared(), question) else { return Ok(()) };
        let optimum = found(Algorithm::BruteForce, &problem, 0);
        for algorithm in HEURISTICS {
            let progress = found(algorithm, &problem, seed);
            prop_assert_eq!(&progress, &found(algorithm, &problem, seed));
            prop_assert!(progress.bound <= optimum.bound, "{:?}: {} > {}", algorithm, progress.bound, optimum.bound);
            let Some(best) = progress.best else {
                prop_assert!(optimum.best.is_none(), "{:?} gives up", algorithm);
                prop_assert_eq!(progress.bound, f64::INFINITY);
                continue;
            };
            let view = View::new(&study, best.policy.levels());
            prop_assert!(view.is_valid(question.k, question.suppression_limit));
            prop_assert!(close(best.loss, view.loss(&question)));
            prop_assert!(Some(best) >= optimum.best);
        }
    }

    #[test]
    fn samarati_finds_the_least_loss_in_the_lowest_valid_row(study in study(5, 60), question in question()) {
        let question = Question { k: question.k.min(study.n()), ..question };
        let Ok(problem) = study.problem(&study.prepared(), question) else { return Ok(()) };
        let mut valid = policies(&study);
        valid.retain(|levels| View::new(&study, levels).is_valid(question.k, question.suppression_limit));
        let valid: Vec<Policy> = valid.into_iter().map(Policy::new).collect();
        let progress = found(Algorithm::Samarati, &problem, 0);
        let lowest = valid.iter().map(|policy| row(&problem, policy)).min();
        prop_assert_eq!(progress.best.as_ref().map(|best| row(&problem, &best.policy)), lowest);
        let in_row: Vec<&Policy> = valid.iter().filter(|policy| Some(row(&problem, policy)) == lowest).collect();
        prop_assert_eq!(progress.counters.compared, in_row.len() as u64);
        for policy in in_row {
            let loss = View::new(&study, policy.levels()).loss(&question);
            let best = progress.best.as_ref().unwrap();
            prop_assert!(best.loss <= loss || close(best.loss, loss));
        }
        if question.measure == MeasureName::Height && study.linked.is_empty() && lowest.is_some() {
            prop_assert_eq!(progress.best.unwrap().loss, progress.bound, "the lowest height is proven");
        }
    }

    #[test]
    fn datafly_raises_a_column_of_most_values_at_each_step(
        study in study(5, 60),
        question in question(),
        seed in any::<u64>(),
    ) {
        let question = Question { k: question.k.min(study.n()), ..question };
        let Ok(problem) = study.problem(&study.prepared(), question) else { return Ok(()) };
        let search = searched(Algorithm::Datafly, &problem, seed);
        let path: Vec<&Policy> = search.trail().iter().map(|(policy, _)| policy).collect();
        for pair in path.windows(2) {
            let view = View::new(&study, pair[0].levels());
            prop_assert!(!view.is_valid(question.k, question.suppression_limit));
            let values = |qi: usize| {
                let labels: HashSet<&str> = view.classes.keys().map(|labels| labels[qi]).collect();
                labels.len()
            };
            let changed = |next: &Policy| -> usize {
                let pairs = pair[0].levels().iter().zip(next.levels()).enumerate();
                pairs.filter(|(_, (from, to))| from != to).map(|(qi, _)| values(qi)).max().unwrap()
            };
            let most = problem.lattice().successors(pair[0]).map(|next| changed(&next)).max();
            prop_assert_eq!(Some(changed(pair[1])), most);
        }
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn an_interruption_changes_nothing(study in study(5, 60), question in question(), step in 1u64..6, seed in any::<u64>()) {
        let question = Question { k: question.k.min(study.n()), ..question };
        let Ok(problem) = study.problem(&study.prepared(), question) else { return Ok(()) };
        for algorithm in Algorithm::ALL {
            if !algorithm.accepts(problem.is_monotone()) {
                continue;
            }
            let straight = searched(algorithm, &problem, seed);
            let mut interrupted = algorithm.search(Arc::clone(&problem), seed).unwrap();
            while interrupted.advance(&mut Checks(step)) == Status::Running {}
            prop_assert_eq!(straight.progress(), interrupted.progress());
            let trails = [straight.trail(), interrupted.trail()].map(|trail| trail.iter().map(|(p, e)| (p.clone(), *e)).collect::<Vec<_>>());
            prop_assert_eq!(&trails[0], &trails[1]);
            // Once done, it stays as it is.
            prop_assert_eq!(interrupted.advance(&mut Checks(9)), Status::Done);
            prop_assert_eq!(straight.progress(), interrupted.progress());
        }
    }
}

/// Twenty records of date, gender and age with the hierarchies of figure 1 of El Emam et al. 2009, such that just those
/// policies suppress at most 5 % that the paper calls k-anonymous.
///
/// The figure prints percentages; what the walkthrough uses of them is which policies are valid. It says so of the
/// sub-lattice of figure 4 (a): above `<d0,g1,a3>` and at `<d2,g0,a3>` they are, `<d1,g0,a4>` is not. Of the rest it
/// says that the optimum under precision leaves gender as it is and loses 0.417, so that it is `<d2,g0,a1>`, for the
/// only other candidate, `<d1,g0,a3>`, lies below `<d1,g0,a4>`.
///
/// Three records make that so, of which one may be suppressed: the first meets the second in `<d0,g1,a3>`, and the
/// third in `<d2,g0,a1>`. The other 17 are alike, and meet the three nowhere below these policies.
fn walkthrough() -> SmallStudy {
    let dates = SmallColumn::new(&[&["1 May", "May", "2008"], &["1 June", "June", "2008"]]);
    let genders = SmallColumn::new(&[&["M", "Person"], &["F", "Person"]]);
    let ages = SmallColumn::new(&[
        &["1", "1-2", "1-4", "1-8", "1-16"],
        &["2", "1-2", "1-4", "1-8", "1-16"],
        &["7", "7-8", "5-8", "1-8", "1-16"],
        &["15", "15-16", "13-16", "9-16", "1-16"],
    ]);
    let mut records: Vec<&[&str]> = vec![&["1 May", "M", "1"], &["1 May", "F", "7"], &["1 June", "M", "2"]];
    records.extend([&["1 May", "F", "15"][..]; 17]);
    SmallStudy::new(vec![dates, genders, ages], &records)
}

#[test]
fn ola_walks_as_its_paper_tells() {
    let study = walkthrough();
    let question = Question {
        k: 2,
        suppression_limit: 0.05,
        measure: MeasureName::Precision,
        aggregate: Aggregate::ArithmeticMean,
    };
    assert_eq!(minimal(&study, 2, 0.05), [vec![0, 1, 3], vec![2, 0, 1]]);
    let problem = study.problem(&study.prepared(), question).unwrap();
    let search = searched(Algorithm::Ola, &problem, 0);
    let checks: Vec<(&[u8], bool)> =
        (search.trail().iter()).map(|(policy, evaluation)| (policy.levels(), evaluation.valid)).collect();
    // The middle of the lattice from the left; in figure 4 (a) the middle; in (b) both of the middle; back in (a).
    let told: [(&[u8], bool); 5] =
        [(&[0, 0, 3], false), (&[0, 1, 4], true), (&[0, 0, 4], false), (&[0, 1, 3], true), (&[1, 0, 4], false)];
    assert_eq!(checks[..5], told);
    // What the tags of these five have reached is not checked.
    for (told, valid) in told {
        let predicted = |levels: &[u8]| match valid {
            true => generalizes(levels, told),
            false => generalizes(told, levels),
        };
        assert!((checks.iter().skip(5)).all(|(levels, _)| !predicted(levels)));
    }
    let progress = search.progress();
    assert_eq!(progress.counters.compared, 2);
    let best = progress.best.unwrap();
    assert_eq!(best.policy, Policy::new([2, 0, 1]));
    assert!((best.loss - 0.417).abs() < 0.0005);
}

#[test]
fn names_are_those_of_recipes_and_every_algorithm_has_advice() {
    for algorithm in Algorithm::ALL {
        assert_eq!(serde_json::to_value(algorithm).unwrap(), algorithm.name());
        assert!(algorithm.advice().ends_with('.'));
    }
    for measure in MeasureName::ALL {
        assert_eq!(serde_json::to_value(measure).unwrap(), measure.name());
    }
}

/// A problem of the study in El Emam et al. 2009 on the census extract, at a limit of 5 %.
fn census_problem((recipe, prepared): &(Recipe, EncodedStudy), k: u64, measure: MeasureName) -> Arc<Problem> {
    let mut recipe = recipe.clone();
    recipe.privacy.k = k;
    recipe.privacy.suppression_limit = 0.05;
    recipe.loss.measure = measure;
    Arc::new(prepared.problem(&recipe).unwrap())
}

#[test]
#[ignore = "long: whole lattices under three measures"]
fn the_optimal_searches_agree_on_the_census_extract_under_each_measure_of_the_study() {
    assert_optimal_searches_agree(&[MeasureName::Precision, MeasureName::DmStar, MeasureName::Entropy]);
}

fn assert_optimal_searches_agree(measures: &[MeasureName]) {
    let census = adult();
    for &measure in measures {
        let problem = census_problem(&census, 5, measure);
        let expected = found(Algorithm::BruteForce, &problem, 0);
        for algorithm in [Algorithm::Exact, Algorithm::Ola, Algorithm::Incognito, Algorithm::BestFirst] {
            let progress = found(algorithm, &problem, 0);
            assert_eq!(progress.best, expected.best, "{algorithm:?} {measure:?}");
            assert_eq!(progress.bound, expected.bound);
            println!("{measure:?} {}: {:?}", algorithm.name(), progress.counters);
        }
    }
}

#[test]
#[ignore = "long: eight seconds of one core"]
fn the_heuristics_lose_more_on_the_census_extract() {
    assert_heuristics_lose_more(&[5], 10);
}

#[test]
#[ignore = "long: a minute of one core"]
fn the_heuristics_lose_more_on_the_census_extract_at_each_k_of_the_study() {
    assert_heuristics_lose_more(&[2, 5, 10, 15], 100);
}

/// Loss as a percentage of the optimum's, as El Emam et al. 2009 give it; Datafly's is the mean of the seeds.
fn assert_heuristics_lose_more(at: &[u64], seeds: u64) {
    let census = adult();
    let measures = [MeasureName::Precision, MeasureName::DmStar, MeasureName::Entropy, MeasureName::Iyengar];
    for &k in at {
        let problem = census_problem(&census, k, MeasureName::Precision);
        // What Datafly comes to depends on the seed, not on the measure.
        let mut drawn: HashMap<Policy, u64> = HashMap::new();
        for seed in 0..seeds {
            let best = found(Algorithm::Datafly, &problem, seed).best.unwrap();
            *drawn.entry(best.policy).or_default() += 1;
        }
        for measure in measures {
            let problem = census_problem(&census, k, measure);
            let mut search = searched(Algorithm::BestFirst, &problem, 0);
            let optimum = search.progress().best.unwrap().loss;
            let losses = (drawn.iter()).map(|(policy, &times)| search.evaluator().check(policy).loss * times as f64);
            let datafly = losses.sum::<f64>() / seeds as f64;
            let loss = |algorithm| found(algorithm, &problem, 0).best.unwrap().loss;
            let losses = [datafly, loss(Algorithm::Samarati), loss(Algorithm::Igreedy)];
            let relative = losses.map(|loss| 100.0 * loss / optimum);
            let [datafly, samarati, igreedy] = relative;
            println!("{measure:?} k = {k}: datafly {datafly:.1} %, samarati {samarati:.1} %, igreedy {igreedy:.1} %");
            assert!(relative.iter().all(|relative| *relative > 100.0 - 1e-9));
        }
    }
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn the_optimal_searches_agree_on_the_census_extract() {
        assert_optimal_searches_agree(&[MeasureName::Entropy]);
    }
}
