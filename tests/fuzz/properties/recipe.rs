//! Property: any text is read as a recipe or refused. What was read survives being written.

use kanon::recipe::Recipe;

/// Asserts the property for a recipe; says whether it was read.
pub(crate) fn holds(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    match Recipe::parse(text) {
        Ok(recipe) => {
            assert_eq!(Recipe::parse(&recipe.to_json()), Ok(recipe));
            true
        }
        Err(error) => {
            assert!(!error.advice().is_empty());
            false
        }
    }
}
