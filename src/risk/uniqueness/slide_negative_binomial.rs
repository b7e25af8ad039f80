//! The slide negative binomial model for the class sizes of a population.

use super::ClassSizes;
use super::pitman::root;

/// The number of unique people in a population, if the table holds this fraction of it, by the slide negative
/// binomial model (Chen and Keller-McNulty, *Estimation of identification disclosure risk in microdata*, 1998).
///
/// A class of the population has one person plus a number drawn from a negative binomial distribution with the
/// parameters r > 0 and 0 < p < 1: K · pʳ of K classes have one person. K is Shlosser's estimate as modified by Haas
/// and Stokes (*Estimating the number of classes in a finite population*, 1998, third form). r and p are chosen such
/// that the expected numbers of classes with one record and with two records equal those of the table.
///
/// `None` if there are no such parameters, as without classes of two records. Time: linear in the number of sizes.
pub(super) fn slide_negative_binomial(sizes: &ClassSizes, fraction: f64) -> Option<f64> {
    let (one, two) = (sizes.of_size(1) as f64, sizes.of_size(2) as f64);
    if one == 0.0 || two == 0.0 {
        return None;
    }
    let classes = shlosser(sizes, fraction);
    let missed = 1.0 - fraction;
    // If s is the probability of missing a person, s · (p ÷ (1 − (1 − p) · s))ʳ is the probability of missing a
    // class. Its derivatives give the probabilities of one record and of two; by their ratio each p determines one r.
    let of = |p: f64| {
        let more = (1.0 - p) / (1.0 - (1.0 - p) * missed);
        let weight = missed * more;
        let ratio = two / one;
        let (square, linear) =
            (fraction * more * weight / 2.0, fraction * more * (2.0 + weight) / 2.0 - ratio * weight);
        let root = libm::sqrt(linear * linear + 4.0 * square * ratio);
        let r = match linear < 0.0 {
            true => (root - linear) / (2.0 * square),
            false => 2.0 * ratio / (linear + root),
        };
        let none_more = libm::pow(p / (1.0 - (1.0 - p) * missed), r);
        (r, classes * fraction * none_more * (1.0 + r * weight))
    };
    // By the logarithm of p ÷ (1 − p): the lower p, the fewer classes have one record.
    let p = |logarithm: f64| 1.0 / (1.0 + libm::exp(-logarithm));
    let logarithm = root(-30.0, 30.0, |low| of(p(-low)).1 - one)?;
    let p = p(-logarithm);
    Some(classes * libm::pow(p, of(p).0))
}

/// The number of classes of the population.
fn shlosser(sizes: &ClassSizes, fraction: f64) -> f64 {
    let missed = 1.0 - fraction;
    let square = fraction * fraction;
    let sum =
        |term: &dyn Fn(f64) -> f64| -> f64 { (sizes.iter()).map(|(size, classes)| classes * term(size as f64)).sum() };
    let twice = sum(&|size| size * square * libm::pow(1.0 - square, size - 1.0))
        / sum(&|size| libm::pow(1.0 - square, size) - libm::pow(missed, size));
    let once = sum(&|size| libm::pow(missed, size)) / sum(&|size| size * fraction * libm::pow(missed, size - 1.0));
    sizes.classes() as f64 + sizes.of_size(1) as f64 * twice * once * once
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The probability that a class has this many records in the table, summed over its possible numbers of people.
    fn chance(records: u64, r: f64, p: f64, fraction: f64) -> f64 {
        let mut sum = 0.0;
        let mut has = p.powf(r);
        for people in 1..2000_u64 {
            if people > 1 {
                let more = (people - 1) as f64;
                has *= (r + more - 1.0) / more * (1.0 - p);
            }
            let ways: f64 = (0..records).map(|i| (people.saturating_sub(i)) as f64 / (i + 1) as f64).product();
            sum += has * ways * fraction.powi(records as i32) * (1.0 - fraction).powi(people as i32 - records as i32);
        }
        sum
    }

    #[test]
    fn the_parameters_give_the_classes_of_one_record_and_of_two() {
        // A table whose classes are the expected ones for 10,000 classes with r = 0.4 and p = 0.2.
        let (r, p, fraction) = (0.4, 0.2, 0.3);
        let classes = |records| (10_000.0 * chance(records, r, p, fraction)).round() as u64;
        let sizes = ClassSizes::of((1..60).flat_map(|records| vec![records; classes(records) as usize].into_iter()));
        let classes = shlosser(&sizes, fraction);
        assert!((classes / 10_000.0 - 1.0).abs() < 0.05, "{classes} classes");
        let unique = slide_negative_binomial(&sizes, fraction).unwrap();
        let expected = 10_000.0 * p.powf(r);
        assert!((unique / expected - 1.0).abs() < 0.1, "{unique} of {expected}");
    }
}
