//! Turns of work by the worker's clock.

use super::error::{Result, misuse};
use crate::jobs::{Turn, Work};
use wasm_bindgen::prelude::*;

/// How far work is after a turn.
pub(super) struct Turned {
    pub(super) is_over: bool,
    /// The share that is done, if it is known; 1 only at the end.
    pub(super) share: f64,
    /// The time that the turn took.
    pub(super) milliseconds: f64,
}

/// Lets work go on for about `milliseconds`.
pub(super) fn take_turn(work: &mut impl Work, milliseconds: f64) -> Result<Turned> {
    in_turn(milliseconds, |turn| {
        let is_over = work.turn(turn)?;
        let share = if is_over { 1.0 } else { work.share().unwrap_or_default().min(0.999) };
        Ok(Turned { is_over, share, milliseconds: turn.taken() })
    })
}

/// Does something in a turn of about `milliseconds`.
pub(super) fn in_turn<Answer>(milliseconds: f64, work: impl FnOnce(&mut Turn) -> Result<Answer>) -> Result<Answer> {
    let clock = clock()?;
    work(&mut Turn::new(milliseconds, &mut || clock.now()))
}

/// The worker's clock; it exists in every worker, and in Node.
pub(super) fn clock() -> Result<web_sys::Performance> {
    let scope: web_sys::WorkerGlobalScope = js_sys::global().unchecked_into();
    scope.performance().ok_or_else(|| misuse("there is no clock"))
}
