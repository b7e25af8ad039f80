//! Spellings of one value.

/// A value without blanks at its ends, and with one between words.
pub(crate) fn without_blanks(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What all values share that differ in capitals and blanks only.
pub(crate) fn one_spelling(value: &str) -> String {
    without_blanks(value).to_lowercase()
}
