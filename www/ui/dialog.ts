import { html, render, type TemplateResult } from "lit";

/**
 * Shows a modal dialog and gives the focus back when it closes. The content gets the way to close it, and may be a
 * function of the study, because it is drawn again by `redraw`.
 */
export function openDialog(
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
  document.body.append(dialog);
  dialog.showModal();
}
