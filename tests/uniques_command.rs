//! `kanon uniques`, and what `kanon verify` says of its releases and of any other table.
//!
//! The methods themselves are tested in `uniques.rs`.

use crate::support::program::Folder;
use serde_json::{Value, json};

/// The ten records that guides to SUDA explain its score by, with a weight and an income.
const CSV: &str = "residence,gender,education,labour,weight,income
urban,female,secondary incomplete,employed,180,21
urban,female,secondary incomplete,employed,180,24
urban,female,primary incomplete,outside,215,12
urban,male,secondary complete,employed,76,30
rural,female,secondary complete,unemployed,186,17
urban,male,secondary complete,employed,76,33
urban,female,primary complete,outside,180,11
urban,male,post-secondary,unemployed,215,19
urban,female,secondary incomplete,outside,186,15
urban,female,secondary incomplete,outside,76,14
";

fn folder(uniques: Value) -> Folder {
    let folder = Folder::empty();
    folder.write("data.csv", CSV);
    let qi = json!({"role": "quasi-identifier"});
    let recipe = json!({
        "kanon": 1,
        "columns": {"residence": qi, "gender": qi, "education": qi, "labour": qi},
        "uniques": uniques,
    });
    folder.write("recipe.json", recipe.to_string());
    folder
}

fn report(folder: &Folder) -> Value {
    serde_json::from_str(&folder.read("report.json")).unwrap()
}

const RUN: &str = "uniques data.csv --recipe recipe.json --report report.json";
const VERIFY: &str = "verify release.csv --report report.json --recipe recipe.json --data data.csv";

#[test]
fn combinations_are_counted_by_size_column_and_score() {
    let folder = folder(json!({}));
    folder.kanon(RUN).exits(0).prints(&[
        "4 of 10 records have an unsafe combination (k = 2)",
        "9 minimum unsafe combinations, by size 1: 4, 2: 5",
    ]);
    let report = report(&folder);
    assert_eq!(report["records"], 10);
    assert_eq!(report["unsafe_records"], 4);
    assert_eq!(report["combinations"], 9);
    assert_eq!(report["combinations_by_size"], json!([4, 5, 0, 0]));
    assert_eq!(report["combinations_by_qi"], json!({"residence": 2, "gender": 3, "education": 5, "labour": 4}));
    assert_eq!(report["records_by_smallest_size"], json!([4, 0, 0, 0]));
    assert_eq!(report["scores"]["formula"], "factorial");
    assert_eq!(report["scores"]["greatest"], 12.0);
    assert_eq!(report["scores"]["mean"], 8.5);
    assert_eq!(report["suppressed_cells"], 0);
    assert_eq!(report["unsafe_after"]["category"], 4);
}

#[test]
fn a_suppression_is_released_and_every_count_verified() {
    for suppress in ["per-record", "wildcard", "strict"] {
        let impact = json!({"weight": "weight", "outcome": "income", "covariates": ["gender"]});
        let folder = folder(json!({"suppress": suppress, "impact": impact}));
        folder.kanon(&format!("{RUN} --publish-unnamed --out release.csv")).exits(0).prints(&["cells suppressed"]);
        let found = report(&folder);
        let release = folder.read("release.csv");
        let stars = release.matches('*').count() as u64;
        assert_eq!(found["suppressed_cells"], stars);
        assert!(found["lower_bound_cells"].as_u64().unwrap() <= stars);
        assert_eq!(found["unsafe_after"]["wildcard"], 0);
        if suppress == "strict" {
            assert_eq!(found["unsafe_after"]["category"], 0);
            assert_eq!(found["unsafe_after"]["attacker"], 0);
            folder
                .kanon("verify release.csv --qi residence,gender,education,labour --k 2 --blank category --uniques")
                .exits(0)
                .prints(&["0 minimum unsafe combinations in 0 records", "2-anonymous"]);
        } else if suppress == "wildcard" {
            assert_eq!(found["proven_minimal"], true);
            assert_eq!(found["lower_bound_cells"], stars);
            // One record suppressed whole would be enough.
            assert!(stars <= 4, "{stars}");
            folder
                .kanon("verify release.csv --qi residence,gender,education,labour --k 2 --blank wildcard")
                .exits(0)
                .prints(&["2-anonymous"]);
        } else {
            assert_eq!(found["proven_minimal"], true);
            assert_eq!(found["lower_bound_cells"], stars);
            // The nearest other record differs in 1 cell (third, seventh), in 2 (eighth) and in 3 (fifth).
            assert_eq!(stars, 7);
        }
        let models = found["impact"]["regressions"].as_array().unwrap();
        assert_eq!(models.len(), 3);
        assert_eq!(models[0]["records"], 10);
        // Women: 114 / 7; men: 82 / 3.
        let difference = models[0]["coefficients"][0]["estimate"].as_f64().unwrap();
        assert!((difference - (82.0 / 3.0 - 114.0 / 7.0)).abs() < 1e-9, "{difference}");
        folder.kanon(VERIFY).exits(0).prints(&[
            "holds: records: claimed 10",
            "holds: cells changed in another way: claimed 0, found 0",
            "holds: suppressed cells: claimed",
            "holds: unsafe against someone who knows all original values",
        ]);

        // One more cell, another value, another count: each is found.
        folder.write("release.csv", release.replacen("urban,female", "*,female", 1));
        folder.kanon(VERIFY).exits(1).prints(&["FAILS: suppressed cells of the release: claimed"]);
        folder.write("release.csv", release.replacen("urban", "rural", 1));
        folder.kanon(VERIFY).exits(1).prints(&["FAILS: cells changed in another way"]);
        folder.write("release.csv", &release);
        for reading in ["wildcard", "matches_nothing", "category", "attacker"] {
            let mut changed = found.clone();
            changed["unsafe_after"][reading] = (found["unsafe_after"][reading].as_u64().unwrap() + 1).into();
            folder.write("report.json", changed.to_string());
            folder.kanon(VERIFY).exits(1).prints(&["FAILS: records that are still unsafe"]);
        }
    }
}

#[test]
fn the_order_of_a_sorted_table_is_told_and_can_be_drawn() {
    // Smaller ones are found by trying.
    const SEED: u64 = 1 << 52;
    let (header, rows) = CSV.split_once('\n').unwrap();
    let mut rows: Vec<&str> = rows.lines().collect();
    rows.sort_unstable();
    let columns = json!({"weight": {"role": "insensitive"}, "income": {"role": "insensitive"}});
    let sorted = |suppress: &str, shuffle: Option<u64>| {
        let folder = folder(json!({"suppress": suppress}));
        folder.write("data.csv", format!("{header}\n{}\n", rows.join("\n")));
        let mut recipe: Value = serde_json::from_str(&folder.read("recipe.json")).unwrap();
        for (name, role) in columns.as_object().unwrap() {
            recipe["columns"][name] = role.clone();
        }
        recipe["release"] = json!({ "shuffle": shuffle });
        folder.write("recipe.json", recipe.to_string());
        folder
    };
    for suppress in ["per-record", "strict"] {
        let folder = sorted(suppress, None);
        let told = folder.kanon(&format!("{RUN} --publish-unnamed --out release.csv")).exits(0);
        told.complains(&["warning [sorted]: The file is sorted by ", "`residence`"]);
        let in_order = folder.read("release.csv");

        let folder = sorted(suppress, Some(SEED));
        let told = folder.kanon(&format!("{RUN} --publish-unnamed --out release.csv")).exits(0).complaint();
        let is_of_values = |line: &str| line.starts_with("warning [singling-out]: ");
        assert!(told.lines().all(is_of_values), "{told}");
        let drawn = folder.read("release.csv");
        assert_ne!(drawn, in_order);
        let lines = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines[1..].sort_unstable();
            lines
        };
        assert_eq!(lines(&drawn), lines(&in_order));
        folder.kanon(VERIFY).exits(0).prints(&[
            "holds: every byte is the original's",
            "holds: suppressed cells: claimed",
            "holds: unsafe against someone who knows all original values",
        ]);
        // The order of the original, or of another seed, is not that of the recipe.
        folder.write("release.csv", &in_order);
        folder.kanon(VERIFY).exits(1).prints(&["FAILS: every byte"]);
        let other = sorted(suppress, Some(SEED + 1));
        other.kanon(&format!("{RUN} --publish-unnamed --out release.csv")).exits(0);
        folder.write("release.csv", other.read("release.csv"));
        folder.kanon(VERIFY).exits(1).prints(&["FAILS: every byte"]);
    }
    // The one cell that is suppressed is none of the column that the table is sorted by.
    let folder = Folder::empty();
    folder.write("data.csv", "a,b\n1,x\n1,x\n1,y\n2,x\n2,x\n");
    let qi = json!({"role": "quasi-identifier"});
    let recipe = json!({"kanon": 1, "columns": {"a": qi, "b": qi}, "uniques": {"suppress": "per-record"}});
    folder.write("recipe.json", recipe.to_string());
    folder
        .kanon(&format!("{RUN} --publish-unnamed --out release.csv"))
        .exits(0)
        .prints(&["1 cell suppressed"])
        .complains_of_nothing();
}

#[test]
fn the_cheapest_cells_are_found_and_their_cost_is_as_it_was_given() {
    let weights = json!({"residence": 10_000, "education": 9, "labour": 26.833, "gender": 0.001});
    let folder = folder(json!({"suppress": "per-record", "weights": weights}));
    // The seventh record lacks its education, the third and the fifth lose more.
    folder.kanon(RUN).exits(0).prints(&["; proven cheapest"]);
    let found = report(&folder);
    assert_eq!(found["proven_minimal"], true);
    let cost: f64 = (weights.as_object().unwrap().iter())
        .map(|(name, weight)| weight.as_f64().unwrap() * found["suppressed_cells_by_qi"][name].as_f64().unwrap())
        .sum();
    let reported = found["suppression_cost"].as_f64().unwrap();
    assert!((reported - cost).abs() < 1e-9, "{reported} {cost}");
    assert!(reported.to_string().len() < 12, "{reported}");
    assert_eq!(found["lower_bound_cost"], found["suppression_cost"]);

    // To change the cell that weighs 9 would do as well as the one that weighs 1.
    let folder = Folder::empty();
    folder.write("data.csv", "q0,q1,q2\na,x,z\na,y,z\na,y,z\nb,x,z\nb,x,z\n");
    let qi = json!({"role": "quasi-identifier"});
    let recipe = json!({
        "kanon": 1,
        "columns": {"q0": qi, "q1": qi, "q2": qi},
        "uniques": {"suppress": "per-record", "weights": {"q0": 1, "q1": 9, "q2": 10_000}},
    });
    folder.write("recipe.json", recipe.to_string());
    folder
        .kanon(&format!("{RUN} --publish-unnamed --out release.csv"))
        .exits(0)
        .prints(&["1 cell suppressed, which cost 1; proven cheapest of each record by itself"]);
    assert!(folder.read("release.csv").starts_with("q0,q1,q2\n*,x,z\n"));
}

/// The six records of an issue of sdcMicro: all together need one cell, each by itself three.
#[test]
fn a_wildcard_suppression_says_what_is_proven_of_all_records_together() {
    let folder = Folder::empty();
    folder.write(
        "data.csv",
        "gender,education\nmale,no education\nmale,primary\nmale,primary\nmale,primary\nmale,secondary\nmale,secondary\n",
    );
    let qi = json!({"role": "quasi-identifier"});
    for (suppress, cells, words) in [
        (
            "wildcard",
            1,
            "1 cell suppressed; proven fewest of all records together, if a suppressed cell may be any value",
        ),
        ("per-record", 3, "3 cells suppressed; proven fewest of each record by itself, counted against the original"),
    ] {
        let recipe = json!({
            "kanon": 1,
            "columns": {"gender": qi, "education": qi},
            "uniques": {"k": 3, "suppress": suppress},
        });
        folder.write("recipe.json", recipe.to_string());
        folder.kanon(&format!("{RUN} --publish-unnamed --out release.csv")).exits(0).prints(&[words]);
        let report = report(&folder);
        assert_eq!(report["suppressed_cells"], cells);
        assert_eq!(report["lower_bound_cells"], cells);
        assert_eq!(report["proven_minimal"], true);
        assert_eq!(report["unsafe_after"]["wildcard"], 0);
        let first = folder.read("release.csv").lines().nth(1).unwrap().to_owned();
        assert_eq!(first, "male,*");
    }
}

#[test]
fn missing_values_are_ignored_or_values() {
    let folder = folder(json!({"missing": "value"}));
    let csv = CSV.replacen("urban,female,primary incomplete", "urban,female,", 1);
    folder.write("data.csv", &csv);
    folder.kanon(RUN).exits(0);
    assert_eq!(report(&folder)["unsafe_records"], 4);
    let recipe = folder.read("recipe.json").replace("\"value\"", "\"ignore\"");
    folder.write("recipe.json", recipe);
    folder.kanon(RUN).exits(0);
    // The third record is an urban woman outside the labour force, like three others.
    assert_eq!(report(&folder)["unsafe_records"], 3);
}

#[test]
fn a_policy_leaves_only_flagged_records_to_be_suppressed() {
    let folder = folder(json!({"suppress": "strict", "policy": {"education": 1}}));
    folder.kanon(&format!("{RUN} --publish-unnamed --out release.csv")).exits(0);
    let found = report(&folder);
    // Without education only the rural record and the unemployed man are alone.
    assert_eq!(found["unsafe_records"], 2);
    folder.kanon(VERIFY).exits(0);
    let release = folder.read("release.csv");
    assert_eq!(release.lines().skip(1).filter(|line| line.split(',').nth(2) == Some("*")).count(), 10);
}

/// What an impact says of the table, whose last column is written so and read as is said.
fn impact_of(written: impl Fn(&str) -> String, kind: Value) -> Value {
    let impact = json!({"weight": "weight", "outcome": "income", "covariates": ["gender"]});
    let folder = folder(json!({"suppress": "per-record", "impact": impact}));
    let mut lines = CSV.lines().map(|line| line.rsplit_once(',').unwrap());
    let (names, last) = lines.next().unwrap();
    let mut table = format!("{names};{last}\n").replace(',', ";");
    for (before, income) in lines {
        table += &format!("{};{}\n", before.replace(',', ";"), written(income));
    }
    folder.write("data.csv", table);
    let mut recipe: Value = serde_json::from_str(&folder.read("recipe.json")).unwrap();
    if !kind.is_null() {
        recipe["columns"]["income"] = json!({"role": "insensitive", "kind": kind});
    }
    folder.write("recipe.json", recipe.to_string());
    folder.kanon(&format!("{RUN} --publish-unnamed --out release.csv")).exits(0);
    folder.kanon(VERIFY).exits(0);
    report(&folder)["impact"].clone()
}

#[test]
fn numbers_are_what_they_are_however_they_are_written() {
    let plain = impact_of(str::to_owned, Value::Null);
    let with_unit = impact_of(|income| format!("${income}.00"), Value::Null);
    assert_eq!(with_unit, plain);
    let with_comma = impact_of(|income| format!("{income},0"), Value::Null);
    assert_eq!(with_comma, plain);
    // Thousandths, as the recipe says; they might be thousands.
    let kind = json!({"decimal": {"point": ","}});
    assert_eq!(impact_of(|income| format!("{income},000"), kind), plain);
}

#[test]
fn settings_that_mean_nothing_are_refused_by_key() {
    for (settings, part) in [
        (json!({"k": 1}), "uniques.k"),
        (json!({"max_size": 0}), "uniques.max_size"),
        (json!({"weights": {"gender": 0}}), "uniques.weights.gender"),
        (json!({"weights": {"weight": 2}}), "uniques.weights"),
        (json!({"weights": {"gender": 2e9}}), "`uniques.weights.gender`: 2e9 is above"),
        (
            json!({"weights": {"gender": 1e9, "labour": 0.3333333333333333}}),
            "`uniques.weights.gender`: the weights of all quasi-identifiers add up to more than 536870911 times",
        ),
        (json!({"policy": {"gender": 7}}), "uniques.policy.gender"),
        (json!({"supress": "strict"}), "`supress`"),
        (json!({"suppress": "some"}), "`per-record`"),
        (json!({"k": 11}), "k is 11"),
        (json!({"suppress": "strict", "impact": {"weight": "labour"}}), "no number"),
        (json!({"suppress": "strict", "impact": {"weight": "wages"}}), "wages"),
    ] {
        let folder = folder(settings);
        let arguments = match part {
            "no number" | "wages" => format!("{RUN} --publish-unnamed --out release.csv"),
            _ => RUN.to_owned(),
        };
        folder.kanon(&arguments).exits(2).prints_nothing().complains(&[part]);
        assert!(!folder.has("report.json") && !folder.has("release.csv"));
    }
    let folder = folder(json!({}));
    folder
        .kanon(&format!("{RUN} --publish-unnamed --out release.csv"))
        .exits(2)
        .complains(&["uniques.suppress", "per-record"]);
}

#[test]
fn any_finished_table_is_reviewed_under_the_reading_that_is_chosen() {
    let folder = Folder::empty();
    folder.write("release.csv", "a,b\n1,x\n1,*\n2,x\n2,x\n*,*\n?,x\n");
    let verify = "verify release.csv --qi a,b --k 2";
    // 1,x is alone where a blank is a category; 1,* is like it where a blank may be anything.
    folder.kanon(&format!("{verify} --blank category")).exits(1).prints(&[
        "6 records, 5 different rows, 3 blank cells",
        "4 records may be taken for fewer than 2",
        "1 × 1 · x, taken for 1",
    ]);
    folder.kanon(&format!("{verify} --blank wildcard --missing ?")).exits(0).prints(&["4 blank cells", "2-anonymous"]);
    folder.kanon(&format!("{verify} --blank nothing --missing ?")).exits(1).prints(&["1 × 1 · x, taken for 1"]);
    folder.kanon(verify).exits(1).prints(&["1 of them suppressed", "records are alone; the highest risk"]);
}
