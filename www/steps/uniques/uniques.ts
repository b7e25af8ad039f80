import { html, nothing, type TemplateResult } from "lit";
import { lastAnswer } from "../../state/job";
import { quasiIdentifiers } from "../../state/study";
import { currentUniques, find, type Uniques } from "../../state/uniques";
import { failure } from "../../ui/failure";
import { busy } from "../../ui/progress";
import { settable } from "../given";
import { staleHint } from "../stale";
import { View } from "../view";
import { waysFrom } from "../ways";
import { ABOUT } from "./about";
import { bySize, headline, heatMap } from "./overview";
import { settings } from "./settings";
import "./next";
import "./records";
import "./suppression";

/** Which values single people out, why a record is unsafe, and which cells to suppress. */
export class UniquesStep extends View {
  protected override render(): TemplateResult {
    const { workbench } = this;
    const { recipe, source, failures, activity } = workbench.study;
    if (recipe === null || source === null) return html`${nothing}`;
    const none = quasiIdentifiers(recipe).length === 0;
    const current = currentUniques(workbench);
    const amiss = failures.uniques;
    return html`<header class="step-head">
        <div>
          <h1>${ABOUT.title}</h1>
          <p class="purpose">${ABOUT.purpose}</p>
        </div>
      </header>
      ${
        none
          ? html`<p class="hint">
              There is no quasi-identifier yet.
              <button type="button" class="link" @click=${() => workbench.goTo("roles")}>Mark some under Roles</button>.
            </p>`
          : settable(workbench, settings(workbench))
      }
      ${amiss === undefined ? nothing : failure(amiss, () => workbench.clearFailure("uniques"), waysFrom(workbench, amiss))}
      ${
        activity?.kind === "encoding"
          ? busy(`Reading the quasi-identifiers of ${activity.name}`, activity.bytes, () => workbench.cancel())
          : nothing
      }
      <div class="row">
        ${
          activity === null && !none
            ? html`<button type="button" class=${current === null ? "primary" : ""} @click=${() => find(workbench)}>
                Find unsafe combinations
              </button>`
            : nothing
        }
      </div>
      ${
        activity !== null && activity.kind !== "finding" && activity.kind !== "encoding" && !none
          ? html`<p class="hint" role="status">
              Something else is being worked on, as the bar below says. Unsafe combinations can be looked for after it, or
              when it is cancelled.
            </p>`
          : nothing
      }
      ${current === null ? this.earlier() : this.found(current)}`;
  }

  /** The findings for settings that have changed since, until the next search. */
  private earlier(): TemplateResult | typeof nothing {
    const last = lastAnswer(this.workbench.study, "uniques");
    if (last === null) return nothing;
    return html`${staleHint("uniques")}
      <div class="stale">${this.sight(last)}</div>`;
  }

  private found(uniques: Uniques): TemplateResult {
    const { workbench } = this;
    return html`${this.sight(uniques)}
      <kanon-unique-records .workbench=${workbench}></kanon-unique-records>
      <kanon-uniques-next .workbench=${workbench}></kanon-uniques-next>
      <kanon-uniques-suppression .workbench=${workbench}></kanon-uniques-suppression>`;
  }

  private sight(uniques: Uniques): TemplateResult {
    return html`${headline(uniques)}
      ${
        uniques.found.report.unsafe_records === 0
          ? nothing
          : html`<div class="pair">
              <section aria-labelledby=${this.workbench.names.titled("sizes-title")}>
                <h2 id=${this.workbench.names.id("sizes-title")}>By size</h2>
                ${bySize(uniques)}
              </section>
              <section aria-labelledby=${this.workbench.names.titled("heat-title")}>
                <h2 id=${this.workbench.names.id("heat-title")}>By quasi-identifier and size</h2>
                ${heatMap(uniques)}
              </section>
            </div>`
      }`;
  }
}

customElements.define("kanon-uniques-step", UniquesStep);
