//! Searches for cells to suppress that are ended early, with the best that they have.
//!
//! The result is safe, and its cost is within the reported bound. The number of steps finds it again, so a report of it
//! can be verified; a report with a different number of steps is refused.

use crate::support::combinations::{MISSING, SmallTable, table};
use crate::support::program::Folder;
use crate::support::random::cases;
use crate::support::reported::{all_of_uniques, study};
use kanon::audit::Audited;
use kanon::data::Dialect;
use kanon::local::UnsafeAfter;
use kanon::monitor::{Checks, Unlimited, When};
use kanon::recipe::Recipe;
use kanon::run::{Suppressed, Suppressing, UniqueQuestions};
use kanon::table::EncodedStudy;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;

fn suppressing(table: &SmallTable, k: u64, suppress: &str) -> Suppressing {
    let role = json!({"role": "quasi-identifier"});
    let names = (0..table.n_columns()).map(|column| column.to_string());
    let columns: Map<String, Value> = names.map(|name| (name, role.clone())).collect();
    let uniques = json!({"k": k, "suppress": suppress});
    let recipe = json!({"kanon": 1, "columns": columns, "uniques": uniques});
    let recipe = Recipe::parse(&recipe.to_string()).unwrap();
    let dialect = Dialect { missing: vec![MISSING.to_owned()], ..Dialect::default() };
    let prepared = EncodedStudy::new(&recipe, &dialect, table.encoded()).unwrap();
    let questions = UniqueQuestions::new(&prepared, &recipe).unwrap();
    Suppressing::new(&prepared, &questions).unwrap().unwrap()
}

fn whole(mut search: Suppressing) -> Suppressed {
    search.advance(&mut Unlimited).unwrap().unwrap()
}

fn in_slices(mut search: Suppressing, step: u64) -> Suppressed {
    loop {
        if let Some(found) = search.advance(&mut Checks(step)).unwrap() {
            return found;
        }
    }
}

/// All that a search finds.
fn all(found: &Suppressed) -> impl PartialEq + std::fmt::Debug + use<> {
    let Suppressed { suppression, cells, cost, bound, proven, ended_after, .. } = found.clone();
    (suppression, cells, cost, bound, proven, ended_after)
}

fn holds(audited: &Audited) -> bool {
    (audited.claims.iter()).all(|claim| claim.holds != Some(false))
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn the_best_so_far_is_safe_and_is_found_again_by_the_steps(
        table in table(6, 20),
        k in prop::sample::select(vec![2_u64, 3]),
        suppress in prop::sample::select(vec!["strict", "wildcard"]),
        shares in prop::collection::vec(0.0..1.0, 3),
        slice in 1_u64..60,
    ) {
        prop_assume!(k <= table.n());
        let start = || suppressing(&table, k, suppress);
        let mut steps = 0_u64;
        let mut counting = When(|| {
            steps += 1;
            false
        });
        let of_its_own = start().advance(&mut counting).unwrap().unwrap();
        prop_assert_eq!(of_its_own.ended_after, None);
        for share in shares {
            // Of these steps the last ones count what is still unsafe, and end nothing.
            let steps = (share * steps as f64) as u64;
            let mut search = start();
            search.advance(&mut Checks(steps)).unwrap();
            let (cost, bound) = (search.cost_so_far(), search.bound_so_far());
            let by_number = whole(start().ending_after(Some(steps)));
            if !search.can_end() {
                prop_assert_eq!(all(&by_number), all(&of_its_own));
                continue;
            }
            prop_assert!(search.end());
            let found = whole(search);
            prop_assert_eq!(found.ended_after, Some(steps));
            prop_assert_eq!(all(&by_number), all(&found));
            let again = in_slices(start().ending_after(Some(steps)), slice);
            prop_assert_eq!(all(&again), all(&found));
            prop_assert_eq!(found.unsafe_after.wildcard, 0);
            if suppress == "strict" {
                prop_assert_eq!(found.unsafe_after, UnsafeAfter::default());
                prop_assert!(found.cost <= cost);
            }
            prop_assert_eq!(found.bound, bound);
            prop_assert!(found.bound <= of_its_own.cost && of_its_own.cost <= found.cost);
            prop_assert_eq!(found.cost, found.cells.iter().sum::<u64>() as f64);
        }
    }
}

#[test]
fn a_report_of_an_ended_search_holds_and_with_another_number_of_steps_does_not() {
    for suppress in ["strict", "wildcard"] {
        let study = study(&all_of_uniques(suppress));
        let mut ended = 0;
        for steps in (0..400).step_by(9) {
            let report = study.uniques_ended(Some(steps));
            let Some(own) = report.ended_after_steps else {
                continue;
            };
            assert_eq!(own, steps);
            ended += 1;
            let json = report.to_json();
            assert!(holds(&study.check_uniques(&json).unwrap()), "{json}");
            let said = format!("\"ended_after_steps\": {steps}");
            assert!(json.contains(&said));
            let beyond = json.replace(&said, "\"ended_after_steps\": 1000000");
            assert!(!holds(&study.check_uniques(&beyond).unwrap()));
            // A check that is interrupted leaves it open.
            let open = study.check_uniques_within(&json, &mut Checks(20)).unwrap();
            assert!(holds(&open), "{json}");
        }
        assert!(ended > 0, "{suppress} was never ended");
    }
}

#[test]
fn a_report_names_the_steps_that_its_recipe_does() {
    for suppress in ["strict", "wildcard"] {
        let mut settings = all_of_uniques(suppress);
        let free = study(&settings);
        let ended = |steps: &u64| free.uniques_ended(Some(*steps)).ended_after_steps.is_some();
        let steps = (0..400).rev().find(ended).unwrap();
        settings["uniques"]["end_after_steps"] = json!(steps);
        let study = study(&settings);
        let json = study.uniques_ended(Some(steps)).to_json();
        assert!(holds(&study.check_uniques(&json).unwrap()), "{json}");
        let said = format!("\"ended_after_steps\": {steps}");
        // Others are refused though the same cells may come of them.
        for other in [steps - 1, steps + 1, 400] {
            let json = json.replace(&said, &format!("\"ended_after_steps\": {other}"));
            assert!(!holds(&study.check_uniques(&json).unwrap()), "{other}");
        }
        let of_its_own = study.uniques_ended(None).to_json();
        assert!(!holds(&study.check_uniques(&of_its_own).unwrap()));
        let audited = free.check_uniques(&json.replace(&said, "\"ended_after_steps\": 1000000"));
        let found = audited.unwrap().claims;
        let mut refused = found.iter().filter(|claim| claim.holds == Some(false));
        assert!(refused.any(|claim| claim.found == "the search is not ended by these"));
    }
}

#[test]
fn a_recipe_ends_the_search_of_a_release_and_its_document_says_so() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/data");
    let read = |name: &str| fs::read_to_string(data.join(name)).unwrap();
    let folder = Folder::empty();
    folder.write("visits.csv", read("visits.csv"));
    let mut recipe: Value = serde_json::from_str(&read("cells.kanon.json")).unwrap();
    recipe["chosen"] = json!({"cells": {}});
    let mut release = |steps: u64| {
        recipe["uniques"]["end_after_steps"] = json!(steps);
        folder.write("recipe.json", recipe.to_string());
        folder.kanon("anonymize visits.csv --recipe recipe.json --out release.csv --report report.json").exits(0);
        folder.kanon("report report.json --recipe recipe.json --out document.html").exits(0);
        folder
            .kanon("verify release.csv --report report.json --recipe recipe.json --data visits.csv")
            .exits(0)
            .prints(&["holds: suppressed cells"]);
        (folder.read("release.csv"), folder.read("document.html"))
    };
    let (early, says) = release(600);
    assert!(says.contains("The search was ended early, after 600 steps"));
    let (late, says) = release(1 << 40);
    assert!(!says.contains("ended early"));
    assert!(early.matches('*').count() > late.matches('*').count());
}
