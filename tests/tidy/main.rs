//! The layout of the source tree: the rules that ARCHITECTURE.md and CONTRIBUTING.md state about files and modules.
//!
//! Each rule is a function from a file to its breaches. Beside it a test plants a breach and finds it.

mod absent;
mod circles;
mod floors;
mod length;
mod names;
mod purity;
mod source;
mod text;
mod tree;
mod verification;

use std::sync::LazyLock;

use source::Source;
use tree::File;

/// What breaks a rule, and where: `file:line: what is wrong and what to do`.
type Breach = String;

fn assert_none(breaches: Vec<Breach>) {
    assert!(breaches.is_empty(), "{} breaches:\n{}", breaches.len(), breaches.join("\n"));
}

/// The Rust files of the repository, which are read and parsed once.
fn sources() -> &'static [Source] {
    static SOURCES: LazyLock<Vec<Source>> =
        LazyLock::new(|| files().iter().filter(|file| file.path.ends_with(".rs")).map(Source::parse).collect());
    assert!(SOURCES.iter().any(|source| source.path == "src/lib.rs"), "the source tree was not found");
    &SOURCES
}

/// The text files of the repository.
fn files() -> &'static [File] {
    static FILES: LazyLock<Vec<File>> = LazyLock::new(tree::files);
    assert!(!FILES.is_empty(), "the source tree was not found");
    &FILES
}

fn breaches_of_sources(rule: impl Fn(&Source) -> Vec<Breach>) -> Vec<Breach> {
    sources().iter().flat_map(rule).collect()
}

fn breaches_of_files(rule: impl Fn(&File) -> Vec<Breach>) -> Vec<Breach> {
    files().iter().flat_map(rule).collect()
}

#[test]
fn a_module_names_only_floors_below_its_own() {
    let sources = sources();
    let exports = floors::exports(sources);
    let breaches = sources.iter().flat_map(|source| floors::breaches(source, &exports)).collect();
    assert_none(breaches);
}

#[test]
fn files_name_each_other_in_no_circle() {
    assert_none(circles::breaches(sources()));
}

#[test]
fn verification_names_nothing_of_what_it_checks() {
    let sources = sources();
    assert!(sources.iter().any(|source| source.path == "src/release/verify.rs"));
    assert_none(verification::breaches(sources));
}

#[test]
fn only_the_boundary_names_browser_crates() {
    assert_none(breaches_of_sources(purity::browser_crates));
}

#[test]
fn the_core_knows_no_clock_no_file_and_no_process() {
    assert_none(breaches_of_sources(purity::outside_world));
}

#[test]
fn the_core_computes_the_same_on_every_platform() {
    assert_none(breaches_of_sources(purity::platform_functions));
}

#[test]
fn every_rust_file_says_what_it_is() {
    assert_none(breaches_of_sources(length::module_doc));
}

#[test]
fn every_rust_file_is_short() {
    assert_none(breaches_of_sources(length::rust));
}

#[test]
fn the_checker_is_short_and_names_nothing_of_the_core() {
    let sources = sources();
    assert!(sources.iter().any(|source| source.path == "checker/src/boxes.rs"));
    assert_none(length::checker(sources));
    assert_none(breaches_of_files(length::python));
}

#[test]
fn no_comment_is_wide() {
    assert_none(breaches_of_files(length::comments));
}

#[test]
fn no_line_of_markdown_is_wide() {
    assert_none(breaches_of_files(length::markdown));
}

#[test]
fn what_a_newcomer_reads_is_short() {
    assert_none(breaches_of_files(length::documents));
}

#[test]
fn every_typescript_file_is_short() {
    assert_none(breaches_of_files(length::typescript));
}

#[test]
fn every_file_is_named_for_what_it_holds() {
    assert_none(breaches_of_files(names::breaches));
}

#[test]
fn a_field_that_is_left_out_at_times_may_be_absent_in_the_types_of_the_page() {
    assert_none(breaches_of_files(absent::fields));
}

#[test]
fn no_file_names_a_machine() {
    assert_none(breaches_of_files(text::machine_paths));
}

#[test]
fn every_dependency_comes_from_the_public_registries() {
    assert_none(breaches_of_files(text::registries));
}
