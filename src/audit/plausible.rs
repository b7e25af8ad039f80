//! Minimal form checks for fields that cannot be recomputed.

use serde_json::Value;

/// A time: a number that is not negative.
pub(super) fn seconds(value: &Value) -> bool {
    value.as_f64().is_some_and(|seconds| seconds >= 0.0)
}

/// A count of search work: an integer that is not negative.
pub(super) fn count(value: &Value) -> bool {
    value.is_u64()
}

/// A SHA-256 in hexadecimal digits.
pub(super) fn sha256(value: &Value) -> bool {
    value.as_str().is_some_and(|digits| {
        digits.len() == 64 && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    })
}
