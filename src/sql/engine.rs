//! The differences between databases.

use std::borrow::Cow;

/// A database, by its SQL dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
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

impl Engine {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::DuckDb, Self::Postgres, Self::Spark, Self::BigQuery, Self::Snowflake];

    /// The name that a user types.
    pub fn name(self) -> &'static str {
        match self {
            Self::DuckDb => "duckdb",
            Self::Postgres => "postgres",
            Self::Spark => "spark",
            Self::BigQuery => "bigquery",
            Self::Snowflake => "snowflake",
        }
    }

    /// Settings to make before the scripts are read, if any.
    pub(super) fn settings(self) -> &'static str {
        match self {
            // Otherwise `${…}` inside a name or a value would be replaced, and sums of counts beyond 2⁶³ − 1 would
            // wrap.
            Self::Spark => "SET spark.sql.variable.substitute = false;\nSET spark.sql.ansi.enabled = true;\n",
            // Makes dates and numbers as text the same in every session.
            Self::Postgres => {
                "SET DateStyle = 'ISO, YMD';\nSET IntervalStyle = 'postgres';\nSET extra_float_digits = 1;\n"
            }
            Self::DuckDb | Self::BigQuery | Self::Snowflake => "",
        }
    }

    /// A name of a column or of a part of a table's name, quoted.
    pub(super) fn identifier(self, name: &str) -> String {
        match self {
            Self::DuckDb | Self::Postgres | Self::Snowflake => {
                format!("\"{}\"", name.replace('"', "\"\""))
            }
            Self::Spark => format!("`{}`", name.replace('`', "``")),
            Self::BigQuery => format!("`{}`", self.escaped(name, '`')),
        }
    }

    /// A text, quoted.
    pub(super) fn literal(self, text: &str) -> String {
        // PostgreSQL and DuckDB only read escapes after an E, whatever their settings are.
        let opening = match self {
            Self::DuckDb | Self::Postgres if text.contains(is_escaped) => "E'",
            _ => "'",
        };
        format!("{opening}{}'", self.escaped(text, '\''))
    }

    /// A text with escapes for the surrounding quote, for backslashes, and for line ends.
    fn escaped(self, text: &str, quote: char) -> Cow<'_, str> {
        let is_plain = |character| character != quote && character != '$' && !is_escaped(character);
        if text.chars().all(is_plain) {
            return Cow::Owned(text.to_owned());
        }
        let mut escaped = String::with_capacity(text.len() + 8);
        for character in text.chars() {
            match character {
                '\'' if matches!(self, Self::DuckDb | Self::Postgres | Self::Snowflake) => {
                    escaped.push_str("''");
                }
                // In Spark, two adjacent literals are one, without the quote between them.
                _ if character == quote || character == '\\' => {
                    escaped.push('\\');
                    escaped.push(character);
                }
                '\n' => escaped.push_str("\\n"),
                '\r' => escaped.push_str("\\r"),
                '$' if self == Self::Spark => escaped.push_str("\\u0024"),
                _ => escaped.push(character),
            }
        }
        Cow::Owned(escaped)
    }

    /// The type of text.
    pub(super) fn text_type(self) -> &'static str {
        match self {
            Self::DuckDb | Self::Snowflake => "VARCHAR",
            Self::Postgres => "TEXT",
            Self::Spark | Self::BigQuery => "STRING",
        }
    }

    /// The type of counts.
    pub(super) fn count_type(self) -> &'static str {
        match self {
            Self::BigQuery => "INT64",
            _ => "BIGINT",
        }
    }

    /// The number of characters of a text.
    pub(super) fn length(self, text: &str) -> String {
        match self {
            Self::Postgres | Self::BigQuery => format!("CHAR_LENGTH({text})"),
            Self::DuckDb | Self::Spark | Self::Snowflake => format!("LENGTH({text})"),
        }
    }

    /// A column as text, compared byte by byte. A missing value (NULL) is the empty text.
    pub(super) fn as_text(self, column: &str) -> String {
        let text = format!("COALESCE(CAST({column} AS {}), '')", self.text_type());
        match self {
            Self::Postgres => format!("{text} COLLATE \"C\""),
            _ => text,
        }
    }

    /// A list of texts as a table with the column `value`.
    pub(super) fn values(self, texts: &[&str], name: &str) -> String {
        let literals = texts.iter().map(|text| self.literal(text));
        match self {
            Self::BigQuery => {
                let literals: Vec<_> = literals.map(|literal| format!("STRUCT({literal} AS value)")).collect();
                format!("UNNEST([{}]) AS {name}", literals.join(", "))
            }
            _ => {
                let rows: Vec<_> = literals.map(|literal| format!("({literal})")).collect();
                format!("(VALUES {}) AS {name} (value)", rows.join(", "))
            }
        }
    }

    /// How to save the result of a query as a file with a header, quotes and no escapes except doubled quotes.
    pub(super) fn export(self) -> &'static str {
        match self {
            Self::DuckDb => "COPY (SELECT …) TO 'extract.csv' (FORMAT csv, HEADER, FORCE_QUOTE *);",
            Self::Postgres => {
                "COPY (SELECT …) TO STDOUT WITH (FORMAT csv, HEADER), which psql writes with \\copy or -o"
            }
            Self::Spark => {
                "write it with header=true, quoteAll=true and escape=\"\\\"\", in one part; nullValue and emptyValue as \"\""
            }
            Self::BigQuery => "EXPORT DATA OPTIONS (format = 'CSV', header = true, …) AS SELECT …",
            Self::Snowflake => {
                "COPY INTO @stage/extract.csv FROM (SELECT …) FILE_FORMAT = (TYPE = CSV COMPRESSION = NONE FIELD_OPTIONALLY_ENCLOSED_BY = '\"' NULL_IF = () EMPTY_FIELD_AS_NULL = FALSE) HEADER = TRUE SINGLE = TRUE"
            }
        }
    }
}

/// Whether a character must be escaped: a backslash, which may begin an escape, and line ends.
fn is_escaped(character: char) -> bool {
    matches!(character, '\\' | '\n' | '\r')
}
