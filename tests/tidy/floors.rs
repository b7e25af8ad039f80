//! Floors: a module names only modules of floors below its own. Modules of one floor do not know each other.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::Breach;
use crate::source::Source;

/// Where the floors are told.
const TOLD: &str = include_str!("../../src/lib.rs");

/// The modules of each floor, from the ground up, as the drawing in `src/lib.rs` has them.
static FLOORS: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    let drawing = TOLD.split("//! ```text\n").nth(1);
    let drawing = drawing.and_then(|rest| rest.split("//! ```").next());
    let floors = drawing.unwrap_or_default().lines().map(|line| {
        let modules = line.trim_start_matches("//! ").split("  ").next();
        modules.unwrap_or_default().split(", ").collect()
    });
    let mut floors: Vec<Vec<&str>> = floors.collect();
    floors.reverse();
    floors
});

/// The module behind each name that `src/lib.rs` re-exports.
pub(crate) type Exports = BTreeMap<String, String>;

/// What `pub use module::Name` in `src/lib.rs` brings to the root of the crate.
pub(crate) fn exports(sources: &[Source]) -> Exports {
    let mut exports = Exports::new();
    for lib in sources.iter().filter(|source| source.path == "src/lib.rs") {
        for index in 0..lib.tokens.len() {
            if lib.text_at(index) == "use" && lib.text_at(index + 2) == "::" {
                for name in lib.heads(index + 3) {
                    exports.insert(lib.text_at(name).to_owned(), lib.text_at(index + 1).to_owned());
                }
            }
        }
    }
    exports
}

/// The paths of a module that lead to its own floor or above.
pub(crate) fn breaches(source: &Source, exports: &Exports) -> Vec<Breach> {
    let Some(module) = source.module() else {
        return Vec::new();
    };
    let Some(&own) = module.first() else {
        return Vec::new();
    };
    let Some(own_floor) = floor(own) else {
        return vec![format!("{}:1: the module `{own}` has no floor: give it one in src/lib.rs", source.path)];
    };
    let mut named = source.named_after("crate");
    named.extend(named_by_super(source, module.len()));
    named.sort_unstable();

    let mut breaches = Vec::new();
    for token in named.into_iter().map(|index| &source.tokens[index]) {
        if token.in_test {
            continue;
        }
        let used = exports.get(&token.text).unwrap_or(&token.text);
        let place = format!("{}:{}", source.path, token.first_line);
        match floor(used) {
            _ if used == own => {}
            Some(floor) if floor < own_floor => {}
            Some(_) => breaches.push(format!("{place}: `{own}` names `{used}`, which is not on a floor below it")),
            None => breaches.push(format!(
                "{place}: `{}` is neither a module with a floor nor re-exported by src/lib.rs",
                token.text
            )),
        }
    }
    breaches
}

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&module))
}

/// What is named by as many `super` as lead to the root of the crate.
fn named_by_super(source: &Source, depth: usize) -> Vec<usize> {
    let mut named = Vec::new();
    for (index, token) in source.tokens.iter().enumerate() {
        let starts = token.text == "super"
            && source.text_at(index + 1) == "::"
            && !(index > 0 && source.text_at(index - 1) == "::");
        if !starts {
            continue;
        }
        let mut next = index;
        let mut steps = 0;
        while source.text_at(next) == "super" && source.text_at(next + 1) == "::" {
            steps += 1;
            next += 2;
        }
        if steps == depth + token.modules.len() {
            named.extend(source.heads(next));
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::File;

    fn source(path: &str, text: &str) -> Source {
        Source::parse(&File { path: path.to_owned(), text: text.to_owned() })
    }

    fn found(path: &str, text: &str) -> Vec<Breach> {
        let lib = source("src/lib.rs", "pub mod error; pub use error::{Error, Result}; pub use run::Run;");
        breaches(&source(path, text), &exports(&[lib]))
    }

    #[test]
    fn a_path_upwards_is_found() {
        for (path, text) in [
            ("src/lattice/policy.rs", "use crate::data::Table;"),
            ("src/data/table.rs", "use crate::{error::Error, hierarchy::Hierarchy};"),
            ("src/loss/mod.rs", "fn f() { let x: crate::search::Problem; }"),
            ("src/search/ola.rs", "use crate::sample::generate;"),
            ("src/release/apply.rs", "use crate::sample;"),
            ("src/classes/group.rs", "use super::super::loss::Measure;"),
            ("src/data/csv/mod.rs", "use super::super::{error::Error, loss::Measure};"),
            ("src/data/mod.rs", "mod inner { use super::super::risk::Risk; }"),
            ("src/risk/mod.rs", "use crate::Run;"),
            ("src/data/mod.rs", "macro_rules! m { () => { $crate::wasm::f() } }"),
            ("src/surprise/mod.rs", ""),
            ("src/data/mod.rs", "use crate::surprise;"),
        ] {
            assert_eq!(found(path, text).len(), 1, "{path}: {text}");
        }
    }

    #[test]
    fn a_path_downwards_or_within_is_none() {
        for (path, text) in [
            ("src/lib.rs", "use crate::wasm::Opened;"),
            ("src/bin/kanon.rs", "use kanon::recipe::Recipe;"),
            ("src/wasm/opening.rs", "use crate::{recipe::Recipe, sample};"),
            ("src/data/csv/reader.rs", "use crate::data::csv::record; use crate::{Error, Result};"),
            ("src/data/csv/reader.rs", "use super::super::Table; use super::record;"),
            ("src/data/mod.rs", "//! Below [`crate::loss`].\nmod inner { use super::Table; }"),
            ("src/data/mod.rs", "#[cfg(test)] mod tests { use crate::search; }"),
        ] {
            assert_eq!(found(path, text), Vec::<Breach>::new(), "{path}: {text}");
        }
    }
}
