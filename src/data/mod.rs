//! Floor 1: the microdata as read.
//!
//! A [`Table`] is dictionary-encoded at once: a [`Column`] is a [`Dictionary`] of its distinct values and one code for
//! each record. It holds only the columns that were asked for and does not change afterwards.
//!
//! **Invariant:** no floor above this one and [`hierarchy`](crate::hierarchy) compares or holds a value as text.

mod dictionary;
mod table;

pub use dictionary::{Dictionary, ValueCode};
pub use table::{Codes, Column, Table};
