import { expect, test } from "bun:test";
import { fire, type } from "../../../../test/console/dom/act.ts";
import { cells, one, textOf } from "../../../../test/console/dom/find.ts";
import { setUp } from "../../../../test/console/dom/page.ts";
import { type BillingRow, setPageParts } from "../../parts/page-parts.ts";
import { showBilling } from "./billed-records.tsx";

setUp();

const listed = "Invoices and statements, newest first";
const row = (at: string, ids: readonly string[], number = ids[0]!): BillingRow => ({
  at,
  ids,
  month: at.slice(0, 7),
  number,
});

test("a search lists what it finds alone, and an empty one all again", async () => {
  const invoice = row("2026-11-11T00:00:00Z", ["paper-1"], "2026-0001");
  const searched: string[] = [];
  setPageParts([
    {
      billingRows: {
        key: "a",
        what: "Could not load the payments",
        load: async () => ({ rows: [row("2026-11-12T10:00:00Z", ["Due"])], total: 1 }),
      },
    },
    {
      billingRows: {
        key: "b",
        what: "Could not load the invoices",
        load: async () => ({ rows: [invoice], total: 1 }),
        find: async (_, text) => {
          searched.push(text);
          return text === "PO 77" ? { rows: [invoice], total: 1 } : { rows: [], total: 0 };
        },
      },
    },
  ]);
  await showBilling({ own: [] });
  const numbers = () => cells(listed).map((row) => row[1]);
  const search = async (typed: string) => {
    await type("Search invoices", typed);
    await fire(one("#invoices form"), "submit", { bubbles: true, cancelable: true });
  };
  expect(numbers()).toEqual(["Number", "Due", "2026-0001"]);
  await search(" PO 77 ");
  expect(numbers()).toEqual(["Number", "2026-0001"]);
  await search("none");
  expect(textOf(one("#invoices .empty"))).toContain("No invoice matches");
  await search("");
  expect([numbers(), searched]).toEqual([
    ["Number", "Due", "2026-0001"],
    ["PO 77", "none"],
  ]);
});
