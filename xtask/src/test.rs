//! All the tests.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::parts::Parts;
use crate::wasm_toolchain::Toolchain;
use crate::{again, browser, build, databases, docs, npm, package, process, tree, wasm};

const BUILD: &str = "build of the page";
const PACKAGE: &str = "build of the npm package";
const BOOK: &str = "the book";

/// Tells properties to try all of their cases: `tests/support/random.rs`.
const ALL_CASES: &str = "KANON_LONG";

/// The packages that are tested by themselves.
const PACKAGES: [&str; 4] = ["--package", "kanon", "--package", "kanon-sheet"];

/// Native tests beside those of the core's units, as cargo chooses them.
struct Kinds {
    name: &'static str,
    chosen: &'static [&'static str],
}

const NATIVE: Kinds = Kinds { name: "native tests", chosen: &["--test", "*"] };
const DOCUMENTED: Kinds = Kinds { name: "examples of the documentation", chosen: &["--doc"] };

/// How the long tests of the page are marked: `tests/page/long.ts`.
const LONG: &str = "@long";

/// Which sweeps are run: against brute force, and over the widths, colours and ways of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sweeps {
    /// Those that take seconds.
    Short,
    /// Those that are marked as ignored or long too: they take minutes. With them go the page as it is published, the
    /// tests at the WebAssembly boundary and in databases, the fuzz targets, the npm package, a second build and the
    /// engines beside Chromium.
    Long,
}

impl Sweeps {
    /// Whether the long ones are asked for.
    pub(crate) fn of(long: bool) -> Self {
        if long { Self::Long } else { Self::Short }
    }
}

/// Runs the tests and sums them up.
///
/// # Errors
/// A part failed; the error names every one that did.
pub(crate) fn test(sweeps: Sweeps) -> Result<()> {
    let mut parts = Parts::default();
    run(&mut parts, sweeps);
    parts.finish()
}

/// Runs the tests.
pub(crate) fn run(parts: &mut Parts, sweeps: Sweeps) {
    parts.run_tests("unit tests", || Ok(unit_tests()));
    for kinds in [NATIVE, DOCUMENTED] {
        parts.run_tests(kinds.name, || {
            let mut command = native_tests();
            command.args(kinds.chosen).arg("--no-fail-fast");
            if sweeps == Sweeps::Long {
                command.env(ALL_CASES, "1");
                command.args(["--", "--include-ignored"]);
            }
            Ok(command)
        });
    }
    parts.run_tests("tests of the build driver", || {
        let mut command = cargo_once();
        command.args(["test", "--locked", "--package", "xtask"]);
        Ok(command)
    });
    if sweeps == Sweeps::Long {
        parts.run_tests("tests at the WebAssembly boundary", boundary);
    }
    parts.run(
        BUILD,
        match sweeps {
            Sweeps::Short => build::build_quickly,
            Sweeps::Long => build::build,
        },
    );
    if npm::has_script("test:unit").unwrap_or(false) {
        parts.run_tests("unit tests of the page", || Ok(npm::script("test:unit")));
    }
    let built = parts.has_passed(BUILD);
    parts.run_tests("tests of the page", || {
        built?;
        let mut command = npm::script("test:page");
        let chromium = match sweeps {
            Sweeps::Short => {
                command.args(["--", "--grep-invert", LONG]);
                browser::chromium_for_short_tests()?
            }
            Sweeps::Long => browser::CHROMIUM.find_or_install()?,
        };
        command.env("CHROMIUM", chromium).env("KANON", tested_command_line()?);
        Ok(command)
    });
    if sweeps == Sweeps::Short {
        return;
    }
    parts.run_tests("tables that stay in databases", || databases::tests(&tested_command_line()?));
    parts.run("fuzz targets compile", || {
        process::run(
            process::command("cargo")
                .args(["check", "--locked", "--no-default-features"])
                .args(["--manifest-path", "tests/fuzz/Cargo.toml"])
                .arg("--target-dir")
                .arg(tree::target().join("fuzz")),
        )
    });
    let built = parts.has_passed(BUILD);
    parts.run(PACKAGE, || {
        built?;
        package::assemble()
    });
    let packed = parts.has_passed(PACKAGE);
    parts.run("same bytes from a second build", || {
        packed?;
        again::build_again()
    });
    let packed = parts.has_passed(PACKAGE);
    parts.run_tests("the npm package in scratch projects", || {
        packed?;
        let mut command = npm::script("test:package");
        command.env("CHROMIUM", browser::CHROMIUM.find_or_install()?).env("KANON", tested_command_line()?);
        Ok(command)
    });
    let built = parts.has_passed(BUILD);
    parts.run(BOOK, || {
        built?;
        docs::docs(false, tested_command_line)
    });
    let bound = parts.has_passed(BOOK);
    parts.run_tests("the book, and sites by its guides", || {
        bound?;
        let mut command = npm::script("test:docs");
        command.env("CHROMIUM", browser::CHROMIUM.find_or_install()?).env("KANON", tested_command_line()?);
        Ok(command)
    });
    let built = parts.has_passed(BUILD);
    parts.run_tests("whole job in three engines", || {
        built?;
        let mut command = npm::script("test:engines");
        for program in [browser::CHROMIUM].iter().chain(&browser::OTHERS) {
            command.env(program.variable, program.find_or_install()?);
        }
        Ok(command)
    });
}

/// The native tests of the packages by themselves, not of the workspace: what they depend on would be compiled a second
/// time with the features of all of them together.
fn native_tests() -> Command {
    let mut command = cargo_once();
    command.args(["test", "--locked"]).args(PACKAGES);
    command
}

/// The unit tests, for which the core is compiled once more: not optimised, as that would take longer than they do.
fn unit_tests() -> Command {
    let mut command = cargo_once();
    command.args(["--config", "profile.dev.package.kanon.opt-level=0"]);
    command.args(["test", "--locked", "--lib", "--no-fail-fast"]);
    command.args(PACKAGES);
    command
}

/// Builds the command line, which makes the exhibits of the book.
///
/// # Errors
/// It does not compile.
pub(crate) fn command_line() -> Result<PathBuf> {
    process::run(cargo_once().args(["build", "--locked", "--bin", "kanon"]))
        .context("the command line could not be built")?;
    Ok(where_cargo_leaves_it())
}

/// The command line as the native tests run it, whose releases those of the page are held against. Built by itself it
/// would be compiled a second time, with the features of fewer packages.
fn tested_command_line() -> Result<PathBuf> {
    process::run(native_tests().args(NATIVE.chosen).arg("--no-run")).context("the command line could not be built")?;
    Ok(where_cargo_leaves_it())
}

fn where_cargo_leaves_it() -> PathBuf {
    tree::target().join("debug").join(format!("kanon{}", std::env::consts::EXE_SUFFIX))
}

/// A cargo that compiles for one run: a fifth faster than where what it learns is kept for the next change.
fn cargo_once() -> Command {
    let mut command = process::command("cargo");
    command.env("CARGO_INCREMENTAL", "0");
    command
}

/// The tests that run as WebAssembly, in Node. They are compiled by themselves, with a runner as large as they are.
fn boundary() -> Result<Command> {
    process::run(process::command("cargo").args(["build", "--locked", "--package", "wasm-test-runner"]))
        .context("the runner of the WebAssembly tests could not be built")?;
    let runner = tree::target().join("debug").join(format!("wasm-test-runner{}", std::env::consts::EXE_SUFFIX));
    let toolchain = Toolchain::find()?;
    let mut command = toolchain.cargo("test");
    command
        // The command line does not compile for the target, and the tests of a package build its programs too.
        .args(["--package", "kanon", "--no-default-features", "--test", "wasm"])
        .env("CARGO_ENCODED_RUSTFLAGS", wasm::flags(&toolchain))
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner);
    Ok(command)
}
