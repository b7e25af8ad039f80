//! Objects cross the boundary as JSON, which the core writes and reads anyway: a second writer and a second reader, of
//! objects field by field, would be a tenth of the module.

use super::error::{Result, misuse};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;

/// A message as an object. JSON knows no infinity: it becomes null.
pub(super) fn message<M: Tsify + Serialize>(message: &M) -> Result<Ts<M>> {
    written(message).ok_or_else(|| misuse("a message cannot be written"))
}

/// [`message`], where an error cannot be told by another one. Indented as recipes and reports are, whose writer is thus the
/// only one.
pub(super) fn written<M: Tsify + Serialize>(message: &M) -> Option<Ts<M>> {
    let json = serde_json::to_string_pretty(message).ok()?;
    js_sys::JSON::parse(&json).ok().map(Ts::new_unchecked)
}

/// What the page has said in the words of a message that is made of the same.
pub(super) fn said<M: Tsify + From<T>, T: DeserializeOwned>(message: &Ts<M>) -> Result<T> {
    serde_json::from_str(&text(&message.js_value())).map_err(|error| misuse(&error.to_string()))
}

fn text(object: &JsValue) -> String {
    let json = js_sys::JSON::stringify(object);
    json.map_or_else(|_| String::new(), String::from)
}
