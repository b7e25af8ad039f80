//! Chromium, for the page tests.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::process;

const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// Without a font of its own Chromium measures text by chance.
const PACKAGES: [&str; 2] = ["chromium", "fonts-dejavu-core"];

/// Where Chromium is. As root on Debian it is installed when there is none.
///
/// # Errors
/// There is none and it cannot be installed; the error says how to get it.
pub(crate) fn find_or_install() -> Result<PathBuf> {
    if let Some(path) = find()? {
        return Ok(path);
    }
    let by_hand = format!(
        "apt-get update && apt-get install -y --no-install-recommends {}",
        PACKAGES.join(" ")
    );
    if process::on_path("apt-get").is_none() || !process::is_root() {
        bail!(
            "Chromium was not found. Install it (on Debian, as root: `{by_hand}`) or set CHROMIUM to its path"
        );
    }
    process::run(process::command("apt-get").arg("update"))
        .and_then(|()| {
            process::run(
                process::command("apt-get")
                    .args(["install", "-y", "--no-install-recommends"])
                    .args(PACKAGES)
                    .env("DEBIAN_FRONTEND", "noninteractive"),
            )
        })
        .with_context(|| format!("Chromium could not be installed by `{by_hand}`"))?;
    find()?.context("Chromium was installed but is not on PATH; set CHROMIUM to its path")
}

fn find() -> Result<Option<PathBuf>> {
    if let Some(path) = env::var_os("CHROMIUM").filter(|path| !path.is_empty()) {
        let path = PathBuf::from(path);
        if !path.is_file() {
            bail!("CHROMIUM names {}, which is no file", path.display());
        }
        return Ok(Some(path));
    }
    let usual = Path::new("/usr/bin/chromium");
    Ok(NAMES
        .iter()
        .find_map(|name| process::on_path(name))
        .or_else(|| usual.is_file().then(|| usual.to_owned())))
}
