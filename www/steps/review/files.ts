import { html, nothing, type TemplateResult } from "lit";
import type { FileKind, Recognized, ReviewWords } from "../../engine/wire/review";
import type { Desk } from "../../state/desk";
import type { Filed } from "../../state/filed";
import { sayKind, takeAway } from "../../state/filing";
import { takenFor } from "../../text/review";

const DIGITS = 12;

/** The files of a review: the kind of each and the reason, and whether the report's digest matches. */
export function files(desk: Desk): TemplateResult | typeof nothing {
  const { filing } = desk.study;
  if (filing === null || filing.files.length === 0) return nothing;
  const { dossier } = filing;
  const twice = (["release", "report", "recipe", "original", "population", "proof"] as const).filter(
    (kind) => dossier.files.filter((file) => file.kind === kind).length > 1,
  );
  return html`<div class="scroller">
      <table class="rows" aria-label="Files of the review">
        <thead>
          <tr>
            <th scope="col">file</th>
            <th scope="col">taken for</th>
            <th scope="col">SHA-256</th>
            <th scope="col"><span class="unseen">take away</span></th>
          </tr>
        </thead>
        <tbody>
          ${filing.files.map((file, place) => {
            const told = dossier.files[place];
            return told === undefined ? nothing : row(desk, file, told, dossier.words);
          })}
        </tbody>
      </table>
    </div>
    ${twice.map(
      (kind) => html`<p class="failure" role="alert">
        More than one file is taken for ${takenFor(dossier.words, kind)}; the first one counts. Say what the others are, or take them
        away.
      </p>`,
    )}
    ${(dossier.promised?.contradictions ?? []).map((text) => html`<p class="hint care">Report and recipe contradict each other. ${text}</p>`)}`;
}

function row(
  desk: Desk,
  { name, sha256, said }: Filed,
  { kind, why, agrees, problem }: Recognized,
  words: ReviewWords,
): TemplateResult {
  const say = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    void sayKind(desk, name, value === "" ? null : (value as FileKind));
  };
  return html`<tr>
    <th scope="row">${name}</th>
    <td>
      <select aria-label="What ${name} is" @change=${say}>
        <option value="" .selected=${said === null}>${said === null ? takenFor(words, kind) : "by what is in it"}</option>
        ${words.kinds.map(({ kind: one, words: called, isSayable }) =>
          isSayable ? html`<option value=${one} .selected=${said === one}>${called}</option>` : nothing,
        )}
      </select>
      <span class="caption">${why}</span>
      ${problem === null ? nothing : html`<p class="failure" role="alert">${problem}</p>`}
    </td>
    <td>
      <code title=${sha256}>${sha256.slice(0, DIGITS)}…</code>
      ${agrees === null ? nothing : html`<span class="caption ${agrees ? "" : "care"}">${digestWords(kind, agrees)}</span>`}
    </td>
    <td><button type="button" class="quiet" aria-label="Take away ${name}" @click=${() => takeAway(desk, name)}>Take away</button></td>
  </tr>`;
}

function digestWords(kind: FileKind, agrees: boolean): string {
  const of = kind === "recipe" ? "the recipe" : kind === "original" ? "the original" : "the release";
  return agrees ? "as the report names it" : `the report is of another file: ${of} or the report was changed`;
}
