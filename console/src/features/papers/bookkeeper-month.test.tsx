import { beforeEach, expect, setSystemTime, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { attributes, cells, get, has, one, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { keepSavedFiles } from "../../../../test/console/dom/saved-files.ts";
import { answer, json, refuse, sent } from "../../../../test/console/dom/service.ts";
import { BookkeeperMonth, monthBefore } from "./bookkeeper-month.tsx";
import { Revenue } from "./revenue.tsx";

setUp();
const savedFiles = keepSavedFiles();
beforeEach(() => void setSystemTime(new Date("2027-01-02T00:00:00Z")));

test("the month before this one is proposed, in UTC", () => {
  expect(monthBefore(new Date("2027-01-01T00:00:00Z"))).toBe("2026-12");
  expect(monthBefore(new Date("2026-12-31T23:59:59Z"))).toBe("2026-11");
});

test("each file of a month is requested, and a refusal is shown", async () => {
  await show(<BookkeeperMonth />, { as: operator() });
  const refusal = "Too many papers.";
  for (const [button, form] of [
    ["Download month (CSV)", "csv"],
    ["Download month (ZIP)", "zip"],
    ["Download for DATEV", "datev"],
  ] as const) {
    const path = `GET /papers/months/2026-12/${form}`;
    refuse(path, 429, refusal);
    await press(button);
    expect(sent(path)).toHaveLength(1);
    expect(toast()).toBe(refusal);
  }
  expect(has("alert")).toBe(false);
});

test("a file for DATEV without its accounts leads to where they are entered", async () => {
  await show(<BookkeeperMonth />, { as: operator() });
  const path = "GET /papers/months/{month}/datev";
  for (const [status, refusal] of [
    [404, "No accounts are entered yet."],
    [409, "No account is entered for tax of category S at 19%."],
  ] as const) {
    refuse(path, status, refusal);
    await press("Download for DATEV");
    expect(textOf(get("alert"))).toBe(`${refusal} Enter the accounts`);
    expect(attributes(get("link", "Enter the accounts")).href).toBe("/console/settings/datev");
  }
  answer(path, () => new Response("EXTF"));
  await press("Download for DATEV");
  expect([has("alert"), await savedFiles()]).toEqual([false, [{ name: "EXTF_2026-12.csv", text: "EXTF" }]]);
});

test("revenue is read when it is opened, newest first, without months of nothing", async () => {
  const month = (name: string, invoiced: number) => ({
    month: name,
    currency: "EUR",
    invoiced_minor: invoiced,
    credited_minor: 0,
    recognized_minor: invoiced / 2,
    deferred_minor: invoiced / 2,
    accrued_minor: 0,
  });
  answer("GET /papers/revenue", () =>
    json([month("2026-10", 0), month("2026-11", 100), month("2026-12", 200)]),
  );
  await show(<Revenue />, { as: operator() });
  expect(sent("GET /papers/revenue")).toHaveLength(0);
  await press("Show the last 12 months");
  expect(cells("Revenue by month, newest first")).toEqual([
    ["Month (UTC)", "Invoiced", "Credited", "Revenue", "Deferred"],
    ["December 2026", "€2.00", "€0.00", "€1.00", "€1.00"],
    ["November 2026", "€1.00", "€0.00", "€0.50", "€0.50"],
  ]);
  expect(textOf(one(".sec > header > p"))).toContain("Without VAT");
});
