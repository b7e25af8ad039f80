//! Partition policies and their frontier of risk and loss.
//!
//! - The engine agrees with the definitions at every step of a walk.
//! - On small spaces the searches are held against every policy.
//! - Figures of a made-up state have the shape of the paper's study (`support/state.rs`). Wide tables are drawn from
//!   the project's own sample.
//!
//! Two parts are tested beside their code. `frontier::best::passes` holds its tables of intervals against plain sums.
//! `frontier::own` holds its verdict on one quasi-identifier against a look at all partitions of that column, with and
//! without a population, and its answers beyond its limits against those within them.

use crate::support::partition::small;
use crate::support::program::{Folder, RECIPE};
use crate::support::state::{State, state};
use kanon::data::TableReader;
use kanon::frontier::{Budget, Engine, Explorer, Method, PUBLISHED_POLICIES, Point, Run, Settings};
use kanon::monitor::{Checks, Unlimited};
use kanon::partition::{Frequencies, PartitionPolicy, Space};
use kanon::recipe::Recipe;
use kanon::run::Tradeoffs;
use kanon::search::Status;
use kanon::table::EncodedStudy;
use proptest::prelude::*;
use std::ops::RangeInclusive;

fn settings(method: Method, policies: u64) -> Settings {
    Settings {
        method,
        policies: Some(policies),
        threshold: 0.3,
        seed: 7,
        reference: None,
        most_risk: None,
        least_group: 1,
    }
}

fn finished(space: &Space, engine: &Engine, settings: &Settings) -> Run {
    let mut run = Run::new(space, engine, settings).unwrap();
    assert_eq!(run.advance(&mut Unlimited), Status::Done);
    run
}

fn points(run: &Run) -> Vec<Point> {
    run.explorer().staircase().points().collect()
}

/// The policy whose bits are those of a number.
fn policy(n_bits: usize, number: u64) -> PartitionPolicy {
    let mut policy = PartitionPolicy::top(n_bits);
    (0..n_bits.min(64)).for_each(|bit| policy.set(bit, number >> bit & 1 == 1));
    policy
}

fn assert_near(point: Point, risk: f64, loss: f64) {
    assert!((point.risk - risk).abs() < 1e-9, "{point:?} {risk} {loss}");
    assert!((point.loss - loss).abs() < 1e-9, "{point:?} {risk} {loss}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_walk_agrees_with_the_definitions_at_every_step(
        small in small(),
        steps in prop::collection::vec((any::<u64>(), 0_u8..8), 1..60),
        summed in any::<bool>(),
    ) {
        let (space, tuples) = small.tuples();
        let mut engine = if summed {
            Engine::new(&space, &tuples)
        } else {
            Engine::without_tables(&space, &tuples)
        };
        for (choice, kind) in steps {
            if space.n_bits() > 0 {
                let bit = choice as usize % space.n_bits();
                if kind == 0 {
                    engine.go_to(&policy(space.n_bits(), choice));
                } else {
                    let ahead = engine.peek(bit);
                    engine.flip(bit);
                    assert_near(ahead, engine.point().risk, engine.point().loss);
                }
            }
            let (risk, loss) = small.risk_and_loss(&space, engine.policy());
            assert_near(engine.point(), risk, loss);
        }
    }

    #[test]
    fn risk_and_loss_follow_the_order_of_the_policies(
        small in small(),
        one in any::<u64>(),
        other in any::<u64>(),
    ) {
        let (space, tuples) = small.tuples();
        let mut engine = Engine::new(&space, &tuples);
        let (general, specific) = (policy(space.n_bits(), one & other), policy(space.n_bits(), other));
        prop_assert!(general.generalizes(&specific));
        engine.go_to(&general);
        let upper = engine.point();
        engine.go_to(&specific);
        let lower = engine.point();
        prop_assert!(upper.risk <= lower.risk + 1e-9 && upper.loss >= lower.loss - 1e-9);
    }

    #[test]
    fn the_exhaustive_frontier_is_that_of_all_policies(small in small()) {
        let (space, tuples) = small.tuples();
        prop_assume!(space.n_bits() <= 10);
        let run = finished(&space, &Engine::new(&space, &tuples), &settings(Method::Exhaustive, u64::MAX));
        prop_assert!(run.is_exact());
        let all: Vec<Point> = (0..1_u64 << space.n_bits())
            .map(|number| {
                let (risk, loss) = small.risk_and_loss(&space, &policy(space.n_bits(), number));
                Point { risk, loss }
            })
            .collect();
        // Every policy is dominated by, or the same as, a point of the frontier, up to rounding.
        let found = points(&run);
        for point in &all {
            let below = |own: &Point| own.risk <= point.risk + 1e-9 && own.loss <= point.loss + 1e-9;
            prop_assert!(found.iter().any(below));
        }
        // In falling loss, and no two that differ by rounding only.
        for pair in found.windows(2) {
            prop_assert!(pair[0].risk + 1e-11 < pair[1].risk, "{pair:?}");
            prop_assert!(pair[0].loss > pair[1].loss + 1e-11, "{pair:?}");
        }
        for own in &found {
            let same = |point: &Point| {
                (own.risk - point.risk).abs() < 1e-9 && (own.loss - point.loss).abs() < 1e-9
            };
            prop_assert!(all.iter().any(same));
        }
        let staircase = run.explorer().staircase();
        for index in 0..staircase.len() {
            let (risk, loss) = small.risk_and_loss(&space, &staircase.policy(index));
            assert_near(staircase.point(index), risk, loss);
        }
    }

    #[test]
    fn interruptions_change_nothing(small in small(), pace in 1_u64..4) {
        let (space, tuples) = small.tuples();
        let (summed, holding) = (Engine::new(&space, &tuples), Engine::without_tables(&space, &tuples));
        let methods = [Method::Best, Method::Sublattice, Method::RandomChain].map(|method| (&summed, method));
        for (engine, method) in methods.into_iter().chain([(&holding, Method::Best)]) {
            let settings = settings(method, 300);
            let whole = finished(&space, engine, &settings);
            let mut run = Run::new(&space, engine, &settings).unwrap();
            while run.advance(&mut Checks(pace)) == Status::Running {}
            prop_assert_eq!(points(&whole), points(&run));
            prop_assert_eq!(whole.explorer().areas(), run.explorer().areas());
        }
    }
}

/// The records of the smallest group with a record.
fn smallest(space: &Space, tuples: &Frequencies, policy: &PartitionPolicy) -> u64 {
    let groups = kanon::partition::groups(space, tuples, policy);
    groups.iter().map(|group| group.records).filter(|&records| records > 0).min().unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_group_is_smaller_than_was_asked_and_the_exhaustive_frontier_lacks_nothing(small in small(), least in 1_u64..9) {
        let (space, tuples) = small.tuples();
        prop_assume!(space.n_bits() <= 10);
        let engines = [Engine::new(&space, &tuples), Engine::without_tables(&space, &tuples)];
        if least > tuples.n_records() {
            let settings = Settings { least_group: least, ..settings(Method::Best, 10) };
            let error = Run::new(&space, &engines[0], &settings).err().map(|error| error.code());
            prop_assert_eq!(error, Some("frontier-few-records"));
            return Ok(());
        }
        let all: Vec<Point> = (0..1_u64 << space.n_bits())
            .map(|number| policy(space.n_bits(), number))
            .filter(|policy| smallest(&space, &tuples, policy) >= least)
            .map(|policy| {
                let (risk, loss) = small.risk_and_loss(&space, &policy);
                Point { risk, loss }
            })
            .collect();
        let methods = [Method::Exhaustive, Method::Best, Method::Sublattice, Method::RandomChain, Method::Bisecting];
        for (engine, method) in engines.iter().flat_map(|engine| methods.map(|method| (engine, method))) {
            let policies = if method == Method::Exhaustive { u64::MAX } else { 200 };
            let reference = Some(PartitionPolicy::bottom(space.n_bits()));
            let run = finished(&space, engine, &Settings { least_group: least, reference, ..settings(method, policies) });
            let staircase = run.explorer().staircase();
            for index in 0..staircase.len() {
                let policy = staircase.policy(index);
                prop_assert!(smallest(&space, &tuples, &policy) >= least, "{method:?}: {policy:?}");
                let (risk, loss) = small.risk_and_loss(&space, &policy);
                assert_near(staircase.point(index), risk, loss);
            }
            let found = points(&run);
            let below = |point: &Point, own: &Point| own.risk <= point.risk + 1e-9 && own.loss <= point.loss + 1e-9;
            match method {
                Method::Exhaustive => prop_assert!(all.iter().all(|point| found.iter().any(|own| below(point, own)))),
                // One group for all is always there.
                _ => prop_assert!(!found.is_empty() && found.iter().all(|own| all.iter().any(|point| below(own, point)))),
            }
        }
    }
}

#[test]
fn every_search_stays_on_or_above_the_exact_frontier_and_keeps_its_books() {
    let data = state();
    let (space, tuples) = data.decades();
    let engine = Engine::new(&space, &tuples);
    let exact = finished(&space, &engine, &settings(Method::Exhaustive, u64::MAX));
    let exact = exact.explorer().staircase();
    let reference = policy(space.n_bits(), 0b101_0101_0101_0101_0101);
    let holding = Engine::without_tables(&space, &tuples);
    for (searched, method) in [
        (&engine, Method::Best),
        (&holding, Method::Best),
        (&engine, Method::Sublattice),
        (&engine, Method::RandomChain),
        (&engine, Method::Bisecting),
    ] {
        let settings = Settings { reference: Some(reference.clone()), ..settings(method, 2_000) };
        let run = finished(&space, searched, &settings);
        assert!(!run.is_exact());
        let explorer = run.explorer();
        assert_eq!(explorer.evaluated(), 2_000, "{method:?}");
        let staircase = explorer.staircase();
        for point in staircase.points() {
            let below = exact.at_risk(point.risk + 1e-9);
            assert!(exact.point(below).loss <= point.loss + 1e-9);
        }
        let areas: Vec<(u64, f64)> = explorer.areas().to_vec();
        assert_eq!(areas.len(), 20);
        assert!(areas.windows(2).all(|pair| pair[1].1 <= pair[0].1 + 1e-12));
        assert!((areas[19].1 - staircase.area()).abs() < 1e-12);
        assert!(staircase.area() >= exact.area() - 1e-12);
        // What is kept is what the engine says of it.
        let mut engine = engine.clone();
        for index in 0..staircase.len() {
            engine.go_to(&staircase.policy(index));
            let point = staircase.point(index);
            assert_near(engine.point(), point.risk, point.loss);
        }
    }
}

#[test]
fn the_bisecting_search_finds_policies_as_safe_as_its_reference() {
    let data = state();
    let (space, tuples) = data.decades();
    let engine = Engine::new(&space, &tuples);
    let reference = policy(space.n_bits(), 0b101_0101_0101_0101_0101);
    let mut explorer = Explorer::new(&engine, 0);
    let point = explorer.point_of(&reference);
    let settings = Settings { reference: Some(reference), ..settings(Method::Bisecting, 500) };
    let run = finished(&space, &engine, &settings);
    let staircase = run.explorer().staircase();
    // Half of what is evaluated lies close to the risk of the reference.
    let close = |found: &&Point| found.risk <= point.risk && found.risk > point.risk / 2.0;
    assert!(points(&run).iter().any(|found| close(&found)));
    assert!(!staircase.dominators(point).is_empty());
    assert_eq!(
        Run::new(&space, &engine, &Settings { reference: None, ..settings }).err().map(|error| error.code()),
        Some("frontier-no-reference")
    );
}

/// Half a per cent of the exact area, also where the engine holds its tuples.
fn assert_best_is_close(space: &Space, tuples: &Frequencies, n_points: usize, area: f64) {
    let engine = Engine::new(space, tuples);
    let exact = finished(space, &engine, &settings(Method::Exhaustive, u64::MAX));
    assert!(exact.is_exact());
    let exact = exact.explorer().staircase();
    assert!((exact.area() - area).abs() < 1e-7, "{}", exact.area());
    assert_eq!(exact.len(), n_points);
    let best = |engine: &Engine| {
        let run = finished(space, engine, &settings(Method::Best, 5_000));
        run.explorer().staircase().area()
    };
    for engine in [&engine, &Engine::without_tables(space, tuples)] {
        let best = best(engine);
        assert!(best <= 1.005 * exact.area(), "{best} against {}", exact.area());
    }
}

/// Plain figures of a policy: the groups of the tuples, without an engine.
fn plain(data: &State, policy: &PartitionPolicy) -> Point {
    use kanon::partition::groups;
    let (space, tuples) = (&data.space, &data.tuples);
    let expected = |policy: &PartitionPolicy| -> f64 {
        (groups(space, tuples, policy).iter()).map(|group| group.records as f64 / group.people as f64).sum()
    };
    let n = tuples.n_records() as f64;
    let c_ln_c = |count: f64| if count > 0.0 { count * count.ln() } else { 0.0 };
    let original: f64 = tuples.iter().map(|(_, records, _)| c_ln_c(f64::from(records))).sum();
    let joint: f64 = (groups(space, tuples, policy).iter()).map(|group| c_ln_c(group.records as f64)).sum();
    let mut volumes = 0.0;
    for qi in 0..tuples.n_qis() {
        for (first, last) in space.intervals(policy, qi) {
            let within = |values: &[u32]| (first..=last).contains(&values[qi]);
            let records: f64 =
                (tuples.iter()).filter(|(values, ..)| within(values)).map(|(_, records, _)| f64::from(records)).sum();
            volumes += records * f64::from(last - first + 1).ln();
        }
    }
    Point { risk: expected(policy) / expected(&space.bottom()), loss: (original - joint + volumes) / n }
}

#[test]
#[ignore = "long: half a minute of one core"]
fn best_beats_the_papers_searches_by_far_for_several_seeds() {
    assert_best_beats_sublattice(1..=3);
}

fn assert_best_beats_sublattice(seeds: RangeInclusive<u64>) {
    let n_seeds = seeds.clone().count() as f64;
    let data = state();
    let engine = Engine::new(&data.space, &data.tuples);
    let area = |method, seed| {
        let settings = Settings { seed, ..settings(method, 14_780) };
        let run = finished(&data.space, &engine, &settings);
        run.explorer().staircase().area()
    };
    let mean = |method| seeds.clone().map(|seed| area(method, seed)).sum::<f64>() / n_seeds;
    let (best, sublattice) = (mean(Method::Best), mean(Method::Sublattice));
    assert!(best <= 0.0895, "{best}");
    assert!(best < 0.66 * sublattice, "{best} against {sublattice}");
}

/// The project's own sample, whose grid is too large for summed-area tables.
fn sampled(records: usize) -> (Recipe, Tradeoffs) {
    let sample = kanon::sample::hospital(records, kanon::sample::DEFAULT_SEED);
    let recipe = Recipe::parse(&sample.recipe).unwrap();
    let dialect = recipe.dialect.clone().unwrap_or_default();
    let mut reader = TableReader::new(&dialect, &EncodedStudy::columns(&recipe).unwrap());
    reader.push(&sample.csv).unwrap();
    let tradeoffs = Tradeoffs::new(&recipe, &dialect, &reader.finish().unwrap(), None).unwrap();
    (recipe, tradeoffs)
}

#[test]
fn a_wide_table_has_a_good_frontier_after_few_policies() {
    let (recipe, tradeoffs) = sampled(5_000);
    let (space, engine) = (tradeoffs.space(), tradeoffs.engine());
    assert!(engine.holds_tuples());
    let harbor = tradeoffs.safe_harbor(&recipe).unwrap().policy;
    let point = tradeoffs.figures(&harbor).unwrap().point;
    let search = |method, policies, seed| {
        let settings = Settings { seed, reference: Some(harbor.clone()), ..settings(method, policies) };
        finished(space, engine, &settings)
    };
    let best = search(Method::Best, 20_000, 1);
    let staircase = best.explorer().staircase();
    assert!(staircase.dominators(point).len() >= 10);
    let chains = search(Method::RandomChain, 20_000, 1);
    let chains = chains.explorer().staircase();
    assert!(staircase.area() < 0.9 * chains.area(), "{} {}", staircase.area(), chains.area());
    // A worse search would still beat the chains.
    assert!(staircase.area() < 0.620_1, "{}", staircase.area());
    // Of as many policies the next run finds the same ones, and a longer one no worse.
    assert_eq!(points(&best), points(&search(Method::Best, 20_000, 1)));
    let longer = search(Method::Best, 40_000, 1);
    assert!(longer.explorer().staircase().area() <= staircase.area());
    for index in (0..staircase.len()).step_by(20) {
        let point = tradeoffs.figures(&staircase.policy(index)).unwrap().point;
        assert_near(staircase.point(index), point.risk, point.loss);
    }
}

#[test]
fn the_reference_is_looked_at_first() {
    let (recipe, tradeoffs) = sampled(2_000);
    let harbor = tradeoffs.safe_harbor(&recipe).unwrap().policy;
    let settings = Settings { reference: Some(harbor.clone()), ..settings(Method::Best, 1) };
    let run = finished(tradeoffs.space(), tradeoffs.engine(), &settings);
    let staircase = run.explorer().staircase();
    assert_eq!(staircase.len(), 3);
    assert_eq!(staircase.policy(1), harbor);
}

const AGES: &str = r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier", "domain": {"range": [1, 2]}}},
    "frontier": FRONTIER}"#;

fn report(folder: &Folder) -> serde_json::Value {
    serde_json::from_str(&folder.read("report.json")).unwrap()
}

#[test]
fn the_program_reports_the_frontier_of_a_table_worked_out_by_hand() {
    let folder = Folder::empty();
    folder.write("data.csv", "age,note\n1,x\n1,y\n2,z\n");
    folder.write("recipe.json", AGES.replace("FRONTIER", r#"{"method": "exhaustive"}"#));
    let command = "frontier data.csv --recipe recipe.json --report report.json";
    folder.kanon(command).exits(0).prints(&["2 policies on the frontier (exact)", "2 policies evaluated"]);
    let found = report(&folder);
    // Two groups become one of three records over two values: 2 ln 2 − 3 ln 3 + 3 ln 2, thirds.
    let loss = (5.0 * 2_f64.ln() - 3.0 * 3_f64.ln()) / 3.0;
    let near = |value: &serde_json::Value, expected: f64| {
        assert!((value.as_f64().unwrap() - expected).abs() < 1e-12, "{value} {expected}");
    };
    assert_eq!((&found["exact"], &found["bits"]), (&true.into(), &1.into()));
    let frontier = found["frontier"].as_array().unwrap();
    assert_eq!(frontier.len(), 2);
    near(&frontier[0]["risk"], 0.5);
    near(&frontier[0]["loss"], loss);
    let interval =
        |label: &str, first: &str, last: &str| serde_json::json!({"label": label, "first": first, "last": last});
    assert_eq!(frontier[0]["intervals"]["age"], serde_json::json!([interval("1–2", "1", "2")]));
    assert_eq!(frontier[1]["intervals"]["age"], serde_json::json!([interval("1", "1", "1"), interval("2", "2", "2")]));
    near(&found["area"], 1.0);
    near(&found["bottom_expected"], 2.0);

    // Ten and five people: 2 / 10 + 1 / 5 becomes 3 / 15.
    folder.write("people.csv", "count,age\n10,1\n4,2\n1,2\n");
    let population = r#"{"method": "exhaustive", "population": "people.csv"}"#;
    folder.write("recipe.json", AGES.replace("FRONTIER", population));
    folder.kanon(command).exits(0);
    near(&report(&folder)["bottom_expected"], 0.4);
    near(&report(&folder)["frontier"][0]["risk"], 0.5);
    assert_eq!(report(&folder)["people"], 15);

    // Where nobody of the population is known to be 2, the record is.
    folder.write("people.csv", "count,age\n10,1\n");
    folder.kanon(command).exits(0);
    near(&report(&folder)["bottom_expected"], 0.2 + 1.0);
    assert_eq!(report(&folder)["unknown_records"], 1);
}

#[test]
fn the_program_repeats_the_papers_study() {
    let folder = Folder::empty();
    folder.kanon("sample --out . --records 300 --seed 3").exits(0);
    folder.write(
        "recipe.json",
        r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier", "domain": {"range": [0, 120]}},
            "sex": {"role": "quasi-identifier"}}, "frontier": {}}"#,
    );
    folder
        .kanon(
            "study frontier hospital.csv --recipe recipe.json --report report.json --runs 3 --policies 300 --sublattices 200",
        )
        .exits(0);
    let whole = report(&folder);
    assert_eq!((&whole["kind"], &whole["format"]), (&"study".into(), &1.into()));
    let found = &whole["results"];
    let searches = found["searches"].as_array().unwrap();
    let methods: Vec<&str> = (searches.iter()).map(|search| search["method"].as_str().unwrap()).collect();
    assert_eq!(methods, ["random-chain", "sublattice", "sublattice", "sublattice", "best"]);
    let area = |search: &serde_json::Value, note: usize| search["areas"][note]["mean"].as_f64();
    for search in searches {
        assert_eq!((&search["runs"], &search["areas"][2]["policies"]), (&3.into(), &300.into()));
        assert!(area(search, 2) < area(search, 0), "{search}");
    }
    assert!(area(&searches[4], 2) < area(&searches[0], 2));
    let prediction = &found["prediction"];
    let groups = prediction["groups"].as_array().unwrap().iter();
    let grouped = groups.map(|group| group["sublattices"].as_u64().unwrap());
    assert_eq!(prediction["sublattices"], grouped.sum::<u64>());
    assert!(prediction["correlation"].as_f64() > Some(0.3), "{prediction}");
}

#[test]
fn a_reference_is_safe_harbor_or_the_best_policy_of_a_recipe() {
    let folder = Folder::of_ages();
    let recipe = RECIPE.replace("REST", r#", "frontier": {"method": "exhaustive", "reference": NAME}"#);
    let command = "frontier data.csv --recipe frontier.json --report report.json";
    folder.write("frontier.json", recipe.replace("NAME", r#""safe-harbor""#));
    // The recipe does not say that the names are left out.
    let warning = "This is not Safe Harbor: name may be among its identifiers";
    folder.kanon(command).exits(0).prints(&[warning]);
    // Nobody is 90, so Safe Harbor leaves the ages as they are. As many records are 20 as are 21: to join these two
    // loses nothing, and two groups give away less than three.
    let found = report(&folder);
    assert_eq!(found["reference"]["loss"], 0.0);
    let harbor = &found["reference"]["safe_harbor"];
    assert_eq!(harbor["incomplete"], serde_json::json!(["name"]));
    assert_eq!(
        harbor["identifiers"][2],
        serde_json::json!({"identifier": "dates", "columns": [{"column": "age", "handling": "ages"}]})
    );
    assert_eq!(found["reference"]["dominated_by"], serde_json::json!([1]));
    assert_eq!(
        found["frontier"][1]["intervals"]["age"],
        serde_json::json!([
            {"label": "20–21", "first": "20", "last": "21"},
            {"label": "30", "first": "30", "last": "30"}
        ])
    );
    // The recipe's own best policy for k = 5 is one group for all.
    folder.write("frontier.json", recipe.replace("NAME", r#""recipe.json""#));
    folder.kanon(command).exits(0);
    assert_eq!(
        report(&folder)["reference"]["intervals"]["age"],
        serde_json::json!([{"label": "20–30", "first": "20", "last": "30"}])
    );
    folder.write("frontier.json", recipe.replace("NAME", r#""nowhere.json""#));
    folder.kanon(command).exits(2);
    assert!(folder.has("report.json"));
}

/// People of four ages: 6 of 20, 6 of 21, 1 of 90, 9 of 91.
fn old_and_young(frontier: &str) -> Folder {
    let folder = Folder::empty();
    let rows = [("20", 6), ("21", 6), ("90", 1), ("91", 9)];
    let rows = rows.iter().flat_map(|(age, count)| std::iter::repeat_n(format!("{age}\n"), *count));
    folder.write("data.csv", "age\n".to_owned() + &rows.collect::<String>());
    let recipe = format!(
        r#"{{"kanon": 1, "columns": {{"age": {{"role": "quasi-identifier"}}}},
            "frontier": {{"method": "exhaustive", "reference": "safe-harbor"{frontier}}}}}"#
    );
    folder.write("recipe.json", recipe);
    folder
}

/// The rule joins 90 with 91: risk 3 / 4, loss (9 ln 9 - 10 ln 10 + 10 ln 2) / 22 = 0.1673. To join 20 with 21 instead
/// has the same risk and loses nothing; to join 90 with these has less of both. But both tell 90 from 91.
#[test]
fn what_breaks_safe_harbors_rule_is_not_called_better_than_the_rule() {
    let folder = old_and_young("");
    let command = "frontier data.csv --recipe recipe.json --report report.json";
    let near = |value: &serde_json::Value, expected: f64| {
        assert!((value.as_f64().unwrap() - expected).abs() < 1e-4, "{value} {expected}");
    };
    folder.kanon(command).exits(0).prints(&[
        "safe-harbor (census of 2000): risk 0.7500, loss 0.1673; 0 policies of the frontier are no worse in both and \
         better in one, and keep its rule",
        "do not keep its rule, by column: age (2)",
    ]);
    let found = report(&folder);
    let reference = &found["reference"];
    assert_eq!(reference["dominated_by"], serde_json::json!([]));
    assert_eq!(reference["against_rule"], serde_json::json!({"age": 2}));
    assert_eq!(reference["intervals"]["age"][2], serde_json::json!({"label": "≥90", "first": "90", "last": "91"}));
    let points = found["frontier"].as_array().unwrap();
    assert_eq!(points.len(), 3);
    near(&points[1]["risk"], 0.5);
    near(&points[1]["loss"], 0.1109);
    near(&points[2]["loss"], 0.0);
    let verify = "verify --report report.json --recipe recipe.json --data data.csv";
    folder.kanon(verify).exits(0);
    for (from, to) in [
        ("\"dominated_by\":[]", "\"dominated_by\":[1]"),
        ("{\"age\":2}", "{\"age\":1}"),
        ("\"census\":2000", "\"census\":2020"),
    ] {
        let report = folder.read("report.json");
        assert!(report.contains(from), "{from}");
        folder.write("report.json", report.replace(from, to));
        folder.kanon(verify).exits(1);
        folder.write("report.json", report);
    }
    // With groups of ten, 90 is with 91 or with all: the first has less risk than the rule, and no more loss.
    let folder = old_and_young(r#", "least_group": 10"#);
    folder
        .kanon(command)
        .exits(0)
        .prints(&["1 policy of the frontier is no worse in both and better in one, and keeps its rule"]);
    assert_eq!(report(&folder)["reference"]["dominated_by"], serde_json::json!([1]));
    folder.kanon(verify).exits(0);
    // With groups of five, 90 is not alone; 21 and 90 together lose (6 ln 6 - 7 ln 7 + 7 ln 2) / 22.
    let folder = old_and_young(r#", "least_group": 5"#);
    folder.kanon(command).exits(0);
    let found = report(&folder);
    assert_eq!(found["frontier"].as_array().unwrap().len(), 3);
    near(&found["frontier"][2]["loss"], 0.0901);
    folder.kanon(verify).exits(0);
    // A report of smaller groups than the recipe allows does not hold.
    folder.write("recipe.json", folder.read("recipe.json").replace("\"least_group\": 5", "\"least_group\": 8"));
    folder.kanon(verify).exits(1).prints(&["a group of 6"]);
    let folder = old_and_young(r#", "least_group": 23"#);
    folder.kanon(command).exits(2).complains(&["22 records, fewer than the 23"]);
    let folder = old_and_young(r#", "census": 2010"#);
    folder.kanon(command).exits(2).complains(&["choose 2000 or 2020"]);
}

/// What was taken says in which columns it breaks the rule, and is checked.
#[test]
fn the_document_does_not_call_better_what_breaks_the_rule() {
    for (least, take, said, held) in [
        (1, 2, "does not keep its rule in the column age", "[\"age\"]"),
        (10, 2, "no worse in both, and better in one", "[]"),
    ] {
        let folder = old_and_young(&format!(r#", "least_group": {least}, "census": 2020"#));
        folder
            .kanon(&format!(
                "frontier data.csv --recipe recipe.json --report report.json --take {take} --out release.csv --release-recipe taken.json --release-report released.json"
            ))
            .exits(0);
        let taken: serde_json::Value = serde_json::from_str(&folder.read("taken.json")).unwrap();
        assert_eq!(taken["chosen"]["frontier"]["reference"]["against_rule"].to_string(), held);
        folder.kanon("report released.json --recipe taken.json --out page.html").exits(0);
        let page = folder.read("page.html");
        assert!(page.contains("Safe Harbor (census of 2020) has risk 75") && page.contains(said), "{page}");
        let verify = "verify release.csv --report released.json --recipe taken.json --data data.csv";
        folder.kanon(verify).exits(0);
        if least == 1 {
            // A release that hides it does not hold.
            let hide = |name: &str| {
                let text = folder.read(name);
                let value: serde_json::Value = serde_json::from_str(&text).unwrap();
                let mut value = value;
                value["chosen"]["frontier"]["reference"].as_object_mut().unwrap().remove("against_rule");
                folder.write(name, value.to_string());
            };
            hide("released.json");
            hide("taken.json");
            folder.kanon(verify).exits(1);
        }
    }
}

/// 03501 stays 035 and 03701 stays 037. 03601 and 05901 are areas of few people, so both are 000: of 4, 3, 2 and 1
/// records in four groups three groups remain, and the loss is (3 ln 3 + 1 ln 1 - 4 ln 4 + 4 ln 2) / 10.
#[test]
fn small_areas_are_one_group_of_the_reference_wherever_they_are() {
    let folder = Folder::empty();
    let rows = [("03501", 4), ("03601", 3), ("03701", 2), ("05901", 1)];
    let rows = rows.iter().flat_map(|(zip, count)| std::iter::repeat_n(format!("{zip}\n"), *count));
    folder.write("data.csv", "zip\n".to_owned() + &rows.collect::<String>());
    folder.write(
        "recipe.json",
        r#"{"kanon": 1, "columns": {"zip": {"role": "quasi-identifier"}},
            "frontier": {"method": "exhaustive", "reference": "safe-harbor"}}"#,
    );
    folder.kanon("frontier data.csv --recipe recipe.json --report report.json").exits(0);
    let found = report(&folder);
    let reference = &found["reference"];
    let labels: Vec<&str> =
        reference["intervals"]["zip"].as_array().unwrap().iter().map(|own| own["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["035", "000", "037", "000"]);
    assert_eq!(reference["risk"], 0.75);
    let loss = (3.0 * 3_f64.ln() - 4.0 * 4_f64.ln() + 4.0 * 2_f64.ln()) / 10.0;
    assert!((reference["loss"].as_f64().unwrap() - loss).abs() < 1e-12, "{reference}");
    // Only policies that join all from 036 to 059 obey the rule.
    let policies = found["frontier"].as_array().unwrap();
    for (place, policy) in policies.iter().enumerate() {
        let intervals = policy["intervals"]["zip"].as_array().unwrap();
        let obeys = intervals.iter().any(|own| own["first"].as_str().unwrap() <= "03601" && own["last"] == "05901");
        let is_better = policy["risk"].as_f64() <= Some(0.75) && policy["loss"].as_f64() <= Some(loss);
        let said = reference["dominated_by"].as_array().unwrap().contains(&place.into());
        assert_eq!(said, obeys && is_better, "{policy}");
    }
    folder.kanon("verify --report report.json --recipe recipe.json --data data.csv").exits(0);
}

#[test]
fn intervals_of_texts_are_released_by_their_values() {
    let folder = Folder::empty();
    folder.write("data.csv", "race\nAsian\nBlack\nOther\nOther\nWhite\nWhite\nWhite\n");
    folder.write(
        "recipe.json",
        r#"{"kanon": 1, "columns": {"race": {"role": "quasi-identifier"}}, "frontier": {"method": "exhaustive", "least_group": 3}}"#,
    );
    let command = "frontier data.csv --recipe recipe.json --report report.json --take 2 --out release.csv --release-recipe taken.json --release-report released.json";
    folder.kanon(command).exits(0);
    let released = folder.read("release.csv");
    assert!(released.contains("\"Asian, Black, Other\"") && released.contains("White"), "{released}");
    folder.kanon("verify release.csv --report released.json --recipe taken.json --data data.csv").exits(0);
}

/// An interval may join missing values with others; what is taken is verified all the same.
#[test]
fn a_policy_that_joins_missing_values_with_others_is_taken_and_verified() {
    let folder = Folder::empty();
    folder.write("data.csv", "age,note\n20,x\n20,y\n30,z\n,u\n,v\n");
    folder.write(
        "frontier.json",
        r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier"}}, "frontier": {"method": "exhaustive"}}"#,
    );
    assert!(taken(&folder).iter().any(|release| release.contains("(empty)")));
}

#[test]
fn a_frontier_of_levels_has_no_smaller_classes_than_was_asked() {
    let folder = Folder::of_ages();
    for (risk, expected) in [("highest", vec![0.2, 0.25]), ("average", vec![0.2, 0.25])] {
        let section = format!(
            r#", "privacy": {{"k": 2, "suppression_limit": 0.2}}, "frontier": {{"space": "full-domain", "risk": "{risk}", "least_group": 3}}"#
        );
        folder.write("recipe.json", RECIPE.replace("REST", &section));
        folder.kanon("frontier data.csv --recipe recipe.json --report report.json").exits(0);
        let found = report(&folder);
        let risks: Vec<f64> =
            found["frontier"].as_array().unwrap().iter().map(|point| point["risk"].as_f64().unwrap()).collect();
        assert_eq!(risks, expected, "{risk}");
        folder.kanon("verify --report report.json --recipe recipe.json --data data.csv").exits(0);
    }
}

#[test]
fn the_full_domain_frontier_is_a_sweep_over_k() {
    let folder = Folder::of_ages();
    let full = |risk: &str| {
        let section = format!(
            r#", "privacy": {{"k": 2, "suppression_limit": 0.2}}, "frontier": {{"space": "full-domain", "risk": "{risk}"}}"#
        );
        folder.write("recipe.json", RECIPE.replace("REST", &section));
        folder.kanon("frontier data.csv --recipe recipe.json --report report.json").exits(0).prints(&["(exact)"]);
        let points = report(&folder)["frontier"].as_array().unwrap().clone();
        let point = |point: &serde_json::Value| {
            (point["risk"].as_f64().unwrap(), point["loss"].as_f64().unwrap(), point["levels"]["age"].as_u64().unwrap())
        };
        points.iter().map(point).collect::<Vec<_>>()
    };
    // Of five records one may go. k = 1: as it is. k = 2: the one of 30 goes, a fifth is lost. k = 3, 4: the four in
    // their twenties lose half each. k = 5: all are one group.
    assert_eq!(full("highest"), [(0.2, 1.0, 2), (0.25, 0.6, 1), (0.5, 0.2, 0), (1.0, 0.0, 0)]);
    // Under k = 2: two classes of four records, one of four, one of five.
    assert_eq!(full("average"), [(0.2, 1.0, 2), (0.25, 0.6, 1), (0.5, 0.2, 0)]);
}

#[test]
fn a_frontier_that_cannot_be_searched_is_refused_in_words() {
    let folder = Folder::empty();
    folder.write("data.csv", "age\n1\n2\n3\n");
    let command = "frontier data.csv --recipe recipe.json --report report.json";
    for (frontier, domain, part) in [
        (r#"{"method": "greedy"}"#, "[1, 3]", "`best`"),
        ("{}", "[1, 2]", "the domain does not have this value"),
        (r#"{"method": "bisecting"}"#, "[1, 3]", "needs a reference"),
        (r#"{"method": "exhaustive"}"#, "[1, 40]", "2^39 policies"),
        (r#"{"population": "data.csv", "population_count": "age"}"#, "[3, 1]", "holds no number"),
    ] {
        let recipe = AGES.replace("FRONTIER", frontier).replace("[1, 2]", domain);
        folder.write("recipe.json", recipe);
        folder.kanon(command).exits(2).complains(&[part]);
        assert!(!folder.has("report.json"), "{frontier}");
    }
}

/// Releases every policy of a frontier, verifies each release, and gives the releases.
fn taken(folder: &Folder) -> Vec<String> {
    let command = "frontier data.csv --recipe frontier.json --report report.json";
    folder.kanon(command).exits(0);
    let before = report(folder);
    let n_policies = before["frontier"].as_array().unwrap().len();
    let releases = (1..=n_policies).map(|number| {
        folder
            .kanon(&format!(
                "{command} --take {number} --publish-unnamed --out release.csv --release-recipe taken.json --release-report released.json"
            ))
            .exits(0);
        assert_eq!(report(folder)["frontier"], before["frontier"]);
        folder
            .kanon("verify release.csv --report released.json --recipe taken.json --data data.csv")
            .exits(0);
        folder.read("release.csv")
    });
    let releases = releases.collect();
    folder.kanon(&format!("{command} --take {} --out none.csv", n_policies + 1)).exits(2);
    folder.kanon(&format!("{command} --take 0 --out none.csv")).exits(2);
    folder.kanon(&format!("{command} --take 1")).exits(2);
    assert!(!folder.has("none.csv"));
    releases
}

#[test]
fn any_partition_policy_of_a_frontier_is_released_and_verified() {
    let folder = Folder::empty();
    folder.write("data.csv", "age,note\n1,x\n1,y\n2,z\n");
    folder.write("frontier.json", AGES.replace("FRONTIER", r#"{"method": "exhaustive"}"#));
    assert_eq!(taken(&folder), ["age,note\n1–2,x\n1–2,y\n1–2,z\n", "age,note\n1,x\n1,y\n2,z\n"]);
    // No record is suppressed, and k is what the smallest group has.
    let report: serde_json::Value = serde_json::from_str(&folder.read("released.json")).unwrap();
    assert_eq!((&report["k"], &report["suppressed_records"]), (&1.into(), &0.into()));
}

#[test]
fn any_full_domain_policy_of_a_frontier_is_released_and_verified() {
    for risk in ["highest", "average"] {
        for limit in ["0", "0.5"] {
            let folder = Folder::of_ages();
            let rest = format!(
                r#", "privacy": {{"k": 2, "suppression_limit": {limit}}}, "frontier": {{"space": "full-domain", "risk": "{risk}"}}"#
            );
            folder.write("frontier.json", RECIPE.replace("REST", &rest));
            let releases = taken(&folder);
            let frontier = report(&folder)["frontier"].clone();
            let report: serde_json::Value = serde_json::from_str(&folder.read("released.json")).unwrap();
            assert_eq!(report["loss"], frontier[releases.len() - 1]["loss"]);
            assert_eq!(report["policy"], frontier[releases.len() - 1]["levels"]);
        }
    }
}

/// Sums that are equal differ by rounding: that was a loss below 0, which nobody could read, and an area of nothing.
#[test]
fn equal_sums_lose_nothing() {
    for records in [4, 6, 26] {
        let folder = Folder::empty();
        let rows: Vec<&str> = (0..records).map(|row| ["0", "1"][row % 2]).collect();
        folder.write("data.csv", format!("q\n{}\n", rows.join("\n")));
        folder.write(
            "recipe.json",
            r#"{"kanon": 1, "columns": {"q": {"role": "quasi-identifier", "domain": {"range": [0, 1]}}},
                "frontier": {"space": "partition", "method": "exhaustive"}}"#,
        );
        folder
            .kanon("frontier data.csv --recipe recipe.json --report f.json --take 1 --out out.csv --release-recipe taken.json --release-report out.json")
            .exits(0);
        let report: serde_json::Value = serde_json::from_str(&folder.read("f.json")).unwrap();
        assert_eq!((&report["area"], &report["top"]["loss"]), (&serde_json::json!(0.0), &serde_json::json!(0.0)));
        for checked in ["--report f.json --recipe recipe.json", "out.csv --report out.json --recipe taken.json"] {
            folder.kanon(&format!("verify {checked} --data data.csv")).exits(0);
        }
    }
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn best_beats_the_papers_searches_by_far() {
        assert_best_beats_sublattice(1..=1);
    }

    #[test]
    fn best_is_within_half_a_per_cent_of_the_exact_area() {
        let data = state();
        let (space, tuples) = data.decades();
        assert_eq!(space.n_bits(), 19);
        assert_best_is_close(&space, &tuples, 100, 0.021_548_5);
        let (space, tuples) = data.three_digits();
        assert_eq!(space.n_bits(), 22);
        assert_best_is_close(&space, &tuples, 73, 0.011_153_8);
    }

    #[test]
    fn where_nothing_is_said_a_search_does_what_the_table_deserves() {
        let run = |tradeoffs: &Tradeoffs, method, policies| {
            let settings = Settings { policies, ..settings(method, 0) };
            let mut run = Run::new(tradeoffs.space(), tradeoffs.engine(), &settings).unwrap();
            assert!(run.share() < 1.0);
            let mut before = 0.0;
            while run.advance(&mut Checks(1)) == Status::Running {
                assert!((before..=1.0).contains(&run.share()));
                before = run.share();
            }
            assert_eq!(run.share(), 1.0);
            run
        };
        // Work, by the number of tuples, and not policies; the same again.
        let works = [200, 4_000, 8_000].map(|records| {
            let (_, tradeoffs) = sampled(records);
            let budget = Budget::of(None, Method::Best, tradeoffs.engine());
            assert_eq!(budget.policies, u64::MAX);
            let found = run(&tradeoffs, Method::Best, None);
            assert!(found.explorer().work() >= budget.work && !found.is_exact());
            let again = run(&tradeoffs, Method::Best, None);
            assert_eq!(points(&found), points(&again));
            let said = run(&tradeoffs, Method::Best, Some(500));
            assert_eq!(said.explorer().evaluated(), 500);
            budget.work
        });
        assert!(works[0] < works[1] && works[1] < works[2], "{works:?}");
        // The published searches do what the study did.
        let (_, tradeoffs) = sampled(200);
        let chains = run(&tradeoffs, Method::RandomChain, None);
        assert_eq!(chains.explorer().evaluated(), PUBLISHED_POLICIES);
        // Every policy is every policy.
        let data = state();
        let (space, tuples) = data.decades();
        let settings = Settings { policies: None, ..settings(Method::Exhaustive, 0) };
        assert!(finished(&space, &Engine::new(&space, &tuples), &settings).is_exact());
    }

    #[test]
    fn the_papers_instance_agrees_with_plain_recomputation_along_a_chain_down_and_up() {
        let data = state();
        let space = &data.space;
        assert_eq!(space.n_bits(), 738);
        assert_eq!(data.tuples.n_unknown(), 0);
        let mut engine = Engine::new(space, &data.tuples);
        assert!((engine.most_risk() - 2_206.953).abs() < 5e-4);
        assert_near(engine.point(), 1.0, 0.0);
        // An order of the boundaries that jumps about.
        let order: Vec<usize> = (0..738).map(|place| place * 305 % 738).collect();
        for (step, &bit) in order.iter().enumerate() {
            engine.flip(bit);
            if step % 150 == 0 {
                let expected = plain(&data, engine.policy());
                assert_near(engine.point(), expected.risk, expected.loss);
            }
        }
        let top = plain(&data, &space.top());
        assert!((top.loss - 3.9787).abs() < 5e-5);
        assert_near(engine.point(), top.risk, top.loss);
        for (step, &bit) in order.iter().enumerate() {
            engine.flip(bit);
            if step % 150 == 75 {
                let expected = plain(&data, engine.policy());
                assert_near(engine.point(), expected.risk, expected.loss);
            }
        }
        assert_near(engine.point(), 1.0, 0.0);
    }
}
