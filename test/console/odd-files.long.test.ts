import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { test } from "./browser.ts";
import { openPath } from "./navigate.ts";
import { type OddFile, oddFiles, type Press } from "./odd-files.ts";
import { seeded } from "./seeded.ts";

const most = 3;

const { running, inTab } = await seeded();

async function drop(page: Page, { name, content }: OddFile): Promise<void> {
  const text = Buffer.from(content).toString("base64");
  const given = await page.evaluateHandle(
    `(() => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(text)}), (sign) => sign.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([bytes], ${JSON.stringify(name)}));
      return files;
    })()`,
  );
  await page.getByRole("region", { name: "File to import" }).dispatchEvent("drop", { dataTransfer: given });
}

/** The result of a validation, also of one that failed. */
const validated = (page: Page) => page.locator("[aria-live] > .focused");

/** Does what a press does. Returns how many presses it is. */
async function press(page: Page, one: Press): Promise<number> {
  if ("type" in one) {
    await page.getByLabel(one.type).fill(one.text);
    return 0;
  }
  if ("details" in one) await page.getByText(one.details, { exact: true }).click();
  else if ("select" in one) await page.getByLabel(one.select).selectOption(one.option);
  else if ("reading" in one) await page.getByRole("radio", { name: one.reading }).click();
  else await page.getByRole("button", { name: one.button }).click();
  return 1;
}

for (const one of oddFiles)
  test(`${one.what}: imported with at most ${most} presses`, () =>
    inTab("operator", async (tab) => {
      const { page } = tab;
      const { rows, rejected = 0 } = one;
      await openPath(tab, running, `/data/${one.family}`, /record/);
      await drop(page, one);
      let presses = 0;
      for (const next of one.presses ?? []) {
        await validated(page).waitFor();
        presses += await press(page, next);
      }
      const button = page.getByRole("button", { name: /^Import \d+ rows?$/ });
      await button.waitFor();
      expect([await button.innerText(), await page.locator(".btn-primary").count()]).toEqual([
        `Import ${rows - rejected} ${rows - rejected === 1 ? "row" : "rows"}`,
        1,
      ]);
      const stored = await page
        .getByRole("table", { name: "First rows as they will be read" })
        .locator("ins")
        .allInnerTexts();
      expect(stored).toEqual(expect.arrayContaining([...(one.stored ?? [])]));
      await button.click();
      presses += 1;
      await page.getByText(`Imported: ${rows - rejected} of ${rows} row`).waitFor();
      await page.getByRole("button", { name: "Undo this import" }).waitFor();
      expect(presses).toBeLessThanOrEqual(most);
    }));

test("the list has twenty files and more", () => {
  expect(oddFiles.length).toBeGreaterThanOrEqual(20);
});
