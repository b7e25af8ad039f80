//! Groups of long checks. `cargo xtask ci` runs one of them, chosen by the commit, and those whose own files the change
//! touches. `cargo xtask test --long` runs all.

use crate::changed::Changed;

/// Checks that take minutes and that few changes can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Group {
    /// All cases of every property, and the native tests that are marked as ignored: sweeps against brute force.
    Sweeps,
    /// The tests of the page that are marked as long: all ways to send, all widths and colours.
    PageSweeps,
    /// Scripts and releases in real databases.
    Databases,
    /// Whether a second build, in another folder, has the same bytes.
    SecondBuild,
    /// The parts that other programs use: the tests at the WebAssembly boundary, the npm package in scratch projects,
    /// and the fuzz targets.
    Package,
    /// The book, its sites by the guides, and whole jobs in Firefox and WebKit.
    Sites,
}

impl Group {
    pub(crate) const ALL: [Self; 6] =
        [Self::Sweeps, Self::PageSweeps, Self::Databases, Self::SecondBuild, Self::Package, Self::Sites];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sweeps => "sweeps",
            Self::PageSweeps => "page-sweeps",
            Self::Databases => "databases",
            Self::SecondBuild => "second-build",
            Self::Package => "package",
            Self::Sites => "sites",
        }
    }

    /// Prefixes of paths. A change of such a file always runs the group.
    const fn own(self) -> &'static [&'static str] {
        match self {
            Self::Sweeps => &["src/search/", "src/proof/", "src/local/", "src/uniques/", "src/frontier/", "src/loss/"],
            Self::PageSweeps => &[
                "tests/page/accessibility.spec.ts",
                "tests/page/leaks.spec.ts",
                "tests/page/ways.ts",
                "www/theme/",
                "pkg-config/content-security-policy.ts",
            ],
            Self::Databases => &["src/sql/", "tests/databases/", "xtask/src/databases.rs"],
            Self::SecondBuild => &["xtask/", "pkg-config/", "Cargo.lock", "Cargo.toml"],
            Self::Package => {
                &["src/wasm/", "tests/wasm.rs", "www/headless/", "pkg-config/npm/", "tests/package/", "tests/fuzz/"]
            }
            Self::Sites => &["docs/", "www/exhibit/", "src/exhibit/", "tests/docs/", "tests/engines/"],
        }
    }

    fn is_touched(self, changed: &Changed) -> bool {
        self.own().iter().any(|prefix| changed.has(prefix))
    }
}

/// The groups of a run: the one that the commit's hash chooses, and those whose own files have changed.
pub(crate) fn of_run(commit: &str, changed: &Changed) -> Vec<Group> {
    let digits: String = commit.chars().take(8).collect();
    let number = usize::try_from(u32::from_str_radix(&digits, 16).unwrap_or_default()).unwrap_or_default();
    let chosen = Group::ALL[number % Group::ALL.len()];
    Group::ALL.into_iter().filter(|&group| group == chosen || group.is_touched(changed)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_group_comes_up_by_some_commit() {
        let nothing = Changed::of([]);
        for (index, group) in Group::ALL.into_iter().enumerate() {
            assert_eq!(of_run(&format!("{index:08x}aa"), &nothing), [group]);
            assert_eq!(of_run(&format!("{:08x}aa", index + 6 * 1000), &nothing), [group]);
        }
    }

    #[test]
    fn a_change_of_its_own_files_runs_a_group() {
        let changed = Changed::of(["src/sql/script.rs", "README.md"]);
        assert_eq!(of_run("00000000", &changed), [Group::Sweeps, Group::Databases]);
        assert_eq!(of_run("00000002", &changed), [Group::Databases]);
    }

    #[test]
    fn what_a_group_calls_its_own_is_there() {
        for group in Group::ALL {
            for path in group.own() {
                assert!(crate::tree::root().join(path).exists(), "{}: {path}", group.name());
            }
        }
    }
}
