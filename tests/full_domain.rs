//! The frontier of full-domain policies under the average risk, against every policy of the lattice: whole, and cut
//! short.

use crate::support::random::{cases, question, study};
use crate::support::small_study::{Question, SmallColumn, SmallStudy};
use kanon::error::ErrorKind;
use kanon::frontier::Point;
use kanon::lattice::Policy;
use kanon::loss::{Aggregate, MeasureName};
use kanon::recipe::{FrontierSettings, FrontierSpace, FullDomainRisk};
use kanon::run::{FullDomainRun, RunStatus};
use kanon::search::Evaluator;
use proptest::prelude::*;

/// The frontier, how many policies were looked at, and whether it is exact.
type Found = (Vec<(Point, Policy)>, u64, bool);

/// `None` where no policy is valid.
fn found(study: &SmallStudy, question: Question, policies: u64, slice: f64) -> Option<Found> {
    let mut recipe = study.recipe(question);
    recipe.frontier = Some(FrontierSettings {
        space: FrontierSpace::FullDomain,
        risk: FullDomainRisk::Average,
        policies: Some(policies),
        ..FrontierSettings::default()
    });
    let mut run = FullDomainRun::new(study.prepared(), &recipe).unwrap();
    let mut time = 0.0;
    let mut now = || {
        time += 1.0;
        time
    };
    loop {
        match run.advance(slice, &mut now) {
            Ok(RunStatus::Running) => {}
            Ok(_) => return Some((run.points().to_vec(), run.looked_at().steps, run.is_exact())),
            Err(error) => {
                let kind = error.kind().to_string();
                assert!(matches!(error.kind(), ErrorKind::Search(_)), "{kind}");
                assert!(run.points().is_empty());
                return None;
            }
        }
    }
}

/// All valid policies with their points, and how many policies there are.
fn valid(study: &SmallStudy, question: Question) -> (Vec<(Point, Policy)>, u64) {
    let problem = study.problem(&study.prepared(), question).unwrap();
    let records = problem.records();
    let mut evaluator = Evaluator::new(problem.clone());
    let mut next = Some(problem.lattice().bottom());
    let (mut all, mut valid) = (0, Vec::new());
    while let Some(policy) = next {
        all += 1;
        let evaluation = evaluator.check(&policy);
        if evaluation.valid {
            let kept = (records - evaluation.suppressed).max(1);
            let point = Point { risk: evaluation.classes_kept as f64 / kept as f64, loss: evaluation.loss };
            valid.push((point, policy.clone()));
        }
        next = problem.lattice().next(&policy);
    }
    (valid, all)
}

/// Those that no other one dominates; of the same point the policy of smaller rank, then the lexicographically smaller
/// one.
fn frontier(valid: &[(Point, Policy)]) -> Vec<(Point, Policy)> {
    let mut sorted = valid.to_vec();
    sorted.sort_by(|(one, policy), (other, known)| {
        (one.risk.total_cmp(&other.risk))
            .then(one.loss.total_cmp(&other.loss))
            .then(policy.rank().cmp(&known.rank()))
            .then(policy.levels().cmp(known.levels()))
    });
    let mut least = f64::INFINITY;
    sorted.retain(|(point, _)| {
        let is_less = point.loss < least;
        least = least.min(point.loss);
        is_less
    });
    sorted
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn all_valid_policies_are_looked_at_where_they_are_few_enough(
        study in study(5, 120),
        question in question(),
        slice in prop::sample::select(vec![0.5, 3.0, 1e9]),
    ) {
        prop_assume!(study.problem(&study.prepared(), question).is_ok());
        let (valid, all) = valid(&study, question);
        match found(&study, question, all, slice) {
            None => prop_assert!(valid.is_empty()),
            Some((points, evaluated, is_exact)) => {
                prop_assert!(is_exact);
                prop_assert_eq!(points, frontier(&valid));
                prop_assert!(evaluated >= valid.len() as u64 && evaluated <= all);
            }
        }
    }

    #[test]
    fn a_frontier_that_is_cut_short_has_valid_policies_and_the_best_one(
        study in study(5, 120),
        question in question(),
        policies in 0_u64..200,
    ) {
        prop_assume!(study.problem(&study.prepared(), question).is_ok());
        let (valid, _) = valid(&study, question);
        let Some((points, evaluated, is_exact)) = found(&study, question, policies, 1e9) else {
            prop_assert!(valid.is_empty());
            return Ok(());
        };
        prop_assert!(evaluated <= 2 * policies.max(1));
        let exact = frontier(&valid);
        prop_assert!(!is_exact || points == exact);
        for own in &points {
            prop_assert!(valid.contains(own));
        }
        prop_assert_eq!(&frontier(&points), &points);
        // Something is as good as the most general policy on both axes.
        let (top, _) = valid.iter().max_by_key(|(_, policy)| policy.rank()).unwrap();
        prop_assert!(points.iter().any(|(own, _)| own.risk <= top.risk && own.loss <= top.loss));
    }
}

/// A column of `3^steps` values, of which three are joined on each level.
fn thirds(steps: u32) -> SmallColumn {
    let rows: Vec<Vec<String>> = (0..3_u32.pow(steps))
        .map(|value| (0..=steps).map(|level| format!("{level}.{}", value / 3_u32.pow(level))).collect())
        .collect();
    SmallColumn { rows, weight: 1.0, min_level: 0, max_level: None }
}

/// Five columns, 3,600 policies, most of whose bottom is invalid.
fn sparse() -> (SmallStudy, Question) {
    let steps = [5, 5, 4, 4, 3];
    let mut state = 11_u32;
    let mut draw = |most: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % most
    };
    let study = SmallStudy {
        columns: steps.map(thirds).to_vec(),
        // Small values are frequent, great ones rare.
        records: (0..5_000)
            .map(|_| {
                (steps.iter())
                    .map(|&steps| {
                        let share = draw(1_000);
                        format!("0.{}", share * share / 1_000 * share / 1_000 * 3_u32.pow(steps) / 1_000)
                    })
                    .collect()
            })
            .collect(),
        counts: None,
        linked: Vec::new(),
    };
    let question =
        Question { k: 2, suppression_limit: 0.3, measure: MeasureName::Iyengar, aggregate: Aggregate::ArithmeticMean };
    (study, question)
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn a_lattice_whose_bottom_is_invalid_gives_its_whole_frontier_or_a_good_part_of_it() {
        let (study, question) = sparse();
        let (valid, all) = valid(&study, question);
        let exact = frontier(&valid);
        let n_valid = valid.len() as u64;
        assert!(n_valid * 3 < all && exact.len() > 9, "{n_valid} of {all}, {}", exact.len());
        // Far fewer policies than the lattice has, and all that are valid.
        let (points, evaluated, is_exact) = found(&study, question, all * 2 / 3, 1e9).unwrap();
        assert!(is_exact && evaluated < all / 2, "{evaluated} of {all}");
        assert_eq!(points, exact);
        // Cut short: from the top and by the sweep, whose first step is the best policy.
        let (points, _, is_exact) = found(&study, question, n_valid / 3, 1e9).unwrap();
        let right = points.iter().filter(|point| exact.contains(point)).count();
        println!("{n_valid} of {all} valid; {right} of {} found", exact.len());
        assert!(!is_exact && points.last().unwrap().0.loss == exact.last().unwrap().0.loss);
        assert!(2 * right > exact.len(), "{right} of {}", exact.len());
    }
}
