/** The manifest of the custom elements, held against their sources: what the sources have, and nothing else. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import manifest from "../../../pkg-config/npm/custom-elements.json";
import { ATTRIBUTES } from "../../../www/embed/reflected";
import { EXHIBITS } from "../../../www/exhibit/kanon";

const SOURCES = new URL("../../../www/exhibit/", import.meta.url);
const sources = readdirSync(SOURCES).map((name) => readFileSync(new URL(name, SOURCES), "utf8"));

function named(pattern: RegExp): string[] {
  const names = sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name]) => name ?? ""));
  return [...new Set(names)].sort();
}

const exhibits = manifest.modules.find(({ path }) => path === "exhibits/kanon.mjs")?.declarations ?? [];
const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).sort();

test("every exhibit is there, and none that is not", () => {
  expect(exhibits.map(({ tagName }) => tagName).sort()).toEqual(Object.keys(EXHIBITS).sort());
});

test("each has the attributes, events, parts and variables of its sources", () => {
  expect(exhibits.length).toBeGreaterThan(0);
  for (const { tagName, attributes, events, cssParts, cssProperties } of exhibits) {
    const element: unknown = EXHIBITS[tagName];
    const { observedAttributes } = element as { observedAttributes: readonly string[] };
    expect(namesOf(attributes)).toEqual([...observedAttributes].sort());
    expect(namesOf(events)).toEqual(named(/#tell\("(kanon-[a-z-]+)"/g));
    expect(namesOf(cssParts)).toEqual(named(/\bpart: "([a-z]+)"/g));
    expect(namesOf(cssProperties)).toEqual(named(/var\((--kanon-[a-z-]+)/g));
  }
});

test("the workbench has the attributes, members, events, parts and variables of its contract", () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
  const contract = read("www/embed/contract.ts");
  const [, members = ""] = /interface WorkbenchElement extends HTMLElement \{([\s\S]+?)\n\}/.exec(contract) ?? [];
  const found = (text: string, pattern: RegExp) =>
    [...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ""))].sort();
  const [workbench] = manifest.modules.find(({ path }) => path === "embed/kanon-workbench.mjs")?.declarations ?? [];
  expect(workbench?.tagName).toBe("kanon-workbench");
  expect(namesOf(workbench?.attributes ?? [])).toEqual([...ATTRIBUTES].sort());
  expect(namesOf(workbench?.members ?? [])).toEqual(found(members, /^ {2}(?:readonly |get |set )?(\w+)[(:]/gm));
  expect(namesOf(workbench?.events ?? [])).toEqual(found(contract, /readonly "(kanon-[a-z-]+)":/g));
  const parts = found(read("www/ui/parts.ts"), /, "([a-z]+)"\]/g);
  expect(namesOf(workbench?.cssParts ?? [])).toEqual(["room", ...parts].sort());
  expect(namesOf(workbench?.cssProperties ?? [])).toEqual(found(read("docs/EMBEDDING.md"), /(--kanon-[a-z-]+)/g));
});
