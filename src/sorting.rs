//! Sorting for code where size matters more than speed.
//!
//! The standard library compiles its sort, some five kilobytes, for each type of item and each comparison. Here the
//! sort works on indices, and is compiled once.

use std::cmp::Ordering;

/// Sorts items. Equal items keep their order.
///
/// Time: n log n comparisons. Memory: n indices.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut target = targets(items.len(), &|one, other| compare(&items[one], &items[other]));
    for place in 0..items.len() {
        while target[place] != place {
            let other = target[place];
            items.swap(place, other);
            target.swap(place, other);
        }
    }
}

/// Sorts items by their own order.
pub(crate) fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// The sorted position of each of `n` items.
fn targets(n: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_unstable_by(|&one, &other| compare(one, other).then(one.cmp(&other)));
    let mut targets = vec![0; n];
    for (target, place) in order.into_iter().enumerate() {
        targets[place] = target;
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn items_are_sorted_as_the_standard_library_does(items: Vec<(u8, String)>) {
            let mut own = items.clone();
            let mut standard = items;
            sort(&mut own);
            standard.sort();
            prop_assert_eq!(own, standard);
        }

        #[test]
        fn equal_items_keep_their_order(items: Vec<(u8, u16)>) {
            let mut own = items.clone();
            let mut standard = items;
            sort_by(&mut own, |one, other| one.0.cmp(&other.0));
            standard.sort_by_key(|item| item.0);
            prop_assert_eq!(own, standard);
        }
    }
}
