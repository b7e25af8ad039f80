//! HIPAA Safe Harbor (45 CFR 164.514(b)(2)): the rule as a partition policy, and what happens to each of its
//! identifiers.

mod identifiers;
mod table;

pub use identifiers::IDENTIFIERS;
pub use table::{Described, Handling, Published, SafeHarborColumn, SafeHarborRow, SafeHarborTable};

use crate::data::{Reading, Words};
use crate::error::{FrontierError, Result};
use crate::hierarchy::{ZIP_AREA_DIGITS, is_small_zip_area};
use crate::partition::{Domain, Frequencies, PartitionPolicy, Space};
use identifiers::OLDEST;

/// Areas of ZIP codes must have more people than this.
const FEW_PEOPLE: u64 = 20_000;

/// Parts of names for dates of birth, in English, German, Spanish and French.
const BIRTH: [&str; 5] = ["birth", "geburt", "geboren", "nacimiento", "naissance"];

/// The part of the rule that applies to a quasi-identifier. It applies only if all values of the column permit it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SafeHarborRule {
    /// Ages: 90 and over are one group.
    Ages,
    /// ZIP codes: to three digits, and areas of 20,000 people or fewer are joined with the next.
    ZipCodes,
    /// Dates: to the year.
    Dates,
    /// Dates of birth: to the year, with the years of people aged 90 or over as one group.
    BirthDates,
    /// Not one of the rule's identifiers, or one that cannot be changed to comply.
    Kept,
}

/// The Safe Harbor policy for a space.
#[derive(Debug, Clone, PartialEq)]
pub struct SafeHarbor {
    /// The policy.
    pub policy: PartitionPolicy,
    /// For each quasi-identifier, the part of the rule that applies.
    pub rules: Vec<SafeHarborRule>,
    /// For each quasi-identifier and each value of its domain, its form under the rule, even if the value is the only
    /// one of its year or area.
    pub labels: Vec<Vec<String>>,
}

impl SafeHarbor {
    /// The policy for a space.
    ///
    /// Columns are recognised by their names and values. The number of people in a ZIP area comes from the
    /// population; without one, from the census of 2000. Ages are computed at the last year of the dates that are not
    /// called dates of birth: births alone do not show when the table was made. Among those dates, columns that go
    /// back 90 years before that year are treated as dates of birth, too.
    ///
    /// # Errors
    /// If there is no column of ages, ZIP codes or dates.
    pub fn of(space: &Space, frequencies: &Frequencies) -> Result<Self> {
        let domains = space.domains();
        let mut rules: Vec<SafeHarborRule> = domains.iter().map(rule).collect();
        let last_year = (domains.iter().zip(&rules))
            .filter(|(_, rule)| **rule == SafeHarborRule::Dates)
            .filter_map(|(domain, _)| years(domain)?.into_iter().max())
            .max();
        // Whatever a date is called, a year so long ago reveals an age of 90 or over.
        for (domain, rule) in domains.iter().zip(&mut rules) {
            let first_year = || years(domain)?.into_iter().min();
            let tells_age = |last: u16| first_year().is_some_and(|first| first + OLDEST as u16 <= last);
            if *rule == SafeHarborRule::Dates && last_year.is_some_and(tells_age) {
                *rule = SafeHarborRule::BirthDates;
            }
        }
        let labels: Vec<Vec<String>> = (domains.iter().zip(&mut rules).enumerate())
            .map(|(qi, (domain, rule))| {
                let people = || people(frequencies, qi, domain);
                let present = labels_under(*rule, domain, last_year, people).unwrap_or_else(|| {
                    *rule = SafeHarborRule::Kept;
                    present(domain).map(str::to_owned).collect()
                });
                let missing = domain.n_present()..domain.len();
                let missing = missing.map(|place| domain.value(place as u32).to_owned());
                present.into_iter().chain(missing).collect()
            })
            .collect();
        if rules.iter().all(|&rule| rule == SafeHarborRule::Kept) {
            return Err(FrontierError::NoSafeHarborColumn.into());
        }
        let policy = space.policy_of(|qi, value| {
            let is_missing = value as usize >= domains[qi].n_present();
            (is_missing, labels[qi][value as usize].as_str())
        });
        Ok(Self { policy, rules, labels })
    }
}

/// The form under the rule of each value that is not missing; `None` if the rule cannot be applied.
fn labels_under(
    rule: SafeHarborRule,
    domain: &Domain,
    last_year: Option<u16>,
    people: impl FnOnce() -> Vec<u64>,
) -> Option<Vec<String>> {
    let of_year = |oldest: u16| {
        let label = move |year: u16| {
            if year <= oldest { format!("<{}", oldest + 1) } else { year.to_string() }
        };
        Some(years(domain)?.into_iter().map(label).collect())
    };
    match rule {
        SafeHarborRule::Ages => {
            let format = Reading::number_format(domain.reading());
            let label = |value: &str| {
                let is_oldest = format.read(value)?.to_f64() >= OLDEST;
                Some(if is_oldest { format!("≥{OLDEST}") } else { value.to_owned() })
            };
            present(domain).map(label).collect()
        }
        SafeHarborRule::Dates => Some(years(domain)?.iter().map(u16::to_string).collect()),
        SafeHarborRule::BirthDates => of_year(last_year?.checked_sub(OLDEST as u16)?),
        SafeHarborRule::ZipCodes => {
            let areas: Vec<&str> = present(domain).map(area).collect();
            areas.is_sorted().then(|| joined(&areas, &people()))?
        }
        SafeHarborRule::Kept => None,
    }
}

/// The values of a domain that are not missing, in order.
fn present(domain: &Domain) -> impl Iterator<Item = &str> + Clone {
    (0..domain.n_present() as u32).map(|place| domain.value(place))
}

fn rule(domain: &Domain) -> SafeHarborRule {
    let words = Words::of(domain.name());
    let is_birth = words.iter().any(|word| BIRTH.iter().any(|birth| word.contains(birth)));
    if Reading::date_format(domain.reading()).is_some() {
        if is_birth || words.have(&["dob", "born"]) { SafeHarborRule::BirthDates } else { SafeHarborRule::Dates }
    } else if words.have_age() && domain.reading().is_some_and(Reading::is_numeric) {
        SafeHarborRule::Ages
    } else if words.have(&["zip", "zipcode", "zips", "postal", "postcode", "zcta"]) && present(domain).all(is_zip_code)
    {
        SafeHarborRule::ZipCodes
    } else {
        SafeHarborRule::Kept
    }
}

/// Five digits, or nine, with or without a hyphen.
fn is_zip_code(value: &str) -> bool {
    let (zip, rest) = value.split_at_checked(5).unwrap_or_default();
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    !zip.is_empty() && are_digits(zip) && are_digits(rest) && [0, 4].contains(&rest.len())
}

/// The digits of a ZIP code that name the area.
fn area(zip: &str) -> &str {
    zip.get(..ZIP_AREA_DIGITS).unwrap_or(zip)
}

/// The year of each value that is not missing, if all are dates.
fn years(domain: &Domain) -> Option<Vec<u16>> {
    let format = Reading::date_format(domain.reading())?;
    let year = |value| format.read(value).map(|moment| moment.date.year());
    present(domain).map(year).collect()
}

/// The people with each ZIP code. Without a population: enough or none, by what is known about its area.
fn people(frequencies: &Frequencies, qi: usize, domain: &Domain) -> Vec<u64> {
    if !frequencies.has_population() {
        let enough = |value: &str| (FEW_PEOPLE + 1) * u64::from(!is_small_zip_area(area(value)));
        return present(domain).map(enough).collect();
    }
    let mut people = vec![0; domain.len()];
    for (values, _, count) in frequencies.iter() {
        people[values[qi] as usize] += u64::from(count);
    }
    people
}

/// The name of each value's area. Areas are joined in order, each with the next until it has enough people, and the
/// last ones with the one before. `None` if all areas together have too few people.
fn joined(areas: &[&str], people: &[u64]) -> Option<Vec<String>> {
    // The first and last digits of each joined area, with its people.
    let mut wide: Vec<(&str, &str, u64)> = Vec::new();
    for (area, people) in areas.iter().zip(people) {
        match wide.last_mut() {
            Some((_, last, inhabitants)) if last == area || *inhabitants <= FEW_PEOPLE => {
                *last = area;
                *inhabitants += people;
            }
            _ => wide.push((area, area, *people)),
        }
    }
    if wide.last().is_some_and(|&(_, _, inhabitants)| inhabitants <= FEW_PEOPLE) {
        let (_, last, _) = wide.pop()?;
        wide.last_mut()?.1 = last;
    }
    let label = |area: &&str| {
        let &(first, last, _) = wide.iter().find(|(_, last, _)| area <= last)?;
        Some(if first == last { first.to_owned() } else { format!("{first}-{last}") })
    };
    areas.iter().map(label).collect()
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
        let harbor = SafeHarbor::of(&space, &Frequencies::new(&space, table, population)?)?;
        let labels = |(qi, own): (usize, &Vec<String>)| {
            let intervals = space.intervals(&harbor.policy, qi);
            let of = |(first, last): (u32, u32)| {
                let labels = &own[first as usize..=last as usize];
                assert!(labels.iter().all(|label| *label == labels[0]), "{labels:?}");
                labels[0].clone()
            };
            intervals.into_iter().map(of).collect()
        };
        Ok(harbor.labels.iter().enumerate().map(labels).collect())
    }

    #[test]
    fn ages_zip_codes_and_dates_are_cut_as_the_rule_says() -> Result<()> {
        let zips: &[&str] = &["37010", "37099", "37101", "37201", "38001"];
        let columns = [
            ("Age", &["88", "89", "90", "95", "101"] as &[&str]),
            ("zip_code", zips),
            ("seen", &["2019-01-02", "2019-12-31", "2020-01-01", "2021-05-05", "2021-05-06"]),
            ("sex", &["f", "m", "f", "m", "f"]),
        ];
        let own = table(&columns, None);
        let expected: [&[&str]; 4] =
            [&["88", "89", "≥90"], &["370", "371", "372", "380"], &["2019", "2020", "2021"], &["f", "m"]];
        assert_eq!(labels(&own, None)?, expected);
        // 370 has 20,001 people, 371 too few, and 380 too few at the end.
        let people = table(&columns, Some(vec![20_000, 1, 100, 30_000, 5]));
        assert_eq!(labels(&own, Some(&people))?[1], ["370", "371-380"]);
        assert!(labels(&table(&[("sex", &["f", "m"])], None), None).is_err());
        Ok(())
    }

    #[test]
    fn without_a_population_areas_are_joined_that_the_census_found_small() -> Result<()> {
        let zips: &[&str] = &["03501", "03601", "03701", "90001", "90002"];
        let own = table(&[("zip", zips)], None);
        assert_eq!(labels(&own, None)?[0], ["035", "036-037", "900"]);
        Ok(())
    }

    #[test]
    fn years_of_birth_of_the_oldest_are_joined_where_other_dates_say_who_is_old() -> Result<()> {
        let births: &[&str] = &["1931-05-01", "1933-02-02", "1934-12-31", "1935-01-01", "1990-06-07"];
        let seen: &[&str] = &["2023-01-01", "2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01"];
        let own = table(&[("birth_date", births), ("seen", seen)], None);
        assert_eq!(labels(&own, None)?[0], ["<1935", "1935", "1990"]);
        // Births alone do not show when the table was made.
        assert!(labels(&table(&[("birth_date", births)], None), None).is_err());
        Ok(())
    }

    #[test]
    fn dates_of_another_name_are_births_where_they_tell_who_is_old() -> Result<()> {
        let births: &[&str] = &["1931-05-01", "1934-12-31", "1935-01-01", "1990-06-07"];
        let seen: &[&str] = &["2023-01-01", "2024-01-01", "2024-02-01", "2024-03-01"];
        for name in ["Geburtsdatum", "fecha_nacimiento", "data_de_nascimento"] {
            let own = table(&[(name, births), ("seen", seen)], None);
            assert_eq!(labels(&own, None)?[0], ["<1935", "1935", "1990"], "{name}");
        }
        Ok(())
    }

    #[test]
    fn a_rule_is_kept_for_all_values_or_not_at_all() {
        let mixed: &[&str] = &["12345", "2139", "10001"];
        assert!(labels(&table(&[("zip", mixed)], None), None).is_err());
        let small: &[&str] = &["03601", "03602", "03603"];
        assert!(labels(&table(&[("zip", small)], None), None).is_err());
    }
}
