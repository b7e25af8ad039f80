//! The example table of this documentation. All examples use it, so that the searches can be compared.

use crate::data::{Dialect, TableReader};
use crate::error::Result;
use crate::loss::MeasureName;
use crate::recipe::Recipe;
use crate::search::Problem;
use crate::table::EncodedStudy;
use std::sync::Arc;

/// Five people by age and sex, prepared for a search.
///
/// | age | sex |
/// |---|---|
/// | 23 | female |
/// | 27 | female |
/// | 31 | male |
/// | 38 | female |
/// | 64 | female |
///
/// Ages have four levels: the age, bands of ten years, bands of twenty, `*`. Sexes have two: the sex, `*`. k is 2, and
/// one record may be suppressed.
#[derive(Debug, Clone)]
pub struct FivePeople {
    /// The recipe.
    pub recipe: Recipe,
    /// The table with its hierarchies, grouped.
    pub prepared: EncodedStudy,
}

impl FivePeople {
    const TABLE: &str = "age,sex\n23,female\n27,female\n31,male\n38,female\n64,female\n";
    const RECIPE: &str = r#"{
        "kanon": 1,
        "columns": {
            "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10, 20]}}},
            "sex": {"role": "quasi-identifier", "hierarchy": {"rows": [["female", "*"], ["male", "*"]]}}
        },
        "privacy": {"k": 2, "suppression_limit": 0.2}
    }"#;

    /// The table, read and prepared.
    ///
    /// # Errors
    /// None: the table and the recipe are sound.
    pub fn new() -> Result<Self> {
        let recipe = Recipe::parse(Self::RECIPE)?;
        let dialect = Dialect::default();
        let mut reader = TableReader::new(&dialect, &EncodedStudy::columns(&recipe)?);
        reader.push(Self::TABLE.as_bytes())?;
        let prepared = EncodedStudy::new(&recipe, &dialect, reader.finish()?)?;
        Ok(Self { recipe, prepared })
    }

    /// The problem of the table under a measure of loss.
    ///
    /// # Errors
    /// None: the recipe allows a policy.
    pub fn problem(measure: MeasureName) -> Result<Arc<Problem>> {
        let mut people = Self::new()?;
        people.recipe.loss.measure = measure;
        Ok(Arc::new(people.prepared.problem(&people.recipe)?))
    }
}
