import { html, type TemplateResult } from "lit";
import type { Boxes, Progress, StoreCounters } from "../../engine/wire/protocol";
import { algorithmName } from "../../text/en";
import { count, percent } from "../../ui/format";

const STORE: readonly { name: string; of: (store: StoreCounters) => number }[] = [
  { name: "policies inserted", of: (store) => store.inserts },
  { name: "questions asked", of: (store) => store.queries },
  { name: "questions answered with yes", of: (store) => store.hits },
  { name: "policies in the store at the end", of: (store) => store.antichain },
];

function row(name: string, value: number | string): TemplateResult {
  return html`<tr>
    <th scope="row">${name}</th>
    <td class="number">${typeof value === "number" ? count(value) : value}</td>
  </tr>`;
}

function boxCounters(algorithm: string, { lookedAt, evaluated, open, closed }: Boxes): TemplateResult {
  return html`<details class="counters">
    <summary>What the search did</summary>
    <table class="rows tight">
      <caption>
        ${algorithmName(algorithm)}
      </caption>
      <tbody>
        ${row("boxes of policies looked at", lookedAt)} ${row("policies evaluated by themselves", evaluated)}
        ${row("boxes still open", open)} ${row("share of the lattice that is closed", percent(closed))}
      </tbody>
    </table>
  </details>`;
}

/** The work of the search, in numbers that can be compared with those of other programs. */
export function counters(algorithm: string, progress: Progress): TemplateResult {
  if (progress.boxes !== null) return boxCounters(algorithm, progress.boxes);
  const { insufficientProtection, insufficientQuality, nodeScore, compared } = progress.counters;
  return html`<details class="counters">
    <summary>What the search did</summary>
    <div class="pair">
      <table class="rows tight">
        <caption>
          ${algorithmName(algorithm)}
        </caption>
        <tbody>
          ${row("policies checked", progress.policiesChecked)} ${row("policies excluded without a check", progress.policiesPruned)}
          ${row("valid policies compared on their loss", compared)}
          ${row("node score: columns generalized × classes, plus classes scanned", nodeScore)}
        </tbody>
      </table>
      <table class="rows tight">
        <caption>
          The two stores of what was learned
        </caption>
        <thead>
          <tr>
            <td></td>
            <th scope="col" class="number">suppress too much</th>
            <th scope="col" class="number">cannot win</th>
          </tr>
        </thead>
        <tbody>
          ${STORE.map(
            ({ name, of }) => html`<tr>
              <th scope="row">${name}</th>
              <td class="number">${count(of(insufficientProtection))}</td>
              <td class="number">${count(of(insufficientQuality))}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
