//! The squares of the sizes of classes, counted from the low corner of a box up.
//!
//! In the terms of `raise.rs`: let P be the low corner L with some axes at the steps of a policy x of the box. Then
//! s(x) ≥ s(P) + Σ over the other axes a of s(L(a, xₐ)) − s(L).
//!
//! *Proof.* A pair of records that agrees in P agrees in x. A pair that agrees in L(a, xₐ), but not in L, differs on
//! a at the step of L, which is also the step of P, so it does not agree in P. It agrees in x, and only one axis
//! counts it. ∎
//!
//! Pairs may be left out, so only rows with many records are merged. The other rows count by themselves.

use super::axis::Step;
use super::node::Node;
use super::rows::{NodeMemory, PackedRows, merge, recode};
use super::steps::{Free, Steps, lowest};
use super::subject::Subject;

/// The large rows of a node, merged in one policy after the other: the low corner with the first axes of a choice at
/// their steps. Each is merged from the rows of the one before, so two choices with the same first steps share them.
#[derive(Debug, Default)]
pub(super) struct LowCornerSquares {
    /// Per number of axes that have their steps, as far as requested.
    known: Vec<PolicySquares>,
    /// Per number of axes: the rows, if the last of these axes is above the low corner. The first entry holds the
    /// rows of the node.
    rows: Vec<PackedRows>,
    /// Σ weight² of the rows that are left out.
    of_small: u64,
    coded: Vec<Step>,
    steps: Vec<Steps>,
    memory: NodeMemory,
}

/// What is known about one policy.
#[derive(Debug, Clone, Copy)]
struct PolicySquares {
    /// The index of the policy's rows.
    rows: usize,
    /// Σ size² over its classes, within the classes of the high corner.
    squares: u64,
}

impl LowCornerSquares {
    /// Forgets all policies with more than `chosen` axes at their steps.
    pub(super) fn keep(&mut self, chosen: usize) {
        self.known.truncate(chosen + 1);
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.known.clear();
    }

    /// An upper bound for Σ size² over the classes of records that are not forced, in the low corner with the first
    /// `chosen` axes at their steps. The policy with one axis less must be known. Also returns the number of rows
    /// merged for it.
    pub(super) fn squares(
        &mut self,
        subject: &Subject,
        node: &Node,
        free: &[Free],
        at: &[Step],
        chosen: usize,
    ) -> (u64, u64) {
        if let Some(known) = self.known.get(chosen) {
            return (known.squares, 0);
        }
        let before = match self.known.last() {
            Some(&before) => before,
            None => {
                if self.rows.is_empty() {
                    self.rows.push(PackedRows::default());
                }
                self.of_small = self.rows[0].take_large(&node.rows, subject.encoded.words);
                PolicySquares { rows: 0, squares: self.of_small + self.rows[0].squares() }
            }
        };
        let is_lifted = |free: &Free| at[free.axis] > lowest(free.steps);
        let (mut lifted, mut merged) = (before, 0);
        if let Some((last, others)) = free[..chosen].split_last()
            && is_lifted(last)
        {
            self.coded.clone_from(&node.coded);
            for free in others.iter().filter(|free| is_lifted(free)) {
                self.coded[free.axis] = at[free.axis];
            }
            self.steps.clear();
            (self.steps).extend(self.coded.iter().map(|&coded| (1 as Steps) << coded));
            self.steps[last.axis] = 1 << at[last.axis];
            let n_rows = self.rows.len().max(chosen + 1);
            self.rows.resize_with(n_rows, PackedRows::default);
            let mut to = std::mem::take(&mut self.rows[chosen]);
            let from = &self.rows[before.rows];
            let recoded = recode(subject, &mut self.coded, &self.steps, &mut self.memory);
            merge(subject, recoded, from, &mut to, &mut self.memory);
            merged = from.weights.len() as u64;
            lifted = PolicySquares { rows: chosen, squares: self.of_small + to.squares() };
            self.rows[chosen] = to;
        }
        self.known.push(lifted);
        (lifted.squares, merged)
    }
}
