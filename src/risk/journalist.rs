//! The journalist: he finds somebody of the population in the table, and does not know who is in it.

use super::Exposure;

/// The journalist's risk of classes, each given by its records and by the people of the population who agree with them.
/// A record's risk is 1 / people (El Emam 2013, ch. 16: θⱼ = 1 / Fⱼ). The people of a class are at least its records:
/// an estimate that is below them is raised to them.
///
/// Where El Emam takes the larger of two averages, the mean over the records is the one that is given here; the
/// other, classes / people, is what an attacker has who begins with the population.
pub fn journalist(classes: impl Iterator<Item = (u64, f64)>, threshold: f64) -> Exposure {
    let among = |(records, people): (u64, f64)| (records, people.max(records as f64));
    Exposure::of(classes.map(among), threshold)
}
