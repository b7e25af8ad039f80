//! The handle classes: the review of a finished file.

use super::disclosed::{Disclosed, FinishedDisclosed};
use super::error::{Result, misuse};
use super::search::clock;
use super::session::Session;
use super::uniques::written;
use super::{json, messages};
use crate::data::Table;
use crate::error::{DataError, Error};
use crate::monitor::When;
use crate::release::disclosure::{FinishedWatch, Watched};
use crate::release::review;
use crate::study::{Digest, Recipe};
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// A review of the table in memory as a finished one.
#[wasm_bindgen]
pub struct Review {
    table: Arc<Table>,
    review: review::Review,
}

/// The pass over its file, for what it may disclose.
#[wasm_bindgen]
pub struct ReviewPass {
    watch: FinishedWatch,
    digest: Digest,
    /// Of the file that is in memory.
    sha256: String,
}

#[wasm_bindgen]
impl Session {
    /// Begins to review the table in memory as a finished one. Blank cells are those with `*` or one of these values.
    pub fn review(
        &self,
        k: u32,
        blank: Ts<messages::Blank>,
        missing: Vec<String>,
    ) -> Result<Review> {
        let Some(encoded) = &self.encoded else {
            return Err(misuse("no table is in memory"));
        };
        let (table, names) = (encoded.prepared.table(), encoded.prepared.names());
        let blank = json::said(&blank)?;
        Ok(Review {
            table: Arc::clone(table),
            review: review::Review::new(table, &names, k.into(), blank, &missing)?,
        })
    }

    /// Begins to read the file of the table in memory once more for what it may disclose; the recipe says what is known of
    /// its columns.
    #[wasm_bindgen(js_name = reviewPass)]
    pub fn review_pass(
        &self,
        recipe: &str,
        k: u32,
        blank: Ts<messages::Blank>,
        missing: Vec<String>,
    ) -> Result<ReviewPass> {
        let recipe = Recipe::parse(recipe)?;
        let dialect = self.opened_dialect()?;
        let Some(encoded) = &self.encoded else {
            return Err(misuse("no table is in memory"));
        };
        let (table, names) = (encoded.prepared.table(), encoded.prepared.names());
        let blank = json::said(&blank)?;
        let watched = Watched {
            k: k.into(),
            ..Watched::of(&recipe, dialect)
        };
        Ok(ReviewPass {
            watch: FinishedWatch::new(Arc::clone(table), &names, blank, &missing, watched)?,
            digest: Digest::new(),
            sha256: encoded.sha256.clone(),
        })
    }
}

#[wasm_bindgen]
impl ReviewPass {
    /// Takes a chunk of the file as it is on disk.
    #[wasm_bindgen(js_name = pushRaw)]
    pub fn push_raw(&mut self, chunk: &[u8]) {
        self.digest.push(chunk);
    }

    /// Takes the same chunk as UTF-8.
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        Ok(self.watch.push(chunk)?)
    }

    /// What the file may disclose.
    pub fn finish(self) -> Result<Ts<FinishedDisclosed>> {
        let found = self.watch.finish()?;
        if self.digest.finish() != self.sha256 {
            return Err(Error::new(DataError::Changed).into());
        }
        json::message(&FinishedDisclosed {
            has_classes: found.has_classes,
            disclosure: found.warnings.iter().map(Disclosed::of_finished).collect(),
        })
    }
}

#[wasm_bindgen]
impl Review {
    /// Goes on for about `milliseconds`. Gives the share that is done; 1 only at the end.
    pub fn advance(&mut self, milliseconds: f64) -> Result<f64> {
        let clock = clock()?;
        let start = clock.now();
        let done = (self.review).advance(&mut When(|| clock.now() - start >= milliseconds));
        Ok(if done {
            1.0
        } else {
            self.review.share().min(0.999)
        })
    }

    /// What it found, as JSON.
    pub fn finish(self) -> Result<String> {
        written(&self.review.reviewed(&self.table))
    }
}
