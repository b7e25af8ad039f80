//! The patients: age, sex, race, marital status, education.
//!
//! Each is drawn from a table of weights that depends on earlier draws: age on the area, sex on the age, race on the
//! area, marital status on age and sex, education on age and area.

use super::places::{AREAS, Area};
use crate::draw::{Draw, RunningSums};

/// The oldest age that occurs.
const OLDEST: u64 = 104;

/// Races, in the order of [`Area::races`].
pub(super) const RACES: [&str; 7] =
    ["White", "Black", "Asian", "American Indian", "Pacific Islander", "Two or more", "Other"];

/// Marital statuses, in the order of the weights in [`MARITAL_BY_AGE`].
pub(super) const MARITAL_STATUSES: [&str; 6] =
    ["Never married", "Married", "Domestic partner", "Separated", "Divorced", "Widowed"];

/// Education, from the lowest, in the order of the weights in [`EDUCATION_BY_AGE`].
pub(super) const EDUCATIONS: [&str; 10] = [
    "None",
    "Preschool",
    "Elementary school",
    "Middle school",
    "Some high school",
    "High school graduate",
    "Some college",
    "Bachelor's degree",
    "Master's degree",
    "Doctorate",
];

/// The first of [`EDUCATIONS`] that is a degree.
const FIRST_DEGREE: usize = 7;

/// The number of discharges at some ages, with linear interpolation in between. There are many newborns and few
/// children; births raise the years from 18 to 40, and most stays are those of old people, until few are left.
const AGE_KNOTS: [(u64, u64); 21] = [
    (0, 1850),
    (1, 120),
    (2, 75),
    (5, 40),
    (10, 35),
    (14, 55),
    (18, 110),
    (22, 150),
    (28, 200),
    (33, 190),
    (38, 130),
    (45, 115),
    (55, 165),
    (65, 235),
    (72, 270),
    (80, 255),
    (85, 215),
    (90, 130),
    (95, 50),
    (100, 10),
    (OLDEST, 2),
];

/// The percentage of women from an age on: higher in the years of childbirth and, as women live longer, at the end.
const WOMEN_BY_AGE: [(u64, u64); 8] = [(0, 49), (1, 45), (15, 58), (18, 69), (42, 49), (65, 51), (80, 59), (90, 70)];

/// Weights of [`MARITAL_STATUSES`] from an age on.
const MARITAL_BY_AGE: [(u64, [u64; 6]); 10] = [
    (0, [1, 0, 0, 0, 0, 0]),
    (16, [990, 4, 6, 0, 0, 0]),
    (18, [840, 70, 80, 4, 6, 0]),
    (25, [480, 360, 110, 20, 29, 1]),
    (35, [250, 520, 80, 35, 110, 5]),
    (45, [170, 540, 60, 35, 175, 20]),
    (55, [115, 570, 40, 25, 200, 50]),
    (65, [70, 570, 25, 15, 190, 130]),
    (75, [50, 470, 12, 10, 130, 328]),
    (85, [45, 270, 5, 6, 80, 594]),
];

/// Weights of [`EDUCATIONS`] from an age on, for adults.
const EDUCATION_BY_AGE: [(u64, [u64; 10]); 6] = [
    (18, [2, 0, 3, 15, 220, 390, 365, 5, 0, 0]),
    (22, [3, 0, 6, 18, 60, 290, 265, 285, 65, 8]),
    (30, [4, 0, 12, 25, 55, 270, 250, 245, 115, 24]),
    (50, [6, 0, 20, 32, 65, 315, 250, 195, 95, 22]),
    (65, [9, 0, 32, 45, 85, 335, 230, 155, 88, 21]),
    (80, [14, 0, 60, 85, 120, 350, 190, 115, 54, 12]),
];

/// A patient, with values as in the file.
pub(super) struct Person {
    pub(super) age: u64,
    pub(super) female: bool,
    pub(super) zip: u32,
    pub(super) race: &'static str,
    pub(super) marital_status: &'static str,
    pub(super) education: &'static str,
}

/// Draws people.
pub(super) struct People {
    homes: super::places::Homes,
    /// The running sums of the ages in each area.
    ages: Vec<RunningSums>,
}

impl People {
    /// The tables of weights, computed for each area.
    pub(super) fn new() -> Self {
        Self { homes: super::places::Homes::new(), ages: AREAS.iter().map(age_sums).collect() }
    }

    /// Draws a person.
    pub(super) fn draw(&self, draw: &mut Draw) -> Person {
        let (place, zip) = self.homes.draw(draw);
        let area = &AREAS[place];
        let age = draw.cumulative(&self.ages[place]) as u64;
        let female = draw.below(100) < *from_age(&WOMEN_BY_AGE, age);
        Person {
            age,
            female,
            zip,
            race: RACES[draw.weighted(&area.races)],
            marital_status: MARITAL_STATUSES[draw.weighted(&marital_weights(age, female))],
            education: EDUCATIONS[education(draw, age, area.degrees)],
        }
    }
}

fn age_sums(area: &Area) -> RunningSums {
    RunningSums::of((0..=OLDEST).map(|age| {
        let share = if age >= 65 { area.elderly } else { 100 };
        discharges(age) * share
    }))
}

/// The relative number of discharges at an age, interpolated between two knots.
fn discharges(age: u64) -> u64 {
    AGE_KNOTS
        .windows(2)
        .find_map(|knots| match *knots {
            [(from, low), (to, high)] if (from..=to).contains(&age) => {
                Some((low * (to - age) + high * (age - from)) / (to - from))
            }
            _ => None,
        })
        .unwrap_or(0)
}

/// The entry of the last band that begins at or before the age. The first band must begin at or before it.
fn from_age<T>(bands: &[(u64, T)], age: u64) -> &T {
    let place = bands.partition_point(|band| band.0 <= age);
    &bands[place.saturating_sub(1)].1
}

/// Widowhood has one and a half times the weight for women and half for men: women live longer, and marry older men.
fn marital_weights(age: u64, female: bool) -> [u64; 6] {
    let mut weights = from_age(&MARITAL_BY_AGE, age).map(|weight| weight * 2);
    if let Some(widowed) = weights.last_mut() {
        *widowed = *widowed / 2 * if female { 3 } else { 1 };
    }
    weights
}

/// The index in [`EDUCATIONS`]. A child has reached the stage of its age, one in eight that of a child one year
/// younger.
fn education(draw: &mut Draw, age: u64, degrees: u64) -> usize {
    if age >= 18 {
        let mut weights = from_age(&EDUCATION_BY_AGE, age).map(|weight| weight * 100);
        for weight in weights.iter_mut().skip(FIRST_DEGREE) {
            *weight = *weight / 100 * degrees;
        }
        return draw.weighted(&weights);
    }
    match age.saturating_sub(u64::from(draw.per_mille(125))) {
        0..=2 => 0,
        3..=5 => 1,
        6..=10 => 2,
        11..=13 => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discharges_lie_between_their_knots() {
        assert_eq!([0, 1, 3, 5].map(discharges), [1850, 120, 63, 40]);
        assert_eq!([102, OLDEST, OLDEST + 1].map(discharges), [6, 2, 0]);
    }

    #[test]
    fn a_band_begins_at_its_age() {
        let bands = [(0, 'a'), (10, 'b')];
        assert_eq!([0, 9, 10, 99].map(|age| *from_age(&bands, age)), ['a', 'a', 'b', 'b']);
    }
}
