import { html, nothing, type TemplateResult } from "lit";
import type { KanonError } from "../engine/protocol";
import { cell, count } from "./format";

function where(place: KanonError["place"]): string {
  return [
    place.file === undefined ? "" : `file ${place.file}`,
    place.row === undefined ? "" : `row ${count(place.row)}`,
    place.column === undefined ? "" : `column ${place.column}`,
    place.value === undefined ? "" : `value ${cell(place.value)}`,
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** What went wrong, where, and what to do. */
export function failure(error: KanonError, putAway?: () => void): TemplateResult {
  const place = where(error.place);
  return html`<div class="failure" role="alert" data-code=${error.code}>
    <p class="failure-what">${error.message}</p>
    ${place === "" ? nothing : html`<p class="failure-where">In ${place}.</p>`}
    <p>${error.advice}</p>
    ${putAway === undefined ? nothing : html`<button type="button" class="quiet" @click=${putAway}>Put away</button>`}
  </div>`;
}
