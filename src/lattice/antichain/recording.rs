//! What a search asks of its stores, kept so that it can be asked again of others.

use super::{Antichain, RankedTrie, StoreKind};
use crate::lattice::{Direction, Level};
use crate::monitor::{Monitor, Unlimited};
use std::sync::{Arc, Mutex, PoisonError};

/// The inserts and queries of one search, over the stores of both directions, in their order.
#[derive(Debug, Clone, Default)]
pub struct Recording(Arc<Mutex<Vec<Operation>>>);

#[derive(Debug, Clone)]
struct Operation {
    direction: Direction,
    levels: Box<[Level]>,
    is_insert: bool,
}

impl Recording {
    /// A recording of nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A store that notes here what is asked of it.
    pub fn store(&self, direction: Direction) -> Box<dyn Antichain + Send> {
        Box::new(Recorder { store: RankedTrie::new(), direction, recording: self.clone() })
    }

    /// Inserts and queries noted.
    pub fn len(&self) -> usize {
        self.operations().len()
    }

    /// Whether nothing was noted.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Repeats the recorded operations on two stores of one form; returns the number of queries that were answered with
    /// yes.
    pub fn replay(&self, kind: StoreKind) -> usize {
        let mut replay = self.replaying(kind);
        replay.advance(&mut Unlimited);
        replay.hits
    }

    /// A resumable replay of the operations recorded so far, at its start.
    pub fn replaying(&self, kind: StoreKind) -> Replay {
        Replay { recording: self.clone(), up: kind.store(), down: kind.store(), next: 0, hits: 0 }
    }

    fn note(&self, direction: Direction, levels: &[Level], is_insert: bool) {
        self.operations().push(Operation { direction, levels: levels.into(), is_insert });
    }

    /// A panic elsewhere leaves the list as it was, so its poison is no reason to stop.
    fn operations(&self) -> std::sync::MutexGuard<'_, Vec<Operation>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A recording that is asked again of two stores of one form.
pub struct Replay {
    recording: Recording,
    up: Box<dyn Antichain + Send>,
    down: Box<dyn Antichain + Send>,
    next: usize,
    hits: usize,
}

impl Replay {
    /// A question to the monitor takes about as long as an operation, so it is not put before each.
    const BETWEEN_QUESTIONS: usize = 64;

    /// Goes on until all is asked or the monitor interrupts it; returns whether all is asked.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> bool {
        let operations = self.recording.operations();
        while self.next < operations.len() {
            let end = operations.len().min(self.next + Self::BETWEEN_QUESTIONS);
            for operation in &operations[self.next..end] {
                let store = match operation.direction {
                    Direction::Generalizations => &mut self.up,
                    Direction::Specializations => &mut self.down,
                };
                if operation.is_insert {
                    store.insert(&operation.levels);
                } else {
                    self.hits += usize::from(store.covers(&operation.levels));
                }
            }
            self.next = end;
            if monitor.interrupted() {
                break;
            }
        }
        self.next == operations.len()
    }
}

struct Recorder {
    store: RankedTrie,
    direction: Direction,
    recording: Recording,
}

impl Antichain for Recorder {
    fn insert(&mut self, levels: &[Level]) {
        self.recording.note(self.direction, levels, true);
        self.store.insert(levels);
    }

    fn covers(&self, levels: &[Level]) -> bool {
        self.recording.note(self.direction, levels, false);
        self.store.covers(levels)
    }

    fn contains(&self, levels: &[Level]) -> bool {
        self.store.contains(levels)
    }

    fn len(&self) -> usize {
        self.store.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_gives_the_recorded_answers_again() {
        let recording = Recording::new();
        let mut up = recording.store(Direction::Generalizations);
        let mut down = recording.store(Direction::Specializations);
        up.insert(&[1, 2]);
        down.insert(&[3, 0]);
        assert!(up.covers(&[1, 3]) && !up.covers(&[0, 3]));
        assert!(down.covers(&[3, 1]) && !down.covers(&[2, 2]));
        assert_eq!(recording.len(), 6);
        for kind in StoreKind::ALL {
            assert_eq!(recording.replay(kind), 2, "{kind:?}");
        }
    }
}
