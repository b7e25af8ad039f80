import { loadRecipe, openFile } from "../../state/opening";
import type { Workbench } from "../../state/workbench";

/** Takes files that were chosen or dropped: a recipe with the hierarchies it names, or a table. */
export async function receive(workbench: Workbench, files: readonly File[]): Promise<void> {
  const recipe = files.find((file) => file.name.endsWith(".json"));
  if (recipe !== undefined) {
    const others = files.filter((file) => file !== recipe);
    await loadRecipe(workbench, await recipe.text(), recipe.name, others);
    const table = others.find((file) => workbench.waiting !== null && !/hierarchy/i.test(file.name));
    if (table !== undefined) await openFile(workbench, table, table.name);
    return;
  }
  const [table, ...rest] = files;
  if (table === undefined) return;
  if (rest.length > 0) {
    workbench.fail("open", {
      code: "several-files",
      message: `${files.length} files were given, and none of them is a recipe.`,
      advice: "Give one table at a time, or a recipe together with the hierarchy files that it names.",
      place: {},
    });
    workbench.goTo("open");
    return;
  }
  await openFile(workbench, table, table.name);
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
