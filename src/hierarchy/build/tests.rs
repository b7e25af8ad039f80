//! The guarantees of all builders, and the results of each of them.

use super::{ColumnValues, Groups, Intervals, Mask, Order, Side, with_unit};
use crate::data::{Dictionary, NumberFormat, Reading};
use crate::error::{Error, Result};
use crate::hierarchy::Hierarchy;
use proptest::prelude::*;

fn dictionary<S: AsRef<str>>(values: &[S]) -> Dictionary {
    let mut dictionary = Dictionary::new();
    for value in values {
        dictionary.intern(value.as_ref(), 1);
    }
    dictionary
}

fn intervals(widths: &[f64]) -> Intervals {
    Intervals { widths: widths.to_vec(), origin: 0.0, bottom: None, top: None }
}

fn mask(from: Side, steps: Option<&[usize]>) -> Mask {
    Mask { from, character: "*".into(), steps: steps.map(<[usize]>::to_vec) }
}

fn missing() -> Vec<String> {
    vec![String::new(), "?".into()]
}

fn rows(hierarchy: &Hierarchy) -> Vec<String> {
    hierarchy.rows().map(|row| row.join(";")).collect()
}

fn problem(result: Result<Hierarchy>) -> String {
    result.err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn whole_numbers_are_named_by_first_and_last() -> Result<()> {
    let ages = dictionary(&["88", "?", "-3", "20", "91", "24", "17.0"]);
    let spec = Intervals { bottom: Some(18.0), top: Some(90.0), ..intervals(&[5.0, 20.0]) };
    let expected = [
        "-3;<18;<18;*",
        "17.0;<18;<18;*",
        "20;20-24;20-39;*",
        "24;20-24;20-39;*",
        "88;85-89;80-89;*",
        "91;≥90;≥90;*",
        "?;?;?;*",
    ];
    assert_eq!(rows(&spec.build(&ColumnValues::new(&ages, &missing()))?), expected);
    let signed = intervals(&[1.0, 10.0]).build(&ColumnValues::new(&dictionary(&["-10", "-1", "0"]), &[]))?;
    assert_eq!(rows(&signed), ["-10;-10;-10 to -1;*", "-1;-1;-10 to -1;*", "0;0;0-9;*"]);
    Ok(())
}

#[test]
fn a_value_with_an_open_end_is_in_the_outer_group_that_holds_all_of_it() -> Result<()> {
    let ages = dictionary(&["88", "?", "90+", "95", "<1", "1", "under 1"]);
    let spec = Intervals { bottom: Some(1.0), top: Some(90.0), ..intervals(&[5.0, 20.0]) };
    let expected = [
        "<1;<1;<1;*",
        "under 1;<1;<1;*",
        "1;1-4;1-19;*",
        "88;85-89;80-89;*",
        "90+;≥90;≥90;*",
        "95;≥90;≥90;*",
        "?;?;?;*",
    ];
    let missing = missing();
    let column = ColumnValues::new(&ages, &missing);
    assert_eq!(rows(&spec.build(&column)?), expected);
    // A person of 90+ may be 92, and one below 1 is not below 0.
    for (bottom, top, value) in [
        (None, Some(90.0), "<1"),
        (Some(0.0), Some(90.0), "<1"),
        (Some(1.0), Some(91.0), "90+"),
        (Some(1.0), None, "90+"),
    ] {
        let spec = Intervals { bottom, top, ..intervals(&[5.0, 20.0]) };
        let error = spec.build(&column).unwrap_err();
        assert!(error.to_string().contains("several intervals"), "{error}");
        assert_eq!(error.place().value.as_deref(), Some(value));
    }
    Ok(())
}

#[test]
fn a_band_is_in_the_interval_that_holds_all_of_it() -> Result<()> {
    let ages = dictionary(&["30 to 34", "5", "20-24", "25–29", "80+"]);
    let spec = |widths: &[f64], top| Intervals { top, ..intervals(widths) };
    let column = ColumnValues::new(&ages, &[]);
    let expected =
        ["5;0-9;0-19;*", "20-24;20-29;20-39;*", "25–29;20-29;20-39;*", "30 to 34;30-39;20-39;*", "80+;≥80;≥80;*"];
    let built = spec(&[10.0, 20.0], Some(80.0)).build(&column)?;
    assert_eq!(rows(&built), expected);
    for (widths, origin, top) in [(2.0, 0.0, Some(80.0)), (10.0, 2.0, Some(80.0)), (10.0, 0.0, Some(32.0))] {
        let spec = Intervals { origin, ..spec(&[widths, 20.0], top) };
        let error = spec.build(&column).unwrap_err();
        assert!(error.to_string().contains("several intervals"), "{error}");
    }
    // If not all numbers are integers, the end of a band is unknown.
    let sizes = dictionary(&["20-24", "2.5"]);
    let error = problem(intervals(&[10.0]).build(&ColumnValues::new(&sizes, &[])));
    assert_eq!(error, "1 of 2 values are numbers; this one is not: `20-24` (1 record)");
    Ok(())
}

#[test]
fn intervals_are_named_with_the_unit_of_their_numbers() -> Result<()> {
    let built = |values: &[&str], top| -> Result<Vec<String>> {
        let spec = Intervals { bottom: Some(10.0), top, ..intervals(&[10.0]) };
        let values = dictionary(values);
        Ok(rows(&spec.build(&ColumnValues::new(&values, &[]))?))
    };
    assert_eq!(built(&["5 kg", "12kg", "95 kg"], Some(90.0))?, ["5 kg;<10 kg;*", "12kg;10-19 kg;*", "95 kg;≥90 kg;*"]);
    assert_eq!(built(&["$5", "$12", "$95"], Some(90.0))?, ["$5;<$10;*", "$12;$10-19;*", "$95;≥$90;*"]);
    assert_eq!(built(&["5%", "12.5%"], None)?, ["5%;<10%;*", "12.5%;[10, 20)%;*"]);
    Ok(())
}

#[test]
fn names_have_the_unit_where_it_usually_stands() {
    for (sign, name, expected) in [
        ("", "20-24", "20-24"),
        ("kg", "20-24", "20-24 kg"),
        ("%", "[20, 22.5)", "[20, 22.5)%"),
        ("€", "≥90", "≥90 €"),
        ("$", "20-24", "$20-24"),
        ("£", "≥90", "≥£90"),
        ("$", "<18", "<$18"),
        ("US$", "[20, 22.5)", "[US$20, 22.5)"),
        ("$", "-10 to -1", "$-10 to -1"),
    ] {
        assert_eq!(with_unit(name.to_owned(), sign), expected);
    }
}

#[test]
fn decimals_have_half_open_intervals_without_noise() -> Result<()> {
    let shares = dictionary(&["0.3", "0.29", "0.7"]);
    let hierarchy = intervals(&[0.1, 0.3]).build(&ColumnValues::new(&shares, &[]))?;
    let expected = ["0.29;[0.2, 0.3);[0, 0.3);*", "0.3;[0.3, 0.4);[0.3, 0.6);*", "0.7;[0.7, 0.8);[0.6, 0.9);*"];
    assert_eq!(rows(&hierarchy), expected);
    let origin = Intervals { origin: 1.0, ..intervals(&[2.5]) };
    assert_eq!(
        rows(&origin.build(&ColumnValues::new(&dictionary(&["20", "0"]), &[]))?),
        ["0;[-1.5, 1);*", "20;[18.5, 21);*"]
    );
    Ok(())
}

#[test]
fn interval_parameters_are_checked() {
    let ages = dictionary(&["1"]);
    let build = |widths: &[f64]| problem(intervals(widths).build(&ColumnValues::new(&ages, &[])));
    assert_eq!(build(&[10.0, 15.0]), "the width 15 is not a multiple of the width before it, 10");
    assert_eq!(build(&[10.0, 10.0]), "the width 10 is not a multiple of the width before it, 10");
    assert_eq!(build(&[0.0]), "the width 0 is not above 0");
    assert_eq!(build(&[-5.0]), "the width -5 is not above 0");
    assert_eq!(build(&[]), "there is no width");
    assert!(build(&[f64::NAN]).starts_with("the width, NaN, is not a number"));
    assert!(build(&[1e-30]).contains("is not a number"));
    assert!(build(&[1e300]).contains("is not a number"));
    let turned = Intervals { bottom: Some(90.0), top: Some(18.0), ..intervals(&[5.0]) };
    assert_eq!(problem(turned.build(&ColumnValues::new(&ages, &[]))), "the bottom, 90, is not below the top, 18");
}

#[test]
fn a_value_that_is_no_number_is_named_with_its_records() {
    let mut ages = dictionary(&["30", "old"]);
    ages.intern("n/a", 5);
    let error = intervals(&[5.0]).build(&ColumnValues::new(&ages, &missing())).err();
    assert_eq!(error.as_ref().map(Error::code), Some("hierarchy-value"));
    assert_eq!(
        error.map(|error| error.to_string()),
        Some("1 of 7 values are numbers; these are not: `n/a` (5 records), `old` (1 record)".into())
    );
    let order = Groups { order: Order::Numeric, fan_out: vec![2] };
    assert_eq!(
        problem(order.build(&ColumnValues::new(&ages, &["n/a".into()]))),
        "1 of 2 values are numbers; this one is not: `old` (1 record)"
    );
}

#[test]
fn characters_are_masked_from_either_side() -> Result<()> {
    let codes = dictionary(&["37126", "?", "37011", "ÄÖ"]);
    let right = mask(Side::Right, None).build(&ColumnValues::new(&codes, &missing()))?;
    let expected =
        ["37011;3701*;370**;37***;3****;*", "37126;3712*;371**;37***;3****;*", "ÄÖ;Ä*;**;**;**;*", "?;?;?;?;?;*"];
    assert_eq!(rows(&right), expected);
    let left = mask(Side::Left, Some(&[2, 4])).build(&ColumnValues::new(&dictionary(&["37126", "55126"]), &[]))?;
    assert_eq!(rows(&left), ["37126;**126;****6;*", "55126;**126;****6;*"]);
    Ok(())
}

#[test]
fn the_top_is_not_added_twice() -> Result<()> {
    let letters = dictionary(&["a", "b"]);
    let hierarchy = mask(Side::Right, Some(&[1])).build(&ColumnValues::new(&letters, &[]))?;
    assert_eq!(rows(&hierarchy), ["a;*", "b;*"]);
    Ok(())
}

#[test]
fn mask_parameters_are_checked() {
    let codes = dictionary(&["37126"]);
    for steps in [[0, 1], [2, 2], [3, 1]] {
        let built = mask(Side::Right, Some(&steps)).build(&ColumnValues::new(&codes, &[]));
        assert_eq!(problem(built), format!("the steps {steps:?} are not rising numbers above 0"));
    }
    for character in ["", "**"] {
        let spec = Mask { character: character.into(), ..mask(Side::Left, None) };
        assert_eq!(
            problem(spec.build(&ColumnValues::new(&codes, &[]))),
            format!("the mask `{character}` is not one character")
        );
    }
}

#[test]
fn long_values_stay_within_the_levels_there_are() -> Result<()> {
    let notes = dictionary(&["x".repeat(500)]);
    assert_eq!(mask(Side::Right, None).build(&ColumnValues::new(&notes, &[]))?.height(), crate::hierarchy::MAX_LEVELS);
    Ok(())
}

#[test]
fn neighbours_are_grouped_in_each_order() -> Result<()> {
    let grades = dictionary(&["10", "9", "2", "?"]);
    let by = |order| Groups { order, fan_out: vec![2] };
    let numeric = by(Order::Numeric).build(&ColumnValues::new(&grades, &missing()))?;
    assert_eq!(rows(&numeric), ["2;group 1 of 2;*", "9;group 1 of 2;*", "10;group 2 of 2;*", "?;?;*"]);
    let text = by(Order::Text).build(&ColumnValues::new(&grades, &missing()))?;
    assert_eq!(rows(&text), ["10;group 1 of 2;*", "2;group 1 of 2;*", "9;group 2 of 2;*", "?;?;*"]);
    let list = ["9", "1", "2", "10"].map(str::to_owned).to_vec();
    let listed = by(Order::Values(list)).build(&ColumnValues::new(&grades, &missing()))?;
    assert_eq!(
        rows(&listed),
        ["9;group 1 of 2;*", "1;group 1 of 2;*", "2;group 2 of 2;*", "10;group 2 of 2;*", "?;?;*"]
    );
    let short = by(Order::Values(vec!["9".into(), "2".into()])).build(&ColumnValues::new(&grades, &missing()));
    assert_eq!(problem(short), "2 of 3 values are in the list that gives the order; this one is not: `10` (1 record)");
    let twice = by(Order::Values(vec!["9".into(), "9".into()])).build(&ColumnValues::new(&dictionary(&["9"]), &[]));
    assert_eq!(twice.err().map(|error| error.code()), Some("hierarchy-repeated"));
    Ok(())
}

#[test]
fn fan_out_is_checked() {
    for fan_out in [vec![], vec![2, 1], vec![0]] {
        let spec = Groups { order: Order::Text, fan_out: fan_out.clone() };
        let expected = format!("the fan-outs {fan_out:?} are not numbers of at least 2");
        assert_eq!(problem(spec.build(&ColumnValues::new(&dictionary(&["a"]), &[]))), expected);
    }
}

#[test]
fn there_may_not_be_more_levels_than_a_policy_can_name() {
    let values = dictionary(&["1", "2"]);
    let steps: Vec<usize> = (1..=63).collect();
    let widths: Vec<f64> = (0..63).map(|level| 2_f64.powi(level)).collect();
    let groups = Groups { order: Order::Text, fan_out: vec![2; 63] };
    for built in [
        mask(Side::Left, Some(&steps)).build(&ColumnValues::new(&values, &[])),
        intervals(&widths).build(&ColumnValues::new(&values, &[])),
        groups.build(&ColumnValues::new(&values, &[])),
    ] {
        assert_eq!(problem(built), "the hierarchy has 65 levels, more than 64");
    }
}

#[test]
fn labels_that_are_taken_get_a_number() -> Result<()> {
    let values = dictionary(&["a", "b", "group 1 of 2"]);
    let spec = Groups { order: Order::Values(vec!["a".into(), "b".into(), "c".into()]), fan_out: vec![2] };
    let hierarchy = spec.build(&ColumnValues::new(&values, &["group 1 of 2".into()]))?;
    assert_eq!(rows(&hierarchy)[0], "a;group 1 of 2 (2);*");
    let codes = mask(Side::Right, None).build(&ColumnValues::new(&dictionary(&["abc", "ab*"]), &["ab*".into()]))?;
    assert_eq!(rows(&codes), ["abc;ab* (2);a**;*", "ab*;ab*;ab*;*"]);
    Ok(())
}

#[test]
fn without_values_there_is_no_hierarchy() {
    let empty = Dictionary::new();
    assert_eq!(problem(intervals(&[5.0]).build(&ColumnValues::new(&empty, &[]))), "the hierarchy has no rows");
    assert_eq!(problem(mask(Side::Right, None).build(&ColumnValues::new(&empty, &[]))), "the hierarchy has no rows");
}

/// Checks that it is nested (otherwise `from_rows` would have rejected it), has one group on top, a leaf for every
/// value, and separate missing values.
fn keeps_its_promises(built: Result<Hierarchy>, dictionary: &Dictionary) -> std::result::Result<(), TestCaseError> {
    let hierarchy = built.map_err(|error| TestCaseError::fail(error.to_string()))?;
    let top = hierarchy.height() - 1;
    prop_assert_eq!(hierarchy.n_groups(top), 1);
    prop_assert_eq!(hierarchy.label(top, 0), "*");
    let maps = hierarchy.encode(dictionary).map_err(|error| TestCaseError::fail(error.to_string()))?;
    for (value, _) in dictionary.iter().filter(|(value, _)| missing().iter().any(|missing| missing == value)) {
        let code = dictionary.code(value).map_or(0, |code| code as usize);
        for level in 0..top {
            let group = maps.groups[level][code];
            prop_assert_eq!(hierarchy.label(level, group), value);
            prop_assert_eq!(hierarchy.group_size(level, group), 1);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_texts_can_be_masked_and_grouped(
        values in proptest::collection::vec("[ab*?é𝄞 –]{0,4}|a – b", 1..30),
        from in proptest::sample::select(vec![Side::Right, Side::Left]),
        steps in proptest::option::of(proptest::collection::btree_set(1..7_usize, 1..4)),
        fan_out in proptest::collection::vec(2..5_usize, 1..4),
    ) {
        let dictionary = dictionary(&values);
        let steps: Option<Vec<usize>> = steps.map(|steps| steps.into_iter().collect());
        keeps_its_promises(mask(from, steps.as_deref()).build(&ColumnValues::new(&dictionary, &missing())), &dictionary)?;
        keeps_its_promises(Groups { order: Order::Text, fan_out: fan_out.clone() }.build(&ColumnValues::new(&dictionary, &missing())), &dictionary)?;
        let mut listed: Vec<String> = dictionary.iter().map(|(value, _)| value.to_owned()).collect();
        listed.reverse();
        keeps_its_promises(Groups { order: Order::Values(listed), fan_out }.build(&ColumnValues::new(&dictionary, &missing())), &dictionary)?;
    }

    #[test]
    fn any_numbers_have_intervals(
        values in proptest::collection::vec("-?[1-9][0-9]{0,3}(\\.[0-9]{1,4})?|0\\.[0-9]{1,12}|\\?", 1..30),
        first in 1..400_u32,
        multiples in proptest::collection::vec(2..5_u32, 0..4),
        places in 0..4_i32,
        origin in -50..50_i32,
        bottom in proptest::option::of(-500..0_i32),
        top in proptest::option::of(1..500_i32),
    ) {
        let dictionary = dictionary(&values);
        let unit = 10_f64.powi(places);
        let mut width = f64::from(first);
        let mut widths = vec![width / unit];
        for multiple in multiples {
            width *= f64::from(multiple);
            widths.push(width / unit);
        }
        let spec = Intervals {
            widths,
            origin: f64::from(origin) / unit,
            bottom: bottom.map(f64::from),
            top: top.map(f64::from),
        };
        // Specified, because `1.000` alone may be one or a thousand.
        let plain = Reading::Decimal(NumberFormat::PLAIN);
        let missing = missing();
        let column = ColumnValues { reading: Some(&plain), ..ColumnValues::new(&dictionary, &missing) };
        keeps_its_promises(spec.build(&column), &dictionary)?;
        let numeric = Groups { order: Order::Numeric, fan_out: vec![3, 3] };
        keeps_its_promises(numeric.build(&column), &dictionary)?;
    }
}

/// The labels of each value above level 0, by value.
fn labels(built: Result<Hierarchy>) -> std::collections::BTreeMap<String, Vec<String>> {
    let rows = built.map(|hierarchy| {
        let rows = hierarchy.rows().map(|row| {
            let labels = row[1..].iter().map(|&label| label.to_owned());
            (row[0].to_owned(), labels.collect())
        });
        rows.collect()
    });
    rows.unwrap_or_default()
}

proptest! {
    /// The label of a value in a release does not reveal which other values exist.
    #[test]
    fn labels_of_masks_and_intervals_do_not_depend_on_other_values(
        codes in proptest::collection::btree_set("[a-c0-9]{1,5}", 2..20),
        numbers in proptest::collection::btree_set(-500..500_i32, 2..20),
        from in proptest::sample::select(vec![Side::Right, Side::Left]),
        left_out in 0..20_usize,
    ) {
        let without = |values: &[String]| -> Vec<String> {
            let place = left_out % values.len();
            let kept = values.iter().enumerate().filter(|&(other, _)| other != place);
            kept.map(|(_, value)| value.clone()).collect()
        };
        let codes: Vec<String> = codes.into_iter().collect();
        let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
        let masked = |values: &[String]| labels(mask(from, Some(&[1, 3])).build(&ColumnValues::new(&dictionary(values), &[])));
        let ranged = |values: &[String]| labels(intervals(&[10.0, 50.0]).build(&ColumnValues::new(&dictionary(values), &[])));
        for (all, fewer) in [
            (masked(&codes), masked(&without(&codes))),
            (ranged(&numbers), ranged(&without(&numbers))),
        ] {
            prop_assert!(!fewer.is_empty());
            for (value, labels) in fewer {
                // The top is one group, whatever its label is before `*` is added above it.
                let levels = labels.len().min(all[&value].len()).min(2);
                prop_assert_eq!(&all[&value][..levels], &labels[..levels], "{}", value);
            }
        }
    }

    /// A group of neighbours is named only by its place: other values in the same order get the same labels.
    #[test]
    fn labels_of_groups_depend_on_places_alone(
        texts in proptest::collection::btree_set("[ -~é𝄞]{1,12}", 1..30),
        fan_out in proptest::collection::vec(2..5_usize, 1..4),
    ) {
        let texts: Vec<String> = texts.into_iter().collect();
        let others: Vec<String> = (0..texts.len()).map(|place| format!("{}", place * 7 + 100)).collect();
        let by = |order, values: &[String]| -> Vec<Vec<String>> {
            let groups = Groups { order, fan_out: fan_out.clone() };
            let built = groups.build(&ColumnValues::new(&dictionary(values), &[]));
            let rows = built.map(|hierarchy| hierarchy.rows().map(|row| row[1..].iter().map(|&label| label.to_owned()).collect()).collect());
            rows.unwrap_or_default()
        };
        let named = by(Order::Text, &texts);
        prop_assert_eq!(named.len(), texts.len());
        prop_assert_eq!(&named, &by(Order::Values(texts.clone()), &texts));
        prop_assert_eq!(&named, &by(Order::Numeric, &others));
    }
}
