//! JSON as people write it: each key once, and settings by name.
//!
//! What serde derives takes a struct from a list of values as well, and a map keeps the last of two values of one key. In
//! a recipe both would lose what was meant, so that its shape is looked at before and after it is read.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// The shape of a JSON value: where its objects and lists are.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A text, a number, a truth value or null.
    Plain,
    List(Vec<Shape>),
    Object(Vec<(String, Shape)>),
}

impl Shape {
    /// The path of the first list of values without names that was read as settings with names, if there is one.
    /// `written` is the shape of what was read, written again. Linear in the size of both.
    pub(super) fn unnamed(&self, written: &Self) -> Option<String> {
        self.unnamed_below(Some(written)).map(|mut path| {
            path.reverse();
            path.join(".")
        })
    }

    fn unnamed_below(&self, written: Option<&Self>) -> Option<Vec<String>> {
        match (self, written) {
            // What is at its default may be left out where it is written.
            (Self::List(_), None | Some(Self::Object(_))) => Some(Vec::new()),
            (Self::List(own), Some(Self::List(written))) => (own.iter().zip(written))
                .find_map(|(own, written)| own.unnamed_below(Some(written))),
            (Self::Object(own), Some(Self::Object(written))) => {
                let written: HashMap<&String, &Self> =
                    written.iter().map(|(key, shape)| (key, shape)).collect();
                own.iter().find_map(|(key, shape)| {
                    let mut path = shape.unnamed_below(written.get(key).copied())?;
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
        deserializer.deserialize_any(ShapeVisitor)
    }
}

struct ShapeVisitor;

impl<'de> Visitor<'de> for ShapeVisitor {
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
        while let Some(shape) = list.next_element()? {
            shapes.push(shape);
        }
        Ok(Shape::List(shapes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Shape, A::Error> {
        let mut shapes = Vec::new();
        let mut keys = HashSet::new();
        while let Some(key) = object.next_key::<String>()? {
            if !keys.insert(key.clone()) {
                return Err(A::Error::custom(format_args!(
                    "the key `{key}` is there twice"
                )));
            }
            shapes.push((key, object.next_value()?));
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
        assert!(error.to_string().contains("`c` is there twice"), "{error}");
        assert_eq!(error.line(), 3);
        // An escape does not hide it, and keys of different objects are not one.
        assert!(serde_json::from_str::<Shape>(r#"{"a": 1, "\u0061": 2}"#).is_err());
        shape(r#"{"a": {"a": [{"a": 1}, {"a": 2}]}}"#);
    }

    #[test]
    fn a_list_for_named_settings_is_found_by_its_path() {
        let unnamed = |read, written| shape(read).unnamed(&shape(written));
        let path = |path: &str| Some(path.to_owned());
        assert_eq!(unnamed("[1, {}]", r#"{"kanon": 1}"#), path(""));
        let written = r#"{"a": {"b": {"c": 1}, "d": [[1]]}}"#;
        assert_eq!(
            unnamed(r#"{"a": {"d": [[1]], "b": [1]}}"#, written),
            path("a.b")
        );
        assert_eq!(unnamed(r#"{"a": {"e": []}}"#, written), path("a.e"));
        assert_eq!(unnamed(written, written), None);
        assert_eq!(unnamed(r#"{"a": {"b": null}}"#, written), None);
    }
}
