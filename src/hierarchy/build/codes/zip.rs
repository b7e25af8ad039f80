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

/// Five digits, four digits, or the area.
pub(super) fn group(value: &str, level: usize) -> String {
    let value = value.trim();
    if !is_zip(value) {
        return "no ZIP code".to_owned();
    }
    let area = &value[..ZIP_AREA_DIGITS];
    match level {
        0 | 1 => value[..DIGITS - level].to_owned(),
        _ if Census::default().is_small(area) => SMALL_ZIP_AREAS.to_owned(),
        _ => area.to_owned(),
    }
}
