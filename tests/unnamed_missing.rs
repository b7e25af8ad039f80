//! What no recipe names counts as a value: usual signs for a missing value are proposed by column, told, and never
//! read by themselves.

use crate::support::program::{Ended, Folder};
use serde_json::{Value, json};
use std::fmt::Write as _;

fn table(header: &str, rows: &[(&str, usize)]) -> String {
    let mut text = format!("{header}\n");
    for &(row, times) in rows {
        for _ in 0..times {
            writeln!(text, "{row}").ok();
        }
    }
    text
}

/// Nothing is said of values that may mean a missing one.
fn is_silent(ended: &Ended) {
    assert!(!ended.complaint().contains("counts as a value"), "{}", ended.complaint());
}

fn two_towns(sensitive: &str, of_a: &str, of_b: &str) -> Folder {
    let folder = Folder::empty();
    let rows = [(format!("A,{of_a}"), 6), (format!("B,{of_b}"), 6)];
    let rows: Vec<(&str, usize)> = rows.iter().map(|(row, times)| (row.as_str(), *times)).collect();
    folder.write("data.csv", table(&format!("town,{sensitive}"), &rows));
    folder.write(
        "recipe.json",
        json!({
            "kanon": 1,
            "columns": {"town": {"role": "quasi-identifier"}, sensitive: {"role": "sensitive"}},
            "protect": [
                {"k-anonymity": 3},
                {"t-closeness": {"column": sensitive, "t": 0.2}},
                {"beta-likeness": {"column": sensitive, "beta": 0.1}}
            ],
            "privacy": {"suppression_limit": 0}
        })
        .to_string(),
    );
    folder
}

/// Where half of the table has a word and each town has one of the halves, both towns are 0.5 away from the table:
/// only one class of both is close to it.
#[test]
fn a_condition_counts_every_word_that_nobody_named() {
    for (of_a, of_b) in [("-", "+"), ("NA", "DE"), ("?", "yes"), ("NULL", "J45"), (".", "1.5"), ("N/A", "E11")] {
        let folder = two_towns("found", of_a, of_b);
        let ended = folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv --report report.json");
        ended.exits(0).prints(&["policy: town 1"]);
        let released = folder.read("release.csv");
        assert_eq!(released.matches("*,").count(), 12, "{of_a}: {released}");
        let verified = folder.kanon("verify release.csv --report report.json --recipe recipe.json --data data.csv");
        verified.exits(0);
        let finished = folder.kanon(
            "verify data.csv --qi town --k 3 --sensitive found --protect {\"t-closeness\":{\"column\":\"found\",\"t\":0.2}}",
        );
        finished.exits(1).prints(&["FAILS", "the farthest is 0.5000 away"]);
    }
}

/// Named as missing by the user, they are not counted.
#[test]
fn what_the_recipe_names_is_missing() {
    let folder = two_towns("found", "?", "yes");
    let mut recipe: Value = serde_json::from_str(&folder.read("recipe.json")).unwrap();
    recipe["columns"]["found"]["missing"] = json!(["?"]);
    recipe["protect"].as_array_mut().unwrap().truncate(2);
    folder.write("recipe.json", recipe.to_string());
    let ended = folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv");
    is_silent(&ended.exits(0).prints(&["the farthest is 0.0000 away"]));
}

#[test]
fn a_usual_sign_that_counts_as_a_value_is_told_in_one_line() {
    let told = "data.csv: `?` occurs 6 times in `found`, and counts as a value; if it means that the value is missing, \
                name it: \"columns\": {\"found\":{\"missing\":[\"?\"]}} in the recipe";
    let folder = two_towns("found", "?", "3");
    folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv").exits(0).complains(&[told]);
    let both = r#"{"kanon":1,"columns":{"town":{"role":"quasi-identifier"},"found":{"role":"quasi-identifier"}},
                   "uniques":{"k":2},"frontier":{"space":"full-domain"}}"#;
    folder.write("both.json", both);
    folder.kanon("uniques data.csv --recipe both.json").exits(0).complains(&[told]);
    folder.kanon("frontier data.csv --recipe both.json --report frontier.json").exits(0).complains(&[told]);
    // A sign beside the other finding is a finding.
    let folder = two_towns("found", "-", "+");
    is_silent(&folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv").exits(0));
}

/// Two records are alone with the country whose code is `NA`.
#[test]
fn namibia_is_a_country() {
    let folder = Folder::empty();
    folder.write("data.csv", table("town,country", &[("A,NL", 6), ("A,NA", 1), ("B,DE", 6), ("B,NA", 1)]));
    folder.write(
        "recipe.json",
        r#"{"kanon":1,"columns":{"town":{"role":"quasi-identifier"},"country":{"role":"quasi-identifier"}},
            "uniques":{"k":2}}"#,
    );
    let ended = folder.kanon("uniques data.csv --recipe recipe.json");
    is_silent(&ended.exits(0).prints(&["2 of 14 records have an unsafe combination"]));
    let proposed = folder.kanon("propose data.csv --out proposed.json").exits(0);
    assert!(!proposed.printed().contains("missing value"), "{}", proposed.printed());
    assert!(!folder.read("proposed.json").contains("NA"));
}

#[test]
fn the_first_recipe_names_signs_of_columns_that_are_neither_sensitive_nor_open() {
    let folder = Folder::empty();
    let mut text = "age,sex,country,hiv,score,xq7\n".to_owned();
    for row in 0..80 {
        let age = if row % 13 == 0 { "?".to_owned() } else { (20 + row % 50).to_string() };
        let sex = ["F", "M", "NA"][row % 3];
        let country = ["NA", "DE", "FR", "ES"][row % 4];
        let hiv = ["-", "+"][row % 2];
        let score = if row % 9 == 0 { "NULL".to_owned() } else { (row % 7).to_string() };
        let open = if row % 11 == 0 { ".".to_owned() } else { format!("{}.5", row % 8) };
        writeln!(text, "{age},{sex},{country},{hiv},{score},{open}").ok();
    }
    folder.write("data.csv", text);
    folder.kanon("propose data.csv --out recipe.json").exits(0).prints(&[
        "missing in every column: empty cells\n",
        "age: quasi-identifier\n  whole numbers, ",
        "`?` is named missing in the recipe: ? occurs 7 times and is a usual sign for a missing value",
        "`NA` is named missing in the recipe: NA occurs 26 times",
        "score: sensitive\n  whole numbers, but for some values, 8 values\n",
        "`NULL` in 9 records may mean a missing value: NULL occurs 9 times and is a usual sign for a missing value; it \
         counts as a value",
    ]);
    let recipe: Value = serde_json::from_str(&folder.read("recipe.json")).unwrap();
    assert_eq!(recipe["dialect"]["missing"], json!([""]));
    let missing = |column: &str| recipe["columns"][column].get("missing").cloned();
    assert_eq!(missing("age"), Some(json!(["?"])));
    assert_eq!(missing("sex"), Some(json!(["NA"])));
    for column in ["country", "hiv", "score", "xq7"] {
        assert_eq!(missing(column), None, "{column}");
    }
    assert!(recipe["columns"]["age"]["hierarchy"]["intervals"].is_object(), "{recipe}");
    let ended = folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv --publish-unnamed");
    is_silent(&ended.exits(0));
}

#[test]
fn cells_that_are_lists_are_told() {
    let told = "the cells of `dx` are lists with `;`; each text is one value here: `I10;E11.9` and `E11.9;I10` are two";
    let folder = Folder::empty();
    let recipe = r#"{"kanon":1,"columns":{"dx":{"role":"quasi-identifier"},"n":{"role":"insensitive"}},
                     "privacy":{"k":1}}"#;
    folder.write("recipe.json", recipe);
    let run = "anonymize data.csv --recipe recipe.json --out release.csv";
    folder.write("data.csv", table("dx,n", &[("I10;E11.9,1", 1), ("E11.9;I10,1", 1), ("I10,1", 2)]));
    folder.kanon(run).exits(0).complains(&[told]);
    folder.kanon("propose data.csv").exits(0).prints(&[told]);
    for rows in [
        &[("I10;E11.9,1", 2), ("I10;J45,1", 2)][..],
        &[("01/02/2020,1", 1), ("02/01/2020,1", 1)],
        &[("I10;E11.9,1", 1), ("E11.9;I10,1", 1), ("I10,1", 5)],
    ] {
        folder.write("data.csv", table("dx,n", rows));
        assert!(!folder.kanon(run).complaint().contains("are lists"), "{rows:?}");
    }
}

/// What the report says of the reading is what was counted, and a changed word or number of it fails.
#[test]
fn how_the_table_was_read_is_in_the_report_and_verified() {
    let rows = [("A;1;?;x", 3), ("A;2;;x", 2), ("B;NA;3;y", 4), (";;;", 1)];
    let folder = Folder::empty();
    folder.write("data.csv", table("town;n;found;ward", &rows));
    let recipe = |dialect: &Value| {
        let mut recipe = json!({
            "kanon": 1,
            "columns": {
                "town": {"role": "quasi-identifier"},
                "n": {"role": "quasi-identifier", "missing": ["NA"]},
                "found": {"role": "sensitive"},
                "ward": {"role": "insensitive"},
            },
            "protect": [{"l-diversity": {"column": "found", "l": 1}}],
            "privacy": {"k": 2, "suppression_limit": 1}
        });
        if !dialect.is_null() {
            recipe["dialect"] = dialect.clone();
        }
        folder.write("recipe.json", recipe.to_string());
    };
    let verify = "verify release.csv --report report.json --recipe recipe.json --data data.csv";
    for dialect in [Value::Null, json!({"delimiter": ";"})] {
        recipe(&dialect);
        let made = folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv --report report.json");
        made.exits(0);
        folder.kanon(verify).exits(0);
        let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
        let read = &report["read"];
        let cells =
            |column: &str, value: &str, records: u64| json!({"column": column, "value": value, "records": records});
        assert_eq!(
            read["missing_values"],
            json!([cells("town", "", 1), cells("n", "", 1), cells("n", "NA", 4), cells("found", "", 3)])
        );
        assert_eq!(read["signs_as_values"], json!([cells("found", "?", 3)]));
        assert_eq!(read["odd_records"], json!([{"reason": "blank", "rows": 1}]));
        match dialect {
            Value::Null => assert_eq!(read["dialect"]["delimiter"], ";"),
            _ => assert_eq!(read.get("dialect"), None),
        }
        let changes: [fn(&mut Value); 6] = [
            |read| read["missing_values"][2]["records"] = json!(3),
            |read| read["missing_values"][2]["value"] = json!("N/A"),
            |read| read["signs_as_values"] = json!([]),
            |read| read["odd_records"][0]["rows"] = json!(2),
            |read| read["dialect"] = json!({"delimiter": ","}),
            |read| read["more"] = json!([]),
        ];
        for change in changes {
            let mut changed = report.clone();
            change(&mut changed["read"]);
            folder.write("report.json", changed.to_string());
            folder.kanon(verify).exits(1).prints(&["how the original was read"]);
        }
        let mut without = report.clone();
        without.as_object_mut().unwrap().remove("read");
        folder.write("report.json", without.to_string());
        folder.kanon(verify).exits(2).complains(&["the report lacks `read`"]);
        folder.write("report.json", report.to_string());
        folder.kanon("report report.json --recipe recipe.json --out report.html").exits(0);
        let document = folder.read("report.html");
        for words in ["Records with a missing value in n: “NA”", "Rows that count, and may be none"] {
            assert!(document.contains(words), "{words}");
        }
        folder.kanon("report report.json --recipe recipe.json --edition external --out outside.html").exits(0);
        assert!(!folder.read("outside.html").contains("missing value in n"));
    }
}

/// The report of unsafe combinations says it too, and the one for recipients does not.
#[test]
fn how_a_table_of_cells_was_read_is_verified_too() {
    let folder = Folder::empty();
    folder.write("data.csv", table("a,b", &[("1,x", 3), ("?,x", 2), (",y", 2), ("2,y", 1)]));
    folder.write(
        "recipe.json",
        r#"{"kanon":1,"columns":{"a":{"role":"quasi-identifier"},"b":{"role":"quasi-identifier"}},
            "uniques":{"k":2,"suppress":"strict"}}"#,
    );
    let run =
        "uniques data.csv --recipe recipe.json --out release.csv --report report.json --recipient-report out.json";
    folder.kanon(run).exits(0);
    assert!(!folder.read("out.json").contains("\"read\""));
    let verify = "verify release.csv --report report.json --recipe recipe.json --data data.csv";
    folder.kanon(verify).exits(0);
    let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    assert_eq!(report["read"]["missing_values"], json!([{"column": "a", "value": "", "records": 2}]));
    assert_eq!(report["read"]["signs_as_values"], json!([{"column": "a", "value": "?", "records": 2}]));
    for (list, records) in [("missing_values", 1), ("signs_as_values", 3)] {
        let mut changed = report.clone();
        changed["read"][list][0]["records"] = json!(records);
        folder.write("report.json", changed.to_string());
        folder.kanon(verify).exits(1).prints(&["how the original was read"]);
    }
    folder.write("report.json", report.to_string());
    folder.kanon("verify release.csv --report out.json --recipe recipe.json --data data.csv").exits(0);
}
