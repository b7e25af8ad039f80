//! `kanon report`.

use crate::console::{complain, hand_out};
use crate::failure::Failure;
use crate::input::read_text;
use crate::output::{Output, Places};
use crate::recipe_file::RecipeFile;
use clap::{Args, ValueEnum};
use kanon::document::{Document, Edition, Said, blank_fields};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct Report {
    /// The report that `kanon anonymize` wrote for those who keep the original
    #[arg(required_unless_present = "fields")]
    report: Option<PathBuf>,
    /// The recipe of the report
    #[arg(long, required_unless_present = "fields")]
    recipe: Option<PathBuf>,
    /// Texts for the sections, as a JSON object in the form that `--fields` prints
    #[arg(long)]
    said: Option<PathBuf>,
    /// The output of `kanon compare` for the original and the policy of the release: distributions by column
    #[arg(long)]
    compared: Option<PathBuf>,
    /// The readers of the document
    #[arg(long, value_enum, default_value_t = Readers::Internal)]
    edition: Readers,
    /// Write the document to this file [default: standard output]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Print the fields to fill in, and nothing else
    #[arg(long, conflicts_with_all = ["report", "recipe", "said", "compared", "out"])]
    fields: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Readers {
    /// Those who keep the original
    Internal,
    /// Everybody: without digests of the original, labels, and numbers of records below k
    External,
}

impl From<Readers> for Edition {
    fn from(readers: Readers) -> Self {
        match readers {
            Readers::Internal => Self::Internal,
            Readers::External => Self::External,
        }
    }
}

impl Report {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (Some(report), Some(recipe)) = (&self.report, &self.recipe) else {
            hand_out(&blank_fields());
            return Ok(());
        };
        let RecipeFile { recipe, files } = RecipeFile::read(recipe)?;
        let named = [report].into_iter().chain(&self.recipe).chain(&self.said);
        let named = named.chain(&self.compared);
        let read = named.chain(&files).map(PathBuf::as_path);
        let output = Places::reading(read).claim_if_given(self.out.as_ref())?;
        let said = match &self.said {
            None => Said::default(),
            Some(path) => in_file(path, Said::parse(&read_text(path)?))?,
        };
        let edition = self.edition.into();
        let text = read_text(report)?;
        let document = match &self.compared {
            None => in_file(report, Document::new(&text, &recipe, &said, edition))?,
            Some(path) => {
                let compared = read_text(path)?;
                let document = Document::with_distributions(&text, &recipe, &said, edition, &compared);
                in_file(path, document)?
            }
        };
        match output {
            None => hand_out(document.html()),
            Some(mut output) => {
                output.write(document.html().as_bytes())?;
                Output::commit([output])?;
                complain("The document takes the report as it is. Use `kanon verify` to check the report.");
            }
        }
        Ok(())
    }
}

fn in_file<Read>(path: &Path, read: kanon::Result<Read>) -> Result<Read, Failure> {
    read.map_err(|error| Failure::in_file(path, error))
}
