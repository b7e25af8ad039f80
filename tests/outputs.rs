//! The files that the program `kanon` writes.
//!
//! None is lost or left half written, and none is written over an input, whatever ends the program: a full disk, a
//! closed pipe, a panic. Signals are in `signals.rs`.

#![cfg(unix)]
#[allow(dead_code, reason = "the program uses all of it")]
#[path = "../src/bin/kanon/atomic_file.rs"]
mod atomic_file;

use crate::support::program::{CSV, Folder};
use kanon::recipe::Digest;
use std::env;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::{Command, Stdio};

const ANONYMIZE: &str = "anonymize data.csv --recipe recipe.json --publish-unnamed";

/// A study of [`Folder::of_ages`] to compare with, a population, and every section that a command needs.
fn folder() -> Folder {
    let folder = Folder::of_ages();
    let columns = r#""columns": {"age": {"role": "quasi-identifier", "hierarchy": {"file": "HIERARCHY"}}}"#;
    let columns = |hierarchy| columns.replace("HIERARCHY", hierarchy);
    let rest = r#""privacy": {"k": 2}, "uniques": {"suppress": "per-record"}"#;
    let frontier = r#""frontier": {"population": "population.csv", "reference": "reference.json"}"#;
    let recipe = columns("hierarchy_age.csv");
    folder.write("recipe.json", format!(r#"{{"kanon": 1, {recipe}, {rest}, {frontier}}}"#));
    let reference = columns("hierarchy_reference.csv");
    folder.write("reference.json", format!(r#"{{"kanon": 1, {reference}, {rest}}}"#));
    folder.write("hierarchy_reference.csv", folder.read("hierarchy_age.csv"));
    folder.write("population.csv", "age,records\n20,4\n21,5\n30,9\n");
    folder
}

/// Every file of a folder with what it holds.
fn contents(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let read = |name: String| (name.clone(), fs::read(folder.path(&name)).unwrap());
    folder.names().into_iter().map(read).collect()
}

/// Runs a command that must be refused before anything was written.
#[track_caller]
fn is_refused(folder: &Folder, command: &str, parts: &[&str]) {
    let before = contents(folder);
    folder.kanon(command).exits(2).prints_nothing().complains(parts);
    assert!(contents(folder) == before, "{command}: files have changed");
}

#[test]
fn no_output_is_an_input() {
    let folder = folder();
    let inputs =
        ["data.csv", "recipe.json", "hierarchy_age.csv", "population.csv", "reference.json", "hierarchy_reference.csv"];
    for input in inputs {
        let commands = [
            format!("{ANONYMIZE} --out {input}"),
            format!("{ANONYMIZE} --out release.csv --report {input}"),
            format!("sweep data.csv --recipe recipe.json --report {input}"),
            format!("frontier data.csv --recipe recipe.json --report {input}"),
            format!("uniques data.csv --recipe recipe.json --publish-unnamed --out {input}"),
            format!("uniques data.csv --recipe recipe.json --report {input}"),
            format!("study ola data.csv --recipe recipe.json --report {input}"),
        ];
        for command in commands {
            is_refused(&folder, &command, &[input, "is an input, and would be overwritten"]);
        }
    }
}

#[test]
fn no_output_is_an_input_by_another_name() {
    let folder = folder();
    symlink("data.csv", folder.path("link.csv")).unwrap();
    fs::hard_link(folder.path("data.csv"), folder.path("hard.csv")).unwrap();
    fs::create_dir(folder.path("inner")).unwrap();
    symlink(folder.path(""), folder.path("inner/outer")).unwrap();
    fs::remove_dir_all(folder.path("inner")).unwrap();
    symlink(".", folder.path("here")).unwrap();
    let refused = |out: &str, data: &str| {
        let command = format!("anonymize {data} --recipe recipe.json --publish-unnamed --out {out}");
        folder.kanon(&command).exits(2).complains(&[out, "the same file as", data]);
        assert_eq!(folder.read("data.csv"), CSV);
        assert!(!folder.holds_a_part());
    };
    for name in ["link.csv", "hard.csv", "./data.csv", "here/data.csv"] {
        refused(name, "data.csv");
        refused("data.csv", name);
    }
}

#[test]
fn no_output_is_another_output() {
    let folder = folder();
    symlink(".", folder.path("here")).unwrap();
    for report in ["out.csv", "./out.csv", "here/out.csv"] {
        for command in ["anonymize", "uniques"] {
            let command =
                format!("{command} data.csv --recipe recipe.json --publish-unnamed --out out.csv --report {report}");
            folder.kanon(&command).exits(2).complains(&[report, "is already the output"]);
            assert!(!folder.has("out.csv") && !folder.holds_a_part());
        }
    }
    // A device may take them all.
    folder.kanon(&format!("{ANONYMIZE} --out /dev/null --report /dev/null")).exits(0);
}

#[test]
fn a_place_that_cannot_be_written_to_is_told_before_the_search() {
    let folder = folder();
    // That the table is not even read shows that it comes first.
    let commands = [
        "anonymize absent.csv --recipe recipe.json --publish-unnamed --out absent/x",
        "anonymize absent.csv --recipe recipe.json --publish-unnamed --out x --report absent/x",
        "sweep absent.csv --recipe recipe.json --report absent/x",
        "frontier absent.csv --recipe recipe.json --report absent/x",
        "uniques absent.csv --recipe recipe.json --publish-unnamed --out absent/x",
        "uniques absent.csv --recipe recipe.json --report absent/x",
        "study ola absent.csv --recipe recipe.json --report absent/x",
    ];
    for command in commands {
        is_refused(&folder, command, &["absent/x: there is no folder absent"]);
    }
    let file_for_folder = format!("{ANONYMIZE} --out data.csv/x");
    is_refused(&folder, &file_for_folder, &["data.csv/x", "cannot be written to"]);
    folder.write("kept.csv", "kept");
    let kept = folder.path("kept.csv");
    fs::set_permissions(&kept, fs::Permissions::from_mode(0o444)).unwrap();
    is_refused(&folder, &format!("{ANONYMIZE} --out kept.csv"), &["kept.csv", "read-only"]);
}

#[test]
fn a_file_or_a_link_named_like_a_part_is_left_alone() {
    let folder = folder();
    folder.write("out.csv.part", "mine");
    folder.write("elsewhere", "mine too");
    // As an interrupted run leaves them.
    folder.write(".kanon-0123456789ab.part", "of an earlier run");
    symlink("elsewhere", folder.path(".kanon-ba9876543210.part")).unwrap();
    symlink("elsewhere", folder.path("report.json.part")).unwrap();
    folder.kanon(&format!("{ANONYMIZE} --out out.csv --report report.json")).exits(0);
    assert_eq!(folder.read("out.csv.part"), "mine");
    assert_eq!(folder.read("elsewhere"), "mine too");
    assert_eq!(folder.read(".kanon-0123456789ab.part"), "of an earlier run");
    assert!(folder.read("report.json").starts_with('{'));
}

#[test]
fn a_new_file_has_the_usual_permissions_and_an_old_one_keeps_its_own() {
    let folder = folder();
    let mode = |name: &str| fs::metadata(folder.path(name)).unwrap().mode() & 0o777;
    let run = format!("kanon {ANONYMIZE} --out out.csv --report report.json");
    folder.shell(&format!("umask 027; {run}")).exits(0);
    assert_eq!((mode("out.csv"), mode("report.json")), (0o640, 0o640));
    fs::set_permissions(folder.path("out.csv"), fs::Permissions::from_mode(0o604)).unwrap();
    folder.shell(&format!("umask 077; {run}")).exits(0);
    assert_eq!((mode("out.csv"), mode("report.json")), (0o604, 0o640));
}

#[test]
fn a_link_that_is_an_output_is_replaced_and_not_followed() {
    let folder = folder();
    folder.write("precious", "mine");
    symlink("precious", folder.path("out.csv")).unwrap();
    folder.kanon(&format!("{ANONYMIZE} --out out.csv")).exits(0);
    assert_eq!(folder.read("precious"), "mine");
    assert!(folder.read("out.csv").starts_with("age,name,note\n"));
}

#[test]
fn two_runs_never_write_one_file() {
    let folder = folder();
    folder.make_pipe("pipe");
    let first = format!("{ANONYMIZE} --out out.csv --report pipe");
    // The first run has its release ready, and waits for a reader of its report.
    let mut first = (folder.command("kanon").args(first.split(' '))).stdout(Stdio::null()).spawn().unwrap();
    folder.wait_for_a_part();
    folder.kanon(&format!("{ANONYMIZE} --out out.csv --report report.json")).exits(0);
    let is_a_pair = |report: &str| {
        let report: serde_json::Value = serde_json::from_str(report).unwrap();
        let mut digest = Digest::new();
        digest.push(folder.read("out.csv").as_bytes());
        report["output_sha256"] == digest.finish()
    };
    assert!(is_a_pair(&folder.read("report.json")));
    let report = folder.read("pipe");
    assert!(first.wait().unwrap().success());
    assert!(is_a_pair(&report) && !folder.holds_a_part());
}

#[test]
fn a_full_disk_leaves_neither_release_nor_report() {
    let folder = folder();
    let full = "No space left";
    let at = |out: &str, report: &str| format!("{ANONYMIZE} --out {out} --report {report}");
    is_refused(&folder, &at("out.csv", "/dev/full"), &["/dev/full", full]);
    is_refused(&folder, &at("/dev/full", "report.json"), &["/dev/full", full]);
    // A limit of 512 bytes stands for the end of the disk: the release fits, the report does not.
    let limited = |rest: &str| folder.shell(&format!("ulimit -f 1; kanon {rest}"));
    for command in ["anonymize", "uniques"] {
        let command =
            format!("{command} data.csv --recipe recipe.json --publish-unnamed --out out.csv --report report.json");
        let before = folder.names();
        limited(&command).exits(2).prints_nothing().complains(&["report.json: File too large", "Nothing was written"]);
        assert_eq!(folder.names(), before);
    }
    folder.write("out.csv", "older");
    limited("sample --out . --records 500 --replace").exits(2).complains(&["hospital.csv", "Nothing was written"]);
    assert!(!folder.has("hospital.csv") && !folder.holds_a_part());
    assert_eq!(folder.read("out.csv"), "older");
}

#[test]
fn what_goes_to_standard_output_is_not_mixed_with_words() {
    let folder = folder();
    folder.kanon(&format!("{ANONYMIZE} --out out.csv")).exits(0);
    let release = folder.read("out.csv");
    let run = format!("kanon {ANONYMIZE} --out /dev/stdout");
    let piped = folder.shell(&format!("{run} | cat > piped.csv")).exits(0);
    piped.complains(&["policy: age"]);
    assert_eq!(folder.read("piped.csv"), release);
    folder.shell(&format!("{run} > file.csv")).exits(0);
    assert_eq!(folder.read("file.csv"), release);
}

#[test]
fn a_standard_output_that_is_closed_or_full_costs_no_file() {
    let folder = folder();
    folder.kanon(&format!("{ANONYMIZE} --out out.csv --report report.json")).exits(0);
    let commands: [(&str, &[&str]); 6] = [
        ("anonymize data.csv --recipe recipe.json --publish-unnamed --out a.csv --report a.json", &["a.csv", "a.json"]),
        ("sweep data.csv --recipe recipe.json --k-to 3 --report s.json", &["s.json"]),
        ("frontier data.csv --recipe recipe.json --report f.json", &["f.json"]),
        ("uniques data.csv --recipe recipe.json --publish-unnamed --out u.csv --report u.json", &["u.csv", "u.json"]),
        ("sample --out . --records 50 --replace", &["hospital.csv", "hospital.kanon.json"]),
        ("verify out.csv --qi age --k 2 --insensitive name", &[]),
    ];
    for (command, outputs) in commands {
        let are_there = || {
            for name in outputs {
                assert!(!folder.read(name).is_empty(), "{command}: {name}");
                fs::remove_file(folder.path(name)).unwrap();
            }
        };
        folder
            .shell(&format!("kanon {command} > /dev/full"))
            .exits(2)
            .complains(&["standard output: No space left", "the files are complete"]);
        are_there();
        // What is known of a release is told all the same, and nothing else.
        let heard = folder.kanon(command).exits(0).complaint();
        assert!(heard.lines().all(|line| line.starts_with("warning [")), "{heard}");
        are_there();
        let (reader, closed) = std::io::pipe().unwrap();
        drop(reader);
        let output =
            (folder.command("kanon").args(command.split(' '))).stdout(closed).stderr(Stdio::piped()).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), stderr.as_str()), (Some(0), heard.as_str()), "{command}");
        are_there();
        // Nor does it stop anything that nobody is there to read complaints.
        folder.shell(&format!("kanon {command} >&- 2>&-")).exits(0);
        are_there();
    }
    folder.shell("kanon verify absent.csv --qi age --k 2 2> /dev/full").exits(2);
    // The answer goes before.
    folder.shell("kanon verify data.csv --qi age --k 3 > /dev/full").exits(1);
}

#[test]
fn a_table_that_cannot_be_read_again_is_refused_at_once() {
    let folder = folder();
    folder.make_pipe("pipe");
    let refused = ["is read several times", "Save it to a file first"];
    for rest in [
        "anonymize pipe --recipe recipe.json --publish-unnamed --out out.csv",
        "sweep pipe --recipe recipe.json --report report.json",
        "frontier pipe --recipe recipe.json --report report.json",
        "uniques pipe --recipe recipe.json --publish-unnamed --out out.csv",
        "study ola pipe --recipe recipe.json --report report.json",
        "verify pipe --qi age --k 2",
    ] {
        folder.kanon(rest).exits(2).prints_nothing().complains(&refused);
    }
    let through = "cat data.csv | kanon anonymize /dev/stdin --recipe recipe.json --publish-unnamed --out out.csv";
    folder.shell(through).exits(2).complains(&refused);
    folder.kanon("anonymize . --recipe recipe.json --out out.csv").exits(2).complains(&["this is a folder"]);
    assert!(!folder.has("out.csv") && !folder.has("report.json") && !folder.holds_a_part());
    // A file is one by whatever name it comes.
    folder.shell("kanon anonymize /dev/stdin --recipe recipe.json --publish-unnamed --out out.csv < data.csv").exits(0);
}

#[test]
fn a_table_that_changes_during_the_work_is_named() {
    type Change = fn(&mut Vec<u8>);
    let changes: [Change; 4] = [
        |csv| csv.extend_from_within(csv.len() - 80..),
        |csv| csv.truncate(csv.len() - 100),
        |csv| {
            let last = csv.len() - 2;
            csv[last] ^= 1;
        },
        |csv| {
            let end = csv.len() - 200;
            csv[end..].fill(b',');
        },
    ];
    for change in changes {
        let folder = Folder::empty();
        folder.kanon("sample --out . --records 25000").exits(0);
        folder.make_pipe("pipe");
        let before = folder.names();
        let command = "anonymize hospital.csv --recipe hospital.kanon.json --out pipe --report report.json";
        let running = (folder.command("kanon").args(command.split(' ')))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // It has read the table once, and writes the first part of the release as fast as this reads.
        let mut pipe = File::open(folder.path("pipe")).unwrap();
        let mut release = vec![0; 1000];
        pipe.read_exact(&mut release).unwrap();
        let mut csv = fs::read(folder.path("hospital.csv")).unwrap();
        change(&mut csv);
        let mut file = File::options().write(true).open(folder.path("hospital.csv")).unwrap();
        file.write_all(&csv).unwrap();
        file.set_len(csv.len() as u64).unwrap();
        pipe.read_to_end(&mut release).unwrap();
        let ended = running.wait_with_output().unwrap();
        let stderr = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(2), "{stderr}");
        let told = "hospital.csv: the file has changed since it was first read";
        assert!(stderr.contains(told), "{stderr}");
        assert_eq!(folder.names(), before);
    }
}

#[test]
fn a_panic_removes_what_was_begun() {
    const FOLDER: &str = "KANON_TEST_FOLDER";
    if let Some(folder) = env::var_os(FOLDER) {
        atomic_file::remove_on_panic();
        let part = atomic_file::AtomicFile::create(folder.as_ref()).unwrap();
        // A panic that aborts drops nothing.
        std::mem::forget(part);
        panic!("on purpose");
    }
    let folder = Folder::empty();
    let ended = Command::new(env::current_exe().unwrap())
        .args(["--exact", "outputs::a_panic_removes_what_was_begun", "--nocapture"])
        .env(FOLDER, folder.path(""))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(!ended.status.success() && said.contains("on purpose"), "{said}");
    assert_eq!(folder.names(), [""; 0]);
}

/// A pipe without another end, named as any file that a command reads or writes.
mod slow {
    use super::*;
    use std::io::{BufRead, BufReader};

    #[test]
    fn a_pipe_that_nobody_opens_is_waited_for_with_a_word() {
        let rest = "--publish-unnamed --out release.csv";
        for (command, what) in [
            (format!("anonymize data.csv --recipe pipe {rest}"), "write to"),
            (format!("{ANONYMIZE} --out pipe"), "read from"),
            (format!("{ANONYMIZE} --out release.csv --report pipe"), "read from"),
            (format!("{ANONYMIZE} --out release.csv --key-file pipe"), "write to"),
            ("verify release.csv --report pipe".to_owned(), "write to"),
            ("check pipe --data data.csv --recipe recipe.json".to_owned(), "write to"),
            ("sheet pipe".to_owned(), "write to"),
        ] {
            let folder = Folder::of_ages();
            folder.anonymize().exits(0);
            folder.make_pipe("pipe");
            let mut child = folder.command("kanon");
            let child = child.args(command.split(' ')).stdout(Stdio::null()).stderr(Stdio::piped());
            let mut child = child.spawn().unwrap();
            let told = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
            let told: Option<String> =
                told.filter(|line| !line.starts_with("warning")).find(|line| line.contains("pipe"));
            child.kill().unwrap();
            child.wait().unwrap();
            let expected = format!("pipe: waiting for another program to {what} this pipe; Ctrl-C ends it");
            assert_eq!(told.as_deref(), Some(expected.as_str()), "{command}");
        }
    }
}
