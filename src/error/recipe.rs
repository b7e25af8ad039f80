//! Errors of a recipe.

/// An error of a recipe.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// Not JSON, an unknown key or value, or a value of the wrong type.
    #[error("the recipe cannot be read, line {line}: {problem}")]
    Syntax {
        /// Line of the recipe, from 1.
        line: usize,
        /// What is wrong. An unknown key or value is listed with the allowed ones.
        problem: String,
    },
    /// The JSON is something else.
    #[error("this is not a recipe but {what}")]
    NoRecipe {
        /// What it is.
        what: String,
        /// How to use it instead.
        advice: &'static str,
    },
    /// The recipe has a different format version.
    #[error("the recipe has format {given}, this program reads format {expected}")]
    Version {
        /// The version of the recipe.
        given: u64,
        /// The version of this program.
        expected: u64,
    },
    /// No quasi-identifier among the columns.
    #[error("the recipe names no quasi-identifier")]
    NoQuasiIdentifier,
    /// A setting that is out of range or conflicts with another one.
    #[error("`{key}`: {problem}")]
    Setting {
        /// The setting's key, with its parents.
        key: String,
        /// What is wrong, with the value.
        problem: String,
        /// How to fix it.
        advice: String,
    },
    /// A policy of a frontier that is not the point that the recipe describes.
    #[error(
        "the policy of the frontier is said to have risk {} and loss {}; its release has risk {} and loss {}",
        said.0, said.1, found.0, found.1
    )]
    OtherPoint {
        /// Risk and loss of the point.
        said: (f64, f64),
        /// Risk and loss of the release.
        found: (f64, f64),
    },
    /// A hierarchy file that is not available.
    #[error("the hierarchy file `{file}` cannot be read: {problem}")]
    HierarchyFile {
        /// The file, as the recipe names it.
        file: String,
        /// The reason.
        problem: String,
    },
}

impl RecipeError {
    /// A setting that is not allowed: its key with its parents, what is wrong (with the value), and how to fix it.
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
            Self::OtherPoint { .. } => "recipe-other-point",
            Self::HierarchyFile { .. } => "recipe-hierarchy-file",
        }
    }

    #[inline(never)]
    pub(super) fn advice(&self) -> String {
        match self {
            Self::Syntax { .. } => "Fix the recipe at that line.".into(),
            Self::NoRecipe { advice, .. } => (*advice).into(),
            Self::Version { .. } => "Save the recipe again with this version of the program.".into(),
            Self::NoQuasiIdentifier => "Give at least one column the role `quasi-identifier`.".into(),
            Self::Setting { advice, .. } => advice.clone(),
            Self::OtherPoint { .. } => {
                "Choose the policy on the frontier again, under the settings as they are.".into()
            }
            Self::HierarchyFile { .. } => "Put the file beside the recipe, or give its rows in the recipe.".into(),
        }
    }
}
