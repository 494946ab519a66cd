import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { acquireImportLock } from "../../src/vehicles/imports/jobs/runs.ts";
import { forgetDatasets } from "../../src/vehicles/lookups/records/datasets.ts";
import { lienHeader, lienRow, vins } from "../vehicles/imports/liens.ts";
import { test } from "./browser.ts";
import { furnished } from "./seeded.ts";
import { openAs } from "./signed-in.ts";

const { browser, running, customer } = await furnished();

const choose = (page: Page, rows: readonly string[]) =>
  page.getByLabel("File of records").setInputFiles({
    name: "liens.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(lienHeader + rows.join("")),
  });

/** Who holds the lien on the first vehicle, as a customer is told. */
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
  await page.getByLabel("Version").fill(version);
  await page.getByRole("button", { name: "Import it" }).click();
  await page.getByText(/^It is imported: /).waitFor();
}

test("an operator tries a file with rejects, imports it, loads another and goes back", async () => {
  const { page, faults, close } = await openAs(browser, running, "operator", customer);
  await page.goto(`${running.url}/datasets`);
  await page.getByRole("link", { name: "Liens" }).first().click();
  await page.getByRole("heading", { level: 1, name: /Liens: \d+ records/ }).waitFor();
  const demo = await holder();

  const wrong = Array.from({ length: 22 }, (_, index) => lienRow(`NOT-A-VIN!${index}`, "Nobody"));
  await choose(page, [lienRow(vins[0], "Acme Bank"), ...wrong]);
  await page.getByLabel("Rows that may be rejected").fill("30");
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByText("It can be imported: 1 row of 23").waitFor();
  await page.getByText("Nothing has changed yet.").waitFor();
  await page.getByRole("heading", { name: "22 rejected rows" }).waitFor();
  await page.getByRole("heading", { name: "The first 20" }).waitFor();
  expect(await page.getByRole("table", { name: "Rejected rows", exact: true }).getByRole("row").count()).toBe(
    21,
  );
  expect(await holder()).toBe(demo);

  await load(page, "v1", [lienRow(vins[0], "Acme Bank"), ...wrong]);
  await page.getByText("22 rows of the file were rejected.").waitFor();
  expect(await holder()).toBe("Acme Bank");
  await load(page, "v2", [lienRow(vins[0], "Second Bank"), lienRow(vins[1], "Second Bank")]);
  expect(await holder()).toBe("Second Bank");

  await page.getByText("1 added, 0 removed, 1 changed.").first().waitFor();
  await page.getByRole("button", { name: "Go back to version v1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Go back" }).dblclick();
  await page.getByText("Liens are answered from version v1").waitFor();
  await page.getByRole("heading", { level: 1, name: "Liens: 1 record" }).waitFor();
  expect(await holder()).toBe("Acme Bank");
  expect(faults).toEqual([]);
  await close();
}, 60_000);

test("a file that is none is refused where it was chosen, and nothing changes", async () => {
  const { page, close } = await openAs(browser, running, "operator", customer);
  await page.goto(`${running.url}/datasets/auction`);
  const before = await page.getByRole("heading", { level: 1, name: /Auctions: / }).innerText();
  await page.getByLabel("File of records").setInputFiles({
    name: "auctions.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("no,such\ncolumns,here\n"),
  });
  await page.getByRole("button", { name: "Import it" }).click();
  await page.getByText("Not imported").waitFor();
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(before);
  await close();
}, 30_000);

test("an operator stops an import that runs, and nothing changes", async () => {
  const { page, faults, close } = await openAs(browser, running, "operator", customer);
  const { database, clock } = running.service.app;
  const before = await holder();
  const turn = await acquireImportLock(
    database,
    { family: "lien", source: "records lien", input: "liens.csv", mode: "replace", dryRun: false },
    clock,
  );
  await turn.renew({ stage: "read", done: 40, total: 100, rows: 4, rejected: 0 });
  await page.goto(`${running.url}/datasets/lien`);
  await page.getByText("Reading rows").waitFor();
  await page.getByRole("img", { name: "40 %" }).waitFor();
  await page.getByRole("button", { name: "Stop the import" }).click();
  // As an import does that reads rows: it learns of it when it next says how far it is.
  let told: string | undefined;
  while (told === undefined) {
    await Bun.sleep(20);
    told = await turn
      .renew({ stage: "read", done: 50, total: 100, rows: 5, rejected: 0 })
      .then(() => undefined, String);
  }
  expect(told).toBe("ImportStopped: the import was stopped; nothing has changed");
  await turn.end("stopped", { error: "the import was stopped; nothing has changed" });
  await page.getByText(/^Stopped\. Nothing has changed\./).waitFor();
  await page.getByRole("button", { name: "Stop the import" }).waitFor({ state: "detached" });
  expect(await holder()).toBe(before);
  expect(faults).toEqual([]);
  await close();
}, 60_000);
