//! Child processes.

use std::cell::RefCell;
use std::env;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};

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

thread_local! {
    /// What the children of this thread have written, where it is kept to be shown later.
    static KEPT: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

/// Does some work whose children write beside those of other threads: what they write is kept and returned.
pub(crate) fn keep_output<T>(work: impl FnOnce() -> T) -> (T, Vec<u8>) {
    KEPT.set(Some(Vec::new()));
    let done = work();
    (done, KEPT.take().unwrap_or_default())
}

/// Runs a command to its end, its output shown.
///
/// # Errors
/// The command cannot be started, or it fails; the error quotes it.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    if KEPT.with_borrow(Option::is_some) {
        return follow(command, |_| {});
    }
    say(&format!("$ {}", shown(command)));
    let status = command.status();
    succeeded(command, status)
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

/// Runs a command to its end and shows each line of its standard output once `see` has seen it. Standard error is
/// shown as it comes, or is taken for standard output where output is kept.
fn follow(command: &mut Command, mut see: impl FnMut(&str)) -> Result<()> {
    say(&format!("$ {}", shown(command)));
    let (reader, writer) = std::io::pipe()?;
    if KEPT.with_borrow(Option::is_some) {
        command.stderr(writer.try_clone()?);
    }
    command.stdout(writer);
    let child = command.spawn();
    // The pipe ends when the child has closed it, and `command` holds it as well.
    command.stdout(Stdio::inherit()).stderr(Stdio::inherit());
    let mut child = child.with_context(|| format!("cannot start `{}`", shown(command)))?;
    for line in BufReader::new(reader).split(b'\n') {
        let line = line.context("cannot read the output of a child process")?;
        let line = String::from_utf8_lossy(&line);
        say(&line);
        see(line.trim_end_matches('\r'));
    }
    let status = child.wait();
    succeeded(command, status)
}

fn succeeded(command: &Command, status: std::io::Result<ExitStatus>) -> Result<()> {
    let status = status.with_context(|| format!("cannot start `{}`", shown(command)))?;
    if !status.success() {
        bail!("`{}` failed: {status}", shown(command));
    }
    Ok(())
}

/// Shows a line, or keeps it where output is kept.
pub(crate) fn say(line: &str) {
    KEPT.with_borrow_mut(|kept| match kept {
        Some(kept) => {
            kept.extend_from_slice(line.as_bytes());
            kept.push(b'\n');
        }
        None => println!("{line}"),
    });
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
