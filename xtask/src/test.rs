//! All the tests.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::changed::{self, Changed, Chosen, Selection};
use crate::groups::Group;
use crate::parts::Parts;
use crate::wasm_toolchain::Toolchain;
use crate::{again, browser, build, databases, docs, npm, package, process, tree, wasm};

const BUILD: &str = "build of the page";
const PAGE_TESTS: &str = "tests of the page";
const PACKAGE: &str = "build of the npm package";
const BOOK: &str = "the book";

/// The variable that says which share of its cases a property tries: `tests/support/random.rs`.
const CASES: &str = "KANON_CASES";

/// The packages that are tested by themselves.
const PACKAGES: [&str; 4] = ["--package", "kanon", "--package", "kanon-sheet"];

/// Chooses the native tests beside those of the units.
const NATIVE: [&str; 2] = ["--test", "*"];

/// The modules of tests that take a second or more.
const SLOW: &str = "::slow";

/// The marks of the page's tests: those that `cargo xtask test` runs, and the long ones. See `tests/page/marks.ts`.
const FIRST: &str = "@first";
const LONG: &str = "@long";

/// What a run of the tests contains.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) selection: Selection,
    pub(crate) groups: Vec<Group>,
    /// Whether the page is built as it is published, or quickly.
    pub(crate) is_published: bool,
}

impl Plan {
    /// What `cargo xtask test` runs: all but the long groups, or what depends on the files that differ from a revision.
    ///
    /// # Errors
    /// git does not say which files those are.
    pub(crate) fn of_test(long: bool, changed: bool, base: Option<String>) -> Result<Self> {
        if changed {
            let base =
                base.or_else(|| changed::base(false)).context("git knows no commit to hold the change against")?;
            let selection = Changed::since(&base)?.selection();
            return Ok(Self { selection, groups: Vec::new(), is_published: false });
        }
        let groups = if long { Group::ALL.to_vec() } else { Vec::new() };
        // Only a change of the driver needs the driver's own tests.
        let selection = Selection { driver: long, ..Selection::everything() };
        Ok(Self { selection, groups, is_published: long })
    }

    /// Whether only the first tests of the page are run. They need no command line, so they run while it is built.
    fn has_first_page_tests(&self) -> bool {
        !self.is_published && self.selection.specs == Chosen::All
    }

    pub(crate) fn has(&self, group: Group) -> bool {
        self.groups.contains(&group)
    }
}

/// Runs the tests and prints a summary.
///
/// # Errors
/// Parts failed; the error names them.
pub(crate) fn test(long: bool, changed: bool, base: Option<String>) -> Result<()> {
    let plan = Plan::of_test(long, changed, base)?;
    let mut parts = Parts::begin();
    parts.run_beside(|parts| core(parts, &plan), |parts| page(parts, &plan));
    together(&mut parts, &plan);
    parts.finish(match (long, changed) {
        (true, _) => "test --long",
        (false, true) => "test --changed",
        (false, false) => "test",
    })
}

/// Runs the tests of the core and of the build driver.
pub(crate) fn core(parts: &mut Parts, plan: &Plan) {
    parts.run_tests("layout of the sources", || {
        let mut command = cargo();
        command.args(["test", "--locked", "--package", "kanon-tidy"]);
        Ok(command)
    });
    if plan.selection.units {
        parts.run_tests("unit tests", || Ok(unit_tests(plan)));
    }
    if !plan.selection.native.is_none() {
        parts.run_tests("native tests", || Ok(chosen_native_tests(plan)));
    }
    if plan.selection.units {
        parts.run_tests("examples of the documentation", || {
            let mut command = native_tests();
            command.args(["--doc", "--no-fail-fast"]);
            Ok(command)
        });
    }
    if plan.selection.driver {
        parts.run_tests("tests of the build driver", || {
            let mut command = cargo();
            command.args(["test", "--locked", "--package", "xtask"]);
            Ok(command)
        });
    }
}

/// Builds the page and runs the tests that need no command line: its unit tests, and the first ones in a browser.
pub(crate) fn page(parts: &mut Parts, plan: &Plan) {
    if !plan.selection.page {
        return;
    }
    parts.run(BUILD, || if plan.is_published { build::build() } else { build::build_quickly() });
    parts.run_tests("unit tests of the page", || Ok(npm::script("test:unit")));
    if plan.has_first_page_tests() {
        let built = parts.has_passed(BUILD);
        parts.run_tests(PAGE_TESTS, || {
            built?;
            let mut command = page_tests(browser::chromium_for_short_tests()?);
            command.args(["--grep", FIRST]);
            Ok(command)
        });
    }
}

/// Runs the tests that need core and page: those of the page in a browser, and the long groups.
pub(crate) fn together(parts: &mut Parts, plan: &Plan) {
    if !plan.selection.specs.is_none() && !plan.has_first_page_tests() {
        let built = parts.has_passed(BUILD);
        parts.run_tests(PAGE_TESTS, || {
            built?;
            chosen_page_tests(plan)
        });
    }
    for group in &plan.groups {
        match group {
            // With the native tests, and those of the page.
            Group::Sweeps | Group::PageSweeps => {}
            Group::Databases => {
                parts.run_tests("tables that stay in databases", || databases::tests(&tested_command_line()?));
            }
            Group::SecondBuild => second_build(parts),
            Group::Package => in_scratch_projects(parts),
            Group::Sites => sites(parts),
        }
    }
}

/// Playwright with the tests of the page; arguments that follow choose some of them.
fn page_tests(chromium: PathBuf) -> Command {
    let mut command = npm::script("test:page");
    command.arg("--").env("CHROMIUM", chromium);
    command
}

fn chosen_page_tests(plan: &Plan) -> Result<Command> {
    let mut command = if plan.has(Group::PageSweeps) {
        page_tests(browser::CHROMIUM.find_or_install()?)
    } else {
        let mut command = page_tests(browser::chromium_for_short_tests()?);
        command.args(["--grep-invert", LONG]);
        command
    };
    if let Chosen::Only(specs) = &plan.selection.specs {
        command.args(specs);
    }
    command.env("KANON", tested_command_line()?);
    Ok(command)
}

fn second_build(parts: &mut Parts) {
    pack(parts);
    let packed = parts.has_passed(PACKAGE);
    parts.run("same bytes from a second build", || {
        packed?;
        again::build_again()
    });
}

fn in_scratch_projects(parts: &mut Parts) {
    parts.run_tests("tests at the WebAssembly boundary", boundary);
    pack(parts);
    let packed = parts.has_passed(PACKAGE);
    parts.run_tests("the npm package in scratch projects", || {
        packed?;
        let mut command = npm::script("test:package");
        command.env("CHROMIUM", browser::CHROMIUM.find_or_install()?).env("KANON", tested_command_line()?);
        Ok(command)
    });
    parts.run("fuzz targets compile", || {
        process::run(
            process::command("cargo")
                .args(["check", "--locked", "--no-default-features"])
                .args(["--manifest-path", "tests/fuzz/Cargo.toml"])
                .arg("--target-dir")
                .arg(tree::target().join("fuzz")),
        )
    });
}

/// Makes the npm package, unless this run has made it.
fn pack(parts: &mut Parts) {
    if parts.has_run(PACKAGE) {
        return;
    }
    let built = parts.has_passed(BUILD);
    parts.run(PACKAGE, || {
        built?;
        package::assemble()
    });
}

fn sites(parts: &mut Parts) {
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

/// The native tests of these packages. Named as a workspace, their dependencies would be compiled a second time, with
/// the features of all packages together.
fn native_tests() -> Command {
    let mut command = cargo();
    command.args(["test", "--locked"]).args(PACKAGES);
    command
}

/// The native tests of a plan.
fn chosen_native_tests(plan: &Plan) -> Command {
    let mut command = native_tests();
    command.args(NATIVE).args(["--no-fail-fast", "--"]);
    match &plan.selection.native {
        Chosen::Only(modules) => {
            command.args(modules.iter().map(|module| format!("{module}::")));
        }
        Chosen::All if !plan.is_published => {
            command.args(["--skip", SLOW]).env(CASES, "few");
        }
        Chosen::All => {}
    }
    if plan.has(Group::Sweeps) {
        command.env(CASES, "all").arg("--include-ignored");
    }
    command
}

/// The unit tests. They compile the core once more, without optimisation, which would take longer than the tests do.
fn unit_tests(plan: &Plan) -> Command {
    let mut command = cargo();
    command.args(["--config", "profile.dev.package.kanon.opt-level=0"]);
    command.args(["test", "--locked", "--lib", "--no-fail-fast"]);
    command.args(PACKAGES);
    if !plan.is_published {
        command.args(["--", "--skip", SLOW]);
    }
    command
}

/// Builds the command line, which makes the exhibits of the book.
///
/// # Errors
/// It does not compile.
pub(crate) fn command_line() -> Result<PathBuf> {
    process::run(cargo().args(["build", "--locked", "--bins"])).context("the command line could not be built")?;
    Ok(where_cargo_leaves_it())
}

/// The command line that the native tests run, and that the page is compared with. Built alone it would be compiled a
/// second time, with the features of fewer packages.
fn tested_command_line() -> Result<PathBuf> {
    process::run(native_tests().args(NATIVE).arg("--no-run")).context("the command line could not be built")?;
    Ok(where_cargo_leaves_it())
}

fn where_cargo_leaves_it() -> PathBuf {
    tree::target().join("debug").join(format!("kanon{}", std::env::consts::EXE_SUFFIX))
}

/// Cargo. It compiles incrementally, except under `CI`, where every run starts from nothing.
fn cargo() -> Command {
    let mut command = process::command("cargo");
    if std::env::var_os("CI").is_some() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// The tests that run as WebAssembly, in Node. They are compiled separately, and so is their runner.
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
