//! DIS-SUDA scores, computed from the findings.

use super::findings::Findings;
use super::tuples::Tuples;

/// The sampling fraction that DIS assumes.
pub const DIS_FRACTION: f64 = 0.01;

/// The DIS-SUDA score of each tuple: the probability that a record that is unique in the sample is the same one in
/// the population, distributed from the whole file to the records by their SUDA scores.
///
/// With U unique records and P records in pairs, the file's score is DIS = U·f / (U·f + P·(1 − f)) for the sampling
/// fraction f. A record of score s > 0 gets 1 / (1 + (U/DIS − U) / (s^q · Σ s⁻q)) with q = 1 + (8 − m)/20 and the sum
/// over all records with a score (Elliot and Manning, 2003, as computed by sdcMicro). Time: linear in the tuples.
pub fn dis(tuples: &Tuples, findings: &Findings, fraction: f64) -> Vec<f64> {
    let with_count = |count| {
        (0..tuples.len())
            .filter(|&tuple| tuples.count(tuple) == count)
            .map(|tuple| tuples.count(tuple) as f64)
            .sum::<f64>()
    };
    let (alone, paired) = (with_count(1), with_count(2));
    let q = 1.0 + (8.0 - tuples.n_columns() as f64) / 20.0;
    let powers: Vec<f64> = (0..tuples.len())
        .map(|tuple| match findings.tuple(tuple).score {
            0.0 => 0.0,
            score => libm::pow(score, q),
        })
        .collect();
    let spread: f64 = (powers.iter().enumerate())
        .filter(|&(_, &power)| power > 0.0)
        .map(|(tuple, power)| tuples.count(tuple) as f64 / power)
        .sum();
    // U/DIS − U. U cancels: P·(1 − f)/f.
    let against = if alone > 0.0 { paired * (1.0 - fraction) / fraction } else { f64::INFINITY };
    (powers.iter())
        .map(|&power| match power {
            0.0 => 0.0,
            power => 1.0 / (1.0 + against / (power * spread)),
        })
        .collect()
}
