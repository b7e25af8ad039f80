//! Single edits, and random sequences of edits.

use super::*;
use proptest::prelude::*;

fn tree(names: &[&str], rows: &[&[&str]]) -> Tree {
    let own = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    Tree { levels: own(names), rows: rows.iter().map(|row| own(row)).collect() }
}

fn cities() -> Tree {
    tree(
        &["region"],
        &[&["Graz", "south", "*"], &["Wien", "east", "*"], &["Villach", "south", "*"], &["Linz", "north", "*"]],
    )
}

fn level(tree: &Tree, level: usize) -> Vec<&str> {
    tree.rows.iter().map(|row| row[level].as_str()).collect()
}

fn json(edit: &str) -> Edit {
    serde_json::from_str(edit).unwrap()
}

#[test]
fn groups_are_joined_renamed_split_and_moved() -> Result<()> {
    let joined = cities().edited(&json(r#"{"join":{"level":1,"groups":["north","east"],"name":"north-east"}}"#))?;
    assert_eq!(level(&joined, 1), ["south", "north-east", "south", "north-east"]);
    assert_eq!(joined.levels, ["region, changed by hand", ""]);
    let unnamed = cities().edited(&json(r#"{"join":{"level":1,"groups":["north","east"],"name":null}}"#))?;
    assert_eq!(level(&unnamed, 1), ["south", "east, north", "south", "east, north"]);
    let renamed = cities().edited(&json(r#"{"rename":{"level":1,"group":"south","name":"Süd"}}"#))?;
    assert_eq!(level(&renamed, 1), ["Süd", "east", "Süd", "north"]);
    assert_eq!(renamed.levels, ["region", ""]);
    let split = cities().edited(&json(r#"{"split":{"level":1,"groups":["south"]}}"#))?;
    assert_eq!(level(&split, 1), ["Graz", "east", "Villach", "north"]);
    let moved = cities().edited(&json(r#"{"move":{"level":0,"groups":["Graz"],"to":"east"}}"#))?;
    assert_eq!(level(&moved, 1), ["east", "east", "south", "north"]);
    Ok(())
}

#[test]
fn values_are_joined_even_where_only_the_top_is_above_them() -> Result<()> {
    let flat = tree(&[], &[&["a", "*"], &["b", "*"], &["c", "*"]]);
    let joined = flat.edited(&json(r#"{"join":{"level":0,"groups":["a","c"],"name":"vowels"}}"#));
    assert_eq!(level(&joined?, 1), ["vowels", "b", "vowels"]);
    Ok(())
}

#[test]
fn the_groups_that_hold_what_is_joined_are_joined_too() -> Result<()> {
    let two = tree(&["city", "region"], &[&["1", "a", "X", "*"], &["2", "b", "X", "*"], &["3", "c", "Y", "*"]]);
    let joined = two.edited(&json(r#"{"join":{"level":1,"groups":["c","b"],"name":"bc"}}"#))?;
    assert_eq!(level(&joined, 1), ["a", "bc", "bc"]);
    assert_eq!(level(&joined, 2), ["X, Y", "X, Y", "X, Y"]);
    let moved = two.edited(&json(r#"{"move":{"level":0,"groups":["1","3"],"to":"odd"}}"#))?;
    assert_eq!(level(&moved, 1), ["odd", "b", "odd"]);
    assert_eq!(level(&moved, 2), ["X, Y", "X, Y", "X, Y"]);
    assert_eq!(joined.levels, ["city, changed by hand", "region, changed by hand", ""]);
    Ok(())
}

#[test]
fn levels_are_added_removed_and_named() -> Result<()> {
    let added = cities().edited(&json(r#"{"add-level":{"above":1,"name":"half"}}"#))?;
    assert_eq!(level(&added, 2), level(&cities(), 1));
    assert_eq!(added.build()?.level_names()[2], "half");
    let removed = added.edited(&json(r#"{"remove-level":1}"#))?;
    assert_eq!(removed.levels, ["half", ""]);
    assert_eq!(removed.rows, cities().rows);
    let named = cities().edited(&json(r#"{"name-level":{"level":1,"name":"Land"}}"#))?;
    assert_eq!(named.build()?.level_names(), ["as given", "Land", "*: nothing said"]);
    let open = tree(&[], &[&["a", "x"], &["b", "y"]]);
    let topped = open.edited(&json(r#"{"add-level":{"above":1,"name":""}}"#))?;
    assert_eq!(level(&topped, 2), ["*", "*"]);
    Ok(())
}

#[test]
fn what_cannot_be_done_is_refused_with_its_reason() {
    let cases = [
        (r#"{"join":{"level":1,"groups":["south"],"name":"x"}}"#, "one group cannot"),
        (r#"{"join":{"level":1,"groups":["south","west"],"name":"x"}}"#, "no group `west`"),
        (r#"{"join":{"level":1,"groups":["south","east"],"name":"north"}}"#, "`north` already"),
        (r#"{"join":{"level":0,"groups":["Graz","Wien"],"name":"north"}}"#, "`north` already"),
        (r#"{"rename":{"level":1,"group":"south","name":"east"}}"#, "`east` already"),
        (r#"{"rename":{"level":1,"group":"south","name":" "}}"#, "needs a name"),
        (r#"{"rename":{"level":0,"group":"Graz","name":"x"}}"#, "level 0 cannot"),
        (r#"{"split":{"level":2,"groups":["*"]}}"#, "stays one"),
        (r#"{"split":{"level":1,"groups":["north"]}}"#, "cannot be split"),
        (r#"{"move":{"level":1,"groups":["north"],"to":"all"}}"#, "stays one"),
        (r#"{"move":{"level":0,"groups":["Graz"],"to":""}}"#, "has no name"),
        (r#"{"move":{"level":7,"groups":["Graz"],"to":"x"}}"#, "level 7 cannot"),
        (r#"{"add-level":{"above":2,"name":""}}"#, "nothing lies above"),
        (r#"{"remove-level":2}"#, "the top level stays"),
        (r#"{"remove-level":0}"#, "level 0 cannot"),
    ];
    for (edit, part) in cases {
        let message = cities().edited(&json(edit)).map_err(|error| error.to_string());
        assert!(message.as_ref().is_err_and(|message| message.contains(part)), "{edit}: {message:?}");
    }
}

/// An edit from numbers. Mostly it names groups that the tree has.
fn edit(tree: &Tree, kind: u8, level: usize, picks: &[usize], name: &str) -> Edit {
    let height = tree.rows[0].len();
    let level = level % height;
    let groups: Vec<String> = (picks.iter()).map(|&pick| tree.rows[pick % tree.rows.len()][level].clone()).collect();
    let name = name.to_owned();
    match kind % 7 {
        0 => Edit::Join(Join { level, groups, name: (!name.is_empty()).then_some(name) }),
        1 => Edit::Rename(Rename { level, group: groups[0].clone(), name }),
        2 => Edit::Split(Split { level, groups }),
        3 => {
            let above = (level + 1).min(height - 1);
            let to = tree.rows[picks[0] % tree.rows.len()][above].clone();
            Edit::Move(Move { level, groups, to: if name.is_empty() { to } else { name } })
        }
        4 => Edit::AddLevel(AddLevel { above: level, name }),
        5 => Edit::RemoveLevel(level),
        _ => Edit::NameLevel(NameLevel { level, name }),
    }
}

proptest! {
    #[test]
    fn after_any_edits_every_value_is_covered_and_each_level_coarsens_the_one_below(
        n_values in 1_usize..12,
        edits in prop::collection::vec(
            (0_u8..7, 0_usize..6, prop::collection::vec(0_usize..12, 1..4), "[abc]{0,2}"),
            0..24,
        ),
    ) {
        let rows = (0..n_values).map(|value| vec![format!("v{value}"), "*".to_owned()]);
        let mut tree = Tree { levels: Vec::new(), rows: rows.collect() };
        let edited = tree.edited(&Edit::AddLevel(AddLevel { above: 0, name: "own".to_owned() }));
        prop_assert!(edited.is_ok());
        tree = edited?;
        for (kind, level, picks, name) in &edits {
            let edit = edit(&tree, *kind, *level, picks, name);
            let Ok(edited) = tree.edited(&edit) else { continue };
            let hierarchy = Hierarchy::from_rows(&edited.rows);
            prop_assert!(hierarchy.is_ok(), "{edit:?} made {hierarchy:?} of {:?}", tree.rows);
            let hierarchy = hierarchy?;
            prop_assert_eq!(hierarchy.n_groups(hierarchy.height() - 1), 1);
            prop_assert_eq!(edited.levels.len(), hierarchy.height() - 1);
            let values = |tree: &Tree| -> Vec<String> {
                tree.rows.iter().map(|row| row[0].clone()).collect()
            };
            prop_assert_eq!(values(&edited), values(&tree));
            tree = edited;
        }
    }
}
