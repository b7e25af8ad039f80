//! What becomes of columns that no policy generalizes: kept, left out, set to a constant, masked, hashed, pseudonyms.
//!
//! - The bytes of each treatment are worked out by hand.
//! - On random tables, read by a reader of the tests' own, equal values stay equal and different ones stay apart.
//! - Every byte of a treated release is changed, with and without the key.
//! - Refusals, and the program.

use crate::support::program::Folder;
use crate::support::random::cases;
use crate::support::released::{Released, failing, holds};
use crate::support::tamper::byte_tamperings;
use kanon::Error;
use kanon::recipe::Recipe;
use kanon::release::Key;
use kanon::table::EncodedStudy;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

const KEY: &str = "a key of more than sixteen bytes";

fn key() -> Key {
    Key::new(KEY.as_bytes()).unwrap()
}

/// A recipe over `age` and one more quasi-identifier, of which no record need be suppressed, with these other columns.
fn recipe(columns: &Value, release: &Value) -> Recipe {
    let mut all = json!({
        "age": {"role": "quasi-identifier", "hierarchy": {"rows": [["1", "*"], ["2", "*"]]}}
    });
    for (name, settings) in columns.as_object().unwrap() {
        all[name] = settings.clone();
    }
    let json = json!({
        "kanon": 1,
        "columns": all,
        "privacy": {"k": 2, "suppression_limit": 0.9},
        "release": release,
        "dialect": {"missing": ["", "NA"]}
    });
    Recipe::parse(&json.to_string()).unwrap()
}

fn text(released: &Released) -> String {
    String::from_utf8(released.release.clone()).unwrap()
}

#[test]
fn each_treatment_writes_what_it_says() {
    let csv = "id,age,phone,ward,mail,cost\n\
               x9,1,555-1234,A,a@b.c,10\n\
               NA,1,555,A,NA,11\n\
               x1,1,,B,d@e.f,\n\
               x9,1,5551234,NA,a@b.c,10\n";
    let columns = json!({
        "id": {"role": "identifier", "release": {"pseudonym": {"prefix": "P", "width": 3}}},
        "phone": {"role": "identifier", "release": {"mask": {"first": 3, "last": 1}}},
        "ward": {"role": "insensitive", "release": {"constant": "a, ward"}},
        "mail": {"role": "identifier", "release": {"keyed-hash": {"digits": 12}}},
        "cost": {"role": "sensitive", "release": "drop"}
    });
    let recipe = recipe(&columns, &json!({}));
    let released = Released::with_key(csv.as_bytes(), recipe, Some(key()));
    // Computed with another program: HMAC-SHA-256 of the addresses.
    let (one, other) = ("63bf92d1564d", "7827c4fe7f1c");
    let expected = format!(
        "id,age,phone,ward,mail\n\
         P001,1,555****4,\"a, ward\",{one}\n\
         NA,1,***,\"a, ward\",NA\n\
         P002,1,,\"a, ward\",{other}\n\
         P001,1,555***4,NA,{one}\n"
    );
    assert_eq!(text(&released), expected);
    assert_eq!(failing(&released), "");
    let report: Value = serde_json::from_str(&released.report).unwrap();
    assert_eq!(report["treatments"]["cost"], "drop");
    assert_eq!(report["treatments"]["id"], json!({"pseudonym": {"prefix": "P", "width": 3}}));
    assert_eq!(report["treatments"].as_object().unwrap().len(), 5);
    for output in [&released.report, &text(&released), &released.recipe.to_json()] {
        assert!(!output.contains(KEY));
    }
}

/// Rows in an order of their own, some left out: whoever counts the pseudonyms learns neither the order of the file nor
/// where records are missing.
#[test]
fn pseudonyms_follow_the_rows_of_the_release() {
    let mut csv = "id,age\n".to_owned();
    for row in 0..40 {
        // The records of age 2 are too few, and are removed.
        csv += &format!("person {},{}\n", row % 17, if row == 3 { 2 } else { 1 });
    }
    let columns = json!({"id": {"role": "identifier", "release": {"pseudonym": {}}}});
    let mut orders = HashSet::new();
    for seed in 0..5 {
        let settings = json!({"shuffle": seed, "suppressed": "remove"});
        let mut recipe = recipe(&columns, &settings);
        recipe.columns["age"].max_level = Some(0);
        let released = Released::new(csv.as_bytes(), recipe);
        assert_eq!(failing(&released), "");
        let released = text(&released);
        let mut highest = 0;
        for line in released.lines().skip(1) {
            let number: u32 = line.split(',').next().unwrap().parse().unwrap();
            assert!(number <= highest + 1, "{released}");
            highest = highest.max(number);
        }
        assert_eq!((highest, released.lines().count()), (17, 40));
        orders.insert(released);
    }
    assert_eq!(orders.len(), 5);
}

/// Without the key, whose hash a value has cannot be told, and it is said so; with it, it can.
#[test]
fn two_hashes_that_change_places_are_noticed_with_the_key_alone() {
    let csv = "age,mail\n1,a\n1,b\n1,a\n1,b\n";
    let columns = json!({"mail": {"role": "identifier", "release": {"keyed-hash": {}}}});
    let released = Released::with_key(csv.as_bytes(), recipe(&columns, &json!({})), Some(key()));
    let rows: Vec<String> = text(&released).lines().map(str::to_owned).collect();
    let swapped = [0, 2, 1, 4, 3].map(|row| rows[row].as_str()).join("\n") + "\n";
    let mut swapped = released.with_release(swapped.as_bytes());
    assert!(!holds(&swapped));
    swapped.key = None;
    let found = swapped.verify().unwrap();
    assert!(found.holds);
    let open = found.claims.iter().find(|claim| claim.claim.starts_with("keyed hashes"));
    assert_eq!(open.map(|claim| claim.holds), Some(None));
    // One of them alone is noticed in any case.
    let one = [0, 2, 2, 3, 4].map(|row| rows[row].as_str()).join("\n") + "\n";
    let mut one = released.with_release(one.as_bytes());
    one.key = None;
    assert!(!holds(&one));
}

#[test]
fn a_quasi_identifier_that_is_left_out_takes_no_part() {
    let csv = "age,zip\n1,10\n1,11\n2,12\n2,13\n";
    let columns = json!({"zip": {"role": "quasi-identifier", "release": "drop"}});
    let recipe = recipe(&columns, &json!({}));
    assert_eq!(EncodedStudy::columns(&recipe).unwrap(), ["age"]);
    let released = Released::new(csv.as_bytes(), recipe);
    assert_eq!(text(&released), "age\n1\n1\n2\n2\n");
    assert_eq!(failing(&released), "");
    let report: Value = serde_json::from_str(&released.report).unwrap();
    assert_eq!(report["policy"], json!({"age": 0}));
    assert_eq!(report["treatments"], json!({"zip": "drop"}));
}

fn refused(columns: &Value, more: &Value) -> Error {
    let mut json = json!({"kanon": 1, "columns": columns});
    for (name, value) in more.as_object().unwrap() {
        json[name] = value.clone();
    }
    Recipe::parse(&json.to_string()).unwrap_err()
}

#[test]
fn what_cannot_be_meant_is_refused_with_its_key() {
    let of = |role: &str, release: Value| json!({"a": {"role": role, "release": release}});
    let none = json!({});
    for (columns, more, part) in [
        (of("identifier", json!("keep")), &none, "`columns.a.release`: an identifier"),
        (of("quasi-identifier", json!("keep")), &none, "`columns.a.release`: a quasi-identifier"),
        (of("quasi-identifier", json!({"constant": "x"})), &none, "a quasi-identifier"),
        (of("identifier", json!({"mask": {}})), &none, "no character would be shown"),
        (of("identifier", json!({"mask": {"first": 101}})), &none, "101 is more than 100"),
        (of("identifier", json!({"mask": {"middle": 1}})), &none, "unknown field `middle`"),
        (of("identifier", json!({"mask": [1, 1]})), &none, "a list of values"),
        (of("identifier", json!({"keyed-hash": {"digits": 7}})), &none, "`columns.a.release.digits`"),
        (of("identifier", json!({"keyed-hash": {"digits": 65}})), &none, "65 is not between 8 and 64"),
        (of("identifier", json!({"keyed-hash": {"key": "x"}})), &none, "unknown field `key`"),
        (of("identifier", json!({"pseudonym": {"prefix": "=P"}})), &none, "formula"),
        (of("identifier", json!({"pseudonym": {"width": 200}})), &none, "`columns.a.release.width`"),
        (of("sensitive", json!({"constant": "@x"})), &none, "formula"),
        (of("sensitive", json!("erase")), &none, "unknown variant `erase`"),
        (of("sensitive", json!("drop")), &json!({"count_column": "a"}), "`count_column`"),
        (
            json!({
                "a": {"role": "quasi-identifier", "release": "drop"},
                "b": {"role": "quasi-identifier"}
            }),
            &json!({"linked": [["a", "b"]]}),
            "`a` is left out of the release",
        ),
    ] {
        let error = refused(&columns, more).to_string();
        assert!(error.contains(part), "{error}");
    }
}

/// Anonymizes as a user would: it must be refused, and leave nothing behind.
#[track_caller]
fn refuses(folder: &Folder, parts: &[&str]) {
    let before = folder.names();
    folder
        .kanon("anonymize data.csv --recipe recipe.json --out release.csv --report report.json")
        .exits(2)
        .complains(parts);
    assert_eq!(folder.names(), before);
}

#[test]
fn without_a_key_and_for_what_would_say_missing_nothing_is_written() {
    let folder = Folder::empty();
    folder.write("data.csv", "age,mail\n1,a\n1,b\n");
    let write = |release: Value| {
        let columns = json!({"mail": {"role": "identifier", "release": release}});
        folder.write("recipe.json", recipe(&columns, &json!({})).to_json());
    };
    write(json!({"constant": "NA"}));
    refuses(&folder, &["column `mail`, value `NA`", "would read as a missing value"]);
    write(json!({"keyed-hash": {}}));
    refuses(&folder, &["column `mail`", "needs a key for its keyed hashes. Give it with --key-file."]);
    folder.write("key.txt", "short\n");
    let with_key = "anonymize data.csv --recipe recipe.json --out release.csv --report report.json --key-file key.txt";
    folder.kanon(with_key).exits(2).complains(&["key.txt: the key has 5 bytes, fewer than 16"]);
    folder.write("key.txt", "a".repeat(20));
    folder.kanon(with_key).exits(2).complains(&["key.txt: the key has only 1 different bytes"]);
    // What others have is no key, under whatever name.
    folder.write("key.txt", folder.read("recipe.json"));
    for file in ["key.txt", "recipe.json", "data.csv"] {
        let ended = folder.kanon(&with_key.replace("key.txt", file)).exits(2);
        ended.complains(&[&format!("{file}: this is the same as"), "A key is secret"]);
    }
    folder.write("key.txt", format!("{KEY}\n"));
    folder.kanon(with_key).exits(0);
    folder
        .kanon("verify release.csv --report report.json --recipe recipe.json --data data.csv --key-file report.json")
        .exits(2)
        .complains(&["report.json: this is the same as"]);
    let verify = "verify release.csv --report report.json --recipe recipe.json --data data.csv";
    folder.kanon(&format!("{verify} --key-file key.txt")).exits(0);
    folder.kanon(verify).exits(0);
    folder.write("other.txt", "another key of sixteen bytes");
    folder.kanon(&format!("{verify} --key-file other.txt")).exits(1);
    for file in ["release.csv", "report.json", "recipe.json"] {
        assert!(!folder.read(file).contains(KEY), "{file}");
    }
    // What is written must not replace the key.
    let over = with_key.replace("release.csv", "key.txt");
    folder.kanon(&over).exits(2);
    assert!(folder.read("key.txt").contains(KEY));
    write(json!("drop"));
    folder.kanon(with_key).exits(2).complains(&["has no keyed hashes"]);
}

#[test]
fn columns_that_nobody_named_are_published_only_where_that_is_asked() {
    let folder = Folder::empty();
    folder.write("data.csv", "age,ward,note\n1,A,x\n1,B,y\n");
    folder.write("recipe.json", recipe(&json!({}), &json!({})).to_json());
    refuses(&folder, &["does not name 2 columns: `ward`, `note`", "--publish-unnamed"]);
    let command = "anonymize data.csv --recipe recipe.json --out release.csv --publish-unnamed";
    folder.kanon(command).exits(0);
    assert_eq!(folder.read("release.csv"), folder.read("data.csv"));
}

/// What becomes of a column, as JSON.
fn treatment() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!("keep")),
        Just(json!("drop")),
        Just(json!({"constant": "said, \"so\""})),
        (0usize..5).prop_map(|width| json!({"pseudonym": {"prefix": "p,", "width": width}})),
        (8usize..40).prop_map(|digits| json!({"keyed-hash": {"digits": digits}})),
        (0usize..3, 1usize..3).prop_map(|(first, last)| json!({"mask": {"first": first, "last": last}})),
    ]
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn equal_values_stay_equal_and_others_apart(
        rows in prop::collection::vec((1u8..=2, 0usize..6, 0usize..4), 4..40),
        treatments in prop::collection::vec(treatment(), 2),
        shuffle in prop::option::of(0u64..9),
        removed: bool,
        piece in 1usize..50,
    ) {
        let values = ["", "NA", "ab", "Æble", "a,b", "\"q\""];
        let quoted = |value: &str| format!("\"{}\"", value.replace('"', "\"\""));
        let mut csv = "number,one,age,two\n".to_owned();
        for (number, (age, one, two)) in rows.iter().enumerate() {
            csv += &format!("{number},{},{age},{}\n", quoted(values[*one]), quoted(values[*two]));
        }
        let columns = json!({
            "number": {"role": "insensitive"},
            "one": {"role": "sensitive", "release": &treatments[0]},
            "two": {"role": "insensitive", "release": &treatments[1]},
        });
        let mut settings = json!({"suppressed": if removed { "remove" } else { "star" }});
        if let Some(seed) = shuffle {
            settings["shuffle"] = json!(seed);
        }
        let mut released = Released::with_key(csv.as_bytes(), recipe(&columns, &settings), Some(key()));
        prop_assert!(released.verify_in(piece).unwrap().holds, "{}", failing(&released));
        released.key = None;
        prop_assert!(released.verify_in(piece).unwrap().holds, "{}", failing(&released));

        // Row by row by the number that each row keeps, with a reader of its own.
        let mut reader = csv_rows(&released.release);
        let header = reader.remove(0);
        let place = |name: &str| header.iter().position(|own| own == name);
        for (name, treatment) in ["one", "two"].into_iter().zip(&treatments) {
            let Some(place) = place(name) else {
                prop_assert_eq!(treatment, &json!("drop"));
                continue;
            };
            let mut of_value: HashMap<&str, String> = HashMap::new();
            let mut of_cell: HashMap<String, &str> = HashMap::new();
            for row in &reader {
                let number: usize = row[0].parse().unwrap();
                let value = values[if name == "one" { rows[number].1 } else { rows[number].2 }];
                let cell = &row[place];
                if ["", "NA"].contains(&value) {
                    prop_assert_eq!(cell, value);
                    continue;
                }
                let before = of_value.entry(value).or_insert_with(|| cell.clone());
                prop_assert_eq!(&*before, cell);
                if treatment.get("pseudonym").or(treatment.get("keyed-hash")).is_some() {
                    let owner = of_cell.entry(cell.clone()).or_insert(value);
                    prop_assert_eq!(*owner, value);
                    prop_assert_ne!(cell, value);
                }
            }
        }
    }
}

/// The rows of a table with quotes, by a reader of its own.
fn csv_rows(bytes: &[u8]) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    for character in std::str::from_utf8(bytes).unwrap().replace("\"\"", "\u{1}").chars() {
        match character {
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            '\u{1}' => cell.push('"'),
            other => cell.push(other),
        }
    }
    rows
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn no_byte_of_a_treated_release_can_be_changed_unnoticed() {
        let mut csv = "id,age,mail,phone\n".to_owned();
        for row in 0..8 {
            csv += &format!("p{},1,m{}@x.y,{}\n", row % 5, row % 3, 1000 + row);
        }
        let columns = json!({
            "id": {"role": "identifier", "release": {"pseudonym": {"prefix": "P"}}},
            "mail": {"role": "identifier", "release": {"keyed-hash": {"digits": 8}}},
            "phone": {"role": "identifier", "release": {"mask": {"last": 2}}}
        });
        for shuffle in [Value::Null, json!(3)] {
            let settings = match &shuffle {
                Value::Null => json!({}),
                seed => json!({"shuffle": seed}),
            };
            let mut released = Released::with_key(csv.as_bytes(), recipe(&columns, &settings), Some(key()));
            for has_key in [true, false] {
                released.key = has_key.then(key);
                assert!(holds(&released), "{}", failing(&released));
                for (what, bytes) in byte_tamperings(&released.release) {
                    let tampered = released.with_release(&bytes);
                    assert!(!holds(&tampered), "{what}, key {has_key}, {shuffle}");
                }
            }
            released.key = Some(Key::new(b"another key of sixteen bytes").unwrap());
            assert!(!holds(&released));
        }
    }
}
