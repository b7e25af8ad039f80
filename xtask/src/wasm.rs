//! The modules of the page, the core and the reader of workbooks: cargo, then wasm-bindgen, then wasm-opt, then gzip.
//!
//! The core is split in two, so that a file can be opened before all of it has arrived. The same sources, lock files
//! and compiler give the same bytes, and no byte tells where they were built.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::data::Data;
use crate::wasm_toolchain::{TARGET, Toolchain};
use crate::{npm, process, split, tree};

/// Between two flags in `CARGO_ENCODED_RUSTFLAGS`, which unlike `RUSTFLAGS` lets a path hold a space.
const FLAG_SEPARATOR: &str = "\u{1f}";

/// A module of the page.
struct Module {
    /// The package that it is made of.
    package: &'static str,
    /// What its files are called.
    name: &'static str,
    /// Where they go.
    folder: PathBuf,
    /// What its parts are called: the first, and the rest where it is split.
    parts: &'static [&'static str],
}

impl Module {
    fn core() -> Self {
        Self { package: "kanon", name: "kanon", folder: tree::engine(), parts: &["kanon_bg", "kanon_rest"] }
    }

    fn sheets() -> Self {
        Self {
            package: "kanon-sheet",
            name: "kanon_sheet",
            folder: tree::engine().join("sheet"),
            parts: &["kanon_sheet_bg"],
        }
    }

    /// What the page imports, and the rest that wasm-bindgen writes.
    fn files(&self) -> Vec<String> {
        let name = self.name;
        let written = ["js", "d.ts"].map(|ending| format!("{name}.{ending}"));
        let typed = format!("{name}_bg.wasm.d.ts");
        let parts = self.parts.iter();
        let parts = parts.flat_map(|part| [format!("{part}.wasm"), format!("{part}.wasm.gz")]);
        written.into_iter().chain([typed]).chain(parts).collect()
    }

    /// What cargo leaves of it.
    fn compiled(&self, effort: Effort) -> PathBuf {
        let (_, folder) = effort.profile();
        tree::target().join("wasm").join(TARGET).join(folder).join(format!("{}.wasm", self.name))
    }
}

/// Bytes of each zipped module: the first part of the core, the rest of it, and the reader of workbooks.
///
/// # Errors
/// They were not built.
pub(crate) fn zipped_sizes() -> Result<Vec<usize>> {
    let modules = [Module::core(), Module::sheets()];
    let paths = modules
        .iter()
        .flat_map(|module| (module.parts.iter()).map(|part| module.folder.join(format!("{part}.wasm.gz"))));
    let size = |path: PathBuf| -> Result<usize> {
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(bytes.len())
    };
    paths.map(size).collect()
}

const STAMP: &str = ".stamp";

/// How much work goes into a module before it is used. What it computes is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// What is published: as small as it gets.
    Published,
    /// As fast as that, larger, and made in a third of the time.
    Quick,
    /// Function names kept, own checks on: to look into it.
    Checked,
}

impl Effort {
    /// The profile of the workspace, and the folder that cargo has for it.
    fn profile(self) -> (&'static str, &'static str) {
        match self {
            Self::Published => ("wasm", "wasm"),
            Self::Quick => ("quick", "quick"),
            Self::Checked => ("dev", "debug"),
        }
    }
}

/// Builds the modules into `www/engine/pkg/`, unless they are there already.
///
/// # Errors
/// A tool is missing or fails; the error says which.
pub(crate) fn build(effort: Effort) -> Result<()> {
    if effort == Effort::Published {
        npm::install()?;
    }
    let modules = [Module::core(), Module::sheets()];
    match effort {
        // Each has what it asks for itself of what both depend on.
        Effort::Published => modules.iter().try_for_each(|module| compile(std::slice::from_ref(module), effort))?,
        // The small one is compiled while the large one's last parts are.
        Effort::Quick | Effort::Checked => compile(&modules, effort)?,
    }
    modules.iter().try_for_each(|module| finish(module, effort))
}

/// Makes of a compiled module what the page takes in, unless it is there already.
fn finish(module: &Module, effort: Effort) -> Result<()> {
    let wasm = module.compiled(effort);
    let bytes = fs::read(&wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    let made_from = hash_of_inputs(&bytes, effort)?;
    let folder = &module.folder;
    if stamp(&made_from, module)
        .is_ok_and(|stamp| fs::read_to_string(folder.join(STAMP)).is_ok_and(|found| found == stamp))
    {
        eprintln!("{} is up to date", folder.display());
        return Ok(());
    }

    fs::create_dir_all(folder)?;
    // The folder of a module may lie in that of another.
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_file() {
            fs::remove_file(path)?;
        }
    }
    bind(module, bytes, effort)?;
    let linked = |part: &str| folder.join(format!("{part}.wasm"));
    match module.parts {
        [first, rest] => divide(module, [linked(first), linked(rest)], effort)?,
        all => all.iter().try_for_each(|part| -> Result<()> {
            let path = linked(part);
            Ok(fs::write(&path, split::unlinked(&fs::read(&path)?)?)?)
        })?,
    }
    for part in module.parts {
        let linked = linked(part);
        if effort == Effort::Published {
            optimize(&linked)?;
        }
        let bytes = fs::read(&linked)?;
        let zipped = match effort {
            Effort::Published => zip_tightly(&bytes)?,
            Effort::Quick | Effort::Checked => gzip(&bytes)?,
        };
        fs::write(linked.with_extension("wasm.gz"), &zipped)?;
        let (linked, size) = (linked.display(), bytes.len());
        eprintln!("{linked}: {size} bytes, {} zipped", zipped.len());
    }
    fs::write(folder.join(STAMP), stamp(&made_from, module)?)?;
    Ok(())
}

/// Whether the first part has a function of this name, so that it opens files of all kinds; what writes them, and what
/// reads and writes settings, is not needed for that.
fn is_first(name: &str) -> bool {
    let is_of_settings = name.contains("serde_core::");
    let is_of_writer = name.starts_with("kanon::data::csv::writer::");
    name.starts_with("kanon::data::") && !is_of_settings && !is_of_writer
}

/// Splits a module that was bound into what its main job calls, which is seen by doing it, and the rest.
fn divide(module: &Module, paths: [PathBuf; 2], effort: Effort) -> Result<()> {
    let glue = module.folder.join(format!("{}.js", module.name));
    let (whole, noting) = (fs::read(&paths[0])?, paths[0].with_extension("noting"));
    fs::write(&noting, split::noting(&whole)?)?;
    let calls = tree::npm().join("first-calls.mjs");
    let needed = process::output(process::command("node").arg(calls).args([&glue, &noting]));
    let needed = needed.context("the module's main job could not be done in Node")?;
    fs::remove_file(&noting)?;
    let needed: BTreeSet<usize> = serde_json::from_str(&needed)?;
    let data = Data::of(&fs::read(module.compiled(effort))?)?;
    let parts = split::split(&whole, &needed, is_first, &data, effort == Effort::Checked)?;
    for (path, bytes) in paths.iter().zip(parts) {
        fs::write(path, bytes)?;
    }
    append(&glue, split::GLUE)?;
    append(&glue.with_extension("d.ts"), split::GLUE_TYPES)
}

fn append(path: &Path, text: &str) -> Result<()> {
    let mut file = fs::OpenOptions::new().append(true).open(path)?;
    Ok(file.write_all(text.as_bytes())?)
}

/// The zipped bytes depend on the given bytes alone: no name, no time, no operating system.
///
/// # Errors
/// None in practice: it writes to memory.
pub(crate) fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    const UNKNOWN_SYSTEM: u8 = 255;
    let mut encoder = GzBuilder::new().mtime(0).operating_system(UNKNOWN_SYSTEM).write(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// As [`gzip`], in a twentieth less and in seconds instead of an instant.
fn zip_tightly(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut zipped = Vec::new();
    zopfli::compress(zopfli::Options::default(), zopfli::Format::Gzip, bytes, &mut zipped)?;
    Ok(zipped)
}

/// The flags of every build for the page, the tests among them.
pub(crate) fn flags(toolchain: &Toolchain) -> OsString {
    let mut flags = OsString::from("-Ctarget-feature=+simd128");
    // What tells which data a part of the module reads.
    flags.push(FLAG_SEPARATOR);
    flags.push("-Clink-arg=--emit-relocs");
    let mut rename = |from: &Path, to: &str| {
        flags.push(FLAG_SEPARATOR);
        flags.push("--remap-path-prefix=");
        flags.push(from);
        flags.push("=");
        flags.push(to);
    };
    // Of several prefixes that fit, rustc takes the last.
    if let Some(cargo) = cargo_home() {
        rename(&cargo, "/cargo");
    }
    rename(tree::root(), "/kanon");
    rename(&tree::target(), "/target");
    if let Some(sysroot) = toolchain.sysroot() {
        rename(&sysroot, "/rust");
        // The name that the shipped library bears, whose sources rustc looks up when they are installed.
        let version = toolchain.version();
        let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: "));
        if let Some(commit) = commit {
            rename(&sysroot.join("lib/rustlib/src/rust"), &format!("/rustc/{commit}"));
        }
    }
    flags
}

fn cargo_home() -> Option<PathBuf> {
    std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
}

fn compile(modules: &[Module], effort: Effort) -> Result<()> {
    let toolchain = Toolchain::find()?;
    let (profile, _) = effort.profile();
    let packages = modules.iter().flat_map(|module| ["--package", module.package]);
    process::run(
        toolchain
            .cargo("build")
            .args(packages)
            .args(["--lib", "--profile", profile])
            .env("CARGO_ENCODED_RUSTFLAGS", flags(&toolchain)),
    )
}

fn bind(module: &Module, bytes: Vec<u8>, effort: Effort) -> Result<()> {
    // The parts of a module are told by the names of their functions.
    let keeps_names = effort == Effort::Checked || module.parts.len() > 1;
    Bindgen::new()
        .input_bytes(module.name, bytes)
        .web(true)?
        // The page hands the module over. A default address would make the page's build ship the module a second time.
        .omit_default_module_path(true)
        .typescript(true)
        .debug(effort == Effort::Checked)
        .remove_name_section(!keeps_names)
        .remove_producers_section(true)
        .generate(&module.folder)
        .context("wasm-bindgen failed")
}

fn optimize(module: &Path) -> Result<()> {
    let tool = npm::wasm_opt();
    if !tool.is_file() {
        bail!("the npm package binaryen is not installed ({} is missing)", tool.display());
    }
    process::run(
        process::command("node")
            .arg(&tool)
            // More passes leave fewer bytes, which zip worse and run no faster.
            // A stack that is nearly full apart, nothing lies in the first kilobyte, so no address wraps around.
            .args(["-O1", "--low-memory-unused"])
            .arg(module)
            .arg("-o")
            .arg(module),
    )
}

/// cargo knows best when the module has to be compiled anew, so the module itself stands for the sources.
fn hash_of_inputs(module: &[u8], effort: Effort) -> Result<String> {
    let mut hasher = Sha256::new();
    hasher.update(effort.profile().0);
    // wasm-bindgen and the compressor, by their exact versions, and what this file does with them.
    hasher.update(fs::read(tree::root().join("Cargo.lock"))?);
    hasher.update(include_bytes!("wasm.rs"));
    hasher.update(include_bytes!("split.rs"));
    hasher.update(fs::read(tree::npm().join("first-calls.mjs"))?);
    if effort == Effort::Published {
        let tool = npm::wasm_opt();
        let version = tool.ancestors().nth(2).map(|folder| folder.join("package.json"));
        hasher.update(version.and_then(|path| fs::read(path).ok()).unwrap_or_default());
    }
    hasher.update(module);
    Ok(hexadecimal(&hasher.finalize()))
}

/// Names what the package was made from and what it holds, so that a changed or missing file shows.
fn stamp(made_from: &str, module: &Module) -> Result<String> {
    let mut stamp = format!("{made_from}\n");
    for name in module.files() {
        let bytes = fs::read(module.folder.join(&name))?;
        stamp.push_str(&format!("{} {name}\n", hexadecimal(&Sha256::digest(bytes))));
    }
    Ok(stamp)
}

/// Bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
