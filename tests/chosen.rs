//! A policy that a person chose, in the lattice or on a frontier, is released as what it is.
//!
//! Recipe, report, summary, verification and document say that it was chosen, and nothing claims that it is the best.
//! Each figure of the choice is changed, and every change is found.

use crate::support::program::Folder;
use kanon::audit::field_in_words;
use serde_json::{Value, json};

const VERIFY: &str = "verify release.csv --report report.json --recipe recipe.json --data data.csv";

const RECIPE: &str = r#"{"kanon": 1, "columns": {
    "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [2, 4]}}},
    "sex": {"role": "quasi-identifier"}},
    "privacy": {"k": 2, "suppression_limit": 0.5} REST}"#;

/// Sixty records of ages 20 to 29 and two sexes, unevenly.
fn data() -> String {
    let row = |row: u32| format!("{},{}\n", 20 + row * row % 10, ["f", "m"][(row % 3 / 2) as usize]);
    "age,sex\n".to_owned() + &(0..60).map(row).collect::<String>()
}

fn folder(rest: &str) -> Folder {
    let folder = Folder::empty();
    folder.write("data.csv", data());
    folder.write("recipe.json", RECIPE.replace("REST", rest));
    folder
}

#[test]
fn a_point_of_a_frontier_of_levels_says_its_k_risk_and_loss_and_what_is_known_of_others() {
    for (risk, policies) in [("highest", 1000), ("average", 1000), ("average", 2)] {
        let folder =
            folder(&format!(r#", "frontier": {{"space": "full-domain", "risk": "{risk}", "policies": {policies}}}"#));
        let taken = folder
            .kanon("frontier data.csv --recipe recipe.json --report frontier.json --take 1 --out release.csv --release-recipe taken.json --release-report report.json")
            .exits(0)
            .printed();
        let (found, report) = (json(&folder, "frontier.json"), json(&folder, "report.json"));
        let is_exact = found["exact"] == json!(true);
        assert_eq!(is_exact, policies > 2);
        let point = &report["chosen"]["frontier"];
        assert_eq!(point["risk"], found["frontier"][0]["risk"]);
        assert_eq!(point["loss"], found["frontier"][0]["loss"]);
        assert_eq!(point["exact"] == json!(true), is_exact, "{point}");
        let words = format!("under k {}, with {risk} risk of a record", report["k"]);
        assert!(taken.contains(&words), "{words}: {taken}");
        assert_eq!(taken.contains("chosen from an exact frontier"), is_exact);
        assert!(!taken.contains("no valid policy loses less"), "{taken}");
        folder.write("recipe.json", folder.read("taken.json"));
        let printed = folder.kanon(VERIFY).exits(0).printed();
        for part in ["risk", "loss"] {
            let field = field_in_words(&format!("chosen.frontier.{part}"));
            assert!(printed.contains(&format!("holds: {field}, recomputed")), "{printed}");
        }
        let open =
            format!("not checked: {}: the report of the frontier shows it", field_in_words("chosen.frontier.exact"));
        assert_eq!(printed.contains(&open), is_exact, "{printed}");
        folder.kanon("report report.json --recipe recipe.json --out report.html").exits(0);
        let html = folder.read("report.html");
        assert!(html.contains(&format!("{risk} risk of a record")), "{html}");
        assert_eq!(html.contains("was searched to its end: no policy"), is_exact);
        assert!(!html.contains("of what the original gives away"));
    }
}

fn json(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&folder.read(name)).unwrap()
}

/// A policy of the frontier of intervals among ten people for each record, taken and released.
fn point(with_people: bool) -> Folder {
    let population = if with_people { r#""population": "people.csv", "# } else { "" };
    let folder = folder(&format!(
        r#", "frontier": {{"method": "exhaustive", "policies": 2000, {population}"reference": "safe-harbor"}}"#
    ));
    if with_people {
        let people = (18..40).flat_map(|age| [format!("{age},f,7\n"), format!("{age},m,3\n")]);
        folder.write("people.csv", "age,sex,count\n".to_owned() + &people.collect::<String>());
    }
    let taken = folder
        .kanon("frontier data.csv --recipe recipe.json --report frontier.json --take 3 --out release.csv --release-recipe taken.json --release-report report.json")
        .exits(0);
    let printed = taken.printed();
    assert!(printed.contains("chosen of a frontier, with risk"), "{printed}");
    // Among people there are more policies than may be looked at.
    let known = match with_people {
        true => "chosen: no search was run, and nothing is proven",
        false => "chosen from an exact frontier: no policy of its kind has less risk",
    };
    assert!(printed.contains(known), "{printed}");
    assert!(!printed.contains("no valid policy loses less"), "{printed}");
    folder.write("recipe.json", folder.read("taken.json"));
    folder
}

#[test]
fn a_point_of_a_frontier_says_what_it_is_and_is_recomputed() {
    let folder = point(false);
    let (report, found) = (json(&folder, "report.json"), json(&folder, "frontier.json"));
    let chosen = &report["chosen"]["frontier"];
    assert_eq!(chosen["risk"], found["frontier"][2]["risk"]);
    assert_eq!(chosen["loss"], found["frontier"][2]["loss"]);
    assert_eq!(chosen["reference"]["risk"], found["reference"]["risk"]);
    assert_eq!(report["chosen"], json(&folder, "recipe.json")["chosen"]);
    assert_eq!((&report["optimal"], &report["bound"]), (&json!(false), &json!(0.0)));
    let printed = folder.kanon(VERIFY).exits(0).printed();
    for part in ["risk", "loss", "expected", "reference.risk"] {
        let field = field_in_words(&format!("chosen.frontier.{part}"));
        let claim = format!("holds: {field}, recomputed");
        assert!(printed.contains(&claim), "{claim}: {printed}");
    }
    folder.kanon(&format!("{VERIFY} --optimality")).exits(2).complains(&["there is nothing to prove"]);
}

#[test]
fn without_its_population_the_risk_of_a_point_is_said_to_be_not_checked() {
    let folder = point(true);
    let people = &json(&folder, "report.json")["chosen"]["frontier"]["population"];
    assert_eq!((&people["file"], &people["people"]), (&json!("people.csv"), &json!(220)));
    // Beside the recipe it is found by its name.
    let printed = folder.kanon(VERIFY).exits(0).printed();
    assert!(printed.contains("holds: what was chosen, frontier, risk, recomputed"), "{printed}");
    assert!(printed.contains("holds: what was chosen, frontier, population, people"), "{printed}");
    folder.write("moved.csv", folder.read("people.csv"));
    std::fs::remove_file(folder.path("people.csv")).unwrap();
    let printed = folder.kanon(VERIFY).exits(0).printed();
    assert!(
        printed.contains("not checked: what was chosen, frontier, risk: cannot be known without the population"),
        "{printed}"
    );
    let command = format!("{VERIFY} --population moved.csv");
    let printed = folder.kanon(&command).exits(0).printed();
    assert!(printed.contains("holds: what was chosen, frontier, risk, recomputed"), "{printed}");
    folder.write("moved.csv", folder.read("moved.csv") + "25,f,1\n");
    let printed = folder.kanon(&command).exits(1).printed();
    assert!(printed.contains("FAILS: what was chosen, frontier, population, people"), "{printed}");
}

#[test]
fn nothing_of_a_choice_can_be_changed_unnoticed() {
    let folder = point(true);
    let (report, recipe) = (json(&folder, "report.json"), json(&folder, "recipe.json"));
    let changes = [
        ("/chosen/frontier/risk", json!(0.0001)),
        ("/chosen/frontier/loss", json!(0.5)),
        ("/chosen/frontier/expected", json!(1.5)),
        ("/chosen/frontier/space", json!("full-domain")),
        ("/chosen/frontier/population/people", json!(100_000)),
        ("/chosen/frontier/population/journalist", json!(0.001)),
        ("/chosen/frontier/population/file", json!("census.csv")),
        ("/chosen/frontier/reference/risk", json!(0.5)),
        ("/chosen/frontier/reference/loss", json!(9)),
        ("/optimal", json!(true)),
        ("/bound", json!(0.1)),
    ];
    for (path, value) in &changes {
        let mut changed = report.clone();
        *changed.pointer_mut(path).unwrap() = value.clone();
        folder.write("report.json", changed.to_string());
        let printed = folder.kanon(VERIFY).exits(1).printed();
        let claim = format!("FAILS: {}", field_in_words(&path[1..].replace('/', ".")));
        assert!(printed.contains(&claim), "{path}: {printed}");
    }
    // Where recipe and report agree, what is false of the table is named.
    for (path, value) in &changes[..6] {
        if path.ends_with("space") {
            continue;
        }
        let (mut recipe, mut report) = (recipe.clone(), report.clone());
        *recipe.pointer_mut(path).unwrap() = value.clone();
        *report.pointer_mut(path).unwrap() = value.clone();
        folder.write("recipe.json", recipe.to_string());
        folder.write("report.json", report.to_string());
        let printed = folder.kanon(VERIFY).exits(1).printed();
        let claim = format!("FAILS: {}", field_in_words(&path[1..].replace('/', ".")));
        assert!(printed.contains(&claim), "{path}: {printed}");
    }
    folder.write("recipe.json", recipe.to_string());
    let mut without = report.clone();
    without.as_object_mut().unwrap().remove("chosen");
    folder.write("report.json", without.to_string());
    let printed = folder.kanon(VERIFY).exits(1).printed();
    assert!(printed.contains("FAILS: what was chosen:"), "{printed}");
}

#[test]
fn a_policy_chosen_in_the_lattice_is_released_without_a_search() {
    let folder = folder("");
    folder.anonymize().exits(0);
    let best = json(&folder, "report.json")["loss"].clone();
    assert!(!folder.read("report.json").contains("chosen"));
    let mut recipe = json(&folder, "recipe.json");
    recipe["chosen"] = json!({"policy": {"levels": {"age": 2, "sex": 1}, "best": {"loss": best, "proven": true},
        "why": "asked for by the board"}});
    folder.write("recipe.json", recipe.to_string());
    let printed = folder.anonymize().exits(0).printed();
    assert!(printed.contains("chosen instead of the best one, which by the recipe loses"), "{printed}");
    assert!(printed.contains("asked for by the board"), "{printed}");
    let report = json(&folder, "report.json");
    assert_eq!(report["policy"], json!({"age": 2, "sex": 1}));
    assert_eq!((&report["optimal"], &report["boxes_looked_at"]), (&json!(false), &json!(0)));
    assert!(report["loss"].as_f64() > best.as_f64());
    let printed = folder.kanon(VERIFY).exits(0).printed();
    assert!(printed.contains("holds: the chosen levels are the policy's"), "{printed}");
    // A second search confirms what the best one would lose, and refutes more.
    folder.kanon(&format!("{VERIFY} --optimality")).exits(0);
    recipe["chosen"]["policy"]["best"]["loss"] = json!(best.as_f64().unwrap() + 0.01);
    folder.write("recipe.json", recipe.to_string());
    folder.anonymize().exits(0);
    folder.kanon(&format!("{VERIFY} --optimality")).exits(1);
    let mut changed = json(&folder, "report.json");
    changed["chosen"]["policy"]["levels"]["age"] = json!(1);
    folder.write("report.json", changed.to_string());
    let printed = folder.kanon(VERIFY).exits(1).printed();
    assert!(printed.contains("FAILS: what was chosen, policy, levels, “age”"), "{printed}");
}

#[test]
fn a_choice_that_is_no_single_policy_is_refused() {
    let point = r#", "chosen": {"frontier": {"space": "partition", "risk": 0.1, "loss": 1}}"#;
    folder(point).anonymize().exits(2).complains(&["chosen.frontier", "the level of `age` is not fixed"]);
    let policy = r#", "chosen": {"policy": {"levels": {"age": 1}}}"#;
    folder(policy).anonymize().exits(2).complains(&["chosen.policy.levels", "age, sex"]);
    let rare = r#", "chosen": {"policy": {"levels": {"age": 9, "sex": 0}}}"#;
    assert!(!folder(rare).anonymize().exits(2).printed().contains("loss"));
}

#[test]
fn the_document_says_what_was_chosen_and_proves_nothing_of_it() {
    let folder = point(true);
    let page = |edition: &str| {
        folder.kanon(&format!("report report.json --recipe recipe.json --out page.html --edition {edition}")).exits(0);
        folder.read("page.html")
    };
    let internal = page("internal");
    for part in [
        "This policy is a point of a frontier of risk and loss, chosen by a person: risk",
        "against a population of 220 people (people.csv)",
        "The population is the table people.csv, of 220 people",
        "Safe Harbor (census of 2000) has risk",
        "none: the policy was chosen",
        "the policy was chosen, and nothing is proven of others",
        "--population POPULATION",
        "nats (KL divergence)",
    ] {
        assert!(internal.contains(part), "{part}");
    }
    for part in ["No other policy", "loses at least", "--optimality", "No population was used"] {
        assert!(!internal.contains(part), "{part}");
    }
    let external = page("external");
    assert!(external.contains("against a population of 220 people,"));
    assert!(external.contains("The population is a table of 220 people"));
    assert!(!external.contains("people.csv"));
}

#[test]
fn a_policy_that_is_better_than_the_best_known_one_is_refused() {
    let folder = Folder::empty();
    folder.write("data.csv", "a,b\n1,x\n2,y\n3,z\n");
    for (best, code) in [("0.5", 0), ("0.6", 2)] {
        folder.write(
            "recipe.json",
            format!(
                r#"{{"kanon": 1, "columns": {{"a": {{"role": "quasi-identifier"}}, "b": {{"role": "quasi-identifier"}}}},
                    "privacy": {{"k": 1}}, "chosen": {{"policy": {{"levels": {{"a": 0, "b": 1}}, "best": {{"loss": {best}}}}}}}}}"#
            ),
        );
        let ended = folder.kanon("anonymize data.csv --recipe recipe.json --out out.csv --report p.json");
        let ended = ended.exits(code);
        if code == 2 {
            ended.complains(&["chosen.policy.best.loss", "the chosen one loses 0.5"]);
        }
    }
}
