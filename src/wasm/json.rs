//! Objects cross the boundary as JSON, which the core writes and reads anyway: a second writer and a second reader, of
//! objects field by field, would be a tenth of the module.

use super::error::{Result, Thrown, misuse};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;

/// A message as an object. JSON knows no infinity: it becomes null.
pub(super) fn message<M: Tsify + Serialize>(message: &M) -> Result<Ts<M>> {
    let object = written(message).ok_or_else(|| misuse("a message cannot be written"));
    object.map(Ts::new_unchecked)
}

/// [`message`], where an error cannot be told by another one. Indented as recipes and reports are, whose writer is thus
/// the only one.
pub(super) fn written(message: &impl Serialize) -> Option<JsValue> {
    parsed(serde_json::to_string_pretty(message))
}

/// Apart from [`written`], of which there is one for each kind of message.
#[inline(never)]
fn parsed(json: serde_json::Result<String>) -> Option<JsValue> {
    js_sys::JSON::parse(&json.ok()?).ok()
}

/// A value as the JSON that files and other workers get.
pub(super) fn text(value: &impl Serialize) -> Result<String> {
    serde_json::to_string_pretty(value).map_err(unreadable)
}

/// What the page has said in the words of a message that is made of the same.
pub(super) fn said<M: Tsify + From<T>, T: DeserializeOwned>(message: &Ts<M>) -> Result<T> {
    read(&stringified(&message.js_value()))
}

/// A value that another worker has written with [`text`].
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
