//! Xia et al. 2013: random chains, sublattices and our own search on one table, run after run; how well H predicts what
//! a chain finds; and the policies that are better than the reference.

use crate::error::Result;
use crate::frontier::{Explorer, Method, PUBLISHED_POLICIES, Run, SafeHarbor, Settings, predicted_and_found};
use crate::monitor::When;
use crate::run::Tradeoffs;
use crate::search::Status;
use serde::Serialize;

/// Groups of sublattices by H: figure 6.
const GROUPS: usize = 10;

/// The settings of the study.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Runs of each search, with seeds from 1.
    pub runs: u64,
    /// Policies that a run evaluates.
    pub policies: u64,
    /// Thresholds of the sublattice search.
    pub thresholds: Vec<f64>,
    /// Sublattices whose H is compared with what a chain finds.
    pub sublattices: usize,
    /// The time limit for the runs of one search, in seconds. The results say how many runs were left out.
    pub seconds: f64,
}

impl Default for Plan {
    /// The paper's numbers.
    fn default() -> Self {
        Self {
            runs: 20,
            policies: PUBLISHED_POLICIES,
            thresholds: vec![0.05, 0.3, 0.6],
            sublattices: 24_240,
            seconds: 600.0,
        }
    }
}

/// The study's results.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Results {
    /// Bits of a policy.
    pub bits: usize,
    /// The searches: random chains, sublattices by threshold, our own.
    pub searches: Vec<Searched>,
    /// The improvement of the sublattice search with the second threshold over random chains after 100 policies, as a
    /// share of the latter's area.
    pub better_after_100: Option<f64>,
    /// How well H predicts what a chain finds.
    pub prediction: Prediction,
}

/// The runs of one search.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Searched {
    /// The search.
    pub method: Method,
    /// The threshold, if it is the sublattice search.
    pub threshold: Option<f64>,
    /// Runs that were made.
    pub runs: usize,
    /// The area under the frontier by the number of policies evaluated: figure 5.
    pub areas: Vec<Area>,
    /// Policies on the last frontiers.
    pub frontier: MeanAndDeviation,
    /// Policies on the last frontiers that obey Safe Harbor's rule and dominate it.
    pub dominating_reference: Option<MeanAndDeviation>,
    /// Seconds of a run.
    pub seconds: MeanAndDeviation,
}

/// The area under the frontier after a number of policies.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Area {
    /// Policies evaluated.
    pub policies: u64,
    /// The area over the runs.
    #[serde(flatten)]
    pub area: MeanAndDeviation,
}

/// Mean and standard deviation of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MeanAndDeviation {
    /// The mean.
    pub mean: f64,
    /// The standard deviation, with n − 1; 0 for a single run.
    pub deviation: f64,
}

/// The relation between H of sublattices and the share of a random chain through each that joins the frontier: §4.2.1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Prediction {
    /// Sublattices.
    pub sublattices: usize,
    /// Pearson's correlation.
    pub correlation: f64,
    /// The regression line through the points: share = intercept + slope · H.
    pub slope: f64,
    /// As `slope`.
    pub intercept: f64,
    /// Sublattices by H: figure 6.
    pub groups: Vec<PredictionGroup>,
}

/// Sublattices whose H is in the same tenth.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PredictionGroup {
    /// The upper end of the tenth.
    pub at_most: f64,
    /// Sublattices.
    pub sublattices: usize,
    /// The mean share found.
    pub mean: f64,
    /// Half the width of its 95 % confidence interval.
    pub confidence: f64,
}

/// Runs the study. `now` returns milliseconds.
///
/// # Errors
/// If the search settings are invalid.
pub fn study(
    tradeoffs: &Tradeoffs,
    reference: Option<&SafeHarbor>,
    plan: &Plan,
    now: &mut dyn FnMut() -> f64,
) -> Result<Results> {
    let sublattice = plan.thresholds.iter().map(|&threshold| (Method::Sublattice, Some(threshold)));
    let searches = [(Method::RandomChain, None)].into_iter().chain(sublattice);
    let searches = searches.chain([(Method::Best, None)]);
    let searches = searches
        .map(|(method, threshold)| searched(tradeoffs, reference, plan, method, threshold, now))
        .collect::<Result<Vec<_>>>()?;
    let after_100 = |searched: &Searched| {
        let area = searched.areas.iter().find(|area| area.policies == 100);
        area.map(|area| area.area.mean)
    };
    let chains = searches.first().and_then(after_100);
    let sublattices = searches.get(1 + usize::from(plan.thresholds.len() > 1)).and_then(after_100);
    let mut explorer = Explorer::new(tradeoffs.engine(), u64::MAX);
    Ok(Results {
        bits: tradeoffs.space().n_bits(),
        better_after_100: chains.zip(sublattices).map(|(chains, own)| 1.0 - own / chains),
        prediction: prediction(&predicted_and_found(&mut explorer, plan.sublattices, 1)),
        searches,
    })
}

fn searched(
    tradeoffs: &Tradeoffs,
    reference: Option<&SafeHarbor>,
    plan: &Plan,
    method: Method,
    threshold: Option<f64>,
    now: &mut dyn FnMut() -> f64,
) -> Result<Searched> {
    let reference = reference.map(|rule| (tradeoffs.figures_of(&rule.grouping).point, &rule.policy));
    let start = now();
    let mut areas: Vec<(u64, Vec<f64>)> = Vec::new();
    let (mut sizes, mut dominating, mut seconds) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 1..=plan.runs {
        let settings = Settings {
            method,
            policies: Some(plan.policies),
            threshold: threshold.unwrap_or_default(),
            seed,
            reference: None,
            most_risk: None,
            least_group: 1,
        };
        let began = now();
        let mut run = Run::new(tradeoffs.space(), tradeoffs.engine(), &settings)?;
        let mut is_late = When(|| now() - start > plan.seconds * 1e3);
        if run.advance(&mut is_late) == Status::Running {
            break;
        }
        seconds.push((now() - began) / 1e3);
        let staircase = run.explorer().staircase();
        sizes.push(staircase.len() as f64);
        dominating.extend(reference.map(|(point, finest)| staircase.dominators_above(point, finest).count() as f64));
        for (place, &(policies, area)) in run.explorer().areas().iter().enumerate() {
            if place == areas.len() {
                areas.push((policies, Vec::new()));
            }
            areas[place].1.push(area);
        }
    }
    Ok(Searched {
        method,
        threshold,
        runs: seconds.len(),
        areas: (areas.iter())
            .map(|(policies, areas)| Area { policies: *policies, area: MeanAndDeviation::of(areas) })
            .collect(),
        frontier: MeanAndDeviation::of(&sizes),
        dominating_reference: reference.map(|_| MeanAndDeviation::of(&dominating)),
        seconds: MeanAndDeviation::of(&seconds),
    })
}

impl MeanAndDeviation {
    fn of(values: &[f64]) -> Self {
        let n = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        Self { mean, deviation: (squares / (n - 1.0).max(1.0)).sqrt() }
    }
}

fn prediction(points: &[(f64, f64)]) -> Prediction {
    let n = points.len().max(1) as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in points {
        let (x, y) = (x - mean_x, y - mean_y);
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    let slope = if xx > 0.0 { xy / xx } else { 0.0 };
    Prediction {
        sublattices: points.len(),
        correlation: if xx * yy > 0.0 { xy / (xx * yy).sqrt() } else { 0.0 },
        slope,
        intercept: mean_y - slope * mean_x,
        groups: (0..GROUPS)
            .map(|group| {
                let within = |h: f64| ((h * GROUPS as f64) as usize).min(GROUPS - 1) == group;
                let shares: Vec<f64> = (points.iter()).filter(|point| within(point.0)).map(|point| point.1).collect();
                let of_group = MeanAndDeviation::of(&shares);
                let n = shares.len().max(1) as f64;
                PredictionGroup {
                    at_most: (group + 1) as f64 / GROUPS as f64,
                    sublattices: shares.len(),
                    mean: of_group.mean,
                    confidence: 1.96 * of_group.deviation / n.sqrt(),
                }
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_and_the_correlation_are_those_of_the_points() {
        let line: Vec<(f64, f64)> = (0..50).map(|x| (f64::from(x) / 50.0, 0.1 + 0.5 * f64::from(x) / 50.0)).collect();
        let found = prediction(&line);
        assert!((found.correlation - 1.0).abs() < 1e-12);
        assert!((found.slope - 0.5).abs() < 1e-12 && (found.intercept - 0.1).abs() < 1e-12);
        assert!(found.groups.iter().all(|group| group.sublattices == 5));
        assert!((found.groups[9].mean - 0.57).abs() < 1e-12);
        let square = [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)];
        assert_eq!(prediction(&square).correlation, 0.0);
        let spread = MeanAndDeviation::of(&[1.0, 2.0, 3.0]);
        assert_eq!((spread.mean, spread.deviation), (2.0, 1.0));
    }
}
