//! Reports of sweeps, frontiers and unsafe combinations, and what a check says of them.
//!
//! - A true report holds. A report with any field changed, or with a key that is there twice, does not.
//! - A check that was interrupted says what is open, and refuses what it has already refuted.

use crate::support::program::Folder;
use crate::support::reported::{CSV, all_of_uniques, clock, partitions, recipe_json, study};
use crate::support::tamper::{accepted, tamperings, with_a_key_twice};
use kanon::audit::{Audited, Optimum, Verdict, every_level};
use kanon::monitor::{Checks, Unlimited};
use kanon::recipe::Swept;
use kanon::release::verify::Claim;
use kanon::report::SweepReport;
use serde_json::{Value, json};

/// The report as it was made holds, and no other does.
#[track_caller]
fn only_the_true_one_holds(report: &str, check: impl Fn(&str) -> kanon::Result<Audited>) {
    let claims = check(report).unwrap().claims;
    let failing: Vec<&Claim> = (claims.iter()).filter(|claim| claim.holds == Some(false)).collect();
    assert!(failing.is_empty(), "{failing:#?}");
    let report: Value = serde_json::from_str(report).unwrap();
    assert!(tamperings(&report).len() > 100);
    let accepted = accepted(&report, |json| check(json).ok().map(|found| found.claims));
    assert!(accepted.is_empty(), "{accepted:#?}");
    // Of two values of one key, a check would see one.
    for (json, said) in with_a_key_twice(&report) {
        let error = check(&json).err().unwrap().to_string();
        assert!(error.contains(&said), "{said}: {error}");
    }
}

fn verdict(optimum: &Optimum) -> Verdict {
    let mut reproof = optimum.reproof().unwrap();
    reproof.advance(f64::INFINITY, &mut clock());
    reproof.verdict()
}

#[test]
fn a_sweep_over_limits_is_checked_field_by_field() {
    // Under these caps and k, no policy is valid without suppression.
    let caps = json!({
        "age": {"role": "quasi-identifier", "max_level": 1, "hierarchy": {"rows": [
            ["20", "20s", "*"], ["21", "20s", "*"], ["22", "20s", "*"], ["30", "30s", "*"],
            ["31", "30s", "*"], ["NA", "NA", "*"]]}},
        "sex": {"role": "quasi-identifier"},
    });
    let study = study(&json!({"columns": caps}));
    let report = study.sweep(Swept::limits(vec![0.0, 0.5, 0.25, 0.01]));
    assert!(report.points.iter().any(|point| point.policy.is_none()));
    only_the_true_one_holds(&report.to_json(), |json| study.check_sweep(json));
}

#[test]
fn a_sweep_counts_boxes_where_it_searched_and_policies_where_it_did_not() {
    let study = study(&json!({}));
    let report = study.sweep(Swept::K(2, 12));
    for point in &report.points {
        assert_eq!(point.policies_checked.is_some(), point.followed);
        assert_eq!(point.boxes_looked_at.is_some(), !point.followed);
    }
    let holds = |report: &SweepReport| {
        let claims = study.check_sweep(&report.to_json()).unwrap().claims;
        claims.iter().all(|claim| claim.holds != Some(false))
    };
    let mut changed = report.clone();
    // Which of the two a search counts is its own affair.
    let point = &mut changed.points[0];
    point.policies_checked = point.boxes_looked_at.take();
    assert!(holds(&changed));
    changed.points[0].boxes_looked_at = Some(3);
    assert!(!holds(&changed));
    (changed.points[0].boxes_looked_at, changed.points[0].policies_checked) = (None, None);
    assert!(!holds(&changed));
}

#[test]
fn a_better_policy_refutes_a_sweep() {
    let study = study(&json!({}));
    let mut report = study.sweep(Swept::K(2, 4));
    let audit = |report: &SweepReport| study.check_sweep(&report.to_json()).unwrap();
    for optimum in audit(&report).optima {
        assert_eq!(verdict(&optimum), Verdict::Proven);
    }
    // The most general policy at the first point, with its own figures, is valid but not the best.
    let top = study.sweep(Swept::K(12, 12)).points.remove(0);
    let first = &mut report.points[0];
    (first.policy, first.loss) = (top.policy, top.loss);
    (first.suppressed_records, first.classes) = (top.suppressed_records, top.classes);
    let audited = audit(&report);
    let claims = audited.claims.iter();
    let failing: Vec<&str> =
        claims.filter(|claim| claim.holds == Some(false)).map(|claim| claim.claim.as_str()).collect();
    assert!(failing.contains(&"point 1: the best policy"), "{failing:?}");
    assert!(matches!(verdict(&audited.optima[0]), Verdict::Refuted { .. }));
}

#[test]
fn a_full_domain_frontier_is_checked_field_by_field() {
    for risk in ["highest", "average"] {
        for limit in [0.0, 0.2, 1.0] {
            let study = study(&json!({
                "frontier": {"space": "full-domain", "risk": risk},
                "privacy": {"k": 3, "suppression_limit": limit},
            }));
            let report = study.full_domain().to_json();
            for optimum in study.check_full_domain(&report).unwrap().optima {
                assert_eq!(verdict(&optimum), Verdict::Proven, "{}", optimum.claim);
            }
            only_the_true_one_holds(&report, |json| study.check_full_domain(json));
        }
    }
}

#[test]
fn a_check_that_is_interrupted_says_what_is_open_and_refuses_what_it_has_refuted() {
    for (suppress, cells) in [("none", None), ("strict", Some("suppressed_cells"))] {
        let study = study(&all_of_uniques(suppress));
        let report = serde_json::to_value(study.uniques()).unwrap();
        let check = |report: &Value, questions: u64| {
            let json = report.to_string();
            let found = study.check_uniques_within(&json, &mut Checks(questions));
            found.unwrap().claims
        };
        let open = |claims: &[Claim], name: &str| {
            let mut claims = claims.iter();
            claims.any(|claim| claim.field.as_deref() == Some(name) && claim.holds.is_none())
        };
        let fails = |claims: &[Claim]| claims.iter().any(|claim| claim.holds == Some(false));
        let mut fewer = report.clone();
        fewer["combinations"] = json!(1);
        let mut other = report.clone();
        other["k"] = json!(4);
        let (mut some_open, mut cells_open, mut refuted_early) = (false, false, false);
        for questions in 0..2_000 {
            let claims = check(&report, questions);
            assert!(!fails(&claims), "{claims:#?}");
            assert!(fails(&check(&other, questions)));
            let is_open = open(&claims, "combinations");
            some_open |= is_open;
            refuted_early |= is_open && fails(&check(&fewer, questions));
            cells_open |= !is_open && cells.is_some_and(|cells| open(&claims, cells));
            if !is_open && !cells.is_some_and(|cells| open(&claims, cells)) {
                assert!(fails(&check(&fewer, questions)));
                break;
            }
        }
        assert!(some_open && refuted_early);
        assert_eq!(cells_open, cells.is_some());
    }
}

#[test]
fn the_program_checks_what_it_reports() {
    for (command, recipe, claim, field) in [
        (
            "sweep data.csv --recipe recipe.json --k-to 12 --report report.json",
            json!({}),
            "holds: points: claimed 11 points",
            "suppressed_records",
        ),
        (
            "sweep data.csv --recipe recipe.json --limits 0.5,0 --report report.json",
            json!({}),
            "holds: settings that were swept: claimed",
            "loss",
        ),
        (
            "frontier data.csv --recipe recipe.json --report report.json",
            json!({"frontier": {"space": "full-domain"}}),
            "holds: frontier: claimed",
            "loss",
        ),
        (
            "frontier data.csv --recipe recipe.json --report report.json",
            json!({"frontier": {"method": "best", "reference": "other.json"}}),
            "holds: policy to compare with: claimed",
            "risk",
        ),
    ] {
        let folder = folder(&recipe);
        folder.write("other.json", recipe_json(&json!({})));
        folder.kanon(command).exits(0);
        let verify = "verify --report report.json --recipe recipe.json --data data.csv";
        let open = "not checked: seconds of the search";
        folder.kanon(verify).exits(0).prints(&[claim, open]);
        let unproven = match command.starts_with("sweep") {
            true => "not checked: that no other policy loses less",
            // A small one is looked at without being asked to.
            false => "holds: whether no policy lies below the frontier: claimed it is so",
        };
        folder.kanon(verify).exits(0).prints(&[unproven]);
        let report = folder.read("report.json");
        let key = format!("\"{field}\":");
        folder.write("report.json", changed(&report, &key));
        folder.kanon(verify).exits(1).prints(&["FAILS: "]);
        folder.write("report.json", &report);
        folder.write("release.csv", CSV);
        folder.kanon(&verify.replace("verify", "verify release.csv")).exits(2).complains(&["is not about a release"]);
        folder.kanon("verify --report report.json").exits(2).complains(&["--recipe and --data"]);
        folder.write("data.csv", CSV.replacen("20,f", "21,f", 1));
        folder.kanon(verify).exits(1).complains(&["a different original"]);
    }
}

#[test]
fn the_program_proves_the_points_of_a_sweep_again() {
    let folder = folder(&json!({}));
    folder.kanon("sweep data.csv --recipe recipe.json --k-to 6 --report report.json").exits(0);
    let verify = "verify --report report.json --recipe recipe.json --data data.csv --optimality";
    folder.kanon(verify).exits(0).prints(&[
        "holds: no policy loses less than",
        "with k 2 and limit 20 %; brute-force proves it again",
        "with k 6 and limit 20 %; brute-force proves it again",
    ]);
}

#[test]
fn the_program_looks_at_every_policy_for_one_below_an_exact_frontier() {
    let average = json!({"frontier": {"space": "full-domain", "risk": "average"}});
    let mut all = partitions("exhaustive");
    all["frontier"]["policies"] = json!(100);
    for (recipe, policies) in [(average, 6), (all, 64)] {
        let folder = folder(&recipe);
        folder.kanon("frontier data.csv --recipe recipe.json --report report.json").exits(0);
        let verify = "verify --report report.json --recipe recipe.json --data data.csv --optimality";
        let holds = format!("holds: no policy lies below the frontier; {policies} policies looked at");
        folder.kanon(verify).exits(0).prints(&[&holds]);
        folder
            .kanon(&format!("{verify} --seconds 0"))
            .exits(4)
            .prints(&["open: whether no policy lies below the frontier; none of the first 0 policies does"]);
    }
    // One policy less: a look at all of them tells.
    let study = study(&json!({"frontier": {"space": "full-domain", "risk": "average"}}));
    let mut report: Value = serde_json::from_str(&study.full_domain().to_json()).unwrap();
    let frontier = report["frontier"].as_array_mut().unwrap();
    assert!(frontier.len() > 1);
    frontier.pop();
    report["policies_on_frontier"] = json!(frontier.len());
    let json = report.to_string();
    assert_eq!(failing(study.check_full_domain(&json).unwrap()), ["exact"]);
    let looked = every_level(&json, &study.recipe, &study.prepared, &mut Unlimited).unwrap();
    assert!(looked.below.is_some());
}

#[test]
fn the_program_compares_a_release_with_suppressed_cells_byte_by_byte() {
    for suppress in ["per-record", "strict"] {
        let folder = folder(&all_of_uniques(suppress));
        folder
            .kanon("uniques data.csv --recipe recipe.json --publish-unnamed --out release.csv --report report.json")
            .exits(0);
        let verify = "verify release.csv --report report.json --recipe recipe.json --data data.csv";
        folder.kanon(verify).exits(0).prints(&[
            "holds: every byte is the original's",
            "holds: unsafe combinations: claimed",
            "holds: fewest cells that are proven to be needed: claimed",
            "not checked: seconds of the search",
        ]);
        let release = folder.read("release.csv");
        let lines: Vec<&str> = release.lines().collect();
        let moved = [&lines[..1], &lines[2..], &lines[1..2]].concat().join("\n") + "\n";
        for tampered in [
            release.replacen(",x,", ",y,", 1),
            release.replacen(",12\n", ",13\n", 1),
            release.replacen('*', "f", 1),
            format!("{release}20s,f,x,1,11\n"),
            release.trim_end().to_owned(),
            moved,
        ] {
            assert_ne!(tampered, release);
            folder.write("release.csv", tampered);
            folder
                .kanon(verify)
                .exits(1)
                .prints(&["FAILS: every byte is the original's", "FAILS: SHA-256 of the release"]);
        }
        folder.write("release.csv", format!("{release}x"));
        folder.kanon(verify).exits(2).complains(&["release.csv, row 13"]);
        folder.write("release.csv", &release);
        // Without the release, what it would show is said to be open.
        folder
            .kanon(&verify.replace("release.csv ", ""))
            .exits(0)
            .prints(&["not checked: SHA-256 of the release: the release was not given"]);
    }
}

#[test]
fn an_identifier_put_back_beside_suppressed_cells_is_found() {
    let mut recipe: Value = serde_json::from_str(&recipe_json(&all_of_uniques("strict"))).unwrap();
    recipe["columns"]["note"] = json!({"role": "identifier"});
    let folder = Folder::empty();
    folder.write("data.csv", CSV);
    folder.write("recipe.json", recipe.to_string());
    folder
        .kanon("uniques data.csv --recipe recipe.json --publish-unnamed --out release.csv --report report.json")
        .exits(0);
    let verify = "verify release.csv --report report.json --recipe recipe.json --data data.csv";
    folder.kanon(verify).exits(0);
    let release = folder.read("release.csv");
    let rows = release.lines().zip(CSV.lines());
    let put_back: String =
        rows.map(|(row, original)| format!("{row},{}\n", original.split(',').nth(2).unwrap())).collect();
    folder.write("release.csv", put_back);
    folder.kanon(verify).exits(1).prints(&["FAILS: every byte is the original's"]);
}

#[test]
fn the_report_of_a_study_is_not_verified() {
    let folder = folder(&json!({}));
    folder.kanon("study pruning data.csv --recipe recipe.json --report report.json --qis 2").exits(0);
    folder
        .kanon("verify --report report.json --recipe recipe.json --data data.csv")
        .exits(2)
        .complains(&["this is the report of a study", "cannot be verified"]);
}

fn folder(more: &Value) -> Folder {
    let folder = Folder::empty();
    folder.write("data.csv", CSV);
    folder.write("recipe.json", recipe_json(more));
    folder
}

/// The report with 1 more behind the first of these keys that has a number.
fn changed(report: &str, key: &str) -> String {
    let place = report.find(key).unwrap() + key.len();
    let (before, behind) = report.split_at(place);
    let behind = behind.trim_start();
    let end = behind.find([',', '}', '\n']).unwrap();
    let number: f64 = behind[..end].parse().unwrap();
    format!("{before}{}{}", number + 1.0, &behind[end..])
}

#[test]
fn a_report_that_is_not_complete_may_count_less_and_never_more() {
    let study = study(&json!({"uniques": {"k": 3}}));
    let whole = serde_json::to_value(study.uniques()).unwrap();
    let failing = |report: &Value| -> Vec<String> {
        let claims = study.check_uniques(&report.to_string()).unwrap().claims;
        let failing = claims.into_iter().filter(|claim| claim.holds == Some(false));
        failing.filter_map(|claim| claim.field).collect()
    };
    let mut partial = whole.clone();
    partial["combinations"] = json!(whole["combinations"].as_u64().unwrap() - 1);
    assert_eq!(failing(&partial), ["combinations"]);
    partial["complete"] = json!(false);
    assert!(failing(&partial).is_empty());
    for key in ["combinations", "unsafe_records"] {
        let mut more = partial.clone();
        more[key] = json!(whole[key].as_u64().unwrap() + 1);
        assert_eq!(failing(&more), [key]);
    }
    let mut more = partial.clone();
    let size = &mut more["combinations_by_size"][0];
    *size = json!(size.as_u64().unwrap() + 1);
    assert_eq!(failing(&more), ["combinations_by_size"]);
    partial["complete"] = json!(true);
    assert_eq!(failing(&partial), ["combinations"]);
}

/// The fields of a check that fail.
fn failing(audited: Audited) -> Vec<String> {
    let failing = audited.claims.into_iter().filter(|claim| claim.holds == Some(false));
    failing.map(|claim| claim.field.unwrap_or(claim.claim)).collect()
}

#[test]
fn a_sweep_says_whether_it_has_all_points_that_were_asked_for() {
    let study = study(&json!({}));
    let whole = serde_json::to_value(study.sweep(Swept::K(2, 5))).unwrap();
    let fails = |report: &Value| failing(study.check_sweep(&report.to_string()).unwrap());
    assert!(fails(&whole).is_empty());
    let mut sweep = whole.clone();
    sweep["complete"] = json!(false);
    assert_eq!(fails(&sweep), ["complete"]);
    // One that was stopped.
    sweep["points"].as_array_mut().unwrap().pop();
    assert!(fails(&sweep).is_empty());
    sweep["complete"] = json!(true);
    assert_eq!(fails(&sweep), ["complete"]);
    sweep["complete"] = json!(false);
    sweep["points"].as_array_mut().unwrap().remove(0);
    assert!(!fails(&sweep).is_empty());
    sweep["points"] = json!([]);
    assert!(fails(&sweep).is_empty());
    // No table of 12 records has classes of 13.
    sweep["swept"] = json!({"k": [2, 13]});
    assert!(!fails(&sweep).is_empty());
}

#[test]
fn points_that_are_taken_out_of_an_exact_frontier_are_missed() {
    let mut all = partitions("exhaustive");
    all["frontier"]["policies"] = json!(100);
    for settings in [
        json!({"frontier": {"space": "full-domain", "risk": "average"}}),
        json!({"frontier": {"space": "full-domain", "risk": "highest"}}),
        json!({"frontier": {"space": "full-domain", "risk": {"condition": 1}},
            "protect": [{"l-diversity": {"column": "income", "l": 1}}], "privacy": {"k": 1, "suppression_limit": 1},
            "columns": {"age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [2, 10]}}},
                "sex": {"role": "quasi-identifier"}, "income": {"role": "sensitive"}}}),
        all,
    ] {
        let study = study(&settings);
        let tradeoffs = (settings["frontier"]["method"].is_string()).then(|| study.tradeoffs());
        let check = |report: &Value| {
            let json = report.to_string();
            failing(match &tradeoffs {
                Some(tradeoffs) => study.check_partition(&json, tradeoffs, None).unwrap(),
                None => study.check_full_domain(&json).unwrap(),
            })
        };
        let whole = serde_json::to_value(match &tradeoffs {
            Some(tradeoffs) => study.partition(tradeoffs, None),
            None => study.full_domain(),
        })
        .unwrap();
        assert_eq!(whole["exact"], true);
        assert_eq!(check(&whole), Vec::<String>::new());
        let n_points = whole["frontier"].as_array().unwrap().len();
        assert!(n_points > 1, "{whole}");
        for place in 0..n_points {
            let mut fewer = whole.clone();
            fewer["frontier"].as_array_mut().unwrap().remove(place);
            fewer["policies_on_frontier"] = json!(n_points - 1);
            assert!(!check(&fewer).is_empty(), "{settings}: without {place}");
        }
        let mut fewer = whole.clone();
        fewer["frontier"].as_array_mut().unwrap().truncate(1);
        fewer["policies_on_frontier"] = json!(1);
        assert!(!check(&fewer).is_empty());
        let mut partial = whole.clone();
        partial["complete"] = json!(false);
        assert_eq!(check(&partial), ["complete"]);
    }
}

/// Whatever keys are taken out of a report, alone and in pairs, it is refused, or a claim fails.
#[test]
fn a_report_without_any_two_of_its_keys_is_refused() {
    let over_k = study(&json!({}));
    let levels = study(&json!({"frontier": {"space": "full-domain"}}));
    let intervals = study(&partitions("best"));
    let tradeoffs = intervals.tradeoffs();
    let cells = study(&all_of_uniques("strict"));
    let combinations = study(&all_of_uniques("none"));
    type Check<'a> = Box<dyn Fn(&str) -> kanon::Result<Audited> + 'a>;
    let kinds: Vec<(Value, Check<'_>)> = vec![
        (to_value(over_k.sweep(Swept::K(2, 3))), Box::new(|json: &str| over_k.check_sweep(json))),
        (to_value(levels.full_domain()), Box::new(|json: &str| levels.check_full_domain(json))),
        (
            to_value(intervals.partition(&tradeoffs, None)),
            Box::new(|json: &str| intervals.check_partition(json, &tradeoffs, None)),
        ),
        (to_value(cells.uniques()), Box::new(|json: &str| cells.check_uniques(json))),
        (to_value(combinations.uniques()), Box::new(|json: &str| combinations.check_uniques(json))),
    ];
    for (report, check) in kinds {
        let keys: Vec<&String> = report.as_object().unwrap().keys().collect();
        for (place, key) in keys.iter().enumerate() {
            for other in &keys[place..] {
                let mut own = report.clone();
                let fields = own.as_object_mut().unwrap();
                fields.remove(*key);
                fields.remove(*other);
                let is_refused = check(&own.to_string()).map_or(true, |found| !failing(found).is_empty());
                assert!(is_refused, "{} without {key} and {other}", report["kind"]);
            }
        }
        let mut other = report.clone();
        other["format"] = json!(2);
        assert_eq!(check(&other.to_string()).err().unwrap().code(), "report-other-format");
    }
}

fn to_value(report: impl serde::Serialize) -> Value {
    serde_json::to_value(report).unwrap()
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn a_partition_frontier_is_checked_field_by_field() {
        for (method, has_reference) in [("best", true), ("exhaustive", false)] {
            let study = study(&partitions(method));
            let tradeoffs = study.tradeoffs();
            let middle = study.middle(&tradeoffs);
            let reference = has_reference.then_some(&middle);
            let report = study.partition(&tradeoffs, reference);
            assert!(report.frontier.len() > 2);
            only_the_true_one_holds(&report.to_json(), |json| study.check_partition(json, &tradeoffs, reference));
        }
    }

    #[test]
    fn a_report_of_unsafe_combinations_is_checked_field_by_field() {
        for suppress in ["none", "per-record", "strict"] {
            let study = study(&all_of_uniques(suppress));
            only_the_true_one_holds(&study.uniques().to_json(), |json| study.check_uniques(json));
        }
    }

    #[test]
    fn a_sweep_over_k_is_checked_field_by_field() {
        for measure in ["iyengar", "entropy", "dm-star", "aecs", "distortion"] {
            let study = study(&json!({"loss": {"measure": measure}}));
            let report = study.sweep(Swept::K(2, 12));
            assert!(report.points.iter().any(|point| point.followed));
            assert!(report.points.iter().any(|point| !point.followed));
            only_the_true_one_holds(&report.to_json(), |json| study.check_sweep(json));
        }
    }
}

/// No report may leave a claim out: whatever key is taken away, alone or with another one, the report is refused.
#[test]
fn a_report_without_one_of_its_keys_is_refused() {
    let folder = Folder::empty();
    let rows: String = (0..24).map(|n| format!("{},{}\n", 20 + n / 3, ["flu", "gout"][n % 2])).collect();
    folder.write("data.csv", format!("age,ill\n{rows}"));
    let recipe = |more: Value| {
        let mut own = json!({"kanon": 1, "privacy": {"k": 3}, "columns": {
            "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [2, 4]}}}, "ill": {"role": "sensitive"}}});
        own.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        own
    };
    for (command, more) in [
        ("anonymize", json!({"release": {"suppressed": "remove"}})),
        ("anonymize", json!({"chosen": {"policy": {"levels": {"age": 1}}}})),
        ("uniques", json!({"uniques": {"suppress": "strict", "policy": {"age": 1}}})),
    ] {
        folder.write("r.json", recipe(more).to_string());
        folder.kanon(&format!("{command} data.csv --recipe r.json --out o.csv --report p.json")).exits(0);
        let with_recipe = "verify o.csv --report q.json --recipe r.json";
        let whole = format!("{with_recipe} --data data.csv");
        let report: Value = serde_json::from_str(&folder.read("p.json")).unwrap();
        let keys: Vec<&String> = report.as_object().unwrap().keys().collect();
        let mut left = Vec::new();
        for (place, key) in keys.iter().enumerate() {
            // With its neighbour, and with what was once let pass.
            let next = keys[(place + 1) % keys.len()].as_str();
            for other in [key.as_str(), next, "kind", "attackers", "disclosure"] {
                let mut own = report.clone();
                let fields = own.as_object_mut().unwrap();
                fields.remove(key.as_str());
                fields.remove(other);
                folder.write("q.json", own.to_string());
                if folder.kanon(&whole).code() == 0 {
                    left.push(format!("{command}: {key}, {other}"));
                }
            }
        }
        assert_eq!(left, Vec::<String>::new());
    }
}

/// What contradicts the recipe fails, and is not only open.
#[test]
fn a_chosen_policy_and_a_heuristic_prove_nothing() {
    let folder = Folder::empty();
    let rows: String = (0..24).map(|n| format!("{},{}\n", 20 + n / 2, n % 5)).collect();
    folder.write("data.csv", format!("age,b\n{rows}"));
    for more in [
        json!({"chosen": {"policy": {"levels": {"age": 2, "b": 1}, "best": {"loss": 0.1}}}}),
        json!({"search": {"algorithm": "datafly"}}),
    ] {
        let mut own = json!({"kanon": 1, "privacy": {"k": 3, "suppression_limit": 0}, "columns": {
            "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [2, 4]}}},
            "b": {"role": "quasi-identifier"}}});
        own.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        folder.write("r.json", own.to_string());
        folder.kanon("anonymize data.csv --recipe r.json --out o.csv --report p.json").exits(0);
        let verify = "verify o.csv --report p.json --recipe r.json --data data.csv";
        folder.kanon(verify).exits(0);
        let mut report: Value = serde_json::from_str(&folder.read("p.json")).unwrap();
        (report["optimal"], report["bound"]) = (json!(true), report["loss"].clone());
        folder.write("p.json", report.to_string());
        folder.kanon(verify).exits(1).prints(&["FAILS: "]);
    }
}
