//! One meaning of a missing cell, before and after a suppression, on every level.
//!
//! For any table with missing cells and any setting, Kanon verifies what Kanon writes, with and without the original,
//! and an evaluator that shares no code with it counts the same unsafe records. So what is safe before cannot become
//! unsafe after. See docs/decisions/064-missing-cells.md.

use crate::support::missing_cells::{Cell, cells, classes, unsafe_after, unsafe_before};
use crate::support::program::Folder;
use crate::support::random::cases;
use crate::support::released::sha256;
use kanon::audit::{CellRelease, CellsAlone, UniquesAudit, UniquesEvidence};
use kanon::data::{Dialect, Table, TableReader};
use kanon::local::UnsafeAfter;
use kanon::monitor::Unlimited;
use kanon::recipe::Recipe;
use kanon::release::ReleaseWriter;
use kanon::release::disclosure::ScanSettings;
use kanon::release::verify::Claim;
use kanon::report::UniquesReport;
use kanon::run::{ImpactColumns, Suppressing, UniqueQuestions, impact};
use kanon::table::EncodedStudy;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::sync::Arc;

const VALUES: [&str; 5] = ["x", "y", "z", "NA", ""];
const MISSING: [&str; 2] = ["NA", ""];

/// A table, and what is asked of it.
#[derive(Debug, Clone)]
struct Case {
    /// Places in [`VALUES`].
    rows: Vec<Vec<usize>>,
    /// What missing values become on level 1, by column: themselves, a group of their own, a group with `z`, and
    /// themselves without a row.
    groups: Vec<u8>,
    levels: Vec<u8>,
    missing: &'static str,
    suppress: &'static str,
    k: u64,
    max_size: Option<usize>,
}

fn case() -> impl Strategy<Value = Case> {
    (2_usize..=4, 2_usize..=14).prop_flat_map(|(columns, rows)| {
        let value = prop::sample::select(vec![0_usize, 0, 0, 1, 1, 2, 3, 3, 4]);
        let level = prop::sample::select(vec![0_u8, 0, 0, 1, 1, 2]);
        (
            prop::collection::vec(prop::collection::vec(value, columns), rows),
            prop::collection::vec(0_u8..4, columns),
            prop::collection::vec(level, columns),
            prop::sample::select(vec!["ignore", "ignore", "value"]),
            prop::sample::select(vec!["per-record", "strict", "wildcard"]),
            2..=(rows as u64).min(4),
            prop::option::of(1..=columns),
        )
            .prop_map(|(rows, groups, levels, missing, suppress, k, max_size)| Case {
                rows,
                groups,
                levels,
                missing,
                suppress,
                k,
                max_size,
            })
    })
}

impl Case {
    /// The label of a value on each level.
    fn labels(&self, column: usize, value: usize) -> [&'static str; 3] {
        let own = VALUES[value];
        let group = match (own, self.groups[column]) {
            ("x" | "y", _) => "xy",
            ("NA" | "", 1) => "unknown",
            ("NA" | "z", 2) => "z or NA",
            _ => own,
        };
        [own, group, "*"]
    }

    fn label(&self, column: usize, value: usize) -> &'static str {
        self.labels(column, value)[usize::from(self.levels[column])]
    }

    /// The labels of each column that are of missing values alone, if these are ignored.
    fn missing(&self) -> Vec<Vec<String>> {
        let of_column = |column: usize| {
            let is_missing = |label: &str| {
                let mut own = (0..VALUES.len()).filter(|&value| self.label(column, value) == label);
                own.all(|value| MISSING.contains(&VALUES[value]))
            };
            let labels = (0..VALUES.len()).map(|value| self.label(column, value));
            labels.filter(|label| self.missing == "ignore" && is_missing(label)).map(str::to_owned).collect()
        };
        (0..self.groups.len()).map(of_column).collect()
    }

    fn header(&self) -> String {
        (0..self.groups.len()).map(|column| format!("c{column}")).collect::<Vec<_>>().join(",") + "\n"
    }

    fn text(&self, cell: &dyn Fn(usize, usize) -> &'static str) -> String {
        let line = |row: &Vec<usize>| {
            let cells: Vec<&str> = row.iter().enumerate().map(|(column, &value)| cell(column, value)).collect();
            cells.join(",") + "\n"
        };
        self.header() + &self.rows.iter().map(line).collect::<String>()
    }

    fn recipe(&self) -> Recipe {
        let columns: Map<String, Value> = (0..self.groups.len())
            .map(|column| {
                let rows = (0..VALUES.len()).map(|value| self.labels(column, value));
                let has_row = |row: &[&str; 3]| self.groups[column] != 3 || !MISSING.contains(&row[0]);
                let rows: Vec<[&str; 3]> = rows.filter(has_row).collect();
                (format!("c{column}"), json!({"role": "quasi-identifier", "hierarchy": {"rows": rows}}))
            })
            .collect();
        let policy: Map<String, Value> =
            self.levels.iter().enumerate().map(|(column, level)| (format!("c{column}"), json!(level))).collect();
        let recipe = json!({
            "kanon": 1, "dialect": {"missing": ["", "NA"]}, "columns": columns,
            "uniques": {"k": self.k, "missing": self.missing, "suppress": self.suppress, "policy": policy,
                "max_size": self.max_size},
            "chosen": {"cells": {}},
        });
        Recipe::parse(&recipe.to_string()).unwrap()
    }
}

fn table(text: &str, names: &[String], dialect: &Dialect) -> Table {
    let mut reader = TableReader::new(dialect, names);
    reader.push(text.as_bytes()).unwrap();
    reader.finish().unwrap()
}

/// What is written of a table, and the claims of its verification with and without the original.
fn written(text: &str, recipe: &Recipe) -> (String, UniquesReport, Vec<Claim>, Vec<Claim>) {
    let dialect = recipe.dialect.clone().unwrap();
    let names = EncodedStudy::columns(recipe).unwrap();
    let prepared = EncodedStudy::new(recipe, &dialect, table(text, &names, &dialect)).unwrap();
    let questions = UniqueQuestions::new(&prepared, recipe).unwrap();
    let mut search = questions.search().unwrap();
    search.advance(&mut Unlimited);
    let suppressed =
        Suppressing::new(&prepared, &questions).unwrap().unwrap().advance(&mut Unlimited).unwrap().unwrap();
    let mut writer = ReleaseWriter::new(
        &dialect,
        Arc::clone(prepared.table()),
        Arc::new(suppressed.transformation(&prepared, &questions)),
        recipe.treatments_with(&dialect, None),
    )
    .with_scan(ScanSettings::of(recipe, &dialect));
    let mut release = Vec::new();
    writer.push(text.as_bytes(), &mut release).unwrap();
    let seen = writer.finish(&mut release).unwrap();
    let numbers = table(text, &[], &dialect);
    let mut report = UniquesReport::new(&names, &questions, search.method(), search.findings(), Some(&suppressed));
    let columns = ImpactColumns::new(&numbers, &questions).unwrap();
    report.impact = Some(impact(&prepared, &questions, &suppressed, &columns).unwrap());
    report.input_sha256 = Some(sha256(text.as_bytes()));
    let disclosure = suppressed.disclosure(recipe, &prepared, &questions, seen);
    let report = report.of_release(recipe, &suppressed, disclosure, sha256(&release));
    let json = report.to_json();
    let released = String::from_utf8(release).unwrap();

    let evidence = UniquesEvidence {
        recipe: recipe.clone(),
        dialect: dialect.clone(),
        prepared,
        input_sha256: sha256(text.as_bytes()),
    };
    let mut audit = UniquesAudit::new(&json, evidence).unwrap();
    audit.find(&mut Unlimited);
    audit.suppress(&mut Unlimited).unwrap();
    let mut comparison = audit.comparison(None).unwrap();
    comparison.push_original(text.as_bytes()).unwrap();
    comparison.push_release(released.as_bytes());
    comparison.end_original().unwrap();
    let seen = comparison.seen();
    let difference = comparison.finish();
    let rows = table(&released, &names, &dialect);
    let sha = sha256(released.as_bytes());
    let given =
        CellRelease { table: &rows, sha256: &sha, difference: difference.as_ref(), seen: &seen, has_key: false };
    let with = audit.finish(&numbers, Some(given)).unwrap().claims;
    let alone = CellsAlone::new(&json, Some(recipe), &dialect, rows.clone(), sha.clone()).unwrap().finish().unwrap();
    (released, report, with, alone)
}

fn failing(claims: &[Claim]) -> Vec<String> {
    let failing = claims.iter().filter(|claim| claim.holds == Some(false));
    failing.map(|claim| format!("{}: {} / {}", claim.claim, claim.claimed, claim.found)).collect()
}

fn what_is_written_is_verified(case: &Case) -> Result<(), TestCaseError> {
    let (text, recipe) = (case.text(&|_, value| VALUES[value]), case.recipe());
    let (released, report, with, alone) = written(&text, &recipe);
    prop_assert_eq!(failing(&with), Vec::<String>::new(), "{}{}", text, released);
    prop_assert_eq!(failing(&alone), Vec::<String>::new(), "alone: {}{}", text, released);

    let missing = case.missing();
    // On a level with one group `*` nothing differs: a value of all.
    let known = case.text(&|column, value| if case.levels[column] == 2 { "any" } else { case.label(column, value) });
    let known = cells(&known, &missing);
    let mut shown = cells(&released, &missing);
    for row in &mut shown {
        for (cell, &level) in row.iter_mut().zip(&case.levels) {
            if level == 2 {
                *cell = Cell::Value("any".to_owned());
            }
        }
    }
    let most = case.max_size.unwrap_or(case.groups.len());
    prop_assert_eq!(report.unsafe_records, unsafe_before(&known, case.k, most), "{}", text);
    let found = unsafe_after(&known, &shown, case.k);
    let UnsafeAfter { wildcard, matches_nothing, category, attacker } = report.unsafe_after;
    prop_assert_eq!([wildcard, matches_nothing, category, attacker], found, "{}{}", text, released);
    let sizes = classes(&shown);
    let after = report.classes_after.clone().unwrap();
    prop_assert_eq!((after.classes, after.smallest_class), (sizes.len() as u64, sizes[0]), "{}{}", text, released);
    prop_assert_eq!(wildcard, 0);
    if case.suppress == "strict" {
        prop_assert_eq!(report.unsafe_after, UnsafeAfter::default());
        prop_assert!(sizes[0] >= case.k);
    }
    let is_suppressed = |(known, shown): (&Cell, &Cell)| *known != Cell::Missing && known != shown;
    let cells = known.iter().flatten().zip(shown.iter().flatten()).filter(|&pair| is_suppressed(pair)).count() as u64;
    prop_assert_eq!(report.suppressed_cells, cells);
    if cells == 0 && case.suppress != "strict" {
        // Nothing is suppressed, so nothing changes.
        let before = unsafe_before(&known, case.k, case.groups.len());
        prop_assert_eq!(found, [before; 4]);
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn what_is_written_of_missing_cells_is_verified(case in case()) {
        what_is_written_is_verified(&case)?;
    }
}

mod slow {
    use super::*;

    proptest! {
        #![proptest_config(cases(10_000))]

        #[test]
        fn what_is_written_of_many_tables_is_verified(case in case()) {
            what_is_written_is_verified(&case)?;
        }
    }
}

/// A table in the program, its recipe's section `uniques`, and what the program prints of it.
fn of_program(data: &str, uniques: &Value) -> (Folder, Value) {
    let folder = Folder::empty();
    folder.write("data.csv", data);
    let recipe = json!({
        "kanon": 1, "dialect": {"missing": ["", "NA"]},
        "columns": {
            "a": {"role": "quasi-identifier"},
            "b": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10]}}},
        },
        "uniques": uniques,
    });
    folder.write("recipe.json", recipe.to_string());
    folder.kanon("uniques data.csv --recipe recipe.json --report report.json --out release.csv").exits(0);
    let report = serde_json::from_str(&folder.read("report.json")).unwrap();
    (folder, report)
}

const VERIFY: &str = "verify release.csv --report report.json --recipe recipe.json";

#[test]
fn a_missing_value_makes_nothing_unsafe_on_any_level() {
    let data = "a,b\nx,NA\nx,12\ny,NA\n";
    for policy in [json!({}), json!({"b": 1})] {
        let uniques = json!({"k": 2, "missing": "ignore", "suppress": "strict", "policy": policy});
        let (folder, report) = of_program(data, &uniques);
        // x,NA is one of two with x.
        assert_eq!(report["unsafe_records"], 2, "{policy}");
        assert_eq!(report["suppressed_cells"], 4, "{policy}");
        folder.kanon(&format!("{VERIFY} --data data.csv")).exits(0);
        folder.kanon(VERIFY).exits(0);
        let uniques = json!({"k": 2, "missing": "value", "suppress": "strict", "policy": policy});
        assert_eq!(of_program(data, &uniques).1["unsafe_records"], 3, "{policy}");
    }
}

#[test]
fn a_missing_value_matches_no_value_before_and_after() {
    // Nobody else is 12, whatever the missing age of the other is taken for.
    let data = "a,b\nx,NA\nx,12\n";
    for suppress in ["per-record", "wildcard"] {
        let (folder, report) = of_program(data, &json!({"k": 2, "suppress": suppress}));
        assert_eq!(report["unsafe_records"], 1, "{suppress}");
        assert_eq!(folder.read("release.csv"), "a,b\nx,NA\nx,*\n", "{suppress}");
        folder.kanon(&format!("{VERIFY} --data data.csv")).exits(0);
    }
}

#[test]
fn strict_makes_rows_alike_cell_by_cell() {
    // A row with an empty cell is not like one with a suppressed cell.
    let (folder, report) = of_program("a,b\nx,NA\nx,12\ny,\ny,\n", &json!({"k": 2, "suppress": "strict"}));
    assert_eq!(folder.read("release.csv"), "a,b\nx,*\nx,*\ny,\ny,\n");
    // The missing value loses nothing.
    assert_eq!(report["suppressed_cells"], 1);
    assert_eq!(report["classes_after"]["classes"], 2);
    folder.kanon(&format!("{VERIFY} --data data.csv")).exits(0);
    folder.kanon(VERIFY).exits(0);
}

#[test]
fn stars_among_values_are_refused_where_cells_are_suppressed() {
    let folder = Folder::empty();
    folder.write("data.csv", "a,b\nx,*\nx,12\ny,*\n");
    let recipe = json!({
        "kanon": 1, "columns": {"a": {"role": "quasi-identifier"}, "b": {"role": "quasi-identifier"}},
        "uniques": {"k": 2, "suppress": "strict"},
    });
    folder.write("recipe.json", recipe.to_string());
    folder
        .kanon("uniques data.csv --recipe recipe.json --out release.csv")
        .exits(2)
        .complains(&["some of the values of `b` are `*` in the release", "Write these values in another way"]);
    assert!(!folder.has("release.csv"));
}
