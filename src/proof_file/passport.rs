//! The files for somebody with a copy of the table who wants to check the claims of a release.

use super::archive::archive;
use crate::error::Result;
use crate::recipe::{Digest, Recipe};

/// The files of a passport by name, in the order in which they are packed.
///
/// They contain no value of the table, except for values written into the recipe; `README.txt` says so. The checker has
/// a copy of the table, from which hierarchies are built again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passport {
    /// Names and bytes.
    pub files: Vec<(&'static str, Vec<u8>)>,
}

/// The inputs of a passport.
#[derive(Debug, Clone, Copy)]
pub struct Proven<'a> {
    /// The recipe of the release.
    pub recipe: &'a Recipe,
    /// The report of the release, in the version for those who keep the original.
    pub report: &'a str,
    /// The proof.
    pub proof: &'a [u8],
}

impl Passport {
    /// The proof.
    pub const PROOF: &'static str = "release.kanon.proof";
    /// The recipe of the release.
    pub const RECIPE: &'static str = "recipe.kanon.json";
    /// The report of the release.
    pub const REPORT: &'static str = "report.json";
    /// The digests of the other files, in the format of `sha256sum`.
    pub const DIGESTS: &'static str = "SHA256SUMS";
    /// How to check the passport, and its contents.
    pub const README: &'static str = "README.txt";

    /// The passport of a proven release.
    pub fn of(proven: Proven<'_>) -> Self {
        let Proven { recipe, report, proof } = proven;
        let mut files = vec![
            (Self::README, readme().into_bytes()),
            (Self::PROOF, proof.to_vec()),
            (Self::RECIPE, recipe.to_json().into_bytes()),
            (Self::REPORT, report.as_bytes().to_vec()),
        ];
        let digests: String = (files.iter())
            .map(|(name, bytes)| {
                let mut digest = Digest::new();
                digest.push(bytes);
                format!("{}  {name}\n", digest.finish())
            })
            .collect();
        files.push((Self::DIGESTS, digests.into_bytes()));
        Self { files }
    }

    /// The passport as one ZIP archive. The same files always give the same bytes.
    ///
    /// # Errors
    /// [`ProofError::TooLarge`](crate::error::ProofError::TooLarge).
    pub fn archive(&self) -> Result<Vec<u8>> {
        archive(&self.files)
    }
}

fn readme() -> String {
    let (proof, recipe) = (Passport::PROOF, Passport::RECIPE);
    let (report, digests) = (Passport::REPORT, Passport::DIGESTS);
    format!(
        "The passport of a release: of all policies that its recipe allows and that suppress no more records than it
allows, none loses less than the one of the release. Whoever has a copy of the original table can check that.
In what follows the copy is called original.csv, and the release release.csv.

Check it
--------
With kanon, for every file that it can read:

    kanon check {proof} --data original.csv --recipe {recipe} --release release.csv

With one of the two small checkers, which share nothing with the program that made the proof. They read hierarchies as
rows, and plain tables; kanon writes both from your copy first, to be looked at:

    kanon check {proof} --data original.csv --recipe {recipe} --plain plain
    kanon-check {proof} --data plain/data.csv --recipe plain/recipe.kanon.json
    python3 check.py {proof} --data plain/data.csv --recipe plain/recipe.kanon.json

The page of kanon checks it, too: give this file, the release and the original to its Review. The claims of the
report are checked there, and by

    kanon verify release.csv --report {report} --data original.csv --recipe {recipe}

The recipe must be the one that you agreed to: it says which columns count, how they are generalized, k, the limit of
suppressed records and the measure. A proof of another recipe proves something else.

What is in it
-------------
{proof}      the proof: which policies suppress too much or lose no less, and no value
{recipe}        the recipe of the release, with all labels that were written into it
{report}              the figures of the release, with the SHA-256 of the original and of the release
{digests}               the SHA-256 of these files

No value of the table is in it, unless somebody wrote it into the recipe, as rows of a hierarchy. Yet it tells more of
the table than the release does: give it to those who have the table, and do not publish it.
"
    )
}
