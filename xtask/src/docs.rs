//! The book of `docs/`, as a site in `dist/docs/`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::{browser, npm, process, tree};

/// The version of mdBook that makes the book, whatever else is on the machine.
const MDBOOK: &str = "0.5.4";

/// The script of the exhibits, by the name that `docs/book.toml` has for it.
const SCRIPT: &str = "kanon.js";

/// Builds the book into `dist/docs/`, with exhibits that a command line makes, and with pictures that are taken from
/// the built page first where that is asked for.
///
/// # Errors
/// The page is not built or not as the pictures expect it, mdBook cannot be installed, the command line or the script
/// of the exhibits cannot be built, or a page of the book is not as it should be.
pub(crate) fn docs(pictures: bool, command_line: fn() -> Result<PathBuf>) -> Result<()> {
    if pictures {
        take_pictures()?;
    }
    let mdbook = mdbook()?;
    let kanon = command_line()?;
    npm::install()?;
    process::run(&mut npm::exhibits()).context("the script of the exhibits could not be built")?;

    // mdBook takes scripts from the folder of the book alone, and what is built does not belong among the sources.
    let book = tree::target().join("docs");
    if book.exists() {
        fs::remove_dir_all(&book).with_context(|| format!("cannot remove {}", book.display()))?;
    }
    copy(&tree::root().join("docs"), &book)?;
    let script = tree::dist().join("exhibits").join(SCRIPT);
    // Beside the chapters it keeps its name, for readers who want it for their own pages.
    for place in [book.join(SCRIPT), book.join("src").join(SCRIPT)] {
        fs::copy(&script, place).with_context(|| format!("cannot copy {}", script.display()))?;
    }

    let site = tree::dist().join("docs");
    let folders = kanon.parent().map(Path::to_owned).into_iter();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(folders.chain(std::env::split_paths(&path)))?;
    process::run(process::command(mdbook).arg("build").arg(&book).arg("--dest-dir").arg(&site).env("PATH", path))
        .context("the book could not be built")?;
    let entry = site.join("index.html");
    if !entry.is_file() {
        bail!("mdBook has not written {}", entry.display());
    }
    println!("{}", entry.display());
    Ok(())
}

/// Takes the pictures of the book from the page in `dist/`.
fn take_pictures() -> Result<()> {
    if !tree::dist().join("index.html").is_file() {
        bail!("the page is not built; run `cargo xtask build` first");
    }
    npm::install()?;
    let mut command = npm::script("docs:pictures");
    command.env("CHROMIUM", browser::CHROMIUM.find_or_install()?);
    process::run(&mut command).context("the pictures could not be taken")
}

/// mdBook of the version named above, which is installed below `target/` where it is not there yet.
fn mdbook() -> Result<PathBuf> {
    let tools = tree::target().join("tools");
    let program = tools.join("bin").join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    let version = process::output(process::command(&program).arg("--version"));
    if version.is_some_and(|version| version == format!("mdbook v{MDBOOK}")) {
        return Ok(program);
    }
    let build = tools.join("build");
    process::run(
        process::command("cargo")
            .args(["install", "mdbook", "--version", MDBOOK, "--locked"])
            // What serves and watches is not needed, and a small book is made as soon without optimisation.
            .args(["--no-default-features", "--features", "search", "--debug"])
            .arg("--root")
            .arg(&tools)
            .arg("--target-dir")
            .arg(&build),
    )
    .context("mdBook could not be installed")?;
    fs::remove_dir_all(&build).with_context(|| format!("cannot remove {}", build.display()))?;
    Ok(program)
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    let entries = fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))?;
    for entry in entries {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy(&source, &target)?;
        } else {
            fs::copy(&source, &target).with_context(|| format!("cannot copy {}", source.display()))?;
        }
    }
    Ok(())
}
