/** The treatment of each column in the release, beside the policy. */

import type { Found, Recipe, ReleasedHead, Role, Treatment } from "../engine/wire/protocol";
import { changeAnswer } from "./job";
import { populationOf } from "./people";
import { type Named, nameOf, plain, roleOf, treatmentOf, withTreatment } from "./recipe";
import type { Result } from "./result";
import type { Study } from "./study";
import type { Workbench } from "./workbench";

const OTHERS: readonly Named[] = ["drop", "constant", "pseudonym", "keyed-hash", "mask"];

/** The treatments for a role, the default first. */
export function choicesFor(role: Role): readonly Named[] {
  if (role === "quasi-identifier") return ["keep", "drop"];
  return role === "identifier" ? OTHERS : ["keep", ...OTHERS];
}

/** The initial parameters of a treatment when it is chosen. */
export function beginning(name: Named): Treatment {
  switch (name) {
    case "keep":
    case "drop":
      return name;
    case "constant":
      return { constant: "removed" };
    case "pseudonym":
      return { pseudonym: { prefix: "P", width: 0 } };
    case "keyed-hash":
      return { "keyed-hash": { digits: 32 } };
    case "mask":
      return { mask: { first: 1, last: 0 } };
  }
}

export function treat(workbench: Workbench, column: string, treatment: Treatment): void {
  const { recipe } = workbench.study;
  if (recipe !== null) workbench.change(`${column} in the release`, withTreatment(recipe, column, treatment));
}

/** The treatments of all columns, as text, on which a release and its preview depend beside their policy. */
function treatmentsKey(recipe: Recipe): string {
  return JSON.stringify(Object.keys(recipe.columns).map((name) => [name, treatmentOf(recipe, name)]));
}

/** What the first records of a release and its risks depend on beside the policy. */
function headKey(study: Study): string {
  const { recipe } = study;
  const written = recipe === null ? "" : treatmentsKey(recipe);
  return JSON.stringify([written, recipe?.risk ?? null, populationOf(study)?.key ?? null]);
}

/** Keeps the first records that came with the result; if people are counted, they are requested together with them. */
export function keepHead({ heads, study }: Workbench, found: Found): void {
  if (populationOf(study) === null) heads.ofPolicies.set(found, headKey(study), found.head);
}

/** The columns that are written as keyed hashes. */
export function hashed(recipe: Recipe | null): string[] {
  if (recipe === null) return [];
  return Object.keys(recipe.columns).filter(
    (name) => roleOf(recipe, name) !== null && nameOf(treatmentOf(recipe, name)) === "keyed-hash",
  );
}

/** The key of the open file's hashes; empty if there is none. */
export function hashKeyOf({ hashKeys, study: { source } }: Workbench): string {
  return source === null ? "" : (hashKeys.get(source.file) ?? "");
}

export function takeHashKey(workbench: Workbench, key: string): void {
  const { source, recipe, uniques } = workbench.study;
  if (source === null || key === hashKeyOf(workbench)) return;
  workbench.hashKeys.set(source.file, key);
  // The written release has hashes made with the other key.
  if (hashed(recipe).length > 0) {
    workbench.set({ released: null });
    changeAnswer(workbench, "uniques", uniques?.answered?.run ?? Symbol(), { written: null });
  }
  workbench.announce();
}

/** The fewest bytes of a key that the core accepts. */
export const LEAST_KEY_BYTES = 16;

/** Whether the release needs a key that is missing. */
export function lacksKey(workbench: Workbench): boolean {
  const bytes = new TextEncoder().encode(hashKeyOf(workbench).replace(/\r?\n$/, "")).length;
  return hashed(workbench.study.recipe).length > 0 && bytes < LEAST_KEY_BYTES;
}

/** The key for writing; null if none is needed. */
export function keyToWrite(workbench: Workbench): string | null {
  return hashed(workbench.study.recipe).length > 0 ? hashKeyOf(workbench) : null;
}

/** The first records as they would be written; null while the engine works on it, or if it no longer can. */
export function headOf(workbench: Workbench, result: Result): ReleasedHead | null {
  const { recipe } = workbench.study;
  if (recipe === null) return null;
  const { ofPolicies: heads } = workbench.heads;
  const key = headKey(workbench.study);
  const known = heads.get(result.found, key);
  if (known !== undefined) return known;
  if (!workbench.engine.holdsSearch(result.search)) return null;
  heads.set(result.found, key, null);
  const asked = plain(recipe);
  const population = populationOf(workbench.study);
  workbench.engine
    .quick((face) => face.releasedHead(asked, population))
    .then(
      (head) => {
        heads.set(result.found, key, head);
        workbench.announce();
      },
      () => heads.delete(result.found, key),
    );
  return null;
}
