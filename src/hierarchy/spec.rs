//! The specification of a hierarchy in a recipe.

use super::build::{Ages, Codes, ColumnValues, Dates, Frequent, Groups, Intervals, Mask, Prefixes, Times};
use super::hierarchy::Hierarchy;
use super::tree::Tree;
use crate::error::{RecipeError, Result};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::fmt;

/// A quasi-identifier's hierarchy in a recipe: an object with one key.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum HierarchySpec {
    /// The rows themselves: value, group on level 1, …, group on the top.
    Rows(Vec<Vec<String>>),
    /// Characters masked one after the other.
    Mask(Mask),
    /// Intervals of numbers.
    Intervals(Intervals),
    /// Groups of neighbours in an order.
    Groups(Groups),
    /// Spans of the calendar.
    Dates(Dates),
    /// Spans of the day.
    Times(Times),
    /// Ages on one day, from dates.
    Ages(Ages),
    /// Prefixes of codes.
    Prefixes(Prefixes),
    /// Codes of a published system.
    Codes(Codes),
    /// Frequent values, with the others as one group.
    Frequent(Frequent),
    /// Rows with names for their levels, edited by hand.
    Tree(Tree),
    /// A hierarchy file, relative to the recipe.
    File(String),
}

const KEYS: [&str; 12] =
    ["rows", "mask", "intervals", "groups", "dates", "times", "ages", "prefixes", "codes", "frequent", "tree", "file"];

impl HierarchySpec {
    /// The hierarchy of a column with these values. Given rows are used unchanged, whatever the column contains. A
    /// missing value needs no row: without one it is itself on every level below the top, as in a hierarchy by rule.
    ///
    /// # Errors
    /// As the builder; also if a file was not replaced by its rows.
    pub fn build(&self, column: &ColumnValues<'_>) -> Result<Hierarchy> {
        match self {
            Self::Rows(rows) => Hierarchy::from_rows(&with_missing(rows, column)),
            Self::Mask(mask) => mask.build(column),
            Self::Intervals(intervals) => intervals.build(column),
            Self::Groups(groups) => groups.build(column),
            Self::Dates(dates) => dates.build(column),
            Self::Times(times) => times.build(column),
            Self::Ages(ages) => ages.build(column),
            Self::Prefixes(prefixes) => prefixes.build(column),
            Self::Codes(codes) => codes.build(column),
            Self::Frequent(frequent) => frequent.build(column),
            Self::Tree(Tree { levels, rows }) => {
                Ok(Hierarchy::from_rows(&with_missing(rows, column))?.named(levels.iter().cloned()))
            }
            Self::File(file) => {
                Err(RecipeError::HierarchyFile { file: file.clone(), problem: "it has not been opened".to_owned() }
                    .into())
            }
        }
    }

    /// Whether it is a rule for any value, rather than rows of the values that it covers.
    pub fn is_rule(&self) -> bool {
        !matches!(self, Self::Rows(_) | Self::Tree(_) | Self::File(_))
    }
}

/// Rows with one more for each missing value of the column that has none. It joins the others where all are one group.
fn with_missing<'a>(rows: &'a [Vec<String>], column: &ColumnValues<'_>) -> Cow<'a, [Vec<String>]> {
    let occurs = |value: &&String| column.dictionary.code(value).is_some();
    let has_row = |value: &String| rows.iter().any(|row| row.first() == Some(value));
    let lacking: Vec<&String> = column.missing.iter().filter(occurs).filter(|value| !has_row(value)).collect();
    match rows.split_first() {
        Some((first, others)) if !lacking.is_empty() => {
            let own = rows_of_missing(lacking, first, others);
            Cow::Owned(rows.iter().cloned().chain(own).collect())
        }
        _ => Cow::Borrowed(rows),
    }
}

/// The rows of missing values beside these. Not in the module's first part.
#[inline(never)]
fn rows_of_missing(lacking: Vec<&String>, first: &[String], others: &[Vec<String>]) -> Vec<Vec<String>> {
    let is_one = |&level: &usize| level > 0 && others.iter().all(|row| row.get(level) == first.get(level));
    let n_own = (0..first.len()).find(is_one).unwrap_or(first.len());
    let own = lacking.into_iter().map(|value| {
        let levels = std::iter::repeat_n(value.clone(), n_own);
        levels.chain(first[n_own..].iter().cloned()).collect()
    });
    own.collect()
}

impl<'de> Deserialize<'de> for HierarchySpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_map(SpecVisitor)
    }
}

/// Reads the one key by hand: the derived reader's message about a second key does not show what is wrong.
struct SpecVisitor;

impl<'de> Visitor<'de> for SpecVisitor {
    type Value = HierarchySpec;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a hierarchy: an object with one of the keys `{}`", KEYS.join("`, `"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<HierarchySpec, A::Error> {
        let Some(key) = map.next_key::<String>()? else {
            return Err(A::Error::invalid_length(0, &self));
        };
        let spec = match key.as_str() {
            "rows" => HierarchySpec::Rows(map.next_value()?),
            "mask" => HierarchySpec::Mask(map.next_value()?),
            "intervals" => HierarchySpec::Intervals(map.next_value()?),
            "groups" => HierarchySpec::Groups(map.next_value()?),
            "dates" => HierarchySpec::Dates(map.next_value()?),
            "times" => HierarchySpec::Times(map.next_value()?),
            "ages" => HierarchySpec::Ages(map.next_value()?),
            "prefixes" => HierarchySpec::Prefixes(map.next_value()?),
            "codes" => HierarchySpec::Codes(map.next_value()?),
            "frequent" => HierarchySpec::Frequent(map.next_value()?),
            "tree" => HierarchySpec::Tree(map.next_value()?),
            "file" => HierarchySpec::File(map.next_value()?),
            other => return Err(A::Error::unknown_field(other, &KEYS)),
        };
        match map.next_key::<String>()? {
            None => Ok(spec),
            Some(second) => Err(A::Error::custom(format_args!(
                "a hierarchy has one of the keys `{}`, this one has `{key}` and `{second}`",
                KEYS.join("`, `")
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Dictionary;
    use crate::hierarchy::{Order, Side};

    #[test]
    fn json_is_the_recipes() -> serde_json::Result<()> {
        let cases = [
            (
                r#"{"rows":[["Male","*"],["Female","*"]]}"#,
                HierarchySpec::Rows(vec![vec!["Male".into(), "*".into()], vec!["Female".into(), "*".into()]]),
            ),
            (
                r#"{"mask":{"from":"right","character":"*"}}"#,
                HierarchySpec::Mask(Mask { from: Side::Right, character: "*".into(), steps: None }),
            ),
            (
                r#"{"intervals":{"widths":[2.5,5,10],"origin":0,"top":90}}"#,
                HierarchySpec::Intervals(Intervals {
                    widths: vec![2.5, 5.0, 10.0],
                    origin: 0.0,
                    bottom: None,
                    top: Some(90.0),
                }),
            ),
            (
                r#"{"groups":{"order":"text","fan_out":[5,4]}}"#,
                HierarchySpec::Groups(Groups { order: Order::Text, fan_out: vec![5, 4] }),
            ),
            (
                r#"{"groups":{"order":["low","high"],"fan_out":[2]}}"#,
                HierarchySpec::Groups(Groups {
                    order: Order::Values(vec!["low".into(), "high".into()]),
                    fan_out: vec![2],
                }),
            ),
            (r#"{"times":{"hours":[1,6]}}"#, HierarchySpec::Times(Times { hours: vec![1, 6] })),
            (r#"{"codes":"icd-10"}"#, HierarchySpec::Codes(Codes::Icd10)),
            (r#"{"codes":"icd-9"}"#, HierarchySpec::Codes(Codes::Icd9)),
            (
                r#"{"tree":{"levels":["sex"],"rows":[["Male","*"],["Female","*"]]}}"#,
                HierarchySpec::Tree(Tree {
                    levels: vec!["sex".into()],
                    rows: vec![vec!["Male".into(), "*".into()], vec!["Female".into(), "*".into()]],
                }),
            ),
            (r#"{"file":"hierarchy_age.csv"}"#, HierarchySpec::File("hierarchy_age.csv".into())),
        ];
        for (json, spec) in cases {
            assert_eq!(serde_json::from_str::<HierarchySpec>(json)?, spec);
            assert_eq!(serde_json::to_string(&spec)?, json);
        }
        Ok(())
    }

    #[test]
    fn json_errors_name_what_is_allowed() {
        let cases = [
            (
                r#"{"branches":[]}"#,
                "unknown field `branches`, expected one of `rows`, `mask`, `intervals`, `groups`, `dates`, `times`, `ages`, `prefixes`, `codes`, `frequent`, `tree`, `file`",
            ),
            (r#"{"mask":{"from":"right"},"rows":[]}"#, "this one has `mask` and `rows`"),
            ("{}", "one of the keys `rows`"),
            ("[]", "one of the keys `rows`"),
            (r#"{"mask":{"from":"top"}}"#, "unknown variant `top`, expected `right` or `left`"),
            (
                r#"{"mask":{"from":"left","width":1}}"#,
                "unknown field `width`, expected one of `from`, `character`, `steps`",
            ),
            (r#"{"intervals":{"origin":0}}"#, "missing field `widths`"),
            (r#"{"groups":{"order":"size","fan_out":[2]}}"#, "expected \"numeric\", \"text\" or a list of values"),
        ];
        for (json, part) in cases {
            let message = serde_json::from_str::<HierarchySpec>(json).map_err(|error| error.to_string());
            assert!(message.as_ref().is_err_and(|message| message.contains(part)), "{json}: {message:?}");
        }
    }

    #[test]
    fn a_file_must_have_been_replaced_by_its_rows() {
        let spec = HierarchySpec::File("age.csv".into());
        let error = spec.build(&ColumnValues::new(&Dictionary::new(), &[])).err();
        assert_eq!(
            error.map(|error| error.to_string()),
            Some("the hierarchy file `age.csv` cannot be read: it has not been opened".into())
        );
    }
}
