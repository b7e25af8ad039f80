/** The box of a workbench, and its content before the start. */

import { button, html } from "../exhibit/build";

/** The height to reserve if none is set. */
export const HEIGHT = "36rem";

/** Styles of the surrounding page for its own elements end at this box. Only font and colour scheme are inherited. */
const STYLE = `
:host { display: block; }
:host([hidden]) { display: none; }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
.room {
  all: initial; display: block; box-sizing: border-box; position: relative; overflow: auto; block-size: ${HEIGHT};
  container: kanon / inline-size; scroll-padding-block: 64px 6rem;
  font-family: inherit; color-scheme: inherit; direction: inherit; font-size: 14px; line-height: 20px;
  color: var(--kanon-text, light-dark(#1b1f23, #e6e9ec)); background: var(--kanon-ground, light-dark(#ffffff, #101316));
  border: 1px solid var(--kanon-rule, light-dark(#d9dde1, #2d343b)); border-radius: var(--kanon-radius, 4px);
}
.room:focus-visible, .start:focus-visible { outline: 2px solid var(--kanon-accent, light-dark(#1d5b9e, #83b8f2)); outline-offset: 1px; }
.closed { display: grid; gap: 12px; align-content: center; justify-items: center; min-block-size: 100%; padding: 16px; box-sizing: border-box; }
.closed p { margin: 0; max-inline-size: 48ch; text-align: center; color: var(--kanon-text-soft, light-dark(#565e66, #a3adb6)); }
.closed .amiss { color: var(--kanon-care, light-dark(#b3261e, #ff9a8f)); }
.start {
  font: inherit; font-weight: 600; min-block-size: 36px; padding: 0 16px; cursor: pointer; border: 0; border-radius: 4px;
  color: var(--kanon-accent-text, light-dark(#ffffff, #0d1a28)); background: var(--kanon-accent, light-dark(#1d5b9e, #83b8f2));
}
@media print { .room { block-size: auto; overflow: visible; } }
`;

/** A transfer size in words. */
function sized(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Makes the box in a shadow root. */
export function furnish(root: ShadowRoot): HTMLElement {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const room = html("div", { class: "room", part: "room" });
  root.replaceChildren(room);
  return room;
}

/** The content of the box before the start: the cost of a start, the outcome of the previous one, and the button. */
export function closed(bytes: number, amiss: string | null, start: () => void): HTMLElement {
  const costs = bytes === 0 ? "It is part of this page already." : `Starting it loads ${sized(bytes)}, once.`;
  return html(
    "div",
    { class: "closed" },
    html("p", {}, "Kanon makes tables of persons safe to share, inside the browser."),
    ...(amiss === null ? [] : [html("p", { class: "amiss", role: "alert" }, amiss)]),
    button(amiss === null ? "Start Kanon" : "Try again", { class: "start" }, start),
    html("p", {}, `${costs} A file that you open is worked on in this page; Kanon sends it nowhere.`),
  );
}

/** The content while loading. */
export function loading(): HTMLElement {
  return html("div", { class: "closed" }, html("p", { role: "status" }, "Kanon is being loaded."));
}
