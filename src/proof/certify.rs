//! The tree of a proof, made from the answer alone.

use super::axes::{ProofAxes, Step};
use super::node::{Lowering, Node, Scratch};
use super::order::Order;
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
    scratch: Scratch,
    tree: Tree,
    waiting: Vec<Waiting>,
    closed: f64,
    refuted: Option<Policy>,
}

/// A box that is not yet looked at.
struct Waiting {
    lo: Vec<Step>,
    /// The rows of its highest policy, or of that with one axis raised.
    node: Rc<Node>,
    lowering: Option<Lowering>,
    /// The share of the lattice.
    share: f64,
}

impl Certify {
    /// The proof that no valid policy of a problem comes before this one, at its start.
    ///
    /// Time and memory in the distinct tuples of the table and the levels of its columns.
    ///
    /// # Errors
    /// A measure for which no rule is proven, a policy that the problem does not allow or that is not valid, and a
    /// table of too many records.
    pub fn new(problem: Arc<Problem>, claim: &Policy) -> Result<Self> {
        let (records, limit) = (problem.records(), u64::from(u32::MAX) - 2);
        if records > limit {
            return Err(ProofError::TooManyRecords { records, limit }.into());
        }
        let order = Order::new(Arc::clone(&problem), claim)?;
        let axes = ProofAxes::new(&problem, &order);
        let node = Node::top(&axes, problem.k());
        let waiting = vec![Waiting {
            lo: vec![0; axes.axes.len()],
            node: Rc::new(node),
            lowering: None,
            share: 1.0,
        }];
        Ok(Self {
            problem,
            claim: claim.clone(),
            order,
            tree: Tree::new(axes.n_cuts),
            axes,
            scratch: Scratch::default(),
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

    fn look(&mut self, mut next: Waiting) {
        if let Some(lowering) = next.lowering.take() {
            if self.is_closed_below(&next, lowering) {
                return self.close(next.share);
            }
            let k = self.problem.k();
            let scratch = &mut self.scratch;
            next.node = Rc::new((next.node).lowered(&self.axes, k, lowering, &next.lo, scratch));
        }
        if self.is_closed(&next.lo, &next.node) {
            return self.close(next.share);
        }
        let Some(cut) = self.cut(&next.lo, &next.node) else {
            self.refuted = Some(self.axes.policy(&next.lo));
            self.waiting.clear();
            return;
        };
        self.tree
            .push_cut(self.axes.axes[cut.axis].first_cut + cut.to);
        let (low, high) = (next.lo[cut.axis], next.node.hi[cut.axis]);
        let below = (cut.to + 1 - low) as f64 / (high + 1 - low) as f64;
        let mut raised = next.lo.clone();
        raised[cut.axis] = cut.to + 1;
        self.waiting.push(Waiting {
            lo: raised,
            node: Rc::clone(&next.node),
            lowering: None,
            share: next.share * (1.0 - below),
        });
        self.waiting.push(Waiting {
            lowering: Some(cut),
            share: next.share * below,
            ..next
        });
    }

    fn close(&mut self, share: f64) {
        self.tree.push_leaf();
        self.closed += share;
    }

    /// Whether the leaf rule closes the box below a lowering of a node's policy.
    fn is_closed_below(&mut self, next: &Waiting, lowering: Lowering) -> bool {
        let mut totals = vec![0; self.axes.most.len()];
        self.axes.add_totals(&next.lo, &mut totals);
        let levels = self.axes.levels(&next.lo);
        let mut sums = totals.clone();
        let (order, limit) = (&self.order, self.problem.limit());
        let mut enough = |suppressed: u64, price: &[u64]| {
            if suppressed > limit {
                return true;
            }
            for ((sum, total), price) in sums.iter_mut().zip(&totals).zip(price) {
                *sum = total + price;
            }
            order.closes(&levels, &sums)
        };
        let (axes, k) = (&self.axes, self.problem.k());
        (next.node).lower(axes, k, lowering, &mut self.scratch, &mut enough)
    }

    /// Whether the leaf rule closes the box from `lo` to a node's policy.
    fn is_closed(&self, lo: &[Step], node: &Node) -> bool {
        if node.suppressed > self.problem.limit() {
            return true;
        }
        let mut sums = node.price.clone();
        self.axes.add_totals(lo, &mut sums);
        self.order.closes(&self.axes.levels(lo), &sums)
    }

    /// Where a box is cut in two; `None` for a single policy.
    ///
    /// The first cut whose upper part is closed as it is, as low as may be; otherwise the axis whose highest step costs
    /// most beside its lowest, below that step.
    fn cut(&self, lo: &[Step], node: &Node) -> Option<Lowering> {
        let free = || (0..lo.len()).filter(|&axis| lo[axis] < node.hi[axis]);
        for axis in free() {
            let is_closed_from = |step: &Step| {
                let mut raised = lo.to_vec();
                raised[axis] = *step;
                self.is_closed(&raised, node)
            };
            if is_closed_from(&node.hi[axis])
                && let Some(step) = (lo[axis] + 1..=node.hi[axis]).find(is_closed_from)
            {
                return Some(Lowering { axis, to: step - 1 });
            }
        }
        let span = |axis: usize| {
            let spans = &self.axes.axes[axis].spans;
            spans[node.hi[axis]] - spans[lo[axis]]
        };
        let widest = free().reduce(|best, axis| match span(axis) > span(best) {
            true => axis,
            false => best,
        })?;
        Some(Lowering {
            axis: widest,
            to: node.hi[widest] - 1,
        })
    }
}
