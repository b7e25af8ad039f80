/** Texts of the Release step. */

import type { Recipe } from "../../engine/wire/protocol";
import { chosenPoint } from "../../state/chosen";
import type { Result } from "../../state/result";
import { riskOf } from "../../state/settings";
import { riskWords } from "../../text/frontier";
import { count, percent, records, smallPercent } from "../../ui/format";

export const SUPPRESSED = {
  label: "Suppressed records",
  starred: "starred",
  removed: "removed",
  undo: "suppressed records",
  /** The text in the preview for a cell of a removed row. */
  gone: "removed",
} as const;

/** The effect of an offer in a warning. */
export function removeThem(suppressed: number): string {
  return suppressed === 1 ? "Remove this record" : `Remove these ${records(suppressed)}`;
}

/** The treatment of the suppressed records, in numbers. */
export function suppressedWords(suppressed: number, all: number, removed: boolean): string {
  if (suppressed === 0) return "none is suppressed";
  const share = percent(suppressed / Math.max(1, all));
  const them = suppressed === 1 ? "it" : "them";
  return removed
    ? `${count(suppressed)} of ${records(all)} (${share}) suppressed, and the release is without ${them}`
    : `in ${count(suppressed)} of them (${share}) every quasi-identifier becomes *`;
}

/** The treatment after the levels are applied. */
export function thenWords(suppressed: number, removed: boolean): string {
  if (suppressed === 0) return "no record suppressed";
  return `${records(suppressed)} suppressed (${removed ? SUPPRESSED.removed : SUPPRESSED.starred})`;
}

/** The effect of each choice on the file. */
export function choiceWords(suppressed: number, all: number, removed: boolean): string {
  if (removed) return `${records(all - suppressed)} are written, ${count(suppressed)} removed`;
  if (suppressed === 0) return "there are none";
  return `${records(all)} are written, ${count(suppressed)} with * in every quasi-identifier: a class of ${count(suppressed)}`;
}

/** The figure for the class of suppressed records in the table of risks. */
export function suppressedClass(suppressed: number, removed: boolean): string {
  if (removed) return `0; ${count(suppressed)} removed`;
  return suppressed === 0 ? "0" : `${count(suppressed)}, ${percent(1 / suppressed)}`;
}

/** What the formula on the scoreboard says about suppressed records. */
export function suppressedFormula(removed: boolean): string {
  return `records in classes smaller than k: ${removed ? "the release is without them" : "all their quasi-identifiers become *"}`;
}

/** What a verification says about rows that must be absent. */
export function withoutThem(removed: number): string {
  return removed === 1
    ? "The suppressed record is not among them."
    : `The ${count(removed)} suppressed records are not among them.`;
}

/** The levels of a release: those of the best policy, or of a chosen one. */
export function levelsWords({ found: { outcome } }: Result, recipe: Recipe): string {
  const point = chosenPoint(recipe);
  if (point?.space === "full-domain")
    return `frontier point, k = ${count(recipe.privacy.k)}, ${riskWords(riskOf(recipe))} ${smallPercent(point.risk)}`;
  if (point !== null)
    return `frontier point, ${point.population === undefined ? "" : "population "}risk ${smallPercent(point.risk)}`;
  const k = `k = ${count(recipe.privacy.k)}`;
  if (outcome.chosen) return `chosen policy, ${k}`;
  if (outcome.latticeSize === "1") return `the one policy that the settings allow, ${k}`;
  return outcome.optimal ? `best policy, ${k}` : `best policy found, not proven, ${k}`;
}
