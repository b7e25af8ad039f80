//! Values in messages.

/// A value, or a label, made visible.
pub(crate) fn shown(value: &str) -> &str {
    if value.is_empty() { "(empty)" } else { value }
}
