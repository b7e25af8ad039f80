//! HIPAA Safe Harbor (45 CFR 164.514(b)(2)) as a partition policy, and its list of identifiers.

use crate::data::Reading;
use crate::error::{FrontierError, Result};
use crate::partition::{Domain, PartitionPolicy, Space, Tuples};

/// Ages from here on are one group.
const OLDEST: f64 = 90.0;
/// The characters that ZIP codes are cut to.
const ZIP_DIGITS: usize = 3;
/// Areas of ZIP codes must have more people than this, or at least as many.
const LEAST_PEOPLE: u64 = 20_000;

/// What the rule says of a quasi-identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SafeHarborRule {
    /// Ages: 90 and more are one group.
    Ages,
    /// ZIP codes: to three digits, and areas of fewer than 20,000 people are joined with the next.
    ZipCodes,
    /// Dates: to the year.
    Dates,
    /// Not one of the rule's identifiers.
    Kept,
}

/// The policy that Safe Harbor makes of a space, and what it says of each quasi-identifier.
///
/// Columns are recognised by their names and values. ZIP areas are joined only where a population is known, because without
/// one nobody can say how many people live in them.
///
/// # Errors
/// No column of ages, ZIP codes or dates.
pub fn safe_harbor(
    space: &Space,
    tuples: &Tuples,
) -> Result<(PartitionPolicy, Vec<SafeHarborRule>)> {
    let rules: Vec<SafeHarborRule> = space.domains().iter().map(rule).collect();
    if rules.iter().all(|&rule| rule == SafeHarborRule::Kept) {
        return Err(FrontierError::NoSafeHarborColumn.into());
    }
    let groups: Vec<Vec<usize>> = (space.domains().iter().zip(&rules).enumerate())
        .map(|(qi, (domain, rule))| match rule {
            SafeHarborRule::Ages => groups(domain, |value| {
                let age = Reading::number_format(domain.reading()).read(value);
                let is_oldest = age.is_some_and(|age| age.to_f64() >= OLDEST);
                if is_oldest { "90+" } else { value }.to_owned()
            }),
            SafeHarborRule::Dates => groups(domain, |value| {
                let format = Reading::date_format(domain.reading());
                let moment = format.and_then(|format| format.read(value));
                moment.map_or(value.to_owned(), |moment| moment.date.year().to_string())
            }),
            SafeHarborRule::ZipCodes => {
                let areas = groups(domain, |value| value.chars().take(ZIP_DIGITS).collect());
                if tuples.has_population() {
                    joined(&areas, &people(tuples, qi, domain.len()))
                } else {
                    areas
                }
            }
            SafeHarborRule::Kept => (0..domain.len()).collect(),
        })
        .collect();
    let policy = space.policy_of(|qi, value| groups[qi][value as usize]);
    Ok((policy, rules))
}

fn rule(domain: &Domain) -> SafeHarborRule {
    let values = || (0..domain.len() as u32).map(|place| domain.value(place));
    let words = words(domain.name());
    let named = |names: &[&str]| words.iter().any(|word| names.contains(&word.as_str()));
    let is_zip =
        |value: &str| value.len() >= 5 && value.as_bytes()[..5].iter().all(u8::is_ascii_digit);
    if named(&["age", "ages"]) && domain.reading().is_some_and(Reading::is_numeric) {
        SafeHarborRule::Ages
    } else if Reading::date_format(domain.reading()).is_some() {
        SafeHarborRule::Dates
    } else if named(&["zip", "zipcode", "zips", "postal", "postcode", "zcta"])
        && values().any(is_zip)
    {
        SafeHarborRule::ZipCodes
    } else {
        SafeHarborRule::Kept
    }
}

/// The group of each value: neighbours of one name are one group.
fn groups(domain: &Domain, name: impl Fn(&str) -> String) -> Vec<usize> {
    let mut group = 0;
    let mut before: Option<String> = None;
    (0..domain.len() as u32)
        .map(|place| {
            let name = name(domain.value(place));
            if before.as_ref().is_some_and(|before| *before != name) {
                group += 1;
            }
            before = Some(name);
            group
        })
        .collect()
}

/// The people that have each value.
fn people(tuples: &Tuples, qi: usize, n_values: usize) -> Vec<u64> {
    let mut people = vec![0; n_values];
    for (values, _, count) in tuples.iter() {
        people[values[qi] as usize] += u64::from(count);
    }
    people
}

/// Groups in their order, each joined with the next until it has enough people; the last ones with the one before.
fn joined(groups: &[usize], people: &[u64]) -> Vec<usize> {
    let n_groups = groups.last().map_or(0, |last| last + 1);
    let mut in_group = vec![0; n_groups];
    for (&group, people) in groups.iter().zip(people) {
        in_group[group] += people;
    }
    let mut areas = Vec::with_capacity(n_groups);
    let (mut area, mut inhabitants) = (0, 0);
    for &people in &in_group {
        if inhabitants >= LEAST_PEOPLE {
            area += 1;
            inhabitants = 0;
        }
        areas.push(area);
        inhabitants += people;
    }
    if inhabitants < LEAST_PEOPLE && area > 0 {
        areas
            .iter_mut()
            .filter(|own| **own == area)
            .for_each(|own| *own -= 1);
    }
    groups.iter().map(|&group| areas[group]).collect()
}

/// The identifiers that Safe Harbor names, in its order, each with words by which a column of it may be called.
pub const IDENTIFIERS: [(&str, &[&str]); 18] = [
    (
        "names",
        &["name", "surname", "firstname", "lastname", "forename"],
    ),
    (
        "places",
        &[
            "address", "street", "city", "town", "county", "zip", "zipcode", "postal", "postcode",
            "place",
        ],
    ),
    (
        "dates",
        &[
            "date",
            "birth",
            "birthday",
            "dob",
            "admission",
            "discharge",
            "death",
            "age",
        ],
    ),
    ("telephone", &["phone", "telephone", "mobile", "cell"]),
    ("fax", &["fax"]),
    ("email", &["email", "mail"]),
    ("social-security", &["ssn", "social", "insuree"]),
    ("medical-record", &["mrn", "record", "chart", "patient"]),
    (
        "health-plan",
        &["plan", "beneficiary", "insurance", "medicare", "medicaid"],
    ),
    ("account", &["account", "iban"]),
    ("licence", &["licence", "license", "certificate"]),
    ("vehicle", &["vehicle", "vin", "plate"]),
    ("device", &["device", "serial", "imei"]),
    ("url", &["url", "website", "homepage", "link"]),
    ("ip", &["ip"]),
    (
        "biometric",
        &["fingerprint", "voice", "biometric", "retina", "iris"],
    ),
    ("photograph", &["photo", "photograph", "image", "picture"]),
    ("other", &["id", "code", "number", "uuid", "key"]),
];

/// For each of the [`IDENTIFIERS`], the columns that may be of it by their names.
pub fn safe_harbor_checklist<'a>(columns: &[&'a str]) -> Vec<(&'static str, Vec<&'a str>)> {
    (IDENTIFIERS.iter())
        .map(|&(identifier, names)| {
            let found = columns.iter().copied().filter(|column| {
                words(column)
                    .iter()
                    .any(|word| names.contains(&word.as_str()))
            });
            (identifier, found.collect())
        })
        .collect()
}

/// The words of a column's name, in small letters: `admissionDate` and `admission_date` are `admission`, `date`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before_is_small = false;
    for letter in name.chars() {
        let begins = letter.is_uppercase() && before_is_small;
        if (begins || !letter.is_alphanumeric())
            && words.last().is_some_and(|word| !word.is_empty())
        {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
        before_is_small = letter.is_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Column, Table};

    fn table(columns: &[(&str, &[&str])], weights: Option<Vec<u64>>) -> Table {
        Table {
            columns: (columns.iter())
                .map(|(name, values)| {
                    let mut column = Column::new(*name);
                    values.iter().for_each(|value| column.push(value));
                    column
                })
                .collect(),
            n_rows: columns[0].1.len(),
            weights,
            ..Table::default()
        }
    }

    fn labels(table: &Table, population: Option<&Table>) -> Result<Vec<Vec<String>>> {
        let domains = (table.columns.iter())
            .map(|column| Domain::new(&column.name, None, &[&column.dictionary], &[], None))
            .collect::<Result<_>>()?;
        let space = Space::new(domains);
        let (policy, _) = safe_harbor(&space, &Tuples::new(&space, table, population)?)?;
        let name = |(qi, domain): (usize, &Domain)| {
            (space.intervals(&policy, qi).into_iter())
                .map(|(first, last)| domain.label(first, last))
                .collect()
        };
        Ok(space.domains().iter().enumerate().map(name).collect())
    }

    #[test]
    fn ages_zip_codes_and_dates_are_cut_as_the_rule_says() -> Result<()> {
        let zips: &[&str] = &["37010", "37099", "37101", "37201", "38001"];
        let columns = [
            ("Age", &["88", "89", "90", "95", "101"] as &[&str]),
            ("zip_code", zips),
            (
                "seen",
                &[
                    "2019-01-02",
                    "2019-12-31",
                    "2020-01-01",
                    "2021-05-05",
                    "2021-05-06",
                ],
            ),
            ("sex", &["f", "m", "f", "m", "f"]),
        ];
        let own = table(&columns, None);
        let expected: [&[&str]; 4] = [
            &["88", "89", "90–101"],
            &["37010–37099", "37101", "37201", "38001"],
            &[
                "2019-01-02 – 2019-12-31",
                "2020-01-01",
                "2021-05-05 – 2021-05-06",
            ],
            &["f", "m"],
        ];
        assert_eq!(labels(&own, None)?, expected);
        // 370 has 20,000 people, 371 too few, and 380 too few at the end.
        let people = table(&columns, Some(vec![19_999, 1, 100, 30_000, 5]));
        assert_eq!(
            labels(&own, Some(&people))?[1],
            ["37010–37099", "37101–38001"]
        );
        assert!(labels(&table(&[("sex", &["f", "m"])], None), None).is_err());
        Ok(())
    }

    #[test]
    fn the_checklist_finds_columns_by_the_words_of_their_names() {
        let columns = [
            "patientName",
            "e-mail",
            "admission_date",
            "charge",
            "IPAddress",
            "ip",
        ];
        let found = safe_harbor_checklist(&columns);
        let of = |wanted: &str| -> Vec<&str> {
            let item = found.iter().find(|(identifier, _)| *identifier == wanted);
            item.map(|(_, columns)| columns.clone()).unwrap_or_default()
        };
        assert_eq!(found.len(), 18);
        assert_eq!(of("names"), ["patientName"]);
        assert_eq!(of("email"), ["e-mail"]);
        assert_eq!(of("dates"), ["admission_date"]);
        assert_eq!(of("ip"), ["ip"]);
        assert_eq!(of("fax"), [""; 0]);
    }
}
