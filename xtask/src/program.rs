//! Programs that tests are run with: found, or installed.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::process;

/// A program that tests are run with.
#[derive(Debug)]
pub(crate) struct Program {
    /// What it is called where it is spoken of.
    pub(crate) name: &'static str,
    /// The variable that names its path, for the tests and for whoever has it at another place.
    pub(crate) variable: &'static str,
    /// Its names on PATH.
    pub(crate) names: &'static [&'static str],
    /// Paths at which it may be besides; in the first folder that matches a `*`.
    pub(crate) usual: &'static str,
    /// Debian's packages. Without a font of its own a browser measures text by chance.
    pub(crate) packages: &'static [&'static str],
}

impl Program {
    /// Where the program is. As root on Debian it is installed when there is none.
    ///
    /// # Errors
    /// There is none and it cannot be installed; the error says how to get it.
    pub(crate) fn find_or_install(&self) -> Result<PathBuf> {
        if let Some(path) = self.find()? {
            return Ok(path);
        }
        let Self { name, variable, packages, .. } = self;
        let by_hand = format!("apt-get update && apt-get install -y --no-install-recommends {}", packages.join(" "));
        if process::on_path("apt-get").is_none() || !process::is_root() {
            bail!("{name} was not found. Install it (on Debian, as root: `{by_hand}`) or set {variable} to its path");
        }
        process::run(process::command("apt-get").arg("update"))
            .and_then(|()| {
                process::run(
                    process::command("apt-get")
                        .args(["install", "-y", "--no-install-recommends"])
                        .args(*packages)
                        .env("DEBIAN_FRONTEND", "noninteractive"),
                )
            })
            .with_context(|| format!("{name} could not be installed by `{by_hand}`"))?;
        self.find()?.with_context(|| format!("{name} was installed but is not on PATH; set {variable} to its path"))
    }

    fn find(&self) -> Result<Option<PathBuf>> {
        let variable = self.variable;
        if let Some(path) = env::var_os(variable).filter(|path| !path.is_empty()) {
            let path = PathBuf::from(path);
            if !path.is_file() {
                bail!("{variable} names {}, which is no file", path.display());
            }
            return Ok(Some(path));
        }
        let on_path = self.names.iter().find_map(|name| process::on_path(name));
        Ok(on_path.or_else(|| usual(self.usual)))
    }
}

/// The file at a path, in which a `*` stands for any one folder.
fn usual(path: &str) -> Option<PathBuf> {
    let Some((folder, rest)) = path.split_once("/*/") else {
        return Some(PathBuf::from(path)).filter(|path| path.is_file());
    };
    let mut folders: Vec<PathBuf> = (Path::new(folder).read_dir().ok()?)
        .filter_map(|entry| Some(entry.ok()?.path().join(rest)))
        .filter(|path| path.is_file())
        .collect();
    folders.sort();
    folders.into_iter().next()
}
