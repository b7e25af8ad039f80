//! A policy for a table that stays in its database.
//!
//! A search only needs the distinct tuples of quasi-identifiers with their counts. So a table of any size requires one
//! `GROUP BY` in the database, a search here, and a view in the database. The files, in the order of use:
//!
//! | file | what it does |
//! |---|---|
//! | `0-check.sql` | counts records, tuples, unknown cells, and values that the recipe's rows do not have |
//! | `0-values.sql` | the values of each quasi-identifier with their counts, if one may not stay at level 0 |
//! | `1-groups.sql` | for an extract at the lowest levels: which value represents each |
//! | `1-extract.sql` | the distinct tuples with their counts |
//! | `extract.kanon.json` | the recipe for the extract |
//! | `2-map.sql` | a table for each quasi-identifier: value → released value |
//! | `3-release.sql` | the release, as a view |
//! | `4-verify.sql` | counts the release again, next to the figures of the search |
//! | `5-failing.sql` | released classes that must not exist; empty if all is well |
//! | `expected_classes.csv` | the released classes with their counts |
//! | `6-differences.sql` | differences between these and the classes in the database |
//!
//! [`Source`] writes the files up to the recipe of the extract, and the others once there is a policy.
//!
//! **Text.** Quasi-identifiers are compared as text, by one expression in all scripts ([`Source`]'s keys), so that a
//! value finds its row whatever its type is. A missing value (NULL) is the empty text.
//!
//! **Names and values** are quoted by [`Engine`] only. None ever appears verbatim in a comment.

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
