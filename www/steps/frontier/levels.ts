import { html, nothing, type TemplateResult } from "lit";
import type { Recipe } from "../../engine/wire/protocol";
import { chosenPoint } from "../../state/chosen";
import { tryOut } from "../../state/compared";
import type { Frontier } from "../../state/frontier";
import { frontierSettings } from "../../state/settings";
import { levelName } from "../../state/shaping";
import { quasiIdentifiersInOrder } from "../../state/study";
import { chooseAnother, settingsBefore, takeLevels } from "../../state/taking";
import type { Workbench } from "../../state/workbench";
import { riskWords } from "../../text/frontier";
import { count, loss, smallPercent } from "../../ui/format";

/** The selected policy of levels: its effect on each column, what is known about it, and the ways to choose it. */
export function levels(
  workbench: Workbench,
  { plan, reached: { shape, step } }: Frontier,
  recipe: Recipe,
  picked: { readonly risk: number } | null,
): TemplateResult | typeof nothing {
  const at = shape?.risk.indexOf(picked?.risk ?? Number.NaN) ?? -1;
  if (shape === null || at < 0) return nothing;
  const columns = quasiIdentifiersInOrder(workbench.study);
  const own = [...shape.levels.subarray(at * columns.length, (at + 1) * columns.length)];
  const [risk, lost] = [shape.risk[at] ?? 1, shape.loss[at] ?? 0];
  const k = plan.risk === "highest" ? Math.round(1 / risk) : recipe.privacy.k;
  const exact = step?.exact === true;
  const candidate = { name: "a policy of the frontier", columns, levels: own, k, limit: null, intervals: null };
  const take = () => takeLevels(workbench, { columns, levels: own, k, risk, loss: lost, exact });
  return html`<section aria-labelledby=${workbench.names.titled("chosen-title")}>
    <h2 id=${workbench.names.id("chosen-title")}>The policy of risk ${smallPercent(risk)} and loss ${loss(lost)}</h2>
    <ul class="facts-list">
      ${columns.map((name, qi) => html`<li>${name}: ${levelName(workbench, name, own[qi] ?? 0)}</li>`)}
    </ul>
    ${
      typeof plan.risk !== "string"
        ? html`<p class="hint">
            A policy by the risk of a condition is taken on the command line:
            <code>kanon frontier … --take ${at + 1} --out FILE</code>.
          </p>`
        : Number.isFinite(k)
          ? html`<div class="row">
              <button type="button" class="primary" @click=${take}>Take this policy for the release</button>
              <button type="button" @click=${() => tryOut(workbench, candidate)}>Try it under Compare</button>
            </div>
            <p class="caption">
              Its levels become the only ones, and k is ${count(k)}. ${exact ? KNOWN.exact : KNOWN.open} Recipe and report say what
              it is: its ${riskWords(plan.risk)}, its loss, and why you chose it. Undo takes it back.
            </p>`
          : html`<p class="hint">Under this policy every record is suppressed: there is nothing to release.</p>`
    }
  </section>`;
}

const KNOWN = {
  exact: "No policy of these levels has less risk and loses no more.",
  open: "Better policies may exist: the frontier was not searched to its end.",
};

/** Whether a policy of levels is chosen, so that the levels are fixed and no other policy of levels would be found. */
export function areFixed(recipe: Recipe | null): boolean {
  return (
    recipe !== null && chosenPoint(recipe)?.space === "full-domain" && frontierSettings(recipe).space === "full-domain"
  );
}

/** The way back from a chosen policy, which fixes all levels. */
export function another(workbench: Workbench, recipe: Recipe): TemplateResult | typeof nothing {
  if (!areFixed(recipe)) return nothing;
  const before = settingsBefore(workbench);
  return html`<p class="hint">
    A policy of the frontier is taken, and its levels are the only ones that are left.
    ${
      before === null
        ? "Free the levels of the columns under Hierarchies to search for others."
        : html`<button type="button" @click=${() => chooseAnother(workbench, before)}>Choose another one</button>`
    }
  </p>`;
}
