import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { acquireImportLock } from "../../src/vehicles/imports/jobs/runs.ts";
import { Import } from "../../src/vehicles/imports/operations/shown-import.ts";
import { forgetDatasets } from "../../src/vehicles/lookups/records/datasets.ts";
import { until } from "../until.ts";
import { lienHeader, lienRow, vins } from "../vehicles/imports/liens.ts";
import { test } from "./browser.ts";
import { openPath } from "./navigate.ts";
import { seeded } from "./seeded.ts";
import { toasted } from "./toasts.ts";

const { running, customer, inTab } = await seeded();

const choose = (page: Page, rows: readonly string[]) =>
  page.getByLabel("File", { exact: true }).setInputFiles({
    name: "liens.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(lienHeader + rows.join("")),
  });

/** The holder of the first vehicle's lien, as a lookup returns it. */
async function holder(): Promise<string | undefined> {
  forgetDatasets(running.service.app.database);
  const got = await running.service.ask("GET", `/lien/${vins[0]}`, {
    headers: { "x-authkey": customer.key },
  });
  const { data } = got.body as { data?: { liens: { lienholder: string }[] } };
  return data?.liens[0]?.lienholder;
}

async function load(page: Page, version: string, rows: readonly string[]): Promise<void> {
  await choose(page, rows);
  const summary = page.getByText("Details", { exact: true });
  if (!(await page.getByLabel("Version").isVisible())) await summary.click();
  await page.getByLabel("Version").fill(version);
  await page.getByRole("button", { name: /^Import \d+ rows?$/ }).click();
  await page.getByText(/^Imported: /).waitFor();
}

test("an operator validates, imports and rolls back a dataset", () =>
  inTab("operator", async (tab) => {
    const { page } = tab;
    await openPath(tab, running, "/data");
    await page.getByRole("link", { name: "Liens" }).first().click();
    await page.getByRole("heading", { level: 1, name: /Liens: \d+ records/ }).waitFor();
    const demo = await holder();

    const wrong = Array.from({ length: 22 }, (_, index) => lienRow(`NOT-A-VIN!${index}`, "Nobody"));
    await choose(page, [lienRow(vins[0], "Acme Bank"), ...wrong]);
    await page.getByText("Nothing has changed yet.").waitFor();
    await page.getByRole("heading", { name: "22 rejected rows" }).waitFor();
    await page.getByRole("button", { name: "Import 1 row", exact: true }).waitFor();
    expect(await holder()).toBe(demo);

    await load(page, "v1", [lienRow(vins[0], "Acme Bank"), ...wrong]);
    await page.getByText("22 rows of the file rejected.").waitFor();
    expect(await holder()).toBe("Acme Bank");
    await load(page, "v2", [lienRow(vins[0], "Second Bank"), lienRow(vins[1], "Second Bank")]);
    expect(await holder()).toBe("Second Bank");

    await page.getByText("1 added, 0 removed, 1 changed.").first().waitFor();
    await page.getByRole("button", { name: "Roll back to v1" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Roll back" }).dblclick();
    await toasted(page, "Liens rolled back to v1");
    await page.getByRole("heading", { level: 1, name: "Liens: 1 record" }).waitFor();
    expect(await holder()).toBe("Acme Bank");
    await page.getByRole("button", { name: "Roll back to v2" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Roll back" }).click();
    await toasted(page, "Liens rolled back to v2");
    await page.getByRole("heading", { level: 1, name: "Liens: 2 records" }).waitFor();
    expect(await holder()).toBe("Second Bank");
  }));

/** Until the service shows what it has read, columns cannot be chosen. */
const mapped = test.skipIf(!("preview" in Import.shape));

mapped("a file with other columns is mapped and validated", () =>
  inTab("operator", async (tab) => {
    const { page } = tab;
    await openPath(tab, running, "/data/lien");
    const template = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download template" }).click();
    expect(await Bun.file(await (await template).path()).text()).toStartWith("vin,");
    await page.getByLabel("File", { exact: true }).setInputFiles({
      name: "liens.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`Fahrgestell;Bank;Bemerkung\n${vins[0]};Acme Bank;keine\n`),
    });
    await page.getByText("Choose a column for vin").waitFor();
    expect(await page.getByRole("button", { name: /^Import \d/ }).count()).toBe(0);
    await page.getByLabel("Import Fahrgestell as").selectOption("vin");
    await page.getByRole("row").filter({ hasText: "Bank" }).getByText("Acme Bank").first().waitFor();
    await page.getByRole("button", { name: "Import 1 row", exact: true }).waitFor();
  }),
);

test("an invalid file changes nothing", () =>
  inTab("operator", async (tab) => {
    const { page } = tab;
    await openPath(tab, running, "/data/auction");
    const before = await page.getByRole("heading", { level: 1, name: /Auctions: / }).innerText();
    await page.getByLabel("File", { exact: true }).setInputFiles({
      name: "auctions.ndjson",
      mimeType: "application/x-ndjson",
      buffer: Buffer.from('{"no":"such","columns":"here"}\n'),
    });
    await page.getByText(/Import failed|cannot be imported|column is missing/).waitFor();
    expect(await page.getByRole("button", { name: /^Import \d/ }).count()).toBe(0);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(before);
  }));

test("a stopped import changes nothing", () =>
  inTab("operator", async ({ page }) => {
    const { database, clock } = running.service.app;
    const before = await holder();
    const lock = await acquireImportLock(
      database,
      { family: "lien", source: "records lien", input: "liens.csv", mode: "replace", dryRun: false },
      clock,
    );
    await lock.renew({ stage: "read", done: 40, total: 100, rows: 4, rejected: 0 });
    await page.goto(`${running.url}/datasets/lien`);
    await page.getByText("Reading rows").waitFor();
    await page.getByRole("img", { name: "40%" }).waitFor();
    await page.getByRole("button", { name: "Stop import" }).click();
    // A running import reads the stop when it next reports progress.
    const progress = { stage: "read", done: 50, total: 100, rows: 5, rejected: 0 } as const;
    const stopped = await until(() => lock.renew(progress).then(() => undefined, String), "the import stops");
    expect(stopped).toBe("ImportStopped: the import was stopped; nothing has changed");
    await lock.end("stopped", { error: "the import was stopped; nothing has changed" });
    await page.getByText(/^Stopped\. Nothing has changed\./).waitFor();
    await page.getByRole("button", { name: "Stop import" }).waitFor({ state: "detached" });
    expect(await holder()).toBe(before);
  }));
