import { expect, test } from "bun:test";
import { get, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import { SellingNotice } from "./selling-notice.tsx";

setUp();

async function open(found: string, advice: string) {
  const checks = [{ name: "payments", state: "warning" as const, found, advice }];
  respond("get", "/system/checks", { checked_at: "2026-11-23T10:00:00Z", checks });
  await show(<SellingNotice />, { as: operator() });
}

test("the page says what is not sold, and what the operator chooses", async () => {
  await open("VINGATE_PAYMENTS is not set", "Choose.");
  expect(textOf(get("status"))).toBe("How customers pay VINGATE_PAYMENTS is not set. Choose.");
});

test("what waits on the page is not said above it, too", async () => {
  await open("2 disputes", "Decide them on the page Money.");
  expect(text()).not.toContain("2 disputes");
});
