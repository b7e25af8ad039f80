//! The files of a review: the program recognizes the kind of each file that it wrote, in any order.
//!
//! A changed file is still recognized, and its digest shows that it was changed.

use crate::support::program::Folder;
use kanon::recipe::Digest;
use kanon::release::review::Blank;
use kanon::review_files::{FileKind, GivenFile, ReviewFiles, SaidBy};

const RECIPE: &str = r#"{"kanon": 1, "columns": {
    "name": {"role": "identifier"},
    "age": {"role": "quasi-identifier", "hierarchy": {"file": "ages.csv"}},
    "sex": {"role": "quasi-identifier"},
    "diagnosis": {"role": "sensitive"}},
  "privacy": {"k": 4, "suppression_limit": 0.2}}"#;

/// A release with its report, its recipe, the hierarchy that this names, and the original.
fn written() -> Folder {
    let folder = Folder::empty();
    let mut csv = "name,age,sex,diagnosis\n".to_owned();
    let mut ages = String::new();
    for row in 0..40_u32 {
        let sex = ["f", "m"][row as usize % 2];
        csv += &format!("person {row},{},{sex},d{}\n", 20 + row % 10, row % 3);
    }
    csv += "alone,77,f,d9\n";
    for age in (20..30).chain([77]) {
        ages += &format!("{age};{}s;*\n", age / 10 * 10);
    }
    folder.write("people.csv", csv);
    folder.write("ages.csv", &ages);
    folder.write("groups.json", RECIPE);
    folder
        .kanon("anonymize people.csv --recipe groups.json --out out.csv --report inside.json --recipient-report outside.json")
        .exits(0);
    folder
}

fn given(folder: &Folder, name: &str) -> GivenFile {
    let text = folder.read(name);
    let mut digest = Digest::new();
    digest.push(text.as_bytes());
    GivenFile { name: name.to_owned(), sha256: digest.finish(), text, said: None }
}

const KINDS: [(&str, FileKind); 5] = [
    ("people.csv", FileKind::Original),
    ("ages.csv", FileKind::Hierarchy),
    ("groups.json", FileKind::Recipe),
    ("out.csv", FileKind::Release),
    ("inside.json", FileKind::Report),
];

#[test]
fn files_of_the_program_are_told_apart_in_any_order() {
    let folder = written();
    for turn in 0..KINDS.len() {
        for is_backwards in [false, true] {
            let mut kinds = KINDS;
            kinds.rotate_left(turn);
            if is_backwards {
                kinds.reverse();
            }
            let files: Vec<_> = kinds.iter().map(|(name, _)| given(&folder, name)).collect();
            let review = ReviewFiles::of(&files);
            for ((name, kind), told) in kinds.iter().zip(&review.files) {
                assert_eq!(told.kind, *kind, "{name}");
                assert_eq!(told.problem, None, "{name}");
                let has_digest = !matches!(kind, FileKind::Report | FileKind::Hierarchy);
                assert_eq!(told.agrees, has_digest.then_some(true), "{name}");
            }
            let declared = review.declared.unwrap();
            assert_eq!((declared.k, declared.k_by), (4, SaidBy::Both));
            assert_eq!(declared.left_out, ["name"]);
            assert_eq!(declared.contradictions, [""; 0]);
        }
    }
}

#[test]
fn a_changed_file_is_what_it_was_and_its_digest_is_not() {
    let folder = written();
    for (name, from, to) in [
        ("out.csv", "d1", "d2"),
        ("people.csv", "d1", "d2"),
        ("groups.json", "0.2", "0.3"),
        ("ages.csv", "77;70s", "77;20s"),
    ] {
        for report in ["inside.json", "outside.json"] {
            let names = ["people.csv", "ages.csv", "groups.json", "out.csv", report];
            let files: Vec<_> = (names.iter())
                .map(|own| {
                    if *own != name {
                        return given(&folder, own);
                    }
                    let text = folder.read(own).replacen(from, to, 1);
                    folder.write("changed", text);
                    GivenFile { name: name.to_owned(), ..given(&folder, "changed") }
                })
                .collect();
            let review = ReviewFiles::of(&files);
            let agrees = |kind| {
                let mut told = review.files.iter();
                told.find(|told| told.kind == kind).unwrap().agrees
            };
            let is_inside = report == "inside.json";
            let found = [FileKind::Release, FileKind::Original, FileKind::Recipe].map(agrees);
            let expected = [
                Some(name != "out.csv"),
                is_inside.then_some(name != "people.csv"),
                // The rows of its hierarchies are part of a recipe.
                is_inside.then_some(!["groups.json", "ages.csv"].contains(&name)),
            ];
            assert_eq!(found, expected, "{name} with {report}");
        }
    }
}

#[test]
fn a_report_of_suppressed_cells_says_what_holds_of_its_release() {
    let folder = written();
    let recipe = folder.read("groups.json");
    let chosen = r#""uniques": {"k": 3, "suppress": "strict"}, "chosen": {"cells": {}}, "privacy""#;
    folder.write("cells.json", recipe.replace("\"privacy\"", chosen));
    folder
        .kanon("anonymize people.csv --recipe cells.json --out out.csv --report inside.json --recipient-report outside.json")
        .exits(0);
    for report in ["inside.json", "outside.json"] {
        let names = ["ages.csv", report, "people.csv", "out.csv", "cells.json"];
        let files: Vec<_> = names.iter().map(|name| given(&folder, name)).collect();
        let review = ReviewFiles::of(&files);
        let kinds: Vec<_> = review.files.iter().map(|file| file.kind).collect();
        use FileKind::{Hierarchy, Original, Recipe, Release, Report};
        assert_eq!(kinds, [Hierarchy, Report, Original, Release, Recipe], "{report}");
        assert!(review.files.iter().all(|file| file.problem.is_none()));
        assert_eq!(review.files[3].agrees, Some(true));
        let declared = review.declared.unwrap();
        assert_eq!((declared.k, declared.k_by), (3, SaidBy::Both));
        assert_eq!(declared.cells, Some(Blank::Category));
        assert_eq!(declared.left_out, ["name"]);
        assert_eq!(declared.contradictions, [""; 0]);
    }
    // Alone it says as much, and beside another recipe that the two are no pair.
    let alone = ReviewFiles::of(&[given(&folder, "inside.json"), given(&folder, "out.csv")]);
    let declared = alone.declared.unwrap();
    assert_eq!((declared.k, declared.k_by), (3, SaidBy::Report));
    let of = ["inside.json", "out.csv", "groups.json", "ages.csv"];
    let other = ReviewFiles::of(&of.map(|name| given(&folder, name)));
    let contradictions = other.declared.unwrap().contradictions;
    assert_eq!(
        contradictions,
        ["k is 3 in the report and 4 in the recipe.", "Report and recipe suppress different kinds of cells."]
    );
    // One that speaks of no release is refused, with what to do.
    folder.kanon("uniques people.csv --recipe cells.json --report found.json").exits(0);
    let found = ReviewFiles::of(&[given(&folder, "found.json")]);
    assert_eq!(found.files[0].kind, FileKind::Other);
    assert!(found.files[0].problem.as_ref().unwrap().contains("kanon verify"));
}
