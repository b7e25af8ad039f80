//! The stays: admission, diagnosis, length of stay, charge.

use super::calendar::{ADMISSION_DAYS, Day, LONGEST_STAY};
use super::people::Person;
use crate::draw::{Draw, RunningSums};

/// Admissions by day of the week from Monday, in percent of the mean day: planned stays begin early in the week.
const WEEKDAYS: [u64; 7] = [118, 112, 108, 106, 104, 78, 74];

/// Admissions by month from January, in percent of the mean day.
const MONTHS: [u64; 12] = [109, 106, 103, 98, 97, 96, 95, 96, 97, 99, 101, 103];

/// The ages at which the bands of [`Diagnosis::by_age`] begin. They are narrow from 15 to 49, where childbirth is
/// common at first and rare at the end.
const BANDS: [u64; 10] = [0, 1, 5, 15, 25, 35, 42, 50, 65, 80];

/// The length of a stay, in days.
struct Stay {
    shortest: u64,
    /// The mean number of days above the minimum, in tenths, up to the age of 40. From there to the age of 90, each
    /// year adds 1 % of it.
    more_tenths: u64,
}

/// The price of a stay, in dollars.
struct Price {
    base: u64,
    per_day: u64,
}

/// A group of diagnoses.
struct Diagnosis {
    name: &'static str,
    /// The weight in each band of age.
    by_age: [u64; 10],
    /// Percentages for women and for men.
    by_sex: [u64; 2],
    /// Percentages from winter to autumn.
    by_season: [u64; 4],
    /// Percentage at a weekend.
    weekend: u64,
    stay: Stay,
    price: Price,
}

const fn diagnosis(
    name: &'static str,
    by_age: [u64; 10],
    by_sex: [u64; 2],
    by_season: [u64; 4],
    weekend: u64,
    stay: (u64, u64),
    price: (u64, u64),
) -> Diagnosis {
    Diagnosis {
        name,
        by_age,
        by_sex,
        by_season,
        weekend,
        stay: Stay { shortest: stay.0, more_tenths: stay.1 },
        price: Price { base: price.0, per_day: price.1 },
    }
}

/// Equal weights for the four seasons.
const EVEN: [u64; 4] = [100; 4];

/// The groups. Only women of 15 to 49 have a weight for childbirth, and only people of age 0 one for birth.
#[rustfmt::skip]
const DIAGNOSES: [Diagnosis; 14] = [
    diagnosis("Newborn", [900, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [100, 100], [96, 98, 106, 103], 85, (1, 14), (2_400, 2_100)),
    diagnosis("Childbirth", [0, 0, 0, 900, 1600, 700, 12, 0, 0, 0],
        [100, 0], [96, 98, 106, 103], 85, (1, 16), (9_500, 2_900)),
    diagnosis("Congenital or perinatal", [50, 25, 20, 8, 4, 3, 2, 2, 1, 1],
        [92, 108], EVEN, 95, (1, 75), (14_000, 5_200)),
    diagnosis("Circulatory", [2, 5, 8, 25, 40, 90, 170, 270, 320, 340],
        [85, 115], [107, 100, 93, 100], 95, (0, 38), (19_000, 4_100)),
    diagnosis("Respiratory", [30, 330, 160, 50, 45, 60, 80, 130, 150, 175],
        [100, 100], [155, 98, 58, 94], 118, (1, 37), (8_500, 3_300)),
    diagnosis("Digestive", [6, 90, 140, 100, 100, 125, 140, 135, 110, 95],
        [100, 100], [97, 100, 103, 100], 105, (0, 36), (13_000, 3_500)),
    diagnosis("Injury or poisoning", [4, 120, 190, 200, 120, 105, 100, 95, 100, 140],
        [85, 115], [86, 99, 118, 99], 135, (0, 43), (18_000, 4_400)),
    diagnosis("Neoplasm", [2, 20, 35, 20, 25, 50, 75, 120, 115, 55],
        [103, 97], EVEN, 55, (1, 50), (24_000, 4_600)),
    diagnosis("Mental health", [0, 2, 90, 280, 200, 150, 120, 70, 20, 12],
        [96, 104], [95, 104, 100, 101], 98, (1, 58), (4_000, 1_700)),
    diagnosis("Musculoskeletal", [1, 8, 45, 25, 30, 55, 90, 145, 140, 75],
        [106, 94], EVEN, 38, (1, 19), (32_000, 4_300)),
    diagnosis("Nervous system", [3, 50, 75, 35, 35, 45, 50, 50, 45, 45],
        [100, 100], EVEN, 100, (0, 50), (13_500, 3_400)),
    diagnosis("Infection", [10, 70, 55, 40, 50, 55, 65, 80, 95, 110],
        [98, 102], [110, 96, 97, 97], 112, (1, 52), (11_000, 4_000)),
    diagnosis("Endocrine or metabolic", [3, 55, 70, 50, 45, 60, 65, 60, 45, 45],
        [104, 96], EVEN, 92, (0, 34), (10_500, 3_000)),
    diagnosis("Genitourinary", [4, 35, 40, 45, 50, 60, 60, 60, 70, 85],
        [114, 86], [97, 99, 106, 98], 100, (0, 33), (10_000, 3_100)),
];

/// A stay, with days counted from the calendar's first.
pub(super) struct Discharge {
    pub(super) admission: usize,
    pub(super) discharge: usize,
    pub(super) diagnosis: &'static str,
    /// In dollars.
    pub(super) charge: u64,
}

/// Draws stays.
pub(super) struct Stays<'a> {
    days: &'a [Day],
    admissions: RunningSums,
}

impl<'a> Stays<'a> {
    /// Stays on the days of a calendar that is at least [`LONGEST_STAY`] days longer than [`ADMISSION_DAYS`].
    pub(super) fn new(days: &'a [Day]) -> Self {
        let weight = |day: &Day| WEEKDAYS[day.weekday] * MONTHS[usize::from(day.month) - 1];
        Self { days, admissions: RunningSums::of(days.iter().take(ADMISSION_DAYS).map(weight)) }
    }

    /// Draws a person's stay.
    pub(super) fn draw(&self, draw: &mut Draw, person: &Person) -> Discharge {
        let admission = draw.cumulative(&self.admissions);
        let day = &self.days[admission];
        let diagnosis = &DIAGNOSES[draw.weighted(&DIAGNOSES.each_ref().map(|one| one.weight(person, day)))];
        let length = diagnosis.stay.draw(draw, person.age);
        Discharge {
            admission,
            discharge: admission + length as usize,
            diagnosis: diagnosis.name,
            charge: diagnosis.price.draw(draw, length),
        }
    }
}

impl Diagnosis {
    fn weight(&self, person: &Person, day: &Day) -> u64 {
        let band = BANDS.partition_point(|&first| first <= person.age) - 1;
        let weekend = if day.is_weekend() { self.weekend } else { 100 };
        self.by_age[band] * self.by_sex[usize::from(!person.female)] * self.by_season[day.season()] * weekend
    }
}

impl Stay {
    /// The minimum stay plus a geometric number of days. One stay in forty has complications and a mean three times
    /// as long.
    fn draw(&self, draw: &mut Draw, age: u64) -> u64 {
        let complications = if draw.per_mille(25) { 3 } else { 1 };
        let age_percent = 60 + age.clamp(40, 90);
        let mean_tenths = self.more_tenths * complications * age_percent / 100;
        self.shortest + draw.geometric(mean_tenths, LONGEST_STAY - self.shortest)
    }
}

impl Price {
    /// Base and days, times a factor between 0.6 and 1.4 with its peak at 1.
    fn draw(&self, draw: &mut Draw, days: u64) -> u64 {
        let factor = 600 + draw.below(401) + draw.below(401);
        (self.base + self.per_day * days) * factor / 1000
    }
}

/// The names of the groups of diagnoses.
#[cfg(test)]
pub(super) fn diagnosis_names() -> impl Iterator<Item = &'static str> {
    DIAGNOSES.iter().map(|diagnosis| diagnosis.name)
}
