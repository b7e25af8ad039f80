//! Child processes.

use std::env;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::tree;

/// What the cargo or rustup that started this program sets for it. A child that inherits it may pair the cargo of one
/// toolchain with the compiler of another, or build with flags that were meant for this program.
const OF_THE_PARENT: [&str; 10] = [
    "CARGO",
    "RUSTC",
    "RUSTDOC",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTFLAGS",
    "RUSTDOCFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "RUSTUP_TOOLCHAIN",
    "LD_LIBRARY_PATH",
];

/// A command that starts in the root of the repository, with no standard input and a clean environment.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(tree::root()).stdin(Stdio::null());
    for name in OF_THE_PARENT {
        command.env_remove(name);
    }
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"].iter().any(|prefix| text.starts_with(prefix)) {
            command.env_remove(&name);
        }
    }
    command
}

/// Runs a command to its end, its output shown.
///
/// # Errors
/// The command cannot be started, or it fails; the error quotes it.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    eprintln!("$ {}", shown(command));
    let status = command.status().with_context(|| format!("cannot start `{}`", shown(command)))?;
    if !status.success() {
        bail!("`{}` failed: {status}", shown(command));
    }
    Ok(())
}

/// Runs a command to its end, its output shown, and returns the lines of its standard output that `keep` keeps, also
/// of a command that fails.
pub(crate) fn run_and_keep(command: &mut Command, keep: impl Fn(&str) -> bool) -> (Vec<String>, Result<()>) {
    let mut kept = Vec::new();
    let done = follow(command, |line| {
        if keep(line) {
            kept.push(line.to_owned());
        }
    });
    (kept, done)
}

fn follow(command: &mut Command, mut see: impl FnMut(&str)) -> Result<()> {
    eprintln!("$ {}", shown(command));
    let mut child =
        command.stdout(Stdio::piped()).spawn().with_context(|| format!("cannot start `{}`", shown(command)))?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n') {
            let line = line.context("cannot read the output of a child process")?;
            let line = String::from_utf8_lossy(&line);
            writeln!(std::io::stdout(), "{line}")?;
            see(line.trim_end_matches('\r'));
        }
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("`{}` failed: {status}", shown(command));
    }
    Ok(())
}

/// Runs a command quietly and returns its standard output, trimmed; nothing when it fails or is not there.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// The file that a program's name stands for on PATH.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Whether this process may install packages.
pub(crate) fn is_root() -> bool {
    output(command("id").arg("-u")).as_deref() == Some("0")
}

fn shown(command: &Command) -> String {
    let mut text = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}
