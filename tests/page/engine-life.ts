/** How a test ends the engine, and other workers. */

import type { Page } from "@playwright/test";

/** Keeps the engine's workers, so that a test can end them. */
export const REMEMBER_WORKERS = () => {
  const Original = Worker;
  const made: Worker[] = [];
  Object.assign(window, { made });
  window.Worker = class extends Original {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      if (options?.name?.startsWith("kanon-engine") === true) made.push(this);
    }
  };
};

/** Ends the worker that was made last as a trap would: by an error that nothing in the worker catches. */
export async function endEngine(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { made } = window as unknown as { made: Worker[] };
    made.at(-1)?.dispatchEvent(new ErrorEvent("error", { message: "unreachable" }));
  });
}

/** Has the workers of a role end themselves, which nobody is told of. */
export async function endSilently(page: Page, role: string): Promise<number> {
  let ended = 0;
  for (const worker of page.workers()) {
    // One that has ended meanwhile has no name.
    const name = await worker.evaluate(() => self.name).catch(() => "");
    if (!name.startsWith(role)) continue;
    await worker.evaluate(() => self.close()).catch(() => undefined);
    ended += 1;
  }
  return ended;
}
