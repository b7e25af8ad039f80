//! Computes the classes of a generalization from those of a specialization.

use super::bit_field::BitField;
use super::classes::Classes;
use super::layout::Layout;
use super::quasi_identifier::QuasiIdentifier;
use crate::lattice::Policy;
use std::sync::Arc;

/// Working memory that a caller reuses between roll-ups, so that they allocate nothing.
#[derive(Debug, Clone, Default)]
pub struct RollupMemory {
    /// Open addressing: the number of a class plus 1, or 0.
    slots: Vec<u32>,
    maps: Vec<FieldMap>,
}

/// The mapping of one changed field of a tuple: for each group, the new one at its position.
#[derive(Debug, Clone, Default)]
struct FieldMap {
    field: BitField,
    target: Vec<u64>,
}

/// Writes the classes of `policy` into `into`, from the classes of one of its specializations.
///
/// Time: classes of `from` × quasi-identifiers whose level differs, plus one hash lookup for each class. The classes
/// are in the order of their first appearance, and therefore of their first record.
pub fn rollup(
    from: &Classes,
    policy: &Policy,
    qis: &[QuasiIdentifier],
    scratch: &mut RollupMemory,
    into: &mut Classes,
) {
    regroup(from, policy, |_| true, qis, scratch, into);
}

/// Writes into `into` the classes that the `kept` quasi-identifiers alone form under `policy`. The groups of the
/// other quasi-identifiers are all 0 there. `policy` generalizes that of `from`.
///
/// From such classes, [`rollup`] computes those of every generalization that leaves the other quasi-identifiers
/// unchanged. Time as for [`rollup`].
pub fn project(
    from: &Classes,
    policy: &Policy,
    kept: &[bool],
    qis: &[QuasiIdentifier],
    scratch: &mut RollupMemory,
    into: &mut Classes,
) {
    regroup(from, policy, |qi| kept[qi], qis, scratch, into);
}

fn regroup(
    from: &Classes,
    policy: &Policy,
    is_kept: impl Fn(usize) -> bool,
    qis: &[QuasiIdentifier],
    scratch: &mut RollupMemory,
    into: &mut Classes,
) {
    debug_assert!(policy.generalizes(&from.policy));
    into.layout = Arc::clone(&from.layout);
    into.policy = policy.clone();
    into.tuples.clear();
    into.counts.clear();
    scratch.prepare_maps(&from.layout, &from.policy, policy, is_kept, qis);
    scratch.prepare_slots(from.len());
    match from.layout.words() {
        1 => merge::<1>(from, scratch, into),
        2 => merge::<2>(from, scratch, into),
        4 => merge::<4>(from, scratch, into),
        8 => merge::<8>(from, scratch, into),
        _ => merge::<{ Layout::MAX_WORDS }>(from, scratch, into),
    }
    if from.len() > LARGE {
        scratch.slots = Vec::new();
        into.tuples.shrink_to_fit();
        into.counts.shrink_to_fit();
    }
}

/// Memory for the classes of a table of up to this size is kept for reuse. Larger memory is freed, as it is as large
/// as the table, and most policies have far fewer classes.
const LARGE: usize = 1 << 20;

impl RollupMemory {
    fn prepare_maps(
        &mut self,
        layout: &Layout,
        from: &Policy,
        to: &Policy,
        is_kept: impl Fn(usize) -> bool,
        qis: &[QuasiIdentifier],
    ) {
        let mut used = 0;
        for (qi, quasi_identifier) in qis.iter().enumerate() {
            let (from, to) = (from.levels()[qi], to.levels()[qi]);
            let kept = is_kept(qi);
            if kept && from == to {
                continue;
            }
            if used == self.maps.len() {
                self.maps.push(FieldMap::default());
            }
            let map = &mut self.maps[used];
            map.field = layout.field(qi);
            map.target.clear();
            let groups = 0..quasi_identifier.n_groups(from) as u32;
            map.target.extend(groups.map(|group| {
                let parent = quasi_identifier.parent(from, group, to);
                map.field.at_its_place(u64::from(kept) * u64::from(parent))
            }));
            used += 1;
        }
        self.maps.truncate(used);
    }

    fn prepare_slots(&mut self, classes: usize) {
        let size = (classes * 2).next_power_of_two();
        self.slots.clear();
        self.slots.resize(size, 0);
    }
}

fn merge<const WORDS: usize>(from: &Classes, scratch: &mut RollupMemory, into: &mut Classes) {
    // Slices with the maximal length of the vectors, written by index: when optimised for size, the methods of a
    // vector are calls.
    into.tuples.resize(from.tuples.len(), 0);
    into.counts.resize(from.counts.len(), 0);
    let (tuples, _) = into.tuples.as_chunks_mut::<WORDS>();
    let counts = into.counts.as_mut_slice();
    let (slots, maps) = (scratch.slots.as_mut_slice(), scratch.maps.as_slice());
    let last_slot = slots.len() - 1;
    let mut n_classes = 0;
    let (from_tuples, _) = from.tuples.as_chunks::<WORDS>();
    for (tuple, &count) in from_tuples.iter().zip(&from.counts) {
        let mut tuple = *tuple;
        generalize(&mut tuple, maps);
        let mut slot = hash(&tuple) as usize & last_slot;
        loop {
            let class = slots[slot] as usize;
            if class == 0 {
                tuples[n_classes] = tuple;
                counts[n_classes] = count;
                n_classes += 1;
                slots[slot] = n_classes as u32;
                break;
            }
            if equal(&tuples[class - 1], &tuple) {
                counts[class - 1] += count;
                break;
            }
            slot = (slot + 1) & last_slot;
        }
    }
    into.tuples.truncate(n_classes * WORDS);
    into.counts.truncate(n_classes);
}

/// Whether two tuples are equal. `==` on arrays compiles to a call of `memcmp`, which is slower here.
#[inline(always)]
fn equal<const WORDS: usize>(one: &[u64; WORDS], other: &[u64; WORDS]) -> bool {
    let mut different = 0;
    for word in 0..WORDS {
        different |= one[word] ^ other[word];
    }
    different == 0
}

#[inline(always)]
fn generalize(tuple: &mut [u64], maps: &[FieldMap]) {
    for map in maps {
        map.field.replace(tuple, map.target.as_slice());
    }
}

/// A multiplicative hash. Its high half is folded into the low one, which gives the slot.
#[inline(always)]
pub(crate) fn hash(tuple: &[u64]) -> u64 {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = 0u64;
    for &word in tuple {
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(MULTIPLIER);
        hash ^= hash >> 32;
    }
    hash
}
