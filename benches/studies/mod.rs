//! What is measured on: the generated sample, the census extract of the literature, and a survey where it lies beside
//! the repository.

use kanon::data::TableReader;
use kanon::recipe::Recipe;
use kanon::search::Problem;
use kanon::table::EncodedStudy;
use std::fs;
use std::path::Path;
use std::sync::Arc;

#[path = "../../tests/support/adult.rs"]
#[allow(unreachable_pub, reason = "the tests have it as well")]
mod adult;

/// An encoded study with the recipe that it is searched by.
pub(crate) struct Study {
    pub(crate) name: &'static str,
    pub(crate) recipe: Recipe,
    pub(crate) prepared: EncodedStudy,
}

impl Study {
    pub(crate) fn problem(&self) -> Arc<Problem> {
        Arc::new(self.prepared.problem(&self.recipe).unwrap())
    }
}

/// The sample that the workbench opens with.
#[allow(dead_code, reason = "not every bench has it")]
pub(crate) fn sample() -> Study {
    of("sample", kanon::sample::default_hospital())
}

/// The sample's table with so many records.
#[allow(dead_code, reason = "not every bench has it")]
pub(crate) fn hospital(records: usize) -> Study {
    of("hospital", kanon::sample::hospital(records, 1))
}

/// One column of so many different codes under a mask, at k = 5 and 5 %.
#[allow(dead_code, reason = "not every bench has it")]
pub(crate) fn codes(values: usize) -> Study {
    let mut csv = String::from("code\n");
    for value in 0..values {
        let code = (value as u64 * 7_919_317) % 9_999_991;
        csv += &format!("{code:07}\n");
    }
    let recipe =
        r#"{"kanon": 1, "columns": {"code": {"role": "quasi-identifier", "hierarchy": {"mask": {"from": "right"}}}}}"#;
    let sample =
        kanon::sample::Sample { csv: csv.into_bytes(), recipe: recipe.to_owned(), ..kanon::sample::hospital(1, 1) };
    of("codes", sample)
}

fn of(name: &'static str, sample: kanon::sample::Sample) -> Study {
    let recipe = Recipe::parse(&sample.recipe).unwrap();
    let dialect = recipe.dialect.clone().unwrap_or_default();
    let mut reader = TableReader::new(&dialect, &EncodedStudy::columns(&recipe).unwrap());
    reader.push(&sample.csv).unwrap();
    let prepared = EncodedStudy::new(&recipe, &dialect, reader.finish().unwrap()).unwrap();
    Study { name, recipe, prepared }
}

/// The first columns of the survey at k = 5 and 5 %, if it is there.
#[allow(dead_code, reason = "not every bench has it")]
pub(crate) fn survey(n_qis: usize) -> Option<Study> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/mach2019");
    let Ok(csv) = fs::read_to_string(folder.join("mach2019.csv")) else {
        println!("absent: {}", folder.display());
        return None;
    };
    let header = csv.lines().next().unwrap();
    let columns: Vec<&str> = header.split(';').take(n_qis).collect();
    let (recipe, prepared) = adult::table(&folder, &columns, csv.as_bytes());
    Some(Study { name: "survey", recipe, prepared })
}

/// The census extract at k = 5 and 5 %.
#[allow(dead_code, reason = "not every bench has it")]
pub(crate) fn adult() -> Study {
    let (recipe, prepared) = adult::adult();
    Study { name: "adult", recipe, prepared }
}
