//! `kanon-check PROOF --data D --recipe R [--release X] [--threads N]`
//!
//! Exit codes: 0 proven, 1 refused, 2 wrong file.

use kanon_check::{Failure, check};
use std::collections::BTreeMap;
use std::fs;
use std::process::ExitCode;

const USE: &str = "kanon-check PROOF --data D --recipe R [--release X] [--threads N]";

fn run() -> Result<String, Failure> {
    let wrong = |what: &str| Failure::WrongFile(what.to_owned());
    let (mut given, mut arguments) = (BTreeMap::new(), std::env::args().skip(1));
    while let Some(argument) = arguments.next() {
        let is_again = match argument.strip_prefix("--") {
            Some(name) => given.insert(name.to_owned(), arguments.next().ok_or_else(|| wrong(USE))?),
            None => given.insert(String::new(), argument),
        };
        is_again.map_or(Ok(()), |_| Err(wrong(USE)))?;
    }
    let threads = given.remove("threads").map_or(Ok(1), |threads| threads.parse()).map_err(|_| wrong(USE))?;
    let read = |path: String| fs::read(&path).map_err(|error| wrong(&format!("{path}: {error}")));
    let files = ["", "data", "recipe", "release"].map(|name| given.remove(name).map(read).transpose());
    let ([Ok(Some(proof)), Ok(Some(data)), Ok(Some(recipe)), Ok(release)], true) = (&files, given.is_empty()) else {
        return Err(files.into_iter().find_map(Result::err).unwrap_or_else(|| wrong(USE)));
    };
    let recipe = str::from_utf8(recipe)?;
    check(proof, data, recipe, release.as_deref(), threads, &()).map(|proven| proven.to_string())
}

#[allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]
fn main() -> ExitCode {
    match run() {
        Ok(proven) => {
            println!("{proven}");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(if matches!(failure, Failure::Refused(_)) { 1 } else { 2 })
        }
    }
}
