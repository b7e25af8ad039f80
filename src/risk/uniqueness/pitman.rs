//! Pitman's model for the classes of a population.

use super::ClassSizes;

/// The least α to try: below it the model is that of Ewens.
const LEAST_ALPHA: f64 = 1e-6;
/// The number of bisections of an interval: enough for every bit of a number.
const HALVINGS: usize = 100;

/// The number of unique people in a population of `people`, by Pitman's model with the maximum likelihood parameters
/// θ and 0 ≤ α < 1 for the table's classes (Hoshino, *Applying Pitman's sampling formula to microdata disclosure risk
/// assessment*, 2001).
///
/// People come one by one. The person after n people in u classes founds a class with probability (θ + u·α) ÷ (θ +
/// n), and otherwise joins one of s people with probability (s − α) ÷ (θ + n). A table drawn from the population
/// splits into classes by the same law. The first person stays alone while N − 1 others come with probability Π (θ +
/// α + i − 1) ÷ (θ + i). The same holds for everyone, as the order does not matter. So the expected number of unique
/// people is N · Γ(θ + α + N − 1) · Γ(θ + 1) ÷ (Γ(θ + α) · Γ(θ + N)).
///
/// `None` if no parameters have maximum likelihood: if all records are unique, or there are fewer than two classes.
/// Time: linear in the number of sizes.
pub(super) fn pitman(sizes: &ClassSizes, people: f64) -> Option<f64> {
    let (records, classes) = (sizes.records() as f64, sizes.classes() as f64);
    if classes < 2.0 || classes == records {
        return None;
    }
    // For fixed α, the likelihood has its maximum where its slope along θ is 0. The highest of these maxima is where
    // the slope along α is 0 as well.
    let slope_of_theta = |alpha: f64, theta: f64| {
        (digamma(theta / alpha + classes) - digamma(theta / alpha + 1.0)) / alpha
            - (digamma(theta + records) - digamma(theta + 1.0))
    };
    let best_theta = |alpha: f64| {
        // θ is above −α; it is searched by the logarithm of the difference.
        let theta = |logarithm: f64| libm::exp(logarithm) - alpha;
        let farthest = 4.0 + 2.0 * libm::log(records);
        root(-40.0, farthest, |logarithm| slope_of_theta(alpha, theta(logarithm))).map(theta)
    };
    let slope_of_alpha = |alpha: f64, theta: f64| {
        let founded = (classes - 1.0 - theta * (digamma(theta + records) - digamma(theta + 1.0))) / alpha;
        let joined: f64 = (sizes.iter())
            .filter(|(size, _)| *size > 1)
            .map(|(size, classes)| classes * (digamma(size as f64 - alpha) - digamma(1.0 - alpha)))
            .sum();
        founded - joined
    };
    let along = |alpha: f64| best_theta(alpha).map(|theta| slope_of_alpha(alpha, theta));
    let alpha = match along(LEAST_ALPHA)? > 0.0 {
        true => root(LEAST_ALPHA, 1.0 - LEAST_ALPHA, |alpha| along(alpha).unwrap_or(-1.0))?,
        false => LEAST_ALPHA,
    };
    let theta = best_theta(alpha)?;
    let alone = libm::lgamma(theta + alpha + people - 1.0) - libm::lgamma(theta + people) + libm::lgamma(theta + 1.0)
        - libm::lgamma(theta + alpha);
    Some(people * libm::exp(alone))
}

/// The point at which a function changes from positive to negative; `None` if it does not.
pub(super) fn root(mut low: f64, mut high: f64, slope: impl Fn(f64) -> f64) -> Option<f64> {
    if !(slope(low) > 0.0 && slope(high) < 0.0) {
        return None;
    }
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        match slope(middle) > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    Some((low + high) / 2.0)
}

/// The derivative of the logarithm of the gamma function, for x > 0: Stirling's series from 10 on, and the step ψ(x)
/// = ψ(x + 1) − 1 ÷ x below (Abramowitz and Stegun 1964, 6.3.5 and 6.3.18).
fn digamma(mut x: f64) -> f64 {
    let mut below = 0.0;
    while x < 10.0 {
        below -= 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = square
        * (1.0 / 12.0 - square * (1.0 / 120.0 - square * (1.0 / 252.0 - square * (1.0 / 240.0 - square / 132.0))));
    below + libm::log(x) - 0.5 / x - series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digamma_function_at_known_places() {
        const EULER: f64 = 0.577_215_664_901_532_9;
        assert!((digamma(1.0) + EULER).abs() < 1e-13);
        assert!((digamma(0.5) + EULER + 2.0 * 2f64.ln()).abs() < 1e-13);
        let harmonic: f64 = (1..100).map(|i| 1.0 / f64::from(i)).sum();
        assert!((digamma(100.0) + EULER - harmonic).abs() < 1e-13);
    }

    #[test]
    fn no_other_parameters_make_the_classes_more_likely() {
        let sizes = ClassSizes::of([1, 1, 1, 1, 2, 2, 3, 5, 8, 13].into_iter());
        let records = sizes.records() as f64;
        let logarithm = |theta: f64, alpha: f64| {
            let founded: f64 = (1..sizes.classes()).map(|i| (theta + i as f64 * alpha).ln()).sum();
            let came: f64 = (1..sizes.records()).map(|i| (theta + i as f64).ln()).sum();
            let joined: f64 = (sizes.iter())
                .map(|(size, classes)| classes * (1..size).map(|i| (i as f64 - alpha).ln()).sum::<f64>())
                .sum();
            founded + joined - came
        };
        // By a grid search over the parameters.
        let mut best = (f64::NEG_INFINITY, 0.0, 0.0);
        for alpha in (1..200).map(|i| f64::from(i) / 200.0) {
            for theta in (1..400).map(|i| f64::from(i) / 20.0 - alpha) {
                best = match (logarithm(theta, alpha), theta, alpha) {
                    better if better.0 > best.0 => better,
                    _ => best,
                };
            }
        }
        let (_, theta, alpha) = best;
        let people = 10.0 * records;
        let alone: f64 = (1..people as u64).map(|i| (theta + alpha + i as f64 - 1.0) / (theta + i as f64)).product();
        let found = pitman(&sizes, people).unwrap();
        assert!((found / (people * alone) - 1.0).abs() < 0.01, "{found} and {}", people * alone);
    }
}
