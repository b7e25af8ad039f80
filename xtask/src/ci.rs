//! What a change must pass.

use anyhow::{Context, Result};

use crate::changed::{self, Changed, Selection};
use crate::groups::{self, Group};
use crate::parts::Parts;
use crate::test::{self, Plan};
use crate::wasm_toolchain::Toolchain;
use crate::{npm, process, wasm};

/// Runs every check, all tests but the long groups, and some of these, and sums them up.
///
/// # Errors
/// A part failed; the error names every one that did.
pub(crate) fn ci(base: Option<String>, groups: Option<Vec<Group>>) -> Result<()> {
    let groups = groups.map_or_else(|| groups_of_run(base), Ok)?;
    let plan = Plan { selection: Selection::everything(), groups, is_published: true };
    let names: Vec<&str> = plan.groups.iter().map(|group| group.name()).collect();
    println!("long groups of this run: {}", names.join(", "));
    let mut parts = Parts::begin();
    parts.run_beside(
        |parts| {
            lints(parts);
            test::core(parts, &plan);
        },
        |parts| {
            // The page's types come from the core.
            test::page(parts, &plan);
            lints_of_the_page(parts);
        },
    );
    test::together(&mut parts, &plan);
    parts.finish("ci")
}

/// The long groups of this commit. Without git, which says what has changed, all of them.
fn groups_of_run(base: Option<String>) -> Result<Vec<Group>> {
    let head = process::output(process::command("git").args(["rev-parse", "HEAD"]));
    match (head, base.or_else(|| changed::base(true))) {
        (Some(head), Some(base)) => Ok(groups::of_run(&head, &Changed::since(&base)?)),
        _ => Ok(Group::ALL.to_vec()),
    }
}

fn lints(parts: &mut Parts) {
    parts.run("formatting", || {
        component("rustfmt", "fmt")?;
        cargo(&["fmt", "--all", "--check"])
    });
    parts.run("lints", || {
        component("clippy", "clippy")?;
        cargo(&["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"])
    });
    parts.run("documentation", || {
        process::run(
            process::command("cargo")
                .args(["doc", "--locked", "--no-deps", "--workspace"])
                .env("RUSTDOCFLAGS", "-D warnings"),
        )
    });
}

fn lints_of_the_page(parts: &mut Parts) {
    parts.run("types of the page", || process::run(&mut npm::script("check")));
    parts.run("lints of the page", || process::run(&mut npm::script("lint")));
    parts.run("lints for WebAssembly", || {
        let toolchain = Toolchain::find()?;
        let kanon: &[&str] = &["--package", "kanon", "--no-default-features", "--lib", "--test", "wasm"];
        let sheet: &[&str] = &["--package", "kanon-sheet", "--lib"];
        for package in [kanon, sheet] {
            process::run(
                toolchain
                    .cargo("clippy")
                    .args(package)
                    .args(["--", "-D", "warnings"])
                    .env("CARGO_ENCODED_RUSTFLAGS", wasm::flags(&toolchain)),
            )?;
        }
        Ok(())
    });
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
