import { expect } from "bun:test";
import { makeStatement } from "../verify/made-statement.ts";
import { filesOf } from "../verify/model.ts";
import { test } from "./browser.ts";
import { openPath } from "./navigate.ts";
import { seeded } from "./seeded.ts";

const { running, inTab } = await seeded();

test("a statement is checked without a request", () =>
  inTab("visitor", async (tab) => {
    const { page } = tab;
    await openPath(tab, running, "/verify", /^Verify a statement$/);
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
  }));

test("a customer's statement of the open month holds so far", () =>
  inTab("customer", async ({ page }) => {
    await page.goto(`${running.url}/statements`);
    await page
      .getByRole("table", { name: "Invoices and statements, newest first" })
      .getByRole("link", { name: "Statement" })
      .first()
      .click();
    await page.getByRole("button", { name: "Verify offline" }).click();
    await page.getByText(/^Holds so far: provisional until /).waitFor();
  }));
