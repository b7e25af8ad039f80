//! What a change must pass.

use anyhow::{Context, Result};

use crate::parts::Parts;
use crate::wasm_toolchain::Toolchain;
use crate::{npm, process, test, wasm};

/// Runs every check and all the tests, and sums them up.
///
/// # Errors
/// A part failed; the error names every one that did.
pub(crate) fn ci() -> Result<()> {
    let mut parts = Parts::default();
    parts.run("formatting", || {
        component("rustfmt", "fmt")?;
        cargo(&["fmt", "--all", "--check"])
    });
    parts.run("lints", || {
        component("clippy", "clippy")?;
        let everything = ["clippy", "--locked", "--workspace", "--all-targets"];
        cargo(&[everything.as_slice(), &["--", "-D", "warnings"]].concat())
    });
    parts.run("lints for WebAssembly", || {
        let toolchain = Toolchain::find()?;
        process::run(
            toolchain
                .cargo("clippy")
                .args(["--package", "kanon", "--no-default-features"])
                .args(["--lib", "--test", "wasm", "--", "-D", "warnings"])
                .env("CARGO_ENCODED_RUSTFLAGS", wasm::flags(&toolchain)),
        )?;
        process::run(
            toolchain
                .cargo("clippy")
                .args(["--package", "kanon-sheet", "--lib", "--", "-D", "warnings"])
                .env("CARGO_ENCODED_RUSTFLAGS", wasm::flags(&toolchain)),
        )
    });
    parts.run("documentation", || {
        process::run(
            process::command("cargo")
                .args(["doc", "--locked", "--no-deps", "--workspace"])
                .env("RUSTDOCFLAGS", "-D warnings"),
        )
    });
    parts.run("benches compile", || {
        cargo(&[
            "bench",
            "--locked",
            "--package",
            "kanon",
            "--benches",
            "--no-run",
            // With what the tests are built from anyway; nothing is timed here.
            "--profile",
            "test",
        ])
    });
    // The page's types come from the core.
    parts.run("types of the page", || {
        npm::install()?;
        wasm::build(wasm::Effort::Published)?;
        process::run(&mut npm::script("check"))
    });
    parts.run("lints of the page", || {
        npm::install()?;
        process::run(&mut npm::script("lint"))
    });
    test::run(&mut parts, test::Sweeps::Long);
    parts.finish()
}

fn cargo(arguments: &[&str]) -> Result<()> {
    process::run(process::command("cargo").args(arguments))
}

/// Sees to it that a part of the toolchain is there.
fn component(name: &str, subcommand: &str) -> Result<()> {
    let is_there = process::output(process::command("cargo").args([subcommand, "--version"]));
    if is_there.is_some() {
        return Ok(());
    }
    process::run(process::command("rustup").args(["component", "add", name]))
        .with_context(|| format!("`cargo {subcommand}` is not there: install {name}"))
}
