//! Recipes on disk, and the files that they name.

use crate::console::complain;
use crate::failure::Failure;
use crate::input::{read_hierarchy, read_text};
use kanon::hierarchy::HierarchySpec;
use kanon::recipe::{FrontierSettings, Recipe, Shuffle};
use std::path::{Path, PathBuf};

/// A self-contained recipe, and the files that it was read from or refers to.
pub(crate) struct RecipeFile {
    pub(crate) recipe: Recipe,
    /// The recipe itself, its hierarchies, its population, the reference recipe and the hierarchies of that.
    pub(crate) files: Vec<PathBuf>,
}

impl RecipeFile {
    /// Reads a recipe and the hierarchy files that it names.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let (mut recipe, mut files) = parse(path)?;
        files.extend((recipe.risk.population.iter()).map(|file| beside(path, file)));
        if let Some(frontier) = &recipe.frontier {
            let population = frontier.population.iter();
            files.extend(population.map(|file| beside(path, file)));
            let reference = frontier.reference.as_ref();
            let reference = reference.filter(|name| *name != FrontierSettings::SAFE_HARBOR);
            // Only commands that compare with it need to know whether it is valid.
            let reference = reference.map(|name| beside(path, name));
            if let Some(Ok((_, others))) = reference.map(|path| parse(&path)) {
                files.extend(others);
            }
        }
        recipe
            .resolve_files(&mut |file| read_hierarchy(&beside(path, file)))
            .map_err(|error| Failure::in_file(path, error))?;
        Ok(Self { recipe, files })
    }

    /// Reads a recipe to run, draws the order of the rows if it asks for that, and tells its settings that change
    /// nothing.
    pub(crate) fn read_to_run(path: &Path) -> Result<Self, Failure> {
        let mut file = Self::read(path)?;
        if let Some(Shuffle::Drawn(None)) = file.recipe.release.shuffle {
            let random = getrandom::u64()
                .map_err(|error| Failure::input(format!("no order of the rows can be drawn: {error}")))?;
            file.recipe.draw_order(random);
        }
        tell_idle(path, file.recipe.without_effect());
        Ok(file)
    }
}

/// Tells settings that change nothing, each with the reason.
pub(crate) fn tell_idle(path: &Path, settings: Vec<(String, &'static str)>) {
    for (key, why) in settings {
        complain(&format!("{}: `{key}` has no effect: {why}.", path.display()));
    }
}

/// Reads a recipe and the hierarchy files that it names.
pub(crate) fn read_recipe(path: &Path) -> Result<Recipe, Failure> {
    Ok(RecipeFile::read(path)?.recipe)
}

/// The path of a file that a recipe names: relative to the recipe.
pub(crate) fn beside(recipe: &Path, file: &str) -> PathBuf {
    recipe.parent().unwrap_or(Path::new("")).join(file)
}

/// A recipe, its own path, and those of its hierarchies.
fn parse(path: &Path) -> Result<(Recipe, Vec<PathBuf>), Failure> {
    let recipe = Recipe::parse(&read_text(path)?).map_err(|error| Failure::in_file(path, error))?;
    let hierarchies = recipe.columns.values().filter_map(|column| match &column.hierarchy {
        Some(HierarchySpec::File(file)) => Some(beside(path, file)),
        _ => None,
    });
    let files = [path.to_owned()].into_iter().chain(hierarchies).collect();
    Ok((recipe, files))
}
