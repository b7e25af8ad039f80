//! Scripts for databases, as messages.

use crate::sql::{Engine, Script};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// A database, by the SQL that it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum SqlDialect {
    /// DuckDB.
    DuckDb,
    /// PostgreSQL.
    Postgres,
    /// Spark SQL.
    Spark,
    /// BigQuery.
    BigQuery,
    /// Snowflake.
    Snowflake,
}

impl From<SqlDialect> for Engine {
    fn from(dialect: SqlDialect) -> Self {
        match dialect {
            SqlDialect::DuckDb => Self::DuckDb,
            SqlDialect::Postgres => Self::Postgres,
            SqlDialect::Spark => Self::Spark,
            SqlDialect::BigQuery => Self::BigQuery,
            SqlDialect::Snowflake => Self::Snowflake,
        }
    }
}

message! {
    /// A script file.
    #[derive(Eq)]
    pub struct SqlScript {
        /// The name, without a folder.
        name: String,
        /// The text.
        text: String,
    }

    /// Script files.
    #[derive(Eq)]
    pub struct SqlScripts {
        /// In the order of use.
        scripts: Vec<SqlScript>,
    }
}

impl From<Vec<Script>> for SqlScripts {
    fn from(scripts: Vec<Script>) -> Self {
        let scripts = scripts.into_iter().map(|Script { name, text }| SqlScript { name: name.to_owned(), text });
        Self { scripts: scripts.collect() }
    }
}
