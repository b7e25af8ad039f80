//! `kanon sweep`.

use crate::anonymize::{inputs, read_table};
use crate::console::{end_progress, percent, plural, progress, say};
use crate::failure::Failure;
use crate::output::{Output, Places};
use crate::recipe_file::RecipeFile;
use clap::Args;
use kanon::study::{PointReport, RunStatus, Sweep as Machine, SweepPoint, SweepReport, Swept};
use std::path::PathBuf;
use std::time::Instant;

#[derive(Args)]
pub(crate) struct Sweep {
    /// The table
    data: PathBuf,
    /// The recipe
    #[arg(long)]
    recipe: PathBuf,
    /// The least k
    #[arg(long, default_value_t = 2)]
    k_from: u64,
    /// The greatest k
    #[arg(long, default_value_t = 100)]
    k_to: u64,
    /// Suppression limits, shares from 0 to 1 separated by commas: a sweep over them, under the recipe's k
    #[arg(long, value_delimiter = ',', conflicts_with_all = ["k_from", "k_to"])]
    limits: Vec<f64>,
    /// Where the points go, as JSON
    #[arg(long)]
    report: PathBuf,
}

impl Sweep {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let RecipeFile { recipe, files } = RecipeFile::read(&self.recipe)?;
        let mut output = Places::reading(inputs(&self.data, &files)).claim(&self.report)?;
        let input = read_table(&self.data, &recipe)?;
        let prepared = &input.prepared;
        let mut machine = if self.limits.is_empty() {
            Machine::over_k(prepared, &recipe, self.k_from, self.k_to)?
        } else {
            Machine::over_limits(prepared, &recipe, &self.limits)?
        };
        let clock = Instant::now();
        let mut now = || clock.elapsed().as_secs_f64() * 1e3;
        while machine.advance(1000.0, &mut now) == RunStatus::Running {
            progress!(
                "{} of {} points proven",
                machine.points().len(),
                machine.n_points()
            );
        }
        if machine.milliseconds() >= 1000.0 {
            end_progress();
        }
        let names = prepared.names();
        let swept = match self.limits.as_slice() {
            [] => Swept::K(self.k_from, self.k_to),
            limits => Swept::limits(limits.to_vec()),
        };
        let points = machine.points().iter();
        let points = points
            .map(|point| PointReport::new(point, &names))
            .collect();
        let seconds = machine.milliseconds() / 1e3;
        let report = SweepReport::new(
            prepared,
            &recipe,
            swept,
            points,
            seconds,
            input.sha256.clone(),
        )?;
        output.write(report.to_json().as_bytes())?;
        Output::commit([output])?;
        for point in machine.points() {
            say!("{}", line(point));
        }
        let searched = machine
            .points()
            .iter()
            .filter(|point| !point.followed)
            .count();
        say!(
            "{} proven in {:.2} s with {}",
            plural(machine.points().len() as u64, "answer", "answers"),
            report.seconds,
            plural(searched as u64, "search", "searches"),
        );
        Ok(())
    }
}

fn line(point: &SweepPoint) -> String {
    let SweepPoint {
        k,
        suppression_limit,
        best,
        ..
    } = point;
    let limit = percent(*suppression_limit);
    match best {
        Some(best) => format!(
            "k {k}, limit {limit}: loss {:.6}, {} suppressed, {}",
            best.loss,
            plural(best.suppressed_records, "record", "records"),
            plural(best.classes as u64, "class", "classes"),
        ),
        None => format!("k {k}, limit {limit}: no policy is valid"),
    }
}
