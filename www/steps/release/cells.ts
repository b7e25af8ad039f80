import { html, nothing, type TemplateResult } from "lit";
import type { Recipe } from "../../engine/wire/protocol";
import type { CellsHead, WrittenCells } from "../../engine/wire/uniques-rows";
import {
  currentCells,
  findCells,
  hasConditions,
  headOfCells,
  type Suppression,
  writeCells,
  writtenCells,
} from "../../state/cells";
import { chosenCells, withReason } from "../../state/chosen";
import { writingOf } from "../../state/recipe";
import { uniquesSettings } from "../../state/settings";
import { levelName } from "../../state/shaping";
import type { Source } from "../../state/source";
import { takeBest } from "../../state/taking";
import { NO_CELLS, WAYS } from "../../text/uniques";
import { disclosed } from "../../ui/disclosed";
import { count, records } from "../../ui/format";
import { busy } from "../../ui/progress";
import { cellsShare, cellsWords, proof, readings } from "../cells";
import { claims } from "../claims";
import { settable } from "../given";
import { untouchedColumns } from "../untouched";
import { View } from "../view";
import { beforeAfter, preview } from "./before-after";
import { options } from "./disclosure";
import { downloads } from "./downloads";
import { columnFacts, unchanged, writing } from "./writing";
import "../../table/grid";

/** The levels above 0 to which columns are generalized before cells are suppressed. */
function generalizedFirst(recipe: Recipe | null): Readonly<Record<string, number>> {
  const { policy = {} } = recipe === null ? {} : uniquesSettings(recipe);
  return Object.fromEntries(Object.entries(policy).filter(([, level]) => level > 0));
}

/** The release of suppressed cells: its content, its verification, and the downloads. */
export class CellsRelease extends View {
  private shown: { head: CellsHead; model: ReturnType<typeof beforeAfter> } | null = null;

  protected override render(): TemplateResult | typeof nothing {
    const { workbench } = this;
    const { recipe, source } = workbench.study;
    if (recipe === null || source === null) return nothing;
    const cells = currentCells(workbench);
    const line = settable(workbench, this.pipeline(cells));
    if (cells === null) return html`${line} ${this.missing()}`;
    const written = writtenCells(workbench);
    const head = headOfCells(workbench, cells);
    if (head !== null && this.shown?.head !== head)
      this.shown = { head, model: beforeAfter(source, recipe, head, false) };
    return html`${line} ${this.facts(source, cells)} ${this.disclosure(written?.written ?? null)}
      ${settable(workbench, options(workbench))} ${untouchedColumns(workbench)}
      ${writing(workbench, source, written !== null, (place) => writeCells(workbench, place))}
      ${written === null ? nothing : html`${downloads(workbench, written)} ${this.verification(written.written)}`}
      <section aria-labelledby=${workbench.names.titled("readings-title")}>
        <h2 id=${workbench.names.id("readings-title")}>Who is still unsafe</h2>
        ${readings(cells.report)}
      </section>
      ${this.shown === null ? nothing : preview(this.workbench.names, this.shown.model)}`;
  }

  /** What is released, in one line, and the controls that change it. */
  private pipeline(cells: Suppression | null): TemplateResult {
    const { workbench } = this;
    const { recipe } = workbench.study;
    if (recipe === null) return html``;
    const { k, suppress } = uniquesSettings(recipe);
    const { names } = workbench;
    const levels = Object.entries(generalizedFirst(recipe));
    const give = (event: Event) =>
      workbench.change("why it was chosen", withReason(recipe, (event.target as HTMLTextAreaElement).value.trim()));
    const then =
      cells === null
        ? "the cells are to be found"
        : `${cellsWords(cells.report.suppressed_cells)} suppressed (${cellsShare(cells.report)} of all)`;
    return html`<section class="pipeline" aria-labelledby=${names.titled("pipeline-title")}>
      <h2 id=${names.id("pipeline-title")}>What is released</h2>
      <p class="headline" role="status">Released: <b>suppressed cells, k = ${count(k)}</b> · then: <b>${then}</b></p>
      <div class="row">
        <button type="button" @click=${() => takeBest(workbench)}>Release the best policy</button>
        <button type="button" class="link" @click=${() => workbench.goTo("uniques")}>Choose other cells under Uniques</button>
      </div>
      <ul class="facts-list">
        <li>in place of a policy: single cells become *, and no record is left out</li>
        ${suppress === "none" ? nothing : html`<li><b>${WAYS[suppress].name}</b>: ${WAYS[suppress].words}</li>`}
        ${
          levels.length === 0
            ? nothing
            : html`<li>generalized before: ${levels.map(([name, level]) => `${name} to ${levelName(workbench, name, level)}`).join(", ")}</li>`
        }
        ${cells === null ? nothing : html`<li>${proof(cells)}</li>`}
        ${
          k >= recipe.privacy.k
            ? nothing
            : html`<li class="care">k is ${count(k)} here, as Uniques has it; under Policy it is ${count(recipe.privacy.k)}</li>`
        }
      </ul>
      <label class="field">
        <span>Why this one</span>
        <textarea rows="2" maxlength="500" .value=${chosenCells(recipe)?.why ?? ""} @change=${give}></textarea>
        <small>Recipe and report carry it.</small>
      </label>
    </section>`;
  }

  /** The note if the cells are not available: an opened recipe chose them, or others were suppressed since. */
  private missing(): TemplateResult {
    const { workbench } = this;
    const { activity } = workbench.study;
    if (activity?.kind === "finding" || activity?.kind === "encoding") {
      const bytes = activity.kind === "encoding" ? activity.bytes : null;
      return html`${busy("Finding the cells that are suppressed", bytes, () => workbench.cancel())}`;
    }
    const { recipe } = workbench.study;
    if (recipe !== null && hasConditions(recipe)) return html`<p class="care" role="status">${NO_CELLS}</p>`;
    return html`<p class="hint">The cells of these settings are not at hand, or others were suppressed since.</p>
      <div class="row">
        <button type="button" class="primary" ?disabled=${activity !== null} @click=${() => findCells(workbench)}>
          Find the cells
        </button>
      </div>`;
  }

  private facts(source: Source, { report }: Suppression): TemplateResult {
    const { recipe } = this.workbench.study;
    const by = Object.entries(report.suppressed_cells_by_qi).filter(([, cells]) => cells > 0);
    return html`<ul class="facts-list">
      <li><b>${records(report.records)}</b> ${writingOf(recipe).shuffle === null ? "in the order of the file" : "in a drawn order"}</li>
      ${columnFacts(source, recipe)}
      <li>
        ${by.length === 0 ? "no cell is suppressed" : html`cells that become *: ${by.map(([name, cells]) => `${name} ${count(cells)}`).join(", ")}`};
        ${unchanged(Object.keys(generalizedFirst(recipe)))}
      </li>
    </ul>`;
  }

  private disclosure(written: WrittenCells | null): TemplateResult {
    const { shuffle } = writingOf(this.workbench.study.recipe);
    const known = written?.disclosure ?? this.shown?.head.disclosure ?? [];
    const notes = [
      "What classes disclose is not looked for: where single cells are suppressed, records are in no classes.",
      ...(written === null ? ["The rest is looked for while the release is written."] : []),
    ];
    const told = known.filter(({ code }) => code !== "sorted" || shuffle === null);
    if (told.length === 0 && written === null) return html`${notes.map((note) => html`<p class="hint">${note}</p>`)}`;
    return disclosed(this.workbench.names, told, notes);
  }

  private verification({ verification: found }: WrittenCells): TemplateResult {
    const { names } = this.workbench;
    return html`<section aria-labelledby=${names.titled("verification-title")} class="verification" data-holds=${found.holds}>
      <h2 id=${names.id("verification-title")}>
        ${found.holds ? "Verified: every claim that can be checked holds" : "Not verified: a claim does not hold"}
      </h2>
      <p>
        The written bytes were read again and compared with the original, byte by byte. The combinations were found by another
        method, the cells chosen anew, and the records that are still unsafe counted from the released text.
      </p>
      ${
        found.holds
          ? nothing
          : html`<p class="care">Do not share this file. Suppress and write once more; if it happens again, keep the report and the recipe.</p>`
      }
      ${claims(found)}
    </section>`;
  }
}

customElements.define("kanon-cells-release", CellsRelease);
