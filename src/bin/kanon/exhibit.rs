//! `kanon exhibit`.

use crate::console::{complain, hand_out};
use crate::failure::Failure;
use crate::input::read_text;
use crate::output::{Output, Places};
use clap::{Args, Subcommand};
use kanon::exhibit::{Exhibit as Recorded, Values};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct Exhibit {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The frontier of a report of `kanon frontier`
    Frontier(OfReport),
}

#[derive(Args)]
struct OfReport {
    /// The report
    #[arg(long)]
    report: PathBuf,
    #[command(flatten)]
    giving: Giving,
}

#[derive(Args)]
struct Giving {
    /// Includes values of the data, labels of hierarchies and bounds of intervals: whoever sees the page sees them
    #[arg(long)]
    with_values: bool,
    /// Where the snippet goes; standard output where it is not given
    #[arg(long)]
    out: Option<PathBuf>,
}

impl Exhibit {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.what {
            What::Frontier(frontier) => frontier.give(Recorded::frontier),
        }
    }
}

impl OfReport {
    fn give(&self, make: fn(&str, Values) -> kanon::Result<Recorded>) -> Result<(), Failure> {
        let output = self.giving.claim(&[&self.report])?;
        let exhibit = make(&read_text(&self.report)?, self.giving.values())
            .map_err(|error| Failure::in_file(&self.report, error))?;
        give(&exhibit, output)
    }
}

impl Giving {
    fn values(&self) -> Values {
        match self.with_values {
            true => Values::Included,
            false => Values::LeftOut,
        }
    }

    /// The file that the snippet goes to, if there is one; it is none of those that are read.
    fn claim(&self, read: &[&Path]) -> Result<Option<Output>, Failure> {
        Places::reading(read.iter().copied()).claim_if_given(self.out.as_ref())
    }
}

/// Hands the snippet out, and says beside it what it holds.
fn give(exhibit: &Recorded, output: Option<Output>) -> Result<(), Failure> {
    let snippet = exhibit.snippet();
    match output {
        None => hand_out(&snippet),
        Some(mut output) => {
            output.write(snippet.as_bytes())?;
            Output::commit([output])?;
        }
    }
    complain(exhibit.contents());
    Ok(())
}
