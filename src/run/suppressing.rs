//! A suppression of cells from its start to its four counts.

use super::unique_questions::UniqueQuestions;
use crate::data::Table;
use crate::error::Result;
use crate::local::{CellWeights, PerRecord, Readings, Strict, Suppression, TakenFor, UnsafeAfter, Wildcard};
use crate::monitor::Monitor;
use crate::recipe::Suppress;
use crate::table::EncodedStudy;
use crate::uniques::Tuples;
use std::sync::Arc;

/// A resumable suppression of cells.
#[derive(Debug)]
pub struct Suppressing {
    table: Arc<Table>,
    tuples: Arc<Tuples>,
    weights: CellWeights,
    suppress: Suppress,
    k: u64,
    can_split: bool,
    phase: Phase,
    /// The sum of each record's least cost, and whether it is proven.
    least: Option<(u64, bool)>,
    /// Cost and bound of a suppression of all records together.
    together: Option<(u64, u64)>,
    /// Suppressions that the wildcard search starts from.
    starts: Vec<Suppression>,
    /// Steps made, the step after which the search must end at the latest, and the step after which it did end.
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

/// The suppressed cells, and what is proven about them.
#[derive(Debug, Clone)]
pub struct Suppressed {
    /// The cells.
    pub suppression: Suppression,
    /// Suppressed cells of each quasi-identifier that had a value.
    pub cells: Vec<u64>,
    /// Their cost.
    pub cost: f64,
    /// A lower bound for the cost of any suppression of this kind.
    pub bound: f64,
    /// A lower bound for the cells of any suppression of this kind.
    pub bound_cells: u64,
    /// Whether it is proven that none costs less.
    pub proven: bool,
    /// The number of steps after which the search was ended; `None` if it came to its own end.
    pub ended_after: Option<u64>,
    /// Records that are still unsafe.
    pub unsafe_after: UnsafeAfter,
    /// How many records each record may match.
    pub taken_for: TakenFor,
}

impl Suppressing {
    /// Starts the suppression that the settings ask for; `None` if they ask for none.
    ///
    /// # Errors
    /// k below 2.
    pub fn new(prepared: &EncodedStudy, questions: &UniqueQuestions) -> Result<Option<Self>> {
        if questions.settings.suppress == Suppress::None {
            return Ok(None);
        }
        let table = Arc::clone(prepared.table());
        let tuples = Arc::clone(questions.tuples());
        let weights = questions.weights().clone();
        let k = questions.settings.k();
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

    /// Ends after this number of steps instead of the settings' number, if there is a suppression by then. The number
    /// after which an earlier search was ended leads to the same cells.
    #[must_use]
    pub fn ending_after(self, steps: Option<u64>) -> Self {
        Self { most: steps, ..self }
    }

    /// Ends the search with the cheapest suppression so far, so that only the four counts are left. Returns whether
    /// that is so.
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
            // Each record's own cells form a wildcard suppression.
            Phase::Strict(search) => self.suppress == Suppress::Wildcard || search.has_any(),
            Phase::Wildcard(_) => true,
            Phase::PerRecord(_) | Phase::Readings(..) | Phase::Done => false,
        }
    }

    /// Continues until it is done, and then returns the result once, or until the monitor interrupts.
    ///
    /// # Errors
    /// Those of grouping the records, see [`Tuples::new`](crate::uniques::Tuples::new).
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
                    // If it is proven, it costs no more than any strict suppression.
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

    /// Whether the search has made the number of steps after which it is to end.
    fn is_over(&self) -> bool {
        self.most.is_some_and(|most| self.steps >= most)
    }

    /// The cheapest suppression so far; notes its cost and what is proven about it. `None` if there is none.
    fn so_far(&mut self) -> Option<Suppression> {
        if let Phase::Strict(search) = &mut self.phase {
            search.take_improved();
        }
        let (together, suppression) = match &self.phase {
            Phase::Strict(search) => {
                let strict = (search.has_any()).then(|| (search.cost(), search.suppression()));
                match self.suppress {
                    Suppress::Strict => strict.map(|(cost, own)| ((cost, search.bound()), own)),
                    // Each record's own cells form a wildcard suppression as well. Nothing is proven about them yet.
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
        // Where each phase after the first begins.
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

    /// The cost so far: of all records together once there is such a suppression, before that of each record's least.
    pub fn cost_so_far(&self) -> f64 {
        let least = self.least.map_or(0, |least| least.0);
        let units = match &self.phase {
            Phase::Strict(search) if self.suppress == Suppress::Strict => search.cost(),
            Phase::Wildcard(search) if search.cost() > 0 => search.cost(),
            _ => self.together.map_or(least, |together| together.0),
        };
        self.weights.to_cost(units)
    }

    /// The proven lower bound for the cost of any suppression of this kind.
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
        // If the least of a record is not proven, it gives no bound.
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

/// Counts the steps that a monitor allows, and interrupts after the most that are to be made.
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
