//! `kanon uniques`.

use crate::anonymize::{Input, inputs, read_table, write_release};
use crate::console::{plural, progress, say};
use crate::failure::Failure;
use crate::input::stream;
use crate::output::{Output, Places};
use crate::recipe_file::RecipeFile;
use clap::Args;
use kanon::data::{Table, TableReader};
use kanon::monitor::When;
use kanon::release::Transformation;
use kanon::study::uniques::{
    ImpactColumns, Suppress, Suppressed, UniqueQuestions, UniquesReport, impact,
};
use kanon::study::{Digest, Recipe};
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Args)]
pub(crate) struct Uniques {
    /// The table
    data: PathBuf,
    /// The recipe, `*.kanon.json`, with a section `uniques`
    #[arg(long)]
    recipe: PathBuf,
    /// Where the report goes
    #[arg(long)]
    report: Option<PathBuf>,
    /// Where the table with suppressed cells goes
    #[arg(long)]
    out: Option<PathBuf>,
}

impl Uniques {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let RecipeFile { recipe, files } = RecipeFile::read(&self.recipe)?;
        if self.out.is_some() && recipe.uniques.suppress == Suppress::None {
            return Err(Failure::input(format!(
                "{}: `uniques.suppress` is none, so that there is no table to write. Choose per-record or strict, or leave --out out.",
                self.recipe.display()
            )));
        }
        let mut places = Places::reading(inputs(&self.data, &files));
        let mut output = places.claim_if_given(self.out.as_ref())?;
        let mut report_output = places.claim_if_given(self.report.as_ref())?;
        let input = read_table(&self.data, &recipe)?;
        let clock = Instant::now();
        let prepared = &input.prepared;
        let questions = UniqueQuestions::new(prepared, &input.dialect, &recipe.uniques)?;
        let mut search = questions.search()?;
        let mut progress = Progress::new("combinations");
        while !search.advance(&mut When(progress.every_second())) {
            progress.tell(search.share());
        }
        let mut suppressing = questions.suppressing(prepared)?;
        let mut suppressed = None;
        let mut progress = Progress::new("suppression");
        if let Some(suppressing) = &mut suppressing {
            while suppressed.is_none() {
                suppressed = suppressing.advance(&mut When(progress.every_second()))?;
                progress.tell(suppressing.share());
            }
        }
        let names = prepared.names();
        let method = search.method();
        let mut report = UniquesReport::new(
            &names,
            &questions,
            method,
            search.findings(),
            suppressed.as_ref(),
        );
        if let Some(suppressed) = &suppressed {
            let numbers = read_columns(&self.data, &input, &recipe)?;
            let numbers = ImpactColumns::new(&numbers, &input.dialect, &questions)
                .map_err(|error| Failure::in_file(&self.data, error))?;
            report.impact = Some(impact(prepared, &questions, suppressed, &numbers)?);
        }
        report.seconds = clock.elapsed().as_secs_f64();
        report.input_sha256.clone_from(&input.sha256);
        report.recipe_sha256 = recipe.sha256();
        if let (Some(output), Some(suppressed)) = (&mut output, suppressed) {
            let sha256 = self.release(output, &recipe, &input, &questions, suppressed)?;
            report.output_sha256 = Some(sha256);
        }
        if let Some(output) = &mut report_output {
            output.write(report.to_json().as_bytes())?;
        }
        Output::commit(output.into_iter().chain(report_output))?;
        let are_equal = questions.weights().are_equal();
        say!("{}", summary(&report, are_equal));
        Ok(())
    }

    fn release(
        &self,
        output: &mut Output,
        recipe: &Recipe,
        input: &Input,
        questions: &UniqueQuestions,
        suppressed: Suppressed,
    ) -> Result<String, Failure> {
        let prepared = &input.prepared;
        let label = |qi: usize, value: u32| {
            let level = questions.levels()[qi];
            prepared
                .label(qi, level, prepared.qis()[qi].group(level, value))
                .to_owned()
        };
        let transformation =
            Transformation::of_cells(prepared.table(), &label, suppressed.suppression);
        write_release(&self.data, output, recipe, input, transformation)
    }
}

/// Reads the columns that the impact is measured with.
pub(crate) fn read_columns(path: &Path, input: &Input, recipe: &Recipe) -> Result<Table, Failure> {
    let columns = recipe.uniques.impact.columns();
    if columns.is_empty() {
        return Ok(Table::default());
    }
    let mut reader = TableReader::new(&input.dialect, &columns);
    let mut digest = Digest::new();
    stream(path, &input.dialect.encoding, &mut |raw, text| {
        digest.push(raw);
        reader.push(text)
    })?;
    if digest.finish() != input.sha256 {
        return Err(Failure::changed(path));
    }
    reader
        .finish()
        .map_err(|error| Failure::in_file(path, error))
}

/// Tells a terminal every second how far something is.
struct Progress {
    what: &'static str,
    clock: Instant,
}

impl Progress {
    fn new(what: &'static str) -> Self {
        Self {
            what,
            clock: Instant::now(),
        }
    }

    fn every_second(&self) -> impl FnMut() -> bool + use<> {
        let clock = Instant::now();
        move || clock.elapsed().as_secs() >= 1
    }

    fn tell(&mut self, share: f64) {
        if self.clock.elapsed().as_secs() >= 1 {
            progress!("{}: {:.0} %", self.what, 100.0 * share);
        }
    }
}

/// The answer in words. Where all cells cost the same, the cheapest are the fewest.
fn summary(report: &UniquesReport, are_equal: bool) -> String {
    let sizes: Vec<String> = (report.combinations_by_size.iter().zip(1..))
        .filter(|(count, _)| **count > 0)
        .map(|(count, size)| format!("{size}: {count}"))
        .collect();
    let of_size = report.max_size.map_or(String::new(), |most| {
        format!(
            " of at most {}",
            plural(most as u64, "quasi-identifier", "quasi-identifiers")
        )
    });
    let k = report.k;
    let mut lines = vec![format!(
        "{} of {} {} an unsafe combination{of_size} (k = {k})",
        report.unsafe_records,
        plural(report.records, "record", "records"),
        if report.unsafe_records == 1 {
            "has"
        } else {
            "have"
        },
    )];
    if report.combinations > 0 {
        lines.push(format!(
            "{}, by size {}",
            plural(
                report.combinations,
                "minimum unsafe combination",
                "minimum unsafe combinations"
            ),
            sizes.join(", ")
        ));
    }
    if report.suppress != Suppress::None {
        let cells = plural(report.suppressed_cells, "cell", "cells");
        if report.max_size.is_some() {
            lines.push("cells are suppressed for combinations of every size".to_owned());
        }
        let after = report.unsafe_after;
        lines.push(match (are_equal, report.proven_minimal) {
            (true, true) => format!("{cells} suppressed; proven fewest"),
            (true, false) => format!(
                "{cells} suppressed, not proven fewest: at least {} must be",
                report.lower_bound_cells
            ),
            (false, true) => format!(
                "{cells} suppressed, which cost {}; proven cheapest",
                report.suppression_cost
            ),
            (false, false) => format!(
                "{cells} suppressed, which cost {}, not proven cheapest: at least {} must be paid",
                report.suppression_cost, report.lower_bound_cost
            ),
        });
        lines.push(format!(
            "still unsafe records, where a suppressed cell may be anything: {}, matches nothing: {}, is a category: {}; against someone who knows all values: {}",
            after.wildcard, after.matches_nothing, after.category, after.attacker
        ));
    }
    lines.push(format!("{:.2} s", report.seconds));
    lines.join("\n")
}
