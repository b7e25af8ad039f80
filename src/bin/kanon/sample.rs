//! `kanon sample`.

use crate::console::{plural, say};
use crate::failure::Failure;
use crate::output::{Output, Places};
use clap::{Args, value_parser};
use std::fs;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct Sample {
    /// The folder to write to; made where it does not exist
    #[arg(long, default_value = ".")]
    out: PathBuf,
    /// Records, at most ten million
    #[arg(long, default_value_t = kanon::sample::DEFAULT_RECORDS as u32, value_parser = value_parser!(u32).range(1..=10_000_000))]
    records: u32,
    /// Seed: the same seed gives the same bytes
    #[arg(long, default_value_t = kanon::sample::DEFAULT_SEED)]
    seed: u64,
}

impl Sample {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        fs::create_dir_all(&self.out).map_err(|error| Failure::file(&self.out, error))?;
        let sample = kanon::sample::hospital(self.records as usize, self.seed);
        let mut files = vec![
            (sample.name.clone(), sample.csv),
            ("hospital.kanon.json".to_owned(), sample.recipe.into_bytes()),
        ];
        for (column, rows) in &sample.hierarchies {
            let text = kanon::hierarchy::format_rows(
                rows.iter().map(|row| row.iter().map(String::as_str)),
            )?;
            files.push((format!("hierarchy_{column}.csv"), text.into_bytes()));
        }
        let mut places = Places::reading([]);
        let mut outputs = Vec::new();
        for (name, bytes) in &files {
            let mut output = places.claim(&self.out.join(name))?;
            output.write(bytes)?;
            outputs.push(output);
        }
        Output::commit(outputs)?;
        say!(
            "{} in {}",
            plural(self.records.into(), "record", "records"),
            self.out.join(&sample.name).display()
        );
        Ok(())
    }
}
