//! A suppression of cells from its start to its four counts.

use super::questions::UniqueQuestions;
use super::settings::Suppress;
use crate::data::Table;
use crate::error::Result;
use crate::local::{CellWeights, PerRecord, Readings, Strict, Suppression, TakenFor, UnsafeAfter, Wildcard};
use crate::monitor::Monitor;
use crate::study::Prepared;
use crate::uniques::Tuples;
use std::sync::Arc;

/// The suppression of cells under way; resumable.
#[derive(Debug)]
pub struct Suppressing {
    table: Arc<Table>,
    tuples: Arc<Tuples>,
    weights: CellWeights,
    suppress: Suppress,
    k: u64,
    can_split: bool,
    phase: Phase,
    /// What each record's least adds up to, and whether that is proven.
    least: Option<(u64, bool)>,
    /// Cost and bound of a suppression of all records together.
    together: Option<(u64, u64)>,
    /// Suppressions that the wildcard one begins with.
    starts: Vec<Suppression>,
    /// Steps of the search, the number of them after which it is to end where it is, and that after which it did.
    steps: u64,
    most: Option<u64>,
    ended_after: Option<u64>,
}

#[derive(Debug)]
enum Phase {
    PerRecord(PerRecord),
    Strict(Box<Strict>),
    Wildcard(Box<Wildcard>),
    Readings(Readings, Suppression),
    Done,
}

/// What is suppressed, and what is proven of it.
#[derive(Debug, Clone)]
pub struct Suppressed {
    /// The cells.
    pub suppression: Suppression,
    /// Suppressed cells of each quasi-identifier that had a value.
    pub cells: Vec<u64>,
    /// What they cost.
    pub cost: f64,
    /// What any suppression of this kind costs at least.
    pub bound: f64,
    /// The cells that any suppression of this kind has at least.
    pub bound_cells: u64,
    /// Whether it is proven that none costs less.
    pub proven: bool,
    /// After how many steps the search was ended; `None` where it came to its own end.
    pub ended_after: Option<u64>,
    /// Records that are still unsafe.
    pub unsafe_after: UnsafeAfter,
    /// For how many they may be taken.
    pub taken_for: TakenFor,
}

impl Suppressing {
    /// The suppression that questions about a prepared table ask for, at its start; `None` where they ask for none.
    ///
    /// # Errors
    /// k below 2.
    pub fn new(prepared: &Prepared, questions: &UniqueQuestions) -> Result<Option<Self>> {
        if questions.settings.suppress == Suppress::None {
            return Ok(None);
        }
        let table = Arc::clone(prepared.table());
        let tuples = Arc::clone(questions.tuples());
        let weights = questions.weights().clone();
        let k = questions.settings.k;
        let search = PerRecord::new(Arc::clone(&tuples), weights.clone(), k)?;
        Ok(Some(Self {
            can_split: table.weights.is_none(),
            table,
            tuples,
            weights,
            suppress: questions.settings.suppress,
            k,
            phase: Phase::PerRecord(search),
            least: None,
            together: None,
            starts: Vec::new(),
            steps: 0,
            most: questions.settings.end_after_steps,
            ended_after: None,
        }))
    }

    /// The same, to be ended after so many steps in place of those of the settings, where there is a suppression by
    /// then: whoever has the number after which another one was ended finds the same cells.
    #[must_use]
    pub fn ending_after(self, steps: Option<u64>) -> Self {
        Self { most: steps, ..self }
    }

    /// Ends the search with the cheapest suppression so far, so that only the four counts are left to do. Returns
    /// whether nothing else is left.
    pub fn end(&mut self) -> bool {
        if self.can_end() {
            self.most = Some(self.steps);
            return true;
        }
        matches!(self.phase, Phase::Readings(..))
    }

    /// Whether there is a suppression with which the search could end.
    pub fn can_end(&self) -> bool {
        match &self.phase {
            // Each record's own cells are a wildcard suppression.
            Phase::Strict(search) => self.suppress == Suppress::Wildcard || search.has_any(),
            Phase::Wildcard(_) => true,
            Phase::PerRecord(_) | Phase::Readings(..) | Phase::Done => false,
        }
    }

    /// Goes on until it is done, and then gives the result once, or until the monitor interrupts.
    ///
    /// # Errors
    /// None but those of grouping records.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> Result<Option<Suppressed>> {
        loop {
            if self.is_over() {
                self.most = None;
                if let Some(suppression) = self.so_far() {
                    self.ended_after = Some(self.steps);
                    self.phase = self.read(suppression)?;
                }
            }
            let searched = &mut Counted { monitor, steps: &mut self.steps, most: self.most };
            let is_done = match &mut self.phase {
                Phase::PerRecord(search) => search.advance(searched),
                Phase::Strict(search) => search.advance(searched),
                Phase::Wildcard(search) => search.advance(searched),
                Phase::Readings(readings, _) => readings.advance(monitor),
                Phase::Done => false,
            };
            if !is_done && self.is_over() {
                continue;
            }
            if !is_done {
                return Ok(None);
            }
            let next = match &self.phase {
                Phase::PerRecord(search) => {
                    let suppression = Suppression::of_tuples(&self.tuples, search.kept());
                    let cost = suppression.cost(&self.tuples, &self.weights, &|row| self.table.weight(row));
                    self.least = Some((cost, search.is_proven()));
                    // Proven, it costs no more than any strict suppression.
                    let proven = search.is_proven();
                    match self.suppress {
                        Suppress::Wildcard if proven => {
                            self.starts.push(suppression);
                            self.wildcard()?
                        }
                        Suppress::Wildcard | Suppress::Strict => {
                            let tuples = Arc::clone(&self.tuples);
                            let weights = self.weights.clone();
                            let strict = Strict::new(tuples, weights, self.k, search.kept(), self.can_split);
                            self.starts.push(suppression);
                            Phase::Strict(Box::new(strict))
                        }
                        Suppress::None | Suppress::PerRecord => self.read(suppression)?,
                    }
                }
                Phase::Strict(search) => {
                    let suppression = search.suppression();
                    if self.suppress == Suppress::Wildcard {
                        self.starts.push(suppression);
                        self.wildcard()?
                    } else {
                        self.together = Some((search.cost(), search.bound()));
                        self.read(suppression)?
                    }
                }
                Phase::Wildcard(search) => {
                    self.together = Some((search.cost(), search.bound()));
                    let suppression = search.suppression();
                    self.read(suppression)?
                }
                Phase::Readings(readings, suppression) => {
                    let found = (readings.found(), readings.taken_for().clone());
                    let suppression = suppression.clone();
                    self.phase = Phase::Done;
                    return Ok(Some(self.result(suppression, found)));
                }
                Phase::Done => return Ok(None),
            };
            self.phase = next;
        }
    }

    /// Whether the search has made all the steps after which it is to end.
    fn is_over(&self) -> bool {
        self.most.is_some_and(|most| self.steps >= most)
    }

    /// The cheapest suppression so far, with its cost and what is proven of it noted; `None` where there is none.
    fn so_far(&mut self) -> Option<Suppression> {
        if let Phase::Strict(search) = &mut self.phase {
            search.take_improved();
        }
        let (together, suppression) = match &self.phase {
            Phase::Strict(search) => {
                let strict = (search.has_any()).then(|| (search.cost(), search.suppression()));
                match self.suppress {
                    Suppress::Strict => strict.map(|(cost, own)| ((cost, search.bound()), own)),
                    // Each record's own cells are a wildcard suppression, too; nothing is proven of these yet.
                    _ => {
                        let least = self.least.map(|(cost, _)| cost).zip(self.starts.pop());
                        let cheapest = least.into_iter().chain(strict).min_by_key(|(cost, _)| *cost);
                        cheapest.map(|(cost, own)| ((cost, 0), own))
                    }
                }
            }
            Phase::Wildcard(search) => Some(((search.cost(), search.bound()), search.suppression())),
            Phase::PerRecord(_) | Phase::Readings(..) | Phase::Done => None,
        }?;
        self.together = Some(together);
        Some(suppression)
    }

    /// The share that is done, 0 to 1.
    pub fn share(&self) -> f64 {
        // Where each phase begins that comes after the first.
        let (strict, wildcard, readings) = match self.suppress {
            Suppress::None | Suppress::PerRecord => (0.5, 0.5, 0.5),
            Suppress::Wildcard => (0.1, 0.4, 0.95),
            Suppress::Strict => (0.25, 0.95, 0.95),
        };
        match &self.phase {
            Phase::PerRecord(search) => strict * search.share(),
            Phase::Strict(search) => strict + (wildcard - strict) * search.share(),
            Phase::Wildcard(search) => wildcard + (readings - wildcard) * search.share(),
            Phase::Readings(search, _) => readings + (1.0 - readings) * search.share(),
            Phase::Done => 1.0,
        }
    }

    /// Cost so far: of all records together once there is one, of each record's least before.
    pub fn cost_so_far(&self) -> f64 {
        let least = self.least.map_or(0, |least| least.0);
        let units = match &self.phase {
            Phase::Strict(search) if self.suppress == Suppress::Strict => search.cost(),
            Phase::Wildcard(search) if search.cost() > 0 => search.cost(),
            _ => self.together.map_or(least, |together| together.0),
        };
        self.weights.to_cost(units)
    }

    /// What any suppression of this kind costs at least, as far as that is proven.
    pub fn bound_so_far(&self) -> f64 {
        let is_least_proven = self.least.is_some_and(|(_, is_proven)| is_proven);
        let units = match &self.phase {
            Phase::Strict(search) if self.suppress == Suppress::Strict && is_least_proven => search.bound(),
            Phase::Wildcard(search) => search.bound(),
            _ => 0,
        };
        self.weights.to_cost(units)
    }

    fn wildcard(&mut self) -> Result<Phase> {
        let starts = std::mem::take(&mut self.starts);
        let search = Wildcard::new(
            Arc::clone(&self.tuples),
            self.weights.clone(),
            self.k,
            &|row| self.table.weight(row),
            &starts,
        )?;
        Ok(Phase::Wildcard(Box::new(search)))
    }

    fn read(&self, suppression: Suppression) -> Result<Phase> {
        let readings = Readings::new(&self.tuples, &suppression, self.k, &|row| self.table.weight(row))?;
        Ok(Phase::Readings(readings, suppression))
    }

    fn result(&self, suppression: Suppression, (unsafe_after, taken_for): (UnsafeAfter, TakenFor)) -> Suppressed {
        let (least, is_proven) = self.least.unwrap_or_default();
        let (cost, bound) = self.together.unwrap_or((least, least));
        // Where the least of a record is not proven, what rests on it is no bound.
        let rests_on_least = self.suppress != Suppress::Wildcard;
        let bound = if rests_on_least && !is_proven { 0 } else { bound };
        let heaviest = (0..self.tuples.n_columns()).map(|column| self.weights.of(column)).max();
        Suppressed {
            cells: suppression.cells_by_column(&self.tuples, &|row| self.table.weight(row)),
            cost: self.weights.to_cost(cost),
            bound: self.weights.to_cost(bound),
            bound_cells: bound.div_ceil(heaviest.unwrap_or(1).max(1).into()),
            proven: (is_proven || !rests_on_least) && bound == cost,
            ended_after: self.ended_after,
            unsafe_after,
            taken_for,
            suppression,
        }
    }
}

/// Counts the steps that a monitor lets be made, and interrupts after the most that are to be made.
struct Counted<'a> {
    monitor: &'a mut dyn Monitor,
    steps: &'a mut u64,
    most: Option<u64>,
}

impl Monitor for Counted<'_> {
    fn interrupted(&mut self) -> bool {
        if self.most.is_some_and(|most| *self.steps >= most) || self.monitor.interrupted() {
            return true;
        }
        *self.steps += 1;
        false
    }
}
