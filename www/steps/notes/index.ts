import { html, type TemplateResult } from "lit";
import { notesOf } from "../../state/notes";
import type { Workbench } from "../../state/workbench";
import { NOTES } from "../../text/notes";
import { done, ready, withFile } from "../step";
import { ABOUT } from "./about";

const state = withFile((workbench) => (notesOf(workbench).trim() === "" ? ready(NOTES.none) : done(NOTES.some)));

const view = (workbench: Workbench): TemplateResult =>
  html`<kanon-notes-step class="view" .workbench=${workbench}></kanon-notes-step>`;

export const notes = { ...ABOUT, state, view } as const;
