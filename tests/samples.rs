//! The samples that the page offers: the same bytes every time, and messy as real files are.
//!
//! Each is released and verified by its own recipe.

use crate::support::program::Folder;
use kanon::recipe::{Digest, Recipe};
use kanon::sample::SampleKind;

fn sha256(bytes: &[u8]) -> String {
    let mut digest = Digest::new();
    digest.push(bytes);
    digest.finish()
}

#[test]
fn equal_seeds_give_equal_bytes_and_fewer_records_the_beginning_of_more() {
    for kind in SampleKind::ALL {
        let (few, more) = (kind.generate(50, 7), kind.generate(90, 7));
        assert!(more.csv.starts_with(&few.csv), "{}", kind.name());
        assert_eq!(few, kind.generate(50, 7));
        assert_ne!(few.csv, kind.generate(50, 8).csv);
        let lines = few.csv.iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(lines, 51);
    }
    // A change of the bytes is a change of the product.
    for (kind, digest) in [
        (SampleKind::Household, "3dd25f188ede6817465501b29d372c56a712cafaecb4f1722cf634aa0b60d3e3"),
        (SampleKind::Students, "024c973a627cebb1e9ca0199260cd614b3d0e6389d97c5daa67b95ae2dafef3a"),
    ] {
        assert_eq!(sha256(&kind.generate(1_000, 7).csv), digest, "{}", kind.name());
    }
}

#[test]
fn they_are_messy() {
    let text = |kind: SampleKind| String::from_utf8(kind.generate(3_000, 7).csv).unwrap();
    let household = text(SampleKind::Household);
    for part in [",-9,", ",9,", "north,", "North,"] {
        assert!(household.contains(part), "{part}");
    }
    let students = text(SampleKind::Students);
    for part in ["\"Abbot, ", ",NA,", ",999,", "\"\"school is fine\"\"", "/20", ",021"] {
        assert!(students.contains(part), "{part}");
    }
}

#[test]
fn each_is_released_and_verified_by_its_own_recipe() {
    for kind in SampleKind::ALL {
        let name = kind.name();
        let folder = Folder::empty();
        folder.kanon(&format!("sample --kind {name} --records 1500")).exits(0);
        let recipe = Recipe::parse(&folder.read(&format!("{name}.kanon.json"))).unwrap();
        let found = folder
            .kanon(&format!("anonymize {name}.csv --recipe {name}.kanon.json --out release.csv --report report.json"))
            .exits(0);
        let weighed = recipe.risk.weight_column.is_some();
        assert_eq!(weighed, kind == SampleKind::Household);
        assert_eq!(found.printed().contains("by the weights of"), weighed, "{name}");
        folder
            .kanon(&format!("verify release.csv --report report.json --recipe {name}.kanon.json --data {name}.csv"))
            .exits(0);
        let released = folder.read("release.csv");
        let columns = released.lines().next().unwrap().split(',').count();
        assert!(released.lines().count() > 1_000 && columns >= 8, "{name}");
    }
    Folder::empty().kanon("sample --kind taxes").exits(2);
}
