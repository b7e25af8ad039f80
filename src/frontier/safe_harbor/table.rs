//! What a release does with each identifier of Safe Harbor.

use super::identifiers::{IDENTIFIERS, identifiers_of};
use super::{SafeHarborRule, forms, is_birth, is_of_ages, is_of_years, is_of_zip_codes};
use crate::data::{ColumnProfile, Histogram, Kind, Number, Reading, Role, Words};
use crate::hierarchy::Census;
use serde::Serialize;

/// What happens to a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Handling {
    /// It is left out.
    LeftOut,
    /// Other text replaces the values, and does not follow from them.
    Replaced,
    /// A part of each value, or something derived from it, is written: the rule requires removal.
    Derived,
    /// Ages of 90 and over are one group.
    Ages,
    /// ZIP codes keep three digits, and areas of 20,000 people or fewer are `000`.
    ZipCodes,
    /// Dates keep their year.
    Dates,
    /// Dates of birth keep their year, and the years of people aged 90 or over are one group.
    BirthDates,
    /// Years of birth stay as they are, and nothing shows whether one of them is that of somebody aged 90 or over.
    BirthYears,
    /// The values are what the rule allows already.
    Allowed,
    /// The user declared that it is none of the identifiers; it is kept unchanged.
    SaidToBeNone,
    /// Not recognised: it is kept unchanged.
    Kept,
}

/// How a column that is not a quasi-identifier is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Published {
    /// Unchanged, or as the policy generalizes it.
    Values,
    /// Not at all.
    Nothing,
    /// As a constant, or as numbers that do not follow from its values.
    Stand,
    /// As a part of each value, or as something derived from it.
    Derived,
}

/// The facts about a column that the rule needs.
#[derive(Debug, Clone, Copy)]
pub struct SafeHarborColumn<'a> {
    /// The profile of the column.
    pub profile: &'a ColumnProfile,
    /// The role; `None` while it is undecided.
    pub role: Option<Role>,
    /// How its values are read.
    pub reading: Option<&'a Reading>,
    /// The effect of the policy on it, if it is a quasi-identifier.
    pub rule: Option<SafeHarborRule>,
    /// How it is written.
    pub published: Published,
    /// Whether the user declared that it is none of the identifiers.
    pub said_to_be_none: bool,
}

/// A column that may be an identifier, and what happens to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Described {
    /// The column.
    pub column: String,
    /// What happens to it.
    pub handling: Handling,
}

/// One of the identifiers, with the columns that may be one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SafeHarborRow {
    /// The identifier, as in [`IDENTIFIERS`].
    pub identifier: &'static str,
    /// The columns, in the order of the file.
    pub columns: Vec<Described>,
}

/// All identifiers, in the rule's order, and what happens to the columns that may be one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SafeHarborTable {
    /// The columns that are kept, fully or in part, although they may be identifiers, in the order of the file. If
    /// there is one, the policy does not satisfy Safe Harbor.
    pub incomplete: Vec<String>,
    /// The identifiers.
    pub identifiers: Vec<SafeHarborRow>,
}

impl SafeHarborTable {
    /// The table for these columns, with the ZIP areas of a census.
    pub fn new(columns: &[SafeHarborColumn<'_>], census: Census) -> Self {
        let found: Vec<(Vec<&str>, Described)> = columns.iter().map(|column| described(column, census)).collect();
        let of = |identifier: &'static str| SafeHarborRow {
            identifier,
            columns: (found.iter())
                .filter(|(identifiers, _)| identifiers.contains(&identifier))
                .map(|(_, described)| described.clone())
                .collect(),
        };
        let identifiers = (IDENTIFIERS.iter()).map(|&(identifier, _)| of(identifier)).collect();
        let incomplete = (found.iter())
            .filter(|(identifiers, described)| {
                let is_kept = matches!(described.handling, Handling::Kept | Handling::Derived);
                is_kept && !identifiers.is_empty()
            })
            .map(|(_, described)| described.column.clone())
            .collect();
        Self { incomplete, identifiers }
    }
}

fn described<'a>(column: &SafeHarborColumn<'a>, census: Census) -> (Vec<&'static str>, Described) {
    let SafeHarborColumn { profile, role, reading, rule, published, said_to_be_none } = *column;
    let mut identifiers = identifiers_of(profile, role, reading);
    let handling = match (published, rule) {
        (Published::Nothing, _) => Handling::LeftOut,
        (Published::Stand, _) => Handling::Replaced,
        (Published::Derived, _) if !said_to_be_none => Handling::Derived,
        (_, Some(SafeHarborRule::Ages)) => Handling::Ages,
        (_, Some(SafeHarborRule::ZipCodes)) => Handling::ZipCodes,
        (_, Some(SafeHarborRule::Dates)) => Handling::Dates,
        (_, Some(SafeHarborRule::BirthDates)) => Handling::BirthDates,
        (_, Some(SafeHarborRule::BirthYears)) => Handling::BirthYears,
        _ if said_to_be_none => Handling::SaidToBeNone,
        (_, None) => as_allowed(profile, census).unwrap_or(Handling::Kept),
        _ => Handling::Kept,
    };
    // The part of the rule applied to a column shows what it was taken for.
    let taken_for = match handling {
        Handling::Ages | Handling::Dates | Handling::BirthDates | Handling::BirthYears => Some("dates"),
        Handling::ZipCodes => Some("places"),
        _ => None,
    };
    if let Some(identifier) = taken_for {
        identifiers = vec![identifier];
    }
    let column = profile.name.clone();
    (identifiers, Described { column, handling })
}

/// What a column that is no quasi-identifier is, if all its values are known and the rule allows them as they are.
fn as_allowed(profile: &ColumnProfile, census: Census) -> Option<Handling> {
    let words = Words::of(&profile.name);
    let values = || profile.top.iter().map(|known| known.value.as_str());
    let are_known = profile.distinct_is_exact && profile.distinct == profile.top.len() as u64;
    if is_of_years(&words, &profile.name) {
        let are_years = |ends: &Histogram| ends.min >= 1800.0 && ends.max < 2200.0;
        let (few, many) =
            (are_known, profile.kind == Kind::Integer && profile.histogram.as_ref().is_some_and(are_years));
        let is_year = (few || many) && values().all(|value| forms::year(value).is_some());
        let handling = if is_birth(&words) { Handling::BirthYears } else { Handling::Allowed };
        return is_year.then_some(handling);
    }
    let stay = |forms: Option<Vec<String>>| forms.is_some_and(|forms| forms.iter().map(String::as_str).eq(values()));
    let is_allowed = if is_of_ages(&words) {
        let forms: Option<Vec<String>> = values().map(|value| forms::age(value, Number::parse)).collect();
        // However the group of the oldest is written, there is one.
        forms.is_some_and(|forms| {
            let old: Vec<&str> = (values().zip(&forms)).filter(|(own, form)| own != form).map(|(own, _)| own).collect();
            old.len() < 2 && old.iter().all(|own| Number::parse(own).is_none())
        })
    } else {
        is_of_zip_codes(&words) && stay(forms::zip_areas(values(), census))
    };
    (are_known && is_allowed).then_some(Handling::Allowed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Dialect, Profile, Profiler};
    use crate::error::Result;

    /// Twenty records of a hospital, and a table for its columns.
    fn profile() -> Result<Profile> {
        let mut csv = String::from("patient,dob,postcode,mail,drug_name,notes,age,seen\n");
        for record in 10..30 {
            csv += &format!(
                "P{record},{record}/03/1950,BR{record} 1AB,p{record}@clinic.example,drug {},Seen by Dr Wilson on day {record},{},2023-01-{record}\n",
                record % 3,
                record + 40
            );
        }
        let mut profiler = Profiler::new(&Dialect::default());
        profiler.push(csv.as_bytes())?;
        profiler.finish()
    }

    fn handled(
        profile: &Profile,
        roles: &[(&str, Role)],
        rules: &[(&str, SafeHarborRule)],
        said: &[&str],
    ) -> SafeHarborTable {
        let of = |name: &str| {
            let role = roles.iter().find(|(own, _)| *own == name);
            let rule = rules.iter().find(|(own, _)| *own == name);
            (role.map(|(_, role)| *role), rule.map(|(_, rule)| *rule))
        };
        let columns: Vec<SafeHarborColumn<'_>> = (profile.columns.iter())
            .map(|column| {
                let (role, rule) = of(&column.name);
                SafeHarborColumn {
                    profile: column,
                    role,
                    reading: column.readings.first(),
                    rule,
                    published: match role {
                        Some(Role::Identifier) => Published::Nothing,
                        _ => Published::Values,
                    },
                    said_to_be_none: said.contains(&column.name.as_str()),
                }
            })
            .collect();
        SafeHarborTable::new(&columns, Census::default())
    }

    fn of<'a>(table: &'a SafeHarborTable, wanted: &str) -> Vec<(&'a str, Handling)> {
        (table.identifiers.iter())
            .filter(|row| row.identifier == wanted)
            .flat_map(|row| &row.columns)
            .map(|described| (described.column.as_str(), described.handling))
            .collect()
    }

    #[test]
    fn what_looks_like_an_identifier_and_is_kept_makes_the_policy_incomplete() -> Result<()> {
        let profile = profile()?;
        let table = handled(&profile, &[], &[], &[]);
        assert_eq!(table.identifiers.len(), 18);
        assert_eq!(of(&table, "dates"), [("dob", Handling::Kept), ("seen", Handling::Kept)]);
        assert_eq!(of(&table, "places"), [("postcode", Handling::Kept)]);
        assert_eq!(of(&table, "email"), [("mail", Handling::Kept)]);
        assert_eq!(of(&table, "medical-record"), [("patient", Handling::Kept)]);
        assert_eq!(of(&table, "other"), [("notes", Handling::Kept)]);
        assert_eq!(of(&table, "names"), []);
        // Of three drugs none names a person, and nobody is 90.
        assert_eq!(table.incomplete, ["patient", "dob", "postcode", "mail", "notes", "seen"]);
        Ok(())
    }

    #[test]
    fn columns_are_recognised_by_their_names_in_other_languages() -> Result<()> {
        let mut csv = String::from("Nachname,Geburtsdatum,PLZ,Wohnort,Telefon\n");
        for record in 10..30 {
            csv += &format!("N{record},{record}.03.1950,803{record},Ort {record},089/{record}{record}\n");
        }
        let mut profiler = Profiler::new(&Dialect::default());
        profiler.push(csv.as_bytes())?;
        let profile = profiler.finish()?;
        let table = handled(&profile, &[], &[], &[]);
        assert_eq!(of(&table, "names"), [("Nachname", Handling::Kept)]);
        assert_eq!(of(&table, "dates"), [("Geburtsdatum", Handling::Kept)]);
        let places = [("PLZ", Handling::Kept), ("Wohnort", Handling::Kept)];
        assert_eq!(of(&table, "places"), places);
        assert_eq!(of(&table, "telephone"), [("Telefon", Handling::Kept)]);
        assert_eq!(table.incomplete.len(), 5);
        Ok(())
    }

    #[test]
    fn a_ward_of_a_hospital_is_no_place() -> Result<()> {
        let mut csv = String::from("ward,ward_no,hospital_ward, Ward ,ward_name,electoral_ward,city\n");
        for record in 10..30 {
            let ward = ["A1", "B2", "C3"][record % 3];
            csv += &format!("{ward},{},{ward},{ward},Ward {ward},{ward},Graz\n", record % 3);
        }
        let mut profiler = Profiler::new(&Dialect::default());
        profiler.push(csv.as_bytes())?;
        let profile = profiler.finish()?;
        let table = handled(&profile, &[], &[], &[]);
        assert_eq!(of(&table, "places"), [("electoral_ward", Handling::Kept), ("city", Handling::Kept)]);
        Ok(())
    }

    #[test]
    fn it_is_complete_when_every_such_column_is_left_out_made_coarser_or_said_to_be_none() -> Result<()> {
        let profile = profile()?;
        let identifiers = ["patient", "mail", "notes"].map(|name| (name, Role::Identifier));
        let rules = [("dob", SafeHarborRule::BirthDates), ("seen", SafeHarborRule::Dates)];
        let table = handled(&profile, &identifiers, &rules, &[]);
        assert_eq!(table.incomplete, ["postcode"]);
        assert_eq!(of(&table, "dates"), [("dob", Handling::BirthDates), ("seen", Handling::Dates)]);
        assert_eq!(of(&table, "medical-record"), [("patient", Handling::LeftOut)]);
        // An identifier that is replaced counts as removed only if the replacement reveals nothing about its values.
        for (published, handling, incomplete) in
            [(Published::Stand, Handling::Replaced, &[][..]), (Published::Derived, Handling::Derived, &["mail"])]
        {
            let mail = SafeHarborColumn {
                profile: &profile.columns[3],
                role: Some(Role::Identifier),
                reading: None,
                rule: None,
                published,
                said_to_be_none: false,
            };
            let table = SafeHarborTable::new(&[mail], Census::default());
            assert_eq!(of(&table, "email"), [("mail", handling)]);
            assert_eq!(table.incomplete, incomplete);
        }
        let table = handled(&profile, &identifiers, &rules, &["postcode"]);
        assert_eq!(table.incomplete, [""; 0]);
        assert_eq!(of(&table, "places"), [("postcode", Handling::SaidToBeNone)]);
        Ok(())
    }

    #[test]
    fn few_places_and_old_ages_count_and_a_kind_hides_no_date() -> Result<()> {
        let mut csv = String::from("city,age,agegroup,death,seen\n");
        for record in 10..20 {
            let city = ["Graz", "Linz"][record % 2];
            let age = 85 + record % 3 * 5;
            csv += &format!("{city},{age},{},{},2023-01-{record}\n", record % 2, record % 2);
        }
        let mut profiler = Profiler::new(&Dialect::default());
        profiler.push(csv.as_bytes())?;
        let profile = profiler.finish()?;
        let columns: Vec<SafeHarborColumn<'_>> = (profile.columns.iter())
            .map(|column| SafeHarborColumn {
                profile: column,
                role: Some(Role::Insensitive),
                reading: Some(&Reading::Category),
                rule: None,
                published: Published::Values,
                said_to_be_none: false,
            })
            .collect();
        assert_eq!(SafeHarborTable::new(&columns, Census::default()).incomplete, ["city", "age", "seen"]);
        Ok(())
    }

    #[test]
    fn columns_that_are_what_the_rule_allows_do_not_make_it_incomplete() -> Result<()> {
        let mut csv = String::from("zip3,age,birth_year,zip_area,older_age,born\n");
        for record in 0..30 {
            let zip = ["021", "100", "000"][record % 3];
            let age = ["18-29", "80-89", "90+"][record % 3];
            let small = ["036", "100"][record % 2];
            let old = ["18-29", "90-94", "95+"][record % 3];
            csv += &format!("{zip},{age},{},{small},{old},{}\n", 1940 + record, 1940 + record % 3);
        }
        let mut profiler = Profiler::new(&Dialect::default());
        profiler.push(csv.as_bytes())?;
        let profile = profiler.finish()?;
        let table = handled(&profile, &[], &[], &[]);
        // 036 should be 000, and 90-94 is apart from 95+.
        assert_eq!(table.incomplete, ["zip_area", "older_age"]);
        assert_eq!(of(&table, "places"), [("zip3", Handling::Allowed), ("zip_area", Handling::Kept)]);
        let births = [("birth_year", Handling::BirthYears), ("born", Handling::BirthYears)];
        let ages = [("age", Handling::Allowed)];
        let dates = of(&table, "dates");
        assert!(ages.iter().all(|age| dates.contains(age)), "{dates:?}");
        assert!(births.iter().filter(|birth| dates.contains(birth)).count() >= 1, "{dates:?}");
        Ok(())
    }
}
