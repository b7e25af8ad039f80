//! Values for people to read.

/// A value, or a label, as it can be seen.
pub(crate) fn shown(value: &str) -> &str {
    if value.is_empty() { "(empty)" } else { value }
}
