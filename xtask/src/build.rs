//! The whole page, and whether it keeps to its budget.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::wasm::Effort;
use crate::{licences, npm, process, sums, tree, wasm};

const PAGE: &str = "index.html";

/// The engine without a page, in `dist/npm/`.
const ENGINE: &str = "engine.mjs";

/// The licences of all that is bundled.
pub(crate) const LICENCES: &str = "LICENSES.md";

/// The sizes of all files.
const SIZES: &str = "SIZES.md";

/// What a workbench on another page loads when it is started.
const WHOLE: &str = "kanon-whole.js";

/// The beginning of what follows the page's first script.
const BEHIND: &str = "<script data-behind>";

/// The limits of sizes, in bytes after gzip. They leave a twentieth of room; a commit that changes one says why.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Budget {
    /// Every file of the page in `dist/`, each zipped by itself.
    dist_gzip_bytes: usize,
    /// The beginning of the page, up to the parts that its workers are made of.
    first_sight_gzip_bytes: usize,
    /// Each script of the exhibits in `dist/exhibits/`.
    exhibits_gzip_bytes: usize,
    /// The engine without a page, `dist/npm/engine.mjs`.
    engine_gzip_bytes: usize,
    /// The script in `dist/embed/` that holds a whole workbench.
    embed_gzip_bytes: usize,
    /// Each of the scripts beside it, which is all that a page has of it until it is used.
    embed_unused_gzip_bytes: usize,
    /// The part of the core's WebAssembly module that opens files and searches.
    wasm_gzip_bytes: usize,
    /// The rest of it.
    wasm_rest_gzip_bytes: usize,
    /// The module that reads workbooks.
    sheet_wasm_gzip_bytes: usize,
}

/// Builds everything that is published into `dist/`, except the npm package.
///
/// # Errors
/// A part cannot be built, or it is too large.
pub(crate) fn build() -> Result<()> {
    page(Effort::Published)?;
    fs::write(tree::dist().join(LICENCES), licences::list()?).context("cannot write dist/LICENSES.md")?;
    check_sizes()
}

/// Builds the page into `dist/` for this machine: in a third of the time, larger, and without digests.
///
/// # Errors
/// A part cannot be built.
pub(crate) fn build_quickly() -> Result<()> {
    page(Effort::Quick)?;
    process::say("dist/ is for this machine: `cargo xtask build` makes what is published");
    Ok(())
}

fn page(effort: Effort) -> Result<()> {
    npm::install()?;
    wasm::build(effort)?;
    process::run(&mut npm::script("build")).context("the page could not be built")
}

/// The part of the page up to its first script.
fn before_parts(page: &[u8]) -> Option<&[u8]> {
    let at = page.windows(BEHIND.len()).position(|window| window == BEHIND.as_bytes())?;
    page.get(..at)
}

/// Weighs all files in `dist/`, writes `dist/SIZES.md` and the digests, and compares each size with its limit.
///
/// # Errors
/// A part is missing or too large.
pub(crate) fn check_sizes() -> Result<()> {
    let budget = Budget::read()?;
    let (mut total, mut exhibits, mut first_sight) = (0, 0, None);
    let (mut embed, mut unused, mut engine) = (0, 0, None);
    let mut rows = Vec::new();
    for (name, bytes) in files(&tree::dist())? {
        if [sums::LIST, SIZES].contains(&name.as_str()) || name.starts_with("docs/") {
            continue;
        }
        let zipped = wasm::gzip(&bytes)?.len();
        match name.split_once('/') {
            Some(("exhibits", _)) => exhibits = exhibits.max(zipped),
            Some(("embed", WHOLE)) => embed = zipped,
            Some(("embed", _)) => unused = unused.max(zipped),
            // Read by hosts, and sent by none.
            Some(("hosts", _)) => {}
            // The page does not load it.
            None if name == LICENCES => {}
            Some(("npm", ENGINE)) => engine = Some(zipped),
            // Weighed where it comes from.
            Some(("npm", _)) => continue,
            None if name == PAGE => {
                total += zipped;
                if let Some(shell) = before_parts(&bytes) {
                    first_sight = Some(wasm::gzip(shell)?.len());
                }
            }
            _ => total += zipped,
        }
        rows.push((name, bytes.len(), zipped));
    }
    if exhibits == 0 || embed == 0 || unused == 0 {
        bail!("dist/exhibits/ or dist/embed/ has not all of its scripts");
    }
    let Some(first_sight) = first_sight else {
        bail!("dist/index.html has nothing behind its script");
    };
    let [core, rest, sheets] = wasm::zipped_sizes()?[..] else {
        bail!("the modules have not all of their parts");
    };
    let mut verdicts = vec![
        Verdict("the page", total, budget.dist_gzip_bytes),
        Verdict("what is drawn before the engine is there", first_sight, budget.first_sight_gzip_bytes),
        Verdict("the larger script of the exhibits", exhibits, budget.exhibits_gzip_bytes),
        Verdict("a workbench for other pages", embed, budget.embed_gzip_bytes),
        Verdict("the same until it is used", unused, budget.embed_unused_gzip_bytes),
        Verdict("the first part of the core's module", core, budget.wasm_gzip_bytes),
        Verdict("the rest of it", rest, budget.wasm_rest_gzip_bytes),
        Verdict("the module of workbooks", sheets, budget.sheet_wasm_gzip_bytes),
    ];
    // It is made after the page.
    verdicts.extend(engine.map(|size| Verdict("the engine without a page", size, budget.engine_gzip_bytes)));
    let list = sizes(&verdicts, &rows);
    println!("{list}");
    fs::write(tree::dist().join(SIZES), list).context("cannot write dist/SIZES.md")?;
    sums::write()?;
    judge(&verdicts)
}

/// What a part weighs after gzip, and what it may weigh.
struct Verdict(&'static str, usize, usize);

/// The sizes as a document.
fn sizes(verdicts: &[Verdict], files: &[(String, usize, usize)]) -> String {
    let mut text = "# Sizes of this build\n\nBytes; zipped is after gzip.\n".to_owned();
    text.push_str("\n| part | zipped | limit |\n|---|---:|---:|\n");
    for Verdict(what, size, limit) in verdicts {
        text.push_str(&format!("| {what} | {size} | {limit} |\n"));
    }
    text.push_str("\n| file | bytes | zipped |\n|---|---:|---:|\n");
    for (name, size, zipped) in files {
        text.push_str(&format!("| `{name}` | {size} | {zipped} |\n"));
    }
    text
}

/// Whether each part keeps to its limit.
fn judge(verdicts: &[Verdict]) -> Result<()> {
    if let Some(Verdict(what, size, limit)) = verdicts.iter().find(|Verdict(_, size, limit)| size > limit) {
        bail!("{what} has {size} bytes after gzip; pkg-config/budget.json allows {limit}");
    }
    Ok(())
}

impl Budget {
    fn read() -> Result<Self> {
        let path = tree::npm().join("budget.json");
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} is not as it should be", path.display()))
    }
}

/// The files of a folder and of the folders in it, by their path with `/` between its parts.
///
/// # Errors
/// The folder cannot be read.
pub(crate) fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if path.is_dir() {
            let inner = self::files(&path)?;
            files.extend(inner.into_iter().map(|(rest, bytes)| (format!("{name}/{rest}"), bytes)));
        } else {
            let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            files.insert(name, bytes);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_may_have_as_many_bytes_as_its_limit_and_no_more() {
        assert!(judge(&[Verdict("the page", 10, 10)]).is_ok());
        let said = judge(&[Verdict("the page", 10, 10), Verdict("the rest", 11, 10)]);
        let said = said.map_err(|error| error.to_string());
        assert_eq!(said, Err("the rest has 11 bytes after gzip; pkg-config/budget.json allows 10".to_owned()));
    }

    #[test]
    fn sizes_are_a_table_of_parts_and_one_of_files() {
        let text = sizes(&[Verdict("the page", 10, 12)], &[("index.html".to_owned(), 30, 10)]);
        assert!(text.contains("\n| the page | 10 | 12 |\n"), "{text}");
        assert!(text.contains("\n| `index.html` | 30 | 10 |\n"), "{text}");
    }
}
