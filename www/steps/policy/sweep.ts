import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Recipe, SweepPoint } from "../../engine/wire/protocol";
import type { SweepPlan } from "../../engine/wire/sweep";
import { type NumberedCondition, numbered } from "../../state/conditions";
import { isStale, jobOfFile } from "../../state/job";
import { pointCandidate, type SweepRun, type Swept, stoppedSweep, sweep } from "../../state/sweeping";
import { count, loss, percent, plural, seconds, short } from "../../ui/format";
import { candidateButtons } from "../candidate-buttons";
import { staleJob } from "../stale";
import { View } from "../view";
import { levelsInWords } from "./levels-in-words";
import { type Asked, listed, thresholds } from "./thresholds";
import "../../charts/lines";

const MOST_K = 10_000;

const LIMITS: Asked = {
  name: "limit in %",
  unit: 0.01,
  first: "0, 1, 2, 5, 10, 20, 100",
  range: "numbers from 0 to 100",
  fits: (given) => given >= 0 && given <= 100,
};

/** The swept setting: k, the limits, or the thresholds of the condition with this number. */
type Over = "k" | "limits" | number;

/** The best policy for every k, every limit, or every threshold of a condition, as a curve to pick from. */
export class SweepView extends View {
  private chosen: Over = "k";
  private ks: [number, number] = [2, 50];
  /** The lists that the user has changed, by the setting that they belong to. */
  private readonly texts = new Map<string, string>();

  /** The swept setting: k, if a previous condition no longer exists. */
  private over(conditions: readonly NumberedCondition[]): Over {
    const { chosen } = this;
    return typeof chosen === "number" && !conditions.some(({ number }) => number === chosen) ? "k" : chosen;
  }

  private text({ name, first }: Asked): string {
    return this.texts.get(name) ?? first;
  }

  private plan(recipe: Recipe): SweepPlan | null {
    const conditions = numbered(recipe);
    const over = this.over(conditions);
    if (over === "k") return this.ks[0] > this.ks[1] ? null : { k: this.ks };
    const asked = askedOf(over, conditions);
    const given = listed(this.text(asked), asked.unit, asked.fits);
    if (given === null) return null;
    return over === "limits" ? { suppression_limits: given } : { thresholds: { condition: over, thresholds: given } };
  }

  protected override render(): TemplateResult | typeof nothing {
    const { study } = this.workbench;
    if (study.recipe === null || study.source === null) return nothing;
    const run = jobOfFile(study, "sweep");
    return html`<p>
        Proves the best policy for each one, and shows what more protection costs. Each point helps the next, so that the whole
        curve takes less than its points one by one.
      </p>
      ${this.choice(study.recipe)} ${this.action(study.recipe)} ${run === null ? nothing : this.results(run)}`;
  }

  private choice(recipe: Recipe): TemplateResult {
    const conditions = numbered(recipe);
    const over = this.over(conditions);
    const { k, suppression_limit: limit } = recipe.privacy;
    const others = conditions.length === 0 ? "" : " and the conditions";
    const pick = (own: Over, name: string, caption: string) => html`<label class="check">
      <input
        type="radio"
        name=${this.workbench.names.id("sweep-over")}
        .checked=${live(over === own)}
        @change=${() => {
          this.chosen = own;
          this.requestUpdate();
        }}
      />
      <span><b>${name}</b> <span class="caption">${caption}</span></span>
    </label>`;
    const beside = conditions.length > 1 ? ", and the other conditions" : "";
    return html`<fieldset class="algorithms">
        <legend>Over</legend>
        ${pick("k", "k", `with at most ${percent(limit)} of the records suppressed${others}`)}
        ${pick("limits", "suppression limits", `with k = ${k}${others}`)}
        ${conditions.map(({ number, condition }) =>
          pick(number, thresholds(condition).name, `with k = ${k}, at most ${percent(limit)} suppressed${beside}`),
        )}
      </fieldset>
      <div class="row">
        ${over === "k" ? html`${this.end("k from", 0)} ${this.end("to", 1)}` : this.list(askedOf(over, conditions), over === "limits")}
      </div>`;
  }

  /** The first or the last k. */
  private end(label: string, place: 0 | 1): TemplateResult {
    const change = (event: Event) => {
      const given = Math.round((event.target as HTMLInputElement).valueAsNumber);
      if (given >= 1 && given <= MOST_K) this.ks = place === 0 ? [given, this.ks[1]] : [this.ks[0], given];
      this.requestUpdate();
    };
    return html`<label class="field">
      <span>${label}</span>
      <input type="number" class="medium" min="1" max=${MOST_K} .value=${String(this.ks[place])} @change=${change} />
    </label>`;
  }

  /** Limits, or thresholds. */
  private list(asked: Asked, areLimits: boolean): TemplateResult {
    const text = this.text(asked);
    const isWrong = listed(text, asked.unit, asked.fits) === null;
    const change = (event: Event) => {
      this.texts.set(asked.name, (event.target as HTMLInputElement).value);
      this.requestUpdate();
    };
    return html`<label class="field">
      <span>${areLimits ? "Limits, % of the records" : `Thresholds: ${asked.name}`}</span>
      <input type="text" aria-invalid=${isWrong} .value=${text} @input=${change} />
      <small>${isWrong ? `${asked.range}, separated by commas` : "separated by commas"}</small>
    </label>`;
  }

  private action(recipe: Recipe): TemplateResult {
    const { activity } = this.workbench.study;
    const plan = this.plan(recipe);
    if (activity?.kind === "sweeping") {
      return html`<div class="row"><button type="button" @click=${() => this.workbench.cancel()}>Stop the curve</button></div>`;
    }
    const begin = () => {
      if (plan !== null) void sweep(this.workbench, plan);
    };
    return html`<div class="row">
      <button type="button" ?disabled=${activity !== null || plan === null} @click=${begin}>Draw the curve</button>
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
    const axis = axisOf(plan);
    const chart = {
      caption: `Least loss for each ${axis.caption}.`,
      file: axis.file,
      x: { name: axis.name, words: short, ...("k" in plan.plan ? { whole: true } : {}) },
      y: { name: "loss", words: loss, least: 0 },
      lines: [{ name: "least loss", points: curve(points, axis) }],
    };
    return html`${staleJob(this.workbench.study, "sweep")}
      <p class="caption" role="status">
        ${count(points.length)} of ${plural(all, "best policy", "best policies")} proven in ${seconds(milliseconds)};
        ${searched} needed a search.
      </p>
      ${points.length < 2 ? nothing : html`<kanon-lines .chart=${chart}></kanon-lines>`}
      ${points.length === 0 ? nothing : this.table(points, axis, stale ? null : plan)}`;
  }

  private table(points: readonly SweepPoint[], axis: Axis, swept: Swept | null): TemplateResult {
    return html`<div class="scroller" tabindex="0" role="group" aria-label="Best policies">
      <table class="rows tight">
        <thead>
          <tr>
            <th scope="col" class="number">k</th>
            <th scope="col" class="number">limit</th>
            ${axis.file === "loss-by-threshold" ? html`<th scope="col" class="number">${axis.name}</th>` : nothing}
            <th scope="col" class="number">loss</th>
            <th scope="col" class="number">records suppressed</th>
            <th scope="col" class="number">classes</th>
            <td></td>
            <th scope="col">policy</th>
          </tr>
        </thead>
        <tbody>
          ${points.map((point, at) => this.line(point, at, axis, swept))}
        </tbody>
      </table>
    </div>`;
  }

  private line(point: SweepPoint, at: number, axis: Axis, swept: Swept | null): TemplateResult {
    const { k, suppressionLimit, threshold, words, loss: least, suppressedRecords, classes } = point;
    const setting = html`<td class="number">${k}</td>
      <td class="number">${percent(suppressionLimit)}</td>
      ${threshold === null ? nothing : html`<td class="number">${short(axis.at(point))}</td>`}`;
    if (words === null || least === null) {
      return html`<tr>${setting}<td colspan="5">no policy is valid</td></tr>`;
    }
    const name =
      threshold === null
        ? `k ${k} with a limit of ${percent(suppressionLimit)}`
        : `${axis.name}: ${short(axis.at(point))}`;
    return html`<tr>
      ${setting}
      <td class="number">${loss(least)}</td>
      <td class="number">${count(suppressedRecords ?? 0)}</td>
      <td class="number">${count(classes ?? 0)}</td>
      <td>
        ${swept === null ? nothing : candidateButtons(this.workbench, pointCandidate(name, point, at, swept))}
      </td>
      <td>${levelsInWords(words)}</td>
    </tr>`;
  }
}

/** How the settings of a sweep are displayed. */
interface Axis {
  readonly name: string;
  readonly file: string;
  readonly caption: string;
  readonly at: (point: SweepPoint) => number;
}

function axisOf({ plan, protect }: Swept): Axis {
  if ("k" in plan)
    return { name: "k", file: "loss-by-k", caption: "k. The highest risk of a record is 1 ÷ k", at: ({ k }) => k };
  const condition = "thresholds" in plan ? protect[plan.thresholds.condition - 1] : undefined;
  if (condition === undefined) {
    return {
      name: LIMITS.name,
      file: "loss-by-limit",
      caption: "suppression limit",
      at: ({ suppressionLimit }) => suppressionLimit * 100,
    };
  }
  const { name, unit } = thresholds(condition);
  const at = ({ threshold }: SweepPoint) => Number(((threshold ?? 0) / unit).toPrecision(12));
  return { name, file: "loss-by-threshold", caption: name, at };
}

function curve(points: readonly SweepPoint[], { at }: Axis): { x: number; y: number }[] {
  const found = points.flatMap((point) => (point.loss === null ? [] : [{ x: at(point), y: point.loss }]));
  return found.sort((one, other) => one.x - other.x);
}

function askedOf(over: Exclude<Over, "k">, conditions: readonly NumberedCondition[]): Asked {
  const condition = conditions.find(({ number }) => number === over)?.condition;
  return condition === undefined ? LIMITS : thresholds(condition);
}

customElements.define("kanon-sweep", SweepView);
