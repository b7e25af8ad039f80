//! The modules of the page, the core and the reader of workbooks: cargo, then wasm-bindgen, then wasm-opt, then gzip.
//!
//! The same sources, lock files and compiler give the same bytes, and no byte tells where they were built.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::wasm_toolchain::{TARGET, Toolchain};
use crate::{npm, process, tree};

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
}

impl Module {
    fn core() -> Self {
        Self {
            package: "kanon",
            name: "kanon",
            folder: tree::engine(),
        }
    }

    fn sheets() -> Self {
        Self {
            package: "kanon-sheet",
            name: "kanon_sheet",
            folder: tree::engine().join("sheet"),
        }
    }

    /// What the page imports, and the rest that wasm-bindgen writes.
    fn files(&self) -> [String; 5] {
        let name = self.name;
        [
            format!("{name}.js"),
            format!("{name}.d.ts"),
            format!("{name}_bg.wasm"),
            format!("{name}_bg.wasm.d.ts"),
            format!("{name}_bg.wasm.gz"),
        ]
    }

    /// What cargo leaves of it.
    fn compiled(&self, effort: Effort) -> PathBuf {
        let (_, folder) = effort.profile();
        tree::target()
            .join("wasm")
            .join(TARGET)
            .join(folder)
            .join(format!("{}.wasm", self.name))
    }

    fn zipped(&self) -> PathBuf {
        self.folder.join(format!("{}_bg.wasm.gz", self.name))
    }
}

/// Bytes of each zipped module: the core, and the reader of workbooks.
///
/// # Errors
/// They were not built.
pub(crate) fn zipped_sizes() -> Result<[usize; 2]> {
    let size = |module: Module| -> Result<usize> {
        let path = module.zipped();
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(bytes.len())
    };
    Ok([size(Module::core())?, size(Module::sheets())?])
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
        Effort::Published => modules
            .iter()
            .try_for_each(|module| compile(std::slice::from_ref(module), effort))?,
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
    let linked = folder.join(format!("{}_bg.wasm", module.name));
    if effort == Effort::Published {
        optimize(&linked)?;
    }
    let linked_bytes = fs::read(&linked)?;
    let zipped = match effort {
        Effort::Published => zip_tightly(&linked_bytes)?,
        Effort::Quick | Effort::Checked => gzip(&linked_bytes)?,
    };
    fs::write(module.zipped(), &zipped)?;
    fs::write(folder.join(STAMP), stamp(&made_from, module)?)?;
    eprintln!(
        "{}: {} bytes, {} zipped",
        linked.display(),
        linked_bytes.len(),
        zipped.len()
    );
    Ok(())
}

/// The zipped bytes depend on the given bytes alone: no name, no time, no operating system.
///
/// # Errors
/// None in practice: it writes to memory.
pub(crate) fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    const UNKNOWN_SYSTEM: u8 = 255;
    let mut encoder = GzBuilder::new()
        .mtime(0)
        .operating_system(UNKNOWN_SYSTEM)
        .write(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// As [`gzip`], in a twentieth less and in seconds instead of an instant.
fn zip_tightly(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut zipped = Vec::new();
    zopfli::compress(
        zopfli::Options::default(),
        zopfli::Format::Gzip,
        bytes,
        &mut zipped,
    )?;
    Ok(zipped)
}

/// The flags of every build for the page, the tests among them.
pub(crate) fn flags(toolchain: &Toolchain) -> OsString {
    let mut flags = OsString::from("-Ctarget-feature=+simd128");
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
        let commit = version
            .lines()
            .find_map(|line| line.strip_prefix("commit-hash: "));
        if let Some(commit) = commit {
            rename(
                &sysroot.join("lib/rustlib/src/rust"),
                &format!("/rustc/{commit}"),
            );
        }
    }
    flags
}

fn cargo_home() -> Option<PathBuf> {
    std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
}

fn compile(modules: &[Module], effort: Effort) -> Result<()> {
    let toolchain = Toolchain::find()?;
    let (profile, _) = effort.profile();
    let packages = modules
        .iter()
        .flat_map(|module| ["--package", module.package]);
    process::run(
        toolchain
            .cargo("build")
            .args(packages)
            .args(["--lib", "--profile", profile])
            .env("CARGO_ENCODED_RUSTFLAGS", flags(&toolchain)),
    )
}

fn bind(module: &Module, bytes: Vec<u8>, effort: Effort) -> Result<()> {
    let keeps_names = effort == Effort::Checked;
    Bindgen::new()
        .input_bytes(module.name, bytes)
        .web(true)?
        // The page hands the module over. A default address would make the page's build ship the module a second time.
        .omit_default_module_path(true)
        .typescript(true)
        .debug(keeps_names)
        .remove_name_section(!keeps_names)
        .remove_producers_section(true)
        .generate(&module.folder)
        .context("wasm-bindgen failed")
}

fn optimize(module: &Path) -> Result<()> {
    let tool = npm::wasm_opt();
    if !tool.is_file() {
        bail!(
            "the npm package binaryen is not installed ({} is missing)",
            tool.display()
        );
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
    if effort == Effort::Published {
        let tool = npm::wasm_opt();
        let version = tool
            .ancestors()
            .nth(2)
            .map(|folder| folder.join("package.json"));
        hasher.update(
            version
                .and_then(|path| fs::read(path).ok())
                .unwrap_or_default(),
        );
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
