/** Archives, created in the worker. */

import { zipSync } from "fflate";

/** One archive of several files, by their names. */
export async function archive(files: ReadonlyMap<string, Blob>): Promise<Uint8Array<ArrayBuffer>> {
  const entries: Record<string, Uint8Array> = {};
  for (const [name, content] of files) entries[name] = new Uint8Array(await content.arrayBuffer());
  return new Uint8Array(zipSync(entries, { level: 6 }));
}
