//! The words in which the program counts: every sentence is true where there are none, one, or all of something.

use crate::support::program::{Folder, RECIPE};
use serde_json::{Value, json};

const ANONYMIZE: &str =
    "anonymize data.csv --recipe recipe.json --publish-unnamed --out release.csv --report report.json --threads 1";

/// The ages with these settings.
fn ages(settings: &str) -> Folder {
    let folder = Folder::of_ages();
    folder.write("recipe.json", RECIPE.replace("REST", &format!(", {settings}")));
    folder
}

fn report(folder: &Folder) -> Value {
    serde_json::from_str(&folder.read("report.json")).unwrap()
}

#[test]
fn suppressed_records_are_counted_in_words_and_where_the_loss_does_not_it_is_said() {
    let privacy = |k: u64, limit: f64| format!(r#""privacy": {{"k": {k}, "suppression_limit": {limit}}}, "loss": "#);
    for (settings, words) in [
        (privacy(1, 0.0) + r#"{"measure": "precision"}"#, "none of 5 records suppressed; 3 classes of at least 1\n"),
        (
            privacy(2, 0.2) + r#"{"measure": "iyengar"}"#,
            "1 of 5 records suppressed; 1 suppressed record forms a class of 1; 2 classes of at least 2\n",
        ),
        (
            privacy(2, 0.2) + r#"{"measure": "entropy"}"#,
            "1 of 5 records suppressed, which the loss does not count; 1 suppressed record forms a class of 1; 2 classes of at least 2\n",
        ),
        (
            privacy(5, 1.0) + r#"{"measure": "precision"}"#,
            "every record suppressed, which the loss does not count: no value of a quasi-identifier is left, in 5 records; 0 classes of at least 5\n",
        ),
        (privacy(5, 0.0) + r#"{"measure": "iyengar"}"#, "none of 5 records suppressed; 1 class of at least 5\n"),
    ] {
        let folder = ages(&settings);
        folder.kanon(ANONYMIZE).exits(0).prints(&[words, "3 policies in the lattice, "]);
    }
}

#[test]
fn one_policy_and_one_record_are_not_many() {
    let folder = Folder::empty();
    folder.write("data.csv", "age\n20\n");
    folder.write(
        "recipe.json",
        r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier", "max_level": 0}}, "privacy": {"k": 1}}"#,
    );
    folder
        .kanon(ANONYMIZE)
        .exits(0)
        .prints(&["none of 1 record suppressed; 1 class of at least 1\n", "1 policy in the lattice, "]);
    folder
        .kanon("sweep data.csv --recipe recipe.json --k-from 1 --k-to 1 --report report.json")
        .exits(0)
        .prints(&["k 1, limit 5 %: loss 0.000000, 0 records suppressed, 1 class\n", "1 answer proven in "]);
    folder
        .kanon("sweep data.csv --recipe recipe.json --limits 0.07 --report report.json")
        .exits(0)
        .prints(&["limit 7 %: "]);
}

#[test]
fn without_a_seed_the_report_is_the_same_every_time() {
    for algorithm in ["exact", "datafly"] {
        let folder = ages(&format!(r#""search": {{"algorithm": "{algorithm}"}}"#));
        let reports = [(), ()].map(|()| {
            folder.kanon(ANONYMIZE).exits(0);
            let mut report = report(&folder);
            report["seconds"] = json!(0);
            report
        });
        assert_eq!(reports[0], reports[1]);
        assert_eq!(reports[0]["seed"], 0);
    }
}

#[test]
fn a_frontier_says_whether_it_is_exact() {
    let folder = ages(
        r#""privacy": {"k": 2, "suppression_limit": 0.2}, "frontier": {"space": "full-domain", "risk": "average", "policies": 1}"#,
    );
    let run = "frontier data.csv --recipe recipe.json --report report.json";
    folder
        .kanon(run)
        .exits(0)
        .prints(&["on the frontier (best found; there may be better ones)", "policies evaluated"]);
    assert_eq!(report(&folder)["exact"], false);
    // A lattice whose most general policy suppresses too many.
    let folder = Folder::of_ages();
    let recipe = RECIPE.replace(
        "REST",
        r#", "privacy": {"k": 3, "suppression_limit": 0}, "frontier": {"space": "full-domain", "risk": "average"}"#,
    );
    let capped = recipe.replace(r#""role""#, r#""max_level": 1, "role""#);
    folder.write("recipe.json", capped);
    folder.kanon(run).exits(1).complains(&["no policy"]);
    assert!(!folder.has("report.json"));
}

#[test]
fn unsafe_combinations_are_counted_in_words() {
    let run = |folder: &Folder| folder.kanon("uniques data.csv --recipe recipe.json --report report.json").exits(0);
    // The record of 30.
    run(&ages(r#""uniques": {"k": 2, "suppress": "per-record"}"#)).prints(&[
        "1 of 5 records has an unsafe combination (k = 2)\n1 minimum unsafe combination, by size 1: 1\n1 cell suppressed; proven fewest",
    ]);
    run(&ages(r#""uniques": {"k": 2, "max_size": 1, "suppress": "strict"}"#)).prints(&[
        "1 of 5 records has an unsafe combination of at most 1 quasi-identifier (k = 2)\n",
        "cells are suppressed for combinations of every size\n",
    ]);
    let folder = ages(r#""uniques": {"k": 2, "suppress": "strict"}"#);
    folder.write("data.csv", "age,name,note\n20,a,x\n20,b,y\n");
    run(&folder).prints(&["0 of 2 records have an unsafe combination (k = 2)\n0 cells suppressed; proven fewest"]);
}

#[test]
fn a_verification_counts_in_words() {
    let folder = Folder::empty();
    folder.write("one.csv", "age\n20\n");
    folder.write("none.csv", "age\n*\n*\n");
    folder.write("pair.csv", "age\n20\n20\n");
    folder.write("starred.csv", "age\n20\n20\n*\n");
    for (file, code, words) in [
        (
            "one",
            1,
            "1 record, 0 of them suppressed\n1 class, the smallest of 1 record\n1 record is in classes smaller than 2, for example:\n",
        ),
        ("none", 0, "2 records, 2 of them suppressed\nno class: every record is suppressed\n"),
        (
            "starred",
            0,
            "of all 3, with the suppressed ones as one class: 1 record is alone; the highest risk of a record is 1.0000, the mean 0.6667\n\
             3 records, 1 of them suppressed\n1 class, the smallest of 2 records, of the 2 that are not suppressed\n\
             2-anonymous but for the suppressed\n",
        ),
        ("pair", 0, "2 records, 0 of them suppressed\n1 class, the smallest of 2 records\n2-anonymous\n"),
    ] {
        folder.kanon(&format!("verify {file}.csv --qi age --k 2")).exits(code).prints(&[words]);
    }
    let folder = ages(r#""privacy": {"k": 2}"#);
    folder.write("data.csv", "age\n20\n");
    folder.kanon(ANONYMIZE).exits(2).complains(&["k is 2, the table has 1 record."]);
}

#[test]
fn nothing_hides_the_only_record_of_a_table() {
    let folder = ages(r#""privacy": {"k": 2}, "uniques": {"k": 2}"#);
    folder.write("data.csv", "age\n20\n");
    for command in [
        ANONYMIZE,
        "uniques data.csv --recipe recipe.json",
        "sweep data.csv --recipe recipe.json --k-to 2 --report report.json",
        "frontier data.csv --recipe recipe.json --report report.json",
        "verify data.csv --qi age --k 2 --blank wildcard --uniques",
    ] {
        if command.starts_with("frontier") {
            let space = r#", "privacy": {"k": 2}, "frontier": {"space": "full-domain"}"#;
            folder.write("recipe.json", RECIPE.replace("REST", space));
        }
        let ended = folder
            .kanon(command)
            .exits(2)
            .complains(&["k is 2, the table has 1 record. The only record of a table cannot be hidden."]);
        assert!(!ended.stderr().contains("at most"), "{}", ended.stderr());
    }
    folder.write("data.csv", "age\n20\n30\n");
    folder.kanon("verify data.csv --qi age --k 2 --blank category --uniques").exits(1).prints(&[
        "2 minimum unsafe combinations in 2 records (k = 2",
        "2 records may be taken for fewer than 2, for example:\n",
    ]);
    folder.write("data.csv", "age\n20\n20\n30\n");
    folder.kanon("verify data.csv --qi age --k 2 --blank category --uniques").exits(1).prints(&[
        "1 minimum unsafe combination in 1 record (k = 2",
        "1 record may be taken for fewer than 2, for example:\n",
    ]);
    folder.kanon("sample --records 1 --out sample").exits(0).prints(&["1 record in "]);
}

/// What the README says of the bytes of a release, and nothing else, is written anew.
#[test]
fn a_release_keeps_the_values_of_other_cells_and_not_their_quotes() {
    let folder = ages(r#""privacy": {"k": 1, "suppression_limit": 0}"#);
    for (data, release) in [
        (
            "\u{feff}age,\"name\",\r\n20,\" a \",1.50\n\n\"21\",\"x, \"\"y\"\"\",\"two\nlines\"\r\n30,'q', ",
            "age,name,column 3\r\n20, a ,1.50\r\n21,\"x, \"\"y\"\"\",\"two\nlines\"\r\n30,'q', \r\n",
        ),
        ("age,name\r20,a\r21,b", "age,name\r\n20,a\r\n21,b\r\n"),
        ("age,name\n20,a\r\n21,", "age,name\n20,a\n21,\n"),
    ] {
        folder.write("data.csv", data);
        folder.kanon(ANONYMIZE).exits(0);
        assert_eq!(folder.read("release.csv"), release, "{data:?}");
        folder.kanon("verify release.csv --report report.json --recipe recipe.json --data data.csv").exits(0);
    }
}
