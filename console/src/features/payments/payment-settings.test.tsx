import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { get, names, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, respond, sent } from "../../../../test/console/dom/service.ts";
import type { Schemas } from "../../api/client.ts";
import { PaymentSettingsPage, paymentsLine } from "./payment-settings.tsx";

setUp();

type Found = Schemas["PaymentSettings"];
const off: Found = { payments: "off", chosen_by: null, missing: [] };

async function open(found: Partial<Found> = {}) {
  respond("get", "/payments/settings", { ...off, ...found });
  await show(<PaymentSettingsPage />, { as: operator(), at: "/settings/payments" });
}

test("one press turns on payments by transfer", async () => {
  await open();
  expect(textOf(get("heading", "Payments are off"))).toBe("Payments are off");
  const manual: Found = { ...off, payments: "manual", chosen_by: "operator" };
  answer("PUT /payments/settings", () => json(manual));
  respond("get", "/payments/settings", manual);
  await press("Turn on payments by transfer");
  expect(sent("PUT /payments/settings").map(({ body }) => body)).toEqual([{ payments: "manual" }]);
  expect(toast()).toBe("Customers pay by transfer");
  expect(names("button")).toEqual(["Invoice customers yourself", "Turn payments off"]);
});

test("what is missing is named, with a way to it", async () => {
  await open({ payments: "manual", chosen_by: "operator", missing: ["seller", "taxes"] });
  expect(textOf(get("status"))).toBe(
    "Nothing is sold by transfer or card yet Each invoice needs the seller and the taxes. Enter what is missing: Seller Taxes",
  );
  expect(get("link", "Seller").getAttribute("href")).toBe("/console/settings/seller");
});

test("a value of the environment is named, and cannot be changed here", async () => {
  await open({ payments: "stripe", chosen_by: "environment" });
  expect(text()).toContain("Set by VINGATE_PAYMENTS. Change it there, and restart.");
  expect(names("button")).toEqual([]);
});

test.each([
  [off, { text: "Payments are off", state: ["blocked", "Nothing is sold"] }],
  [
    { ...off, payments: "manual", missing: ["taxes"] },
    { text: "Customers pay by transfer", state: ["blocked", "Missing: Taxes"] },
  ],
  [
    { ...off, payments: "invoice", chosen_by: "environment" },
    { text: "You invoice customers yourself · Set by VINGATE_PAYMENTS", state: ["ok", "On"] },
  ],
] as const)("the row of Settings says %p", async (found, line) => {
  respond("get", "/payments/settings", found as unknown as Found);
  expect(await paymentsLine()).toEqual(line as never);
});
