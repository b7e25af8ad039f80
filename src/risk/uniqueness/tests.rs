//! The estimates computed by hand, and in populations of known laws.

use super::*;
use crate::draw::Draw;

#[test]
fn nothing_is_estimated_where_no_record_is_unique() {
    let none = Uniqueness::of([2, 3, 5].into_iter(), 0.05);
    assert_eq!(none, Uniqueness::default());
    assert_eq!(Uniqueness::of([].into_iter(), 0.05), none);
}

#[test]
fn zayatz_by_hand() {
    // Of 10 people 4 are in the table: two alone, two together. One person of a pair is drawn exactly once with
    // probability 2 · 4/10 · 6/9, a single person with 4/10. So a unique record is unique in the population with
    // probability 2 · 4/10 ÷ (2 · 4/10 + 1 · 2 · 4/10 · 6/9) = 3/5.
    let found = Uniqueness::of([1, 2, 1].into_iter(), 0.4);
    assert_eq!(found.in_table, 2);
    assert!((found.zayatz - 2.0 * 0.6).abs() < 1e-12, "{found:?}");
    assert!((found.share - found.in_population / 4.0).abs() < 1e-15);
}

#[test]
fn where_all_are_unique_nothing_says_that_they_are_not() {
    let found = Uniqueness::of([1; 50].into_iter(), 0.01);
    assert_eq!((found.in_population, found.estimator), (50.0, Some(Estimator::Zayatz)));
    assert_eq!((found.pitman, found.slide_negative_binomial), (None, None));
}

/// A random sample of a population given by the sizes of its classes: the expected number of records of people who
/// are unique in it, and the sizes of the sample's classes.
fn sampled(classes: &[u64], fraction: f64, draw: &mut Draw) -> (f64, Vec<u64>) {
    let mut left: u64 = classes.iter().sum();
    let mut wanted = (left as f64 * fraction).round() as u64;
    let in_sample = classes.iter().map(|&people| {
        let mut records = 0;
        for _ in 0..people {
            let is_drawn = draw.below(left) < wanted;
            left -= 1;
            if is_drawn {
                wanted -= 1;
                records += 1;
            }
        }
        records
    });
    let records = in_sample.collect();
    let unique = classes.iter().filter(|&&people| people == 1).count();
    (unique as f64 * fraction, records)
}

/// The classes of this many people who come by Pitman's law.
fn restaurant(people: u64, theta: f64, alpha: f64, draw: &mut Draw) -> Vec<u64> {
    const FINE: u64 = 1 << 40;
    let (mut classes, mut of_person): (Vec<u64>, Vec<usize>) = (Vec::new(), Vec::new());
    for came in 0..people {
        let founds = (theta + alpha * classes.len() as f64) / (theta + came as f64);
        let class = match draw.below(FINE) < (founds * FINE as f64) as u64 || classes.is_empty() {
            true => {
                classes.push(0);
                classes.len() - 1
            }
            // The drawn person's class is joined with probability (s − α) ÷ s; otherwise another person is drawn.
            false => loop {
                let class = of_person[draw.below(came) as usize];
                if draw.below(FINE) >= (alpha / classes[class] as f64 * FINE as f64) as u64 {
                    break class;
                }
            },
        };
        classes[class] += 1;
        of_person.push(class);
    }
    classes
}

#[test]
fn pitmans_estimate_is_near_in_populations_of_his_law() {
    let mut draw = Draw::new(7);
    for (theta, alpha) in [(50.0, 0.5), (400.0, 0.3), (5.0, 0.8)] {
        let population = restaurant(40_000, theta, alpha, &mut draw);
        for fraction in [0.05, 0.1, 0.5] {
            let (unique, records) = sampled(&population, fraction, &mut draw);
            let found = Uniqueness::of(records.into_iter(), fraction);
            let pitman = found.pitman.unwrap();
            assert!((pitman / unique - 1.0).abs() < 0.15, "{pitman} of {unique}, θ = {theta}, α = {alpha}, {fraction}");
            let expected = if fraction <= 0.1 { Some(Estimator::Pitman) } else { found.estimator };
            assert_eq!(found.estimator, expected);
        }
    }
}

#[test]
fn zayatzs_estimate_is_near_in_large_samples_and_the_rule_takes_the_lower_one() {
    let mut draw = Draw::new(8);
    let population = restaurant(40_000, 400.0, 0.3, &mut draw);
    let (unique, records) = sampled(&population, 0.8, &mut draw);
    let found = Uniqueness::of(records.into_iter(), 0.8);
    assert!((found.zayatz / unique - 1.0).abs() < 0.1, "{found:?} of {unique}");
    let lower = found.slide_negative_binomial.map_or(found.zayatz, |other| other.min(found.zayatz));
    assert_eq!(found.in_population, lower);
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn estimates_are_never_more_than_the_unique_records_and_numbers_whatever_the_sizes() {
        let mut draw = Draw::new(9);
        for _ in 0..2000 {
            let n = 1 + draw.below(40);
            let most = 1 << draw.below(40);
            let sizes: Vec<u64> = (0..n).map(|_| 1 + draw.below(most) * draw.below(2)).collect();
            let fraction = [1e-9, 1e-4, 0.05, 0.1, 0.5, 0.9, 0.999][draw.below(7) as usize];
            let found = Uniqueness::of(sizes.iter().copied(), fraction);
            let all = [Some(found.zayatz), found.slide_negative_binomial, found.pitman, Some(found.in_population)];
            for estimate in all.into_iter().flatten() {
                assert!((0.0..=found.in_table as f64).contains(&estimate), "{sizes:?}, {fraction}: {found:?}");
            }
            let mut turned = sizes.clone();
            turned.reverse();
            assert_eq!(Uniqueness::of(turned.into_iter(), fraction), found);
        }
    }
}
