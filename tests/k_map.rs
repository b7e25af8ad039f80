//! k-maps: every class is held by at least k people of a population.
//!
//! - Every search is held against the definition on random small tables, under every measure and limit.
//! - The exact search is held against all 192 policies of a wide study (`marketer_risk.rs` uses the same one).
//! - What a finished file with its population shows is true by the definition, applied to each person.
//! - Releases, every figure of a report changed, refusals, and the program.

use crate::support::program::Folder;
use crate::support::random::{cases, measures};
use crate::support::released::{Released, failing, holds};
use crate::support::tamper::accepted;
use kanon::audit::{AskedOfFinished, CheckedCondition, FinishedConditions};
use kanon::data::{Dialect, TableReader};
use kanon::lattice::Policy;
use kanon::monitor::Unlimited;
use kanon::people::Grouped;
use kanon::recipe::Recipe;
use kanon::run::{Outcome, Run, RunStatus};
use kanon::search::exact::{Exact, Start};
use kanon::search::{Algorithm, Evaluator, Problem, Search};
use kanon::table::EncodedStudy;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A record or a person: age and sex. Behind them the quarters of people that a record stands for, or how many people
/// there are of the kind.
pub(super) type Kind = (u8, bool, u8);

pub(super) fn csv(rows: &[Kind]) -> String {
    let line = |(age, sex, weight): &Kind| {
        let sex = if *sex { "f" } else { "m" };
        format!("{},{sex},{}\n", 20 + age, f64::from(*weight) / 4.0)
    };
    "age,sex,weight\n".to_owned() + &rows.iter().map(line).collect::<String>()
}

/// Their ages begin below those of the records.
pub(super) fn population(people: &[Kind]) -> String {
    let line = |(age, sex, count): &Kind| {
        let sex = if *sex { "f" } else { "m" };
        format!("{sex},{count},{}\n", 16 + age)
    };
    "sex,count,age\n".to_owned() + &people.iter().map(line).collect::<String>()
}

pub(super) fn recipe(protect: &Value, limit: f64, risk: &Value, algorithm: &str) -> Recipe {
    let json = json!({"kanon": 1, "columns": {
        "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [2, 4], "origin": 20}}},
        "sex": {"role": "quasi-identifier", "hierarchy": {"rows": [["f", "*"], ["m", "*"]]}},
        "weight": {"role": "insensitive"}},
      "protect": protect, "privacy": {"suppression_limit": limit}, "risk": risk,
      "search": {"algorithm": algorithm}});
    Recipe::parse(&json.to_string()).unwrap()
}

pub(super) fn by_weights() -> Value {
    json!({"weight_column": "weight"})
}

pub(super) fn by_people() -> Value {
    json!({"population": "people.csv"})
}

pub(super) fn prepared(recipe: &Recipe, rows: &[Kind], people: &[Kind]) -> EncodedStudy {
    let dialect = recipe.dialect.clone().unwrap_or_default();
    let columns = EncodedStudy::columns(recipe).unwrap();
    let mut reader = TableReader::new(&dialect, &columns).with_weight_column(recipe.risk.weight_column.clone());
    reader.push(csv(rows).as_bytes()).unwrap();
    let prepared = EncodedStudy::new(recipe, &dialect, reader.finish().unwrap()).unwrap();
    if recipe.risk.population.is_none() {
        return prepared;
    }
    let mut reader = TableReader::new(&dialect, &columns).with_count_column(Some("count".to_owned()));
    reader.push(population(people).as_bytes()).unwrap();
    let people = Arc::new(reader.finish().unwrap());
    prepared.with_population(recipe, people).unwrap()
}

/// What a policy makes of an age in years and a sex: intervals of 2 and 4 years from 20.
fn seen((age, sex): (i64, bool), levels: [u8; 2]) -> (Option<i64>, Option<bool>) {
    let age = match levels[0] {
        0 => Some(age),
        1 => Some((age - 20).div_euclid(2)),
        2 => Some((age - 20).div_euclid(4)),
        _ => None,
    };
    (age, (levels[1] == 0).then_some(sex))
}

fn record(row: &Kind) -> (i64, bool) {
    (i64::from(row.0) + 20, row.1)
}

fn person(kind: &Kind) -> (i64, bool) {
    (i64::from(kind.0) + 16, kind.1)
}

/// The records and people of the classes of a policy, by the definition; people in quarters, and those of weights
/// where no population is given.
pub(super) fn classes(rows: &[Kind], people: Option<&[Kind]>, levels: [u8; 2]) -> Vec<(u64, f64)> {
    let mut classes: BTreeMap<_, Vec<&Kind>> = BTreeMap::new();
    for row in rows {
        classes.entry(seen(record(row), levels)).or_default().push(row);
    }
    let of_class = |(values, class): (&(Option<i64>, Option<bool>), &Vec<&Kind>)| {
        let records = class.len() as u64;
        let found = match people {
            None => class.iter().map(|row| f64::from(row.2) / 4.0).sum(),
            Some(people) => {
                let alike = people.iter().filter(|kind| seen(person(kind), levels) == *values);
                let known: u64 = alike.map(|kind| u64::from(kind.2)).sum();
                let is_alone = |row: &&&Kind| people.iter().all(|kind| person(kind) != record(row));
                (known + class.iter().filter(is_alone).count() as u64) as f64
            }
        };
        (records, found.max(records as f64))
    };
    classes.iter().map(of_class).collect()
}

/// A wide study: 192 policies over records and people of four numbers, where boxes are sifted, probed and cut.
pub(super) type Wide = (u8, u8, u8, u8);

pub(super) fn wide(
    asked: &Value,
    by_weights: bool,
    rows: &[(Wide, u8)],
    people: &[(Wide, u8)],
) -> (Recipe, EncodedStudy) {
    let (numbers, mut columns) = ([[2, 6], [3, 6], [4, 12]], serde_json::Map::new());
    let qi = |hierarchy: Value| json!({"role": "quasi-identifier", "hierarchy": hierarchy});
    for (name, widths) in ["a", "b", "c"].into_iter().zip(numbers) {
        columns.insert(name.to_owned(), qi(json!({"intervals": {"widths": widths, "origin": 0}})));
    }
    let all = (0..16).map(|value| json!([value.to_string(), (value / 3).to_string(), "*"]));
    columns.insert("d".to_owned(), qi(json!({"rows": all.collect::<Vec<_>>()})));
    columns.insert("said".to_owned(), json!({"role": "sensitive"}));
    let mut json = asked.clone();
    json["kanon"] = json!(1);
    json["columns"] = Value::Object(columns);
    json["risk"] = match by_weights {
        true => json!({"weight_column": "weight"}),
        false => json!({"population": "people.csv"}),
    };
    let recipe = Recipe::parse(&json.to_string()).unwrap();
    let csv = |rows: &[(Wide, u8)], count: &dyn Fn(u8) -> String| {
        let line = |((a, b, c, d), n): &(Wide, u8)| format!("{a},{b},{c},{d},{},{}\n", n % 3, count(*n));
        "a,b,c,d,said,weight\n".to_owned() + &rows.iter().map(line).collect::<String>()
    };
    let dialect = Dialect::default();
    let columns = EncodedStudy::columns(&recipe).unwrap();
    let mut reader = TableReader::new(&dialect, &columns).with_weight_column(recipe.risk.weight_column.clone());
    reader.push(csv(rows, &|n| (f64::from(n + 4) / 4.0).to_string()).as_bytes()).unwrap();
    let prepared = EncodedStudy::new(&recipe, &dialect, reader.finish().unwrap()).unwrap();
    if by_weights {
        return (recipe, prepared);
    }
    let mut reader = TableReader::new(&dialect, &columns).with_count_column(Some("weight".to_owned()));
    reader.push(csv(people, &|n| (n + 1).to_string()).as_bytes()).unwrap();
    let population = Arc::new(reader.finish().unwrap());
    let prepared = prepared.with_population(&recipe, population).unwrap();
    (recipe, prepared)
}

/// What is found of a release without its report and its original.
pub(super) fn finished(released: &Released, protect: &Value, people: Option<&[Kind]>) -> Vec<CheckedCondition> {
    let asked = AskedOfFinished {
        protect: serde_json::from_value(protect.clone()).unwrap(),
        quasi_identifiers: vec!["age".to_owned(), "sex".to_owned()],
        population: people.map(|_| "people.csv".to_owned()),
        ..AskedOfFinished::default()
    };
    let mut check = FinishedConditions::new(asked, Some(&released.recipe), &released.dialect).unwrap();
    if let Some(people) = people {
        let columns = EncodedStudy::quasi_identifiers(check.recipe()).unwrap();
        let mut reader = TableReader::new(&Dialect::default(), &columns).with_count_column(Some("count".to_owned()));
        reader.push(population(people).as_bytes()).unwrap();
        check.set_population(Arc::new(reader.finish().unwrap()));
    }
    check.push(&released.release).unwrap();
    check.finish().unwrap()
}

/// What a recipe releases of rows, among people or by their weights.
pub(super) fn released(recipe: Recipe, rows: &[Kind], people: Option<&[Kind]>) -> Released {
    let rows = csv(rows);
    match people {
        Some(people) => Released::with_population(rows.as_bytes(), recipe, population(people).as_bytes()),
        None => Released::new(rows.as_bytes(), recipe),
    }
}

pub(super) fn found(problem: &Arc<Problem>, recipe: &Recipe) -> kanon::Result<Outcome> {
    let mut run = Run::new(Arc::clone(problem), &recipe.search)?;
    run.advance(f64::INFINITY, &mut || 0.0);
    Outcome::of(&mut run)
}

/// A valid policy of the small study: its loss, rank and levels, in the order of ties.
pub(super) type Valid = (f64, u32, [u8; 2]);

/// The first of two in the order of ties.
pub(super) fn first(best: Option<Valid>, own: Valid) -> Option<Valid> {
    let is_before = |best: &Valid| {
        let order = best.0.total_cmp(&own.0);
        order.then((best.1, best.2).cmp(&(own.1, own.2))).is_le()
    };
    best.filter(is_before).or(Some(own))
}

/// Whether each search that is optimal for a problem finds this policy of it, or that there is none.
pub(super) fn every_search_finds(
    best: Option<Valid>,
    problem: &Arc<Problem>,
    by: impl Fn(&str) -> Recipe,
) -> Result<(), TestCaseError> {
    let is_asked = |algorithm: &Algorithm| algorithm.serves(problem) && algorithm.is_optimal_for(problem.is_monotone());
    for algorithm in Algorithm::ALL.into_iter().filter(is_asked) {
        match (found(problem, &by(algorithm.name())), best) {
            (Ok(found), Some((loss, _, levels))) => {
                prop_assert_eq!(found.policy.levels(), levels, "{:?}", algorithm);
                prop_assert_eq!(found.loss, loss);
                prop_assert!(found.optimal);
            }
            (Err(_), None) => {}
            (found, best) => {
                prop_assert!(false, "{algorithm:?}: {:?} {best:?}", found.map(|found| found.policy))
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn every_search_finds_the_best_of_all_policies(
        rows in prop::collection::vec((0_u8..12, any::<bool>(), 4_u8..30), 1..40),
        people in prop::collection::vec((0_u8..20, any::<bool>(), 1_u8..6), 1..40),
        map in 1_u64..12,
        k in 1_u64..4,
        limit in prop::sample::select(vec![0.0, 0.1, 0.3, 1.0]),
        has_people in any::<bool>(),
    ) {
        prop_assume!(k <= rows.len() as u64);
        let protect = json!([{"k-map": map}, {"k-anonymity": k}]);
        let risk = if has_people { by_people() } else { by_weights() };
        let any = recipe(&protect, limit, &risk, "exact");
        let prepared = prepared(&any, &rows, &people);
        let problem = Arc::new(prepared.problem(&any).unwrap());
        let mut evaluator = Evaluator::new(Arc::clone(&problem));
        let allowed = any.suppression_limit(rows.len() as u64);
        let among = has_people.then_some(people.as_slice());
        let fewest = classes(&rows, among, [0, 0]).iter().map(|class| class.1).reduce(f64::min);
        prop_assert_eq!(evaluator.worst_before()[0], fewest);
        let mut best = None;
        for levels in (0..4).flat_map(|age| (0..2).map(move |sex| [age, sex])) {
            let policy = Policy::new(levels);
            let (kept, lost): (Vec<_>, Vec<_>) = classes(&rows, among, levels).into_iter()
                .partition(|&(records, people)| records >= k && people >= map as f64);
            let suppressed: u64 = lost.iter().map(|class| class.0).sum();
            let checked = evaluator.check(&policy);
            prop_assert_eq!(checked.suppressed, suppressed, "{:?}", levels);
            prop_assert_eq!(checked.classes_kept, kept.len());
            prop_assert_eq!(checked.valid, suppressed <= allowed);
            let fewest = kept.iter().map(|class| class.1).reduce(f64::min);
            prop_assert_eq!(evaluator.worst(&policy)[0], fewest);
            if checked.valid {
                best = first(best, (checked.loss, policy.rank(), levels));
            }
        }
        every_search_finds(best, &problem, |algorithm| recipe(&protect, limit, &risk, algorithm))?;
    }

    #[test]
    fn boxes_count_people_as_every_policy_has_them(
        rows in prop::collection::vec(((0_u8..8, 0_u8..8, 0_u8..8, 0_u8..10), 0_u8..24), 1..120),
        people in prop::collection::vec(((0_u8..11, 0_u8..9, 0_u8..14, 0_u8..16), 0_u8..7), 1..120),
        map in 1_u64..20,
        k in prop::sample::select(vec![0_u64, 0, 0, 2, 3, 12]),
        limit in prop::sample::select(vec![0.0, 0.05, 0.2, 0.5, 1.0]),
        by_weights in any::<bool>(),
        is_diverse in prop::sample::select(vec![false, false, false, true]),
        (measure, aggregate) in prop::sample::select(measures()),
    ) {
        let mut protect = vec![json!({"k-map": map})];
        if k > 0 && k <= rows.len() as u64 {
            protect.push(json!({"k-anonymity": k}));
        }
        if is_diverse {
            protect.push(json!({"l-diversity": {"column": "said", "kind": "distinct", "l": 2}}));
        }
        let asked = json!({"protect": protect, "privacy": {"suppression_limit": limit},
            "loss": {"measure": measure, "aggregate": aggregate}});
        let (recipe, prepared) = wide(&asked, by_weights, &rows, &people);
        let problem = Arc::new(prepared.problem(&recipe).unwrap());
        let mut evaluator = Evaluator::new(Arc::clone(&problem));
        let best = (0..4 * 4 * 4 * 3)
            .map(|n| Policy::new([n % 4, n / 4 % 4, n / 16 % 4, n / 64]))
            .filter_map(|policy| {
                let checked = evaluator.check(&policy);
                checked.valid.then_some((checked.loss, policy))
            })
            .min_by(|one, other| {
                let order = one.0.total_cmp(&other.0).then(one.1.rank().cmp(&other.1.rank()));
                order.then_with(|| one.1.levels().cmp(other.1.levels()))
            });
        let mut search = Exact::new(Arc::clone(&problem), Start::default()).unwrap();
        search.advance(&mut Unlimited);
        let progress = search.progress();
        let found = progress.best.map(|best| (best.loss, best.policy));
        prop_assert_eq!(&found, &best, "{:?} {:?}", measure, aggregate);
    }

    #[test]
    fn a_finished_file_with_its_population_tells_no_more_than_is_true(
        rows in prop::collection::vec((0_u8..12, any::<bool>(), 4_u8..30), 1..40),
        people in prop::collection::vec((0_u8..20, any::<bool>(), 1_u8..6), 1..60),
        map in 1_u64..8,
        asked in 1_u64..14,
    ) {
        let recipe = recipe(&json!([{"k-map": map}]), 1.0, &by_people(), "exact");
        let released = released(recipe, &rows, Some(&people));
        let report: Value = serde_json::from_str(&released.report).unwrap();
        let levels = ["age", "sex"].map(|name| report["policy"][name].as_u64().unwrap() as u8);
        let kept: Vec<(u64, f64)> = (classes(&rows, Some(&people), levels).into_iter())
            .filter(|class| class.1 >= map as f64)
            .collect();
        // A row of blanks alone is in no class.
        let is_blank = levels == [3, 1];
        let is_true = is_blank || kept.iter().all(|class| class.1 >= asked as f64);
        let is_alone = |row: &Kind| people.iter().all(|kind| person(kind) != record(row));
        let found = finished(&released, &json!([{"k-map": asked}]), Some(&people));
        if let Some(holds) = found[0].holds {
            prop_assert_eq!(holds, is_true, "{:?}", found);
        } else if is_true && !rows.iter().any(is_alone) {
            prop_assert!(false, "{:?}", found);
        }
    }

    #[test]
    fn releases_hold_and_are_checked_with_code_of_its_own(
        rows in prop::collection::vec((0_u8..12, any::<bool>(), 4_u8..30), 1..40),
        people in prop::collection::vec((0_u8..20, any::<bool>(), 1_u8..6), 1..40),
        map in 1_u64..12,
        has_people in any::<bool>(),
    ) {
        let risk = if has_people { by_people() } else { by_weights() };
        let recipe = recipe(&json!([{"k-map": map}]), 1.0, &risk, "exact");
        let released = released(recipe, &rows, has_people.then_some(people.as_slice()));
        prop_assert!(holds(&released), "{}", failing(&released));
    }
}

/// Ages 20 to 31 of both sexes, of most of which there are many people.
pub(super) fn town() -> (Vec<Kind>, Vec<Kind>) {
    let rows = (0..60_u8).map(|row| (row % 12, row % 5 == 0, row % 9 + 4));
    let people = (0..40_u8).map(|kind| (kind % 20, kind % 2 == 0, kind % 4 + 1));
    (rows.collect(), people.collect())
}

#[test]
fn whoever_searches_along_counts_the_same_people() {
    let (rows, people) = town();
    for risk in [by_weights(), by_people()] {
        let protect = json!([{"k-map": 8}, {"k-anonymity": 2}]);
        let recipe = recipe(&protect, 0.2, &risk, "exact");
        let own = prepared(&recipe, &rows, &people);
        let problem = Arc::new(own.problem(&recipe).unwrap());
        let alone = found(&problem, &recipe).unwrap();
        let grouped = Grouped::of(&own, &recipe).unwrap();
        let theirs = grouped.prepare().unwrap().problem(&grouped.recipe).unwrap();
        let of_tuples = found(&Arc::new(theirs), &grouped.recipe).unwrap();
        assert_eq!(of_tuples.policy, alone.policy);
        assert_eq!(of_tuples.conditions, alone.conditions);
        assert_eq!(of_tuples.suppressed_records, alone.suppressed_records);
        assert!(alone.conditions[0].is_some_and(|fewest| fewest >= 8.0));
        // Under the hierarchies of another recipe they are the same people.
        let dialect = Dialect::default();
        let rebuilt = own.rebuilt(&recipe, &dialect).unwrap();
        let again = found(&Arc::new(rebuilt.problem(&recipe).unwrap()), &recipe).unwrap();
        assert_eq!(again.conditions, alone.conditions);
    }
}

#[test]
fn without_people_it_is_refused_and_what_nobody_can_reach_is_named() {
    let (rows, people) = town();
    let nobody = json!({"kanon": 1, "columns": {"age": {"role": "quasi-identifier"}}, "protect": [{"k-map": 11}]});
    let error = Recipe::parse(&nobody.to_string()).unwrap_err().to_string();
    assert!(error.contains("does not define the population"), "{error}");
    for (wrong, says) in [
        (json!(0), "0 is not allowed"),
        (json!({"risk": 0.0}), "no risk above 0"),
        (json!({"risk": 1.5}), "no risk above 0"),
        (json!(2.5), "a whole number, or"),
    ] {
        for name in ["k-map", "k-anonymity"] {
            let mut recipe = nobody.clone();
            recipe["protect"] = json!([{ name: wrong }]);
            let error = Recipe::parse(&recipe.to_string()).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }
    let named = recipe(&json!([{"k-map": 11}]), 0.1, &by_people(), "exact");
    let mut reader = TableReader::new(&Default::default(), &EncodedStudy::columns(&named).unwrap());
    reader.push(csv(&rows).as_bytes()).unwrap();
    let alone = EncodedStudy::new(&named, &Default::default(), reader.finish().unwrap()).unwrap();
    let error = alone.problem(&named).err().unwrap().to_string();
    assert!(error.contains("people.csv was not given"), "{error}");
    let all: u64 = people.iter().map(|kind| u64::from(kind.2)).sum();
    let too_many = recipe(&json!([{"k-map": 1000}]), 0.1, &by_people(), "exact");
    let problem = Arc::new(prepared(&too_many, &rows, &people).problem(&too_many).unwrap());
    let advice = found(&problem, &too_many).unwrap_err().advice();
    let alone = rows.iter().filter(|row| people.iter().all(|kind| person(kind) != record(row)));
    let figure = all + alone.count() as u64;
    let says = format!("at least 1000 people of the population (its figure is {figure}.0000)");
    assert!(advice.contains(&says), "{advice}: {figure}");
}

#[test]
fn a_search_that_is_stopped_goes_on() {
    let (rows, people) = town();
    let recipe = recipe(&json!([{"k-map": 9}]), 0.1, &by_people(), "best-first");
    let problem = Arc::new(prepared(&recipe, &rows, &people).problem(&recipe).unwrap());
    let mut run = Run::new(Arc::clone(&problem), &recipe.search).unwrap();
    let mut now = 0.0;
    let mut steps = 0;
    while run.advance(1.0, &mut || {
        now += 1.0;
        now
    }) == RunStatus::Running
    {
        steps += 1;
    }
    assert!(steps > 0);
    let whole = found(&problem, &recipe).unwrap();
    assert_eq!(Outcome::of(&mut run).unwrap().policy, whole.policy);
}

#[test]
fn people_without_a_row_are_in_no_class_of_any_level() {
    let rows = |top: &str| json!({"rows": [["a", "ab", top], ["b", "ab", top]]});
    let tree = json!({"tree": {"levels": ["both"], "rows": [["a", "*"], ["b", "*"]]}});
    let groups = json!({"groups": {"fan_out": [2], "order": "text"}});
    // The hierarchy, and the people of the most general class: c has no row, and no place in an order of others.
    for (hierarchy, highest, people) in [
        (json!({"rows": [["a", "a or b"], ["b", "a or b"]]}), 1, 2),
        (rows("*"), 2, 2),
        (rows("all"), 2, 2),
        (tree, 1, 2),
        (groups, 1, 2),
        // As they are or `*`: that is everybody.
        (Value::Null, 1, 102),
    ] {
        let mut column = json!({"role": "quasi-identifier", "min_level": highest, "max_level": highest});
        if !hierarchy.is_null() {
            column["hierarchy"] = hierarchy.clone();
        }
        for condition in ["k-map", "marketer-risk"] {
            for (asked, exits) in [(people, 0), (people + 1, 1)] {
                let number = if condition == "k-map" { json!(asked) } else { json!(1.0 / f64::from(asked)) };
                let folder = Folder::empty();
                folder.write("data.csv", "a\na\nb\n");
                folder.write("people.csv", "a,count\na,1\nb,1\nc,100\n");
                let recipe = json!({
                    "kanon": 1, "columns": {"a": column.clone()}, "protect": [{condition: number}],
                    "risk": {"population": "people.csv"}, "privacy": {"k": 1, "suppression_limit": 0},
                });
                folder.write("recipe.json", recipe.to_string());
                let written = folder.kanon("anonymize data.csv --recipe recipe.json --out out.csv --report out.json");
                assert_eq!(written.code() == 0, exits == 0, "{hierarchy} {condition} {asked}");
                if exits == 0 {
                    let verify = "verify out.csv --report out.json --recipe recipe.json --data data.csv";
                    folder.kanon(verify).exits(0);
                    let report: Value = serde_json::from_str(&folder.read("out.json")).unwrap();
                    let journalist = report["attackers"]["after"]["journalist"]["highest"].as_f64().unwrap();
                    assert!((journalist - 1.0 / f64::from(people)).abs() < 1e-12, "{hierarchy}");
                }
            }
        }
    }
}

#[test]
fn the_program_counts_the_people_of_the_file_that_the_recipe_names() {
    const ANONYMIZE: &str = "anonymize data.csv --recipe recipe.json --out release.csv --report report.json";
    const VERIFY: &str = "verify release.csv --report report.json --recipe recipe.json";
    let (rows, people) = town();
    let folder = Folder::empty();
    folder.write("data.csv", csv(&rows));
    let recipe = recipe(&json!([{"k-map": {"risk": 0.09}}]), 0.2, &by_people(), "exact");
    folder.write("recipe.json", recipe.to_json());
    folder.kanon(ANONYMIZE).exits(2).complains(&["people.csv"]);
    folder.write("people.csv", population(&people));
    let words = "at least 12 people of the population, for a risk of at most 0.09";
    folder.kanon(ANONYMIZE).exits(0).prints(&["in every class: ", words, " (the fewest are "]);
    let with_data = format!("{VERIFY} --data data.csv");
    folder.kanon(&with_data).exits(0).prints(&["in every class that is kept: ", words]);
    folder.kanon(&format!("{with_data} --optimality")).exits(0);
    folder.kanon("compare data.csv --recipe recipe.json").exits(0);
    // Who the people of a class are is not known from the release and its report alone.
    folder.kanon(VERIFY).exits(0).prints(&["cannot be known without the original"]);
    // The file with its population tells it.
    let finished = "verify release.csv --recipe recipe.json";
    folder.kanon(finished).exits(0).prints(&["holds: in every class: ", words, "the fewest are "]);
    let asked = |k: u32| format!(r#"verify release.csv --qi age,sex --protect {{"k-map":{k}}}"#);
    folder.kanon(&asked(5)).exits(2).complains(&["--population"]);
    folder.kanon(&format!("{finished} --population people.csv --out-html verdict.html")).exits(0);
    let page = folder.read("verdict.html");
    assert!(page.contains("people.csv") && page.contains(words));
    for settings in ["--condition 1 --thresholds 2,12,40", "--each-condition", "--k-to 3"] {
        let sweep = "sweep data.csv --recipe recipe.json --report sweep.json";
        folder.kanon(&format!("{sweep} {settings}")).exits(0);
        let verify = "verify --report sweep.json --recipe recipe.json --data data.csv --optimality";
        folder.kanon(verify).exits(0);
    }
    // Of other people nothing is true of what was said.
    folder.write("people.csv", population(&people[..9]));
    folder.kanon(&with_data).exits(1);
    std::fs::remove_file(folder.path("people.csv")).unwrap();
    folder.kanon(&with_data).exits(2).complains(&["people.csv was not given"]);
    for (line, says) in [
        ("sweep data.csv --recipe recipe.json --k-to 3 --report told.json", "people.csv"),
        ("frontier data.csv --recipe recipe.json --report told.json", "only supports class sizes"),
    ] {
        folder.kanon(line).exits(2).complains(&[says]);
    }
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn no_figure_of_a_k_map_can_be_changed() {
        let (rows, people) = town();
        for risk in [by_people(), by_weights()] {
            let has_people = risk.get("population").is_some();
            let protect = json!([{"k-map": {"risk": 0.15}}, {"k-anonymity": {"risk": 0.5}}]);
            let recipe = recipe(&protect, 0.3, &risk, "exact");
            let released = released(recipe, &rows, has_people.then_some(people.as_slice()));
            assert!(holds(&released), "{}", failing(&released));
            let report: Value = serde_json::from_str(&released.report).unwrap();
            assert_eq!(report["k"], 2);
            assert_eq!(report["conditions"][0]["asked"], json!({"k-map": {"risk": 0.15}}));
            assert_eq!(
                report["conditions"][0]["in_words"],
                "at least 7 people of the population, for a risk of at most 0.15"
            );
            let wrong = accepted(&report, |json| {
                let found = released.with_report(json.to_owned()).verify();
                found.ok().map(|found| found.claims)
            });
            assert_eq!(wrong, Vec::<String>::new());
        }
    }
}
