//! Columns that determine each other: birth and age, two days and the time between them.

use super::{ColumnProfile, Profile};
use crate::data::words::Words;
use crate::data::{Date, DateFormat, Kind, NumberFormat, Reading};

/// The minimum number of records with all values of a link that decide whether it is one.
const ENOUGH: usize = 20;

/// More dates than this are compared only by their names.
const MOST_DATES: usize = 12;

const BIRTH: &[&str] = &["dob", "birth", "birthdate", "birthday", "born"];
const BEGIN: &[&str] = &["admission", "admitted", "admit", "arrival", "arrived"];
const END: &[&str] = &["discharge", "discharged", "departure", "released"];
const STAY: &[&str] = &["stay", "los", "duration"];

/// Columns that determine each other, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkSuggestion {
    /// The columns, in the order of the file.
    pub columns: Vec<String>,
    /// A sentence that describes the relation.
    pub reason: String,
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
    let seen: Vec<Seen<'_>> =
        (profile.columns.iter().enumerate()).map(|(at, column)| Seen::of(profile, at, column)).collect();
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
    LinkSuggestion { columns: columns.collect(), reason }
}

impl<'a> Seen<'a> {
    fn of(profile: &'a Profile, at: usize, column: &'a ColumnProfile) -> Self {
        let cells = || profile.head.iter().map(|row| row.get(at).map_or("", String::as_str));
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
    fn few_records_need_the_names() -> Result<()> {
        let few = "admitted,discharged,los\n2023-05-01,2023-05-03,2\n2023-05-02,2023-05-09,7\n";
        let columns = vec!["admitted".into(), "discharged".into(), "los".into()];
        assert_eq!(links(few)?, [(columns, true)]);
        assert_eq!(links(&few.replace("los", "cost"))?, []);
        Ok(())
    }
}
