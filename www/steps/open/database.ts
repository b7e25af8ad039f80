/** The way in for a table that is too large for this device, or may not leave its database. */

import { scriptsOf } from "../../state/database";
import type { Workbench } from "../../state/workbench";
import { openDatabase } from "../database";

export function extractFromDatabase(workbench: Workbench, from: EventTarget | null): void {
  openDatabase(workbench, from, {
    title: "Take it to a database",
    means:
      "A search needs the combinations of the quasi-identifiers with their counts, and nothing else of a table. Scripts check the table where it is and extract these; open extract.csv here together with extract.kanon.json, and the best policy is that of the whole table. Under Release there are then scripts that make the release in the database.",
    care: "The extract has a row for every combination that a person has, alone or not: it is as sensitive as the table. Keep it where the table may be.",
    takesNames: true,
    archive: "extract.sql.zip",
    write: (database, recipe) => scriptsOf(workbench, database, recipe),
  });
}
