/** The only module that opens a file chooser and hands files to the user. */

import { html, type TemplateResult } from "lit";

/** Whether the page came from a host that can send it again as a file. */
export function isKeepable(): boolean {
  return /^https?:$/.test(location.protocol) && window.self === window.top;
}

/** The link to save the page itself as a file, if possible: the browser requests it from the host once more. */
export function keepPage(words: string): TemplateResult | string {
  return isKeepable() ? html`<a class="link" href=${location.pathname} download="kanon.html">${words}</a>` : words;
}

/** Lets the user choose files; an empty list when they choose none. */
export function chooseFiles(accept: string, several = false): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.multiple = several;
    input.className = "unseen";
    input.addEventListener("change", () => resolve([...(input.files ?? [])]));
    input.addEventListener("cancel", () => resolve([]));
    document.body.append(input);
    input.click();
    input.remove();
  });
}

/** Hands bytes to the browser's download list. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function text(content: string, type = "application/json"): Blob {
  return new Blob([content], { type });
}

/** Whether the browser can write directly into a file that the user picks. In a frame it does not allow that. */
export function canPickPlace(): boolean {
  return "showSaveFilePicker" in window && window.self === window.top;
}

interface SavePicker {
  showSaveFilePicker(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
}

/** Lets the user pick where a file is written; null when they pick nowhere. */
export async function pickPlace(name: string): Promise<FileSystemFileHandle | null> {
  try {
    return await (window as unknown as SavePicker).showSaveFilePicker({ suggestedName: name });
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") return null;
    throw thrown;
  }
}
