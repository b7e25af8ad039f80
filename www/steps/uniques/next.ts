import { html, nothing, type TemplateResult } from "lit";
import { savedTable } from "../../charts/saved-table";
import { levelName } from "../../state/shaping";
import { currentUniques, drop, recode, type Uniques } from "../../state/uniques";
import { barred } from "../../ui/barred";
import { cell, count, percent } from "../../ui/format";
import { View } from "../view";

/** Which quasi-identifier to drop or to recode next, and what that would resolve. */
export class UniquesNext extends View {
  protected override render(): TemplateResult | typeof nothing {
    const uniques = currentUniques(this.workbench);
    if (uniques === null || uniques.found.report.unsafe_records === 0) return nothing;
    const { report, view } = uniques.found;
    const lines = uniques.columns
      .map((name, index) => ({
        name,
        combinations: report.combinations_by_qi[name] ?? 0,
        records: report.records_resolved_without[name] ?? 0,
        values: view.values[index] ?? [],
        level: view.levels[index] ?? 0,
        height: view.heights[index] ?? 1,
      }))
      .sort((one, other) => other.combinations - one.combinations);
    const mostCombinations = Math.max(1, ...lines.map((line) => line.combinations));
    const mostRecords = Math.max(1, ...lines.map((line) => line.records));
    const busy = this.workbench.study.activity !== null;
    return html`<section aria-labelledby=${this.workbench.names.titled("next-title")}>
      <h2 id=${this.workbench.names.id("next-title")}>What to change next</h2>
      <p class="caption">
        Without a quasi-identifier, all combinations that it is part of are gone, and no other ones appear. Recoding takes it one
        level up in its hierarchy. Both find again at once; Undo (Ctrl+Z) takes them back.
      </p>
      ${this.since(uniques)}
      ${savedTable(
        "What each quasi-identifier would resolve",
        "what-to-change",
        () => [
          ["quasi-identifier", "combinations resolved without it", "records resolved without it"],
          ...lines.map(({ name, combinations, records }) => [name, combinations, records]),
        ],
        html`<table class="rows tight">
          <thead>
            <tr>
              <th scope="col">quasi-identifier</th>
              <th scope="col" class="number">combinations resolved without it</th>
              <th scope="col" class="number">records resolved without it</th>
              <th scope="col">values in most combinations</th>
              <th scope="col"><span class="unseen">change</span></th>
            </tr>
          </thead>
          <tbody>
            ${lines.map(
              (line) => html`<tr>
                <th scope="row">${line.name}</th>
                ${barred(
                  line.combinations,
                  mostCombinations,
                  `${count(line.combinations)} (${percent(line.combinations / report.combinations)})`,
                )}
                ${barred(line.records, mostRecords, count(line.records))}
                <td>${line.values.slice(0, 2).map(([value, number], index) => html`${index > 0 ? ", " : ""}${cell(value)} (${count(number)})`)}</td>
                <td>
                  <button type="button" ?disabled=${busy || lines.length < 2} @click=${() => drop(this.workbench, line.name)}>
                    Leave out <span class="unseen">${line.name}</span>
                  </button>
                  <button
                    type="button"
                    ?disabled=${busy || line.level + 1 >= line.height}
                    title=${line.level + 1 >= line.height ? "It has no higher level" : `To ${levelName(this.workbench, line.name, line.level + 1)}`}
                    @click=${() => recode(this.workbench, line.name)}
                  >
                    Recode <span class="unseen">${line.name}</span>
                  </button>
                </td>
              </tr>`,
            )}
          </tbody>
        </table>`,
      )}
    </section>`;
  }

  private since({ before, found }: Uniques): TemplateResult | typeof nothing {
    if (before === null) return nothing;
    const { unsafe_records: records, combinations } = found.report;
    return html`<p class="hint" role="status">
      With ${before.change}: ${count(before.combinations)} → ${count(combinations)} combinations, ${count(before.records)} →
      ${count(records)} unsafe records.
    </p>`;
  }
}

customElements.define("kanon-uniques-next", UniquesNext);
