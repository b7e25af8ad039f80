//! Records the operations of a search on its stores, to replay them on other stores.

use super::{Antichain, RankedTrie, StoreKind};
use crate::lattice::{Direction, Level};
use crate::monitor::{Monitor, Unlimited};
use std::sync::{Arc, Mutex, PoisonError};

/// The inserts and queries of one search, over the stores of both directions, in order.
#[derive(Debug, Clone, Default)]
pub struct Recording(Arc<Mutex<Vec<Operation>>>);

#[derive(Debug, Clone)]
struct Operation {
    direction: Direction,
    levels: Box<[Level]>,
    is_insert: bool,
}

impl Recording {
    /// An empty recording.
    pub fn new() -> Self {
        Self::default()
    }

    /// A store that records its operations here.
    pub fn store(&self, direction: Direction) -> Box<dyn Antichain + Send> {
        Box::new(Recorder { store: RankedTrie::new(), direction, recording: self.clone() })
    }

    /// The number of recorded inserts and queries.
    pub fn len(&self) -> usize {
        self.operations().len()
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Repeats the recorded operations on two stores of one kind. Returns the number of queries answered with yes.
    pub fn replay(&self, kind: StoreKind) -> usize {
        let mut replay = self.replaying(kind);
        replay.advance(&mut Unlimited);
        replay.hits
    }

    /// A new resumable replay of the operations recorded so far.
    pub fn replaying(&self, kind: StoreKind) -> Replay {
        Replay { recording: self.clone(), up: kind.store(), down: kind.store(), next: 0, hits: 0 }
    }

    fn note(&self, direction: Direction, levels: &[Level], is_insert: bool) {
        self.operations().push(Operation { direction, levels: levels.into(), is_insert });
    }

    /// A panic elsewhere leaves the list unchanged, so the poisoned lock is no reason to stop.
    fn operations(&self) -> std::sync::MutexGuard<'_, Vec<Operation>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The replay of a recording on two stores of one kind.
pub struct Replay {
    recording: Recording,
    up: Box<dyn Antichain + Send>,
    down: Box<dyn Antichain + Send>,
    next: usize,
    hits: usize,
}

impl Replay {
    /// A call of the monitor takes about as long as an operation, so it is not made before each one.
    const BETWEEN_QUESTIONS: usize = 64;

    /// Continues until all operations are repeated or the monitor interrupts it. Returns whether all are repeated.
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
