//! Reads reports. All readers of reports begin here.

use super::kind::ReportKind;
use crate::error::{ReportError, Result};
use crate::recipe::strict;
use crate::report::edition::{filled, may_lack};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The kind of a report that may be read: it states its kind, has the format of this program, and lacks no key that
/// every report of its kind has.
///
/// # Errors
/// A text that is not JSON, a duplicate key at any depth, as a check would see only one of the two entries, and a
/// report that may not be read.
pub fn kind_of_report(json: &str) -> Result<ReportKind> {
    Ok(read_any(json)?.0)
}

/// The kind and the fields of a report that may be read.
fn read_any(json: &str) -> Result<(ReportKind, Map<String, Value>)> {
    let fields: Map<String, Value> = strict::read(json).map_err(|error| syntax(&error))?;
    let kind = ReportKind::stated(&fields)?;
    let missing = kind.keys_for(&fields).find(|key| !fields.contains_key(*key) && !may_lack(&fields, kind, key));
    match missing {
        Some(key) => Err(ReportError::Lacks { kind: kind.name(), key }.into()),
        None => Ok((kind, fields)),
    }
}

/// The fields of a report of this kind, as they are written.
///
/// # Errors
/// Those of [`kind_of_report`], and a report of another kind.
pub(crate) fn fields_of_report(expected: ReportKind, json: &str) -> Result<Map<String, Value>> {
    let (given, fields) = read_any(json)?;
    match given == expected {
        true => Ok(fields),
        false => Err(ReportError::OtherKind { given: given.name(), expected: expected.name() }.into()),
    }
}

/// Reads a report of this kind, or the part of it that `T` describes. What an external one leaves out is 0 here.
///
/// # Errors
/// Those of [`fields_of_report`], and a report that does not have the form of its kind.
pub(crate) fn read_report<T: DeserializeOwned>(expected: ReportKind, json: &str) -> Result<T> {
    fields_of_report(expected, json)?;
    Ok(serde_json::from_str(&filled(json)).map_err(|error| syntax(&error))?)
}

fn syntax(error: &serde_json::Error) -> ReportError {
    ReportError::Syntax { line: error.line(), problem: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_report_says_what_it_is_and_in_which_format() {
        let code = |report: Value| kind_of_report(&report.to_string()).map_err(|error| error.code());
        for kind in ReportKind::ALL {
            let mut whole = json!({"kind": kind, "format": kind.format()});
            assert_eq!(code(whole.clone()), Err("report-lacks"));
            for key in kind.keys() {
                whole[key] = if key == "suppress" { json!("none") } else { Value::Null };
            }
            assert_eq!(code(whole.clone()), Ok(kind));
            for format in [json!(0), json!(2), json!("1"), json!(1.5), json!(null), json!([1])] {
                let mut other = whole.clone();
                other["format"] = format;
                assert_eq!(code(other), Err("report-other-format"));
            }
            for key in ["kind", "format"].into_iter().chain(kind.keys()) {
                let mut without = whole.clone();
                without.as_object_mut().unwrap().remove(key);
                assert!(code(without).is_err(), "{key}");
            }
        }
        for other in [json!({"format": 1}), json!({"kind": "other", "format": 1}), json!({"kind": 7, "format": 1})] {
            assert_eq!(code(other), Err("report-no-kind"));
        }
        assert_eq!(code(json!([])), Err("report-syntax"));
        assert_eq!(kind_of_report("no report").unwrap_err().code(), "report-syntax");
    }
}
