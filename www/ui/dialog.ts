import { html, render, type TemplateResult } from "lit";
import { workbenchAround } from "./host";

/**
 * Shows a modal dialog in the workbench of an element, and restores the focus when it closes. The content gets a
 * function that closes it. It may be a function of the study, because `redraw` renders it again.
 */
export function openDialog(
  from: EventTarget | null,
  title: string,
  content: (close: () => void, redraw: () => void) => TemplateResult,
  size: "narrow" | "wide" = "narrow",
): void {
  const dialog = document.createElement("dialog");
  dialog.className = `dialog dialog-${size}`;
  dialog.setAttribute("aria-label", title);
  const close = () => dialog.close();
  const redraw = () =>
    render(
      html`<header class="dialog-head">
          <h2>${title}</h2>
          <button type="button" class="quiet" @click=${close}>Close</button>
        </header>
        <div class="dialog-body">${content(close, redraw)}</div>`,
      dialog,
    );
  redraw();
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  (workbenchAround(from) ?? document.body).append(dialog);
  dialog.showModal();
}
