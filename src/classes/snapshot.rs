//! A cache of classes between two checks, so that a policy is rolled up from a near specialization.

use super::classes::Classes;
use crate::lattice::Policy;
use std::sync::Arc;

/// A bounded cache of classes. It always contains the classes of the bottom policy.
#[derive(Debug, Clone)]
pub struct Snapshots {
    base: Arc<Classes>,
    kept: Vec<Snapshot>,
    /// The number of classes of all snapshots in `kept`.
    n_classes: usize,
    clock: u64,
}

#[derive(Debug, Clone)]
struct Snapshot {
    classes: Classes,
    last_used: u64,
}

impl Snapshots {
    /// The maximum number of snapshots: every check looks at each of them.
    const MOST: usize = 256;
    /// The maximum number of classes in all snapshots, unless the base is larger.
    const MOST_CLASSES: usize = 1 << 20;

    /// A cache with the classes of the bottom policy only.
    pub fn new(base: Arc<Classes>) -> Self {
        Self { base, kept: Vec::new(), n_classes: 0, clock: 0 }
    }

    /// The classes of the bottom policy.
    pub fn base(&self) -> &Classes {
        &self.base
    }

    /// The smallest stored classes from which those of `policy` can be rolled up.
    pub fn nearest(&mut self, policy: &Policy) -> &Classes {
        self.clock += 1;
        let nearest = (self.kept.iter_mut())
            .filter(|snapshot| policy.generalizes(snapshot.classes.policy()))
            .min_by_key(|snapshot| snapshot.classes.len());
        match nearest {
            Some(snapshot) => {
                snapshot.last_used = self.clock;
                &snapshot.classes
            }
            None => &self.base,
        }
    }

    /// Stores a copy of classes that were rolled up from `source_len` classes, if that will save work: if there are
    /// at least a quarter fewer. The least recently used snapshots are evicted.
    pub fn offer(&mut self, classes: &Classes, source_len: usize) {
        let most_classes = Self::MOST_CLASSES.max(self.base.len());
        if classes.len() * 4 > source_len * 3 || classes.len() > most_classes {
            return;
        }
        while self.kept.len() >= Self::MOST || self.n_classes + classes.len() > most_classes {
            let oldest = self.kept.iter().enumerate().min_by_key(|(_, snapshot)| snapshot.last_used);
            let Some((oldest, _)) = oldest else { break };
            self.n_classes -= self.kept.swap_remove(oldest).classes.len();
        }
        self.n_classes += classes.len();
        self.kept.push(Snapshot { classes: classes.clone(), last_used: self.clock });
    }
}
