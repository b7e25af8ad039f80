//! The best policy for every k of a range, or for every one of several suppression limits, in one run.
//!
//! With a greater k or a smaller limit no policy loses less, and none becomes valid. So the settings are taken in that
//! order, and each is helped by the one before: where its best policy loses no more than it did there, nothing can be
//! better and no search is needed; else the last best policies are what the next search has to beat.
//!
//! The points of a sweep over k are the exact frontier of loss against the highest prosecutor risk, 1/k.

use super::prepared::Prepared;
use super::recipe::Recipe;
use super::run::{Run, RunStatus};
use crate::classes::K;
use crate::error::{RecipeError, Result, SearchError};
use crate::lattice::{Level, Policy};
use crate::search::exact::{Exact, FoundPolicy, Start};
use crate::search::{BestFirst, Evaluation, Evaluator, Problem, Search, Work};
use crate::sorting::sort_by;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::Arc;

/// Best policies of earlier settings that a search starts from.
const REMEMBERED: usize = 3;

/// The best policy of one setting.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SweepPoint {
    /// The least size of a class.
    pub k: u64,
    /// The share of the records that may be suppressed.
    pub suppression_limit: f64,
    /// The best policy; `None` where no policy is valid.
    pub best: Option<SweepBest>,
    /// What was gone through for this point.
    pub work: Work,
    /// Whether the point before left nothing to search.
    pub followed: bool,
}

/// A proven best policy.
#[derive(Debug, Clone, PartialEq, Serialize)]
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

/// The settings of a sweep, from the most lenient to the strictest, and the points that are proven so far.
pub struct Sweep {
    base: Problem,
    waiting: VecDeque<Setting>,
    points: Vec<SweepPoint>,
    search: Option<(Setting, Run)>,
    milliseconds: f64,
}

#[derive(Debug, Clone, Copy)]
struct Setting {
    k: u64,
    suppression_limit: f64,
    /// The number of records that this share is.
    limit: u64,
}

impl Sweep {
    /// Every k of a range, under the recipe's suppression limit.
    ///
    /// # Errors
    /// A range that is empty or begins below 1, a k above the number of records, and what [`Prepared::problem`]
    /// refuses.
    pub fn over_k(prepared: &Prepared, recipe: &Recipe, from: u64, to: u64) -> Result<Self> {
        let records = prepared.table().records();
        if from == 0 || from > to {
            return refuse(
                "k",
                format!("{from} to {to} is no range of k"),
                "Give two numbers of at least 1, the smaller one first.",
            );
        }
        if to > records {
            return Err(SearchError::KTooLarge { k: to, records }.into());
        }
        let suppression_limit = recipe.privacy.suppression_limit;
        let limit = recipe.suppression_limit(records);
        let settings = (from..=to).map(|k| Setting {
            k,
            suppression_limit,
            limit,
        });
        Self::new(prepared, recipe, settings.collect())
    }

    /// Every one of these suppression limits, shares from 0 to 1, under the recipe's k.
    ///
    /// # Errors
    /// No limit, one that is no share, and what [`Prepared::problem`] refuses.
    pub fn over_limits(prepared: &Prepared, recipe: &Recipe, limits: &[f64]) -> Result<Self> {
        if let Some(limit) = limits.iter().find(|limit| !(0.0..=1.0).contains(*limit)) {
            return refuse(
                "suppression_limit",
                format!("{limit} is no share"),
                "Give numbers from 0 to 1.",
            );
        }
        if limits.is_empty() {
            return refuse(
                "suppression_limit",
                "there is none".to_owned(),
                "Give numbers from 0 to 1.",
            );
        }
        let mut limits = limits.to_vec();
        sort_by(&mut limits, |a, b| b.total_cmp(a));
        limits.dedup();
        let mut recipe = recipe.clone();
        let k = recipe.privacy.k;
        let records = prepared.table().records();
        let settings = limits.into_iter().map(|suppression_limit| {
            recipe.privacy.suppression_limit = suppression_limit;
            let limit = recipe.suppression_limit(records);
            Setting {
                k,
                suppression_limit,
                limit,
            }
        });
        let settings = settings.collect();
        Self::new(prepared, &recipe, settings)
    }

    /// Points that follow each other and have the same best policy, with the same loss and as many suppressed records:
    /// one proof is enough for all of them. The first is the most lenient.
    pub fn runs(&self) -> impl Iterator<Item = &[SweepPoint]> {
        self.points.chunk_by(|one, next| {
            let of = |point: &SweepPoint| {
                let best = point.best.as_ref()?;
                Some((best.levels.clone(), best.loss, best.suppressed_records))
            };
            of(one) == of(next)
        })
    }

    fn new(prepared: &Prepared, recipe: &Recipe, waiting: VecDeque<Setting>) -> Result<Self> {
        recipe.expect_sizes_alone("a sweep over k")?;
        Ok(Self {
            base: prepared.problem(recipe)?,
            waiting,
            points: Vec::new(),
            search: None,
            milliseconds: 0.0,
        })
    }

    /// Goes on for about `milliseconds` of the caller's clock, or until every point is proven.
    pub fn advance(&mut self, milliseconds: f64, now: &mut dyn FnMut() -> f64) -> RunStatus {
        let start = now();
        loop {
            let left = milliseconds - (now() - start);
            if let Some((setting, run)) = &mut self.search {
                // However little time is left, a step is made: a coarse clock must not hold the sweep up.
                let left = if milliseconds > 0.0 {
                    left.max(f64::MIN_POSITIVE)
                } else {
                    0.0
                };
                if run.advance(left, now) != RunStatus::Done {
                    break;
                }
                let point = point(*setting, run);
                self.search = None;
                self.points.push(point);
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
        if self.search.is_none() && self.waiting.is_empty() {
            RunStatus::Done
        } else {
            RunStatus::Running
        }
    }

    /// The points so far, in the order in which they were proven: k upwards, limits downwards.
    pub fn points(&self) -> &[SweepPoint] {
        &self.points
    }

    /// Points in all.
    pub fn n_points(&self) -> usize {
        self.points.len() + usize::from(self.search.is_some()) + self.waiting.len()
    }

    /// The time spent in [`advance`](Self::advance), in milliseconds.
    pub fn milliseconds(&self) -> f64 {
        self.milliseconds
    }

    /// Takes the next setting: its point follows from the one before, or a search for it begins.
    fn begin(&mut self, setting: Setting) {
        let problem = Arc::new(self.base.at(K::new(setting.k), setting.limit));
        let mut found = Vec::new();
        if let Some(before) = self.points.last() {
            let Some(best) = &before.best else {
                self.follow(setting, None, 0);
                return;
            };
            let mut evaluator = Evaluator::new(Arc::clone(&problem));
            let evaluation = evaluator.check(&Policy::new(best.levels.as_slice()));
            // Under the looser setting it was the first in the order of ties of all valid policies that lose no more.
            // The policies that are valid now were valid then, so it is the first of them as well.
            if evaluation.valid && evaluation.loss <= best.loss {
                let best = SweepBest::new(best.levels.clone(), evaluation);
                self.follow(setting, Some(best), 1);
                return;
            }
            let earlier = self
                .points
                .iter()
                .rev()
                .filter_map(|point| point.best.as_ref());
            for best in earlier.take(REMEMBERED) {
                let Evaluation { valid, loss, .. } =
                    evaluator.check(&Policy::new(best.levels.as_slice()));
                if valid {
                    found.push(FoundPolicy {
                        levels: best.levels.clone(),
                        loss,
                    });
                }
            }
        }
        let start = Start {
            found,
            ..Start::default()
        };
        self.search = Some((setting, Run::of(search(problem, start))));
    }

    fn follow(&mut self, setting: Setting, best: Option<SweepBest>, checked: u64) {
        self.points.push(SweepPoint {
            k: setting.k,
            suppression_limit: setting.suppression_limit,
            best,
            work: Work::Policies { checked, pruned: 0 },
            followed: true,
        });
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

/// The exact search from a start, or best-first where a problem is too large for it.
fn search(problem: Arc<Problem>, start: Start) -> Box<dyn Search + Send> {
    match Exact::new(Arc::clone(&problem), start) {
        Some(exact) => Box::new(exact),
        None => Box::new(BestFirst::new(problem)),
    }
}

/// The point of a search that is done.
fn point(setting: Setting, run: &mut Run) -> SweepPoint {
    let progress = run.progress();
    let best = progress.best.map(|best| {
        let evaluation = run.evaluator().check(&best.policy);
        SweepBest::new(best.policy.levels().to_vec(), evaluation)
    });
    SweepPoint {
        k: setting.k,
        suppression_limit: setting.suppression_limit,
        best,
        work: progress.counters.work,
        followed: false,
    }
}

fn refuse<T>(key: &str, problem: String, advice: &str) -> Result<T> {
    Err(RecipeError::setting(key, problem, advice).into())
}
