/**
 * What is published unchanged, with a confirmation for each column, and the key of keyed hashes: without them nothing
 * is written.
 */

import { html, nothing, type TemplateResult } from "lit";
import { toKanonError } from "../engine/failure";
import { lacksPopulation } from "../state/people";
import { roleOf } from "../state/recipe";
import { hashed, hashKeyOf, LEAST_KEY_BYTES, lacksKey, takeHashKey } from "../state/treatments";
import { confirm, isPlain, type Untouched, unconfirmed, untouched } from "../state/untouched";
import type { Workbench } from "../state/workbench";
import { download, text } from "../ui/files";
import { cell, count, distinctValues, plural, records } from "../ui/format";
import { roleLetter } from "../ui/role-letter";
import { missingOffers } from "./missing-offers";

const SAMPLES = 3;

/** What is still to do before anything is written, in a sentence; null if nothing is. */
export function openQuestions(workbench: Workbench): string | null {
  const open = unconfirmed(workbench.study).length;
  if (open > 0) return `${plural(open, "column")} to confirm before anything is written.`;
  if (lacksKey(workbench)) return "The keyed hashes need a key before anything is written.";
  const { study } = workbench;
  return lacksPopulation(study)
    ? `${study.recipe?.risk?.population} is to be loaded, or risk told without it, before anything is written.`
    : null;
}

export function untouchedColumns(workbench: Workbench): TemplateResult {
  const all = untouched(workbench.study);
  const { names } = workbench;
  const open = all.filter(({ confirmed }) => !confirmed);
  const plain = open.filter(isPlain);
  return html`<section class="untouched" aria-labelledby=${names.titled("untouched-title")}>
      <h2 id=${names.id("untouched-title")}>Published untouched</h2>
      ${all.length === 0 ? html`<p>No column is published as it is.</p>` : table(workbench, all)}
      <p role="status" class=${open.length > 0 ? "care" : ""}>
        ${open.length > 0 ? `${plural(open.length, "column")} to confirm` : all.length > 0 ? "All confirmed." : ""}
      </p>
      ${
        plain.length < 2
          ? nothing
          : html`<button type="button" @click=${() =>
              confirm(
                workbench,
                plain.map(({ column }) => column.name),
                true,
              )}>
              Confirm the ${count(plain.length)} columns of few values, none of one record alone
            </button>`
      }
    </section>
    ${hashed(workbench.study.recipe).length === 0 ? nothing : keyField(workbench)}`;
}

function table(workbench: Workbench, all: readonly Untouched[]): TemplateResult {
  return html`<p class="hint">
      Every cell of these columns goes out as it stands in the file. Confirm each, or say under
      <button type="button" class="link" @click=${() => workbench.goTo("roles")}>Roles</button> what else becomes of it.
    </p>
    <div class="scroller">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">publish</th>
            <th scope="col">column</th>
            <th scope="col">role</th>
            <th scope="col" class="number">distinct values</th>
            <th scope="col" class="number">records alone with theirs</th>
            <th scope="col" class="never-printed">samples</th>
          </tr>
        </thead>
        <tbody>
          ${all.map((one) => row(workbench, one))}
        </tbody>
      </table>
    </div>`;
}

function row(workbench: Workbench, { column, warning, confirmed }: Untouched): TemplateResult {
  const { recipe } = workbench.study;
  const role = recipe === null ? null : roleOf(recipe, column.name);
  const isCount = recipe?.count_column === column.name;
  const { alone } = column;
  const tick = (event: Event) => confirm(workbench, [column.name], (event.target as HTMLInputElement).checked);
  return html`<tr data-column=${column.name}>
    <td>
      <input type="checkbox" aria-label="Publish ${column.name} as it is" .checked=${confirmed} @change=${tick} />
    </td>
    <th scope="row">
      ${column.name} ${warning === null ? nothing : html`<span class="caption care">looks like an identifier: ${warning}</span>`}
      ${missingOffers(workbench, column)}
    </th>
    <td>${role === null ? nothing : html`${roleLetter(role)} ${role}`}${isCount ? html` <span class="caption">counts the records</span>` : nothing}</td>
    <td class="number">${distinctValues(column)}</td>
    <td class="number ${alone !== null && alone !== undefined && alone > 0 ? "care" : ""}">${alone === null || alone === undefined ? "not counted" : records(alone)}</td>
    <td class="never-printed">
      ${column.top.slice(0, SAMPLES).map((entry, index) => html`${index === 0 ? "" : ", "}<code>${cell(entry.value)}</code>`)}
    </td>
  </tr>`;
}

/** The key of the keyed hashes: entered by the user, stored nowhere, and on no printout of the page. */
function keyField(workbench: Workbench): TemplateResult {
  const { names, study } = workbench;
  const key = hashKeyOf(workbench);
  const lacks = lacksKey(workbench);
  const draw = async () => {
    try {
      takeHashKey(workbench, await workbench.engine.quick((face) => face.drawKey()));
    } catch (thrown) {
      workbench.fail("release", toKanonError(thrown));
    }
  };
  const stem = (study.source?.name ?? "table").replace(/\.[^.]*$/, "");
  return html`<section class="never-printed" aria-labelledby=${names.titled("key-title")}>
    <h2 id=${names.id("key-title")}>Key of the keyed hashes</h2>
    <label class="field">
      <span>Key</span>
      <input
        type="text"
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${lacks}
        .value=${key}
        @input=${(event: Event) => takeHashKey(workbench, (event.target as HTMLInputElement).value)}
      />
      <small>
        For ${hashed(study.recipe).join(", ")}. ${lacks ? `${LEAST_KEY_BYTES} bytes or more, drawn at random. ` : ""}It is in no recipe
        and no report, and is not kept on this device: save it, and give it to nobody who gets the release.
      </small>
    </label>
    <div class="row">
      <button type="button" @click=${draw}>Draw a key</button>
      <button type="button" ?disabled=${lacks} @click=${() => download(`${stem}.key.txt`, text(key, "text/plain"))}>
        Save the key
      </button>
    </div>
  </section>`;
}
