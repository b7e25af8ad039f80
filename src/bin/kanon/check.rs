//! `kanon check`: checks a proof against the verifier's own table and recipe.

use crate::console::say;
use crate::failure::Failure;
use crate::original::{inputs, read_table};
use crate::output::{Output, Places};
use crate::pipe::read_bytes;
use crate::recipe_file::RecipeFile;
use crate::release::threads;
use crate::verify::released;
use clap::Args;
use kanon::proof_file::PlainStudy;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct Check {
    /// The proof, `*.kanon.proof`
    #[arg(required_unless_present = "plain")]
    proof: Option<PathBuf>,
    /// Your own copy of the table
    #[arg(long)]
    data: PathBuf,
    /// The recipe
    #[arg(long)]
    recipe: PathBuf,
    /// The release; it must be the table under the proven policy
    #[arg(long)]
    release: Option<PathBuf>,
    /// Threads for the check [default: number of cores]
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Write the study to this folder as plain files, which kanon-check and check.py read
    #[arg(long, value_name = "FOLDER")]
    plain: Option<PathBuf>,
}

impl Check {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let RecipeFile { recipe, files } = RecipeFile::read(&self.recipe)?;
        if recipe.chosen.is_some() {
            return Err(Failure::input(format!(
                "{}: `chosen` names the policy of the release, and a proof is about the best policy of a search. Leave that section out.",
                self.recipe.display()
            )));
        }
        let input = read_table(&self.data, &recipe)?;
        let study = PlainStudy::of(&input.prepared, &recipe)?;
        let release = self.release.as_deref().map(|path| {
            let table = released(path, &recipe, &input)?.table;
            Ok::<_, Failure>(study.release(&table)?)
        });
        let release = release.transpose()?;
        if let Some(folder) = &self.plain {
            self.write(folder, &files, &study, release.as_deref())?;
        }
        let Some(path) = &self.proof else {
            return Ok(());
        };
        let proof = read_bytes(path).map_err(|error| Failure::file(path, error))?;
        if proof.starts_with(b"PK") {
            let what = "this is a zip file, perhaps a passport. Unpack it, and name the proof in it.";
            return Err(Failure::file(path, what));
        }
        let recipe = study.recipe.to_json();
        match kanon_check::check(&proof, &study.csv, &recipe, release.as_deref(), threads(self.threads), &()) {
            Ok(proven) => {
                say!("{proven}");
                Ok(())
            }
            Err(kanon_check::Failure::Refused(why)) => Err(Failure::no(format!("{}: refused: {why}", path.display()))),
            Err(kanon_check::Failure::WrongFile(why)) => {
                Err(Failure::input(format!("{}: {why}. Give the table and the recipe of the proof.", path.display())))
            }
        }
    }

    fn write(
        &self,
        folder: &Path,
        files: &[PathBuf],
        study: &PlainStudy,
        release: Option<&[u8]>,
    ) -> Result<(), Failure> {
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
        let read = [&self.proof, &self.release].into_iter().flatten();
        let read = inputs(&self.data, files).chain(read.map(PathBuf::as_path));
        let mut places = Places::reading(read.chain([self.recipe.as_path()]));
        let recipe = study.recipe.to_json();
        let texts = [
            ("data.csv", Some(study.csv.as_slice())),
            ("recipe.kanon.json", Some(recipe.as_bytes())),
            ("release.csv", release),
        ];
        let mut outputs: Vec<Output> = Vec::new();
        for (name, text) in texts {
            let Some(text) = text else { continue };
            let mut output = places.claim(&folder.join(name))?;
            output.write(text)?;
            outputs.push(output);
        }
        Output::commit(outputs)
    }
}
