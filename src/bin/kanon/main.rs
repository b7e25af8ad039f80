//! The command line.
//!
//! Exit codes: 0 done; 1 the answer is no (no valid policy, a verification that fails); 2 bad input, or a file that
//! cannot be read or written; 3 stopped by `--seconds`, with the results so far; 4 nothing fails, but something that
//! was asked for by name could not be checked; 128 plus the number of a signal that ends the program.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod anonymize;
mod atomic_file;
mod attackers;
mod candidates;
mod check;
mod column_list;
mod compare;
mod console;
mod crew;
mod decoder;
mod exhibit;
mod failure;
mod frontier;
mod gzip;
mod input;
mod notices;
mod original;
mod output;
mod pipe;
mod population;
mod progress;
mod propose;
mod proving;
mod publish_args;
mod recipe_file;
mod release;
mod report;
mod reproof;
mod same_file;
mod sample;
mod search_progress;
mod sheet;
#[cfg(unix)]
mod signals;
mod sql;
mod study;
mod sweep;
mod uniques;
mod verdict;
mod verify;

use clap::{Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "kanon", version, about = "k-anonymous releases of microdata, proven optimal")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Find the best k-anonymous policy, release the data under it, and report
    Anonymize(anonymize::Anonymize),
    /// Say what the columns of a table are and how they may become coarser, and write a first recipe
    Propose(propose::Propose),
    /// Find the policies with the best trade-offs of risk and loss
    Frontier(frontier::Frontier),
    /// Recompute k, and every claim of a report, from a released file
    Verify(Box<verify::Verify>),
    /// Check a proof that no policy loses less, against your own copy of the table
    Check(check::Check),
    /// Find all unsafe combinations, and suppress single cells
    Uniques(uniques::Uniques),
    /// Reproduce the papers' tables and figures on a table
    Study(study::Study),
    /// Find the best policy for each k of a range, for several limits or thresholds, or without each condition
    Sweep(sweep::Sweep),
    /// Describe the effect of policies on a table before anything is released, as JSON
    Compare(candidates::Compare),
    /// Record a result as an HTML element that draws itself
    Exhibit(exhibit::Exhibit),
    /// Turn the report of a release into a document to read, print and sign
    Report(report::Report),
    /// Write SQL scripts that release a table inside its database
    Sql(sql::Sql),
    /// Write a sample: a generated table, its hierarchies and its recipe
    Sample(sample::Sample),
    /// Write a sheet of a workbook (.xlsx) as CSV, or list its sheets
    Sheet(sheet::Sheet),
    /// Print the licences of all that is built into this program and mdbook-kanon
    Notices,
}

fn main() -> ExitCode {
    let result = prepare().and_then(|()| run(&Arguments::parse().command));
    match result.and_then(|()| console::finish()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { message, exit_code, .. }) => {
            console::complain(&message);
            ExitCode::from(exit_code)
        }
    }
}

/// Ensures that no partial file stays behind, however the program ends.
fn prepare() -> Result<(), Failure> {
    atomic_file::remove_on_panic();
    #[cfg(unix)]
    signals::clean_up_on_signals().map_err(|error| Failure::input(format!("cannot wait for signals: {error}")))?;
    Ok(())
}

fn run(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Anonymize(command) => {
            let file = recipe_file::RecipeFile::read_to_run(&command.recipe)?;
            match file.recipe.chosen_cells() {
                Some(_) if command.proof.is_some() || command.passport.is_some() => Err(Failure::input(
                    "--proof, --passport: the recipe releases suppressed cells, not a policy, so there is nothing to prove. Leave the option out.",
                )),
                Some(_) => uniques::Uniques::chosen_by(command).run_by(file),
                None => command.run_by(file),
            }
        }
        Command::Propose(command) => command.run(),
        Command::Frontier(command) => command.run(),
        Command::Verify(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Uniques(command) => command.run(),
        Command::Study(command) => command.run(),
        Command::Sweep(command) => command.run(),
        Command::Compare(command) => command.run(),
        Command::Exhibit(command) => command.run(),
        Command::Report(command) => command.run(),
        Command::Sql(command) => command.run(),
        Command::Sample(command) => command.run(),
        Command::Sheet(command) => command.run(),
        Command::Notices => notices::run(),
    }
}
