//! The fences of a chapter.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// The language of a fence.
const LANGUAGE: &str = "kanon";

/// A fence with arguments for an exhibit.
pub(crate) struct Fence {
    /// Its place in the chapter, in bytes.
    pub(crate) place: Range<usize>,
    /// Its text.
    pub(crate) words: String,
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

/// The fences of a chapter that contain arguments for an exhibit. Linear in the text.
pub(crate) fn fences(text: &str) -> Vec<Fence> {
    let mut found = Vec::new();
    let mut inside: Option<Fence> = None;
    for (event, place) in Parser::new_ext(text, extensions()).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info)))
                if info.split([' ', ',']).next() == Some(LANGUAGE) =>
            {
                inside = Some(Fence { place, words: String::new() });
            }
            Event::Text(part) => {
                if let Some(fence) = &mut inside {
                    fence.words += &part;
                }
            }
            Event::End(TagEnd::CodeBlock) => found.extend(inside.take()),
            _ => {}
        }
    }
    found
}
