/**
 * Memory of the tab that a browser shows: its page, its workers and their modules, which are one process.
 *
 * As the system tells it (Linux): pages of memory that are shared with other processes count in part.
 */

import { readFileSync, writeFileSync } from "node:fs";

const megabytes = (text, name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) / 1024;

/** The process of the tab, of all that draw something the one with most memory. */
export async function tabOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const held = (process) => megabytes(readFileSync(`/proc/${process}/smaps_rollup`, "utf8"), "Pss");
  const drawing = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  const [process] = drawing.sort((one, other) => held(other) - held(one));
  return {
    /** Megabytes at this moment. */
    held: () => held(process),
    /** Forgets the most that was held so far. */
    forget: () => writeFileSync(`/proc/${process}/clear_refs`, "5"),
    /** The most that was resident since, in megabytes. */
    most: () => megabytes(readFileSync(`/proc/${process}/status`, "utf8"), "VmHWM"),
  };
}
