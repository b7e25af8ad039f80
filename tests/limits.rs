//! Work that takes long: what a terminal shows of it, what `--seconds` leaves of it, and what is refused at once.

use crate::support::program::Folder;
use kanon::data::{Dialect, Dictionary, MissingCodes, TableReader};
use kanon::hierarchy::{ColumnValues, Hierarchy, HierarchySpec};
use kanon::monitor::{Checks, Monitor, Unlimited};
use kanon::uniques::{Method, Missing, Question, Tuples, UniquesSearch};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::Arc;

/// So many records of as many columns of a few values.
fn table(n_records: usize, n_columns: usize) -> String {
    let mut state = 12_345_u64;
    let mut draw = move |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let names: Vec<String> = (0..n_columns).map(|column| format!("c{column}")).collect();
    let mut csv = names.join(",");
    for _ in 0..n_records {
        let cells: Vec<String> =
            (0..n_columns).map(|column| draw(2 + column as u64 % 4).min(draw(5)).to_string()).collect();
        write!(csv, "\n{}", cells.join(",")).unwrap();
    }
    csv
}

/// A folder with such a table and a recipe.
fn folder(n_records: usize, n_columns: usize, settings: Value) -> Folder {
    let folder = Folder::empty();
    folder.write("data.csv", table(n_records, n_columns));
    let columns = (0..n_columns).map(|column| {
        let role = json!({"role": "quasi-identifier"});
        (format!("c{column}"), role)
    });
    let mut recipe = json!({"kanon": 1, "columns": columns.collect::<serde_json::Map<_, _>>()});
    for (key, value) in settings.as_object().unwrap() {
        recipe[key] = value.clone();
    }
    folder.write("recipe.json", recipe.to_string());
    folder
}

fn report(folder: &Folder) -> Value {
    serde_json::from_str(&folder.read("report.json")).unwrap()
}

const UNIQUES: &str = "uniques data.csv --recipe recipe.json --report report.json";

#[test]
fn a_search_for_combinations_stops_with_what_it_has() {
    // All methods, each with a few records less than it would find in all.
    for method in ["bitmap", "partition", "hitting-set"] {
        let folder = folder(400, 9, json!({"uniques": {"k": 2, "method": method}}));
        folder
            .kanon(&format!("{UNIQUES} --seconds 0"))
            .exits(3)
            .prints(&["at least 0 of 400 records"])
            .complains(&["stopped after 0 s: there may be further combinations", "--seconds"]);
        let partial = report(&folder);
        assert_eq!(partial["complete"], false);
        folder.kanon(&format!("{UNIQUES} --seconds 600")).exits(0);
        let whole = report(&folder);
        assert_eq!(whole["complete"], true, "{method}");
        for count in ["combinations", "unsafe_records"] {
            assert_eq!(partial[count], 0);
            assert!(whole[count].as_u64().unwrap() > 0);
        }
    }
}

#[test]
fn what_is_found_by_then_is_found_in_the_end() {
    const COLUMNS: usize = 9;
    let names: Vec<String> = (0..COLUMNS).map(|column| format!("c{column}")).collect();
    let mut reader = TableReader::new(&Dialect::default(), &names);
    reader.push(table(400, COLUMNS).as_bytes()).unwrap();
    let encoded = reader.finish().unwrap();
    let tuples = Arc::new(Tuples::new(&encoded, Missing::Value, &MissingCodes::default(), 2).unwrap());
    let question = Question { k: 2, max_size: None };
    for method in [Method::Bitmap, Method::Partition, Method::HittingSet] {
        let found = |monitor: &mut dyn Monitor| -> (Vec<u64>, u64) {
            let mut search = UniquesSearch::new(Arc::clone(&tuples), question, Some(method)).unwrap();
            search.advance(monitor);
            let findings = search.findings();
            let sizes = (1..=COLUMNS).map(|size| findings.by_size(size));
            (sizes.collect(), findings.unsafe_records(&tuples))
        };
        let (all, all_records) = found(&mut Unlimited);
        // Interrupted after so many questions whether to stop, whatever the machine.
        let mut parts = 0;
        for questions in [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] {
            let (some, records) = found(&mut Checks(questions));
            assert!(some.iter().zip(&all).all(|(some, all)| some <= all));
            assert!(records <= all_records);
            let is_part = (1..all.iter().sum::<u64>()).contains(&some.iter().sum::<u64>());
            parts += usize::from(is_part);
        }
        assert!(parts > 0, "{method:?} was never interrupted in the middle");
    }
}

#[test]
fn a_suppression_that_is_not_done_writes_no_table() {
    let folder = folder(400, 9, json!({"uniques": {"suppress": "strict"}}));
    folder.write("release.csv", "mine\n");
    folder
        .kanon(&format!("{UNIQUES} --publish-unnamed --out release.csv --seconds 0"))
        .exits(3)
        .complains(&["no cells were suppressed"]);
    assert_eq!(folder.read("release.csv"), "mine\n");
    assert!(!folder.holds_a_part());
    let report = report(&folder);
    assert_eq!(report["suppress"], "none");
    assert_eq!(report["suppressed_cells"], 0);
}

#[test]
fn a_check_of_combinations_stops_and_says_what_is_open() {
    let folder = folder(400, 9, json!({"uniques": {"suppress": "strict"}}));
    folder.kanon(&format!("{UNIQUES} --publish-unnamed --out release.csv")).exits(0);
    let verify = "verify release.csv --report report.json --recipe recipe.json --data data.csv --seconds 0";
    folder
        .kanon(verify)
        .exits(3)
        .prints(&[
            "holds: SHA-256 of the release",
            "holds: records: claimed 400",
            "not checked: unsafe combinations: not all combinations were found in time",
            "not checked: suppressed cells: the suppression was not done in time",
            "not checked: every byte is the original's",
        ])
        .complains(&["stopped after 0 s: the claims about combinations and suppressed cells were not checked."]);
    // What is refuted all the same is told before what is open.
    let report = folder.read("report.json");
    folder.write("report.json", report.replace("\"records\": 400", "\"records\": 401"));
    folder.kanon(verify).exits(1).prints(&["FAILS: records"]);
    folder.write("report.json", report);
    folder
        .kanon(&verify.replace("--seconds 0", "--seconds 600"))
        .exits(0)
        .prints(&["holds: unsafe combinations", "holds: suppressed cells"]);
    folder.kanon(&verify.replace("--seconds 0", "--seconds=-1")).exits(2).complains(&["--seconds"]);
}

#[test]
fn a_sweep_stops_with_the_points_that_are_proven() {
    let folder = folder(400, 5, json!({}));
    let sweep = "sweep data.csv --recipe recipe.json --report report.json --k-to 50";
    folder
        .kanon(&format!("{sweep} --seconds 0"))
        .exits(3)
        .prints(&[" of 49 answers proven"])
        .complains(&["points are not proven"]);
    let partial = report(&folder);
    assert_eq!(partial["complete"], false);
    folder.kanon(sweep).exits(0).prints(&["49 answers proven"]);
    let whole = report(&folder);
    assert_eq!(whole["complete"], true);
    let points = |report: &Value| report["points"].as_array().unwrap().clone();
    let (some, all) = (points(&partial), points(&whole));
    assert!(some.len() < all.len());
    for (some, all) in some.iter().zip(&all) {
        assert_eq!((&some["k"], &some["loss"]), (&all["k"], &all["loss"]));
    }
}

#[test]
fn a_frontier_stops_with_the_policies_that_it_has() {
    for space in [
        json!({"space": "partition"}),
        json!({"space": "full-domain", "risk": "highest"}),
        json!({"space": "full-domain", "risk": "average"}),
    ] {
        let folder = folder(400, 6, json!({"frontier": space}));
        let frontier = "frontier data.csv --recipe recipe.json --report report.json";
        folder.kanon(&format!("{frontier} --seconds 0")).exits(3).complains(&["stopped after 0 s"]);
        let partial = report(&folder);
        assert_eq!(partial["complete"], false, "{space}");
        assert_eq!(partial["exact"], false, "{space}");
        folder.kanon(frontier).exits(0);
        assert_eq!(report(&folder)["complete"], true, "{space}");
    }
}

#[test]
fn a_review_stops_with_what_it_has() {
    let folder = folder(400, 9, json!({}));
    let columns = (0..9).map(|column| format!("c{column}"));
    let qis = columns.collect::<Vec<_>>().join(",");
    let review = format!("verify data.csv --qi {qis} --k 2");
    let wildcard = format!("{review} --blank wildcard --missing 0");
    folder
        .kanon(&format!("{wildcard} --seconds 0"))
        .exits(3)
        .prints(&[
            "open: 0 % of the different rows were compared with all others; of their 0 records, 0 may be taken for fewer than 2",
        ])
        .complains(&[
            "stopped after 0 s: not every row was compared with all others",
            "--seconds",
        ]);
    let whole = folder.kanon(&format!("{wildcard} --seconds 600")).exits(0);
    whole.prints(&["2-anonymous"]);
    // Rows that are alike are counted at once, and only the combinations are left open.
    folder
        .kanon(&format!("{review} --blank category --uniques --seconds 0"))
        .exits(1)
        .prints(&["at least 0 minimum unsafe combinations in 0 records"]);
    folder.kanon("verify data.csv --report report.json --seconds 1").exits(2).complains(&["--seconds"]);
}

#[test]
fn seconds_are_a_number_of_at_least_zero() {
    let folder = folder(40, 3, json!({}));
    for seconds in ["-1", "NaN"] {
        folder
            .kanon(&format!("{UNIQUES} --seconds={seconds}"))
            .exits(2)
            .complains(&["--seconds must be a number of at least 0"]);
    }
    assert!(!folder.has("report.json"));
}

/// A mask over more rows than are grouped in a moment would fail in a hierarchy of its own; the frontier refuses before
/// that.
#[test]
fn a_frontier_counts_values_before_anything_is_built() {
    let folder = Folder::empty();
    let values: Vec<String> = (0..70_000).map(|value| format!("v{value}")).collect();
    folder.write("data.csv", format!("v\n{}\n", values.join("\n")));
    // Intervals of text cannot be built: what is said first shows what is asked first.
    let hierarchy = json!({"intervals": {"widths": [2]}});
    let recipe = json!({
        "kanon": 1,
        "columns": {"v": {"role": "quasi-identifier", "hierarchy": hierarchy}},
        "frontier": {},
    });
    folder.write("recipe.json", recipe.to_string());
    folder
        .kanon("frontier data.csv --recipe recipe.json --report report.json")
        .exits(2)
        .complains(&["column `v`", "the domain has more than 65536 values"]);
}

/// What is built of many values is what is built of few: the labels, groups and sizes of every level.
#[test]
fn a_hierarchy_of_many_values_is_that_of_its_rows() {
    let mut dictionary = Dictionary::new();
    for value in (0..5_000_u32).map(|value| (value * 7_919) % 10_007) {
        dictionary.intern(&format!("{value:05}"), 1);
    }
    dictionary.intern("?", 3);
    dictionary.intern("99***", 1);
    for spec in [
        r#"{"mask": {"from": "right"}}"#,
        r#"{"mask": {"from": "left", "character": "x", "steps": [2, 4]}}"#,
        r#"{"groups": {"order": "text", "fan_out": [7, 5]}}"#,
    ] {
        let spec: HierarchySpec = serde_json::from_str(spec).unwrap();
        let built = spec.build(&ColumnValues::new(&dictionary, &["?".to_owned()])).unwrap();
        let rows: Vec<Vec<String>> = (built.rows()).map(|row| row.into_iter().map(str::to_owned).collect()).collect();
        let read = Hierarchy::from_rows(&rows).unwrap();
        assert_eq!(read.height(), built.height());
        for level in 0..built.height() {
            let groups = |hierarchy: &Hierarchy| -> Vec<(String, u32)> {
                (0..hierarchy.n_groups(level) as u32)
                    .map(|group| {
                        let label = hierarchy.label(level, group).to_owned();
                        (label, hierarchy.group_size(level, group))
                    })
                    .collect()
            };
            assert_eq!(groups(&read), groups(&built));
        }
        assert_eq!(read.encode(&dictionary), built.encode(&dictionary));
    }
}

#[cfg(unix)]
mod slow_on_terminals {
    use super::*;
    use rustix::fs::OFlags;
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use std::fs::File;
    use std::io::Read;
    use std::process::{Command, Stdio};
    use std::thread;

    /// What `kanon` writes to a terminal on standard error, and its exit code.
    fn told(folder: &Folder, arguments: &str) -> (String, Option<i32>) {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY;
        let theirs = rustix::fs::open(&name, flags, rustix::fs::Mode::empty()).unwrap();
        let reader = thread::spawn(move || {
            let mut text = Vec::new();
            // When the other side is closed, reading fails.
            let _ = File::from(ours).read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        let status = Command::new(env!("CARGO_BIN_EXE_kanon"))
            .current_dir(folder.path(""))
            .args(arguments.split(' '))
            .stdout(Stdio::null())
            .stderr(Stdio::from(theirs))
            .status()
            .unwrap();
        (reader.join().unwrap(), status.code())
    }

    #[test]
    fn a_terminal_is_told_once_a_second_and_its_line_is_erased() {
        let settings = json!({"uniques": {"k": 2, "method": "hitting-set"}});
        let folder = folder(3_000, 30, settings);
        let (text, code) = told(&folder, &format!("{UNIQUES} --seconds 4.5"));
        assert_eq!(code, Some(3), "{text}");
        let lines = text.matches("\rcombinations · ").count();
        assert!((1..=4).contains(&lines), "{text}");
        assert!(text.contains(" % · "), "{text}");
        assert!(text.contains("by a sample about") || text.contains("takes over 2 s"), "{text}");
        // The last of the line is gone before anything else is said.
        let end = text.rfind("\r\x1b[K").unwrap();
        assert!(text[end..].contains("stopped after 4.5 s"), "{text}");
    }

    #[test]
    fn a_terminal_is_told_of_a_check() {
        let settings = json!({"uniques": {"k": 2, "method": "hitting-set"}});
        let folder = folder(3_000, 30, settings);
        let (_, code) = told(&folder, &format!("{UNIQUES} --seconds 0"));
        assert_eq!(code, Some(3));
        let verify = "verify --report report.json --recipe recipe.json --data data.csv";
        let (text, code) = told(&folder, &format!("{verify} --seconds 2.5"));
        assert_eq!(code, Some(3), "{text}");
        let lines = text.matches("\rcombinations again · ").count();
        assert!((1..=2).contains(&lines), "{text}");
        let end = text.rfind("\r\x1b[K").unwrap();
        assert!(text[end..].contains("stopped after 2.5 s"), "{text}");
    }

    #[test]
    fn a_terminal_is_told_how_many_rows_of_a_review_are_compared() {
        let folder = folder(120_000, 12, json!({}));
        let columns = (0..12).map(|column| format!("c{column}"));
        let qis = columns.collect::<Vec<_>>().join(",");
        let review = format!("verify data.csv --qi {qis} --k 2 --blank nothing --missing 4");
        let (text, code) = told(&folder, &format!("{review} --seconds 3.5"));
        assert_eq!(code, Some(3), "{text}");
        let lines = text.matches("\rcomparing rows · ").count();
        assert!((1..=3).contains(&lines), "{text}");
        let end = text.rfind("\r\x1b[K").unwrap();
        assert!(text[end..].contains("stopped after 3.5 s"), "{text}");
    }

    #[test]
    fn short_work_tells_nothing() {
        let folder = folder(40, 3, json!({}));
        let (text, code) = told(&folder, UNIQUES);
        assert_eq!((text.as_str(), code), ("", Some(0)));
    }
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    /// So many bytes for a distinct value under a mask of eight levels, beside what the program takes itself.
    #[cfg(target_os = "linux")]
    #[test]
    fn memory_is_in_proportion_to_the_distinct_values() {
        const VALUES: u64 = 200_000;
        const BYTES: u64 = 700;
        let folder = Folder::empty();
        let values: Vec<String> = (0..VALUES).map(|value| format!("{:07}", value * 7_919 % 1_000_003 * 7)).collect();
        folder.write("data.csv", format!("code\n{}\n", values.join("\n")));
        let column = json!({"role": "quasi-identifier", "hierarchy": {"mask": {"from": "right"}}});
        let recipe = json!({"kanon": 1, "columns": {"code": column}});
        folder.write("recipe.json", recipe.to_string());
        let limit = VALUES * BYTES / 1000;
        let kanon = env!("CARGO_BIN_EXE_kanon");
        let status = std::process::Command::new("sh")
        .current_dir(folder.path(""))
        .arg("-c")
        .arg(format!(
            "ulimit -d {limit}; exec {kanon} anonymize data.csv --recipe recipe.json --publish-unnamed --out release.csv --threads 1 >&2"
        ))
        .status()
        .unwrap();
        assert!(status.success(), "{limit} kB are not enough: {status}");
        assert!(folder.has("release.csv"));
    }

    #[test]
    fn nothing_is_told_where_there_is_no_terminal() {
        let settings = json!({"uniques": {"k": 2, "method": "hitting-set"}});
        let folder = folder(3_000, 30, settings);
        let ended = folder.kanon(&format!("{UNIQUES} --seconds 2.5"));
        ended.exits(3).complains_of_nothing_but("stopped after 2.5 s");
    }
}
