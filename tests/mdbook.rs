//! `mdbook-kanon`, the preprocessor of books: each fence becomes what the command line prints.
//!
//! Everything else of the book stays as it is, to the letter. Mistakes are named by chapter and line.

use crate::support::markup::Element;
use crate::support::program::{Ended, Folder};
use serde_json::{Value, json};

const REPLAY: &str = "```kanon\nreplay --recipe data/recipe.json --data data/data.csv --algorithm flash\n```";

/// A book of one chapter with another below it, whose files lie in `text/data/`.
fn book(chapter: &str, below: &str) -> Folder {
    let folder = Folder::of_ages();
    folder.shell("mkdir -p text/data && mv *.csv *.json text/data").exits(0);
    let root = folder.path("");
    let context = json!({
        "root": root, "config": {"book": {"src": "text"}}, "renderer": "html", "mdbook_version": "0.5.4",
    });
    let chapter = json!({"items": [
        {"PartTitle": "A part"},
        "Separator",
        {"Chapter": {"name": "One", "content": chapter, "number": [1], "path": "one.md", "source_path": "one.md",
            "parent_names": [], "sub_items": [
                {"Chapter": {"name": "Two", "content": below, "number": [1, 1], "path": "two.md",
                    "source_path": "two.md", "parent_names": ["One"], "sub_items": []}}]}}]});
    folder.write("book.json", json!([context, chapter]).to_string());
    folder
}

fn run(folder: &Folder) -> Ended {
    folder.shell("mdbook-kanon < book.json")
}

/// The text of both chapters as they come back, and the book around them.
fn chapters(ended: &Ended) -> (String, String, Value) {
    let mut book: Value = serde_json::from_str(&ended.printed()).unwrap();
    let mut take = |path: &str| {
        let text = book.pointer_mut(path).unwrap().take();
        text.as_str().unwrap().to_owned()
    };
    let below = take("/items/2/Chapter/sub_items/0/Chapter/content");
    (take("/items/2/Chapter/content"), below, book)
}

#[test]
fn only_html_is_supported() {
    let folder = Folder::empty();
    (folder.shell("mdbook-kanon supports html")).exits(0).prints_nothing();
    let advice = ["HTML elements", "`epub`"];
    (folder.shell("mdbook-kanon supports epub")).exits(1).complains(&advice);
}

#[test]
fn a_fence_becomes_what_the_command_line_prints() {
    let text = format!("# One\n\nBefore.\n{REPLAY}\nAfter.\n\n```sh\nkanon exhibit\n```\n");
    let folder = book(&text, "Nothing here.\n");
    let printed = folder
        .shell("cd text && kanon exhibit replay --recipe data/recipe.json --data data/data.csv --algorithm flash")
        .exits(0)
        .printed();
    let ended = run(&folder).exits(0);
    let (one, two, around) = chapters(&ended);
    assert_eq!(one, text.replace(REPLAY, &format!("\n{printed}\n")));
    assert_eq!(two, "Nothing here.\n");
    let given: Value = serde_json::from_str(&folder.read("book.json")).unwrap();
    let mut expected = given[1].clone();
    expected["items"][2]["Chapter"]["content"] = Value::Null;
    expected["items"][2]["Chapter"]["sub_items"][0]["Chapter"]["content"] = Value::Null;
    assert_eq!(around, expected, "nothing else has changed");
    ended.complains_of_nothing_but("one.md, line 4: It holds ");
}

#[test]
fn several_fences_of_several_chapters_are_found_as_mdbook_finds_fences() {
    let quoted = "~~~\n```kanon\nnothing\n```\n~~~\n";
    let words = "replay --recipe data/recipe.json\n  --data 'data/data.csv' --algorithm datafly";
    let text = format!("{REPLAY}\n{quoted}{REPLAY}");
    let below = format!("    ```kanon\n    code\n\n````kanon\n{words}\n````\n");
    let folder = book(&text, &below);
    let (one, two, _) = chapters(&run(&folder).exits(0));
    assert_eq!(one.matches("<kanon-replay>").count(), 2);
    assert!(one.contains(quoted), "{one}");
    assert_eq!(two.matches("<kanon-replay>").count(), 1);
    assert!(two.starts_with("    ```kanon\n    code\n"), "{two}");
    let exhibit = &two[two.find("<kanon").unwrap()..];
    assert_eq!(Element::read(exhibit).all("script").len(), 1);
}

#[test]
fn what_is_wrong_in_a_fence_is_named_by_chapter_and_line() {
    let cases: [(&str, i32, &[&str]); 7] = [
        ("lattice --recipe gone.json --data data/data.csv", 2, &["gone.json"]),
        ("replay --recipe data/recipe.json --data data/data.csv --algorithm fastest", 2, &["there is no such search"]),
        ("painting", 2, &["painting", "the arguments of `kanon exhibit`"]),
        ("replay --recipe 'data", 2, &["a quote is not closed: replay --recipe 'data"]),
        ("", 2, &["the arguments of `kanon exhibit`"]),
        ("lattice --help", 2, &["Usage: kanon exhibit"]),
        (
            "lattice --recipe data/recipe.json --data data/data.csv --out data/exhibit.html",
            2,
            &["`--out` names a file", "Leave it out"],
        ),
    ];
    for (words, code, parts) in cases {
        let folder = book("", &format!("Text.\n\n```kanon\n{words}\n```\n"));
        let ended = run(&folder).exits(code).prints_nothing().complains(parts);
        ended.complains(&["two.md, line 3: "]);
        assert!(!folder.has("text/data/exhibit.html"));
    }
    for (begin, text) in [("- ", "- Text.\n  "), ("> ", "> ")] {
        let text = format!("{begin}a\n\n{text}{}", REPLAY.replace('\n', "\n  "));
        let advice = ["one.md, line ", "cannot be inside a list or a quotation", "outside of it"];
        (run(&book(&text, ""))).exits(2).prints_nothing().complains(&advice);
    }
}

#[test]
fn what_is_no_book_is_refused() {
    let folder = Folder::empty();
    let advice = "`[preprocessor.kanon]` into book.toml";
    for (given, part) in [
        ("", "not a book from mdBook"),
        ("[{}, {}]", "mdBook did not name the book's folder"),
        ("[{\"root\": \".\", \"config\": {\"book\": {\"src\": \".\"}}}, {}]", "has no items"),
    ] {
        folder.write("book.json", given);
        run(&folder).exits(2).prints_nothing().complains(&[part, advice]);
    }
}
