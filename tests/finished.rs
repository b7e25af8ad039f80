//! What a finished table may disclose, by `kanon verify FILE --qi …` without a report and without the original.
//!
//! These are the warnings of `disclosure.rs`, as far as the file alone shows them.

use crate::support::program::{Ended, Folder};
use std::fmt::Write as _;

/// What is asked of a table that was written to `file.csv`.
fn verified(csv: &str, arguments: &str) -> Ended {
    let folder = Folder::empty();
    folder.write("file.csv", csv);
    folder.kanon(&format!("verify file.csv {arguments}"))
}

/// The codes of the warnings on standard error, in their order.
fn codes(ended: &Ended) -> Vec<String> {
    (ended.complaint().lines())
        .filter_map(|line| line.strip_prefix("warning [")?.split(']').next())
        .map(str::to_owned)
        .collect()
}

/// Rows with a number each, spread so that no column is sorted.
fn records(header: &str, rows: &[(&str, usize)]) -> String {
    let mut csv = format!("{header}\n");
    let most = rows.iter().map(|(_, number)| *number).max().unwrap_or(0);
    for turn in 0..most {
        for (row, _) in rows.iter().filter(|(_, number)| turn < *number) {
            writeln!(csv, "{row}").unwrap();
        }
    }
    csv
}

#[test]
fn records_without_any_value_are_a_class_of_their_own() {
    let rows = [("20,f,flu", 3), ("20,f,cold", 2), ("30,m,flu", 3), ("30,m,cold", 2), ("*,*,HIV", 2)];
    let asked = "--qi age,sex --k 5 --sensitive diag";
    let ended = verified(&records("age,sex,diag", &rows), asked).exits(0);
    assert_eq!(codes(&ended), ["suppressed-class", "suppressed-alike", "singling-out"]);
    ended.complains(&[
        "warning [suppressed-class]: The records of which every quasi-identifier is blank are a class of 2, smaller than k = 5",
        "All records of which every quasi-identifier is blank (2) have one value of the sensitive column `diag`",
    ]);
    let one = [&rows[..4], &[("*,*,HIV", 1)]].concat();
    verified(&records("age,sex,diag", &one), asked).exits(0).complains(&[
        "The one record of which every quasi-identifier is blank is a class of 1, smaller than k = 5",
        "Take this row out",
        "The one record of which every quasi-identifier is blank has one value of the sensitive column `diag`",
    ]);
    // As many as k are a class as any other; of several values nothing is known.
    let mut rows = rows;
    rows[4].1 = 5;
    let ended = verified(&records("age,sex,diag", &rows), asked).exits(0);
    // A cold is of four records.
    assert_eq!(codes(&ended), ["suppressed-alike", "singling-out"]);
    let mixed = [&rows[..], &[("*,*,flu", 1)]].concat();
    let ended = verified(&records("age,sex,diag", &mixed), asked).exits(0);
    assert_eq!(codes(&ended), ["singling-out"]);
    let ended = verified("age\n*\n*\n*\n", "--qi age --k 2").exits(0);
    assert_eq!(codes(&ended), ["all-suppressed"]);
    ended.complains(&["Every quasi-identifier is blank in all rows, of 3 records"]);
}

#[test]
fn classes_of_one_value_are_told_of_columns_that_are_named_sensitive() {
    let rows = [("20,HIV,x", 3), ("30,flu,x", 2), ("30,cold,y", 2), ("40,,y", 3), ("50,*,y", 3)];
    let csv = records("age,diag,ward", &rows);
    let ended = verified(&csv, "--qi age --k 3 --sensitive diag --insensitive ward").exits(0);
    // A cold is of two records only.
    assert_eq!(codes(&ended), ["classes-alike", "singling-out"]);
    ended.complains(&["In 1 class with 3 records all records have one value of the sensitive column `diag`"]);
    let ended = verified(&csv, "--qi age --k 3 --sensitive diag,ward").exits(0);
    assert_eq!(codes(&ended), ["classes-alike", "singling-out"]);
    // Of what is not named nothing is said but that it is not.
    let ended = verified(&csv, "--qi age --k 3").exits(0);
    assert_eq!(codes(&ended), ["singling-out", "unnamed"]);
    ended
        .prints(&["not checked: classes of one sensitive value: no column is named"])
        .complains(&["2 columns are not named as anything: diag, ward."]);
}

#[test]
fn rows_with_single_blanks_are_in_classes_only_where_a_blank_is_a_value() {
    let csv = "a,b,d\n1,x,HIV\n2,y,flu\n1,*,HIV\n1,x,HIV\n2,y,cold\n*,*,flu\n";
    let asked = "--qi a,b --k 2 --sensitive d";
    let ended = verified(csv, &format!("{asked} --blank category")).exits(1);
    assert_eq!(codes(&ended), ["suppressed-class", "suppressed-alike", "classes-alike", "singling-out"]);
    ended.complains(&["In 2 classes with 3 records"]);
    let ended = verified(csv, &format!("{asked} --blank wildcard")).exits(4);
    // A cold is of one record alone, whatever a blank is.
    assert_eq!(codes(&ended), ["singling-out"]);
    ended
        .complains(&["--sensitive: what classes disclose could not be checked, so this is no pass"])
        .prints(&["not checked: what classes disclose: rows have blanks in different columns"]);
    // Not asked for by name, it is told alone; and what fails counts more than what is open.
    verified(csv, "--qi a,b --k 2 --blank wildcard").exits(0).prints(&["not checked: what classes disclose"]);
    let both = "--qi a,b --k 9 --sensitive d --identifier e --blank wildcard";
    verified(&csv.replace("\n", ",1\n").replacen(",1", ",e", 1), both).exits(1);
    verified(&csv.replace("\n", ",1\n").replacen(",1", ",e", 1), &both.replace("--k 9", "--k 2"))
        .exits(4)
        .complains(&["--sensitive and --identifier: "]);
    // A column that is blank in all of them parts nobody.
    let csv = "a,b,d\n1,*,HIV\n2,*,flu\n1,*,HIV\n2,*,cold\n";
    let ended = verified(csv, &format!("{asked} --blank wildcard")).exits(0);
    assert_eq!(codes(&ended), ["classes-alike", "singling-out"]);
}

#[test]
fn persons_are_counted_by_an_identifier_that_is_named() {
    let rows = [("p1,20", 4), ("p2,20", 1), ("p3,30", 1), ("p4,30", 1), ("p5,30", 1)];
    let csv = records("pid,age", &rows);
    let ended = verified(&csv, "--qi age --k 3 --identifier pid").exits(0);
    // One of them occurs four times, the others once.
    assert_eq!(codes(&ended), ["few-persons", "rare-frequencies"]);
    ended.complains(&[
        "The identifier `pid` has fewer than 3 different values in 1 class with 5 records: 2. If each person",
    ]);
}

#[test]
fn an_order_of_the_rows_is_told_by_released_labels() {
    let sorted = "age,d\n<10,1\n<10,2\n10-19,1\n*,3\n10-19,2\n100-109,2\n100-109,1\n";
    let asked = "--qi age --k 2 --insensitive d";
    let ended = verified(sorted, asked).exits(0);
    assert_eq!(codes(&ended), ["suppressed-class", "sorted", "singling-out"]);
    ended.complains(&[
        "The rows are sorted by `age`. If the original was,",
        "`d` is no quasi-identifier, and 1 record has a value of it",
    ]);
    let drawn = "age,d\n10-19,1\n<10,2\n10-19,2\n100-109,1\n<10,1\n100-109,2\n";
    assert_eq!(codes(&verified(drawn, asked)), Vec::<String>::new());
}

#[test]
fn columns_that_nobody_named_and_formulas_are_told() {
    let mut csv = "ssn,age,ward\n".to_owned();
    for n in 0..20 {
        writeln!(csv, "{:03}-11-2222,{},=w{}", 100 + n, 20 + n % 2, n % 2).unwrap();
    }
    // Who is named needs no attack: what looks like an identifier comes first, and fails.
    let ended = verified(&csv, "--qi age --k 5").exits(1);
    assert_eq!(codes(&ended), ["unnamed-identifier", "singling-out", "unnamed", "formulas"]);
    ended.complains(&[
        "verification failed: columns look like identifiers",
        "`ssn` looks like an identifier, and is not named as anything",
        "1 column is not named as anything: ward.",
        "20 cells begin like a formula",
    ]);
    // A cell of a quasi-identifier, or of a column that tells persons apart, is in the file as any other.
    let csv = csv.replace(",20,", ",=20,");
    let ended = verified(&csv, "--qi age --k 5 --identifier ssn --insensitive ward").exits(0);
    assert_eq!(codes(&ended), ["formulas"]);
    ended.complains(&["30 cells begin like a formula"]);
}

/// A raw file of three columns that name persons, and nothing that k would find.
fn raw() -> String {
    let mut csv = "age,name,phone,mail,score\n".to_owned();
    for n in 0..40 {
        let name = ["Ann", "Bo", "Cy", "Di", "Ed"][n % 5];
        writeln!(csv, "{},{name} {name}son {n},555-0{:03},{name}{n}@a.org,{}", 20 + n % 2, 100 + n, n % 4).unwrap();
    }
    csv
}

#[test]
fn columns_that_look_like_identifiers_fail_and_come_first_unless_they_are_named() {
    let ended = verified(&raw(), "--qi age --k 5").exits(1);
    assert_eq!(codes(&ended)[0], "unnamed-identifier");
    let printed = ended.printed();
    let first = printed.lines().next().unwrap();
    assert!(
        first.starts_with(
            "FAILS: 3 columns look like identifiers, and are not named as anything: `name`, `phone`, `mail`."
        ),
        "{first}"
    );
    ended.complains(&["name them with --identifier or --insensitive"]);
    verified(&raw(), "--qi age --k 5 --identifier phone,mail --insensitive name").exits(0);
    // One that is left.
    let ended = verified(&raw(), "--qi age --k 5 --identifier phone,mail").exits(1);
    assert!(ended.printed().starts_with("FAILS: `name` looks like an identifier"));
    // A file without any, and one whose k does not hold either.
    verified("age,ward\n20,a\n20,b\n20,a\n20,b\n", "--qi age --k 4").exits(0).prints(&["4-anonymous"]);
    verified(&raw(), "--qi age,score --k 50").exits(1).prints(&["FAILS: ", "in classes smaller than 50"]);
    // The column of weights counts people.
    let mut weights = "age,w\n".to_owned();
    (0..40).for_each(|n| writeln!(weights, "{},{}", 20 + n % 2, 40_017 + 13 * n).unwrap());
    let asked = r#"--qi age --k 5 --protect {"k-map":5} --weight-column w"#;
    verified(&weights, asked).exits(0);
    verified(&weights.replace(",w\n", ",pid\n"), "--qi age --k 5").exits(1);
}

#[test]
fn the_page_of_a_verdict_says_first_who_is_named() {
    let folder = Folder::empty();
    folder.write("file.csv", raw());
    folder.kanon("verify file.csv --qi age --k 5 --out-html v.html").exits(1);
    let page = folder.read("v.html");
    let (named, report) = (page.find("3 columns look like identifiers"), page.find("No report was given"));
    assert!(named.is_some() && named < report, "{page}");
    assert!(page.contains("The release does not pass."));
    folder.kanon("verify file.csv --qi age --k 5 --identifier name,phone,mail --out-html v.html").exits(0);
    assert!(!folder.read("v.html").contains("does not pass"));
}

#[test]
fn free_text_tells_no_persons_apart() {
    let rows = [("none,20", 3), ("seen again in two weeks,20", 2), ("none,30", 3), ("went home on his own,30", 2)];
    for (name, cells, is_text) in [
        ("comments", &rows, true),
        (
            "x7",
            &[("seen in two weeks,20", 3), ("had pain at night,20", 2), ("none at all now,30", 3), ("went home,30", 2)],
            true,
        ),
        ("pid", &[("p1,20", 3), ("p2,20", 2), ("p3,30", 3), ("p4,30", 2)], false),
        ("name", &[("Ann Lee,20", 3), ("Bo Ek,20", 2), ("Maria del Mar Ruiz,30", 3), ("Cy Day,30", 2)], false),
    ] {
        let csv = records(&format!("{name},age"), cells);
        let folder = Folder::empty();
        folder.write("file.csv", csv);
        let ended = folder.kanon(&format!("verify file.csv --qi age --k 5 --identifier {name} --out-html v.html"));
        for code in ["few-persons", "rare-frequencies"] {
            assert_eq!(codes(&ended).contains(&code.to_owned()), !is_text, "{name}: {}", ended.complaint());
        }
    }
    let page = |name: &str| {
        let folder = Folder::empty();
        folder.write("file.csv", records(&format!("{name},age"), &rows));
        folder.kanon(&format!("verify file.csv --qi age --k 5 --identifier {name} --out-html v.html"));
        folder.read("v.html")
    };
    assert!(page("comments").contains("hold free text, which does not tell them apart"));
    assert!(!page("pid").contains("was not looked for: the columns that are said to identify"));
}

#[test]
fn a_recipe_names_columns_and_the_count() {
    let folder = Folder::empty();
    folder.write("file.csv", "age;d;n\n20;flu;3\n30;flu;1\n20;flu;2\n30;cold;9\n*;flu;2\n");
    folder.write(
        "recipe.json",
        r#"{"kanon": 1, "columns": {"pid": {"role": "identifier"}, "age": {"role": "quasi-identifier"}, "d": {"role": "sensitive"}}, "count_column": "n"}"#,
    );
    let by_recipe = folder
        .kanon("verify file.csv --qi age --k 5 --recipe recipe.json")
        .exits(0)
        .prints(&["17 records, 2 of them suppressed"]);
    let expected = ["suppressed-class", "suppressed-alike", "classes-alike"];
    assert_eq!(codes(&by_recipe), expected);
    by_recipe.complains(&["In 1 class with 5 records"]);
    let by_options = folder.kanon("verify file.csv --qi age --k 5 --sensitive d --count-column n").exits(0);
    assert_eq!(codes(&by_options), expected);
}

#[test]
fn names_that_the_file_does_not_have_and_counts_that_are_none_are_refused() {
    let csv = "age,d,n\n20,x,3\n20,y,two\n";
    for (arguments, parts) in [
        ("--sensitive ward", &["ward", "The columns are: age, d, n."][..]),
        ("--identifier pid", &["pid", "The columns are: age, d, n."]),
        ("--sensitive age", &["`age` is named twice"]),
        ("--count-column count", &["count", "The columns are: age, d, n."]),
        ("--count-column n", &["row 2", "`n`", "two", "whole number above 0"]),
    ] {
        verified(csv, &format!("--qi age --k 2 {arguments}")).exits(2).prints_nothing().complains(parts);
    }
    let folder = Folder::empty();
    folder.write("file.csv", "20,x,3\n20,y,4\n");
    folder.write(
        "recipe.json",
        r#"{"kanon": 1, "dialect": {"delimiter": ",", "quote": "\"", "header": false, "encoding": "utf-8", "missing": []},
            "columns": {"column 1": {"role": "identifier"}, "column 2": {"role": "quasi-identifier"}}, "count_column": "column 4"}"#,
    );
    folder.kanon("verify file.csv --k 2 --recipe recipe.json --qi column").exits(2).complains(&["--count-column"]);
}
