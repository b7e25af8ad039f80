//! The journalist: looks for a person of the population in the table, without knowing who is in it.

use super::Exposure;

/// The journalist's risk for classes, each given by its records and by the people of the population in it. A record's
/// risk is 1 / people (El Emam 2013, ch. 16: θⱼ = 1 / Fⱼ). A class has at least as many people as records: lower
/// estimates are raised to the number of records.
///
/// El Emam takes the larger of two averages. This function returns the mean over the records. The other average,
/// classes / people, is the risk if the attacker starts from the population.
pub fn journalist(classes: impl Iterator<Item = (u64, f64)>, threshold: f64) -> Exposure {
    let among = |(records, people): (u64, f64)| (records, people.max(records as f64));
    Exposure::of(classes.map(among), threshold)
}
