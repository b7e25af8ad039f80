//! The defaults of a recipe's sections.

use super::frontier::FrontierSettings;
use super::sections::{Loss, Privacy, SearchSettings};
use super::uniques::UniquesSettings;
use crate::recipe::Recipe;
use indexmap::IndexMap;
use serde::Serialize;

/// The defaults of a recipe, section by section, in the form of a recipe. The page reads them as JSON from
/// `www/engine/defaults.json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Defaults {
    /// The version of the format.
    pub kanon: u64,
    /// Columns without a role are insensitive, so none is listed.
    pub columns: IndexMap<String, ()>,
    /// Quasi-identifiers that share one level.
    pub linked: Vec<Vec<String>>,
    /// The column of counts.
    pub count_column: Option<String>,
    /// How safe the release must be.
    pub privacy: Privacy,
    /// What makes one safe release better than another.
    pub loss: Loss,
    /// How the best one is found.
    pub search: SearchSettings,
    /// Which combinations are unsafe.
    pub uniques: UniquesSettings,
    /// How the frontier is searched.
    pub frontier: FrontierSettings,
}

/// The defaults of every section that the page has settings for.
pub fn defaults() -> Defaults {
    Defaults {
        kanon: Recipe::FORMAT,
        columns: IndexMap::new(),
        linked: Vec::new(),
        count_column: None,
        privacy: Privacy::default(),
        loss: Loss::default(),
        search: SearchSettings::default(),
        uniques: UniquesSettings { k: Some(UniquesSettings::LEAST_K), ..UniquesSettings::default() },
        frontier: FrontierSettings::default(),
    }
}
