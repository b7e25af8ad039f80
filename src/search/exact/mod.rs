//! The exact search: branch and bound over boxes of the lattice.
//!
//! It takes boxes of policies, proves of most that they hold no better policy than the best one found, and cuts the
//! others into smaller boxes, until none is left.
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
//! | price | of a record that the high corner keeps: by how much more it costs when suppressed |
//! | bound | a number that no loss of a box's policies is below |
//! | incumbent | the best valid policy so far |
//! | open, closed | a box that may hold a better policy than the incumbent; one that is proven to hold none |
//! | dive | a depth-first search of one box, for a limited time; meanwhile the box is *lent* to the diver |
//! | walk | a local search from policy to policy, which finds a good incumbent early (`walk.rs`) |
//! | round, target | a search of the open boxes for policies that lose less than a loss, the target (`rounds.rs`) |
//! | put aside | of a box in a round: left, because none of its policies loses less than the target |
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
//! H generalizes every policy of the box, and suppression never grows when a policy is generalized. So the records that
//! H suppresses are forced by the box, and the classes of every policy of the box are parts of the classes of H. In the
//! same way x generalizes the policies below it, which are those of the box with a at step 1. The records that x
//! suppresses are forced at that step.
//!
//! # A box, step by step
//!
//! 1. The *node* is built: the rows of the parent's node are split into the classes of H. If more records are forced
//!    than the limit allows, the box is closed. H is valid otherwise, and may become the incumbent.
//! 2. It is *sifted*: steps are chosen for one axis after the other, and the records that the choice forces are counted
//!    among the small classes of H only (`sift.rs`). Several lowered axes together force far more than each alone,
//!    which the bound below does not see. Two in three boxes are closed here. Where a sift gives up, and has closed
//!    some steps of the first two axes by then, the rest becomes one box or two, and the box is done (`left.rs`). Where
//!    bounds are weak, few policies that are not closed become boxes of one policy each, which are evaluated at once,
//!    and the box is done. For the average class size, the classes of each policy that may be valid are counted as
//!    well: just below the valid policies there are far more classes than in any of them, so that no bound by the low
//!    corner closes much.
//! 3. It is *probed*: one pass over the rows gives the suppression and the loss of every lowering (`probe.rs`). The
//!    best valid lowering may become the incumbent.
//! 4. It is *bounded*: the tables of the probe give a lower bound for each step of each axis (`bound.rs`). Steps are
//!    removed that no better policy has.
//! 5. It is *cut* in two on one axis (`cut.rs`). The lower part has a lower high corner, and becomes a child. The upper
//!    part has the same high corner and so the same probe; it is bounded and cut again, until it is closed.
//!
//! For measures of the sizes of classes, the rows are merged in the low corner first, whose classes alone close many
//! boxes; and with each cut those of what is left are merged anew. Raisings come before the sift; for the number of
//! classes, those of the first box of a dive serve all boxes inside. For squares of sizes, a sift also goes from the
//! low corner up (`lifts.rs`): what suppression does not close is mostly too dear.
//!
//! The child of least bound is next. A [`Diver`] does this depth-first in one box; a [`Coordinator`] lends the boxes.
//!
//! # Rounds
//!
//! A lattice of more than 2³² policies may not be closed, so the bound counts. Of the open boxes by least bound, it
//! rises slowly: steps are removed, boxes sifted and branches cut off by the best loss alone, from which the bound is
//! far. So after some dives come rounds, each of which begins with all boxes. In a round the target stands beside the
//! incumbent: whatever costs as much is put aside, by the same rules by which what costs more than the incumbent is
//! closed. After some 20,000 boxes of rounds, every other box closes the lattice as if it were smaller; and all do once
//! its open boxes get fewer, as it is closed soon then.
//!
//! When a round has no box left, no valid policy loses less than its target. *Proof.* Whatever was closed or put aside
//! has no policy that both comes before the incumbent and loses less than the target, and children and rest of a box
//! hold all else of it. So no box of the round has such a policy. Other boxes were closed before. If the incumbent
//! loses less than the target, nothing comes before it, and the search is done. ∎
//!
//! The target does not close anything for good: the next round begins with all boxes again, whose bounds are now what
//! is proven. A round takes a multiple of the time of the one before; one that takes far more is given up for a lower
//! target. Once the gap is small, there are no more. In rounds some dives begin with a local search that leaves the
//! incumbent by force (`wander.rs`).
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
//! Then M · |D|, plus for each axis the least charge of its steps, is a lower bound for the loss of every policy x of
//! the box.
//!
//! *Proof.* The least charge of an axis is at most its charge at the step of x. It remains to show that the charges of
//! each record at the steps of x add up to no more than its cost under x. Every policy with axis a at step l
//! generalizes to the lowering of a to l. So a record that x keeps is in no F at the steps of x. Its charges are the
//! costs of its cells, and their sum is its cost. A record that x suppresses, and h keeps, is charged at most the cost
//! c(a, h, r) on each axis, because no cell costs less at a higher step. It is charged q(r) at most once for each axis
//! that has it in F. Together that is at most Σ c(a, h, r) + p(r) = M, its cost. The records of D cost M each. ∎
//!
//! *The limit.* Every suppressed record may be charged a toll more, if as many tolls are given back as the limit allows
//! records beyond D: a valid policy suppresses no more. The bound holds whatever the toll; `bound/charge.rs` looks for
//! the best one.
//!
//! *Parts of a box.* The tables of a node also bound a box inside it, before that has a node. Where its high corner is
//! lower on an axis, the records of F at that step are forced. The price of the others rises by what their cells cost
//! less there.
//!
//! # A choice in a sift
//!
//! A choice gives steps to some axes. Let S be records that all of its policies suppress, and sum up the costs of all
//! cells as if all records were kept: at the steps of these axes, and at the lowest steps of the others. Add for each
//! record of S the difference of M and what its own cells cost in that sum. The result is a lower bound for the loss of
//! every policy x of the choice.
//!
//! *Proof.* A record of S costs M, and that is what the result has for it. Another record costs no less under x than
//! its cells, whether x keeps it or not, and no cell costs less at a higher step than at the lowest. ∎
//!
//! A record comes into S with its price, where the axes without steps are at their highest. What its cells cost less at
//! the steps that those get, or at their lowest, is told by the codes of its class (`savings.rs`): it costs at least
//! so much less, so that no more is added than the proof allows. Without that, the sums have a suppressed record cost
//! less than it does: where the limit never binds, a search took a third longer and more. Where few may be suppressed
//! in a box that is far from closed, it is left out, as it takes more time than it spares.
//!
//! # The measures
//!
//! | measure | charge |
//! |---|---|
//! | Iyengar, cell precision, distortion; arithmetic mean | as above, in the integers whose sum the loss is; rounded down with unequal weights |
//! | Iyengar, cell precision, distortion; geometric mean, maximum | the least mean of each quasi-identifier, with F(a, l) counted as suppressed; joined as logarithms, or by maximum |
//! | precision, entropy, height | the cost of the level; suppression is free, but has its toll |
//! | discernibility | by how much the squares of sizes grow when the low corner is raised; n − k + 1 as the price |
//! | DM* | the same squares; suppression is free, but has its toll |
//! | average class size | the most classes that k allows when the axis is raised; joined by maximum |
//!
//! `raise.rs` proves the last three rows. In a sift, the charges of sizes count as they are, and suppressed records
//! have a price where the charge is as in the first row, and under discernibility; under the maximum of columns, the
//! fewer may be suppressed the nearer a column comes to the best loss; elsewhere only the limit counts. Where costs are
//! joined by maximum, many tie: then ranks are bounded as well, by the levels and the toll. Where costs are rounded
//! down, a policy that may win is checked by the evaluator, so all searches see the same losses.
//!
//! # Complexity
//!
//! For a node of R rows of W words each, with A axes of S steps together, and F entries in the tables of forced rows,
//! which are at most R · A:
//!
//! | part | time |
//! |---|---|
//! | build, merge | R · A |
//! | sift | at most 10⁷ words, some 50 ms |
//! | probe | R · A, and R · S at most in classes where records are forced |
//! | raisings, for measures of the sizes of classes | R · A, and R · S at most where rows differ on one axis only |
//! | a fill of the bounds' tables, and the removal of steps | F · S + S² at most |
//! | cuts | at most S, each with a few fills |
//!
//! Memory: 8 · R · W bytes and a few more a row for each node. A dive holds one node for each depth, at most S, whose
//! rows shrink with the depth; an open box without a node takes A words.
//!
//! Boxes: no two have the same high corner, but for boxes of one policy that a sift leaves, so there are at most twice
//! as many as policies, besides those of the walks. That worst case is met where no bound closes anything.
//! ARCHITECTURE.md has measured numbers.
//!
//! # Invariants
//!
//! - The children of a node are disjoint. Each policy of its box is in a child, or is closed, or was offered as the
//!   incumbent.
//! - A child's high corner is below its parent's, or it is a box of one policy.
//! - A box is closed only if none of its policies comes before the incumbent in the order of loss, rank, then levels.
//!   So the policy found depends neither on the number of divers nor on the order of boxes.
//! - Costs are integers, rounded down: no bound is above a loss, on any platform.
//! - Interruption changes nothing: what is open can be stored as [`OpenBox`]es, and given to another search.
//!
//! # What it proves
//!
//! When no box is open, the incumbent is the valid policy of least loss, and the first of these in the order of ties;
//! without an incumbent no policy is valid. Before that, no valid policy has a loss below the least bound of the open
//! boxes, or below the loss of the incumbent if that is smaller; and none below the target of a round that has ended,
//! or below the loss of the incumbent if that is smaller.
//!
//! # Where it does not serve
//!
//! With more than 32 levels on an axis or 512 bits in a row, [`Exact::new`] gives nothing, and best-first serves under
//! the name of this algorithm. Then [`boxes`](super::Search::boxes) is `None`. The same holds where all cells of a
//! column may cost more than 2⁶², of more than 2⁵³ records, whose losses are told apart by sums of 128 bits, and of
//! too many records for a measure:
//!
//! | measure | most |
//! |---|---|
//! | discernibility, DM* | 2³⁰ records, as the sizes of classes are squared |
//! | all others | 2³² records, where of each distinct tuple no more than k are counted |
//!
//! A row of k records or more is in no class that is suppressed. Where only suppressed records are counted row by row,
//! it is as good as one of k records. What all records cost together is summed up before the search, from all of them.

mod axis;
mod bound;
mod cells;
mod coordinator;
mod cut;
mod diver;
mod heavy;
mod incumbent;
mod left;
mod lifts;
mod node;
mod objective;
mod open_box;
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
/// use kanon::study::FivePeople;
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
    /// The number of the dive of this search's own diver, while it is under way.
    dive: Option<u64>,
    /// The best policy, and its evaluation.
    evaluated: Option<(Policy, Evaluation)>,
}

impl Exact {
    /// The search at its start; `None` where the problem is too large for it: see the [module](self).
    pub fn new(problem: Arc<Problem>, start: Start) -> Option<Self> {
        let diver = Diver::new(Arc::clone(&problem))?;
        Some(Self { coordinator: Coordinator::new(problem.lattice(), start), diver, dive: None, evaluated: None })
    }

    /// The boxes that are still open, from which another search may go on.
    pub fn open(&self) -> Vec<OpenBox> {
        self.coordinator.open_with(self.dive, &self.left())
    }

    /// The open boxes of the dive that is under way.
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
    /// Goes on with the dive that is under way, and with further ones.
    fn dive(&mut self, monitor: &mut dyn Monitor) -> Status {
        loop {
            if self.dive.is_none() {
                let diver = &mut self.diver;
                let next = (self.coordinator).hand_out_telling(&mut |open| diver.note_closed(open));
                let Some((number, dive)) = next else {
                    // Boxes that are lent may come back as open ones.
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
