//! The report as a document to sign.
//!
//! Every figure is that of the report. Text that people enter is in its section, and names that look like markup stay
//! text. The external edition says nothing that it must not: no digest of the original, no label, and no number below
//! k.

use crate::support::markup::Element;
use crate::support::program::Folder;
use kanon::document::{Document, Edition, FIELDS, Said};
use kanon::recipe::Recipe;
use kanon::report::edition::Shown;
use serde_json::{Value, json};

const CSV: &str = "age,\"<b>&\"\"zip\",illness\n20,</script><x>,flu\n20,<!--,flu\n21,<!--,flu\n21,<!--,flu\n30,</script><x>,cold\n41,<!--,flu\n41,<!--,cold\n";

const RECIPE: &str = r#"{"kanon": 1, "columns": {
    "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10, 20]}}},
    "<b>&\"zip": {"role": "quasi-identifier", "min_level": 1, "hierarchy": {"rows": [
        ["</script><x>", "a</table>"], ["<!--", "a</table>"]]}},
    "illness": {"role": "sensitive"}},
    "privacy": {"k": 4, "suppression_limit": 0.5}}"#;

struct Released {
    folder: Folder,
    report: String,
    recipe: Recipe,
}

fn released() -> Released {
    let folder = Folder::empty();
    folder.write("data.csv", CSV);
    folder.write("recipe.json", RECIPE);
    folder.anonymize().exits(0);
    let report = folder.read("report.json");
    let recipe = Recipe::parse(RECIPE).unwrap();
    Released { folder, report, recipe }
}

impl Released {
    fn html(&self, said: &Said, edition: Edition) -> String {
        let document = Document::new(&self.report, &self.recipe, said, edition).unwrap();
        document.html().to_owned()
    }

    fn code(&self, report: &str, recipe: &Recipe) -> &'static str {
        let refused = Document::new(report, recipe, &Said::default(), Edition::Internal);
        refused.unwrap_err().code()
    }
}

/// The document as a tree, without its declaration.
fn read(html: &str) -> Element {
    Element::read(html.strip_prefix("<!doctype html>\n").unwrap())
}

/// The rows of the table with this caption.
#[track_caller]
fn rows(document: &Element, caption: &str) -> Vec<Vec<String>> {
    let tables = document.all("table");
    let table = tables.iter().find(|table| table.only("caption").text == caption);
    table.unwrap().rows()
}

#[test]
fn the_sections_stand_in_their_order_and_run_nothing() {
    let released = released();
    for edition in Edition::ALL {
        let document = read(&released.html(&Said::default(), edition));
        let titles: Vec<&str> = document.all("h2").iter().map(|title| title.text.as_str()).collect();
        assert_eq!(titles.len(), 14);
        for (title, number) in titles.iter().zip(1..) {
            assert!(title.starts_with(&format!("{number}. ")), "{title}");
        }
        for name in ["script", "link", "img", "iframe", "form", "b", "x"] {
            assert!(document.all(name).is_empty(), "{name}");
        }
        let blanks = document.all("p").into_iter();
        let blanks = blanks.filter(|part| part.attribute("class") == Some("blank"));
        assert_eq!(blanks.count(), FIELDS.len());
        let anchors = document.all("section").into_iter();
        for (section, heading) in anchors.zip(document.all("h2")) {
            assert_eq!(section.attribute("aria-labelledby"), heading.attribute("id"));
        }
    }
}

#[test]
fn the_figures_are_those_of_the_report() {
    let released = released();
    let report: Value = serde_json::from_str(&released.report).unwrap();
    let html = released.html(&Said::default(), Edition::Internal);
    let document = read(&html);
    let table = rows(&document, "Records");
    let after = &report["risk"]["after"];
    assert_eq!(table[1], ["Records", "7", &after["records"].to_string()]);
    assert_eq!(table[2][2], after["classes"].to_string());
    assert_eq!(table[3][2], after["smallest_class"].to_string());
    let losses = rows(&document, "Loss of each quasi-identifier");
    assert_eq!(losses.len(), 3);
    for row in &losses[1..] {
        let lost = report["loss_by_quasi_identifier"][&row[0]].as_f64().unwrap();
        assert_eq!(row[2], report["groups_by_quasi_identifier"][&row[0]].to_string());
        assert_eq!(row[3], format!("{lost:.4}"));
    }
    let digests = rows(&document, "SHA-256");
    let digest = |key: &str| report[key].as_str().unwrap().to_owned();
    assert_eq!(digests[1][1], digest("output_sha256"));
    assert_eq!(digests[2][1], digest("input_sha256"));
    assert_eq!(digests[3][1], digest("recipe_sha256"));
    let columns = rows(&document, "Every column that the recipe names");
    assert_eq!(columns[2][..2], ["<b>&\"zip", "quasi-identifier"]);
    assert_eq!(columns[2][2], "a</table>: nothing said");
    assert_eq!(columns[3], ["illness", "sensitive", "as given", "yes"]);
}

#[test]
fn the_external_edition_has_no_digest_of_the_original_no_label_and_no_number_below_k() {
    let released = released();
    let report: Value = serde_json::from_str(&released.report).unwrap();
    let suppressed = report["suppressed_records"].as_u64().unwrap();
    assert!((1..4).contains(&suppressed), "{suppressed}");
    let html = released.html(&Said::default(), Edition::External);
    for key in ["input_sha256", "recipe_sha256"] {
        assert!(!html.contains(report[key].as_str().unwrap()), "{key}");
    }
    let document = read(&html);
    let columns = rows(&document, "Every column that the recipe names");
    assert_eq!(columns[2][2], "one group");
    assert!(!html.contains("a&lt;/table"));
    let table = rows(&document, "Records");
    // The release has as many rows as the original, of which none is removed.
    assert_eq!(table[1], ["Records", "7", "not shown"]);
    for row in &table[2..] {
        assert_eq!(row[1], "not shown", "of the original: {row:?}");
    }
    let verdict = document.all("p").into_iter().find(|part| part.attribute("class") == Some("verdict"));
    assert!(verdict.unwrap().text.contains("Fewer than 4 records fit no such group"));
}

#[test]
fn a_column_is_untouched_only_where_no_cell_of_it_is_suppressed() {
    for (suppressed, expected) in [("star", "no"), ("remove", "yes")] {
        let recipe = format!(
            r#"{{"kanon": 1, "columns": {{"age": {{"role": "quasi-identifier"}}, "illness": {{"role": "insensitive"}}}},
                "privacy": {{"k": 2, "suppression_limit": 0.5}}, "release": {{"suppressed": "{suppressed}"}}}}"#
        );
        let folder = Folder::empty();
        folder.write("data.csv", "age,illness\n20,flu\n20,flu\n41,cold\n");
        folder.write("recipe.json", &recipe);
        folder.anonymize().exits(0);
        let report = folder.read("report.json");
        let recipe = Recipe::parse(&recipe).unwrap();
        let document = Document::new(&report, &recipe, &Said::default(), Edition::Internal);
        let document = read(document.unwrap().html());
        let columns = rows(&document, "Every column that the recipe names");
        let untouched: Vec<&str> = columns.iter().map(|row| row[3].as_str()).collect();
        assert!(untouched.ends_with(&[expected, "yes"]), "{columns:?}");
    }
}

#[test]
fn what_persons_say_stands_in_its_section_as_text() {
    let released = released();
    let said = json!({"purpose": "<b>Research</b>\n\nand \"teaching\"", "contact": " "});
    let said = Said::parse(&said.to_string()).unwrap();
    let document = read(&released.html(&said, Edition::External));
    let section = document.all("section")[2];
    let is_asked = |part: &&Element| {
        let asked = part.all("h3");
        asked.iter().any(|heading| heading.text == "Purpose of the release")
    };
    let field = section.children.iter().find(is_asked);
    let paragraphs: Vec<&str> = field.unwrap().all("p").iter().map(|part| part.text.as_str()).collect();
    assert_eq!(paragraphs, ["<b>Research</b>", "and \"teaching\""]);
    let blanks = document.all("p").into_iter();
    let blanks = blanks.filter(|part| part.attribute("class") == Some("blank"));
    assert_eq!(blanks.count(), FIELDS.len() - 1);
}

#[test]
fn the_time_of_a_search_changes_no_byte() {
    let released = released();
    let seconds = released.report.lines().find(|line| line.contains("\"seconds\""));
    let slower = released.report.replace(seconds.unwrap(), "  \"seconds\": 12.5,");
    assert_ne!(slower, released.report);
    for edition in Edition::ALL {
        let html = released.html(&Said::default(), edition);
        let document = Document::new(&slower, &released.recipe, &Said::default(), edition);
        assert_eq!(document.unwrap().html(), html);
    }
}

#[test]
fn a_policy_that_was_set_is_not_called_the_best() {
    let folder = Folder::empty();
    folder.write("data.csv", CSV);
    let fixed = RECIPE.replace("\"widths\": [10, 20]}}", "\"widths\": [10, 20]}}, \"min_level\": 2, \"max_level\": 2");
    let recipe = fixed.replace("\"min_level\": 1,", "\"min_level\": 1, \"max_level\": 1,");
    folder.write("recipe.json", &recipe);
    folder.anonymize().exits(0);
    let recipe = Recipe::parse(&recipe).unwrap();
    let document = Document::new(&folder.read("report.json"), &recipe, &Said::default(), Edition::Internal);
    let html = document.unwrap().html().to_owned();
    assert!(html.contains("The levels were set before the search"));
    assert!(!html.contains("No other policy"));
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let released = released();
    let other = RECIPE.replace("0.5", "0.25");
    let other = Recipe::parse(&other).unwrap();
    assert_eq!(released.code(&released.report, &other), "document-other-recipe");
    assert_eq!(released.code("{}", &released.recipe), "report-no-kind");
    let mut report: Value = serde_json::from_str(&released.report).unwrap();
    let external = Shown::of(&released.report, Edition::External).unwrap().to_json();
    assert_eq!(released.code(&external, &released.recipe), "document-for-recipients");
    // What no report lacks, and what the recipe asks for.
    let keys: Vec<String> = report.as_object().unwrap().keys().cloned().collect();
    for key in keys {
        let mut without = report.clone();
        without.as_object_mut().unwrap().remove(&key);
        let code = released.code(&without.to_string(), &released.recipe);
        assert!(code.starts_with("report-"), "{key}: {code}");
    }
    report["format"] = json!(2);
    assert_eq!(released.code(&report.to_string(), &released.recipe), "report-other-format");
    report["format"] = json!(1);
    report["conditions"] = json!([{"asked": {"k-map": 5}, "in_words": "", "found": null}]);
    assert_eq!(released.code(&report.to_string(), &released.recipe), "report-contradicts");
}

#[test]
fn the_command_writes_it_and_refuses_in_words() {
    let Released { folder, .. } = released();
    let command = "report report.json --recipe recipe.json --said said.json --edition external --out document.html";
    folder.kanon("report --fields").exits(0);
    folder.write("said.json", r#"{"purpose": "Research"}"#);
    folder.kanon(command).exits(0);
    let html = folder.read("document.html");
    assert!(html.contains("Research"));
    assert_eq!(read(&html).all("h2").len(), 14);
    folder.write("said.json", r#"{"porpose": "Research"}"#);
    folder.kanon(command).exits(2).complains(&["said.json", "porpose", "kanon report --fields"]);
    assert_eq!(folder.read("document.html"), html, "the older document stays");
    folder.kanon("report report.json --recipe recipe.json --out report.json").exits(2);
    folder.kanon("report report.json").exits(2).complains(&["--recipe"]);
}

#[test]
fn the_distributions_are_those_of_the_policy_and_the_external_edition_tells_no_label() {
    let released = released();
    let folder = &released.folder;
    let report: Value = serde_json::from_str(&released.report).unwrap();
    let policy = report["policy"]["age"].to_string();
    let zip = report["policy"]["<b>&\"zip"].to_string();
    let printed = folder.kanon("compare data.csv --recipe recipe.json").exits(0).printed();
    let compared: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(compared[0]["policy"]["age"].to_string(), policy);
    assert_eq!(compared[0]["policy"]["<b>&\"zip"].to_string(), zip);
    let made = |edition, compared: &str| {
        Document::with_distributions(&released.report, &released.recipe, &Said::default(), edition, compared)
    };
    let html = made(Edition::Internal, &printed).unwrap().html().to_owned();
    assert_eq!(html, made(Edition::Internal, &printed).unwrap().html());
    let document = read(&html);
    let groups = rows(&document, "Records of age by group");
    let told = compared[0]["columns"][0]["distribution"].as_array().unwrap();
    let (kept, suppressed): (Vec<&Value>, Vec<&Value>) =
        told.iter().partition(|group| group["after"].as_u64() > Some(0));
    assert!(!kept.is_empty() && !suppressed.is_empty());
    assert_eq!(groups.len(), 1 + kept.len() + 1);
    for (row, group) in groups[1..].iter().zip(&kept) {
        assert_eq!(row[0], group["label"].as_str().unwrap());
        assert_eq!(row[1..], [group["before"].to_string(), group["after"].to_string()]);
    }
    // What only suppressed records have is not called by its name.
    let last = groups.last().unwrap();
    assert!(last[0].ends_with("not released") && last[2] == "0");
    for group in &suppressed {
        assert!(groups.iter().all(|row| Some(row[0].as_str()) != group["label"].as_str()));
    }
    let figures = rows(&document, "Figures of age");
    assert_eq!(figures[1][0], "mean");
    let mean = compared[0]["columns"][0]["before"]["mean"].as_f64().unwrap();
    assert_eq!(figures[1][1].parse::<f64>().unwrap(), (mean * 1e3).round() / 1e3);
    assert!(document.all("svg").len() >= 3);

    let external = made(Edition::External, &printed).unwrap().html().to_owned();
    let document = read(&external);
    assert!(external.contains("without their labels"));
    assert_eq!(document.all("table").iter().filter(|table| table.only("caption").text.contains("by group")).count(), 0);
    for group in told {
        let label = group["label"].as_str().unwrap();
        assert!(label == "*" || !external.contains(&format!(">{label}<")), "{label}");
    }
    // What the original has is told by no drawing: the release's own shares are all there is.
    assert!(!external.contains("before, to"));

    // Another policy, and a table that has changed.
    let other = folder.kanon("compare data.csv --recipe recipe.json --policy age=0").exits(0).printed();
    let changed = printed.replacen("\"records\": 7", "\"records\": 8", 1);
    assert_ne!(printed, changed);
    for wrong in [other, changed] {
        assert_eq!(made(Edition::Internal, &wrong).unwrap_err().code(), "document-other-comparison");
    }
    folder.write("compared.json", &printed);
    folder.kanon("report report.json --recipe recipe.json --compared compared.json --out document.html").exits(0);
    assert_eq!(folder.read("document.html"), html);
}

/// The internal document of a table, by a recipe with these further settings.
fn document_of(csv: &str, columns: &Value, more: &Value) -> String {
    let mut recipe = json!({"kanon": 1, "columns": columns});
    recipe.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let folder = Folder::empty();
    folder.write("data.csv", csv);
    folder.write("recipe.json", recipe.to_string());
    folder.anonymize().exits(0);
    let recipe = Recipe::parse(&recipe.to_string()).unwrap();
    let report = folder.read("report.json");
    Document::new(&report, &recipe, &Said::default(), Edition::Internal).unwrap().html().to_owned()
}

#[test]
fn a_document_has_one_threshold() {
    let csv = "age,d\n20,a\n20,b\n20,a\n20,b\n20,a\n30,b\n30,a\n30,b\n30,a\n30,b\n30,a\n99,a\n";
    let columns = json!({"age": {"role": "quasi-identifier"}, "d": {"role": "insensitive"}});
    let privacy = json!({"k": 5, "suppression_limit": 0.1});
    for (threshold, told, over) in
        [(None, "20.0 % (1 ÷ 5)", "0"), (Some(0.18), "18.0 % (chosen for this release)", "5")]
    {
        let risk = threshold.map_or(json!({}), |threshold| json!({"threshold": threshold}));
        let html = document_of(csv, &columns, &json!({"privacy": privacy, "risk": risk}));
        assert!(html.contains(&format!("The threshold of the risk is {told}.")), "{told}");
        assert!(html.contains(&format!("Threshold: {told}.")), "{told}");
        assert!(html.contains(&format!(", and {over} of those that are not suppressed.")), "{over}");
        let document = read(&html);
        let records = rows(&document, "Records");
        // Of the original the one that is alone, whatever the threshold is.
        assert_eq!(records[5], ["Records in classes smaller than k", "1", "0"]);
        assert!(records.iter().all(|row| !row[0].contains("threshold")));
    }
}

#[test]
fn no_two_values_are_promised_where_cells_are_missing_or_a_class_is_one_record() {
    let columns = json!({"age": {"role": "quasi-identifier"}, "dx": {"role": "sensitive"}});
    for (csv, k) in [("age,dx\n20,\n20,\n30,flu\n30,hiv\n", 2), ("age,dx\n20,\n30,\n", 1), ("age,dx\n20,\n20,flu\n", 2)]
    {
        let html = document_of(csv, &columns, &json!({"privacy": {"k": k, "suppression_limit": 0}}));
        assert!(!html.contains("at least two values"), "{csv}");
        assert!(html.contains("A class with blank cells of such a column is not judged"), "{csv}");
    }
    // A class with one value of all its records is told.
    let html = document_of("age,dx\n20,flu\n20,flu\n", &columns, &json!({"privacy": {"k": 2}}));
    assert!(html.contains("In 1 class with 2 records all records have one value"));
    assert!(!html.contains("No class was found in which"));
}

#[test]
fn k_is_promised_only_where_it_is_kept_and_a_population_denied_only_where_none_was_used() {
    let csv = "age,w\n20,3\n20,3\n30,9\n";
    let columns = json!({"age": {"role": "quasi-identifier", "max_level": 0}, "w": {"role": "insensitive"}});
    let none = "No population was used";
    let alone = json!({"privacy": {"k": 1, "suppression_limit": 0}});
    let html = document_of(csv, &columns, &alone);
    assert!(html.contains("promises no k-anonymity") && html.contains(none));
    assert!(html.contains("1 record that is not suppressed is alone"));
    let by_weights = json!({"privacy": {"k": 1, "suppression_limit": 0}, "protect": [{"k-map": 5}],
        "risk": {"weight_column": "w"}});
    let html = document_of(csv, &columns, &by_weights);
    assert!(!html.contains(none) && html.contains("estimated from the weights of w"));
    assert!(html.contains("promises no k-anonymity"), "k-map asks for no class of the table");
    let sample = json!({"privacy": {"k": 1, "suppression_limit": 0}, "risk": {"sampling_fraction": 0.1}});
    let html = document_of(csv, &columns, &sample);
    assert!(!html.contains(none) && html.contains("Section 9 estimates"));
}

#[test]
fn a_document_says_how_much_is_left_of_the_columns() {
    let rows = |values: [&str; 2]| json!(values.map(|value| [value, "*"]));
    let qi = |min: u8, rows: Value| json!({"role": "quasi-identifier", "min_level": min, "hierarchy": {"rows": rows}});
    let columns = json!({"a": qi(1, rows(["1", "2"])), "b": qi(0, rows(["x", "y"]))});
    let html = document_of("a,b\n1,x\n2,x\n", &columns, &json!({"privacy": {"k": 2, "suppression_limit": 0}}));
    let told = "Of 2 quasi-identifiers, 1 keeps full detail (b), none is coarser, 1 says nothing (a).";
    assert!(html.contains(told), "{html}");
}

/// The text of a document without its marks.
fn text(html: &str) -> String {
    read(html).all("section").iter().map(|section| section.text.clone()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_detail_that_is_gone_is_told_where_the_loss_is_a_share_of_it() {
    let qi = |rows: Value| json!({"role": "quasi-identifier", "min_level": 1, "hierarchy": {"rows": rows}});
    // Below its top a level may have one group, and a level of two groups one that the table has.
    let columns = json!({
        "a": qi(json!([["1", "person", "*"], ["2", "person", "*"]])),
        "b": qi(json!([["x", "known", "*"], ["y", "known", "*"], ["z", "other", "*"]])),
        "c": qi(json!([["p", "low", "*"], ["q", "low", "*"], ["r", "high", "*"]])),
    });
    let csv = "a,b,c\n1,x,p\n2,y,q\n1,x,r\n2,y,r\n";
    let html = document_of(csv, &columns, &json!({"privacy": {"k": 2, "suppression_limit": 0}}));
    let told = "Of 3 quasi-identifiers, none keeps full detail, 1 is coarser (c), 2 say nothing (a, b).";
    assert!(html.contains(told), "{}", text(&html));
    let loss: Value = serde_json::from_str(&html.split("loss ").nth(1).unwrap()[..6]).unwrap();
    assert!(html.contains(&format!("{told} {:.1} % of the detail is gone.", 100.0 * loss.as_f64().unwrap())), "{loss}");
    for measure in ["height", "discernibility", "entropy"] {
        let more = json!({"privacy": {"k": 2, "suppression_limit": 0}, "loss": {"measure": measure}});
        let html = document_of(csv, &columns, &more);
        assert!(html.contains(told) && !html.contains("of the detail is gone"), "{measure}");
    }
}

#[test]
fn a_suppressed_person_is_promised_nothing() {
    let columns = json!({"age": {"role": "quasi-identifier", "max_level": 0}});
    let html = document_of("age\n20\n20\n99\n", &columns, &json!({"privacy": {"k": 2, "suppression_limit": 0.5}}));
    assert!(html.contains("knows these columns of a person behind such a record finds at least 2 records"));
    assert!(html.contains("1 record (33.3 %) fits no such group"));
}

#[test]
fn a_loss_that_is_not_0_at_its_least_is_not_said_to_be() {
    let columns = json!({"age": {"role": "quasi-identifier", "max_level": 0}, "sex": {"role": "quasi-identifier"}});
    let csv = "age,sex\n20,f\n21,f\n22,m\n";
    for (measure, least) in [
        ("iyengar", "; 0 loses nothing)"),
        ("height", "; 0 loses nothing)"),
        ("entropy", "; 0 loses nothing)"),
        ("aecs", "; 1 where every record is alone)"),
        ("discernibility", "; as many as there are records where every record is alone)"),
        ("dm-star", "; as many as there are records where every record is alone)"),
    ] {
        let more = json!({"privacy": {"k": 1, "suppression_limit": 0}, "loss": {"measure": measure}});
        let html = document_of(csv, &columns, &more);
        assert!(html.contains(&format!("({measure}{least}")), "{measure}");
        // Every record is alone here, so that the least loss is this one.
        let lost = match measure {
            "aecs" => "Loss of the release: 1.0000 (",
            "discernibility" | "dm-star" => "Loss of the release: 3.0000 (",
            _ => "Loss of the release: 0.0000 (",
        };
        assert!(html.contains(lost), "{measure}: {}", text(&html));
    }
    let mut weighted = columns.clone();
    weighted["age"]["weight"] = json!(2);
    let more = json!({"privacy": {"k": 1, "suppression_limit": 0},
        "loss": {"measure": "iyengar", "aggregate": "geometric-mean"}});
    let html = document_of(csv, &weighted, &more);
    assert!(html.contains("(iyengar).") && !html.contains("0 loses nothing"), "{}", text(&html));
}

#[test]
fn no_column_of_the_release_is_denied() {
    let columns = json!({"age": {"role": "quasi-identifier"}, "d": {"role": "sensitive", "release": "drop"}});
    let privacy = json!({"k": 2, "suppression_limit": 0});
    let plain = document_of("age,d\n20,a\n20,b\n", &columns, &json!({"privacy": privacy}));
    assert!(plain.contains("No other column is in the release."));
    assert!(plain.contains("No column beside the quasi-identifiers is released as it is."));
    let counted = document_of("age,d,n\n20,a,3\n20,b,4\n", &columns, &json!({"privacy": privacy, "count_column": "n"}));
    assert!(counted.contains("Of other columns only n is in the release, which counts the records of a row."));
    let unnamed = document_of("age,d,town\n20,a,x\n20,b,x\n", &columns, &json!({"privacy": privacy}));
    assert!(unnamed.contains("section 12 names them") && unnamed.contains("Whoever knows town of a person"));
    let both =
        document_of("age,d,n,town\n20,a,3,x\n20,b,4,x\n", &columns, &json!({"privacy": privacy, "count_column": "n"}));
    assert!(both.contains("n, which counts the records of a row, and those that section 12 names"));
    for html in [counted, unnamed, both] {
        assert!(!html.contains("No other column is in the release."));
        assert!(!html.contains("No column beside the quasi-identifiers is released as it is."));
    }
}

#[test]
fn what_a_search_does_not_prove_is_said_by_its_kind() {
    let columns = json!({
        "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [5, 10, 20]}}},
        "sex": {"role": "quasi-identifier"},
    });
    let csv = "age,sex\n20,f\n24,m\n31,f\n36,m\n44,f\n20,m\n31,m\n47,f\n";
    let of = |algorithm: &str| {
        let more = json!({"privacy": {"k": 2, "suppression_limit": 0}, "search": {"algorithm": algorithm}});
        document_of(csv, &columns, &more)
    };
    let heuristic = of("datafly");
    assert!(heuristic.contains("The search is a heuristic, which proves no policy best."));
    assert!(!heuristic.contains("was ended before its proof"));
    // A policy that suppresses more may lose less than any bound.
    assert!(heuristic.contains("that no policy within these limits loses less than"), "{}", text(&heuristic));
    let exact = of("exact");
    assert!(
        !exact.contains("heuristic") && exact.contains("No other policy of these hierarchies and limits loses less")
    );
}

#[test]
fn records_that_are_suppressed_for_a_condition_are_not_said_to_be_in_small_classes() {
    let columns = json!({"age": {"role": "quasi-identifier", "max_level": 0}, "dx": {"role": "sensitive"}});
    let csv = "age,dx\n20,flu\n20,flu\n30,flu\n30,hiv\n";
    let alone = json!({"privacy": {"k": 2, "suppression_limit": 0.5}});
    let small = "records in classes smaller than k are suppressed";
    let either = "records in classes smaller than k, or that do not keep a condition, are suppressed";
    let html = document_of(csv, &columns, &alone);
    assert!(html.contains(small) && !html.contains(either) && html.contains("No record is suppressed"));
    let mut asked = alone;
    asked["protect"] = json!([{"l-diversity": {"column": "dx", "l": 2}}]);
    let html = document_of(csv, &columns, &asked);
    assert!(html.contains(either) && html.contains("2 records (50.0 %) fit no such group"), "{}", text(&html));
}

#[test]
fn as_many_things_are_told_as_section_12_lists() {
    let columns = json!({"age": {"role": "quasi-identifier"}, "a": {"role": "insensitive"}, "b": {"role": "insensitive"},
        "c": {"role": "insensitive"}});
    let csv = "age,a,b,c\n20,1,x,p\n20,2,y,q\n20,1,z,r\n20,2,x,s\n";
    let html = document_of(csv, &columns, &json!({"privacy": {"k": 4, "suppression_limit": 0}}));
    let document = read(&html);
    let listed = document.all("section")[11].all("ul")[0];
    assert!(html.contains("One thing may be disclosed although this holds: see section 12."), "{}", text(&html));
    assert!(html.contains("3 columns are no quasi-identifiers") && listed.all("li").len() == 1);
}

#[test]
fn a_document_of_cells_has_one_threshold() {
    for (risk, told) in [
        (json!({}), "Threshold: 1 ÷ k = 50.0 %."),
        (json!({"threshold": 0.6}), "Threshold: 60.0 % (chosen for this release)."),
    ] {
        let recipe = json!({"kanon": 1, "risk": risk, "columns": {"a": {"role": "quasi-identifier"},
            "b": {"role": "quasi-identifier"}}, "uniques": {"k": 2, "suppress": "strict"}});
        let folder = Folder::empty();
        folder.write("data.csv", "a,b\n1,x\n1,x\n2,y\n2,y\n2,z\n");
        folder.write("recipe.json", recipe.to_string());
        folder.kanon("uniques data.csv --recipe recipe.json --out release.csv --report report.json").exits(0);
        folder.kanon("report report.json --recipe recipe.json --out document.html").exits(0);
        let html = folder.read("document.html");
        assert!(html.contains(told), "{}", text(&html));
        let above = told.split_once(['=', ':']).map_or("", |(_, rest)| rest);
        let percent = above.rsplit("= ").next().unwrap_or(above).split(" %").next().unwrap_or_default();
        assert!(html.contains(&format!("is above {} %", percent.trim().trim_start_matches("1 ÷ k = "))), "{percent}");
    }
}

#[test]
fn a_document_holds_no_word_of_the_program_itself() {
    let released = released();
    for edition in Edition::ALL {
        let html = released.html(&Said::default(), edition);
        let text = text(&html);
        let is_name_of_a_type = |word: &&str| {
            let mut pairs = word.as_bytes().windows(2);
            pairs.any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
        };
        let found: Vec<&str> = text.split(|at: char| !at.is_alphanumeric()).filter(is_name_of_a_type).collect();
        assert_eq!(found, Vec::<&str>::new());
    }
    assert!(FIELDS.iter().any(|field| field.label.starts_with("Prepared by: ")));
}

#[test]
fn one_other_record_is_not_several() {
    let columns = json!({"age": {"role": "quasi-identifier"}});
    for (k, others) in [(2, "at least 1 other: whoever"), (3, "at least 2 others: whoever")] {
        let html = document_of("age\n20\n20\n20\n", &columns, &json!({"privacy": {"k": k, "suppression_limit": 0}}));
        assert!(html.contains(others), "{}", text(&html));
    }
}

#[test]
fn the_same_bytes_are_promised_only_where_no_clock_decides() {
    let columns = json!({"age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [5, 10]}}},
        "sex": {"role": "quasi-identifier"}});
    let csv = "age,sex\n20,f\n24,m\n31,f\n36,m\n";
    let (same, other) = ("writes the same bytes again", "may find another policy when it is run again");
    for (search, is_repeatable) in [
        (json!({}), true),
        (json!({"algorithm": "datafly"}), true),
        // It ends by itself with the best, long before.
        (json!({"budget": {"seconds": 600}}), true),
        (json!({"algorithm": "datafly", "budget": {"seconds": 600}}), false),
        (json!({"algorithm": "datafly", "budget": {"checks": 600}}), true),
    ] {
        let more = json!({"privacy": {"k": 2, "suppression_limit": 0}, "search": search});
        let html = document_of(csv, &columns, &more);
        assert_eq!((html.contains(same), html.contains(other)), (is_repeatable, !is_repeatable), "{search}");
    }
}

#[test]
fn a_document_of_cells_says_of_suppressed_cells_what_they_may_be() {
    // Two records are rare; two more are suppressed so that the stars are like others.
    let mut csv = "a,b\n7,q\n8,x\n".to_owned();
    (0..9).for_each(|n| csv += &format!("{},{}\n", n % 3, n % 3));
    for (way, beside) in [("strict", true), ("per-record", false)] {
        let recipe = json!({"kanon": 1, "columns": {"a": {"role": "quasi-identifier"},
            "b": {"role": "quasi-identifier"}}, "uniques": {"k": 3, "suppress": way}});
        let folder = Folder::empty();
        folder.write("data.csv", &csv);
        folder.write("recipe.json", recipe.to_string());
        folder.kanon("uniques data.csv --recipe recipe.json --out release.csv --report report.json").exits(0);
        folder.kanon("report report.json --recipe recipe.json --out document.html").exits(0);
        let (release, html) = (folder.read("release.csv"), folder.read("document.html"));
        let stars = release.lines().filter(|line| *line == "*,*").count();
        // Whole records are stars, more of them than are rare where they have to be like others.
        assert!(if beside { stars > 2 } else { stars == 2 }, "{way}: {release}");
        assert!(!html.contains("No whole record is suppressed") && html.contains("No record is left out"), "{way}");
        assert_eq!(release.lines().count(), csv.lines().count());
        assert_eq!(html.contains("or that others were that are like it now"), beside, "{way}");
    }
}
