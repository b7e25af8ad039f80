//! The whole page, and whether it keeps to its budget.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::wasm::Effort;
use crate::{npm, process, sums, tree, wasm};

const PAGE: &str = "index.html";

/// What a workbench on another page loads when it is started.
const WHOLE: &str = "kanon-whole.js";

/// How what stands behind the page's first script begins.
const BEHIND: &str = "<script data-behind>";

/// Sizes that may not be passed, in bytes after gzip.
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

/// Builds the page into `dist/`.
///
/// # Errors
/// A part cannot be built, or it is too large.
pub(crate) fn build() -> Result<()> {
    npm::install()?;
    wasm::build(Effort::Published)?;
    page()?;
    sums::write()?;
    check_sizes()
}

/// Builds the page into `dist/` to be looked at and tested: in a third of the time, of more bytes, with no digests.
///
/// # Errors
/// A part cannot be built.
pub(crate) fn build_quickly() -> Result<()> {
    // The packages come from elsewhere while the core is compiled.
    std::thread::scope(|scope| {
        let packages = scope.spawn(npm::install);
        wasm::build(Effort::Quick)?;
        match packages.join() {
            Ok(installed) => installed,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })?;
    page()?;
    println!("dist/ is for this machine: `cargo xtask build` makes what is published");
    Ok(())
}

fn page() -> Result<()> {
    process::run(&mut npm::script("build")).context("the page could not be built")
}

/// What stands in the page before what comes behind its first script.
fn before_parts(page: &[u8]) -> Option<&[u8]> {
    let at = page.windows(BEHIND.len()).position(|window| window == BEHIND.as_bytes())?;
    page.get(..at)
}

fn check_sizes() -> Result<()> {
    let budget = Budget::read()?;
    let (mut total, mut exhibits, mut first_sight) = (0, 0, None);
    let (mut embed, mut unused) = (0, 0);
    println!("{:>10} {:>10}  file of dist/", "bytes", "zipped");
    for (name, bytes) in files(&tree::dist())? {
        let zipped = wasm::gzip(&bytes)?.len();
        println!("{:>10} {zipped:>10}  {name}", bytes.len());
        match name.split_once('/') {
            Some(("exhibits", _)) => exhibits = exhibits.max(zipped),
            Some(("embed", WHOLE)) => embed = zipped,
            Some(("embed", _)) => unused = unused.max(zipped),
            // Read by hosts, and sent by none.
            Some(("hosts", _)) => {}
            // Weighed when it is made.
            Some(("npm", _)) => {}
            _ if name == sums::LIST => {}
            None if name == PAGE => {
                total += zipped;
                if let Some(shell) = before_parts(&bytes) {
                    first_sight = Some(wasm::gzip(shell)?.len());
                }
            }
            _ => total += zipped,
        }
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
    let verdicts = [
        ("the page", total, budget.dist_gzip_bytes),
        ("what is drawn before the engine is there", first_sight, budget.first_sight_gzip_bytes),
        ("the larger script of the exhibits", exhibits, budget.exhibits_gzip_bytes),
        ("a workbench for other pages", embed, budget.embed_gzip_bytes),
        ("the same until it is used", unused, budget.embed_unused_gzip_bytes),
        ("the first part of the core's module", core, budget.wasm_gzip_bytes),
        ("the rest of it", rest, budget.wasm_rest_gzip_bytes),
        ("the module of workbooks", sheets, budget.sheet_wasm_gzip_bytes),
    ];
    judge(&verdicts)
}

/// Whether the package keeps to its budget; what it holds of the page was weighed there.
///
/// # Errors
/// It does not, or it was not built.
pub(crate) fn check_package(folder: &Path) -> Result<()> {
    let path = folder.join("engine.mjs");
    let engine = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let size = wasm::gzip(&engine)?.len();
    judge(&[("the engine without a page", size, Budget::read()?.engine_gzip_bytes)])
}

impl Budget {
    fn read() -> Result<Self> {
        let path = tree::npm().join("budget.json");
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} is not as it should be", path.display()))
    }
}

/// Says what each part weighs, and what it may weigh.
fn judge(verdicts: &[(&str, usize, usize)]) -> Result<()> {
    for (what, size, limit) in verdicts {
        println!("{what}: {size} bytes zipped of {limit}");
    }
    if let Some((what, size, limit)) = verdicts.iter().find(|(_, size, limit)| size > limit) {
        bail!("{what} has {size} bytes after gzip; pkg-config/budget.json allows {limit}");
    }
    Ok(())
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
