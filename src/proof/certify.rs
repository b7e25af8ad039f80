//! The tree of a proof, made from the answer alone.

use super::axes::{ProofAxes, Step};
use super::lowest::LowestClasses;
use super::order::{Known, Order};
use super::place::{Counting, Lowering, Place};
use super::tree::{Certificate, Tree};
use crate::error::{ProofError, Result};
use crate::lattice::Policy;
use crate::monitor::Monitor;
use crate::search::{Problem, Status};
use std::rc::Rc;
use std::sync::Arc;

/// A proof in the making: [`advance`](Self::advance) goes on with it, and it can be interrupted at any box.
///
/// # Example
/// ```
/// use kanon::lattice::Policy;
/// use kanon::loss::MeasureName;
/// use kanon::monitor::Unlimited;
/// use kanon::proof::Certify;
/// use kanon::study::FivePeople;
///
/// let problem = FivePeople::problem(MeasureName::Iyengar)?;
/// let mut certify = Certify::new(problem, &Policy::new([3, 0]))?;
/// certify.advance(&mut Unlimited);
/// let certificate = certify.finish().unwrap().unwrap();
/// assert_eq!(certificate.nodes, certificate.tree.len() as u64);
/// # Ok::<(), kanon::Error>(())
/// ```
pub struct Certify {
    problem: Arc<Problem>,
    claim: Policy,
    order: Order,
    axes: ProofAxes,
    counting: Counting,
    lowest: LowestClasses,
    tree: Tree,
    waiting: Vec<Waiting>,
    closed: f64,
    refuted: Option<Policy>,
}

/// A box that is not yet looked at.
struct Waiting {
    lo: Vec<Step>,
    /// Its highest policy, or that with one axis raised.
    place: Rc<Place>,
    part: Part,
    /// The share of the lattice.
    share: f64,
}

/// How a box lies in the one that it is a part of.
enum Part {
    /// With the same highest policy.
    Upper,
    /// With one axis lowered.
    Lower(Lowering),
    /// With axes lowered one after the other, by cuts whose upper parts are closed as they are.
    Free(Vec<Lowering>),
    /// It is closed as it is.
    Closed,
}

impl Certify {
    /// The proof that no valid policy of a problem comes before this one, at its start.
    ///
    /// Time and memory in the distinct tuples of the table and the levels of its columns.
    ///
    /// # Errors
    /// Conditions on sensitive columns, a policy that the problem does not allow or that is not valid, and a table of
    /// too many records.
    pub fn new(problem: Arc<Problem>, claim: &Policy) -> Result<Self> {
        let (records, limit) = (problem.records(), u64::from(u32::MAX) - 2);
        if records > limit {
            return Err(ProofError::TooManyRecords { records, limit }.into());
        }
        let order = Order::new(Arc::clone(&problem), claim)?;
        let axes = ProofAxes::new(&problem, &order);
        let lo = vec![0; axes.axes.len()];
        let waiting = vec![Waiting {
            place: Place::top((&axes, problem.k())),
            lo,
            part: Part::Upper,
            share: 1.0,
        }];
        Ok(Self {
            problem,
            claim: claim.clone(),
            order,
            tree: Tree::new(axes.n_cuts),
            axes,
            counting: Counting::default(),
            lowest: LowestClasses::default(),
            waiting,
            closed: 0.0,
            refuted: None,
        })
    }

    /// Goes on until the proof is done, or the monitor, asked before every box, interrupts.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        while !self.waiting.is_empty() {
            if monitor.interrupted() {
                return Status::Running;
            }
            if let Some(next) = self.waiting.pop() {
                self.look(next);
            }
        }
        Status::Done
    }

    /// The share of the lattice's policies that is closed.
    pub fn share(&self) -> f64 {
        self.closed.min(1.0)
    }

    /// Nodes of the tree so far.
    pub fn nodes(&self) -> u64 {
        self.tree.nodes()
    }

    /// By how much a valid policy may lose less than the claimed one all the same: 0, where losses are exact.
    pub fn slack(&self) -> f64 {
        self.order.slack
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        self.waiting.is_empty()
    }

    /// A valid policy that comes before the claimed one, where one was found.
    pub fn better(&self) -> Option<&Policy> {
        self.refuted.as_ref()
    }

    /// The certificate, or a valid policy that comes before the claimed one; `None` while there is more to do.
    pub fn finish(self) -> Option<std::result::Result<Certificate, Policy>> {
        match self.refuted {
            Some(better) => Some(Err(better)),
            None if self.waiting.is_empty() => Some(Ok(Certificate {
                policy: self.claim,
                suppressed: self.order.suppressed,
                loss: self.order.claimed(),
                nodes: self.tree.nodes(),
                tree: self.tree.into_bytes(),
            })),
            None => None,
        }
    }

    fn look(&mut self, next: Waiting) {
        let Waiting {
            lo,
            place,
            mut share,
            part,
        } = next;
        let place = match part {
            Part::Closed => return self.close(share),
            Part::Upper if self.is_closed(&lo, &place) => return self.close(share),
            Part::Upper => place,
            Part::Lower(cut) => match self.lower(&lo, &place, &[cut]).1 {
                Some(lower) => lower,
                None => return self.close(share),
            },
            Part::Free(cuts) => {
                let (lowered, lower) = self.lower(&lo, &place, &cuts);
                let mut uppers = Vec::new();
                for &cut in &cuts[..lowered] {
                    self.push_cut(cut);
                    let below = below(&lo, &place.hi, cut);
                    uppers.push(Waiting {
                        lo: Vec::new(),
                        place: Rc::clone(&place),
                        part: Part::Closed,
                        share: share * (1.0 - below),
                    });
                    share *= below;
                }
                self.waiting.append(&mut uppers);
                match lower {
                    Some(lower) => lower,
                    None => return self.close(share),
                }
            }
        };
        let free = self.free_cuts(&lo, &place);
        if !free.is_empty() {
            return self.waiting.push(Waiting {
                lo,
                place,
                part: Part::Free(free),
                share,
            });
        }
        let Some(cut) = self.widest_cut(&lo, &place.hi) else {
            self.refuted = Some(self.axes.policy(&lo));
            self.waiting.clear();
            return;
        };
        self.push_cut(cut);
        let below = below(&lo, &place.hi, cut);
        let mut raised = lo.clone();
        raised[cut.axis] = cut.to + 1;
        self.waiting.push(Waiting {
            lo: raised,
            place: Rc::clone(&place),
            part: Part::Upper,
            share: share * (1.0 - below),
        });
        self.waiting.push(Waiting {
            lo,
            place,
            part: Part::Lower(cut),
            share: share * below,
        });
    }

    fn push_cut(&mut self, cut: Lowering) {
        self.tree
            .push_cut(self.axes.axes[cut.axis].first_cut + cut.to);
    }

    fn close(&mut self, share: f64) {
        self.tree.push_leaf();
        self.closed += share;
    }

    /// Lowers axes of a place one after the other, until the leaf rule closes the box from `lo` on.
    fn lower(
        &mut self,
        lo: &[Step],
        place: &Rc<Place>,
        cuts: &[Lowering],
    ) -> (usize, Option<Rc<Place>>) {
        let totals = self.totals(lo);
        let mut hi = place.hi.clone();
        cuts.iter().for_each(|cut| hi[cut.axis] = cut.to);
        let mut goal = (self.order).goal(self.axes.levels(lo), totals, hi == lo);
        let table = (&self.axes, self.problem.k());
        self.counting.lower(table, place, cuts, lo, &mut goal)
    }

    /// What the leaf rule adds up over all records at the lowest policy of a box.
    fn totals(&mut self, lo: &[Step]) -> Vec<u64> {
        match self.order.counts_sizes() {
            true => (self.lowest).totals(&self.axes, self.problem.k().get(), lo),
            false => self.axes.totals(lo),
        }
    }

    /// Whether the leaf rule closes the box from `lo` to a place.
    fn is_closed(&mut self, lo: &[Step], place: &Place) -> bool {
        let highest = &place.price;
        if highest.suppressed > self.problem.limit() {
            return true;
        }
        let totals = self.totals(lo);
        self.order.decides(&totals, highest).unwrap_or_else(|| {
            self.order.closes(Known {
                lo: &self.axes.levels(lo),
                totals: &totals,
                highest,
                is_single: lo == place.hi,
            })
        })
    }

    /// Where a box can be cut so that the upper parts are closed as they are: on each axis as low as may be.
    /// None where that takes the classes of each part's lowest policy.
    fn free_cuts(&mut self, lo: &[Step], place: &Place) -> Vec<Lowering> {
        let hi = &place.hi;
        let mut raised = lo.to_vec();
        let mut cuts = Vec::new();
        if self.order.counts_sizes() {
            return cuts;
        }
        for axis in 0..lo.len() {
            let mut is_closed_from = |step: &Step| {
                raised[axis] = *step;
                self.is_closed(&raised, place)
            };
            if lo[axis] < hi[axis]
                && is_closed_from(&hi[axis])
                && let Some(step) = (lo[axis] + 1..=hi[axis]).find(&mut is_closed_from)
            {
                cuts.push(Lowering { axis, to: step - 1 });
            }
            raised[axis] = lo[axis];
        }
        cuts
    }

    /// Below the highest step of the axis whose highest step costs most beside its lowest; `None` for a single policy.
    fn widest_cut(&self, lo: &[Step], hi: &[Step]) -> Option<Lowering> {
        let span = |axis: usize| {
            let spans = &self.axes.axes[axis].spans;
            spans[hi[axis]] - spans[lo[axis]]
        };
        let free = (0..lo.len()).filter(|&axis| lo[axis] < hi[axis]);
        let widest = free.reduce(|best, axis| match span(axis) > span(best) {
            true => axis,
            false => best,
        })?;
        Some(Lowering {
            axis: widest,
            to: hi[widest] - 1,
        })
    }
}

/// The share of a box that lies below a cut.
fn below(lo: &[Step], hi: &[Step], cut: Lowering) -> f64 {
    (cut.to + 1 - lo[cut.axis]) as f64 / (hi[cut.axis] + 1 - lo[cut.axis]) as f64
}
