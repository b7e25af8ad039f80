//! The chapters of the book as text: fences, links, tables, sections.

use std::fs;
use std::path::{Path, PathBuf};

/// A chapter of `docs/src`.
pub struct Chapter {
    pub name: String,
    pub text: String,
}

/// A fence: its language with what follows it, its lines, and the line that it begins on.
pub struct Fence {
    pub info: String,
    pub text: String,
    pub line: usize,
    /// Whether nothing but blank lines stands between it and the fence before.
    pub follows: bool,
}

/// Where the chapters are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src")
}

/// All chapters, in the order of their names.
pub fn all() -> Vec<Chapter> {
    let mut paths: Vec<PathBuf> = (fs::read_dir(folder()).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    paths.sort();
    let read = |path: PathBuf| Chapter {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        text: fs::read_to_string(&path).unwrap(),
    };
    paths.into_iter().map(read).collect()
}

impl Chapter {
    /// A chapter by its name.
    pub fn named(name: &str) -> Self {
        all().into_iter().find(|chapter| chapter.name == name).unwrap()
    }

    /// The fences, in their order. One of four signs may hold one of three.
    pub fn fences(&self) -> Vec<Fence> {
        let mut fences = Vec::new();
        let mut open: Option<(String, Fence)> = None;
        let mut follows = false;
        for (line, number) in self.text.lines().zip(1..) {
            match &mut open {
                None => {
                    let info = line.trim_start_matches('`');
                    let signs = line.len() - info.len();
                    if signs >= 3 {
                        let fence = Fence { info: info.to_owned(), text: String::new(), line: number, follows };
                        open = Some(("`".repeat(signs), fence));
                    } else if !line.trim().is_empty() {
                        follows = false;
                    }
                }
                Some((signs, _)) if line == signs => {
                    fences.extend(open.take().map(|(_, fence)| fence));
                    follows = true;
                }
                Some((_, fence)) => fence.text += &format!("{line}\n"),
            }
        }
        assert!(open.is_none(), "{}: a fence is not closed", self.name);
        fences
    }

    /// The text without its fences.
    pub fn prose(&self) -> String {
        let mut rest = self.text.clone();
        for fence in self.fences() {
            rest = rest.replacen(&fence.text, "", 1);
        }
        rest
    }

    /// What links and pictures of the text lead to.
    pub fn links(&self) -> Vec<String> {
        let prose = self.prose();
        let after = prose.split("](").skip(1);
        let end = |text: &str| text[..text.find(')').unwrap()].to_owned();
        after.map(end).collect()
    }

    /// The sections whose heading is a name in code, with the names in code that begin the rows of their tables.
    pub fn sections(&self) -> Vec<(String, Vec<String>)> {
        let mut sections: Vec<(String, Vec<String>)> = Vec::new();
        for line in self.text.lines() {
            if line.starts_with('#') {
                sections.push((code(line).unwrap_or_default(), Vec::new()));
            } else if let (Some(row), Some((_, rows))) = (line.strip_prefix("| "), sections.last_mut()) {
                rows.extend(row.starts_with('`').then(|| code(row)).flatten());
            }
        }
        sections.retain(|(name, _)| !name.is_empty());
        sections
    }

    /// The headings, as mdBook names them in addresses.
    pub fn anchors(&self) -> Vec<String> {
        let prose = self.prose();
        let headings = prose.lines().filter(|line| line.starts_with('#'));
        let anchor = |line: &str| {
            let text = line.trim_start_matches('#').trim().to_lowercase();
            let kept = text.chars().filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign));
            kept.map(|sign| if sign == ' ' { '-' } else { sign }).collect()
        };
        headings.map(anchor).collect()
    }
}

/// The first text between backticks.
fn code(line: &str) -> Option<String> {
    line.split('`').nth(1).map(ToOwned::to_owned)
}
