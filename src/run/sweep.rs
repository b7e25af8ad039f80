//! The best policy for every k of a range, for several suppression limits or thresholds of a condition, or with
//! conditions left out, in one run.
//!
//! With a greater k or ℓ, or a smaller limit, t or average risk, a class that was not kept is still not kept: no policy
//! loses less, and none becomes valid. So the settings are taken in that order, and each one profits from the one
//! before. If its best policy loses no more than before, nothing can be better and no search is needed. Otherwise the
//! next search has to beat the last best policies. There is one exception: beside a condition on the average risk, a
//! policy that keeps fewer classes may become valid. Then every point is searched.
//!
//! The points of a sweep over k are the exact frontier of loss against the highest prosecutor risk, 1/k, if the recipe
//! has no other condition.

use super::search::{Run, RunStatus};
use crate::classes::K;
use crate::error::{Result, SearchError};
use crate::lattice::{Level, Policy};
use crate::privacy::Protection;
use crate::recipe::{Recipe, Swept, SweptSetting};
use crate::search::exact::{Exact, FoundPolicy, Start};
use crate::search::{BestFirst, Evaluation, Evaluator, Problem, Search, Work};
use crate::table::EncodedStudy;
use std::collections::VecDeque;
use std::sync::Arc;

/// The number of earlier best policies that a search starts from.
const REMEMBERED: usize = 3;

/// The best policy of one setting.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepPoint {
    /// The setting.
    pub setting: SweptSetting,
    /// The best policy; `None` if no policy is valid.
    pub best: Option<SweepBest>,
    /// The work for this point.
    pub work: Work,
    /// Whether the previous point made a search unnecessary.
    pub followed: bool,
}

/// A proven best policy.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepBest {
    /// The level of each quasi-identifier.
    pub levels: Vec<Level>,
    /// The loss of the policy.
    pub loss: f64,
    /// Records that it suppresses.
    pub suppressed_records: u64,
    /// Classes that it keeps.
    pub classes: usize,
}

/// The settings of a sweep, from the most lenient to the strictest, and the points proven so far.
pub struct Sweep {
    /// The problem by class sizes alone.
    base: Problem,
    /// The recipe's other conditions.
    protection: Option<Protection>,
    waiting: VecDeque<Waiting>,
    points: Vec<SweepPoint>,
    search: Option<(SweptSetting, Run)>,
    milliseconds: f64,
}

/// A setting that is still to come.
struct Waiting {
    setting: SweptSetting,
    /// The suppression limit as a number of records.
    limit: u64,
    /// Whether it has conditions other than class sizes.
    is_protected: bool,
}

impl Sweep {
    /// The settings of a sweep.
    ///
    /// # Errors
    /// Settings that [`Swept::settings`] refuses, a k above the number of records, and what [`EncodedStudy::problem`]
    /// refuses.
    pub fn new(prepared: &EncodedStudy, recipe: &Recipe, swept: &Swept) -> Result<Self> {
        let records = prepared.table().records();
        let settings = swept.settings(recipe)?;
        if let Some(k) = settings.iter().map(|setting| setting.k).max()
            && k > records
        {
            return Err(SearchError::KTooLarge { k, records }.into());
        }
        let waiting = settings.into_iter().map(|setting| Waiting {
            limit: setting.recipe(recipe).suppression_limit(records),
            is_protected: setting.recipe(recipe).is_protected(),
            setting,
        });
        Ok(Self {
            base: prepared.problem(&recipe.by_sizes_alone())?,
            protection: prepared.protection(recipe)?,
            waiting: waiting.collect(),
            points: Vec::new(),
            search: None,
            milliseconds: 0.0,
        })
    }

    /// Runs of consecutive points with the same best policy, the same loss and the same number of suppressed records.
    /// One proof covers each run. The most lenient point comes first.
    pub fn runs(&self) -> impl Iterator<Item = &[SweepPoint]> {
        self.points.chunk_by(|one, next| {
            let of = |point: &SweepPoint| {
                let best = point.best.as_ref()?;
                Some((best.levels.clone(), best.loss, best.suppressed_records))
            };
            of(one) == of(next)
        })
    }

    /// Continues for about `milliseconds` of the caller's clock, or until every point is proven.
    pub fn advance(&mut self, milliseconds: f64, now: &mut dyn FnMut() -> f64) -> RunStatus {
        let start = now();
        loop {
            let left = milliseconds - (now() - start);
            if let Some((setting, run)) = &mut self.search {
                // However little time is left, make one step, so that a coarse clock cannot stall the sweep.
                let left = if milliseconds > 0.0 { left.max(f64::MIN_POSITIVE) } else { 0.0 };
                if run.advance(left, now) != RunStatus::Done {
                    break;
                }
                self.points.push(point(setting, run));
                self.search = None;
            }
            let Some(setting) = self.waiting.pop_front() else {
                break;
            };
            self.begin(setting);
            if now() - start >= milliseconds {
                break;
            }
        }
        self.milliseconds += now() - start;
        if self.search.is_none() && self.waiting.is_empty() { RunStatus::Done } else { RunStatus::Running }
    }

    /// The points so far, in the order in which they were proven: k ascending, limits descending.
    pub fn points(&self) -> &[SweepPoint] {
        &self.points
    }

    /// The total number of points.
    pub fn n_points(&self) -> usize {
        self.points.len() + usize::from(self.search.is_some()) + self.waiting.len()
    }

    /// The time spent in [`advance`](Self::advance), in milliseconds.
    pub fn milliseconds(&self) -> f64 {
        self.milliseconds
    }

    /// Takes the next setting: its point follows from the previous one, or a search begins.
    fn begin(&mut self, waiting: Waiting) {
        let problem = Arc::new(self.problem(&waiting));
        let setting = waiting.setting;
        let mut found = Vec::new();
        if let Some(before) = self.points.last() {
            let mut evaluator = Evaluator::new(Arc::clone(&problem));
            if setting.is_stricter {
                let Some(best) = &before.best else {
                    self.follow(setting, None, 0);
                    return;
                };
                let evaluation = evaluator.check(&Policy::new(best.levels.as_slice()));
                // Under the looser setting it came first, in the order of ties, among all valid policies that lose no
                // more. The policies that are valid now were valid then, so it comes first among them as well.
                if evaluation.valid && evaluation.loses_no_more(&problem, best.loss, best.suppressed_records) {
                    let best = SweepBest::new(best.levels.clone(), evaluation);
                    self.follow(setting, Some(best), 1);
                    return;
                }
            }
            let earlier = self.points.iter().rev().filter_map(|point| point.best.as_ref());
            for best in earlier.take(REMEMBERED) {
                let Evaluation { valid, loss, .. } = evaluator.check(&Policy::new(best.levels.as_slice()));
                if valid {
                    found.push(FoundPolicy { levels: best.levels.clone(), loss });
                }
            }
        }
        let start = Start { found, ..Start::default() };
        self.search = Some((setting, Run::of(search(problem, start))));
    }

    /// The problem under a setting.
    fn problem(&self, waiting: &Waiting) -> Problem {
        let Waiting { setting, limit, is_protected } = waiting;
        let sizes = self.base.at(K::new(setting.k), *limit);
        match &self.protection {
            Some(protection) if *is_protected => {
                sizes.protected(Arc::new(protection.with_conditions(setting.protect.clone())))
            }
            _ => sizes,
        }
    }

    fn follow(&mut self, setting: SweptSetting, best: Option<SweepBest>, checked: u64) {
        self.points.push(SweepPoint { setting, best, work: Work::Policies { checked, pruned: 0 }, followed: true });
    }
}

impl SweepBest {
    fn new(levels: Vec<Level>, evaluation: Evaluation) -> Self {
        Self {
            levels,
            loss: evaluation.loss,
            suppressed_records: evaluation.suppressed,
            classes: evaluation.classes_kept,
        }
    }
}

/// The exact search from a start, or best-first if the problem is too large for it.
fn search(problem: Arc<Problem>, start: Start) -> Box<dyn Search + Send> {
    match Exact::new(Arc::clone(&problem), start) {
        Some(exact) => Box::new(exact),
        None => Box::new(BestFirst::new(problem)),
    }
}

/// The point of a finished search.
fn point(setting: &SweptSetting, run: &mut Run) -> SweepPoint {
    let progress = run.progress();
    let best = progress.best.map(|best| {
        let evaluation = run.evaluator().check(&best.policy);
        SweepBest::new(best.policy.levels().to_vec(), evaluation)
    });
    SweepPoint { setting: setting.clone(), best, work: progress.counters.work, followed: false }
}
