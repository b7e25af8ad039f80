import { html, type TemplateResult } from "lit";
import type { Progress, StoreCounters } from "../../engine/protocol";
import { algorithmName } from "../../text/en";
import { count } from "../../ui/format";

const STORE: readonly { name: string; of: (store: StoreCounters) => number }[] = [
  { name: "policies inserted", of: (store) => store.inserts },
  { name: "questions asked", of: (store) => store.queries },
  { name: "questions answered with yes", of: (store) => store.hits },
  { name: "policies in the store at the end", of: (store) => store.antichain },
];

/** What the search did, in numbers that can be held against those of other programs. */
export function counters(algorithm: string, progress: Progress): TemplateResult {
  const { insufficientProtection, insufficientQuality, nodeScore, compared } = progress.counters;
  const row = (name: string, value: number) =>
    html`<tr>
      <th scope="row">${name}</th>
      <td class="number">${count(value)}</td>
    </tr>`;
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
