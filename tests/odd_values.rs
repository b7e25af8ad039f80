//! One odd value among many of one kind: it is taken rightly, or it is named with its record, and no right value is.
//! Whoever follows the advice of the message has a hierarchy.

use kanon::data::{Dialect, TableReader};
use kanon::recipe::Recipe;
use kanon::table::EncodedStudy;
use serde_json::{Value, json};

/// The record of the odd value, from 1.
const ROW: usize = 151;

/// A column of values of one kind.
struct Kind {
    name: &'static str,
    values: Vec<String>,
    hierarchy: Value,
    kind: Option<Value>,
    /// Values that are not of the kind.
    odd: &'static [&'static str],
    /// Values that are, with their group on level 1.
    right: &'static [(&'static str, &'static str)],
}

/// 300 numbers that look drawn.
fn numbers() -> impl Iterator<Item = u32> {
    (0..300_u32).map(|at| (at * 7919 + 13) % 1009)
}

fn kinds() -> Vec<Kind> {
    let of = |value: &dyn Fn(u32) -> String| numbers().map(value).collect::<Vec<_>>();
    let date = |number: u32| (1950 + number % 50, 1 + number % 12, 1 + number % 28);
    let months = json!({"dates": {"units": ["month", "year"]}});
    let tens = json!({"intervals": {"widths": [10, 100]}});
    let kind = |name, values, hierarchy, odd, right| Kind { name, values, hierarchy, kind: None, odd, right };
    vec![
        kind(
            "ISO dates",
            of(&|number| {
                let (year, month, day) = date(number);
                format!("{year}-{month:02}-{day:02}")
            }),
            months.clone(),
            &["unknown", "2010-13-05", "0000-00-00", "31.12.1999", "2010-02-30"],
            &[],
        ),
        kind(
            "days before months",
            of(&|number| {
                let (year, month, day) = date(number);
                format!("{day:02}/{month:02}/{year}")
            }),
            months.clone(),
            &["unknown", "12/2010", "2010-01-02", "00/00/0000"],
            &[],
        ),
        Kind {
            kind: Some(json!({"date": {"format": "MM/dd/yyyy"}})),
            ..kind(
                "months before days, as said",
                of(&|number| {
                    let (year, month, day) = date(number);
                    format!("{month:02}/{day:02}/{year}")
                }),
                months.clone(),
                &["25/12/2010", "unknown"],
                &[],
            )
        },
        kind(
            "moments",
            of(&|number| {
                let (year, month, day) = date(number);
                format!("{day}.{month}.{year} {:02}:{:02}", number % 24, number % 60)
            }),
            json!({"dates": {"units": ["day", "year"]}}),
            &["unknown", "soon", "31.12.1999 25:00"],
            &[],
        ),
        kind(
            "ages of dates",
            of(&|number| {
                let (year, month, day) = date(number);
                format!("{year}-{month:02}-{day:02}")
            }),
            json!({"ages": {"on": "2024-06-30", "widths": [5], "top": 90}}),
            &["unknown", "2031-01-01"],
            &[],
        ),
        kind(
            "times",
            of(&|number| format!("{:02}:{:02}", number % 24, number % 60)),
            json!({"times": {"hours": [1, 6]}}),
            &["unknown", "24:00", "25:61", "7pm"],
            &[],
        ),
        kind(
            "decimal commas",
            of(&|number| format!("{},{}", number, number % 10)),
            tens.clone(),
            &["unknown", "12.5", "1,2,3"],
            &[("1.234,5", "[1230, 1240)")],
        ),
        Kind {
            kind: Some(json!({"whole-number": {"thousands": ","}})),
            ..kind(
                "thousands, as said",
                of(&|number| format!("{},{:03}", 1 + number % 90, number % 1000)),
                tens.clone(),
                &["1,20", "unknown"],
                &[("950", "950-959")],
            )
        },
        kind(
            "dollars",
            of(&|number| format!("${}", 10 + number)),
            json!({"intervals": {"widths": [100]}}),
            &["unknown", "€50", "50"],
            &[("-$5", "$-100 to -1")],
        ),
        kind(
            "euros with commas",
            of(&|number| format!("{number},50 €")),
            json!({"intervals": {"widths": [100]}}),
            &["unknown", "12 $", "50"],
            &[],
        ),
        kind("percents", of(&|number| format!("{}%", number % 101)), tens.clone(), &["n/a", "55", "0.5"], &[]),
        kind(
            "bands",
            of(&|number| ["18-24", "25-34", "35-44", "45-54", "55-64"][number as usize % 5].to_owned()),
            json!({"intervals": {"widths": [20, 40], "origin": 15}}),
            &["unknown", "45-50 kg"],
            &[("25 - 34", "15-34"), ("25–34", "15-34")],
        ),
        kind(
            "bands of dollars",
            of(&|number| ["$10-$19", "$20-$29", "$30-$39"][number as usize % 3].to_owned()),
            json!({"intervals": {"widths": [20]}}),
            &["unknown", "10-19", "€10-€19"],
            &[("$25", "$20-39")],
        ),
        kind(
            "numbers with an open end",
            of(&|number| if number % 99 == 0 { "90+".to_owned() } else { (number % 90).to_string() }),
            json!({"intervals": {"widths": [5, 10], "top": 90}}),
            &["unknown", "ninety"],
            &[("90 +", "≥90"), (">89", "≥90")],
        ),
        kind(
            "years",
            of(&|number| if number == 13 { "1 year".to_owned() } else { format!("{} years", number % 90) }),
            json!({"intervals": {"widths": [5]}}),
            &["6 dollars", "unknown", "4"],
            &[],
        ),
        kind(
            "numbers",
            of(&|number| (number % 90).to_string()),
            json!({"intervals": {"widths": [5]}}),
            &["unknown", "1e3", "0x1F", "1/2", "１２", "−5", "inf"],
            &[("12 ", "10-14")],
        ),
        kind(
            "numbers in order",
            of(&|number| (number % 31).to_string()),
            json!({"groups": {"order": "numeric", "fan_out": [5, 3]}}),
            &["unknown"],
            &[],
        ),
    ]
}

/// The group on level 1 of each record's value, or the error's message and advice.
fn groups(kind: &Kind, odd: Option<&str>, missing: Option<&Value>) -> Result<Vec<String>, (String, String)> {
    let mut column = json!({"role": "quasi-identifier", "hierarchy": kind.hierarchy});
    if let Some(reading) = &kind.kind {
        column["kind"] = reading.clone();
    }
    if let Some(missing) = missing {
        column["missing"] = missing.clone();
    }
    let told = |error: kanon::Error| (error.to_string(), error.advice());
    let recipe = json!({"kanon": 1, "dialect": {"delimiter": "\t"}, "columns": {"v": column}}).to_string();
    let recipe = Recipe::parse(&recipe).map_err(told)?;
    let dialect = recipe.dialect.clone().unwrap_or_else(Dialect::default);
    let mut rows: Vec<&str> = kind.values.iter().map(String::as_str).collect();
    if let Some(odd) = odd {
        rows.insert(ROW - 1, odd);
    }
    let mut reader = TableReader::new(&dialect, &EncodedStudy::columns(&recipe).map_err(told)?);
    reader.push(format!("v\n{}\n", rows.join("\n")).as_bytes()).map_err(told)?;
    let study = EncodedStudy::new(&recipe, &dialect, reader.finish().map_err(told)?).map_err(told)?;
    let hierarchy = &study.hierarchies()[0];
    let found = |row: &&str| {
        let mut rows = hierarchy.rows();
        rows.find(|own| own[0] == *row).map(|own| own[1].to_owned()).unwrap_or_default()
    };
    Ok(rows.iter().map(found).collect())
}

#[test]
fn an_odd_value_is_named_with_its_record_and_no_right_one_is() {
    for kind in kinds() {
        let name = kind.name;
        assert_eq!(groups(&kind, None, None).map(|groups| groups.len()), Ok(300), "{name}");
        for (value, group) in kind.right {
            let found = groups(&kind, Some(value), None).map(|groups| groups[ROW - 1].clone());
            assert_eq!(found.as_deref(), Ok(*group), "{name}: {value}");
        }
        for odd in kind.odd {
            let Err((message, advice)) = groups(&kind, Some(odd), None) else {
                panic!("{name}: {odd} is taken");
            };
            let named = format!("; this one is not: `{odd}` (1 record, row {ROW})");
            assert!(message.contains("300 of 301 values are ") && message.ends_with(&named), "{name}: {message}");
            // The advice, followed.
            let (_, list) = advice.split_once("`\"missing\": ").expect("a setting of a recipe");
            let missing: Value = serde_json::from_str(list.split('`').next().unwrap_or_default()).expect("a list");
            let followed = groups(&kind, Some(odd), Some(&missing));
            assert_eq!(followed.map(|groups| groups[ROW - 1].clone()).as_deref(), Ok(*odd), "{name}: {advice}");
        }
    }
}

#[test]
fn several_odd_values_are_counted() {
    let dollars = kinds().into_iter().find(|kind| kind.name == "dollars").expect("a kind");
    let mut values = dollars.values.clone();
    for (at, odd) in ["unknown", "unknown", "50", "€7", "7", "8", "9", "10"].into_iter().enumerate() {
        values.insert(10 * at, odd.to_owned());
    }
    let Err((message, _)) = groups(&Kind { values, ..dollars }, None, None) else {
        panic!("dollars beside other numbers");
    };
    assert_eq!(
        message,
        "column `v`: 300 of 308 values are numbers with the unit `$`; these are not: `unknown` (2 records, the first \
         in row 1), `10` (1 record, row 71), `50` (1 record, row 21), `7` (1 record, row 41), `8` (1 record, row 51), \
         and 2 more"
    );
}

#[test]
fn a_value_that_may_be_in_several_intervals_comes_with_advice_that_helps() {
    let bands = ["18-24", "25-34", "35-44", "45-54"];
    let values: Vec<String> = (0..300).map(|at| bands[at % bands.len()].to_owned()).collect();
    let with =
        |hierarchy: Value| Kind { name: "bands", values: values.clone(), hierarchy, kind: None, odd: &[], right: &[] };
    for (widths, odd, part, followed) in [
        (
            json!({"widths": [20], "origin": 15}),
            Some("65+"),
            "from 65 on",
            json!({"widths": [20], "origin": 15, "top": 65}),
        ),
        (
            json!({"widths": [20], "origin": 15}),
            Some("<18"),
            "below 18",
            json!({"widths": [20], "origin": 5, "bottom": 18}),
        ),
        (json!({"widths": [20]}), None, "leave 18 and what is below 25", json!({"widths": [20], "origin": 15})),
    ] {
        let Err((_, advice)) = groups(&with(json!({"intervals": widths})), odd, None) else {
            panic!("{odd:?} has an interval");
        };
        assert!(advice.contains(part), "{advice}");
        let followed = groups(&with(json!({"intervals": followed})), odd, None);
        assert!(followed.is_ok(), "{odd:?}: {followed:?}");
    }
}
