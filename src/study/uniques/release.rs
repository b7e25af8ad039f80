//! How a suppression of cells is written, and what the written table may disclose.

use super::questions::UniqueQuestions;
use super::suppressing::Suppressed;
use crate::release::Transformation;
use crate::release::disclosure::Warning;
use crate::study::{Prepared, Recipe, sorted_by};

impl UniqueQuestions {
    /// What a value of a quasi-identifier is released as where its cell is kept: its label on the level that the table
    /// is generalized to.
    pub fn label<'a>(&self, prepared: &'a Prepared, qi: usize, value: u32) -> &'a str {
        let level = self.levels()[qi];
        prepared.label(qi, level, prepared.qis()[qi].group(level, value))
    }
}

impl Suppressed {
    /// What the writer makes of the quasi-identifiers.
    pub fn transformation(&self, prepared: &Prepared, questions: &UniqueQuestions) -> Transformation {
        let label = |qi: usize, value: u32| questions.label(prepared, qi, value).to_owned();
        Transformation::of_cells(prepared.table(), &label, self.suppression.clone())
    }

    /// What the written table may disclose, with what was `seen` of its rows. Where single cells are suppressed,
    /// records have no classes, and nothing is said of these.
    pub fn disclosure(
        &self,
        recipe: &Recipe,
        prepared: &Prepared,
        questions: &UniqueQuestions,
        seen: Vec<Warning>,
    ) -> Vec<Warning> {
        let is_hidden = |qi: usize| questions.levels()[qi] > 0 || self.cells[qi] > 0;
        let mut disclosure = sorted_by(recipe, prepared, &is_hidden, &|_| true);
        disclosure.extend(seen.into_iter().filter(|warning| !warning.is_of_classes()));
        disclosure
    }
}
