//! Synthetic tables with a recipe each: something to try the workbench on. This page is about the first of them,
//! hospital discharges; a [household survey and student records](SampleKind) are told in their files, and are messy as
//! such files are.
//!
//! The table is made here, in code, from a seed. So the page needs no download, no real person is in it, and native and
//! wasm give the same bytes. It is drawn as in a hospital: a person from a place, then a day, a diagnosis, a length of
//! stay, a bill. Every dependence below is a table of weights in this folder; all are made up in the likeness of what
//! hospitals report, none is estimated from data.
//!
//! # Columns
//!
//! | column | values | depends on | how |
//! |---|---|---|---|
//! | `record_id` | `H0000001` … | | counts up |
//! | `age` | 0 … 104 | `zip` | newborns, few children, a rise at the age of childbirth, most at 65 to 85; the old weigh more in the country, twice as much where people retire |
//! | `sex` | `Female`, `Male` | `age` | women are 69 % from 18 to 41 (childbirth), and 70 % from 90 on (they live longer) |
//! | `zip` | 82 codes in 7 areas | | areas of 42 % to 0.8 %; within an area, the code of rank r has the weight 1/r |
//! | `race` | 7 groups | `zip` | shares differ by area, as where people live apart |
//! | `marital_status` | 6 statuses | `age`, `sex` | below 16 never married; widowhood grows with age, three times as heavy for women as for men |
//! | `education` | 10 stages | `age`, `zip` | children by their age; the older the adult, the less schooling; degrees by area |
//! | `admission_date` | the days of 2022 and 2023 | | fewer at weekends and in summer |
//! | `discharge_date` | up to 90 days later | `diagnosis_group`, `age` | a shortest stay and a geometric number of days, its mean 1 % longer for each year of age above 40; one stay in 40 has complications and a mean three times as long |
//! | `diagnosis_group` | 14 groups | `age`, `sex`, `admission_date` | weights by age, times factors for sex, season (respiratory in winter, injury in summer) and weekend (no planned joint replacement, more injuries) |
//! | `charge` | whole dollars | `diagnosis_group`, length of stay | base and daily rate of the diagnosis, times a factor of 0.6 to 1.4 |
//!
//! `Newborn` occurs at the age of 0 only, `Childbirth` among women of 15 to 49 only, and no discharge precedes its
//! admission. About 1 % of the cells of `race`, `marital_status` and `education` are missing (empty), at random.
//!
//! # Recipe
//!
//! `record_id` is an identifier and is dropped, and so is `discharge_date`. It is not needed as such, and to keep it
//! beside the admission would undo the admission's generalization: most stays last a few days, so that the day of
//! discharge tells the day of admission nearly as well as that day itself. A steward who wants lengths of stay adds
//! them as a column of their own. The seven columns that a neighbour or an obituary can tell (`age`, `sex`, `zip`,
//! `race`, `marital_status`, `education`, `admission_date`) are quasi-identifiers; diagnosis and charge are sensitive.
//!
//! `discharge_date` has a hierarchy in [`Sample::hierarchies`] nevertheless, for the one who decides otherwise.
//!
//! **Invariant:** all arithmetic is that of whole numbers; the same seed gives the same bytes on every platform and in
//! every version. A change of the bytes is a change of the product, and a test holds their SHA-256.
//!
//! **Invariant:** records are drawn one after the other from one stream, so a smaller table is the beginning of a
//! larger one of the same seed.

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

/// A generated table with all that a study of it needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// A file name.
    pub name: String,
    /// The table: UTF-8, comma separated, a header, LF at the end of each line, no quotes, missing cells empty.
    pub csv: Vec<u8>,
    /// Column and rows `value; level 1; …; *` of each hierarchy, in the order of the columns. They cover every value
    /// that any seed can give.
    pub hierarchies: Vec<(String, Vec<Vec<String>>)>,
    /// The recipe as JSON text, with the quasi-identifiers' hierarchies inline.
    pub recipe: String,
}
