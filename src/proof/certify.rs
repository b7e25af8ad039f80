//! A proof in the making, by one who makes it or several who share it.

use super::portion::{Portion, ProofBox, ProofTask, Proved};
use super::prover::Prover;
use super::subject::ProofSubject;
use super::tree::Certificate;
use crate::error::Result;
use crate::lattice::Policy;
use crate::monitor::Monitor;
use crate::search::{Problem, Status};
use std::sync::Arc;

/// A proof in the making: [`advance`](Self::advance) goes on with it, and it can be interrupted at any box.
///
/// Others may make parts of it: [`lend`](Self::lend) gives the boxes out that wait, and [`absorb`](Self::absorb) takes
/// back what has become of them. The tree is the same however many there are.
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
    own: Prover,
    /// The tree, in preorder.
    pieces: Vec<Piece>,
    n_lent: u64,
    better: Option<Policy>,
}

/// A piece of the tree.
enum Piece {
    /// It is made.
    Made(Vec<u8>),
    /// The part of a box that nobody makes yet.
    Open(ProofBox),
    /// The part of a box that was lent under this number.
    Lent(u64, ProofBox),
    /// The part that is made here; what is left of its box, the prover knows.
    Own,
}

impl Certify {
    /// Boxes that one of several looks at before it leaves something to the others: enough that the cost of beginning
    /// with a box does not matter, and few enough that nobody has to wait for long.
    const BOXES: u64 = 1 << 12;

    /// The proof that no valid policy of a problem comes before this one, at its start.
    ///
    /// # Errors
    /// Those of [`ProofSubject::new`].
    pub fn new(problem: Arc<Problem>, claim: &Policy) -> Result<Self> {
        let own = Prover::new(Arc::new(ProofSubject::new(problem, claim)?));
        Ok(Self { pieces: vec![Piece::Open(own.lattice())], own, n_lent: 0, better: None })
    }

    /// What the proof is about, for those who make parts of it.
    pub fn subject(&self) -> &Arc<ProofSubject> {
        self.own.subject()
    }

    /// Goes on until the proof is done, or the monitor, asked before every box, interrupts; or until there is nothing
    /// to do but wait for what is lent.
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

    /// Lends a box, with a number: the largest that waits.
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

    /// Takes back the box of this number, and what has become of it.
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

    /// Nodes of the tree so far.
    pub fn nodes(&self) -> u64 {
        let made = self.pieces.iter().map(|piece| match piece {
            Piece::Made(tree) => tree.len() / self.own.tree().width(),
            _ => 0,
        });
        made.sum::<usize>() as u64 + self.own.tree().nodes()
    }

    /// By how much a valid policy may lose less than the claimed one all the same: 0, where losses are exact.
    pub fn slack(&self) -> f64 {
        self.own.subject().order.slack
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        let is_made = |piece: &Piece| matches!(piece, Piece::Made(_));
        self.better.is_some() || self.pieces.iter().all(is_made)
    }

    /// A valid policy that comes before the claimed one, where one was found.
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

    /// Begins with the next box, unless one was begun. Returns whether there is one.
    fn begin_next(&mut self) -> bool {
        if self.position_of_own().is_none() {
            let Some((place, open)) = self.largest() else {
                return false;
            };
            // What comes last is lent where somebody asks for it.
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

    /// The largest box that waits, and its place; of equal ones the first.
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
