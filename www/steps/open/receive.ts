import { kanonError } from "../../engine/failure";
import { setPopulation } from "../../state/frontier";
import { columnOf, columnsCoveredBy, importHierarchies } from "../../state/hierarchy-files";
import { LOCKED } from "../../state/lock";
import { loadRecipe, openFile } from "../../state/opening";
import { wasGivenAs } from "../../state/sheets";
import { columnNames } from "../../state/source";
import type { Workbench } from "../../state/workbench";
import { askWhatItIs, askWhich } from "./which";

/** A file name that marks a hierarchy, whatever table is open. */
const HIERARCHY = /hierarchy[_\- ]/i;

function isFor(workbench: Workbench, file: File): boolean {
  const columns = columnNames(workbench.study.source);
  return HIERARCHY.test(file.name) && columnOf(file.name, columns) !== null;
}

/**
 * Takes files that were chosen or dropped: a table, a recipe, hierarchies, a population, or all of them together.
 *
 * @param from an element of the workbench in which a question is asked.
 */
export async function receive(
  workbench: Workbench,
  files: readonly File[],
  from: EventTarget | null = null,
): Promise<void> {
  if (files.length === 0) return;
  const recipe = files.find((file) => file.name.endsWith(".json"));
  const others = files.filter((file) => file !== recipe);
  const hierarchies = others.filter((file) => HIERARCHY.test(file.name));
  const tables = others.filter((file) => !HIERARCHY.test(file.name));
  const [table, second] = tables;
  if (table !== undefined && second !== undefined && tables.length === 2) {
    askWhich(from, [table, second], async (chosen, population) => {
      const before = workbench.study.source;
      await receive(workbench, [...files.filter((file) => file !== population)], from);
      if (workbench.study.source === before || !wasGivenAs(workbench, chosen)) return;
      await setPopulation(workbench, population);
      workbench.tell(`${population.name} is the population that the frontier looks for people in.`);
    });
    return;
  }
  if (tables.length > 2) {
    workbench.fail(
      "open",
      kanonError(
        "several-files",
        `${tables.length} tables were given: ${tables.map((file) => file.name).join(", ")}.`,
        "Give one table at a time. A population, a recipe and hierarchy files named hierarchy_COLUMN.csv may come with it.",
      ),
    );
    workbench.goTo("open");
    return;
  }
  if (recipe !== undefined) {
    await loadRecipe(workbench, recipe, others, table);
    return;
  }
  if (table !== undefined && others.length === 1) {
    const columns = await columnsCoveredBy(workbench, table);
    if (columns.length > 0) {
      askWhatItIs(from, table.name, columns, (column) => {
        if (column === null) void openFile(workbench, table, table.name);
        else void importHierarchies(workbench, [table], column);
      });
      return;
    }
  }
  const before = workbench.study.source;
  if (table !== undefined) await openFile(workbench, table, table.name);
  else if (hierarchies.length === 1 && hierarchies[0] !== undefined && !isFor(workbench, hierarchies[0])) {
    await openFile(workbench, hierarchies[0], hierarchies[0].name);
    return;
  }
  const opened = table === undefined || workbench.study.source !== before;
  if (hierarchies.length > 0 && opened) await importHierarchies(workbench, hierarchies);
}

/** The area for dropped files, and how long it is active. */
interface Dropping {
  /** The workbench's element, which shows that it accepts them. */
  readonly host: HTMLElement;
  readonly within: GlobalEventHandlers;
  readonly signal: AbortSignal;
}

/** Accepts dropped files anywhere within, unless a step has handled them itself. */
export function receiveDrops(workbench: Workbench, { host, within, signal }: Dropping): void {
  let depth = 0;
  const count = (change: number) => {
    depth = Math.max(0, depth + change);
    host.classList.toggle("dropping", depth > 0);
  };
  const on = (type: "dragenter" | "dragleave" | "dragover" | "drop", answer: (event: DragEvent) => void) => {
    const listener = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") === true) answer(event);
    };
    within.addEventListener(type, listener, { signal });
  };
  on("dragenter", () => count(1));
  on("dragleave", () => count(-1));
  on("dragover", (event) => event.preventDefault());
  on("drop", (event) => {
    count(-depth);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (workbench.takeDropped !== null) workbench.takeDropped(files);
    else if (workbench.lock.isShut) workbench.tell(LOCKED);
    else void receive(workbench, files, host);
  });
}
