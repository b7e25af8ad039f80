//! Exhibits: results recorded for pages that only draw them.
//!
//! - The numbers are those of the reports, digit for digit.
//! - Names and values that look like markup stay text. No value is in an exhibit unless it was requested.
//! - Lattices equal brute force.
//! - The steps of a replay add up to the counters and the outcome of the run without a recorder, for every search. A
//!   replay of the exact search closes every policy exactly once, and each rightly.
//! - Snippets are read by a strict reader of the tests' own, `support/markup.rs`.

use crate::support::intruder::Unknowns;
use crate::support::markup::Element;
use crate::support::program::Folder;
use kanon::data::{Dialect, TableReader};
use kanon::exhibit::{Exhibit, Values};
use kanon::hierarchy::Hierarchy;
use kanon::lattice::Policy;
use kanon::monitor::Unlimited;
use kanon::recipe::Recipe;
use kanon::report::edition::{Edition, Shown};
use kanon::search::{Algorithm, BruteForce, Evaluator, Search};
use kanon::table::EncodedStudy;
use serde_json::{Value, json};
use std::sync::Arc;

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

fn prepared(folder: &Folder) -> (EncodedStudy, Recipe) {
    let recipe = Recipe::parse(&folder.read("recipe.json")).unwrap();
    let dialect = Dialect::default();
    let columns = EncodedStudy::columns(&recipe).unwrap();
    let mut reader = TableReader::new(&dialect, &columns);
    reader.push(folder.read("data.csv").as_bytes()).unwrap();
    let table = reader.finish().unwrap();
    (EncodedStudy::new(&recipe, &dialect, table).unwrap(), recipe)
}

/// The snippet read as HTML, and what is recorded in it.
#[track_caller]
fn read(exhibit: &Exhibit) -> (Element, Value) {
    let snippet = exhibit.snippet();
    assert!(!snippet.contains("\n\n"), "a blank line ends HTML in Markdown");
    let whole = Element::read(&snippet);
    let name = format!("kanon-{}", exhibit.kind().name());
    assert_eq!(whole.children.len(), 1, "{snippet}");
    let element = &whole.children[0];
    assert_eq!(element.name, name);
    let script = element.only("script");
    assert_eq!(script.attribute("type"), Some("application/kanon+json"));
    assert!(!script.text.contains('<'));
    assert!(element.children.iter().any(|child| child.name == "svg"));
    assert!(element.children.iter().any(|child| child.name == "table"));
    let recorded: Value = serde_json::from_str(&script.text).unwrap();
    assert_eq!(recorded, serde_json::from_str::<Value>(exhibit.json()).unwrap());
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
                let intervals = point["intervals"][name.as_str().unwrap()].as_array().unwrap();
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
            assert_eq!(own["levels"][column], point["levels"][name.as_str().unwrap()]);
        }
    }
    assert!(recorded.get("reference").is_none());

    let (folder, report) = frontier("partition", HARBOR);
    let exhibit = Exhibit::frontier(&folder.read("report.json"), Values::LeftOut).unwrap();
    let (html, recorded) = read(&exhibit);
    let reference = &report["reference"];
    assert_eq!(recorded["reference"]["risk"], reference["risk"]);
    assert_eq!(recorded["reference"]["better"], reference["dominated_by"].as_array().unwrap().len());
    let rows = html.only("table").rows();
    assert_eq!(rows.last().unwrap()[0], "safe-harbor");
}

#[test]
fn the_program_hands_out_the_snippet_and_says_what_it_holds() {
    let (folder, _) = frontier("partition", "");
    let report = folder.read("report.json");
    let exhibit = Exhibit::frontier(&report, Values::LeftOut).unwrap();
    let printed = folder.kanon("exhibit frontier --report report.json").exits(0);
    assert_eq!(printed.printed(), exhibit.snippet());
    printed.complains(&["no value of the data"]);
    let written = folder.kanon("exhibit frontier --report report.json --with-values --out snippet.html").exits(0);
    written.prints_nothing().complains(&["labels of intervals"]);
    let full = Exhibit::frontier(&report, Values::Included).unwrap();
    assert_eq!(folder.read("snippet.html"), full.snippet());
    let over = "exhibit frontier --report report.json --out report.json";
    folder.kanon(over).exits(2).complains(&["it is an input"]);
    assert_eq!(folder.read("report.json"), report);
}

#[test]
fn what_is_no_report_of_the_kind_is_refused() {
    let folder = Folder::of_ages();
    folder.anonymize().exits(0);
    let wrong = folder.kanon("exhibit frontier --report report.json").exits(2);
    wrong.prints_nothing().complains(&["the report of a release", "needs the report of a frontier"]);
    folder.kanon("frontier data.csv --recipe recipe.json --report frontier.json").exits(0);
    let whole: Value = serde_json::from_str(&folder.read("frontier.json")).unwrap();
    let with = |report: &Value, key: &str, value: Value| {
        let mut report = report.clone();
        report[key] = value;
        report.to_string()
    };
    for (report, part) in [
        (json!({"kind": "frontier", "format": 1}).to_string(), "the report lacks `version`"),
        (with(&whole, "frontier", json!([])), "no policy"),
        (with(&whole, "frontier", json!([{"risk": "1", "loss": 0}])), "no number"),
        (with(&whole, "format", json!(2)), "is of format 2, and this program reads format 1"),
        ("no report".to_owned(), "cannot be read"),
    ] {
        let error = Exhibit::frontier(&report, Values::LeftOut).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn a_policy_is_recorded_as_its_report_has_it() {
    let folder = folder("partition", "");
    folder
        .kanon("anonymize data.csv --recipe recipe.json --publish-unnamed --out release.csv --report report.json")
        .exits(0);
    let text = folder.read("report.json");
    // Where few are suppressed, losses are not shown.
    let mut report: Value = serde_json::from_str(&text).unwrap();
    report["suppressed_records"] = json!(0);
    let text = report.to_string();
    // What may go out of it.
    let report = Shown::of(&text, Edition::External).unwrap().to_json();
    let report: Value = serde_json::from_str(&report).unwrap();
    let exhibit = Exhibit::policy(&text, Values::LeftOut).unwrap();
    let (html, recorded) = read(&exhibit);
    for key in ["k", "loss", "bound", "optimal", "records", "suppressed_records", "classes", "measure"] {
        assert_eq!(recorded[key].to_string(), report[key].to_string(), "{key}");
    }
    for side in ["before", "after"] {
        for key in ["smallest_class", "unique_records", "highest", "average"] {
            assert_eq!(recorded[side][key].to_string(), report["risk"][side][key].to_string());
        }
    }
    let columns = recorded["columns"].as_array().unwrap();
    assert_eq!(columns.len(), report["policy"].as_object().unwrap().len());
    let [table, risks] = &html.all("table")[..] else { panic!("two tables") };
    for (column, row) in columns.iter().zip(&table.rows()[1..]) {
        let name = column["name"].as_str().unwrap();
        assert_eq!(column["level"], report["policy"][name]);
        let lost = &report["loss_by_quasi_identifier"][name];
        assert_eq!(column["loss"].to_string(), lost.to_string());
        let words = column["words"].as_str().unwrap();
        let cells = [name, &column["level"].to_string(), words, &format!("{:.4}", lost.as_f64().unwrap())];
        assert_eq!(row, &cells);
    }
    let smallest = report["risk"]["after"]["smallest_class"].to_string();
    assert!(risks.rows().iter().any(|row| row[2] == smallest));
    assert!(report["risk"]["before"].get("unique_records").is_none());
    assert!(risks.rows().iter().any(|row| row[1] == "not shown"));
    folder.kanon("exhibit policy --report recipe.json").exits(2).complains(&["this is no report of Kanon"]);
}

#[test]
fn a_hierarchy_is_recorded_only_with_its_values() {
    let folder = folder("partition", "");
    let refused = folder.kanon("exhibit hierarchy age --recipe recipe.json --data data.csv");
    refused.exits(2).prints_nothing().complains(&["column `age`", "contains 4 values", "--with-values"]);
    let given = folder
        .kanon("exhibit hierarchy age --recipe recipe.json --data data.csv --with-values --out snippet.html")
        .exits(0);
    given.complains(&["its 4 values", "number of records"]);
    let whole = Element::read(&folder.read("snippet.html"));
    let recorded: Value = serde_json::from_str(&whole.only("script").text).unwrap();
    let levels = recorded["levels"].as_array().unwrap();
    assert_eq!(levels[0]["labels"], json!(["20", "21", "30", "41"]));
    assert_eq!(levels[0]["records"], json!([2, 2, 2, 2]));
    for level in levels {
        let sum = |key: &str| -> u64 {
            let all = level[key].as_array().unwrap().iter();
            all.map(|one| one.as_u64().unwrap()).sum()
        };
        assert_eq!((sum("leaves"), sum("records")), (4, 8));
    }
    let rows = whole.only("table").rows();
    let labels = |value: usize| -> Vec<&str> {
        let of = |level: &Value| -> usize {
            let mut before = 0;
            let leaves = level["leaves"].as_array().unwrap().iter();
            let ends = leaves.map(|leaves| {
                before += leaves.as_u64().unwrap() as usize;
                before
            });
            ends.take_while(|&end| end <= value).count()
        };
        let above = levels[1..].iter();
        above.map(|level| level["labels"][of(level)].as_str().unwrap()).collect()
    };
    for (value, name) in ["20", "21", "30", "41"].into_iter().enumerate() {
        assert_eq!(rows[value + 1], [name, "2", &labels(value).join(" → ")]);
    }
    // Without the table, only what does not come from its values is known.
    folder
        .kanon("exhibit hierarchy age --recipe recipe.json --with-values")
        .exits(2)
        .complains(&["made from the values", "--data"]);
    folder
        .kanon("exhibit hierarchy zip --recipe recipe.json --with-values")
        .exits(2)
        .complains(&["no hierarchy for this column", "age"]);
}

#[test]
fn a_hierarchy_of_rows_needs_no_table_and_names_like_markup_stay_names() {
    let rows = [["</script><x>", "a</table>", "*"], ["<!--", "a</table>", "*"], ["\"onload=", "b'", "*"]];
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
    let hierarchy = Hierarchy::from_rows(&rows).unwrap();
    let exhibit = Exhibit::hierarchy("<b>&\"zip", &hierarchy, None, Values::Included).unwrap();
    let (html, recorded) = read(&exhibit);
    assert_eq!(recorded["column"], "<b>&\"zip");
    assert!(recorded["levels"][0].get("records").is_none());
    let cells = html.only("table").rows();
    for (row, own) in rows.iter().zip(&cells[1..]) {
        assert_eq!(own[..], [row[0].clone(), format!("{} → *", row[1])]);
    }
    let many: Vec<Vec<String>> = (0..3000).map(|value| vec![value.to_string(), "*".into()]).collect();
    let many = Hierarchy::from_rows(&many).unwrap();
    let error = Exhibit::hierarchy("age", &many, None, Values::Included).unwrap_err();
    assert!(error.to_string().contains("3000 values"), "{error}");
}

#[test]
fn a_lattice_has_every_policy_as_brute_force_finds_it() {
    let folder = folder("partition", "");
    let given = folder.kanon("exhibit lattice --recipe recipe.json --data data.csv").exits(0);
    let printed = given.printed();
    given.complains(&["no value of the data"]);
    let whole = Element::read(&printed);
    let recorded: Value = serde_json::from_str(&whole.only("script").text).unwrap();
    let (prepared, recipe) = prepared(&folder);
    let of = prepared.problem(&recipe).unwrap();
    assert_eq!(recorded["limit"], of.limit());
    let mut search = BruteForce::new(Arc::new(of));
    search.advance(&mut Unlimited);
    let policies = recorded["policies"].as_array().unwrap();
    assert_eq!(policies.len(), search.trail().iter().count());
    for (place, (policy, evaluation)) in search.trail().iter().enumerate() {
        assert_eq!(policies[place], json!(policy.levels()));
        assert_eq!(recorded["losses"][place].to_string(), json!(evaluation.loss).to_string());
        assert_eq!(recorded["suppressed"][place], evaluation.suppressed);
    }
    let best = search.progress().best.unwrap();
    assert_eq!(policies[recorded["best"].as_u64().unwrap() as usize], json!(best.policy.levels()));
    let rows = whole.only("table").rows();
    assert_eq!(rows[1][1], format!("{:.4}", best.loss));
    assert_eq!(whole.only("svg").all("rect").len(), policies.len());
    for value in ["onload", "<!--", "a&lt;/table"] {
        assert!(!printed.replace("svg", "").contains(value), "{value}");
    }
}

/// The recipe with a measure that every search takes.
fn monotone() -> Folder {
    let folder = folder("partition", r#"}, "loss": {"measure": "precision""#);
    assert!(folder.read("recipe.json").contains("precision"));
    folder
}

#[test]
fn a_replay_has_every_step_of_the_run_and_nothing_else() {
    let folder = monotone();
    let (prepared, recipe) = prepared(&folder);
    let problem = Arc::new(prepared.problem(&recipe).unwrap());
    for algorithm in Algorithm::ALL {
        if algorithm == Algorithm::Exact {
            continue; // It goes from box to box.
        }
        // The run without a recording.
        let mut search = algorithm.search(Arc::clone(&problem), 0).unwrap();
        search.advance(&mut Unlimited);
        assert!(search.ledger().events().is_empty());
        let progress = search.progress();
        let work = progress.counters.work;
        let best = progress.best.unwrap();

        let exhibit = Exhibit::replay(&prepared, &recipe, algorithm, Edition::Internal).unwrap();
        let (_, recorded) = read(&exhibit);
        let name = algorithm.name();
        assert_eq!(recorded["algorithm"], name);
        assert_eq!(recorded["policies_checked"], work.steps(), "{name}");
        assert_eq!(recorded["policies_pruned"], work.pruned(), "{name}");
        let policy = |place: &Value| recorded["policies"][place.as_u64().unwrap() as usize].clone();
        assert_eq!(policy(&recorded["best"]), json!(best.policy.levels()), "{name}");

        // Played again, the steps give the same counters, the same outcome and the same findings.
        let steps = recorded["steps"].as_array().unwrap();
        let said = |step: &&Value, words: &str| step["said"].as_str().unwrap().contains(words);
        let checks = steps.iter().filter(|step| said(step, " is checked")).count();
        assert_eq!(checks as u64, work.steps(), "{name}");
        let excluded = steps.iter().filter(|step| said(step, "needs no check")).count();
        assert_eq!(excluded as u64, work.pruned(), "{name}");
        let last = steps.iter().rfind(|step| step["state"] == "best").unwrap();
        assert_eq!(policy(&last["policy"]), json!(best.policy.levels()), "{name}");
        let mut evaluator = Evaluator::new(Arc::clone(&problem));
        for step in steps {
            let levels: Vec<u8> = serde_json::from_value(policy(&step["policy"])).unwrap();
            let found = evaluator.check(&Policy::new(levels));
            match step["state"].as_str().unwrap() {
                "valid" | "best" => assert!(found.valid, "{name}: {step}"),
                "not-valid" => assert!(!found.valid, "{name}: {step}"),
                "in-part" => assert_eq!(name, "incognito"),
                "excluded" if said(&step, "so that it is too") => assert!(found.valid),
                "excluded" if said(&step, "so that neither") => assert!(!found.valid),
                "excluded" => assert!(found.loss >= best.loss, "{name}: {step}"),
                other => panic!("{other}"),
            }
        }
        holds_no_value(&exhibit, &["onload", "<!--", "a</table"]);
    }
}

/// A recipe of a sample with four columns: enough policies for boxes inside boxes.
fn boxes_of_the_sample(measure: &str, records: u64) -> (EncodedStudy, Recipe) {
    let folder = Folder::empty();
    let sample = format!("sample --records {records}");
    folder.kanon(&sample).exits(0);
    let mut settings: Value = serde_json::from_str(&folder.read("hospital.kanon.json")).unwrap();
    let columns = settings["columns"].as_object_mut().unwrap();
    columns.retain(|name, _| ["age", "sex", "race", "zip"].contains(&name.as_str()));
    settings["loss"] = json!({ "measure": measure });
    settings["privacy"] = json!({ "k": 3, "suppression_limit": 0.05 });
    folder.write("recipe.json", settings.to_string());
    folder.write("data.csv", folder.read("hospital.csv"));
    prepared(&folder)
}

#[test]
fn a_replay_of_the_exact_search_closes_every_policy_but_the_best_and_each_rightly() {
    let mut all_said: Vec<String> = Vec::new();
    let measures = ["iyengar", "precision", "precision-cells", "discernibility", "aecs"];
    // Of few records all classes are small, and a sift sees every box that is not valid.
    for (measure, records) in (measures.into_iter()).flat_map(|name| [(name, 1000), (name, 4000)]) {
        let (prepared, recipe) = boxes_of_the_sample(measure, records);
        let problem = Arc::new(prepared.problem(&recipe).unwrap());
        // The run without a recording.
        let mut search = Algorithm::Exact.search(Arc::clone(&problem), 0).unwrap();
        search.advance(&mut Unlimited);
        assert!(search.ledger().events().is_empty());
        let progress = search.progress();
        let boxes = search.boxes().unwrap();
        let best = progress.best.unwrap();

        let exhibit = Exhibit::replay(&prepared, &recipe, Algorithm::Exact, Edition::Internal).unwrap();
        let (html, recorded) = read(&exhibit);
        assert_eq!(recorded["boxes_looked_at"], boxes.looked_at, "{measure}");
        assert_eq!(recorded["policies_evaluated"], boxes.evaluated, "{measure}");
        let policies = recorded["policies"].as_array().unwrap();
        let levels = |place: &Value| -> Vec<u8> {
            serde_json::from_value(policies[place.as_u64().unwrap() as usize].clone()).unwrap()
        };
        assert_eq!(levels(&recorded["best"]), best.policy.levels(), "{measure}");

        let steps = recorded["steps"].as_array().unwrap();
        let mut evaluator = Evaluator::new(Arc::clone(&problem));
        let mut closed = vec![false; policies.len()];
        let (mut looked_at, mut least) = (0, f64::INFINITY);
        for step in steps {
            let said = step["said"].as_str().unwrap();
            let high = levels(&step["policy"]);
            let found = evaluator.check(&Policy::new(high.clone()));
            looked_at += u64::from(said.contains("looks at") || said.contains(" is looked at"));
            match step["state"].as_str().unwrap() {
                "valid" => assert!(found.valid, "{said}"),
                "not-valid" => assert!(!found.valid, "{said}"),
                "best" => {
                    assert!(found.valid && found.loss <= least, "{said}");
                    assert!(said.contains(&format!("loses {:.4}", found.loss)), "{said}");
                    least = found.loss;
                }
                other => assert_eq!(other, "same"),
            }
            let Some(boxed) = step.get("box") else {
                assert!(step.get("closed").is_none(), "{said}");
                continue;
            };
            let boxed: Vec<Vec<u8>> = serde_json::from_value(boxed.clone()).unwrap();
            let corner: Vec<u8> = boxed.iter().map(|levels| *levels.last().unwrap()).collect();
            assert_eq!(high, corner, "the policy of a box is its high corner");
            for place in step.get("closed").into_iter().flat_map(|all| all.as_array().unwrap()) {
                let own = levels(place);
                let mut axes = own.iter().zip(&boxed);
                assert!(axes.all(|(level, levels)| levels.contains(level)), "{said}");
                let was_closed = std::mem::replace(&mut closed[place.as_u64().unwrap() as usize], true);
                assert!(!was_closed, "{measure}: {own:?} is closed twice");
                // Whatever is closed is not valid, or does not come before the best policy up to here.
                let found = evaluator.check(&Policy::new(own));
                assert!(!found.valid || found.loss >= least, "{measure}: {said}");
            }
        }
        assert_eq!(looked_at, boxes.looked_at, "{measure}");
        assert!(closed.iter().all(|&closed| closed), "{measure}");
        all_said.extend(steps.iter().map(|step| step["said"].to_string()));
        // In the drawing, too, there is no policy that nothing was said of.
        let squares = html.only("svg").all("rect");
        assert!(squares.len() >= policies.len());
    }
    // Whatever can be found of a box was found of one of these.
    for words in [
        "A walk",
        "more than",
        "is probed",
        "are sifted",
        "stays open",
        "stay open",
        "as a smaller box",
        "as boxes of",
        "no other policy",
        "needs no look",
    ] {
        assert!(all_said.iter().any(|said| said.contains(words)), "{words}");
    }
}

#[test]
fn a_replay_is_made_by_the_program_and_refused_where_nobody_could_follow() {
    let folder = monotone();
    let (prepared, recipe) = prepared(&folder);
    let exhibit = Exhibit::replay(&prepared, &recipe, Algorithm::Ola, Edition::Internal).unwrap();
    let made = "exhibit replay --recipe recipe.json --data data.csv --algorithm";
    let given = folder.kanon(&format!("{made} ola")).exits(0);
    assert_eq!(given.printed(), exhibit.snippet());
    let boxes = Exhibit::replay(&prepared, &recipe, Algorithm::Exact, Edition::Internal).unwrap();
    let given = folder.kanon(&format!("{made} exact")).exits(0);
    assert_eq!(given.printed(), boxes.snippet());
    (folder.kanon(&format!("{made} oil")).exits(2)).complains(&["no such search", "incognito"]);

    let columns: Vec<String> = (0..10).map(|column| format!("c{column}")).collect();
    let settings: Vec<String> =
        (columns.iter()).map(|name| format!(r#""{name}": {{"role": "quasi-identifier"}}"#)).collect();
    folder.write("wide.csv", format!("{}\n{}\n", columns.join(","), ["1"; 10].join(",")));
    let wide = format!(r#"{{"kanon": 1, "columns": {{{}}}, "privacy": {{"k": 1}}}}"#, settings.join(","));
    folder.write("wide.json", wide);
    let large = folder.kanon("exhibit replay --recipe wide.json --data wide.csv --algorithm flash");
    large.exits(2).complains(&["1024 policies", "at most 500"]);
    folder.kanon("exhibit lattice --recipe wide.json --data wide.csv").exits(0);
}

/// Records by age and sex: so many of each pair.
fn counted(counts: &[[usize; 2]]) -> Folder {
    let folder = Folder::empty();
    let rows = counts.iter().enumerate().flat_map(|(age, of)| {
        let of_sex = of.iter().zip(["f", "m"]);
        of_sex.flat_map(move |(&records, sex)| vec![format!("{},{sex}\n", 20 + 5 * age); records])
    });
    folder.write("data.csv", format!("age,sex\n{}", rows.collect::<String>()));
    folder.write(
        "recipe.json",
        json!({"kanon": 1, "privacy": {"k": 5, "suppression_limit": 0.5}, "columns": {
            "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10]}}},
            "sex": {"role": "quasi-identifier", "hierarchy": {"rows": [["f", "*"], ["m", "*"]]}}}})
        .to_string(),
    );
    folder
}

#[test]
fn what_everybody_sees_of_policies_gives_no_number_below_k_back() {
    let of = |counts: &[[usize; 2]], what: &str| {
        let folder = counted(counts);
        folder.kanon(&format!("exhibit {what} --recipe recipe.json --data data.csv --external"))
    };
    // By both columns 5 records are in small classes, and 3 of them where ages are bands.
    for what in ["lattice", "replay --algorithm flash", "replay"] {
        let refused = of(&[[20, 9], [8, 2], [3, 30]], what);
        refused
            .exits(2)
            .prints_nothing()
            .complains(&["give numbers of records below 5 back", "leave `--external` out"]);
        // No difference of two policies is below 5.
        of(&[[20, 9], [8, 12], [7, 30]], what).exits(0);
    }
    // Of all small tables, those that are shown keep it.
    let mut shown = 0;
    for (first, second) in (0..12).flat_map(|first| (0..12).map(move |second| (first, second))) {
        let folder = counted(&[[20, first], [second, 9], [6, 30]]);
        let recipe = Recipe::parse(&folder.read("recipe.json")).unwrap();
        let mut reader = TableReader::new(&Dialect::default(), &EncodedStudy::columns(&recipe).unwrap());
        reader.push(folder.read("data.csv").as_bytes()).unwrap();
        let prepared = EncodedStudy::new(&recipe, &Dialect::default(), reader.finish().unwrap()).unwrap();
        let Ok(exhibit) = Exhibit::lattice(&prepared, &recipe, Edition::External) else { continue };
        shown += 1;
        let recorded: Value = serde_json::from_str(exhibit.json()).unwrap();
        let mut counts: Vec<u64> =
            recorded["suppressed"].as_array().unwrap().iter().map(|one| one.as_u64().unwrap()).collect();
        counts.extend([0, recorded["records"].as_u64().unwrap()]);
        for one in &counts {
            assert!(counts.iter().all(|other| one == other || one.abs_diff(*other) >= 5), "{counts:?}");
        }
    }
    assert!(shown > 10, "{shown}");
}

#[test]
fn what_everybody_sees_of_a_hierarchy_gives_no_number_below_k_back() {
    let folder = counted(&[[20, 9], [1, 1], [3, 30], [10, 12]]);
    let levels = |options: &str| -> Vec<Option<Vec<u64>>> {
        let command = format!("exhibit hierarchy age --recipe recipe.json --data data.csv --with-values{options}");
        let snippet = folder.kanon(&command).exits(0).printed();
        let (_, json) = snippet.split_once("<script type=\"application/kanon+json\">").unwrap();
        let recorded: Value = serde_json::from_str(json.split_once("</script>").unwrap().0).unwrap();
        let records =
            |level: &Value| Some(level.get("records")?.as_array()?.iter().map(|one| one.as_u64().unwrap()).collect());
        recorded["levels"].as_array().unwrap().iter().map(records).collect()
    };
    assert_eq!(levels("")[0], Some(vec![29, 2, 33, 22]));
    let shown = levels(" --external");
    // Of 31 records of the first group, 29 or 2 would tell the other.
    assert_eq!(shown[..2], [None, Some(vec![31, 55])]);
    let mut unknowns = Unknowns::default();
    unknowns.sum(&[("20", 1.0), ("25", 1.0)], 31.0, 31.0);
    assert_eq!(unknowns.determined("25"), None);
}
