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

/// A folder with a table and with recipes for every kind of report, and what each report says of the reading.
fn of_every_kind() -> (Folder, Value) {
    let folder = Folder::empty();
    folder.write("data.csv", table("a;b", &[("1;x", 3), ("?;x", 2), (";y", 2), ("2;y", 1), (";", 1)]));
    for (name, space) in [("levels.json", "full-domain"), ("intervals.json", "partition")] {
        let recipe = json!({
            "kanon": 1,
            "columns": {"a": {"role": "quasi-identifier"}, "b": {"role": "quasi-identifier"}},
            "frontier": {"space": space},
            "uniques": {"k": 2},
            "privacy": {"k": 2, "suppression_limit": 1},
        });
        folder.write(name, recipe.to_string());
    }
    let cells = |column: &str, value: &str, records: u64| json!({"column": column, "value": value, "records": records});
    let dialect = json!({"delimiter": ";", "quote": "\"", "header": true, "encoding": "utf-8", "missing": [""]});
    let read = json!({
        "dialect": dialect,
        "missing_values": [cells("a", "", 3), cells("b", "", 1)],
        "signs_as_values": [cells("a", "?", 2)],
        "values_without_code": [],
        "odd_records": [{"reason": "blank", "rows": 1}],
    });
    (folder, read)
}

#[test]
fn every_report_about_a_table_says_how_it_was_read() {
    let (folder, expected) = of_every_kind();
    for (run, recipe) in [
        ("anonymize data.csv --out r.csv", "levels.json"),
        ("uniques data.csv", "levels.json"),
        ("sweep data.csv --k-to 9", "levels.json"),
        ("sweep data.csv --limits 0,0.5", "levels.json"),
        ("frontier data.csv", "levels.json"),
        ("frontier data.csv", "intervals.json"),
        ("study ola data.csv --k-to 2 --limits 1", "levels.json"),
    ] {
        let ended = folder.kanon(&format!("{run} --recipe {recipe} --report report.json")).exits(0);
        let guessed = "data.csv: guessed from its beginning: cells between semicolons, text in utf-8, names in row 1\n";
        assert!(ended.complaint().contains(guessed), "{}", ended.complaint());
        let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
        assert_eq!(report["read"], expected, "{run}");
    }
    let compared = folder.kanon("compare data.csv --recipe levels.json --policy a=1,b=0").exits(0);
    let compared: Value = serde_json::from_str(&compared.printed()).unwrap();
    assert_eq!(compared[0]["read"], expected);
}

#[test]
fn how_a_table_was_read_is_verified_where_no_release_is_and_told_as_claims() {
    let (folder, _) = of_every_kind();
    for (run, recipe) in [
        ("sweep data.csv --k-to 5", "levels.json"),
        ("frontier data.csv", "levels.json"),
        ("frontier data.csv", "intervals.json"),
    ] {
        folder.kanon(&format!("{run} --recipe {recipe} --report report.json")).exits(0);
        let verify = format!("verify --report report.json --recipe {recipe} --data data.csv");
        let ended = folder.kanon(&verify).exits(0);
        ended.prints(&[
            "holds: Read, as no recipe says it: claimed cells between semicolons, text in utf-8, names in row 1, found",
            "holds: Records with a missing value in a: nothing: claimed 3, found 3\n",
            "holds: Records with what may mean a missing value, and counts in a: “?”: claimed 2, found 2\n",
        ]);
        let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
        let changes: [fn(&mut Value); 4] = [
            |read| read["missing_values"][0]["records"] = json!(2),
            |read| read["dialect"]["header_row"] = json!(2),
            |read| read["signs_as_values"] = json!([]),
            |read| read["odd_records"] = json!([]),
        ];
        for change in changes {
            let mut changed = report.clone();
            change(&mut changed["read"]);
            folder.write("report.json", changed.to_string());
            folder.kanon(&verify).exits(1).prints(&["FAILS: how the original was read, "]);
        }
    }
}

/// The document of a review tells it to those who have the original, and to nobody else.
#[test]
fn a_review_tells_how_the_original_was_read() {
    let (folder, _) = of_every_kind();
    folder.kanon("anonymize data.csv --recipe levels.json --out r.csv --report report.json").exits(0);
    let words = ["Records with a missing value in a: nothing", "Read, as no recipe says it"];
    for (given, is_there) in [("--recipe levels.json --data data.csv", "3"), ("--recipe levels.json", "3")] {
        let verify = format!("verify r.csv --report report.json {given} --out-html");
        folder.kanon(&format!("{verify} inside.html"));
        let inside = folder.read("inside.html");
        assert!(words.iter().all(|words| inside.contains(words)) && inside.contains(is_there), "{given}");
        folder.kanon(&format!("{verify} outside.html --edition external"));
        let outside = folder.read("outside.html");
        assert!(outside.contains("how the original was read"));
        assert!(!words.iter().any(|words| outside.contains(words)), "{given}");
    }
}

/// What stands above the table is in the document, and is checked with the rest.
#[test]
fn rows_above_the_table_are_told_as_left_out() {
    for (above, told) in [
        ("sep=;\nRegister 2021\n\n", "names in row 3; the 2 rows above are left out"),
        ("# open data\n", "names in row 2; the row above is left out"),
        ("", "names in row 1<"),
    ] {
        let folder = Folder::empty();
        folder.write("data.csv", format!("{above}{}", table("a;b;c", &[("1;x;u", 3), ("2;y;v", 3)])));
        let recipe = r#"{"kanon":1,"columns":{"a":{"role":"quasi-identifier"},"b":{"role":"insensitive"},
                         "c":{"role":"insensitive"}},"privacy":{"k":2}}"#;
        folder.write("recipe.json", recipe);
        folder.kanon("anonymize data.csv --recipe recipe.json --out r.csv --report report.json").exits(0);
        folder.kanon("report report.json --recipe recipe.json --out report.html").exits(0);
        let document = folder.read("report.html");
        assert!(document.contains(told), "{told}");
    }
}

/// Units below the names count until they are left out, and are told and reported whether or not the recipe says how
/// the file is written.
#[test]
fn units_below_the_names_are_told_and_reported() {
    let folder = Folder::empty();
    let rows = [("years;g/l", 1), ("30;1.5", 3), ("31;1.5", 3), ("32;1.6", 3)];
    folder.write("data.csv", table("age;hb", &rows));
    let run = "anonymize data.csv --recipe recipe.json --out r.csv --report report.json";
    for (dialect, counts) in
        [(Value::Null, true), (json!({"delimiter": ";"}), true), (json!({"delimiter": ";", "skip": [1]}), false)]
    {
        let mut recipe = json!({
            "kanon": 1,
            "columns": {"age": {"role": "quasi-identifier"}, "hb": {"role": "insensitive"}},
            "privacy": {"k": 2, "suppression_limit": 1}
        });
        if !dialect.is_null() {
            recipe["dialect"] = dialect.clone();
        }
        folder.write("recipe.json", recipe.to_string());
        let ended = folder.kanon(run).exits(0);
        let told = "record 1 (years,g/l) counts, and may be none: it has texts where all others have numbers or dates";
        assert_eq!(ended.complaint().matches(told).count(), usize::from(counts), "{}", ended.complaint());
        let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
        let expected = if counts { json!([{"reason": "names", "rows": 1}]) } else { json!([]) };
        assert_eq!(report["read"]["odd_records"], expected, "{dialect}");
        folder.kanon("verify r.csv --report report.json --recipe recipe.json --data data.csv").exits(0);
    }
}

#[test]
fn values_that_are_no_codes_are_counted_and_verified() {
    for (codes, rows, values, records) in [
        ("icd-10", &[("E11.9", 3), ("flu", 2), ("Z", 1), ("", 2)][..], 2, 3),
        ("icd-9", &[("250.01", 3), ("E66.9", 4)], 1, 4),
        ("zip", &[("02139", 3), ("213", 2), ("n/a", 1)], 2, 3),
        ("postcode-nl", &[("1012 AB", 3), ("Utrecht", 2)], 1, 2),
        ("icd-10", &[("E11.9", 3), ("J45", 2)], 0, 0),
    ] {
        let folder = Folder::empty();
        let rows: Vec<(String, usize)> = rows.iter().map(|(value, times)| (format!("{value},1"), *times)).collect();
        let rows: Vec<(&str, usize)> = rows.iter().map(|(row, times)| (row.as_str(), *times)).collect();
        folder.write("data.csv", table("code,n", &rows));
        let recipe = json!({
            "kanon": 1,
            "columns": {
                "code": {"role": "quasi-identifier", "hierarchy": {"codes": codes}},
                "n": {"role": "insensitive"},
            },
            "privacy": {"k": 2, "suppression_limit": 1}
        });
        folder.write("recipe.json", recipe.to_string());
        folder.kanon("anonymize data.csv --recipe recipe.json --out r.csv --report report.json").exits(0);
        let verify = "verify r.csv --report report.json --recipe recipe.json --data data.csv";
        let ended = folder.kanon(verify).exits(0);
        let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
        let found = &report["read"]["values_without_code"];
        if values == 0 {
            assert_eq!(found, &json!([]));
            continue;
        }
        assert_eq!(found, &json!([{"column": "code", "values": values, "records": records}]), "{codes}");
        ended.prints(&["holds: Records without a code of the system, in code ("]);
        let changes: [fn(&mut Value); 3] =
            [|found| found[0]["values"] = json!(9), |found| found[0]["records"] = json!(9), |found| *found = json!([])];
        for change in changes {
            let mut changed = report.clone();
            change(&mut changed["read"]["values_without_code"]);
            folder.write("report.json", changed.to_string());
            folder.kanon(verify).exits(1).prints(&["FAILS: how the original was read"]);
        }
    }
}

/// What was guessed is told in one line, unless it is what such files usually are.
#[test]
fn a_guess_is_told_where_it_is_none_of_the_usual() {
    let recipe = |folder: &Folder, dialect: &str| {
        let recipe = r#"{"kanon":1,DIALECT"columns":{"a":{"role":"quasi-identifier"},"b":{"role":"insensitive"}},
                         "privacy":{"k":1}}"#;
        folder.write("recipe.json", recipe.replace("DIALECT", dialect));
    };
    let run = "anonymize data.csv --recipe recipe.json --out r.csv";
    for (text, told) in [
        ("a\tb\n1\tx\n2\ty\n", "cells between tabs, text in utf-8, names in row 1\n"),
        ("A table\n\na|b\n1|x\n2|y\n3|z\n", "cells between vertical bars, text in utf-8, names in row 2\n"),
        ("p,\na,b\n1,x\n2,y\n3,y\n", "cells between commas, text in utf-8, names in rows 1 to 2\n"),
        ("a,b\n1,x\n2,y\n", ""),
    ] {
        let folder = Folder::empty();
        folder.write("data.csv", text);
        let group = if told.contains("rows 1 to 2") { "p · " } else { "" };
        recipe(&folder, "");
        let named = |name: &str, text: &str| text.replace(&format!("{name:?}"), &format!("\"{group}{name}\""));
        let named = named("a", &named("b", &folder.read("recipe.json")));
        folder.write("recipe.json", named);
        let ended = folder.kanon(run);
        let guessed = "data.csv: guessed from its beginning: ";
        match told {
            "" => assert!(!ended.complaint().contains(guessed), "{}", ended.complaint()),
            told => assert!(ended.complaint().contains(&format!("{guessed}{told}")), "{}", ended.complaint()),
        }
    }
    let folder = Folder::empty();
    folder.write("data.csv", "a;b\n1;x\n2;y\n");
    recipe(&folder, r#""dialect":{"delimiter":";"},"#);
    assert!(!folder.kanon(run).exits(0).complaint().contains("guessed"));
}
