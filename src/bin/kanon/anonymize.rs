//! `kanon anonymize`.

use crate::console::{complain, plural, say};
use crate::crew::Crew;
use crate::failure::Failure;
use crate::input::{header, read_columns, sniff_file, stream_for};
use crate::output::{Output, Places};
use crate::progress::Progress;
use crate::recipe_file::RecipeFile;
use clap::Args;
use kanon::data::{Dialect, Role, Table, TableReader};
use kanon::lattice::size_in_words;
use kanon::release::disclosure::{Warning, Watched};
use kanon::release::{ReleaseWriter, Transformation};
use kanon::search::{Algorithm, Work};
use kanon::study::{
    Digest, Outcome, Prepared, Preparing, Recipe, ReleaseSettings, Report, Run, RunStatus,
    WorkReport, foreseen,
};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

#[derive(Args)]
pub(crate) struct Anonymize {
    /// The table
    data: PathBuf,
    /// The recipe, `*.kanon.json`
    #[arg(long)]
    recipe: PathBuf,
    /// Where the release goes
    #[arg(long)]
    out: PathBuf,
    /// Where the report goes; it stays with whoever keeps the original
    #[arg(long)]
    report: Option<PathBuf>,
    /// Where the report for those who get the release goes: without the digests of the original and of the recipe
    #[arg(long)]
    recipient_report: Option<PathBuf>,
    /// Threads of the exact search; as many as the machine has cores where it is not given
    #[arg(long)]
    threads: Option<NonZero<usize>>,
}

/// The encoded table and the digest of the file it came from.
pub(crate) struct Input {
    pub(crate) dialect: Dialect,
    pub(crate) prepared: Prepared,
    pub(crate) sha256: String,
}

/// A table of which nothing is made as yet.
pub(crate) struct Encoded {
    pub(crate) dialect: Dialect,
    pub(crate) table: Table,
    pub(crate) sha256: String,
}

/// The number of values or tuples for which a step that tells no share takes about a second.
const MANY: usize = 300_000;

impl Anonymize {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let RecipeFile { recipe, files } = RecipeFile::read(&self.recipe)?;
        let mut places = Places::reading(inputs(&self.data, &files));
        let mut output = places.claim(&self.out)?;
        let mut report_output = places.claim_if_given(self.report.as_ref())?;
        let mut recipient_output = places.claim_if_given(self.recipient_report.as_ref())?;
        let input = read_table(&self.data, &recipe)?;
        let mut progress = Progress::new("search");
        if input.prepared.tuples().len() >= MANY {
            progress.tell_now("starting");
        }
        let problem = Arc::new(input.prepared.problem(&recipe)?);
        let mut run = Run::new(problem, &recipe.search)?;
        let cores = || thread::available_parallelism().ok();
        let threads = self.threads.or_else(cores).map_or(1, NonZero::get);
        let is_shared = search(&mut run, threads, progress);
        let outcome = Outcome::of(&mut run)?;
        let classes = run.evaluator().classes(&outcome.policy);
        let prepared = &input.prepared;
        let k = recipe.privacy.k;
        let transformation = Transformation::new(
            prepared.table(),
            prepared.hierarchies(),
            prepared.qis(),
            classes,
            k,
        );
        let mut disclosure = foreseen(
            &recipe,
            &input.dialect,
            prepared,
            outcome.policy.levels(),
            &|row| transformation.is_suppressed(row),
        )?;
        let (output_sha256, seen) = write_release(
            &self.data,
            &mut output,
            &recipe,
            &input,
            transformation,
            recipe.release,
        )?;
        disclosure.extend(seen);
        let report = Report::new(
            &recipe,
            &prepared.names(),
            &outcome,
            input.sha256,
            output_sha256,
        )
        .with_disclosure(disclosure);
        if let Some(output) = &mut report_output {
            output.write(report.to_json().as_bytes())?;
        }
        if let Some(output) = &mut recipient_output {
            output.write(report.for_recipients().to_json().as_bytes())?;
        }
        // The release first: beside a report of before, its digest tells that the two are no pair.
        Output::commit(
            [output]
                .into_iter()
                .chain(report_output)
                .chain(recipient_output),
        )?;
        say!("{}", summary(&report, is_shared));
        for warning in &report.disclosure {
            complain(&warned(warning.code(), &warning.to_string()));
        }
        if recipe.search.algorithm == Algorithm::Exact && run.boxes().is_none() {
            say!(
                "A quasi-identifier has more than 32 levels, or a record takes more room than the exact search has for it: \
                 best-first was used in its place."
            );
        }
        Ok(())
    }
}

/// The line that tells a warning: its stable code, then its words.
pub(crate) fn warned(code: &str, words: &str) -> String {
    format!("warning [{code}]: {words}")
}

/// What a command reads: the table, the recipe and what it names.
pub(crate) fn inputs<'a>(data: &'a Path, files: &'a [PathBuf]) -> impl Iterator<Item = &'a Path> {
    [data].into_iter().chain(files.iter().map(PathBuf::as_path))
}

/// Writes a release, and gives its SHA-256 and what it may disclose.
pub(crate) fn write_release(
    data: &Path,
    output: &mut Output,
    recipe: &Recipe,
    input: &Input,
    transformation: Transformation,
    settings: ReleaseSettings,
) -> Result<(String, Vec<Warning>), Failure> {
    let identifiers = recipe
        .with_role(Role::Identifier)
        .map(str::to_owned)
        .collect();
    let table = Arc::clone(input.prepared.table());
    let mut writer =
        ReleaseWriter::new(&input.dialect, table, Arc::new(transformation), identifiers)
            .watched(Watched::of(recipe, &input.dialect))
            .with_suppressed(settings.suppressed)
            .shuffled(settings.shuffle);
    let mut digest = Digest::new();
    let mut original = Digest::new();
    let mut released = Vec::new();
    let mut failure = None;
    let mut wrong = Ok(());
    stream_for(
        "writing from",
        data,
        &input.dialect.encoding,
        &mut |raw, text| {
            original.push(raw);
            // The rest is read all the same: it tells whether the table is at fault, or has changed since it was read.
            if wrong.is_ok() && failure.is_none() {
                released.clear();
                wrong = writer.push(text, &mut released);
                digest.push(&released);
                failure = output.write(&released).err();
            }
            Ok(())
        },
    )?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if original.finish() != input.sha256 {
        return Err(Failure::changed(data));
    }
    let in_data = |error| Failure::in_file(data, error);
    wrong.map_err(in_data)?;
    let mut has_more = true;
    while has_more {
        released.clear();
        has_more = writer.rest(&mut released).map_err(in_data)?;
        digest.push(&released);
        output.write(&released)?;
    }
    let seen = writer.finish(&mut Vec::new()).map_err(in_data)?;
    Ok((digest.finish(), seen))
}

/// Reads the quasi-identifiers of a table into memory, builds their hierarchies and groups the records.
pub(crate) fn read_table(path: &Path, recipe: &Recipe) -> Result<Input, Failure> {
    encode(path, recipe)?.prepare(path, recipe)
}

/// Reads the quasi-identifiers of a table into memory.
pub(crate) fn encode(path: &Path, recipe: &Recipe) -> Result<Encoded, Failure> {
    let columns = Prepared::columns(recipe)?;
    let mut dialect = match &recipe.dialect {
        Some(dialect) => dialect.clone(),
        None => sniff_file(path)?.dialect,
    };
    let mut names = header(path, &dialect)?;
    // That the recipe names columns says more of a header than the look of the first line.
    let is_sniffed = recipe.dialect.is_none();
    if is_sniffed && !dialect.header && Prepared::check_columns(recipe, &names).is_err() {
        dialect.header = true;
        names = header(path, &dialect)?;
    }
    Prepared::check_columns(recipe, &names).map_err(|error| Failure::in_file(path, error))?;
    let reader =
        TableReader::new(&dialect, &columns).with_count_column(recipe.count_column.clone());
    let (table, sha256) = read_columns(path, &dialect.encoding, reader)?;
    Ok(Encoded {
        dialect,
        table,
        sha256,
    })
}

impl Encoded {
    /// Builds the hierarchies and groups the records.
    pub(crate) fn prepare(self, path: &Path, recipe: &Recipe) -> Result<Input, Failure> {
        let mut preparing = Preparing::new(recipe, &self.dialect, self.table);
        let mut progress = Progress::new("preparing");
        let in_file = |error| Failure::in_file(path, error);
        while let Some(column) = preparing.next() {
            let values = column.dictionary.len();
            let of_column = || format!("{}, {values} values", column.name);
            if values >= MANY {
                progress.tell_now(&of_column());
            }
            progress.tell_more(Some(preparing.share()), of_column);
            preparing.step().map_err(in_file)?;
        }
        progress.tell_more(Some(preparing.share()), || "grouping".to_owned());
        Ok(Input {
            dialect: self.dialect,
            prepared: preparing.finish().map_err(in_file)?,
            sha256: self.sha256,
        })
    }
}

/// A search that takes no longer is not worth starting threads for, in milliseconds.
const ALONE: f64 = 100.0;

/// Runs the search to its end or budget; tells a terminal how far it is. Returns whether several threads shared it.
fn search(run: &mut Run, threads: usize, mut progress: Progress) -> bool {
    let clock = Instant::now();
    let mut now = || clock.elapsed().as_secs_f64() * 1e3;
    let mut crew: Option<Crew> = None;
    loop {
        let start = now();
        let step = if crew.is_some() { 10.0 } else { ALONE };
        if run.advance(step, &mut now) != RunStatus::Running {
            break;
        }
        if threads > 1 && run.boxes().is_some() {
            let crew = crew.get_or_insert_with(|| Crew::start(run, threads - 1));
            crew.feed(run, now() - start < 1.0);
        }
        if progress.is_due() {
            progress.tell_more(share(run), || found(&run.progress()));
        }
    }
    crew.is_some()
}

/// How far a search is: the share of the lattice that is closed or the share of the best loss that is proven, whichever is
/// less. The large boxes are closed first, and the last ones raise the bound.
pub(crate) fn share(run: &Run) -> Option<f64> {
    let closed = run.boxes()?.closed;
    let progress = run.progress();
    let best = progress.best.map(|best| best.loss);
    let proven = best.filter(|&loss| loss > 0.0);
    Some(proven.map_or(closed, |loss| closed.min(progress.bound / loss)))
}

/// The best policy's loss so far, the bound, and what the search went through.
pub(crate) fn found(progress: &kanon::search::Progress) -> String {
    let best = progress.best.as_ref();
    let best = best.map_or("none".to_owned(), |best| format!("{:.4}", best.loss));
    format!(
        "best {best} · proven ≥ {:.4} · {}",
        progress.bound,
        gone_through(progress.counters.work)
    )
}

/// What a search went through, in what it counts.
pub(crate) fn gone_through(work: Work) -> String {
    match work {
        Work::Policies { checked, .. } => {
            format!("{} checked", plural(checked, "policy", "policies"))
        }
        Work::Boxes { looked_at, .. } => {
            format!(
                "{} of policies looked at",
                plural(looked_at, "box", "boxes")
            )
        }
    }
}

/// What has become of the suppressed records.
fn became(report: &Report) -> String {
    let suppressed = report.suppressed_records;
    let they = plural(suppressed, "suppressed record", "suppressed records");
    match report.removed_records {
        Some(_) => format!("{they} removed, {} left", report.records),
        None if suppressed == 1 => format!("{they} forms a class of 1"),
        None => format!("{they} form a class of {suppressed}"),
    }
}

fn summary(report: &Report, is_shared: bool) -> String {
    let policy: Vec<String> = report
        .policy
        .iter()
        .map(|(name, level)| format!("{name} {level}"))
        .collect();
    let proof = if report.optimal {
        "no valid policy loses less".to_owned()
    } else {
        format!(
            "not proven: no valid policy loses less than {:.6}",
            report.bound
        )
    };
    let (records, suppressed) = (report.records, report.suppressed_records);
    let removed = report.removed_records;
    let all = records + removed.unwrap_or_default();
    let uncounted = if report.measure.counts_suppression() {
        ""
    } else {
        ", which the loss does not count"
    };
    let kept = plural(report.classes, "class", "classes");
    let records = match suppressed {
        0 => format!("none of {} suppressed", plural(all, "record", "records")),
        _ if suppressed == all => format!(
            "every record suppressed{uncounted}: {} {}",
            match removed {
                None => "no value of a quasi-identifier is left, in",
                Some(_) => "removed, and none left of",
            },
            plural(all, "record", "records")
        ),
        _ => format!(
            "{suppressed} of {all} records suppressed{uncounted}; {}",
            became(report)
        ),
    };
    // Which boxes several threads look at depends on who is first.
    let varies = match (is_shared, report.optimal) {
        (false, _) => "",
        (true, true) => {
            "; with several threads the number of boxes differs from run to run, the answer does not"
        }
        (true, false) => {
            "; with several threads what a budget is enough for differs from run to run"
        }
    };
    format!(
        "policy: {}\nloss {:.6}; {proof}\n{records}; {kept} of at least {}\n{} in the lattice, {} in {:.2} s{varies}",
        policy.join(", "),
        report.loss,
        report.k,
        match u64::try_from(report.lattice_size) {
            Ok(size) => plural(size, "policy", "policies"),
            Err(_) => format!("{} policies", size_in_words(report.lattice_size)),
        },
        match report.work {
            WorkReport::Policies {
                policies_checked, ..
            } => plural(policies_checked, "check", "checks"),
            WorkReport::Boxes {
                boxes_looked_at, ..
            } => plural(boxes_looked_at, "box looked at", "boxes looked at"),
        },
        report.seconds,
    )
}
