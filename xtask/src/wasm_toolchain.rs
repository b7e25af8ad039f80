//! Rust for WebAssembly: the standard library comes either with the toolchain or is built from its sources.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::{process, tree};

/// What the core is compiled for.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The download of the target may stall on its first attempt.
const ATTEMPTS: u32 = 3;

/// Compilers that may come with the sources of the standard library: the one in use, then Debian's.
const COMPILERS: [&str; 2] = ["rustc", "/usr/bin/rustc"];

/// A way to compile for [`TARGET`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Toolchain {
    /// The toolchain in use has the target's standard library.
    Shipped,
    /// The standard library is compiled along, from the sources in this sysroot.
    BuildStd {
        /// The sysroot whose rustc and cargo are used.
        sysroot: PathBuf,
        /// The linker, where the sysroot has none of its own.
        linker: Option<PathBuf>,
    },
}

impl Toolchain {
    /// Finds a way, and makes one by rustup if need be. `XTASK_ROUTE=shipped` or `build-std` allows one way only.
    ///
    /// # Errors
    /// There is no way; the error names both that can be made.
    pub(crate) fn find() -> Result<Self> {
        let route = env::var("XTASK_ROUTE").unwrap_or_default();
        if !["", "shipped", "build-std"].contains(&route.as_str()) {
            bail!("XTASK_ROUTE is `{route}`; it may be `shipped` or `build-std`");
        }
        if route != "build-std" && (is_shipped() || add_by_rustup()) {
            return Ok(Self::Shipped);
        }
        let from_source = if route == "shipped" { None } else { COMPILERS.into_iter().find_map(with_sources) };
        match from_source {
            Some(toolchain) => Ok(toolchain),
            None => bail!(
                "Rust cannot compile for {TARGET} here. Either run `rustup target add {TARGET}`, or install the \
                 sources of the standard library and a linker (on Debian, as root: `apt-get install rustc-web \
                 cargo-web rust-web-src lld-19`)"
            ),
        }
    }

    /// A cargo command for the target, to be given further arguments.
    pub(crate) fn cargo(&self, subcommand: &str) -> Command {
        let mut command;
        match self {
            Self::Shipped => {
                command = process::command("cargo");
                command.arg(subcommand);
            }
            Self::BuildStd { sysroot, linker } => {
                command = process::command(sysroot.join("bin/cargo"));
                command
                    .arg(subcommand)
                    .arg("-Zbuild-std=std,panic_abort")
                    .env("RUSTC", sysroot.join("bin/rustc"))
                    .env("RUSTC_BOOTSTRAP", "1");
                if let Some(linker) = linker {
                    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                }
            }
        }
        // A folder of its own: the flags and maybe the compiler differ from those of the native build.
        command.args(["--locked", "--target", TARGET]).arg("--target-dir").arg(tree::target().join("wasm"));
        command
    }

    /// What `rustc -vV` says of the compiler.
    pub(crate) fn version(&self) -> String {
        let compiler = match self {
            Self::Shipped => PathBuf::from("rustc"),
            Self::BuildStd { sysroot, .. } => sysroot.join("bin/rustc"),
        };
        process::output(process::command(compiler).arg("-vV")).unwrap_or_default()
    }

    /// The sysroot of the compiler.
    pub(crate) fn sysroot(&self) -> Option<PathBuf> {
        match self {
            Self::Shipped => sysroot_of("rustc"),
            Self::BuildStd { sysroot, .. } => Some(sysroot.clone()),
        }
    }
}

/// rustc prints the folder of the target's libraries even when there is none.
fn is_shipped() -> bool {
    let folder = process::output(process::command("rustc").args(["--print", "target-libdir", "--target", TARGET]));
    let Some(entries) = folder.and_then(|folder| Path::new(&folder).read_dir().ok()) else {
        return false;
    };
    entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-"))
}

fn add_by_rustup() -> bool {
    if process::on_path("rustup").is_none() {
        return false;
    }
    (0..ATTEMPTS)
        .any(|_| process::run(process::command("rustup").args(["target", "add", TARGET])).is_ok() && is_shipped())
}

fn with_sources(compiler: &str) -> Option<Toolchain> {
    let sysroot = sysroot_of(compiler)?;
    let sources = sysroot.join("lib/rustlib/src/rust/library/std/Cargo.toml");
    if !sources.is_file() || !sysroot.join("bin/cargo").is_file() {
        return None;
    }
    let version = process::output(process::command(compiler).arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "))?;
    let own = sysroot.join("lib/rustlib").join(host).join("bin/rust-lld");
    let linker = if own.is_file() {
        None
    } else {
        Some(process::on_path("wasm-ld-19").or_else(|| process::on_path("wasm-ld"))?)
    };
    Some(Toolchain::BuildStd { sysroot, linker })
}

fn sysroot_of(compiler: &str) -> Option<PathBuf> {
    process::output(process::command(compiler).args(["--print", "sysroot"])).map(PathBuf::from)
}
