/** The papers' studies on the user's own table: rows, charts, saved figures, and a study that is cancelled. */

import { expect, type Page, test } from "@playwright/test";
import { check } from "./axe";
import { choose, download, goTo, open, PERSON_ROLES, run, setRoles } from "./job";
import { LONG } from "./marks";
import { persons, wide, wideRecipe } from "./table";

function study(page: Page) {
  return page.locator("kanon-published-studies");
}

async function unfold(page: Page): Promise<void> {
  await study(page).locator("summary", { hasText: "For researchers" }).click();
}

test.describe("on a small table", () => {
  test.beforeEach(async ({ page }) => {
    await open(page, "persons.csv", persons(600));
    await setRoles(page, PERSON_ROLES);
    await run(page);
    await unfold(page);
  });

  test("heuristics never lose less than the optimum, at every limit", LONG, async ({ page }) => {
    await study(page).getByRole("spinbutton", { name: "to", exact: true }).fill("4");
    await study(page).getByRole("checkbox", { name: "10 %" }).uncheck();
    await study(page).getByRole("button", { name: "Run the study: 18 rows" }).click();
    await expect(study(page).getByText("18 rows.", { exact: true })).toBeVisible({ timeout: 60_000 });
    for (const measure of ["precision", "DM*", "entropy"]) {
      const rows = study(page)
        .getByRole("group", { name: `Losses under ${measure}` })
        .getByRole("row");
      await expect(rows).toHaveCount(4);
      for (const row of (await rows.all()).slice(1)) {
        const cells = await row.getByRole("cell").allInnerTexts();
        expect(cells[4]).toBe("agrees");
        for (const ratio of cells.slice(2, 4)) expect(Number.parseFloat(ratio)).toBeGreaterThanOrEqual(1);
      }
    }
    await study(page).getByLabel("Suppression limit shown").selectOption("0.01");
    await expect(study(page).getByRole("img", { name: /under DM\* .* at 1 % suppressed/ })).toBeVisible();
    await check(page, "study of heuristics");
  });

  test(
    "pruning changes the work and never the loss, and its figures are saved in three forms",
    LONG,
    async ({ page }) => {
      await study(page)
        .getByRole("radio", { name: /^How far pruning/ })
        .check();
      await study(page).getByRole("button", { name: "Run the study: 3 rows" }).click();
      await expect(study(page).getByText("3 rows.", { exact: true })).toBeVisible({ timeout: 60_000 });
      const searches = study(page).getByRole("group", { name: "What each search did" }).getByRole("row");
      await expect(searches).toHaveCount(1 + 3 * 5);
      const all = await Promise.all(
        (await searches.all()).slice(1).map((row) => row.getByRole("cell").allInnerTexts()),
      );
      for (const columns of ["2", "3", "4"]) {
        const losses = all.filter((cells) => cells[0] === columns).map((cells) => cells[3]);
        expect(new Set(losses).size).toBe(1);
      }
      await check(page, "study of pruning");

      const figure = study(page).locator("kanon-lines", { hasText: "Share of all policies" });
      const save = async (form: string) => {
        const arriving = page.waitForEvent("download");
        await figure.getByRole("button", { name: `Save as ${form}` }).click();
        const arrived = await arriving;
        const chunks: Buffer[] = [];
        for await (const chunk of await arrived.createReadStream()) chunks.push(chunk as Buffer);
        return { name: arrived.suggestedFilename(), bytes: Buffer.concat(chunks) };
      };
      const table = await save("CSV");
      expect(table.name).toBe("policies-checked.csv");
      expect(table.bytes.toString().split("\n")[0]).toBe(
        'columns,Flash,"Flash, early bounds","Flash, whole lattice",best-first,"best-first, no prediction"',
      );
      const drawing = await save("SVG");
      expect(drawing.bytes.toString()).toContain("<svg");
      const picture = await save("PNG");
      expect(picture.name).toBe("policies-checked.png");
      expect(picture.bytes.subarray(1, 4).toString()).toBe("PNG");
      const box = await figure.locator("svg").boundingBox();
      expect(picture.bytes.readUInt32BE(16)).toBe(Math.round((box?.width ?? 0) * 2));
      expect(picture.bytes.readUInt32BE(20)).toBe(Math.round((box?.height ?? 0) * 2));
      expect(await inks(page, picture.bytes)).toBeGreaterThan(4);
    },
  );

  test("best-first finds its best policy before it proves it, and a chart is read by keys", async ({ page }) => {
    await study(page)
      .getByRole("radio", { name: /^Quality over time/ })
      .check();
    await study(page).getByRole("button", { name: "Run the study: 3 rows" }).click();
    await expect(study(page).getByText("3 rows.", { exact: true })).toBeVisible({ timeout: 60_000 });
    const rows = study(page).getByRole("group", { name: "Best-first over time" }).getByRole("row");
    for (const row of (await rows.all()).slice(1)) {
      const cells = await row.getByRole("cell").allInnerTexts();
      expect(cells[3]).toBe("yes");
      expect(Number(cells[4])).toBeLessThanOrEqual(Number(cells[5]));
      expect(Number(cells[2])).toBeLessThanOrEqual(Number(cells[6]));
    }
    await study(page)
      .getByRole("img", { name: /^When best-first had found/ })
      .focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("status").filter({ hasText: "columns 2: to the best policy" })).toHaveCount(1);
    await check(page, "study over time");
    const saved = await download(page, "Save the study as JSON");
    expect(JSON.parse(saved.bytes.toString())).toHaveLength(3);
  });
});

test("a study is cancelled, and the rows that it has stay", async ({ page }) => {
  await page.goto("/");
  await choose(page, /^Open a file/, [
    { name: "scores.kanon.json", text: wideRecipe(8) },
    { name: "scores.csv", text: wide(3000, 8) },
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "scores.csv" })).toBeVisible();
  await goTo(page, "Policy");
  await unfold(page);
  await study(page)
    .getByRole("radio", { name: /^How far pruning/ })
    .check();
  await study(page).getByLabel("At most, seconds each run").fill("3600");
  await study(page)
    .getByRole("button", { name: /^Run the study/ })
    .click();
  const searches = study(page).getByRole("group", { name: "What each search did" }).getByRole("row");
  await expect(searches.nth(1)).toBeVisible({ timeout: 30_000 });
  await study(page).getByRole("button", { name: "Cancel the study" }).click();
  await expect(study(page).getByText(/^Cancelled after \d+ rows?\.$/)).toBeVisible();
  await expect(searches.nth(1)).toBeVisible();
  await expect(study(page).getByRole("button", { name: /^Run the study/ })).toBeEnabled();
});

/** How many colours a picture has that the browser can read again. */
async function inks(page: Page, picture: Buffer): Promise<number> {
  return page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext("2d");
      if (pen === null) return 0;
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 0, image.width, image.height);
      const colours = new Set<number>();
      for (let at = 0; at < data.length; at += 4) {
        colours.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
      }
      return colours.size;
    },
    [...picture],
  );
}
