//! `kanon sample`.

use crate::console::{plural, say};
use crate::failure::Failure;
use crate::output::{Output, Places};
use clap::{Args, value_parser};
use kanon::sample::SampleKind;
use std::fs;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct Sample {
    /// Write to this folder; it is created if necessary
    #[arg(long, default_value = ".")]
    out: PathBuf,
    /// The table: hospital discharges, a household survey with weights, or student records
    #[arg(long, default_value = SampleKind::Hospital.name(), value_parser = SampleKind::ALL.map(SampleKind::name))]
    kind: String,
    /// Number of records, at most ten million [default: as on the page]
    #[arg(long, value_parser = value_parser!(u32).range(1..=10_000_000))]
    records: Option<u32>,
    /// The seed: the same seed gives the same bytes
    #[arg(long, default_value_t = kanon::sample::DEFAULT_SEED)]
    seed: u64,
    /// Replace files of these names that hold something else
    #[arg(long)]
    replace: bool,
}

impl Sample {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        fs::create_dir_all(&self.out).map_err(|error| Failure::file(&self.out, error))?;
        let kind = SampleKind::named(&self.kind).unwrap_or(SampleKind::Hospital);
        let records = self.records.map_or(kind.usual_records(), |records| records as usize);
        let sample = kind.generate(records, self.seed);
        let mut files = vec![
            (sample.name.clone(), sample.csv),
            (format!("{}.kanon.json", kind.name()), sample.recipe.into_bytes()),
        ];
        for (column, rows) in &sample.hierarchies {
            let text = kanon::hierarchy::format_rows(rows.iter().map(|row| row.iter().map(String::as_str)))?;
            files.push((format!("hierarchy_{column}.csv"), text.into_bytes()));
        }
        if !self.replace {
            let differs = |(name, bytes): &&(String, Vec<u8>)| {
                fs::metadata(self.out.join(name)).is_ok_and(|there| there.is_file())
                    && fs::read(self.out.join(name)).is_ok_and(|there| there != *bytes)
            };
            if let Some((name, _)) = files.iter().find(differs) {
                let problem = "it is there already and holds something else. Choose another folder, or add --replace.";
                return Err(Failure::file(&self.out.join(name), problem));
            }
        }
        let mut places = Places::reading([]);
        let mut outputs = Vec::new();
        for (name, bytes) in &files {
            let mut output = places.claim(&self.out.join(name))?;
            output.write(bytes)?;
            outputs.push(output);
        }
        Output::commit(outputs)?;
        say!("{} in {}", plural(records as u64, "record", "records"), self.out.join(&sample.name).display());
        Ok(())
    }
}
