//! The marketer's risk among a population, as a condition on a release.
//!
//! - Every search is held against the definition on random small tables, under every measure and limit.
//! - The exact search is held against all 192 policies of a wide study (`k_map.rs`).
//! - What a finished file with its population shows is true by the definition, applied to each person.
//! - Sweeps, frontiers, releases, every figure of a report changed, refusals, and the program.

use crate::k_map::{
    Kind, Wide, by_people, by_weights, classes, csv, every_search_finds, finished, first, found, population, prepared,
    recipe, released, town, wide,
};
use crate::support::program::Folder;
use crate::support::random::{cases, measures};
use crate::support::released::{failing, holds};
use crate::support::tamper::accepted;
use kanon::lattice::Policy;
use kanon::people::Grouped;
use kanon::recipe::Recipe;
use kanon::run::Run;
use kanon::search::Evaluator;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;

/// The average over the records of 1 ÷ their people, of classes of so many records and people.
fn risk_of(classes: &[(u64, f64)]) -> Option<f64> {
    let records: u64 = classes.iter().map(|class| class.0).sum();
    // One record after the other.
    let each = classes.iter().flat_map(|&(records, people)| (0..records).map(move |_| 1.0 / people));
    (records > 0).then(|| each.sum::<f64>() / records as f64)
}

fn is_near(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-12,
        (one, other) => one == other,
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn every_search_finds_the_best_of_all_policies(
        rows in prop::collection::vec((0_u8..12, any::<bool>(), 4_u8..30), 1..40),
        people in prop::collection::vec((0_u8..20, any::<bool>(), 1_u8..6), 1..40),
        risk in 0.02_f64..0.6,
        map in prop::sample::select(vec![None, None, Some(1_u64), Some(4)]),
        k in 1_u64..4,
        limit in prop::sample::select(vec![0.0, 0.1, 0.3, 1.0]),
        has_people in any::<bool>(),
    ) {
        prop_assume!(k <= rows.len() as u64);
        let mut protect = vec![json!({"marketer-risk": risk}), json!({"k-anonymity": k})];
        protect.extend(map.map(|map| json!({"k-map": map})));
        let protect = json!(protect);
        let by = if has_people { by_people() } else { by_weights() };
        let any = recipe(&protect, limit, &by, "exact");
        let prepared = prepared(&any, &rows, &people);
        let problem = Arc::new(prepared.problem(&any).unwrap());
        let mut evaluator = Evaluator::new(Arc::clone(&problem));
        let allowed = any.suppression_limit(rows.len() as u64);
        prop_assert_eq!(problem.validity_is_monotone(), allowed == 0);
        let among = has_people.then_some(people.as_slice());
        let before = risk_of(&classes(&rows, among, [0, 0]));
        prop_assert!(is_near(evaluator.worst_before()[0], before));
        let mut best = None;
        for levels in (0..4).flat_map(|age| (0..2).map(move |sex| [age, sex])) {
            let policy = Policy::new(levels);
            let least = map.unwrap_or(1) as f64;
            let (kept, lost): (Vec<_>, Vec<_>) = classes(&rows, among, levels).into_iter()
                .partition(|&(records, people)| records >= k && people >= least);
            let suppressed: u64 = lost.iter().map(|class| class.0).sum();
            let own = risk_of(&kept);
            if own.is_some_and(|own| (own - risk).abs() < 1e-9) {
                return Err(TestCaseError::reject("rounding decides"));
            }
            let checked = evaluator.check(&policy);
            let is_low = own.is_none_or(|own| own <= risk);
            prop_assert_eq!(checked.suppressed, suppressed, "{:?}", levels);
            prop_assert_eq!(checked.valid, suppressed <= allowed && is_low, "{:?}", levels);
            prop_assert!(is_near(evaluator.worst(&policy)[0], own));
            if checked.valid {
                best = first(best, (checked.loss, policy.rank(), levels));
            }
        }
        every_search_finds(best, &problem, |algorithm| recipe(&protect, limit, &by, algorithm))?;
    }

    #[test]
    fn boxes_leave_no_policy_out(
        rows in prop::collection::vec(((0_u8..8, 0_u8..8, 0_u8..8, 0_u8..10), 0_u8..24), 1..120),
        people in prop::collection::vec(((0_u8..11, 0_u8..9, 0_u8..14, 0_u8..16), 0_u8..7), 1..120),
        risk in 0.01_f64..0.4,
        map in prop::sample::select(vec![1_u64, 1, 3, 8]),
        limit in prop::sample::select(vec![0.0, 0.05, 0.2, 0.5, 1.0]),
        by_weights in any::<bool>(),
        (measure, aggregate) in prop::sample::select(measures()),
    ) {
        let asked = |algorithm: &str| json!({"protect": [{"marketer-risk": risk}, {"k-map": map}],
            "privacy": {"suppression_limit": limit}, "search": {"algorithm": algorithm},
            "loss": {"measure": measure, "aggregate": aggregate}});
        let of = |algorithm: &str| {
            let rows: &[(Wide, u8)] = &rows;
            let (recipe, prepared) = wide(&asked(algorithm), by_weights, rows, &people);
            let problem = Arc::new(prepared.problem(&recipe).unwrap());
            found(&problem, &recipe).ok().map(|found| (found.loss, found.policy, found.conditions))
        };
        let brute = of("brute-force");
        prop_assert_eq!(&of("exact"), &brute, "{:?} {:?}", measure, aggregate);
        prop_assert_eq!(&of("best-first"), &brute, "{:?} {:?}", measure, aggregate);
    }

    #[test]
    fn a_finished_file_with_its_population_tells_no_more_than_is_true(
        rows in prop::collection::vec((0_u8..12, any::<bool>(), 4_u8..30), 1..40),
        people in prop::collection::vec((0_u8..20, any::<bool>(), 1_u8..6), 1..60),
        asked in 0.02_f64..0.6,
    ) {
        let recipe = recipe(&json!([{"marketer-risk": 1.0}]), 0.0, &by_people(), "exact");
        let released = released(recipe, &rows, Some(&people));
        let is_alone = |row: &Kind| people.iter().all(|&(age, sex, _)| (age + 16, sex) != (row.0 + 20, row.1));
        let own = risk_of(&classes(&rows, Some(&people), [0, 0])).unwrap();
        prop_assume!((own - asked).abs() > 1e-9);
        let found = finished(&released, &json!([{"marketer-risk": asked}]), Some(&people));
        match found[0].holds {
            Some(holds) => prop_assert_eq!(holds, own <= asked, "{:?}", found),
            // What fails by the population alone might hold with people whom it lacks.
            None => prop_assert!(own > asked || rows.iter().any(is_alone), "{:?}", found),
        }
    }

    #[test]
    fn releases_hold_and_are_checked_with_code_of_its_own(
        rows in prop::collection::vec((0_u8..12, any::<bool>(), 4_u8..30), 1..40),
        people in prop::collection::vec((0_u8..20, any::<bool>(), 1_u8..6), 1..40),
        risk in 0.1_f64..1.0,
        has_people in any::<bool>(),
    ) {
        let by = if has_people { by_people() } else { by_weights() };
        let recipe = recipe(&json!([{"marketer-risk": risk}, {"k-map": 3}]), 1.0, &by, "exact");
        let own = prepared(&recipe, &rows, &people);
        let problem = Arc::new(own.problem(&recipe).unwrap());
        prop_assume!(found(&problem, &recipe).is_ok());
        let released = released(recipe, &rows, has_people.then_some(people.as_slice()));
        prop_assert!(holds(&released), "{}", failing(&released));
    }
}

/// 20 f 4 people, two records of 21 m with 4, and 30 f, of whom the population has nobody.
const ROWS: [Kind; 4] = [(0, true, 1), (1, false, 1), (1, false, 1), (10, true, 1)];
const PEOPLE: [Kind; 2] = [(4, true, 4), (5, false, 4)];

#[test]
fn a_table_worked_out_by_hand() {
    // 1/4 for three records, and 1 for that of 30, who is a person of her own: 7/4 of 4. Intervals of ages leave it so.
    // Women of all ages have 5 people for 2 records, and men 4 for 2: 9/10 of 4. All together: 4 records of 9 people.
    let asked = |risk: f64, limit: f64| recipe(&json!([{"marketer-risk": risk}]), limit, &by_people(), "exact");
    let policy = |risk: f64, limit: f64| {
        let recipe = asked(risk, limit);
        let problem = Arc::new(prepared(&recipe, &ROWS, &PEOPLE).problem(&recipe).unwrap());
        found(&problem, &recipe).map(|found| (found.policy.levels().to_vec(), found.conditions[0]))
    };
    assert_eq!(policy(0.4375, 0.0).unwrap(), (vec![0, 0], Some(0.4375)));
    assert_eq!(policy(0.4374, 0.0).unwrap(), (vec![3, 0], Some(0.225)));
    assert_eq!(policy(0.225, 0.0).unwrap(), (vec![3, 0], Some(0.225)));
    assert_eq!(policy(0.2249, 0.0).unwrap(), (vec![3, 1], Some(1.0 / 9.0)));
    // The limit suppresses no class that its k keeps: the condition is of the release.
    assert_eq!(policy(0.2, 1.0).unwrap().1, Some(1.0 / 9.0));
    let advice = policy(0.11, 0.0).unwrap_err().advice();
    let words = "a marketer's risk among the population of at most 0.11 over all records that are kept";
    assert!(advice.contains(&format!("{words} (its figure is 0.1111)")), "{advice}");
}

#[test]
fn without_people_it_is_refused_and_so_is_what_is_no_risk() {
    let refused = |risk: f64, more: Value| {
        let json = json!({"kanon": 1, "columns": {"age": {"role": "quasi-identifier"}},
            "protect": [{"marketer-risk": risk}], "risk": more});
        Recipe::parse(&json.to_string()).unwrap_err().to_string()
    };
    let error = refused(0.05, json!({}));
    assert!(error.contains("protect.1.marketer-risk"), "{error}");
    assert!(error.contains("does not define the population"), "{error}");
    for risk in [0.0, -0.1, 1.5] {
        let error = refused(risk, by_weights());
        assert!(error.contains("no risk above 0"), "{error}");
    }
}

#[test]
fn whoever_searches_along_counts_the_same_people() {
    let (rows, people) = town();
    for by in [by_weights(), by_people()] {
        let recipe = recipe(&json!([{"marketer-risk": 0.1}, {"k-anonymity": 2}]), 0.2, &by, "exact");
        let own = prepared(&recipe, &rows, &people);
        let alone = found(&Arc::new(own.problem(&recipe).unwrap()), &recipe).unwrap();
        let grouped = Grouped::of(&own, &recipe).unwrap();
        let theirs = Arc::new(grouped.prepare().unwrap().problem(&grouped.recipe).unwrap());
        let of_tuples = found(&theirs, &grouped.recipe).unwrap();
        assert_eq!(of_tuples.policy, alone.policy);
        assert_eq!(of_tuples.conditions, alone.conditions);
        assert!(Run::new(theirs, &grouped.recipe.search).is_ok());
    }
}

#[test]
fn the_program_asks_for_it_checks_it_sweeps_it_and_has_its_frontier() {
    const VERIFY: &str = "verify release.csv --report report.json --recipe recipe.json";
    let (rows, people) = town();
    let folder = Folder::empty();
    folder.write("data.csv", csv(&rows));
    let recipe = recipe(&json!([{"k-anonymity": 2}, {"marketer-risk": 0.1}]), 0.2, &by_people(), "exact");
    let mut json: Value = serde_json::from_str(&recipe.to_json()).unwrap();
    json["frontier"] = json!({"space": "full-domain", "risk": {"condition": 2}});
    folder.write("recipe.json", json.to_string());
    let anonymize = "anonymize data.csv --recipe recipe.json --out release.csv --report report.json";
    folder.kanon(anonymize).exits(2).complains(&["people.csv"]);
    folder.write("people.csv", population(&people));
    let words = "a marketer's risk among the population of at most 0.1 over all records that are kept";
    folder.kanon(anonymize).exits(0).prints(&[words, " (it is 0.0"]);
    let with_data = format!("{VERIFY} --data data.csv");
    folder.kanon(&format!("{with_data} --optimality")).exits(0).prints(&[words]);
    // Who the people of a class are is not known from the release and its report alone. The file with its population
    // tells it.
    folder.kanon(VERIFY).exits(0).prints(&["cannot be known without the original"]);
    folder
        .kanon("verify release.csv --recipe recipe.json --population people.csv --out-html verdict.html")
        .exits(0)
        .prints(&["holds: ", words]);
    let page = folder.read("verdict.html");
    assert!(page.contains("people.csv") && page.contains("risk among the population of at most 0.1"));
    for settings in ["--condition 2 --thresholds 0.5,0.1,0.05", "--each-condition", "--k-to 3"] {
        let sweep = "sweep data.csv --recipe recipe.json --report sweep.json";
        folder.kanon(&format!("{sweep} {settings}")).exits(0);
        let verify = "verify --report sweep.json --recipe recipe.json --data data.csv --optimality";
        folder.kanon(verify).exits(0);
    }
    folder.kanon("frontier data.csv --recipe recipe.json --report frontier.json").exits(0);
    folder.kanon("verify --report frontier.json --recipe recipe.json --data data.csv --optimality").exits(0);
    // Of other people nothing is true of what was said.
    folder.write("people.csv", population(&people[..9]));
    folder.kanon(&with_data).exits(1);
    std::fs::remove_file(folder.path("people.csv")).unwrap();
    folder.kanon(&with_data).exits(2).complains(&["a marketer-risk counts its people"]);
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn no_figure_of_it_can_be_changed() {
        let (rows, people) = town();
        for by in [by_people(), by_weights()] {
            let protect = json!([{"marketer-risk": 0.12}, {"k-anonymity": 2}]);
            let recipe = recipe(&protect, 0.3, &by, "exact");
            let released = released(recipe, &rows, by.get("population").is_some().then_some(people.as_slice()));
            assert!(holds(&released), "{}", failing(&released));
            let report: Value = serde_json::from_str(&released.report).unwrap();
            assert_eq!(report["conditions"][0]["asked"], json!({"marketer-risk": 0.12}));
            assert!(report["conditions"][0]["found"].as_f64().unwrap() <= 0.12);
            let wrong = accepted(&report, |json| {
                let found = released.with_report(json.to_owned()).verify();
                found.ok().map(|found| found.claims)
            });
            assert_eq!(wrong, Vec::<String>::new());
        }
    }
}
