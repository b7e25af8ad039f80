import { html, nothing, type TemplateResult } from "lit";
import type { Recipe, SweepPlan, SweepPoint } from "../../engine/wire/protocol";
import { isStale, jobOfFile } from "../../state/job";
import type { Candidate } from "../../state/looked";
import { type SweepRun, stoppedSweep, sweep } from "../../state/sweeping";
import { count, loss, percent, plural, seconds, short } from "../../ui/format";
import { candidateButtons } from "../candidate-buttons";
import { staleJob } from "../stale";
import { View } from "../view";
import { levelsInWords } from "./levels-in-words";
import "../../charts/lines";

const LIMITS_AT_FIRST = "0, 1, 2, 5, 10, 20, 100";
const MOST_K = 10_000;

/** Percentages separated by commas as shares; null where one is none. */
function shares(text: string): number[] | null {
  const given = text.split(",").map((part) => Number(part.trim().replace("%", "")) / 100);
  return given.length > 0 && given.every((share) => share >= 0 && share <= 1) ? given : null;
}

/** The best policy for every k, or every limit, as a curve to pick from. */
export class SweepView extends View {
  private over: "k" | "limits" = "k";
  private ks: [number, number] = [2, 50];
  private limits = LIMITS_AT_FIRST;

  private get plan(): SweepPlan | null {
    const [from, to] = this.ks;
    if (this.over === "k") return { from, to, limits: [] };
    const limits = shares(this.limits);
    return limits === null ? null : { from, to, limits };
  }

  protected override render(): TemplateResult | typeof nothing {
    const { study } = this.workbench;
    if (study.recipe === null || study.source === null) return nothing;
    const run = jobOfFile(study, "sweep");
    return html`<p>
        Proves the best policy for each one, and shows what more protection costs. Each point helps the next, so the whole
        curve takes far less than its points one by one.
      </p>
      ${this.choice(study.recipe)} ${this.action()} ${run === null ? nothing : this.results(run)}`;
  }

  private choice(recipe: Recipe): TemplateResult {
    const pick = (over: "k" | "limits") => {
      this.over = over;
      this.requestUpdate();
    };
    const number = (label: string, place: 0 | 1) => {
      const change = (event: Event) => {
        const input = event.target as HTMLInputElement;
        const given = Math.round(input.valueAsNumber);
        if (given >= 1 && given <= MOST_K) this.ks[place] = given;
        this.requestUpdate();
      };
      return html`<label class="field">
        <span>${label}</span>
        <input type="number" class="medium" min="1" max=${MOST_K} .value=${String(this.ks[place])} @change=${change} />
      </label>`;
    };
    const { k, suppression_limit: limit } = recipe.privacy;
    return html`<fieldset class="algorithms">
        <legend>Over</legend>
        <label class="check">
          <input type="radio" name=${this.workbench.names.id("sweep-over")} .checked=${this.over === "k"} @change=${() => pick("k")} />
          <span><b>k</b> <span class="caption">with at most ${percent(limit)} of the records suppressed</span></span>
        </label>
        <label class="check">
          <input type="radio" name=${this.workbench.names.id("sweep-over")} .checked=${this.over === "limits"} @change=${() => pick("limits")} />
          <span><b>suppression limits</b> <span class="caption">with k = ${k}</span></span>
        </label>
      </fieldset>
      <div class="row">
        ${
          this.over === "k"
            ? html`${number("k from", 0)} ${number("to", 1)}`
            : html`<label class="field">
                <span>Limits, % of the records</span>
                <input
                  type="text"
                  aria-invalid=${this.plan === null}
                  .value=${this.limits}
                  @input=${(event: Event) => {
                    this.limits = (event.target as HTMLInputElement).value;
                    this.requestUpdate();
                  }}
                />
                <small>${this.plan === null ? "numbers from 0 to 100, separated by commas" : "separated by commas"}</small>
              </label>`
        }
      </div>`;
  }

  private action(): TemplateResult {
    const { activity } = this.workbench.study;
    const { plan } = this;
    if (activity?.kind === "sweeping") {
      return html`<div class="row"><button type="button" @click=${() => this.workbench.cancel()}>Stop the curve</button></div>`;
    }
    const empty = plan === null || (plan.limits.length === 0 && plan.from > plan.to);
    const begin = () => {
      if (plan !== null) void sweep(this.workbench, plan);
    };
    return html`<div class="row">
      <button type="button" ?disabled=${activity !== null || empty} @click=${begin}>Draw the curve</button>
      ${
        stoppedSweep(this.workbench) !== null
          ? html`<button type="button" ?disabled=${activity !== null} @click=${() => sweep(this.workbench, null)}>Go on with the curve</button>`
          : nothing
      }
    </div>`;
  }

  private results({ plan, reached }: SweepRun): TemplateResult {
    const { points, all, milliseconds } = reached;
    const stale = isStale(this.workbench.study, "sweep");
    const searched = points.filter((point) => !point.followed).length;
    const overK = plan.limits.length === 0;
    const chart = {
      caption: overK
        ? "Least loss for each k. The highest risk of a record is 1 ÷ k."
        : "Least loss for each suppression limit.",
      file: overK ? "loss-by-k" : "loss-by-limit",
      x: overK
        ? { name: "k", words: (value: number) => short(value), whole: true }
        : { name: "limit in %", words: (value: number) => short(value) },
      y: { name: "loss", words: loss, least: 0 },
      lines: [{ name: "least loss", points: this.curve(points, overK) }],
    };
    return html`${staleJob(this.workbench.study, "sweep")}
      <p class="caption" role="status">
        ${count(points.length)} of ${plural(all, "best policy", "best policies")} proven in ${seconds(milliseconds)};
        ${searched} needed a search.
      </p>
      ${points.length < 2 ? nothing : html`<kanon-lines .chart=${chart}></kanon-lines>`}
      ${points.length === 0 ? nothing : this.table(points, stale)}`;
  }

  private curve(points: readonly SweepPoint[], overK: boolean): { x: number; y: number }[] {
    const at = points.flatMap(({ k, suppressionLimit, loss: y }) =>
      y === null ? [] : [{ x: overK ? k : suppressionLimit * 100, y }],
    );
    return at.sort((one, other) => one.x - other.x);
  }

  private table(points: readonly SweepPoint[], stale: boolean): TemplateResult {
    return html`<div class="scroller" tabindex="0" role="group" aria-label="Best policies">
      <table class="rows tight">
        <thead>
          <tr>
            <th scope="col" class="number">k</th>
            <th scope="col" class="number">limit</th>
            <th scope="col" class="number">loss</th>
            <th scope="col" class="number">records suppressed</th>
            <th scope="col" class="number">classes</th>
            <th scope="col">policy</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${points.map((point) => this.line(point, stale))}
        </tbody>
      </table>
    </div>`;
  }

  private candidate({ k, suppressionLimit, levels, words }: SweepPoint): Candidate {
    return {
      name: `k ${k} with a limit of ${percent(suppressionLimit)}`,
      columns: (words ?? []).map(([column]) => column),
      levels: levels ?? [],
      k,
      limit: suppressionLimit,
      intervals: null,
    };
  }

  private line(point: SweepPoint, stale: boolean): TemplateResult {
    const { k, suppressionLimit, words, loss: least, suppressedRecords, classes } = point;
    const limit = percent(suppressionLimit);
    if (words === null || least === null) {
      return html`<tr>
        <td class="number">${k}</td>
        <td class="number">${limit}</td>
        <td colspan="5">no policy is valid</td>
      </tr>`;
    }
    return html`<tr>
      <td class="number">${k}</td>
      <td class="number">${limit}</td>
      <td class="number">${loss(least)}</td>
      <td class="number">${count(suppressedRecords ?? 0)}</td>
      <td class="number">${count(classes ?? 0)}</td>
      <td>${levelsInWords(words)}</td>
      <td>
        ${stale ? nothing : candidateButtons(this.workbench, this.candidate(point))}
      </td>
    </tr>`;
  }
}

customElements.define("kanon-sweep", SweepView);
