//! The types of the page that are types of the core: `www/engine/wire/core.ts` is written from them.

use crate::audit::CheckedCondition;
use crate::compare::CandidateReport;
use crate::data::{
    ColumnProfile, ColumnSigns, EncodingEvidence, LinkSuggestion, OddRecord, RaggedRecord, RenamedColumn,
};
use crate::document::ProofState;
use crate::frontier::SafeHarborTable;
use crate::hierarchy::{Blocks, CoveredColumn, Edit, Proposal};
use crate::recipe::{Recipe, Swept};
use crate::release::review::{Blank, Reviewed};
use crate::release::verify::Claim;
use crate::report::UniquesReport;
use crate::review_files::{DeclaredColumn, GivenFile, Recognized, StatementSource};
use crate::run::{FindingsView, RecordView};
use crate::search::PropertyCounters;
use crate::table::LevelSummary;
use std::collections::BTreeMap;
use ts_rs::{Config, TS, TypeVisitor};

/// Where they are.
const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/www/engine/wire/core.ts");

/// What the tool that lays the page's sources out changes: spaces, the signs between fields, and quotes around keys.
const LAYOUT: [char; 3] = [',', ';', '"'];

/// Declarations by their names.
struct Declared {
    config: Config,
    types: BTreeMap<String, String>,
}

impl Declared {
    fn with<T: TS + 'static + ?Sized>(mut self) -> Self {
        self.visit::<T>();
        self
    }

    /// All of them, as a module.
    fn text(&self) -> String {
        let head =
            "/** The types of the core that cross to the page, written from the core: see `src/jobs/tests.rs`. */\n";
        self.types.values().fold(head.to_owned(), |text, declaration| text + "\n" + declaration)
    }
}

impl TypeVisitor for Declared {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            return;
        }
        let docs = T::docs().map(|docs| docs.trim_end().to_owned() + "\n").unwrap_or_default();
        let declaration = plain_comments(&format!("{docs}export {}\n", read_only(&T::decl(&self.config))));
        match self.types.insert(T::ident(&self.config), declaration.clone()) {
            Some(known) => assert_eq!(known, declaration, "two types have one name"),
            None => T::visit_dependencies(self),
        }
    }
}

/// A declaration whose values nobody changes. A field that may be left out is never null.
fn read_only(declaration: &str) -> String {
    let mut text = String::new();
    let mut rest = declaration;
    while let Some(colon) = rest.find("?: ") {
        let (before, after) = rest.split_at(colon + 3);
        let (kind, behind) = after.split_at(end_of_type(after));
        text = text + before + kind.strip_suffix(" | null").unwrap_or(kind);
        rest = behind;
    }
    let text = (text + rest).replace("Array<", "ReadonlyArray<").replace("[key in string]", "readonly [key: string]");
    let lines = text.lines().map(|line| {
        let is_comment = line.starts_with("/**") || line.starts_with(" *");
        if is_comment { line.to_owned() } else { with_read_only_fields(line) }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A line of a declaration with `readonly` before each field and each list of a field.
fn with_read_only_fields(line: &str) -> String {
    let mut text = String::new();
    for part in line.split_inclusive(['{', ',']) {
        let name = part.trim_start().split(": ").next().unwrap_or_default().trim_end_matches('?');
        let is_name = name.chars().all(|sign| sign.is_alphanumeric() || "_-\"".contains(sign));
        text.push_str(if is_name && part.contains(": ") { " readonly " } else { "" });
        text.push_str(&part.replace(": [", ": readonly ["));
    }
    text
}

/// Where the type of a field ends: at the comma that is in no bracket.
fn end_of_type(text: &str) -> usize {
    let mut depth = 0;
    let ends = |sign: char| {
        match sign {
            '<' | '[' | '{' | '(' => depth += 1,
            '>' | ']' | '}' | ')' => depth -= 1,
            _ => {}
        }
        depth < 0 || (depth == 0 && sign == ',')
    };
    text.find(ends).unwrap_or(text.len())
}

/// Comments without links into the core, and in one line if they have one.
fn plain_comments(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        match lines.as_slice() {
            [.., begin, only] if line == " */" && begin == "/**" => {
                let only = format!("/**{} */", only.trim_start_matches(" *"));
                lines.truncate(lines.len() - 2);
                lines.push(only);
            }
            _ => lines.push(line.replace("[`", "`")),
        }
    }
    let text = lines.join("\n") + "\n";
    let mut linked = text.split("`]");
    let mut plain = linked.next().unwrap_or_default().to_owned();
    for behind in linked {
        let target = behind.strip_prefix('(').and_then(|target| target.split_once(')'));
        plain = plain + "`" + target.map_or(behind, |(_, rest)| rest);
    }
    plain
}

/// A text without its layout.
fn words(text: &str) -> String {
    let signs: String = text.chars().filter(|sign| !sign.is_whitespace() && !LAYOUT.contains(sign)).collect();
    signs.replace("=|", "=").replace(":|", ":").replace("<|", "<").replace("(|", "(")
}

#[test]
fn the_types_of_the_page_are_those_of_the_core() {
    let declared = Declared { config: Config::default().with_large_int("number"), types: BTreeMap::new() };
    let declared = declared
        .with::<Recipe>()
        .with::<Swept>()
        .with::<Edit>()
        .with::<OddRecord>()
        .with::<UniquesReport>()
        .with::<FindingsView>()
        .with::<RecordView>()
        .with::<CandidateReport>()
        .with::<CheckedCondition>()
        .with::<Reviewed>()
        .with::<Blank>()
        .with::<Blocks>()
        .with::<Claim>()
        .with::<ColumnProfile>()
        .with::<ColumnSigns>()
        .with::<CoveredColumn>()
        .with::<DeclaredColumn>()
        .with::<EncodingEvidence>()
        .with::<GivenFile>()
        .with::<LevelSummary>()
        .with::<LinkSuggestion>()
        .with::<ProofState>()
        .with::<PropertyCounters>()
        .with::<Proposal>()
        .with::<RaggedRecord>()
        .with::<Recognized>()
        .with::<RenamedColumn>()
        .with::<SafeHarborTable>()
        .with::<StatementSource>();
    let text = declared.text();
    if std::env::var_os("KANON_WRITE_TYPES").is_some() {
        std::fs::write(PATH, &text).unwrap();
    }
    let page = std::fs::read_to_string(PATH).unwrap_or_default();
    assert!(
        words(&page) == words(&text),
        "{PATH} is not what the core says: run this test with KANON_WRITE_TYPES=1, and `npm --prefix pkg-config run format`"
    );
}
