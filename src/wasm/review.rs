//! The handle class: the review of a finished file.

use super::disclosed::{Disclosed, FinishedDisclosed};
use super::error::{Result, misuse};
use super::search::clock;
use super::session::{Pass, Session};
use super::uniques::json;
use crate::error::{DataError, Error};
use crate::monitor::When;
use crate::release::disclosure::{FinishedWatch, Watched};
use crate::release::review::{Blank, Review};
use crate::study::Recipe;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Session {
    /// Begins to review the table in memory as a finished one, and to read its file once more for what it may disclose. Blank
    /// cells are those with `*` or one of these values; the recipe says what is known of the columns.
    #[wasm_bindgen(js_name = reviewBegin)]
    pub fn review_begin(
        &mut self,
        recipe: &str,
        k: u32,
        #[wasm_bindgen(unchecked_param_type = "\"category\" | \"wildcard\" | \"nothing\"")]
        blank: &str,
        missing: Vec<String>,
    ) -> Result<()> {
        let recipe = Recipe::parse(recipe)?;
        let dialect = self.opened_dialect()?;
        let Some(encoded) = &self.encoded else {
            return Err(misuse("no table is in memory"));
        };
        let blank = match blank {
            "category" => Blank::Category,
            "wildcard" => Blank::Wildcard,
            _ => Blank::Nothing,
        };
        let (table, names) = (encoded.prepared.table(), encoded.prepared.names());
        let watched = Watched {
            k: k.into(),
            ..Watched::of(&recipe, dialect)
        };
        let watch = FinishedWatch::new(Arc::clone(table), &names, blank, &missing, watched)?;
        self.review = Some(Review::new(table, &names, k.into(), blank, &missing)?);
        self.begin(Pass::Finished(Box::new(watch)));
        Ok(())
    }

    /// Ends the reading: what the file may disclose, as JSON.
    #[wasm_bindgen(js_name = reviewDisclosed)]
    pub fn review_disclosed(&mut self) -> Result<String> {
        let Some(Pass::Finished(watch)) = self.pass.take() else {
            return Err(misuse("`reviewDisclosed` before `reviewBegin`"));
        };
        let found = watch.finish()?;
        let sha256 = std::mem::take(&mut self.digest).finish();
        if self
            .encoded
            .as_ref()
            .is_none_or(|encoded| encoded.sha256 != sha256)
        {
            return Err(Error::new(DataError::Changed).into());
        }
        json(&FinishedDisclosed {
            has_classes: found.has_classes,
            disclosure: found.warnings.iter().map(Disclosed::of_finished).collect(),
        })
    }

    /// Goes on with the review for about `milliseconds`. Gives the share that is done; 1 only at the end.
    #[wasm_bindgen(js_name = reviewAdvance)]
    pub fn review_advance(&mut self, milliseconds: f64) -> Result<f64> {
        let clock = clock()?;
        let start = clock.now();
        let review = self
            .review
            .as_mut()
            .ok_or_else(|| misuse("no review was begun"))?;
        let done = review.advance(&mut When(|| clock.now() - start >= milliseconds));
        Ok(if done { 1.0 } else { review.share().min(0.999) })
    }

    /// What the review found, as JSON.
    #[wasm_bindgen(js_name = reviewed)]
    pub fn reviewed(&self) -> Result<String> {
        let (Some(encoded), Some(review)) = (&self.encoded, &self.review) else {
            return Err(misuse("no review was begun"));
        };
        json(&review.reviewed(encoded.prepared.table()))
    }
}
