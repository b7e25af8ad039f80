//! The databases of `tests/databases`: their programs, and the packages of Python that speak with them.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::program::Program;
use crate::{process, tree};

/// PostgreSQL, whose server the tests start for themselves.
const POSTGRES: Program = Program {
    name: "PostgreSQL's initdb",
    variable: "INITDB",
    names: &["initdb"],
    usual: "/usr/lib/postgresql/*/bin/initdb",
    packages: &["postgresql"],
};

/// What Spark runs in.
const JAVA: Program = Program {
    name: "Java",
    variable: "JAVA",
    names: &["java"],
    usual: "/usr/bin/java",
    packages: &["default-jre-headless"],
};

/// The tests in databases, over a command line. What cannot be installed is left out by the tests, which say why.
///
/// # Errors
/// There is no Python, or a package of it cannot be installed.
pub(crate) fn tests(command_line: &PathBuf) -> Result<Command> {
    let folder = tree::root().join("tests/databases");
    let environment = tree::target().join("tools/databases");
    let python = environment.join("bin/python");
    if !python.is_file() {
        process::run(process::command("python3").args(["-m", "venv"]).arg(&environment))
            .context("no environment of Python could be made; on Debian: `apt install python3-venv`")?;
    }
    process::run(
        process::command(&python)
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .arg("--requirement")
            .arg(folder.join("requirements.txt")),
    )
    .context("the packages that speak with databases could not be installed")?;
    let mut command = process::command(python);
    command.arg(folder.join("round_trip.py")).env("KANON", command_line);
    for program in [POSTGRES, JAVA] {
        match program.find_or_install() {
            Ok(path) => command.env(program.variable, path),
            Err(problem) => command.env(format!("{}_ABSENT", program.variable), format!("{problem:#}")),
        };
    }
    Ok(command)
}
