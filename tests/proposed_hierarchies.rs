//! `kanon propose`: the hierarchies that it begins a recipe with, and what it says of them.

use crate::support::program::Folder;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// A table of these columns; the rows are made by number.
fn table(header: &str, rows: usize, row: impl Fn(usize) -> String) -> String {
    (0..rows).fold(format!("{header}\n"), |mut text, number| {
        writeln!(text, "{}", row(number)).ok();
        text
    })
}

/// What is proposed for a column of a table: its hierarchy in the recipe, and all that is printed. The recipe is run.
fn proposed(table: &str, column: &str) -> (Value, String) {
    let folder = Folder::empty();
    folder.write("table.csv", table);
    let printed = folder.kanon("propose table.csv --out recipe.json").exits(0).printed();
    let recipe: Value = serde_json::from_str(&folder.read("recipe.json")).unwrap();
    let ended = folder.kanon("anonymize table.csv --recipe recipe.json --out release.csv --publish-unnamed");
    let ended = if ended.code() == 2 && ended.stderr().contains("suppress") { ended } else { ended.exits(0) };
    drop(ended);
    (recipe["columns"][column]["hierarchy"].clone(), printed)
}

#[track_caller]
fn says(printed: &str, parts: &[&str]) {
    for part in parts {
        assert!(printed.contains(part), "{part} is not in\n{printed}");
    }
}

#[test]
fn one_age_that_nobody_has_does_not_set_the_widths() {
    let typo = table("age,sex", 29, |row| {
        let age = if row == 28 { 323 } else { 20 + 2 * row };
        format!("{age},{}", ["F", "M"][row % 2])
    });
    let (hierarchy, printed) = proposed(&typo, "age");
    assert_eq!(hierarchy["intervals"]["widths"], json!([5, 10, 20]));
    assert_eq!(hierarchy["intervals"]["top"], 75);
    says(&printed, &["Those from 75 on are one group: 1 of 29 records", "mistakes", "323 (1 record)"]);
}

#[test]
fn ages_in_days_are_no_ages_in_years() {
    let days = table("age_days,sex", 28, |row| format!("{},{}", 100 + 9 * row, ["F", "M"][row % 2]));
    let (hierarchy, printed) = proposed(&days, "age_days");
    assert_eq!(hierarchy["intervals"].get("top"), None, "{printed}");
    assert!(!printed.contains("from 90 on"));
}

#[test]
fn codes_are_not_put_in_intervals() {
    let codes = table("site_id,county_fp,status,sex", 240, |row| {
        let status = if row % 40 == 0 { -1 } else { 10 + row as i64 % 15 };
        format!("{},{},{status},{}", 701 + row % 18, 1 + 2 * (row % 30), ["F", "M"][row % 2])
    });
    let (site, printed) = proposed(&codes, "site_id");
    assert_eq!(site, json!({"prefixes": {"cuts": [{"length": 2}]}}), "{printed}");
    let (county, printed) = proposed(&codes, "county_fp");
    assert_eq!(county, json!({"frequent": {"keep": [20, 10, 5], "rest": "other"}}), "{printed}");
    says(&printed, &["an interval of codes means nothing", "each has at least 8 records"]);
    assert!(!printed.contains("\"intervals\""), "{printed}");
}

#[test]
fn a_zip_code_that_lost_its_zero_is_of_its_own_area() {
    let zips = ["1810", "2045", "1960", "1040", "2451", "1701", "1420", "2138", "1013", "1886", "2210", "2148", "501"];
    let towns = table("id,Zip,sex", 260, |row| format!("{row},{},{}", zips[row % 13], ["F", "M"][row / 13 % 2]));
    let folder = Folder::empty();
    folder.write("towns.csv", towns);
    folder.kanon("propose towns.csv --out recipe.json").exits(0).prints(&[
        "hierarchy: {\"codes\":\"zip\"}",
        "In 260 records a zero at the beginning is missing, as after a spreadsheet: “1810” is read as 01810.",
    ]);
    let recipe = json!({
        "kanon": 1,
        "columns": {
            "Zip": {"role": "quasi-identifier", "hierarchy": {"codes": "zip"}, "min_level": 2, "max_level": 2},
            "sex": {"role": "insensitive"}, "id": {"role": "identifier"}
        },
        "privacy": {"k": 5}
    });
    folder.write("areas.json", recipe.to_string());
    folder.kanon("anonymize towns.csv --recipe areas.json --out release.csv --report report.json").exits(0);
    let release = folder.read("release.csv");
    assert!(release.contains("021") && release.contains("005") && !release.contains("213"), "{release}");
    folder.kanon("verify release.csv --report report.json --recipe areas.json --data towns.csv").exits(0);
}

#[test]
fn a_postcode_is_one_with_and_without_blank() {
    let ways = ["K1A 0B1", "k1a0b1", "K1A0B1", "k1a 0b1"];
    let codes = table("postal_code,sex", 240, |row| {
        let code = ways[row % 4].replace('1', &((row / 4) % 5 + 1).to_string());
        format!("{code},{}", ["F", "M"][row / 20 % 2])
    });
    let (hierarchy, printed) = proposed(&codes, "postal_code");
    assert_eq!(hierarchy, json!({"codes": "postcode-ca"}), "{printed}");
    says(&printed, &["postcodes of Canada", "In 180 of 240 records they are written in another way"]);
}

#[test]
fn spellings_of_one_answer_are_joined_on_level_1() {
    let answers = table("hispanic,sex", 60, |row| {
        let answer = match row {
            11 => "",
            3 | 40 => "no",
            7 => "yes",
            9 => "No ",
            _ if row % 7 == 0 => "Yes",
            _ => "No",
        };
        format!("{answer},{}", ["Female", "Male"][row % 2])
    });
    let (hierarchy, printed) = proposed(&answers, "hispanic");
    assert_eq!(hierarchy["tree"]["levels"], json!(["one spelling"]), "{printed}");
    let rows = hierarchy["tree"]["rows"].as_array().unwrap();
    // A missing value is no spelling.
    assert_eq!(rows.iter().filter(|row| row[0] == "").count(), 0, "{rows:?}");
    assert!(rows.contains(&json!(["no", "No", "*"])) && rows.contains(&json!(["yes", "Yes", "*"])), "{rows:?}");
    says(&printed, &["differ in capitals and blanks only", "“no” (2 records)", "“No ” (1 record)"]);
    let (sex, _) = proposed(&answers, "sex");
    assert_eq!(sex, Value::Null);
}

#[test]
fn an_initial_is_one_with_its_only_word() {
    let answers = table("sex,smoker,marital_status", 120, |row| {
        let sex = ["F", "Female", "M", "Male", "male", ""][row % 6];
        let smoker = ["yes", "Y", "1", "no", "N", "0", "unknown"][row % 7];
        format!("{sex},{smoker},{}", ["S", "Single", "Separated", "M", "Married"][row % 5])
    });
    let (sex, printed) = proposed(&answers, "sex");
    let rows = |hierarchy: &Value| hierarchy["tree"]["rows"].clone();
    let short = json!(["F", "F", "*"]);
    assert!(rows(&sex).as_array().is_some_and(|rows| rows.len() == 5 && rows.contains(&short)), "{sex}");
    assert_eq!(rows(&sex)[1], json!(["Female", "F", "*"]), "{printed}");
    says(
        &printed,
        &["or may be short for a word beside them, are one group", "“F” (20 records), “Female” (20 records)"],
    );
    // `S` may be either of two words.
    let (marital, printed) = proposed(&answers, "marital_status");
    assert_eq!(rows(&marital)[0], json!(["S", "S", "*"]), "{printed}");
    assert_eq!(rows(&marital)[4], json!(["Married", "M", "*"]), "{printed}");
    // What is sensitive stays as it is.
    let (smoker, printed) = proposed(&answers, "smoker");
    assert_eq!(smoker, Value::Null, "{printed}");
}

#[test]
fn letters_that_are_no_initials_stay_apart() {
    let codes = table("sex,marital_status,blood,age_class", 120, |row| {
        let blood = ["A", "AB", "O", "B"][row % 4];
        let class = ["I", "III", "IV", "X"][row % 4];
        format!("{},{},{blood},{class}", ["F", "M"][row % 2], ["M", "Married", "Minor", "D"][row % 4])
    });
    let folder = Folder::empty();
    folder.write("table.csv", &codes);
    let printed = folder.kanon("propose table.csv").exits(0).printed();
    assert!(!printed.contains("short for"), "{printed}");
}

#[test]
fn bands_are_joined_in_the_order_of_their_numbers() {
    let ages = ["75 Jahre und mehr", "unter 18 Jahre", "18 bis unter 45 Jahre", "45 bis unter 75 Jahre"];
    let decades = ["0-<10", "10 - <20", "20 - <30", "30 - <40", "40 - <50", "50+", ""];
    let overlapping = ["18-25", "0-17", "18-64", "65+", "Wohngruppe"];
    let people = table("age_group,age,age_band,sex", 420, |row| {
        let (group, decade, band) = (ages[row % 4], decades[row % 7], overlapping[row % 5]);
        format!("{group},{decade},{band},{}", ["F", "M"][row % 2])
    });
    let (group, printed) = proposed(&people, "age_group");
    assert_eq!(
        group["tree"]["rows"],
        json!([
            ["unter 18 Jahre", "<45 jahre", "*"],
            ["18 bis unter 45 Jahre", "<45 jahre", "*"],
            ["45 bis unter 75 Jahre", "≥45 jahre", "*"],
            ["75 Jahre und mehr", "≥45 jahre", "*"]
        ]),
        "{printed}"
    );
    says(&printed, &["4 bands of numbers, and each begins where the one before ends"]);
    let (age, printed) = proposed(&people, "age");
    assert_eq!(age, json!({"intervals": {"widths": [20, 40], "origin": 0, "top": 50}}), "{printed}");
    let (band, printed) = proposed(&people, "age_band");
    assert_eq!(band["tree"]["rows"][0], json!(["0-17", "group 1 of 2", "*"]), "{printed}");
    assert_eq!(band["tree"]["rows"][4], json!(["Wohngruppe", "Wohngruppe", "*"]), "{printed}");
    says(&printed, &["overlap or leave gaps", "What is no band stays by itself: Wohngruppe (84 records)"]);
}

#[test]
fn numbers_with_one_unit_are_numbers() {
    let people = table("weight,height,age,sex", 120, |row| {
        let unit = [" kg", "kg", " Kg", " KG"][row % 4];
        format!(
            "{}{unit},Fr. {}'{:03},\"{},5 %\",{}",
            50 + row % 60,
            1 + row % 7,
            row * 7,
            row % 60,
            ["F", "M"][row % 2]
        )
    });
    for column in ["weight", "height", "age"] {
        let (hierarchy, printed) = proposed(&people, column);
        assert!(hierarchy["intervals"]["widths"].is_array(), "{column}: {printed}");
    }
}

#[test]
fn one_thing_in_several_codings_counts_once() {
    let wards = |codings: bool| {
        table(if codings { "age,sex,ward_no,ward,ward_code" } else { "age,sex,ward" }, 240, |row| {
            let (age, sex, ward) = (20 + row * 7 % 40, ["F", "M"][row * row / 3 % 2], row * 5 % 6);
            let letter = ["A", "B", "C", "D", "E", "F"][ward];
            match codings {
                true => format!("{age},{sex},{ward},{letter},{letter}{letter}{letter}"),
                false => format!("{age},{sex},{letter}"),
            }
        })
    };
    let folder = Folder::empty();
    let policy = |codings: bool| {
        folder.write("wards.csv", wards(codings));
        folder.kanon("propose wards.csv --out recipe.json").exits(0);
        folder.kanon("anonymize wards.csv --recipe recipe.json --out release.csv --report report.json").exits(0);
        let checked = folder.kanon("verify release.csv --report report.json --recipe recipe.json --data wards.csv");
        checked.exits(0);
        let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
        let recipe: Value = serde_json::from_str(&folder.read("recipe.json")).unwrap();
        (report["policy"].clone(), recipe)
    };
    let (once, _) = policy(false);
    let (several, recipe) = policy(true);
    assert_eq!(recipe["linked"], json!([["ward_no", "ward", "ward_code"]]), "{recipe}");
    assert_eq!(recipe["columns"]["ward"]["weight"], 0.333_333);
    for column in ["age", "sex", "ward"] {
        assert_eq!(several[column], once[column], "{column}: {several} and {once}");
    }
    assert_eq!(several["ward_no"], several["ward"]);
    folder.kanon("propose wards.csv").exits(0).prints(&["are one thing in several codings", "weight 1/3"]);
}

#[test]
fn what_tells_a_date_is_a_quasi_identifier_as_well() {
    let stays = table("admitted,discharged,LOS,days_from_visit,ASTDY,beds", 90, |row| {
        let (day, stay) = (1 + row % 20, row % 8);
        format!("2023-05-{day:02},2023-05-{:02},{stay},{},{},{}", day + stay, row % 40, 1 + row % 50, row % 30)
    });
    let folder = Folder::empty();
    folder.write("stays.csv", stays);
    let printed = folder.kanon("propose stays.csv --out recipe.json").exits(0).printed();
    let recipe: Value = serde_json::from_str(&folder.read("recipe.json")).unwrap();
    for column in ["admitted", "LOS", "days_from_visit", "ASTDY"] {
        assert_eq!(recipe["columns"][column]["role"], "quasi-identifier", "{column}: {printed}");
    }
    assert_ne!(recipe["columns"]["beds"]["role"], "quasi-identifier");
    says(&printed, &["two of them tell the third", "By its name, `days_from_visit` counts days from or to a date."]);
    // Without a date that others may know, these tell none.
    folder.write("alone.csv", table("LOS,ASTDY,age", 60, |row| format!("{},{},{}", row % 8, row % 30, 20 + row % 40)));
    folder.kanon("propose alone.csv --out alone.json").exits(0);
    let recipe: Value = serde_json::from_str(&folder.read("alone.json")).unwrap();
    assert_ne!(recipe["columns"]["ASTDY"]["role"], "quasi-identifier");
}
