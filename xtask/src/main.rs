//! The build driver: everything that is built, served or checked is built, served or checked by `cargo xtask`.
//!
//! It needs Rust, Node and npm. What else it needs it gets: the WebAssembly target, the npm packages of
//! `pkg-config/package-lock.json`, and, as root on Debian, Chromium.
//!
//! **Invariant:** no child process reads standard input, and none inherits what the cargo that runs this program has
//! put into the environment ([`process::command`]).

mod account;
mod again;
mod browser;
mod build;
mod changed;
mod ci;
mod data;
mod databases;
mod declarations;
mod docs;
mod groups;
mod licences;
mod npm;
mod package;
mod parts;
mod process;
mod program;
mod serve;
mod split;
mod sums;
mod test;
mod tree;
mod wasm;
mod wasm_toolchain;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::groups::Group;
use crate::wasm::Effort;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Builds, serves and checks Kanon.")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Builds the core for the page, into www/engine/pkg/
    Wasm {
        /// Quick to build: not optimised, function names kept, own checks on
        #[arg(long)]
        dev: bool,
    },
    /// Installs the npm packages that pkg-config/package-lock.json names
    Npm,
    /// Finds Chromium; as root on Debian, installs it
    Browser,
    /// Builds the whole page into dist/ and checks it against pkg-config/budget.json
    Build,
    /// Builds the page and the npm package, into dist/npm/
    Package {
        /// Takes the page in dist/ as it is, without a build
        #[arg(long)]
        no_build: bool,
    },
    /// Writes the licences of all that is in the program, into src/bin/kanon/third_party.txt
    Notices,
    /// Builds the page, and says whether a file that was published has the same bytes
    Confirm {
        /// The published page: index.html, whatever it is called now
        published: PathBuf,
    },
    /// Builds the book of docs/ into dist/docs/
    Docs {
        /// Takes its pictures anew first, from the page in dist/
        #[arg(long)]
        pictures: bool,
    },
    /// Builds the page, quickly, and serves it on this machine alone
    Serve {
        /// The port of 127.0.0.1; 0 takes a free one
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Serves dist/ as it is, without a build
        #[arg(long)]
        no_build: bool,
    },
    /// Runs the tests: native, and the page in Chromium
    Test {
        /// All long groups too, and the page as it is published
        #[arg(long)]
        long: bool,
        /// Only what stands on the files that differ from the main branch, or from the last commit
        #[arg(long, conflicts_with = "long")]
        changed: bool,
        /// Another revision that the files are compared with
        #[arg(long, value_name = "REVISION", requires = "changed")]
        base: Option<String>,
    },
    /// Runs what a change must pass: formatting, lints, types, documentation, the tests with the page as it is
    /// published, and of the long groups one by the commit and those whose own files changed
    Ci {
        /// The revision that the change began at
        #[arg(long, value_name = "REVISION")]
        base: Option<String>,
        /// The long groups to run, in place of those that are chosen: their names, with commas between them
        #[arg(long, value_delimiter = ',', conflicts_with = "base")]
        groups: Option<Vec<Group>>,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Wasm { dev: true } => wasm::build(Effort::Checked),
        Task::Wasm { dev: false } => wasm::build(Effort::Published),
        Task::Npm => npm::install(),
        Task::Browser => browser::CHROMIUM.find_or_install().map(|path| println!("{}", path.display())),
        Task::Build => build::build(),
        Task::Notices => licences::write_of_program(),
        Task::Package { no_build } => package::package(no_build),
        Task::Confirm { published } => sums::confirm(&published),
        Task::Docs { pictures } => docs::docs(pictures, test::command_line),
        Task::Serve { port, no_build } => serve::serve(port, no_build),
        Task::Test { long, changed, base } => test::test(long, changed, base),
        Task::Ci { base, groups } => ci::ci(base, groups),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
