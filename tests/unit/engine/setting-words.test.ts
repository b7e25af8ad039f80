/** The words of the page for the keys of a recipe, held against all keys and texts of the core's sources. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { settingWords, withoutKeys } from "../../../www/engine/setting-words";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The sources of the core as far as the page shows their messages, without comments and tests. */
const SOURCES: readonly string[] = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".rs") && !path.startsWith("bin/") && !path.endsWith("tests.rs"))
  .map((path) => readFileSync(join(ROOT, "src", path), "utf8").split("#[cfg(test)]")[0] ?? "")
  .map((code) => code.replace(/^\s*\/\/.*$/gm, ""));

const found = (pattern: RegExp) =>
  SOURCES.flatMap((code) => [...code.matchAll(pattern)].map(([, key]) => key ?? "")).filter((key) => key !== "");

test("every key that a message of the core begins with has words, in which it does not occur", () => {
  const keys = [
    ...found(/\bsetting\(\s*"([^"]+)"/g),
    ...found(/\brefuse\(\s*"([a-z_.]+)",/g),
    ...found(/let key = "([a-z_.]+)";\s*return refuse/g),
    ...found(/\bkey\("([a-z_.]+)"\)/g).map((key) => `columns.a.b.${key}`),
    ...found(/"\{key\}\.([a-z]+)"/g).map((key) => `columns.age.release.${key}`),
    "columns.age.domain",
    "columns.age.min_level",
    "protect.2.l-diversity",
    "uniques.weights.age",
    "uniques.weights",
    "uniques.policy",
    "uniques.impact.covariates",
  ];
  expect(keys.length).toBeGreaterThan(40);
  const unnamed = keys.filter((key) => settingWords(key) === null);
  expect(unnamed).toEqual([]);
  const shown = keys.filter((key) => /[a-z]_[a-z]|privacy\.|risk\.|uniques\.|columns\./.test(settingWords(key) ?? ""));
  expect(shown).toEqual([]);
});

test("no other text of the core names a key, but beside words that the page keeps", () => {
  const recipe = readFileSync(join(ROOT, "docs/src/recipe.md"), "utf8");
  const told = [...recipe.matchAll(/^\| `([a-z_]+)`/gm), ...recipe.matchAll(/^#+ `([a-z_.]+)`/gm)];
  const keys = new Set(told.map(([, key]) => key ?? ""));
  expect(keys.has("protect") && keys.has("max_level") && keys.has("privacy")).toBe(true);
  const texts = SOURCES.flatMap((code) => code.match(/"(?:[^"\\\n]|\\.)*"/g) ?? []).map((text) =>
    text.replaceAll('\\"', '"'),
  );
  const bare = texts
    .map((text) => ({ text, rest: text.replace(/\(`[^()]*` (?:of the dialect )?in a recipe\)/g, "") }))
    .filter(({ rest }) => [...rest.matchAll(/`([a-z_]+)(?:\.[a-z_.]+)?`/g)].some(([, key]) => keys.has(key ?? "")));
  expect(bare.map(({ text }) => text)).toEqual([]);
});

test("an error is told in words, and names of columns stay", () => {
  const place = { file: null, row: null, column: null, value: null };
  const told = (message: string, advice: string, code = "recipe-setting") => {
    const error = withoutKeys({ code, message, advice, place });
    return `${error.message} | ${error.advice}`;
  };
  expect(told("`privacy.k`: 0 is not allowed", "Choose 2.")).toBe("k: 0 is not allowed | Choose 2.");
  expect(told("`columns.a.b.weight`: 0.1 `x`: y", "Or leave it out (`chosen` in a recipe).")).toBe(
    "a.b, its weight: 0.1 `x`: y | Or leave it out.",
  );
  expect(told("a.json: `protect.2.k-map`: no", 'Say which is meant (`"kind": {"date": 1}` in a recipe).')).toBe(
    "a.json: Condition 2 (k-map): no | Say which is meant.",
  );
  const own = { code: "engine-refused", message: "The browser refuses.", advice: "Allow it.", place };
  expect(withoutKeys(own)).toBe(own);
  // A column may be called like a key.
  expect(told("column `protect`: `k`: no", "Choose.", "data-count")).toBe("column `protect`: `k`: no | Choose.");
});
