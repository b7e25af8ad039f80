//! Builders: a hierarchy from a column's values and a few parameters.
//!
//! **Invariant:** a built hierarchy has a row for every value of the column, is nested, and its top level is one group,
//! `*`. Missing values stay themselves on every level below the top.

mod interval;
mod mask;
mod order;
mod stack;

pub use interval::Intervals;
pub use mask::{Mask, Side};
pub use order::{Groups, Order};

#[cfg(test)]
mod tests;
