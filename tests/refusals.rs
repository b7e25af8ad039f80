//! What the program `kanon` refuses since the result would not be what was meant.
//!
//! Exit code 2, and one message that says what is wrong, where, and what to do.

use crate::support::program::{Folder, RECIPE};

/// What happens when the recipe is this.
#[track_caller]
fn recipe(json: impl AsRef<[u8]>, parts: &[&str]) {
    let folder = Folder::of_ages();
    folder.write("recipe.json", json);
    folder.fails(2, parts);
}

/// What happens when the recipe has these further settings.
#[track_caller]
fn settings(rest: &str, parts: &[&str]) {
    recipe(RECIPE.replace("REST", &format!(", {rest}")), parts);
}

/// What happens when the columns of the recipe are these.
#[track_caller]
fn columns(json: &str, parts: &[&str]) {
    recipe(format!(r#"{{"kanon": 1, "columns": {json}}}"#), parts);
}

#[test]
fn that_no_policy_is_valid_names_the_column_and_the_least_changes() {
    let folder = Folder::empty();
    let rows: String = (0..40).map(|row| format!("{},{},{row}\n", 20 + row % 2, ["f", "m"][row % 2])).collect();
    folder.write("data.csv", format!("age,sex,town\n{rows}"));
    let recipe = |more: &str| {
        format!(
            r#"{{"kanon": 1, "columns": {{
            "age": {{"role": "quasi-identifier"}}, "sex": {{"role": "quasi-identifier"}},
            "town": {{"role": "quasi-identifier", "max_level": 0}}}}{more}}}"#
        )
    };
    folder.write("recipe.json", recipe(""));
    let anonymize = "anonymize data.csv --recipe recipe.json --out release.csv";
    folder.kanon(anonymize).exits(1).complains(&[
        "no policy is valid",
        "`town` (40 groups)",
        "leave `town` out of the quasi-identifiers",
        "raise the suppression limit to 100 % (40 records)",
    ]);
    // What it says is so.
    folder.write("recipe.json", recipe(r#", "privacy": {"k": 5, "suppression_limit": 1}"#));
    folder.kanon(anonymize).exits(0);
    folder.write("recipe.json", recipe("").replace(", \"max_level\": 0", ""));
    folder.kanon(anonymize).exits(0);
}

#[test]
fn a_key_that_is_there_twice() {
    // The second would win in silence, and the identifier be released.
    columns(
        "{\"name\": {\"role\": \"identifier\"}, \"age\": {\"role\": \"quasi-identifier\"},\n \"name\": {\"role\": \"insensitive\"}}",
        &["recipe.json", "line 2", "the key `name` occurs twice"],
    );
    let weights = r#"{"weights": {"age": 1, "age": 2}}"#;
    settings(&format!(r#""uniques": {weights}"#), &["the key `age` occurs twice"]);
    settings(r#""privacy": {"k": 2}, "privacy": {"k": 9}"#, &["`privacy` occurs twice"]);
    settings(r#""privacy": {"k": 2, "k": 9}"#, &["`k` occurs twice"]);
}

#[test]
fn a_kind_that_no_value_has() {
    let kind = |kind: &str, parts: &[&str]| {
        columns(&format!(r#"{{"age": {{"role": "quasi-identifier", "kind": {kind}}}}}"#), parts);
    };
    kind(
        r#"{"decimal": {"thousands": "."}}"#,
        &["`columns.age.kind`", "the decimal sign and the thousands sign", "two signs"],
    );
    kind(r#"{"decimal": {"unit": "100 g"}}"#, &["`columns.age.kind`", "has a digit", "Give it alone"]);
    kind(r#"{"date": {"format": "dd/mm/yyyy"}}"#, &["has no month"]);
    kind(r#"{"date": {"format": "dd/MM/yyyy", "from_year": 1930}}"#, &["four digits"]);
    kind(r#""dates""#, &["unknown variant `dates`", "`whole-number`"]);
}

#[test]
fn a_list_where_settings_have_names() {
    let unnamed = |rest, key| settings(rest, &[key, "does not name its settings", "Write an object"]);
    unnamed(r#""privacy": [2, 0.5]"#, "`privacy`");
    unnamed(r#""loss": ["iyengar", "maximum"]"#, "`loss`");
    unnamed(r#""search": {"budget": [1, 2]}"#, "`search.budget`");
    unnamed(r#""search": ["exact", 7, {"seconds": null}]"#, "`search`");
    unnamed(r#""uniques": []"#, "`uniques`");
    unnamed(r#""frontier": []"#, "`frontier`");
    unnamed(r#""dialect": [",", "\"", true, 1, 1, [], "utf-8", []]"#, "`dialect`");
    columns(
        r#"{"age": ["quasi-identifier", null, null, null, null, 1, 0, null]}"#,
        &["`columns.age`", "does not name its settings"],
    );
    columns(
        r#"{"age": {"role": "quasi-identifier", "hierarchy": {"mask": ["right", "*", null]}}}"#,
        &["`columns.age.hierarchy.mask`", "does not name its settings"],
    );
    recipe(
        r#"[1, null, {"age": {"role": "quasi-identifier"}}, [], null, [2, 0.5]]"#,
        &["`the recipe`", "does not name its settings"],
    );
}

#[test]
fn a_byte_order_mark_before_a_recipe_is_no_fault() {
    let folder = Folder::of_ages();
    folder.write("recipe.json", format!("\u{feff}{}", RECIPE.replace("REST", "")));
    folder.anonymize().exits(0);
}

#[test]
fn unknown_keys_at_any_depth() {
    for (rest, key) in [
        (r#""search": {"budget": {"second": 1}}"#, "`second`"),
        (r#""uniques": {"impact": {"wait": "w"}}"#, "`wait`"),
        (r#""dialect": {"delimeter": ";"}"#, "`delimeter`"),
        (r#""frontier": {"spaces": 1}"#, "`spaces`"),
        (r#""loss": {"measures": "iyengar"}"#, "`measures`"),
    ] {
        settings(rest, &["unknown field", key]);
    }
    for (hierarchy, key) in [
        (r#"{"mask": {"from": "right", "step": [1]}}"#, "`step`"),
        (r#"{"intervals": {"widths": [1], "start": 0}}"#, "`start`"),
        (r#"{"groups": {"order": "text", "fan_out": [2], "size": 1}}"#, "`size`"),
    ] {
        let column = format!(r#"{{"age": {{"role": "quasi-identifier", "hierarchy": {hierarchy}}}}}"#);
        columns(&column, &["unknown field", key]);
    }
}

#[test]
fn a_hierarchy_that_swaps_values() {
    let circle = |rows: &str, parts: &[&str]| {
        let folder = Folder::of_ages();
        folder.write("hierarchy_age.csv", rows);
        folder.fails(2, parts);
    };
    let parts = ["hierarchy_age.csv", "row 1", "level 1 goes in a circle: `20` → `21` → `20`", "value of its own"];
    circle("20;21\n21;20\n30;30\n", &parts);
    circle("20;21;*\n21;20;*\n30;30;*\n", &parts);
    circle("20;x;21\n21;y;30\n30;z;20\n", &["level 2", "`20` → `21` → `30` → `20`"]);
    // Through groups of more than one value, too, unless they are numbered.
    circle(
        "20;Linz\n21;Linz\n30;Wien\nWien;Linz\nLinz;Wien\n",
        &["hierarchy_age.csv", "row 5", "level 1 goes in a circle: `Linz` → `Wien` → `Linz`"],
    );
    // A group may bear the name of a value that is in it, and numbered groups those of others.
    for rows in [
        "20;20;*\n21;20;*\n30;21;*\n",
        "20;30;*\n21;30;*\n30;20;*\n",
        "20;21;30\n21;21;30\n30;30;30\n",
        "20;a;20\n21;a;20\n30;b;20\n",
    ] {
        let folder = Folder::of_ages();
        folder.write("hierarchy_age.csv", rows);
        folder.anonymize().exits(0);
    }
}

#[test]
fn linked_columns_of_different_heights() {
    let folder = Folder::of_ages();
    let recipe = |cap: &str| {
        let columns = format!(
            r#"{{"age": {{"role": "quasi-identifier", "hierarchy": {{"file": "hierarchy_age.csv"}}{cap}}}, "note": {{"role": "quasi-identifier"}}}}"#
        );
        let rest = r#""linked": [["age", "note"]], "privacy": {"k": 2, "suppression_limit": 1}"#;
        format!(r#"{{"kanon": 1, "columns": {columns}, {rest}}}"#)
    };
    folder.write("recipe.json", recipe(""));
    let parts = [
        "`linked`",
        "`age` has the levels 0 to 2, `note` has the levels 0 to 1",
        "the same number of levels",
        "a highest level of at most 1 (`max_level` in a recipe)",
    ];
    folder.fails(2, &parts);
    folder.write("recipe.json", recipe(r#", "max_level": 1"#));
    folder.anonymize().exits(0);
}

#[test]
fn weights_that_overflow_or_vanish() {
    let weight = |weight: &str| {
        RECIPE
            .replace("}}}REST", &format!(r#"}}, "weight": {weight}}}}}, "loss": {{"measure": "entropy"}}}}"#))
            .replace("}}}", "}}")
    };
    for out_of_range in ["1.7e308", "1000001", "1e-7", "1e-320", "-1"] {
        recipe(
            weight(out_of_range),
            &["columns.age.weight", "is not a weight", "Choose 0, or a number from 0.000001 to 1000000"],
        );
    }
    for allowed in ["1e-6", "1", "1000000"] {
        let folder = Folder::of_ages();
        folder.write("recipe.json", weight(allowed));
        folder.anonymize().exits(0);
        let report: serde_json::Value = serde_json::from_str(&folder.read("report.json")).unwrap();
        assert!(report["loss"].as_f64().unwrap().is_finite(), "{allowed}");
    }
}

#[test]
fn a_count_column_that_the_release_would_not_show() {
    let folder = Folder::of_ages();
    folder.write("data.csv", "age,n\n20,3\n30,2\n");
    folder.write(
        "recipe.json",
        r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier"}, "n": {"role": "identifier"}}, "count_column": "n"}"#,
    );
    folder.fails(2, &["`count_column`", "`n` is an identifier as well", "leave it out", "insensitive"]);
}

#[test]
fn budgets_that_are_none() {
    settings(
        r#""search": {"budget": {"seconds": -1}}"#,
        &["`search.budget.seconds`", "-1 s leave no time", "null for no budget"],
    );
    settings(r#""search": {"budget": {"checks": 0}}"#, &["`search.budget.checks`", "0 leaves no policy to check"]);
}

#[test]
fn numbers_that_ask_for_nothing_or_too_much() {
    let folder = Folder::of_ages();
    folder.kanon("verify data.csv --qi age --k 0").exits(2).complains(&["--k", "0 is not in 1.."]);
    for records in ["0", "10000001", "9223372036854775808"] {
        folder.kanon(&format!("sample --out new --records {records}")).exits(2).complains(&["--records", records]);
        assert!(!folder.has("new"));
    }
}

#[test]
fn a_lattice_that_cannot_be_counted_is_said_to_be_larger() {
    let folder = Folder::empty();
    // 2^130 policies: 65 columns would be too many, so that 33 have 16 levels each.
    let names: Vec<String> = (0..33).map(|column| format!("c{column}")).collect();
    let columns: Vec<String> = (names.iter())
        .map(|name| {
            let row = |value: &str| {
                let groups = (1..15).map(|level| format!("\"{value} in {level}\""));
                format!("[\"{value}\", {}, \"*\"]", groups.collect::<Vec<_>>().join(", "))
            };
            format!(
                r#""{name}": {{"role": "quasi-identifier", "hierarchy": {{"rows": [{}, {}]}}}}"#,
                row("a"),
                row("b")
            )
        })
        .collect();
    let recipe = format!(
        r#"{{"kanon": 1, "columns": {{{}}}, "privacy": {{"k": 2}}, "search": {{"algorithm": "best-first"}}}}"#,
        columns.join(", ")
    );
    folder.write("recipe.json", recipe);
    let line = |value: &str| vec![value; 33].join(",");
    folder.write("data.csv", format!("{}\n{}\n{}\n", names.join(","), line("a"), line("a")));
    folder.anonymize().exits(0).prints(&["more than 10^38 policies in the lattice"]);
    let report = folder.read("report.json");
    assert!(report.contains(r#""lattice_size": "more than 10^38""#), "{report}");
    // It is read again.
    folder.kanon("verify release.csv --report report.json --recipe recipe.json --data data.csv").exits(0);
    folder.kanon("sweep data.csv --recipe recipe.json --k-to 2 --report sweep.json").exits(0);
    assert!(folder.read("sweep.json").contains("more than 10^38"));
}

#[test]
fn checks_are_not_said_to_be_policies() {
    let folder = Folder::of_ages();
    folder.write("hierarchy_age.csv", "20\n21\n30\n");
    folder.write("recipe.json", RECIPE.replace("REST", r#", "privacy": {"k": 1}"#));
    folder.anonymize().exits(0).prints(&["1 policy in the lattice"]);
}

#[cfg(unix)]
#[test]
fn a_hierarchy_that_is_no_file() {
    for name in ["/dev/zero", "pipe", "."] {
        let folder = Folder::of_ages();
        folder.make_pipe("pipe");
        folder.write("recipe.json", RECIPE.replace("REST", "").replace("hierarchy_age.csv", name));
        folder.fails(2, &["column `age`", &format!("`{name}` cannot be read"), "this is "]);
    }
}

#[test]
fn every_value_without_a_row_is_named_with_what_is_nearly_the_same() {
    let recipe = r#"{"kanon": 1, "columns": {"origin": {"role": "quasi-identifier", "hierarchy": {"file": "origin.csv"}},
        "y": {"role": "insensitive"}}, "privacy": {"k": 2}}"#;
    let folder = Folder::empty();
    folder.write("recipe.json", recipe);
    folder.write("origin.csv", "Italy;Europe;*\nSpain;Europe;*\nJapan;Asia;*\nNew Zealand;Oceania;*\n");
    let of = |values: &[&str]| {
        let rows: String = values.iter().map(|value| format!("{value},1\n")).collect();
        folder.write("table.csv", format!("origin,y\n{rows}"));
        folder.kanon("anonymize table.csv --recipe recipe.json --out out.csv").exits(2).complaint()
    };
    let complaint = of(&["Italy", "italy", "", "Japan ", "NEW  Zealand", "Peru", "Peru"]);
    for part in [
        "4 values of the data have no row in the hierarchy: `Peru` (2 records), `Japan ` (1 record;",
        "`italy` (1 record; `Italy`, which has a row, differs in capitals or blanks only)",
        "`Japan ` (1 record; `Japan`",
        "`NEW  Zealand` (1 record; `New Zealand`",
        "Add a row for each of them to the hierarchy, correct them in the table, or name those that mean unknown as missing",
    ] {
        assert!(complaint.contains(part), "{part} is not in {complaint}");
    }
    assert!(!complaint.contains("empty cell"), "{complaint}");
    // The advice helps.
    folder.write("origin.csv", "Italy;Europe;*\nitaly;Europe;*\n;;*\nPeru;America;*\n");
    folder.write("table.csv", "origin,y\nItaly,1\nitaly,1\n,1\n,2\nPeru,1\nPeru,2\n");
    folder.kanon("anonymize table.csv --recipe recipe.json --out out.csv").exits(0);
    folder.write("table.csv", "origin,y\nItaly,1\nitaly,1\n,1\n,2\n-,1\n-,2\n");
    let named = recipe.replace(r#""origin.csv"}"#, r#""origin.csv"}, "missing": ["-"]"#);
    folder.write("recipe.json", named);
    folder.kanon("anonymize table.csv --recipe recipe.json --out out.csv").exits(0);
    folder.write("recipe.json", recipe);
    let many: Vec<String> = (0..20).map(|number| format!("place {number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(of(&many).contains("`place 19` (1 record)"));
}

#[test]
fn a_message_shows_little_of_its_input_and_nothing_that_steers_a_terminal() {
    let is_short = |folder: &Folder, parts: &[&str]| {
        let ended = folder.anonymize().exits(2).complains(parts);
        let message = ended.stderr();
        assert!(message.len() < 12_000, "{} bytes", message.len());
        let hidden = message.trim_end().chars().find(|character| character.is_control());
        assert_eq!(hidden, None, "{message:?}");
    };
    let steering = "\u{1b}[2J\u{7}";
    let long = format!("{steering}{}", "long".repeat(1_000_000));
    // A column that the file does not have, among many long ones.
    let folder = Folder::of_ages();
    let header: Vec<String> = (0..200).map(|column| format!("{column}{steering}{}", "x".repeat(9_000))).collect();
    folder.write("data.csv", format!("{}\n", header.join(",")));
    is_short(&folder, &["column `age`", "no such column", "and 150 more", r"\u{1b}[2J\u{7}"]);
    // A value without a row in the hierarchy.
    let folder = Folder::of_ages();
    folder.write("data.csv", format!("age,name,note\n{},a,x\n", &long[..60_000]));
    is_short(&folder, &["no row in the hierarchy", r"\u{1b}", "Add a row"]);
    // Groups that are split, values that are there twice, circles.
    let rows = format!("20;{long}a;*\n21;{long}a;x\n");
    let folder = Folder::of_ages();
    folder.write("hierarchy_age.csv", &rows);
    is_short(&folder, &["row 2", "level 2", "rename one of the two groups"]);
    folder.write("hierarchy_age.csv", format!("{long};*\n{long};*\n"));
    is_short(&folder, &["has a row already", "one row for each value"]);
    folder.write("hierarchy_age.csv", format!("{long};20\n20;{long}\n"));
    is_short(&folder, &["in a circle", "value of its own"]);
    // A key and a file of the recipe, and a line break in the name of a file.
    let key = serde_json::to_string(&long).unwrap();
    for rest in [
        format!(r#", {key}: 1"#),
        format!(r#", "loss": {{"measure": {key}}}"#),
        format!(r#", "count_column": {key}"#),
        format!(r#", "linked": [[{key}, "age"]]"#),
        format!(r#", "dialect": {{"encoding": {key}}}"#),
    ] {
        let folder = Folder::of_ages();
        folder.write("recipe.json", RECIPE.replace("REST", &rest));
        is_short(&folder, &["long"]);
    }
    let folder = Folder::of_ages();
    folder.write("recipe.json", RECIPE.replace("REST", "").replace("hierarchy_age.csv", r"absent\nfile"));
    is_short(&folder, &[r"`absent\nfile` cannot be read"]);
}
