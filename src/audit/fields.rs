//! The fields of a report as JSON.

use super::words::Place;
use crate::error::Result;
use crate::release::verify::Claim;
use crate::report::edition::{OF_EDITION, is_external};
use crate::report::{Field, Need, ReportKind, fields_of_report};
use serde::Serialize;
use serde_json::{Map, Value};

/// The most differences within one field that are listed individually.
const LISTED: usize = 20;

/// A report whose fields are checked one by one.
#[derive(Debug)]
pub struct Audit {
    kind: ReportKind,
    /// The fields that are not checked yet.
    left: Map<String, Value>,
    /// What an external report leaves out of the fields of its kind, as far as no check has asked for it.
    left_out: Vec<&'static str>,
    claims: Vec<Claim>,
    /// Whether the report is external, which claims nothing of what it leaves out.
    is_external: bool,
}

/// Whether a report is complete.
pub(super) const COMPLETE: &str = "complete";

/// Why a report has no field.
const LEFT_OUT: &str = "the report for recipients does not say it";

/// How a field is compared: which parts may differ from the expected value, and by how much.
#[derive(Debug, Clone, Copy, Default)]
struct Terms<'a> {
    /// The relative difference allowed between two numbers.
    tolerance: f64,
    /// Parts of the field that cannot be recomputed, by their last key.
    open: &'a [&'a str],
    /// Whether the report may lack parts.
    may_lack: bool,
}

impl Audit {
    /// Starts the audit of a report of this kind, and checks what it says of its origin.
    ///
    /// # Errors
    /// Those of [`kind_of_report`](crate::report::kind_of_report), and a report of another kind.
    pub fn new(kind: ReportKind, json: &str) -> Result<Self> {
        let mut audit = Self::of(kind, fields_of_report(kind, json)?);
        audit.expect("kind", &kind);
        audit.expect("format", &kind.format());
        audit.without(Need::Program);
        Ok(audit)
    }

    fn of(kind: ReportKind, mut left: Map<String, Value>) -> Self {
        let is_external = is_external(left.get(OF_EDITION[0]));
        let mut left_out = Vec::new();
        if is_external {
            left_out.extend(kind.keys_for(&left).filter(|key| !left.contains_key(*key)));
            OF_EDITION.iter().for_each(|key| drop(left.remove(*key)));
        }
        Self { kind, left, left_out, claims: Vec::new(), is_external }
    }

    /// Whether the report is external.
    pub fn is_external(&self) -> bool {
        self.is_external
    }

    /// Whether the report is external and leaves a field out.
    pub fn leaves_out(&self, key: &str) -> bool {
        self.is_external && !self.has(key)
    }

    /// A field that is not checked yet.
    pub fn field(&self, key: &str) -> Option<&Value> {
        self.left.get(key)
    }

    /// Whether the report has a field.
    pub fn has(&self, key: &str) -> bool {
        self.left.contains_key(key)
    }

    /// The field must equal the recomputed value in every part.
    pub fn expect(&mut self, key: &str, found: &impl Serialize) {
        self.check_field(key, &value(found), Terms::default());
    }

    /// The field must equal the recomputed value, except that numbers may differ by a relative `tolerance`: they are
    /// summed in a different order.
    pub fn near(&mut self, key: &str, found: &impl Serialize, tolerance: f64) {
        let terms = Terms { tolerance, ..Terms::default() };
        self.check_field(key, &value(found), terms);
    }

    /// The field must equal the recomputed value, except for the parts whose last key is in `open`: they cannot be
    /// recomputed, for the reason given.
    pub fn expect_but(&mut self, key: &str, found: &impl Serialize, open: &[&str], reason: &str) {
        self.near_but(key, found, 0.0, open, reason);
    }

    /// As [`expect_but`](Self::expect_but), and numbers may differ by a relative `tolerance`.
    pub fn near_but(&mut self, key: &str, found: &impl Serialize, tolerance: f64, open: &[&str], reason: &str) {
        let found = value(found);
        let terms = Terms { tolerance, open, ..Terms::default() };
        self.check_field(key, &found, terms);
        let whole = Place::field(key);
        for part in open {
            self.claims.push(Claim {
                field: Some(format!("{key}.….{part}")),
                claim: whole.part(part).words,
                claimed: String::new(),
                found: reason.to_owned(),
                holds: None,
            });
        }
    }

    /// No number of the field may exceed the recomputed one, part by part.
    pub fn at_most(&mut self, key: &str, found: &impl Serialize) {
        if self.leaves_out(key) {
            return self.add_left_out(key);
        }
        let found = value(found);
        let holds = (self.left.get(key)).is_some_and(|claimed| is_at_most(claimed, &found));
        let most = Place::field(key).said(&found);
        self.judge(key, format!("no more than {most}"), holds);
    }

    /// Checks whether the report is complete: as recomputed, or as the report says it, as a stopped search leaves no
    /// trace.
    pub fn check_complete(&mut self, found: Option<bool>) {
        match found {
            Some(found) => self.expect(COMPLETE, &found),
            None => self.not_checked(COMPLETE, "how a search ended leaves no trace"),
        }
    }

    /// Whether the report says that it is not complete.
    pub fn is_partial(&self) -> bool {
        self.left.get(COMPLETE) == Some(&Value::Bool(false))
    }

    /// Lists each field that is left and needs this as not checked, for it is not at hand.
    pub(super) fn without(&mut self, need: Need) {
        for field in Field::of(self.kind).filter(|field| field.need == need) {
            if self.has(field.key) {
                self.not_checked(field.key, need.reason());
            }
        }
    }

    /// A field that is not recomputed, for a reason. It fails if it does not even have its form.
    pub fn not_checked(&mut self, key: &str, reason: &str) {
        let fits = |value| Field::named(key).is_some_and(|field| field.form.fits(value));
        let is_plausible = self.field(key).is_some_and(fits);
        self.not_refuted(key, is_plausible, reason);
    }

    /// A field that is not recomputed, for a reason. It fails if what is at hand says that it cannot be.
    pub fn not_refuted(&mut self, key: &str, is_plausible: bool, reason: &str) {
        if self.leaves_out(key) {
            return self.add_left_out(key);
        }
        let claimed = self.left.remove(key);
        let (found, holds) = match claimed.is_some() && is_plausible {
            true => (reason, None),
            false => ("this cannot be", Some(false)),
        };
        self.claims.push(claim(&Place::field(key), claimed.as_ref(), found.to_owned(), holds));
    }

    /// A field that must be present and that the caller checks.
    pub fn judge(&mut self, key: &str, found: impl Into<String>, holds: bool) {
        if self.leaves_out(key) {
            return self.add_left_out(key);
        }
        let claimed = self.left.remove(key);
        let holds = Some(holds && claimed.is_some());
        let place = Place::field(key);
        self.claims.push(claim(&place, claimed.as_ref(), found.into(), holds));
    }

    /// A field that the report must not have.
    pub(super) fn expect_none(&mut self, key: &str, why: &str) {
        if self.has(key) {
            self.judge(key, why, false);
        }
    }

    /// A field that the report leaves out.
    fn add_left_out(&mut self, key: &str) {
        self.left_out.retain(|own| *own != key);
        let claim = claim(&Place::field(key), None, LEFT_OUT.to_owned(), None);
        self.claims.push(Claim { claimed: String::new(), ..claim });
    }

    /// A claim that is not about a field of the report.
    pub fn add(&mut self, claim: Claim) {
        self.claims.push(claim);
    }

    /// All claims. What no check can recompute is listed as not checked. Each remaining field of the report becomes a
    /// failing claim.
    pub fn finish(mut self) -> Vec<Claim> {
        self.without(Need::Search);
        self.without(Need::Clock);
        std::mem::take(&mut self.left_out).into_iter().for_each(|key| self.add_left_out(key));
        for (key, value) in &self.left {
            let found = "no report of this kind has this field".to_owned();
            self.claims.push(claim(&Place::field(key), Some(value), found, Some(false)));
        }
        self.claims
    }

    fn check_field(&mut self, key: &str, found: &Value, terms: Terms<'_>) {
        if self.leaves_out(key) {
            return self.add_left_out(key);
        }
        let terms = Terms { may_lack: self.is_external, ..terms };
        let place = Place::field(key);
        let Some(claimed) = self.left.remove(key) else {
            self.claims.push(claim(&place, None, place.said(found), Some(false)));
            return;
        };
        let mut differences = Vec::new();
        compare(&place, &claimed, found, terms, &mut differences);
        if differences.is_empty() {
            self.claims.push(claim(&place, Some(&claimed), place.said(found), Some(true)));
        }
        self.claims.extend(differences.into_iter().take(LISTED));
    }
}

/// A value as JSON, as a report would contain it.
fn value(found: &impl Serialize) -> Value {
    // Written and read again, as the report was, so that numbers are equal if their digits are. Uses the writer of
    // reports: a different form would compile a second writer for every type.
    serde_json::to_string_pretty(found).and_then(|json| serde_json::from_str(&json)).unwrap_or(Value::Null)
}

/// Lists the parts in which two values differ.
fn compare(place: &Place, claimed: &Value, found: &Value, terms: Terms<'_>, differences: &mut Vec<Claim>) {
    match (claimed, found) {
        (Value::Object(one), Value::Object(other)) => {
            let both = other.keys().chain(one.keys().filter(|key| !other.contains_key(*key)));
            for key in both.filter(|key| !terms.open.contains(&key.as_str())) {
                let part = place.part(key);
                match (one.get(key), other.get(key)) {
                    (None | Some(Value::Null), Some(_)) if terms.may_lack => {}
                    (Some(one), Some(other)) => compare(&part, one, other, terms, differences),
                    (one, other) => differences.push(difference(&part, one, other)),
                }
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for ((one, other), number) in one.iter().zip(other).zip(1..) {
                compare(&place.entry(number), one, other, terms, differences);
            }
        }
        (Value::Number(one), Value::Number(other)) if agree(one, other, terms.tolerance) => {}
        _ if claimed == found => {}
        _ => differences.push(difference(place, Some(claimed), Some(found))),
    }
}

/// Whether no number exceeds the corresponding other one, part by part.
pub(super) fn is_at_most(claimed: &Value, found: &Value) -> bool {
    match (claimed, found) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| is_at_most(a, b))
        }
        (Value::Object(one), Value::Object(other)) => {
            let pairs = one.iter().zip(other);
            one.len() == other.len() && pairs.into_iter().all(|((a, one), (b, other))| a == b && is_at_most(one, other))
        }
        _ => matches!((claimed.as_u64(), found.as_u64()), (Some(one), Some(other)) if one <= other),
    }
}

fn agree(one: &serde_json::Number, other: &serde_json::Number, tolerance: f64) -> bool {
    if let (Some(one), Some(other)) = (one.as_u64(), other.as_u64()) {
        return one == other;
    }
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => {
            one == other || (one - other).abs() <= tolerance * one.abs().max(other.abs()).max(1.0)
        }
        _ => false,
    }
}

/// What is claimed of a place of a report.
fn claim(place: &Place, claimed: Option<&Value>, found: String, holds: Option<bool>) -> Claim {
    Claim { field: Some(place.path.clone()), claim: place.words.clone(), claimed: said(place, claimed), found, holds }
}

fn difference(place: &Place, claimed: Option<&Value>, found: Option<&Value>) -> Claim {
    claim(place, claimed, said(place, found), Some(false))
}

/// The value at a place, or a note that there is none.
fn said(place: &Place, value: Option<&Value>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| place.said(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(report: &str) -> Audit {
        Audit::of(ReportKind::Release, serde_json::from_str(report).unwrap())
    }

    fn failing(claims: &[Claim]) -> Vec<&str> {
        let failing = claims.iter().filter(|claim| claim.holds == Some(false));
        failing.filter_map(|claim| claim.field.as_deref()).collect()
    }

    #[test]
    fn a_field_that_nobody_asked_for_fails() {
        let mut audit = of(r#"{"k": 5, "extra": [1]}"#);
        audit.expect("k", &5);
        assert_eq!(failing(&audit.finish()), ["extra"]);
    }

    #[test]
    fn a_field_that_is_missing_fails() {
        let mut audit = of("{}");
        audit.expect("k", &5);
        audit.not_checked("seconds", "time");
        assert_eq!(failing(&audit.finish()), ["k", "seconds"]);
    }

    #[test]
    fn differences_are_told_by_their_paths() {
        let found = json!({"a": [1, {"b": 0.5, "c": "x"}], "d": 2});
        for (claimed, path) in [
            (json!({"a": [1, {"b": 0.25, "c": "x"}], "d": 2}), "r.a.2.b"),
            (json!({"a": [1, {"b": 0.5, "c": "y"}], "d": 2}), "r.a.2.c"),
            (json!({"a": [1, {"b": 0.5, "c": "x"}], "d": 2, "e": 1}), "r.e"),
            (json!({"a": [1, {"b": 0.5, "c": "x"}]}), "r.d"),
            (json!({"a": [1], "d": 2}), "r.a"),
            (json!({"a": [1, {"b": 0.5, "c": "x"}], "d": -2}), "r.d"),
        ] {
            let mut audit = of(&json!({"r": claimed}).to_string());
            audit.expect("r", &found);
            assert_eq!(failing(&audit.finish()), [path]);
        }
    }

    #[test]
    fn numbers_are_exact_unless_said_otherwise() {
        let report = r#"{"loss": 0.30000000000000004, "n": 9007199254740993}"#;
        let mut audit = of(report);
        audit.expect("loss", &(0.1 + 0.2));
        audit.expect("n", &9_007_199_254_740_993_u64);
        assert!(failing(&audit.finish()).is_empty());
        let mut audit = of(report);
        audit.expect("loss", &0.3);
        audit.expect("n", &9_007_199_254_740_992_u64);
        assert_eq!(failing(&audit.finish()), ["loss", "n"]);
        let mut audit = of(report);
        audit.near("loss", &0.3, 1e-9);
        audit.expect("n", &9_007_199_254_740_993_u64);
        assert!(failing(&audit.finish()).is_empty());
    }

    #[test]
    fn open_parts_are_said_to_be_open() {
        let mut audit = of(r#"{"points": [{"k": 2, "checked": 7}]}"#);
        audit.expect_but("points", &json!([{"k": 2, "checked": 9}]), &["checked"], "varies");
        let claims = audit.finish();
        assert!(failing(&claims).is_empty());
        assert!(claims.iter().any(|claim| claim.holds.is_none() && claim.field.as_deref() == Some("points.….checked")));
    }
}
