//! `kanon study`.

use crate::failure::Failure;
use crate::frontier::read_tradeoffs;
use crate::original::{inputs, read_table};
use crate::output::{Output, Places};
use crate::progress::Progress;
use crate::recipe_file::RecipeFile;
use clap::{Args, ValueEnum};
use kanon::frontier::PUBLISHED_POLICIES;
use kanon::jobs::Original;
use kanon::published::{self, Step, Subject, frontier, ola};
use kanon::recipe::Recipe;
use kanon::report::ReportKind;
use kanon::table::ReadReport;
use serde::Serialize;
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
    /// Write the results to this file, as JSON
    #[arg(long)]
    report: PathBuf,
    /// For pruning and anytime: numbers of leading quasi-identifiers to study [default: all]
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
    /// For frontier: runs of each search
    #[arg(long, default_value_t = 20)]
    runs: u64,
    /// For frontier: policies that a run evaluates
    #[arg(long, default_value_t = PUBLISHED_POLICIES)]
    policies: u64,
    /// For frontier: thresholds of the sublattice search
    #[arg(long, value_delimiter = ',', default_values_t = [0.05, 0.3, 0.6])]
    thresholds: Vec<f64>,
    /// For frontier: sublattices whose H is compared with what a chain finds
    #[arg(long, default_value_t = 24_240)]
    sublattices: usize,
    /// Time limit in seconds for one run; for frontier, for all runs of one search
    #[arg(long, default_value_t = 600.0)]
    seconds: f64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Name {
    /// Stores, Flash, best-first with and without prediction (Prasser et al. 2016, tables 1 to 4)
    Pruning,
    /// OLA, Incognito, Samarati, Datafly (El Emam et al. 2009)
    Ola,
    /// Best-first over time, and against IGreedy (Prasser et al. 2016, figure 7 and table 5)
    Anytime,
    /// Random chains, sublattices and our own search of partition policies (Xia et al. 2013)
    Frontier,
}

/// The report of a study.
#[derive(Serialize)]
struct Written<'a, T> {
    kind: ReportKind,
    format: u32,
    version: &'static str,
    read: &'a ReadReport,
    results: &'a T,
}

impl Study {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let RecipeFile { recipe, files } = RecipeFile::read_to_run(&self.recipe)?;
        let output = Places::reading(inputs(&self.data, &files)).claim(&self.report)?;
        let input = read_table(&self.data, &recipe)?;
        let read = ReadReport::of(&recipe, &input.prepared);
        if let Name::Frontier = self.name {
            return self.frontier(&recipe, &input, &read, output);
        }
        let all = input.prepared.names().len();
        let numbers = if self.qis.is_empty() { vec![all] } else { self.qis.clone() };
        if let Some(number) = numbers.iter().find(|number| !(1..=all).contains(*number)) {
            return Err(Failure::input(format!(
                "--qis {number}: the recipe has {all} quasi-identifiers. Give numbers from 1 to {all}."
            )));
        }
        let dialect = input.dialect().clone();
        let subject = Subject { recipe, dialect, prepared: input.prepared, seconds: self.seconds };
        let mut study = match self.name {
            Name::Pruning => published::Study::pruning(subject, &numbers),
            Name::Anytime => published::Study::anytime(subject, &numbers),
            Name::Ola | Name::Frontier => {
                let ks: Vec<u64> = (self.k_from..=self.k_to).collect();
                published::Study::ola(subject, &ks, &self.limits)
            }
        };
        let clock = Instant::now();
        let mut now = || clock.elapsed().as_secs_f64() * 1e3;
        let (mut rows, all) = (Vec::new(), study.n_left());
        let mut progress = Progress::new("study");
        loop {
            match study.advance(1000.0, &mut now)? {
                Step::Running => {}
                Step::Row(row) => rows.push(*row),
                Step::Done => break,
            }
            progress.tell_more(Some(rows.len() as f64 / all.max(1) as f64), || format!("{} of {all} rows", rows.len()));
        }
        drop(progress);
        self.write(&read, &rows, output)
    }

    fn frontier(&self, recipe: &Recipe, input: &Original, read: &ReadReport, output: Output) -> Result<(), Failure> {
        let settings = recipe.frontier.clone().unwrap_or_default();
        let tradeoffs = read_tradeoffs(&self.recipe, recipe, &settings, input)?;
        let reference = tradeoffs.safe_harbor(recipe).ok();
        let plan = frontier::Plan {
            runs: self.runs,
            policies: self.policies,
            thresholds: self.thresholds.clone(),
            sublattices: self.sublattices,
            seconds: self.seconds,
        };
        let clock = Instant::now();
        let mut progress = Progress::new("study");
        let mut now = || {
            progress.tell_more(None, String::new);
            clock.elapsed().as_secs_f64() * 1e3
        };
        let rows = frontier::study(&tradeoffs, reference.as_ref(), &plan, &mut now)?;
        drop(progress);
        self.write(read, &rows, output)
    }

    fn write(&self, read: &ReadReport, results: &impl Serialize, mut output: Output) -> Result<(), Failure> {
        let kind = ReportKind::Study;
        let report = Written { kind, format: kind.format(), version: env!("CARGO_PKG_VERSION"), read, results };
        let json = serde_json::to_string_pretty(&report).map_err(|error| Failure::file(&self.report, error))?;
        output.write(json.as_bytes())?;
        output.write(b"\n")?;
        Output::commit([output])
    }
}
