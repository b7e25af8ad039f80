//! A proof in progress, made by one prover or by several that share it.

use super::portion::{Portion, ProofBox, ProofTask, Proved};
use super::prover::Prover;
use super::subject::ProofSubject;
use super::tree::Certificate;
use crate::error::Result;
use crate::lattice::Policy;
use crate::monitor::Monitor;
use crate::search::{Problem, Status};
use std::sync::Arc;

/// A proof in progress: [`advance`](Self::advance) continues it, and it can be interrupted at any box.
///
/// Other provers may make parts of it: [`lend`](Self::lend) hands out waiting boxes, and [`absorb`](Self::absorb)
/// takes back the results. The tree does not depend on the number of provers.
///
/// # Example
/// ```
/// use kanon::lattice::Policy;
/// use kanon::loss::MeasureName;
/// use kanon::monitor::Unlimited;
/// use kanon::proof::Certify;
/// use kanon::people::FivePeople;
///
/// let problem = FivePeople::problem(MeasureName::Iyengar)?;
/// let mut certify = Certify::new(problem, &Policy::new([3, 0]))?;
/// certify.advance(&mut Unlimited);
/// let certificate = certify.finish().unwrap().unwrap();
/// assert_eq!(certificate.nodes, certificate.tree.len() as u64);
/// # Ok::<(), kanon::Error>(())
/// ```
pub struct Certify {
    own: Prover,
    /// The tree, in preorder.
    pieces: Vec<Piece>,
    n_lent: u64,
    better: Option<Policy>,
}

/// A piece of the tree.
enum Piece {
    /// A finished part.
    Made(Vec<u8>),
    /// The part of a box that nobody works on yet.
    Open(ProofBox),
    /// The part of a box lent under this number.
    Lent(u64, ProofBox),
    /// The part made here. The prover knows the rest of its box.
    Own,
}

impl Certify {
    /// The number of boxes that one of several provers looks at before it leaves some to the others: enough that the
    /// cost of starting a box does not matter, and few enough that no prover waits long.
    const BOXES: u64 = 1 << 12;

    /// A new proof that no valid policy of a problem comes before `claim`.
    ///
    /// # Errors
    /// As [`ProofSubject::new`].
    pub fn new(problem: Arc<Problem>, claim: &Policy) -> Result<Self> {
        let own = Prover::new(Arc::new(ProofSubject::new(problem, claim)?));
        Ok(Self { pieces: vec![Piece::Open(own.lattice())], own, n_lent: 0, better: None })
    }

    /// The claim, for provers that make parts of the proof.
    pub fn subject(&self) -> &Arc<ProofSubject> {
        self.own.subject()
    }

    /// Continues until the proof is done, the monitor interrupts it, or only lent boxes remain. The monitor is asked
    /// before every box.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        while !self.is_done() && self.begin_next() {
            if self.own.advance(monitor) == Status::Running {
                break;
            }
            self.end_own();
        }
        match self.is_done() {
            true => Status::Done,
            false => Status::Running,
        }
    }

    /// Lends the largest waiting box, with a number.
    pub fn lend(&mut self) -> Option<(u64, ProofTask)> {
        if self.is_done() {
            return None;
        }
        if self.largest().is_none() {
            self.own.leave_last();
            let behind = self.own.take_behind();
            if let Some(own) = self.position_of_own() {
                self.put_in(own + 1..own + 1, behind);
            }
        }
        let (place, open) = self.largest()?;
        let number = self.n_lent;
        self.n_lent += 1;
        self.pieces[place] = Piece::Lent(number, open.clone());
        let boxes = Self::BOXES;
        Some((number, ProofTask { open, boxes }))
    }

    /// Takes back the result for the box of this number.
    pub fn absorb(&mut self, number: u64, proved: Proved) {
        let is_it = |piece: &Piece| matches!(piece, Piece::Lent(own, _) if *own == number);
        if let Some(place) = self.pieces.iter().position(is_it) {
            self.replace(place, proved);
        }
    }

    /// The share of the lattice's policies that is closed.
    pub fn share(&self) -> f64 {
        let open = |piece: &Piece| match piece {
            Piece::Made(_) => 0.0,
            Piece::Open(open) | Piece::Lent(_, open) => open.size(),
            Piece::Own => self.own.open().map(|open| open.size()).sum(),
        };
        let open: f64 = self.pieces.iter().map(open).sum();
        (1.0 - open / self.own.lattice().size()).clamp(0.0, 1.0)
    }

    /// The number of nodes of the tree so far.
    pub fn nodes(&self) -> u64 {
        let made = self.pieces.iter().map(|piece| match piece {
            Piece::Made(tree) => tree.len() / self.own.tree().width(),
            _ => 0,
        });
        made.sum::<usize>() as u64 + self.own.tree().nodes()
    }

    /// How much less than the claimed policy a valid one may still lose: 0 if losses are exact.
    pub fn slack(&self) -> f64 {
        self.own.subject().order.slack
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        let is_made = |piece: &Piece| matches!(piece, Piece::Made(_));
        self.better.is_some() || self.pieces.iter().all(is_made)
    }

    /// A valid policy that comes before the claimed one, if one was found.
    pub fn better(&self) -> Option<&Policy> {
        self.better.as_ref()
    }

    /// The certificate, or a valid policy that comes before the claimed one; `None` while there is more to do.
    pub fn finish(self) -> Option<std::result::Result<Certificate, Policy>> {
        if !self.is_done() {
            return None;
        }
        let nodes = self.nodes();
        if let Some(better) = self.better {
            return Some(Err(better));
        }
        let mut tree = Vec::new();
        for piece in self.pieces {
            if let Piece::Made(mut made) = piece {
                tree.append(&mut made);
            }
        }
        let subject = self.own.subject();
        Some(Ok(Certificate {
            policy: subject.claim.clone(),
            suppressed: subject.order.suppressed,
            loss: subject.order.claimed(),
            nodes,
            tree,
        }))
    }

    /// Begins with the next box, unless a box was begun. Returns whether there is one.
    fn begin_next(&mut self) -> bool {
        if self.position_of_own().is_none() {
            let Some((place, open)) = self.largest() else {
                return false;
            };
            // The last part is lent only on request.
            let boxes = u64::MAX;
            self.own.begin(&ProofTask { open, boxes });
            self.pieces[place] = Piece::Own;
        }
        true
    }

    fn end_own(&mut self) {
        let proved = self.own.finish();
        if let Some(own) = self.position_of_own() {
            self.replace(own, proved);
        }
    }

    fn position_of_own(&self) -> Option<usize> {
        let is_own = |piece: &Piece| matches!(piece, Piece::Own);
        self.pieces.iter().position(is_own)
    }

    /// The largest waiting box and its place; the first of equal ones.
    fn largest(&self) -> Option<(usize, ProofBox)> {
        let mut largest: Option<(usize, &ProofBox)> = None;
        for (place, piece) in self.pieces.iter().enumerate() {
            if let Piece::Open(open) = piece
                && largest.is_none_or(|(_, best)| best.size() < open.size())
            {
                largest = Some((place, open));
            }
        }
        largest.map(|(place, open)| (place, open.clone()))
    }

    fn replace(&mut self, place: usize, proved: Proved) {
        self.put_in(place..place + 1, proved.portions);
        if let Some(better) = proved.better {
            self.better = Some(Policy::new(better));
        }
    }

    fn put_in(&mut self, range: std::ops::Range<usize>, portions: Vec<Portion>) {
        let pieces = portions.into_iter().map(|portion| match portion {
            Portion::Tree(tree) => Piece::Made(tree),
            Portion::Open(open) => Piece::Open(open),
        });
        self.pieces.splice(range, pieces);
    }
}
