/**
 * The engine gets no more memory: what the page says, and what it still has.
 *
 * The tests take all memory from the engine.
 */

import { expect, type Locator, type Page, test } from "@playwright/test";
import { goTo, open, PERSON_ROLES, run, setRoles, write } from "./job";
import { persons } from "./table";

/**
 * Runs in a worker before its script: `takeMemory` has the core hold all memory that it can be given, so that the next
 * that it asks for is refused, as with a table that is too large.
 */
const IN_WORKER = `
  const PAGES = 65536, PAGE = 65536;
  WebAssembly.Instance = class extends WebAssembly.Instance {
    constructor(module, imports) {
      super(module, imports);
      const { memory, __wbindgen_malloc } = this.exports;
      // The rest of the core, which comes later, shares the memory of its first part.
      if (!memory) return;
      self.takeMemory = () => {
        memory.grow(PAGES - memory.buffer.byteLength / PAGE);
        for (let bytes = 2 ** 28; bytes >= 16; bytes /= 2) {
          try {
            for (;;) __wbindgen_malloc(bytes, 1);
          } catch {}
        }
      };
      if (self.IS_POOR) self.takeMemory();
    }
  };
`;

/** Runs in the page: plants the above; after a reload the first engine has no memory from the start. */
const IN_PAGE = (planted: string) => {
  const original = URL.createObjectURL;
  let isPoor = sessionStorage.getItem("poor") !== null;
  sessionStorage.removeItem("poor");
  URL.createObjectURL = (given: Blob | MediaSource) => {
    if (!(given instanceof Blob) || !given.type.startsWith("text/javascript")) return original.call(URL, given);
    const script = new Blob([`self.IS_POOR = ${isPoor};`, planted, given], { type: given.type });
    isPoor = false;
    return original.call(URL, script);
  };
};

async function takeMemory(page: Page): Promise<void> {
  for (const worker of page.workers()) {
    if (!(await worker.evaluate(() => self.name)).startsWith("kanon-engine")) continue;
    await worker.evaluate(() => (self as unknown as { takeMemory: () => void }).takeMemory());
  }
}

/** The panel of the lattice, which is drawn where it is not yet. */
async function openLattice(page: Page): Promise<Locator> {
  await goTo(page, "Policy");
  const panel = page.getByRole("region", { name: "Policy under the cursor" });
  const head = panel.getByRole("heading", { name: "Under the cursor" });
  const summary = page.getByRole("tab", { name: "The lattice of policies" });
  await expect(summary).toBeVisible();
  if (!(await head.isVisible())) await summary.click();
  await expect(head).toBeVisible();
  return panel;
}

test("an engine without memory is told as that, with what to do; the work is there, and goes on", async ({ page }) => {
  await page.addInitScript(IN_PAGE, IN_WORKER);
  await open(page, "persons.csv", persons(400));
  await setRoles(page, PERSON_ROLES);
  await run(page);
  const panel = await openLattice(page);
  await panel.getByLabel("Note").fill("for the board");
  await panel.getByRole("button", { name: "Pin this policy" }).click();

  await takeMemory(page);
  await page.getByRole("button", { name: "Run again" }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toHaveAttribute("data-code", "out-of-memory");
  await expect(alert).toContainText("The engine stopped while it held 4.0 GiB of memory");
  await expect(alert).toContainText("nothing is lost. Leave out quasi-identifiers");
  await expect(alert).toContainText("use the command line");
  await expect(page.getByText("The engine had to be started again.")).toBeVisible();

  await goTo(page, "Roles");
  const age = page.getByRole("radiogroup", { name: "Role of age" });
  await expect(age.getByRole("radio", { name: "quasi-identifier" })).toBeChecked();
  await run(page);
  await openLattice(page);
  await expect(panel.getByRole("button", { name: "for the board", exact: true })).toBeVisible();
  await write(page);
});

test("settings of an earlier visit are kept where the engine has no memory to read them", async ({ page }) => {
  await page.addInitScript(IN_PAGE, IN_WORKER);
  await open(page, "persons.csv", persons(400));
  await setRoles(page, PERSON_ROLES);
  const kept = () => page.evaluate(() => localStorage.getItem("kanon.recipe"));
  await expect.poll(kept).toContain("quasi-identifier");
  await page.evaluate(() => sessionStorage.setItem("poor", "yes"));
  await page.reload();
  await expect(page.getByText("The engine had to be started again.")).toBeVisible();
  await expect(page.getByText("cannot be read any more")).toHaveCount(0);
  expect(await kept()).toContain("quasi-identifier");
});
