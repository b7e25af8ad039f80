//! `kanon sweep`.

use crate::anonymize::{inputs, read_table};
use crate::console::{percent, plural, say};
use crate::failure::Failure;
use crate::output::{Output, Places};
use crate::progress::{Budget, Progress};
use crate::proving::prove;
use crate::recipe_file::RecipeFile;
use clap::Args;
use kanon::lattice::Policy;
use kanon::study::{
    PointReport, Prepared, Recipe, RunStatus, Strictest, Sweep as Machine, SweepPoint, SweepReport,
    Swept, demand_provable,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
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
    /// The most that the sweep may take, in seconds. The points proven by then are reported as not complete, and the
    /// exit code is 3
    #[arg(long)]
    seconds: Option<f64>,
    /// A folder for proofs that no policy loses less: one for all points that follow each other and have the same
    /// answer
    #[arg(long)]
    proofs: Option<PathBuf>,
}

impl Sweep {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let RecipeFile { recipe, files } = RecipeFile::read(&self.recipe)?;
        let mut places = Places::reading(inputs(&self.data, &files));
        let mut output = places.claim(&self.report)?;
        let input = read_table(&self.data, &recipe)?;
        let prepared = &input.prepared;
        if self.proofs.is_some() {
            demand_provable(&prepared.problem(&recipe)?)?;
        }
        let mut machine = if self.limits.is_empty() {
            Machine::over_k(prepared, &recipe, self.k_from, self.k_to)?
        } else {
            Machine::over_limits(prepared, &recipe, &self.limits)?
        };
        let budget = Budget::new(self.seconds)?;
        let clock = Instant::now();
        let mut now = || clock.elapsed().as_secs_f64() * 1e3;
        let mut progress = Progress::new("sweep");
        while machine.advance(budget.milliseconds(), &mut now) == RunStatus::Running
            && !budget.is_spent()
        {
            let (proven, all) = (machine.points().len(), machine.n_points());
            progress.tell_more(Some(proven as f64 / all as f64), || {
                format!("{proven} of {all} points proven")
            });
        }
        drop(progress);
        let (proven, all) = (machine.points().len(), machine.n_points());
        let names = prepared.names();
        // A report says what it is of: the points that are proven.
        let swept = match self.limits.as_slice() {
            [] => Swept::K(self.k_from, self.k_from + proven as u64 - 1),
            limits => Swept::limits(limits.to_vec()).first(proven),
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
        let report = SweepReport {
            complete: proven == all,
            ..report
        };
        output.write(report.to_json().as_bytes())?;
        let (proofs, told) = match &self.proofs {
            Some(folder) => self.prove(folder, &machine, &recipe, prepared, &mut places)?,
            None => (Vec::new(), Vec::new()),
        };
        Output::commit([output].into_iter().chain(proofs))?;
        for point in machine.points() {
            say!("{}", line(point));
        }
        let searched = machine
            .points()
            .iter()
            .filter(|point| !point.followed)
            .count();
        let answers = if proven < all {
            format!("{proven} of {all} answers")
        } else {
            plural(proven as u64, "answer", "answers")
        };
        say!(
            "{answers} proven in {:.2} s with {}",
            report.seconds,
            plural(searched as u64, "search", "searches"),
        );
        told.iter().for_each(|line| say!("{line}"));
        if proven < all {
            let open = match all - proven {
                1 => "1 point is not proven".to_owned(),
                open => format!("{open} points are not proven"),
            };
            return Err(budget.stopped(&open));
        }
        Ok(())
    }
}

impl Sweep {
    /// Proves each answer, and tells of each proof.
    fn prove(
        &self,
        folder: &Path,
        machine: &Machine,
        recipe: &Recipe,
        prepared: &Prepared,
        places: &mut Places,
    ) -> Result<(Vec<Output>, Vec<String>), Failure> {
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
        let (mut outputs, mut lines) = (Vec::new(), Vec::new());
        let records = prepared.table().records();
        let under = |point: &SweepPoint| {
            let mut recipe = recipe.clone();
            recipe.privacy.k = point.k;
            recipe.privacy.suppression_limit = point.suppression_limit;
            recipe
        };
        for run in machine.runs() {
            let (Some(first), Some(last)) = (run.first(), run.last()) else {
                continue;
            };
            let Some(best) = &first.best else { continue };
            let (strictest, ends) = match self.limits.as_slice() {
                [] => (
                    Strictest::K(last.k),
                    [first.k.to_string(), last.k.to_string()],
                ),
                _ => (
                    Strictest::Limit(under(last).suppression_limit(records)),
                    [first, last].map(|point| point.suppression_limit.to_string()),
                ),
            };
            let what = if self.limits.is_empty() { "k" } else { "limit" };
            let name = match run {
                [_] => format!("{what}-{}.kanon.proof", ends[0]),
                _ => format!("{what}-{}.kanon.proof", ends.join("-to-")),
            };
            let own = under(first);
            let problem = Arc::new(prepared.problem(&own)?);
            let policy = Policy::new(best.levels.as_slice());
            let strictest = Some(strictest).filter(|_| run.len() > 1);
            let (bytes, line) = prove(problem, &own, prepared, &policy, strictest)?;
            let mut output = places.claim(&folder.join(&name))?;
            output.write(&bytes)?;
            outputs.push(output);
            lines.push(format!("{name}: {line}"));
        }
        Ok((outputs, lines))
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
