//! What a report may say to others than those who keep the original.
//!
//! An external report, document or exhibit holds only what a rule of this module keeps. A field that no rule names is
//! left out. Counts of records, people and cells from 1 up to a threshold are left out too, and so is every figure
//! that would give one of them back: see `Fitting`. The threshold is k, but at least 3: below that, that something is
//! left out would say how much it is.

mod cells;
mod counts;
mod fill;
mod fitting;
mod node;
mod release;
#[cfg(test)]
mod tests;

pub(crate) use counts::Hiding;
pub(crate) use fill::filled;

use self::fitting::Fitting;
use self::node::{Fields, Node};
use super::kind::ReportKind;
use crate::error::{ReportError, Result};
use serde_json::{Map, Value};

/// The readers of a report or a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edition {
    /// Those who have the original.
    Internal,
    /// Everybody.
    External,
}

impl Edition {
    /// All editions.
    pub const ALL: [Self; 2] = [Self::Internal, Self::External];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Internal => "internal",
            Self::External => "external",
        }
    }
}

/// The key by which an external report says that it is one.
const EDITION: &str = "edition";
/// The key of the threshold: counts from 1 up to this are not in the report.
const BELOW: &str = "below";
/// The key of the fields that were left out because of their values.
const NOT_SHOWN: &str = "not_shown";
/// The keys that only external reports have.
pub(crate) const OF_EDITION: [&str; 3] = [EDITION, BELOW, NOT_SHOWN];

/// Whether the fields of a report say that it is external.
pub(crate) fn is_external(said: Option<&Value>) -> bool {
    said.and_then(Value::as_str) == Some(Edition::External.name())
}

/// Whether a report may lack a key that reports of its kind have: it is external, and names the key among what it
/// leaves out, or no rule keeps it.
pub(crate) fn may_lack(fields: &Map<String, Value>, kind: ReportKind, key: &str) -> bool {
    let is_of = |path: &Value| path.as_str().is_some_and(|path| path.split('.').next() == Some(key));
    let is_named = |paths: &Value| paths.as_array().is_some_and(|paths| paths.iter().any(is_of));
    let never: &[&str] = match kind {
        ReportKind::Uniques => &cells::NEVER,
        _ => &release::NEVER,
    };
    is_external(fields.get(EDITION)) && (never.contains(&key) || fields.get(NOT_SHOWN).is_some_and(is_named))
}

/// The kind of a report, which may still be in the making.
fn stated(fields: &Fields) -> Result<ReportKind> {
    let own = |key: &str| Some((key.to_owned(), fields.get(key)?.value()?.clone()));
    ReportKind::stated(&["kind", "format"].into_iter().filter_map(own).collect())
}

/// The part of a report that an edition may show.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    fields: Fields,
    edition: Edition,
    below: u64,
}

impl Shown {
    /// The part of a report on a release or on unsafe combinations. An external report stays as it is.
    ///
    /// # Errors
    /// [`ReportError::Syntax`].
    pub fn of(report: &str, edition: Edition) -> Result<Self> {
        let fields: Fields = serde_json::from_str(report)
            .map_err(|error| ReportError::Syntax { line: error.line(), problem: error.to_string() })?;
        if is_external(fields.get(EDITION).and_then(Node::value)) {
            let below = fields.get(BELOW).and_then(Node::whole).unwrap_or_default();
            return Ok(Self { fields, edition: Edition::External, below });
        }
        if edition == Edition::Internal {
            return Ok(Self { fields, edition, below: 0 });
        }
        let mut making = Making::of(&fields);
        match stated(&fields)? {
            ReportKind::Uniques => cells::keep(&mut making),
            _ => release::keep(&mut making),
        }
        Ok(making.finish())
    }

    /// The edition.
    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// Counts from 1 up to this are not shown.
    pub fn below(&self) -> u64 {
        self.below
    }

    /// The whole number at a path of keys, if it is shown.
    pub fn whole(&self, path: &[&str]) -> Option<u64> {
        node::at(&self.fields, path).and_then(Node::whole)
    }

    /// The number at a path of keys, if it is shown.
    pub fn number(&self, path: &[&str]) -> Option<f64> {
        node::at(&self.fields, path).and_then(Node::value).and_then(Value::as_f64)
    }

    /// Whether the figure of a condition is shown, by its place in the list.
    pub fn has_found(&self, place: usize) -> bool {
        match self.fields.get("conditions") {
            Some(Node::Entries(conditions)) => conditions.get(place).is_some_and(|condition| match condition {
                Node::Fields(fields) => fields.contains_key("found"),
                _ => false,
            }),
            _ => false,
        }
    }

    /// Whether there is anything at a path of keys.
    pub fn has(&self, path: &[&str]) -> bool {
        node::at(&self.fields, path).is_some()
    }

    /// The report as JSON, indented.
    pub fn to_json(&self) -> String {
        // A report has string keys and finite numbers only, so this cannot fail.
        serde_json::to_string_pretty(&self.fields).unwrap_or_default() + "\n"
    }
}

/// An external report in the making.
struct Making<'a> {
    from: &'a Fields,
    fields: Fields,
    not_shown: Vec<String>,
    k: u64,
    below: u64,
    hiding: Hiding,
}

impl<'a> Making<'a> {
    fn of(from: &'a Fields) -> Self {
        let k = from.get("k").and_then(Node::whole).unwrap_or_default();
        let hiding = Hiding::of(k);
        Self { from, fields: Fields::new(), not_shown: Vec::new(), k, below: hiding.below(), hiding }
    }

    /// Whether a count may be shown by itself.
    fn may_show(&self, count: u64) -> bool {
        self.hiding.may_show(count)
    }

    /// Whether the difference of two shown counts is no count that is hidden.
    fn are_apart(&self, one: u64, other: u64) -> bool {
        self.hiding.are_apart(one, other)
    }

    fn whole(&self, path: &[&str]) -> u64 {
        node::at(self.from, path).and_then(Node::whole).unwrap_or_default()
    }

    fn number(&self, path: &[&str]) -> f64 {
        node::at(self.from, path).and_then(Node::value).and_then(Value::as_f64).unwrap_or_default()
    }

    fn has(&self, path: &[&str]) -> bool {
        node::at(self.from, path).is_some()
    }

    /// Keeps these fields.
    fn keep(&mut self, keys: &[&str]) {
        keys.iter().for_each(|key| self.keep_if(true, &[key]));
    }

    /// Keeps a value if its condition holds. Otherwise the report says that it is left out.
    fn keep_if(&mut self, may: bool, path: &[&str]) {
        let Some(node) = node::at(self.from, path) else { return };
        match may {
            true => node::put(&mut self.fields, path, node.clone()),
            false => self.not_shown.push(path.join(".")),
        }
    }

    /// Keeps a value that is made of the report's.
    fn put(&mut self, path: &[&str], node: Node) {
        node::put(&mut self.fields, path, node);
    }

    /// Warnings without their numbers: what was found, and in which column.
    fn keep_warnings(&mut self) {
        let Some(Node::Entries(warnings)) = self.from.get("disclosure") else { return };
        let named = warnings.iter().map(Node::without_numbers).collect();
        self.put(&["disclosure"], Node::Entries(named));
    }

    fn finish(self) -> Shown {
        // In the order of the report, behind what says that it is of an edition.
        let mut fields = Fields::new();
        let said = |text: &str| Node::Value(text.into());
        fields.insert(EDITION.to_owned(), said(Edition::External.name()));
        fields.insert(BELOW.to_owned(), Node::Value(self.below.into()));
        let not_shown = self.not_shown.iter().map(|path| said(path)).collect();
        fields.insert(NOT_SHOWN.to_owned(), Node::Entries(not_shown));
        for key in self.from.keys() {
            if let Some(node) = self.fields.get(key) {
                fields.insert(key.clone(), node.clone());
            }
        }
        Shown { fields, edition: Edition::External, below: self.below }
    }
}
