import { html, type TemplateResult } from "lit";
import { toKanonError } from "../../engine/failure";
import type { FileKind } from "../../engine/wire/review";
import type { Teller } from "../../state/review-settings";
import type { ReviewAnswer } from "../../state/reviewing";
import { verdictPage } from "../../state/verdict";
import type { Workbench } from "../../state/workbench";
import { TAKEN_FOR, TELLERS, VERDICT_FIELDS } from "../../text/review";
import { openDialog } from "../../ui/dialog";
import { download } from "../../ui/files";
import { notes, proofTitle } from "./findings";

/** Asks what only the reviewer knows, and hands the page of the verdict out. */
export function openVerdict(workbench: Workbench, answer: ReviewAnswer, from: EventTarget | null): void {
  openDialog(from, "Verdict to save and print", (close) => form(workbench, answer, close));
}

function form(workbench: Workbench, answer: ReviewAnswer, close: () => void): TemplateResult {
  const submit = async (event: Event) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const said = Object.fromEntries(
      [...given].filter(([, text]) => text !== "").map(([name, text]) => [name, `${text}`]),
    );
    const { review } = workbench;
    const words = {
      takenFor: (kind: string) => TAKEN_FOR[kind as FileKind],
      teller: (teller: string) => (teller === "reviewer" ? "the reviewer" : TELLERS[teller as Teller]),
      notes: notes(answer),
      unproven: proofTitle(answer.proof),
    };
    try {
      const name = `${(review.study.source?.name ?? "release").replace(/\.[^.]*$/, "")}.review.html`;
      download(name, await verdictPage(review, answer, words, said));
      workbench.handOut(name);
    } catch (thrown) {
      review.fail("review", toKanonError(thrown));
    }
    close();
  };
  return html`<form class="stack" @submit=${submit}>
    <p>
      One page: the files with their digests, each claim of the report with its verdict, what classes and columns show, and
      what was not checked. It has no script and no clock; print it, or have the browser make a PDF of it. What you leave
      empty is a blank to be filled by hand.
    </p>
    ${Object.entries(VERDICT_FIELDS).map(
      ([name, label]) =>
        html`<label class="field"><span>${label}</span><textarea name=${name} rows="2"></textarea></label>`,
    )}
    <div><button type="submit" class="primary">Save the verdict, HTML</button></div>
  </form>`;
}
