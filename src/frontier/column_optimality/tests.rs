//! Compares verdicts with every partition of a quasi-identifier.

use super::{ColumnOptimality, Limits, Verdict};
use crate::frontier::drawn::{drawn, policy};
use crate::frontier::{Engine, Point};
use crate::partition::PartitionPolicy;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

fn verdict(optimality: &mut ColumnOptimality, qi: usize, policy: &PartitionPolicy) -> Verdict {
    optimality.begin(qi, policy);
    loop {
        if let Some(verdict) = optimality.step() {
            return verdict;
        }
    }
}

/// Whether a point has no more of both than `than`, and less of one, as far as rounding allows to decide.
fn is_better(point: Point, than: Point, top_loss: f64) -> bool {
    let risk = point.risk - than.risk;
    let loss = (point.loss - than.loss) / top_loss.max(1e-2);
    risk <= 1e-12 && loss <= 1e-12 && (risk < -1e-9 || loss < -1e-9)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_verdict_is_what_a_look_at_every_partition_says(drawn in drawn(), number in any::<u64>()) {
        let (space, tuples) = drawn.tuples();
        let mut engine = Engine::without_tables(&space, &tuples);
        let mut point_of = |policy: &PartitionPolicy| {
            engine.go_to(policy);
            engine.rebuild();
            engine.point()
        };
        let top_loss = point_of(&space.top()).loss;
        let mut optimality = ColumnOptimality::new(&space, &tuples, top_loss);
        let base = policy(&space, number);
        let point = point_of(&base);
        for (qi, &size) in drawn.sizes.iter().enumerate() {
            let mut is_best = true;
            for bits in 0..1_u64 << (size - 1) {
                let mut other = base.clone();
                (0..size as usize - 1).for_each(|bit| other.set(space.first_bit(qi) + bit, bits >> bit & 1 == 1));
                is_best &= !is_better(point_of(&other), point, top_loss);
            }
            match verdict(&mut optimality, qi, &base) {
                Verdict::Best { .. } => prop_assert!(is_best),
                Verdict::Better(other) => {
                    prop_assert!(is_better(point_of(&other), point, top_loss));
                    let own_bits = space.first_bit(qi)..space.first_bit(qi) + size as usize - 1;
                    prop_assert!(other.differences(&base).all(|bit| own_bits.contains(&bit)));
                    // Step by step, it reaches a policy that is proven.
                    let next = std::iter::successors(Some(other), |other| match verdict(&mut optimality, qi, other) {
                        Verdict::Better(next) => Some(next),
                        _ => None,
                    });
                    prop_assert!(next.take(9).count() < 9);
                }
                Verdict::Open => prop_assert!(false, "not decided"),
            }
        }
    }
}

#[test]
fn beyond_a_limit_nothing_is_decided_and_nothing_else_is_said() {
    let mut runner = TestRunner::deterministic();
    let (table, labels) = (Limits { filled: 0, ..Limits::USUAL }, Limits { labels: 0, ..Limits::USUAL });
    let mut n_open = [0; 2];
    for number in 0..300 {
        let drawn = drawn().new_tree(&mut runner).unwrap().current();
        let (space, tuples) = drawn.tuples();
        let mut optimality = ColumnOptimality::new(&space, &tuples, 1.0);
        let base = policy(&space, 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number));
        for qi in 0..drawn.sizes.len() {
            optimality.limits = Limits::USUAL;
            let decided = verdict(&mut optimality, qi, &base);
            for (limits, n_open) in [table, labels].into_iter().zip(&mut n_open) {
                optimality.limits = limits;
                match verdict(&mut optimality, qi, &base) {
                    Verdict::Open => *n_open += 1,
                    other => assert_eq!(other, decided),
                }
            }
        }
    }
    assert!(n_open.iter().all(|&n_open| n_open > 0), "{n_open:?}");
}
