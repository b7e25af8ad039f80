import { html, type TemplateResult } from "lit";

/** The levels of a policy, each in words: `age intervals of 10, sex as given`. Columns as given come last, together. */
export function levelsInWords(policy: readonly (readonly [string, string])[]): TemplateResult {
  const given = policy.filter(([, words]) => words === AS_GIVEN).map(([column]) => column);
  const changed = policy.filter(([, words]) => words !== AS_GIVEN);
  return html`<ul class="level-words">
    ${changed.map(([column, words]) => html`<li><b>${column}</b> ${words}</li>`)}
    ${given.length === 0 ? "" : html`<li>${changed.length === 0 ? "all" : given.join(", ")} ${AS_GIVEN}</li>`}
  </ul>`;
}

/** The core's name for level 0 of every hierarchy. */
const AS_GIVEN = "as given";
