import { html, nothing, type TemplateResult } from "lit";
import type { Judgement } from "../../engine/wire/protocol";
import { choose, pin, unpin } from "../../state/choosing";
import { tryOut } from "../../state/compared";
import type { Candidate } from "../../state/looked";
import { type Pin, pinOf, pinsFor } from "../../state/pins";
import { currentResult } from "../../state/result";
import { levelName } from "../../state/shaping";
import type { Workbench } from "../../state/workbench";
import { announce } from "../../ui/announcer";
import { count, loss } from "../../ui/format";
import { candidateButtons } from "../candidate-buttons";
import { levelsInWords } from "./levels-in-words";
import { policyInWords } from "./policy-words";

type Levels = readonly number[];

function difference(value: number, best: number): string {
  if (value === best) return "the same as the best";
  return `${value > best ? "+" : "−"}${loss(Math.abs(value - best))} against the best`;
}

function actions(workbench: Workbench, names: readonly string[], levels: Levels, judged: Judgement): TemplateResult {
  const pinned = pinOf(workbench.study.pins, names, levels);
  const outcome = currentResult(workbench.study)?.found.outcome;
  const taken = outcome?.policy.map((level) => level.level).join() === levels.join();
  const submit = (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const note = new FormData(form).get("note");
    pin(workbench, { columns: [...names], levels: [...levels], note: typeof note === "string" ? note.trim() : "" });
    announce(form, "Policy pinned");
  };
  return html`<form class="row" @submit=${submit}>
    <label>Note <input type="text" name="note" maxlength="200" .value=${pinned?.note ?? ""} /></label>
    <button type="submit">${pinned === null ? "Pin this policy" : "Keep the note"}</button>
    ${pinned === null ? nothing : html`<button type="button" @click=${() => unpin(workbench, pinned)}>Unpin</button>`}
    ${
      taken
        ? html`<span class="caption">This is the policy that would be released.</span>`
        : html`<button type="button" ?disabled=${!judged.valid} @click=${() => choose(workbench, levels)}>
            Take this policy for the release
          </button>`
    }
    <button type="button" @click=${() => tryOut(workbench, candidate(workbench, names, levels, "a policy of the lattice"))}>
      Try it under Compare
    </button>
    ${judged.valid ? nothing : html`<span class="caption">It suppresses more records than may be, so it cannot be released.</span>`}
  </form>`;
}

function candidate(workbench: Workbench, columns: readonly string[], levels: Levels, name: string): Candidate {
  const { k } = workbench.study.recipe?.privacy ?? { k: 1 };
  return { name, columns, levels, k, limit: null, intervals: null };
}

function ofPin(workbench: Workbench, { columns, levels, note }: Pin): Candidate {
  return candidate(workbench, columns, levels, note === "" ? "a pinned policy" : `pinned: ${note}`);
}

function pins(
  workbench: Workbench,
  found: readonly Pin[],
  walk: (levels: Levels) => void,
): TemplateResult | typeof nothing {
  if (found.length === 0) return nothing;
  return html`<h3>Pinned policies</h3>
    <ul class="pins">
      ${found.map(
        (one) => html`<li>
          <button type="button" class="link" @click=${() => walk(one.levels)}>${one.note === "" ? "no note" : one.note}</button>
          ${levelsInWords(one.columns.map((column, qi) => [column, levelName(workbench, column, one.levels[qi] ?? 0)]))}
          ${candidateButtons(workbench, ofPin(workbench, one))}
        </li>`,
      )}
    </ul>`;
}

/** An evaluated policy. */
export interface Judged {
  readonly levels: Levels;
  readonly judgement: Judgement;
}

/**
 * The policy under the cursor: in words, with its figures and actions. While it is evaluated, the previous one stays:
 * the actions apply to what is shown.
 */
export function nodePanel(
  workbench: Workbench,
  names: readonly string[],
  cursor: Levels,
  shown: Judged | null,
  walk: (levels: Levels) => void,
): TemplateResult {
  const judged = shown?.judgement ?? null;
  const levels = shown?.levels ?? cursor;
  const best = currentResult(workbench.study)?.found.progress.best?.loss ?? null;
  return html`<section aria-label=${workbench.names.label("Policy under the cursor")}>
    ${
      judged === null
        ? html`<p class="caption">The policy under the cursor is being checked.</p>`
        : html`<h3>${levels.join() === cursor.join() ? "Under the cursor" : "Before it; that under the cursor is being checked"}</h3>
            <dl class="figures">
              <div>
                <dt>loss</dt>
                <dd>${loss(judged.loss)} <small>${best === null ? "" : difference(judged.loss, best)}</small></dd>
              </div>
              <div>
                <dt>suppressed records</dt>
                <dd>${count(judged.suppressedRecords)} <small>${judged.valid ? "within the limit" : "more than may be"}</small></dd>
              </div>
              <div><dt>classes</dt><dd>${count(judged.classes)}</dd></div>
            </dl>
            ${actions(workbench, names, levels, judged)} ${policyInWords(judged.policy, null)}`
    }
    ${pins(workbench, pinsFor(workbench.study.pins, names), walk)}
  </section>`;
}
