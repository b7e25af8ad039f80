import { html, nothing, type TemplateResult } from "lit";
import type { ColumnVerdict, IntervalColumn, PartitionView } from "../../engine/wire/protocol";
import { type Frontier, lookAtPolicy } from "../../state/frontier";
import { ownOf, proveOwn } from "../../state/own";
import type { Workbench } from "../../state/workbench";
import { OWN_INTERVALS as WORDS } from "../../text/own-intervals";
import { count, loss, plural, smallPercent } from "../../ui/format";

/** Whether the intervals of each single column are optimal. This is known if every policy was evaluated. */
export function own(workbench: Workbench, frontier: Frontier, view: PartitionView): TemplateResult | typeof nothing {
  if (frontier.reached.step?.exact !== false) return nothing;
  // Other intervals may have smaller groups than were asked for, and Safe Harbor's rule need not be one of intervals.
  if ((frontier.plan.least_group ?? 1) > 1 || !view.columns.every(isOfIntervals)) return nothing;
  const { study } = workbench;
  const known = ownOf(workbench, view);
  const isRunning = known !== null && known.verdicts === null;
  const verdicts = known?.verdicts ?? null;
  const title = workbench.names.id("own-title");
  return html`<section class="frontier-own" aria-labelledby=${workbench.names.titled("own-title")}>
    <h3 id=${title}>${WORDS.title}</h3>
    ${
      verdicts !== null
        ? nothing
        : html`<div class="row never-printed">
            <button
              type="button"
              ?disabled=${study.activity !== null && !isRunning}
              @click=${() => (isRunning ? workbench.cancel() : void proveOwn(workbench, view))}
            >
              ${isRunning ? WORDS.stop : WORDS.ask}
            </button>
          </div>`
    }
    ${verdicts === null ? html`<p class="caption">${WORDS.purpose}</p>` : nothing}
    <div role="status">${verdicts === null ? nothing : html`<p>${sum(verdicts)}</p>`}</div>
    ${
      verdicts === null
        ? nothing
        : html`<ul class="facts-list">
              ${verdicts.map((verdict) => html`<li><b>${verdict.column}</b>: ${told(workbench, view, verdict)}</li>`)}
            </ul>
            ${verdicts.length > 1 ? html`<p class="caption">${WORDS.others}</p>` : nothing}`
    }
  </section>`;
}

/** Whether the values of each group are neighbours. */
function isOfIntervals({ rows }: IntervalColumn): boolean {
  const runs = rows.map(([, label]) => label).filter((label, place, labels) => label !== labels[place - 1]);
  return new Set(runs).size === runs.length;
}

/** How many columns are decided, and how. */
function sum(verdicts: readonly ColumnVerdict[]): string {
  const best = verdicts.filter(({ isBest }) => isBest).length;
  const better = verdicts.filter((verdict) => verdict.better !== null).length;
  const open = verdicts.length - best - better;
  const proven = `Of ${plural(verdicts.length, "column")}, the intervals of ${count(best)} are proven best for that column alone`;
  const bettered = better > 0 ? `, ${count(better)} can be cut better` : "";
  const undecided = open > 0 ? `, ${count(open)} ${open === 1 ? "is" : "are"} not decided` : "";
  return `${proven}${bettered}${undecided}.`;
}

function told(workbench: Workbench, view: PartitionView, { column, isBest, better }: ColumnVerdict): TemplateResult {
  if (better === null) return html`${isBest ? WORDS.best : WORDS.open}`;
  const figures = (of: PartitionView) => `risk ${smallPercent(of.risk)}, loss ${loss(of.loss)}`;
  const hardly = figures(better) === figures(view) ? WORDS.hardly : "";
  return html`${WORDS.better}: ${figures(better)}${hardly}.
    <button
      type="button"
      class="link"
      aria-label="Look at it: better intervals of ${column}"
      @click=${() => lookAtPolicy(workbench, better)}
    >
      Look at it
    </button>`;
}
