import { html, type TemplateResult } from "lit";
import type { Outcome, Risk } from "../../engine/wire/protocol";
import { count, percent } from "../../ui/format";
import { suppressedClass } from "./words";

interface Line {
  readonly name: string;
  readonly unit: string;
  readonly value: (risk: Risk) => string;
}

const LINES: readonly Line[] = [
  {
    name: "smallest class",
    unit: "records that share all quasi-identifiers",
    value: (risk) => count(risk.smallestClass),
  },
  { name: "classes", unit: "groups of such records", value: (risk) => count(risk.classes) },
  { name: "unique records", unit: "alone in their class", value: (risk) => count(risk.uniqueRecords) },
  { name: "records at risk", unit: "in a class smaller than k", value: (risk) => count(risk.recordsAtRisk) },
  { name: "highest risk", unit: "1 ÷ smallest class", value: (risk) => percent(risk.highest) },
  { name: "average risk", unit: "classes ÷ records", value: (risk) => percent(risk.average) },
  { name: "records", unit: "in these classes", value: (risk) => count(risk.records) },
];

/** The risk that someone who knows a person's quasi-identifiers finds the record, before and after. */
export function riskTable(outcome: Outcome, removed: boolean): TemplateResult {
  const { before, after } = outcome.risk;
  return html`<div class="scroller" tabindex="0" role="group" aria-label="Risk before and after">
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">figure</th>
          <th scope="col">of what</th>
          <th scope="col" class="number">before</th>
          <th scope="col" class="number">after</th>
        </tr>
      </thead>
      <tbody>
        ${LINES.map(
          (line) => html`<tr>
            <th scope="row">${line.name}</th>
            <td>${line.unit}</td>
            <td class="number before">${line.value(before)}</td>
            <td class="number after">${line.value(after)}</td>
          </tr>`,
        )}
        <tr>
          <th scope="row">class of the suppressed</th>
          <td>whoever fits no class is among them; highest risk 1 ÷ their number</td>
          <td class="number before">–</td>
          <td class="number after">
            ${suppressedClass(outcome.suppressedRecords, removed)}
          </td>
        </tr>
      </tbody>
    </table>
  </div>`;
}
