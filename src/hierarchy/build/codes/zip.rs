//! ZIP codes of the United States.

use crate::hierarchy::zip_areas::{Census, SMALL_ZIP_AREAS, ZIP_AREA_DIGITS};

const DIGITS: usize = 5;

/// Whether a value is a ZIP code: five digits, or nine with or without a hyphen.
pub(in crate::hierarchy) fn is_zip(value: &str) -> bool {
    let digits = |text: &str, length: usize| text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    match value.split_once('-') {
        Some((code, more)) => digits(code, DIGITS) && digits(more, 4),
        None => digits(value, DIGITS) || digits(value, DIGITS + 4),
    }
}

/// The ZIP code of a value that a spreadsheet took zeros from: `2138` is 02138, `501` is 00501. The areas of codes with
/// two zeros are 005 to 009.
pub(in crate::hierarchy) fn with_zeros(value: &str) -> Option<String> {
    let (code, more) = match value.split_once('-') {
        Some((code, more)) => (code, more),
        None if value.len() > DIGITS => value.split_at_checked(value.len() - 4)?,
        None => (value, ""),
    };
    let is_short = match code.len() {
        3 => matches!(code.as_bytes()[0], b'5'..=b'9'),
        4 => !code.starts_with('0'),
        _ => false,
    };
    let full = format!("{code:0>DIGITS$}{more}");
    (is_short && is_zip(&full)).then_some(full)
}

/// Five digits, four digits, or the area.
pub(super) fn group(value: &str, level: usize) -> String {
    let value = value.trim();
    let full = if is_zip(value) { Some(value.to_owned()) } else { with_zeros(value) };
    let Some(value) = full else {
        return "no ZIP code".to_owned();
    };
    let area = &value[..ZIP_AREA_DIGITS];
    match level {
        0 | 1 => value[..DIGITS - level].to_owned(),
        _ if Census::default().is_small(area) => SMALL_ZIP_AREAS.to_owned(),
        _ => area.to_owned(),
    }
}
