import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { cells, get, has, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { answer, json, refuse, sent } from "../../../../test/console/dom/service.ts";
import { ledgerCheck } from "../../../../test/console/dom/service-records.ts";
import { ConsistencyCheck } from "./consistency.tsx";

setUp();

const now = "2026-11-21T20:00:07.000Z";
const open = (check: ReturnType<typeof ledgerCheck> | null) =>
  show(<ConsistencyCheck check={check} now={now} />);
const result = () => textOf(one("[aria-live]"));

test("before the first check its purpose is explained", async () => {
  await open(null);
  expect(result()).toStartWith("No check yet. A check compares ledger, balances, reports and request log");
  expect(has("table")).toBe(false);
});

test("a passed check has time and duration", async () => {
  await open(ledgerCheck());
  expect(result()).toBe("All 1 checks passed, 20:00:00 UTC, in 1500 ms.");
  expect(cells("Consistency checks")).toEqual([
    ["Check", "Scope", "Compared", "Mismatches"],
    ["balances", "subscriptions", "1,200", "0"],
  ]);
});

test.each([
  [["a differs"], "1 mismatch"],
  [["a differs", "b differs"], "2 mismatches"],
])("mismatches are listed: %p", async (findings, words) => {
  await open(ledgerCheck({ state: "differ", findings }));
  expect(result()).toStartWith(`${words}, 20:00:00 UTC, in 1500 ms. Run the check again`);
  expect(texts("ul.words li")).toEqual(findings);
});

test("a failed check has its error", async () => {
  await open(ledgerCheck({ state: "failed", error: "The disk is full.", ended_at: null }));
  expect(result()).toBe("Check failed, 20:00:00 UTC. The disk is full.");
});

test("a running check shows for how long", async () => {
  await open(ledgerCheck({ state: "running", ended_at: null }));
  expect(result()).toBe("Check running for 7 seconds. Calls continue.");
  expect([(get("button", "Run check") as HTMLButtonElement).disabled, has("table")]).toEqual([true, false]);
});

test("a requested check counts as running until it is reported", async () => {
  answer("POST /system/ledgerCheck", () =>
    json({ ledger_check: ledgerCheck({ state: "running", started_at: "2026-11-21T20:00:07.000Z" }) }, 202),
  );
  await open(ledgerCheck());
  await press("Run check");
  expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /system/ledgerCheck"]);
  expect(result()).toBe("Check running. Calls continue.");
});

test("a refused check leaves the last result", async () => {
  refuse("POST /system/ledgerCheck", 409, "A check is running.");
  await open(ledgerCheck());
  await press("Run check");
  expect(textOf(get("alert"))).toStartWith("Could not run the consistency check A check is running.");
  expect(text()).toContain("All 1 checks passed");
});
