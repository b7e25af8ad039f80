import { html, nothing, type TemplateResult } from "lit";
import type { DeclaredRelease, StatementSource } from "../../engine/wire/review";
import type { Blank } from "../../engine/wire/uniques-rows";
import type { Desk } from "../../state/desk";
import { ignoresEmpty, setReview } from "../../state/reviewing";
import { BLANKS } from "../../text/uniques";

/** The source of a setting, in words. */
type Telling = (by: StatementSource) => string;

const numberIn = (event: Event) => Math.floor((event.target as HTMLInputElement).valueAsNumber);

/** The settings of a review, beside conditions. */
export function reviewSettings(desk: Desk, teller: Telling): TemplateResult {
  return html`<div class="row fields">
    ${leastRecords(desk, teller)} ${blanks(desk, teller)} ${emptyCells(desk)} ${largestSize(desk)} ${hashKey(desk)}
  </div>`;
}

function leastRecords(desk: Desk, teller: Telling): TemplateResult {
  const { k, kBy } = desk.study.reviewed;
  const set = (event: Event) => {
    const given = numberIn(event);
    setReview(desk, "k of the review", given >= 1 ? { k: given, kBy: "reviewer" } : { k: null });
  };
  return html`<label class="field">
    <span>k that should hold</span>
    <input type="number" class="medium" min="1" step="1" .value=${k === null ? "" : String(k)} @change=${set} />
    <small>${k === null ? "not said" : `said by ${teller(kBy)}`}</small>
  </label>`;
}

function blanks(desk: Desk, teller: Telling): TemplateResult {
  const { reviewed, promised } = desk.study;
  const set = (event: Event) =>
    setReview(desk, "what * is", { blank: (event.target as HTMLSelectElement).value as Blank });
  return html`<label class="field">
    <span>A cell with <code>*</code></span>
    <select @change=${set}>
      ${Object.entries(BLANKS).map(([value, words]) => html`<option value=${value} .selected=${reviewed.blank === value}>${words}</option>`)}
    </select>
    ${promised === null ? nothing : html`<small>${meaningOf(promised)}, said by ${teller(promised.kBy)}</small>`}
  </label>`;
}

/** The meaning of `*` according to report or recipe. */
function meaningOf({ cells, areRemoved }: DeclaredRelease): string {
  if (cells !== null) return "single cells are suppressed";
  return areRemoved ? "suppressed records are removed" : "a row of * is a suppressed record";
}

function emptyCells(desk: Desk): TemplateResult {
  const { emptyIsBlank } = desk.study.reviewed;
  return html`<label class="check">
    <input
      type="checkbox"
      .checked=${emptyIsBlank}
      @change=${() => setReview(desk, "cells without a value", { emptyIsBlank: !emptyIsBlank })}
    />
    ${ignoresEmpty(desk.study) ? "Cells without a value match nothing" : html`Cells without a value are like <code>*</code>`}
  </label>`;
}

function largestSize(desk: Desk): TemplateResult {
  const { maxSize } = desk.study.reviewed;
  const set = (event: Event) => {
    const given = numberIn(event);
    setReview(desk, "combinations", { maxSize: given >= 1 ? given : null });
  };
  return html`<label class="field">
    <span>Combinations of at most</span>
    <input type="number" class="medium" min="1" step="1" .value=${maxSize === null ? "" : String(maxSize)} @change=${set} />
    <small>quasi-identifiers; empty: all</small>
  </label>`;
}

/** Shown if the recipe has keyed hashes. */
function hashKey(desk: Desk): TemplateResult | typeof nothing {
  const { reviewed, filing } = desk.study;
  if (filing?.dossier.recipe?.includes('"keyed-hash"') !== true) return nothing;
  const set = (event: Event) => setReview(desk, "key", { key: (event.target as HTMLInputElement).value });
  return html`<label class="field">
    <span>Key of the keyed hashes</span>
    <input type="password" autocomplete="off" .value=${reviewed.key} @change=${set} />
    <small>empty: hashes are only shown to be one for each value</small>
  </label>`;
}
