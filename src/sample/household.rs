//! A household survey with weights, as delivered by a statistics office.
//!
//! | column | values | what is messy |
//! |---|---|---|
//! | `household` | `HH-00001` …, of one to six persons | a household has several rows |
//! | `region` | 8 regions | two are sometimes in lower case |
//! | `age` | 0 … 97 | `-9` if refused |
//! | `sex` | `1`, `2` | `9` if unknown |
//! | `activity` | 7 states | empty for children |
//! | `industry` | letters of sections of economic activity | `-9` |
//! | `rooms` | 1 … 9 | |
//! | `income` | integers | `-9`, and some are rounded to thousands |
//! | `weight` | people that a person represents, one decimal | differ by region |

use super::Sample;
use crate::draw::Draw;
use std::fmt::Write;

const REGIONS: [&str; 8] = ["North", "North-East", "East", "South-East", "South", "South-West", "West", "Capital"];
const SHARES: [u64; 8] = [14, 6, 11, 13, 12, 5, 15, 24];
/// The number of people that a person of a region represents, in tenths: small regions are sampled more densely.
const WEIGHTS: [u64; 8] = [9_130, 3_870, 7_420, 8_450, 8_020, 2_960, 9_780, 15_610];
const SIZES: [u64; 6] = [34, 33, 15, 12, 4, 2];
const ACTIVITIES: [&str; 7] =
    ["employee", "self-employed", "unemployed", "pupil or student", "retired", "at home", "other"];
const INDUSTRIES: [&str; 10] = ["A", "C", "F", "G", "H", "I", "K", "O", "P", "Q"];
const INDUSTRY_SHARES: [u64; 10] = [4, 18, 8, 15, 7, 6, 4, 9, 11, 18];

/// The share of missing answers, per mille.
const REFUSED: u64 = 12;

const RECIPE: &str = r#"{
  "kanon": 1,
  "dialect": {"delimiter": ",", "quote": "\"", "header": true, "encoding": "utf-8", "missing": ["", "-9"]},
  "columns": {
    "household": {"role": "identifier"},
    "region": {"role": "quasi-identifier"},
    "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [5, 10, 20], "top": 85}}},
    "sex": {"role": "quasi-identifier", "missing": ["9"]},
    "activity": {"role": "quasi-identifier"},
    "industry": {"role": "quasi-identifier", "hierarchy": {"frequent": {"keep": [6, 3]}}},
    "rooms": {"role": "insensitive"},
    "income": {"role": "sensitive"},
    "weight": {"role": "insensitive"}
  },
  "privacy": {"k": 5, "suppression_limit": 0.05},
  "risk": {"weight_column": "weight"},
  "loss": {"measure": "iyengar", "aggregate": "arithmetic-mean"},
  "search": {"algorithm": "exact", "seed": 7}
}
"#;

/// A survey of this many persons. Equal seeds give equal bytes, and a smaller table is the beginning of a larger one.
pub(super) fn household(records: usize, seed: u64) -> Sample {
    let mut draw = Draw::new(seed);
    let mut csv = "household,region,age,sex,activity,industry,rooms,income,weight\n".to_owned();
    let (mut number, mut left, mut region, mut rooms) = (0, 0, 0, 1);
    let mut is_first = true;
    for _ in 0..records {
        if left == 0 {
            number += 1;
            left = 1 + draw.weighted(&SIZES) as u64;
            region = draw.weighted(&SHARES);
            rooms = 1 + (left / 2 + draw.below(5)).min(8);
            is_first = true;
        }
        let age = age(&mut draw, is_first, left);
        (left, is_first) = (left - 1, false);
        let activity = activity(&mut draw, age);
        let works = activity.is_some_and(|place| place < 2);
        let industry = match (works, draw.per_mille(REFUSED)) {
            (false, _) => "",
            (true, true) => "-9",
            (true, false) => INDUSTRIES[draw.weighted(&INDUSTRY_SHARES)],
        };
        let written = REGIONS[region];
        let region_name = match region < 2 && draw.per_mille(8) {
            true => written.to_lowercase(),
            false => written.to_owned(),
        };
        let age_cell = answered(&mut draw, age);
        let sex = match draw.per_mille(4) {
            true => 9,
            false => 1 + draw.below(2),
        };
        let income = income(&mut draw, activity);
        let weight = WEIGHTS[region] * (850 + draw.below(301)) / 1_000;
        // Writing to a string cannot fail.
        let _ = writeln!(
            csv,
            "HH-{number:05},{region_name},{age_cell},{sex},{},{industry},{rooms},{income},{}.{}",
            activity.map_or("", |place| ACTIVITIES[place]),
            weight / 10,
            weight % 10,
        );
    }
    Sample {
        name: "household.csv".to_owned(),
        csv: csv.into_bytes(),
        hierarchies: Vec::new(),
        recipe: RECIPE.to_owned(),
    }
}

/// An answer, or the code of a refusal.
fn answered(draw: &mut Draw, answer: u64) -> String {
    match draw.per_mille(REFUSED) {
        true => "-9".to_owned(),
        false => answer.to_string(),
    }
}

/// The first person of a household is an adult; the others include children.
fn age(draw: &mut Draw, is_first: bool, left: u64) -> u64 {
    match (is_first, left > 1 || draw.per_mille(300)) {
        (true, _) => 18 + (draw.below(62) + draw.below(22)).min(79),
        (false, true) => draw.below(24),
        (false, false) => 18 + draw.below(70),
    }
}

fn activity(draw: &mut Draw, age: u64) -> Option<usize> {
    match age {
        0..=5 => None,
        6..=17 => Some(3),
        18..=25 => Some(draw.weighted(&[40, 2, 8, 46, 0, 3, 1])),
        26..=64 => Some(draw.weighted(&[68, 10, 5, 2, 4, 8, 3])),
        _ => Some(draw.weighted(&[4, 3, 0, 0, 88, 3, 2])),
    }
}

fn income(draw: &mut Draw, activity: Option<usize>) -> String {
    let Some(activity) = activity else {
        return String::new();
    };
    let most = [62_000, 90_000, 14_000, 9_000, 34_000, 8_000, 12_000][activity];
    let income = 400 + draw.below(most) * (300 + draw.below(701)) / 1_000;
    let told = match draw.per_mille(220) {
        true => income / 1_000 * 1_000,
        false => income,
    };
    answered(draw, told)
}
