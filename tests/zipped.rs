//! Tables zipped by gzip, whole and cut off: a whole one is read, in every pass, as the table that is in it.

use crate::support::program::{CSV, Folder, RECIPE};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

fn zipped(parts: &[&str]) -> Vec<u8> {
    let zip = |part: &&str| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(part.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    parts.iter().flat_map(zip).collect()
}

fn folder(parts: &[&str]) -> Folder {
    let folder = Folder::of_ages();
    folder.write("data.csv.gz", zipped(parts));
    folder.write("recipe.json", RECIPE.replace("REST", r#", "privacy": {"k": 2, "suppression_limit": 0.3}"#));
    folder
}

const ANONYMIZE: &str =
    "anonymize data.csv.gz --recipe recipe.json --out release.csv --report report.json --publish-unnamed";

#[test]
fn a_zipped_table_gives_the_release_of_what_is_in_it() {
    let (head, tail) = CSV.split_at(CSV.len() / 2);
    for parts in [&[CSV] as &[&str], &[head, tail]] {
        let folder = folder(parts);
        folder.kanon(ANONYMIZE).exits(0);
        let release = folder.read("release.csv");
        let report = folder.read("report.json");
        folder.anonymize().exits(0);
        assert_eq!(folder.read("release.csv"), release);
        let digest = |report: &str| {
            let report: serde_json::Value = serde_json::from_str(report).unwrap();
            report["input_sha256"].clone()
        };
        assert_eq!(digest(&folder.read("report.json")), digest(&report));
        folder.kanon("verify release.csv --report report.json --recipe recipe.json --data data.csv.gz").exits(0);
        folder.write("release.csv.gz", zipped(&[&release]));
        let ended = folder.kanon("verify release.csv.gz --report report.json --recipe recipe.json --data data.csv.gz");
        ended.exits(0).prints(&["release.csv.gz is zipped: bytes and digests are those of the text in it"]);
    }
}

#[test]
fn a_zipped_table_that_is_cut_off_is_refused() {
    let folder = folder(&[CSV]);
    let whole = zipped(&[CSV]);
    folder.write("data.csv.gz", &whole[..whole.len() - 12]);
    let before = folder.names();
    for length in [whole.len() - 12, whole.len() - 1, 20, 5] {
        folder.write("data.csv.gz", &whole[..length]);
        folder.kanon(ANONYMIZE).exits(2).complains(&["data.csv.gz", "cut off", "Copy or download it again."]);
    }
    let mut damaged = whole.clone();
    let sum = damaged.len() - 8;
    damaged[sum] ^= 1;
    folder.write("data.csv.gz", damaged);
    folder.kanon(ANONYMIZE).exits(2).complains(&["data.csv.gz", "damaged", "Copy or download it again."]);
    assert_eq!(folder.names(), before);
}

#[test]
fn what_stands_after_the_end_of_a_zipped_table_is_named_as_that() {
    let folder = folder(&[CSV]);
    for behind in [&b"garbage"[..], b"\0", &[0; 600], b"PK\x03\x04", b"age,name"] {
        folder.write("data.csv.gz", [&zipped(&[CSV])[..], behind].concat());
        folder.kanon(ANONYMIZE).exits(2).complains(&["data.csv.gz", "after its end", "not zipped"]);
    }
}

#[test]
fn a_zipped_release_that_holds_more_than_its_text_is_refused() {
    let folder = folder(&[CSV]);
    folder.kanon(ANONYMIZE).exits(0);
    let release = folder.read("release.csv");
    let header = |build: flate2::GzBuilder| {
        let mut encoder = build.write(Vec::new(), Compression::default());
        encoder.write_all(release.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    let new = flate2::GzBuilder::new;
    let more = "more after its first part";
    let fields = "a name, a comment or other fields";
    for (zipped, why) in [
        (header(new().comment("P0001 Ann 44 HIV")), fields),
        (header(new().filename("P0001")), fields),
        (header(new().extra("P0001")), fields),
        ([zipped(&[&release]), zipped(&[""])].concat(), more),
        ([zipped(&[&release]), b"P0001".to_vec()].concat(), more),
    ] {
        folder.write("release.csv.gz", zipped);
        let verify = "verify release.csv.gz --report report.json";
        for with in ["", " --recipe recipe.json --data data.csv.gz"] {
            folder.kanon(&format!("{verify}{with}")).exits(2).complains(&["release.csv.gz", why]);
        }
    }
}
