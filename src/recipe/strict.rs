//! Strict reading of JSON written by people: no duplicate keys, and settings by name.
//!
//! Code derived by serde also accepts a list of values for a struct, and a map keeps the last of two values for one
//! key. In a recipe, both would lose part of what was meant, so its shape is checked before and after reading. In a
//! report, the latter would let a second value go unchecked beside the first.

use serde::de::{Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// Reads JSON in which no object has a duplicate key.
///
/// # Errors
/// Text that is not JSON or does not have the required form, and a duplicate key, with the path of its object.
pub(crate) fn read<T: DeserializeOwned>(json: &str) -> serde_json::Result<T> {
    serde_json::from_str::<Shape>(json)?;
    serde_json::from_str(json)
}

/// The shape of a JSON value: the nesting of its objects and lists.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A text, a number, a truth value or null.
    Plain,
    List(Vec<Shape>),
    Object(Vec<(String, Shape)>),
}

impl Shape {
    /// Whether it is an object with a value at this path.
    pub(crate) fn has(&self, path: &[&str]) -> bool {
        let Some((key, below)) = path.split_first() else {
            return true;
        };
        match self {
            Self::Object(own) => own.iter().any(|(name, shape)| name == key && shape.has(below)),
            Self::Plain | Self::List(_) => false,
        }
    }

    /// The path of the first list without names that was read as named settings, if there is one. `written` is the
    /// shape of the result, written again. The `lists` are omitted there when they are empty. Linear in the size of
    /// both shapes.
    pub(crate) fn unnamed(&self, written: &Self, lists: &[&str]) -> Option<String> {
        self.unnamed_below(Some(written), lists).map(|mut path| {
            path.reverse();
            path.join(".")
        })
    }

    fn unnamed_below(&self, written: Option<&Self>, lists: &[&str]) -> Option<Vec<String>> {
        match (self, written) {
            // A value at its default may be omitted where it is written.
            (Self::List(_), None | Some(Self::Object(_))) => Some(Vec::new()),
            (Self::List(own), Some(Self::List(written))) => {
                (own.iter().zip(written)).find_map(|(own, written)| own.unnamed_below(Some(written), lists))
            }
            (Self::Object(own), Some(Self::Object(written))) => {
                let written: HashMap<&String, &Self> = written.iter().map(|(key, shape)| (key, shape)).collect();
                own.iter().find_map(|(key, shape)| {
                    let written = written.get(key).copied();
                    let is_empty_list = written.is_none()
                        && matches!(shape, Self::List(entries) if entries.is_empty())
                        && lists.contains(&key.as_str());
                    if is_empty_list {
                        return None;
                    }
                    let mut path = shape.unnamed_below(written, lists)?;
                    path.push(key.clone());
                    Some(path)
                })
            }
            _ => None,
        }
    }
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Place::Top.deserialize(deserializer)
    }
}

/// The place of a value.
#[derive(Clone, Copy)]
enum Place<'a> {
    Top,
    /// At a key of an object.
    Key(&'a Place<'a>, &'a str),
    /// At this position of a list, from 1.
    Entry(&'a Place<'a>, usize),
}

impl fmt::Display for Place<'_> {
    /// Keys and positions joined by dots, as in claims.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dot = |f: &mut fmt::Formatter<'_>, above: &Place<'_>| match above {
            Place::Top => Ok(()),
            above => write!(f, "{above}."),
        };
        match self {
            Self::Top => Ok(()),
            Self::Key(above, key) => dot(f, above).and_then(|()| f.write_str(key)),
            Self::Entry(above, place) => dot(f, above).and_then(|()| place.fmt(f)),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Place<'_> {
    type Value = Shape;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Shape, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Place<'_> {
    type Value = Shape;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Shape, E> {
        Ok(Shape::Plain)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Shape, E> {
        Ok(Shape::Plain)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Shape, E> {
        Ok(Shape::Plain)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Shape, E> {
        Ok(Shape::Plain)
    }

    fn visit_str<E>(self, _: &str) -> Result<Shape, E> {
        Ok(Shape::Plain)
    }

    fn visit_unit<E>(self) -> Result<Shape, E> {
        Ok(Shape::Plain)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Shape, A::Error> {
        let mut shapes = Vec::new();
        while let Some(shape) = list.next_element_seed(Place::Entry(&self, shapes.len() + 1))? {
            shapes.push(shape);
        }
        Ok(Shape::List(shapes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Shape, A::Error> {
        let mut shapes = Vec::new();
        let mut keys = HashSet::new();
        while let Some(key) = object.next_key::<String>()? {
            if !keys.insert(key.clone()) {
                let place = match self {
                    Self::Top => String::new(),
                    place => format!(" in `{place}`"),
                };
                return Err(A::Error::custom(format_args!("the key `{key}` occurs twice{place}")));
            }
            let shape = object.next_value_seed(Place::Key(&self, &key))?;
            shapes.push((key, shape));
        }
        Ok(Shape::Object(shapes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(json: &str) -> Shape {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_key_that_is_there_twice_is_named_with_its_line() {
        let twice = "{\"a\": 1, \"b\": {\"c\": [],\n \"d\": {},\n \"c\": 2}}";
        let error = serde_json::from_str::<Shape>(twice).unwrap_err();
        let said = error.to_string();
        assert!(said.contains("`c` occurs twice in `b`"), "{said}");
        assert_eq!(error.line(), 3);
        let deep = r#"{"a": [1, {"b": {"c": 1, "c": 1}}]}"#;
        let said = read::<serde_json::Value>(deep).unwrap_err().to_string();
        assert!(said.contains("`c` occurs twice in `a.2.b`"), "{said}");
        // An escape does not hide a duplicate, and equal keys of different objects are no duplicates.
        assert!(serde_json::from_str::<Shape>(r#"{"a": 1, "\u0061": 2}"#).is_err());
        shape(r#"{"a": {"a": [{"a": 1}, {"a": 2}]}}"#);
    }

    #[test]
    fn a_list_for_named_settings_is_found_by_its_path() {
        let unnamed = |read, written| shape(read).unnamed(&shape(written), &["codes"]);
        let path = |path: &str| Some(path.to_owned());
        assert_eq!(unnamed("[1, {}]", r#"{"kanon": 1}"#), path(""));
        let written = r#"{"a": {"b": {"c": 1}, "d": [[1]]}}"#;
        assert_eq!(unnamed(r#"{"a": {"d": [[1]], "b": [1]}}"#, written), path("a.b"));
        assert_eq!(unnamed(r#"{"a": {"e": []}}"#, written), path("a.e"));
        assert_eq!(unnamed(r#"{"a": {"codes": []}}"#, written), None);
        assert_eq!(unnamed(r#"{"a": {"codes": [1]}}"#, written), path("a.codes"));
        assert_eq!(unnamed(written, written), None);
        assert_eq!(unnamed(r#"{"a": {"b": null}}"#, written), None);
    }
}
