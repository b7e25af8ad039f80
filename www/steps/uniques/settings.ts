import { html, type TemplateResult } from "lit";
import { lastResult } from "../../state/result";
import { uniquesSettings } from "../../state/settings";
import { levelName } from "../../state/shaping";
import { quasiIdentifiersInOrder } from "../../state/study";
import { changeUniques, takePolicy } from "../../state/uniques";
import type { Workbench } from "../../state/workbench";

/** The combinations to look for, and the columns for the impact. */
export function settings(workbench: Workbench): TemplateResult {
  const { recipe, source } = workbench.study;
  const result = lastResult(workbench.study);
  if (recipe === null || source === null) return html``;
  const asked = uniquesSettings(recipe);
  const columns = quasiIdentifiersInOrder(workbench.study);
  const numbers = source.profile.columns.filter(
    ({ name, kind }) => !columns.includes(name) && (kind === "integer" || kind === "decimal"),
  );
  const number = (event: Event) => (event.target as HTMLInputElement).valueAsNumber;
  const chosen = (event: Event) => (event.target as HTMLSelectElement).value;
  const levels = Object.entries(asked.policy ?? {}).filter(([, level]) => level > 0);
  const policy = Object.fromEntries(
    (result?.found.outcome.policy ?? []).filter(({ level }) => level > 0).map(({ column, level }) => [column, level]),
  );
  const impact = (part: "weight" | "outcome", label: string, none: string) => html`<label class="field">
    <span>${label}</span>
    <select
      @change=${(event: Event) =>
        changeUniques(workbench, `${part} of the impact`, {
          impact: { ...asked.impact, [part]: chosen(event) || null },
        })}
    >
      <option value="" ?selected=${asked.impact[part] === null}>${none}</option>
      ${numbers.map(({ name }) => html`<option value=${name} ?selected=${asked.impact[part] === name}>${name}</option>`)}
    </select>
  </label>`;
  return html`<div class="row fields">
      <label class="field">
        <span>Unsafe when fewer records than</span>
        <input
          type="number"
          class="medium"
          min="2"
          step="1"
          .value=${String(asked.k)}
          @change=${(event: Event) => number(event) >= 2 && changeUniques(workbench, "k of unsafe combinations", { k: Math.floor(number(event)) })}
        />
        <small>have the same values</small>
      </label>
      <label class="field">
        <span>At most so many together</span>
        <input
          type="number"
          class="medium"
          min="1"
          max=${columns.length}
          step="1"
          .value=${asked.max_size === null ? "" : String(asked.max_size)}
          @change=${(event: Event) =>
            changeUniques(workbench, "size of unsafe combinations", {
              max_size: number(event) >= 1 ? Math.floor(number(event)) : null,
            })}
        />
        <small>quasi-identifiers; empty: all. Cells are suppressed for all in any case.</small>
      </label>
      <label class="field">
        <span>A missing value</span>
        <select
          @change=${(event: Event) =>
            changeUniques(workbench, "missing values of unsafe combinations", {
              missing: chosen(event) === "value" ? "value" : "ignore",
            })}
        >
          <option value="ignore" ?selected=${asked.missing === "ignore"}>matches nothing, and makes nothing unsafe</option>
          <option value="value" ?selected=${asked.missing === "value"}>is a value like any other</option>
        </select>
      </label>
      ${impact("weight", "Analysis weight", "none: every record counts 1")}
      ${impact("outcome", "Outcome of a regression", "none")}
    </div>
    <p class="caption">
      ${
        levels.length === 0
          ? html`Looked for in the values as they are.`
          : html`Looked for on ${levels.map(([name, level]) => `${name}: ${levelName(workbench, name, level)}`).join(", ")}.
              <button type="button" class="link" @click=${() => changeUniques(workbench, "values as they are", { policy: {} })}>
                Take the values as they are
              </button>`
      }
      ${
        Object.keys(policy).length === 0
          ? ""
          : html`<button type="button" class="link" @click=${() => takePolicy(workbench, policy)}>
              Take the levels of the policy: only records that it flags are unsafe then, and lose cells in place of being suppressed
            </button>`
      }
    </p>`;
}
