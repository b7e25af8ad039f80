//! A release with suppressed cells in place of a generalized table.
//!
//! - The recipe chooses it, and the two commands that can write it write the same bytes.
//! - Every figure of its report is changed, and each change is refused.
//! - A changed cell and a different recipe are named.
//! - Without the original, verification says what the release alone shows.
//! - The report to sign describes cells and no policy.

use crate::support::program::Folder;
use kanon::audit::field_in_words;
use kanon::recipe::Recipe;
use serde_json::{Value, json};

const WRITE: &str = "anonymize data.csv --recipe recipe.json --out release.csv --report report.json";
const VERIFY: &str = "verify release.csv --report report.json --recipe recipe.json --data data.csv";
const ALONE: &str = "verify release.csv --report report.json --recipe recipe.json";

/// Forty records in rising order of their age, so that the order of the rows tells something.
fn data() -> String {
    let row = |row: u32| {
        let region = ["north", "south", "east"][(row * row % 3) as usize];
        let sex = ["f", "m"][(row % 5 / 3) as usize];
        format!("p{row},{},{region},{sex},{}\n", 20 + row / 7, row % 11)
    };
    "name,age,region,sex,income\n".to_owned() + &(0..40).map(row).collect::<String>()
}

fn recipe(suppress: &str) -> Value {
    let qi = json!({"role": "quasi-identifier"});
    json!({
        "kanon": 1,
        "columns": {
            "name": {"role": "identifier", "release": {"pseudonym": {"prefix": "R", "width": 3}}},
            "age": qi, "region": qi, "sex": qi,
            "income": {"role": "insensitive"},
        },
        "uniques": {"k": 3, "suppress": suppress, "weights": {"sex": 2.0}, "impact": {"outcome": "income"}},
        "chosen": {"cells": {"why": "the board wants few losses"}},
    })
}

fn folder(suppress: &str) -> Folder {
    let folder = Folder::empty();
    folder.write("data.csv", data());
    folder.write("recipe.json", recipe(suppress).to_string());
    folder
}

fn json(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&folder.read(name)).unwrap()
}

#[test]
fn chosen_cells_are_written_by_the_command_that_writes_policies() {
    for suppress in ["per-record", "strict"] {
        let folder = folder(suppress);
        folder
            .kanon(&format!("{WRITE} --recipient-report public.json"))
            .exits(0)
            .prints(&["cells suppressed"])
            .complains(&["warning [sorted]: The file is sorted by `age`"]);
        let report = json(&folder, "report.json");
        assert_eq!(report["chosen"], recipe(suppress)["chosen"]);
        assert_eq!(report["disclosure"][0]["code"], "sorted");
        assert_eq!(report["treatments"]["income"], "keep");
        let release = folder.read("release.csv");
        assert!(release.starts_with("name,age,region,sex,income\nR001,"), "{release}");
        let stars = release.matches('*').count() as u64;
        assert_eq!(report["suppressed_cells"], stars);
        assert!(stars > 0);
        folder.kanon("uniques data.csv --recipe recipe.json --out again.csv").exits(0);
        assert_eq!(folder.read("again.csv"), release);
        let printed = folder.kanon(VERIFY).exits(0).printed();
        for claim in
            ["every byte is the original's", "what was chosen: claimed", "what the release may disclose: claimed"]
        {
            assert!(printed.contains(&format!("holds: {claim}")), "{claim}: {printed}");
        }
        assert!(!printed.contains("FAILS"), "{printed}");
        // Of the original and the recipe, those who get the release learn no digest, and no value by the impact.
        let public = json(&folder, "public.json");
        for key in ["input_sha256", "recipe_sha256", "impact"] {
            assert!(public.get(key).is_none() && report.get(key).is_some(), "{key}");
        }
        folder.write("report.json", public.to_string());
        folder.kanon(VERIFY).exits(0).prints(&[
            "not checked: what suppression does to analyses: the report for recipients does not say it",
            "holds: suppressed cells: claimed",
        ]);
        folder.kanon(ALONE).exits(0);
    }
}

/// Every number, word and truth of a report, by its place.
fn leaves(value: &Value, path: &str, all: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                leaves(value, &format!("{path}/{key}"), all);
            }
        }
        Value::Array(items) => {
            for (place, value) in items.iter().enumerate() {
                leaves(value, &format!("{path}/{place}"), all);
            }
        }
        Value::Null => {}
        _ => all.push(path.to_owned()),
    }
}

fn changed(value: &Value) -> Value {
    match value {
        Value::Bool(truth) => json!(!truth),
        Value::Number(number) => match number.as_u64() {
            Some(number) => json!(number + 1),
            None => json!(number.as_f64().unwrap_or_default() + 0.25),
        },
        Value::String(text) => json!(format!("{text}x")),
        other => other.clone(),
    }
}

#[test]
fn a_changed_cell_and_another_recipe_are_named() {
    let folder = folder("strict");
    folder.kanon(WRITE).exits(0);
    let release = folder.read("release.csv");
    let row = release.lines().nth(1).unwrap();
    let cells: Vec<&str> = row.split(',').collect();
    for (place, name) in [(0, "R009"), (1, "99"), (4, "12")] {
        let mut other = cells.clone();
        other[place] = name;
        folder.write("release.csv", release.replacen(row, &other.join(","), 1));
        folder.kanon(VERIFY).exits(1).prints(&["FAILS: every byte", "FAILS: SHA-256 of the release"]);
        folder.kanon(ALONE).exits(1).prints(&["FAILS: SHA-256 of the release"]);
    }
    // A suppressed cell that shows its value again.
    let starred = release.lines().find(|line| line.contains(",*,")).unwrap();
    folder.write("release.csv", release.replacen(starred, &starred.replacen(",*,", ",north,", 1), 1));
    folder.kanon(VERIFY).exits(1).prints(&["FAILS: every byte", "FAILS: suppressed cells of the release: claimed"]);
    folder.kanon(ALONE).exits(1).prints(&["FAILS: suppressed cells by column"]);
    folder.write("release.csv", &release);
    for (key, value) in [
        ("/uniques/k", json!(2)),
        ("/uniques/suppress", json!("per-record")),
        ("/uniques/weights/sex", json!(1.0)),
        ("/chosen/cells/why", json!("no reason")),
        ("/columns/income/role", json!("sensitive")),
    ] {
        let mut other = recipe("strict");
        *other.pointer_mut(key).unwrap() = value;
        folder.write("recipe.json", other.to_string());
        folder.kanon(VERIFY).exits(1).prints(&["FAILS: SHA-256 of the recipe"]);
        folder.kanon(ALONE).exits(1).prints(&["FAILS: SHA-256 of the recipe"]);
    }
}

#[test]
fn conditions_that_suppressed_cells_know_nothing_of_are_refused() {
    let folder = folder("strict");
    folder.kanon(WRITE).exits(0);
    // Asked for by a policy, as the cells cannot be chosen with it.
    let mut asked = recipe("strict");
    asked["columns"]["income"]["role"] = json!("sensitive");
    asked["protect"] = json!([{"l-diversity": {"column": "income", "l": 2}}]);
    asked.as_object_mut().unwrap().remove("chosen");
    folder.write("recipe.json", asked.to_string());
    for verify in [VERIFY, ALONE] {
        folder.kanon(verify).exits(2).complains(&[
            "a table with suppressed cells only supports class sizes",
            "Leave out all conditions but k-anonymity",
        ]);
    }
    // Of k alone there is nothing to refuse.
    asked["protect"] = json!([{"k-anonymity": 5}]);
    folder.write("recipe.json", asked.to_string());
    folder.kanon(VERIFY).exits(1).prints(&["FAILS: SHA-256 of the recipe"]);
}

#[test]
fn without_the_original_the_release_tells_what_it_can() {
    let folder = folder("strict");
    folder.kanon(WRITE).exits(0);
    let report = json(&folder, "report.json");
    let printed = folder.kanon(ALONE).exits(0).printed();
    for claim in ["records", "suppressed_cells_by_qi", "unsafe_after", "output_sha256", "recipe_sha256", "k"] {
        assert!(printed.contains(&format!("holds: {}: claimed", field_in_words(claim))), "{claim}: {printed}");
    }
    assert!(printed.contains("not checked: unsafe combinations: cannot be known without the original"), "{printed}");
    for path in [
        "/records",
        "/suppressed_cells",
        "/suppressed_cells_by_qi/age",
        "/unsafe_after/wildcard",
        "/unsafe_after/category",
        "/unsafe_after/matches_nothing",
        "/classes_after/classes",
        "/classes_after/smallest_class",
        "/k",
        "/treatments/income",
    ] {
        let mut other = report.clone();
        let place = other.pointer_mut(path).unwrap();
        *place = match &*place {
            Value::String(_) => json!("drop"),
            other => changed(other),
        };
        folder.write("report.json", other.to_string());
        let printed = folder.kanon(ALONE).exits(1).printed();
        assert!(printed.contains("FAILS: "), "{path}: {printed}");
    }
    // Which values are missing only the recipe tells, and the readings rest on that.
    folder.write("report.json", report.to_string());
    folder
        .kanon("verify release.csv --report report.json")
        .exits(0)
        .prints(&["not checked: records that are still unsafe: cannot be known without the recipe"]);
}

/// The records of each class of rows that are alike in the quasi-identifiers of a release.
fn alike(release: &str) -> Vec<u64> {
    let mut classes = std::collections::BTreeMap::<Vec<&str>, u64>::new();
    for row in release.lines().skip(1) {
        let cells = row.split(',').skip(1).take(3).collect();
        *classes.entry(cells).or_default() += 1;
    }
    classes.into_values().collect()
}

#[test]
fn classes_and_records_over_the_threshold_are_told_by_reading_and_counted_from_the_text() {
    for (suppress, threshold) in [("per-record", None), ("strict", None), ("per-record", Some(0.5))] {
        let folder = folder(suppress);
        let mut recipe = recipe(suppress);
        if let Some(threshold) = threshold {
            recipe["risk"] = json!({"threshold": threshold});
        }
        folder.write("recipe.json", recipe.to_string());
        folder.kanon(WRITE).exits(0);
        let report = json(&folder, "report.json");
        let after = &report["classes_after"];
        let sizes = alike(&folder.read("release.csv"));
        assert_eq!(after["classes"], sizes.len());
        assert_eq!(after["smallest_class"], *sizes.iter().min().unwrap());
        let of = |size: u64| sizes.iter().filter(|&&own| own == size).sum::<u64>();
        let few: Vec<[u64; 2]> = (1..3).map(|size| [size, of(size)]).filter(|few| few[1] > 0).collect();
        assert_eq!(after["category"]["taken_for"], json!(few));
        assert_eq!(few.is_empty(), suppress == "strict");
        let over = (1..3).filter(|&size| 1.0 / size as f64 > threshold.unwrap_or(1.0 / 3.0));
        assert_eq!(after["category"]["records_over"], over.map(of).sum::<u64>());
        let printed = folder.kanon(VERIFY).exits(0).printed();
        for claim in [
            "classes, and records that may be taken for few: claimed",
            "classes of the release: claimed",
            "records that may be taken for few, where a suppressed cell is a category: claimed",
        ] {
            assert!(printed.contains(&format!("holds: {claim}")), "{claim}: {printed}");
        }
        for path in ["/classes", "/smallest_class", "/threshold", "/category/records_over", "/attacker/records_over"] {
            let mut other = report.clone();
            let place = other["classes_after"].pointer_mut(path).unwrap();
            *place = changed(place);
            folder.write("report.json", other.to_string());
            let printed = folder.kanon(VERIFY).exits(1).printed();
            assert!(printed.contains("FAILS: classes, and records"), "{path}: {printed}");
        }
        folder.write("report.json", report.to_string());
        folder.kanon("report report.json --recipe recipe.json --out page.html").exits(0);
        let page = folder.read("page.html");
        assert!(page.contains("Records over the threshold"), "{page}");
        assert!(page.contains(&format!("the records are {} classes; the smallest has", sizes.len())), "{page}");
    }
    // Counted are numbers below k: of a threshold below 1 / k nothing is known.
    let folder = folder("strict");
    let mut recipe = recipe("strict");
    recipe["risk"] = json!({"threshold": 0.1});
    folder.write("recipe.json", recipe.to_string());
    folder.kanon(WRITE).exits(0);
    let report = json(&folder, "report.json");
    assert_eq!(report["classes_after"]["category"]["records_over"], Value::Null);
    folder.kanon(VERIFY).exits(0);
    folder.kanon(ALONE).exits(0);
    folder.kanon("report report.json --recipe recipe.json --out page.html").exits(0);
    assert!(folder.read("page.html").contains("not counted: the threshold is below 1 / k"));
}

#[test]
fn chosen_cells_without_a_suppression_are_refused() {
    let folder = folder("none");
    folder.kanon(WRITE).exits(2).complains(&["chosen.cells", "the recipe suppresses no cell"]);
    assert!(!folder.has("release.csv") && !folder.has("report.json"));
    // And by what writes policies, chosen cells are, as its report would say what is not so.
    let chosen = Recipe::parse(&recipe("strict").to_string()).unwrap();
    assert_eq!(chosen.expect_policy().unwrap_err().code(), "recipe-setting");
    let mut policy = recipe("strict");
    policy.as_object_mut().unwrap().remove("chosen");
    Recipe::parse(&policy.to_string()).unwrap().expect_policy().unwrap();
}

/// The document of a release, in an edition.
fn document(folder: &Folder, edition: &str) -> String {
    folder.kanon(&format!("report report.json --recipe recipe.json --out page.html --edition {edition}")).exits(0);
    folder.read("page.html")
}

#[test]
fn the_document_to_sign_tells_cells_and_no_policy() {
    let folder = folder("strict");
    folder.kanon(WRITE).exits(0);
    let report = json(&folder, "report.json");
    let internal = document(&folder, "internal");
    assert_eq!(internal.matches("<h2 ").count(), 14);
    let cells = &report["suppressed_cells"];
    let input = report["input_sha256"].as_str().unwrap();
    for part in [
        format!("{cells} cells ("),
        "Why it was chosen: the board wants few losses".to_owned(),
        "may be taken for at least 3".to_owned(),
        "sex 2".to_owned(),
        "kanon anonymize ORIGINAL".to_owned(),
        "The file is sorted by `age`".to_owned(),
        input.to_owned(),
    ] {
        assert!(internal.contains(&part), "{part}");
    }
    for (name, cells) in report["suppressed_cells_by_qi"].as_object().unwrap() {
        let row = format!("<th scope=\"row\">{name}</th><td>{cells}</td>");
        assert!(internal.contains(&row), "{row}");
    }
    // What only a policy has.
    for part in ["loses", "Suppression limit", "--optimality", "classes of at least"] {
        assert!(!internal.contains(part), "{part}");
    }
    let external = document(&folder, "external");
    for part in [input, report["recipe_sha256"].as_str().unwrap(), "north", "p17"] {
        assert!(!external.contains(part), "{part}");
    }
    assert!(external.contains(report["output_sha256"].as_str().unwrap()));
    for (change, code) in [("recipe_sha256", "lacks `recipe_sha256`"), ("output_sha256", "lacks `output_sha256`")] {
        let mut other = report.clone();
        other.as_object_mut().unwrap().remove(change);
        folder.write("report.json", other.to_string());
        let refused = folder.kanon("report report.json --recipe recipe.json --out other.html").exits(2);
        assert!(refused.complaint().contains(code), "{code}: {}", refused.complaint());
    }
}

#[test]
fn the_external_edition_shows_no_number_of_cells_below_k() {
    let folder = Folder::empty();
    folder.write(
        "data.csv",
        "gender,education\nmale,unread\nmale,primary\nmale,primary\nmale,primary\nmale,secondary\nmale,secondary\n",
    );
    let qi = json!({"role": "quasi-identifier"});
    let recipe = json!({
        "kanon": 1,
        "columns": {"gender": qi, "education": qi},
        "uniques": {"k": 3, "suppress": "wildcard"},
        "chosen": {"cells": {}},
    });
    folder.write("recipe.json", recipe.to_string());
    folder.kanon(WRITE).exits(0).prints(&["1 cell suppressed"]);
    assert!(document(&folder, "internal").contains("1 cell (8.3 %) is suppressed"));
    let external = document(&folder, "external");
    assert!(external.contains("How many is not shown in this edition."));
    assert!(external.contains("no number of records, people or cells from 1 to 2"));
    for part in ["1 cell", "8.3 %", "unread", "primary"] {
        assert!(!external.contains(part), "{part}");
    }
    // Which promise holds for whom stands in both.
    assert!(external.contains("For other readers there are records that may be taken for fewer"));
}

#[test]
fn what_was_generalized_before_is_told_and_checked() {
    let folder = folder("strict");
    let mut recipe = recipe("strict");
    recipe["columns"]["age"]["hierarchy"] = json!({"tree": {"levels": ["halves", "all"], "rows": (20..26).map(|age| json!([age.to_string(), if age < 22 { "20 or 21" } else { "22 and more" }, "*"])).collect::<Vec<_>>()}});
    recipe["uniques"]["policy"] = json!({"age": 1, "sex": 0});
    folder.write("recipe.json", recipe.to_string());
    folder.kanon(&format!("{WRITE} --recipient-report public.json")).exits(0);
    let mut report = json(&folder, "report.json");
    assert!(report["suppressed_cells"].as_u64().unwrap() > 0);
    assert_eq!(report["policy"], json!({"age": 1}));
    assert_eq!(report["policy_in_words"], json!({"age": "halves"}));
    folder.kanon(VERIFY).exits(0).prints(&["holds: policy: claimed", "holds: policy in words: claimed"]);
    folder.kanon(ALONE).exits(0).prints(&["holds: policy: claimed", "not checked: policy in words"]);
    folder.kanon("verify release.csv --report public.json").exits(0);
    for edition in ["internal", "external"] {
        let document =
            folder.kanon(&format!("report report.json --recipe recipe.json --edition {edition}")).exits(0).printed();
        assert!(document.contains("age: halves"), "{document}");
        assert!(!document.contains("in place of a policy that generalizes"));
    }
    report["policy"]["age"] = json!(2);
    folder.write("report.json", report.to_string());
    folder.kanon(VERIFY).exits(1).prints(&["FAILS: policy, “age”: claimed 2, found 1"]);
    folder.kanon(ALONE).exits(1);
    // A report that does not say it is none.
    let fields = report.as_object_mut().unwrap();
    fields.remove("policy");
    fields.remove("policy_in_words");
    folder.write("report.json", report.to_string());
    for command in [VERIFY, ALONE] {
        folder.kanon(command).exits(2).complains(&["the report lacks `policy`"]);
    }
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn no_figure_of_a_report_can_be_changed_unnoticed() {
        let folder = folder("strict");
        folder.kanon(WRITE).exits(0);
        let report = json(&folder, "report.json");
        let mut all = Vec::new();
        leaves(&report, "", &mut all);
        assert!(all.len() > 60, "{}", all.len());
        // What made it and how long that took leave no trace, as the check says.
        for path in all.iter().filter(|path| !["/version", "/seconds"].contains(&path.as_str())) {
            let mut other = report.clone();
            let place = other.pointer_mut(path).unwrap();
            *place = changed(place);
            folder.write("report.json", other.to_string());
            let ended = folder.kanon(VERIFY);
            // Another word where there are few is no report at all.
            assert!(matches!(ended.code(), 1 | 2), "{path}: {}", ended.printed());
        }
        for key in ["chosen", "treatments", "output_sha256", "impact"] {
            let mut other = report.clone();
            other.as_object_mut().unwrap().remove(key);
            folder.write("report.json", other.to_string());
            assert!(matches!(folder.kanon(VERIFY).code(), 1 | 2), "{key}");
        }
        let mut other = report;
        other["safe"] = json!(true);
        folder.write("report.json", other.to_string());
        folder
            .kanon(VERIFY)
            .exits(1)
            .prints(&["FAILS: “safe”: claimed it is so, found no report of this kind has this field"]);
    }
}
