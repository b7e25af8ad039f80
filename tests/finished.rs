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
    assert_eq!(codes(&ended), ["classes-alike", "classes-alike", "singling-out"]);
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
    let ended = verified(csv, &format!("{asked} --blank wildcard")).exits(0);
    // A cold is of one record alone, whatever a blank is.
    assert_eq!(codes(&ended), ["singling-out"]);
    ended.prints(&["not checked: what classes disclose: rows have blanks in different columns"]);
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
    let ended = verified(&csv, "--qi age --k 5").exits(0);
    assert_eq!(codes(&ended), ["singling-out", "unnamed-identifier", "unnamed", "formulas"]);
    ended.complains(&[
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
