//! The files of the repository: those that git tracks or would add; without git, all that are not built.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A text file of the repository.
pub(crate) struct File {
    /// From the root, with `/` between its parts.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    /// Its name without the folders.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

/// Where builds write; git ignores it.
const BUILT: [&str; 7] =
    [".git", "target", "dist", "node_modules", "www/engine/pkg", "tests/fuzz/corpus", "tests/fuzz/artifacts"];

/// The root of the repository, from the folder of this package.
fn root() -> &'static Path {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest)
}

/// All text files.
pub(crate) fn files() -> Vec<File> {
    let root = root();
    let mut paths = known_to_git(root).unwrap_or_else(|| {
        let mut paths = Vec::new();
        walk(root, "", &mut paths);
        paths
    });
    paths.sort();
    paths
        .into_iter()
        .filter_map(|path| {
            // A file that is no UTF-8 is no text, and one that git knows may have been deleted.
            let text = fs::read_to_string(root.join(&path)).ok()?;
            Some(File { path, text })
        })
        .collect()
}

fn known_to_git(root: &Path) -> Option<Vec<String>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let paths: Vec<String> = text.split_terminator('\0').map(ToOwned::to_owned).collect();
    (output.status.success() && !paths.is_empty()).then_some(paths)
}

fn walk(root: &Path, folder: &str, paths: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(root.join(folder)) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        if BUILT.contains(&name.as_str()) || BUILT.contains(&path.as_str()) {
            continue;
        }
        if entry.path().is_dir() {
            walk(root, &path, paths);
        } else {
            paths.push(path);
        }
    }
}

#[test]
fn without_git_the_same_files_are_found() {
    let root = root();
    let Some(mut known) = known_to_git(root) else {
        println!("git is absent here, so there is nothing to compare with");
        return;
    };
    known.retain(|path| path.ends_with(".rs") && root.join(path).is_file());
    known.sort();
    known.dedup();
    let mut walked = Vec::new();
    walk(root, "", &mut walked);
    walked.retain(|path| path.ends_with(".rs"));
    walked.sort();
    assert_eq!(walked, known);
}
