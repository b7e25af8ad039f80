//! One k holds in a run, whatever sections of the recipe name it, and settings that change nothing are told.
//!
//! - The k of `privacy` holds beside conditions and for unsafe combinations, unless the recipe says otherwise there.
//! - Two that contradict each other are refused, with both.
//! - Release, report, threshold and warnings have the same k.

use crate::support::program::Folder;
use kanon::recipe::Recipe;
use serde_json::{Value, json};

/// 24 records: each of 12 ages twice, with two illnesses; and weights.
fn folder() -> Folder {
    let folder = Folder::empty();
    let rows: String = (0..24).map(|n| format!("p{n},{},{},{}\n", 20 + n / 2, ["flu", "gout"][n % 2], 3)).collect();
    folder.write("data.csv", format!("id,age,ill,people\n{rows}"));
    folder
}

/// The recipe with more sections.
fn recipe(more: Value) -> Value {
    let mut recipe = json!({"kanon": 1, "columns": {
        "id": {"role": "identifier"},
        "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [2, 4, 12]}}},
        "ill": {"role": "sensitive"}, "people": {"role": "insensitive"}}});
    recipe.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    recipe
}

fn report(folder: &Folder, command: &str, recipe: &Value) -> Value {
    folder.write("r.json", recipe.to_string());
    folder.kanon(&format!("{command} data.csv --recipe r.json --out o.csv --report p.json")).exits(0);
    folder.kanon("verify o.csv --report p.json --recipe r.json --data data.csv").exits(0);
    serde_json::from_str(&folder.read("p.json")).unwrap()
}

#[test]
fn the_k_of_privacy_holds_beside_conditions() {
    let folder = folder();
    let weights = json!({"weight_column": "people"});
    for (protect, risk) in [
        (json!([{"l-diversity": {"column": "ill", "l": 2}}]), json!({})),
        (json!([{"average-risk": 0.5}]), json!({})),
        (json!([{"k-map": 6}]), weights.clone()),
        (json!([{"k-anonymity": 7}, {"l-diversity": {"column": "ill", "l": 2}}]), json!({})),
        (json!([{"k-anonymity": {"risk": 0.15}}]), json!({})),
    ] {
        let asked = |privacy: Value| recipe(json!({"protect": protect, "risk": risk, "privacy": privacy}));
        let found = report(&folder, "anonymize", &asked(json!({"k": 7, "suppression_limit": 0})));
        assert_eq!((&found["k"], &found["policy"]["age"]), (&json!(7), &json!(2)), "{protect}");
        folder.kanon("verify o.csv --recipe r.json").exits(0).prints(&["7-anonymous"]);
        // Without a k of `privacy` only the conditions hold.
        let found = report(&folder, "anonymize", &asked(json!({"suppression_limit": 0})));
        let own = if protect[0].get("k-anonymity").is_some() { 7 } else { 1 };
        assert_eq!(found["k"], json!(own), "{protect}");
    }
}

#[test]
fn two_k_that_contradict_are_refused_with_both() {
    let folder = folder();
    for (k, own) in [(5, json!(3)), (3, json!(5)), (2, json!({"risk": 0.2}))] {
        let asked = recipe(json!({"privacy": {"k": k}, "protect": [{"k-anonymity": own}, {"average-risk": 0.5}]}));
        folder.write("r.json", asked.to_string());
        let asked_for = own.as_u64().unwrap_or(5).to_string();
        folder.kanon("anonymize data.csv --recipe r.json --out o.csv").exits(2).complains(&[
            "privacy.k",
            &format!("it is {k}"),
            "among the conditions",
            &asked_for,
        ]);
    }
    // Whatever makes a recipe of another one keeps one k in it.
    let asked = recipe(json!({"protect": [{"k-anonymity": 2}], "frontier": {"space": "partition", "policies": 200}}));
    folder.write("r.json", asked.to_string());
    let take = "frontier data.csv --recipe r.json --report f.json --take 1 --out o.csv --release-recipe t.json --publish-unnamed";
    folder.kanon(take).exits(0);
    folder.kanon("anonymize data.csv --recipe t.json --out o2.csv").exits(0);
    assert_eq!(folder.read("o.csv"), folder.read("o2.csv"));
}

#[test]
fn unsafe_combinations_are_those_below_the_k_of_the_release() {
    let folder = folder();
    let strict = |k: Value| {
        let mut own = json!({"suppress": "strict"});
        if !k.is_null() {
            own["k"] = k;
        }
        own
    };
    for (more, k) in [
        (json!({"privacy": {"k": 5}, "uniques": strict(Value::Null)}), 5),
        (json!({"protect": [{"k-anonymity": 4}], "uniques": strict(Value::Null)}), 4),
        (json!({"privacy": {"k": 1}, "uniques": strict(Value::Null)}), 2),
        (json!({"uniques": strict(Value::Null)}), 2),
        (json!({"privacy": {"k": 5}, "uniques": strict(json!(3))}), 3),
        (json!({"privacy": {"k": 5}, "uniques": strict(json!(2))}), 2),
    ] {
        let asked = recipe(more.clone());
        let own = Recipe::parse(&asked.to_string()).unwrap();
        assert_eq!(own.uniques_k(), k, "{more}");
        assert_eq!(Recipe::parse(&own.to_json()).unwrap(), own, "{more}");
        let found = report(&folder, "uniques", &asked);
        assert_eq!(found["k"], json!(k), "{more}");
        // A warning of the same report has no other k.
        let warned = found["disclosure"].to_string();
        for other in [2, 3, 4, 5].into_iter().filter(|other| *other != k) {
            assert!(!warned.contains(&format!("\"k\":{other}")), "{more}: {warned}");
        }
    }
    // No setting beside the k.
    let own = Recipe::parse(&recipe(json!({"privacy": {"k": 5}, "uniques": {"k": 2}})).to_string()).unwrap();
    assert_eq!(Recipe::parse(&own.to_json()).unwrap().uniques_k(), 2);
}

#[test]
fn the_threshold_is_of_the_strictest_number() {
    let folder = folder();
    let asked = |protect: Value, more: Value| {
        let mut own = recipe(json!({"protect": protect, "risk": {"weight_column": "people"}}));
        own.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        own
    };
    let limit = json!({"privacy": {"suppression_limit": 0}});
    for (protect, more, threshold) in [
        (json!([{"k-map": 4}]), limit.clone(), 0.25),
        (json!([{"k-map": {"risk": 0.1}}]), limit.clone(), 0.1),
        (json!([{"k-map": 4}]), json!({"privacy": {"k": 8}}), 0.125),
        (json!([{"k-map": 10}, {"k-anonymity": 2}]), limit, 0.1),
    ] {
        let found = report(&folder, "anonymize", &asked(protect.clone(), more));
        assert_eq!(found["attackers"]["threshold"], json!(threshold), "{protect}");
    }
}

#[test]
fn settings_that_change_nothing_are_told_by_their_keys() {
    let folder = folder();
    let told = |change: &dyn Fn(&mut Value), keys: &[&str], command: &str| {
        let mut own = recipe(json!({"privacy": {"k": 4, "suppression_limit": 0}}));
        change(&mut own);
        folder.write("r.json", own.to_string());
        let keys: Vec<String> = keys.iter().map(|key| format!("`{key}` has no effect")).collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        folder.kanon(&format!("{command} data.csv --recipe r.json")).exits(0).complains(&keys);
    };
    let intervals = json!({"intervals": {"widths": [2]}});
    let run = "anonymize --out o.csv";
    for column in ["id", "ill", "people"] {
        let keys = ["hierarchy", "weight", "min_level", "max_level", "domain"];
        let own = keys.map(|key| format!("columns.{column}.{key}"));
        let own = own.each_ref().map(String::as_str);
        let change = |recipe: &mut Value| {
            let column = &mut recipe["columns"][column];
            column["hierarchy"] = intervals.clone();
            (column["weight"], column["min_level"], column["max_level"]) = (json!(5), json!(1), json!(1));
            column["domain"] = json!({"range": [0, 9]});
        };
        told(&change, &own, run);
        told(&change, &own, "uniques");
        told(&change, &own, "sweep --report s.json --k-from 2 --k-to 3");
    }
    told(
        &|recipe| recipe["protect"] = json!([{"k-anonymity": 2}, {"k-anonymity": 4}]),
        &["protect.1.k-anonymity"],
        run,
    );
    let same = json!([{"k-anonymity": 4}, {"average-risk": 0.5}, {"average-risk": 0.5}]);
    told(&|recipe| recipe["protect"] = same.clone(), &["protect.3.average-risk"], run);
    let weighed = json!({"weights": {"age": 3}, "end_after_steps": 9});
    told(&|recipe| recipe["uniques"] = weighed.clone(), &["uniques.weights", "uniques.end_after_steps"], "uniques");
    // What is used is not told.
    let mut own = recipe(json!({"privacy": {"k": 4}, "protect": [{"t-closeness":
        {"column": "ill", "t": 0.5, "distance": "hierarchical"}}]}));
    own["columns"]["ill"]["hierarchy"] = json!({"rows": [["flu", "*"], ["gout", "*"]]});
    folder.write("r.json", own.to_string());
    let ended = folder.kanon("anonymize data.csv --recipe r.json --out o.csv").exits(0);
    assert!(!ended.stderr().contains("no effect"), "{}", ended.stderr());
    // What another command would refuse is refused by each.
    for section in
        [json!({"weights": {"town": 3}}), json!({"policy": {"town": 1}}), json!({"impact": {"covariates": ["ill"]}})]
    {
        folder.write("r.json", recipe(json!({"uniques": section})).to_string());
        folder
            .kanon("anonymize data.csv --recipe r.json --out o.csv")
            .exits(2)
            .complains(&["uniques.", "quasi-identifier"]);
    }
}
