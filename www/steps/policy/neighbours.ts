import { html, nothing, type TemplateResult } from "lit";
import type { Neighbour, Outcome } from "../../engine/wire/protocol";
import type { Candidate } from "../../state/looked";
import type { Workbench } from "../../state/workbench";
import { count, loss } from "../../ui/format";
import { candidateButtons } from "../candidate-buttons";

function difference(value: number, than: number, write: (value: number) => string): string {
  const by = value - than;
  return by === 0 ? "the same" : `${by > 0 ? "+" : "−"}${write(Math.abs(by))}`;
}

function candidate(workbench: Workbench, { columns, level, step }: Neighbour, { policy }: Outcome): Candidate {
  return {
    name: `${columns.join(", ")} one step ${step < 0 ? "finer" : "coarser"}`,
    columns: policy.map(({ column }) => column),
    levels: policy.map((own) => (columns.includes(own.column) ? level : own.level)),
    k: workbench.study.recipe?.privacy.k ?? 1,
    limit: null,
    intervals: null,
  };
}

function line(workbench: Workbench, neighbour: Neighbour, outcome: Outcome, stale: boolean): TemplateResult {
  return html`<tr class=${neighbour.valid ? "" : "faint"}>
    <th scope="row">${neighbour.columns.join(", ")}</th>
    <td class="words">${neighbour.step < 0 ? "finer" : "coarser"}: ${[...new Set(neighbour.words)].join("; ")}</td>
    <td class="number">${loss(neighbour.loss)}</td>
    <td class="number">${difference(neighbour.loss, outcome.loss, loss)}</td>
    <td class="number">${count(neighbour.suppressedRecords)}</td>
    <td class="number">${difference(neighbour.suppressedRecords, outcome.suppressedRecords, count)}</td>
    <td class="number">${count(neighbour.classes)}</td>
    <td>${neighbour.valid ? "yes" : "no"}</td>
    <td>
      ${
        stale
          ? nothing
          : candidateButtons(
              workbench,
              candidate(workbench, neighbour, outcome),
              neighbour.valid ? "" : "It suppresses more records than may be.",
            )
      }
    </td>
  </tr>`;
}

/** The cost of one step finer or coarser in one column. */
export function neighbourTable(
  workbench: Workbench,
  neighbours: readonly Neighbour[],
  outcome: Outcome,
  stale: boolean,
): TemplateResult | typeof nothing {
  if (neighbours.length === 0) return nothing;
  return html`<h3>One step finer or coarser</h3>
    <div class="scroller" tabindex="0" role="group" aria-label="Policies one step finer or coarser">
      <table class="rows tight">
        <thead>
          <tr>
            <th scope="col">column</th>
            <th scope="col">change</th>
            <th scope="col" class="number">loss</th>
            <th scope="col" class="number">difference</th>
            <th scope="col" class="number">suppressed records</th>
            <th scope="col" class="number">difference</th>
            <th scope="col" class="number">classes</th>
            <th scope="col">within limit</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${neighbours.map((neighbour) => line(workbench, neighbour, outcome, stale))}
        </tbody>
      </table>
    </div>`;
}
