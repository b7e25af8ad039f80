//! `kanon sql`.

use crate::console::say;
use crate::failure::Failure;
use crate::input::read_text;
use crate::original::{read_extract, read_values};
use crate::output::{Output, Places};
use crate::recipe_file::RecipeFile;
use clap::{Args, ValueEnum};
use kanon::report::ClaimedReport;
use kanon::sql::{Engine, Script, Source, TableName};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct Sql {
    /// The extract that 1-extract.sql produced, once there is one
    #[arg(requires = "report")]
    extract: Option<PathBuf>,
    /// The recipe for the table
    #[arg(long)]
    recipe: PathBuf,
    /// The database
    #[arg(long)]
    dialect: SqlDialect,
    /// The table: `table`, `schema.table` or `catalog.schema.table`, in the database's case
    #[arg(long)]
    table: String,
    /// The schema for new tables and views [default: the session's]
    #[arg(long)]
    into: Option<String>,
    /// The values that 0-values.sql produced, for an extract at the recipe's lowest levels
    #[arg(long)]
    values: Option<PathBuf>,
    /// The report of the search over the extract
    #[arg(long, requires = "extract")]
    report: Option<PathBuf>,
    /// Write the scripts to this folder; it is created if necessary
    #[arg(long)]
    out: PathBuf,
}

/// The databases, by their names.
#[derive(Clone, Copy, ValueEnum)]
enum SqlDialect {
    Duckdb,
    Postgres,
    Spark,
    Bigquery,
    Snowflake,
}

impl From<SqlDialect> for Engine {
    fn from(dialect: SqlDialect) -> Self {
        match dialect {
            SqlDialect::Duckdb => Self::DuckDb,
            SqlDialect::Postgres => Self::Postgres,
            SqlDialect::Spark => Self::Spark,
            SqlDialect::Bigquery => Self::BigQuery,
            SqlDialect::Snowflake => Self::Snowflake,
        }
    }
}

impl Sql {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let RecipeFile { recipe, files } = RecipeFile::read_to_run(&self.recipe)?;
        let name = |option: &str, typed: &str| {
            TableName::parse(typed).map_err(|error| Failure::input(format!("{option} {typed}: {error}")))
        };
        let table = name("--table", &self.table)?;
        let into = (self.into.as_ref()).map(|typed| name("--into", typed)).transpose()?;
        let source = Source::new(self.dialect.into(), &recipe, table, into)
            .map_err(|error| Failure::in_file(&self.recipe, error))?;
        let inputs = (files.iter().chain(&self.extract)).chain(&self.report).chain(&self.values);
        let mut places = Places::reading(inputs.map(PathBuf::as_path));
        let scripts = match (&self.extract, &self.report, &self.values) {
            (Some(extract), Some(report), _) => self.with_policy(&source, extract, report)?,
            (_, _, Some(values)) => {
                let read = read_values(values, &recipe)?;
                (source.scripts_at_min_levels(&read)).map_err(|error| Failure::in_file(values, error))?
            }
            _ => source.scripts(),
        };
        fs::create_dir_all(&self.out).map_err(|error| Failure::file(&self.out, error))?;
        let outputs = (scripts.iter())
            .map(|script| {
                let mut output = places.claim(&self.out.join(script.name))?;
                output.write(script.text.as_bytes())?;
                Ok(output)
            })
            .collect::<Result<Vec<_>, Failure>>()?;
        Output::commit(outputs)?;
        for script in &scripts {
            say!("{}", self.out.join(script.name).display());
        }
        Ok(())
    }

    fn with_policy(&self, source: &Source<'_>, extract: &Path, report: &Path) -> Result<Vec<Script>, Failure> {
        let claimed = ClaimedReport::parse(&read_text(report)?).map_err(|error| Failure::in_file(report, error))?;
        let recipe = source.recipe_of_extract();
        let input = read_extract(extract, &recipe, self.values.as_deref())?;
        source.scripts_of_policy(&input.prepared, &claimed).map_err(|error| Failure::in_file(report, error))
    }
}
