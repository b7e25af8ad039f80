//! The browsers of the tests of the page.

use std::path::PathBuf;

use anyhow::Result;

use crate::program::Program;

/// Chromium, for the tests of the page.
pub(crate) const CHROMIUM: Program = Program {
    name: "Chromium",
    variable: "CHROMIUM",
    names: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
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
    HEADLESS.find_or_install().or_else(|_| CHROMIUM.find_or_install())
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
    Program { name: "Xvfb", variable: "XVFB", names: &["Xvfb"], usual: "/usr/bin/Xvfb", packages: &["xvfb"] },
];
