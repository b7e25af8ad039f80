//! The table, record by record.

use super::Sample;
use super::calendar::{self, Day};
use super::people::{People, Person};
use super::recipe::COLUMNS;
use super::stays::{Discharge, Stays};
use super::{hierarchies, recipe};
use crate::draw::Draw;
use std::fmt::Write;

/// The number of records of [`default_hospital`].
pub const DEFAULT_RECORDS: usize = 20_000;

/// The seed of [`default_hospital`].
pub const DEFAULT_SEED: u64 = 20_220_101;

/// The share of missing cells in each column with missing cells, per mille.
const MISSING: u64 = 10;

/// The sample that the page offers: [`DEFAULT_RECORDS`] records from [`DEFAULT_SEED`].
pub fn default_hospital() -> Sample {
    hospital(DEFAULT_RECORDS, DEFAULT_SEED)
}

/// A table of this many hospital discharges; the [module](super) describes how it is generated. Equal seeds give
/// equal bytes, and a smaller table is the beginning of a larger one.
///
/// Time and memory: linear in the records, about 100 bytes of text each.
///
/// ```
/// let sample = kanon::sample::hospital(3, 7);
/// let text = String::from_utf8_lossy(&sample.csv);
/// assert_eq!(text.lines().count(), 4);
/// assert!(text.starts_with("record_id,age,sex,zip,race,"));
/// ```
pub fn hospital(records: usize, seed: u64) -> Sample {
    let days = calendar::days();
    let dates: Vec<String> = days.iter().map(Day::iso).collect();
    let people = People::new();
    let stays = Stays::new(&days);
    let mut draw = Draw::new(seed);
    let mut csv = COLUMNS.map(|(name, _)| name).join(",") + "\n";
    for number in 1..=records {
        let mut person = people.draw(&mut draw);
        let stay = stays.draw(&mut draw, &person);
        for cell in [&mut person.race, &mut person.marital_status, &mut person.education] {
            if draw.per_mille(MISSING) {
                *cell = "";
            }
        }
        push_record(&mut csv, number, &person, &stay, &dates);
    }
    let hierarchies = hierarchies::all(&days);
    let recipe = recipe::text(&hierarchies);
    Sample { name: "hospital.csv".to_owned(), csv: csv.into_bytes(), hierarchies, recipe }
}

fn push_record(csv: &mut String, number: usize, person: &Person, stay: &Discharge, dates: &[String]) {
    let Person { age, female, zip, race, marital_status, education } = person;
    let sex = if *female { "Female" } else { "Male" };
    let admission = &dates[stay.admission];
    let discharge = &dates[stay.discharge];
    let (diagnosis, charge) = (stay.diagnosis, stay.charge);
    // Writing to a string cannot fail.
    let _ = writeln!(
        csv,
        "H{number:07},{age},{sex},{zip:05},{race},{marital_status},{education},\
         {admission},{discharge},{diagnosis},{charge}"
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Dictionary;
    use crate::hierarchy::Hierarchy;
    use crate::sample::stays::diagnosis_names;
    use sha2::{Digest, Sha256};
    use std::collections::{BTreeMap, BTreeSet};

    /// A record with its cells by name, and the days of the stay counted from the calendar's first.
    struct Record {
        cells: BTreeMap<&'static str, String>,
        age: u64,
        admission: usize,
        discharge: usize,
        charge: u64,
    }

    impl Record {
        fn is(&self, column: &str, value: &str) -> bool {
            self.cells[column] == value
        }

        fn days(&self) -> u64 {
            (self.discharge - self.admission) as u64
        }
    }

    fn records(sample: &Sample) -> Vec<Record> {
        let dates: BTreeMap<String, usize> =
            calendar::days().iter().enumerate().map(|(number, day)| (day.iso(), number)).collect();
        let text = String::from_utf8_lossy(&sample.csv).into_owned();
        text.lines()
            .skip(1)
            .map(|line| {
                let values: Vec<String> = line.split(',').map(str::to_owned).collect();
                assert_eq!(values.len(), COLUMNS.len(), "{line}");
                let cells: BTreeMap<_, _> = COLUMNS.map(|column| column.0).into_iter().zip(values).collect();
                Record {
                    age: cells["age"].parse().unwrap_or(u64::MAX),
                    admission: dates[&cells["admission_date"]],
                    discharge: dates[&cells["discharge_date"]],
                    charge: cells["charge"].parse().unwrap_or(0),
                    cells,
                }
            })
            .collect()
    }

    /// The share, per mille, of the records with `property` among those selected by `among`.
    fn share(records: &[Record], among: impl Fn(&Record) -> bool, property: impl Fn(&Record) -> bool) -> usize {
        let all: Vec<&Record> = records.iter().filter(|record| among(record)).collect();
        all.iter().filter(|record| property(record)).count() * 1000 / all.len().max(1)
    }

    fn mean(records: &[Record], among: impl Fn(&Record) -> bool, of: impl Fn(&Record) -> u64) -> u64 {
        let values: Vec<u64> = records.iter().filter(|record| among(record)).map(of).collect();
        values.iter().sum::<u64>() / values.len().max(1) as u64
    }

    fn sha256(bytes: &[u8]) -> String {
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn the_default_sample_keeps_its_bytes() {
        let sample = default_hospital();
        assert_eq!(sample.csv.iter().filter(|&&byte| byte == b'\n').count(), 20_001);
        assert_eq!(sha256(&sample.csv), "37348ed8a490f4ada0efd5abfe036bd661d845035ef912b8ae3f2834590b51d5");
        assert_eq!(
            sha256(sample.recipe.as_bytes()),
            "b39105a69c58d4ed36a9c0f95c6548a7cd1c715bfd94855700c4f27013560566"
        );
    }

    #[test]
    fn the_seed_decides() {
        let sample = hospital(500, 1);
        assert_eq!(sample, hospital(500, 1));
        let other = hospital(500, 2);
        assert_ne!(sample.csv, other.csv);
        assert_eq!((sample.hierarchies, sample.recipe), (other.hierarchies, other.recipe));
    }

    #[test]
    fn fewer_records_are_the_beginning_of_more() {
        let (few, more) = (hospital(100, 3), hospital(200, 3));
        assert!(more.csv.starts_with(&few.csv));
        assert_eq!(hospital(0, 3).csv.iter().filter(|&&byte| byte == b'\n').count(), 1);
    }

    #[test]
    fn every_value_is_in_its_hierarchy() -> crate::Result<()> {
        for seed in 0..5 {
            let sample = hospital(4000, seed);
            let records = records(&sample);
            for (column, rows) in &sample.hierarchies {
                let mut dictionary = Dictionary::new();
                for record in &records {
                    dictionary.intern(&record.cells[column.as_str()], 1);
                }
                assert_eq!(Hierarchy::from_rows(rows)?.missing(&dictionary), []);
            }
        }
        Ok(())
    }

    #[test]
    fn no_record_is_impossible() {
        for record in records(&hospital(50_000, 11)) {
            let age = record.age;
            assert!(age <= 104);
            assert!(record.discharge >= record.admission && record.days() <= calendar::LONGEST_STAY);
            assert!(record.admission < calendar::ADMISSION_DAYS);
            assert!(!record.is("diagnosis_group", "Newborn") || age == 0);
            assert!(
                !record.is("diagnosis_group", "Childbirth") || (record.is("sex", "Female") && (15..=49).contains(&age))
            );
            let status = record.cells["marital_status"].as_str();
            assert!(age >= 16 || ["Never married", ""].contains(&status));
            let education = record.cells["education"].as_str();
            assert!(age >= 3 || ["None", ""].contains(&education));
            assert!(age >= 18 || !education.contains("gree") && education != "Some college");
            assert!(record.charge > 0);
        }
    }

    #[test]
    fn ages_have_the_shape_of_a_hospital() {
        let records = records(&default_hospital());
        let aged = |from, to| share(&records, |_| true, |r| (from..=to).contains(&r.age));
        assert!((80..=130).contains(&aged(0, 0)), "{}", aged(0, 0));
        assert!((30..=80).contains(&aged(1, 14)), "{}", aged(1, 14));
        assert!(aged(28, 32) > aged(42, 46) * 5 / 4);
        assert!((330..=430).contains(&aged(65, 104)), "{}", aged(65, 104));
        assert!((25..=60).contains(&aged(90, 104)), "{}", aged(90, 104));
        assert!(aged(70, 74) > aged(50, 54) && aged(80, 84) > aged(90, 94));
    }

    #[test]
    fn people_depend_on_age_sex_and_place() {
        let records = records(&default_hospital());
        let old = |r: &Record| r.age >= 80;
        let widowed = |r: &Record| r.is("marital_status", "Widowed");
        let women = |r: &Record| old(r) && r.is("sex", "Female");
        let men = |r: &Record| old(r) && r.is("sex", "Male");
        assert!(share(&records, old, widowed) > 350);
        assert_eq!(share(&records, |r| r.age < 25, widowed), 0);
        assert!(share(&records, women, widowed) > share(&records, men, widowed) * 3 / 2);
        let married = |r: &Record| r.is("marital_status", "Married");
        assert!(share(&records, |r| (35..65).contains(&r.age), married) > 450);
        let in_area = |area: &'static str| move |r: &Record| r.cells["zip"].starts_with(area);
        let retired = |r: &Record| r.age >= 65;
        assert!(share(&records, in_area("698"), retired) > share(&records, in_area("817"), retired) * 3 / 2);
        let black = |r: &Record| r.is("race", "Black");
        assert!(share(&records, in_area("817"), black) > share(&records, in_area("819"), black) * 2);
        let degree = |r: &Record| r.cells["education"].contains("degree");
        assert!(
            share(&records, |r| (30..50).contains(&r.age), degree) > share(&records, |r| r.age >= 80, degree) * 3 / 2
        );
    }

    #[test]
    fn zip_codes_are_unequal_and_all_occur() {
        let records = records(&default_hospital());
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for record in &records {
            *counts.entry(record.cells["zip"].as_str()).or_default() += 1;
        }
        let largest = counts.values().max().copied().unwrap_or(0);
        assert_eq!(counts.len(), 82);
        assert!(largest > 2000, "{largest}");
        assert!(counts.values().filter(|&&count| count < 100).count() > 20);
    }

    #[test]
    fn stays_depend_on_season_weekday_and_diagnosis() {
        let records = records(&default_hospital());
        let days = calendar::days();
        let named = |name: &'static str| move |r: &Record| r.is("diagnosis_group", name);
        let in_season = |season| {
            let days = &days;
            move |r: &Record| days[r.admission].season() == season
        };
        assert!(
            share(&records, in_season(0), named("Respiratory"))
                > share(&records, in_season(2), named("Respiratory")) * 3 / 2
        );
        let weekend = |r: &Record| days[r.admission].is_weekend();
        let at_weekend = share(&records, |_| true, weekend);
        assert!((190..=240).contains(&at_weekend), "{at_weekend}");
        assert!(share(&records, named("Musculoskeletal"), weekend) < at_weekend * 2 / 3);
        let length = |name| mean(&records, named(name), |r| r.days() * 10);
        assert!((20..=32).contains(&length("Childbirth")), "{}", length("Childbirth"));
        assert!(length("Mental health") > length("Childbirth") * 2);
        let long = |r: &Record| r.days() >= 7;
        let short = |r: &Record| r.days() <= 2;
        assert!(mean(&records, long, |r| r.charge) > mean(&records, short, |r| r.charge) * 2);
        assert!(mean(&records, named("Neoplasm"), |r| r.charge) > mean(&records, named("Newborn"), |r| r.charge) * 3);
        let young = |r: &Record| r.is("diagnosis_group", "Infection") && r.age < 40;
        let old = |r: &Record| r.is("diagnosis_group", "Infection") && r.age >= 80;
        assert!(mean(&records, old, |r| r.days() * 10) > mean(&records, young, |r| r.days() * 10));
        let found: BTreeSet<&str> = records.iter().map(|r| r.cells["diagnosis_group"].as_str()).collect();
        assert_eq!(found, diagnosis_names().collect());
    }

    #[test]
    fn one_cell_in_a_hundred_is_missing() {
        let records = records(&default_hospital());
        for (column, _) in COLUMNS {
            let missing = records.iter().filter(|r| r.is(column, "")).count();
            // Five standard deviations of 200 in 20,000 are 70.
            let expected = match column {
                "race" | "marital_status" | "education" => 130..=270,
                _ => 0..=0,
            };
            assert!(expected.contains(&missing), "{column}: {missing}");
        }
    }
}
