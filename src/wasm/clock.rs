//! The clock that measures slices of work.

use super::error::{Result, misuse};
use wasm_bindgen::prelude::*;

/// The worker's clock; it exists in every worker, and in Node.
pub(super) fn clock() -> Result<web_sys::Performance> {
    let scope: web_sys::WorkerGlobalScope = js_sys::global().unchecked_into();
    scope.performance().ok_or_else(|| misuse("there is no clock"))
}
