//! The book of `docs/src` and README, held against the program.
//!
//! - Every link leads somewhere, and the book names no other host. README's snippets work.
//! - Every command in a fence `sh` runs. `sh,exits-1` says which exit code is expected. A fence `text` after it is the
//!   command's output; times are ignored.
//! - The recorded reports are those of the book's table, and the checks of its replays those of the searches.
//! - The references of the recipe, the reports, the warnings and the commands list what the program has and nothing
//!   else. The recipe's keys are found by asking its reader for a key that does not exist.
//! - The glossary is that of the page.

use crate::support::chapters::{self, Chapter};
use crate::support::program::Folder;
use kanon::document::GLOSSARY;
use kanon::recipe::Recipe;
use kanon::release::disclosure::Warning;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::Path;

/// The script of the exhibits, which the build of the book puts beside the chapters.
const SCRIPT: &str = "kanon.js";

/// A folder with the book's small table and its recipes.
fn scratch() -> Folder {
    let folder = Folder::empty();
    for entry in fs::read_dir(chapters::folder().join("data")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        folder.write(&name, fs::read(&path).unwrap());
    }
    folder
}

/// A text without the times that it tells, as in `0.01 s`.
fn timeless(text: &str) -> Vec<String> {
    let line = |line: &str| {
        let mut words: Vec<&str> = line.split(' ').collect();
        for place in 1..words.len() {
            if words[place] == "s" && words[place - 1].parse::<f64>().is_ok() {
                words[place - 1] = "0.00";
            }
        }
        words.join(" ")
    };
    text.trim_end().lines().map(line).collect()
}

/// The commands of a fence, one a line. In the text, `\` at the end of a line continues a command.
fn commands_of(fence: &str) -> String {
    fence.replace("\\\n", " ")
}

/// The README, read as a chapter.
fn readme() -> Chapter {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    Chapter { name: "README.md".to_owned(), text: fs::read_to_string(path).unwrap() }
}

/// The text of the only fence of a language in the README.
fn snippet(language: &str) -> String {
    let mut fences = readme().fences().into_iter().filter(|fence| fence.info == language);
    let fence = fences.next().unwrap();
    assert!(fences.next().is_none(), "README.md has several fences `{language}`");
    assert!(fence.text.lines().count() <= 8, "README.md, line {}: a snippet has at most eight lines", fence.line);
    fence.text
}

#[test]
fn every_link_of_the_readme_leads_somewhere() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let links = readme().links();
    assert!(links.len() > 20, "{links:?}");
    for link in links {
        assert!(!link.contains("://"), "README.md: {link} leads out of the project");
        let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
        assert!(home.join(path).exists(), "README.md: {link}");
        if !anchor.is_empty() {
            let chapter = path.strip_prefix("docs/src/").unwrap();
            assert!(Chapter::named(chapter).anchors().contains(&anchor.to_owned()), "README.md: {link}");
        }
    }
}

#[test]
fn the_commands_of_the_readme_run() {
    let folder = Folder::empty();
    let commands = commands_of(&snippet("sh"));
    for command in commands.lines() {
        assert!(command.starts_with("kanon "), "README.md: `{command}` is not run by this test");
        folder.shell(command).exits(0);
    }
    assert_eq!(commands.lines().count(), 3);
}

/// The Rust snippet of the README is the text between the two marks, to the letter.
fn snippet_of_the_readme() -> Result<(), Box<dyn Error>> {
    // README: begin
    let recipe = std::fs::read_to_string("docs/src/data/visits.kanon.json")?;
    let recipe = kanon::recipe::Recipe::parse(&recipe)?;
    let table = std::fs::read("docs/src/data/visits.csv")?;
    let done = kanon::anonymize(&table, &recipe)?;
    if !done.verification.holds {
        return Err("a claim of the release does not hold".into());
    }
    let (release, report) = (done.release, done.report.to_json());
    // README: end
    assert!(release.starts_with(b"age,"), "{}", String::from_utf8_lossy(&release));
    assert!(report.contains("\"optimal\": true"), "{report}");
    Ok(())
}

#[test]
fn the_rust_snippet_of_the_readme_finds_the_best_policy() {
    snippet_of_the_readme().unwrap();
    let marked = include_str!("docs.rs").split("    // README: begin\n").nth(1).unwrap();
    let marked = marked.split("    // README: end\n").next().unwrap();
    let lines = marked.lines().map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line)));
    assert_eq!(snippet("rust"), lines.collect::<String>());
}

#[test]
fn the_recipes_that_the_book_shows_are_recipes() {
    let mut recipes = 0;
    for name in ["recipe.md", "frontier.md"] {
        for fence in Chapter::named(name).fences() {
            if fence.info != "json" || fence.text.starts_with("{{") {
                continue;
            }
            let shown: Value = serde_json::from_str(&fence.text).unwrap();
            let recipe = match shown.get("columns") {
                Some(_) => with(&[], shown),
                None => with(&["uniques".to_owned()], shown),
            };
            let read = Recipe::parse(&recipe.to_string());
            assert!(read.is_ok(), "{name}, line {}: {}", fence.line, read.unwrap_err());
            recipes += 1;
        }
    }
    assert_eq!(recipes, 3);
}

#[test]
fn every_link_of_the_book_leads_somewhere() {
    let all = chapters::all();
    let summary = Chapter::named("SUMMARY.md");
    for chapter in &all {
        for link in chapter.links() {
            assert!(!link.contains("://"), "{}: {link} leads out of the book", chapter.name);
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let path = if path.is_empty() { &chapter.name } else { path };
            assert!(path == SCRIPT || chapters::folder().join(path).is_file(), "{}: {link}", chapter.name);
            if !anchor.is_empty() {
                assert!(Chapter::named(path).anchors().contains(&anchor.to_owned()), "{}: {link}", chapter.name);
            }
        }
        let is_listed = chapter.name == summary.name || summary.links().contains(&chapter.name);
        assert!(is_listed, "{} is not in the summary", chapter.name);
    }
    let pictures = fs::read_dir(chapters::folder().join("pictures")).unwrap();
    for picture in pictures {
        let path = format!("pictures/{}", picture.unwrap().file_name().to_string_lossy());
        let is_shown = all.iter().any(|chapter| chapter.links().contains(&path));
        assert!(is_shown, "no chapter shows {path}");
    }
}

#[test]
fn every_command_of_the_book_runs_and_prints_what_it_says() {
    let mut commands = 0;
    for chapter in chapters::all() {
        let folder = scratch();
        let mut printed: Option<String> = None;
        for fence in chapter.fences() {
            let place = format!("{}, line {}", chapter.name, fence.line);
            let code = match fence.info.as_str() {
                "sh" => 0,
                "sh,exits-1" => 1,
                "text" if fence.follows => {
                    let printed = printed.take().unwrap();
                    assert_eq!(timeless(&fence.text), timeless(&printed), "{place}");
                    continue;
                }
                _ => continue,
            };
            let mut output = String::new();
            for command in commands_of(&fence.text).lines() {
                let is_run = command.starts_with("kanon ");
                assert!(is_run, "{place}: `{command}` is not run by this test");
                output += &folder.shell(command).exits(code).printed();
                commands += 1;
            }
            printed = Some(output);
        }
    }
    assert!(commands > 10, "only {commands} commands were found");
}

#[test]
fn the_recorded_reports_of_the_book_are_those_of_its_table() {
    let folder = scratch();
    (folder
        .kanon("anonymize visits.csv --recipe visits.kanon.json --threads 1 --out r.csv --report visits.report.json"))
    .exits(0);
    (folder.kanon("frontier visits.csv --recipe visits.kanon.json --report visits.frontier.json")).exits(0);
    for name in ["visits.report.json", "visits.frontier.json"] {
        let recorded = fs::read_to_string(chapters::folder().join("data").join(name)).unwrap();
        let read = |text: &str| {
            let mut report: Value = serde_json::from_str(text).unwrap();
            report["seconds"] = Value::Null;
            report
        };
        assert_eq!(read(&recorded), read(&folder.read(name)), "docs/src/data/{name} is out of date");
    }
}

#[test]
fn the_checks_of_the_replays_are_those_of_the_searches() {
    let folder = scratch();
    let recipe: Value = serde_json::from_str(&folder.read("search.kanon.json")).unwrap();
    let chapter = Chapter::named("searches.md");
    let rows: Vec<Vec<&str>> = (chapter.text.lines())
        .filter(|line| line.starts_with("| ["))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), 6);
    for row in rows {
        let link = row[1].split_once("](").unwrap().1;
        let algorithm = link.trim_end_matches(".md)");
        let mut recipe = recipe.clone();
        recipe["search"] = json!({"algorithm": algorithm});
        folder.write("own.json", recipe.to_string());
        folder.kanon("anonymize visits.csv --recipe own.json --out r.csv --report r.json").exits(0);
        let report: Value = serde_json::from_str(&folder.read("r.json")).unwrap();
        assert_eq!(report["policies_checked"].to_string(), row[3], "{algorithm}");
        assert_eq!(report["optimal"], row[2].contains("the best policy, for"), "{algorithm}");
    }
}

/// Names that are expected where a recipe has `?`, by what its reader says.
fn expected(recipe: &Value) -> Option<BTreeSet<String>> {
    let error = serde_json::from_value::<Recipe>(recipe.clone()).err()?.to_string();
    let (_, names) = error.split_once(" `?`, expected ")?;
    Some(names.split('`').skip(1).step_by(2).map(ToOwned::to_owned).collect())
}

/// A recipe with a value at a path of keys.
fn with(path: &[String], value: Value) -> Value {
    let mut value = value;
    for key in path.iter().rev() {
        let mut object = Map::new();
        let is_of_column = path[0] == "columns" && path.len() > 1;
        if is_of_column && (key == "hierarchy" || key == "kind") {
            object.insert("role".to_owned(), json!("sensitive"));
        }
        // Conditions are a list.
        let value_of_key = match key.as_str() {
            "protect" => json!([value]),
            _ => value,
        };
        object.insert(key.clone(), value_of_key);
        if key == "uniques" {
            let qi = json!({"role": "quasi-identifier"});
            object.insert("columns".to_owned(), json!({"age": qi, "sex": qi}));
        }
        value = Value::Object(object);
    }
    let mut recipe = json!({"kanon": 1, "columns": {}});
    if let (Some(recipe), Value::Object(given)) = (recipe.as_object_mut(), value) {
        recipe.extend(given);
    }
    recipe
}

/// Every place of a recipe that takes names, and the names, found by asking for one that is none.
fn places(path: &[String], found: &mut BTreeMap<String, BTreeSet<String>>) {
    let one = |value: Value| json!({"?": value});
    let tries = [
        (None, one(json!(1))),
        (None, json!("?")),
        (None, json!(["?"])),
        (Some("NAME"), json!({"NAME": one(json!(1))})),
    ];
    for (below, value) in tries {
        let Some(names) = expected(&with(path, value)) else {
            continue;
        };
        let path: Vec<String> = path.iter().cloned().chain(below.map(ToOwned::to_owned)).collect();
        let place = if path.is_empty() { "recipe".to_owned() } else { path.join(".") };
        found.insert(place, names.clone());
        for name in names {
            let further: Vec<String> = path.iter().cloned().chain([name]).collect();
            places(&further, found);
        }
        return;
    }
}

#[test]
fn the_reference_of_the_recipe_has_every_key_and_no_other() {
    let mut found = BTreeMap::new();
    places(&[], &mut found);
    assert!(found.len() > 30, "{found:?}");
    let documented: BTreeMap<String, BTreeSet<String>> = (Chapter::named("recipe.md").sections().into_iter())
        .map(|(name, keys)| (name, keys.into_iter().collect()))
        .filter(|(_, keys): &(String, BTreeSet<String>)| !keys.is_empty())
        .collect();
    assert_eq!(documented, found);
}

#[test]
fn the_warnings_of_the_book_are_all_there_are() {
    let error = serde_json::from_value::<Warning>(json!({"code": "?"})).unwrap_err().to_string();
    let codes: BTreeSet<String> = error.split('`').skip(3).step_by(2).map(ToOwned::to_owned).collect();
    let chapter = Chapter::named("beyond-k.md");
    let rows = chapter.text.lines().filter_map(|line| line.strip_prefix("| `"));
    let documented: BTreeSet<String> = rows.map(|row| row[..row.find('`').unwrap()].to_owned()).collect();
    assert_eq!(documented, codes);
}

#[test]
fn the_glossary_of_the_book_is_that_of_the_page() {
    let text = Chapter::named("glossary.md").text;
    let escaped = |words: &str| words.replace('*', "\\*");
    let terms: Vec<String> = (GLOSSARY.iter())
        .map(|term| {
            let formula = match term.formula {
                "" => String::new(),
                formula => format!(" `{formula}`"),
            };
            format!("**{}**: {}{formula}", escaped(term.name), escaped(term.means))
        })
        .collect();
    // An item of the list may take several lines.
    let unwrapped = |item: &str| item.split_whitespace().collect::<Vec<_>>().join(" ");
    let written: Vec<String> = text.split("\n- ").skip(1).map(unwrapped).collect();
    assert_eq!(written, terms);
}

/// The keys of a report with those that they are in.
fn keys(value: &Value, above: &[String], found: &mut BTreeSet<Vec<String>>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let path: Vec<String> = above.iter().cloned().chain([key.clone()]).collect();
                found.insert(path.clone());
                keys(value, &path, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| keys(value, above, found)),
        _ => {}
    }
}

/// Whether a key is the one that the book has, in which `COLUMN` is any.
fn is_of(path: &[String], documented: &str) -> bool {
    let parts: Vec<&str> = documented.split('.').collect();
    parts.len() == path.len() && parts.iter().zip(path).all(|(part, key)| *part == "COLUMN" || part == key)
}

#[test]
fn the_reference_of_reports_has_every_key_and_no_other() {
    let folder = scratch();
    let visits: Value = serde_json::from_str(&folder.read("visits.kanon.json")).unwrap();
    let recipe = |changes: Value| {
        let mut recipe = visits.clone();
        recipe.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        recipe.to_string()
    };
    // Each of these brings keys that the others do not have.
    folder.write("ragged.csv", folder.read("visits.csv") + "30,f\n");
    folder.write(
        "removed.json",
        recipe(json!({"dialect": {"ragged": "pad"}, "release": {"suppressed": "remove", "shuffle": true},
        "search": {"algorithm": "best-first"}})),
    );
    folder.write("few.json", recipe(json!({"privacy": {"k": 10, "suppression_limit": 0.05}})));
    let visits_weighed = folder.read("visits.csv");
    let weighed = visits_weighed.lines().enumerate().map(|(row, line)| match row {
        0 => format!("{line},weight\n"),
        _ => format!("{line},{}.5\n", row % 9 + 1),
    });
    let mut named = visits["columns"].clone();
    named["weight"] = json!({"role": "insensitive"});
    folder.write("weighed.csv", weighed.collect::<String>());
    folder.write("weighed.json", recipe(json!({"columns": named, "risk": {"weight_column": "weight"}})));
    folder.write("among.json", recipe(json!({"risk": {"population": "people.csv"}})));
    folder.write("intervals.json", recipe(json!({"frontier": {"policies": 50}})));
    // Its unique records are unique in the release, and every estimate fits.
    folder.write(
        "sampled.json",
        recipe(json!({"privacy": {"k": 1, "suppression_limit": 0}, "risk": {"sampling_fraction": 0.2}})),
    );
    let mut chosen = visits.clone();
    chosen["chosen"] = json!({"policy": {"levels": {"age": 3, "sex": 1, "zip": 2},
        "best": {"loss": 0.1, "proven": true}, "why": "asked for"}});
    folder.write("chosen.json", chosen.to_string());
    folder.write("people.csv", folder.read("visits.csv"));
    let mut cells: Value = serde_json::from_str(&folder.read("cells.kanon.json")).unwrap();
    cells["chosen"] = json!({"cells": {"why": "asked for"}});
    cells["uniques"]["policy"] = json!({"age": 1});
    folder.write("chosen-cells.json", cells.to_string());
    let visits_sorted = folder.read("visits.csv");
    let (header, rows) = visits_sorted.split_once('\n').unwrap();
    let mut rows: Vec<&str> = rows.lines().collect();
    rows.sort_unstable();
    folder.write("sorted.csv", format!("{header}\n{}\n", rows.join("\n")));
    folder.write(
        "point.json",
        recipe(json!({"frontier": {"policies": 50, "population": "people.csv", "reference": "safe-harbor",
            "not_identifying": ["zip"]}}))
        .replace("sensitive", "insensitive"),
    );
    let take = "frontier visits.csv --recipe point.json --report point.frontier.json --take 2 --out r.csv --release-recipe taken.json";
    folder.kanon(take).exits(0);
    folder.write(
        "levels.json",
        recipe(json!({"frontier": {"space": "full-domain"}})).replace("sensitive", "insensitive"),
    );
    let take = "frontier visits.csv --recipe levels.json --report f.json --take 2 --out r.csv --release-recipe taken-levels.json";
    folder.kanon(take).exits(0);
    let sensitive = |more: Value| {
        let (name, column) =
            (visits["columns"].as_object().unwrap().iter()).find(|(_, column)| column["role"] == "sensitive").unwrap();
        assert!(column.get("release").is_none());
        let mut settings = json!({"column": name});
        for (key, value) in more.as_object().unwrap() {
            settings[key] = value.clone();
        }
        settings
    };
    let conditions = json!([
        {"k-anonymity": {"risk": 1.0 / visits["privacy"]["k"].as_f64().unwrap()}},
        {"k-map": {"risk": 0.5}},
        {"average-risk": 0.5},
        {"l-diversity": sensitive(json!({"kind": "recursive", "l": 1, "c": 9.5}))},
        {"t-closeness": sensitive(json!({"t": 0.9}))},
        {"beta-likeness": sensitive(json!({"beta": 99}))},
        {"marketer-risk": 0.5},
    ]);
    folder.write(
        "conditions.json",
        recipe(json!({
        "protect": conditions, "risk": {"population": "people.csv"}})),
    );
    // No class is shared by more people than there are: under the strictest of these no record is kept.
    folder.write(
        "nobody.json",
        recipe(json!({"protect": [{"k-map": 1}], "risk": {"population": "people.csv"},
            "privacy": {"k": 1, "suppression_limit": 1}, "frontier": {"space": "full-domain", "risk": {"condition": 1}}})),
    );
    let mut ended: Value = serde_json::from_str(&folder.read("cells.kanon.json")).unwrap();
    ended["uniques"]["end_after_steps"] = json!(600);
    ended["release"] = json!({"shuffle": true});
    folder.write("ended-cells.json", ended.to_string());
    // A blank row, a text that is no code, and a sign for a missing value that counts as a value, beside an empty cell.
    let more = "?,f,x,flu\n,f,10115,flu\n,,,\n";
    folder.write("odd.csv", folder.read("visits.csv") + more);
    folder.write(
        "read.json",
        recipe(json!({"columns": {
            "age": {"role": "quasi-identifier"},
            "sex": {"role": "quasi-identifier"},
            "zip": {"role": "quasi-identifier", "kind": "category", "hierarchy": {"codes": "zip"}},
            "diagnosis": {"role": "sensitive"},
        }})),
    );
    let runs = [
        "anonymize visits.csv --recipe conditions.json --out r.csv --report release9.json",
        "anonymize visits.csv --recipe taken.json --out r.csv --report release5.json",
        "anonymize visits.csv --recipe chosen.json --out r.csv --report release6.json",
        "anonymize visits.csv --recipe visits.kanon.json --out r.csv --report release.json",
        "anonymize ragged.csv --recipe removed.json --out r.csv --report release2.json",
        "anonymize visits.csv --recipe cells.kanon.json --out r.csv --report release3.json",
        "anonymize weighed.csv --recipe weighed.json --out r.csv --report release5.json",
        "anonymize visits.csv --recipe among.json --out r.csv --report release7.json",
        "anonymize visits.csv --recipe taken-levels.json --out r.csv --report release8.json",
        "anonymize visits.csv --recipe sampled.json --out r.csv --report release10.json",
        "sweep visits.csv --recipe visits.kanon.json --report sweep.json --k-to 9",
        "sweep visits.csv --recipe visits.kanon.json --report sweep2.json --limits 0,0.05",
        "sweep visits.csv --recipe conditions.json --report sweep3.json --condition 5 --thresholds 0.9,0.5",
        "sweep visits.csv --recipe conditions.json --report sweep4.json --each-condition",
        "frontier visits.csv --recipe visits.kanon.json --report frontier.json",
        "frontier visits.csv --recipe intervals.json --report frontier2.json",
        "frontier visits.csv --recipe nobody.json --report frontier3.json",
        "uniques visits.csv --recipe cells.kanon.json --report uniques.json --out b.csv",
        "anonymize odd.csv --recipe read.json --out r.csv --report release11.json",
        "uniques odd.csv --recipe read.json --report uniques4.json",
        "anonymize sorted.csv --recipe chosen-cells.json --out b.csv --report uniques2.json",
        "uniques visits.csv --recipe ended-cells.json --out c.csv --report uniques3.json",
    ];
    // The suppressed records of this one are a class smaller than k.
    let small = "anonymize visits.csv --recipe few.json --out r.csv --report release4.json";
    let mut found: BTreeMap<String, BTreeSet<Vec<String>>> = BTreeMap::new();
    for run in runs.into_iter().chain([small]) {
        folder.kanon(run).exits(0);
        let name = run.split(' ').skip_while(|word| *word != "--report").nth(1).unwrap();
        let report: Value = serde_json::from_str(&folder.read(name)).unwrap();
        let kind = report["kind"].as_str().unwrap().to_owned();
        keys(&report, &[], found.entry(kind).or_default());
    }
    // How an original was read is told in one table for every kind that says it.
    let mut of_reading = BTreeSet::new();
    for paths in found.values_mut() {
        of_reading
            .extend(paths.extract_if(.., |path| path.len() > 1 && path[0] == "read").map(|path| path[1..].to_vec()));
    }
    found.insert("read".to_owned(), of_reading);
    let sections = Chapter::named("reports.md").sections();
    assert_eq!(sections.len(), found.len());
    for (kind, documented) in sections {
        let found = &found[&kind];
        for path in found {
            let is_there = documented.iter().any(|key| is_of(path, key));
            assert!(is_there, "reports.md does not have `{}` of {kind}", path.join("."));
        }
        for key in documented {
            // What `--seconds` ends is a matter of time, and so of no test here.
            let is_known = key == "complete" || found.iter().any(|path| is_of(path, &key));
            assert!(is_known, "no report of {kind} has `{key}`");
        }
    }
}

#[test]
fn the_reference_of_the_command_line_is_its_help() {
    let chapter = Chapter::named("command-line.md");
    let folder = Folder::empty();
    let mut documented: BTreeMap<String, String> = BTreeMap::new();
    let (_, rest) = chapter.text.split_once("\n## `").unwrap();
    for section in rest.split("\n## `") {
        let (name, text) = section.split_once("`\n").unwrap();
        let help = text.trim().trim_start_matches("```text\n").trim_end_matches("```");
        documented.insert(name.to_owned(), help.to_owned());
    }
    let mut open = vec!["kanon".to_owned()];
    while let Some(command) = open.pop() {
        let arguments = command.split(' ').skip(1).chain(["--help"]).collect::<Vec<_>>().join(" ");
        let help = folder.kanon(&arguments).exits(0).printed();
        let said = documented.remove(&command).unwrap_or_default();
        assert_eq!(said, help, "command-line.md must have of `{command}`\n{help}");
        let listed = help.split_once("Commands:\n").map_or("", |(_, rest)| rest);
        let names = listed.lines().take_while(|line| !line.is_empty());
        let names = names.filter_map(|line| line.split_whitespace().next());
        open.extend(names.filter(|name| *name != "help").map(|name| format!("{command} {name}")));
    }
    assert!(documented.is_empty(), "there is no {:?}", documented.keys());
}

/// The address of the sites that the guides make, which is nobody's.
const OF_THE_GUIDES: &str = "https://docs.example.org";

#[test]
fn the_book_names_no_other_host() {
    for chapter in chapters::all() {
        let text = chapter.text.replace(OF_THE_GUIDES, "");
        assert!(!text.contains("://"), "{} names a host", chapter.name);
    }
    let settings = chapters::folder().join("../book.toml");
    let settings = fs::read_to_string(settings).unwrap();
    assert!(!settings.contains("://"), "book.toml names a host");
}
