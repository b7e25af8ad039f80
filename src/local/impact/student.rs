//! Student's t distribution.

/// The probability of a value at least as far from 0 as `t`, with `freedom` degrees of freedom: the regularized
/// incomplete beta function at ν / (ν + t²).
pub(super) fn two_sided(t: f64, freedom: f64) -> f64 {
    if !t.is_finite() || freedom <= 0.0 {
        return f64::NAN;
    }
    incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + t * t))
}

/// The regularized incomplete beta function, by its continued fraction (Abramowitz and Stegun, 26.5.8) after Lentz.
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // The fraction converges fast below the mean; above it, the other tail is computed.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, 1.0 - x);
    }
    let log_front = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * libm::log(x) + b * libm::log1p(-x);
    libm::exp(log_front) / a * continued_fraction(a, b, x)
}

fn continued_fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for step in 1..1000 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        for term in [even, odd] {
            d = 1.0 / away_from_zero(1.0 + term * d);
            c = away_from_zero(1.0 + term / c);
            fraction *= c * d;
        }
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn critical_values_of_the_tables_have_their_probability() {
        for (t, freedom, probability) in [
            (12.706_204_736, 1.0, 0.05),
            (2.228_138_852, 10.0, 0.05),
            (2.750_0, 30.0, 0.010_0),
            (1.959_963_985, 1e9, 0.05),
            (1.0, 1.0, 0.5),
            (0.0, 7.0, 1.0),
            (4.586_893_859, 10.0, 0.001),
        ] {
            let found = two_sided(t, freedom);
            assert!((found - probability).abs() < 2e-6, "{t} {freedom}: {found}");
            assert_eq!(found, two_sided(-t, freedom));
        }
    }
}
