import { html, nothing, type TemplateResult } from "lit";
import type { KanonError } from "../engine/wire/protocol";
import { cell, count } from "./format";

/** The parts of the place that the message does not name itself. */
function where({ code, message, place }: KanonError): string {
  const parts = [
    ["file", place.file],
    [code.startsWith("hierarchy-") ? "row of the hierarchy" : "row", place.row == null ? null : count(place.row)],
    ["column", place.column],
    ["value", place.value == null ? null : cell(place.value)],
  ] as const;
  return parts
    .filter(([, value]) => value != null && !message.includes(value))
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

/** What went wrong, where, and what to do; `ways` are buttons for that. */
export function failure(
  error: KanonError,
  putAway?: () => void,
  ways: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const place = where(error);
  return html`<div class="failure" role="alert" data-code=${error.code}>
    <p class="failure-what">${error.message}</p>
    ${place === "" ? nothing : html`<p class="failure-where">In ${place}.</p>`}
    <p>${error.advice}</p>
    ${ways}
    ${putAway === undefined ? nothing : html`<button type="button" class="quiet" @click=${putAway}>Put away</button>`}
  </div>`;
}
