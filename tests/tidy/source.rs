//! A Rust file as a sequence of tokens, each with its line and whether it is there for tests only.

use std::sync::Arc;

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

use crate::tree::File;

/// A parsed Rust file.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
    /// Without comments.
    pub(crate) tokens: Vec<Token>,
}

/// An identifier, a literal, a bracket or a punctuation mark; `::` is one token.
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) first_line: usize,
    pub(crate) last_line: usize,
    /// Within an item under `#[cfg(test)]`.
    pub(crate) in_test: bool,
    /// The modules that the file opens around it.
    pub(crate) modules: Arc<[String]>,
}

impl Source {
    /// Reads a file into tokens.
    pub(crate) fn parse(file: &File) -> Self {
        let stream = file.text.parse::<TokenStream>();
        assert!(stream.is_ok(), "{}: not Rust: {stream:?}", file.path);
        let stream = stream.unwrap_or_default();
        let whole_file_is_test =
            file.path.starts_with("src/") && (file.path.ends_with("/tests.rs") || file.path.contains("/tests/"));
        let mut reader = Reader { tokens: Vec::new() };
        reader.read(stream, whole_file_is_test, &Arc::from([]));
        Self { path: file.path.clone(), text: file.text.clone(), tokens: reader.tokens }
    }

    /// The module path of the file: `src/data/csv/mod.rs` is `data`, `csv`. The root for `src/lib.rs`, nothing for a
    /// file that is no module of the library.
    pub(crate) fn module(&self) -> Option<Vec<&str>> {
        let inner = self.path.strip_prefix("src/")?.strip_suffix(".rs")?;
        let mut parts: Vec<&str> = inner.split('/').collect();
        if parts.first() == Some(&"bin") {
            return None;
        }
        if matches!(parts.last(), Some(&("mod" | "lib"))) {
            parts.pop();
        }
        Some(parts)
    }

    /// What the paths that start with the given word name next, each with the index of its token: `crate::data::Table`
    /// names `data`, and `crate::{data::Table, loss}` names `data` and `loss`.
    pub(crate) fn named_after(&self, start: &str) -> Vec<usize> {
        let mut named = Vec::new();
        for (index, token) in self.tokens.iter().enumerate() {
            let is_start = token.text == start
                && self.text_at(index + 1) == "::"
                && !(index > 0 && self.text_at(index - 1) == "::");
            if is_start {
                named.extend(self.heads(index + 2));
            }
        }
        named
    }

    /// The first words of the paths that begin at a token: one, or those of a group.
    pub(crate) fn heads(&self, index: usize) -> Vec<usize> {
        if self.text_at(index) != "{" {
            return vec![index];
        }
        let mut heads = Vec::new();
        let mut depth = 0;
        for inner in index..self.tokens.len() {
            match self.text_at(inner) {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            let follows_separator = depth == 1 && matches!(self.text_at(inner), "{" | ",");
            if follows_separator && !matches!(self.text_at(inner + 1), "}" | "") {
                heads.push(inner + 1);
            }
        }
        heads
    }

    /// The text of a token, empty past the end.
    pub(crate) fn text_at(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| &token.text)
    }
}

struct Reader {
    tokens: Vec<Token>,
}

impl Reader {
    fn read(&mut self, stream: TokenStream, in_test: bool, modules: &Arc<[String]>) {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        let mut in_test = in_test;
        let mut item_is_test = false;
        let mut item_is_use = false;
        let mut index = 0;
        while let Some(tree) = trees.get(index) {
            if let Some((attribute, is_inner, length)) = attribute_at(&trees, index) {
                let text = attribute.stream().to_string();
                if text.starts_with("doc =") {
                    index += length;
                    continue;
                }
                if is_test_only(&text) {
                    if is_inner {
                        in_test = true;
                    } else {
                        item_is_test = true;
                    }
                }
            }
            let is_test = in_test || item_is_test;
            match tree {
                TokenTree::Group(group) => {
                    let inner = module_opened(&trees, index, group)
                        .map_or_else(|| modules.clone(), |name| modules.iter().cloned().chain([name]).collect());
                    self.push_bracket(group, true, is_test, modules);
                    self.read(group.stream(), is_test, &inner);
                    self.push_bracket(group, false, is_test, modules);
                    if group.delimiter() == Delimiter::Brace && !item_is_use {
                        item_is_test = false;
                    }
                }
                TokenTree::Punct(punct) => {
                    let mut text = punct.as_char().to_string();
                    if text == ":" && punct.spacing() == Spacing::Joint && is_colon(&trees, index + 1) {
                        text = "::".to_owned();
                        index += 1;
                    }
                    if text == ";" {
                        item_is_use = false;
                    }
                    self.push(text, punct.span(), is_test, modules);
                    if punct.as_char() == ';' {
                        item_is_test = false;
                    }
                }
                TokenTree::Ident(ident) => {
                    item_is_use |= ident == "use";
                    self.push(ident.to_string(), ident.span(), is_test, modules);
                }
                TokenTree::Literal(literal) => {
                    self.push(literal.to_string(), literal.span(), is_test, modules);
                }
            }
            index += 1;
        }
    }

    fn push(&mut self, text: String, span: proc_macro2::Span, in_test: bool, modules: &Arc<[String]>) {
        self.tokens.push(Token {
            text,
            first_line: span.start().line,
            last_line: span.end().line,
            in_test,
            modules: modules.clone(),
        });
    }

    fn push_bracket(&mut self, group: &Group, opens: bool, in_test: bool, modules: &Arc<[String]>) {
        let (open, close) = match group.delimiter() {
            Delimiter::Brace => ("{", "}"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::None => return,
        };
        let (text, span) = if opens { (open, group.span_open()) } else { (close, group.span_close()) };
        self.push(text.to_owned(), span, in_test, modules);
    }
}

/// The attribute that starts at a token, whether it is an inner one, and how many tokens it has.
fn attribute_at(trees: &[TokenTree], index: usize) -> Option<(&Group, bool, usize)> {
    let is_mark =
        |index: usize, mark: char| matches!(trees.get(index), Some(TokenTree::Punct(punct)) if punct.as_char() == mark);
    if !is_mark(index, '#') {
        return None;
    }
    let is_inner = is_mark(index + 1, '!');
    let length = if is_inner { 3 } else { 2 };
    match trees.get(index + length - 1) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => Some((group, is_inner, length)),
        _ => None,
    }
}

fn is_test_only(attribute: &str) -> bool {
    let compact: String = attribute.split_whitespace().collect();
    compact == "cfg(test)" || compact.starts_with("cfg(all(test,")
}

fn is_colon(trees: &[TokenTree], index: usize) -> bool {
    matches!(trees.get(index), Some(TokenTree::Punct(punct)) if punct.as_char() == ':')
}

/// The name of the module whose body the group is.
fn module_opened(trees: &[TokenTree], index: usize, group: &Group) -> Option<String> {
    if group.delimiter() != Delimiter::Brace || index < 2 {
        return None;
    }
    match (&trees[index - 2], &trees[index - 1]) {
        (TokenTree::Ident(keyword), TokenTree::Ident(name)) if keyword == "mod" => Some(name.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file as if it stood in the tree.
    fn parsed(text: &str) -> Source {
        Source::parse(&File { path: "src/data/table.rs".to_owned(), text: text.to_owned() })
    }

    fn test_words(text: &str) -> Vec<String> {
        parsed(text)
            .tokens
            .into_iter()
            .filter(|token| token.in_test)
            .map(|token| token.text)
            .filter(|text| text.starts_with("t_"))
            .collect()
    }

    #[test]
    fn test_items_end_where_they_end() {
        let text = "#[cfg(test)] use a::{t_1, b::{t_2}}; fn no_1() {}
            #[cfg(test)] #[allow(x)] pub(crate) fn t_3(t_4: u8) -> u8 { t_5 } fn no_2() {}
            #[cfg(all(test, unix))] mod t_6 { mod inner { fn t_7() {} } } fn no_3() {}
            #[cfg(test)] const t_8: u8 = 1; #[cfg(not(test))] fn t_no() {}
            #[cfg(test)] mod t_9;";
        let found = test_words(text);
        assert_eq!(found, ["t_1", "t_2", "t_3", "t_4", "t_5", "t_6", "t_7", "t_8", "t_9"]);
    }

    #[test]
    fn comments_and_strings_name_nothing() {
        let source =
            parsed("//! See [`crate::wasm`].\n/// crate::loss\n// crate::risk\nconst A: &str = \"crate::search\";");
        assert!(source.named_after("crate").is_empty());
    }

    #[test]
    fn groups_name_the_head_of_each_path() {
        let source = parsed("use crate::{data::{Table, loss}, risk, search::x as y,}; fn f() { crate::release::g() }");
        let named: Vec<&str> = source.named_after("crate").into_iter().map(|index| source.text_at(index)).collect();
        assert_eq!(named, ["data", "risk", "search", "release"]);
    }
}
