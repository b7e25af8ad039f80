import { html, nothing, type TemplateResult } from "lit";
import type { PartitionView, SafeHarborTable } from "../../engine/wire/protocol";
import { tryIntervals } from "../../state/compared";
import { type Frontier, SAFE_HARBOR } from "../../state/frontier";
import { takePoint } from "../../state/taking";
import type { Workbench } from "../../state/workbench";
import type { GridModel } from "../../table/model";
import { count, loss, percent, plural, records, short, smallPercent } from "../../ui/format";
import { isIncomplete } from "./safe-harbor";
import { strip } from "./strip";
import "../../table/grid";

/** The selected policy: its figures, its intervals, and its effect on the first rows of the table. */
export function chosen(
  workbench: Workbench,
  frontier: Frontier,
  view: PartitionView,
  model: GridModel,
  harbor: SafeHarborTable | null,
): TemplateResult {
  const people = frontier.reached.start?.hasPopulation === true;
  return html`<section aria-labelledby=${workbench.names.titled("chosen-title")} class="frontier-chosen">
    <h2 id=${workbench.names.id("chosen-title")}>The policy of risk ${smallPercent(view.risk)} and loss ${loss(view.loss)}</h2>
    <p>
      ${short(view.expected)} of the ${people ? "records are expected to be matched with their person by chance" : "records stand for a group each"}:
      ${smallPercent(view.risk)} of what the original gives away. The records fall into ${plural(view.groups, "group")}; the smallest has
      ${records(view.smallestGroup)}, so that ${
        people
          ? html`a prosecutor's highest risk is ${smallPercent(view.prosecutor)} and a journalist's ${smallPercent(view.journalist)}`
          : html`the highest risk of a record is ${smallPercent(view.prosecutor)}`
      }.
    </p>
    ${isSafeHarbor(frontier, view) && isIncomplete(harbor) ? notSafeHarbor(harbor) : take(workbench, view)}
    ${compared(frontier, view)}
    <div class="strips">${view.columns.map(strip)}</div>
    <div class="never-printed">
      <h3>What it does to the first records</h3>
      <kanon-grid id=${workbench.names.id("frontier-head")} .model=${model}></kanon-grid>
    </div>
  </section>`;
}

function isSafeHarbor({ reached: { named } }: Frontier, view: PartitionView): boolean {
  return named.some((policy) => policy.name === SAFE_HARBOR && policy.view === view);
}

function notSafeHarbor(harbor: SafeHarborTable | null): TemplateResult {
  return html`<p class="hint care">
    ${
      harbor === null
        ? "Whether this is Safe Harbor is not known yet."
        : html`This policy cannot be taken: it would pass for Safe Harbor, and ${harbor.incomplete.join(", ")} would be kept as
            ${harbor.incomplete.length === 1 ? "it is" : "they are"}. The table of the identifiers below says what can be done.`
    }
  </p>`;
}

function take(workbench: Workbench, view: PartitionView): TemplateResult {
  return html`<div class="row">
      <button type="button" class="primary" @click=${() => takePoint(workbench, view)}>Take this policy for the release</button>
      <button type="button" @click=${() => tryIntervals(workbench, view)}>Try it under Compare</button>
    </div>
    <p class="caption">
      Its intervals become the hierarchies of the columns, fixed at their level, and k becomes
      ${count(view.smallestGroup)}, its smallest group. Recipe and report say what it is. Undo takes it back.
    </p>`;
}

function compared({ reached: { named } }: Frontier, view: PartitionView): TemplateResult | typeof nothing {
  const lines = named
    .filter((other) => other.view !== view)
    .map(({ name, view: other }) => {
      const side = (own: number, its: number, what: string) =>
        own <= its
          ? `${what} ${its > 0 ? percent(1 - own / its) : percent(0)} lower`
          : `${what} ${its > 0 ? percent(own / its - 1) : percent(1)} higher`;
      const breaks = name === SAFE_HARBOR && view.againstRule.length > 0;
      return html`<li>
        Against ${name}: ${side(view.risk, other.risk, "risk")}, ${side(view.loss, other.loss, "loss")}.
        ${breaks ? html`<b>It does not keep the rule in ${view.againstRule.join(", ")}</b>: it tells apart what Safe Harbor joins there.` : nothing}
      </li>`;
    });
  return lines.length === 0 ? nothing : html`<ul class="facts-list">${lines}</ul>`;
}
