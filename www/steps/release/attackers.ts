import { html, nothing, type TemplateResult } from "lit";
import type { AttackersBeforeAfter, ChosenPoint, Exposure, Recipe } from "../../engine/wire/protocol";
import { chosenPoint } from "../../state/chosen";
import type { Result } from "../../state/result";
import { withRisk } from "../../state/settings";
import { headOf } from "../../state/treatments";
import type { Workbench } from "../../state/workbench";
import { count, percent, smallPercent } from "../../ui/format";
import { settable } from "../given";
import { peopleChoice } from "../people";
import { ofPopulation, samplingFraction } from "./uniqueness";

/** What the three attackers find before and after, with the threshold and the population. */
export function attackers(workbench: Workbench, result: Result): TemplateResult | typeof nothing {
  const { recipe } = workbench.study;
  const found = headOf(workbench, result)?.attackers;
  if (recipe === null || found === undefined) return nothing;
  const id = workbench.names.id("attackers-title");
  return html`<h3 id=${id}>Three attackers</h3>
    ${settable(workbench, settings(workbench, recipe, result, found))}
    <div class="scroller" tabindex="0" role="group" aria-labelledby=${workbench.names.titled("attackers-title")}>
      ${table(found)}
    </div>
    <p class="caption">${among(found, chosenPoint(recipe))}</p>
    ${found.uniqueness === null ? nothing : ofPopulation(workbench, found.uniqueness)}`;
}

function settings(
  workbench: Workbench,
  recipe: Recipe,
  { source }: Result,
  found: AttackersBeforeAfter,
): TemplateResult {
  const change = (patch: Parameters<typeof withRisk>[1]) =>
    workbench.change("how risk is told", withRisk(recipe, patch));
  const setThreshold = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const risk = Number((input.valueAsNumber / 100).toPrecision(12));
    if (input.value === "") change({ threshold: null });
    else if (risk > 0 && risk <= 1) change({ threshold: risk });
    else input.value = shownThreshold(found);
  };
  return html`<div class="row">
    <label class="field">
      <span>Threshold of risk, in percent</span>
      <input type="number" class="medium" min="0" max="100" step="any" .value=${shownThreshold(found)} @change=${setThreshold} />
    </label>
    ${peopleChoice(workbench, recipe, source)} ${samplingFraction(workbench, recipe)}
  </div>
  <p class="caption">
    ${recipe.risk?.threshold === undefined ? "The threshold is 1 ÷ k. " : ""}Practice asks for 33 % (3 records) to 20 %
    (5) under agreements, and 9 % to 5 % (20) for the public. 9 % is often read as 11 records, but 1 ÷ 11 is above it: to
    the letter it takes 12.
  </p>`;
}

function shownThreshold({ threshold }: AttackersBeforeAfter): string {
  return String(Number((threshold * 100).toPrecision(4)));
}

function table({ threshold, before, after }: AttackersBeforeAfter): TemplateResult {
  const line = (name: string, unit: string, was: string, is: string) =>
    html`<tr><th scope="row">${name}</th><td>${unit}</td><td class="number before">${was}</td><td class="number after">${is}</td></tr>`;
  const exposure = (name: string, knows: string, was: Exposure, is: Exposure) =>
    html`${line(`${name}, highest`, knows, percent(was.highest), percent(is.highest))}
    ${line(`${name}, average`, "mean over all records", percent(was.average), percent(is.average))}
    ${line(`${name}, over`, `records with more than ${smallPercent(threshold)}`, over(was), over(is))}`;
  return html`<table class="rows">
    <thead>
      <tr>
        <th scope="col">attacker</th>
        <th scope="col">of what</th>
        <th scope="col" class="number">before</th>
        <th scope="col" class="number">after</th>
      </tr>
    </thead>
    <tbody>
      ${exposure("prosecutor", "knows that the person is in the table", before.prosecutor, after.prosecutor)}
      ${
        before.journalist === null || after.journalist === null
          ? nothing
          : exposure("journalist", "knows somebody of the population", before.journalist, after.journalist)
      }
      ${line("marketer, right matches", "expected, when all are matched", count(Math.round(before.marketer.expected)), count(Math.round(after.marketer.expected)))}
      ${line("marketer, average", "right matches ÷ records", percent(before.marketer.average), percent(after.marketer.average))}
    </tbody>
  </table>`;
}

function over({ recordsOver, shareOver }: Exposure): string {
  return `${count(recordsOver)}, ${percent(shareOver)}`;
}

function among({ weightColumn, population }: AttackersBeforeAfter, point: ChosenPoint | null): string {
  if (population !== null) {
    const open =
      population.notPlaced === 0
        ? ""
        : ` Of ${count(population.notPlaced)} of them it is not known in which class they are, as a hierarchy does not know a value of theirs; they are counted in none, so that the risk is told as higher than it is.`;
    return `The people of a class are those of the ${count(population.people)} in ${population.file} whose values are generalized to the same, and at least its records.${open}`;
  }
  const people = point?.population;
  if (weightColumn === null && people !== undefined) {
    return `Among the ${count(people.people)} people of ${people.file}, a journalist's highest risk is ${smallPercent(people.journalist)}. The table above is of the records alone.`;
  }
  return weightColumn === null
    ? "No population was used. A journalist, who does not know who is in the table, finds at most what the prosecutor finds."
    : `The population is estimated by the weights of ${weightColumn}: a class has as many people as its weights add up to, and at least its records.`;
}
