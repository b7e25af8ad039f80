//! What fields that leave no trace must at least look like.

use super::Audit;
use crate::study::ReportKind;
use serde_json::Value;

/// A time: a number, not below 0.
pub(super) fn seconds(value: &Value) -> bool {
    value.as_f64().is_some_and(|seconds| seconds >= 0.0)
}

/// A count of what a search did: whole, not below 0.
pub(super) fn count(value: &Value) -> bool {
    value.is_u64()
}

/// A SHA-256 in hexadecimal digits.
pub(super) fn sha256(value: &Value) -> bool {
    value.as_str().is_some_and(|digits| {
        digits.len() == 64 && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// What a report is about, which those of earlier versions do not say, and the version of the program that made it,
/// which may be another than this one.
pub(super) fn settle_origin(audit: &mut Audit, kind: ReportKind) {
    settle_where_said(audit, "kind", |audit| audit.expect("kind", &kind));
    let reason = format!("what made the report; this is {}", env!("CARGO_PKG_VERSION"));
    audit.not_checked("version", Value::is_string, &reason);
}

/// A field that reports of earlier versions do not have.
pub(super) fn settle_where_said(audit: &mut Audit, key: &str, settle: impl FnOnce(&mut Audit)) {
    if audit.has(key) {
        settle(audit);
        return;
    }
    audit.add_absent(key, "a report of an earlier version does not say it");
}
