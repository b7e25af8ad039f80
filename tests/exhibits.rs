//! Exhibits: that what is recorded is what was found, digit for digit, and that no value is in it unless it was asked for.

use crate::support::markup::Element;
use crate::support::program::Folder;
use kanon::exhibit::{Exhibit, Values};
use serde_json::Value;

const HARBOR: &str = r#", "reference": "safe-harbor""#;

/// A table whose columns and values do their best to be read as markup.
const CSV: &str = "age,\"<b>&\"\"zip\"\n20,</script><x>\n20,<!--\n21,<!--\n21,<!--\n30,\"\"\"onload=\"\n30,</script><x>\n41,<!--\n41,<!--\n";

const RECIPE: &str = r#"{"kanon": 1, "columns": {
    "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10, 20]}}},
    "<b>&\"zip": {"role": "quasi-identifier", "hierarchy": {"rows": [
        ["</script><x>", "a</table>", "*"], ["<!--", "a</table>", "*"], ["\"onload=", "b'", "*"]]}}},
    "privacy": {"k": 2, "suppression_limit": 0.25},
    "frontier": {"space": "SPACE", "method": "best", "policies": 500REST}}"#;

fn folder(space: &str, rest: &str) -> Folder {
    let folder = Folder::empty();
    folder.write("data.csv", CSV);
    let recipe = RECIPE.replace("SPACE", space).replace("REST", rest);
    folder.write("recipe.json", recipe);
    folder
}

fn frontier(space: &str, rest: &str) -> (Folder, Value) {
    let folder = folder(space, rest);
    (folder.kanon("frontier data.csv --recipe recipe.json --report report.json")).exits(0);
    let report = serde_json::from_str(&folder.read("report.json")).unwrap();
    (folder, report)
}

/// The snippet read as HTML, and what is recorded in it.
#[track_caller]
fn read(exhibit: &Exhibit) -> (Element, Value) {
    let snippet = exhibit.snippet();
    assert!(
        !snippet.contains("\n\n"),
        "a blank line ends HTML in Markdown"
    );
    let whole = Element::read(&snippet);
    let name = format!("kanon-{}", exhibit.kind().name());
    let [element] = &whole.children[..] else {
        panic!("{snippet}")
    };
    assert_eq!(element.name, name);
    let script = element.only("script");
    assert_eq!(script.attribute("type"), Some("application/kanon+json"));
    assert!(!script.text.contains('<'));
    assert!(element.children.iter().any(|child| child.name == "svg"));
    assert!(element.children.iter().any(|child| child.name == "table"));
    let recorded: Value = serde_json::from_str(&script.text).unwrap();
    assert_eq!(
        recorded,
        serde_json::from_str::<Value>(exhibit.json()).unwrap()
    );
    assert_eq!(recorded["exhibit"], exhibit.kind().name());
    assert_eq!(recorded["format"], kanon::exhibit::FORMAT);
    (whole, recorded)
}

/// No value of the table stands in the snippet; those that are words of their own by accident are left out.
#[track_caller]
fn holds_no_value(exhibit: &Exhibit, values: &[&str]) {
    let snippet = exhibit.snippet();
    for value in values {
        assert!(!snippet.contains(value), "`{value}` stands in it");
        let json = serde_json::to_string(value).unwrap();
        assert!(!exhibit.json().contains(json.trim_matches('"')), "{value}");
    }
}

#[test]
fn a_frontier_of_partition_policies_is_recorded_digit_for_digit() {
    let (folder, report) = frontier("partition", "");
    let text = folder.read("report.json");
    let plain = Exhibit::frontier(&text, Values::LeftOut).unwrap();
    let full = Exhibit::frontier(&text, Values::Included).unwrap();
    let points = report["frontier"].as_array().unwrap();
    assert!(points.len() > 3);
    for exhibit in [&plain, &full] {
        let (html, recorded) = read(exhibit);
        assert_eq!(recorded["points"].as_array().unwrap().len(), points.len());
        for (point, own) in points.iter().zip(recorded["points"].as_array().unwrap()) {
            // As they are written, and not only as they are read.
            assert_eq!(point["risk"].to_string(), own["risk"].to_string());
            assert_eq!(point["loss"].to_string(), own["loss"].to_string());
            for (column, name) in recorded["columns"].as_array().unwrap().iter().enumerate() {
                let intervals = point["intervals"][name.as_str().unwrap()]
                    .as_array()
                    .unwrap();
                if exhibit == &plain {
                    assert_eq!(own["groups"][column], intervals.len());
                    assert!(own.get("intervals").is_none());
                    continue;
                }
                let places = own["intervals"][column].as_array().unwrap();
                let labels: Vec<&Value> = (places.iter())
                    .map(|place| &recorded["labels"][column][place.as_u64().unwrap() as usize])
                    .collect();
                let expected: Vec<&Value> = intervals.iter().map(|one| &one["label"]).collect();
                assert_eq!(labels, expected);
            }
        }
        assert_eq!(recorded["policies_evaluated"], report["policies_evaluated"]);
        assert_eq!(recorded["area"].to_string(), report["area"].to_string());
        let rows = html.only("table").rows();
        assert_eq!(rows.len(), 1 + points.len().min(12));
        let last = points.last().unwrap();
        let loss = format!("{:.4}", last["loss"].as_f64().unwrap());
        assert_eq!(rows.last().unwrap()[0], points.len().to_string());
        assert_eq!(rows.last().unwrap()[2], loss);
    }
    holds_no_value(&plain, &["onload", "<!--", "20–", "–41"]);
    assert!(full.json().contains("onload"));
    assert!(plain.contents().contains("no value of the data"));
    assert!(full.contents().contains("labels of intervals"));
}

#[test]
fn a_frontier_of_levels_has_a_reference_only_where_the_report_has() {
    let (folder, report) = frontier("full-domain", "");
    let exhibit = Exhibit::frontier(&folder.read("report.json"), Values::LeftOut).unwrap();
    let (_, recorded) = read(&exhibit);
    let points = report["frontier"].as_array().unwrap();
    for (point, own) in points.iter().zip(recorded["points"].as_array().unwrap()) {
        for (column, name) in recorded["columns"].as_array().unwrap().iter().enumerate() {
            assert_eq!(
                own["levels"][column],
                point["levels"][name.as_str().unwrap()]
            );
        }
    }
    assert!(recorded.get("reference").is_none());

    let (folder, report) = frontier("partition", HARBOR);
    let exhibit = Exhibit::frontier(&folder.read("report.json"), Values::LeftOut).unwrap();
    let (html, recorded) = read(&exhibit);
    let reference = &report["reference"];
    assert_eq!(recorded["reference"]["risk"], reference["risk"]);
    assert_eq!(
        recorded["reference"]["better"],
        reference["dominated_by"].as_array().unwrap().len()
    );
    let rows = html.only("table").rows();
    assert_eq!(rows.last().unwrap()[0], "safe-harbor");
}

#[test]
fn the_program_hands_out_the_snippet_and_says_what_it_holds() {
    let (folder, _) = frontier("partition", "");
    let report = folder.read("report.json");
    let exhibit = Exhibit::frontier(&report, Values::LeftOut).unwrap();
    let printed = folder
        .kanon("exhibit frontier --report report.json")
        .exits(0);
    assert_eq!(printed.printed(), exhibit.snippet());
    printed.complains(&["no value of the data"]);
    let written = folder
        .kanon("exhibit frontier --report report.json --with-values --out snippet.html")
        .exits(0);
    written.prints_nothing().complains(&["labels of intervals"]);
    let full = Exhibit::frontier(&report, Values::Included).unwrap();
    assert_eq!(folder.read("snippet.html"), full.snippet());
    let over = "exhibit frontier --report report.json --out report.json";
    folder.kanon(over).exits(2).complains(&["is read"]);
    assert_eq!(folder.read("report.json"), report);
}

#[test]
fn what_is_no_report_of_the_kind_is_refused() {
    let folder = Folder::of_ages();
    folder.anonymize().exits(0);
    let wrong = folder
        .kanon("exhibit frontier --report report.json")
        .exits(2);
    wrong
        .prints_nothing()
        .complains(&["the report of a release", "that of a frontier"]);
    for (report, part) in [
        (r#"{"kind": "frontier"}"#, "missing field"),
        (
            r#"{"kind": "frontier", "space": "partition", "method": "best", "exact": true, "policies_evaluated": 0, "frontier": []}"#,
            "no policy",
        ),
        (
            r#"{"kind": "frontier", "space": "partition", "method": "best", "exact": true, "policies_evaluated": 0, "frontier": [{"risk": "1", "loss": 0}]}"#,
            "no number",
        ),
        ("no report", "release"),
    ] {
        let error = Exhibit::frontier(report, Values::LeftOut).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
}
