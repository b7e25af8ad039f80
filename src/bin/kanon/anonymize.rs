//! `kanon anonymize`.

use crate::failure::Failure;
use crate::original::{inputs, read_extract};
use crate::output::Places;
use crate::population::{people, with_population};
use crate::publish_args::PublishArgs;
use crate::recipe_file::RecipeFile;
use crate::release::{ReleaseOutputs, release};
use clap::Args;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Args)]
pub(crate) struct Anonymize {
    /// The table
    pub(crate) data: PathBuf,
    /// The recipe, `*.kanon.json`
    #[arg(long)]
    pub(crate) recipe: PathBuf,
    /// Write the release to this file
    #[arg(long)]
    pub(crate) out: PathBuf,
    /// The values of the table, if DATA is an extract at its lowest levels; see `kanon sql --values`
    #[arg(long)]
    pub(crate) values: Option<PathBuf>,
    /// Write the report to this file, for those who keep the original
    #[arg(long)]
    pub(crate) report: Option<PathBuf>,
    /// Write the report for recipients to this file: without numbers below k, and what gives them back
    #[arg(long)]
    pub(crate) recipient_report: Option<PathBuf>,
    /// Write a proof that no policy loses less to this file, for those with a copy of the table
    #[arg(long)]
    pub(crate) proof: Option<PathBuf>,
    /// Write recipe, report and proof to this zip file, for those with a copy of the table
    #[arg(long)]
    pub(crate) passport: Option<PathBuf>,
    /// Threads for the exact search and the proof [default: number of cores]
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    #[command(flatten)]
    pub(crate) publish: PublishArgs,
}

impl Anonymize {
    /// Writes the release of a policy by a recipe that is already read.
    pub(crate) fn run_by(&self, RecipeFile { recipe, files }: RecipeFile) -> Result<(), Failure> {
        let mut files = files;
        files.extend(self.values.clone());
        let key = self.publish.key(&recipe, inputs(&self.data, &files).chain([self.recipe.as_path()]))?;
        let files = self.publish.with_files(files);
        let mut places = Places::reading(inputs(&self.data, &files));
        let outputs = ReleaseOutputs {
            release: places.claim(&self.out)?,
            report: places.claim_if_given(self.report.as_ref())?,
            recipient_report: places.claim_if_given(self.recipient_report.as_ref())?,
            proof: places.claim_if_given(self.proof.as_ref())?,
            passport: places.claim_if_given(self.passport.as_ref())?,
        };
        let mut original = read_extract(&self.data, &recipe, self.values.as_deref())?;
        original.prepared = with_population(&self.recipe, &recipe, original.prepared)?;
        self.publish.check(&self.data, &recipe, &original)?;
        let people = people(&self.recipe, &recipe, &original.prepared)?;
        let people = people.as_ref();
        release(&self.data, &recipe, &Arc::new(original), outputs, people, self.threads, key)
    }
}
