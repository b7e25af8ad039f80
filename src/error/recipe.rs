//! What can be wrong with a recipe.

/// What can be wrong with a recipe.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// Not JSON, an unknown key or value, or a value of the wrong type.
    #[error("the recipe cannot be read, line {line}: {problem}")]
    Syntax {
        /// Line of the recipe, from 1.
        line: usize,
        /// What is wrong; an unknown key or value is named together with the allowed ones.
        problem: String,
    },
    /// JSON that is something else.
    #[error("this is no recipe but {what}")]
    NoRecipe {
        /// What it is.
        what: String,
        /// What to do with that.
        advice: &'static str,
    },
    /// A recipe of another format version.
    #[error("the recipe has format {given}, this program reads format {expected}")]
    Version {
        /// The recipe's.
        given: u64,
        /// This program's.
        expected: u64,
    },
    /// No quasi-identifier among the columns.
    #[error("the recipe names no quasi-identifier")]
    NoQuasiIdentifier,
    /// A setting outside of its range, or in conflict with another.
    #[error("`{key}`: {problem}")]
    Setting {
        /// The setting's key, with its parents.
        key: String,
        /// What is wrong, with the value.
        problem: String,
        /// What to do.
        advice: String,
    },
    /// A hierarchy file that is not at hand.
    #[error("the hierarchy file `{file}` cannot be read: {problem}")]
    HierarchyFile {
        /// The file, as the recipe names it.
        file: String,
        /// Why.
        problem: String,
    },
}

impl RecipeError {
    /// A setting that is not allowed, by its key with its parents; what is wrong, with the value; what to do.
    pub fn setting(key: impl Into<String>, problem: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::Setting { key: key.into(), problem: problem.into(), advice: advice.into() }
    }

    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Syntax { .. } => "recipe-syntax",
            Self::NoRecipe { .. } => "recipe-none",
            Self::Version { .. } => "recipe-version",
            Self::NoQuasiIdentifier => "recipe-no-quasi-identifier",
            Self::Setting { .. } => "recipe-setting",
            Self::HierarchyFile { .. } => "recipe-hierarchy-file",
        }
    }

    #[inline(never)]
    pub(super) fn advice(&self) -> String {
        match self {
            Self::Syntax { .. } => "Mend the recipe at that line.".into(),
            Self::NoRecipe { advice, .. } => (*advice).into(),
            Self::Version { .. } => "Save the recipe again with this version of the program.".into(),
            Self::NoQuasiIdentifier => "Give at least one column the role `quasi-identifier`.".into(),
            Self::Setting { advice, .. } => advice.clone(),
            Self::HierarchyFile { .. } => "Put the file beside the recipe, or give its rows in the recipe.".into(),
        }
    }
}
