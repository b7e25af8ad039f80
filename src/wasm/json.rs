//! Objects cross the boundary as JSON, which the core writes and reads anyway. A second writer and reader that handle
//! objects field by field would make the module larger and be no faster: see `docs/decisions/066-objects-as-json.md`.

use super::error::{Result, Thrown, misuse};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;

/// A message as an object. JSON has no infinity: it becomes null.
pub(super) fn message<M: Tsify + Serialize>(message: &M) -> Result<Ts<M>> {
    let object = written(message).ok_or_else(|| misuse("a message cannot be written"));
    object.map(Ts::new_unchecked)
}

/// [`message`] for an error, which cannot itself be reported as an error. Indented like recipes and reports, so that
/// there is one writer only.
pub(super) fn written(message: &impl Serialize) -> Option<JsValue> {
    parsed(serde_json::to_string_pretty(message))
}

/// Separate from [`written`], which is compiled once for each type of message.
#[inline(never)]
fn parsed(json: serde_json::Result<String>) -> Option<JsValue> {
    js_sys::JSON::parse(&json.ok()?).ok()
}

/// A value as JSON, for files and for other workers.
pub(super) fn text(value: &impl Serialize) -> Result<String> {
    serde_json::to_string_pretty(value).map_err(unreadable)
}

/// A message from the page as the domain type with the same JSON.
pub(super) fn said<M: Tsify + From<T>, T: DeserializeOwned>(message: &Ts<M>) -> Result<T> {
    read(&stringified(&message.js_value()))
}

/// A value that another worker wrote with [`text`].
pub(super) fn read<T: DeserializeOwned>(json: &str) -> Result<T> {
    serde_json::from_str(json).map_err(unreadable)
}

#[inline(never)]
fn unreadable(error: serde_json::Error) -> Thrown {
    misuse(&error.to_string())
}

fn stringified(object: &JsValue) -> String {
    let json = js_sys::JSON::stringify(object);
    json.map_or_else(|_| String::new(), String::from)
}
