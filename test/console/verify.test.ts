import { expect } from "bun:test";
import { makeStatement } from "../verify/made-statement.ts";
import { filesOf } from "../verify/model.ts";
import { openPage, test } from "./browser.ts";
import { seeded } from "./seeded.ts";
import { openAs } from "./signed-in.ts";

const { browser, running, customer } = await seeded();

test("a statement is checked without a request", async () => {
  const { page, faults, close } = await openPage(browser, running.origin);
  // The last request of a page that opens.
  const opened = page.waitForResponse(`${running.origin}/health`);
  await page.goto(`${running.url}/verify`, { waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 1, name: "Verify a statement" }).waitFor();
  await opened;
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const { statement, calls, receipts } = filesOf(makeStatement(7, { subscriptions: 1 }));
  await page.locator("input[type=file]").setInputFiles([
    { name: "statement-2026-10.json", mimeType: "application/json", buffer: statement },
    { name: "calls-2026-10.ndjson.gz", mimeType: "application/gzip", buffer: calls },
    { name: "receipts.txt", mimeType: "text/plain", buffer: Buffer.from(receipts) },
  ]);
  await page.getByText("This statement holds. 7 of 9 checks passed, 2 not made.").waitFor();
  expect(requests).toEqual([]);
  expect(faults).toEqual([]);
  await close();
}, 180_000);

test("a customer's statement of the open month holds so far", async () => {
  const { page, faults, close } = await openAs(browser, running, "customer", customer);
  await page.goto(`${running.url}/statements`);
  await page.getByRole("table", { name: "Statements, newest first" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Verify offline" }).click();
  await page.getByText(/^Holds so far: provisional until /).waitFor();
  expect(faults).toEqual([]);
  await close();
}, 180_000);
