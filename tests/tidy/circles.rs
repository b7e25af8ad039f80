//! No circles: files that name each other, directly or through others, are one file in two places.
//!
//! A path counts for the file that declares its name, even where a module above hands the name on. A file may name what
//! the module above it declares itself: a trait and the folder that serves it belong together.

use std::collections::{BTreeMap, BTreeSet};

use crate::Breach;
use crate::source::Source;

/// The circles that stand, each with its files in order: what opens one strikes it here, and no new one is listed.
///
/// Most are a question and its answer, or a type and how it is written, that meet in one place each.
const STANDING: [&[&str]; 6] = [
    &["src/data/kind.rs", "src/data/reading/guess.rs"],
    &["src/hierarchy/spec.rs", "src/hierarchy/tree.rs"],
    &[
        "src/published/anytime.rs",
        "src/published/making.rs",
        "src/published/ola.rs",
        "src/published/pruning.rs",
        "src/published/study.rs",
    ],
    &["src/release/expected.rs", "src/release/verify.rs"],
    &["src/wasm/error.rs", "src/wasm/json.rs"],
    &["src/wasm/suppressing.rs", "src/wasm/uniques.rs"],
];

/// A module's path from the root of the sources, and so the name of its file.
type Module = Vec<String>;

/// What is known of a file: its place, the names that it hands on, and where they come from.
struct Room<'a> {
    source: &'a Source,
    /// How many of its path's words lead to the root of its crate.
    root: usize,
    handed_on: BTreeMap<String, Module>,
}

/// The circles among files that do not stand in the list, and those of the list that are none.
pub(crate) fn breaches(sources: &[Source]) -> Vec<Breach> {
    against(&circles(sources), &STANDING)
}

fn against(found: &[Vec<String>], standing: &[&[&str]]) -> Vec<Breach> {
    let new =
        (found.iter()).filter(|circle| !standing.iter().any(|known| circle.iter().eq(known.iter()))).map(|circle| {
            format!("{}:1: names in a circle {}: move what they share to a file below", circle[0], circle.join(", "))
        });
    let gone = (standing.iter())
        .filter(|known| !found.iter().any(|circle| circle.iter().eq(known.iter())))
        .map(|known| format!("tests/tidy/circles.rs:1: {} are no circle: strike them", known.join(", ")));
    new.chain(gone).collect()
}

/// The files of each circle, in order.
fn circles(sources: &[Source]) -> Vec<Vec<String>> {
    let mut rooms: BTreeMap<Module, Room<'_>> = sources.iter().filter_map(room).collect();
    let handed_on: Vec<(Module, BTreeMap<String, Module>)> =
        (rooms.iter()).map(|(module, room)| (module.clone(), handed_on(module, room, &rooms))).collect();
    for (module, names) in handed_on {
        if let Some(room) = rooms.get_mut(&module) {
            room.handed_on = names;
        }
    }
    let arrows: BTreeMap<&Module, BTreeSet<&Module>> =
        (rooms.iter()).map(|(module, room)| (module, arrows(module, room, &rooms))).collect();
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        (arrows.keys()).map(|&from| (from, reached(from, &arrows))).collect();
    let mut circles = BTreeSet::new();
    for (&module, others) in &reached {
        let circle = others.iter().filter(|&other| reached[other].contains(module));
        let mut paths: Vec<String> = (circle.map(|&other| rooms[other].source.path.clone())).collect();
        paths.sort();
        if !paths.is_empty() {
            circles.insert(paths);
        }
    }
    circles.into_iter().collect()
}

fn room(source: &Source) -> Option<(Module, Room<'_>)> {
    let inner = source.path.strip_prefix("src/")?.strip_suffix(".rs")?;
    let mut module: Module = inner.split('/').map(ToOwned::to_owned).collect();
    let is_face = |name: &String| matches!(name.as_str(), "mod" | "lib" | "main");
    module.pop_if(|name| is_face(name));
    let root = if inner.starts_with("bin/") { 2 } else { 0 };
    let handed_on = BTreeMap::new();
    Some((module, Room { source, root, handed_on }))
}

/// The names that a file's `pub use` gives to others, with the full path of each.
fn handed_on(module: &Module, room: &Room<'_>, rooms: &BTreeMap<Module, Room<'_>>) -> BTreeMap<String, Module> {
    let paths = paths(module, room, rooms).into_iter();
    paths.filter(|path| path.is_handed_on).map(|path| (path.known_as, path.words)).collect()
}

/// The files that a file names, but for those of the modules around it.
fn arrows<'a>(module: &Module, room: &Room<'_>, rooms: &'a BTreeMap<Module, Room<'_>>) -> BTreeSet<&'a Module> {
    (paths(module, room, rooms).iter())
        .filter(|path| !path.is_handed_on)
        .filter_map(|path| home(&path.words, rooms))
        .filter(|other| !module.starts_with(other))
        .collect()
}

/// The file where the last name of a path stands.
fn home<'a>(path: &[String], rooms: &'a BTreeMap<Module, Room<'_>>) -> Option<&'a Module> {
    let mut path = path.to_vec();
    // Names are handed on a few times at most; a name that is handed on in a circle would not compile.
    for _ in 0..8 {
        let depth = (0..=path.len()).rev().find(|&depth| rooms.contains_key(&path[..depth]))?;
        let (module, room) = rooms.get_key_value(&path[..depth])?;
        let Some(next) = path.get(depth).and_then(|name| room.handed_on.get(name)) else {
            return Some(module);
        };
        let rest = path[depth + 1..].to_vec();
        path = [next.clone(), rest].concat();
    }
    None
}

fn reached<'a>(from: &Module, arrows: &BTreeMap<&'a Module, BTreeSet<&'a Module>>) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<&Module> = arrows[from].iter().copied().collect();
    while let Some(module) = waiting.pop() {
        if let Some((&module, next)) = arrows.get_key_value(module)
            && reached.insert(module)
        {
            waiting.extend(next);
        }
    }
    reached
}

/// A path in a file, from the root of the sources.
struct Path {
    words: Module,
    known_as: String,
    is_handed_on: bool,
}

/// The paths of a file that begin with `crate`, `super`, `self` or a module of its own, outside tests.
fn paths(module: &Module, room: &Room<'_>, rooms: &BTreeMap<Module, Room<'_>>) -> Vec<Path> {
    let source = room.source;
    let mut paths = Vec::new();
    let mut index = 0;
    while let Some(token) = source.tokens.get(index) {
        let starts = source.text_at(index + 1) == "::" && (index == 0 || source.text_at(index - 1) != "::");
        let inner: Module = [module.as_slice(), &token.modules].concat();
        let own = [inner.as_slice(), std::slice::from_ref(&token.text)].concat();
        let is_own = rooms.contains_key(&own);
        if !starts || token.in_test || !(is_own || matches!(token.text.as_str(), "crate" | "super" | "self")) {
            index += 1;
            continue;
        }
        let is_handed_on = index > 1 && source.text_at(index - 1) == "use" && {
            let before = source.text_at(index - 2);
            before == "pub" || before == ")"
        };
        let mut found = Vec::new();
        let end = tree(source, index, &[], &mut found);
        for (words, known_as) in found {
            let mut base = inner.clone();
            let mut words = words.as_slice();
            while let Some((first, rest)) = words.split_first() {
                match first.as_str() {
                    "crate" => base.truncate(room.root),
                    "super" => drop(base.pop()),
                    "self" => {}
                    _ => break,
                }
                words = rest;
            }
            base.extend_from_slice(words);
            paths.push(Path { words: base, known_as, is_handed_on });
        }
        index = end.max(index + 1);
    }
    paths
}

/// Reads the path at a token, or the paths where it branches, each with the name that it is known by; returns the token
/// after it.
fn tree(source: &Source, mut index: usize, before: &[String], found: &mut Vec<(Module, String)>) -> usize {
    let mut words = before.to_vec();
    loop {
        match source.text_at(index) {
            "{" => {
                index += 1;
                while !matches!(source.text_at(index), "}" | "") {
                    index = tree(source, index, &words, found).max(index + 1);
                    index += usize::from(source.text_at(index) == ",");
                }
                return index + 1;
            }
            "self" if !words.is_empty() => {}
            word => words.push(word.to_owned()),
        }
        index += 1;
        if source.text_at(index) != "::" {
            break;
        }
        index += 1;
    }
    let mut known_as = words.last().cloned().unwrap_or_default();
    if source.text_at(index) == "as" {
        source.text_at(index + 1).clone_into(&mut known_as);
        index += 2;
    }
    found.push((words, known_as));
    index
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::File;

    fn found(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let source =
            |&(path, text): &(&str, &str)| Source::parse(&File { path: format!("src/{path}"), text: text.to_owned() });
        circles(&files.iter().map(source).collect::<Vec<_>>())
    }

    #[test]
    fn a_circle_is_found_straight_and_through_a_name_handed_on() {
        let straight = [
            ("a/b.rs", "use super::c::{C, d::{self, D}}; struct B;"),
            ("a/c/mod.rs", "mod d; struct C;"),
            ("a/c/d.rs", "fn f() { crate::a::e::g() }"),
            ("a/e.rs", "use super::b::B;"),
        ];
        assert_eq!(found(&straight), [["src/a/b.rs", "src/a/c/d.rs", "src/a/e.rs"]]);
        let handed_on = [
            ("a/mod.rs", "mod b; mod c; pub use b::B; pub(crate) use c::{C as D};"),
            ("a/b.rs", "use super::D;"),
            ("a/c.rs", "use crate::a::B as E;"),
        ];
        assert_eq!(found(&handed_on), [["src/a/b.rs", "src/a/c.rs"]]);
        let program = [("bin/p/a.rs", "use crate::b::B;"), ("bin/p/b.rs", "use crate::a::A;"), ("b.rs", "")];
        assert_eq!(found(&program), [["src/bin/p/a.rs", "src/bin/p/b.rs"]]);
    }

    #[test]
    fn a_file_may_name_what_its_own_module_declares_and_tests_may_name_all() {
        let files = [
            ("a/mod.rs", "mod b; pub use c::C; fn f() { b::g() } pub trait T {}"),
            ("a/b.rs", "use super::T; #[cfg(test)] mod tests { use crate::a::c::C; }"),
            ("a/c.rs", "use super::b::g; pub struct C;"),
        ];
        assert_eq!(found(&files), [[""; 0]; 0]);
    }

    #[test]
    fn a_circle_stands_only_while_it_is_listed_and_is_one() {
        let circle = vec!["src/a.rs".to_owned(), "src/b.rs".to_owned()];
        let listed: &[&str] = &["src/a.rs", "src/b.rs"];
        assert_eq!(against(std::slice::from_ref(&circle), &[]).len(), 1);
        assert_eq!(against(&[circle], &[listed]), [""; 0]);
        assert_eq!(against(&[], &[listed]).len(), 1);
    }
}
