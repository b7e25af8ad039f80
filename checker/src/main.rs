//! `kanon-check PROOF --data D --recipe R [--release X] [--threads N]`
//!
//! Exit codes: 0 proven, 1 refused, 2 wrong file.

use kanon_check::{Failure, check};
use std::fs;
use std::process::ExitCode;

const USE: &str = "kanon-check PROOF --data D --recipe R [--release X] [--threads N]";

fn run() -> Result<String, Failure> {
    let wrong = |what: String| Failure::WrongFile(what);
    let (mut proof, mut named) =
        (None, [("--data", None), ("--recipe", None), ("--release", None), ("--threads", None)]);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match named.iter_mut().find(|(name, _)| *name == argument) {
            Some((_, place)) => *place = arguments.next(),
            None if proof.is_none() && !argument.starts_with('-') => proof = Some(argument),
            None => return Err(wrong(USE.into())),
        }
    }
    let [data, recipe, release, threads] = named.map(|(_, given)| given);
    let (Some(proof), Some(data), Some(recipe)) = (proof, data, recipe) else {
        return Err(wrong(USE.into()));
    };
    let read = |path: &String| fs::read(path).map_err(|error| wrong(format!("{path}: {error}")));
    let release = release.as_ref().map(read).transpose()?;
    let threads = threads.map_or(Ok(1), |threads| threads.parse()).map_err(|_| wrong(USE.into()))?;
    let recipe = String::from_utf8_lossy(&read(&recipe)?).into_owned();
    check(&read(&proof)?, &read(&data)?, &recipe, release.as_deref(), threads).map(|proven| proven.to_string())
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
            ExitCode::from(match failure {
                Failure::Refused(_) => 1,
                Failure::WrongFile(_) => 2,
            })
        }
    }
}
