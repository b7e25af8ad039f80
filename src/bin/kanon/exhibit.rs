//! `kanon exhibit`.

use crate::console::{complain, hand_out};
use crate::failure::Failure;
use crate::input::read_text;
use crate::original::{inputs, read_table};
use crate::output::{Output, Places};
use crate::population::with_population;
use crate::recipe_file::RecipeFile;
use clap::{Args, Subcommand};
use kanon::data::Dictionary;
use kanon::error::ExhibitError;
use kanon::exhibit::{Exhibit as Recorded, GroupRecords, Values};
use kanon::hierarchy::{ColumnValues, HierarchySpec};
use kanon::recipe::Recipe;
use kanon::report::edition::Edition;
use kanon::search::Algorithm;
use kanon::table::EncodedStudy;
use std::path::{Path, PathBuf};

/// An exhibit, and its output file, if there is one.
type Made = (Recorded, Option<Output>);

#[derive(Args)]
pub(crate) struct Exhibit {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The frontier of a report of `kanon frontier`
    Frontier(OfReport),
    /// The policy of a report of `kanon anonymize`
    Policy(OfReport),
    /// The hierarchy of a column
    Hierarchy(OfColumn),
    /// Every policy that a recipe allows, evaluated on a table
    Lattice(OfTable),
    /// A published search at work, step by step, on a small lattice
    Replay(OfSearch),
}

#[derive(Args)]
struct OfReport {
    /// The report
    #[arg(long)]
    report: PathBuf,
    #[command(flatten)]
    snippet: SnippetArgs,
}

#[derive(Args)]
struct OfColumn {
    /// The column
    column: String,
    /// The recipe
    #[arg(long)]
    recipe: PathBuf,
    /// The table, for record counts, and for a hierarchy that is made from its values
    #[arg(long)]
    data: Option<PathBuf>,
    #[command(flatten)]
    readers: Readers,
    #[command(flatten)]
    snippet: SnippetArgs,
}

#[derive(Args)]
struct OfTable {
    /// The recipe
    #[arg(long)]
    recipe: PathBuf,
    /// The table
    #[arg(long)]
    data: PathBuf,
    #[command(flatten)]
    readers: Readers,
    #[command(flatten)]
    place: Place,
}

#[derive(Args)]
struct Readers {
    /// For everybody: show no number of records from which one below k follows
    #[arg(long)]
    external: bool,
}

#[derive(Args)]
struct OfSearch {
    /// The search, by its name in a recipe [default: that of the recipe]
    #[arg(long, value_parser = algorithm)]
    algorithm: Option<Algorithm>,
    #[command(flatten)]
    table: OfTable,
}

#[derive(Args)]
struct SnippetArgs {
    /// Include data values, hierarchy labels and interval bounds, which everyone on the page can see
    #[arg(long)]
    with_values: bool,
    #[command(flatten)]
    place: Place,
}

#[derive(Args)]
struct Place {
    /// Write the snippet to this file [default: standard output]
    #[arg(long)]
    out: Option<PathBuf>,
}

impl Exhibit {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (exhibit, output) = self.made()?;
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

    fn made(&self) -> Result<Made, Failure> {
        match &self.what {
            What::Frontier(frontier) => frontier.made(Recorded::frontier),
            What::Policy(policy) => policy.made(Recorded::policy),
            What::Hierarchy(hierarchy) => hierarchy.made(),
            What::Lattice(lattice) => lattice.made(Recorded::lattice),
            What::Replay(replay) => replay.made(),
        }
    }
}

impl OfReport {
    fn made(&self, make: fn(&str, Values) -> kanon::Result<Recorded>) -> Result<Made, Failure> {
        let output = self.snippet.place.claim([self.report.as_path()])?;
        let exhibit = make(&read_text(&self.report)?, self.snippet.values())
            .map_err(|error| Failure::in_file(&self.report, error))?;
        Ok((exhibit, output))
    }
}

impl OfColumn {
    fn made(&self) -> Result<Made, Failure> {
        let RecipeFile { recipe, files } = RecipeFile::read(&self.recipe)?;
        let read = files.iter().chain(&self.data);
        let output = self.snippet.place.claim(read.map(PathBuf::as_path))?;
        let spec = self.spec(&recipe)?;
        let exhibit = match &self.data {
            None => {
                let (HierarchySpec::Rows(_) | HierarchySpec::Tree(_)) = spec else {
                    let kind = ExhibitError::NeedsTable;
                    return Err(kanon::Error::new(kind).in_column(&self.column).into());
                };
                let nobody = Dictionary::new();
                let none = ColumnValues { dictionary: &nobody, reading: None, missing: &[] };
                let hierarchy =
                    spec.build(&none).map_err(|error| Failure::in_file(&self.recipe, error.in_column(&self.column)))?;
                Recorded::hierarchy(&self.column, &hierarchy, None, self.snippet.values())?
            }
            Some(data) => {
                let prepared = read_table(data, &recipe)?.prepared;
                let names = prepared.names();
                let place = names.iter().position(|name| *name == self.column);
                let Some(place) = place else {
                    return Err(self.unknown(&recipe).into());
                };
                let hierarchy = &prepared.hierarchies()[place];
                let dictionary = &prepared.table().columns[place].dictionary;
                let values = self.snippet.values();
                let external_k = self.readers.external.then_some(recipe.privacy.k);
                let records = GroupRecords { dictionary, external_k };
                Recorded::hierarchy(&self.column, hierarchy, Some(records), values)?
            }
        };
        Ok((exhibit, output))
    }

    fn spec<'a>(&self, recipe: &'a Recipe) -> Result<&'a HierarchySpec, Failure> {
        let column = recipe.column(&self.column);
        let spec = column.and_then(|column| column.hierarchy.as_ref());
        spec.ok_or_else(|| self.unknown(recipe).into())
    }

    fn unknown(&self, recipe: &Recipe) -> kanon::Error {
        let have = recipe.columns.iter();
        let have = have.filter(|(_, column)| column.hierarchy.is_some());
        let columns: Vec<&str> = have.map(|(name, _)| name.as_str()).collect();
        let columns = match columns.len() {
            0 => "no column".to_owned(),
            _ => columns.join(", "),
        };
        kanon::Error::new(ExhibitError::NoHierarchy { columns }).in_column(&self.column)
    }
}

impl OfTable {
    fn made(&self, make: impl Fn(&EncodedStudy, &Recipe, Edition) -> kanon::Result<Recorded>) -> Result<Made, Failure> {
        let RecipeFile { recipe, files } = RecipeFile::read(&self.recipe)?;
        let output = self.place.claim(inputs(&self.data, &files))?;
        let input = read_table(&self.data, &recipe)?;
        let prepared = with_population(&self.recipe, &recipe, input.prepared)?;
        let edition = if self.readers.external { Edition::External } else { Edition::Internal };
        Ok((make(&prepared, &recipe, edition)?, output))
    }
}

impl OfSearch {
    fn made(&self) -> Result<Made, Failure> {
        self.table.made(|prepared, recipe, edition| {
            let algorithm = self.algorithm.unwrap_or(recipe.search.algorithm);
            Recorded::replay(prepared, recipe, algorithm, edition)
        })
    }
}

/// The algorithm with a name.
fn algorithm(name: &str) -> Result<Algorithm, String> {
    let found = (Algorithm::ALL.into_iter()).find(|algorithm| algorithm.name() == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = Algorithm::ALL.into_iter().map(Algorithm::name).collect();
        format!("there is no such search. The searches are {}", names.join(", "))
    })
}

impl SnippetArgs {
    fn values(&self) -> Values {
        Values::asked(self.with_values)
    }
}

impl Place {
    /// The output file of the snippet, if there is one. It must not be one of the inputs.
    fn claim<'a>(&self, read: impl IntoIterator<Item = &'a Path>) -> Result<Option<Output>, Failure> {
        Places::reading(read).claim_if_given(self.out.as_ref())
    }
}
