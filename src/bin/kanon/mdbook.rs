//! `kanon mdbook`: a preprocessor of mdBook that replaces fences by exhibits.
//!
//! mdBook passes the whole book as JSON on standard input and takes it back on standard output. A fence of the language
//! `kanon` holds the arguments of `kanon exhibit`. Its files are relative to the folder of the book's chapters.

use crate::console::{complain, hand_out, leave_standard_output};
use crate::exhibit::Exhibit;
use crate::failure::Failure;
use clap::{Args, Parser, Subcommand};
use pulldown_cmark::{CodeBlockKind, Event, Options, Tag, TagEnd};
use serde_json::Value;
use std::env;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The language of a fence.
const LANGUAGE: &str = "kanon";

/// The renderer that can show HTML elements.
const RENDERER: &str = "html";

/// How this program receives the settings of a book.
const ADVICE: &str = "Let mdBook run it: put `[preprocessor.kanon]` with `command = \"kanon mdbook\"` into book.toml.";

#[derive(Args)]
pub(crate) struct Mdbook {
    #[command(subcommand)]
    question: Option<Question>,
}

#[derive(Subcommand)]
enum Question {
    /// Whether a renderer shows exhibits: exit code 0 for html, 1 for every other
    Supports {
        /// The renderer, as mdBook calls it
        renderer: String,
    },
}

/// The arguments in a fence, parsed like those of `kanon exhibit`.
#[derive(Parser)]
#[command(name = "kanon exhibit", disable_help_flag = true)]
struct Fence {
    #[command(flatten)]
    exhibit: Exhibit,
}

impl Mdbook {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.question {
            Some(Question::Supports { renderer }) if renderer == RENDERER => Ok(()),
            Some(Question::Supports { renderer }) => {
                Err(Failure::no(format!("exhibits are HTML elements, which `{renderer}` does not show.")))
            }
            None => preprocess(),
        }
    }
}

/// Reads the book, and prints it with its exhibits.
fn preprocess() -> Result<(), Failure> {
    // Standard output is reserved for the book.
    leave_standard_output();
    let given: (Value, Value) = serde_json::from_reader(io::stdin().lock())
        .map_err(|error| Failure::input(format!("standard input is not a book from mdBook: {error}. {ADVICE}")))?;
    let (context, mut book) = given;
    let sources = sources(&context)?;
    env::set_current_dir(&sources).map_err(|error| Failure::file(&sources, error))?;
    // Before mdBook 0.5, the items of a book were called its sections.
    let items = match &mut book {
        Value::Object(book) if book.contains_key("items") => book.get_mut("items"),
        book => book.get_mut("sections"),
    };
    let Some(items) = items else {
        let problem = "the book from mdBook has no items";
        return Err(Failure::input(format!("{problem}. {ADVICE}")));
    };
    fill(items)?;
    hand_out(&book.to_string());
    Ok(())
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
fn fill(items: &mut Value) -> Result<(), Failure> {
    let chapters = (items.as_array_mut().into_iter().flatten()).filter_map(|item| item.get_mut("Chapter"));
    for chapter in chapters {
        let place = (chapter.get("source_path").and_then(Value::as_str))
            .or_else(|| chapter.get("name").and_then(Value::as_str))
            .unwrap_or_default()
            .to_owned();
        if let Some(Value::String(text)) = chapter.get_mut("content") {
            *text = filled(text, &place)?;
        }
        if let Some(items) = chapter.get_mut("sub_items") {
            fill(items)?;
        }
    }
    Ok(())
}

/// A chapter with the exhibits of its fences.
fn filled(text: &str, chapter: &str) -> Result<String, Failure> {
    let mut result = String::new();
    let mut end = 0;
    for (range, words) in fences(text) {
        let line = text[..range.start].matches('\n').count() + 1;
        let failed =
            |failure: Failure| Failure { message: format!("{chapter}, line {line}: {}", failure.message), ..failure };
        let exhibit = recorded(text, &range, &words).map_err(failed)?;
        complain(&format!("{chapter}, line {line}: {}", exhibit.contents()));
        result += &text[end..range.start];
        // Without blank lines around it, Markdown would read it as part of a paragraph.
        result += &format!("\n{}\n", exhibit.snippet());
        end = range.end;
    }
    Ok(result + &text[end..])
}

/// The exhibit of a fence.
fn recorded(text: &str, range: &Range<usize>, words: &str) -> Result<kanon::exhibit::Exhibit, Failure> {
    let begins_line = range.start == 0 || text.as_bytes()[range.start - 1] == b'\n';
    if !begins_line {
        return Err(Failure::input(
            "an exhibit cannot be inside a list or a quotation. Start the fence at the beginning of a line, outside of it.",
        ));
    }
    let Some(words) = shlex::split(words) else {
        let problem = "a quote is not closed";
        return Err(Failure::input(format!("{problem}: {}", words.trim())));
    };
    let words = ["kanon exhibit".to_owned()].into_iter().chain(words);
    let fence = Fence::try_parse_from(words).map_err(|error| {
        let message = error.render().to_string();
        let message = message.trim_end().trim_start_matches("error: ");
        let advice = "The fence contains the arguments of `kanon exhibit`.";
        Failure::input(format!("{message}\n{advice}"))
    })?;
    fence.exhibit.recorded()
}

/// The extensions of CommonMark in mdBook that may contain or hide a fence.
fn extensions() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_GFM
}

/// The fences of a chapter that contain arguments for an exhibit: their place and their text. Linear in the text.
fn fences(text: &str) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let mut inside: Option<(Range<usize>, String)> = None;
    for (event, range) in pulldown_cmark::Parser::new_ext(text, extensions()).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info)))
                if info.split([' ', ',']).next() == Some(LANGUAGE) =>
            {
                inside = Some((range, String::new()));
            }
            Event::Text(part) => {
                if let Some((_, words)) = &mut inside {
                    *words += &part;
                }
            }
            Event::End(TagEnd::CodeBlock) => found.extend(inside.take()),
            _ => {}
        }
    }
    found
}
