//! Builders: a hierarchy from a column's values and a few parameters.
//!
//! **Invariant:** a built hierarchy has a row for every value of the column, is nested, and its top level is one
//! group, `*`. Missing values are not generalized on any level below the top. A label reveals no value of another
//! record: it is a place in an order, an interval whose bounds are parameters, or the common masked form of its
//! values.

mod codes;
mod dates;
mod frequent;
mod interval;
mod mask;
mod order;
mod prefixes;
mod span;
mod spans;
mod stack;
mod times;

pub use codes::Codes;
pub(super) use codes::{Postal, is_icd9, is_icd10, is_zip, with_zeros};
pub use dates::{Ages, DateUnit, Dates};
pub use frequent::Frequent;
pub use interval::{Intervals, bounds, with_unit};
pub use mask::{Mask, Side};
pub use order::{Groups, Order, place};
pub use prefixes::{Cut, Prefixes};
pub(super) use span::Span;
pub(super) use spans::Spans;
pub use stack::{ColumnValues, distinct_labels};
pub use times::Times;

#[cfg(test)]
mod meaning_tests;
#[cfg(test)]
mod tests;
