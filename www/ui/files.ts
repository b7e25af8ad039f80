/** The one place that opens a file chooser and that hands a file to the user. */

import { zipSync } from "fflate";

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

/** Whether the browser can write straight into a file that the user picks. In a frame it does not let him pick. */
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

/** One archive of several files. */
export async function archive(files: ReadonlyMap<string, Blob>): Promise<Blob> {
  const entries: Record<string, Uint8Array> = {};
  for (const [name, content] of files) entries[name] = new Uint8Array(await content.arrayBuffer());
  return new Blob([new Uint8Array(zipSync(entries, { level: 6 }))], { type: "application/zip" });
}
