/** Small files that are read as a whole. */

import { kanonError } from "./failure";
import { changed } from "./pieces";

/** The text of a recipe or a hierarchy, which are UTF-8. */
export async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer().catch(() => {
    throw changed(file);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw kanonError(
      "data-encoding",
      `${file.name} is not valid utf-8.`,
      "Save it again as UTF-8, or as CSV UTF-8 from a spreadsheet.",
      { file: file.name },
    );
  }
}
