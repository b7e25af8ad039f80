//! `kanon study`.

use crate::anonymize::{read_recipe, read_table};
use crate::failure::Failure;
use crate::output::Output;
use clap::{Args, ValueEnum};
use kanon::published::{self, Subject, ola};
use std::path::PathBuf;
use std::time::Instant;

#[derive(Args)]
pub(crate) struct Study {
    /// What to reproduce
    #[arg(value_enum)]
    name: Name,
    /// The table
    data: PathBuf,
    /// The recipe
    #[arg(long)]
    recipe: PathBuf,
    /// Where the results go, as JSON
    #[arg(long)]
    report: PathBuf,
    /// For pruning and anytime: numbers of quasi-identifiers to study, the first ones of the table each; all by default
    #[arg(long, value_delimiter = ',')]
    qis: Vec<usize>,
    /// For ola: the least k
    #[arg(long, default_value_t = 2)]
    k_from: u64,
    /// For ola: the greatest k
    #[arg(long, default_value_t = 15)]
    k_to: u64,
    /// For ola: shares of the records that may be suppressed
    #[arg(long, value_delimiter = ',', default_values_t = ola::LIMITS)]
    limits: Vec<f64>,
    /// The most that one run may take, in seconds
    #[arg(long, default_value_t = 600.0)]
    seconds: f64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Name {
    /// Stores, Flash, best-first with and without prediction (papers 000 and 002, tables 1 to 4)
    Pruning,
    /// OLA, Incognito, Samarati, Datafly (paper 004)
    Ola,
    /// Best-first over time, and against IGreedy (papers 000 and 002, figure 7 and table 5)
    Anytime,
}

impl Study {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let recipe = read_recipe(&self.recipe)?;
        let input = read_table(&self.data, &recipe)?;
        let all = input.prepared.names().len();
        let numbers = if self.qis.is_empty() {
            vec![all]
        } else {
            self.qis.clone()
        };
        if let Some(number) = numbers.iter().find(|number| !(1..=all).contains(*number)) {
            return Err(Failure::input(format!(
                "--qis {number}: the recipe has {all} quasi-identifiers. Give numbers from 1 to {all}."
            )));
        }
        let subject = Subject {
            recipe,
            dialect: input.dialect,
            prepared: input.prepared,
            seconds: self.seconds,
        };
        let study = match self.name {
            Name::Pruning => published::Study::pruning(subject, &numbers),
            Name::Anytime => published::Study::anytime(subject, &numbers),
            Name::Ola => {
                let ks: Vec<u64> = (self.k_from..=self.k_to).collect();
                published::Study::ola(subject, &ks, &self.limits)
            }
        };
        let clock = Instant::now();
        let rows = study.finish(&mut || clock.elapsed().as_secs_f64() * 1e3)?;
        let json = serde_json::to_string_pretty(&rows)
            .map_err(|error| Failure::file(&self.report, error))?;
        let mut output = Output::create(&self.report)?;
        output.write(json.as_bytes())?;
        output.write(b"\n")?;
        output.commit()
    }
}
