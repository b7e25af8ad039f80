/**
 * A whole job in `<kanon-workbench>` on somebody else's page with the strictest policy: three engines give the same
 * bytes.
 */

import { expect, test } from "@playwright/test";
import { HostSite } from "../page/embedding";
import { persons, QUASI_IDENTIFIERS, readReleased } from "../page/table";
import { ENGINES } from "./engine";

const RECORDS = 800;
const ROLES = { name: "identifier", diagnosis: "identifier" } as const;
const RECIPE = {
  kanon: 1,
  columns: {
    ...Object.fromEntries(Object.entries(ROLES).map(([name, role]) => [name, { role }])),
    ...Object.fromEntries(QUASI_IDENTIFIERS.map((name) => [name, { role: "quasi-identifier" }])),
  },
};

interface Done {
  readonly release: string;
  readonly events: readonly string[];
  readonly requests: string;
}

/** Opens a table, searches and writes, as the page around can. It holds no name from outside of itself. */
async function job(csv: string, recipe: object): Promise<Done> {
  interface Workbench extends HTMLElement {
    recipe: object | null;
    step: string;
    open(file: File): Promise<void>;
    exportRelease(): Promise<Blob>;
  }
  const workbench = document.querySelector<Workbench>("kanon-workbench");
  if (workbench === null) throw new Error("there is no workbench");
  const events: string[] = [];
  for (const name of ["ready", "opened", "policy-selected", "released", "error"])
    addEventListener(`kanon-${name}`, ({ type, detail }: Event & { detail?: { code?: string; words?: string } }) => {
      events.push([type, detail?.code, detail?.words].filter((one) => one !== undefined).join(" "));
    });
  const until = async <Found>(what: string, look: () => Found | null | undefined | false): Promise<Found> => {
    for (const end = performance.now() + 60_000; performance.now() < end; ) {
      const found = look();
      if (found !== null && found !== undefined && found !== false) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${what} did not come; there were ${events.join(", ")}`);
  };
  const button = (words: RegExp) =>
    [...(workbench.shadowRoot?.querySelectorAll("button") ?? [])].find(
      (one) => !one.disabled && words.test(one.textContent.trim()),
    );
  await workbench.open(new File([csv], "people.csv"));
  workbench.recipe = recipe;
  await until("the recipe", () => Object.keys(workbench.recipe?.["columns" as never] ?? {}).length === 6);
  workbench.step = "policy";
  (await until("the way to run", () => button(/^Run$/))).click();
  await until("the policy", () => events.includes("kanon-policy-selected"));
  await until("rest", () => button(/^Run again$/));
  const release = await (await workbench.exportRelease()).text();
  const requests = button(/since start$/)?.textContent?.trim() ?? "";
  return { release, events, requests };
}

const site = new HostSite();
let address = "";
test.beforeAll(async () => {
  site.body = "<kanon-workbench></kanon-workbench>";
  address = await site.start();
});
test.afterAll(() => site.stop());

const done: Done[] = [];

for (const [name, start] of Object.entries(ENGINES)) {
  test(`a whole job on somebody else's page in ${name}`, async () => {
    const engine = await start();
    try {
      await engine.open(address);
      const found = await engine.run(job, persons(RECORDS), RECIPE);
      expect(found.events).toEqual(["kanon-ready", "kanon-opened", "kanon-policy-selected", "kanon-released"]);
      expect(found.requests).toBe("0 requests since start");
      const released = readReleased(found.release, QUASI_IDENTIFIERS);
      expect(released.records).toBe(RECORDS);
      expect(released.smallest).toBeGreaterThanOrEqual(5);
      done.push(found);
      expect(found.release).toBe(done[0]?.release);
    } finally {
      await engine.close();
    }
  });
}
