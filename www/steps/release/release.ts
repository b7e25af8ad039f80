import { html, nothing, type TemplateResult } from "lit";
import type { ReleasedHead } from "../../engine/wire/protocol";
import { chosenCells } from "../../state/chosen";
import { currentProof } from "../../state/proving";
import { writingOf } from "../../state/recipe";
import { writeRelease } from "../../state/releasing";
import { currentReleased, currentResult, lastResult, type Released, type Result } from "../../state/result";
import { search } from "../../state/searching";
import { headOf } from "../../state/treatments";
import { changedSince } from "../../text/stale";
import { failure } from "../../ui/failure";
import { records } from "../../ui/format";
import { busy } from "../../ui/progress";
import { settable } from "../given";
import { raggedWords } from "../ragged";
import { untouchedColumns } from "../untouched";
import { View } from "../view";
import { ABOUT } from "./about";
import { attackers } from "./attackers";
import { beforeAfter, preview } from "./before-after";
import { disclosure, options } from "./disclosure";
import { downloads } from "./downloads";
import { offerCells, pipeline } from "./pipeline";
import { provenForOthers } from "./proof";
import { riskTable } from "./risk-table";
import { verification } from "./verification";
import { suppressedWords } from "./words";
import { columnFacts, unchanged, writing } from "./writing";
import "./cells";
import "../../table/grid";

/** Step 5: what will be written, the writing, the verification of the bytes, and the downloads. */
export class ReleaseStep extends View {
  private heads: { head: ReleasedHead; removed: boolean; model: ReturnType<typeof beforeAfter> } | null = null;

  protected override render(): TemplateResult {
    const { study } = this.workbench;
    const result = currentResult(study);
    const head = html`<header class="step-head">
      <div>
        <h1>${ABOUT.title}</h1>
        <p class="purpose">${ABOUT.purpose}</p>
      </div>
    </header>`;
    // Work that is started here and fails is shown under Policy.
    const failed = (["release", "policy"] as const).flatMap((step) => {
      const error = study.failures[step];
      return error === undefined ? [] : [failure(error, () => this.workbench.clearFailure(step))];
    });
    const amiss = html`${failed}`;
    if (chosenCells(study.recipe) !== null)
      return html`${head}${amiss} <kanon-cells-release .workbench=${this.workbench}></kanon-cells-release>`;
    if (result === null) {
      const { activity } = study;
      if (activity?.kind === "searching" || activity?.kind === "encoding") {
        const bytes = activity.kind === "encoding" ? activity.bytes : null;
        return html`${head}${amiss} ${busy("Running what the release needs", bytes, () => this.workbench.cancel())}`;
      }
      const why = lastResult(study) === null ? "There is no policy yet." : changedSince("release");
      return html`${head}${amiss}
        <p class="hint">
          ${why}
          <button type="button" class="link" @click=${() => this.workbench.goTo("policy")}>Run under Policy</button> first.
        </p>
        ${offerCells(this.workbench)}`;
    }
    const { removed } = writingOf(study.recipe);
    const first = headOf(this.workbench, result);
    if (first === null) this.heads = null;
    else if (this.heads?.head !== first || this.heads.removed !== removed)
      this.heads = { head: first, removed, model: beforeAfter(result.source, study.recipe, first, removed) };
    const released = currentReleased(study);
    return html`${head}${amiss} ${settable(this.workbench, pipeline(this.workbench, result))} ${this.written(result)} ${provenForOthers(this.workbench, result)}
      ${disclosure(this.workbench, result, released)} ${settable(this.workbench, options(this.workbench))} ${untouchedColumns(this.workbench)} ${this.action(result, released)}
      ${released === null ? nothing : html`${downloads(this.workbench, released, currentProof(this.workbench))}`}
      <div class="pair">
        ${released === null ? nothing : verification(this.workbench.names, released.written.verification, released.result.found.outcome)}
        <section aria-labelledby=${this.workbench.names.titled("risk-title")}>
          <h2 id=${this.workbench.names.id("risk-title")}>Risk before and after</h2>
          ${riskTable(result.found.outcome, removed)} ${attackers(this.workbench, result)}
        </section>
      </div>
      ${this.heads === null ? nothing : preview(this.workbench.names, this.heads.model)}`;
  }

  private written(result: Result): TemplateResult {
    const { outcome } = result.found;
    const { recipe } = this.workbench.study;
    const { shuffle, removed } = writingOf(recipe);
    const left = raggedWords(result.source);
    const changed = outcome.policy.filter((level) => level.level > 0).map((level) => level.column);
    return html`<ul class="facts-list">
      <li>
        <b>${records(outcome.records - (removed ? outcome.suppressedRecords : 0))}</b>
        ${shuffle === null ? "in the order of the file" : "in a drawn order"}; ${suppressedWords(outcome.suppressedRecords, outcome.records, removed)}
        ${left === "" ? nothing : html`<br />of the file, ${left}, as their number of cells is another than the header's`}
      </li>
      ${columnFacts(result.source, recipe)}
      <li class="left">${outcome.left}</li>
      <li>
        ${changed.length === 0 ? "no column is generalized" : html`generalized: ${changed.join(", ")}`}; ${unchanged()}
      </li>
    </ul>`;
  }

  private action(result: Result, released: Released | null): TemplateResult {
    if (!this.workbench.engine.holdsSearch(result.search) && this.workbench.study.activity?.kind !== "releasing") {
      return html`<div class="row">
        <button type="button" class="primary" ?disabled=${this.workbench.study.activity !== null} @click=${() => search(this.workbench, false)}>
          Run once more
        </button>
        <p class="hint care">
          The engine has worked on something else, or was started again, since this result: it is searched once more before it
          can be written.
        </p>
      </div>`;
    }
    return writing(this.workbench, result.source, released !== null, (place) => writeRelease(this.workbench, place));
  }
}

customElements.define("kanon-release-step", ReleaseStep);
