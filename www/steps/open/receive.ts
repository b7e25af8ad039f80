import { kanonError } from "../../engine/failure";
import { columnOf, importHierarchies } from "../../state/hierarchy-files";
import { loadRecipe, openFile } from "../../state/opening";
import type { Workbench } from "../../state/workbench";

/** A name that says that the file is a hierarchy, whatever table is open. */
const HIERARCHY = /hierarchy[_\- ]/i;

function isFor(workbench: Workbench, file: File): boolean {
  const columns = workbench.study.source?.profile.columns.map((column) => column.name) ?? [];
  return HIERARCHY.test(file.name) && columnOf(file.name, columns) !== null;
}

/** Takes files that were chosen or dropped: a table, a recipe, hierarchies, or all of them together. */
export async function receive(workbench: Workbench, files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  const recipe = files.find((file) => file.name.endsWith(".json"));
  const others = files.filter((file) => file !== recipe);
  const hierarchies = others.filter((file) => HIERARCHY.test(file.name));
  const tables = others.filter((file) => !HIERARCHY.test(file.name));
  const [table] = tables;
  if (tables.length > 1) {
    workbench.fail(
      "open",
      kanonError(
        "several-files",
        `${tables.length} tables were given: ${tables.map((file) => file.name).join(", ")}.`,
        "Give one table at a time. A recipe and hierarchy files named hierarchy_COLUMN.csv may come with it.",
      ),
    );
    workbench.goTo("open");
    return;
  }
  if (recipe !== undefined) {
    await loadRecipe(workbench, recipe, others, table);
    return;
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

/** Lets files be dropped anywhere on the page, from the first moment. */
export function receiveDrops(workbench: Workbench): void {
  const page = document.documentElement;
  let depth = 0;
  const mark = (over: boolean) => page.classList.toggle("dropping", over);
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
  document.addEventListener("dragenter", (event) => {
    if (!hasFiles(event)) return;
    depth += 1;
    mark(true);
  });
  document.addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) mark(false);
  });
  document.addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth = 0;
    mark(false);
    void receive(workbench, [...(event.dataTransfer?.files ?? [])]);
  });
}
