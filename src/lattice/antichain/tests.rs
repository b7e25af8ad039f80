//! Compares all four stores with a list of everything inserted, searched by the definition.

use super::super::{Direction, Policy, PredictiveProperty};
use super::*;
use proptest::prelude::*;

type Vector = [Level; 4];

fn vectors(most: usize) -> impl Strategy<Value = Vec<Vector>> {
    prop::collection::vec(prop::array::uniform4(0u8..4), 1..most)
}

#[test]
fn the_papers_example() {
    for kind in StoreKind::ALL {
        let mut store = kind.store();
        assert!(store.is_empty());
        for levels in [[1, 1, 1], [1, 3, 0], [3, 2, 0]] {
            assert!(!store.covers(&levels));
            store.insert(&levels);
        }
        assert_eq!(store.len(), 3);
        assert!(store.covers(&[1, 2, 2]));
        assert!(!store.covers(&[2, 2, 0]));
        assert!(store.contains(&[3, 2, 0]) && !store.contains(&[1, 2, 2]));
        store.insert(&[1, 1, 0]);
        let len = if kind == StoreKind::List { 4 } else { 1 };
        assert_eq!(store.len(), len, "{kind:?}");
    }
}

#[test]
fn a_store_is_named_as_in_a_recipe() {
    let names = StoreKind::ALL.map(|kind| serde_json::to_string(&kind).unwrap());
    let expected = ["list", "pruned-list", "trie", "ranked-trie"];
    assert_eq!(names, expected.map(|name| format!("\"{name}\"")));
}

#[test]
fn a_vector_without_components_covers_itself() {
    for kind in StoreKind::ALL {
        let mut store = kind.store();
        assert!(!store.covers(&[]) && !store.contains(&[]));
        store.insert(&[]);
        assert!(store.covers(&[]) && store.contains(&[]));
        assert_eq!(store.len(), 1);
    }
}

proptest! {
    #[test]
    fn every_store_answers_like_a_list(inserts in vectors(60), queries in vectors(40)) {
        let mut stores = StoreKind::ALL.map(StoreKind::store);
        let mut inserted: Vec<Vector> = Vec::new();
        for vector in inserts {
            let covered = inserted.iter().any(|stored| is_below(stored, &vector));
            for store in &mut stores {
                prop_assert_eq!(store.covers(&vector), covered);
                if !covered {
                    store.insert(&vector);
                }
            }
            if !covered {
                inserted.push(vector);
            }
            // The vectors that no other covers: exactly those that an antichain keeps.
            let least: Vec<&Vector> = (inserted.iter())
                .filter(|vector| inserted.iter().all(|other| other == *vector || !is_below(other, *vector)))
                .collect();
            for (kind, store) in StoreKind::ALL.into_iter().zip(&stores) {
                let kept = if kind == StoreKind::List { inserted.len() } else { least.len() };
                prop_assert_eq!(store.len(), kept, "{:?}", kind);
                for vector in &inserted {
                    let is_kept = kind == StoreKind::List || least.contains(&vector);
                    prop_assert_eq!(store.contains(vector), is_kept, "{:?}", kind);
                }
            }
        }
        for query in queries {
            for store in &stores {
                prop_assert_eq!(store.covers(&query), inserted.iter().any(|stored| is_below(stored, &query)));
                prop_assert!(!store.contains(&query) || inserted.contains(&query));
            }
        }
    }

    #[test]
    fn a_property_is_passed_on_by_every_store_in_either_direction(inserts in vectors(30), queries in vectors(30)) {
        for kind in StoreKind::ALL {
            for direction in [Direction::Generalizations, Direction::Specializations] {
                let mut property = PredictiveProperty::new(kind.store(), direction);
                let inserts: Vec<Policy> = inserts.iter().map(|&levels| Policy::new(levels)).collect();
                for policy in &inserts {
                    property.insert(policy);
                }
                for &levels in &queries {
                    let query = Policy::new(levels);
                    let expected = inserts.iter().any(|policy| match direction {
                        Direction::Generalizations => query.generalizes(policy),
                        Direction::Specializations => policy.generalizes(&query),
                    });
                    prop_assert_eq!(property.predicts(&query), expected);
                }
                prop_assert!(property.antichain_size() as u64 <= property.inserts());
                prop_assert!(kind != StoreKind::List || property.antichain_size() as u64 == property.inserts());
            }
        }
    }
}
