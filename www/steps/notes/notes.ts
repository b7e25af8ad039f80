import { html, type TemplateResult } from "lit";
import { NOTES_FILE, notesOf, takeNotes } from "../../state/notes";
import { NOTES } from "../../text/notes";
import { download, text } from "../../ui/files";
import { View } from "../view";
import { ABOUT } from "./about";

/** The user's free text about the open file. */
export class NotesStep extends View {
  protected override render(): TemplateResult {
    const { workbench } = this;
    const notes = notesOf(workbench);
    const id = workbench.names.id("notes");
    const save = () => {
      download(NOTES_FILE, text(notes, "text/plain"));
      workbench.handOut(NOTES_FILE);
    };
    const write = (event: Event) => takeNotes(workbench, (event.target as HTMLTextAreaElement).value);
    return html`<header class="step-head">
        <div>
          <h1>${ABOUT.title}</h1>
          <p class="purpose">${ABOUT.purpose}</p>
        </div>
      </header>
      <div class="stack">
        <label for=${id}>${NOTES.label}</label>
        <textarea id=${id} rows="16" .value=${notes} @input=${write}></textarea>
        <p class="caption">${NOTES.where}</p>
        <div>
          <button type="button" ?disabled=${notes.trim() === ""} @click=${save}>
            ${NOTES.save}
          </button>
        </div>
      </div>`;
  }
}

customElements.define("kanon-notes-step", NotesStep);
