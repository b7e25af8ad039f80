//! HIPAA Safe Harbor (45 CFR 164.514(b)(2)): the rule as a map of its own over the values of each column, and what
//! happens to each of its identifiers.

mod forms;
mod identifiers;
mod table;

pub use identifiers::IDENTIFIERS;
pub use table::{Described, Handling, Published, SafeHarborColumn, SafeHarborRow, SafeHarborTable};

use crate::data::{Reading, Words};
use crate::error::{FrontierError, Result};
use crate::hierarchy::Census;
use crate::partition::{Domain, Grouping, PartitionPolicy, Space};
use identifiers::OLDEST;

/// Parts of names for dates of birth, in English, German, Spanish and French.
const BIRTH: [&str; 5] = ["birth", "geburt", "geboren", "nacimiento", "naissance"];
/// Words in names of columns of years.
const YEAR: [&str; 6] = ["year", "yob", "jahr", "jahrgang", "año", "année"];

/// The part of the rule that applies to a quasi-identifier. It applies only if all values of the column permit it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SafeHarborRule {
    /// Ages: 90 and over are one group.
    Ages,
    /// ZIP codes: to three digits; all areas of 20,000 people or fewer are `000`.
    ZipCodes,
    /// Dates: to the year.
    Dates,
    /// Dates or years of birth: to the year, with the years of people aged 90 or over as one group.
    BirthDates,
    /// Years of birth where no other date shows who is 90: they stay as they are.
    BirthYears,
    /// Not one of the rule's identifiers, or one that cannot be changed to comply.
    Kept,
}

/// The rule over a space. It need not be a policy of intervals: small ZIP areas are one group, wherever they are in the
/// order of the codes.
#[derive(Debug, Clone, PartialEq)]
pub struct SafeHarbor {
    /// Which values the rule puts together, with the labels that it gives them.
    pub grouping: Grouping,
    /// The most specific policy of intervals that obeys the rule. Exactly its generalizations obey it.
    pub policy: PartitionPolicy,
    /// For each quasi-identifier, the part of the rule that applies.
    pub rules: Vec<SafeHarborRule>,
    /// The census that says which ZIP areas are small.
    pub census: Census,
}

impl SafeHarbor {
    /// The rule for a space, with the ZIP areas of a census.
    ///
    /// Columns are recognised by their names and values. Ages are computed at the last year of the dates that are not
    /// called dates of birth: births alone do not show when the table was made. Among those dates, columns that go
    /// back 90 years before that year are treated as dates of birth, too.
    ///
    /// # Errors
    /// If there is no column of ages, ZIP codes or dates.
    pub fn of(space: &Space, census: Census) -> Result<Self> {
        let domains = space.domains();
        let mut rules: Vec<SafeHarborRule> = domains.iter().map(|domain| rule(domain, census)).collect();
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
            let is_undated = *rule == SafeHarborRule::BirthDates && last_year.is_none();
            if is_undated && Reading::date_format(domain.reading()).is_none() {
                *rule = SafeHarborRule::BirthYears;
            }
        }
        let labels: Vec<Vec<String>> = (domains.iter().zip(&mut rules))
            .map(|(domain, rule)| {
                let present = labels_under(*rule, domain, last_year, census).unwrap_or_else(|| {
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
        let grouping = Grouping::new(space, labels);
        Ok(Self { policy: grouping.finest_policy(space), grouping, rules, census })
    }
}

/// The form under the rule of each value that is not missing; `None` if the rule cannot be applied.
fn labels_under(rule: SafeHarborRule, domain: &Domain, last_year: Option<u16>, census: Census) -> Option<Vec<String>> {
    let of_year = |oldest: u16| {
        let label = move |year: u16| {
            if year <= oldest { format!("<{}", oldest + 1) } else { year.to_string() }
        };
        Some(years(domain)?.into_iter().map(label).collect())
    };
    match rule {
        SafeHarborRule::Ages => ages(domain),
        SafeHarborRule::Dates | SafeHarborRule::BirthYears => Some(years(domain)?.iter().map(u16::to_string).collect()),
        SafeHarborRule::BirthDates => of_year(last_year?.checked_sub(OLDEST as u16)?),
        SafeHarborRule::ZipCodes => forms::zip_areas(present(domain), census),
        SafeHarborRule::Kept => None,
    }
}

/// The values of a domain that are not missing, in order.
fn present(domain: &Domain) -> impl Iterator<Item = &str> + Clone {
    (0..domain.n_present() as u32).map(|place| domain.value(place))
}

fn rule(domain: &Domain, census: Census) -> SafeHarborRule {
    let words = Words::of(domain.name());
    let is_date = Reading::date_format(domain.reading()).is_some();
    if is_date || is_of_years(&words, domain.name()) && years(domain).is_some() {
        if is_birth(&words) { SafeHarborRule::BirthDates } else { SafeHarborRule::Dates }
    } else if is_of_ages(&words) && ages(domain).is_some() {
        SafeHarborRule::Ages
    } else if is_of_zip_codes(&words) && forms::zip_areas(present(domain), census).is_some() {
        SafeHarborRule::ZipCodes
    } else {
        SafeHarborRule::Kept
    }
}

fn is_birth(words: &Words) -> bool {
    words.have(&["dob", "yob", "born", "jahrgang"])
        || words.iter().any(|word| BIRTH.iter().any(|birth| word.contains(birth)))
}

/// Whether a name is one of ages in years.
fn is_of_ages(words: &Words) -> bool {
    words.have_age_in_years()
}

/// Whether four digits under this name are a year.
fn is_of_years(words: &Words, name: &str) -> bool {
    !words.have_age() && (words.have(&YEAR) || is_birth(words) || identifiers::is_of_dates(name))
}

fn is_of_zip_codes(words: &Words) -> bool {
    words.have(&["zip", "zipcode", "zips", "postal", "postcode", "zcta"])
        || words.iter().any(|word| word.starts_with("zip"))
}

/// The form of each age that is not missing, if all are ages.
fn ages(domain: &Domain) -> Option<Vec<String>> {
    let format = Reading::number_format(domain.reading());
    present(domain).map(|value| forms::age(value, |text| format.read(text))).collect()
}

/// The year of each value that is not missing, if all are dates or years.
fn years(domain: &Domain) -> Option<Vec<u16>> {
    match Reading::date_format(domain.reading()) {
        Some(format) => {
            let year = |value| format.read(value).map(|moment| moment.date.year());
            present(domain).map(year).collect()
        }
        None => present(domain).map(forms::year).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Column, Table};

    /// For each column of these values, the label of each value of its domain, in the domain's order.
    fn labels_by(census: Census, columns: &[(&str, &[&str])]) -> Result<Vec<Vec<String>>> {
        let table = Table {
            columns: (columns.iter())
                .map(|(name, values)| {
                    let mut column = Column::new(*name);
                    values.iter().for_each(|value| column.push(value));
                    column
                })
                .collect(),
            ..Table::default()
        };
        let domains = (table.columns.iter())
            .map(|column| Domain::new(&column.name, None, &[&column.dictionary], &["?".to_owned()], None))
            .collect::<Result<_>>()?;
        Ok(SafeHarbor::of(&Space::new(domains), census)?.grouping.labels().to_vec())
    }

    fn labels(columns: &[(&str, &[&str])]) -> Result<Vec<Vec<String>>> {
        labels_by(Census::Of2000, columns)
    }

    #[test]
    fn ages_zip_codes_and_dates_are_cut_as_the_rule_says() -> Result<()> {
        let columns = [
            ("Age", &["88", "89", "90", "95", "101"] as &[&str]),
            ("zip_code", &["37010", "37099", "37101", "37201", "38001"]),
            ("seen", &["2019-01-02", "2019-12-31", "2020-01-01", "2021-05-05", "2021-05-06"]),
            ("sex", &["f", "m", "f", "m", "f"]),
        ];
        let expected: [&[&str]; 4] = [
            &["88", "89", "≥90", "≥90", "≥90"],
            &["370", "370", "371", "372", "380"],
            &["2019", "2019", "2020", "2021", "2021"],
            &["f", "m"],
        ];
        assert_eq!(labels(&columns)?, expected);
        assert!(labels(&[("sex", &["f", "m"])]).is_err());
        Ok(())
    }

    #[test]
    fn small_areas_are_one_group_and_their_neighbours_keep_their_digits() -> Result<()> {
        let zips: &[&str] = &["03501", "03601", "03701", "05901", "90001", "90002", "?"];
        assert_eq!(labels(&[("zip", zips)])?[0], ["035", "000", "037", "000", "900", "900", "?"]);
        assert_eq!(labels(&[("zip", &["03601", "03602"])])?[0], ["000", "000"]);
        // Which areas are small depends on the census.
        let zips: &[&str] = &["06301", "36901"];
        assert_eq!(labels_by(Census::Of2000, &[("zip", zips)])?[0], ["000", "369"]);
        assert_eq!(labels_by(Census::Of2020, &[("zip", zips)])?[0], ["063", "000"]);
        Ok(())
    }

    #[test]
    fn what_the_rule_allows_may_be_written_already() -> Result<()> {
        // Texts come after numbers.
        assert_eq!(labels(&[("age", &["7", "89", "90+", "95"])])?[0], ["7", "89", "≥90", "≥90"]);
        assert_eq!(labels(&[("age_band", &["18-29", "80-89", "90+"])])?[0], ["18-29", "80-89", "≥90"]);
        assert_eq!(labels(&[("zip3", &["021", "036", "000"])])?[0], ["000", "021", "000"]);
        assert_eq!(labels(&[("zip", &["2138", "02139", "10001"])])?[0], ["021", "100", "021"]);
        assert_eq!(labels(&[("birth_year", &["1931", "1950"])])?[0], ["1931", "1950"]);
        assert_eq!(labels(&[("admission_year", &["2019", "2020"])])?[0], ["2019", "2020"]);
        // Another year shows who is 90.
        let years: &[(&str, &[&str])] = &[("birth_year", &["1931", "1935", "1950"]), ("admission", &["2023", "2024"])];
        assert_eq!(labels(years)?[0], ["<1935", "1935", "1950"]);
        Ok(())
    }

    #[test]
    fn years_of_birth_of_the_oldest_are_joined_where_other_dates_say_who_is_old() -> Result<()> {
        let births: &[&str] = &["1931-05-01", "1933-02-02", "1934-12-31", "1935-01-01", "1990-06-07"];
        let seen: &[&str] = &["2023-01-01", "2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01"];
        let found = labels(&[("birth_date", births), ("seen", seen)])?;
        assert_eq!(found[0], ["<1935", "<1935", "<1935", "1935", "1990"]);
        // Births alone do not show when the table was made.
        assert!(labels(&[("birth_date", births)]).is_err());
        Ok(())
    }

    #[test]
    fn dates_of_another_name_are_births_where_they_tell_who_is_old() -> Result<()> {
        let births: &[&str] = &["1931-05-01", "1934-12-31", "1935-01-01", "1990-06-07"];
        let seen: &[&str] = &["2023-01-01", "2024-01-01", "2024-02-01", "2024-03-01"];
        for name in ["Geburtsdatum", "fecha_nacimiento", "data_de_nascimento"] {
            assert_eq!(labels(&[(name, births), ("seen", seen)])?[0], ["<1935", "<1935", "1935", "1990"], "{name}");
        }
        Ok(())
    }

    #[test]
    fn a_rule_is_kept_for_all_values_or_not_at_all() {
        for (name, values) in [
            ("zip", &["12345", "139", "10001"] as &[&str]),
            ("zip", &["12345", "no fixed abode"]),
            ("age", &["20", "85-94"]),
            ("age_days", &["95", "8000"]),
            ("birth_year", &["50", "1950"]),
        ] {
            assert!(labels(&[(name, values)]).is_err(), "{name}");
        }
    }
}
