//! The order of a shuffled release, by its definition in the book.
//!
//! - Orders computed by another implementation, of cipher and shuffle, from that definition.
//! - Faults of a writer: orders that are biased, end early, lose a row or belong to another seed are found.

use crate::support::released::{Released, failing, holds};
use kanon::recipe::Recipe;
use serde_json::json;

/// A table of so many rows, numbered from 1, and its release shuffled by a seed.
fn shuffled(n_rows: usize, seed: u64) -> Released {
    let recipe = json!({
        "kanon": 1,
        "columns": {
            "age": {"role": "quasi-identifier", "hierarchy": {"rows": [["1", "*"], ["2", "*"]]}},
            "number": {"role": "insensitive"}
        },
        "privacy": {"k": 2, "suppression_limit": 0},
        "release": {"shuffle": seed}
    });
    let rows = (1..=n_rows).map(|row| format!("{},{row}\n", 1 + row % 2));
    let csv = "age,number\n".to_owned() + &rows.collect::<String>();
    Released::new(csv.as_bytes(), Recipe::parse(&recipe.to_string()).unwrap())
}

/// The numbers of the released rows, in their order.
fn numbers(released: &Released) -> Vec<usize> {
    let text = std::str::from_utf8(&released.release).unwrap();
    text.lines().skip(1).map(|line| line.split(',').nth(1).unwrap().parse().unwrap()).collect()
}

/// The same release with its rows at these places.
fn with_order(released: &Released, places: &[usize]) -> Released {
    let text = std::str::from_utf8(&released.release).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let rows: String = places.iter().map(|&place| lines[place + 1]).collect();
    released.with_release((lines[0].to_owned() + &rows).as_bytes())
}

#[test]
fn orders_are_those_of_another_implementation() {
    for (seed, order) in [
        (0, vec![10, 3, 4, 5, 7, 8, 1, 2, 6, 9]),
        (5, vec![8, 4, 1, 6, 7, 5, 10, 2, 3, 9]),
        ((1 << 53) - 1, vec![1, 5, 7, 8, 6, 2, 4, 3, 10, 9]),
        (
            3,
            vec![
                9, 2, 13, 31, 28, 23, 6, 12, 5, 37, 10, 29, 21, 3, 16, 35, 24, 36, 25, 7, 32, 18, 1, 38, 34, 4, 14, 22,
                27, 40, 19, 33, 8, 15, 11, 39, 20, 26, 17, 30,
            ],
        ),
    ] {
        let released = shuffled(order.len(), seed);
        assert_eq!(numbers(&released), order, "{seed}");
        assert!(holds(&released), "{seed}");
    }
}

#[test]
fn a_fault_in_the_order_is_found() {
    let n_rows = 40;
    let released = shuffled(n_rows, 5);
    let identity: Vec<usize> = (0..n_rows).collect();
    assert!(holds(&with_order(&released, &identity)));

    // Where the release has each row of the original.
    let mut place_of = vec![0; n_rows];
    for (place, number) in numbers(&released).into_iter().enumerate() {
        place_of[number - 1] = place;
    }
    let by_original = |rows: Vec<usize>| rows.into_iter().map(|row| place_of[row]).collect::<Vec<_>>();
    let another_seed = numbers(&shuffled(n_rows, 6)).into_iter().map(|number| number - 1).collect();
    let with = |change: &dyn Fn(&mut Vec<usize>)| {
        let mut places = identity.clone();
        change(&mut places);
        places
    };
    for (what, places) in [
        ("the order of the original", by_original(identity.clone())),
        ("the order of another seed", by_original(another_seed)),
        ("a shuffle that ends before the first places", with(&|places| places.swap(0, 1))),
        ("a shuffle that begins below the last place", with(&|places| places.swap(n_rows - 2, n_rows - 1))),
        ("the order read from its end", with(&|places| places.reverse())),
        ("one step to the left", with(&|places| places.rotate_left(1))),
        ("a row twice and another one never", with(&|places| places[17] = places[3])),
        ("a row too few", with(&|places| places.truncate(n_rows - 1))),
        ("a row too many", with(&|places| places.push(0))),
    ] {
        let faulty = with_order(&released, &places);
        assert!(failing(&faulty).contains("every byte is the original's"), "{what}: {}", failing(&faulty));
    }
}
