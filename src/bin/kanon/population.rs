//! Populations on disk.

use crate::failure::Failure;
use crate::input::{guess, header, stream};
use crate::recipe_file::beside;
use kanon::data::{Table, TableReader};
use kanon::people::People;
use kanon::recipe::Recipe;
use kanon::run::Tradeoffs;
use kanon::table::EncodedStudy;
use std::path::Path;
use std::sync::Arc;

/// Reads a population for a recipe's table.
pub(crate) fn read_population(path: &Path, recipe: &Recipe) -> Result<Table, Failure> {
    let dialect = guess(path)?;
    let names = header(path, &dialect)?;
    let count = recipe.population_count(&names);
    let columns = Tradeoffs::population_columns(recipe)?;
    let mut reader = TableReader::new(&dialect, &columns).with_count_column(count);
    stream(path, &dialect.encoding, &mut |_, text| reader.push(text))?;
    reader.finish().map_err(|error| Failure::in_file(path, error))
}

/// Adds the population that the recipe names to the table, if the recipe counts people.
pub(crate) fn with_population(
    recipe_path: &Path,
    recipe: &Recipe,
    prepared: EncodedStudy,
) -> Result<EncodedStudy, Failure> {
    let Some(file) = recipe.risk.population.as_ref().filter(|_| recipe.asks_for_people()) else {
        return Ok(prepared);
    };
    let path = beside(recipe_path, file);
    let population = Arc::new(read_population(&path, recipe)?);
    (prepared.with_population(recipe, population)).map_err(|error| Failure::in_file(&path, error))
}

/// The people of the recipe's population file, in which attackers' risks are counted.
pub(crate) fn people(recipe_path: &Path, recipe: &Recipe, prepared: &EncodedStudy) -> Result<Option<People>, Failure> {
    let Some(file) = &recipe.risk.population else {
        return Ok(None);
    };
    let path = beside(recipe_path, file);
    let population = read_population(&path, recipe)?;
    let people = People::new(recipe, prepared, &population);
    Ok(Some(people.map_err(|error| Failure::in_file(&path, error))?))
}
