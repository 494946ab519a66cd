import { beforeEach, expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { operator, product } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import { dataset, ledgerCheck, systemState } from "../../../../test/console/dom/service-records.ts";
import { Checklist } from "./checklist.tsx";

setUp();
beforeEach(() => {
  respond("get", "/system", systemState());
  respond("get", "/datasets", [dataset({ name: "demo" })]);
  respond("get", "/products", [product()]);
});

const setting = (name: string) => ({
  name,
  summary: "",
  value: "x",
  fallback: "",
  source: "environment" as const,
  secret: false,
});
const changedUser = operator({ updated_at: "2026-11-05T00:00:00Z" });

test("a new installation has five steps and one to check", async () => {
  await show(<Checklist />, { as: operator() });
  expect(textOf(one("h2"))).toBe("5 setup steps left");
  expect(texts("li")).toEqual([
    "To do Set your password Open security",
    "To do Import your own data Open datasets",
    "To do Create a plan, or edit the details and policy of an existing one Open plans",
    "To do Set the public URL: VINGATE_PUBLIC_URL Open settings",
    "To do Run a consistency check Open system",
    "Check yourself Back up the folder /data, which contains the master key",
  ]);
});

test("done steps have no link", async () => {
  const settings = [setting("VINGATE_PUBLIC_URL"), setting("VINGATE_DATABASE_URL")];
  respond("get", "/system", systemState({ settings, ledger_check: ledgerCheck() }));
  respond("get", "/datasets", [dataset()]);
  await show(<Checklist />, { as: changedUser });
  expect(textOf(one("h2"))).toBe("1 setup step left");
  expect(texts("li").map((step) => step.split(" ").slice(0, 2).join(" "))).toEqual([
    "Done Set",
    "Done Import",
    "To do",
    "Done Set",
    "Done Run",
    "Check yourself",
  ]);
  expect(texts("li")[5]).toContain("Back up the database and /data");
});

test.each([
  ["an edited plan", [product({ updated_at: "2026-11-09T00:00:00Z" })]],
  [
    "a later plan",
    [product({ id: "b", created_at: "2026-11-09T00:00:00Z", updated_at: "2026-11-09T00:00:00Z" }), product()],
  ],
])("%s completes the step of plans", async (_, plans) => {
  respond("get", "/products", plans);
  await show(<Checklist />, { as: operator() });
  expect(texts("li")[2]).toStartWith("Done");
});

test("all steps done hide the list", async () => {
  respond(
    "get",
    "/system",
    systemState({ settings: [setting("VINGATE_PUBLIC_URL")], ledger_check: ledgerCheck() }),
  );
  respond("get", "/datasets", [dataset()]);
  respond("get", "/products", [product({ updated_at: "2026-11-09T00:00:00Z" })]);
  await show(<Checklist />, { as: changedUser });
  expect(text()).toBe("");
});

test("a dismissed list stays hidden", async () => {
  await show(<Checklist />, { as: operator() });
  await press("Dismiss");
  expect(text()).toBe("");
  await show(<Checklist />, { as: operator() });
  expect(text()).toBe("");
});
