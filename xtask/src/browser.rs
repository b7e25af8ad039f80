//! The browsers of the tests of the page.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::process;

/// A program of a browser.
#[derive(Debug)]
pub(crate) struct Program {
    /// What it is called where it is spoken of.
    name: &'static str,
    /// The variable that names its path, for the tests and for whoever has it at another place.
    pub(crate) variable: &'static str,
    /// Its names on PATH.
    names: &'static [&'static str],
    /// Paths at which it may be besides; in the first folder that matches a `*`.
    usual: &'static str,
    /// Debian's packages. Without a font of its own a browser measures text by chance.
    packages: &'static [&'static str],
}

/// Chromium, for the tests of the page.
pub(crate) const CHROMIUM: Program = Program {
    name: "Chromium",
    variable: "CHROMIUM",
    names: &[
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ],
    usual: "/usr/bin/chromium",
    packages: &["chromium", "fonts-dejavu-core"],
};

/// Chromium without what draws a window: the same engine, with two thirds of the work.
const HEADLESS: Program = Program {
    name: "Chromium's headless shell",
    // Whoever names a Chromium gets that one.
    variable: CHROMIUM.variable,
    names: &["chromium-headless-shell", "chrome-headless-shell"],
    usual: "/usr/bin/chromium-headless-shell",
    packages: &["chromium-headless-shell", "fonts-dejavu-core"],
};

/// The Chromium of the short tests of the page: the headless shell where it is or can be installed, else the whole one.
///
/// # Errors
/// There is none and it cannot be installed; the error says how to get it.
pub(crate) fn chromium_for_short_tests() -> Result<PathBuf> {
    HEADLESS
        .find_or_install()
        .or_else(|_| CHROMIUM.find_or_install())
}

/// Firefox and WebKit, in which the whole job is done besides.
pub(crate) const OTHERS: [Program; 4] = [
    Program {
        name: "Firefox",
        variable: "FIREFOX",
        names: &["firefox-esr", "firefox"],
        usual: "/usr/bin/firefox-esr",
        packages: &["firefox-esr", "fonts-dejavu-core"],
    },
    Program {
        name: "the driver of WebKitGTK",
        variable: "WEBKIT_DRIVER",
        names: &["WebKitWebDriver"],
        usual: "/usr/bin/WebKitWebDriver",
        packages: &["webkit2gtk-driver"],
    },
    Program {
        name: "WebKitGTK's MiniBrowser",
        variable: "WEBKIT",
        names: &["MiniBrowser"],
        usual: "/usr/lib/*/webkit2gtk-4.1/MiniBrowser",
        packages: &["webkit2gtk-driver"],
    },
    Program {
        name: "Xvfb",
        variable: "XVFB",
        names: &["Xvfb"],
        usual: "/usr/bin/Xvfb",
        packages: &["xvfb"],
    },
];

impl Program {
    /// Where the program is. As root on Debian it is installed when there is none.
    ///
    /// # Errors
    /// There is none and it cannot be installed; the error says how to get it.
    pub(crate) fn find_or_install(&self) -> Result<PathBuf> {
        if let Some(path) = self.find()? {
            return Ok(path);
        }
        let Self {
            name,
            variable,
            packages,
            ..
        } = self;
        let by_hand = format!(
            "apt-get update && apt-get install -y --no-install-recommends {}",
            packages.join(" ")
        );
        if process::on_path("apt-get").is_none() || !process::is_root() {
            bail!(
                "{name} was not found. Install it (on Debian, as root: `{by_hand}`) or set {variable} to its path"
            );
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
        self.find()?.with_context(|| {
            format!("{name} was installed but is not on PATH; set {variable} to its path")
        })
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
