//! Flash (Kohlmayer, Prasser, Eckert, Kemper and Kuhn 2012, "Flash: Efficient, Stable and Optimal K-Anonymity"; Prasser
//! et al. 2016, "Search strategies", type 1), on an explicit or on an implicit lattice.
//!
//! # The original Flash
//!
//! The lattice is visited from the bottom up, height by height. Each policy met that is not yet classified starts a
//! *path*: the first unclassified direct generalization is appended again and again, until there is none. A binary
//! search looks for the lowest valid policy of the path; each check classifies other policies too. The policies of
//! the path that protect too little wait in a queue. Before the visit continues, new paths start from their
//! unclassified direct generalizations.
//!
//! # The additions of Prasser et al. 2016
//!
//! If loss counts suppressed records, it is not monotone: a valid policy says nothing about its generalizations. So
//! two properties classify policies, and a policy with neither is checked:
//!
//! - *insufficient protection* ↓: it suppresses too much. All its specializations suppress at least as much.
//! - *insufficient quality* ↑: its lower bound shows that neither it nor any generalization beats the best policy so
//!   far.
//!
//! They are kept in two antichain stores of any [`StoreKind`], or as tags on every policy ([`Representation`]). Both
//! do the same checks in the same order.
//!
//! # Our reading
//!
//! - For a monotone measure the loss of a policy is a bound for all its generalizations. So a valid policy has
//!   insufficient quality as soon as it was compared. The original Flash tags this as "k-anonymous ↑". One rule
//!   serves both kinds of measures.
//! - Policies of one height come in lexicographic order, so that none of them has to be stored. The direct
//!   generalizations of a policy come in the order of the bound that follows from their levels, then
//!   lexicographically. The queue is ordered by rank, bound, lexicographic order. The original orders all three by
//!   rank, mean relative level and number of groups.
//! - Before a check, the bound from the levels is compared with the best policy ([`EarlyBounds`]). The papers know
//!   the bound of a policy only after its check.
//! - In the binary search, a policy that was classified after the path was built is not checked: the search continues
//!   below it (insufficient quality) or above it (insufficient protection).
//! - The search ends at a height whose policies all have insufficient quality, because then all policies above have
//!   it too.

mod path;
mod property;

use super::Search;
use super::ledger::Ledger;
use super::problem::Problem;
use super::progress::{Counters, LossOrder, Progress, Status};
use super::recording::Exclusion;
use crate::error::{Result, SearchError};
use crate::lattice::antichain::{Antichain, StoreKind};
use crate::lattice::{Direction, Places, Policy, PredictiveProperty};
use crate::monitor::Monitor;
use crate::sorting::sort;
use path::Path;
use property::{Property, TaggedLattice};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;

/// How the lattice is represented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Representation {
    /// By the antichains of the two properties. Memory: linear in the number of checks.
    Implicit(StoreKind),
    /// By two tags for each policy. Memory: linear in the size of the lattice. The counters then give the number of
    /// tagged policies instead of the antichain's size.
    Explicit,
}

/// Whether the bound that follows from the levels alone may exclude a policy before it is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EarlyBounds {
    /// As in the papers: a policy's bound is known only after its check.
    Off,
    /// Compared before each check. It excludes only policies that cannot win. For measures whose bound follows from
    /// the levels, it excludes everything that a check would.
    On,
}

/// The search; see the [module](self) for its steps.
///
/// Optimal for every measure, ties included: an excluded policy is not valid or comes after the best policy. Checks:
/// at most the size of the lattice. It meets every policy of a height before it continues, so its time is linear in
/// the number of policies up to the height at which it ends. Memory: linear in the number of policies checked, plus
/// the tags of an explicit lattice.
///
/// # Example
/// ```
/// use kanon::loss::MeasureName;
/// use kanon::monitor::Unlimited;
/// use kanon::search::{Flash, Search};
/// use kanon::people::FivePeople;
///
/// let problem = FivePeople::problem(MeasureName::Iyengar)?;
/// let mut search = Flash::new(problem);
/// search.advance(&mut Unlimited);
/// let progress = search.progress();
/// let best = progress.best.unwrap();
/// assert_eq!(best.policy.levels(), [3, 0]);
/// assert_eq!(best.loss, progress.bound);
/// // Of the eight policies.
/// assert_eq!(progress.counters.work.steps(), 4);
/// # Ok::<(), kanon::Error>(())
/// ```
pub struct Flash {
    ledger: Ledger,
    insufficient_protection: Box<dyn Property>,
    insufficient_quality: Box<dyn Property>,
    early_bounds: EarlyBounds,
    checked: FxHashSet<Policy>,
    visit: Visit,
    /// Policies of insufficient protection whose direct generalizations are still to be looked at.
    waiting: BinaryHeap<Reverse<(u32, LossOrder, Policy)>>,
    /// Direct generalizations of the last policy taken from `waiting`.
    starts: VecDeque<Policy>,
    path: Path,
    /// The next policy to check: the middle of the path.
    due: Option<Policy>,
    n_pruned: u64,
    n_met: u64,
}

/// The position of the visit in the lattice.
struct Visit {
    height: u32,
    next: Option<Policy>,
    /// The least bound of this height's policies without insufficient quality.
    open_bound: Option<f64>,
    /// The least bound of the height below, which holds for all policies from this height on.
    bound: f64,
}

/// What is known about a policy that was not examined further.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    InsufficientQuality,
    InsufficientProtection,
    Unknown,
}

impl Flash {
    /// The most policies that an explicit lattice may have.
    pub const MOST_EXPLICIT: usize = 1 << 24;

    /// The monitor is asked again after this number of policies met, even if none of them is checked.
    const MET_BETWEEN_QUESTIONS: u64 = 1 << 12;

    /// A new search, on the implicit lattice, with the papers' fastest store and early bounds.
    pub fn new(problem: Arc<Problem>) -> Self {
        Self::with_stores(problem, EarlyBounds::On, &|_| StoreKind::default().store())
    }

    /// A new search.
    ///
    /// # Errors
    /// [`SearchError::LatticeTooLarge`] if an explicit lattice would have more than
    /// [`MOST_EXPLICIT`](Self::MOST_EXPLICIT) policies.
    pub fn with(problem: Arc<Problem>, representation: Representation, early_bounds: EarlyBounds) -> Result<Self> {
        match representation {
            Representation::Implicit(kind) => Ok(Self::with_stores(problem, early_bounds, &|_| kind.store())),
            Representation::Explicit => {
                let places =
                    Places::new(&problem.lattice, Self::MOST_EXPLICIT).ok_or(SearchError::LatticeTooLarge {
                        policies: problem.lattice.size(),
                        limit: Self::MOST_EXPLICIT,
                    })?;
                let places = Arc::new(places);
                Ok(Self::on(problem, early_bounds, &|direction| {
                    Box::new(TaggedLattice::new(Arc::clone(&places), direction))
                }))
            }
        }
    }

    /// A new search, on the implicit lattice, with a given store for the property of each direction: ↓ is
    /// insufficient protection, ↑ insufficient quality.
    pub fn with_stores(
        problem: Arc<Problem>,
        early_bounds: EarlyBounds,
        store: &dyn Fn(Direction) -> Box<dyn Antichain + Send>,
    ) -> Self {
        Self::on(problem, early_bounds, &|direction| Box::new(PredictiveProperty::new(store(direction), direction)))
    }

    fn on(problem: Arc<Problem>, early_bounds: EarlyBounds, property: &dyn Fn(Direction) -> Box<dyn Property>) -> Self {
        let bottom = problem.lattice.bottom();
        let ledger = Ledger::new(problem);
        let bound = ledger.bound();
        Self {
            ledger,
            insufficient_protection: property(Direction::Specializations),
            insufficient_quality: property(Direction::Generalizations),
            early_bounds,
            checked: FxHashSet::default(),
            visit: Visit { height: 0, next: Some(bottom), open_bound: None, bound },
            waiting: BinaryHeap::new(),
            starts: VecDeque::new(),
            path: Path::default(),
            due: None,
            n_pruned: 0,
            n_met: 0,
        }
    }

    /// What is known about a policy without a check.
    fn class(&mut self, policy: &Policy) -> Class {
        self.n_met += 1;
        if self.has_insufficient_quality(policy) {
            Class::InsufficientQuality
        } else if self.insufficient_protection.predicts(policy) {
            Class::InsufficientProtection
        } else {
            Class::Unknown
        }
    }

    fn has_insufficient_quality(&mut self, policy: &Policy) -> bool {
        if self.insufficient_quality.predicts(policy) {
            return true;
        }
        let has = self.early_bounds == EarlyBounds::On
            && (self.ledger).cannot_win(self.ledger.evaluator.bound_of_levels(policy), policy);
        if has {
            self.insufficient_quality.insert(policy);
        }
        has
    }

    fn is_to_be_checked(&mut self, policy: &Policy) -> bool {
        !self.checked.contains(policy) && self.class(policy) == Class::Unknown
    }

    /// Checks the middle of the path and continues below or above it.
    fn check(&mut self, policy: Policy) {
        let evaluation = self.ledger.check(&policy);
        if evaluation.valid {
            self.ledger.offer(&policy, evaluation);
            self.path.go_down();
        } else {
            self.insufficient_protection.insert(&policy);
            let bound = self.ledger.evaluator.bound_of_levels(&policy);
            self.waiting.push(Reverse((policy.rank(), LossOrder(bound), policy.clone())));
            self.path.go_up();
            if policy == self.ledger.problem().lattice.top() {
                self.give_up();
            }
        }
        let measure = &self.ledger.problem().measure;
        let bound = if measure.is_monotone() { evaluation.bound.max(evaluation.loss) } else { evaluation.bound };
        if self.ledger.cannot_win(bound, &policy) {
            self.insufficient_quality.insert(&policy);
        }
        self.checked.insert(policy);
    }

    /// The next policy of the path to check, by binary search.
    fn search_path(&mut self) -> Option<Policy> {
        loop {
            let policy = self.path.middle()?.clone();
            match self.class(&policy) {
                Class::Unknown => return Some(policy),
                Class::InsufficientQuality => self.path.go_down(),
                Class::InsufficientProtection => self.path.go_up(),
            }
        }
    }

    /// The path from a policy: its first generalization that needs a check, and so on.
    fn path_from(&mut self, start: Policy) -> Path {
        let problem = Arc::clone(self.ledger.problem());
        let mut policies = vec![start];
        while let Some(last) = policies.last() {
            let mut successors: Vec<(LossOrder, Policy)> = (problem.lattice.successors(last))
                .map(|policy| {
                    let bound = self.ledger.evaluator.bound_of_levels(&policy);
                    (LossOrder(bound), policy)
                })
                .collect();
            sort(&mut successors);
            let next = (successors.into_iter()).map(|(_, policy)| policy).find(|policy| self.is_to_be_checked(policy));
            match next {
                Some(policy) => policies.push(policy),
                None => break,
            }
        }
        Path::new(policies)
    }

    /// Takes the next policy from which a path may start.
    fn next_start(&mut self) -> Option<Policy> {
        while self.starts.is_empty() {
            let Reverse((_, _, policy)) = self.waiting.pop()?;
            self.starts.extend(self.ledger.problem().lattice.successors(&policy));
        }
        self.starts.pop_front()
    }

    /// Meets the next policy of the lattice. A path starts from it if nothing is known about it. Returns whether
    /// there was one.
    fn visit(&mut self) -> bool {
        let Some(policy) = self.visit.next.take() else {
            return self.rise();
        };
        let is_checked = self.checked.contains(&policy);
        let class = self.class(&policy);
        if class != Class::InsufficientQuality {
            let bound = self.ledger.evaluator.bound_of_levels(&policy);
            let least = self.visit.open_bound.unwrap_or(f64::INFINITY);
            self.visit.open_bound = Some(least.min(bound));
        }
        self.visit.next = self.ledger.problem().lattice.next_at_same_height(&policy);
        match class {
            _ if is_checked => {}
            Class::Unknown => self.path = self.path_from(policy),
            Class::InsufficientQuality => self.prune(&policy, Exclusion::CannotWin),
            Class::InsufficientProtection => self.prune(&policy, Exclusion::NotValid),
        }
        true
    }

    fn prune(&mut self, policy: &Policy, why: Exclusion) {
        self.n_pruned += 1;
        self.ledger.exclude(policy, why);
    }

    /// Continues with the next height, unless all policies of this one have insufficient quality.
    fn rise(&mut self) -> bool {
        let Some(bound) = self.visit.open_bound.take() else {
            self.visit.bound = f64::INFINITY;
            return false;
        };
        self.visit.bound = bound;
        self.visit.height += 1;
        self.visit.next = self.ledger.problem().lattice.first_at(self.visit.height);
        true
    }

    /// Ends the search: the most general policy is not valid, so no policy is.
    fn give_up(&mut self) {
        self.waiting.clear();
        self.starts.clear();
        self.path = Path::default();
        self.visit.next = None;
        self.visit.open_bound = None;
    }
}

impl Search for Flash {
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        loop {
            if self.due.is_some() || self.n_met >= Self::MET_BETWEEN_QUESTIONS {
                if monitor.interrupted() {
                    return Status::Running;
                }
                self.n_met = 0;
            }
            if let Some(policy) = self.due.take() {
                self.check(policy);
            }
            self.due = self.search_path();
            if self.due.is_some() {
                continue;
            }
            match self.next_start() {
                Some(start) if self.is_to_be_checked(&start) => self.path = self.path_from(start),
                Some(_) => {}
                None if self.visit() => {}
                None => return Status::Done,
            }
        }
    }

    fn progress(&self) -> Progress {
        let counters = Counters {
            work: self.ledger.work(self.n_pruned),
            open: self.waiting.len() as u64,
            insufficient_protection: self.insufficient_protection.counters(),
            insufficient_quality: self.insufficient_quality.counters(),
            ..self.ledger.counters()
        };
        Progress { bound: self.visit.bound.min(self.ledger.bound_when_done()), counters, ..self.ledger.progress() }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn ledger_mut(&mut self) -> &mut Ledger {
        &mut self.ledger
    }
}
