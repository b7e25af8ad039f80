import { html, nothing, type TemplateResult } from "lit";
import type { AnytimeRow, OlaRow, PruningRow, StudyName, StudyPlan } from "../../../engine/wire/study-rows";
import { jobOfFile } from "../../../state/job";
import { quasiIdentifiersInOrder } from "../../../state/study";
import { type PublishedStudy, runStudy } from "../../../state/studying";
import { STUDIES } from "../../../text/studies";
import { download, text } from "../../../ui/files";
import { count, plural, short } from "../../../ui/format";
import { staleJob } from "../../stale";
import { View } from "../../view";
import { anytimeResults } from "./anytime";
import { olaResults } from "./ola";
import { pruningResults } from "./pruning";
import "../../../charts/lines";

const LIMITS = [0.01, 0.05, 0.1];
/** The limit whose figures are in the paper. */
const SHOWN_LIMIT = 0.05;
const MOST_K = 1000;

/** The numbers from one to another. */
function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** The papers' studies on the table as it is. The result above is not affected. */
export class PublishedStudies extends View {
  private name: StudyName = "ola";
  private ks: [number, number] = [2, 15];
  /** Null for as many columns as there are. */
  private columns: [number, number | null] = [2, null];
  private readonly limits = new Set(LIMITS);
  private seconds = 10;
  private shownLimit: number | null = null;

  private get plan(): StudyPlan {
    const { name, seconds } = this;
    const limits = LIMITS.filter((limit) => this.limits.has(limit));
    if (name === "ola") return { name, numbers: range(...this.ks), limits, seconds };
    const all = quasiIdentifiersInOrder(this.workbench.study).length;
    const [from, to] = this.columns;
    return { name, numbers: range(Math.min(from, all), Math.min(to ?? all, all)), limits: [], seconds };
  }

  protected override render(): TemplateResult {
    const published = jobOfFile(this.workbench.study, "published");
    return html`<details class="sub-view">
      <summary>For researchers</summary>
      <h2>Repeat published studies</h2>
      <p>
        Makes the tables and figures of the papers anew, on your own table with its hierarchies. Levels that you fixed
        stay fixed. The command line writes the same rows: <code>kanon study</code>.
      </p>
      ${this.choice()} ${this.ranges()} ${this.action()}
      ${published === null ? nothing : this.results(published)}
    </details>`;
  }

  private choice(): TemplateResult {
    const pick = (name: StudyName) => {
      this.name = name;
      this.requestUpdate();
    };
    return html`<fieldset class="algorithms">
      <legend>Study</legend>
      ${STUDIES.map(
        ({ name, title, words }) => html`<label class="check">
          <input type="radio" name=${this.workbench.names.id("published-study")} .checked=${name === this.name} @change=${() => pick(name)} />
          <span><b>${title}</b> <span class="caption">${words}</span></span>
        </label>`,
      )}
    </fieldset>`;
  }

  private ranges(): TemplateResult {
    const number = (label: string, value: number, least: number, most: number, set: (given: number) => void) => {
      const change = (event: Event) => {
        const input = event.target as HTMLInputElement;
        const given = Math.round(input.valueAsNumber);
        if (given >= least && given <= most) set(given);
        else input.value = String(value);
        this.requestUpdate();
      };
      return html`<label class="field">
        <span>${label}</span>
        <input type="number" class="medium" min=${least} max=${most} .value=${String(value)} @change=${change} />
      </label>`;
    };
    const names = quasiIdentifiersInOrder(this.workbench.study);
    const seconds = number("At most, seconds each run", this.seconds, 1, 3600, (given) => {
      this.seconds = given;
    });
    if (this.name !== "ola") {
      const [from, to] = this.columns;
      const last = to ?? names.length;
      return html`<div class="row">
          ${number("Columns from", Math.min(from, names.length), 1, last, (given) => {
            this.columns = [given, to];
          })}
          ${number("to", Math.min(last, names.length), Math.min(from, names.length), names.length, (given) => {
            this.columns = [from, given];
          })}
          ${seconds}
        </div>
        <p class="caption">In the order of the file: ${names.join(", ")}.</p>`;
    }
    const [from, to] = this.ks;
    const tick = (limit: number) => {
      if (!this.limits.delete(limit)) this.limits.add(limit);
      this.requestUpdate();
    };
    return html`<div class="row">
      ${number("k from", from, 2, to, (given) => {
        this.ks = [given, to];
      })}
      ${number("to", to, from, MOST_K, (given) => {
        this.ks = [from, given];
      })}
      ${seconds}
      <fieldset class="limits">
        <legend>Suppression limits</legend>
        ${LIMITS.map(
          (limit) => html`<label class="check">
            <input type="checkbox" .checked=${this.limits.has(limit)} @change=${() => tick(limit)} /> ${short(limit * 100)} %
          </label>`,
        )}
      </fieldset>
    </div>`;
  }

  private action(): TemplateResult {
    const { activity } = this.workbench.study;
    const { plan } = this;
    const rows = plan.numbers.length * (plan.name === "ola" ? plan.limits.length * 3 : 1);
    return html`<div class="row">
      ${
        activity?.kind === "studying"
          ? html`<button type="button" @click=${() => this.workbench.cancel()}>Cancel the study</button>`
          : html`<button
              type="button"
              ?disabled=${activity !== null || rows === 0}
              @click=${() => {
                this.shownLimit = null;
                void runStudy(this.workbench, plan);
              }}
            >
              Run the study: ${plural(rows, "row")}
            </button>`
      }
    </div>`;
  }

  private results(published: PublishedStudy): TemplateResult {
    const { state, plan } = published;
    const { rows, left } = published.reached;
    const title = STUDIES.find(({ name }) => name === plan.name)?.title ?? "";
    const standing = {
      running: `${count(rows.length)} of ${plural(rows.length + left, "row")} so far.`,
      ended: `${plural(rows.length, "row")}.`,
      cancelled: `Cancelled after ${plural(rows.length, "row")}.`,
      failed: `Failed after ${plural(rows.length, "row")}.`,
    }[state];
    const save = () => download(`study-${plan.name}.json`, text(`${JSON.stringify(rows, null, 2)}\n`));
    return html`<h2>${title}</h2>
      ${staleJob(this.workbench.study, "published")}
      <p class="caption">${standing}</p>
      ${rows.length === 0 ? nothing : this.tables(published)}
      ${
        rows.length === 0
          ? nothing
          : html`<div class="row"><button type="button" @click=${save}>Save the study as JSON</button></div>`
      }`;
  }

  private tables({ plan, reached: { rows } }: PublishedStudy): TemplateResult {
    // The name of a study determines the type of its rows.
    if (plan.name === "pruning") return pruningResults(rows as readonly PruningRow[]);
    if (plan.name === "anytime") return anytimeResults(rows as readonly AnytimeRow[]);
    const { limits } = plan;
    const compared = rows as readonly OlaRow[];
    const reached = limits.filter((limit) => compared.some((row) => row.suppression_limit === limit));
    const shown = this.shownLimit ?? (reached.includes(SHOWN_LIMIT) ? SHOWN_LIMIT : (reached[0] ?? SHOWN_LIMIT));
    return olaResults(compared, reached, shown, (limit) => {
      this.shownLimit = limit;
      this.requestUpdate();
    });
  }
}

customElements.define("kanon-published-studies", PublishedStudies);
