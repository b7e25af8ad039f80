//! Work that lends parts of itself to helpers.

use super::work::Work;
use crate::audit::Reproof;
use crate::monitor::Monitor;
use crate::proof::{Certify, ProofTask, Proved, Prover};
use crate::run::Run;
use crate::search::Status;
use crate::search::exact::{Dive, DiveResult, Diver};
use std::sync::Arc;

/// Does one part of some work after another.
pub trait Helper {
    /// A part.
    type Part: Send + 'static;
    /// Its result.
    type Found: Send + 'static;

    /// Begins with a part.
    fn begin(&mut self, part: Self::Part);

    /// Continues until the part is done, or the monitor interrupts.
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status;

    /// Ends the work on the part, and returns the result, with what is still open.
    fn finish(&mut self) -> Self::Found;
}

/// A part of the work of helpers of this kind.
pub type Part<Of> = <<Of as Lend>::Helper as Helper>::Part;

/// The result of such a part.
pub type Found<Of> = <<Of as Lend>::Helper as Helper>::Found;

/// Work that can be lent in parts.
pub trait Lend: Work {
    /// The kind of its helpers.
    type Helper: Helper;

    /// Makes a helper, in a thread of its own; `None` if nothing is ever lent.
    fn helper(&mut self) -> Option<impl FnOnce() -> Self::Helper + Send + 'static>;

    /// Lends a part, with its number; `None` while there is none to spare.
    fn lend(&mut self) -> Option<(u64, Part<Self>)>;

    /// Takes back the result of the part with this number.
    fn absorb(&mut self, number: u64, found: Found<Self>);

    /// The result of a part that nobody worked on: it is as open as when it was lent.
    fn untouched(part: Part<Self>) -> Found<Self>;

    /// Adds milliseconds of waiting for helpers.
    fn waited(&mut self, _milliseconds: f64) {}
}

impl Helper for Diver {
    type Part = Dive;
    type Found = DiveResult;

    fn begin(&mut self, part: Dive) {
        self.begin(part);
    }

    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        self.advance(monitor)
    }

    fn finish(&mut self) -> DiveResult {
        self.finish()
    }
}

impl Helper for Prover {
    type Part = ProofTask;
    type Found = Proved;

    fn begin(&mut self, part: ProofTask) {
        self.begin(&part);
    }

    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        self.advance(monitor)
    }

    fn finish(&mut self) -> Proved {
        self.finish()
    }
}

impl Lend for Run {
    type Helper = Diver;

    fn helper(&mut self) -> Option<impl FnOnce() -> Diver + Send + 'static> {
        self.diver().map(|diver| || diver)
    }

    fn lend(&mut self) -> Option<(u64, Dive)> {
        self.lend()
    }

    fn absorb(&mut self, number: u64, found: DiveResult) {
        self.absorb(number, found);
    }

    fn untouched(part: Dive) -> DiveResult {
        DiveResult { open: vec![part.open], ..DiveResult::default() }
    }

    fn waited(&mut self, milliseconds: f64) {
        self.waited(milliseconds);
    }
}

impl Lend for Certify {
    type Helper = Prover;

    fn helper(&mut self) -> Option<impl FnOnce() -> Prover + Send + 'static> {
        let subject = Arc::clone(self.subject());
        Some(|| Prover::new(subject))
    }

    fn lend(&mut self) -> Option<(u64, ProofTask)> {
        self.lend()
    }

    fn absorb(&mut self, number: u64, found: Proved) {
        self.absorb(number, found);
    }

    fn untouched(part: ProofTask) -> Proved {
        part.untouched()
    }
}

/// Only a proof of boxes is lent.
impl Lend for Reproof {
    type Helper = Prover;

    fn helper(&mut self) -> Option<impl FnOnce() -> Prover + Send + 'static> {
        self.certify().and_then(Lend::helper)
    }

    fn lend(&mut self) -> Option<(u64, ProofTask)> {
        self.certify()?.lend()
    }

    fn absorb(&mut self, number: u64, found: Proved) {
        if let Some(certify) = self.certify() {
            certify.absorb(number, found);
        }
    }

    fn untouched(part: ProofTask) -> Proved {
        part.untouched()
    }
}
