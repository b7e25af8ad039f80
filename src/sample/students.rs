//! Student records of a school district, as exported by its office.
//!
//! | column | values | what is messy |
//! |---|---|---|
//! | `student_no` | `S100001` … | |
//! | `name` | invented names | in quotes, with a comma |
//! | `date_of_birth` | days of 2005 to 2012, `dd/mm/yyyy` | some are empty |
//! | `gender` | `F`, `M`, `X` | |
//! | `zip` | 24 codes of 3 areas | leading zeros |
//! | `home_language` | 9 languages | `NA` |
//! | `free_meals` | `Y`, `N` | |
//! | `school` | 6 schools | depends on `zip` |
//! | `absences` | days | `999` if not counted |
//! | `grade` | `4` … `11` | by the year of birth, one in twenty a year behind |
//! | `gpa` | 0.0 … 4.0 | |
//! | `remarks` | sentences | some have names and quotes in them |

use super::Sample;
use crate::draw::Draw;
use std::fmt::Write;

const GIVEN: [&str; 12] =
    ["Ada", "Ben", "Cleo", "Dario", "Edda", "Farid", "Greta", "Hugo", "Iris", "Jonas", "Kaya", "Liam"];
const FAMILY: [&str; 12] =
    ["Abbot", "Brandt", "Castle", "Duarte", "Ekman", "Frost", "Garner", "Holm", "Ito", "Jensen", "Kovac", "Lindt"];
const LANGUAGES: [&str; 9] =
    ["English", "Spanish", "Mandarin", "Arabic", "Vietnamese", "Somali", "Polish", "Tagalog", "NA"];
const LANGUAGE_SHARES: [u64; 9] = [640, 180, 40, 35, 30, 22, 18, 15, 20];
const AREAS: [&str; 3] = ["021", "024", "027"];
const AREA_SHARES: [u64; 3] = [55, 30, 15];
const SCHOOLS: [&str; 6] = ["Elm Street", "Harbor", "Lincoln", "Mill Creek", "North Hill", "Riverside"];
const REMARKS: [&str; 6] = [
    "",
    "Reads well above the level of the class.",
    "Needs more time in tests",
    "Asked for a talk with the parents, no answer yet",
    "Moved here in autumn; misses friends",
    "Says \"school is fine\"",
];
const REMARK_SHARES: [u64; 6] = [620, 110, 90, 70, 60, 50];
const DAYS: [u64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const RECIPE: &str = r#"{
  "kanon": 1,
  "dialect": {"delimiter": ",", "quote": "\"", "header": true, "encoding": "utf-8", "missing": ["", "NA"]},
  "columns": {
    "student_no": {"role": "identifier", "release": {"pseudonym": {"prefix": "P", "width": 5}}},
    "name": {"role": "identifier"},
    "date_of_birth": {"role": "quasi-identifier", "kind": {"date": {"format": "dd/MM/yyyy"}},
      "hierarchy": {"dates": {"units": ["month", "quarter", "year", {"years": 2}]}}},
    "gender": {"role": "quasi-identifier"},
    "zip": {"role": "quasi-identifier", "kind": "place", "hierarchy": {"prefixes": {"cuts": [{"length": 4}, {"length": 3}]}}},
    "home_language": {"role": "quasi-identifier", "hierarchy": {"frequent": {"keep": [4, 2]}}},
    "free_meals": {"role": "sensitive"},
    "school": {"role": "quasi-identifier"},
    "absences": {"role": "sensitive", "missing": ["999"]},
    "grade": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [2, 4], "origin": 4}}},
    "gpa": {"role": "sensitive"},
    "remarks": {"role": "insensitive", "release": "drop"}
  },
  "privacy": {"k": 10, "suppression_limit": 0.05},
  "loss": {"measure": "iyengar", "aggregate": "arithmetic-mean"},
  "search": {"algorithm": "exact", "seed": 7}
}
"#;

/// Records of this many students. Equal seeds give equal bytes, and a smaller table is the beginning of a larger one.
pub(super) fn students(records: usize, seed: u64) -> Sample {
    let mut draw = Draw::new(seed);
    let mut csv =
        "student_no,name,date_of_birth,gender,zip,home_language,free_meals,school,absences,grade,gpa,remarks\n"
            .to_owned();
    for number in 0..records {
        let given = GIVEN[draw.below(12) as usize];
        let family = FAMILY[draw.below(12) as usize];
        let (year, month) = (2005 + draw.below(8), draw.below(12));
        let day = 1 + draw.below(DAYS[month as usize]);
        let born = match draw.per_mille(6) {
            true => String::new(),
            false => format!("{day:02}/{:02}/{year}", month + 1),
        };
        let gender = ["F", "M", "X"][draw.weighted(&[492, 496, 12])];
        let area = draw.weighted(&AREA_SHARES);
        let zip = format!("{}{}{}", AREAS[area], draw.below(4), draw.below(2));
        let language = LANGUAGES[draw.weighted(&LANGUAGE_SHARES)];
        let meals = ["Y", "N"][usize::from(!draw.per_mille([420, 260, 150][area]))];
        let school = SCHOOLS[(2 * area + draw.below(3) as usize) % SCHOOLS.len()];
        let absences = match draw.per_mille(9) {
            true => 999,
            false => draw.geometric(60, 90),
        };
        let grade = 2016 - year - u64::from(draw.per_mille(50) && year < 2012);
        let points = 12 + draw.below(29);
        let remark = REMARKS[draw.weighted(&REMARK_SHARES)].replace('"', "\"\"");
        // Writing to a string cannot fail.
        let _ = writeln!(
            csv,
            "S{},\"{family}, {given}\",{born},{gender},{zip},{language},{meals},{school},{absences},{grade},{}.{},{}",
            100_001 + number,
            points / 10,
            points % 10,
            match remark.is_empty() {
                true => String::new(),
                false => format!("\"{remark}\""),
            },
        );
    }
    Sample {
        name: "students.csv".to_owned(),
        csv: csv.into_bytes(),
        hierarchies: Vec::new(),
        recipe: RECIPE.to_owned(),
    }
}
