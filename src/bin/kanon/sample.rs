//! `kanon sample`.

use crate::failure::Failure;
use crate::output::Output;
use clap::Args;
use std::fs;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct Sample {
    /// The folder to write to; made where it does not exist
    #[arg(long, default_value = ".")]
    out: PathBuf,
    /// Records
    #[arg(long, default_value_t = kanon::sample::DEFAULT_RECORDS)]
    records: usize,
    /// Seed: the same seed gives the same bytes
    #[arg(long, default_value_t = kanon::sample::DEFAULT_SEED)]
    seed: u64,
}

impl Sample {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        fs::create_dir_all(&self.out).map_err(|error| Failure::file(&self.out, error))?;
        let sample = kanon::sample::hospital(self.records, self.seed);
        self.write(&sample.name, &sample.csv)?;
        self.write("hospital.kanon.json", sample.recipe.as_bytes())?;
        for (column, rows) in &sample.hierarchies {
            let text = kanon::hierarchy::format_rows(
                rows.iter().map(|row| row.iter().map(String::as_str)),
            )?;
            self.write(&format!("hierarchy_{column}.csv"), text.as_bytes())?;
        }
        println!(
            "{} records in {}",
            self.records,
            self.out.join(&sample.name).display()
        );
        Ok(())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let mut output = Output::create(&self.out.join(name))?;
        output.write(bytes)?;
        output.commit()
    }
}
