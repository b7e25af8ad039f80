//! Paper 004: how far Datafly and Samarati are from the optimum, and how much OLA and Incognito do.

use super::subject::Subject;
use crate::error::Result;
use crate::loss::MeasureName;
use crate::search::Algorithm;
use serde::Serialize;

/// The measures of the study.
const MEASURES: [MeasureName; 3] = [
    MeasureName::Precision,
    MeasureName::DmStar,
    MeasureName::Entropy,
];
/// The suppression limits of the study.
const LIMITS: [f64; 3] = [0.01, 0.05, 0.1];
/// Runs of Datafly, whose ties are drawn.
const DATAFLY_RUNS: u64 = 100;

/// The study over all k, limits and measures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Study {
    /// Losses against the optimum.
    pub losses: Vec<LossRow>,
    /// The work of the two optimal algorithms.
    pub work: Vec<WorkRow>,
}

/// Losses against the optimum, for one k, limit and measure (paper 004, figures on relative information loss).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LossRow {
    /// The least size of a class.
    pub k: u64,
    /// The share of records that may be suppressed.
    pub suppression_limit: f64,
    /// The measure.
    pub measure: MeasureName,
    /// The least loss, by OLA.
    pub optimum: f64,
    /// Datafly's loss / the optimum, the mean of 100 seeds; `None` when the optimum loses nothing.
    pub datafly: Option<f64>,
    /// Samarati's loss / the optimum.
    pub samarati: Option<f64>,
    /// Whether Incognito found the same loss.
    pub incognito_agrees: bool,
}

/// The work of OLA and Incognito, for one k and limit, under precision.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WorkRow {
    /// The least size of a class.
    pub k: u64,
    /// The share of records that may be suppressed.
    pub suppression_limit: f64,
    /// OLA's.
    pub ola: Work,
    /// Incognito's.
    pub incognito: Work,
}

/// What an algorithm did (paper 004: nodes evaluated, node score, nodes compared on loss).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Work {
    /// Policies whose k-anonymity was evaluated.
    pub checked: u64,
    /// Quasi-identifiers generalized × classes generalized from, plus classes of the result, over all checks.
    pub node_score: u64,
    /// Policies compared on loss.
    pub compared: u64,
    /// Seconds.
    pub seconds: f64,
}

/// The study for every k of `ks`; the paper's are 2 to 15.
///
/// # Errors
/// No valid policy, and whatever posing a problem can fail with.
pub fn study(subject: &mut Subject<'_>, ks: impl IntoIterator<Item = u64>) -> Result<Study> {
    let mut study = Study {
        losses: Vec::new(),
        work: Vec::new(),
    };
    for k in ks {
        for suppression_limit in LIMITS {
            for measure in MEASURES {
                let (losses, work) = row(subject, k, suppression_limit, measure)?;
                study.losses.extend(losses);
                if measure == MeasureName::Precision {
                    study.work.push(work);
                }
            }
        }
    }
    Ok(study)
}

/// One k, limit and measure; no losses where no policy is valid.
fn row(
    subject: &mut Subject<'_>,
    k: u64,
    suppression_limit: f64,
    measure: MeasureName,
) -> Result<(Option<LossRow>, WorkRow)> {
    let prepared = subject.prepared;
    let problem = subject.problem(prepared, |recipe| {
        recipe.privacy.k = k;
        recipe.privacy.suppression_limit = suppression_limit;
        recipe.loss.measure = measure;
        recipe.loss.aggregate = crate::loss::Aggregate::ArithmeticMean;
    })?;
    let ola = subject.run(Algorithm::Ola, problem.clone(), 0)?;
    let incognito = subject.run(Algorithm::Incognito, problem.clone(), 0)?;
    let samarati = subject.run(Algorithm::Samarati, problem.clone(), 0)?.loss();
    let mut datafly = Vec::new();
    for seed in 0..DATAFLY_RUNS {
        datafly.extend(
            subject
                .run(Algorithm::Datafly, problem.clone(), seed)?
                .loss(),
        );
    }
    let work = |finished: &super::subject::Finished| {
        let counters = finished.progress().counters;
        Work {
            checked: counters.checked,
            node_score: counters.node_score,
            compared: counters.compared,
            seconds: finished.seconds,
        }
    };
    let losses = ola.loss().map(|optimum| {
        let relative = |loss: f64| (optimum > 0.0).then(|| loss / optimum);
        let mean = datafly.iter().sum::<f64>() / datafly.len().max(1) as f64;
        LossRow {
            k,
            suppression_limit,
            measure,
            optimum,
            datafly: relative(mean),
            samarati: samarati.and_then(relative),
            incognito_agrees: incognito.loss() == Some(optimum),
        }
    });
    Ok((
        losses,
        WorkRow {
            k,
            suppression_limit,
            ola: work(&ola),
            incognito: work(&incognito),
        },
    ))
}
