/**
 * The whole job in Chromium, Firefox and WebKitGTK, from a server and from a disk: the same bytes come out of each.
 *
 * WebKit cannot do it from a disk, and the page says so. `embed.spec.ts` does it on somebody else's page.
 */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { PERSON_ROLES } from "../page/job";
import { persons, QUASI_IDENTIFIERS, readReleased } from "../page/table";
import { ENGINES } from "./engine";
import { type Done, job } from "./job";

const RECORDS = 800;
const FROM_DISK = pathToFileURL(join(__dirname, "../../dist/index.html")).href;

/** What does not depend on when and how fast it was done. */
function lasting({ release, report }: Done): unknown {
  const { seconds: _time, ...rest } = JSON.parse(report);
  return { release, report: rest };
}

const done: Done[] = [];

for (const [name, start] of Object.entries(ENGINES)) {
  test(`a whole job in ${name}, from a server and from a disk`, async ({ baseURL }) => {
    const engine = await start();
    try {
      for (const [from, url] of [
        ["a server", `${baseURL}/`],
        ["a disk", FROM_DISK],
      ] as const) {
        await engine.open(url);
        if (name === "WebKit" && url === FROM_DISK) {
          await expect(engine.run(job, persons(RECORDS), PERSON_ROLES)).rejects.toThrow(
            "This browser lets a page that was opened from a disk read no file in its workers.",
          );
          continue;
        }
        const found = await engine.run(job, persons(RECORDS), PERSON_ROLES);
        test.info().annotations.push({
          type: `${engine.version}, from ${from}`,
          description: `${(found.milliseconds / 1000).toFixed(1)} s`,
        });
        expect(found.requests, `${name} from ${from}`).toBe("0 requests since load");
        const released = readReleased(found.release, QUASI_IDENTIFIERS);
        expect(released.records).toBe(RECORDS);
        expect(released.smallest).toBeGreaterThanOrEqual(5);
        done.push(found);
        expect(lasting(found), `${name} from ${from}`).toEqual(lasting(done[0] ?? found));
      }
    } finally {
      await engine.close();
    }
  });
}
