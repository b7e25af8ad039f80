/** The meaning of columns under different readings. */

import { toKanonError } from "../engine/failure";
import type { KanonError, ReadColumn, ValueReading } from "../engine/wire/protocol";
import type { Study } from "./study";
import type { Workbench } from "./workbench";

/** Columns that are numbers or dates in more than one reading, while the reading is undecided. */
export function openKinds({ recipe, source }: Study): string[] {
  const open = (source?.profile.columns ?? []).filter(({ name, isDoubtful }) => {
    return isDoubtful && recipe?.columns[name]?.kind === undefined;
  });
  return open.map(({ name }) => name);
}

/** The meaning of a column under a reading; null while the engine works on it. Views are notified when it is there. */
export function readColumn(workbench: Workbench, column: string, kind: ValueReading): ReadColumn | KanonError | null {
  const { source } = workbench.study;
  if (source === null) return null;
  const key = JSON.stringify([column, kind]);
  const answer = workbench.readings.get(source, key);
  if (answer !== undefined) return answer;
  workbench.readings.set(source, key, null);
  workbench.engine
    .about(source, (face) => face.readColumn(column, kind))
    .catch((thrown: unknown) => toKanonError(thrown))
    .then((read) => {
      workbench.readings.set(source, key, read);
      workbench.announce();
    });
  return null;
}
