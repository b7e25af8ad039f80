//! Which files a change touches, and which tests depend on them.

use std::collections::BTreeSet;

use anyhow::{Context, Result};

use crate::process;

/// The branch that changes land on.
const MAIN: &str = "origin/main";

/// How far back a change that has landed reaches, in seconds.
const LANDED: u64 = 12 * 60 * 60;

/// The files that a change touches, as paths from the root with `/` between their parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Changed {
    paths: BTreeSet<String>,
}

/// Which tests of a kind are run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Chosen {
    All,
    /// Those with these names.
    Only(BTreeSet<String>),
}

/// The tests that depend on changed files. The layout of the sources is always tested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Selection {
    /// Unit tests of the crates.
    pub(crate) units: bool,
    /// Files of `tests/`, by their module.
    pub(crate) native: Chosen,
    /// The page with its unit tests.
    pub(crate) page: bool,
    /// Files of `tests/page/`.
    pub(crate) specs: Chosen,
    /// Tests of the build driver.
    pub(crate) driver: bool,
}

impl Chosen {
    fn none() -> Self {
        Self::Only(BTreeSet::new())
    }

    fn add(&mut self, name: &str) {
        if let Self::Only(names) = self {
            names.insert(name.to_owned());
        }
    }

    pub(crate) fn is_none(&self) -> bool {
        matches!(self, Self::Only(names) if names.is_empty())
    }
}

impl Changed {
    #[cfg(test)]
    pub(crate) fn of<const N: usize>(paths: [&str; N]) -> Self {
        Self { paths: paths.into_iter().map(str::to_owned).collect() }
    }

    /// Whether a path has this prefix.
    pub(crate) fn has(&self, prefix: &str) -> bool {
        self.paths.iter().any(|path| path.starts_with(prefix))
    }

    /// The files that differ from a revision, including files that git does not know yet.
    ///
    /// # Errors
    /// There is no git, or it does not know the revision.
    pub(crate) fn since(revision: &str) -> Result<Self> {
        let ask = |arguments: &[&str]| {
            process::output(process::command("git").args(arguments))
                .with_context(|| format!("git {arguments:?} failed"))
        };
        let differing = ask(&["diff", "--name-only", "-z", "--no-renames", revision])?;
        let new = ask(&["ls-files", "-z", "--others", "--exclude-standard"])?;
        let paths = differing.split('\0').chain(new.split('\0'));
        Ok(Self { paths: paths.filter(|path| !path.is_empty()).map(str::to_owned).collect() })
    }

    /// The tests that depend on the changed files.
    pub(crate) fn selection(&self) -> Selection {
        let mut selection = Selection::nothing();
        for path in &self.paths {
            selection.add(path);
        }
        selection
    }
}

/// The revision that a change is compared with, unless one is named: the commit at which it left the main branch. Where
/// the main branch has the change already, it is the last commit; with `has_landed`, the last one of half a day before.
pub(crate) fn base(has_landed: bool) -> Option<String> {
    let ask =
        |arguments: &[&str]| process::output(process::command("git").args(arguments)).filter(|text| !text.is_empty());
    let head = ask(&["rev-parse", "HEAD"])?;
    let left = ask(&["merge-base", "HEAD", MAIN]).filter(|left| *left != head);
    if left.is_some() || !has_landed {
        return left.or(Some(head));
    }
    let landed: u64 = ask(&["log", "-1", "--format=%ct"])?.parse().ok()?;
    ask(&["rev-list", "-1", &format!("--before={}", landed.saturating_sub(LANDED)), "HEAD"])
}

impl Selection {
    pub(crate) fn everything() -> Self {
        Self { units: true, native: Chosen::All, page: true, specs: Chosen::All, driver: true }
    }

    fn nothing() -> Self {
        Self { units: false, native: Chosen::none(), page: false, specs: Chosen::none(), driver: false }
    }

    fn add(&mut self, path: &str) {
        let (folder, rest) = path.split_once('/').unwrap_or(("", path));
        let is_document = path.ends_with(".md");
        match folder {
            // The commands of the book and of README are run by tests.
            "docs" if ["src/", "EN", "EM"].iter().any(|prefix| rest.starts_with(prefix)) => self.native.add("docs"),
            "" if rest == "README.md" => self.native.add("docs"),
            "docs" => {}
            _ if is_document => {}
            "src" | "sheet" | "checker" => self.add_core(rest),
            "www" | "pkg-config" => self.add_page(),
            "tests" => self.add_test(rest),
            "xtask" => {
                self.driver = true;
                self.page = true;
            }
            "benches" | ".ci" => {}
            _ if rest.starts_with("LICENSE") || rest.starts_with(".git") => {}
            _ => *self = Self::everything(),
        }
    }

    fn add_core(&mut self, rest: &str) {
        if rest.starts_with("bin/") {
            self.native = Chosen::All;
        } else if rest.starts_with("wasm/") {
            self.add_page();
        } else {
            *self = Self { driver: self.driver, ..Self::everything() };
        }
    }

    fn add_page(&mut self) {
        self.page = true;
        self.specs = Chosen::All;
    }

    fn add_test(&mut self, rest: &str) {
        match rest.split_once('/') {
            None => match rest.strip_suffix(".rs") {
                Some("main" | "wasm") | None => self.native = Chosen::All,
                Some(module) => self.native.add(module),
            },
            Some(("page", spec)) => {
                self.page = true;
                match spec.strip_suffix(".spec.ts") {
                    Some(_) => self.specs.add(spec),
                    None => self.specs = Chosen::All,
                }
            }
            Some(("unit", _)) => self.page = true,
            // Tests of the long groups, and those that always run.
            Some(("databases" | "docs" | "engines" | "fuzz" | "package" | "tidy", _)) => {}
            Some(_) => self.native = Chosen::All,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(names: &[&str]) -> Chosen {
        Chosen::Only(names.iter().map(|&name| name.to_owned()).collect())
    }

    #[test]
    fn a_change_of_documents_compiles_nothing() {
        let changed =
            Changed::of(["ARCHITECTURE.md", "docs/MEASURED.md", "docs/decisions/README.md", "tests/README.md"]);
        assert_eq!(changed.selection(), Selection::nothing());
    }

    #[test]
    fn tests_that_depend_on_a_changed_file_are_run() {
        let nothing = Selection::nothing;
        let page = || Selection { page: true, specs: Chosen::All, ..nothing() };
        for (path, selection) in [
            ("src/search/exact/mod.rs", Selection { driver: false, ..Selection::everything() }),
            ("src/bin/kanon/verify.rs", Selection { native: Chosen::All, ..nothing() }),
            ("src/wasm/mod.rs", page()),
            ("www/steps/notes/index.ts", page()),
            ("tests/page/undo.spec.ts", Selection { page: true, specs: only(&["undo.spec.ts"]), ..nothing() }),
            ("tests/page/job.ts", page()),
            ("tests/unit/steps.test.ts", Selection { page: true, ..nothing() }),
            ("tests/flash.rs", Selection { native: only(&["flash"]), ..nothing() }),
            ("tests/support/tuples.rs", Selection { native: Chosen::All, ..nothing() }),
            ("docs/src/recipe.md", Selection { native: only(&["docs"]), ..nothing() }),
            ("xtask/src/main.rs", Selection { driver: true, page: true, ..nothing() }),
            ("Cargo.lock", Selection::everything()),
        ] {
            assert_eq!(Changed::of([path]).selection(), selection, "{path}");
        }
    }

    #[test]
    fn several_changes_add_up() {
        let changed = Changed::of(["tests/flash.rs", "tests/exact.rs", "www/app.ts", "README.md"]);
        let native = only(&["docs", "exact", "flash"]);
        let selection = Selection { native, page: true, specs: Chosen::All, ..Selection::nothing() };
        assert_eq!(changed.selection(), selection);
    }
}
