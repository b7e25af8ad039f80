//! The types of the npm package: what can be reached from its entries, and nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::tree;

/// The types of the core, which wasm-bindgen writes.
const CORE: &str = "engine/pkg/kanon.d.ts";

/// Before what a declaration names another file by.
const BEFORE_NAMES: [&str; 2] = ["from \"", "import(\""];

/// Where the compiler has put the declarations.
pub(crate) fn compiled() -> PathBuf {
    tree::target().join("declarations")
}

/// The declarations of some entries and of all that these name, by their paths.
///
/// # Errors
/// A file that is named is not there.
pub(crate) fn reachable(entries: &[&str]) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    let mut waiting: Vec<String> = entries.iter().map(|&entry| entry.to_owned()).collect();
    while let Some(path) = waiting.pop() {
        if found.contains_key(&path) {
            continue;
        }
        let (text, named) = with_extensions(&declaration(&path)?, &path)?;
        waiting.extend(named);
        found.insert(path, text);
    }
    Ok(found)
}

fn declaration(path: &str) -> Result<String> {
    let from = if path == CORE { tree::engine().join("kanon.d.ts") } else { compiled().join(path) };
    let text = fs::read_to_string(&from).with_context(|| format!("cannot read {}", from.display()))?;
    Ok(if path == CORE { messages(&text).to_owned() } else { text })
}

/// The messages of the core without its classes, which the package does not hand out.
fn messages(text: &str) -> &str {
    let classes = text.find("\nexport class ").unwrap_or(text.len());
    let documented = text[..classes].rfind("\n/**").unwrap_or(classes);
    text[..=documented.min(text.len() - 1)].trim_end_matches('\n')
}

/// A declaration whose names of files have the extension that Node asks for, and the declarations of these files.
fn with_extensions(text: &str, path: &str) -> Result<(String, Vec<String>)> {
    let mut written = String::new();
    let mut named = Vec::new();
    let mut rest = text;
    while let Some(end) = next_name(rest) {
        let (before, after) = rest.split_at(end);
        written.push_str(before);
        let Some((name, after)) = after.split_once('"') else {
            bail!("{path} has a name without an end");
        };
        rest = after;
        if name.starts_with('.') {
            let name = name.trim_end_matches(".js");
            written.push_str(&format!("{name}.js\""));
            named.push(format!("{}.d.ts", resolved(path, name)?));
        } else {
            bail!("{path} names {name}, which the package does not have");
        }
    }
    written.push_str(rest);
    Ok((written, named))
}

/// Where the next name of a file begins.
fn next_name(text: &str) -> Option<usize> {
    BEFORE_NAMES.iter().filter_map(|before| Some(text.find(before)? + before.len())).min()
}

fn resolved(from: &str, name: &str) -> Result<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for component in Path::new(name).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if parts.pop().is_some() => {}
            Component::Normal(part) => parts.push(part.to_str().unwrap_or_default()),
            _ => bail!("{from} names {name}, which is outside"),
        }
    }
    Ok(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_get_their_extension_and_are_followed() -> Result<()> {
        let text = "import type { A } from \"../engine/pkg/kanon.js\";\nexport * from \"./types\";\nlet x: import(\"./y\").Y;\n";
        let (written, named) = with_extensions(text, "headless/engine.d.ts")?;
        assert_eq!(written, text.replace("./types", "./types.js").replace("./y", "./y.js"));
        assert_eq!(named, ["engine/pkg/kanon.d.ts", "headless/types.d.ts", "headless/y.d.ts"]);
        Ok(())
    }

    #[test]
    fn what_the_package_does_not_have_is_refused() {
        assert!(with_extensions("import { x } from \"lit\";", "a.d.ts").is_err());
        assert!(with_extensions("import { x } from \"../../b\";", "a/a.d.ts").is_err());
    }

    #[test]
    fn the_classes_of_the_core_are_left_out() {
        let text = "/**\n * A.\n */\nexport interface A {}\n\n/**\n * B.\n */\nexport class B {}\n";
        assert_eq!(messages(text), "/**\n * A.\n */\nexport interface A {}");
        assert_eq!(messages("export interface A {}\n"), "export interface A {}");
    }
}
