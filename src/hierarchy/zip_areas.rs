//! Areas of ZIP codes with few people.

/// The number of digits that name the area of a ZIP code.
pub const ZIP_AREA_DIGITS: usize = 3;

/// The areas of 20,000 people or fewer in the census of 2000, as listed in the guidance on 45 CFR 164.514(b)(2)(i)(B)
/// (Office for Civil Rights, 2012). It requires newer figures if available.
const SMALL_AREAS: [&str; 17] = [
    "036", "059", "063", "102", "203", "556", "692", "790", "821", "823", "830", "831", "878", "879", "884", "890",
    "893",
];

/// Whether 20,000 people or fewer live in the area of these three digits.
pub fn is_small_zip_area(digits: &str) -> bool {
    SMALL_AREAS.contains(&digits)
}
