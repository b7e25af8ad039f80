//! How suppressed cells are written, and the disclosure warnings of the written table.

use super::suppressing::Suppressed;
use super::unique_questions::UniqueQuestions;
use crate::recipe::Recipe;
use crate::release::Transformation;
use crate::release::disclosure::Warning;
use crate::table::{EncodedStudy, sorted_by};

impl UniqueQuestions {
    /// The released text of a kept cell of a quasi-identifier: its label on the level that the table is generalized to.
    pub fn label<'a>(&self, prepared: &'a EncodedStudy, qi: usize, value: u32) -> &'a str {
        let level = self.levels()[qi];
        prepared.label(qi, level, prepared.qis()[qi].group(level, value))
    }
}

impl Suppressed {
    /// How the writer transforms the quasi-identifiers.
    pub fn transformation(&self, prepared: &EncodedStudy, questions: &UniqueQuestions) -> Transformation {
        let label = |qi: usize, value: u32| questions.label(prepared, qi, value).to_owned();
        Transformation::of_cells(prepared.table(), &label, self.suppression.clone())
    }

    /// The disclosure warnings of the written table, including those `seen` in its rows. If single cells are
    /// suppressed, records have no classes, and there are no warnings about classes.
    pub fn disclosure(
        &self,
        recipe: &Recipe,
        prepared: &EncodedStudy,
        questions: &UniqueQuestions,
        seen: Vec<Warning>,
    ) -> Vec<Warning> {
        let is_hidden = |qi: usize| questions.levels()[qi] > 0 || self.cells[qi] > 0;
        let mut disclosure = sorted_by(recipe, prepared, &is_hidden, &|_| true);
        disclosure.extend(seen.into_iter().filter(|warning| !warning.is_of_classes()));
        disclosure
    }
}
