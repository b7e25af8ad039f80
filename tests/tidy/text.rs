//! No text names the machine on which it was written, and every dependency comes from a public registry.

use crate::Breach;
use crate::tree::File;

/// Folders of one machine: of its users, and for things that come and go. Written in parts, so that this file passes.
const MACHINE_FOLDERS: [&str; 6] = [
    concat!("/", "work"),
    concat!("/", "tmp"),
    concat!("/", "root"),
    concat!("/", "home"),
    concat!("/", "Users"),
    concat!(":\\", "Users"),
];

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";
const NPM: &str = "https://registry.npmjs.org/";

/// Files that may say where packages come from.
const NPM_SETTINGS: [&str; 2] = [".npmrc", ".yarnrc"];

/// Paths of one machine.
pub(crate) fn machine_paths(file: &File) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for (number, line) in (1..).zip(file.text.lines()) {
        for folder in MACHINE_FOLDERS {
            if line.match_indices(folder).any(|(at, _)| {
                let before = line[..at].chars().next_back();
                let after = line[at + folder.len()..].chars().next();
                starts_path(folder, before) && ends_name(after)
            }) {
                breaches.push(format!("{}:{number}: `{folder}` is of one machine", file.path));
            }
        }
    }
    breaches
}

/// Whether a path can begin after this character. `/` itself stands before a path in `file:///`.
fn starts_path(folder: &str, before: Option<char>) -> bool {
    let is_windows = folder.starts_with(':');
    match before {
        None => true,
        Some(letter) if is_windows => letter.is_ascii_alphabetic(),
        Some(character) => !character.is_alphanumeric() && !"._-)]}*~$@".contains(character),
    }
}

fn ends_name(after: Option<char>) -> bool {
    after.is_none_or(|character| !character.is_alphanumeric() && !"_-".contains(character))
}

/// Packages that a lock file or a setting takes from elsewhere.
pub(crate) fn registries(file: &File) -> Vec<Breach> {
    let foreign = |line: &str| match file.name() {
        "Cargo.lock" => {
            line.strip_prefix("source = \"").is_some_and(|source| source.trim_end_matches('"') != CRATES_IO)
        }
        "package-lock.json" => line.strip_prefix("\"resolved\": \"").is_some_and(|address| !address.starts_with(NPM)),
        "config.toml" => line.starts_with("[source") || line.starts_with("[registr"),
        name if NPM_SETTINGS.contains(&name) => {
            line.split(['=', ' ']).next().is_some_and(|key| key == "registry" || key.ends_with(":registry"))
        }
        _ => false,
    };
    (1..)
        .zip(file.text.lines())
        .filter(|(_, line)| foreign(line.trim()))
        .map(|(number, line)| format!("{}:{number}: not a public registry: {}", file.path, line.trim()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(rule: fn(&File) -> Vec<Breach>, path: &str, text: &str) -> usize {
        rule(&File { path: path.to_owned(), text: text.to_owned() }).len()
    }

    #[test]
    fn a_path_of_a_machine_is_found() {
        for folder in ["work", "tmp", "root", "home", "Users"] {
            for text in [
                format!("see /{folder}/kanon/notes"),
                format!("cd /{folder}"),
                format!("(\"/{folder}/x\")"),
                format!("file:///{folder}/x"),
                format!("path=/{folder}/x"),
            ] {
                assert_eq!(count(machine_paths, "README.md", &text), 1, "{text}");
            }
            for text in [
                format!("https://example.org/{folder}/x"),
                format!("../{folder}/x"),
                format!("/{folder}ing"),
                format!("/{folder}-flow"),
                format!("www/{folder}/x"),
            ] {
                assert_eq!(count(machine_paths, "README.md", &text), 0, "{text}");
            }
        }
        let windows = concat!("C", ":\\", "Users\\me");
        assert_eq!(count(machine_paths, "README.md", windows), 1);
    }

    #[test]
    fn a_foreign_registry_is_found() {
        let rule = registries;
        for (path, text) in [
            ("Cargo.lock", "source = \"registry+https://crates.example.org/index\""),
            ("tests/fuzz/Cargo.lock", "source = \"git+https://github.com/a/b#c\""),
            ("pkg-config/package-lock.json", "  \"resolved\": \"https://npm.example.org/lit.tgz\","),
            (".cargo/config.toml", "[source.crates-io]"),
            ("pkg-config/.npmrc", "registry=https://npm.example.org/"),
            ("pkg-config/.npmrc", "@lit:registry = https://npm.example.org/"),
        ] {
            assert_eq!(count(rule, path, text), 1, "{path}: {text}");
        }
        for (path, text) in [
            ("Cargo.lock", "source = \"registry+https://github.com/rust-lang/crates.io-index\""),
            ("pkg-config/package-lock.json", "\"resolved\": \"https://registry.npmjs.org/lit/-/lit.tgz\","),
            (".cargo/config.toml", "[alias]"),
            ("pkg-config/.npmrc", "omit-lockfile-registry-resolved=true"),
        ] {
            assert_eq!(count(rule, path, text), 0, "{path}: {text}");
        }
    }
}
