//! A policy for a table that stays in its database.
//!
//! A search needs the distinct tuples of quasi-identifiers with their counts, and nothing else of a table. So one of
//! any size is answered by one `GROUP BY`, a search here, and a view there. What is written, in the order of use:
//!
//! | file | what it does |
//! |---|---|
//! | `0-check.sql` | counts records, tuples, unknown cells, and values that the recipe's rows do not have |
//! | `0-values.sql` | the values of each quasi-identifier with their counts, where one may not stay at level 0 |
//! | `1-groups.sql` | for an extract at the lowest levels: which value stands for each |
//! | `1-extract.sql` | the distinct tuples with their counts |
//! | `extract.kanon.json` | the recipe for the extract |
//! | `2-map.sql` | a table for each quasi-identifier: value → released value |
//! | `3-release.sql` | the release, as a view |
//! | `4-verify.sql` | counts the release again, beside what the search says of it |
//! | `5-failing.sql` | the released classes that must not be there: none, where all is well |
//! | `expected_classes.csv` | the released classes with their counts |
//! | `6-differences.sql` | where the classes of the database are not these |
//!
//! [`Source`] writes those up to the recipe of the extract, and the others once there is a policy.
//!
//! **Text.** Quasi-identifiers are compared as text, by one expression in all scripts ([`Source`]'s keys), so that a
//! value finds its row whatever its type is. An absent value is the empty text.
//!
//! **Names and values** are quoted by [`Engine`] alone. None is ever part of a comment as it stands.

mod after;
mod before;
mod engine;
mod source;
mod table_name;
mod values;

pub use engine::Engine;
pub use source::{Script, Source, recipe_of_table};
pub use table_name::TableName;
pub use values::Values;
