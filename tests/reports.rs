//! What a check of a report says of reports that are true, and of reports in which anything at all was changed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use kanon::data::{Dialect, Table, TableReader};
use kanon::frontier::Run as FrontierRun;
use kanon::monitor::Unlimited;
use kanon::release::verify::Claim;
use kanon::study::audit::{
    UniquesEvidence, audit_full_domain, audit_partition, audit_sweep, audit_uniques,
};
use kanon::study::uniques::{ImpactColumns, UniqueQuestions, UniquesReport, impact};
use kanon::study::{
    FrontierReport, FullDomainRun, PointReport, Prepared, Recipe, RunStatus, Sweep, SweepReport,
    Swept, Tradeoffs,
};
use kanon::uniques::Method;
use serde_json::{Value, json};
use support::tamper::{accepted, tamperings};

/// Twelve people, messy as files are.
const CSV: &str = "age,sex,note,weight,income
20,f,x,1.5,10
20,f,y,2,12
21,f,,1,9
21,m,x,1,20
22,m,*,3,21
22,m,y,1,18
30,f,x,1,30
31,f,y,2,33
31,m,x,1,41
NA,m,y,1,12
22,m,x,1,19
20,f,y,1,11
";

const INPUT: &str = "0000000000000000000000000000000000000000000000000000000000000000";

struct Study {
    recipe: Recipe,
    dialect: Dialect,
    prepared: Prepared,
}

/// A study of [`CSV`] with further sections of the recipe.
fn study(more: &Value) -> Study {
    let rows: Vec<[&str; 3]> = vec![
        ["20", "20s", "*"],
        ["21", "20s", "*"],
        ["22", "20s", "*"],
        ["30", "30s", "*"],
        ["31", "30s", "*"],
        ["NA", "NA", "*"],
    ];
    let mut recipe = json!({
        "kanon": 1,
        "columns": {
            "age": {"role": "quasi-identifier", "hierarchy": {"rows": rows}},
            "sex": {"role": "quasi-identifier", "weight": 0.5},
        },
        "privacy": {"k": 3, "suppression_limit": 0.2},
        "search": {"seed": 4},
    });
    for (key, value) in more.as_object().unwrap() {
        recipe[key] = value.clone();
    }
    let recipe = Recipe::parse(&recipe.to_string()).unwrap();
    let dialect = Dialect {
        missing: vec!["NA".to_owned()],
        ..Dialect::default()
    };
    let table = columns(&Prepared::columns(&recipe).unwrap(), &dialect);
    let prepared = Prepared::new(&recipe, &dialect, table).unwrap();
    Study {
        recipe,
        dialect,
        prepared,
    }
}

fn columns(names: &[String], dialect: &Dialect) -> Table {
    let mut reader = TableReader::new(dialect, names);
    reader.push(CSV.as_bytes()).unwrap();
    reader.finish().unwrap()
}

fn clock() -> impl FnMut() -> f64 {
    let mut ticks = 0.0;
    move || {
        ticks += 1.0;
        ticks
    }
}

/// The report as it was made holds, and no other does.
#[track_caller]
fn only_the_true_one_holds(report: &str, check: impl Fn(&str) -> Option<Vec<Claim>>) {
    let claims = check(report).unwrap();
    let failing: Vec<&Claim> = (claims.iter())
        .filter(|claim| claim.holds == Some(false))
        .collect();
    assert!(failing.is_empty(), "{failing:#?}");
    let report: Value = serde_json::from_str(report).unwrap();
    assert!(tamperings(&report).len() > 100);
    let accepted = accepted(&report, check);
    assert!(accepted.is_empty(), "{accepted:#?}");
}

fn sweep_report(study: &Study, swept: Swept) -> SweepReport {
    let Study {
        recipe, prepared, ..
    } = study;
    let mut sweep = match &swept {
        Swept::K(from, to) => Sweep::over_k(prepared, recipe, *from, *to),
        Swept::SuppressionLimits(limits) => Sweep::over_limits(prepared, recipe, limits),
    }
    .unwrap();
    assert_eq!(sweep.advance(f64::INFINITY, &mut clock()), RunStatus::Done);
    let names = prepared.names();
    let points = sweep.points().iter();
    let points = points
        .map(|point| PointReport::new(point, &names))
        .collect();
    SweepReport::new(prepared, recipe, swept, points, 0.5, INPUT.to_owned()).unwrap()
}

#[test]
fn a_sweep_over_k_is_checked_field_by_field() {
    for measure in ["iyengar", "entropy", "dm-star", "aecs"] {
        let study = study(&json!({"loss": {"measure": measure}}));
        let report = sweep_report(&study, Swept::K(2, 12));
        assert!(report.points.iter().any(|point| point.followed));
        assert!(report.points.iter().any(|point| !point.followed));
        only_the_true_one_holds(&report.to_json(), |json| {
            let audited = audit_sweep(json, &study.recipe, &study.prepared, INPUT);
            audited.ok().map(|audited| audited.claims)
        });
    }
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
    let report = sweep_report(&study, Swept::limits(vec![0.0, 0.5, 0.25, 0.01]));
    assert!(report.points.iter().any(|point| point.policy.is_none()));
    only_the_true_one_holds(&report.to_json(), |json| {
        let audited = audit_sweep(json, &study.recipe, &study.prepared, INPUT);
        audited.ok().map(|audited| audited.claims)
    });
}

#[test]
fn a_better_policy_refutes_a_sweep() {
    let study = study(&json!({}));
    let mut report = sweep_report(&study, Swept::K(2, 4));
    let audit = |report: &SweepReport| {
        audit_sweep(&report.to_json(), &study.recipe, &study.prepared, INPUT).unwrap()
    };
    for optimum in audit(&report).optima {
        let mut reproof = optimum.reproof().unwrap();
        reproof.advance(f64::INFINITY, &mut clock());
        assert_eq!(reproof.verdict(), kanon::study::Verdict::Proven);
    }
    // The most general policy at the first point, with its own figures, is valid but not the best.
    let top = sweep_report(&study, Swept::K(12, 12)).points.remove(0);
    let first = &mut report.points[0];
    (first.policy, first.loss) = (top.policy, top.loss);
    (first.suppressed_records, first.classes) = (top.suppressed_records, top.classes);
    let audited = audit(&report);
    let claims = audited.claims.iter();
    let failing: Vec<&str> = claims
        .filter(|claim| claim.holds == Some(false))
        .map(|claim| claim.claim.as_str())
        .collect();
    assert!(
        failing.contains(&"points.1: the best policy"),
        "{failing:?}"
    );
    let mut reproof = audited.optima[0].reproof().unwrap();
    reproof.advance(f64::INFINITY, &mut clock());
    assert!(matches!(
        reproof.verdict(),
        kanon::study::Verdict::Refuted { .. }
    ));
}

#[test]
fn a_full_domain_frontier_is_checked_field_by_field() {
    for risk in ["highest", "average"] {
        for limit in [0.0, 0.2, 1.0] {
            let study = study(&json!({
                "frontier": {"space": "full-domain", "risk": risk},
                "privacy": {"k": 3, "suppression_limit": limit},
            }));
            let mut run = FullDomainRun::new(study.prepared.clone(), &study.recipe).unwrap();
            let status = run.advance(f64::INFINITY, &mut clock()).unwrap();
            assert_eq!(status, RunStatus::Done);
            let names = study.prepared.names();
            let report = FrontierReport::full_domain(&study.recipe, &names, &run, INPUT.to_owned());
            let check = |json: &str| {
                let audited = audit_full_domain(json, &study.recipe, &study.prepared, INPUT);
                audited.ok()
            };
            for optimum in check(&report.to_json()).unwrap().optima {
                let mut reproof = optimum.reproof().unwrap();
                reproof.advance(f64::INFINITY, &mut clock());
                assert_eq!(
                    reproof.verdict(),
                    kanon::study::Verdict::Proven,
                    "{}",
                    optimum.claim
                );
            }
            only_the_true_one_holds(&report.to_json(), |json| {
                check(json).map(|audited| audited.claims)
            });
        }
    }
}

#[test]
fn a_partition_frontier_is_checked_field_by_field() {
    for (method, reference) in [("best", true), ("exhaustive", false)] {
        let study = study(&json!({
            "frontier": {"method": method, "policies": 40},
            "columns": {
                "age": {"role": "quasi-identifier", "domain": {"values": ["20", "21", "22", "30", "31", "NA"]}},
                "sex": {"role": "quasi-identifier"},
            },
        }));
        let Study {
            recipe,
            dialect,
            prepared,
        } = &study;
        let tradeoffs = Tradeoffs::new(recipe, dialect, prepared.table(), None).unwrap();
        let middle = tradeoffs.space().policy_of(|_, value| value / 3);
        let reference = reference.then_some(("middle", &middle));
        let mut run: FrontierRun = tradeoffs
            .run(recipe, reference.map(|(_, policy)| policy))
            .unwrap();
        run.advance(&mut Unlimited);
        let report =
            FrontierReport::partition(recipe, &tradeoffs, &run, reference, 0.5, INPUT.to_owned());
        let report = report.unwrap();
        assert!(report.frontier.len() > 2);
        only_the_true_one_holds(&report.to_json(), |json| {
            audit_partition(json, recipe, &tradeoffs, reference, INPUT).ok()
        });
    }
}

#[test]
fn a_report_of_unsafe_combinations_is_checked_field_by_field() {
    for suppress in ["none", "per-record", "strict"] {
        let study = study(&json!({"uniques": {
            "k": 3, "suppress": suppress, "weights": {"sex": 2.0},
            "impact": {"weight": "weight", "outcome": "income", "covariates": ["sex"]},
        }}));
        let Study {
            recipe,
            dialect,
            prepared,
        } = &study;
        let numbers = columns(&recipe.uniques.impact.columns(), dialect);
        let questions = UniqueQuestions::new(prepared, dialect, &recipe.uniques).unwrap();
        let mut search = questions.search().unwrap();
        search.advance(&mut Unlimited);
        let mut suppressing = questions.suppressing(prepared).unwrap();
        let suppressed = (suppressing.as_mut())
            .map(|suppressing| suppressing.advance(&mut Unlimited).unwrap().unwrap());
        let names = prepared.names();
        let method: Method = search.method();
        let findings = search.findings();
        let mut report =
            UniquesReport::new(&names, &questions, method, findings, suppressed.as_ref());
        if let Some(suppressed) = &suppressed {
            let numbers = ImpactColumns::new(&numbers, dialect, &questions).unwrap();
            report.impact = Some(impact(prepared, &questions, suppressed, &numbers).unwrap());
        }
        report.input_sha256 = INPUT.to_owned();
        only_the_true_one_holds(&report.to_json(), |json| {
            let evidence = UniquesEvidence {
                recipe,
                dialect,
                prepared,
                numbers: &numbers,
                input_sha256: INPUT,
                release: None,
            };
            audit_uniques(json, evidence).ok()
        });
    }
}
