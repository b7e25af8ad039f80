//! What a policy makes of a table before it is released.
//!
//! The oracle applies the definitions to the records as text, for every policy of small random tables. Dates, times of
//! day, missing values and the wording are worked out by hand. The program prints the same.

use crate::support::program::Folder;
use crate::support::random::{cases, question, study};
use crate::support::small_study::{SmallColumn, SmallStudy};
use crate::support::tuples::{View, policies};
use kanon::compare::{Asked, Candidate, CandidateReport, Measured, Told, ValueKind};
use kanon::data::{Column, Dialect, Table, TableReader};
use kanon::recipe::Recipe;
use kanon::table::EncodedStudy;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The labels of a record under a policy.
fn labels<'a>(study: &'a SmallStudy, levels: &[u8], row: usize) -> Vec<&'a str> {
    (study.columns.iter().zip(&study.records[row]).zip(levels))
        .map(|((column, value), &level)| label(column, value, level))
        .collect()
}

fn label<'a>(column: &'a SmallColumn, value: &str, level: u8) -> &'a str {
    let row = column.rows.iter().find(|row| row[0] == value).unwrap();
    &row[usize::from(level)]
}

fn number(measured: &Measured) -> f64 {
    match measured {
        Measured::Number(number) => *number,
        Measured::Date(_) => f64::NAN,
    }
}

/// Mean, standard deviation and quartiles of numbers, each once for each record.
fn figures(mut numbers: Vec<f64>) -> (f64, f64, [f64; 5]) {
    numbers.sort_by(f64::total_cmp);
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    let at = |share: f64| numbers[((share * n).ceil() as usize).max(1) - 1];
    (mean, (squares / (n - 1.0)).sqrt(), [0.0, 0.25, 0.5, 0.75, 1.0].map(at))
}

/// Holds a report against the definitions.
fn check(
    study: &SmallStudy,
    levels: &[u8],
    k: u64,
    sensitive: &[String],
    found: &CandidateReport,
) -> Result<(), TestCaseError> {
    let rows = 0..study.records.len();
    let keys: Vec<Vec<&str>> = rows.clone().map(|row| labels(study, levels, row)).collect();
    let originals: Vec<Vec<&str>> =
        rows.clone().map(|row| study.records[row].iter().map(String::as_str).collect()).collect();
    let size = |keys: &[Vec<&str>], row: usize| -> u64 {
        rows.clone().filter(|&other| keys[other] == keys[row]).map(|other| study.count(other)).sum()
    };
    let keeps = |row: usize| size(&keys, row) >= k;
    let records =
        |of: &dyn Fn(usize) -> bool| -> u64 { rows.clone().filter(|&row| of(row)).map(|row| study.count(row)).sum() };
    prop_assert_eq!(found.suppressed_records, records(&|row| !keeps(row)));
    for risk in &found.at_risk {
        let is_over = |keys: &[Vec<&str>], row: usize| 1.0 / size(keys, row) as f64 > risk.threshold;
        prop_assert_eq!(risk.before, records(&|row| is_over(&originals, row)));
        prop_assert_eq!(risk.after, records(&|row| keeps(row) && is_over(&keys, row)));
    }
    for bin in &found.sizes {
        let is_in = |keys: &[Vec<&str>], row: usize| (bin.from..=bin.to).contains(&size(keys, row));
        prop_assert_eq!(bin.records_before, records(&|row| is_in(&originals, row)));
        prop_assert_eq!(bin.records_after, records(&|row| keeps(row) && is_in(&keys, row)));
        let classes = |keys: &[Vec<&str>], of: &dyn Fn(usize) -> bool| {
            let classes: BTreeSet<Vec<&str>> =
                rows.clone().filter(|&row| of(row) && is_in(keys, row)).map(|row| keys[row].clone()).collect();
            classes.len() as u64
        };
        prop_assert_eq!(bin.classes_before, classes(&originals, &|_| true));
        prop_assert_eq!(bin.classes_after, classes(&keys, &keeps));
    }
    for (qi, column) in found.columns.iter().enumerate() {
        let mut after_all = 0;
        for group in &column.distribution {
            let is_in = |row: usize| keys[row][qi] == group.label;
            prop_assert_eq!(group.groups, 1);
            prop_assert_eq!(group.before, records(&is_in));
            prop_assert_eq!(group.after, records(&|row| is_in(row) && keeps(row)));
            after_all += group.after;
        }
        let groups: BTreeSet<&str> = keys.iter().map(|key| key[qi]).collect();
        prop_assert_eq!(column.distribution.len(), groups.len());
        prop_assert_eq!(after_all + found.suppressed_records, study.n());
        // The values of these studies are numbers.
        let value = |row: usize| study.records[row][qi].parse::<f64>().unwrap();
        let each = |row: usize, number: f64| std::iter::repeat_n(number, usize::try_from(study.count(row)).unwrap());
        let all: Vec<f64> = rows.clone().flat_map(|row| each(row, value(row))).collect();
        let (mean, deviation, quantiles) = figures(all.clone());
        let before = column.before.as_ref().unwrap();
        prop_assert!((number(&before.mean) - mean).abs() < 1e-9);
        if let Some(own) = before.standard_deviation {
            prop_assert!((own - deviation).abs() < 1e-9);
        }
        let own = [&before.lowest, &before.lower_quartile, &before.median, &before.upper_quartile, &before.highest];
        prop_assert_eq!(own.map(number), quantiles);
        let middle = |row: usize| {
            let in_group = || rows.clone().filter(|&other| keys[other][qi] == keys[row][qi]).map(value);
            let lowest = in_group().fold(f64::INFINITY, f64::min);
            let highest = in_group().fold(f64::NEG_INFINITY, f64::max);
            f64::midpoint(lowest, highest)
        };
        let kept: Vec<usize> = rows.clone().filter(|&row| keeps(row)).collect();
        if let Some(after) = &column.after {
            let stand_ins: Vec<f64> = (kept.iter()).flat_map(|&row| each(row, middle(row))).collect();
            prop_assert_eq!(after.records, stand_ins.len() as u64);
            let (mean, _, quantiles) = figures(stand_ins);
            prop_assert!((number(&after.mean) - mean).abs() < 1e-9);
            prop_assert_eq!(number(&after.median), quantiles[2]);
            let off: Vec<f64> = (kept.iter()).flat_map(|&row| each(row, (value(row) - middle(row)).abs())).collect();
            let most = off.iter().copied().fold(0.0, f64::max);
            prop_assert_eq!(column.off_at_most, Some(most));
            let average = off.iter().sum::<f64>() / off.len() as f64;
            prop_assert!(average <= column.off_on_average.unwrap() + 1e-9);
            // So the mean of the middles is no further than that from the mean of the values.
            let values: Vec<f64> = (kept.iter()).flat_map(|&row| each(row, value(row))).collect();
            let off = (figures(values).0 - number(&after.mean)).abs();
            prop_assert!(off <= column.off_on_average.unwrap() + 1e-9);
        } else {
            prop_assert!(kept.is_empty() || groups.len() == 1);
        }
    }
    for told in &found.sensitive {
        let one_class = vec![vec![""]; rows.len()];
        type Counted<'a> = (&'a Told, &'a [Vec<&'a str>], &'a dyn Fn(usize) -> bool);
        let counted: [Counted<'_>; 3] = [
            (&told.before, &originals, &|_| true),
            (&told.after, &keys, &keeps),
            (&told.suppressed, &one_class, &|row| !keeps(row)),
        ];
        for (found, keys, of) in counted {
            let mut classes: BTreeMap<Vec<&str>, (BTreeSet<&str>, u64)> = BTreeMap::new();
            for row in rows.clone().filter(|&row| of(row)) {
                let class = classes.entry(keys[row].clone()).or_default();
                class.0.insert(&sensitive[row]);
                class.1 += study.count(row);
            }
            let is_alike = |values: &BTreeSet<&str>| values.len() == 1 && !values.contains("");
            let alike = || classes.values().filter(|(values, _)| is_alike(values));
            prop_assert_eq!(found.classes, classes.len() as u64);
            prop_assert_eq!(found.classes_alike, alike().count() as u64);
            prop_assert_eq!(found.records_alike, alike().map(|(_, n)| n).sum::<u64>());
            let fewest = classes.values().map(|(values, _)| values.len()).min();
            prop_assert_eq!(found.fewest_values, fewest.unwrap_or(0) as u64);
        }
    }
    if let Some(cross) = &found.cross {
        let place = |name: &str| name[1..].parse::<usize>().ok();
        let (one, other) = (place(&cross.row), place(&cross.column));
        let value = |at: usize, qi: Option<usize>| match qi {
            Some(qi) => keys[at][qi],
            None => sensitive[at].as_str(),
        };
        let all: u64 = cross.before.iter().flatten().sum();
        prop_assert_eq!(all, records(&|_| true));
        for (row, row_group) in cross.rows.iter().enumerate() {
            for (column, column_group) in cross.columns.iter().enumerate() {
                let is_in = |at: usize| value(at, one) == row_group.label && value(at, other) == column_group.label;
                prop_assert_eq!(cross.before[row][column], records(&is_in));
                prop_assert_eq!(cross.after[row][column], records(&|at| is_in(at) && keeps(at)));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn a_policy_is_told_of_by_the_definitions(
        study in study(3, 40),
        question in question(),
        values in prop::collection::vec(prop::sample::select(vec!["", "flu", "hiv"]), 40),
        threshold in prop::option::of(0.01f64..1.0),
        crosses_values in any::<bool>(),
    ) {
        let prepared = study.prepared();
        let names = prepared.names();
        let mut recipe = study.recipe(question);
        let mut column = Column::new("disease");
        let sensitive: Vec<String> =
            (0..study.records.len()).map(|row| values[row].to_owned()).collect();
        for (row, value) in sensitive.iter().enumerate() {
            column.push_weighted(value, study.count(row));
        }
        recipe.columns.insert("disease".to_owned(), serde_json::from_str(r#"{"role": "sensitive"}"#).unwrap());
        let table = Table { columns: vec![column], n_rows: study.records.len(), ..Table::default() };
        for levels in policies(&study) {
            let k = question.k;
            let last = if crosses_values { "disease".to_owned() } else { names[names.len() - 1].clone() };
            let asked = Asked { threshold, cross: Some((names[0].clone(), last)) };
            let candidate = Candidate { levels: levels.clone(), k };
            let found = CandidateReport::new(&prepared, &recipe, &candidate, &table, &asked).unwrap();
            check(&study, &levels, k, &sensitive, &found)?;
            let loss = View::new(&study, &levels).loss(&question);
            prop_assert!((found.loss - loss).abs() <= 1e-9 * loss.abs().max(1.0), "{} {}", found.loss, loss);
        }
    }
}

/// A table as institutions have them: numbers with a code for unknown ones, dates, and a text.
const MESSY: &str = "age,admitted,city,disease\n\
    30,01/02/2023,Berlin,flu\n\
    34,03/02/2023,Bern,flu\n\
    -9,28/02/2023,Bern,hiv\n\
    52,15/03/2023,Berlin,hiv\n\
    58,,Berlin,hiv\n\
    unknown,31/03/2023,Berlin,flu\n";

const MESSY_RECIPE: &str = r#"{
    "kanon": 1,
    "columns": {
        "age": {"role": "quasi-identifier", "missing": ["-9"], "kind": {"whole-number": {}}, "hierarchy": {"rows": [
            ["30", "30-39", "*"], ["34", "30-39", "*"], ["52", "50-59", "*"], ["58", "50-59", "*"],
            ["-9", "-9", "*"], ["unknown", "unknown", "*"]]}},
        "admitted": {"role": "quasi-identifier", "kind": {"date": {"format": "dd/MM/yyyy"}},
            "hierarchy": {"dates": {"units": ["month", "year"]}}},
        "city": {"role": "quasi-identifier"},
        "disease": {"role": "sensitive"}
    },
    "privacy": {"k": 1}
}"#;

/// What a policy makes of a table.
fn told(table: &str, recipe: &str, levels: &[u8], k: u64) -> CandidateReport {
    let recipe = Recipe::parse(recipe).unwrap();
    let dialect = Dialect::default();
    let read = |columns: &[String]| {
        let mut reader = TableReader::new(&dialect, columns);
        reader.push(table.as_bytes()).unwrap();
        reader.finish().unwrap()
    };
    let prepared = read(&EncodedStudy::columns(&recipe).unwrap());
    let prepared = EncodedStudy::new(&recipe, &dialect, prepared).unwrap();
    let sensitive = read(&recipe.told_by_classes());
    let levels = levels.to_vec();
    let candidate = Candidate { levels, k };
    CandidateReport::new(&prepared, &recipe, &candidate, &sensitive, &Asked::default()).unwrap()
}

fn messy(levels: [u8; 3], k: u64) -> CandidateReport {
    told(MESSY, MESSY_RECIPE, &levels, k)
}

#[test]
fn missing_values_and_dates_are_told_as_they_are() {
    let found = messy([1, 1, 0], 1);
    let age = &found.columns[0];
    assert_eq!((age.kind, age.missing_before, age.missing_after), (ValueKind::Number, 1, 1));
    let before = age.before.as_ref().unwrap();
    // Neither the code for a missing age nor the word is a number.
    assert_eq!((before.records, number(&before.mean)), (4, 43.5));
    let after = age.after.as_ref().unwrap();
    assert_eq!((after.records, number(&after.mean)), (4, 43.5));
    assert_eq!((number(&after.lowest), number(&after.highest)), (32.0, 55.0));
    assert_eq!((age.off_at_most, age.off_on_average), (Some(3.0), Some(2.5)));
    let groups: Vec<&str> = age.distribution.iter().map(|group| group.label.as_str()).collect();
    assert_eq!(groups, ["30-39", "50-59", "unknown", "-9"]);

    let admitted = &found.columns[1];
    assert_eq!((admitted.kind, admitted.missing_before), (ValueKind::Date, 1));
    let before = admitted.before.as_ref().unwrap();
    let date = |text: &str| Measured::Date(text.to_owned());
    assert_eq!(
        (&before.lowest, &before.median, &before.highest),
        (&date("2023-02-01"), &date("2023-02-28"), &date("2023-03-31"))
    );
    let after = admitted.after.as_ref().unwrap();
    // February stands for the middle of its first and last day in the file, the 14.5th, which is told as the 15th.
    assert_eq!((&after.lowest, &after.highest), (&date("2023-02-15"), &date("2023-03-23")));
    assert_eq!(admitted.off_at_most, Some(13.5));

    let city = &found.columns[2];
    assert_eq!((city.kind, &city.before, &city.after), (ValueKind::Text, &None, &None));
    let groups: Vec<(&str, u64)> =
        (city.distribution.iter()).map(|group| (group.label.as_str(), group.before)).collect();
    assert_eq!(groups, [("Berlin", 4), ("Bern", 2)]);
}

#[test]
fn times_of_day_are_told_as_times() {
    let table = "admitted,sex\n7:05,f\n7:50,m\n9:10,f\n18:00,f\n23:30,m\n,m\n";
    let recipe = r#"{
        "kanon": 1,
        "columns": {
            "admitted": {"role": "quasi-identifier", "hierarchy": {"times": {"hours": [1, 6]}}},
            "sex": {"role": "quasi-identifier"}
        },
        "privacy": {"k": 1}
    }"#;
    let found = told(table, recipe, &[2, 0], 1);
    let admitted = &found.columns[0];
    assert_eq!((admitted.kind, admitted.missing_before), (ValueKind::Time, 1));
    let time = |text: &str| Measured::Date(text.to_owned());
    let before = admitted.before.as_ref().unwrap();
    assert_eq!(
        [&before.lowest, &before.median, &before.mean, &before.highest],
        [&time("07:05"), &time("09:10"), &time("13:07"), &time("23:30")]
    );
    let labels: Vec<&str> = (admitted.distribution.iter()).map(|group| group.label.as_str()).collect();
    assert_eq!(labels, ["06:00-11:59", "18:00-23:59", ""]);
    // The middle of 7:05 and 9:10 stands for the three before noon: 1 h 2.5 min from either.
    let off = admitted.off_at_most.unwrap();
    assert!((off - 2.75).abs() < 1e-9, "{off}");
}

#[test]
fn a_level_that_is_one_group_says_nothing_of_a_number() {
    let found = messy([2, 2, 0], 2);
    assert_eq!(found.columns[0].after, None);
    assert_eq!(found.columns[0].off_at_most, None);
    // Nor are those missing any more whose value is like all others.
    assert_eq!((found.columns[0].missing_before, found.columns[0].missing_after), (1, 0));
}

#[test]
fn classes_that_have_one_value_are_counted_with_their_records() {
    let found = messy([2, 3, 0], 2);
    let disease = &found.sensitive[0];
    assert_eq!(disease.column, "disease");
    assert_eq!((disease.before.classes, disease.before.classes_alike), (6, 6));
    assert_eq!((disease.after.classes, disease.after.classes_alike), (2, 0));
    let found = messy([1, 3, 0], 2);
    let disease = &found.sensitive[0];
    // In their fifties in Berlin: two with HIV. Of the others nobody has a second one beside him.
    assert_eq!((disease.after.classes_alike, disease.after.records_alike), (1, 2));
    assert_eq!(disease.suppressed.records, 4);
    assert_eq!(disease.suppressed.fewest_values, 2);
}

#[test]
fn the_example_of_a_column_is_a_known_value_where_there_is_one() {
    let recipe = r#"{"kanon": 1, "dialect": {"missing": ["NA"]}, "columns": {
        "town": {"role": "quasi-identifier"}, "age": {"role": "quasi-identifier"}}}"#;
    let recipe = Recipe::parse(recipe).unwrap();
    let dialect = recipe.dialect.clone().unwrap();
    let mut reader = TableReader::new(&dialect, &EncodedStudy::columns(&recipe).unwrap());
    let table = "town,age\nNA,NA\nNA,NA\nOld,NA\nUr,NA\nUr,NA\n";
    reader.push(table.as_bytes()).unwrap();
    let prepared = EncodedStudy::new(&recipe, &dialect, reader.finish().unwrap()).unwrap();
    assert_eq!(prepared.example(0, 1), ("Ur".to_owned(), "*".to_owned()));
    assert_eq!(prepared.example(1, 0).0, "NA");
}

#[test]
fn what_is_no_policy_of_the_table_is_refused() {
    let recipe = Recipe::parse(MESSY_RECIPE).unwrap();
    let prepared = {
        let dialect = Dialect::default();
        let mut reader = TableReader::new(&dialect, &EncodedStudy::columns(&recipe).unwrap());
        reader.push(MESSY.as_bytes()).unwrap();
        EncodedStudy::new(&recipe, &dialect, reader.finish().unwrap()).unwrap()
    };
    let none = Table::default();
    for levels in [vec![], vec![0, 0], vec![9, 0, 0], vec![0, 0, 0, 0]] {
        let candidate = Candidate { levels, k: 2 };
        let refused = CandidateReport::new(&prepared, &recipe, &candidate, &none, &Asked::default());
        assert!(refused.is_err_and(|error| error.code() == "search-not-in-lattice"));
    }
    let candidate = Candidate { levels: vec![0, 0, 0], k: 2 };
    let mut other = Table { n_rows: 3, ..Table::default() };
    other.columns.push(Column::new("disease"));
    let refused = CandidateReport::new(&prepared, &recipe, &candidate, &other, &Asked::default());
    assert!(refused.is_err_and(|error| error.code() == "data-changed"));
}

#[test]
fn the_program_prints_what_two_policies_make_of_a_table() {
    let folder = Folder::empty();
    folder.write("data.csv", MESSY);
    folder.write("recipe.json", MESSY_RECIPE.replace(r#""k": 1"#, r#""k": 2, "suppression_limit": 0"#));
    let run = |rest: &str| folder.kanon(&format!("compare data.csv --recipe recipe.json{rest}"));
    let printed = run(" --policy age=1,admitted=3 --with city=0,age=2 --cross age,city --threshold 0.4");
    let reports: serde_json::Value = serde_json::from_str(&printed.exits(0).printed()).unwrap();
    let found = messy([1, 3, 0], 2);
    assert_eq!(reports[0]["suppressed_records"], found.suppressed_records);
    assert_eq!(reports[0]["sensitive"][0]["after"]["classes_alike"], 1);
    assert_eq!(reports[0]["at_risk"][4]["threshold"], 0.4);
    assert_eq!(reports[0]["cross"]["before"][0], serde_json::json!([1, 1]));
    assert_eq!(reports[1]["policy"], serde_json::json!({"age": 2, "admitted": 0, "city": 0}));
    // Without a policy, the best one of the recipe: nothing may be suppressed.
    let best: serde_json::Value = serde_json::from_str(&run("").exits(0).printed()).unwrap();
    assert_eq!(best[0]["suppressed_records"], 0);
    assert_eq!(best.as_array().map(Vec::len), Some(1));
    run(" --policy age").exits(2).complains(&["`age` is not the level of a column"]);
    run(" --policy sex=1").exits(2).complains(&["`sex` is not a quasi-identifier", "age, admitted, city"]);
    run(" --policy age=7").exits(2).complains(&["does not allow the levels [7, 0, 0]"]);
    run(" --cross age").exits(2).complains(&["name two columns"]);
}
