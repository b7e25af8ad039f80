import { html, nothing, type TemplateResult } from "lit";
import { smallTrace } from "../../charts/small-trace";
import type { AlgorithmView, Progress } from "../../engine/wire/protocol";
import { algorithmsOf, type Comparison, type Contestant, compare } from "../../state/comparing";
import { isStale, jobOfFile } from "../../state/job";
import { algorithmName } from "../../text/en";
import { barred } from "../../ui/barred";
import { count, loss, plural, seconds } from "../../ui/format";
import { candidateButtons } from "../candidate-buttons";
import { staleJob } from "../stale";
import { View } from "../view";
import { levelsInWords } from "./levels-in-words";

const SECONDS_AT_FIRST = 20;

function verdict({ state, progress, exact }: Contestant): string {
  if (state === "waiting" || state === "running") return state;
  if (progress?.best == null) return state === "cancelled" ? "cancelled" : "no policy found";
  if (progress.bound >= progress.best.loss) return "proven best";
  if (state === "cancelled") return "cancelled, not proven";
  if (progress.status === "stopped") return "out of time, not proven";
  return exact ? "not proven" : "a heuristic, not proven";
}

/** Policies checked, or boxes examined. */
function steps({ boxes, policiesChecked }: Progress): number {
  return boxes === null ? policiesChecked : boxes.lookedAt;
}

/** Several algorithms on the same problem, one after the other. The result above is not affected. */
export class ComparisonView extends View {
  private readonly left = new Set<string>(["brute-force"]);
  private seconds: number | null = SECONDS_AT_FIRST;

  protected override render(): TemplateResult {
    const algorithms = algorithmsOf(this.workbench);
    const comparison = jobOfFile(this.workbench.study, "comparison");
    return html`<p>Runs published searches on this same table, k, limit and measure, and counts what each of them needed.</p>
      ${algorithms === null ? html`<p class="hint">The table is read first; run once, or wait a moment.</p>` : this.choice(algorithms)}
      ${comparison === null ? nothing : this.table(comparison)}`;
  }

  private choice(algorithms: readonly AlgorithmView[]): TemplateResult {
    const { activity } = this.workbench.study;
    const fit = algorithms.filter((one) => one.refusal === null);
    const ticked = fit.filter((one) => !this.left.has(one.name));
    const tick = (name: string) => {
      if (!this.left.delete(name)) this.left.add(name);
      this.requestUpdate();
    };
    const limit = (event: Event) => {
      const given = (event.target as HTMLInputElement).valueAsNumber;
      this.seconds = given > 0 ? given : null;
    };
    return html`<fieldset class="algorithms">
        <legend>Algorithms</legend>
        ${algorithms.map(
          (one) => html`<label class="check">
            <input
              type="checkbox"
              .checked=${one.refusal === null && !this.left.has(one.name)}
              ?disabled=${one.refusal !== null}
              @change=${() => tick(one.name)}
            />
            <span><b>${algorithmName(one.name)}</b> <span class="caption">${one.refusal ?? one.advice}</span></span>
          </label>`,
        )}
      </fieldset>
      <label class="field">
        <span>At most, seconds each</span>
        <input type="number" class="medium" min="0" step="any" .value=${String(this.seconds ?? "")} @change=${limit} />
        <small>empty: until each has ended</small>
      </label>
      <div class="row">
        ${
          activity === null
            ? html`<button type="button" ?disabled=${ticked.length === 0} @click=${() => compare(this.workbench, ticked, this.seconds)}>
                Compare ${count(ticked.length)}
              </button>`
            : html`<button type="button" @click=${() => this.workbench.cancel()}>Cancel the comparison</button>`
        }
      </div>`;
  }

  private table({ reached: contestants }: Comparison): TemplateResult {
    const reached = contestants.flatMap(({ progress }) => (progress === null ? [] : [progress]));
    const losses = reached.flatMap(({ best }) => (best === null ? [] : [best.loss]));
    const best = Math.min(...losses);
    const mostChecks = Math.max(0, ...reached.map(steps));
    const longest = Math.max(0, ...reached.map((progress) => progress.milliseconds));
    return html`${staleJob(this.workbench.study, "comparison")}
      <div class="scroller" tabindex="0" role="group" aria-label="Comparison of algorithms">
        <table class="rows tight comparison">
          <thead>
            <tr>
              <th scope="col">algorithm</th>
              <th scope="col" class="number">loss</th>
              <th scope="col" class="number">against the best</th>
              <th scope="col">proof</th>
              <th scope="col" class="number">policies checked, or boxes looked at</th>
              <th scope="col" class="number">seconds</th>
              <th scope="col" class="number">node score</th>
              <th scope="col" class="number">compared</th>
              <th scope="col">policy</th>
              <td></td>
            </tr>
          </thead>
          <tbody>
            ${contestants.map((one) => this.line(one, best, mostChecks, longest))}
          </tbody>
        </table>
      </div>
      ${this.traces(contestants, longest)}`;
  }

  private line(one: Contestant, best: number, mostChecks: number, longest: number): TemplateResult {
    const { progress, failure } = one;
    const found = progress?.best ?? null;
    if (progress === null) {
      return html`<tr>
        <th scope="row">${algorithmName(one.algorithm)}</th>
        <td colspan="9">${failure === null ? verdict(one) : `${failure.message}. ${failure.advice}`}</td>
      </tr>`;
    }
    return html`<tr>
      <th scope="row">${algorithmName(one.algorithm)}</th>
      <td class="number">${found === null ? "–" : loss(found.loss)}</td>
      <td class="number">${found === null ? "–" : found.loss === best ? "the same" : `+${loss(found.loss - best)}`}</td>
      <td>${verdict(one)}</td>
      ${barred(steps(progress), mostChecks, progress.boxes === null ? count(steps(progress)) : plural(steps(progress), "box", "boxes"))}
      ${barred(progress.milliseconds, longest, seconds(progress.milliseconds))}
      <td class="number">${count(progress.counters.nodeScore)}</td>
      <td class="number">${count(progress.counters.compared)}</td>
      <td>${found === null ? "–" : levelsInWords(found.words)}</td>
      <td>
        ${
          found === null || isStale(this.workbench.study, "comparison")
            ? nothing
            : candidateButtons(this.workbench, {
                name: `the policy of ${algorithmName(one.algorithm)}`,
                columns: found.words.map(([column]) => column),
                levels: [...found.levels],
                k: this.workbench.study.recipe?.privacy.k ?? 1,
                limit: null,
                intervals: null,
              })
        }
      </td>
    </tr>`;
  }

  /** The loss of each over time, on one scale. */
  private traces(contestants: readonly Contestant[], end: number): TemplateResult | typeof nothing {
    const values = contestants.flatMap(({ trail }) => trail.flatMap(({ loss: at }) => (at === null ? [] : [at])));
    if (values.length === 0) return nothing;
    const scale = { end, least: Math.min(...values), most: Math.max(...values) };
    return html`<p class="caption">
        Loss of the best policy over time, all on one scale: ${loss(scale.most)} at the top, ${loss(scale.least)} at the
        bottom, 0 s to ${seconds(end)}.
      </p>
      <div class="small-traces">
        ${contestants.map(({ algorithm, trail }) => smallTrace(algorithmName(algorithm), trail, scale))}
      </div>`;
  }
}

customElements.define("kanon-comparison", ComparisonView);
