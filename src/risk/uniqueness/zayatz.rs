//! Zayatz's estimate of the probability that a record unique in the table is unique in the population.

use super::ClassSizes;

/// Up to this gap between sizes, every factor is computed separately.
const SHORT: u64 = 1000;

/// The number of unique people in a population of `people`, by Zayatz (*Estimation of the percent of unique
/// population elements on a microdata file using the sample*, 1991).
///
/// The classes of the population are assumed to have the same size distribution as those of the table: with fᵢ
/// classes of i records, the share fᵢ ÷ u has i people. The table is drawn without replacement, so the probability
/// that exactly one of i people is in it is the hypergeometric h(i). By Bayes' rule a record that is unique in the
/// table is unique in the population with probability f₁ · h(1) ÷ Σ fᵢ · h(i); each of the f₁ such records represents
/// 1 ÷ fraction people.
///
/// 0 without unique records. Time: linear in the largest size, or in the number of sizes if they are far apart.
pub(super) fn zayatz(sizes: &ClassSizes, people: f64) -> f64 {
    let (unique, records) = (sizes.of_size(1) as f64, sizes.records() as f64);
    if unique == 0.0 {
        return 0.0;
    }
    // h(i) ÷ h(1) = i · Π (people − records − j) ÷ (people − 1 − j), over j from 0 to i − 2.
    let factor = |j: f64| f64::max(people - records - j, 0.0) / (people - 1.0 - j);
    let (mut others_missed, mut begin) = (1.0, 0);
    let mut sampled_once = 0.0;
    for (size, classes) in sizes.iter() {
        let end = size - 1;
        if end - begin <= SHORT {
            for j in begin..end {
                others_missed *= factor(j as f64);
            }
        } else {
            // The factors change so evenly that the middle one represents all.
            let middle = (begin as f64 + end as f64 - 1.0) / 2.0;
            others_missed *= libm::pow(factor(middle), (end - begin) as f64);
        }
        begin = end;
        sampled_once += classes * size as f64 * others_missed;
    }
    unique * (unique / sampled_once) * people / records
}
