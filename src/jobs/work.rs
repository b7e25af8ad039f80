//! Work that takes turns.

use crate::audit::{CellsAlone, Reproof, Reproving};
use crate::error::Result;
use crate::frontier;
use crate::monitor::Monitor;
use crate::proof::Certify;
use crate::release::review::Review;
use crate::run::{FullDomainRun, Run, RunStatus, Suppressed, Suppressing, Sweep, UniqueQuestions};
use crate::search::Status;
use crate::table::EncodedStudy;
use crate::uniques::UniquesSearch;

/// A turn: how long work may go on, by its host's clock.
pub struct Turn<'a> {
    milliseconds: f64,
    start: f64,
    now: &'a mut dyn FnMut() -> f64,
}

impl<'a> Turn<'a> {
    /// A turn of about `milliseconds` that begins now. `now` reads the host's clock in milliseconds.
    pub fn new(milliseconds: f64, now: &'a mut dyn FnMut() -> f64) -> Self {
        Self { milliseconds, start: now(), now }
    }

    /// The milliseconds that it has taken so far.
    pub fn taken(&mut self) -> f64 {
        (self.now)() - self.start
    }
}

impl Monitor for Turn<'_> {
    fn interrupted(&mut self) -> bool {
        self.taken() >= self.milliseconds
    }
}

/// Work that a host drives turn by turn.
pub trait Work {
    /// Continues until the turn ends. Returns whether the work is over: done, or its own budget is used up.
    ///
    /// # Errors
    /// What keeps it from being done.
    fn turn(&mut self, turn: &mut Turn) -> Result<bool>;

    /// The share that is done, 0 to 1, if it is known.
    fn share(&self) -> Option<f64>;

    /// Continues to the end, without a clock.
    ///
    /// # Errors
    /// As [`turn`](Self::turn).
    fn complete(&mut self) -> Result<()> {
        self.turn(&mut Turn::new(f64::INFINITY, &mut || 0.0)).map(drop)
    }
}

impl Work for Run {
    fn turn(&mut self, turn: &mut Turn) -> Result<bool> {
        Ok(self.advance(turn.milliseconds, turn.now) != RunStatus::Running)
    }

    /// The share of the lattice that is closed, or the share of the best loss that is proven, whichever is less. The
    /// large boxes are closed first, and the last ones raise the bound.
    fn share(&self) -> Option<f64> {
        let closed = self.boxes()?.closed;
        let progress = self.progress();
        let proven = progress.best.map(|best| best.loss).filter(|&loss| loss > 0.0);
        Some(proven.map_or(closed, |loss| closed.min(progress.bound / loss)))
    }
}

impl Work for Sweep {
    fn turn(&mut self, turn: &mut Turn) -> Result<bool> {
        Ok(self.advance(turn.milliseconds, turn.now) != RunStatus::Running)
    }

    fn share(&self) -> Option<f64> {
        Some(self.points().len() as f64 / self.n_points() as f64)
    }
}

impl Work for frontier::Run {
    fn turn(&mut self, turn: &mut Turn) -> Result<bool> {
        Ok(self.advance(turn) == Status::Done)
    }

    fn share(&self) -> Option<f64> {
        Some(Self::share(self))
    }
}

impl Work for FullDomainRun {
    fn turn(&mut self, turn: &mut Turn) -> Result<bool> {
        Ok(self.advance(turn.milliseconds, turn.now)? != RunStatus::Running)
    }

    /// Unknown: its steps depend on the policies that it finds.
    fn share(&self) -> Option<f64> {
        None
    }
}

impl Work for Certify {
    fn turn(&mut self, turn: &mut Turn) -> Result<bool> {
        Ok(self.advance(turn) == Status::Done)
    }

    fn share(&self) -> Option<f64> {
        Some(Self::share(self))
    }
}

impl Work for Reproof {
    fn turn(&mut self, turn: &mut Turn) -> Result<bool> {
        Ok(self.advance(turn.milliseconds, turn.now) != RunStatus::Running)
    }

    fn share(&self) -> Option<f64> {
        match self.progress() {
            Reproving::Search(..) => None,
            Reproving::Proof { share, .. } => Some(share),
        }
    }
}

impl Work for UniquesSearch {
    fn turn(&mut self, turn: &mut Turn) -> Result<bool> {
        Ok(self.advance(turn))
    }

    fn share(&self) -> Option<f64> {
        Some(Self::share(self))
    }
}

impl Work for Review {
    fn turn(&mut self, turn: &mut Turn) -> Result<bool> {
        Ok(self.advance(turn))
    }

    fn share(&self) -> Option<f64> {
        Some(Self::share(self))
    }
}

impl Work for CellsAlone {
    fn turn(&mut self, turn: &mut Turn) -> Result<bool> {
        Ok(self.advance(turn))
    }

    fn share(&self) -> Option<f64> {
        Some(Self::share(self))
    }
}

/// The suppression of cells.
pub struct SuppressJob {
    /// The search for the cells.
    pub search: Suppressing,
    suppressed: Option<Suppressed>,
}

impl SuppressJob {
    /// The suppression that the settings ask for; `None` if they ask for none.
    ///
    /// # Errors
    /// As [`Suppressing::new`].
    pub fn new(prepared: &EncodedStudy, questions: &UniqueQuestions) -> Result<Option<Self>> {
        Ok(Suppressing::new(prepared, questions)?.map(|search| Self { search, suppressed: None }))
    }

    /// The cells, once it is done.
    pub fn finish(self) -> Option<Suppressed> {
        self.suppressed
    }
}

impl Work for SuppressJob {
    fn turn(&mut self, turn: &mut Turn) -> Result<bool> {
        if self.suppressed.is_none() {
            self.suppressed = self.search.advance(turn)?;
        }
        Ok(self.suppressed.is_some())
    }

    fn share(&self) -> Option<f64> {
        Some(self.search.share())
    }
}
