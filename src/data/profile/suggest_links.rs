//! Columns that determine each other: birth and age, two days and the time between them, one thing in several codings.

use super::{ColumnProfile, Profile};
use crate::data::words::Words;
use crate::data::{Date, DateFormat, Dictionary, Kind, NumberFormat, Reading, Role};
use crate::sorting::sort;
use rustc_hash::FxHashMap;
use serde::Serialize;

/// The minimum number of records with all values of a link that decide whether it is one.
const ENOUGH: usize = 20;

/// More dates than this are compared only by their names.
const MOST_DATES: usize = 12;

const BIRTH: &[&str] = &["dob", "birth", "birthdate", "birthday", "born"];
const BEGIN: &[&str] = &["admission", "admitted", "admit", "arrival", "arrived"];
const END: &[&str] = &["discharge", "discharged", "departure", "released"];
/// So many of the first records must repeat values of codings, and as many as there are values.
const AGAIN: usize = 10;

const STAY: &[&str] = &["stay", "los", "duration"];

/// Columns that determine each other, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LinkSuggestion {
    /// The columns, in the order of the file.
    pub columns: Vec<String>,
    /// A sentence that describes the relation.
    pub reason: String,
    /// Whether they are one thing in several codings, which the loss should count once.
    pub is_one_thing: bool,
}

/// A column in the first records.
struct Seen<'a> {
    profile: &'a ColumnProfile,
    words: Words,
    /// Set for a column of dates.
    dates: Option<Vec<Option<Date>>>,
    /// Set for a column of integers.
    numbers: Option<Vec<Option<i64>>>,
}

/// The links of a file. Two days and the time between them, and a birth, a day and an age, are found from the first
/// records, if nineteen of twenty agree. If these have too few values, and for a birth and an age alone, the names
/// must suggest it.
///
/// In the order of the file. Time: dates² × numbers × first records.
pub fn suggest_links(profile: &Profile) -> Vec<LinkSuggestion> {
    let mut links = links_of(&profile.columns, &profile.head);
    links.extend(codings(profile));
    links
}

/// The links of dates.
fn links_of(columns: &[ColumnProfile], head: &[Vec<String>]) -> Vec<LinkSuggestion> {
    let seen: Vec<Seen<'_>> = (columns.iter().enumerate()).map(|(at, column)| Seen::of(head, at, column)).collect();
    let dates: Vec<usize> = (0..seen.len()).filter(|&at| seen[at].dates.is_some()).collect();
    let numbers = || (0..seen.len()).filter(|&at| seen[at].numbers.is_some());
    let mut links = Vec::new();
    for number in numbers() {
        let found = (dates.iter().take(MOST_DATES))
            .flat_map(|&from| dates.iter().take(MOST_DATES).map(move |&to| (from, to)))
            .filter(|(from, to)| from != to)
            .find_map(|(from, to)| between(&seen, number, from, to).map(|reason| (from, to, reason)));
        if let Some((from, to, reason)) = found {
            links.push(link(&seen, vec![number, from, to], reason));
        } else if seen[number].words.have_age()
            && let Some(&birth) = dates.iter().find(|&&date| seen[date].words.have(BIRTH))
        {
            let reason = format!(
                "By their names, `{}` tells `{}` to a year, and the other way round.",
                seen[birth].profile.name, seen[number].profile.name
            );
            links.push(link(&seen, vec![number, birth], reason));
        }
    }
    links
}

/// The reason why a number is the time between two dates, if it is.
fn between(seen: &[Seen<'_>], number: usize, from: usize, to: usize) -> Option<String> {
    let names = [number, from, to].map(|at| &seen[at].profile.name);
    let [number, from, to] = [number, from, to].map(|at| &seen[at]);
    let (starts, ends) = (from.dates.as_ref()?, to.dates.as_ref()?);
    let values = number.numbers.as_ref()?;
    let rows: Vec<(Date, Date, i64)> = (starts.iter().zip(ends).zip(values))
        .filter_map(|((&start, &end), &value)| Some((start?, end?, value?)))
        .filter(|(start, end, _)| start <= end)
        .collect();
    let agree = |is: &dyn Fn(&(Date, Date, i64)) -> bool| rows.iter().filter(|row| is(row)).count();
    let differs = rows.iter().any(|(.., value)| *value != rows[0].2);
    if rows.len() >= ENOUGH && differs {
        let nearly_all = |count: usize| count * 20 >= rows.len() * 19;
        let days = agree(&|(start, end, value)| (start.days_until(*end) - value).abs() <= 1);
        if nearly_all(days) {
            return Some(format!(
                "In {days} of the first {} records, `{}` is the days from `{}` to `{}`: two of them tell the third.",
                rows.len(),
                names[0],
                names[1],
                names[2]
            ));
        }
        let years = agree(&|(start, end, value)| i64::from(start.years_until(*end)) == *value);
        return nearly_all(years).then(|| {
            format!(
                "In {years} of the first {} records, `{}` is the age on `{}` of who was born on `{}`: two of them tell the third.",
                rows.len(), names[0], names[2], names[1]
            )
        });
    }
    let are_called = rows.len() < ENOUGH && number.words.have(STAY) && from.words.have(BEGIN) && to.words.have(END);
    are_called.then(|| {
        format!(
            "By their names, `{}` is the time from `{}` to `{}`: two of them tell the third.",
            names[0], names[1], names[2]
        )
    })
}

fn link(seen: &[Seen<'_>], mut columns: Vec<usize>, reason: String) -> LinkSuggestion {
    columns.sort_unstable();
    let columns = columns.into_iter().map(|at| seen[at].profile.name.clone());
    LinkSuggestion { columns: columns.collect(), reason, is_one_thing: false }
}

/// Columns that are one thing in several codings: in the first records, each value of one stands beside one value of
/// the other, and as many records have it in the whole file.
fn codings(profile: &Profile) -> Vec<LinkSuggestion> {
    let mut groups: Vec<(Vec<usize>, usize)> = Vec::new();
    for at in 0..profile.columns.len() {
        if profile.columns[at].distinct < 2 {
            continue;
        }
        let known = groups.iter_mut().find_map(|(group, rows)| {
            let rows_here = is_coded_as(profile, group[0], at)?;
            *rows = (*rows).min(rows_here);
            Some(group)
        });
        match known {
            Some(group) => group.push(at),
            None => groups.push((vec![at], usize::MAX)),
        }
    }
    let several = groups.into_iter().filter(|(group, _)| group.len() > 1);
    let link = several.map(|(group, rows)| {
        let columns: Vec<String> = group.iter().map(|&at| profile.columns[at].name.clone()).collect();
        let names: Vec<String> = columns.iter().map(|name| format!("`{name}`")).collect();
        let reason = format!(
            "{} are one thing in several codings: in the first {rows} records each of the {} values goes with one value of the others. The loss counts it once if each has the weight 1/{}.",
            names.join(", "), profile.columns[group[0]].distinct, group.len()
        );
        LinkSuggestion { columns, reason, is_one_thing: true }
    });
    link.collect()
}

/// The first records, if in all of them one column tells the other and the other way round, and most values occur
/// again.
fn is_coded_as(profile: &Profile, one: usize, other: usize) -> Option<usize> {
    let (first, second) = (&profile.columns[one], &profile.columns[other]);
    if first.distinct != second.distinct || first.missing != second.missing {
        return None;
    }
    let (mut there, mut back) = (FxHashMap::<&str, &str>::default(), FxHashMap::<&str, &str>::default());
    for row in &profile.head {
        let (value, coded) = (row.get(one)?.as_str(), row.get(other)?.as_str());
        if *there.entry(value).or_insert(coded) != coded || *back.entry(coded).or_insert(value) != value {
            return None;
        }
    }
    // Where hardly a value occurs again, any two columns do so.
    let again = profile.head.len() - there.len();
    let counts = |at: usize| profile.dictionary(&profile.columns[at].name).map(sorted_counts);
    (again >= AGAIN.max(there.len()) && counts(one) == counts(other)).then_some(profile.head.len())
}

/// The records of each value, without the values.
fn sorted_counts(values: &Dictionary) -> Vec<u64> {
    let mut counts: Vec<u64> = values.iter().map(|(_, count)| count).collect();
    sort(&mut counts);
    counts
}

/// Makes what tells a date that is a quasi-identifier a quasi-identifier as well: a stay, a study day, a difference.
pub(super) fn tell_dates(columns: &mut [ColumnProfile], head: &[Vec<String>]) {
    let is_known = |column: &ColumnProfile| column.suggestion.role == Some(Role::QuasiIdentifier);
    let is_date = |column: &ColumnProfile| column.readings.iter().any(|own| Reading::date_format(Some(own)).is_some());
    let Some(date) = columns.iter().find(|column| is_known(column) && is_date(column)) else {
        return;
    };
    let by_name: Vec<(String, String)> = (columns.iter())
        .filter(|column| column.kind == Kind::Integer && counts_days(&column.name))
        .map(|column| {
            let (own, known) = (&column.name, &date.name);
            (
                own.clone(),
                format!(
                    "By its name, `{own}` counts days from or to a date. Beside `{known}` or another date it tells one."
                ),
            )
        })
        .collect();
    let by_rows = links_of(columns, head).into_iter().filter_map(|link| {
        let of = |name: &String| columns.iter().find(|column| column.name == *name);
        let has_known = link.columns.iter().filter_map(of).any(|column| is_known(column) && is_date(column));
        let number = link.columns.iter().find(|name| of(name).is_some_and(|column| !is_date(column)))?;
        has_known.then(|| (number.clone(), link.reason.clone()))
    });
    for (name, reason) in by_rows.chain(by_name).collect::<Vec<_>>() {
        let column = columns.iter_mut().find(|column| column.name == name);
        if let Some(column) = column.filter(|column| matches!(column.suggestion.role, None | Some(Role::Insensitive))) {
            column.suggestion.role = Some(Role::QuasiIdentifier);
            column.suggestion.reason = reason;
        }
    }
}

/// Whether a name says that days are counted from or to a date: `days_from_compas`, `LOS`, `ASTDY`, `RFENDY`.
fn counts_days(name: &str) -> bool {
    let name = name.trim();
    let words = Words::of(name);
    let is_study_day = name.len() > 3 && name.ends_with("DY") && name.bytes().all(|sign| sign.is_ascii_uppercase());
    let is_difference = words.have(&["days", "weeks", "months", "tage", "jours", "dias"])
        && words.have(&["from", "to", "since", "until", "till", "between", "before", "after", "seit", "bis", "depuis"]);
    let is_stay = words.have(&["los"]) || (words.have(&["stay"]) && words.have(&["length", "days", "duration"]));
    is_study_day || is_difference || is_stay || words.iter().eq(["lengthofstay"])
}

impl<'a> Seen<'a> {
    fn of(head: &[Vec<String>], at: usize, column: &'a ColumnProfile) -> Self {
        let cells = || head.iter().map(|row| row.get(at).map_or("", String::as_str));
        let format: Option<&DateFormat> =
            (column.readings.iter()).find_map(|reading| Reading::date_format(Some(reading)));
        let dates = format.map(|format| cells().map(|cell| format.read(cell).map(|moment| moment.date)).collect());
        let numbers = (column.kind == Kind::Integer).then(|| {
            let format: &NumberFormat = Reading::number_format(column.readings.first());
            cells().map(|cell| format.read(cell).map(|number| number.to_f64() as i64)).collect()
        });
        Self { words: Words::of(&column.name), profile: column, dates, numbers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Dialect, Profiler};
    use crate::error::Result;

    fn links(csv: &str) -> Result<Vec<(Vec<String>, bool)>> {
        let mut profiler = Profiler::new(&Dialect::default());
        profiler.push(csv.as_bytes())?;
        let links = suggest_links(&profiler.finish()?).into_iter();
        Ok(links.map(|link| (link.columns, link.reason.starts_with("By their names"))).collect())
    }

    fn visits(header: &str, row: impl Fn(u32) -> String) -> String {
        let rows: Vec<String> = (0..60).map(row).collect();
        format!("{header}\n{}\n", rows.join("\n"))
    }

    #[test]
    fn a_stay_is_found_by_its_days_and_not_by_its_name() -> Result<()> {
        let table = |extra: u32| {
            visits("a,b,c,d", move |row| {
                let (day, stay) = (1 + row % 10, row % 7);
                format!("2023-05-{day:02},2023-05-{:02},{},{row}", day + stay, stay + extra * (row % 5))
            })
        };
        assert_eq!(links(&table(0))?, [(vec!["a".into(), "b".into(), "c".into()], false)]);
        assert_eq!(links(&table(9))?, []);
        Ok(())
    }

    #[test]
    fn an_age_is_found_by_birth_and_day_or_by_its_name() -> Result<()> {
        let table = visits("geboren,besuch,jahre", |row| {
            format!("{}-03-01,2023-05-{:02},{}", 1930 + row, 1 + row % 20, 93 - row)
        });
        let all = vec!["geboren".into(), "besuch".into(), "jahre".into()];
        assert_eq!(links(&table)?, [(all, false)]);
        let named = visits("dateOfBirth,Age,package", |row| format!("{}-03-01,{},{}", 1930 + row, row, row % 9));
        let two = vec!["dateOfBirth".into(), "Age".into()];
        assert_eq!(links(&named)?, [(two, true)]);
        Ok(())
    }

    #[test]
    fn one_thing_in_several_codings_is_found() -> Result<()> {
        let wards = |odd: u32| {
            visits("ward_no,sex,ward,ward_name,age", move |row| {
                let ward = (row * 7) % 6;
                let name = if row == 50 { (ward + odd) % 6 } else { ward };
                format!(
                    "{ward},{},{},Ward {name},{}",
                    ["f", "m"][(row / 6 % 2) as usize],
                    (b'A' + ward as u8) as char,
                    20 + row
                )
            })
        };
        let all = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        assert_eq!(links(&wards(0))?, [(all(&["ward_no", "ward", "ward_name"]), false)]);
        assert_eq!(links(&wards(1))?, [(all(&["ward_no", "ward"]), false)], "one record differs");
        // Where each record has a value of its own, everything goes with everything.
        let own = visits("age,income", |row| format!("{},{}", 20 + row, 900 * row));
        assert_eq!(links(&own)?, []);
        Ok(())
    }

    #[test]
    fn few_records_need_the_names() -> Result<()> {
        let few = "admitted,discharged,los\n2023-05-01,2023-05-03,2\n2023-05-02,2023-05-09,7\n";
        let columns = vec!["admitted".into(), "discharged".into(), "los".into()];
        assert_eq!(links(few)?, [(columns, true)]);
        assert_eq!(links(&few.replace("los", "cost"))?, []);
        Ok(())
    }
}
