//! What attackers find: the risks of the prosecutor, the journalist and the marketer, before and after a release.
//!
//! - On random tables every figure equals the definitions, computed record by record.
//! - With a population, the definition of the policy is applied to each person, and those who look like a record count.
//! - Every figure of a report is changed, and verification refuses each change.
//! - The program and the settings of a recipe: what they print, and what they refuse.

use crate::support::program::Folder;
use crate::support::random::cases;
use crate::support::released::{Released, failing, holds};
use crate::support::tamper::accepted;
use kanon::recipe::Recipe;
use proptest::prelude::*;
use serde_json::{Value, json};

const ANONYMIZE: &str = "anonymize data.csv --recipe recipe.json --out release.csv --report report.json";
const VERIFY: &str = "verify release.csv --report report.json --recipe recipe.json --data data.csv";

/// A household survey of two quasi-identifiers and a weight.
type Row = (u8, bool, u16);

fn csv(rows: &[Row]) -> String {
    let line = |(age, sex, weight): &Row| {
        let sex = if *sex { "f" } else { "m" };
        format!("{},{sex},{}\n", 20 + age, f64::from(*weight) / 4.0)
    };
    "age,sex,weight\n".to_owned() + &rows.iter().map(line).collect::<String>()
}

fn recipe(k: u64, risk: &Value) -> Value {
    json!({"kanon": 1, "columns": {
        "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [2, 4], "origin": 20}}},
        "sex": {"role": "quasi-identifier", "hierarchy": {"rows": [["f", "*"], ["m", "*"]]}},
        "weight": {"role": "insensitive"}},
      "privacy": {"k": k, "suppression_limit": 1}, "risk": risk})
}

fn report(released: &Released) -> Value {
    serde_json::from_str(&released.report).unwrap()
}

/// What stands in the cells of a record's quasi-identifiers.
fn cells(text: &str) -> Vec<String> {
    (text.lines().skip(1)).map(|line| line.rsplit_once(',').unwrap().0.to_owned()).collect()
}

/// The three attackers by their definitions, record by record: who looks for one person has as many to choose from as
/// agree with them.
fn by_definition(cells: &[String], weights: &[f64], threshold: f64) -> Value {
    let agree = |own: &String| -> Vec<usize> { (0..cells.len()).filter(|&other| cells[other] == *own).collect() };
    let records = |own: &String| agree(own).len() as f64;
    let people = |own: &String| (agree(own).into_iter().map(|row| weights[row])).sum::<f64>().max(records(own));
    let exposure = |among: &dyn Fn(&String) -> f64| {
        let risks: Vec<f64> = cells.iter().map(|own| 1.0 / among(own)).collect();
        let over = risks.iter().filter(|&&risk| risk > threshold).count();
        let n = cells.len().max(1) as f64;
        json!({
            "highest": risks.iter().copied().fold(0.0, f64::max),
            "average": risks.iter().sum::<f64>() / n,
            "records_over": over,
            "share_over": over as f64 / n,
        })
    };
    let expected: f64 = cells.iter().map(|own| 1.0 / people(own)).sum();
    let mut found = json!({
        "prosecutor": exposure(&records),
        "marketer": {"expected": expected, "average": expected / cells.len().max(1) as f64},
    });
    if !cells.is_empty() {
        found["journalist"] = exposure(&people);
    }
    found
}

/// Whether two objects have the same numbers, but for the last digits.
fn agree(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, value)| other.get(key).is_some_and(|own| agree(value, own)))
        }
        _ => (one.as_f64().zip(other.as_f64()))
            .is_some_and(|(one, other)| (one - other).abs() <= 1e-9 * one.abs().max(1.0)),
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn every_figure_is_that_of_the_definitions(
        rows in prop::collection::vec((0_u8..12, any::<bool>(), 4_u16..60), 1..40),
        k in 1_u64..6,
        threshold in prop::option::of(prop::sample::select(vec![0.05, 0.09, 1.0 / 11.0, 0.2, 1.0 / 3.0, 1.0])),
    ) {
        prop_assume!(k <= rows.len() as u64);
        let mut risk = json!({"weight_column": "weight"});
        if let Some(threshold) = threshold {
            risk["threshold"] = json!(threshold);
        }
        let original = csv(&rows);
        let recipe = Recipe::parse(&recipe(k, &risk).to_string()).unwrap();
        let released = Released::new(original.as_bytes(), recipe);
        let found = report(&released)["attackers"].clone();
        let weights: Vec<f64> = rows.iter().map(|row| f64::from(row.2) / 4.0).collect();
        let threshold = threshold.unwrap_or(1.0 / k as f64);
        let before = by_definition(&cells(&original), &weights, threshold);
        prop_assert!(agree(&found["before"], &before), "{found} {before}");
        let all = cells(std::str::from_utf8(&released.release).unwrap());
        let suppressed = report(&released)["suppressed_records"].as_u64().unwrap();
        let is_star = |cells: &String| suppressed > 0 && cells == "*,*";
        let kept: Vec<usize> = (0..all.len()).filter(|&row| !is_star(&all[row])).collect();
        // A class that is kept may be of stars, too; then nothing tells the two apart here.
        prop_assume!((all.len() - kept.len()) as u64 == suppressed);
        let pick = |row: &usize| all[*row].clone();
        let weights: Vec<f64> = kept.iter().map(|&row| weights[row]).collect();
        let after = by_definition(&kept.iter().map(pick).collect::<Vec<_>>(), &weights, threshold);
        prop_assert!(agree(&found["after"], &after), "{found} {after}");
        prop_assert!(holds(&released), "{}", failing(&released));
    }
}

/// A person: age, sex, and how many there are of that kind.
type Kind = (u8, bool, u8);

fn population(people: &[Kind]) -> String {
    let line = |(age, sex, count): &Kind| {
        let sex = if *sex { "f" } else { "m" };
        format!("{sex},{count},{}\n", 16 + age)
    };
    "sex,count,age\n".to_owned() + &people.iter().map(line).collect::<String>()
}

/// What a policy makes of an age and a sex, by the recipe's own words: intervals of 2 and 4 years from 20.
fn seen(age: i64, sex: &str, levels: [u64; 2]) -> (Option<i64>, String) {
    let age = match levels[0] {
        0 => Some(age),
        1 => Some((age - 20).div_euclid(2)),
        2 => Some((age - 20).div_euclid(4)),
        _ => None,
    };
    let sex = if levels[1] == 0 { sex } else { "*" };
    (age, sex.to_owned())
}

/// The journalist and the marketer among people, record by record; nothing of no records.
fn among_people(rows: &[Row], people: &[Kind], levels: [u64; 2], kept: u64) -> Option<[f64; 3]> {
    let sex = |is_female: bool| if is_female { "f" } else { "m" };
    let person = |&(age, is_female, _): &Kind| (i64::from(age) + 16, sex(is_female));
    let record = |&(age, is_female, _): &Row| (i64::from(age) + 20, sex(is_female));
    let seen = |(age, sex): (i64, &str)| seen(age, sex, levels);
    let is_alone = |row: &Row| people.iter().all(|kind| person(kind) != record(row));
    let mut risks = Vec::new();
    for row in rows {
        let class: Vec<&Row> = (rows.iter()).filter(|other| seen(record(other)) == seen(record(row))).collect();
        if (class.len() as u64) < kept {
            continue;
        }
        let alike = people.iter().filter(|kind| seen(person(kind)) == seen(record(row)));
        let known: u64 = alike.map(|kind| u64::from(kind.2)).sum();
        let alone = class.iter().filter(|row| is_alone(row)).count() as u64;
        risks.push(1.0 / (known + alone).max(class.len() as u64) as f64);
    }
    let expected: f64 = risks.iter().sum();
    let highest = risks.iter().copied().reduce(f64::max)?;
    Some([highest, expected / risks.len() as f64, expected])
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn people_are_those_whom_the_policy_makes_like_a_record(
        rows in prop::collection::vec((0_u8..12, any::<bool>(), 1_u16..60), 1..40),
        people in prop::collection::vec((0_u8..20, any::<bool>(), 1_u8..9), 1..60),
        k in 1_u64..6,
    ) {
        prop_assume!(k <= rows.len() as u64);
        let recipe = Recipe::parse(&recipe(k, &json!({"population": "people.csv"})).to_string()).unwrap();
        let released = Released::with_population(csv(&rows).as_bytes(), recipe, population(&people).as_bytes());
        let report = report(&released);
        let levels = ["age", "sex"].map(|name| report["policy"][name].as_u64().unwrap());
        for (part, levels, kept) in [("before", [0, 0], 1), ("after", levels, k)] {
            let found = &report["attackers"][part];
            let expected = among_people(&rows, &people, levels, kept);
            let figures = [
                &found["journalist"]["highest"],
                &found["journalist"]["average"],
                &found["marketer"]["expected"],
            ];
            match expected {
                None => prop_assert!(found.get("journalist").is_none()),
                Some(expected) => for (figure, expected) in figures.into_iter().zip(expected) {
                    prop_assert!(agree(figure, &json!(expected)), "{part}: {found} {expected}");
                },
            }
        }
        let all: u64 = people.iter().map(|kind| u64::from(kind.2)).sum();
        let told = json!({"file": "people.csv", "people": all, "not_placed": 0});
        prop_assert_eq!(&report["attackers"]["population"], &told);
        prop_assert!(holds(&released), "{}", failing(&released));
    }
}

#[test]
fn people_whom_a_hierarchy_does_not_know_are_in_no_class_and_told() {
    let recipe = json!({"kanon": 1, "columns": {"town": {"role": "quasi-identifier", "hierarchy": {"rows": [
            ["Graz", "south", "*"], ["Linz", "north", "*"], ["Wels", "north", "*"]]}}},
        "privacy": {"k": 2, "suppression_limit": 0}, "risk": {"population": "people.csv"}});
    let people = "town,count\nGraz,70\nLinz,20\nWels,10\nWien,1000\n";
    for (table, level, not_placed, people_of_smallest) in [
        // Linz and Wels are north. Of Wien the rows say nothing, and nobody is taken for a person of it.
        ("town\nGraz\nGraz\nLinz\nWels\n", 1, 1000, 30.0),
        // On the top all rows are one group, and Wien has no row.
        ("town\nGraz\nLinz\n", 2, 1000, 100.0),
        // As they are given, all towns are known: nobody of Wien is like a record.
        ("town\nGraz\nGraz\nLinz\nLinz\n", 0, 0, 20.0),
    ] {
        let recipe = Recipe::parse(&recipe.to_string()).unwrap();
        let released = Released::with_population(table.as_bytes(), recipe, people.as_bytes());
        let report = report(&released);
        assert_eq!(report["policy"]["town"], level);
        let found = &report["attackers"];
        assert_eq!(found["population"]["not_placed"], not_placed);
        assert_eq!(found["population"]["people"], 1100);
        let highest = json!(1.0 / people_of_smallest);
        assert!(agree(&found["after"]["journalist"]["highest"], &highest));
        assert!(holds(&released), "{}", failing(&released));
    }
}

#[test]
fn neighbours_in_an_order_say_of_other_people_only_what_they_say_of_the_table() {
    // Groups of two in the order of the letters: with b among them, others would be neighbours.
    let recipe = |table: &str, people: &str| {
        let recipe = json!({"kanon": 1, "columns": {"code": {"role": "quasi-identifier",
            "hierarchy": {"groups": {"fan_out": [2], "order": "text"}}}},
            "privacy": {"k": 2, "suppression_limit": 0}, "risk": {"population": "people.csv"}});
        let recipe = Recipe::parse(&recipe.to_string()).unwrap();
        Released::with_population(table.as_bytes(), recipe, people.as_bytes())
    };
    let table = "code\na\nc\nd\ne\n";
    let same = report(&recipe(table, "code,count\na,4\nc,4\nd,4\ne,9\n"));
    assert_eq!(same["policy"]["code"], 1);
    assert_eq!(same["attackers"]["population"]["not_placed"], 0);
    assert_eq!(same["attackers"]["after"]["journalist"]["highest"], 0.125);
    let released = recipe(table, "code,count\na,4\nb,50\nc,4\nd,4\ne,9\n");
    let other = report(&released);
    assert_eq!(other["attackers"]["population"]["not_placed"], 50);
    assert_eq!(other["attackers"]["after"]["journalist"]["highest"], 0.125);
    assert!(holds(&released), "{}", failing(&released));
}

fn survey() -> String {
    let rows: Vec<Row> = (0..60_u8).map(|row| (row % 7, row % 3 == 0, u16::from(row) * 9)).collect();
    csv(&rows)
}

#[test]
fn the_program_counts_people_in_the_file_that_the_recipe_names() {
    let folder = Folder::empty();
    folder.write("data.csv", survey());
    let risk = json!({"population": "people.csv"});
    folder.write("recipe.json", recipe(3, &risk).to_string());
    folder.kanon(ANONYMIZE).exits(2).complains(&["people.csv"]);
    let people: Vec<Kind> = (0..14).map(|kind| (4 + kind / 2, kind % 2 == 0, 200)).collect();
    folder.write("people.csv", population(&people));
    folder.kanon(ANONYMIZE).exits(0).prints(&["journalist, among the 2800 people of people.csv: highest risk 0.00"]);
    folder.kanon(VERIFY).exits(0);
    folder.write("people.csv", population(&people[..9]));
    folder.kanon(VERIFY).exits(1).prints(&["what attackers find, population, people"]);
    std::fs::remove_file(folder.path("people.csv")).unwrap();
    folder.kanon(VERIFY).exits(0).prints(&["cannot be known without the population"]);
}

#[test]
fn the_program_tells_them_and_verifies_them_with_and_without_the_original() {
    for (risk, journalist) in [
        (json!({}), "journalist: at most the prosecutor's risk, because no population was used"),
        (json!({"weight_column": "weight"}), "journalist, by the weights of `weight`: highest risk 0.0"),
    ] {
        let folder = Folder::empty();
        folder.write("data.csv", survey());
        folder.write("recipe.json", recipe(3, &risk).to_string());
        let parts = ["prosecutor: highest risk 0.", journalist, "marketer: "];
        folder.kanon(ANONYMIZE).exits(0).prints(&parts);
        folder.kanon(VERIFY).exits(0);
        folder.kanon("verify release.csv --report report.json --recipe recipe.json").exits(0);
        let mut report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
        report["attackers"]["after"]["prosecutor"]["records_over"] = json!(7);
        folder.write("report.json", report.to_string());
        for command in [VERIFY, "verify release.csv --report report.json"] {
            folder
                .kanon(command)
                .exits(1)
                .prints(&["what attackers find, in the release, prosecutor risk, records over the threshold"]);
        }
    }
}

#[test]
fn settings_that_mean_nothing_are_refused() {
    let refused = |risk: Value| Recipe::parse(&recipe(3, &risk).to_string()).unwrap_err().to_string();
    assert!(refused(json!({"threshold": 0})).contains("risk.threshold"));
    assert!(refused(json!({"threshold": 1.5})).contains("risk.threshold"));
    assert!(refused(json!({"weight_column": "age"})).contains("risk.weight_column"));
    let both = json!({"weight_column": "weight", "population": "people.csv"});
    assert!(refused(both).contains("risk.population"));
    let folder = Folder::empty();
    folder.write("data.csv", "age,sex,weight\n20,f,1.5\n21,m,\n");
    folder.write("recipe.json", recipe(1, &json!({"weight_column": "weight"})).to_string());
    folder.kanon(ANONYMIZE).exits(2).complains(&["row 2", "weight", "people"]);
}

/// Weights of mean 1, as the analysis of a survey has them, say nothing of a population.
#[test]
fn weights_of_an_average_count_no_people() {
    let write = |weights: &[&str]| {
        let lines: String = weights.iter().map(|weight| format!("20,f,{weight}\n")).collect();
        let folder = Folder::empty();
        folder.write("data.csv", format!("age,sex,weight\n{lines}"));
        folder
    };
    let by_weights = json!({"weight_column": "weight"});
    let mut k_map = recipe(3, &by_weights);
    k_map["protect"] = json!([{"k-map": 5}]);
    let mut marketer = recipe(3, &by_weights);
    marketer["protect"] = json!([{"marketer-risk": 0.5}]);
    for (weights, told) in [
        (&["0.02", "1.5", "1.48", "1"][..], "add up to 4 for 4 records, and 1 of them is below 1"),
        (&["0.9", "0.9", "1.1", "1.1"], "add up to 4 for 4 records, and 2 of them are below 1"),
        (&["0", "2", "2", "0"], "add up to 4 for 4 records, and 2 of them are below 1"),
        (&["812", "0.5", "77", "90"], "add up to 979.5 for 4 records, and 1 of them is below 1"),
    ] {
        let folder = write(weights);
        for recipe in [&k_map, &marketer, &recipe(3, &by_weights)] {
            folder.write("recipe.json", recipe.to_string());
            folder.kanon(ANONYMIZE).exits(2).prints_nothing().complains(&[
                "weight",
                told,
                "they say how a record counts in an average, not how many people it stands for",
                "Multiply each weight by the people of the population divided by the sum of the weights",
            ]);
        }
        // A finished file with such weights is not judged by them.
        let asked = r#"verify data.csv --qi age --k 3 --protect {"k-map":5} --weight-column weight"#;
        folder.kanon(asked).exits(2).complains(&[told]);
    }
    // Followed, the advice helps: 4 records of 2,000 people.
    for weights in [&["10", "750", "740", "500"][..], &["1", "1", "1", "1"], &["0", "900", "700", "400"]] {
        let folder = write(weights);
        folder.write("recipe.json", recipe(3, &by_weights).to_string());
        folder.kanon(ANONYMIZE).exits(0).prints(&["journalist, by the weights of `weight`"]);
        folder.kanon(VERIFY).exits(0);
    }
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn no_figure_among_people_can_be_changed_and_without_them_they_are_open() {
        let recipe = Recipe::parse(&recipe(3, &json!({"population": "people.csv"})).to_string());
        let people: Vec<Kind> = (0..18).map(|kind| (kind, kind % 2 == 0, 3 + kind)).collect();
        let mut released =
            Released::with_population(survey().as_bytes(), recipe.unwrap(), population(&people).as_bytes());
        assert!(holds(&released), "{}", failing(&released));
        let wrong = accepted(&report(&released), |json| {
            let found = released.with_report(json.to_owned()).verify();
            found.ok().map(|found| found.claims)
        });
        assert_eq!(wrong, Vec::<String>::new());
        released.population = None;
        let found = released.verify().unwrap();
        assert!(found.holds, "{}", failing(&released));
        let is_open = |name: &str| {
            let mut claims = found.claims.iter().filter(|claim| claim.holds.is_none());
            claims.any(|claim| {
                let is_of = |field: &String| field.contains(name);
                claim.field.as_ref().is_some_and(is_of) && claim.found.contains("--population")
            })
        };
        assert!(is_open("journalist") && is_open("marketer") && is_open("population"));
    }

    #[test]
    fn no_figure_can_be_changed() {
        for risk in [json!({}), json!({"threshold": 0.09, "weight_column": "weight"})] {
            let recipe = Recipe::parse(&recipe(3, &risk).to_string()).unwrap();
            let released = Released::new(survey().as_bytes(), recipe);
            assert!(holds(&released), "{}", failing(&released));
            let wrong = accepted(&report(&released), |json| {
                let found = released.with_report(json.to_owned()).verify();
                found.ok().map(|found| found.claims)
            });
            assert_eq!(wrong, Vec::<String>::new());
        }
    }
}
