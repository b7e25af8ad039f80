//! Guards the columns that no policy generalizes: only those that the recipe names are published, and hashes only with
//! a key.

use crate::console::plural;
use crate::failure::Failure;
use crate::pipe::read_bytes;
use crate::same_file::FileIdentity;
use clap::Args;
use kanon::jobs::Original;
use kanon::recipe::Recipe;
use kanon::release::Key;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Args, Clone)]
pub(crate) struct PublishArgs {
    /// The key for keyed hashes: a file of at least 16 bytes. A line break at its end is ignored
    #[arg(long)]
    key_file: Option<PathBuf>,
    /// Publish the columns that the recipe does not name, unchanged
    #[arg(long)]
    publish_unnamed: bool,
}

impl PublishArgs {
    /// The key, if the recipe asks for keyed hashes. `others` are the other files of the command.
    pub(crate) fn key<'a>(
        &self,
        recipe: &Recipe,
        others: impl IntoIterator<Item = &'a Path>,
    ) -> Result<Option<Key>, Failure> {
        let key = read_key(self.key_file.as_deref(), others)?;
        match (recipe.hashed().next(), key) {
            (Some(column), None) => Err(Failure::input(format!(
                "column `{column}` needs a key for its keyed hashes. Give it with --key-file."
            ))),
            (None, Some(_)) => Err(Failure::input("--key-file: the recipe has no keyed hashes. Leave it out.")),
            (_, key) => Ok(key),
        }
    }

    /// All files that are read: these, and the key file.
    pub(crate) fn with_files(&self, files: Vec<PathBuf>) -> Vec<PathBuf> {
        files.into_iter().chain(self.key_file.clone()).collect()
    }

    /// Refuses to publish columns without a decision.
    pub(crate) fn check(&self, data: &Path, recipe: &Recipe, input: &Original) -> Result<(), Failure> {
        let is_named = |name: &String| recipe.column(name).is_some() || recipe.count_column.as_ref() == Some(name);
        let unnamed: Vec<String> =
            (input.header.iter()).filter(|name| !is_named(name)).map(|name| format!("`{name}`")).collect();
        if unnamed.is_empty() || self.publish_unnamed {
            return Ok(());
        }
        Err(Failure::input(format!(
            "{}: the recipe does not name {}: {}. Add each to `columns`, or publish them unchanged with --publish-unnamed.",
            data.display(),
            plural(unnamed.len() as u64, "column", "columns"),
            listed(&unnamed)
        )))
    }
}

/// The key in a file, which is none of the others.
pub(crate) fn read_key<'a>(
    file: Option<&Path>,
    others: impl IntoIterator<Item = &'a Path>,
) -> Result<Option<Key>, Failure> {
    let Some(file) = file else { return Ok(None) };
    let bytes = read_bytes(file).map_err(|error| Failure::file(file, error))?;
    let is_same = |other: &Path| {
        // A copy is as well known as the file.
        let is_copy = || {
            let is_long = fs::metadata(other).is_ok_and(|there| there.is_file() && there.len() == bytes.len() as u64);
            is_long && fs::read(other).is_ok_and(|read| read == bytes)
        };
        FileIdentity::of(file) == FileIdentity::of(other) || is_copy()
    };
    if let Some(other) = others.into_iter().find(|other| is_same(other)) {
        return Err(Failure::file(
            file,
            format!(
                "this is the same as {}, which others have. A key is secret: name a file of bytes drawn at random.",
                other.display()
            ),
        ));
    }
    let key = Key::new(&bytes).map_err(|error| Failure::in_file(file, error))?;
    Ok(Some(key))
}

/// The first names of a list.
fn listed(names: &[String]) -> String {
    const MOST: usize = 12;
    let first = names[..names.len().min(MOST)].join(", ");
    match names.len().checked_sub(MOST) {
        Some(more) if more > 0 => format!("{first} and {more} more"),
        _ => first,
    }
}
