import { html, nothing, type TemplateResult } from "lit";
import { choosePolicy, type Frontier, lookAtPolicy, type NamedPolicy, SAFE_HARBOR } from "../../state/frontier";
import type { Workbench } from "../../state/workbench";
import { loss, plural, smallPercent } from "../../ui/format";

const SHOWN = 24;
/** Said of points whose numbers are lower and which are no comparison. */
const BREAKING =
  "Others have no more of either and less of one, but tell apart what its rule joins: they do not satisfy Safe Harbor, and are not called better.";
/** Points closer than this are equal. */
const SAME = 1e-11;

/** A named policy, and the policies of the frontier that are better on one axis and no worse on the other. */
export function better(
  workbench: Workbench,
  frontier: Frontier,
  named: NamedPolicy,
  shownName: string,
): TemplateResult {
  const { risk: risks, loss: losses, keepsRule } = frontier.reached.shape ?? { risk: [], loss: [], keepsRule: [] };
  const { name, view } = named;
  const isRule = name === SAFE_HARBOR;
  const lower = Array.from(risks, (risk, index) => ({
    risk,
    loss: losses[index] ?? 0,
    obeys: !isRule || keepsRule[index] === 1,
  })).filter(
    (point) =>
      point.risk <= view.risk &&
      point.loss <= view.loss &&
      (point.risk < view.risk - SAME || point.loss < view.loss - SAME),
  );
  const dominating = lower.filter(({ obeys }) => obeys);
  const breaking = lower.length - dominating.length;
  const every = Math.max(1, Math.ceil(dominating.length / SHOWN));
  const shown = dominating.filter((_, index) => index % every === 0 || index === dominating.length - 1);
  const known = isRule ? frontier.reached.step?.betterThanSafeHarbor : null;
  const [least, most] = [dominating.at(0), dominating.at(-1)];
  const look = (risk: number) => void choosePolicy(workbench, risk);
  return html`<section class="frontier-better">
    <h2>${shownName}</h2>
    <p>
      Risk ${smallPercent(view.risk)}, loss ${loss(view.loss)}.
      ${
        dominating.length === 0
          ? `No policy of the frontier ${isRule ? "that keeps its rule " : ""}is better in one and no worse in the other.`
          : html`<b>${plural(known ?? dominating.length, "policy", "policies")}</b> of the frontier
              ${(known ?? dominating.length) === 1 ? "is" : "are"} better${isRule ? ` and ${(known ?? dominating.length) === 1 ? "keeps" : "keep"} its rule` : ""}: at its risk the loss can be
              ${loss(most?.loss ?? 0)}, at its loss the risk can be ${smallPercent(least?.risk ?? 0)}.`
      }
      ${breaking === 0 ? nothing : BREAKING}
      <button type="button" class="link" @click=${() => lookAtPolicy(workbench, view)}>Look at ${name}</button>
    </p>
    ${
      shown.length === 0
        ? nothing
        : html`<details>
            <summary>${shown.length < dominating.length ? "Some of the better policies" : "The better policies"}</summary>
            <div class="scroller" tabindex="0" role="group" aria-label="Policies better than ${name}">
              <table class="rows tight">
                <thead>
                  <tr>
                    <th scope="col" class="number">risk</th>
                    <th scope="col" class="number">loss</th>
                    <th scope="col">intervals</th>
                  </tr>
                </thead>
                <tbody>
                  ${shown.map(
                    (point) => html`<tr>
                      <td class="number">${smallPercent(point.risk)}</td>
                      <td class="number">${loss(point.loss)}</td>
                      <td>
                        <button
                          type="button"
                          class="link"
                          aria-label="Look at the intervals of risk ${smallPercent(point.risk)} and loss ${loss(point.loss)}"
                          @click=${() => look(point.risk)}
                        >
                          look at them
                        </button>
                      </td>
                    </tr>`,
                  )}
                </tbody>
              </table>
            </div>
          </details>`
    }
  </section>`;
}
