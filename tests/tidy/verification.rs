//! Verification shares no code with what it checks: it names no writer, no search, no measure and no transformation.
//!
//! Of rooms that compute, it may name the types in which settings and results are told. It shares the treatments'
//! settings and the scan for disclosure with the writer.

use crate::Breach;
use crate::source::Source;

/// The files of `src/release` that write. Every other file directly in it belongs to verification.
const WRITER: [&str; 6] = ["mod", "shuffled", "suppressed_records", "transformation", "waiting", "writer"];

/// Rooms that verification may name.
const ROOMS: [&str; 6] = ["data", "error", "hierarchy", "lattice", "monitor", "sorting"];

/// Types that it may name of other rooms, and of the writer's side of its own.
const TYPES: [(&str, &[&str]); 7] = [
    ("disclosure", &["DisclosureScan", "ScanSettings", "ScannedRow", "Warning"]),
    ("local", &["Few", "TakenFor"]),
    ("loss", &["Aggregate", "LossSettings", "MeasureName"]),
    (
        "privacy",
        &["Closeness", "Condition", "Distance", "Diversity", "DiversityKind", "GreatestRisk", "Likeness", "Threshold"],
    ),
    ("risk", &["Prosecutor"]),
    ("suppressed_records", &["SuppressedRecords"]),
    ("treatment", &["Key", "KeyedHash", "PartialMask", "Pseudonym", "Treatment", "Treatments"]),
];

/// The name of a file of verification.
fn file_name(source: &Source) -> Option<&str> {
    let name = source.path.strip_prefix("src/release/")?.strip_suffix(".rs")?;
    (!name.contains('/') && !WRITER.contains(&name)).then_some(name)
}

/// What files of verification name that they must not.
pub(crate) fn breaches(sources: &[Source]) -> Vec<Breach> {
    let own: Vec<&str> = sources.iter().filter_map(file_name).collect();
    let found = sources.iter().filter(|source| file_name(source).is_some()).flat_map(|source| of_file(source, &own));
    found.collect()
}

fn of_file(source: &Source, own: &[&str]) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let mut refuse = |index: usize, named: &str| {
        let (path, line) = (&source.path, source.tokens[index].first_line);
        breaches.push(format!("{path}:{line}: verification names `{named}`: write it again by its definition"));
    };
    let mut named = source.named_after("crate");
    named.extend(source.named_after("super"));
    named.extend(source.named_after("self"));
    for room in named.into_iter().filter(|&index| !source.tokens[index].in_test) {
        // `crate::release::writer` is `super::writer`.
        let (room, inner) = match source.text_at(room) {
            "release" => (room, source.heads(room + 2)),
            _ => (room, vec![room]),
        };
        if inner[0] != room && source.text_at(room + 1) != "::" {
            refuse(room, source.text_at(room));
            continue;
        }
        for index in inner {
            let name = source.text_at(index);
            if ROOMS.contains(&name) || own.contains(&name) {
                continue;
            }
            let types = TYPES.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, types)| types);
            let heads = if source.text_at(index + 1) == "::" { source.heads(index + 2) } else { vec![index] };
            for head in heads.into_iter().filter(|&head| !types.contains(&source.text_at(head))) {
                refuse(head, &[name, source.text_at(head)].join("::"));
            }
        }
    }
    for index in (0..source.tokens.len()).filter(|&index| !source.tokens[index].in_test) {
        let (word, next, after) = (source.text_at(index), source.text_at(index + 1), source.text_at(index + 2));
        let is_function = next == "::" && after.starts_with(|first: char| first.is_ascii_lowercase());
        let is_own = ["new", "default"].contains(&after);
        if is_function && !is_own && ["loss", "privacy", "risk", "local"].iter().any(|room| has(room, word)) {
            refuse(index, &[word, after].join("::"));
        }
        if word == "." && next == "measure" && after == "(" {
            refuse(index, "measure()");
        }
    }
    breaches
}

/// Whether a type may be named of a room.
fn has(room: &str, name: &str) -> bool {
    TYPES.iter().any(|(of, types)| *of == room && types.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::File;

    fn found(path: &str, text: &str) -> Vec<Breach> {
        let source = |path: &str, text: &str| Source::parse(&File { path: path.to_owned(), text: text.to_owned() });
        breaches(&[source(path, text), source("src/release/verify.rs", ""), source("src/release/writer.rs", "")])
    }

    #[test]
    fn code_of_what_is_checked_is_found() {
        for text in [
            "use super::shuffled::drawn_order;",
            "use super::writer::ReleaseWriter;",
            "use super::{verify::Claim, transformation::Transformation};",
            "use super::treatment::{Made, Treatment};",
            "use super::treatment::preview;",
            "use super::disclosure::is_sorted;",
            "use crate::release::ReleaseWriter;",
            "use crate::release::{verify, waiting};",
            "use crate::release;",
            "use crate::search::Evaluator;",
            "use crate::classes::K;",
            "use crate::draw::Draw;",
            "use crate::loss::Iyengar;",
            "use crate::loss::{Aggregate, Measure};",
            "use crate::loss;",
            "use crate::loss::*;",
            "use crate::privacy::Model;",
            "use crate::risk::Prosecutor; fn f() { Prosecutor::of_release(a, b) }",
            "fn f() { crate::effect::applied() }",
            "fn f(settings: &LossSettings) { settings.measure(a) }",
        ] {
            assert_eq!(found("src/release/expected.rs", text).len(), 1, "{text}");
        }
        assert_eq!(found("src/release/new.rs", "use super::writer::ReleaseWriter;").len(), 1, "a file that is new");
    }

    #[test]
    fn settings_and_what_only_reads_are_none() {
        for text in [
            "use super::verify::Claim; use super::treatment::{Key, Treatments};",
            "use crate::data::{Table, Dictionary}; use crate::{error::Result, sorting::sort};",
            "use crate::loss::{Aggregate, LossSettings, MeasureName}; fn f() { MeasureName::Height }",
            "use crate::local::TakenFor; fn f() { TakenFor::default() }",
            "fn f(settings: &LossSettings) { settings.measure }",
            "//! Beside [`crate::search`].\n#[cfg(test)] mod tests { use crate::release::shuffled; }",
        ] {
            assert_eq!(found("src/release/expected.rs", text), Vec::<Breach>::new(), "{text}");
        }
        for path in ["src/release/writer.rs", "src/release/disclosure/scan.rs", "src/run/search.rs"] {
            assert_eq!(found(path, "use crate::search::Evaluator;"), Vec::<Breach>::new(), "{path}");
        }
    }
}
