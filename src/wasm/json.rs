//! Objects cross the boundary as JSON, which the core writes and reads anyway: a second writer and a second reader, of
//! objects field by field, would be a tenth of the module.

use super::error::{Result, misuse};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;

/// A message as an object. JSON knows no infinity: it becomes null.
pub(super) fn message<M: Tsify>(value: &impl Serialize) -> Result<Ts<M>> {
    object(value).map(Ts::new_unchecked)
}

/// A value as an object or an array. Indented as recipes and reports are, whose writer is thus the only one.
pub(super) fn object(value: &impl Serialize) -> Result<JsValue> {
    written(value).ok_or_else(|| misuse("a message cannot be written"))
}

/// [`object`], where an error cannot be told by another one.
pub(super) fn written(value: &impl Serialize) -> Option<JsValue> {
    let json = serde_json::to_string_pretty(value).ok()?;
    js_sys::JSON::parse(&json).ok()
}

/// A value from an object of the page.
pub(super) fn value<T: DeserializeOwned>(object: &JsValue) -> Result<T> {
    serde_json::from_str(&text(object)).map_err(|error| misuse(&error.to_string()))
}

fn text(object: &JsValue) -> String {
    let json = js_sys::JSON::stringify(object);
    json.map_or_else(|_| String::new(), String::from)
}
