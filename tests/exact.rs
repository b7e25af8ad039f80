//! The exact search, which closes whole boxes of the lattice.
//!
//! - On random small studies it equals brute force, for every measure.
//! - On the census extract it equals best-first, with several divers in place of one, and by rounds.
//! - How many boxes it looks at there is fixed for each measure: a weaker bound would change the number.

use crate::support::adult::adult;
use crate::support::random::{cases, pace, question, study};
use crate::support::small_study::{Question, run};
use kanon::loss::{Aggregate, MeasureName};
use kanon::monitor::{Checks, Unlimited};
use kanon::recipe::Recipe;
use kanon::search::exact::{Coordinator, Dive, Diver, Exact, FoundPolicy, Pace, Start};
use kanon::search::{Algorithm, Evaluator, Problem, Progress, Search, Status, Work};
use kanon::table::EncodedStudy;
use proptest::prelude::*;
use std::sync::Arc;

fn found(algorithm: Algorithm, problem: &Arc<Problem>) -> Progress {
    let mut search = algorithm.search(Arc::clone(problem), 0).unwrap();
    run(search.as_mut());
    search.progress()
}

fn started(problem: &Arc<Problem>, start: Start) -> Exact {
    Exact::new(Arc::clone(problem), start).unwrap()
}

/// The best policy that so many divers find, each of which gets its share of `turns`, over and over; and the targets
/// of their rounds.
fn found_by(problem: &Arc<Problem>, rounds: Option<Pace>, rows: u64, turns: &[u64]) -> (Option<FoundPolicy>, Vec<f64>) {
    let start = Start { rounds, ..Start::default() };
    let mut coordinator = Coordinator::new(problem.lattice(), start);
    let (mut targets, mut bound) = (Vec::new(), 0.0);
    let mut divers: Vec<(Diver, Option<u64>)> =
        (turns.iter()).map(|_| (Diver::new(Arc::clone(problem)).unwrap(), None)).collect();
    while !coordinator.is_done() {
        for ((diver, dive), &turn) in divers.iter_mut().zip(turns) {
            if dive.is_none() {
                let Some((number, mut next)) = coordinator.hand_out() else {
                    continue;
                };
                next.rows = rows;
                if next.target.is_finite() && targets.last() != Some(&next.target) {
                    targets.push(next.target);
                }
                // As it passes from one process to another.
                let message = serde_json::to_value(&next).unwrap();
                diver.begin(serde_json::from_value(message).unwrap());
                *dive = Some(number);
            }
            if diver.advance(&mut Checks(turn)) == Status::Done {
                let message = serde_json::to_value(diver.finish()).unwrap();
                coordinator.absorb(dive.take().unwrap(), serde_json::from_value(message).unwrap());
                assert!(coordinator.bound() >= bound, "the bound never falls");
                bound = coordinator.bound();
            }
        }
    }
    assert_eq!(coordinator.closed(), 1.0);
    let best = coordinator.best().map(|best| FoundPolicy { levels: best.policy.levels().to_vec(), loss: best.loss });
    if let Some(best) = &best {
        assert_eq!(coordinator.bound(), best.loss);
    }
    (best, targets)
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn the_optimum_is_that_of_brute_force(study in study(5, 120), question in question(), rounds in prop::option::of(pace())) {
        let question = Question { k: question.k.min(study.n()), ..question };
        let Ok(problem) = study.problem(&study.prepared(), question) else { return Ok(()) };
        let expected = found(Algorithm::BruteForce, &problem);
        let mut search = started(&problem, Start { rounds, ..Start::default() });
        let mut closed = 0.0;
        while search.advance(&mut Checks(1)) == Status::Running {
            let boxes = search.boxes().unwrap();
            prop_assert!(boxes.closed >= closed && boxes.closed <= 1.0);
            closed = boxes.closed;
            prop_assert!(search.progress().bound <= expected.bound);
        }
        let progress = search.progress();
        prop_assert_eq!(&progress.best, &expected.best);
        prop_assert_eq!(progress.bound, expected.bound);
        prop_assert_eq!(search.boxes().unwrap().closed, 1.0);
        // What the trail says of a policy is what a check says.
        let mut evaluator = Evaluator::new(Arc::clone(&problem));
        for (policy, evaluation) in search.trail().iter() {
            let check = evaluator.check(policy);
            prop_assert_eq!((evaluation.suppressed, evaluation.valid), (check.suppressed, check.valid));
            prop_assert_eq!((evaluation.classes_kept, evaluation.loss), (check.classes_kept, check.loss));
        }
    }

    /// What is bounded by the sizes of classes, and by column.
    #[test]
    fn the_optimum_of_sizes_and_of_the_worst_column_is_that_of_brute_force(
        study in study(5, 120),
        k in 1u64..=8,
        suppression_limit in prop::sample::select(vec![0.0, 0.05, 0.2, 0.5, 1.0]),
        (measure, aggregate) in prop::sample::select(vec![
            (MeasureName::Aecs, Aggregate::ArithmeticMean),
            (MeasureName::Discernibility, Aggregate::ArithmeticMean),
            (MeasureName::DmStar, Aggregate::ArithmeticMean),
            (MeasureName::Iyengar, Aggregate::Maximum),
        ]),
    ) {
        let question = Question { k: k.min(study.n()), suppression_limit, measure, aggregate };
        let Ok(problem) = study.problem(&study.prepared(), question) else { return Ok(()) };
        let expected = found(Algorithm::BruteForce, &problem);
        let mut search = started(&problem, Start::default());
        while search.advance(&mut Checks(1)) == Status::Running {
            prop_assert!(search.progress().bound <= expected.bound);
        }
        prop_assert_eq!(&search.progress().best, &expected.best);
        prop_assert_eq!(search.progress().bound, expected.bound);
    }

    /// Boxes are closed by what the best policy so far loses, which in a search is soon the least.
    #[test]
    fn a_dive_finds_the_optimum_whatever_policy_it_begins_with(
        study in study(5, 120),
        k in 2u64..=8,
        suppression_limit in prop::sample::select(vec![0.1, 0.3, 1.0]),
        measure in prop::sample::select(vec![MeasureName::Iyengar, MeasureName::Distortion, MeasureName::PrecisionCells]),
    ) {
        let question = Question { k: k.min(study.n()), suppression_limit, measure, aggregate: Aggregate::ArithmeticMean };
        let Ok(problem) = study.problem(&study.prepared(), question) else { return Ok(()) };
        let mut all = Algorithm::BruteForce.search(Arc::clone(&problem), 0).unwrap();
        run(all.as_mut());
        let mut valid: Vec<FoundPolicy> = (all.trail().iter())
            .filter(|(_, evaluation)| evaluation.valid)
            .map(|(policy, evaluation)| FoundPolicy { levels: policy.levels().to_vec(), loss: evaluation.loss })
            .collect();
        valid.sort_by(|one, other| one.loss.total_cmp(&other.loss));
        let least = valid.first().map(|best| best.loss);
        for found in valid.into_iter().take(20) {
            let mut coordinator = Coordinator::new(problem.lattice(), Start::default());
            let (_, first) = coordinator.hand_out().unwrap();
            let mut diver = Diver::new(Arc::clone(&problem)).unwrap();
            diver.begin(Dive { best: Some(found), walk: false, rows: u64::MAX, ..first });
            while diver.advance(&mut Unlimited) == Status::Running {}
            prop_assert_eq!(diver.finish().best.map(|best| best.loss), least);
        }
    }

    #[test]
    fn neither_the_number_of_divers_nor_their_pace_matters(
        study in study(5, 60),
        question in question(),
        rows in 0u64..400,
        rounds in prop::option::of(pace()),
        turns in prop::collection::vec(1u64..5, 1..8),
    ) {
        let question = Question { k: question.k.min(study.n()), ..question };
        let Ok(problem) = study.problem(&study.prepared(), question) else { return Ok(()) };
        let expected = found(Algorithm::BruteForce, &problem).best;
        let (best, _) = found_by(&problem, rounds, rows, &turns);
        prop_assert_eq!(best.map(|best| (best.levels, best.loss)), expected.map(|best| (best.policy.levels().to_vec(), best.loss)));
    }

    #[test]
    fn a_search_goes_on_from_what_another_left_open(study in study(5, 60), question in question(), budget in 0u64..20, rounds in prop::option::of(pace())) {
        let question = Question { k: question.k.min(study.n()), ..question };
        let Ok(problem) = study.problem(&study.prepared(), question) else { return Ok(()) };
        let expected = found(Algorithm::BruteForce, &problem);
        let mut first = started(&problem, Start { rounds, ..Start::default() });
        first.advance(&mut Checks(budget));
        let found: Vec<FoundPolicy> = (first.progress().best.iter())
            .map(|best| FoundPolicy { levels: best.policy.levels().to_vec(), loss: best.loss })
            .collect();
        let start = Start { found, open: Some(first.open()), rounds, ..Start::default() };
        let mut second = started(&problem, start);
        run(&mut second);
        prop_assert_eq!(&second.progress().best, &expected.best);
        prop_assert_eq!(second.progress().bound, expected.bound);
        // With the optimum known to be one, there is nothing to do.
        if let Some(best) = &expected.best {
            let levels = best.policy.levels().to_vec();
            let start = Start { found: vec![FoundPolicy { levels, loss: best.loss }], floor: Some(best.loss), ..Start::default() };
            let mut known = started(&problem, start);
            run(&mut known);
            prop_assert_eq!(known.boxes().unwrap().looked_at, 0);
            prop_assert_eq!(&known.progress().best, &expected.best);
        }
    }
}

/// A measure with its aggregate, k, and a limit.
type Asked = (MeasureName, Aggregate, u64, f64);

/// Every measure and several k and limits.
#[test]
#[ignore = "long: half a minute of one core"]
fn every_optimum_on_the_census_extract_is_that_of_best_first() {
    let mut questions: Vec<Asked> =
        (MeasureName::ALL.into_iter()).map(|measure| (measure, Aggregate::ArithmeticMean, 5, 0.05)).collect();
    for aggregate in [Aggregate::GeometricMean, Aggregate::Maximum] {
        questions.push((MeasureName::Iyengar, aggregate, 5, 0.05));
    }
    for (k, limit) in [(2, 0.0), (2, 1.0), (25, 0.05), (100, 0.01), (100, 1.0)] {
        questions.push((MeasureName::Iyengar, Aggregate::ArithmeticMean, k, limit));
    }
    assert_finds_what_best_first_finds(&questions);
}

/// The bounds close whatever they can: what is found stays right without them, and takes many times as long.
#[test]
fn searches_of_the_census_extract_look_at_no_more_boxes_than_their_bounds_leave() {
    use Aggregate::{ArithmeticMean, GeometricMean, Maximum};
    let census = adult();
    let asked: [(Asked, u64); 11] = [
        ((MeasureName::Iyengar, ArithmeticMean, 5, 0.05), 49),
        ((MeasureName::Iyengar, ArithmeticMean, 2, 0.0), 37),
        ((MeasureName::Iyengar, ArithmeticMean, 5, 1.0), 36),
        ((MeasureName::Iyengar, GeometricMean, 5, 0.05), 116),
        ((MeasureName::Iyengar, Maximum, 5, 0.05), 133),
        ((MeasureName::Iyengar, Maximum, 5, 1.0), 52),
        ((MeasureName::Precision, ArithmeticMean, 5, 0.05), 132),
        ((MeasureName::Entropy, ArithmeticMean, 5, 0.05), 37),
        ((MeasureName::Discernibility, ArithmeticMean, 5, 0.05), 32),
        ((MeasureName::DmStar, ArithmeticMean, 5, 0.05), 43),
        ((MeasureName::Aecs, ArithmeticMean, 5, 0.05), 71),
    ];
    for (asked, boxes) in asked {
        let progress = found(Algorithm::Exact, &posed(&census, asked));
        // A weaker bound leaves more; one that leaves fewer is welcome to lower these numbers.
        assert_eq!(progress.counters.work.steps(), boxes, "{asked:?}");
    }
}

/// The problem of a table when this is asked of it.
fn posed((recipe, prepared): &(Recipe, EncodedStudy), (measure, aggregate, k, limit): Asked) -> Arc<Problem> {
    let mut recipe = recipe.clone();
    (recipe.loss.measure, recipe.loss.aggregate) = (measure, aggregate);
    (recipe.privacy.k, recipe.privacy.suppression_limit) = (k, limit);
    Arc::new(prepared.problem(&recipe).unwrap())
}

/// Nine columns of 30,162 records.
fn assert_finds_what_best_first_finds(questions: &[Asked]) {
    let census = adult();
    for &asked in questions {
        let problem = posed(&census, asked);
        let expected = found(Algorithm::BestFirst, &problem);
        let mut search = started(&problem, Start::default());
        search.advance(&mut Unlimited);
        let progress = search.progress();
        println!(
            "{asked:?}: {} boxes, best-first {} checks",
            progress.counters.work.steps(),
            expected.counters.work.steps()
        );
        assert_eq!(progress.best, expected.best, "{asked:?}");
        assert_eq!(progress.bound, expected.bound);
        assert!(matches!(progress.counters.work, Work::Boxes { .. }));
        assert!(matches!(expected.counters.work, Work::Policies { .. }));
    }
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    /// The targets rise from round to round, and the last one is below the best loss.
    #[test]
    fn a_search_by_rounds_finds_the_optimum_of_the_census_extract() {
        let (recipe, prepared) = adult();
        let problem = Arc::new(prepared.problem(&recipe).unwrap());
        let expected = found(Algorithm::BestFirst, &problem).best.unwrap();
        let pace = Pace { after: 1, ahead: 0, left: 0.0, ..Pace::default() };
        let (best, targets) = found_by(&problem, Some(pace), 1 << 12, &[3, 5]);
        let best = best.unwrap();
        assert_eq!((best.levels.as_slice(), best.loss), (expected.policy.levels(), expected.loss));
        assert!(targets.len() > 1 && targets.is_sorted(), "{targets:?}");
        assert!(targets.iter().all(|&target| target < best.loss));
    }

    #[test]
    fn the_optimum_on_the_census_extract_is_that_of_best_first() {
        use Aggregate::{ArithmeticMean, GeometricMean};
        assert_finds_what_best_first_finds(&[
            (MeasureName::Iyengar, GeometricMean, 5, 0.05),
            (MeasureName::Iyengar, ArithmeticMean, 100, 0.01),
            (MeasureName::Precision, ArithmeticMean, 5, 0.05),
        ]);
    }
}
