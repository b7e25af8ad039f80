//! The npm packages: the page's build, its checks, and `wasm-opt`.

use std::fs;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result};

use crate::{process, tree};

/// Installs the packages of the lock file, unless they are there already.
///
/// # Errors
/// There is no lock file, no npm, or the packages cannot be had.
pub(crate) fn install() -> Result<()> {
    let lock = tree::npm().join("package-lock.json");
    let wanted = modified(&lock).with_context(|| format!("cannot read {}", lock.display()))?;
    // npm writes this file last, so it also tells an installation that was cut off from a whole one.
    let installed = tree::npm().join("node_modules/.package-lock.json");
    if modified(&installed).is_ok_and(|installed| installed >= wanted) {
        return Ok(());
    }
    // Not `npm ci`: it refuses the whole file where one of biome's packages for another platform cannot be had, which
    // no one here needs. With `--no-save`, `npm install` takes the locked versions just the same.
    process::run(npm().args(["install", "--no-save", "--no-audit", "--no-fund"]))
        .context("the npm packages could not be installed (Node.js and npm must be on PATH)")?;
    Ok(())
}

/// Runs a script of `package.json`.
pub(crate) fn script(name: &str) -> Command {
    let mut command = npm();
    command.args(["run", "--silent", name]);
    command
}

/// Builds the script of the exhibits alone, into `dist/exhibits/`.
pub(crate) fn exhibits() -> Command {
    let mut command = npm();
    command.args(["exec", "--", "vite", "build", "../www", "--config", "exhibits.config.ts"]);
    command
}

/// `wasm-opt` of the package `binaryen`, a script for Node that carries the whole tool.
pub(crate) fn wasm_opt() -> PathBuf {
    tree::npm().join("node_modules/binaryen/bin/wasm-opt")
}

fn npm() -> Command {
    let mut command = process::command("npm");
    command
        .current_dir(tree::npm())
        // The page tests drive the Chromium of the machine.
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    // Some of the tools colour what they write to a file, too.
    if !std::io::stdout().is_terminal() {
        command.env("NO_COLOR", "1");
    }
    command
}

fn modified(path: &std::path::Path) -> std::io::Result<SystemTime> {
    fs::metadata(path)?.modified()
}
