//! The exact search: branch and bound over boxes of the lattice.
//!
//! It takes boxes of policies and proves for most that they contain no policy better than the best one found. It cuts
//! the others into smaller boxes, until none is left.
//!
//! # Vocabulary
//!
//! | word | meaning |
//! |---|---|
//! | step | a level of an axis, counted from the lowest that the axis may take |
//! | box | a set of steps for each axis, and all policies that take their steps from them |
//! | low corner, high corner | the policy of a box with each axis at its lowest, or highest, step |
//! | lowering | the high corner with one axis at a lower step of the box |
//! | raising | the low corner with one axis at a higher step of the box |
//! | node | a box with its data: the rows of the table in the classes of the high corner |
//! | suppressed, kept | in a class of fewer than k records, or not |
//! | forced | suppressed by every policy: of the box, or of the box with an axis at some step |
//! | price | of a record that the high corner keeps: how much more it costs when suppressed |
//! | bound | a number that no loss of the box's policies is below |
//! | incumbent | the best valid policy so far |
//! | open, closed | a box that may hold a better policy than the incumbent; one that is proven to hold none |
//! | dive | a depth-first search of one box, for a limited time; meanwhile the box is *lent* to the diver |
//! | walk | a local search from policy to policy, which finds a good incumbent early (`walk.rs`) |
//! | round, target | a search of the open boxes for policies that lose less than a loss, the target (`rounds.rs`) |
//! | put aside | of a box in a round: skipped, because none of its policies loses less than the target |
//!
//! A lattice of two axes, `a` and `b`, and a box of nine policies:
//!
//! ```text
//!  b
//!  3   .   .   .   .   .
//!        ┌───────────┐
//!  2   . │ x   o   H │ .       H   the high corner
//!        │           │         x   the lowering of a: the high corner but for a, which is at step 1
//!  1   . │ o   o   o │ .       L   the low corner
//!        │           │         o   other policies of the box
//!  0   . │ L   o   o │ .       .   policies outside
//!        └───────────┘
//!      0   1   2   3   4   a
//! ```
//!
//! H generalizes every policy of the box, and suppression never grows when a policy is generalized. So the box forces
//! the records that H suppresses, and the classes of every policy of the box are parts of the classes of H. In the
//! same way x generalizes the policies below it, which are the policies of the box with a at step 1. The records that
//! x suppresses are forced at that step.
//!
//! # A box, step by step
//!
//! 1. The *node* is built: the rows of the parent's node are split into the classes of H. If more records are forced
//!    than the limit allows, the box is closed. Otherwise H is valid and may become the incumbent.
//! 2. It is *sifted*: steps are chosen for one axis after the other, and the records that the choice forces are
//!    counted in the small classes of H only (`sift.rs`). Several lowered axes together force far more records than
//!    each alone, which the bound below does not see. Two in three boxes are closed here. If a sift gives up after it
//!    has closed some steps of the first two axes, the rest becomes one or two boxes, and the box is done
//!    (`open_parts.rs`). If bounds are weak and few policies are not closed, each of these becomes a box of one policy,
//!    which is evaluated at once, and the box is done. For the average class size, the classes of each policy that
//!    may be valid are counted as well: just below the valid policies there are far more classes than in any valid
//!    one, so no bound by the low corner closes much.
//! 3. It is *probed*: one pass over the rows computes the suppression and the loss of every lowering (`probe.rs`).
//!    The best valid lowering may become the incumbent.
//! 4. It is *bounded*: the tables of the probe give a lower bound for each step of each axis (`bound.rs`). Steps that
//!    contain no better policy are removed.
//! 5. It is *cut* in two on one axis (`cut.rs`). The lower part has a lower high corner and becomes a child. The
//!    upper part has the same high corner and therefore the same probe. It is bounded and cut again, until it is
//!    closed.
//!
//! For measures of class sizes, the rows are first merged in the low corner, whose classes alone close many boxes.
//! After each cut, the rows of the rest are merged again. Raisings come before the sift; for the number of classes,
//! the raisings of a dive's first box serve all boxes inside. For squares of sizes, a sift also goes from the low
//! corner up (`low_corner_squares.rs`): what suppression does not close usually costs too much.
//!
//! The child of least bound is next. A [`Diver`] searches depth-first in one box; a [`Coordinator`] lends the boxes.
//!
//! # Rounds
//!
//! A lattice of more than 2³² policies may never be closed, so the bound matters. If open boxes are taken by least
//! bound, the bound rises slowly: steps are removed, boxes are sifted and branches are cut off by the best loss
//! alone, which is far from the bound. So rounds follow after some dives. Each round begins with all boxes, and has
//! the target in addition to the incumbent: boxes that cost at least the target are put aside, by the same rules that
//! close boxes that cost more than the incumbent. After about 20,000 boxes of rounds, every second box is searched as
//! in a smaller lattice, to close it. Once the number of open boxes falls, all boxes are, because the lattice is
//! then closed soon.
//!
//! When a round has no box left, no valid policy loses less than its target. *Proof.* A box that was closed or put
//! aside contains no policy that both comes before the incumbent and loses less than the target. The children and the
//! rest of a box contain all its other policies. So no box of the round contains such a policy. Other boxes were
//! closed before. If the incumbent loses less than the target, nothing comes before it, and the search is done. ∎
//!
//! The target closes nothing permanently: the next round begins with all boxes again, and their bounds are now the
//! proven bound. A round takes a multiple of the time of the one before. A round that takes far longer is given up
//! for a lower target. Once the gap is small, there are no more rounds. In rounds, some dives begin with a local
//! search that is forced to leave the incumbent (`wander.rs`).
//!
//! # The bound
//!
//! - h is the high corner, and D the records that it suppresses.
//! - c(a, l, r) is the cost of the cell of record r on axis a at step l, and M the cost of a suppressed record.
//! - F(a, l) are the records that h keeps and that are forced when axis a is at step l.
//! - p(r) = M − Σ c(a, h, r), with the sum over all axes, is the price of a record r that h keeps.
//! - q(r) is p(r) divided by the number of axes that have a step with r in F.
//!
//! Charge axis a at step l for each record r that h keeps:
//!
//! - c(a, l, r), if r is not in F(a, l);
//! - c(a, h, r) + q(r), if it is.
//!
//! Then M · |D|, plus the least charge of each axis, is a lower bound for the loss of every policy x of the box.
//!
//! *Proof.* The least charge of an axis is at most its charge at the step of x. It remains to show that the charges
//! of each record at the steps of x add up to no more than its cost under x. Every policy with axis a at step l
//! generalizes to the lowering of a to l. So a record that x keeps is in no F at the steps of x. Its charges are the
//! costs of its cells, and their sum is its cost. A record that x suppresses and h keeps is charged at most the cost
//! c(a, h, r) on each axis, because no cell costs less at a higher step. It is charged q(r) at most once for each
//! axis that has it in F. Together that is at most Σ c(a, h, r) + p(r) = M, its cost. The records of D cost M each. ∎
//!
//! *The limit.* A toll may be added for every suppressed record, if it is given back for as many records as the limit
//! allows beyond D: a valid policy suppresses no more. The bound holds for every toll; `bound/charge.rs` looks for
//! the best one.
//!
//! *Parts of a box.* The tables of a node also bound a box inside it that has no node yet. On an axis where its high
//! corner is lower, the records of F at that step are forced. The price of the others rises by how much less their
//! cells cost there.
//!
//! # A choice in a sift
//!
//! A choice gives steps to some axes. Let S be records that all of its policies suppress. Add up the costs of all
//! cells as if all records were kept: at the steps of these axes, and at the lowest steps of the others. For each
//! record of S, add the difference between M and the cost of its own cells in that sum. The result is a lower bound
//! for the loss of every policy x of the choice.
//!
//! *Proof.* A record of S costs M, and the result counts M for it. Any other record costs at least as much under x as
//! its cells, whether x keeps it or not, and no cell costs less at a higher step than at the lowest. ∎
//!
//! A record enters S with its price at the highest steps of the axes that have no step yet. How much less its cells
//! cost at the steps that those axes get later, or at their lowest steps, is computed from the codes of its class
//! (`savings.rs`). This never exceeds the true difference, so no more is added than the proof allows. Without this
//! correction, the sums undercount the cost of a suppressed record: where the limit never binds, a search took a
//! third longer or more. It is skipped if few records may be suppressed in a box that is far from closed, as it then
//! costs more time than it saves.
//!
//! # The measures
//!
//! | measure | charge |
//! |---|---|
//! | Iyengar, cell precision, distortion; arithmetic mean | as above, in integers that add up to the loss; rounded down for unequal weights |
//! | Iyengar, cell precision, distortion; geometric mean, maximum | the least mean of each quasi-identifier, with F(a, l) counted as suppressed; joined as logarithms, or by maximum |
//! | precision, entropy, height | the cost of the level; suppression is free, apart from its toll |
//! | discernibility | how much the squares of sizes grow when the low corner is raised; n − k + 1 as the price |
//! | DM* | the same squares; suppression is free, apart from its toll |
//! | average class size | the largest number of classes that k allows when the axis is raised; joined by maximum |
//!
//! `raise.rs` proves the last three rows. In a sift, the charges of sizes count as they are. Suppressed records have
//! a price under discernibility and where the charge is as in the first row. Under the maximum of columns, fewer
//! records may be suppressed the nearer a column comes to the best loss. Elsewhere only the limit counts. If costs
//! are joined by maximum, many tie: then ranks are bounded as well, by the levels and the toll. If costs are rounded
//! down, the evaluator checks each policy that may win, so all searches see the same losses.
//!
//! # Complexity
//!
//! For a node of R rows of W words each, with A axes of S steps in total, and F ≤ R · A entries in the tables of
//! forced rows:
//!
//! | part | time |
//! |---|---|
//! | build, merge | R · A |
//! | sift | at most 10⁷ words, some 50 ms |
//! | probe | R · A, and R · S at most in classes where records are forced |
//! | raisings, for measures of class sizes | R · A, and R · S at most where rows differ on one axis only |
//! | a fill of the bounds' tables, and the removal of steps | F · S + S² at most |
//! | cuts | at most S, each with a few fills |
//!
//! Memory: 8 · R · W bytes for each node, and a few more for each row. A dive holds one node for each depth, at most
//! S, and their rows shrink with the depth. An open box without a node takes A words.
//!
//! Boxes: no two have the same high corner, except boxes of one policy that a sift leaves. So there are at most twice
//! as many boxes as policies, without those of the walks. The worst case occurs if no bound closes anything. Measured
//! numbers are in the project's `docs`.
//!
//! # Invariants
//!
//! - The children of a node are disjoint. Each policy of its box is in a child, is closed, or was offered as the
//!   incumbent.
//! - A child's high corner is below its parent's, or it is a box of one policy.
//! - A box is closed only if none of its policies comes before the incumbent in the order of loss, rank, then levels.
//!   So the policy found depends neither on the number of divers nor on the order of boxes.
//! - Costs are integers, rounded down: no bound is above a loss, on any platform.
//! - Interruption changes nothing: the open boxes can be stored as [`OpenBox`]es and given to another search.
//!
//! # What it proves
//!
//! When no box is open, the incumbent is the valid policy of least loss, and the first of these in the order of ties;
//! without an incumbent no policy is valid. Before that, no valid policy has a loss below the loss of the incumbent
//! or the least bound of the open boxes, whichever is smaller. The same holds with the target of a finished round in
//! place of that bound.
//!
//! # When it does not apply
//!
//! With more than 32 levels on an axis or 512 bits in a row, [`Exact::new`] returns `None`, and best-first runs under
//! the name of this algorithm. Then [`boxes`](super::Search::boxes) is `None`. The same happens if all cells of a
//! column may cost more than 2⁶², if there are more than 2⁵³ records, whose losses need sums of 128 bits, and if
//! there are too many records for a measure:
//!
//! | measure | most |
//! |---|---|
//! | discernibility, DM* | 2³⁰ records, as the sizes of classes are squared |
//! | all others | 2³² records, counting at most k for each distinct tuple |
//!
//! A row of k records or more is never in a suppressed class. Where only suppressed records are counted row by row,
//! such a row is equivalent to one of k records. The total cost of all records is summed up from all of them before
//! the search.

mod axis;
mod bound;
mod cells;
mod coordinator;
mod cut;
mod diver;
mod incumbent;
mod large_rows;
mod low_corner_squares;
mod node;
mod objective;
mod open_box;
mod open_parts;
mod people;
mod probe;
mod raise;
mod rounds;
mod rows;
mod savings;
mod sets;
mod sift;
mod sizes;
mod steps;
mod subject;
mod survey;
mod waiting;
mod walk;
mod wander;

pub use coordinator::{Coordinator, Start};
pub use diver::Diver;
pub use open_box::{Dive, DiveResult, FoundPolicy, OpenBox};
pub use rounds::Pace;

use super::Search;
use super::evaluator::Evaluation;
use super::ledger::Ledger;
use super::problem::Problem;
use super::progress::{Boxes, Candidate, Counters, Progress, Status, Work};
use crate::lattice::Policy;
use crate::monitor::Monitor;
use std::sync::Arc;

/// The exact search; see the [module](self).
///
/// # Example
/// ```
/// use kanon::loss::MeasureName;
/// use kanon::monitor::Unlimited;
/// use kanon::search::exact::Start;
/// use kanon::search::{Exact, Search};
/// use kanon::people::FivePeople;
///
/// let problem = FivePeople::problem(MeasureName::Iyengar)?;
/// let mut search = Exact::new(problem, Start::default()).unwrap();
/// search.advance(&mut Unlimited);
/// let progress = search.progress();
/// let best = progress.best.unwrap();
/// assert_eq!(best.policy.levels(), [3, 0]);
/// assert_eq!(best.loss, progress.bound);
/// // Boxes; the lattice has eight policies.
/// assert_eq!(search.boxes().unwrap().looked_at, 3);
/// # Ok::<(), kanon::Error>(())
/// ```
pub struct Exact {
    coordinator: Coordinator,
    diver: Diver,
    /// The number of the dive of this search's own diver, while it is running.
    dive: Option<u64>,
    /// The best policy and its evaluation.
    evaluated: Option<(Policy, Evaluation)>,
}

impl Exact {
    /// A new search; `None` if the problem is too large: see the [module](self).
    pub fn new(problem: Arc<Problem>, start: Start) -> Option<Self> {
        let diver = Diver::new(Arc::clone(&problem))?;
        Some(Self { coordinator: Coordinator::new(problem.lattice(), start), diver, dive: None, evaluated: None })
    }

    /// The open boxes, from which another search can continue.
    pub fn open(&self) -> Vec<OpenBox> {
        self.coordinator.open_with(self.dive, &self.left())
    }

    /// The open boxes of the current dive.
    fn left(&self) -> Vec<OpenBox> {
        match self.dive {
            Some(_) => self.diver.open(),
            None => Vec::new(),
        }
    }

    fn best(&self) -> Option<&Candidate> {
        self.diver.best().into_iter().chain(self.coordinator.best()).min()
    }
}

impl Exact {
    /// Continues with the current dive, then with further ones.
    fn dive(&mut self, monitor: &mut dyn Monitor) -> Status {
        loop {
            if self.dive.is_none() {
                let diver = &mut self.diver;
                let next = (self.coordinator).hand_out_telling(&mut |open| diver.note_closed(open));
                let Some((number, dive)) = next else {
                    // Lent boxes may come back as open ones.
                    return if self.coordinator.is_done() { Status::Done } else { Status::Running };
                };
                self.diver.begin(dive);
                self.dive = Some(number);
            }
            if self.diver.advance(monitor) == Status::Running {
                return Status::Running;
            }
            if let Some(number) = self.dive.take() {
                self.coordinator.absorb(number, self.diver.finish());
            }
        }
    }
}

impl Search for Exact {
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        let status = self.dive(monitor);
        let known = self.evaluated.as_ref().map(|(policy, _)| policy);
        if let Some(policy) = (self.best().map(|best| best.policy.clone())).filter(|best| Some(best) != known) {
            // This check is not counted: the count would depend on when the search is interrupted.
            let evaluation = Evaluation { node_score: 0, ..self.diver.ledger_mut().evaluator.check(&policy) };
            self.evaluated = Some((policy, evaluation));
        }
        status
    }

    fn diver(&self) -> Option<Diver> {
        Some(self.diver.another())
    }

    fn lend(&mut self) -> Option<(u64, Dive)> {
        self.coordinator.hand_out()
    }

    fn absorb(&mut self, number: u64, result: DiveResult) {
        self.coordinator.absorb(number, result);
        if let Some(best) = self.coordinator.best() {
            self.diver.hear(best);
        }
    }

    fn progress(&self) -> Progress {
        let boxes = self.boxes().unwrap_or_default();
        let best = self.best().cloned();
        let least = best.as_ref().map_or(f64::INFINITY, |best| best.loss);
        let bound = self.coordinator.bound_with(self.dive, &self.left());
        Progress {
            bound: bound.min(least),
            best,
            evaluation: self.evaluated.as_ref().map(|(_, evaluation)| *evaluation),
            counters: Counters {
                work: Work::Boxes { looked_at: boxes.looked_at, evaluated: boxes.evaluated },
                open: boxes.open,
                ..Counters::default()
            },
        }
    }

    fn boxes(&self) -> Option<Boxes> {
        let (looked_at, evaluated) = self.coordinator.counts();
        let under_way = match self.dive {
            Some(_) => self.diver.counts(),
            None => (0, 0),
        };
        let left = self.left();
        Some(Boxes {
            looked_at: looked_at + under_way.0,
            evaluated: evaluated + under_way.1,
            open: self.coordinator.n_open_with(self.dive, &left),
            closed: self.coordinator.closed_with(self.dive, &left),
        })
    }

    fn ledger(&self) -> &Ledger {
        self.diver.ledger()
    }

    fn ledger_mut(&mut self) -> &mut Ledger {
        self.diver.ledger_mut()
    }
}
