/** Entry of the worker that reads workbooks. It answers one request, and is then ended. */

import { isKanonError, kanonError } from "./failure";
import { type Given, givenModule } from "./given";
import { initSync, OpenWorkbook } from "./pkg/sheet/kanon_sheet.js";
import { watch } from "./watch";
import type { SheetAnswer, SheetQuestion, SheetReply } from "./wire/sheets";

watch((sighting) => postMessage(sighting));

const opening = givenModule();

async function answered({ workbook, sheet, headerRow }: SheetQuestion): Promise<SheetAnswer> {
  initSync({ module: await opening });
  const opened = new OpenWorkbook(new Uint8Array(workbook));
  const { sheets, only } = opened.sheets();
  const name = sheet ?? only;
  if (name === null || name === undefined) return { sheets, table: null };
  const table = opened.table(name, headerRow ?? undefined);
  const read = table.read();
  return { sheets, table: { read, csv: new Uint8Array(table.csv()) } };
}

/** A trap is most likely a lack of memory: the content of a workbook was checked before. */
function stopped(thrown: unknown): SheetReply {
  if (isKanonError(thrown)) return { error: thrown };
  const cause = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    error: kanonError(
      "sheet-stopped",
      `The workbook could not be read to its end (${cause}). Most likely there was not enough memory.`,
      "Save the sheet as CSV in the program that it comes from, and open that file.",
    ),
  };
}

addEventListener("message", ({ data }: MessageEvent<SheetQuestion | Given>) => {
  if ("module" in data) return;
  answered(data)
    .then((answer): SheetReply => ({ answer }))
    .catch(stopped)
    .then((reply) => postMessage(reply));
});
