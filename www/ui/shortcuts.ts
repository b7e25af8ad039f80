/** Keys that work everywhere. Single letters can be switched off, so that they never interfere with speech input. */

import { html, type TemplateResult } from "lit";

export interface Shortcut {
  /** As displayed: `Ctrl+Z`, `?`, `Alt+1`. */
  readonly keys: string;
  readonly does: string;
  readonly run: () => void;
}

const APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

function keysOf(event: KeyboardEvent): string {
  const control = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const alt = event.altKey ? "Alt+" : "";
  const named = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  const key = event.altKey && digit !== undefined ? digit : named;
  const shift = event.shiftKey && (control !== "" || alt !== "") ? "Shift+" : "";
  return `${control}${alt}${shift}${key}`;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches("input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select");
}

/** The keys of a shortcut, and how long it is active. */
export interface Listening {
  /** Whether keys without Ctrl or Alt are handled. */
  readonly singleKeys: () => boolean;
  /** The area that receives keys. */
  readonly within: GlobalEventHandlers & ParentNode;
  readonly signal: AbortSignal;
}

/** Listens for shortcuts. While the user types, the browser's own undo and letters are left alone. */
export function listenForShortcuts(shortcuts: () => readonly Shortcut[], listening: Listening): void {
  const { singleKeys, within, signal } = listening;
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || within.querySelector("dialog[open]") !== null) return;
    const keys = keysOf(event);
    const single = !/^(Ctrl|Alt)\+/.test(keys) && keys !== "Escape";
    if (single && (!singleKeys() || isTyping(event.target))) return;
    if (isTyping(event.target) && /^Ctrl\+(Shift\+)?[ZY]$/.test(keys)) return;
    const shortcut = shortcuts().find((candidate) => candidate.keys === keys);
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut.run();
  };
  within.addEventListener("keydown", press, { signal });
}

function keysShown(keys: string): string {
  return APPLE ? keys.replace("Ctrl+", "⌘ ").replace("Alt+", "⌥ ").replace("Shift+", "⇧ ") : keys;
}

/** The keys as a table, for the help dialog. */
export function shortcutTable(rows: readonly { keys: string; does: string }[]): TemplateResult {
  return html`<table class="plain">
    <thead>
      <tr>
        <th scope="col">Key</th>
        <th scope="col">What it does</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) => html`<tr>
          <td><kbd>${keysShown(row.keys)}</kbd></td>
          <td>${row.does}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
