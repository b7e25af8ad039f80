//! `mdbook-kanon`: a preprocessor of mdBook that replaces fences by exhibits.
//!
//! mdBook passes the whole book as JSON on standard input and takes it back on standard output. A fence of the language
//! `kanon` holds the arguments of `kanon exhibit`, which is run in the folder of the book's chapters.
//!
//! Exit codes: 0 done; 1 the renderer shows no exhibits; 2 bad input; else that of `kanon exhibit`.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod fences;

use fences::{Fence, fences};
use serde_json::Value;
use std::env;
use std::io::{self, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The renderer that can show HTML elements.
const RENDERER: &str = "html";

/// How this program receives a book.
const ADVICE: &str = "Let mdBook run it: put `[preprocessor.kanon]` into book.toml.";

/// Why there is no book, with the exit code.
struct Failure {
    message: String,
    exit_code: u8,
}

impl Failure {
    fn input(message: impl Into<String>) -> Self {
        Self { message: message.into(), exit_code: 2 }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        [] => preprocess(),
        ["supports", RENDERER] => Ok(()),
        ["supports", renderer] => Err(Failure {
            message: format!("exhibits are HTML elements, which `{renderer}` does not show."),
            exit_code: 1,
        }),
        _ => Err(Failure::input(format!("mdbook-kanon is a preprocessor of mdBook. {ADVICE}"))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { message, exit_code }) => {
            complain(&message);
            ExitCode::from(exit_code)
        }
    }
}

/// Prints a message. Control characters cannot reach a terminal.
fn complain(message: &str) {
    let lines: Vec<_> = message.split('\n').map(|line| kanon::error::shown(line, usize::MAX)).collect();
    // If standard error is closed, there is nowhere to report it.
    let _ = writeln!(stderr(), "{}", lines.join("\n"));
}

/// Reads the book, and prints it with its exhibits.
fn preprocess() -> Result<(), Failure> {
    let given: (Value, Value) = serde_json::from_reader(io::stdin().lock())
        .map_err(|error| Failure::input(format!("standard input is not a book from mdBook: {error}. {ADVICE}")))?;
    let (context, mut book) = given;
    let sources = sources(&context)?;
    // Before mdBook 0.5, the items of a book were called its sections.
    let items = match &mut book {
        Value::Object(book) if book.contains_key("items") => book.get_mut("items"),
        book => book.get_mut("sections"),
    };
    let Some(items) = items else {
        let problem = "the book from mdBook has no items";
        return Err(Failure::input(format!("{problem}. {ADVICE}")));
    };
    fill(items, &sources)?;
    (write!(stdout(), "{book}").and_then(|()| stdout().flush()))
        .map_err(|error| Failure::input(format!("standard output: {error}. mdBook has not taken the book.")))
}

/// The folder of the book's chapters.
fn sources(context: &Value) -> Result<PathBuf, Failure> {
    let Some(root) = context.get("root").and_then(Value::as_str) else {
        let problem = "mdBook did not name the book's folder";
        return Err(Failure::input(format!("{problem}. {ADVICE}")));
    };
    let chapters = context.pointer("/config/book/src").and_then(Value::as_str);
    Ok(Path::new(root).join(chapters.unwrap_or("src")))
}

/// Puts the exhibits into these items and all items below them.
fn fill(items: &mut Value, sources: &Path) -> Result<(), Failure> {
    let chapters = (items.as_array_mut().into_iter().flatten()).filter_map(|item| item.get_mut("Chapter"));
    for chapter in chapters {
        let place = (chapter.get("source_path").and_then(Value::as_str))
            .or_else(|| chapter.get("name").and_then(Value::as_str))
            .unwrap_or_default()
            .to_owned();
        if let Some(Value::String(text)) = chapter.get_mut("content") {
            *text = filled(text, &place, sources)?;
        }
        if let Some(items) = chapter.get_mut("sub_items") {
            fill(items, sources)?;
        }
    }
    Ok(())
}

/// A chapter with the exhibits of its fences.
fn filled(text: &str, chapter: &str, sources: &Path) -> Result<String, Failure> {
    let mut result = String::new();
    let mut end = 0;
    for fence in fences(text) {
        let line = text[..fence.place.start].matches('\n').count() + 1;
        let at = |message: &str| format!("{chapter}, line {line}: {message}");
        let (snippet, contents) =
            recorded(text, &fence, sources).map_err(|failure| Failure { message: at(&failure.message), ..failure })?;
        complain(&at(&contents));
        result += &text[end..fence.place.start];
        // Without blank lines around it, Markdown would read it as part of a paragraph.
        result += &format!("\n{snippet}\n");
        end = fence.place.end;
    }
    Ok(result + &text[end..])
}

/// The exhibit of a fence, and what `kanon exhibit` says of it.
fn recorded(text: &str, fence: &Fence, sources: &Path) -> Result<(String, String), Failure> {
    const HELP: &str = "The fence contains the arguments of `kanon exhibit`.";
    let begins_line = fence.place.start == 0 || text.as_bytes()[fence.place.start - 1] == b'\n';
    if !begins_line {
        return Err(Failure::input(
            "an exhibit cannot be inside a list or a quotation. Start the fence at the beginning of a line, outside of it.",
        ));
    }
    let Some(words) = shlex::split(&fence.words) else {
        let problem = "a quote is not closed";
        return Err(Failure::input(format!("{problem}: {}", fence.words.trim())));
    };
    if words.iter().any(|word| word == "--out" || word.starts_with("--out=")) {
        return Err(Failure::input("`--out` names a file, but the exhibit is placed here. Leave it out."));
    }
    let kanon = kanon();
    let failed = |error| format!("{} cannot be run in {}: {error}", kanon.display(), sources.display());
    let mut command = Command::new(&kanon);
    command.arg("exhibit").args(words).current_dir(sources).stdin(Stdio::null());
    let output = command.output().map_err(|error: io::Error| Failure::input(failed(error)))?;
    let [printed, said] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let said = said.trim_end();
    if output.status.success() && printed.starts_with("<kanon-") {
        return Ok((printed, said.to_owned()));
    }
    let message = match output.status.success() {
        // Asked for its help.
        true => format!("{}\n{HELP}", printed.trim_end()),
        false if said.contains("Usage: ") || said.starts_with("error: ") => {
            format!("{}\n{HELP}", said.trim_start_matches("error: "))
        }
        false => said.to_owned(),
    };
    let code = output.status.code().and_then(|code| u8::try_from(code).ok());
    Err(Failure { message, exit_code: code.filter(|&code| code > 0).unwrap_or(2) })
}

/// The program `kanon` beside this one, or else the one on the path.
fn kanon() -> PathBuf {
    let name = format!("kanon{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe().map(|own| own.with_file_name(&name));
    beside.ok().filter(|path| path.is_file()).unwrap_or_else(|| name.into())
}
