//! The licences of all that is bundled: crates in the two modules and in the program, npm packages in the scripts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::wasm_toolchain::TARGET;
use crate::{process, tree};

/// The npm packages that the page's sources import.
const IMPORTED: [&str; 3] = ["comlink", "fflate", "lit"];
/// Of what these depend on, what no browser gets: types, and what stands for a document in Node.
const NOT_BUNDLED: [&str; 2] = ["@lit-labs/ssr-dom-shim", "@types/trusted-types"];
/// How names of files begin that hold a licence or what has to be told beside it.
const NAMES: [&str; 5] = ["licen", "copying", "copyright", "notice", "unlicense"];
/// Where a choice allows the MIT licence, it is the one that is taken, and texts of these names are left out.
const OTHERS_OF_A_CHOICE: [&str; 4] = ["apache", "unlicense", "boost", "cc0"];

/// Something bundled.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bundled {
    kind: &'static str,
    name: String,
    version: String,
    licence: String,
    folder: PathBuf,
}

/// Where the list for the program is; the program holds it.
const OF_PROGRAM: &str = "src/bin/kanon/third_party.txt";

/// What cargo is asked of the two modules.
const MODULES: [&[&str]; 2] = [
    &["--package=kanon", "--no-default-features", "--target", TARGET],
    &["--package=kanon-sheet", "--no-default-features", "--target", TARGET],
];
/// What cargo is asked of the program, for the usual systems.
const PROGRAM: [&[&str]; 3] = [
    &["--package=kanon", "--target=x86_64-unknown-linux-gnu"],
    &["--package=kanon", "--target=aarch64-apple-darwin"],
    &["--package=kanon", "--target=x86_64-pc-windows-msvc"],
];

/// The list of all that is bundled in page and package, and the texts of the licences, each once.
///
/// # Errors
/// cargo cannot tell, or something has no licence.
pub(crate) fn list() -> Result<String> {
    let mut bundled = crates(&MODULES)?;
    bundled.extend(npm_packages()?);
    in_words(&bundled)
}

/// Writes the list for the program, with the crates of the usual systems.
///
/// # Errors
/// cargo cannot tell, something has no licence, or the file cannot be written.
pub(crate) fn write_of_program() -> Result<()> {
    let path = tree::root().join(OF_PROGRAM);
    fs::write(&path, in_words(&crates(&PROGRAM)?)?).with_context(|| format!("cannot write {}", path.display()))
}

fn in_words(bundled: &BTreeSet<Bundled>) -> Result<String> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in bundled {
        for text in texts_of(one)? {
            texts.entry(text).or_default().push(one.name.clone());
        }
    }
    let mut list = String::from(
        "# Licences\n\nKanon is licensed under MIT or Apache-2.0, at your choice: `LICENSE-MIT`, `LICENSE-APACHE`. What is bundled with it \
         is licensed as follows; parts of Rust's standard library are in it, too, which is under MIT or Apache-2.0.\n\n\
         | what | version | licence | |\n|---|---|---|---|\n",
    );
    for one in bundled {
        let Bundled { kind, name, version, licence, .. } = one;
        list.push_str(&format!("| {name} | {version} | {licence} | {kind} |\n"));
    }
    let mut ordered: Vec<(Vec<String>, String)> = texts.into_iter().map(|(text, names)| (names, text)).collect();
    ordered.sort();
    for (names, text) in ordered {
        list.push_str(&format!("\n## {}\n\n~~~~\n{text}\n~~~~\n", names.join(", ")));
    }
    Ok(list)
}

/// The crates of what is asked for, without what only builds or tests them.
fn crates(asked: &[&[&str]]) -> Result<BTreeSet<Bundled>> {
    let metadata = process::output(process::command("cargo").args(["metadata", "--locked", "--format-version=1"]))
        .context("`cargo metadata` failed")?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("`cargo metadata` tells no packages")?;
    let mut found = BTreeSet::new();
    for (name, version) in names_of_crates(asked)? {
        let package = packages
            .iter()
            .find(|package| package["name"] == *name && package["version"] == *version)
            .with_context(|| format!("`cargo metadata` does not know {name} {version}"))?;
        // Without a source it is of this repository.
        if package["source"].is_null() {
            continue;
        }
        let manifest = package["manifest_path"].as_str().unwrap_or_default();
        found.insert(Bundled {
            kind: "crate",
            licence: text_of(package, "license"),
            folder: Path::new(manifest).parent().map(Path::to_owned).unwrap_or_default(),
            name,
            version,
        });
    }
    Ok(found)
}

fn names_of_crates(asked: &[&[&str]]) -> Result<BTreeSet<(String, String)>> {
    let mut names = BTreeSet::new();
    for &package in asked {
        let tree = process::output(
            process::command("cargo")
                .args(["tree", "--locked", "--edges=normal,no-proc-macro"])
                .args(["--prefix=none", "--format={p}"])
                .args(package),
        )
        .context("`cargo tree` failed")?;
        for line in tree.lines() {
            let mut words = line.split_whitespace();
            if let (Some(name), Some(version)) = (words.next(), words.next()) {
                names.insert((name.to_owned(), version.trim_start_matches('v').to_owned()));
            }
        }
    }
    Ok(names)
}

/// The npm packages that are imported, and what these depend on.
fn npm_packages() -> Result<BTreeSet<Bundled>> {
    let mut found = BTreeSet::new();
    let mut waiting: Vec<String> = IMPORTED.map(str::to_owned).to_vec();
    let mut seen = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        if NOT_BUNDLED.contains(&name.as_str()) || !seen.insert(name.clone()) {
            continue;
        }
        let folder = tree::npm().join("node_modules").join(&name);
        let path = folder.join("package.json");
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let package: Value = serde_json::from_str(&text)?;
        if let Some(needed) = package["dependencies"].as_object() {
            waiting.extend(needed.keys().cloned());
        }
        found.insert(Bundled {
            kind: "npm package",
            version: text_of(&package, "version"),
            licence: text_of(&package, "license"),
            name,
            folder,
        });
    }
    Ok(found)
}

fn text_of(package: &Value, field: &str) -> String {
    package[field].as_str().unwrap_or_default().to_owned()
}

/// The texts of a licence, of a choice only those of the MIT licence if it is there.
fn texts_of(bundled: &Bundled) -> Result<Vec<String>> {
    let Bundled { name, licence, folder, .. } = bundled;
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_file() && NAMES.iter().any(|begin| lower(path).starts_with(begin)))
        .collect();
    files.sort();
    let has_mit = files.iter().any(|path| lower(path).contains("mit"));
    if has_mit && licence.contains("MIT") {
        files.retain(|path| !OTHERS_OF_A_CHOICE.iter().any(|other| lower(path).contains(other)));
    }
    if licence.is_empty() || files.is_empty() {
        bail!("{name} says no licence, or has no file with its text; nothing can be bundled without");
    }
    files
        .iter()
        .map(|path| {
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
            Ok(lines.join("\n").trim_matches('\n').to_owned())
        })
        .collect()
}

fn lower(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_list_names_every_crate_in_it_and_no_other() -> Result<()> {
        let list = fs::read_to_string(tree::root().join(OF_PROGRAM))?;
        let own = ["kanon", "kanon-sheet", "kanon-check"];
        let names = names_of_crates(&PROGRAM)?;
        let others: BTreeSet<(String, String)> =
            names.into_iter().filter(|(name, _)| !own.contains(&name.as_str())).collect();
        assert!(others.len() > 50, "{others:?}");
        let rows = list.lines().filter_map(|line| line.strip_suffix(" | crate |")?.strip_prefix("| "));
        let listed: BTreeSet<(String, String)> = rows
            .filter_map(|row| {
                let mut cells = row.split(" | ");
                Some((cells.next()?.to_owned(), cells.next()?.to_owned()))
            })
            .collect();
        assert_eq!(listed, others, "`cargo xtask notices` writes {OF_PROGRAM} anew");
        Ok(())
    }
}
