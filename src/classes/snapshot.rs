//! Classes that are kept between two checks, so that a policy is rolled up from a near specialization.

use super::classes::Classes;
use crate::lattice::Policy;
use std::sync::Arc;

/// A bounded store of classes. The classes of the bottom policy are always in it.
#[derive(Debug, Clone)]
pub struct Snapshots {
    base: Arc<Classes>,
    kept: Vec<Snapshot>,
    /// Classes of all snapshots in `kept`.
    n_classes: usize,
    clock: u64,
}

#[derive(Debug, Clone)]
struct Snapshot {
    classes: Classes,
    last_used: u64,
}

impl Snapshots {
    /// Snapshots kept at most: each is asked for every check.
    const MOST: usize = 256;
    /// Classes kept at most in all snapshots, where the base is not larger.
    const MOST_CLASSES: usize = 1 << 20;

    /// A store that holds the classes of the bottom policy only.
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

    /// Keeps a copy of classes that were rolled up from `source_len` classes, if they will save work: when they are
    /// fewer by a quarter. What was used least recently makes room.
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
