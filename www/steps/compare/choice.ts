import { html, nothing, type TemplateResult } from "lit";
import { foundCandidate, place, takeTried, wanted } from "../../state/compared";
import { type Candidate, isSame } from "../../state/looked";
import { pinsFor } from "../../state/pins";
import { quasiIdentifiersInOrder } from "../../state/study";
import type { Workbench } from "../../state/workbench";

/** The policies to choose from: the found one, those that were tried, and those that are pinned. */
function candidates(workbench: Workbench): readonly Candidate[] {
  const { study } = workbench;
  const columns = quasiIdentifiersInOrder(study);
  const { k } = study.recipe?.privacy ?? { k: 0 };
  const pinned = pinsFor(study.pins, columns).map(
    ({ levels, note }, at): Candidate => ({
      name: note === "" ? `pinned policy ${at + 1}` : `pinned: ${note}`,
      columns,
      levels,
      k,
      limit: null,
      intervals: null,
    }),
  );
  const found = foundCandidate(study);
  const fitting = study.looked.tried.filter((one) => one.columns.join("\n") === columns.join("\n"));
  return [...(found === null ? [] : [found]), ...fitting, ...pinned].filter(
    (one, at, all) => all.findIndex((other) => isSame(one, other)) === at,
  );
}

/** The policies side by side, and the actions for them. */
export function choice(workbench: Workbench): TemplateResult {
  const all = candidates(workbench);
  const [first, second = null] = wanted(workbench.study);
  const found = foundCandidate(workbench.study);
  const field = (where: "a" | "b", label: string, chosen: Candidate | null | undefined, none: string | null) => {
    const change = (event: Event) => {
      const at = Number((event.target as HTMLSelectElement).value);
      place(workbench, where, all[at] ?? null);
    };
    return html`<label class="field">
      <span>${label}</span>
      <select @change=${change}>
        ${none === null ? nothing : html`<option value="-1" ?selected=${chosen === null}>${none}</option>`}
        ${all.map((one, at) => html`<option value=${at} ?selected=${chosen != null && isSame(one, chosen)}>${one.name}</option>`)}
      </select>
    </label>`;
  };
  const isFound = (one: Candidate) => found !== null && isSame(one, found);
  const take = (letter: string, one: Candidate | null | undefined) =>
    one == null || isFound(one)
      ? nothing
      : html`<button type="button" ?disabled=${workbench.study.activity !== null} @click=${() => takeTried(workbench, one)}>
          Take ${letter}: ${one.name}
        </button>`;
  return html`<div class="row fields">
      ${field("a", "A", first, null)} ${field("b", "B, beside it", second, "nothing")}
    </div>
    <div class="row">${take("A", first)} ${take("B", second)}</div>
    ${
      all.length > 1
        ? nothing
        : html`<p class="caption">
            <i>Try</i> beside a policy elsewhere puts it here as B: one step finer or coarser, every k, algorithms, pins, the frontier.
          </p>`
    }`;
}
