//! Joins neighbours in an order.

use super::stack::{ColumnValues, Level, Values, expect_few_levels, parameter};
use crate::data::Dictionary;
use crate::error::Result;
use crate::hierarchy::Hierarchy;
use crate::sorting::sort;
use serde::de::{SeqAccess, Visitor, value::SeqAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The order of a column's values.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "\"numeric\" | \"text\" | Array<string>"))]
pub enum Order {
    /// As numbers.
    Numeric,
    /// As text, by Unicode scalar values.
    Text,
    /// As listed. The list may contain values that do not occur in the data.
    Values(Vec<String>),
}

/// Groups of neighbours in an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Groups {
    /// The order.
    pub order: Order,
    /// The number of groups of the level below that are joined on levels 1, 2, …; at least 2.
    pub fan_out: Vec<usize>,
}

impl Groups {
    /// The hierarchy. Its rows are in the given order. A group is named by its place: `group 3 of 7`.
    ///
    /// A name made of the group's values would reveal to a reader of the release that they occur, even if only one
    /// record has them. Use [`Intervals`](super::Intervals) for names with bounds: these do not depend on the values.
    ///
    /// # Errors
    /// If a fan-out is below 2; if a value is not a number, or is not in the list (with its records); if a value is
    /// listed twice; if there are no values.
    pub fn build(&self, column: &ColumnValues<'_>) -> Result<Hierarchy> {
        if self.fan_out.is_empty() || self.fan_out.iter().any(|&fan_out| fan_out < 2) {
            return Err(parameter(
                format!("the fan-outs {:?} are not numbers of at least 2", self.fan_out),
                "Say for each level how many groups of the level below make one, for example 5, 4.",
            ));
        }
        expect_few_levels(self.fan_out.len())?;
        let mut values = Values::of(column);
        match &self.order {
            Order::Numeric => {
                values.sort_numerically()?;
            }
            Order::Text => sort(&mut values.present),
            Order::Values(order) => {
                let mut listed = Dictionary::new();
                for value in order {
                    listed.intern(value, 0);
                }
                let mut absent = values.present.clone();
                absent.retain(|value| listed.code(value).is_none());
                values.reject(&absent, || "in the list that gives the order".to_owned())?;
                values.present =
                    order.iter().filter(|value| !column.missing.contains(value)).map(String::as_str).collect();
            }
        }
        let mut size = 1_usize;
        let mut levels = Vec::with_capacity(self.fan_out.len());
        for &fan_out in &self.fan_out {
            size = size.saturating_mul(fan_out);
            let groups = (0..values.present.len()).map(|position| position / size);
            let n_groups = values.present.len().div_ceil(size);
            let name = format!("groups of {size} in order");
            levels.push(Level::of_runs(name, groups, |_, &group| place(group, n_groups)));
        }
        values.stack(&levels)
    }
}

/// The name of a group that reveals no value: its place among the groups of its level, counted from 0.
pub fn place(group: usize, n_groups: usize) -> String {
    format!("group {} of {n_groups}", group + 1)
}

impl Serialize for Order {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Self::Numeric => serializer.serialize_str("numeric"),
            Self::Text => serializer.serialize_str("text"),
            Self::Values(values) => values.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Order {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(OrderVisitor)
    }
}

struct OrderVisitor;

impl<'de> Visitor<'de> for OrderVisitor {
    type Value = Order;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"numeric\", \"text\" or a list of values")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> std::result::Result<Order, E> {
        match name {
            "numeric" => Ok(Order::Numeric),
            "text" => Ok(Order::Text),
            other => Err(E::invalid_value(serde::de::Unexpected::Str(other), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> std::result::Result<Order, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Order::Values)
    }
}
