//! Synthetic tables, each with a recipe, to try the workbench with. This page describes the first one, hospital
//! discharges. The [household survey and the student records](SampleKind) are described in their files; they are
//! messy, as such files usually are.
//!
//! The table is generated here, in code, from a seed. So the page needs no download, the table contains no real
//! person, and native and wasm code give the same bytes. It is drawn in the order of events at a hospital: a person
//! from a place, then a day, a diagnosis, a length of stay, a bill. Every dependence below is a table of weights in
//! this folder. All are invented to resemble what hospitals report; none is estimated from data.
//!
//! # Columns
//!
//! | column | values | depends on | how |
//! |---|---|---|---|
//! | `record_id` | `H0000001` … | | counts up |
//! | `age` | 0 … 104 | `zip` | newborns, few children, a rise at the age of childbirth, most at 65 to 85; more old people in the country, twice as many where people retire |
//! | `sex` | `Female`, `Male` | `age` | women are 69 % from 18 to 41 (childbirth), and 70 % from 90 on (they live longer) |
//! | `zip` | 82 codes in 7 areas | | areas of 42 % to 0.8 %; within an area, the code of rank r has the weight 1/r |
//! | `race` | 7 groups | `zip` | shares differ by area, as with residential segregation |
//! | `marital_status` | 6 statuses | `age`, `sex` | below 16 never married; widowhood grows with age, with three times the weight for women as for men |
//! | `education` | 10 stages | `age`, `zip` | children by their age; the older an adult, the less schooling; degrees by area |
//! | `admission_date` | the days of 2022 and 2023 | | fewer at weekends and in summer |
//! | `discharge_date` | up to 90 days later | `diagnosis_group`, `age` | a minimum stay and a geometric number of days, whose mean grows by 1 % for each year of age above 40; one stay in 40 has complications and a mean three times as long |
//! | `diagnosis_group` | 14 groups | `age`, `sex`, `admission_date` | weights by age, times factors for sex, season (respiratory in winter, injury in summer) and weekend (no planned joint replacement, more injuries) |
//! | `charge` | whole dollars | `diagnosis_group`, length of stay | base and daily rate of the diagnosis, times a factor of 0.6 to 1.4 |
//!
//! `Newborn` occurs only at the age of 0, `Childbirth` only among women of 15 to 49, and no discharge precedes its
//! admission. About 1 % of the cells of `race`, `marital_status` and `education` are missing (empty), at random.
//!
//! # Recipe
//!
//! `record_id` is an identifier and is dropped, and so is `discharge_date`. It is not needed, and keeping it would
//! undo the generalization of the admission: most stays last a few days, so the day of discharge reveals the day of
//! admission almost completely. A data steward who wants lengths of stay adds them as a separate column. The seven
//! columns that a neighbour or an obituary can reveal (`age`, `sex`, `zip`, `race`, `marital_status`, `education`,
//! `admission_date`) are quasi-identifiers; diagnosis and charge are sensitive.
//!
//! [`Sample::hierarchies`] also has a hierarchy for `discharge_date`, for users who decide otherwise.
//!
//! **Invariant:** all arithmetic uses integers; the same seed gives the same bytes on every platform and in every
//! version. A change of the bytes is a change of the product. A test fixes their SHA-256.
//!
//! **Invariant:** records are drawn one after the other from one stream, so a smaller table is the beginning of a
//! larger one with the same seed.

mod calendar;
mod hierarchies;
mod hospital;
mod household;
mod kind;
mod people;
mod places;
mod recipe;
mod stays;
mod students;

pub use hospital::{DEFAULT_RECORDS, DEFAULT_SEED, default_hospital, hospital};
pub use kind::SampleKind;

/// A generated table with everything that a study of it needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// A file name.
    pub name: String,
    /// The table: UTF-8, comma separated, with a header, LF at the end of each line, no quotes, empty cells for
    /// missing values.
    pub csv: Vec<u8>,
    /// The column and the rows `value; level 1; …; *` of each hierarchy, in the order of the columns. They cover
    /// every value that any seed can produce.
    pub hierarchies: Vec<(String, Vec<Vec<String>>)>,
    /// The recipe as JSON text, with the quasi-identifiers' hierarchies inline.
    pub recipe: String,
}
