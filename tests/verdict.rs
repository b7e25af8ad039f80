//! The page of a review, `kanon verify --out-html`.
//!
//! What holds, a changed cell, a report of other columns, a proof, a sweep. It is never written over a file that is
//! read.

use crate::support::program::Folder;

const VERIFY: &str = "verify release.csv --report report.json --recipe recipe.json --data data.csv --out-html v.html";

fn released() -> Folder {
    let folder = Folder::of_ages();
    folder.anonymize().exits(0);
    folder
}

#[test]
fn a_verdict_says_what_holds_and_a_changed_cell_what_fails() {
    let folder = released();
    folder.write("said.json", r#"{"reviewer": "Ada <Board>", "date": "May 2"}"#);
    folder.kanon(&format!("{VERIFY} --said said.json")).exits(0);
    let first = folder.read("v.html");
    for part in [
        "Every claim of the report that could be checked holds",
        "<p>Ada &lt;Board&gt;</p>",
        "hierarchy_age.csv",
        "k was said by report and recipe",
        "no column that was looked through shows dates",
    ] {
        assert!(first.contains(part), "{part}\n{first}");
    }
    folder.kanon(&format!("{VERIFY} --said said.json")).exits(0);
    assert_eq!(folder.read("v.html"), first);

    folder.write("release.csv", folder.read("release.csv").replacen(",x", ",z", 1));
    folder.kanon(VERIFY).exits(1);
    let changed = folder.read("v.html");
    assert!(changed.contains("The report does not hold: "), "{changed}");
    assert!(changed.contains("ANOTHER") && changed.contains("class=\"blank\""));
}

#[test]
fn a_report_of_other_columns_fails_as_one_claim_and_the_rest_is_reviewed() {
    let folder = released();
    let recipe =
        folder.read("recipe.json").replace("\"columns\": {", r#""columns": {"name": {"role": "quasi-identifier"}, "#);
    folder.write("recipe.json", recipe);
    folder.kanon(VERIFY).exits(2);
    let page = folder.read("v.html");
    assert!(page.contains("it does not belong to these files"), "{page}");
    assert!(page.contains("the recipe&#39;s quasi-identifiers") || page.contains("quasi-identifiers are"));
    assert!(page.contains("the release is"));
}

#[test]
fn nothing_is_written_over_what_is_read_nor_for_a_field_that_nobody_asks_for() {
    let folder = released();
    let before = folder.read("report.json");
    folder.kanon(&VERIFY.replace("v.html", "report.json")).exits(2).complains(&["report.json", "it is an input"]);
    assert_eq!(folder.read("report.json"), before);
    let hierarchy = VERIFY.replace("v.html", "hierarchy_age.csv");
    folder.kanon(&hierarchy).exits(2).complains(&["it is an input"]);
    folder.write("said.json", r#"{"reviwer": "Ada"}"#);
    folder.kanon(&format!("{VERIFY} --said said.json")).exits(2).complains(&["said.json", "reviwer"]);
    assert!(!folder.has("v.html"));
    assert!(!folder.holds_a_part());
}

#[test]
fn a_proof_and_a_release_alone_have_their_words() {
    let folder = released();
    folder
        .kanon("anonymize data.csv --recipe recipe.json --publish-unnamed --out release.csv --report report.json --proof p.kanon.proof")
        .exits(0);
    folder.kanon(&format!("{VERIFY} --proof p.kanon.proof")).exits(0);
    assert!(folder.read("v.html").contains("The proof holds."));
    folder.write("p.kanon.proof", "{\"kanon_proof\": 1}\nother");
    // The page is written, and a proof that does not hold is no pass.
    folder.kanon(&format!("{VERIFY} --proof p.kanon.proof")).exits(1).complains(&["or is none"]);
    let page = folder.read("v.html");
    assert!(!page.contains("The proof holds."), "{page}");

    // The names of the five persons are in the file, and nobody said so.
    folder.kanon("verify release.csv --qi age --k 2 --out-html v.html").exits(1);
    assert!(folder.read("v.html").contains("`name` looks like an identifier"));
    folder.kanon("verify release.csv --qi age --k 2 --insensitive name --out-html v.html").exits(0);
    let page = folder.read("v.html");
    assert!(page.contains("k was said by the reviewer"), "{page}");
    assert!(page.contains("No report was given: nothing"));
    folder.kanon("verify release.csv --qi age,name --k 2 --out-html v.html").exits(1);
    let page = folder.read("v.html");
    assert!(page.contains("By age and name, the release is not 2-anonymous"), "{page}");
}

#[test]
fn a_sweep_has_the_page_of_a_report() {
    let folder = released();
    folder.kanon("sweep data.csv --recipe recipe.json --k-to 3 --report sweep.json").exits(0);
    let verify = "verify --report sweep.json --recipe recipe.json --data data.csv --out-html v.html";
    folder.kanon(verify).exits(0);
    let page = folder.read("v.html");
    assert!(page.contains("Review of a report") && page.contains("the original"), "{page}");
    assert!(!page.contains("Classes of the release"));
}

#[test]
fn a_recipe_to_compare_with_need_not_be_there_for_a_report_that_says_nothing_of_it() {
    let folder = released();
    let mut recipe: serde_json::Value = serde_json::from_str(&folder.read("recipe.json")).unwrap();
    recipe["frontier"] = serde_json::json!({"space": "full-domain", "reference": "other.json"});
    folder.write("recipe.json", recipe.to_string());
    folder.kanon("frontier data.csv --recipe recipe.json --report frontier.json").exits(0);
    folder.kanon("verify --report frontier.json --recipe recipe.json --data data.csv --out-html f.html").exits(0);
    assert!(folder.read("f.html").contains("Review of a report"));
}

#[test]
fn the_external_page_has_what_holds_and_no_number_of_records() {
    let folder = Folder::empty();
    // Two records are in no group of five.
    let rows: String = (0..203).map(|row| format!("{},{}\n", 20 + 10 * (row % 3), ["flu", "cold"][row % 2])).collect();
    folder.write("data.csv", format!("age,ill\n{rows}98,gout\n99,gout\n"));
    folder.write(
        "recipe.json",
        r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier"}, "ill": {"role": "sensitive"}},
            "privacy": {"k": 5, "suppression_limit": 0.01}}"#,
    );
    folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv --report report.json").exits(0);
    folder.kanon(VERIFY).exits(0);
    let internal = folder.read("v.html");
    folder.kanon(&format!("{VERIFY} --edition external")).exits(0);
    let external = folder.read("v.html");
    let digits = |html: &str, number: &str| {
        let texts = html.split('<').filter_map(|tag| tag.split_once('>')).map(|(_, text)| text);
        texts
            .flat_map(|text| text.split(|one: char| !one.is_ascii_alphanumeric() && one != '.'))
            .any(|word| word == number)
    };
    // 2 are suppressed, of 205; their risk is a half, and the loss 2 of 205.
    let report = folder.read("report.json");
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let lost = report["loss"].as_f64().unwrap();
    for number in ["203", "205", "50.0", &format!("{lost:.4}"), &lost.to_string()] {
        assert!(!digits(&external, number), "{number}");
    }
    assert!(internal.contains("2 suppressed records") && !external.contains("2 suppressed"));
    assert!(digits(&internal, "205"));
    for digest in ["input_sha256", "recipe_sha256"] {
        let digest = report[digest].as_str().unwrap();
        assert!(internal.contains(digest) && !external.contains(digest));
    }
    assert!(external.contains(report["output_sha256"].as_str().unwrap()));
    for part in
        ["Every claim of the report that could be checked holds", "suppressed records", "information loss", "age"]
    {
        assert!(external.contains(part), "{part}");
    }
    folder.kanon("verify release.csv --qi age --k 5 --edition external").exits(2).complains(&["--out-html"]);
}
