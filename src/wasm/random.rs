//! Seeds and keys, drawn from the source that the browser has for secrets.

use super::error::{Result, Thrown, misuse};
use crate::recipe::Shuffle;
use wasm_bindgen::prelude::*;

/// Bytes of a drawn key: as many as the digest that it is used with has.
const KEY_BYTES: usize = 32;

/// A seed for an order of the rows, as a whole number below 2⁵³.
#[wasm_bindgen(js_name = drawSeed)]
pub fn draw_seed() -> Result<f64> {
    // Exact: a number holds 53 bits.
    Ok(Shuffle::drawn_with(random()?) as f64)
}

/// A key for keyed hashes, in hexadecimal digits.
#[wasm_bindgen(js_name = drawKey)]
pub fn draw_key() -> Result<String> {
    let mut key = [0; KEY_BYTES];
    getrandom::fill(&mut key).map_err(undrawn)?;
    Ok(key.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Any number.
pub(super) fn random() -> Result<u64> {
    getrandom::u64().map_err(undrawn)
}

fn undrawn(_: getrandom::Error) -> Thrown {
    misuse("nothing can be drawn at random")
}
