//! The generalization hierarchies for the table, as rows `value; level 1; …; *`.
//!
//! **Invariant:** each hierarchy is nested and covers every value that any seed can produce, not only those that
//! occur. A column with missing values has a row for the empty value, which stays empty below the top: an unknown
//! value only becomes equal to others when all values do.

use super::calendar::{ADMISSION_DAYS, Day};
use super::people::{EDUCATIONS, MARITAL_STATUSES, RACES};
use super::places::{AREAS, Area};
use crate::sorting::sort;

/// The rows of a hierarchy.
pub(super) type Rows = Vec<Vec<String>>;

/// The label of the top.
const TOP: &str = "*";

/// The last age of the leaf domain. No patient is older; the domain covers all people, not only the sample.
const LAST_AGE: u32 = 120;

/// Ages from here on form one group from level 1 on, as in the Safe Harbor rule (45 CFR 164.514(b)(2)).
const TOP_AGE: u32 = 90;

/// The widths of the age bands on levels 1 to 4, in years.
const AGE_WIDTHS: [u32; 4] = [5, 10, 20, 40];

/// Each race's group, in the order of [`RACES`].
const RACE_GROUPS: [&str; 7] = [
    "White",
    "Black",
    "Asian or Pacific Islander",
    "Other or several",
    "Asian or Pacific Islander",
    "Other or several",
    "Other or several",
];

/// Each marital status's group, in the order of [`MARITAL_STATUSES`].
const MARITAL_GROUPS: [&str; 6] =
    ["Not partnered", "Partnered", "Partnered", "Not partnered", "Not partnered", "Not partnered"];

/// The groups of education on levels 1 and 2, in the order of [`EDUCATIONS`].
const EDUCATION_GROUPS: [[&str; 2]; 10] = [
    ["Before school", "Not graduated from high school"],
    ["Before school", "Not graduated from high school"],
    ["School", "Not graduated from high school"],
    ["School", "Not graduated from high school"],
    ["School", "Not graduated from high school"],
    ["High school or some college", "Graduated from high school"],
    ["High school or some college", "Graduated from high school"],
    ["Degree", "Graduated from high school"],
    ["Degree", "Graduated from high school"],
    ["Degree", "Graduated from high school"],
];

/// All hierarchies with the names of their columns, in the order of the columns.
pub(super) fn all(days: &[Day]) -> Vec<(String, Rows)> {
    [
        ("age", ages()),
        ("sex", sexes()),
        ("zip", zips()),
        ("race", with_missing(&RACES, RACE_GROUPS.map(|group| [group]))),
        ("marital_status", with_missing(&MARITAL_STATUSES, MARITAL_GROUPS.map(|group| [group]))),
        ("education", with_missing(&EDUCATIONS, EDUCATION_GROUPS)),
        ("admission_date", dates(days.iter().take(ADMISSION_DAYS))),
        ("discharge_date", dates(days.iter())),
    ]
    .map(|(column, rows)| (column.to_owned(), rows))
    .into()
}

/// Bands of 5, 10, 20 and 40 years, without gaps. The group of the oldest begins at 90 on the two lower levels, and
/// at 80 on the two upper ones so that the levels nest.
fn ages() -> Rows {
    (0..=LAST_AGE)
        .map(|age| {
            let bands = AGE_WIDTHS.map(|width| {
                let top = TOP_AGE / width * width;
                let first = age / width * width;
                if first >= top { format!("{top}+") } else { format!("{first}-{}", first + width - 1) }
            });
            row(age.to_string(), bands)
        })
        .collect()
}

fn sexes() -> Rows {
    ["Female", "Male"].map(|sex| row(sex.to_owned(), [])).into()
}

/// The last digit masked, then the last two, then the last three.
fn zips() -> Rows {
    let mut zips: Vec<u32> = AREAS.iter().flat_map(Area::zips).collect();
    sort(&mut zips);
    zips.into_iter()
        .map(|zip| {
            let masked = [format!("{:04}*", zip / 10), format!("{:03}**", zip / 100), format!("{:02}***", zip / 1000)];
            row(format!("{zip:05}"), masked)
        })
        .collect()
}

/// Month, quarter, year.
fn dates<'a>(days: impl Iterator<Item = &'a Day>) -> Rows {
    days.map(|day| {
        let (year, month) = (day.year, day.month);
        let spans = [format!("{year}-{month:02}"), format!("{year}-Q{}", month.div_ceil(3)), year.to_string()];
        row(day.iso(), spans)
    })
    .collect()
}

/// A row with a value and its groups for each value, and a row for the empty value.
fn with_missing<const N: usize, const LEVELS: usize>(values: &[&str; N], groups: [[&str; LEVELS]; N]) -> Rows {
    values
        .iter()
        .zip(groups)
        .chain([(&"", [""; LEVELS])])
        .map(|(value, groups)| row((*value).to_owned(), groups.map(str::to_owned)))
        .collect()
}

fn row<const LEVELS: usize>(value: String, groups: [String; LEVELS]) -> Vec<String> {
    let mut row = vec![value];
    row.extend(groups);
    row.push(TOP.to_owned());
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::Hierarchy;
    use crate::sample::calendar;

    #[test]
    fn every_hierarchy_is_nested_and_ends_in_one_group() -> crate::Result<()> {
        let expected = [
            ("age", vec![121, 19, 10, 5, 3, 1]),
            ("sex", vec![2, 1]),
            ("zip", vec![82, 19, 7, 2, 1]),
            ("race", vec![8, 5, 1]),
            ("marital_status", vec![7, 3, 1]),
            ("education", vec![11, 5, 3, 1]),
            ("admission_date", vec![730, 24, 8, 2, 1]),
            ("discharge_date", vec![821, 27, 9, 3, 1]),
        ];
        let hierarchies = all(&calendar::days());
        assert_eq!(hierarchies.len(), expected.len());
        for ((column, rows), (name, groups)) in hierarchies.iter().zip(expected) {
            let hierarchy = Hierarchy::from_rows(rows)?;
            let found: Vec<usize> = (0..hierarchy.height()).map(|level| hierarchy.n_groups(level)).collect();
            assert_eq!((column.as_str(), found), (name, groups));
            assert_eq!(hierarchy.label(hierarchy.height() - 1, 0), TOP);
        }
        Ok(())
    }

    #[test]
    fn rows_read_as_they_should() {
        let hierarchies = all(&calendar::days());
        let row = |column: &str, value: &str| {
            let rows = hierarchies.iter().find(|(name, _)| name == column);
            rows.and_then(|(_, rows)| rows.iter().find(|row| row[0] == value))
                .map(|row| row.join(";"))
                .unwrap_or_default()
        };
        assert_eq!(row("age", "0"), "0;0-4;0-9;0-19;0-39;*");
        assert_eq!(row("age", "89"), "89;85-89;80-89;80+;80+;*");
        assert_eq!(row("age", "104"), "104;90+;90+;80+;80+;*");
        assert_eq!(row("zip", "81700"), "81700;8170*;817**;81***;*");
        assert_eq!(row("race", ""), ";;*");
        assert_eq!(row("education", ""), ";;;*");
        assert_eq!(row("admission_date", "2023-10-01"), "2023-10-01;2023-10;2023-Q4;2023;*");
        assert_eq!(row("admission_date", "2024-01-01"), "");
        assert_eq!(row("discharge_date", "2024-02-29"), "2024-02-29;2024-02;2024-Q1;2024;*");
    }
}
