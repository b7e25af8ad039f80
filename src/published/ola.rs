//! El Emam et al. 2009: how far Datafly and Samarati are from the optimum, and the work of OLA and Incognito.

use super::making::{Finished, Job, Making, RunFigures};
use super::study;
use crate::error::Result;
use crate::loss::{Aggregate, MeasureName};
use crate::recipe::Recipe;
use crate::search::{Algorithm, Problem};
use serde::Serialize;
use std::sync::Arc;

/// The suppression limits of the study.
pub const LIMITS: [f64; 3] = [0.01, 0.05, 0.1];
/// The measures of the study.
const MEASURES: [MeasureName; 3] = [MeasureName::Precision, MeasureName::DmStar, MeasureName::Entropy];
/// Runs of Datafly, which breaks ties at random.
const DATAFLY_RUNS: usize = 100;
/// OLA, Incognito, Samarati.
const BEFORE_DATAFLY: usize = 3;

/// Losses against the optimum, and the work of the two optimal algorithms, for one k, limit and measure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OlaRow {
    /// The least size of a class.
    pub k: u64,
    /// The share of records that may be suppressed.
    pub suppression_limit: f64,
    /// The measure.
    pub measure: MeasureName,
    /// The least loss, by OLA; `None` if no policy is valid, or OLA was cut off.
    pub optimum: Option<f64>,
    /// Datafly's loss / the optimum, the mean of 100 seeds; `None` if the optimum loses nothing.
    pub datafly: Option<f64>,
    /// Samarati's loss / the optimum.
    pub samarati: Option<f64>,
    /// Whether Incognito found the same loss; `None` if one of the two was cut off.
    pub incognito_agrees: Option<bool>,
    /// OLA's work.
    pub ola: RunFigures,
    /// Incognito's work.
    pub incognito: RunFigures,
    /// Seconds that Samarati took.
    pub samarati_seconds: f64,
    /// Seconds that Datafly took, the mean of 100 seeds.
    pub datafly_seconds: f64,
}

/// The settings of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    k: u64,
    suppression_limit: f64,
    measure: MeasureName,
}

impl Setting {
    pub(super) fn set(&self, recipe: &mut Recipe) {
        recipe.privacy.k = self.k;
        recipe.privacy.suppression_limit = self.suppression_limit;
        recipe.loss.measure = self.measure;
        recipe.loss.aggregate = Aggregate::ArithmeticMean;
    }
}

/// Every k with every limit and every measure of the study, in this order.
pub(super) fn settings(ks: &[u64], limits: &[f64]) -> impl Iterator<Item = Setting> {
    ks.iter().flat_map(move |&k| {
        limits.iter().flat_map(move |&suppression_limit| {
            MEASURES.into_iter().map(move |measure| Setting { k, suppression_limit, measure })
        })
    })
}

/// A row in progress: OLA, Incognito, Samarati, and Datafly with every seed.
pub(super) struct Contest {
    setting: Setting,
    problem: Arc<Problem>,
}

impl Contest {
    pub(super) fn new(problem: Arc<Problem>, setting: Setting) -> Self {
        Self { setting, problem }
    }
}

impl Making for Contest {
    fn next(&mut self, finished: &[Finished]) -> Result<Option<Job>> {
        let (algorithm, seed) = match finished.len() {
            0 => (Algorithm::Ola, 0),
            1 => (Algorithm::Incognito, 0),
            2 => (Algorithm::Samarati, 0),
            run if run < BEFORE_DATAFLY + DATAFLY_RUNS => (Algorithm::Datafly, run - BEFORE_DATAFLY),
            _ => return Ok(None),
        };
        let search = algorithm.search(Arc::clone(&self.problem), seed as u64)?;
        Ok(Some(Job::search(search)))
    }

    fn row(&self, finished: &[Finished]) -> study::Row {
        let (ola, incognito, samarati) = (finished[0].run, finished[1].run, finished[2].run);
        let datafly = &finished[BEFORE_DATAFLY..];
        let optimum = ola.loss.filter(|_| ola.done);
        let relative = |loss: f64| Some(loss / optimum.filter(|&optimum| optimum > 0.0)?);
        let mean = |figures: &mut dyn Iterator<Item = f64>| {
            let (sum, n) = figures.fold((0.0, 0_u32), |(sum, n), figure| (sum + figure, n + 1));
            (n > 0).then(|| sum / f64::from(n))
        };
        study::Row::Ola(OlaRow {
            k: self.setting.k,
            suppression_limit: self.setting.suppression_limit,
            measure: self.setting.measure,
            optimum,
            datafly: mean(&mut datafly.iter().filter_map(|finished| finished.run.loss)).and_then(relative),
            samarati: samarati.loss.and_then(relative),
            incognito_agrees: (ola.done && incognito.done).then(|| incognito.loss == ola.loss),
            ola,
            incognito,
            samarati_seconds: samarati.seconds,
            datafly_seconds: mean(&mut datafly.iter().map(|finished| finished.run.seconds)).unwrap_or_default(),
        })
    }
}
