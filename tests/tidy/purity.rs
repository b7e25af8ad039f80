//! The core is functions over values: no browser, no clock, no file, and no function whose result depends on the
//! platform.

use crate::Breach;
use crate::source::Source;

const BROWSER_CRATES: [&str; 7] = [
    "console_error_panic_hook",
    "js_sys",
    "serde_wasm_bindgen",
    "tsify",
    "wasm_bindgen",
    "wasm_bindgen_futures",
    "web_sys",
];

const OUTSIDE_WORLD: [&str; 6] = ["env", "fs", "net", "process", "thread", "time"];

/// Methods of floating-point numbers that the standard library leaves to the platform; `libm` has them all.
const PLATFORM_FUNCTIONS: [&str; 24] = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "exp", "exp2", "exp_m1",
    "hypot", "ln", "ln_1p", "log10", "log2", "powf", "powi", "sin", "sinh", "tan", "tanh",
];

/// Crates of the browser named outside `src/wasm/`.
pub(crate) fn browser_crates(source: &Source) -> Vec<Breach> {
    if !source.path.starts_with("src/") || source.path.starts_with("src/wasm/") {
        return Vec::new();
    }
    source
        .tokens
        .iter()
        .filter(|token| BROWSER_CRATES.contains(&token.text.as_str()))
        .map(|token| format!("{}:{}: `{}` belongs into src/wasm/ alone", source.path, token.first_line, token.text))
        .collect()
}

/// Modules of the standard library that reach outside the program.
pub(crate) fn outside_world(source: &Source) -> Vec<Breach> {
    if !is_core(source) {
        return Vec::new();
    }
    source
        .named_after("std")
        .into_iter()
        .map(|index| &source.tokens[index])
        .filter(|token| !token.in_test && OUTSIDE_WORLD.contains(&token.text.as_str()))
        .map(|token| {
            format!(
                "{}:{}: `std::{}` in the core; let the caller hand in what is needed",
                source.path, token.first_line, token.text
            )
        })
        .collect()
}

/// Transcendental functions of `f32` and `f64`, whose last bits differ from platform to platform.
pub(crate) fn platform_functions(source: &Source) -> Vec<Breach> {
    if !is_core(source) {
        return Vec::new();
    }
    (1..source.tokens.len())
        .filter(|&index| {
            let token = &source.tokens[index];
            let is_method = source.text_at(index - 1) == "." && source.text_at(index + 1) == "(";
            let is_path =
                index > 1 && source.text_at(index - 1) == "::" && matches!(source.text_at(index - 2), "f32" | "f64");
            !token.in_test && (is_method || is_path) && PLATFORM_FUNCTIONS.contains(&token.text.as_str())
        })
        .map(|index| {
            let token = &source.tokens[index];
            format!(
                "{}:{}: `{}` depends on the platform; use the one of libm",
                source.path, token.first_line, token.text
            )
        })
        .collect()
}

fn is_core(source: &Source) -> bool {
    source.path.starts_with("src/") && !source.path.starts_with("src/bin/") && !source.path.starts_with("src/wasm/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::File;

    fn count(rule: fn(&Source) -> Vec<Breach>, path: &str, text: &str) -> usize {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        rule(&Source::parse(&file)).len()
    }

    #[test]
    fn a_browser_crate_in_the_core_is_found() {
        for text in [
            "use wasm_bindgen::prelude::*;",
            "#[cfg_attr(target_arch = \"wasm32\", derive(tsify::Tsify))] struct A;",
            "fn f() { js_sys::Date::now(); }",
        ] {
            assert_eq!(count(browser_crates, "src/recipe/mod.rs", text), 1, "{text}");
            assert_eq!(count(browser_crates, "src/wasm/opening.rs", text), 0);
        }
        assert_eq!(count(browser_crates, "src/data/mod.rs", "// wasm_bindgen\nfn f() {}"), 0);
    }

    #[test]
    fn a_clock_or_a_file_in_the_core_is_found() {
        for text in
            ["use std::time::Instant;", "use std::{collections::BTreeMap, fs};", "fn f() { std::env::var(\"HOME\"); }"]
        {
            assert_eq!(count(outside_world, "src/search/mod.rs", text), 1, "{text}");
            assert_eq!(count(outside_world, "src/bin/kanon.rs", text), 0);
            assert_eq!(count(outside_world, "src/wasm/clock.rs", text), 0);
            let test = format!("#[cfg(test)] mod tests {{ {text} }}");
            assert_eq!(count(outside_world, "src/search/mod.rs", &test), 0);
        }
        assert_eq!(count(outside_world, "src/data/mod.rs", "use std::fmt;"), 0);
    }

    #[test]
    fn a_logarithm_of_the_platform_is_found() {
        let rule = platform_functions;
        assert_eq!(count(rule, "src/loss/entropy.rs", "fn f(x: f64) -> f64 { x.log2() }"), 1);
        assert_eq!(count(rule, "src/loss/entropy.rs", "fn f(x: f64) -> f64 { f64::ln(x) }"), 1);
        assert_eq!(count(rule, "src/loss/entropy.rs", "fn f(x: f64) -> f64 { libm::log2(x).sqrt() }"), 0);
        assert_eq!(count(rule, "src/loss/entropy.rs", "fn f(x: u64) -> u32 { x.ilog2() }"), 0);
    }
}
