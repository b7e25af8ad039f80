//! Errors as the page sees them.

use super::{json, messages};
use crate::error::Error;
use wasm_bindgen::JsValue;

/// An error of the core or of the boundary, thrown as a `KanonError` object.
#[derive(Debug)]
pub struct Thrown(JsValue);

pub(super) type Result<T> = std::result::Result<T, Thrown>;

impl From<Error> for Thrown {
    fn from(error: Error) -> Self {
        let place = error.place().clone();
        thrown(messages::KanonError {
            code: error.code().to_owned(),
            message: error.to_string(),
            advice: error.advice(),
            place: messages::Place { file: place.file, row: place.row, column: place.column, value: place.value },
        })
    }
}

impl From<Thrown> for JsValue {
    fn from(thrown: Thrown) -> Self {
        thrown.0
    }
}

/// A call out of order or with arguments of the wrong shape: a fault of the page, not of the user.
pub(super) fn misuse(message: &str) -> Thrown {
    thrown(messages::KanonError {
        code: "boundary".to_owned(),
        message: message.to_owned(),
        advice: "Do this once more. File and settings are kept.".to_owned(),
        place: messages::Place::default(),
    })
}

fn thrown(error: messages::KanonError) -> Thrown {
    let written = json::written(&error);
    Thrown(written.unwrap_or_else(|| JsValue::from_str(&error.message)))
}
