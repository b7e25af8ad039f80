//! Scripts for a table that stays in its database.

use super::encoding::Encoded;
use super::error::Result;
use super::json;
use super::messages::{SqlDialect, SqlScripts};
use super::recipe::RecipeHandle;
use crate::recipe::Recipe;
use crate::report::ClaimedReport;
use crate::sql::{Script, Source, TableName, recipe_of_table};
use tsify::Ts;
use wasm_bindgen::prelude::*;

fn source<'a>(recipe: &'a Recipe, dialect: &Ts<SqlDialect>, table: &str, into: Option<&str>) -> Result<Source<'a>> {
    let table = TableName::parse(table)?;
    let into = into.map(TableName::parse).transpose()?;
    let dialect: SqlDialect = json::said(dialect)?;
    Ok(Source::new(dialect.into(), recipe, table, into)?)
}

fn message(scripts: Vec<Script>) -> Result<Ts<SqlScripts>> {
    json::message(&SqlScripts::from(scripts))
}

/// The scripts that only need the recipe of a table. They create tables and views in the schema `into`, if one is
/// given.
#[wasm_bindgen(js_name = sqlScripts)]
pub fn sql_scripts(
    recipe: &RecipeHandle,
    dialect: Ts<SqlDialect>,
    table: &str,
    into: Option<String>,
) -> Result<Ts<SqlScripts>> {
    let source = source(&recipe.recipe, &dialect, table, into.as_deref())?;
    message(source.scripts())
}

#[wasm_bindgen]
impl Encoded {
    /// The scripts for the policy of a report, with the combined recipe. The table in memory is the extract that the
    /// policy was searched on with the recipe `searched`; `recipe` is the recipe of the original table.
    #[wasm_bindgen(js_name = sqlOfPolicy)]
    pub fn sql_of_policy(
        &self,
        recipe: &RecipeHandle,
        searched: &RecipeHandle,
        dialect: Ts<SqlDialect>,
        table: &str,
        into: Option<String>,
        report: &str,
    ) -> Result<Ts<SqlScripts>> {
        let whole = recipe_of_table(&recipe.recipe, &searched.recipe)?;
        let source = source(&whole, &dialect, table, into.as_deref())?;
        let report = ClaimedReport::parse(report)?;
        let mut scripts = source.scripts_of_policy(&self.table.prepared, &report)?;
        scripts.push(Script { name: "table.kanon.json", text: whole.to_json() });
        message(scripts)
    }
}
