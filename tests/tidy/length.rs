//! Files are short, their comments are narrow, and they say what they are.

use std::collections::BTreeSet;

use crate::Breach;
use crate::source::Source;
use crate::tree::File;

/// Lines of code of a Rust file, without comments, blank lines and tests.
const RUST_LINES: usize = 400;

/// Lines of code of a TypeScript file, without comments and blank lines.
const TYPESCRIPT_LINES: usize = 250;

/// Types of the page that `src/jobs/tests.rs` writes.
const WRITTEN_FROM_THE_CORE: &str = "www/engine/wire/core.ts";

/// Lines of code of the checker of proofs, all of its files together: it must be small enough to be read.
const CHECKER_LINES: usize = 914;

/// Lines of the checker in Python, with its comments and without blank lines: for the same reason.
const PYTHON_LINES: usize = 262;

/// The checker's files if they are too long together, and names of the core in them.
pub(crate) fn checker(sources: &[Source]) -> Vec<Breach> {
    let own = || sources.iter().filter(|source| source.path.starts_with("checker/src/"));
    let mut breaches = too_long("checker/src", own().map(lines_of_code).sum(), CHECKER_LINES);
    for source in own() {
        let names_core = |token: &&crate::source::Token| token.text == "kanon";
        breaches.extend(
            source
                .tokens
                .iter()
                .find(names_core)
                .map(|token| format!("{}:{}: the checker names the core", source.path, token.first_line)),
        );
    }
    breaches
}

fn lines_of_code(source: &Source) -> usize {
    let tokens = source.tokens.iter().filter(|token| !token.in_test);
    let lines: BTreeSet<usize> = tokens.flat_map(|token| token.first_line..=token.last_line).collect();
    lines.len()
}

/// Columns of a line that is a comment, in Rust and TypeScript. A row of a table cannot be broken.
const COMMENT_COLUMNS: usize = 120;

/// A comment of too many columns.
pub(crate) fn comments(file: &File) -> Vec<Breach> {
    if !file.path.ends_with(".rs") && !file.path.ends_with(".ts") {
        return Vec::new();
    }
    let is_wide = |line: &str| {
        let text = line.trim_start();
        let said = text.trim_start_matches(['/', '*', '!', ' ']);
        let is_comment = ["//", "/*", "* "].iter().any(|mark| text.starts_with(mark));
        is_comment && !said.starts_with('|') && line.chars().count() > COMMENT_COLUMNS
    };
    (file.text.lines().zip(1..))
        .filter(|(line, _)| is_wide(line))
        .map(|(_, number)| format!("{}:{number}: a comment of more than {COMMENT_COLUMNS} columns", file.path))
        .collect()
}

/// Columns of a line of Markdown, as of one of code. Code in a document is as wide as it must be, and so is an address.
const MARKDOWN_COLUMNS: usize = 120;

/// Bytes of documents that a newcomer reads whole.
const DOCUMENT_BYTES: [(&str, usize); 3] =
    [("README.md", 8_000), ("ARCHITECTURE.md", 16_000), ("docs/MEASURED.md", 12_000)];

/// A line of Markdown of too many columns.
pub(crate) fn markdown(file: &File) -> Vec<Breach> {
    if !file.path.ends_with(".md") {
        return Vec::new();
    }
    let mut in_code = false;
    let mut breaches = Vec::new();
    for (number, line) in (1..).zip(file.text.lines()) {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        let is_address = line.starts_with('[') && line.contains("]: ");
        if !in_code && !is_fence && !is_address && line.chars().count() > MARKDOWN_COLUMNS {
            breaches.push(format!("{}:{number}: more than {MARKDOWN_COLUMNS} columns", file.path));
        }
    }
    breaches
}

/// A document that has grown too long to be read.
pub(crate) fn documents(file: &File) -> Vec<Breach> {
    let limit = DOCUMENT_BYTES.iter().find(|(path, _)| *path == file.path).map(|&(_, limit)| limit);
    let size = file.text.len();
    limit
        .filter(|&limit| size > limit)
        .map(|limit| format!("{}: {size} bytes, {limit} are allowed: move what the book can say", file.path))
        .into_iter()
        .collect()
}

/// A file without a `//!`.
pub(crate) fn module_doc(source: &Source) -> Vec<Breach> {
    if source.text.lines().any(|line| line.starts_with("//!")) {
        return Vec::new();
    }
    vec![format!("{}:1: no `//!` says what the file is", source.path)]
}

/// A Rust file of too many lines.
pub(crate) fn rust(source: &Source) -> Vec<Breach> {
    if source.path.starts_with("tests/") {
        return Vec::new();
    }
    too_long(&source.path, lines_of_code(source), RUST_LINES)
}

/// A TypeScript file of too many lines that people write.
pub(crate) fn typescript(file: &File) -> Vec<Breach> {
    if !file.path.starts_with("www/") || !file.path.ends_with(".ts") || file.path == WRITTEN_FROM_THE_CORE {
        return Vec::new();
    }
    let mut in_comment = false;
    let lines = file
        .text
        .lines()
        .map(str::trim)
        .filter(|line| {
            let is_comment = in_comment || line.starts_with("//") || line.starts_with("/*");
            if line.starts_with("/*") {
                in_comment = true;
            }
            if in_comment && line.contains("*/") {
                in_comment = false;
            }
            !line.is_empty() && !is_comment
        })
        .count();
    too_long(&file.path, lines, TYPESCRIPT_LINES)
}

/// The checker in Python if it has too many lines.
pub(crate) fn python(file: &File) -> Vec<Breach> {
    if file.path != "checker/check.py" {
        return Vec::new();
    }
    let lines = file.text.lines().filter(|line| !line.trim().is_empty());
    too_long(&file.path, lines.count(), PYTHON_LINES)
}

fn too_long(path: &str, lines: usize, limit: usize) -> Vec<Breach> {
    if lines <= limit {
        return Vec::new();
    }
    vec![format!("{path}: {lines} lines of code, {limit} are allowed: split it by concept")]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: String) -> File {
        File { path: path.to_owned(), text }
    }

    #[test]
    fn a_file_without_a_word_about_itself_is_found() {
        let silent = file("src/data/table.rs", "/// A table.\nstruct Table;".to_owned());
        assert_eq!(module_doc(&Source::parse(&silent)).len(), 1);
        let said = file("src/data/table.rs", "#![allow(x)]\n//! Tables.\n".to_owned());
        assert_eq!(module_doc(&Source::parse(&said)).len(), 0);
    }

    #[test]
    fn a_comment_that_is_too_wide_is_found() {
        let wide = |begin: &str| format!("{begin}{}\n", "a ".repeat(60));
        for begin in ["/// ", "    // ", "//! ", " * ", "/** "] {
            let breaches = comments(&file("src/a.rs", format!("\n{}", wide(begin))));
            assert_eq!(breaches, ["src/a.rs:2: a comment of more than 120 columns"], "{begin}");
        }
        for begin in ["//! | ", "let a = "] {
            assert_eq!(comments(&file("src/a.rs", wide(begin))), [""; 0], "{begin}");
        }
    }

    #[test]
    fn one_line_too_many_is_found() {
        let code = "const A: u8 = 1;\n".repeat(RUST_LINES);
        let tests = "#[cfg(test)]\nmod tests {\n fn a() {}\n}\n";
        let allowed = format!("//! A doc.\n\n// A comment.\n{code}{tests}");
        assert_eq!(rust(&Source::parse(&file("src/a.rs", allowed.clone()))), [""; 0]);
        let longer = format!("{allowed}const B: u8 = 1;\n");
        let breaches = rust(&Source::parse(&file("src/a.rs", longer.clone())));
        assert_eq!(breaches, ["src/a.rs: 401 lines of code, 400 are allowed: split it by concept"]);
        assert_eq!(rust(&Source::parse(&file("tests/a.rs", longer))), [""; 0]);
    }

    #[test]
    fn a_string_counts_every_line() {
        let text = format!("const A: &str = \"{}\";\n", "\n".repeat(RUST_LINES));
        assert_eq!(rust(&Source::parse(&file("src/a.rs", text))).len(), 1);
    }

    #[test]
    fn a_long_typescript_file_is_found() {
        let code = "const a = 1;\n".repeat(TYPESCRIPT_LINES);
        let allowed = format!("/**\n * A doc.\n */\n\n// A comment.\n/* another */\n{code}");
        assert_eq!(typescript(&file("www/app.ts", allowed.clone())), [""; 0]);
        let longer = format!("{allowed}const b = 1;\n");
        assert_eq!(typescript(&file("www/app.ts", longer.clone())).len(), 1);
        assert_eq!(typescript(&file("tests/page/app.ts", longer)), [""; 0]);
    }

    #[test]
    fn a_wide_line_of_markdown_is_found() {
        let allowed = "é".repeat(MARKDOWN_COLUMNS);
        let wide = "é".repeat(MARKDOWN_COLUMNS + 1);
        assert_eq!(markdown(&file("a.md", format!("{allowed}\n```\n{wide}\n```\n[a]: {wide}\n"))), [""; 0]);
        assert_eq!(markdown(&file("a.md", format!("```\n```\n{wide}\n"))), ["a.md:3: more than 120 columns"]);
        assert_eq!(markdown(&file("a.rs", wide)), [""; 0]);
    }

    #[test]
    fn a_long_document_is_found() {
        assert_eq!(documents(&file("README.md", "a".repeat(8_000))), [""; 0]);
        assert_eq!(documents(&file("README.md", "a".repeat(8_001))).len(), 1);
        assert_eq!(documents(&file("docs/src/recipe.md", "a".repeat(90_000))), [""; 0]);
    }
}
