//! The invented region of the patients: seven three-digit areas with 82 ZIP codes.
//!
//! The areas have from 42 % of the patients to less than 1 %. Within an area the code of rank r has the weight 1/r: a
//! few codes have thousands of records, many have a dozen. So the code singles people out in the country, but rarely
//! in the city.

use crate::draw::{Draw, RunningSums};

/// An area: the ZIP codes that share their first three digits.
pub(super) struct Area {
    /// The first three digits.
    prefix: u16,
    /// Number of ZIP codes.
    codes: u16,
    /// Share of the patients, per mille.
    population: u64,
    /// How much more likely a person of 65 or more is here than in the region, in percent.
    pub(super) elderly: u64,
    /// How much more likely a degree is here than in the region, in percent.
    pub(super) degrees: u64,
    /// Weights of the races, in the order of [`RACES`](super::people::RACES).
    pub(super) races: [u64; 7],
}

const fn area(prefix: u16, codes: u16, population: u64, elderly: u64, degrees: u64, races: [u64; 7]) -> Area {
    Area { prefix, codes, population, elderly, degrees, races }
}

/// The areas: city, suburbs, outer suburbs, a town, and three in the country, where 698 is a retirement area.
pub(super) const AREAS: [Area; 7] = [
    area(817, 20, 420, 85, 105, [465, 290, 95, 6, 4, 45, 95]),
    area(818, 18, 260, 95, 135, [700, 95, 120, 3, 2, 35, 45]),
    area(819, 12, 110, 100, 95, [805, 75, 35, 5, 2, 33, 45]),
    area(696, 14, 120, 110, 90, [760, 120, 25, 12, 2, 31, 50]),
    area(697, 8, 55, 125, 65, [880, 25, 8, 30, 1, 26, 30]),
    area(698, 6, 27, 210, 110, [915, 20, 18, 8, 1, 18, 20]),
    area(699, 4, 8, 130, 55, [640, 10, 5, 290, 1, 34, 20]),
];

/// Five ZIP codes share their first four digits.
const CODES_PER_FOUR_DIGITS: u16 = 5;

impl Area {
    /// The ZIP codes, most populous first.
    pub(super) fn zips(&self) -> impl Iterator<Item = u32> {
        let base = u32::from(self.prefix) * 100;
        (0..self.codes).map(move |code| {
            let tens = code / CODES_PER_FOUR_DIGITS;
            // The codes of a ten are not consecutive, as if some had been given up or held back.
            let ones = code % CODES_PER_FOUR_DIGITS * 2 + tens % 2;
            base + u32::from(tens * 10 + ones)
        })
    }
}

/// Draws the home of a person.
pub(super) struct Homes {
    /// The index in [`AREAS`] and the ZIP code of each choice.
    choices: Vec<(usize, u32)>,
    sums: RunningSums,
}

impl Homes {
    /// All ZIP codes with their weights.
    pub(super) fn new() -> Self {
        let mut choices = Vec::new();
        let mut weights = Vec::new();
        for (place, area) in AREAS.iter().enumerate() {
            let harmonic: u64 = (1..=u64::from(area.codes)).map(|rank| 100_000 / rank).sum();
            for (zip, rank) in area.zips().zip(1..) {
                choices.push((place, zip));
                weights.push(area.population * 1_000_000 * (100_000 / rank) / harmonic);
            }
        }
        Self { choices, sums: RunningSums::of(weights.into_iter()) }
    }

    /// The area's index in [`AREAS`], and the ZIP code.
    pub(super) fn draw(&self, draw: &mut Draw) -> (usize, u32) {
        self.choices[draw.cumulative(&self.sums)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn codes_are_distinct_and_in_their_area() {
        let zips: Vec<u32> = AREAS.iter().flat_map(Area::zips).collect();
        assert_eq!(zips.len(), 82);
        assert_eq!(zips.iter().collect::<BTreeSet<_>>().len(), zips.len());
        assert!(AREAS.iter().all(|area| area.zips().all(|zip| zip / 100 == u32::from(area.prefix))));
    }

    #[test]
    fn shares_are_per_mille() {
        assert_eq!(AREAS.iter().map(|area| area.population).sum::<u64>(), 1000);
        assert!(AREAS.iter().all(|area| area.races.iter().sum::<u64>() == 1000));
    }
}
