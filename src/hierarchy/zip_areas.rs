//! Areas of ZIP codes with few people.

use serde::{Deserialize, Serialize};

/// The number of digits that name the area of a ZIP code.
pub const ZIP_AREA_DIGITS: usize = 3;

/// What stands for every area of 20,000 people or fewer (45 CFR 164.514(b)(2)(i)(B)).
pub const SMALL_ZIP_AREAS: &str = "000";

/// The areas of 20,000 people or fewer in the census of 2000, as listed in the guidance on 45 CFR 164.514(b)(2)(i)(B)
/// (Office for Civil Rights, 2012). It requires newer figures if available.
const OF_2000: [&str; 17] = [
    "036", "059", "063", "102", "203", "556", "692", "790", "821", "823", "830", "831", "878", "879", "884", "890",
    "893",
];

/// Those of the census of 2020, as listed for the UDS+ submissions of health centres (Health Resources and Services
/// Administration, UDS+ Office Hours FAQ, 2024; quoted in drajer-health/uds-plus#35).
const OF_2020: [&str; 18] = [
    "036", "059", "102", "202", "203", "204", "205", "369", "556", "692", "753", "772", "821", "823", "878", "879",
    "884", "893",
];

/// The census whose figures say which areas are small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "2000 | 2020"))]
#[serde(try_from = "u16", into = "u16")]
pub enum Census {
    /// That of 2000, whose list the guidance on the rule has.
    #[default]
    Of2000,
    /// That of 2020.
    Of2020,
}

impl Census {
    /// The year.
    pub fn year(self) -> u16 {
        match self {
            Self::Of2000 => 2000,
            Self::Of2020 => 2020,
        }
    }

    /// Whether 20,000 people or fewer live in the area of these three digits.
    pub fn is_small(self, digits: &str) -> bool {
        match self {
            Self::Of2000 => OF_2000.contains(&digits),
            Self::Of2020 => OF_2020.contains(&digits),
        }
    }
}

impl From<Census> for u16 {
    fn from(census: Census) -> Self {
        census.year()
    }
}

impl TryFrom<u16> for Census {
    type Error = String;

    fn try_from(year: u16) -> Result<Self, String> {
        match year {
            2000 => Ok(Self::Of2000),
            2020 => Ok(Self::Of2020),
            _ => Err(format!("there is no list of small ZIP areas for a census of {year}; choose 2000 or 2020")),
        }
    }
}
