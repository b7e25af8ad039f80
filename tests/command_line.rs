//! The program `kanon`: the files that it writes, its messages and its exit codes.
//!
//! `bad_input.rs` and `refusals.rs` test what it refuses, `outputs.rs` and `signals.rs` its files, `limits.rs` long
//! work.

use crate::support::program::{CSV, Folder, RECIPE};
use std::fs;

#[test]
fn the_sample_is_anonymized_and_the_release_verified() {
    let folder = Folder::empty();
    folder.kanon("sample --out . --records 2000 --seed 3").exits(0);
    let csv = folder.read("hospital.csv");
    folder
        .kanon("anonymize hospital.csv --recipe hospital.kanon.json --out release.csv --report report.json")
        .exits(0)
        .prints(&["policy: age ", "no valid policy loses less", "2000 records suppressed"]);
    assert_eq!(folder.read("hospital.csv"), csv, "the original is left alone");

    let release = folder.read("release.csv");
    assert_eq!(release.lines().count(), csv.lines().count());
    assert!(release.starts_with("age,sex,zip,race,marital_status,education,admission_date,diagnosis_group,charge\n"));
    let report: serde_json::Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    assert_eq!((&report["records"], &report["optimal"]), (&2000.into(), &true.into()));
    assert!(report["suppressed_records"].as_u64().unwrap() <= 100);

    let quasi_identifiers = "age,sex,zip,race,marital_status,education,admission_date";
    folder
        .kanon(&format!("verify release.csv --qi {quasi_identifiers} --k 5"))
        .exits(0)
        .prints(&["2000 records", "5-anonymous"]);
    folder.kanon(VERIFY_SAMPLE).exits(0).prints(&[
        "holds: k: claimed 5",
        "holds: records: claimed 2000",
        "holds: suppressed records: claimed",
        "holds: classes: claimed",
        "holds: information loss",
        "holds: every byte",
        "not checked: whether the policy is proven the best: only another search can show it",
    ]);
    // The release is at least k-anonymous, and at most as the smallest class is.
    folder
        .kanon(&format!("verify release.csv --qi {quasi_identifiers} --k 1000"))
        .exits(1)
        .prints(&["are in classes smaller than 1000"]);
}

const VERIFY_SAMPLE: &str = "verify release.csv --report report.json --recipe hospital.kanon.json --data hospital.csv";

#[test]
fn the_same_command_writes_the_same_release_twice() {
    let folder = Folder::empty();
    folder.kanon("sample --out . --records 1000 --seed 3").exits(0);
    let mut reports = Vec::new();
    for name in ["a", "b"] {
        folder
            .kanon(&format!(
                "anonymize hospital.csv --recipe hospital.kanon.json --out {name}.csv --report {name}.json"
            ))
            .exits(0);
        let report = folder.read(&format!("{name}.json"));
        reports
            .push(report.lines().filter(|line| !line.contains("\"seconds\"")).map(str::to_owned).collect::<Vec<_>>());
    }
    assert_eq!(folder.read("a.csv"), folder.read("b.csv"));
    assert_eq!(reports[0], reports[1]);
}

#[test]
fn a_release_that_was_tampered_with_fails_and_its_worst_class_is_named() {
    let folder = Folder::empty();
    folder.kanon("sample --out . --records 1000 --seed 3").exits(0);
    folder.kanon("anonymize hospital.csv --recipe hospital.kanon.json --out release.csv --report report.json").exits(0);
    let release = folder.read("release.csv");
    // One kept record's sex is changed, so that it stands alone.
    let kept = release.lines().skip(1).find(|line| !line.starts_with("*,*,*,*,*,*,*,")).unwrap();
    let mut cells: Vec<&str> = kept.split(',').collect();
    cells[1] = "Unknown";
    folder.write("release.csv", release.replacen(kept, &cells.join(","), 1));
    folder
        .kanon("verify release.csv --qi age,sex,zip,race,marital_status,education,admission_date --k 5")
        .exits(1)
        .prints(&["1 record is in classes smaller than 5", "  1 × ", "Unknown"])
        .complains(&["verification failed"]);
}

#[test]
fn a_report_that_was_tampered_with_fails_by_the_claim() {
    let folder = Folder::empty();
    folder.kanon("sample --out . --records 1000 --seed 3").exits(0);
    folder.kanon("anonymize hospital.csv --recipe hospital.kanon.json --out release.csv --report report.json").exits(0);
    let report: serde_json::Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    let tampered = [
        ("suppressed_records", "FAILS: suppressed records"),
        ("records", "FAILS: records"),
        ("classes", "FAILS: classes"),
        ("loss", "FAILS: information loss"),
    ];
    for (claim, verdict) in tampered {
        let mut changed = report.clone();
        changed[claim] = match report[claim].as_u64() {
            Some(number) => (number + 1).into(),
            None => (report[claim].as_f64().unwrap() - 0.01).into(),
        };
        folder.write("report.json", changed.to_string());
        folder.kanon(VERIFY_SAMPLE).exits(1).prints(&[verdict]);
    }
    let mut changed = report.clone();
    changed["input_sha256"] = "0".repeat(64).into();
    folder.write("report.json", changed.to_string());
    folder
        .kanon(VERIFY_SAMPLE)
        .exits(1)
        .prints(&["FAILS: SHA-256 of the original"])
        .complains(&["verification failed", "a different original"]);
    changed = report.clone();
    changed["output_sha256"] = "0".repeat(64).into();
    folder.write("report.json", changed.to_string());
    folder
        .kanon(VERIFY_SAMPLE)
        .exits(1)
        .prints(&["FAILS: SHA-256 of the release"])
        .complains(&["verification failed", "a different release"]);
    folder.write("report.json", "{}");
    folder.kanon(VERIFY_SAMPLE).exits(2).complains(&["report.json", "this is no report of Kanon"]);
}

#[test]
fn a_list_of_columns_is_a_line_of_csv_and_may_be_repeated() {
    let folder = Folder::of_ages();
    folder.write("data.csv", "\"How much, if at all\",age,\"say \"\"x\"\"\"\n1,20,a\n1,20,b\n2,20,a\n2,20,b\n");
    let verify = |lists: &str| folder.shell(&format!("kanon verify data.csv --k 2 {lists}"));
    let two = ["2 classes, the smallest of 2 records"];
    verify(r#"--qi '"How much, if at all",age'"#).exits(0).prints(&two);
    verify(r#"--qi age --qi '"How much, if at all"' --insensitive '"say ""x"""'"#).exits(0).prints(&two);
    verify(r#"--qi 'age,say "x"' --sensitive '"How much, if at all"'"#).exits(0);
    // What the message advises helps.
    let advised = r#"'"How much, if at all"'"#;
    verify("--qi 'How much, if at all'").exits(2).complains(&["`How much`", "no such column", advised]);
    verify(&format!("--qi {advised}")).exits(0).prints(&two);
    verify("--qi age --insensitive none").exits(2).complains(&["`none`", "no such column"]);
    verify(r#"--qi '"age'"#).exits(2).complains(&["a quote stays open"]);
    // No name has a comma, and nothing is said of quotes.
    folder.write("data.csv", "age\n20\n20\n");
    let plain = verify("--qi 'age, sex'").exits(2).complains(&["` sex`", "The columns are: age."]);
    assert!(!plain.stderr().contains("quotes"));
}

#[test]
fn a_policy_names_columns_with_a_comma_in_quotes() {
    let folder = Folder::of_ages();
    folder.write("data.csv", "\"age, in years\",sex\n20,m\n21,m\n20,f\n21,f\n");
    folder.write(
        "recipe.json",
        r#"{"kanon": 1, "privacy": {"k": 2}, "columns": {"sex": {"role": "quasi-identifier"},
            "age, in years": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10]}}}}}"#,
    );
    let compare =
        |policy: &str| folder.shell(&format!("kanon compare data.csv --recipe recipe.json --policy {policy}"));
    let quoted = compare(r#"'"age, in years=1",sex=0'"#).exits(0).printed();
    assert_eq!(compare(r#"'"age, in years"=1'"#).exits(0).printed(), quoted);
    compare("'age, in years=1'").exits(2).complains(&["`age`", r#"'"age, in years"'"#]);
}

#[test]
fn a_csv_keeps_its_line_ends_quotes_and_delimiter() {
    let folder = Folder::of_ages();
    let csv = "\u{feff}\"age\";\"na\"\"me\";note\r\n20;a;\"one; two\"\r\n20;b;\"two\r\nlines \"\"quoted\"\"\"\r\n";
    folder.write("data.csv", csv);
    folder.write("recipe.json", RECIPE.replace("REST", r#", "privacy": {"k": 2, "suppression_limit": 0}"#));
    folder.anonymize().exits(0);
    assert_eq!(
        folder.read("release.csv"),
        "age;\"na\"\"me\";note\r\n20;a;\"one; two\"\r\n20;b;\"two\r\nlines \"\"quoted\"\"\"\r\n"
    );
    folder.kanon("verify release.csv --qi age --k 2 --insensitive na\"me,note").exits(0);
}

#[test]
fn a_first_line_that_looks_like_a_record_is_a_header_when_the_recipe_names_its_columns() {
    let folder = Folder::of_ages();
    let csv = "age,name,note\n20,name,note\n21,name,note\n";
    folder.write("data.csv", csv);
    folder.write("recipe.json", RECIPE.replace("REST", r#", "privacy": {"k": 2}"#));
    folder.anonymize().exits(0);
    assert_eq!(folder.read("release.csv"), "age,name,note\n20s,name,note\n20s,name,note\n");
}

#[test]
fn a_file_of_300_columns_keeps_them_all() {
    let folder = Folder::of_ages();
    let line = |cell: &dyn Fn(usize) -> String| (1..300).map(cell).collect::<Vec<_>>().join(",") + "\n";
    let csv = format!(
        "age,{}20,{}20,{}",
        line(&|i| format!("c{i}")),
        line(&|i| i.to_string()),
        line(&|i| (i * 7).to_string())
    );
    folder.write("data.csv", &csv);
    folder.write("recipe.json", RECIPE.replace("REST", r#", "privacy": {"k": 2}"#));
    folder.anonymize().exits(0);
    assert_eq!(folder.read("release.csv"), csv);
}

#[test]
fn without_a_valid_policy_the_answer_is_no() {
    let folder = Folder::of_ages();
    folder.write("hierarchy_age.csv", "20;20s\n21;20s\n30;30s\n");
    folder.write("recipe.json", RECIPE.replace("REST", r#", "privacy": {"k": 2, "suppression_limit": 0}"#));
    folder.fails(
        1,
        &[
            "no policy is valid",
            "1 of 5 records",
            "0 are allowed",
            "`age` (2 groups)",
            "give the hierarchy of `age` a level with one group",
            "raise the suppression limit to 20 % (1 record)",
        ],
    );
}

#[test]
fn a_budget_that_ends_before_the_proof_says_so() {
    let folder = Folder::empty();
    folder.kanon("sample --out . --records 1000 --seed 3").exits(0);
    let recipe = folder.read("hospital.kanon.json");
    folder.write("hospital.kanon.json", recipe.replace(r#""seed": 7"#, r#""seed": 7, "budget": {"checks": 20}"#));
    folder
        .kanon("anonymize hospital.csv --recipe hospital.kanon.json --out release.csv --report report.json")
        .exits(0)
        .prints(&["not proven: no valid policy loses less than", "policies in the lattice, 20 boxes looked at"]);
    let report: serde_json::Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    assert_eq!((&report["optimal"], &report["boxes_looked_at"]), (&false.into(), &20.into()));
    assert!(report["bound"].as_f64() < report["loss"].as_f64());
    folder.kanon(VERIFY_SAMPLE).exits(0);
}

#[test]
fn no_partial_file_is_left_and_an_older_release_is_kept_until_the_new_one_is_whole() {
    let folder = Folder::of_ages();
    folder.write("release.csv", "older");
    folder.write("data.csv", "age,name,note\n20,a,x\n20,b\n");
    folder.anonymize().exits(2);
    assert_eq!(folder.read("release.csv"), "older");
    assert!(!folder.has("report.json") && !folder.holds_a_part());
    // A file of the user's own that is named like a part is none of ours.
    folder.write("release.csv.part", "half a file");
    folder.write("data.csv", CSV);
    folder.anonymize().exits(0);
    assert!(folder.read("release.csv").starts_with("age,name,note\n"));
    assert!(folder.has("report.json") && !folder.holds_a_part());
    assert_eq!(folder.read("release.csv.part"), "half a file");
}

#[test]
fn a_table_that_is_too_large_for_boxes_is_searched_best_first_and_that_is_told() {
    let folder = Folder::of_ages();
    let levels = |value: &str| {
        let groups = (1..33).map(|level| format!("{value} within {level}"));
        let row: Vec<String> = [value.to_owned()].into_iter().chain(groups).collect();
        format!("{};*\n", row.join(";"))
    };
    let hierarchy: String = ["20", "21", "30"].map(levels).concat();
    folder.write("hierarchy_age.csv", &hierarchy);
    folder.anonymize().exits(0).prints(&["no valid policy loses less", "more than 32 levels"]);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let folder = Folder::of_ages();
    let pipe = folder.path("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    folder.kanon("anonymize data.csv --recipe recipe.json --publish-unnamed --out pipe --report report.json").exits(0);
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo() && !folder.holds_a_part());
    assert!(reader.join().unwrap().starts_with("age,name,note\n"));
}

#[test]
fn an_output_that_cannot_be_written_is_named() {
    let folder = Folder::of_ages();
    for (out, report) in [("absent/release.csv", "report.json"), ("release.csv", "absent/report.json")] {
        folder
            .kanon(&format!("anonymize data.csv --recipe recipe.json --publish-unnamed --out {out} --report {report}"))
            .exits(2)
            .complains(&["absent"]);
        assert!(!folder.has("release.csv") && !folder.has("report.json"));
        assert!(!folder.holds_a_part());
    }
    fs::create_dir(folder.path("folder")).unwrap();
    folder
        .kanon("anonymize data.csv --recipe recipe.json --publish-unnamed --out folder --report report.json")
        .exits(2)
        .complains(&["folder"]);
    assert!(!folder.has("report.json") && !folder.holds_a_part());
}

#[test]
fn bad_arguments_are_bad_input() {
    let folder = Folder::of_ages();
    folder.kanon("anonymize data.csv").exits(2).complains(&["--recipe"]);
    folder.kanon("verify data.csv --qi age").exits(2).complains(&["--k"]);
    folder.kanon("verify data.csv --qi weight --k 2").exits(2).complains(&[
        "data.csv",
        "weight",
        "no such column",
        "age, name, note",
    ]);
    folder.kanon("verify absent.csv --qi age --k 2").exits(2).complains(&["absent.csv"]);
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn a_claim_of_optimality_is_proven_again_or_refuted() {
        let folder = Folder::empty();
        folder.kanon("sample --out . --records 1000 --seed 3").exits(0);
        let anonymize = "anonymize hospital.csv --recipe hospital.kanon.json --out release.csv --report report.json";
        let verify = format!("{VERIFY_SAMPLE} --optimality");
        folder.kanon(anonymize).exits(0);
        folder.kanon(&verify).exits(0).prints(&["holds: the policy is the best one", "brute-force proves it again"]);
        folder.kanon(&format!("{verify} --seconds 0")).exits(4).prints(&["open: the policy is the best one"]);

        // Datafly's release holds everything that a release must, but Datafly proves no optimum.
        let recipe = folder.read("hospital.kanon.json");
        let mut recipe: serde_json::Value = serde_json::from_str(&recipe).unwrap();
        recipe["search"]["algorithm"] = "datafly".into();
        folder.write("hospital.kanon.json", recipe.to_string());
        folder.kanon(anonymize).exits(0);
        folder.kanon(&verify).exits(0).prints(&["holds: no valid policy loses less than"]);
        let mut report: serde_json::Value = serde_json::from_str(&folder.read("report.json")).unwrap();
        report["optimal"] = true.into();
        folder.write("report.json", report.to_string());
        folder.kanon(&verify).exits(1).prints(&[
            "FAILS: whether the policy is proven the best: claimed it is so",
            "FAILS: proven bound of the loss",
        ]);
        report["bound"] = report["loss"].clone();
        folder.write("report.json", report.to_string());
        folder.kanon(&verify).exits(1).prints(&[
            "holds: information loss",
            "FAILS: whether the policy is proven the best: claimed it is so, found this cannot be",
        ]);
    }
}
